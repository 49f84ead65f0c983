"""28,000 albums: few rows exist, everything stays quick, and a step for everyone is one request. Times are told, not judged."""

from support.albums import many
from support.testing import test, until

COUNT = 28_000
ROWS = "() => document.querySelectorAll('.rows .row').length"
# From the moment a frame with an event comes in to the first frame drawn after the row shows it.
WATCH = """title => new Promise(done => {
  const seen = () => [...document.querySelectorAll('.cell-title .value')].some(value => value.textContent === title)
  const look = () => { if (seen()) requestAnimationFrame(() => done(performance.now() - window.heardAt)); else requestAnimationFrame(look) }
  requestAnimationFrame(look)
})"""
LISTEN = """(() => { const Real = WebSocket; window.WebSocket = class extends Real {
  constructor(...all) { super(...all); this.addEventListener('message', () => { window.heardAt = performance.now() }) } } })()"""
KEY = """() => { window.pressed = new Promise(done => addEventListener('keydown', () => {
  const start = performance.now()
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)))
}, { once: true, capture: true })) }"""


def told(words, ms):
    print(f"      {words}: {ms:.0f} ms", flush=True)


def time_key(tab, key, until_shown):
    """From a key to the frame that shows what it did."""
    tab.page.evaluate(KEY)
    tab.press(key)
    ms = tab.page.evaluate("pressed")
    until_shown()
    return ms


@test("X 28,000 albums open, scroll, filter, sort and follow others, with a few rows in the document")
def large(world):
    world.shelf += "-l"
    albums = many(COUNT)
    peer = world.peer()
    peer.insert(albums)
    world.person("Ann").add_init_script(LISTEN)
    ann = world.tab()
    page = ann.page
    until(lambda: page.locator(".finder .count").text_content(), "28,000 albums", "the count")
    told("navigation to list on screen", page.evaluate("performance.getEntriesByType('navigation')[0].duration"))
    few(page)

    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    until(lambda: any(10_000 < int(row["id"][1:]) < 18_000 for row in ann.albums), True, "rows in the middle")
    few(page)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    until(lambda: ann.albums[-1]["id"], f"m{COUNT - 1}", "the last row")
    few(page)
    page.evaluate("scrollTo(0, 0)")
    until(lambda: ann.albums[0]["id"], "m0", "the first row")

    watch = page.evaluate_handle(f"title => ({{ promise: ({WATCH})(title) }})", "Heard of")
    peer.do({"op": "edit", "id": "m1", "set": {"title": "Heard of"}})
    told("event heard to frame drawn", watch.evaluate("one => one.promise"))
    peer.do({"op": "insert", "id": "front", "after": None, "fields": {"title": "In Front"}})
    until(lambda: [album["id"] for album in ann.albums][0], "front", "an album put in front")

    ann.choose("In Front")
    told("Delete pressed to frame drawn", time_key(ann, "Delete", lambda: until(lambda: ann.albums[0]["id"], "m0", "the list")))
    told("Ctrl+Z pressed to frame drawn", time_key(ann, "Control+z", lambda: until(lambda: ann.albums[0]["id"], "front", "the list")))
    told("End pressed to frame drawn", time_key(ann, "End", lambda: until(lambda: ann.focus, f"m{COUNT - 1}", "the focus")))
    ann.press("Home")
    page.keyboard.type("wi")
    until(lambda: page.evaluate("document.activeElement.textContent"), lambda words: "Wild" in words or "Winter" in words, "the album jumped to")
    few(page)


@test("X 28,000 albums: moving is off with an explanation while filtered; a personal order becomes everyone's in one request")
def orders(world):
    world.shelf += "-o"
    albums = many(COUNT)
    peer = world.peer()
    peer.insert(albums)
    ann = world.tab()
    page = ann.page
    until(lambda: page.locator(".finder .count").text_content(), "28,000 albums", "the count")
    field = page.get_by_label("Filter albums")
    field.fill("golde")
    field.focus()
    found = sum("golden" in album["title"].lower() or "golden" in album["artist"].lower() for album in albums)
    told("a letter typed into the filter to frame drawn", time_key(ann, "n", lambda: until(lambda: page.locator(".finder .count").text_content(), f"{found:,} of 28,000", "the count")))
    first = ann.albums[0]
    ann.choose(first["title"])
    ann.press("Alt+ArrowDown")
    until(lambda: page.locator("#alert-live").text_content(), lambda words: "only in the shelf’s own order" in words, "the explanation")
    assert ann.row(first["title"]).first.locator(".handle").get_attribute("aria-disabled") == "true"
    page.get_by_label("Filter albums").fill("")

    sort = page.locator(".head .sort").filter(has_text="Artist")
    start = page.evaluate("performance.now()")
    sort.click()
    until(lambda: page.locator(".sorted-words").text_content(), "Sorted by artist, only for you", "the sort")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    told("a click on a column to the sorted list, with the robot's own time", page.evaluate("performance.now()") - start)
    assert ann.albums[0]["artist"] == "Ana Beltrán"
    few(page)
    peer.catch_up()
    seq = peer.seq
    page.get_by_role("button", name="Apply this order for everyone").click()
    ann.settled()
    peer.catch_up()
    until(lambda: (peer.catch_up(), peer.seq)[1], seq + 1, "one event")
    artists = [album["artist"] for album in peer.albums]
    assert artists[0] == "Ana Beltrán" and sum(one != other for one, other in zip(artists, artists[1:])) == len(set(artists)) - 1
    ann.press("Control+z")
    until(lambda: (peer.catch_up(), [album["id"] for album in peer.albums])[1] == [album["id"] for album in albums], True, "one undo takes it back")
    assert peer.seq == seq + 2


@test("H1 28,000 albums come compressed on a first visit, and the socket brings only what is newer")
def compressed(world):
    world.shelf += "-c"
    peer = world.peer()
    peer.insert(many(COUNT))
    ann = world.adopt(world.new_page(world.person("Ann")))
    frames, lists = [], []
    ann.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(frame)))
    ann.page.on("response", lambda answer: lists.append(answer) if "/api/shelves/" in answer.url else None)
    ann.open()
    until(lambda: ann.page.locator(".finder .count").text_content(), "28,000 albums", "the count")
    assert [answer.header_value("content-encoding") for answer in lists] == ["gzip"], lists
    packed, plain = lists[0].request.sizes()["responseBodySize"], len(lists[0].body())
    assert packed < plain / 4, (packed, plain)
    assert not [frame for frame in frames if '"snapshot"' in frame], "the list came again"
    assert frames and sum(map(len, frames)) < 16 * 1024, [len(frame) for frame in frames]
    peer.do({"op": "edit", "id": "m0", "set": {"title": "Heard of"}})
    until(lambda: ann.albums[0]["title"], "Heard of", "what is newer")


def few(page):
    rows = page.evaluate(ROWS)
    assert rows < 80, f"{rows} rows are in the document"
