"""What a test has in its hands: a server, people with their tabs, peers. All of it ends with the test."""

import re
import uuid
from pathlib import Path

from .albums import SAMPLES
from .peer import Peer
from .server import ROOT
from .tab import Tab
from .testing import until

FAILURES = ROOT / ".build/browser-failures"
HUES = {"Ann": 8, "Bo": 215, "Cy": 130}
WATCH = "document.addEventListener('securitypolicyviolation', event => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`))"
SIT = "if (location.protocol.startsWith('http') && !localStorage.getItem('backspin.person')) localStorage.setItem('backspin.person', JSON.stringify(%s))"
WHILE_DOWN = re.compile(r"WebSocket connection to .* failed|net::ERR_(CONNECTION_REFUSED|INTERNET_DISCONNECTED|CONNECTION_RESET)")
NO_LIST = re.compile(r"responded with a status of (401|403|404) \(.*/api/shelves/")


class World:
    def __init__(self, test, browser, server):
        self.test = test
        self.browser = browser
        self.server = server
        self.shelf = "main" if test.own_server else f"t-{uuid.uuid4().hex[:12]}"
        self.tabs = []
        self.peers = []
        self.contexts = {}
        if not test.own_server:
            seeder = self.peer()
            seeder.insert(SAMPLES)
            seeder.close()

    def address(self, shelf):
        return f"{self.server.url}/s/{shelf}"

    def person(self, name="Ann", **options):
        """A browser of somebody's own; an empty name is somebody who has not chosen one."""
        if name not in self.contexts:
            context = self.browser.new_context(**{"viewport": {"width": 1280, "height": 1100}, "reduced_motion": "reduce", **self.test.options, **options})
            context.set_default_timeout(15_000)
            context.add_init_script(WATCH)
            if name:
                context.add_init_script(SIT % f"{{ id: 'p-{name}', name: '{name}', hue: {HUES.get(name, 300)}, isMuted: false }}")
            self.contexts[name] = context
        return self.contexts[name]

    def tab(self, name="Ann", shelf=None, **options):
        """A new tab of a person, open, connected and saved."""
        return self.adopt(self.new_page(self.person(name, **options)), shelf).open()

    def new_page(self, context):
        """A page in a window of its own: Chromium draws a tab behind another one but once a second."""
        if not context.pages:
            return context.new_page()
        target = context.new_cdp_session(context.pages[0]).send("Target.getTargetInfo")["targetInfo"]
        with context.expect_page() as opened:
            whole = self.browser.new_browser_cdp_session()
            whole.send("Target.createTarget", {"url": "about:blank", "newWindow": True, "browserContextId": target["browserContextId"]})
        return opened.value

    def adopt(self, page, shelf=None):
        self.tabs.append(Tab(self, page, shelf or self.shelf))
        return self.tabs[-1]

    def peer(self, name="Peer", shelf=None, **options):
        self.peers.append(Peer(self.server.socket(shelf or self.shelf), name=name, **options))
        return self.peers[-1]

    @property
    def albums(self):
        return self.server.albums(self.shelf)

    def same_everywhere(self, *tabs):
        """All tabs are saved, and show what the server has, in DOM order too."""
        tabs = tabs or [tab for tab in self.tabs if not tab.page.is_closed()]
        for tab in tabs:
            tab.settled()
        truth = [{"id": album["id"], **{name: str(album.get(name, "")) for name in ("title", "artist", "year", "genre")}} for album in self.albums]
        for tab in tabs:
            until(lambda: tab.albums, truth, "the tab shows what the server has")
            until(lambda: tab.dom_order, [album["id"] for album in truth], "rows are in the DOM in the order of the list")

    def check_complaints(self):
        """Nothing in the console but sockets that could not connect while there was no server, and lists that are not there for who asks."""
        heard = [words for tab in self.tabs for words in tab.complaints if not NO_LIST.search(words)]
        rest = [words for words in heard if not (self.test.goes_down and WHILE_DOWN.search(words))]
        assert not rest, f"the console says: {rest}"

    def picture(self, tab, name, folder=FAILURES, **options):
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.png"
        tab.page.screenshot(path=path, **options)
        return path

    def keep_failure(self):
        """A picture and the text of every tab, to see what went wrong."""
        for at, tab in enumerate(tab for tab in self.tabs if not tab.page.is_closed()):
            try:
                name = f"{self.test.name}-{at + 1}"
                self.picture(tab, name)
                Path(FAILURES / f"{name}.txt").write_text(tab.page.inner_text("body") + "\n\n" + "\n".join(tab.complaints))
            except Exception as error:  # the page may be what is broken
                print(f"    no picture of tab {at + 1}: {error}")

    def close(self):
        for peer in self.peers:
            peer.close()
        for context in self.contexts.values():
            context.close()
