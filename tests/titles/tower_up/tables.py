"""Helpers to set up positions in a line or two and to play moves in notation."""

import re
from typing import Any

import rooftop
from rooftop.game.edition import Edition
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.match import Match
from rooftop.titles.tower_up.schema import COLOURS
from rooftop.titles.tower_up.view import Seat, View

TITLE = rooftop.title("tower-up")
SEATS = {"blue": 0, "yellow": 1, "green": 2, "orange": 3}
NO_FLOORS: dict[str, int] = {}


def new(players: int = 3, seed: int = 1, **options: Any) -> Match:
    return rooftop.new("tower-up", players=players, seed=seed, **options)


def edition(old: str = "", new: str = "", **numbers: int) -> Edition:
    """The title's edition with other numbers, and one text replaced."""
    text = TITLE.edition().text
    for key, number in numbers.items():
        text, found = re.subn(rf"^{key} = \d+", f"{key} = {number}", text, flags=re.MULTILINE)
        assert found == 1, key
    assert old in text
    return Edition.parse("mine.toml", text.replace(old, new, 1))


def at(
    players: int = 3, options: dict[str, Any] | None = None, edition: Edition | None = None, **position: Any
) -> Match:
    """A match that continues from a position; see `rooftop.titles.tower_up.arrange`."""
    return Match.at(rooftop.new_game(TITLE, players, options or {}, edition).arranged(position))


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def notations(match: Match, verb: str = "") -> set[str]:
    """The legal moves that begin with a verb."""
    return {move.notation for move in match.moves() if move.notation.startswith(verb)}


def view_of(match: Match, seat: int = SPECTATOR) -> View:
    view = match.view(seat)
    assert isinstance(view, View)
    return view


def seat(match: Match, name: str) -> Seat:
    return view_of(match).seats[SEATS[name]]


def floors(match: Match, name: str) -> dict[str, int]:
    """The floors in a player's stock."""
    stock = seat(match, name).stock
    return {colour: stock[colour] for colour in COLOURS if stock[colour]}


def machines(match: Match, name: str) -> dict[str, int]:
    """The columns of a player's machines."""
    return dict(zip(COLOURS, seat(match, name).track, strict=True))


def said(match: Match) -> list[str]:
    """The log of the last decision."""
    return match.log(since=match.ply - 1)
