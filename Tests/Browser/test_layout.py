"""Small windows, fingers, large text, many people: nothing is cut early, covered or too small to hit."""

from support.testing import test, until

PHONE = {"has_touch": True, "is_mobile": True}
SMALL = """() => [...document.querySelectorAll('button, a, input, select, textarea')].filter(one => one.checkVisibility())
  .map(one => [one, (one.matches('[type=checkbox], [type=radio]') ? one.closest('label') : one).getBoundingClientRect()])
  .filter(([one, box]) => box.width && (box.width < 44 || box.height < 44) && !one.matches('.handle'))
  .map(([one, box]) => `${one.className} ${one.getAttribute('aria-label') ?? one.textContent}: ${Math.round(box.width)} × ${Math.round(box.height)}`)"""
REACH = """selector => { const box = document.querySelector(selector).getBoundingClientRect(), [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  const hits = (dx, dy) => document.elementFromPoint(x + dx, y + dy)?.closest(selector) !== null
  let [left, right, up, down] = [0, 0, 0, 0]
  while (left < 60 && hits(-left, 0)) left++
  while (right < 60 && hits(right, 0)) right++
  while (up < 60 && hits(0, -up)) up++
  while (down < 60 && hits(0, down)) down++
  return [left + right - 1, up + down - 1] }"""
ACROSS = """(a, b) => { const [one, other] = [a, b].map(part => part.getBoundingClientRect())
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom }"""
OVER = f"() => ({ACROSS})(document.querySelector('.row-people .face'), document.querySelector('.row:has(.row-people .face) .cell-year .value'))"


@test("A finger can hit everything: 44 px (WCAG 2.5.5)", viewport={"width": 390, "height": 844}, **PHONE)
def fingers(world):
    ann = world.tab()
    page = ann.page
    assert page.evaluate(SMALL) == []
    page.evaluate("document.querySelector('#list').scrollIntoView()")
    width, height = page.evaluate(REACH, ".handle")
    assert width >= 43 and height >= 44, (width, height)
    ann.row("American Pie").get_by_role("checkbox").tap()
    page.locator(".selection-bar").wait_for()
    assert page.evaluate(SMALL) == []
    for open_it, title in (
        (lambda: page.get_by_role("button", name="Edit a field").tap(), "Edit a field of 1 album"),
        (lambda: ann.tool("add").tap(), "Add albums"),
        (lambda: ann.menu("Your name and colour"), "Your name and colour"),
        (lambda: ann.menu("History"), "History"),
    ):
        open_it()
        ann.dialog(title)
        assert page.evaluate(SMALL) == [], title
        ann.press("Escape")
    page.get_by_role("button", name="Menu", exact=True).tap()
    assert page.evaluate(SMALL) == []


@test("In a window of 320 px the shelf's name is whole beside many people", viewport={"width": 320, "height": 640}, **PHONE)
def name(world):
    world.shelf = "wednesday-listening-club"
    for at in range(8):
        world.peer(f"Peer {at}").say({"t": "here", "person": f"p{at}", "hue": at * 40})
    ann = world.tab()
    until(lambda: ann.page.locator(".people").get_attribute("aria-label"), lambda words: words.startswith("9 people here"), "everybody")
    assert ann.page.evaluate("() => { const name = document.querySelector('h1'); return [name.textContent, name.scrollWidth <= name.clientWidth, name.scrollHeight <= name.clientHeight + 3] }") == [world.shelf, True, True]
    assert ann.page.locator(".people .face").all_text_contents() == ["A", "P0", "+7"]


@test("On a phone the marks of people cover no word of the row", viewport={"width": 320, "height": 640}, **PHONE)
def marks(world):
    for at in range(3):
        world.peer(f"Peer {at}").say({"t": "here", "person": f"p{at}", "hue": at * 40, "on": "sting"})
    ann = world.tab()
    until(lambda: ann.page.locator(".row-people .face").count(), 3, "the marks")
    assert not ann.page.evaluate(OVER)
    assert not ann.page.evaluate(f"() => {{ const title = document.querySelector('.row:has(.face) .cell-title .value'); return [...document.querySelectorAll('.row-people .face')].some(face => ({ACROSS})(face, title)) }}")


@test("In wider windows the marks of people cover no word of the row, either")
def marks_wide(world):
    peer = world.peer()
    peer.do({"op": "edit", "id": "sting", "set": {"title": "Nothing like the sun " * 9, "artist": "Gordon Sumner " * 9, "genre": "Jazz, pop and rock " * 9}})
    for at in range(3):
        world.peer(f"Peer {at}").say({"t": "here", "person": f"p{at}", "hue": at * 40, "on": "sting"})
    ann = world.tab()
    until(lambda: ann.page.locator(".row-people .face").count(), 3, "the marks")
    for width, size in ((600, 100), (768, 100), (900, 100), (1280, 100), (1920, 100), (1280, 200), (768, 200)):
        ann.page.set_viewport_size({"width": width, "height": 1100})
        ann.page.evaluate("size => { document.documentElement.style.fontSize = `${size}%` }", size)
        ann.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        covered = ann.page.evaluate(f"""() => [...document.querySelectorAll('.row:has(.face) :is(.value, .cell-menu button)')].filter(value => value.checkVisibility())
          .filter(value => [...document.querySelectorAll('.row-people .face')].some(face => ({ACROSS})(face, value))).map(value => value.parentElement.className)""")
        assert covered == [], (width, size, covered)


