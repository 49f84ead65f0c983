"""An independent client, written from SPEC (W) alone, against the real server and next to the page."""

import json

from support.albums import SAMPLES, TITLES
from support.testing import test, until


@test("W2 Welcome, the list, then you: in this order, and without a name nothing is missing")
def greeting(world):
    peer = world.peer(greet=False)
    peer.say({"t": "hello"})
    kinds = []
    while "you" not in kinds:
        kinds.append(peer.next()["t"])
    assert kinds[0] == "welcome" and "snapshot" in kinds and kinds[-1] == "you", kinds
    assert [album["title"] for album in peer.albums] == TITLES


@test("W3 do, undo and redo have one outcome each; a repeated request is told again, not done again")
def outcomes(world):
    ann, peer = world.tab(), world.peer("Peer")
    assert peer.do({"op": "delete", "id": "u2"})["ops"] == [{"op": "delete", "index": 3, "id": "u2"}]
    ann.shows([*TITLES[:3], TITLES[4]])
    step = peer.seq
    assert peer.request("undo", expect=1)["code"] == "stale"
    assert peer.request("undo", expect=step)["of"] == step
    assert peer.request("undo", expect=None)["t"] == "ack"
    assert peer.request("redo")["kind"] == "redo"
    seq = peer.seq
    peer.say({"t": "redo", "req": peer.last})
    assert peer.hear("ack", req=peer.last) == {"t": "ack", "req": peer.last, "effect": "done", "seq": seq}
    peer.say({"t": "undo", "req": peer.last})
    assert peer.hear("nack", req=peer.last)["code"] == "reused"
    assert peer.do({"op": "delete", "id": "u2"})["effect"] == "none"
    peer.catch_up()
    assert peer.albums == world.albums


@test("U10 A client that comes back is sent only what it missed, and undoes what it did before")
def resumed(world):
    peer, other = world.peer("Peer"), world.peer("Other")
    step = peer.do({"op": "edit", "id": "bowie", "set": {"title": "Low", "genre": None}})["seq"]
    peer.close()
    other.do({"op": "move", "id": "bowie", "before": None})
    back = world.peer("Peer", key=peer.key, at={"epoch": peer.epoch, "seq": peer.seq}, albums=peer.albums)
    assert back.welcome["resumed"] and back.welcome["req"] == 1
    assert [event["kind"] for event in back.events] == ["do"] and back.albums == other.albums
    assert back.you["undo"]["step"] == step
    undone = back.request("undo", expect=step)
    assert undone["ops"] == [{"op": "edit", "id": "bowie", "set": {"genre": "Pop", "title": "Best of Bowie"}}], undone
    assert {album["id"]: album for album in world.albums} == {album["id"]: album for album in SAMPLES}


@test("W4 The author gets the same bytes as everybody; arrays mean nothing but their parts")
def arrays(world):
    peer, other = world.peer("Peer"), world.peer("Other")
    peer.say({"t": "do", "req": 1, "ops": [{"op": "delete", "id": "u2"}]}, {"t": "undo", "req": 2, "expect": {"req": 1}}, {"t": "ping"})
    peer.last = 2
    assert peer.outcome(2)["kind"] == "undo"
    other.catch_up()
    assert [(event["req"], event["kind"]) for event in peer.events if event["by"] == peer.id] == [(1, "do"), (2, "undo")]
    assert peer.events == other.events
    assert [album["title"] for album in other.albums] == TITLES


@test("W10 The close codes say what was wrong, and nothing has changed")
def close_codes(world):
    stranger = world.peer(greet=False)
    stranger.say({"t": "hello", "client": "c" * 16})
    assert stranger.hear("bye")["code"] == 4502 and stranger.closed() == 4502
    for nonsense in ('{"t":', "[]x", '{"t":"do","t":"do"}', '{"t":"do","ops":[]}', '"hello"', '{"t":"do","req":1,"ops":[{"op":"edit","id":"u2","set":{"title":"\\ud800"}}]}'):
        peer = world.peer()
        peer.socket.send(nonsense)
        assert peer.closed() == 4500, nonsense
    peer = world.peer()
    peer.socket.send(json.dumps([{"t": "ping"}] * 65))
    assert peer.closed() == 4505
    first = world.peer()
    world.peer(key=first.key)
    assert first.closed() == 4504
    assert [album["title"] for album in world.albums] == TITLES


@test("W6 What is well-formed but wrong gets a nack, and the shelf stays as it was")
def refusals(world):
    peer = world.peer()
    wrong = {
        "id_taken": {"op": "insert", "id": "u2", "before": None, "fields": {}},
        "bad_request": {"op": "move", "id": "u2", "after": "u2"},
    }
    for code, op in wrong.items():
        assert peer.do(op)["code"] == code, op
    for title in ("right\u202eleft", "z" + "\u0301" * 31, "bell\u0007", "x" * 4097):
        assert peer.do({"op": "edit", "id": "u2", "set": {"title": title}})["t"] == "nack", title
    assert peer.request("undo", step=9999)["code"] == "unknown_step"
    peer.catch_up()
    assert peer.events[1:] == [] and [album["title"] for album in world.albums] == TITLES


@test("J2 What was acknowledged outlives kill -9, and the peer's undo with it", goes_down=True)
def durable(world):
    peer = world.peer()
    done = peer.do({"op": "delete", "id": peer.albums[0]["id"]})
    world.server.restart()
    back = world.peer(key=peer.key, at={"epoch": peer.epoch, "seq": done["seq"]}, albums=peer.albums)
    assert back.welcome["resumed"] and back.you["undo"]["step"] == done["seq"]
    back.request("undo", expect=done["seq"])
    assert [album["title"] for album in world.albums] == TITLES


@test("W8 The page shows a peer who says where it is")
def here(world):
    ann, peer = world.tab(), world.peer("Peer")
    peer.say({"t": "here", "name": "Robot", "person": "robot", "hue": 130, "on": "u2", "edits": "u2"})
    until(lambda: ann.page.locator(".people").get_attribute("aria-label"), "2 people here: Ann (you), Robot", "who is here")
    ann.page.get_by_role("img", name="Robot is editing Staring at the Sun").first.wait_for()
