"""Recorded games replay to the same states, and together they use every part of the game."""

from pathlib import Path
from typing import cast

import pytest

from rooftop.game import gamefile
from rooftop.testing.recorded import check_game, games, replayed
from rooftop.titles.skyrise.view import View
from tests.titles.skyrise.tables import TITLE

FILES = games("skyrise")


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_recorded_game_replays_to_the_recorded_states_and_events(path: Path):
    check_game(path)


def test_at_least_fifty_games_are_recorded():
    assert len(FILES) >= 50


def test_games_of_every_version_of_the_edition_are_recorded():
    recorded = {gamefile.read(path).edition.hash for path in FILES}
    assert recorded == {TITLE.hash(edition) for edition in TITLE.editions()}


def test_the_recorded_games_use_every_wonder_panorama_island_objective_and_variant():
    built, scored, met, islands, events, verbs, seen = set(), set(), set(), set(), set(), set(), set()
    for path in FILES:
        file, match = gamefile.read(path), replayed(path)
        board = match.game.board
        for row in match.decisions:
            for kind, _, a, b, _ in row.events.tolist():
                events.add(TITLE.events.names[kind])
                if TITLE.events.names[kind] == "won" and a >= 1000:
                    built.add(board.wonders[a - 1000].id)
                if TITLE.events.names[kind] == "scored-panorama":
                    scored.add(board.panoramas[a].id)
                if TITLE.events.names[kind] == "scored-objective" and b > 0:
                    met.add(board.objectives[a].id)
        islands |= set(cast(View, match.view()).islands.items())
        verbs |= {move.split()[0] for move in file.moves}
        seen |= {("players", match.players), ("numbers", file.options["numbers"])}
    assert built == {card.id for card in board.wonders}
    assert scored == {card.id for card in board.panoramas}
    assert met == {"yellow", "green", "white", "brown"}
    assert len(islands) == 1 + 4 * 4
    assert verbs == {"bid", "pass", "colour", "choose", "disc", "decline"}
    assert seen == {("players", 2), ("players", 3), ("players", 4), ("numbers", "own"), ("numbers", "dealt")}
    assert set(TITLE.events.names) - events == {"ban-lifted"}  # too rare; covered by test_wonders.py
