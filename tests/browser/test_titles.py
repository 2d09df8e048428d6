"""People and bots play every title in a browser, in both languages, with the keyboard only, on a phone and
with a mouse: the first decisions of a game here, whole games with two, three and four seats in `make soak`
(ROOFTOP_SOAK_GAMES)."""

import os
import re
from itertools import cycle
from typing import Any

import pytest

from rooftop.game.title import title_ids
from tests.browser.hands import Play, by_keyboard, by_mouse, by_touch
from tests.browser.people import TELEPHONE, People, play_on, settled
from tests.browser.states import OTHERS
from tests.browser.test_access import SWITCH, found
from tests.server.clients import Person, new_table

WHOLE = "ROOFTOP_SOAK_GAMES" in os.environ
TITLES = title_ids() if WHOLE else OTHERS  # test_game.py plays a whole game of the other title
SEATS = (2, 3, 4) if WHOLE else (3,)
OFTEN = 20  # decisions between checks of the whole page
PHONE: dict[str, Any] = {"locale": "pl-PL", "viewport": TELEPHONE, "has_touch": True, "is_mobile": True}
MOTION = {"reduced_motion": "no-preference"}
# On a phone, buttons inside the picture may be far away, so they are repeated below it.
REPEATED = """() => document.querySelectorAll('#picture .button[data-glow=yes]').length ===
  document.querySelectorAll('#actions .take.quiet').length"""


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("title", TITLES)
def test_people_and_bots_play_on_the_page(people: People, title: str, seats: int) -> None:
    """Two seats: a mouse against a bot; three: a keyboard and a phone; four: all of them."""
    known = [Person(people.server) for _ in range(seats - 1)]
    path = f"/tables/{new_table(known, bots=1, title=title)}"
    hands: list[tuple[Play, dict[str, Any]]] = [
        (by_keyboard(seats), {}), (by_touch(seats), PHONE), (by_mouse(seats), MOTION)
    ]  # fmt: skip
    if seats == 2:
        hands.reverse()
    plays: dict[Any, Play] = {}
    for who, (play, look) in zip(known, hands, strict=False):
        page = people.come(path, who, **look)
        settled(page)
        plays[page] = play
    made = 0

    def decide(page: Any) -> None:
        nonlocal made
        made += 1
        if page.viewport_size == TELEPHONE:
            page.wait_for_function(REPEATED)
        plays[page](page)
        if made % OFTEN == 0:
            assert found(page) == []

    assert play_on(list(plays), 2000 if WHOLE else 10, decide) >= 10
    for page, theme in zip(plays, cycle(("night", "day")), strict=False):
        page.wait_for_selector(f"body[data-status={'over' if WHOLE else 'playing'}]")
        if WHOLE:
            prompt = page.get_by_role("heading", level=1).inner_text()
            assert re.search("Game over|The game is over|wins?|Koniec|[Ww]ygrywa", prompt), prompt
            assert page.locator("#result table tbody tr").count() > 3
        for shown in ("night", "day") if WHOLE else (theme,):
            page.evaluate(SWITCH, [shown, page.evaluate("document.documentElement.lang")])
            settled(page)
            assert found(page) == []