@test("Notes cover no title in a wide window")
def notes(world):
    cy, _ = world.tab("", viewport={"width": 1280, "height": 800}), world.tab("Ann")
    cy.says("You have no name here yet.")
    for width in (900, 1280, 1920):
        cy.page.set_viewport_size({"width": width, "height": 800})
        title, note = (cy.still().page.locator(place).first.bounding_box() for place in (".rows .cell-title", ".toast"))
        assert note["x"] >= title["x"] + title["width"] and note["x"] + note["width"] <= width, (width, title, note)


@test("A complaint at a field stays inside the window")
def complaints(world):
    ann = world.tab()
    for width in (1280, 768, 375, 320):
        ann.page.set_viewport_size({"width": width, "height": 1100})
        for open_it in (lambda: ann.row("American Pie").locator(".cell-year").dblclick(), lambda: ann.page.get_by_role("button", name="Edit Year").click()):
            open_it()
            ann.page.locator(".edit-input").fill("then")
            ann.press("Enter")
            box = ann.page.locator(".edit-note").bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width, (width, box)
            assert ann.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            ann.press("Escape")


@test("The three ways to begin stand in one line where there is room")
def ways(world):
    world.shelf += "-empty"
    ann = world.tab()
    until(lambda: {button.bounding_box()["y"] for button in ann.page.locator(".empty-ways button").all()}, lambda places: len(places) == 1, "one line")


@test("With text of twice the size rows grow with it, and years are whole (WCAG 1.4.4)")
def large_text(world):
    ann = world.tab()
    for width in (1280, 390):
        ann.page.set_viewport_size({"width": width, "height": 1100})
        ann.page.evaluate("() => { document.documentElement.style.fontSize = '200%'; dispatchEvent(new Event('resize')) }")
        ann.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        boxes = [row.bounding_box() for row in ann.page.locator(".rows .row").all()]
        values = [value.bounding_box() for value in ann.page.locator(".rows .row .cell-title .value, .rows .row .cell-artist .value").all()]
        assert all(one["y"] + one["height"] <= other["y"] + 1 for one, other in zip(boxes, boxes[1:])), "rows lie over each other"
        assert all(any(row["y"] <= value["y"] and value["y"] + value["height"] <= row["y"] + row["height"] for row in boxes) for value in values), "text leaves its row"
        assert ann.page.evaluate("() => [...document.querySelectorAll('.cell-year .value')].every(year => year.scrollWidth <= year.clientWidth)"), "a year is cut"


@test("In forced colours no control touches the words beside it", forced_colors="active")
def forced(world):
    ann = world.tab()
    words, button = (ann.page.locator(place).bounding_box() for place in (".where .figures", ".where button"))
    assert button["x"] - words["x"] - words["width"] >= 8


@test("A very long title leaves the rest of the page in sight")
def long_title(world):
    peer = world.peer()
    peer.do({"op": "edit", "id": "bowie", "set": {"title": "Long " * 600, "artist": "Name" * 600}})
    ann = world.tab()
    assert ann.page.locator("#details").bounding_box()["height"] < 480
    peer.do({"op": "edit", "id": "bowie", "set": {"genre": "Pop, " * 600}})
    until(lambda: "Pop, Pop" in ann.page.locator("#details").inner_text(), True, "the genre")
    assert ann.page.locator("#details").bounding_box()["height"] < 600
    assert ann.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@test("What is pasted can be added without scrolling for the button", viewport={"width": 1280, "height": 620})
def long_paste(world):
    ann = world.tab()
    ann.tool("add").click()
    ann.page.get_by_role("tab", name="Paste a list").click()
    ann.page.get_by_label("Your list").fill("\n".join(f"Artist {at} - Album {at} (1999)" for at in range(30)))
    button = ann.page.get_by_role("button", name="Add 30 albums").bounding_box()
    box = ann.dialog("Add albums").bounding_box()
    assert button["y"] + button["height"] <= min(620, box["y"] + box["height"]), (button, box)


@test("On a phone the button of a note stands beside its words, not beneath them", viewport={"width": 375, "height": 700}, **PHONE)
def low_note(world):
    ann = world.tab()
    world.peer("Bo").do({"op": "delete", "id": "madonna"})
    ann.says("Bo deleted American Pie")
    words, button = (ann.page.locator(f".toast {part}").bounding_box() for part in ("p", ".small"))
    assert words["x"] + words["width"] <= button["x"] and words["y"] < button["y"] + button["height"]
