"""Positions set up in a line or two, and moves played in words."""

import re
from typing import Any

import rooftop
from rooftop.game.edition import Edition
from rooftop.game.match import Match

TITLE = rooftop.title("new-york-1901")
SEATS = {"blue": 0, "green": 1, "yellow": 2, "brown": 3}


def new(players: int = 3, seed: int = 1, **options: Any) -> Match:
    return rooftop.new("new-york-1901", players=players, seed=seed, **options)


def edition(**changes: object) -> Edition:
    """The edition with some of its rulings changed."""
    text = TITLE.edition().text
    for key, value in changes.items():
        text, found = re.subn(rf"^{key} = \w+", f"{key} = {str(value).lower()}", text, flags=re.MULTILINE)
        assert found == 1
    return Edition.parse("changed.toml", text)


def at(
    players: int = 3,
    options: dict[str, Any] | None = None,
    rulings: dict[str, object] | None = None,
    **position: Any,
) -> Match:
    """A match that goes on from a position; see `rooftop.titles.new_york_1901.arrange`. Without a word there
    is no challenge."""
    position = {"challenge": "none", **position}
    game = rooftop.new_game(TITLE, players, options or {}, edition(**rulings) if rulings else None)
    return Match.at(game.arranged(position))


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def notations(match: Match, verb: str = "") -> set[str]:
    """The legal moves that begin with a verb."""
    return {move.notation for move in match.moves() if move.notation.startswith(verb)}


def seat(match: Match, name: str) -> dict[str, Any]:
    found: dict[str, Any] = match.view().seats[SEATS[name]]
    return found


def standing(match: Match, name: str) -> dict[str, str]:
    """What a player has on the board: tile and squares."""
    rows = [row for row in match.view().skyscrapers if row.seat == SEATS[name]]
    return {row.tile: " ".join(row.squares) for row in rows}


def workers_on(match: Match, name: str) -> set[str]:
    lots = match.view().lots
    return {lot for lot, row in lots.items() if row.worker and row.owner == SEATS[name]}


def said(match: Match) -> list[str]:
    """What the last decision caused, in words."""
    return match.log(since=match.ply - 1)


BRONZE, SILVER, GOLD = ("b1 b2 b3 b4 b5 b6", "s1 s2 s3 s4 s5 s6", "g1 g2 g3 g4 g5 g6")
SIX_POINTS = "b3 b4"  # demolished: 3 + 3 points, enough for silver
EIGHTEEN_POINTS = "b1 b2 b3 b4 b5 b6 s1"  # demolished: 2 + 2 + 3 + 3 + 3 + 4 + 3 = 20 points
