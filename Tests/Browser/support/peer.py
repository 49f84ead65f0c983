"""An independent client: it speaks the protocol from SPEC (W) alone, and knows nothing of web/client.js."""

import json
import time

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


class Peer:
    def __init__(self, url, name="Peer", key=None, at=None, albums=(), greet=True):
        self.socket = connect(url, subprotocols=["backspin.v1"], max_size=None, compression=None, close_timeout=2)
        self.waiting = []
        self.events = []
        self.albums = [dict(album) for album in albums]
        self.seq = at["seq"] if at else None
        self.you = None
        self.last = 0
        if greet:
            self.say({"t": "hello", "name": name, **({"key": key} if key else {}), **({"at": at} if at else {})})
            self.welcome = self.hear("welcome")
            self.key = self.welcome.get("key", key)
            self.id, self.epoch, self.last = (self.welcome[name] for name in ("client", "epoch", "req"))
            self.hear("you")

    def say(self, *messages):
        """One message as an object, several as one array."""
        self.socket.send(json.dumps(messages[0] if len(messages) == 1 else messages))

    def hear(self, kind, within=15, **members):
        """The next message of that kind with those members; what comes before it is applied and passed over."""
        deadline = time.monotonic() + within
        while True:
            message = self.next(deadline)
            if message["t"] == kind and all(message.get(name) == value for name, value in members.items()):
                return message

    def next(self, deadline=None):
        deadline = deadline or time.monotonic() + 15
        while not self.waiting:
            frame = json.loads(self.socket.recv(timeout=max(0.01, deadline - time.monotonic())))
            self.waiting = frame if isinstance(frame, list) else [frame]
        message = self.waiting.pop(0)
        self._apply(message)
        return message

    def _apply(self, message):
        if message["t"] == "snapshot":
            self.albums = message["albums"] if message["part"] == 1 else self.albums + message["albums"]
            self.seq = message["seq"]
        elif message["t"] == "ev" and message["seq"] > (self.seq or 0):
            assert self.seq is None or message["seq"] == self.seq + 1, f"an event is missing before {message['seq']}"
            self.seq = message["seq"]
            self.events.append(message)
            for op in message["ops"]:
                self._carry_out(op)
        elif message["t"] == "you":
            self.you = message

    def _carry_out(self, op):
        albums = self.albums
        match op["op"]:
            case "delete":
                assert albums.pop(op["index"])["id"] == op["id"]
            case "move":
                albums.insert(op["to"], albums.pop(op["from"]))
            case "insert":
                albums.insert(op["index"], {"id": op["id"], **op["fields"]})
            case "edit":
                album = next(album for album in albums if album["id"] == op["id"])
                for name, value in op["set"].items():
                    album.pop(name, None) if value is None else album.__setitem__(name, value)

    def request(self, kind, **members):
        """Sends a request and returns its outcome: an event, an ack or a nack."""
        self.last += 1
        self.say({"t": kind, "req": self.last, **members})
        return self.outcome(self.last)

    def outcome(self, number):
        while True:
            message = self.next(time.monotonic() + 60)
            if message.get("req") == number and (message["t"] in ("ack", "nack") or message.get("by") == self.id):
                return message

    def do(self, *ops):
        return self.request("do", ops=list(ops))

    def insert(self, albums):
        """Puts albums at the end, in requests of 1,000."""
        for start in range(0, len(albums), 1000):
            ops = [{"op": "insert", "id": album["id"], "before": None, "fields": {k: v for k, v in album.items() if k != "id"}} for album in albums[start : start + 1000]]
            outcome = self.do(*ops)
            assert outcome["t"] == "ev", outcome

    def catch_up(self):
        """Everything that was sent before is applied."""
        self.say({"t": "ping"})
        self.hear("tick")

    def closed(self, within=15):
        """The close code, once the server ended the connection."""
        deadline = time.monotonic() + within
        try:
            while True:
                self.next(deadline)
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else None

    def close(self):
        self.socket.close()
