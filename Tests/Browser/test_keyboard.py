"""The whole work by keyboard, and where the focus is after everything (WCAG 2.1.1, 2.4.3, 2.4.7)."""

from support.albums import TITLES
from support.testing import test, until

BOWIE, DOUBT, STING, U2, PIE = TITLES
VISIBLE = """() => { const style = getComputedStyle(document.activeElement), sleeve = document.activeElement.querySelector('.is-middle .sleeve')
  return [style, ...(sleeve ? [getComputedStyle(sleeve)] : [])].some(one => one.outlineStyle !== 'none' && parseFloat(one.outlineWidth) >= 2) }"""


def tab_through(tab):
    """Every stop of the Tab key, in order, each with a visible focus."""
    stops = []
    tab.page.evaluate("document.activeElement.blur()")
    for _ in range(40):
        tab.press("Tab")
        if tab.focus == "body" or tab.focus in stops:
            break
        stops.append(tab.focus)
        assert tab.page.evaluate(VISIBLE), f"the focus is not seen on {stops[-1]}"
    return stops


@test("Tab reaches everything once, in reading order, and the focus is always seen")
def stops(world):
    ann = world.tab()
    found = tab_through(ann)
    wanted = ["Skip to the list", "Menu", "Covers", "Filter albums", "bowie", "Undo"]
    assert "Edit Year: 1992" in found, "a year is no number to format"
    assert [stop for stop in found if stop in wanted] == wanted, found
    assert sum(stop in ("Undo", "Redo", "Add album") or stop.startswith("Delete") for stop in found) == 1, f"the toolbar is one stop: {found}"


@test("The toolbar is one stop: arrows, Home and End go through its buttons, the grey ones too")
def toolbar(world):
    ann = world.tab()
    ann.tool("undo").focus()
    names = []
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "Home", "End"):
        ann.press(key)
        names.append(ann.focus)
    assert names == ["Redo", "Add album", f"Delete {BOWIE}", "Undo", f"Delete {BOWIE}", "Undo", f"Delete {BOWIE}"], names
    ann.press("Enter")
    ann.shows(TITLES[1:])
    assert ann.focus == f"Delete {DOUBT}", ann.focus


@test("In the list arrows, Home and End move, Del deletes, and the focus goes to the next album")
def list_keys(world):
    ann = world.tab()
    ann.choose(BOWIE)
    ann.press("ArrowDown", "ArrowDown")
    assert ann.focus == "sting"
    ann.press("End")
    assert ann.focus == "madonna"
    ann.press("Delete")
    ann.shows(TITLES[:4])
    assert ann.focus == "u2", "behind the last one there is none, so it is the one before"
    ann.press("Home", "Delete")
    ann.shows(TITLES[1:4])
    assert ann.focus == "doubt"
    ann.press("Control+z", "Control+z")
    ann.shows(TITLES)
    world.same_everywhere()


