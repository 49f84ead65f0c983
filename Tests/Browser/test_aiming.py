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


# Notices do not run out while a slow machine looks at them.
STAY = "(() => { const real = setTimeout; window.setTimeout = (act, ms, ...rest) => (ms === 6000 || ms === 8000 ? 0 : real(act, ms, ...rest)) })()"
SHORT = {"viewport": {"width": 1280, "height": 560}}
BENEATH = """() => { const note = document.querySelector('.toast p').getBoundingClientRect()
  const row = [...document.querySelectorAll('.rows .row')].map(row => [row, row.getBoundingClientRect()]).find(([, box]) => box.top < note.bottom - 4 && box.bottom > note.top + 4)
  return row && [row[0].dataset.albumId, note.x + 30, Math.max(row[1].top, note.top) + 3] }"""


@test("A notice takes no click but on its own buttons: the row beneath it is hit", **SHORT)
def beneath_a_notice(world):
    world.person("Ann").add_init_script(STAY)
    ann = world.tab()
    ann.delete("American Pie")
    ann.says("You deleted American Pie")
    ann.page.evaluate("scrollTo(0, document.body.scrollHeight - innerHeight - 90)")
    ann.still()
    album, x, y = ann.page.evaluate(BENEATH)
    ann.page.mouse.click(x, y)
    until(lambda: ann.page.locator(".row.is-current").get_attribute("data-album-id"), album, "the chosen row")
    ann.page.locator(".toast").get_by_role("button", name="Undo").click()
    until(lambda: len(ann.titles), 5, "the list")


@test("A notice that is pointed at stays", goes_down=True, **SHORT)
def pointed_at(world):
    ann = world.tab()
    ann.page.clock.install()
    ann.delete("American Pie")
    ann.says("You deleted American Pie")
    box = ann.page.locator(".toast p").bounding_box()
    ann.page.mouse.move(box["x"] + 5, box["y"] + 5)
    ann.page.clock.run_for(60_000)
    assert ann.page.locator(".toast").count() == 1
    ann.page.mouse.move(5, 5)
    ann.page.clock.run_for(9_000)
    assert ann.page.locator(".toast").count() == 0


@test("At its end the list leaves room for a notice and for what can be done with a selection", **SHORT)
def room(world):
    world.person("Ann").add_init_script(STAY)
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.row("American Pie").get_by_role("checkbox").check()
    bo.delete("Best of Bowie")
    ann.says("Bo deleted Best of Bowie")
    ann.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    ann.still()
    row, bar, note = (ann.page.locator(place).bounding_box() for place in ("#row-madonna", ".selection-bar", ".toast"))
    assert row["y"] + row["height"] <= min(bar["y"], note["y"]), (row, bar, note)


@test("The keyboard scrolls a row clear of notices and of the selection's bar (WCAG 2.4.11)", **SHORT)
def clear(world):
    world.person("Ann").add_init_script(STAY)
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.choose("Best of Bowie")
    ann.press("Space")
    bo.edit("Nothing Like The Sun", "year", "1987")
    ann.says("Bo changed the year")
    ann.press("Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowDown")
    until(lambda: ann.focus, "u2", "the focus")
    row, bar, note = (ann.page.locator(place).bounding_box() for place in ("#row-u2", ".selection-bar", ".toast"))
    assert row["y"] + row["height"] <= min(bar["y"], note["y"]), (row, bar, note)
