"""Shorthand for positions and moves."""

import re
from typing import TYPE_CHECKING, Any, cast

import rooftop
from rooftop.game.edition import Edition
from rooftop.game.match import Match
from rooftop.titles.new_york_1901.view import Challenge, Seat, View

TITLE = rooftop.title("new-york-1901")


class NewYorkMatch(Match):
    """A match for type checkers, with the views of New York 1901."""

    if TYPE_CHECKING:

        def view(self, seat: int = -1) -> View: ...


SEATS = {"blue": 0, "green": 1, "yellow": 2, "brown": 3}


def new(players: int = 3, seed: int = 1, **options: Any) -> NewYorkMatch:
    return cast(NewYorkMatch, rooftop.new("new-york-1901", players=players, seed=seed, **options))


def edition(**changes: object) -> Edition:
    """The edition with some rulings changed."""
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
) -> NewYorkMatch:
    """A match from an arranged position; see `rooftop.titles.new_york_1901.arrange`. By default without a
    challenge."""
    position = {"challenge": "none", **position}
    game = rooftop.new_game(TITLE, players, options or {}, edition(**rulings) if rulings else None)
    return cast(NewYorkMatch, Match.at(game.arranged(position)))


def play(match: NewYorkMatch, *moves: str) -> NewYorkMatch:
    for move in moves:
        match.play(move)
    return match


def notations(match: NewYorkMatch, verb: str = "") -> set[str]:
    """The legal moves that start with a verb."""
    return {move.notation for move in match.moves() if move.notation.startswith(verb)}


def seat(match: NewYorkMatch, name: str) -> Seat:
    return match.view().seats[SEATS[name]]


def standing(match: NewYorkMatch, name: str) -> dict[str, str]:
    """A player's tiles on the board, with their squares."""
    rows = [row for row in match.view().skyscrapers if row.seat == SEATS[name]]
    return {row.tile: " ".join(row.squares) for row in rows}


def workers_on(match: NewYorkMatch, name: str) -> set[str]:
    lots = match.view().lots
    return {lot for lot, row in lots.items() if row.worker and row.owner == SEATS[name]}


def challenge(match: NewYorkMatch) -> Challenge:
    """The challenge in play."""
    found = match.view().challenge
    assert found is not None
    return found


def market(match: NewYorkMatch) -> list[str]:
    """The ids of the open cards."""
    return [card.id for card in match.view().market if card]


def said(match: NewYorkMatch) -> list[str]:
    """The log lines of the last move."""
    return match.log(since=match.ply - 1)


BRONZE, SILVER, GOLD = ("b1 b2 b3 b4 b5 b6", "s1 s2 s3 s4 s5 s6", "g1 g2 g3 g4 g5 g6")
SIX_POINTS = "b3 b4"  # demolished: 3 + 3 points, enough for silver
EIGHTEEN_POINTS = "b1 b2 b3 b4 b5 b6 s1"  # demolished: 2 + 2 + 3 + 3 + 3 + 4 + 3 = 20 points
