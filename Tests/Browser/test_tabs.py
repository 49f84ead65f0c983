"""What a tab is, through reloads, copies, and servers that die (SPEC U10, W1, W2)."""

from support.albums import TITLES
from support.testing import test, until

CLIENT = "() => Object.entries(sessionStorage).find(([name]) => name.endsWith('key'))[1]"


KEPT = """() => new Promise(done => {
  const opening = indexedDB.open('backspin', 1)
  opening.onsuccess = () => {
    const asked = opening.result.transaction('lists').objectStore('lists').getAll()
    asked.onsuccess = () => { opening.result.close(); done(Math.max(-1, ...asked.result.map(list => JSON.parse(list).seq))) }
  }
})"""


@test("U10 A reload keeps the tab's undo and redo, and asks only for what it missed (W2)")
def reload(world):
    ann = world.tab()
    ann.delete("American Pie")
    ann.delete("Staring at the Sun")
    ann.tool("undo").click()
    ann.lit("redo", "Redo delete of Staring at the Sun")
    until(lambda: ann.page.evaluate(KEPT), 4, "the list is kept on the device")
    frames = []
    ann.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(frame)))
    ann.page.reload()
    ann.settled()
    ann.lit("undo", "Undo delete of American Pie")
    ann.lit("redo", "Redo delete of Staring at the Sun")
    assert any('"resumed":true' in frame for frame in frames), frames
    assert not any('"snapshot"' in frame for frame in frames), frames
    ann.tool("redo").click()
    ann.shows(TITLES[:3])
    ann.press("Control+z")
    ann.lit("undo", "Undo delete of American Pie")
    ann.press("Control+z")
    ann.shows(TITLES)
    world.same_everywhere()


@test("W2 Somebody who comes for the first time has missed nothing, and nothing glows")
def first_visit(world):
    ann = world.tab()
    ann.shows(TITLES)
    assert ann.page.locator(".toast").count() == 0, ann.page.locator(".toast").all_text_contents()
    assert ann.page.evaluate("document.getAnimations().filter(a => a.effect?.target?.closest?.('.row')).length") == 0


@test("W1 A duplicated tab becomes a client of its own, and leaves the first one alone")
def duplicate(world):
    ann = world.tab()
    ann.delete("American Pie")
    with ann.page.expect_popup() as opened:
        ann.page.evaluate("open(location.href)")  # a copy of the sessionStorage, as when a tab is duplicated
    copy = world.adopt(opened.value).settled()
    assert copy.page.evaluate(CLIENT) != ann.page.evaluate(CLIENT)
    copy.grey("undo")
    ann.settled().lit("undo", "Undo delete of American Pie")
    copy.page.bring_to_front()
    copy.delete("Staring at the Sun")
    copy.tool("undo").click()
    copy.shows(TITLES[:4])
    ann.page.bring_to_front()
    ann.tool("undo").click()
    ann.shows(TITLES)
    world.same_everywhere(ann)


@test("U10 After kill -9 and a new start all tabs come back by themselves, Undo still lit", goes_down=True)
def killed(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.delete("Best of Bowie")
    bo.shows(TITLES[1:])
    bo.delete("American Pie")
    ann.shows(TITLES[1:4])
    ann.settled()
    bo.settled()
    world.server.kill()
    for tab in (ann, bo):
        until(lambda: tab.status, lambda words: words != "Saved", "the page knows that the server is gone")
    world.server.start()
    world.same_everywhere()
    ann.lit("undo", "Undo delete of Best of Bowie")
    bo.lit("undo", "Undo delete of American Pie")
    ann.tool("undo").click()
    bo.shows(TITLES[:4])
    bo.tool("undo").click()
    ann.shows(TITLES)
    world.same_everywhere()


@test("W8 Coming back, a person is counted once: at no time are there more people than persons", goes_down=True)
def counted_once(world):
    ann = world.tab("Ann")
    world.tab("Ann")
    bo = world.tab("Bo")
    people = ann.page.locator(".people")
    until(lambda: people.get_attribute("aria-label"), "2 people here: Ann (you), Bo", "who is here")
    ann.page.evaluate("""() => { window.counts = []; new MutationObserver(() => counts.push(document.querySelector('.people').getAttribute('aria-label')))
      .observe(document.querySelector('.people'), { attributes: true, attributeFilter: ['aria-label'] }) }""")
    world.server.restart()
    bo.settled()
    world.same_everywhere()
    until(lambda: people.get_attribute("aria-label"), "2 people here: Ann (you), Bo", "who is here")
    counts = ann.page.evaluate("counts")
    assert not [words for words in counts if words[0] not in "012"], counts


@test("W10 The tab whose place another one takes says so, and stops", goes_down=True)
def replaced(world):
    ann = world.tab()
    peer = world.peer(name="Ann", key=ann.page.evaluate(CLIENT))
    until(lambda: ann.status, lambda words: words.startswith("Stopped · this tab’s place was taken"), "the status")
    peer.do({"op": "delete", "id": peer.albums[0]["id"]})
    assert ann.titles == TITLES, "a stopped tab follows no more"
