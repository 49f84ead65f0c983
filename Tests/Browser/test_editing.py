"""Editing where it stands, alone and against others."""

from support.albums import TITLES
from support.testing import test, until

COMPOSE = """([type, data]) => document.activeElement.dispatchEvent(new CompositionEvent(type, { bubbles: true, data }))"""
ENTER_WHILE_COMPOSING = "() => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true }))"


def value(tab):
    return tab.page.locator(".edit-input").input_value()


@test("L2 Enter saves, Esc reverts, Tab goes on to the next field")
def keys(world):
    ann = world.tab()
    ann.edit("American Pie", "title", "Music")
    ann.shows([*TITLES[:4], "Music"])
    ann.edit("Music", "title", "Nonsense", key="Escape")
    ann.shows([*TITLES[:4], "Music"])
    assert ann.focus == "madonna"
    ann.press("Enter")
    ann.page.locator(".edit-input").fill("Ray of Light")
    ann.press("Tab")
    until(lambda: value(ann), "Madonna", "the next field")
    ann.press("Tab")
    ann.page.locator(".edit-input").fill("1998")
    ann.press("Shift+Tab")
    until(lambda: value(ann), "Madonna", "the field before")
    ann.press("Escape")
    world.same_everywhere()
    assert (ann.albums[4]["title"], ann.albums[4]["year"]) == ("Ray of Light", "1998")


@test("L2 A year that is none is said beside the field, and nothing is lost")
def bad_year(world):
    ann = world.tab()
    ann.edit("American Pie", "year", "MM")
    ann.page.get_by_role("alert").get_by_text("A year is a whole number").wait_for()
    assert value(ann) == "MM"
    ann.page.locator(".edit-input").fill("")
    ann.press("Enter")
    world.same_everywhere()
    assert "year" not in world.albums[4]


@test("Enter that belongs to an input method neither saves an edit nor sends the add dialog")
def input_method(world):
    ann = world.tab()
    ann.edit("American Pie", "title", "夜の", key=None)
    ann.page.evaluate(COMPOSE, ["compositionstart", ""])
    ann.page.evaluate(ENTER_WHILE_COMPOSING)
    assert value(ann) == "夜の"
    ann.page.evaluate(COMPOSE, ["compositionend", "夜の"])
    ann.press("Enter")
    ann.shows([*TITLES[:4], "夜の"])
    ann.tool("add").click()
    box = ann.dialog("Add albums")
    box.get_by_label("Album", exact=True).fill("ラジオ")
    ann.page.evaluate(COMPOSE, ["compositionstart", ""])
    ann.page.evaluate(ENTER_WHILE_COMPOSING)
    assert box.is_visible() and len(ann.titles) == 5
    ann.page.evaluate(COMPOSE, ["compositionend", "ラジオ"])
    ann.press("Enter")
    until(lambda: "ラジオ" in ann.titles, True, "the added album")
    world.same_everywhere()


@test("The field being typed in is never overwritten: use theirs, or keep mine")
def conflict(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    for choice, theirs, result in (("Use theirs", "Heroes", "Heroes"), ("Keep mine", "Lodger", "Low")):
        ann.edit(ann.titles[0], "title", "Low", key=None)
        bo.edit(bo.titles[0], "title", theirs)
        ann.page.get_by_text(f"Bo changed this to {theirs}").wait_for()
        assert value(ann) == "Low"
        ann.page.get_by_role("button", name=choice).click()
        until(lambda: value(ann), result, choice)
        ann.press("Enter")
        for tab in (ann, bo):
            tab.shows([result, *TITLES[1:]])
        world.same_everywhere()


@test("Another field of the edited album changes without a word, and the typing goes on")
def other_field(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.edit("American Pie", "title", "Music", key=None)
    bo.edit("American Pie", "year", "2001")
    until(lambda: ann.albums[4]["year"], "2001", "the year")
    assert value(ann) == "Music" and ann.page.locator(".edit-note").count() == 0
    ann.press("Enter")
    world.same_everywhere()
    assert ann.albums[4]["title"] == "Music"


@test("Moves by others take neither the field nor the caret away")
def moved_while_typing(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.edit("American Pie", "title", "Music", key=None)
    ann.page.evaluate("document.activeElement.setSelectionRange(2, 2)")
    bo.choose("American Pie")
    bo.press("Alt+ArrowUp", "Alt+ArrowUp")
    until(lambda: ann.page.locator(".edit-input").evaluate("field => field.closest('.row').getAttribute('aria-rowindex')"), "4", "the row being edited")
    assert ann.page.evaluate("[document.activeElement.value, document.activeElement.selectionStart]") == ["Music", 2]
    ann.press("Enter")
    world.same_everywhere()


@test("A draft outlives its album: it can be restored with the draft, as one step")
def deleted_while_typing(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.edit("American Pie", "title", "Music", key=None)
    bo.delete("American Pie")
    ann.says("Bo deleted American Pie while you were editing. Your draft: Music")
    ann.page.get_by_role("button", name="Restore with my draft").click()
    for tab in (ann, bo):
        tab.shows([*TITLES[:4], "Music"])
    ann.press("Control+z")
    for tab in (ann, bo):
        tab.shows(TITLES[:4])
    world.same_everywhere()


@test("The details of the chosen album can be edited in place, too")
def details(world):
    ann = world.tab()
    ann.page.locator("#details .title button").click()
    ann.page.locator(".edit-input").fill("Low")
    ann.press("Tab")
    until(lambda: value(ann), "David Bowie", "the next field")
    ann.press("Enter")
    ann.shows(["Low", *TITLES[1:]])
    world.same_everywhere()


@test("L2 X A text that is too long is said wherever it is typed, and nothing is sent or lost")
def too_long(world):
    ann, peer, long = world.tab(), world.peer(), "é" * 2048 + "!"
    peer.catch_up()
    before = peer.seq
    ann.edit("American Pie", "title", long)
    ann.page.get_by_role("alert").get_by_text("This text is too long.").wait_for()
    assert value(ann) == long
    ann.press("Escape", "Control+a")
    ann.page.get_by_role("button", name="Edit a field").click()
    box = ann.dialog("Edit a field of 5 albums")
    box.get_by_role("combobox").select_option("note")
    box.get_by_label("New value").fill(long)
    box.get_by_role("button", name="Change 5 albums").click()
    box.get_by_role("alert").get_by_text("This text is too long.").wait_for()
    assert box.get_by_label("New value").input_value() == long
    box.get_by_label("New value").fill(long[:-1])
    box.get_by_role("button", name="Change 5 albums").click()
    box.wait_for(state="detached")
    ann.press("Escape")
    ann.tool("add").click()
    box = ann.dialog("Add albums")
    box.get_by_label("Artist", exact=True).fill(long)
    ann.press("Enter")
    box.get_by_role("alert").get_by_text("This text is too long.").wait_for()
    assert ann.page.evaluate("document.activeElement.value") == long
    ann.press("Escape")
    world.same_everywhere()
    peer.catch_up()
    assert (peer.seq, {album["note"] for album in peer.albums}) == (before + 1, {long[:-1]})
