"""A tab of the page, in the words of who sits before it."""

from .testing import until

ROWS = """() => [...document.querySelectorAll('.rows .row[data-album-id]')]
  .sort((a, b) => a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex'))
  .map(row => ({ id: row.dataset.albumId, title: row.querySelector('.cell-title .value').textContent,
    artist: row.querySelector('.cell-artist .value').textContent, year: row.querySelector('.cell-year .value').textContent, genre: row.querySelector('.cell-genre .value').textContent }))"""
DOM_ORDER = "() => [...document.querySelectorAll('.rows .row[data-album-id]')].map(row => row.dataset.albumId)"
FOCUS = """() => { const at = document.activeElement; return at === document.body ? 'body' : at.closest('.rows .row') && !at.matches('.row') ? `in ${at.closest('.row').dataset.albumId}`
  : at.dataset.albumId ?? at.getAttribute('aria-label') ?? at.textContent.trim() }"""
STILL = """() => document.getAnimations().every(one => one.playState !== 'running'
    || one.effect.getComputedTiming().endTime === Infinity)"""


class Tab:
    def __init__(self, world, page, shelf):
        self.world = world
        self.page = page
        self.shelf = shelf
        self.complaints = []
        page.on("console", lambda message: self.complaints.append(f"{message.text} {message.location.get('url', '')}") if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.complaints.append(f"not caught: {error}"))

    def open(self):
        self.page.goto(self.world.address(self.shelf))
        return self.settled()

    def settled(self):
        """Waits until everything is saved and shown."""
        until(lambda: self.status, lambda words: words in ("Saved", "Back online · saved"), "the page is connected and saved")
        return self

    def still(self):
        """Waits until nothing moves or changes its colour, so that places and contrasts can be measured."""
        self.page.wait_for_function(STILL)
        return self

    # ---- what it shows

    @property
    def albums(self):
        return self.page.evaluate(ROWS)

    @property
    def titles(self):
        return [album["title"] for album in self.albums]

    @property
    def dom_order(self):
        return self.page.evaluate(DOM_ORDER)

    @property
    def status(self):
        return self.page.locator(".status-words").text_content()

    @property
    def focus(self):
        return self.page.evaluate(FOCUS)

    def shows(self, titles):
        until(lambda: self.titles, titles, "the list in the page")

    def says(self, words):
        """Waits for a notice with these words."""
        self.page.locator(".toast", has_text=words).first.wait_for(timeout=15_000)

    # ---- what one does with it

    def tool(self, name):
        return self.page.locator(f".tool-{ {'add': 'plus'}.get(name, name) }")

    def is_lit(self, name):
        return self.tool(name).get_attribute("aria-disabled") != "true"

    def label(self, name):
        return self.tool(name).get_attribute("aria-label")

    def lit(self, name, label):
        """Waits until a button of the toolbar can be pressed and says this."""
        until(lambda: (self.is_lit(name), self.label(name)), (True, label), f"the {name} button")

    def grey(self, name):
        until(lambda: self.is_lit(name), False, f"the {name} button is grey")

    def row(self, title):
        return self.page.locator(".rows .row[data-album-id]", has=self.page.locator(".cell-title .value").get_by_text(title, exact=True))

    def choose(self, title):
        """A click on the row; the keyboard is in the list then."""
        self.row(title).first.click(position={"x": 300, "y": 12})

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def delete(self, title):
        self.choose(title)
        self.tool("trash").click()

    def menu(self, *path):
        """Chooses from the main menu."""
        self.page.get_by_role("button", name="Menu", exact=True).click()
        self.page.get_by_role("menuitem", name=path[0]).or_(self.page.get_by_role("menuitemradio", name=path[0])).click()

    def dialog(self, title):
        box = self.page.get_by_role("dialog", name=title)
        box.wait_for()
        return box

    def edit(self, title, field, value, key="Enter"):
        self.row(title).locator(f".cell-{field}").dblclick()
        self.page.locator(".edit-input").fill(value)
        if key:
            self.press(key)

    def add(self, title, artist="", year=""):
        self.tool("add").click()
        box = self.dialog("Add albums")
        for label, value in (("Album", title), ("Artist", artist), ("Year", str(year))):
            box.get_by_label(label, exact=True).fill(value)
        self.press("Enter")
        box.wait_for(state="detached")
