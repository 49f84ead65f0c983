"""A newest step that sleeps beneath another's work says so first (SPEC U4, U7)."""

from support.albums import TITLES
from support.testing import test


def cover_annas_edit(world):
    """Ann deletes one album and renames another, then Bo renames that one too: Ann's newest step sleeps."""
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.delete("American Pie")
    ann.edit("Best of Bowie", "title", "Low")
    bo.shows(["Low", *TITLES[1:4]])
    bo.edit("Low", "title", "Heroes")
    ann.shows(["Heroes", *TITLES[1:4]])
    ann.settled()
    return ann, bo


@test("U7 The first Ctrl+Z says by whose change the newest step sleeps; the second one goes on")
def says_first(world):
    ann, bo = cover_annas_edit(world)
    ann.lit("undo", "Undo delete of American Pie")
    ann.press("Control+z")
    ann.says("Your new title of Best of Bowie is covered by what Bo did since.")
    ann.shows(["Heroes", *TITLES[1:4]])
    ann.press("Control+z")
    for tab in (ann, bo):
        tab.shows(["Heroes", *TITLES[1:]])
    ann.lit("redo", "Redo delete of American Pie")
    world.same_everywhere()


@test("U7 Put mine back is an ordinary new step, with its own undo")
def put_mine_back(world):
    ann, bo = cover_annas_edit(world)
    ann.press("Control+z")
    ann.page.get_by_role("button", name="Put mine back").click()
    for tab in (ann, bo):
        tab.shows(["Low", *TITLES[1:4]])
    ann.lit("undo", "Undo new title of Heroes")
    ann.tool("undo").click()
    bo.shows(["Heroes", *TITLES[1:4]])
    world.same_everywhere()


@test("U4 A step wakes when what covers it is undone")
def wakes(world):
    ann, bo = cover_annas_edit(world)
    bo.tool("undo").click()
    ann.shows(["Low", *TITLES[1:4]])
    ann.lit("undo", "Undo new title of Best of Bowie")
    ann.press("Control+z")
    bo.shows(TITLES[:4])
    world.same_everywhere()


@test("U7 A sleeping step with nothing beneath it is told too, and Undo can be reached to hear it")
def only_step(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.edit("Best of Bowie", "title", "Low")
    bo.shows(["Low", *TITLES[1:]])
    bo.edit("Low", "title", "Heroes")
    ann.shows(["Heroes", *TITLES[1:]])
    ann.settled()
    ann.press("Control+z")
    ann.says("is covered by what Bo did since")
    assert ann.page.get_by_role("button", name="Undo the one before").count() == 0
    ann.press("Control+z", "Control+z")
    world.same_everywhere()
    assert ann.titles[0] == "Heroes"


@test("U7 Put mine back is offered after a reload, too")
def put_back_after_reload(world):
    ann, bo = cover_annas_edit(world)
    ann.page.reload()
    ann.lit("undo", "Undo delete of American Pie")
    ann.press("Control+z")
    ann.page.get_by_role("button", name="Put mine back").click()
    for tab in (ann, bo):
        tab.shows(["Low", *TITLES[1:4]])
    ann.lit("undo", "Undo new title of Heroes")
    world.same_everywhere()
