"""Recorded games replay to the same states, and together they cover the whole game."""

from pathlib import Path

import pytest

from rooftop.game import gamefile
from rooftop.testing.recorded import check_game, games, replayed
from tests.titles.tower_up.tables import TITLE, view_of

FILES = games("tower-up")


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_recorded_game_replays_to_the_recorded_states_and_events(path: Path):
    check_game(path)


def test_at_least_fifty_games_are_recorded():
    assert len(FILES) >= 50


def test_the_recorded_games_use_every_card_objective_token_ending_and_variant():
    cards, won, endings, seen, verbs, events = set(), set(), set(), set(), set(), set()
    for path in FILES:
        file, match = gamefile.read(path), replayed(path)
        board = match.game.board
        for row in match.decisions:
            for kind, _, a, b, _ in row.events.tolist():
                events.add(TITLE.events.names[kind])
                if TITLE.events.names[kind] == "took-card":
                    cards.add(board.cards[a].id)
                if TITLE.events.names[kind] == "won-token":
                    won.add((board.objectives[a].id, b))
        endings.add(view_of(match).ending)
        verbs |= {move.split()[0] for move in file.moves}
        seen |= {("players", match.players), ("map", board.city.id)}
        for name, value in file.options.items():
            chosen = name == "objectives" and value not in ("first-game", "random")
            seen.add((name, "chosen" if chosen else value))
    assert cards == {card.id for card in board.cards}
    assert {objective for objective, _ in won} == set("ABCDEFGHIJ")
    assert {value for _, value in won} == {7, 5, 3}
    assert endings == {"last-roof", "shortage", "stalemate"}
    assert verbs == {"card", "build", "roof", "floor", "return", "end"}
    assert {
        ("players", 2), ("players", 3), ("players", 4), ("map", "city-small"), ("map", "city-large"),
        ("objectives", "first-game"), ("objectives", "random"), ("objectives", "chosen"),
        ("starting_floors", 3), ("starting_floors", 5), ("starting_floors", 7),
        ("placement", "random"), ("placement", "first-player"), ("hold", True), ("hold", False),
        ("compensation", True), ("compensation", False),
    } <= seen  # fmt: skip
    assert set(TITLE.events.names) - {"reshuffled"} <= events
