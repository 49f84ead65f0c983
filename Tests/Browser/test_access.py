"""Invitations, viewers, and those whose link no longer counts."""

import os
import signal
import subprocess
from contextlib import contextmanager

from support.albums import SAMPLES
from support.server import PROGRAM, Server
from support.testing import test, until


class Guarded(Server):
    """A server that lets nobody in without a token."""

    def __init__(self, folder):
        self.key, self.revoked = f"{folder}/access-key", f"{folder}/access-revoked"
        with open(os.open(self.key, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write("a key for this test alone, of more than 32 characters\n")
        self.revoke()
        super().__init__("--auth-key-file", self.key, "--revoked-file", self.revoked)

    def revoke(self, *ids):
        with open(self.revoked, "w") as file:
            file.write("\n".join(ids))

    def invite(self, role, shelf="main", *more):
        """A link, and the id of its token."""
        command = [PROGRAM, "invite", self.url, "--auth-key-file", self.key, "--shelf", shelf, "--role", role, *more]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout.strip(), done.stderr.split()[-1]


@contextmanager
def guarded(world):
    server = Guarded(world.server.folder)
    try:
        world.server = server
        yield server
    finally:
        server.close()


def enter(world, name, link):
    tab = world.adopt(world.new_page(world.person(name)))
    tab.page.goto(link)
    return tab


@test("A5 An invitation opens the shelf, goes out of the address, and is remembered", own_server=True)
def invitation(world):
    with guarded(world) as server:
        asked = []
        tab = world.adopt(world.new_page(world.person("Ann")))
        tab.page.on("request", lambda request: asked.append(request.url))
        tab.page.goto(server.invite("edit")[0])
        tab.settled()
        assert tab.page.url == f"{server.url}/s/main"
        tab.shows([album["title"] for album in SAMPLES])
        tab.delete(SAMPLES[0]["title"])
        tab.settled()
        tab.page.goto(f"{server.url}/")
        tab.settled()
        tab.shows([album["title"] for album in SAMPLES[1:]])
        assert not [url for url in asked if "token" in url.split("/")[-1] and not url.endswith("token.js")], asked


@test("A2 A viewer sees all live, and has nothing to change it with", own_server=True)
def viewer(world):
    with guarded(world) as server:
        editor, viewer = enter(world, "Ann", server.invite("edit")[0]), enter(world, "Bo", server.invite("view")[0])
        editor.settled()
        viewer.settled()
        assert viewer.page.get_by_text("View only", exact=True).is_visible()
        assert not editor.page.get_by_text("View only", exact=True).is_visible()
        for part in [".toolbar", ".handle", ".cell-menu button", ".cell-check label", ".card .where button"]:
            assert not [item for item in viewer.page.locator(part).all() if item.is_visible()], part
        assert not viewer.page.locator("#details").get_by_role("button").count(), "what nobody may press is no button"
        viewer.choose(SAMPLES[1]["title"])
        viewer.press("Space", "Shift+ArrowDown", "Control+a")
        assert not viewer.page.locator(".selection-bar").is_visible(), "there is nothing to select for"
        viewer.choose(SAMPLES[1]["title"])
        assert viewer.page.locator(".row.is-current .cell-number").evaluate("number => getComputedStyle(number).opacity") == "1", "no checkbox takes the place of the number"
        viewer.press("Enter", "Delete", "Control+z", "m", "n")
        assert not viewer.page.locator(".edit-input, dialog[open], .menu").count()
        editor.delete(SAMPLES[0]["title"])
        editor.settled()
        for tab in (editor, viewer):
            tab.shows([album["title"] for album in SAMPLES[1:]])
        viewer.says(f"Ann deleted {SAMPLES[0]['title']}")
        assert not viewer.page.get_by_role("button", name="Restore").is_visible()
        with viewer.page.expect_download() as saved:
            viewer.menu("Download as CSV")
        with open(saved.value.path(), encoding="utf-8") as file:
            assert SAMPLES[1]["title"] in file.read()


@test("A1 Whose link gives a name is not asked for one, and sees that it stays", own_server=True)
def named(world):
    with guarded(world) as server:
        zoe, bo = enter(world, "", server.invite("edit", "main", "--name", "Zoë")[0]), enter(world, "Bo", server.invite("view")[0])
        for tab in (zoe, bo):
            tab.settled()
        until(lambda: zoe.page.locator(".people").get_attribute("aria-label"), "2 people here: Zoë (you), Bo", "who is here")
        assert not zoe.page.locator(".toast").count()
        zoe.menu("Your name and colour")
        box = zoe.dialog("Your name and colour")
        name = box.get_by_label("Your name", exact=True)
        assert name.input_value() == "Zoë" and not name.is_editable()
        box.get_by_role("radio", name="Teal").check()
        box.get_by_role("button", name="Save").click()
        until(lambda: bo.page.locator(".people .face:not(.is-self)").evaluate("face => face.style.getPropertyValue('--hue')"), "172", "the colour")
        assert zoe.page.evaluate("JSON.parse(localStorage.getItem('backspin.person')).name") == "", "the name is the link's, and not kept"


@test("A3 Whose link no longer counts is told to ask for a new one, and goes on with it in the same tab", own_server=True)
def shut(world):
    with guarded(world) as server:
        link, token = server.invite("edit")
        tab = enter(world, "Ann", link)
        tab.settled()
        tab.delete(SAMPLES[0]["title"])
        tab.settled()
        server.revoke(token)
        server.process.send_signal(signal.SIGHUP)
        until(lambda: tab.status, "Ask for a new link to go on", "the status")
        assert not tab.page.locator(".toast button", has_text="Undo").is_visible()
        tab.press("Control+z")
        assert tab.titles == [album["title"] for album in SAMPLES[1:]], "an undo that nobody will carry out must not show"
        tab.page.reload()
        until(lambda: tab.status, "Ask for a new link to go on", "the status after a reload")
        tab.page.evaluate("link => { location.href = link }", server.invite("edit")[0])
        tab.settled()
        tab.shows([album["title"] for album in SAMPLES[1:]])


@test("A1 Who comes without a link is told that it takes one", own_server=True)
def uninvited(world):
    with guarded(world) as server:
        tab = enter(world, "Ann", f"{server.url}/s/main")
        until(lambda: tab.page.locator(".empty h2").text_content(), "This shelf opens with a link", "the words on an empty page")
        for part in (".empty-ways", ".toolbar"):
            assert not tab.page.locator(part).is_visible(), part


@test("U9 An admin undoes another's step from the history, and its owner sees whose act it was", own_server=True)
def admin(world):
    with guarded(world) as server:
        editor, admin = enter(world, "Ann", server.invite("edit")[0]), enter(world, "Bo", server.invite("admin")[0])
        editor.settled()
        admin.settled()
        editor.delete(SAMPLES[0]["title"])
        admin.shows([album["title"] for album in SAMPLES[1:]])
        admin.menu("History")
        admin.dialog("History").get_by_role("button", name="Undo", exact=True).first.click()
        for tab in (editor, admin):
            tab.shows([album["title"] for album in SAMPLES])
        editor.says("Bo undid the delete of Best of Bowie")
        editor.grey("undo")
        editor.grey("redo")
        until(lambda: admin.status, "Saved", "the admin's page is saved")


@test("On a phone the shelf's name is whole beside what a viewer is told, and what anybody is told whose link no longer counts", own_server=True, viewport={"width": 375, "height": 700}, has_touch=True, is_mobile=True)
def narrow_top(world):
    one_line = "() => { const name = document.querySelector('h1'), words = document.createRange(); words.selectNodeContents(name); return [words.getClientRects().length, name.scrollWidth <= name.clientWidth] }"
    with guarded(world) as server:
        link, token = server.invite("view")
        tab = enter(world, "Ann", link)
        tab.settled()
        assert tab.page.locator(".status-role").is_visible() and tab.page.evaluate(one_line) == [1, True]
        server.revoke(token)
        server.process.send_signal(signal.SIGHUP)
        until(lambda: tab.status, "Ask for a new link to go on", "the status")
        assert tab.page.evaluate(one_line) == [1, True]
