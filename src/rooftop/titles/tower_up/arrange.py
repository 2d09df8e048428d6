"""Tower Up: a position set up by hand, for examples, puzzles and tests.

    [buildings]                       from the lowest floor up: "-", or whose roof lies on it
    T1 = "white: - - blue"
    [stock.blue]                      the tray is what remains
    white = 2
    [track.blue]
    white = 3

Everything else is optional: `to_act`, `market`, `discards`, `objectives`, `tokens`, `extra_turn`, `ending`,
`last_turns`, `counted` (visible roofs of those who have had their last turn), `turns_without_building`. What
is not said is as at the start, or follows from the rest: roofs left, star columns used, founding order.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from rooftop.errors import OptionError
from rooftop.game.arrangement import number_of, wanted_of
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.board import COLOURS, Board, Colour
from rooftop.titles.tower_up.founding import founding_order
from rooftop.titles.tower_up.view import ENDINGS

NO_ROOF = "-"
Count = Annotated[int, msgspec.Meta(ge=0, le=120)]


class Arrangement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    buildings: dict[str, str] = {}
    stock: dict[str, dict[Colour, Count]] = {}
    track: dict[str, dict[Colour, Count]] = {}
    tokens: dict[str, list[Count]] = {}
    to_act: str | None = None
    market: list[str] | None = None
    discards: list[str] = []
    objectives: list[str] | None = None
    extra_turn: bool = False
    ending: Literal["last-roof", "shortage", "stalemate"] | None = None
    last_turns: Count = 0
    counted: dict[str, Count] = {}
    turns_without_building: Count = 0


def arrange(board: Board, s: Any, table: dict[str, Any]) -> None:
    """Change `s`, the start of a game, into the position that `table` describes."""
    wanted = wanted_of(Arrangement, table)
    _clear(s)
    _buildings(board, s, wanted)
    _players(board, s, wanted)
    _tray(board, s)
    _objectives(board, s, wanted)
    _cards(board, s, wanted)
    if wanted.to_act is not None:
        s["to_act"] = _seat(board, "to_act", wanted.to_act)
    s["phase"] = n.TURN
    _extra_turn(board, s, wanted)
    _ending(board, s, wanted)


def _wrong(place: str, sentence: str) -> OptionError:
    return OptionError(f"position: {place}: {sentence}")


def _seat(board: Board, place: str, name: str) -> int:
    return number_of(place, [player.id for player in board.player_names[: board.players]], name)


def _called(board: Board, seat: int) -> str:
    return board.player_names[seat].id


def _clear(s: Any) -> None:
    """No city, and nothing left to do before the first turn."""
    s["colour"], s["height"], s["roof"], s["founded"] = n.EMPTY, 0, n.EMPTY, 0
    s["starters_placed"] = s["starter_count"]
    s["owed"], s["to_act"] = 0, 0


# --- the city ----------------------------------------------------------------------------------------


def _buildings(board: Board, s: Any, wanted: Arrangement) -> None:
    for site_id, text in wanted.buildings.items():
        site = number_of("buildings", list(board.site_number), site_id)
        place = f"buildings.{site_id}"
        colour, _, floors = text.partition(":")
        roofs = floors.split()
        if not 1 <= len(roofs) <= n.LEVELS:
            raise _wrong(place, f"{text!r} is not like 'white: - blue', with 1 to {n.LEVELS} floors")
        s["colour"][site] = number_of(place, [*COLOURS], colour)
        s["height"][site] = len(roofs)
        for level, owner in enumerate(roofs):
            if owner != NO_ROOF:
                s["roof"][site][level] = _seat(board, place, owner)
    built = {site: int(height) for site, height in enumerate(s["height"]) if height > 0}
    for site in built:
        for other in board.neighbours[site]:
            if site < other in built and s["colour"][site] == s["colour"][other]:
                both = f"{board.sites[site].id} and {board.sites[other].id}"
                raise _wrong("buildings", f"neighbours must differ: {both} are {COLOURS[s['colour'][site]]}")
    order = founding_order(built, board.neighbours)
    if order is None:
        raise _wrong(
            "buildings",
            "no order of founding leads to these heights; a building has one floor, and one more for every"
            " neighbour founded later",
        )
    for site, number in order.items():
        s["founded"][site] = number
    s["foundings"] = max(order.values(), default=0)


# --- the players -------------------------------------------------------------------------------------


def _players(board: Board, s: Any, wanted: Arrangement) -> None:
    for seat in range(board.players):
        laid, all_roofs = int((s["roof"] == seat).sum()), board.components.roofs_per_player
        if laid > all_roofs:
            raise _wrong("buildings", f"{laid} roofs of {_called(board, seat)}; a player has {all_roofs}")
        s["roofs_left"][seat] = all_roofs - laid
    for name, floors in wanted.stock.items():
        seat, most = _seat(board, "stock", name), board.setup.stock_limit
        if sum(floors.values()) > most:
            raise _wrong(f"stock.{name}", f"{sum(floors.values())} floors; a turn ends with at most {most}")
        s["stock"][seat] = [floors.get(colour, 0) for colour in COLOURS]
    for name, columns in wanted.track.items():
        seat, first, last = _seat(board, "track", name), board.track.start_column, len(board.track.values) - 1
        for colour, column in columns.items():
            if not first <= column <= last:
                raise _wrong(f"track.{name}.{colour}", f"column {column} is not from {first} to {last}")
        s["track"][seat] = [columns.get(colour, first) for colour in COLOURS]
        s["points"][seat][: n.COLOURS] = [board.track.values[column] for column in s["track"][seat]]
        slowest = s["track"][seat].min()
        s["stars"][seat] = sum(star <= slowest for star in board.track.stars)


def _tray(board: Board, s: Any) -> None:
    most = board.components.floors_per_colour
    for number, colour in enumerate(COLOURS):
        used = int(s["stock"][:, number].sum() + s["height"][s["colour"] == number].sum())
        if used > most:
            raise _wrong("buildings and stock", f"{used} {colour} floors; there are {most}")
        s["tray"][number] = most - used


def _objectives(board: Board, s: Any, wanted: Arrangement) -> None:
    if wanted.objectives is not None:
        ids = [objective.id for objective in board.objectives]
        if len(set(wanted.objectives)) != n.IN_PLAY or len(wanted.objectives) != n.IN_PLAY:
            raise _wrong("objectives", f"must be {n.IN_PLAY} different ones")
        s["objective"] = [number_of("objectives", ids, letter) for letter in wanted.objectives]
    for name, values in wanted.tokens.items():
        seat = _seat(board, "tokens", name)
        if len(values) != n.IN_PLAY:
            raise _wrong(f"tokens.{name}", f"must be {n.IN_PLAY} values, 0 for none")
        for value in values:
            if value and value not in board.tokens:
                raise _wrong(f"tokens.{name}", f"{value} is not one of {', '.join(map(str, board.tokens))}")
        s["token"][seat] = values
        s["points"][seat][n.TOKEN :] = values
    s["tokens_taken"] = (s["token"] > 0).sum(axis=0)


# --- the cards ---------------------------------------------------------------------------------------


def _cards(board: Board, s: Any, wanted: Arrangement) -> None:
    """The pile keeps its order; the cards that lie elsewhere are taken out of it."""
    ids = [card.id for card in board.cards]
    pile = [int(card) for card in s["pile"][: s["pile_count"]]]
    shown = [int(card) for card in s["market"] if card != n.EMPTY]
    discards = [number_of("discards", ids, card) for card in wanted.discards]
    if wanted.market is None:
        market = [card for card in shown + pile[::-1] if card not in discards][: board.setup.market_size]
    else:
        market = [number_of("market", ids, card) for card in wanted.market]
    if len(market) != board.setup.market_size:
        raise _wrong("market", f"{len(market)} cards; it must have {board.setup.market_size}")
    for place, card in enumerate(market + discards):
        if card in (market + discards)[:place]:
            raise _wrong("market and discards", f"the card {ids[card]} lies there twice")
    pile = [card for card in pile + shown if card not in market and card not in discards]
    s["pile"], s["discard"] = 0, 0
    s["pile"][: len(pile)], s["pile_count"] = pile, len(pile)
    s["discard"][: len(discards)], s["discard_count"] = discards, len(discards)
    s["market"][: len(market)] = market


# --- the turn and the end ----------------------------------------------------------------------------


def _extra_turn(board: Board, s: Any, wanted: Arrangement) -> None:
    s["in_extra"] = wanted.extra_turn
    if wanted.extra_turn and s["stars"][s["to_act"]] == 0:
        name = _called(board, s["to_act"])
        raise _wrong("extra_turn", f"the machines of {name} have not all reached a star column")


def _ending(board: Board, s: Any, wanted: Arrangement) -> None:
    """How many last turns are left, whose they are, and what the others have counted."""
    s["ending"], s["last_turns"] = ENDINGS.index(wanted.ending), wanted.last_turns
    s["quiet"] = wanted.turns_without_building
    rounds = board.setup.rulings.stalemate_rounds * board.players
    if wanted.ending is None:
        if wanted.last_turns:
            raise _wrong("last_turns", f"{wanted.last_turns} without an ending")
        if wanted.turns_without_building >= rounds:
            raise _wrong("turns_without_building", f"after {rounds} the end has begun; give an ending")
        for seat in range(board.players):
            if s["roofs_left"][seat] == 0:
                raise _wrong("buildings", f"{_called(board, seat)} has no roof left; give an ending")
    elif wanted.ending != "stalemate" and wanted.last_turns == 0 and not wanted.extra_turn:
        raise _wrong("last_turns", "must be given with an ending, unless it is an extra turn of its cause")
    else:
        most = board.players - 1 if wanted.ending == "last-roof" else board.players
        least = 1 if wanted.ending == "stalemate" else 0
        if not least <= wanted.last_turns <= most:
            raise _wrong("last_turns", f"{wanted.last_turns} is not from {least} to {most}")
        cause = (int(s["to_act"]) + wanted.last_turns) % board.players
        if wanted.ending == "last-roof" and s["roofs_left"][cause] > 0:
            left = int(s["roofs_left"][cause])
            raise _wrong(
                "ending", f"{_called(board, cause)} must have laid the last roof and has {left} left"
            )
    _counts(board, s, wanted)


def _counts(board: Board, s: Any, wanted: Arrangement) -> None:
    order = [(int(s["to_act"]) + k) % board.players for k in range(board.players)]
    done = order[wanted.last_turns :] if wanted.last_turns else []
    for name in wanted.counted:
        if _seat(board, "counted", name) not in done:
            raise _wrong(f"counted.{name}", "has not had the last turn yet")
    built = [site for site, height in enumerate(s["height"]) if height > 0]
    for seat in done:
        visible = sum(int(s["roof"][site][s["height"][site] - 1]) == seat for site in built)
        count = wanted.counted.get(_called(board, seat), visible)
        laid = int((s["roof"] == seat).sum())
        if not visible <= count <= laid:
            raise _wrong(f"counted.{_called(board, seat)}", f"{count} is not from {visible} to {laid}")
        s["cone"][seat] = count
        s["points"][seat][n.CONE] = board.cone_value(count)
