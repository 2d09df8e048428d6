"""Going from one game to the next, the lists of games and the profile, and deleting everything."""

from __future__ import annotations

from tests.browser.people import People, settled
from tests.server.clients import Person, new_table


def test_a_player_goes_to_the_next_game_and_at_last_deletes_everything(people: People) -> None:
    ann, bob = Person(people.server), Person(people.server)
    ann.post("/api/me", {"name": "Ann"})
    bob.post("/api/me", {"name": "Bob"})
    new_table([ann, bob])
    new_table([bob, ann])
    (mine,), (other,) = (
        [row["id"] for row in ann.get("/api/tables").json()["mine"] if row["my_turn"] is turn]
        for turn in (True, False)
    )
    page = people.come(f"/tables/{other}", ann)
    page.locator("#next-game").click()
    page.wait_for_url(f"**/tables/{mine}")
    page.locator("body.my-turn").wait_for()
    assert page.locator("#next").is_hidden()  # no other game is waiting, and it is her turn here

    page.goto(f"{people.server.url}/games")
    assert page.locator("#next-game").get_attribute("href") == f"/tables/{mine}"
    page.locator("#running-games a[href*='/people/']:has-text('Bob')").first.click()
    page.locator("h1:has-text('Bob')").wait_for()

    page.goto(f"{people.server.url}/profile")
    page.locator("#open-profile").click()
    page.locator("#told:has-text('open to everyone')").wait_for()
    page.locator("#delete").press("Enter")
    assert page.evaluate("document.activeElement.id") == "delete-head"
    page.keyboard.press("Escape")
    assert page.locator("#delete-box").is_hidden()
    assert page.evaluate("document.activeElement.id") == "delete"

    others = people.come(f"/tables/{mine}", bob, locale="pl-PL")
    settled(others)
    page.locator("#delete").click()
    page.locator("#delete-for-good").click()
    page.wait_for_url(f"{people.server.url}/")
    assert page.locator("#name").input_value() != "Ann"
    others.locator("[id^=chair-]:has-text('ktoś')").wait_for()
    assert ann.get("/api/me").status_code == 401
    assert people.complaints == []
