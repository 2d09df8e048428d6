"""Recorded games replay to the same states, and together they cover everything."""

from pathlib import Path
from typing import cast

import pytest

from rooftop.game import gamefile
from rooftop.testing.recorded import check_game, games, replayed
from rooftop.titles.new_york_1901.view import View
from tests.titles.new_york_1901.tables import TITLE

FILES = games("new-york-1901")


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_recorded_game_replays_to_the_recorded_states_and_events(path: Path):
    check_game(path)


def test_at_least_fifty_games_are_recorded():
    assert len(FILES) >= 50


def test_games_of_every_version_of_the_edition_are_recorded():
    recorded = {gamefile.read(path).edition.hash for path in FILES}
    assert recorded == {TITLE.hash(edition) for edition in TITLE.editions()}


def test_the_recorded_games_use_every_tile_card_event_ending_and_variant():
    built, torn, endings, verbs, events = set(), set(), set(), set(), set()
    seen: set[tuple[str, object]] = set()
    for path in FILES:
        file, match = gamefile.read(path), replayed(path)
        for row in match.decisions:
            for kind, _, a, _, _ in row.events.tolist():
                events.add(TITLE.events.names[kind])
                if TITLE.events.names[kind] == "built":
                    built.add(a)
                if TITLE.events.names[kind] == "demolished":
                    torn.add(a)
        view = cast(View, match.view())
        endings.add(view.ending)
        verbs |= {move.split()[0] for move in file.moves}
        seen.add(("players", match.players))
        seen |= {(name, value) for name, value in file.options.items()}
        seen.add(("drawn", view.challenge and view.challenge.id))
    assert built == set(range(1, 23))
    assert torn == set(range(13))  # the starting property, bronze and silver
    assert events == set(TITLE.events.names)
    assert endings == {"tiles", "cards", "stalemate"}
    assert verbs == {"card", "lot", "return", "tile", "place", "boom", "shift", "grab", "end"}
    assert {
        ("players", 2), ("players", 3), ("players", 4), ("expert", True), ("expert", False), ("hold", True),
        ("hold", False), ("challenge", "none"), ("challenge", "random"), ("streets", "random"),
        ("streets", "ce pt wa"), ("drawn", "tycoon"), ("drawn", "architect"), ("drawn", "prestige"),
        ("drawn", "baron"), ("drawn", "king"), ("drawn", None),
    } <= seen  # fmt: skip
