"""Everyone: axe on every view in every colour scheme, narrow windows, zoom, print (WCAG 2.2 AA)."""

from support import axe
from support.testing import test, until

SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
NARROW = {"viewport": {"width": 320, "height": 640}}


def views(world):
    """Opens one view after another, and says each time what is to be seen."""
    ann, bo = world.tab("Ann"), world.tab("Bo")
    page = ann.page
    yield ann, "the page"
    ann.edit("American Pie", "title", "Music", key=None)
    yield ann, "editing"
    bo.edit("American Pie", "title", "Ray of Light")
    page.get_by_role("button", name="Use theirs").wait_for()
    yield ann, "a conflict"
    ann.press("Escape")
    ann.press("Control+a")
    page.locator(".selection-bar").wait_for()
    yield ann, "a selection"
    page.get_by_role("button", name="Edit a field").click()
    ann.dialog("Edit a field of 5 albums")
    yield ann, "the dialog for a field of all"
    ann.press("Escape", "Escape")
    bo.delete("Best of Bowie")
    ann.says("Bo deleted Best of Bowie")
    ann.choose("It's My Life")
    ann.press("Delete")
    yield ann, "notices"
    for panel in ("History", "Recently deleted", "Keyboard shortcuts", "Your name and colour"):
        ann.menu(panel)
        ann.dialog(panel)
        until(lambda: page.locator("[aria-busy]").count(), 0, "the panel is filled")
        yield ann, panel
        ann.press("Escape")
    ann.tool("add").click()
    ann.dialog("Add albums")
    yield ann, "adding one"
    page.get_by_role("tab", name="Paste a list").click()
    page.get_by_label("Your list").fill("David Bowie - Low (1977)\nU2 - Staring at the Sun (2000)\nsomething")
    page.get_by_role("button", name="Add 3 albums").wait_for()
    yield ann, "adding many"
    ann.press("Escape")
    ann.choose("Staring at the Sun")
    ann.press("Shift+F10")
    page.get_by_role("menu", name="Move").wait_for()
    yield ann, "the move menu"
    page.get_by_role("menuitem", name="To position").click()
    ann.dialog("Move to position")
    yield ann, "the dialog for a position"
    ann.press("Escape")
    page.locator(".people").click()
    yield ann, "the people"
    ann.press("Escape")
    page.get_by_role("button", name="Menu", exact=True).click()
    yield ann, "the menu"
    ann.press("Escape", "/")
    page.keyboard.type("sun")
    page.locator("mark").first.wait_for()
    yield ann, "a filter"
    page.keyboard.type("xyz")
    page.locator(".nothing").wait_for()
    yield ann, "a filter that finds nothing"
    ann.press("Escape")
    page.locator(".head .sort").first.click()
    yield ann, "a sort"
    page.get_by_role("button", name="Back to the shelf’s order").click()
    ann.choose("Staring at the Sun")
    ann.press("Control+a", "Delete")
    page.locator(".empty").wait_for()
    yield ann, "an empty shelf"


def check_all(world, options=None):
    for tab, where in views(world):
        axe.check(tab, where, options)


@test("axe finds nothing in any view, in light colours", color_scheme="light")
def light(world):
    check_all(world)


@test("axe finds nothing in any view, in dark colours", color_scheme="dark")
def dark(world):
    check_all(world)


@test("axe finds nothing in any view, in forced colours", forced_colors="active")
def forced(world):
    check_all(world, axe.FORCED)


