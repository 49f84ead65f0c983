"""What somebody aims at is what is hit: nothing moves away under a hand, and nothing lies over it."""

from support.testing import test, until

LONG = "An album whose title is so long that under its sleeve it takes three lines, and in a narrow window more of them than anybody would like"
UNDER = "([x, y]) => document.elementFromPoint(x, y)?.closest('.rows .row')?.dataset.albumId ?? null"
ODD = [{"id": "short", "title": "Low"}, {"id": "long", "title": LONG, "note": "A note\nof some\nlines"}, {"id": "plain", "title": "Heroes", "artist": "David Bowie", "genre": "Rock", "year": 1977}]


def centre(tab, album):
    box = tab.page.locator(f"#row-{album} .cell-artist").bounding_box()
    return box["x"] + 20, box["y"] + box["height"] / 2


def under(tab, spot):
    return tab.page.evaluate(UNDER, list(spot))


def uneven(world):
    world.shelf += "-a"
    world.peer().insert(ODD)
    return world.tab()


@test("A second click hits the row that the first one hit, whatever the chosen album's card needs")
def second_click(world):
    ann = uneven(world)
    for height in (1100, 700):
        ann.page.set_viewport_size({"width": 1280, "height": height})
        ann.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        ann.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        for album in ("long", "short", "long", "plain", "long", "short"):
            spot = centre(ann, album)
            ann.page.mouse.click(*spot)
            until(lambda: ann.page.locator(".row.is-current").get_attribute("data-album-id"), album, "the chosen row")
            assert under(ann, spot) == album, f"{album} has moved away at a height of {height}"


@test("A double click edits the row that it hit")
def double_click(world):
    ann = uneven(world)
    for album in ("long", "plain", "short", "long"):
        spot = centre(ann, album)
        ann.page.mouse.dblclick(*spot)
        until(lambda: ann.page.evaluate("document.activeElement.closest('.row')?.dataset.albumId"), album, "the row being edited")
        ann.press("Escape")


@test("A row that is chosen by a click at the edge of the window stays under the pointer", viewport={"width": 1280, "height": 640})
def at_the_edge(world):
    ann = world.tab()
    ann.page.evaluate("scrollTo(0, document.querySelector('#row-u2').getBoundingClientRect().bottom - innerHeight + 48)")
    box = ann.page.locator("#row-u2 .cell-artist").bounding_box()
    spot = (box["x"] + 20, 640 - 68 - 6)
    assert under(ann, spot) == "u2"
    ann.page.mouse.dblclick(*spot)
    until(lambda: ann.page.evaluate("document.activeElement.closest('.row')?.dataset.albumId"), "u2", "the row being edited")


@test("Somebody else's longer title does not push the row away that is pointed at")
def others(world):
    ann, peer = world.tab(), world.peer()
    spot = centre(ann, "madonna")
    ann.page.mouse.move(*spot)
    first = ann.albums[0]["id"]
    peer.do({"op": "edit", "id": first, "set": {"title": LONG}})
    until(lambda: ann.albums[0]["title"], LONG, "the title")
    assert under(ann, spot) == "madonna"


@test("When the pointer has left the list, the card takes the height that it needs")
def lets_go(world):
    ann = uneven(world)
    height = "document.querySelector('#details').offsetHeight"
    ann.page.evaluate("scrollTo(0, 0)")
    low = ann.page.evaluate(height)
    ann.page.mouse.click(*centre(ann, "long"))
    until(lambda: ann.page.evaluate(height) > low, True, "the card with more to show")
    ann.page.evaluate("scrollTo(0, 0)")
    ann.page.mouse.click(*centre(ann, "short"))
    until(lambda: ann.page.evaluate(height) > low, True, "the card keeps its height under the pointer")
    ann.page.mouse.move(640, 30)
    until(lambda: ann.page.evaluate(height), low, "the card without a pointer over the list")
