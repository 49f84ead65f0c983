"""What a test is: a function with a title. And how it waits: by asking again until the answer is right."""

import time
from dataclasses import dataclass
from typing import Callable

TESTS = []
PATIENCE = 15  # s; a test that waits so long has failed


@dataclass(frozen=True)
class Test:
    title: str
    run: Callable
    own_server: bool  # a server that the test may kill, with the samples on `main`; otherwise a new shelf on a shared one
    goes_down: bool  # the server goes down, so that sockets may fail to connect
    options: dict  # of the person's browser: viewport, colours, touch

    @property
    def name(self):
        return f"{self.run.__module__}.{self.run.__name__}"


def test(title, own_server=False, goes_down=False, **options):
    def register(run):
        TESTS.append(Test(title, run, own_server or goes_down, goes_down, options))
        return run

    return register


def until(read, wanted, what="", within=PATIENCE):
    """Asks until the answer is `wanted` (a value, or a function that says so), and returns it."""
    deadline = time.monotonic() + within
    while True:
        got = read()
        if wanted(got) if callable(wanted) else got == wanted:
            return got
        if time.monotonic() > deadline:
            raise AssertionError(f"{what or 'waited in vain'}\n  wanted {wanted if not callable(wanted) else 'otherwise'}\n  got    {got}")
        time.sleep(0.02)