@test("axe finds nothing in any view of a phone", has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
def phone(world):
    ann = world.tab()
    axe.check(ann, "the page")
    ann.row("American Pie").get_by_role("checkbox").tap()
    ann.page.locator(".selection-bar").wait_for()
    axe.check(ann, "a selection")
    ann.tool("add").tap()
    ann.dialog("Add albums")
    axe.check(ann, "adding")


@test("axe finds nothing while offline", goes_down=True)
def offline(world):
    for scheme in ("light", "dark"):
        ann = world.tab(scheme, color_scheme=scheme)
        world.server.kill()
        until(lambda: ann.status, lambda words: words.startswith("Offline"), "the status")
        ann.delete(ann.titles[0])
        until(lambda: ann.status, "Offline · 1 change kept on this device", "the status")
        axe.check(ann, f"offline, {scheme}")
        assert "(offline)" in ann.page.title()
        world.server.start()
        ann.settled()


@test("Nothing scrolls sideways at 320 px, which is 400 % zoom on 1280 px (WCAG 1.4.10)", **NARROW)
def narrow(world):
    world.peer().do({"op": "edit", "id": "u2", "set": {"title": "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk", "artist": "Llanfairpwllgwyngyllgogerychwyrndrobwll"}})
    ann = world.tab()
    page = ann.page
    for height in (640, 256):
        page.set_viewport_size({"width": 320, "height": height})
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate(SIDEWAYS) == 0, f"the page, {height} px high"
        for open_it, title in (
            (lambda: ann.menu("History"), "History"),
            (lambda: ann.menu("Keyboard shortcuts"), "Keyboard shortcuts"),
            (lambda: ann.menu("Your name and colour"), "Your name and colour"),
            (lambda: ann.tool("add").click(), "Add albums"),
        ):
            open_it()
            box = ann.dialog(title)
            assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 0 and page.evaluate(SIDEWAYS) == 0, title
            ann.press("Escape")


@test("Larger spacing of text cuts nothing off (WCAG 1.4.12)")
def spacing(world):
    ann = world.tab()
    ann.page.evaluate("""() => { const sheet = new CSSStyleSheet()
      sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }'); document.adoptedStyleSheets = [sheet] }""")
    assert ann.page.evaluate(SIDEWAYS) == 0
    cut = ann.page.evaluate("() => [...document.querySelectorAll('.rows .value, .toolbar .what, .status-words')].filter(one => one.scrollHeight > one.clientHeight + 2 && one.clientHeight).map(one => one.textContent)")
    assert cut == [], cut


@test("Nothing moves where less motion is asked for; otherwise an undo is seen to slide", reduced_motion="no-preference")
def motion(world):
    ann, bo = world.tab("Ann"), world.tab("Bo", reduced_motion="reduce")
    count = "() => document.getAnimations().filter(one => one.playState === 'running' && one.effect.getComputedTiming().duration > 1 && one.effect.getKeyframes().some(frame => frame.translate && frame.translate !== 'none')).length"
    watch = f"() => {{ window.most = 0; const look = () => {{ window.most = Math.max(window.most, ({count})()); requestAnimationFrame(look) }}; look() }}"
    for tab in (ann, bo):
        tab.page.evaluate(watch)
    ann.delete("It's My Life")
    bo.shows([album["title"] for album in world.albums])
    ann.press("Control+z")
    world.same_everywhere()
    assert ann.page.evaluate("most") > 0 and bo.page.evaluate("most") == 0


@test("Print is a clean list: every album, no controls")
def printed(world):
    ann = world.tab()
    ann.page.emulate_media(media="print")
    ann.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    until(lambda: len(ann.titles), 5, "the rows")
    shown = ann.page.evaluate("() => [...document.querySelectorAll('button, input, .sleeve')].filter(one => one.checkVisibility() && !one.closest('.head')).map(one => one.className)")
    assert shown == [], shown


@test("Right to left the page is mirrored, and the arrows of the covers with it")
def mirrored(world):
    ann = world.tab()
    ann.page.evaluate("document.documentElement.dir = 'rtl'; dispatchEvent(new Event('resize'))")
    ann.page.set_viewport_size({"width": 1200, "height": 1100})
    assert ann.page.evaluate(SIDEWAYS) == 0
    undo, trash = (ann.tool(name).bounding_box()["x"] for name in ("undo", "trash"))
    assert undo > trash
    ann.page.get_by_role("listbox", name="Covers").focus()
    ann.press("ArrowLeft")
    until(lambda: ann.page.locator("#details .title button").text_content(), "It's My Life", "the chosen album")
