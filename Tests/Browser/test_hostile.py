"""Titles that have broken other people's lists: they are shown as text, and nothing runs (SPEC L3, H2)."""

import json
import subprocess
from pathlib import Path

from support.testing import test, until

PRINT = f"import('{Path(__file__).parent / 'hostile.js'}').then(it => console.log(JSON.stringify(it.hostile)))"
LONG = ["w" * 4096, "wide \u6f22\u5b57 " * 300, "e\u0301 " * 500]
WIDTH = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
FITS = """() => [...document.querySelectorAll('.rows .row')].filter(row => {
  const box = row.getBoundingClientRect()
  return [...row.querySelectorAll('.value')].some(value => { const at = value.getBoundingClientRect(); return at.left < box.left - 1 || at.right > box.right + 1 || at.bottom > box.bottom + 4 })
}).map(row => row.dataset.albumId)"""


def hostile():
    albums = json.loads(subprocess.run(["node", "-e", PRINT], capture_output=True, text=True, check=True).stdout)
    albums += [{"title": title, "artist": title} for title in LONG]
    return [{"id": f"h{at}", **album} for at, album in enumerate(albums)]


@test("L3 Sixty hostile titles are shown as they are, nothing runs, and the layout holds")
def hostile_titles(world):
    world.shelf += "-h"
    albums = hostile()
    world.peer().insert(albums)
    ann = world.tab()
    ann.page.on("dialog", lambda dialog: ann.complaints.append(f"a dialog opened: {dialog.message}"))
    truth = {album["id"]: album for album in world.albums}
    assert len(truth) == len(albums) >= 60
    seen = {}
    for at in range(len(albums)):
        if f"h{at}" not in seen:
            ann.page.evaluate("index => { document.querySelector('.rows').scrollIntoView(); scrollBy(0, index * 52 - 200) }", at)
            until(lambda: f"h{at}" in [row["id"] for row in ann.albums], True, f"album {at} is drawn")
            assert ann.page.evaluate(FITS) == [], "every value stays in its row"
        seen |= {row["id"]: row for row in ann.albums}
    for name, row in seen.items():
        assert row["title"] == (truth[name].get("title") or "Untitled"), name
        assert row["artist"] == truth[name].get("artist", ""), name
    assert ann.page.evaluate(WIDTH) == 0, "nothing sticks out to the side"
    assert ann.page.locator(".rows script, .rows img, #details script, .sleeve img").count() == 0
    assert ann.page.evaluate("({}).polluted ?? Object.keys(Object.prototype).length") == 0


@test("L3 Hostile titles in details, buttons, notices, history and bin are text, too")
def everywhere(world):
    title = "<img src=x onerror=alert(1)>{title}__proto__"
    world.peer().do({"op": "edit", "id": "u2", "set": {"title": title, "artist": "\u05e9\u05dc\u05d5\u05dd (live) 2001"}})
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.choose(title)
    until(lambda: ann.page.locator("#details .title button").text_content(), title, "the chosen album")
    assert ann.row(title).locator(".cell-artist .value").evaluate("cell => getComputedStyle(cell).direction") == "rtl", "dir=auto"
    ann.press("Delete")
    ann.lit("undo", f"Undo delete of {title}")
    bo.says(f"Ann deleted {title}")
    for panel in ("History", "Recently deleted"):
        bo.menu(panel)
        bo.dialog(panel).get_by_text(title).first.wait_for()
        bo.press("Escape")
    assert bo.page.locator("img").count() == 0


@test("L3 A direction override typed into a field is refused by the server, and that is said")
def override(world):
    ann = world.tab()
    ann.edit("American Pie", "title", "evil\u202egnp.exe")
    until(lambda: ann.status, "Saved", "the status")
    until(lambda: "\u202e" in "".join(album["title"] for album in world.albums), False, "the server's list")
    world.same_everywhere()
