"""Runs the tests of the page in a real Chromium against real servers.

    .build/python/bin/python Tests/Browser/run.py             all of them
    .build/python/bin/python Tests/Browser/run.py test_undo   those whose name or title contains this
"""

import argparse
import importlib
import queue
import shutil
import sys
import threading
import time
import traceback
from pathlib import Path

from playwright.sync_api import sync_playwright

from support.server import ROOT, Server
from support.testing import TESTS
from support.world import FAILURES, World

HERE = Path(__file__).resolve().parent
REPEAT = ".build/python/bin/python Tests/Browser/run.py"


class Worker(threading.Thread):
    """A browser of its own that takes tests until none is left."""

    def __init__(self, todo, shared, failed):
        super().__init__(daemon=True)
        self.todo, self.shared, self.failed = todo, shared, failed

    def run(self):
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            while True:
                try:
                    test = self.todo.get_nowait()
                except queue.Empty:
                    break
                self.attempt(test, browser)
            browser.close()

    def attempt(self, test, browser):
        start = time.monotonic()
        server = world = None
        try:
            server = Server() if test.own_server else self.shared
            world = World(test, browser, server)
            test.run(world)
            world.check_complaints()
            print(f"ok    {time.monotonic() - start:4.1f} s  {test.title}", flush=True)
        except Exception:
            if world:
                world.keep_failure()
            self.failed.append(test)
            print(f"FAIL  {time.monotonic() - start:4.1f} s  {test.title}\n{traceback.format_exc()}  repeat: {REPEAT} {test.name}", flush=True)
        finally:
            if world:
                world.close()
            if server is not self.shared and server:
                server.close()


def chosen(words):
    for path in sorted(HERE.glob("test_*.py")):
        importlib.import_module(path.stem)
    return [test for test in TESTS if not words or any(word in test.name or word in test.title for word in words)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="only tests whose name or title contains one of these")
    parser.add_argument("--jobs", type=int, default=2, help="browsers at once")
    options = parser.parse_args()
    shutil.rmtree(FAILURES, ignore_errors=True)
    tests, todo, failed = chosen(options.words), queue.SimpleQueue(), []
    for test in tests:
        todo.put(test)
    shared = Server("--max-request-rate", "0")
    try:
        workers = [Worker(todo, shared, failed) for _ in range(options.jobs)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    finally:
        shared.close()
    left = len(tests) - todo.qsize()
    for test in failed:
        print(f"\nFAILED  {test.title}\n  repeat: {REPEAT} {test.name}")
    if failed:
        print(f"\nPictures and texts are in {FAILURES.relative_to(ROOT)}.")
    print(f"\n{left - len(failed)} passed, {len(failed) + todo.qsize()} failed")
    return 1 if failed or todo.qsize() or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
