"""Others: who is here and where, what they did, and the panels that tell of it."""

from support.albums import TITLES
from support.testing import test, until

TIDY = "() => document.querySelector('#status-live').textContent"


@test("W8 Two tabs of one person count once; who edits an album is marked there")
def who(world):
    ann, again, bo = world.tab("Ann"), world.tab("Ann"), world.tab("Bo")
    for tab, words in ((ann, "2 people here: Ann (you), Bo"), (bo, "2 people here: Bo (you), Ann")):
        until(lambda: tab.page.locator(".people").get_attribute("aria-label"), words, "who is here")
    bo.edit("American Pie", "title", "Music", key=None)
    ann.page.get_by_role("img", name="Bo is editing American Pie").first.wait_for()
    bo.press("Escape")
    ann.page.get_by_role("img", name="Bo is editing American Pie").first.wait_for(state="detached")
    bo.page.close()
    until(lambda: ann.page.locator(".people").get_attribute("aria-label"), "1 person here: Ann (you)", "who is here")
    assert not again.page.is_closed()


@test("Notices come together, are read out, and take nothing away from the reader")
def batched(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.choose("American Pie")
    bo.choose("Best of Bowie")
    bo.press("Delete", "Delete", "Delete")
    ann.says("Bo deleted 3 albums")
    until(lambda: ann.page.evaluate(TIDY), "Bo deleted 3 albums", "what is read out")
    assert ann.focus == "madonna"
    ann.menu("Mute notices")
    bo.press("Control+z")
    ann.shows(["Nothing Like The Sun", *TITLES[3:]])
    world.same_everywhere()


@test("A name and a colour are chosen once, and everybody sees them")
def naming(world):
    cy = world.tab("")
    assert cy.page.locator(".toast").count() == 0, "alone, nobody needs a name"
    ann = world.tab("Ann")
    cy.says("You have no name here yet.")
    assert cy.page.locator(".people").get_attribute("aria-label") == "2 people here: You, Ann"
    cy.page.get_by_role("button", name="Choose a name").click()
    cy.dialog("Your name and colour").get_by_label("Your name", exact=True).fill("Cy")
    cy.press("Enter")
    until(lambda: ann.page.locator(".people").get_attribute("aria-label"), "2 people here: Ann (you), Cy", "who is here")
    cy.delete("American Pie")
    ann.says("Cy deleted American Pie")
    cy.page.reload()
    cy.settled()
    until(lambda: ann.page.locator(".people").get_attribute("aria-label"), "2 people here: Ann (you), Cy", "who is here")
    assert cy.page.locator(".toast", has_text="no name").count() == 0


@test("W12 The history says who did what; one's own steps can be undone from there, out of order (U8)")
def history(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.delete("American Pie")
    ann.delete("Best of Bowie")
    bo.edit("It's My Life", "year", "2004")
    ann.settled()
    ann.menu("History")
    box = ann.dialog("History")
    lines = box.locator("li")
    until(lambda: lines.count(), 4, "the lines")
    assert "Bo changed the year of It's My Life" in lines.nth(0).text_content()
    assert lines.nth(0).get_by_role("button").count() == 0, "what Bo did is not Ann's to undo"
    lines.nth(2).get_by_role("button", name="Undo").click()
    bo.shows(TITLES[1:])
    box.get_by_text("You undid the delete of American Pie").wait_for()
    ann.press("Escape")
    world.same_everywhere()


@test("W13 Anyone can bring back what somebody deleted")
def recently_deleted(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.delete("American Pie")
    bo.shows(TITLES[:4])
    bo.menu("Recently deleted")
    box = bo.dialog("Recently deleted")
    box.get_by_text("Deleted by Ann").wait_for()
    box.get_by_role("button", name="Restore").click()
    ann.shows(TITLES)
    bo.press("Escape")
    bo.lit("undo", "Undo restore of American Pie")
    world.same_everywhere()


@test("A selected album that somebody deletes leaves the selection, and that is said")
def unselected(world):
    ann, bo = world.tab("Ann"), world.tab("Bo")
    ann.choose("Best of Bowie")
    ann.press("Shift+ArrowDown", "Shift+ArrowDown")
    bo.delete("It's My Life")
    ann.says("An album you had selected was deleted by Bo")
    assert ann.page.locator(".selection-bar .count").text_content() == "2 selected"
    ann.press("Delete")
    bo.shows(TITLES[3:])
    world.same_everywhere()
