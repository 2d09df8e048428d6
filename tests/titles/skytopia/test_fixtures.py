"""Recorded games always replay to the same states, and together they use everything in the game."""

from pathlib import Path

import pytest

from rooftop.game import gamefile
from rooftop.testing.recorded import check_game, games, replayed
from tests.titles.skytopia.tables import TITLE, view_of

FILES = games("skytopia")


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_recorded_game_replays_to_the_recorded_states_and_events(path: Path):
    check_game(path)


def test_at_least_fifty_games_are_recorded():
    assert len(FILES) >= 50


def test_the_recorded_games_use_every_card_guild_ability_event_and_variant():
    completed, guilds, abilities, verbs, events, seen = set(), set(), set(), set(), set(), set()
    for path in FILES:
        file, match = gamefile.read(path), replayed(path)
        view = view_of(match)
        for row in match.decisions:
            for kind, _, a, _, _ in row.events.tolist():
                events.add(TITLE.events.names[kind])
                if TITLE.events.names[kind] == "completed":
                    completed.add(match.game.board.cards[a].id)
        guilds |= {guild.id for guild in view.guilds}
        abilities |= {row.ability for row in view.seats}
        verbs |= {move.split()[0] for move in file.moves}
        seen |= {("players", match.players), *file.options.items()}
    assert completed == {card.id for card in match.game.board.cards}
    assert len(guilds) == 12
    assert len(abilities) == 8
    assert verbs == {
        "assign", "recall", "rotate", "move", "free", "build", "activate", "tower", "complete", "tile",
        "side", "use", "skip", "end",
    }  # fmt: skip
    assert set(TITLE.events.names) - events == {"not-placed"}  # hardly ever seen
    assert {
        ("players", 2), ("players", 3), ("players", 4), ("abilities", "random"), ("abilities", "draft"),
        ("sides", "A"), ("sides", "B"), ("sides", "choice"), ("preliminary", True), ("tight_market", True),
        ("hold", True), ("hold", False),
    } <= seen  # fmt: skip
