"""Levels of bots on the page: choosing, changing, and playing against each of them."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

from rooftop.bots.levels import common_levels
from rooftop.game.title import title, title_ids
from rooftop.testing import SOAK
from tests.browser.people import LAPTOP, TELEPHONE, People, over, play_on, resize, settled
from tests.server.clients import Person, new_table

LEVELS = {
    "en": ["novice", "apprentice", "builder", "architect", "master", "grandmaster"],
    "pl": ["nowicjusz", "czeladnik", "budowniczy", "architekt", "mistrz", "arcymistrz"],
}


WHOLE_GAMES = [("novice", "skytopia")]
if SOAK:
    WHOLE_GAMES += [
        ("apprentice", "skyrise"), ("builder", "tower-up"), ("architect", "skyrise"), ("master", "tower-up"),
        ("grandmaster", "skyrise"),
    ]  # fmt: skip


@pytest.mark.parametrize(("level", "name"), WHOLE_GAMES)
def test_a_whole_game_against_every_level(people: People, level: str, name: str) -> None:
    ann = Person(people.server)
    table = new_table([ann], 1, name, level)
    page = people.come(f"/tables/{table}", ann)
    settled(page)
    decisions = play_on([page], 500)
    assert over(page)
    assert decisions > 10
    page.get_by_text("Shuffle verified").wait_for()
    assert page.locator("#result .head-level").all_inner_texts() == [level]


def levels_of(select: Any) -> list[str]:
    texts: list[str] = select.locator("optgroup option").all_inner_texts()
    return [text.removeprefix("bot: ") for text in texts]


def test_the_level_is_chosen_for_each_seat_in_both_languages(people: People) -> None:
    page = people.come("/new?title=skyrise")
    page.locator("#players").select_option("4")
    page.locator("#seat-3").wait_for()
    assert levels_of(page.locator("#seat-1")) == LEVELS["en"]
    assert page.locator("#seat-1").input_value() == "bot:novice"  # newcomers should be able to win
    page.locator("#seat-2").select_option("bot:grandmaster")
    assert page.locator("#seat-2-about").inner_text().startswith("The strongest.")
    described = page.locator("#seat-2").get_attribute("aria-describedby")
    assert described == "seat-2-about"
    page.locator("#seat-3").select_option("invite")
    assert page.locator("#seat-3-about").inner_text() == ""
    page.locator("[data-lang-is=pl]").first.click()
    page.locator("#seat-1 optgroup[label=Boty]").wait_for(state="attached")
    assert levels_of(page.locator("#seat-1")) == LEVELS["pl"]
    assert page.locator("#seat-2").input_value() == "bot:grandmaster"  # the choice stays
    assert page.locator("#seat-2-about").inner_text().startswith("Najsilniejszy.")
    page.locator("#seat-2").focus()
    page.keyboard.press("ArrowUp")
    assert page.locator("#seat-2").input_value() == "bot:master"
    assert page.locator("#seat-2-about").inner_text().startswith("Bardzo silny.")
    for viewport in (LAPTOP, TELEPHONE):
        resize(page, viewport)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#create").click()
    page.locator("#lobby .lobby-seats").wait_for()
    assert page.get_by_text("bot: nowicjusz", exact=True).is_visible()
    assert page.get_by_text("bot: mistrz", exact=True).is_visible()


def test_play_now_uses_the_level_that_was_chosen_last(people: People) -> None:
    page = people.come("/")
    assert page.locator("#level option").all_inner_texts() == common_levels(map(title, title_ids()))
    assert page.locator("#level").input_value() == "novice"
    page.locator("#level").select_option("apprentice")
    page.locator("[data-play=tower-up]").click()
    page.locator("body.my-turn").wait_for()
    settled(page)
    page.locator("#chair-1").click()
    page.locator("#about-1").get_by_text("bot: apprentice").wait_for()
    page.goto(f"{people.server.url}/new?title=skyrise")
    page.locator("#seat-1").wait_for()
    assert page.locator("#seat-1").input_value() == "bot:apprentice"


def test_the_level_of_a_bot_changes_in_a_practice_game(people: People) -> None:
    ann = Person(people.server)
    page = people.come(f"/tables/{new_table([ann], 1)}", ann)
    page.locator("body.my-turn").wait_for()
    settled(page)
    page.locator("#chair-1").click()
    assert page.locator("#level-1").input_value() == "novice"
    page.locator("#level-1").select_option("builder")
    page.locator("#about-1").get_by_text("bot: builder").wait_for()
    assert page.locator("#level-1").input_value() == "builder"
    assert page.evaluate("document.activeElement.id") in ("level-1", "chair-1")
    page.locator("#tool-log").click()
    page.get_by_text("Bruno now plays at another level: builder.").first.wait_for()
    page.locator("[data-lang-is=pl]").first.click()
    page.get_by_text("Bruno gra teraz na innym poziomie: budowniczy.").first.wait_for()


def test_the_level_of_a_bot_cannot_be_changed_while_others_play(people: People) -> None:
    both = [Person(people.server), Person(people.server)]
    page = people.come(f"/tables/{new_table(both, 1)}", both[0])
    settled(page)
    page.locator("#chair-2").click()
    page.locator("#about-2").get_by_text("bot: novice").wait_for()
    assert page.locator("#level-2").count() == 0


def test_a_bot_that_thinks_shows_it(people: People) -> None:
    """After a moment and until it moves, with a single announcement to screen readers. Bots of Skyrise think
    on the server."""
    ann = Person(people.server)
    page = people.come("/about", ann)
    page.clock.install()
    page.goto(f"{people.server.url}/tables/{new_table([ann], 1, 'skyrise')}")
    page.locator("body.my-turn").wait_for()
    settled(page)
    assert page.locator(".thinking").count() == 0
    workers = people.server.bot_workers()
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    try:
        play_on([page], 1)
        while page.evaluate("document.body.matches('.my-turn')"):
            play_on([page], 1)
        page.locator(".thinking .dots").wait_for()
        spoken = "Bruno is thinking…"
        page.locator("#spoken").get_by_text(spoken).last.wait_for(state="attached")
        before = page.locator("#spoken").get_by_text(spoken).count()
        assert page.locator("#prompt").inner_text() == spoken
        for motion in ("reduce", "no-preference"):
            page.emulate_media(reduced_motion=motion)
            moving = page.evaluate("document.querySelector('.dots i').getAnimations().length > 0")
            assert moving == (motion == "no-preference")
        page.clock.run_for(1200)
        assert page.locator("#spoken").get_by_text(spoken).count() == before
    finally:
        for worker in workers:
            os.kill(worker, signal.SIGCONT)
    page.locator("body.my-turn").wait_for()
    assert page.locator(".thinking").count() == 0
