"""Adding albums: one, or a pasted list with a preview."""

from support.albums import TITLES
from support.testing import test, until

LIST = "David Bowie - Low (1977)\nHeroes – David Bowie\n\nU2 - Staring at the Sun (2000)\n"


@test("L5 An added album stands behind the chosen one, is chosen, and is one step")
def one(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.choose("It's My Life")
    ann.add("Low", "David Bowie", 1977)
    for tab in (ann, bo):
        tab.shows([*TITLES[:2], "Low", *TITLES[2:]])
    until(lambda: ann.page.locator("#details .title button").text_content(), "Low", "the chosen album")
    ann.lit("undo", "Undo add of Low")
    ann.tool("undo").click()
    bo.shows(TITLES)
    world.same_everywhere()


@test("L5 A pasted list is previewed, points out possible doubles, and is one step")
def pasted(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.page.evaluate("""text => { const data = new DataTransfer(); data.setData('text/plain', text)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true })) }""", LIST)
    box = ann.dialog("Add albums")
    box.get_by_role("button", name="Add 3 albums").wait_for()
    box.get_by_text("May already be here", exact=True).wait_for()
    box.get_by_label("Leave out what may already be here").check()
    box.get_by_role("button", name="Add 2 albums").click()
    until(lambda: len(bo.titles), 7, "the list in the other tab")
    ann.lit("undo", "Undo add of 2 albums")
    world.same_everywhere()
    ann.tool("undo").click()
    bo.shows(TITLES)


@test("L2 An album without title and artist is not added, and that is said")
def nothing(world):
    ann = world.tab()
    ann.tool("add").click()
    box = ann.dialog("Add albums")
    ann.press("Enter")
    box.get_by_text("Give at least a title or an artist.").wait_for()
    ann.press("Escape")
    box.wait_for(state="detached")
    ann.shows(TITLES)
