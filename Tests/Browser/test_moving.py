"""Moving albums: by keys, menu, mouse and finger; never wrong by one, never the wrong album."""

from support.albums import TITLES
from support.testing import test, until

BOWIE, DOUBT, STING, U2, PIE = TITLES


def centre(tab, title, part=".handle"):
    box = tab.row(title).locator(part).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def gap(tab, title, below=False):
    box = tab.still().row(title).bounding_box()
    return box["y"] + (box["height"] - 8 if below else 8)


def lift(tab, title):
    tab.row(title).hover()
    x, y = centre(tab, title)
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    return x


@test("L4 Alt and arrows move by one, and stop at the ends")
def by_keys(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.choose(STING)
    ann.press("Alt+ArrowUp")
    ann.shows([BOWIE, STING, DOUBT, U2, PIE])
    ann.press("Alt+ArrowUp", "Alt+ArrowUp")
    ann.shows([STING, BOWIE, DOUBT, U2, PIE])
    ann.press(*["Alt+ArrowDown"] * 5)
    bo.shows([BOWIE, DOUBT, U2, PIE, STING])
    assert ann.focus == "sting"
    ann.press(*["Control+z"] * 6)
    bo.shows(TITLES)
    world.same_everywhere()


@test("L4 The move menu moves to the top, the bottom and a position")
def by_menu(world):
    ann = world.tab()

    def choose(title, item):
        ann.row(title).hover()
        ann.row(title).get_by_role("button", name=f"More for {title}").click()
        ann.page.get_by_role("menuitem", name=item).click()

    choose(U2, "To the top")
    ann.shows([U2, BOWIE, DOUBT, STING, PIE])
    choose(U2, "To the bottom")
    ann.shows([BOWIE, DOUBT, STING, PIE, U2])
    choose(U2, "To position")
    box = ann.dialog("Move to position")
    box.get_by_label("Position, 1 to 5").fill("6")
    ann.press("Enter")
    box.get_by_text("Please give a number from 1 to 5.").wait_for()
    box.get_by_label("Position, 1 to 5").fill("3")
    ann.press("Enter")
    ann.shows([BOWIE, DOUBT, U2, STING, PIE])
    world.same_everywhere()


@test("L4 Dragging by the handle moves into the gap that is shown; Esc lets go")
def by_mouse(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    x = lift(ann, PIE)
    ann.page.mouse.move(x, gap(ann, DOUBT), steps=8)
    assert ann.page.locator(".drop-line").is_visible()
    ann.page.mouse.up()
    for tab in (ann, bo):
        tab.shows([BOWIE, PIE, DOUBT, STING, U2])
    x = lift(ann, PIE)
    ann.page.mouse.move(x, gap(ann, U2, below=True), steps=8)
    ann.press("Escape")
    ann.page.mouse.up()
    assert ann.page.locator(".drop-line").is_hidden()
    ann.shows([BOWIE, PIE, DOUBT, STING, U2])
    world.same_everywhere()


@test("L4 What others do during a drag neither stops nor misleads it")
def drag_among_others(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    x = lift(ann, PIE)
    ann.page.mouse.move(x, gap(ann, STING), steps=8)
    bo.delete(BOWIE)
    ann.shows(TITLES[1:])
    ann.page.mouse.move(x, gap(ann, STING), steps=3)
    ann.page.mouse.up()
    for tab in (ann, bo):
        tab.shows([DOUBT, PIE, STING, U2])
    world.same_everywhere()


@test("L5 Several selected albums are dragged as one step")
def drag_many(world):
    ann = world.tab()
    ann.choose(BOWIE)
    ann.row(STING).locator(".cell-artist").click(modifiers=["ControlOrMeta"])
    ann.row(DOUBT).locator(".cell-artist").click(modifiers=["ControlOrMeta"])
    until(lambda: ann.page.locator(".selection-bar .count").text_content(), lambda words: words in ("2 selected", "3 selected"), "the selection")
    chosen = [title for title in TITLES if ann.row(title).get_attribute("aria-selected") == "true"]
    x = lift(ann, chosen[-1])
    ann.page.mouse.move(x, gap(ann, PIE, below=True), steps=8)
    ann.page.mouse.up()
    ann.shows([title for title in TITLES if title not in chosen] + chosen)
    ann.press("Control+z")
    ann.shows(TITLES)
    world.same_everywhere()


@test("L4 A finger drags by the handle; elsewhere it scrolls", has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
def by_finger(world):
    ann = world.tab()
    ann.row(PIE).scroll_into_view_if_needed()
    ann.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    x, y = centre(ann, PIE)
    touch = world.person("Ann").new_cdp_session(ann.page)

    def finger(kind, at=None):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if at is None else [{"x": x, "y": at}]})

    target = gap(ann, STING)
    finger("touchStart", y)
    for step in range(1, 9):
        finger("touchMove", y + (target - y) * step / 8)
    finger("touchEnd")
    ann.shows([BOWIE, DOUBT, PIE, STING, U2])
    world.same_everywhere()