@test("When somebody else deletes the focused album the focus goes to its neighbour, never to nowhere")
def remote_delete(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.choose(STING)
    bo.delete(STING)
    ann.shows([BOWIE, DOUBT, U2, PIE])
    until(lambda: ann.focus, "u2", "the focus")
    bo.press("Control+z")
    ann.shows(TITLES)
    assert ann.focus == "u2", "what comes back takes no focus"
    bo.press("Control+a", "Delete")
    ann.shows([])
    until(lambda: ann.focus, "Load the five sample albums", "the focus on an empty shelf")


@test("When the album that one is typing in goes, the focus goes to its neighbour; the details keep theirs")
def typing_in_the_deleted(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.edit(STING, "title", "Draft", key=None)
    bo.delete(STING)
    ann.says("while you were editing")
    assert ann.focus == "u2"
    ann.page.locator("#details .title button").click()
    bo.delete(U2)
    until(lambda: ann.focus, f"Edit Album: {PIE}", "the focus in the details of the next album")


@test("A note that closes gives the focus back, to the list where its place is gone")
def from_notes(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    for name in ("Undo", "Close"):
        ann.choose(STING)
        ann.press("Delete")
        ann.shows([BOWIE, DOUBT, U2, PIE])
        ann.tool("undo").focus()
        ann.page.locator(".toast").get_by_role("button", name=name).focus()
        ann.press("Enter")
        assert ann.focus == ann.label("undo"), f"{name}: {ann.focus}"
        if name == "Close":
            ann.press("Control+z")
        ann.shows(TITLES)
    ann.choose(STING)
    ann.press("Delete")
    ann.page.locator(".toast").get_by_role("button", name="Close").focus()
    bo.delete(U2)
    ann.shows([BOWIE, DOUBT, PIE])
    ann.press("Enter")
    assert ann.focus == "madonna"


@test("From the empty shelf the focus goes to the list that comes, however it comes")
def from_empty(world):
    ann = world.tab()
    for begin in (
        lambda: ann.press("Control+z"),
        lambda: ann.press("Enter"),
        lambda: (ann.page.get_by_role("button", name="Add an album").press("Enter"), ann.dialog("Add albums"), ann.page.keyboard.type("Low"), ann.press("Enter")),
    ):
        ann.choose(ann.titles[0])
        ann.press("Control+a", "Delete")
        until(lambda: ann.focus, "Load the five sample albums", "the focus on the empty shelf")
        begin()
        until(lambda: ann.page.evaluate("document.activeElement.matches('.row.is-current')"), True, "the focus in the list")


@test("Space, Shift and Ctrl+A select, Esc clears, and Del deletes all of them as one step")
def selecting(world):
    ann = world.tab()
    ann.choose(DOUBT)
    ann.press("Shift+ArrowDown", "Shift+ArrowDown")
    count = ann.page.locator(".selection-bar .count")
    until(lambda: count.text_content(), "3 selected", "the bar")
    ann.press("Escape")
    assert ann.page.locator(".selection-bar").is_hidden()
    ann.press("Space")
    until(lambda: count.text_content(), "1 selected", "the bar")
    ann.press("Control+a")
    until(lambda: count.text_content(), "5 selected", "the bar")
    ann.press("Escape", "Home", "Shift+ArrowDown", "Delete")
    ann.shows(TITLES[2:])
    ann.lit("undo", "Undo delete of 2 albums")
    ann.press("Control+z")
    ann.shows(TITLES)
    world.same_everywhere()


@test("? shows the shortcuts, / goes to the filter, Esc leads back")
def help_and_filter(world):
    ann = world.tab()
    ann.choose(BOWIE)
    ann.press("?")
    ann.dialog("Keyboard shortcuts")
    ann.press("Escape")
    until(lambda: ann.focus, "bowie", "the focus when the dialog is closed")
    ann.press("/")
    assert ann.focus == "Filter albums"
    ann.page.keyboard.type("SUN")
    ann.shows([STING, U2])
    until(lambda: ann.page.locator(".finder .count").text_content(), "2 of 5", "the count")
    ann.press("Escape")
    ann.shows(TITLES)


@test("Letters jump to the album that begins with them; they are commands only where that was chosen (WCAG 2.1.4)")
def letters(world):
    ann = world.tab()
    ann.choose(BOWIE)
    ann.page.keyboard.type("st")
    until(lambda: ann.focus, "u2", "the focus")
    assert ann.page.locator("dialog, .menu, .edit-input").count() == 0


@test("The menu of an album opens by keyboard and gives the focus back")
def menu(world):
    ann = world.tab()
    ann.choose(STING)
    ann.press("Shift+F10")
    ann.page.get_by_role("menu", name="Move").wait_for()
    ann.press("ArrowDown", "Escape")
    until(lambda: ann.focus, lambda at: at in ("sting", "in sting"), "the focus")
    ann.press("Shift+F10", "ArrowDown", "ArrowDown", "Enter")
    ann.shows([STING, BOWIE, DOUBT, U2, PIE])
    world.same_everywhere()


@test("The covers are one stop: arrows choose, and the list follows")
def covers(world):
    ann = world.tab()
    ann.page.get_by_role("listbox", name="Covers").focus()
    ann.press("ArrowRight", "ArrowRight")
    until(lambda: ann.page.locator("#details .title button").text_content(), STING, "the chosen album")
    assert ann.row(STING).get_attribute("aria-selected") == "true"
    ann.press("End", "Delete")
    ann.shows(TITLES[:4])
    assert ann.focus == "Covers"
    world.same_everywhere()


@test("In the panels the focus stays at the line, or goes to the one in its place")
def panels(world):
    ann = world.tab()
    ann.choose(BOWIE)
    ann.press("Delete", "Delete", "Delete")
    ann.settled()
    at = "() => document.activeElement.closest('li')?.textContent ?? document.activeElement.getAttribute('aria-label') ?? 'body'"
    ann.menu("History")
    line = ann.dialog("History").locator("li", has_text=f"You deleted {DOUBT}")
    line.get_by_role("button").focus()
    ann.press("Enter")
    ann.dialog("History").get_by_text(f"You undid the delete of {DOUBT}").wait_for()
    until(lambda: ann.page.evaluate(at), lambda words: words.startswith(("DO", "A")) and DOUBT in words, "the line with the focus")
    ann.press("Escape")
    ann.menu("Recently deleted")
    box = ann.dialog("Recently deleted")
    until(lambda: box.locator("[role=status]").text_content(), "2 albums", "the number of albums")
    box.get_by_role("button", name="Restore").first.focus()
    ann.press("Enter")
    until(lambda: box.locator("[role=status]").text_content(), "1 album", "the number of albums")
    until(lambda: ann.page.evaluate(at), lambda words: BOWIE in words, "the line with the focus")
    ann.press("Enter")
    until(lambda: box.locator("[role=status]").text_content(), "Nothing was deleted.", "the words of an empty bin")
    until(lambda: ann.page.evaluate(at), "Close", "the focus")
