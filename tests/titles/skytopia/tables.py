"""Helpers to set up positions in a line or two and to play moves in notation."""

from typing import Any

import rooftop
from rooftop.game.match import Match
from rooftop.titles.skytopia.view import Seat, Slot, View

TITLE = rooftop.title("skytopia")
SEATS = {"yellow": 0, "green": 1, "white": 2, "black": 3}
# Abilities without effect in most positions.
QUIET = {"yellow": "2A", "green": "4A", "white": "3A", "black": "1A"}


def new(players: int = 3, seed: int = 1, **options: Any) -> Match:
    return rooftop.new("skytopia", players=players, seed=seed, **options)


def at(
    players: int = 3, options: dict[str, Any] | None = None, compiled: bool | None = None, **position: Any
) -> Match:
    """A match that starts from a position; see `rooftop.titles.skytopia.arrange`."""
    quiet = {name: ability for name, ability in QUIET.items() if SEATS[name] < players}
    position["abilities"] = settled(quiet, position.get("abilities", {}))
    return Match.at(rooftop.new_game(TITLE, players, options or {}, compiled=compiled).arranged(position))


def settled(quiet: dict[str, str], wanted: dict[str, str]) -> dict[str, str]:
    """The wanted abilities, and quiet ones for the other seats."""
    tiles = {ability[0] for ability in wanted.values()}
    found = dict(wanted)
    for name, ability in quiet.items():
        if name not in found:
            free = next(one for one in (ability, "2A", "4A", "3A", "1A") if one[0] not in tiles)
            tiles.add(free[0])
            found[name] = free
    return found


def bare(**market: str) -> dict[str, Any]:
    """Two players: only these cards on the market, all others in green's city, and empty decks."""
    board = rooftop.new_game(TITLE, 2).board
    lying = {text.partition(":")[0] for text in market.values()}
    city: dict[str, list[str]] = {}
    for card in board.cards:
        if board.in_use(card) and card.id not in lying:
            city.setdefault(card.colour, []).append(card.id)
    places = {f"{colour.id}_{row}": "-" for colour in board.colours for row in (1, 2)} | market
    return {
        "market": {place.replace("_", "-"): text for place, text in places.items()},
        "cities": {"green": city},
    }


def no_blue_deck(players: int, *owners: str) -> dict[str, Any]:
    """Cities with enough blue cards to empty the blue deck, but without B05."""
    board = rooftop.new_game(TITLE, players).board
    blue = [card.id for card in board.cards if card.colour == "blue" and board.in_use(card)]
    taken = [card for card in blue if card != "B05"][players - 1 :]
    return {owner: {"blue": taken[k :: len(owners)]} for k, owner in enumerate(owners)}


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def notations(match: Match, verb: str = "") -> set[str]:
    """The legal moves that begin with a verb."""
    return {move.notation for move in match.moves() if move.notation.startswith(verb)}


def view_of(match: Match) -> View:
    view = match.view()
    assert isinstance(view, View)
    return view


def seat(match: Match, name: str) -> Seat:
    return view_of(match).seats[SEATS[name]]


def slot(match: Match, name: str) -> Slot:
    return view_of(match).slot(name)


def golems(match: Match, name: str) -> list[tuple[str, int]]:
    """The golems on a card with their faces, in the order they finish."""
    colours = list(SEATS)
    return [(colours[golem.seat], golem.face) for golem in slot(match, name).golems]


def why_not(match: Match, move: str) -> str:
    return match.why_not(move) or ""


def said(match: Match) -> list[str]:
    """The log lines of the last decision."""
    return match.log(since=match.ply - 1)
