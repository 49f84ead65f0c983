"""Without a connection: everything is done at once, kept, and sent once, in order."""

import re

from support.albums import TITLES
from support.testing import test, until

OFFLINE_3 = "Offline · 3 changes kept on this device"


def make_three_changes(tab):
    tab.delete("American Pie")
    tab.edit("Best of Bowie", "title", "Low")
    tab.choose("Low")
    tab.press("Alt+ArrowDown")
    tab.shows(["It's My Life", "Low", *TITLES[2:4]])
    until(lambda: tab.status, OFFLINE_3, "the status")


def events_of(peer):
    peer.catch_up()
    return [(event["kind"], event["label"]["op"]) for event in peer.events if event["name"] == "Ann"]


THREE = [("do", "delete"), ("do", "edit"), ("do", "move")]


@test("W3 Changes made while the network is away show at once and are sent once, in order", goes_down=True)
def network_away(world):
    ann, bo, peer = world.tab("Ann"), world.tab("Bo"), world.peer()
    world.person("Ann").set_offline(True)
    until(lambda: ann.status, lambda words: words != "Saved", "the page notices")
    make_three_changes(ann)
    ann.lit("undo", "Undo move of Low")
    bo.shows(TITLES)
    world.person("Ann").set_offline(False)
    until(lambda: ann.status, "Back online · saved", "the status")
    world.same_everywhere()
    assert events_of(peer) == THREE


@test("W3 Changes kept on the device survive a server that was killed", goes_down=True)
def server_away(world):
    ann = world.tab("Ann")
    world.server.kill()
    until(lambda: ann.status, "Offline · trying again", "the status")
    make_three_changes(ann)
    world.server.start()
    peer = world.peer()
    until(lambda: ann.status, "Back online · saved", "the status")
    world.same_everywhere()
    assert events_of(peer) in (THREE, []), "each request was carried out once"
    until(lambda: ann.status, "Saved", "the status in the long run")


@test("W3 Changes kept on the device survive a reload while there is no socket", goes_down=True)
def reload_offline(world):
    way = Way(world.person("Ann"))
    ann = world.tab("Ann")
    way.cut(ann)
    make_three_changes(ann)
    ann.page.reload()
    until(lambda: ann.status, OFFLINE_3, "the status after a reload")
    ann.shows(["It's My Life", "Low", *TITLES[2:4]])
    ann.lit("undo", "Undo move of Low")
    peer = world.peer()
    way.is_open = True
    until(lambda: ann.status, lambda words: "saved" in words.lower(), "the status when back")
    world.same_everywhere()
    assert events_of(peer) == THREE


@test("W3 Changes kept on the device survive the end of the tab: the next one sends them", goes_down=True)
def closed_offline(world):
    way = Way(world.person("Ann"))
    ann = world.tab("Ann")
    way.cut(ann)
    make_three_changes(ann)
    ann.page.close()
    peer = world.peer()
    way.is_open = True
    again = world.tab("Ann")
    until(lambda: world.albums[0]["title"], "It's My Life", "the server has the changes")
    again.shows(["It's My Life", "Low", *TITLES[2:4]])
    again.lit("undo", "Undo move of Low")
    world.same_everywhere()
    assert events_of(peer) == THREE


@test("U1 Offline, Undo takes back what was not sent yet, and nobody else ever sees it", goes_down=True)
def undo_offline(world):
    way = Way(world.person("Ann"))
    ann, peer = world.tab("Ann"), world.peer()
    ann.delete("American Pie")
    ann.settled()
    way.cut(ann)
    ann.delete("Staring at the Sun")
    ann.press("Control+z")
    ann.shows(TITLES[:4])
    ann.press("Control+z")
    ann.shows(TITLES)
    ann.grey("undo")
    ann.press("Control+Shift+z")
    ann.shows(TITLES[:4])
    way.is_open = True
    until(lambda: ann.status, lambda words: "saved" in words.lower(), "the status when back")
    world.same_everywhere()
    ann.lit("redo", "Redo delete of Staring at the Sun")
    peer.catch_up()
    assert peer.albums == world.albums


@test("W6 A change that could not be done is listed, with a way to do it again", goes_down=True)
def refused(world):
    way = Way(world.person("Ann"))
    ann = world.tab("Ann")
    world.peer().do({"op": "edit", "id": "madonna", "set": {f"more{at}": "x" * 4000 for at in range(4)}})
    ann.settled()
    way.cut(ann)
    ann.edit("Best of Bowie", "year", "1993")
    ann.row("American Pie").get_by_role("checkbox").check()
    ann.page.get_by_role("button", name="Edit a field").click()
    box = ann.dialog("Edit a field of 1 album")
    box.get_by_role("combobox").select_option("note")
    box.get_by_label("New value").fill("long " * 100)
    box.get_by_role("button", name="Change 1 album").click()
    way.is_open = True
    ann.page.get_by_role("button", name="1 change refused").click()
    box = ann.dialog("Could not be done")
    box.get_by_text("new note of American Pie: it is too large").wait_for()
    box.get_by_role("button", name="Try again").click()
    ann.page.get_by_role("button", name="1 change refused").click()
    ann.dialog("Could not be done").get_by_role("button", name="Remove from this list").click()
    assert ann.page.get_by_role("button", name=re.compile("refused")).count() == 0
    world.same_everywhere()
    assert world.albums[0]["year"] == 1993


class Way:
    """The way of one person's sockets, which can be cut; the page itself still loads."""

    def __init__(self, context):
        self.is_open = True
        self.sockets = []
        context.route_web_socket(re.compile("/ws/"), self.meet)

    def meet(self, socket):
        if not self.is_open:
            return socket.close(code=1013)
        self.sockets.append(socket)
        return socket.connect_to_server()

    def cut(self, tab):
        self.is_open = False
        for socket in self.sockets:
            socket.close(code=1013)
        self.sockets = []
        until(lambda: tab.status, lambda words: words.startswith("Offline"), "the status without a socket")
