"""The main job: several tabs on one shelf, each with an undo of its own (SPEC U)."""

from support.albums import TITLES
from support.testing import test, until

WITHOUT_U2 = [title for title in TITLES if title != "Staring at the Sun"]


@test("U1 Delete in one tab is seen in all, and each tab undoes its own steps alone")
def three_tabs(world):
    ann, too, bo = world.tab("Ann"), world.tab("Ann"), world.tab("Bo")
    for tab in (ann, too, bo):
        tab.shows(TITLES)
        tab.grey("undo")
        tab.grey("redo")
    ann.delete("Staring at the Sun")
    for tab in (ann, too, bo):
        tab.shows(WITHOUT_U2)
    ann.lit("undo", "Undo delete of Staring at the Sun")
    bo.grey("undo")
    too.grey("undo")
    bo.says("Ann deleted Staring at the Sun")
    bo.delete("American Pie")
    ann.shows(WITHOUT_U2[:-1])
    ann.tool("undo").click()
    for tab in (ann, too, bo):
        tab.shows(TITLES[:-1])
    ann.lit("redo", "Redo delete of Staring at the Sun")
    bo.lit("undo", "Undo delete of American Pie")
    bo.tool("undo").click()
    ann.tool("redo").click()
    for tab in (ann, too, bo):
        tab.shows(WITHOUT_U2)
    world.same_everywhere()


@test("U2 Undo and Redo are grey while there is nothing of one's own, and pressing them changes nothing")
def grey(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    bo.delete("American Pie")
    ann.shows(TITLES[:-1])
    ann.grey("undo")
    assert ann.tool("undo").get_attribute("title") == "Nothing of yours to undo"
    ann.tool("undo").click(force=True)
    ann.press("Control+z", "Control+y")
    bo.tool("undo").click()
    ann.shows(TITLES)
    bo.grey("undo")
    bo.lit("redo", "Redo delete of American Pie")
    world.same_everywhere()


@test("U3 Redo goes back through everything, by keys too, last undone first")
def redo_in_order(world):
    ann = world.tab()
    ann.choose("Best of Bowie")
    ann.press("Delete", "Delete", "Delete")
    ann.shows(TITLES[3:])
    ann.press("Control+z", "Control+z", "Control+z")
    ann.shows(TITLES)
    ann.grey("undo")
    ann.press("Control+Shift+z", "Control+y", "Control+Shift+z")
    ann.shows(TITLES[3:])
    ann.grey("redo")
    world.same_everywhere()


@test("U11 The buttons say what they will do, for every kind of step")
def labels(world):
    ann = world.tab()
    ann.edit("American Pie", "year", "2001")
    ann.lit("undo", "Undo new year of American Pie")
    ann.choose("American Pie")
    ann.press("Alt+ArrowUp")
    ann.lit("undo", "Undo move of American Pie")
    ann.add("Low", "David Bowie", 1977)
    ann.lit("undo", "Undo add of Low")
    ann.press("Control+a", "Delete")
    ann.lit("undo", "Undo delete of 6 albums")
    ann.press("Control+z", "Control+z")
    ann.lit("redo", "Redo add of Low")
    ann.lit("undo", "Undo move of American Pie")
    world.same_everywhere()


@test("S2 Trash is grey on an empty shelf, which says how to begin")
def empty_shelf(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.choose("American Pie")
    ann.press("Control+a", "Delete")
    for tab in (ann, bo):
        tab.shows([])
        tab.grey("trash")
        tab.page.get_by_role("heading", name="An empty shelf").wait_for()
    bo.press("Delete")
    bo.grey("undo")
    bo.page.get_by_role("button", name="Load the five sample albums").click()
    for tab in (ann, bo):
        tab.shows(TITLES)
    bo.tool("undo").click()
    ann.shows([])
    ann.tool("undo").click()
    ann.shows(TITLES)
    world.same_everywhere()


@test("L5 Starting over is one step, and one undo takes it back")
def start_over(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    bo.delete("American Pie")
    bo.edit("Best of Bowie", "title", "Low")
    ann.shows(["Low", *TITLES[1:4]])
    ann.menu("Start over with the sample albums")
    for tab in (ann, bo):
        tab.shows(TITLES)
    ann.lit("undo", "Undo start over")
    bo.says("Ann started over with the sample albums")
    ann.page.reload()
    ann.lit("undo", "Undo start over")
    bo.menu("History")
    bo.dialog("History").get_by_text("Ann started over with the sample albums").wait_for()
    bo.press("Escape")
    ann.tool("undo").click()
    for tab in (ann, bo):
        tab.shows(["Low", *TITLES[1:4]])
    ann.grey("undo")
    world.same_everywhere()


@test("U2 After an undo the album that came back is the chosen one")
def comes_back_chosen(world):
    ann = world.tab()
    ann.delete("Nothing Like The Sun")
    ann.choose("American Pie")
    ann.press("Control+z")
    ann.shows(TITLES)
    until(lambda: ann.page.locator("#details .title button").text_content(), "Nothing Like The Sun", "the chosen album")
    assert ann.row("Nothing Like The Sun").get_attribute("aria-selected") == "true"


@test("U8 Presses right after a reload are all followed, by keys and by the button, and the last one says that nothing is left")
def after_a_reload(world):
    ann = world.tab()
    for title in TITLES[:4]:
        ann.delete(title)
    ann.settled()
    ann.page.reload()
    ann.lit("undo", f"Undo delete of {TITLES[3]}")
    ann.press("Control+z", "Control+z")
    ann.shows([*TITLES[2:]])
    ann.page.reload()
    ann.lit("undo", f"Undo delete of {TITLES[1]}")
    ann.page.evaluate("() => { for (let press = 0; press < 3; press += 1) document.querySelector('.tool-undo').click() }")
    ann.shows(TITLES)
    ann.says("Nothing of yours to undo")
    ann.grey("undo")
    world.same_everywhere()
