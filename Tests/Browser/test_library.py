"""The client library and the client of CLIENT.md, in Node, against the real server and beside the page."""

import json
import subprocess
from pathlib import Path

from support.albums import TITLES
from support.testing import test

SCRIPT = Path(__file__).parent / "library.js"


@test("W5 web/client.js and the client of CLIENT.md work in Node, and agree with the page")
def in_node(world):
    ann = world.tab()
    address = world.server.socket(world.shelf)
    done = subprocess.run(["node", SCRIPT, address, json.dumps(TITLES)], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"effect": "done", "steps": 5}, done.stdout
    ann.says("Node undid the delete of Staring at the Sun")
    world.same_everywhere()
