"""A real server: `backspin serve` on a free port with a data folder of its own, which can be killed and started again."""

import ctypes
import json
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = ROOT / ".build/debug/backspin"
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)


def dies_with_its_parent():
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Server:
    def __init__(self, *options):
        self.options = options
        self.folder = tempfile.mkdtemp(prefix="backspin-browser-")
        self.port = 0
        self.process = None
        self.start()

    def start(self):
        """Starts it, again at the same port after a kill."""
        command = [PROGRAM, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", f"{self.folder}/data", "--web", ROOT / "web", *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=dies_with_its_parent)
        line = self.process.stdout.readline()
        ready = re.search(r"listening on http://127\.0\.0\.1:(\d+)", line)
        if not ready:
            raise AssertionError(f"the server did not start: {line}{self.process.stderr.read()}")
        self.port = int(ready[1])

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def socket(self, shelf):
        return f"ws://127.0.0.1:{self.port}/ws/{shelf}"

    def kill(self):
        """SIGKILL, as a power cut would."""
        self.process.kill()
        self.process.communicate()

    def restart(self):
        self.kill()
        self.start()

    def albums(self, shelf):
        """The list as /api/shelves tells it."""
        with urllib.request.urlopen(f"{self.url}/api/shelves/{shelf}", timeout=10) as answer:
            return json.load(answer)["albums"]

    def close(self):
        if self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
