"""Tower Up: a position set up by hand, for examples, puzzles and tests.

    [buildings]                       each floor from the bottom up: "-", or the owner of the roof on it
    T1 = "white: - - blue"
    [stock.blue]                      the tray gets the other floors
    white = 2
    [track.blue]
    white = 3

Everything else is optional: `to_act`, `market`, `discards`, `objectives`, `tokens`, `extra_turn`, `ending`,
`last_turns`, `counted` (visible roofs of players who have had their last turn), `turns_without_building`.
What you leave out is as at the start of a game, or follows from the rest: roofs left, star columns used, the
order in which buildings were founded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import msgspec
import numpy as np

from rooftop.errors import OptionError
from rooftop.game.arrangement import number_of, wanted_of
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.schema import COLOURS, Colour
from rooftop.titles.tower_up.view import ENDINGS, Ending

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
    ending: Ending | None = None
    last_turns: Count = 0
    counted: dict[str, Count] = {}
    turns_without_building: Count = 0


def arrange(board: Board, s: np.void, table: Mapping[str, object]) -> None:
    """Change `s`, the start of a game, into the position that `table` describes. Raises OptionError."""
    wanted = wanted_of(Arrangement, table)
    _clear(s)
    _arrange_buildings(board, s, wanted)
    _arrange_players(board, s, wanted)
    _arrange_tray(board, s)
    _arrange_objectives(board, s, wanted)
    _arrange_cards(board, s, wanted)
    if wanted.to_act is not None:
        s["to_act"] = _seat(board, "to_act", wanted.to_act)
    s["phase"] = n.TURN
    _arrange_extra_turn(board, s, wanted)
    _arrange_ending(board, s, wanted)
    _arrange_counts(board, s, wanted)


def _error(where: str, problem: str) -> OptionError:
    return OptionError(f"position: {where}: {problem}")


def _seat(board: Board, where: str, name: str) -> int:
    return number_of(where, [player.id for player in board.player_names[: board.players]], name)


def _name(board: Board, seat: int) -> str:
    return board.player_names[seat].id


def _clear(s: np.void) -> None:
    """Empty the city and skip what comes before the first turn."""
    s["colour"], s["height"], s["roof"], s["founded"] = n.EMPTY, 0, n.EMPTY, 0
    s["starters_placed"] = s["starter_count"]
    s["owed"], s["to_act"] = 0, 0


# --- the city ----------------------------------------------------------------------------------------


def _arrange_buildings(board: Board, s: np.void, wanted: Arrangement) -> None:
    for site_id, text in wanted.buildings.items():
        site = number_of("buildings", list(board.site_number), site_id)
        where = f"buildings.{site_id}"
        colour, _, floors = text.partition(":")
        roofs = floors.split()
        if not 1 <= len(roofs) <= n.LEVELS:
            raise _error(where, f"must look like 'white: - blue', with 1 to {n.LEVELS} floors, not {text!r}")
        s["colour"][site] = number_of(where, [*COLOURS], colour)
        s["height"][site] = len(roofs)
        for level, owner in enumerate(roofs):
            if owner != NO_ROOF:
                s["roof"][site][level] = _seat(board, where, owner)
    built = {site: int(height) for site, height in enumerate(s["height"]) if height > 0}
    for site in built:
        for other in board.neighbours[site]:
            if site < other in built and s["colour"][site] == s["colour"][other]:
                both = f"{board.sites[site].id} and {board.sites[other].id}"
                colour = COLOURS[s["colour"][site]]
                raise _error("buildings", f"neighbours must differ in colour: {both} are both {colour}")
    order = founding_order(built, board.neighbours)
    if order is None:
        raise _error(
            "buildings",
            "no founding order leads to these heights; a building has one floor, plus one for every neighbour"
            " founded later",
        )
    for site, number in order.items():
        s["founded"][site] = number
    s["foundings"] = max(order.values(), default=0)


# --- the players -------------------------------------------------------------------------------------


def _arrange_players(board: Board, s: np.void, wanted: Arrangement) -> None:
    for seat in range(board.players):
        laid, all_roofs = int((s["roof"] == seat).sum()), board.components.roofs_per_player
        if laid > all_roofs:
            raise _error("buildings", f"{_name(board, seat)} must have at most {all_roofs} roofs, not {laid}")
        s["roofs_left"][seat] = all_roofs - laid
    for name, floors in wanted.stock.items():
        seat, limit = _seat(board, "stock", name), board.setup.stock_limit
        if sum(floors.values()) > limit:
            raise _error(f"stock.{name}", f"must be at most {limit} floors, not {sum(floors.values())}")
        s["stock"][seat] = [floors.get(colour, 0) for colour in COLOURS]
    for name, columns in wanted.track.items():
        seat, first, last = _seat(board, "track", name), board.track.start_column, len(board.track.values) - 1
        for colour, column in columns.items():
            if not first <= column <= last:
                raise _error(
                    f"track.{name}.{colour}", f"must be a column from {first} to {last}, not {column}"
                )
        s["track"][seat] = [columns.get(colour, first) for colour in COLOURS]
        s["points"][seat][: n.COLOURS] = [board.track.values[column] for column in s["track"][seat]]
        slowest = s["track"][seat].min()
        s["stars"][seat] = sum(star <= slowest for star in board.track.stars)


def _arrange_tray(board: Board, s: np.void) -> None:
    most = board.components.floors_per_colour
    for number, colour in enumerate(COLOURS):
        used = int(s["stock"][:, number].sum() + s["height"][s["colour"] == number].sum())
        if used > most:
            raise _error("buildings and stock", f"must be at most {most} {colour} floors, not {used}")
        s["tray"][number] = most - used


def _arrange_objectives(board: Board, s: np.void, wanted: Arrangement) -> None:
    if wanted.objectives is not None:
        ids = [objective.id for objective in board.objectives]
        if len(set(wanted.objectives)) != n.IN_PLAY or len(wanted.objectives) != n.IN_PLAY:
            raise _error("objectives", f"must be {n.IN_PLAY} different objectives")
        s["objective"] = [number_of("objectives", ids, letter) for letter in wanted.objectives]
    for name, values in wanted.tokens.items():
        seat = _seat(board, "tokens", name)
        if len(values) != n.IN_PLAY:
            raise _error(f"tokens.{name}", f"must be {n.IN_PLAY} values, 0 for no token")
        for value in values:
            if value and value not in board.tokens:
                raise _error(
                    f"tokens.{name}", f"must be one of {', '.join(map(str, board.tokens))}, not {value}"
                )
        s["token"][seat] = values
        s["points"][seat][n.TOKEN :] = values
    s["tokens_taken"] = (s["token"] > 0).sum(axis=0)


# --- the cards ---------------------------------------------------------------------------------------


def _arrange_cards(board: Board, s: np.void, wanted: Arrangement) -> None:
    """Move cards to the market and the discards; the others keep their order in the pile."""
    ids = [card.id for card in board.cards]
    pile = [int(card) for card in s["pile"][: s["pile_count"]]]
    shown = [int(card) for card in s["market"] if card != n.EMPTY]
    discards = [number_of("discards", ids, card) for card in wanted.discards]
    if wanted.market is None:
        market = [card for card in shown + pile[::-1] if card not in discards][: board.setup.market_size]
    else:
        market = [number_of("market", ids, card) for card in wanted.market]
    if len(market) != board.setup.market_size:
        raise _error("market", f"must have {board.setup.market_size} cards, not {len(market)}")
    for index, card in enumerate(market + discards):
        if card in (market + discards)[:index]:
            raise _error("market and discards", f"card {ids[card]} is a duplicate")
    pile = [card for card in pile + shown if card not in market and card not in discards]
    s["pile"], s["discard"] = 0, 0
    s["pile"][: len(pile)], s["pile_count"] = pile, len(pile)
    s["discard"][: len(discards)], s["discard_count"] = discards, len(discards)
    s["market"][: len(market)] = market


# --- the turn and the end ----------------------------------------------------------------------------


def _arrange_extra_turn(board: Board, s: np.void, wanted: Arrangement) -> None:
    s["in_extra"] = wanted.extra_turn
    if wanted.extra_turn and s["stars"][s["to_act"]] == 0:
        name = _name(board, s["to_act"])
        raise _error("extra_turn", f"the machines of {name} have not all reached a star column")


def _arrange_ending(board: Board, s: np.void, wanted: Arrangement) -> None:
    """What triggered the end, and how many last turns are left."""
    s["ending"], s["last_turns"] = ENDINGS.index(wanted.ending), wanted.last_turns
    s["quiet"] = wanted.turns_without_building
    if wanted.ending is None:
        _check_no_ending(board, s, wanted)
    elif wanted.ending != "stalemate" and wanted.last_turns == 0 and not wanted.extra_turn:
        raise _error(
            "last_turns", "missing; needed with an ending, except in an extra turn before the last turns"
        )
    else:
        most = board.players - 1 if wanted.ending == "last-roof" else board.players
        least = 1 if wanted.ending == "stalemate" else 0
        if not least <= wanted.last_turns <= most:
            raise _error("last_turns", f"must be {least} to {most}, not {wanted.last_turns}")
        cause = (int(s["to_act"]) + wanted.last_turns) % board.players
        if wanted.ending == "last-roof" and s["roofs_left"][cause] > 0:
            left = int(s["roofs_left"][cause])
            raise _error(
                "ending", f"{_name(board, cause)} must have laid their last roof, but has {left} left"
            )


def _check_no_ending(board: Board, s: np.void, wanted: Arrangement) -> None:
    if wanted.last_turns:
        raise _error("last_turns", "must be 0 without an ending")
    turns = board.setup.rulings.stalemate_rounds * board.players
    if wanted.turns_without_building >= turns:
        raise _error("turns_without_building", f"must be less than {turns} without an ending")
    for seat in range(board.players):
        if s["roofs_left"][seat] == 0:
            raise _error("buildings", f"{_name(board, seat)} has no roofs left; add an ending")


def _arrange_counts(board: Board, s: np.void, wanted: Arrangement) -> None:
    """The cones of players who have had their last turn."""
    order = [(int(s["to_act"]) + k) % board.players for k in range(board.players)]
    done = order[wanted.last_turns :] if wanted.last_turns else []
    for name in wanted.counted:
        if _seat(board, "counted", name) not in done:
            raise _error(f"counted.{name}", "this player has not had their last turn yet")
    built = [site for site, height in enumerate(s["height"]) if height > 0]
    for seat in done:
        visible = sum(int(s["roof"][site][s["height"][site] - 1]) == seat for site in built)
        count = wanted.counted.get(_name(board, seat), visible)
        laid = int((s["roof"] == seat).sum())
        if not visible <= count <= laid:
            raise _error(f"counted.{_name(board, seat)}", f"must be {visible} to {laid}, not {count}")
        s["cone"][seat] = count
        s["points"][seat][n.CONE] = board.cone_value(count)


# --- an order in which the buildings may have been founded -----------------------------------------
#
# A building has one floor, plus one for every neighbour founded later (TU-29). So the latest building has one
# floor, and removing it lowers its neighbours by one. Buildings that are left at the end must be starting
# floors, which raise no neighbours (TU-11).

MOST_STEPS = 20_000  # positions of real games need less than a hundred


@dataclass
class _City:
    """What is left after some of the latest buildings were removed."""

    raised: dict[int, int]  # for each building: the later neighbours not found yet
    starting: frozenset[int] = frozenset()  # buildings known to be starting floors
    latest: tuple[int, ...] = ()  # removed, the latest first


def founding_order(heights: dict[int, int], neighbours: list[list[int]]) -> dict[int, int] | None:
    """A number for each building: 0 for starting floors, then 1, 2, ... in the order of founding. None if no
    order leads to these heights."""
    waiting, steps = [_City({site: height - 1 for site, height in heights.items()})], 0
    while waiting and steps < MOST_STEPS:
        steps += 1
        city = waiting.pop()
        free = [site for site in city.raised if city.raised[site] == 0 and site not in city.starting]
        if not free:
            if not any(city.raised.values()):
                numbers = dict.fromkeys(city.raised, 0)
                return numbers | {site: at for at, site in enumerate(reversed(city.latest), 1)}
            continue
        least: list[_City] | None = None
        for site in free:
            ways = [
                way
                for way in (
                    _with_starting_floor(city, site, neighbours),
                    _without_latest(city, site, neighbours),
                )
                if way
            ]
            if least is None or len(ways) < len(least):
                least = ways
            if len(ways) < 2:
                break
        waiting += least or []
    return None


def _without_latest(city: _City, site: int, neighbours: list[list[int]]) -> _City | None:
    """The city without its latest building: all its neighbours lose a floor."""
    raised = {other: count for other, count in city.raised.items() if other != site}
    for other in neighbours[site]:
        if other in raised:
            raised[other] -= 1
            if raised[other] < 0:
                return None
    return _possible(_City(raised, city.starting, (*city.latest, site)), neighbours)


def _with_starting_floor(city: _City, site: int, neighbours: list[list[int]]) -> _City | None:
    """The city with this building as a starting floor: neighbours that did not raise it are, too."""
    starting, found = set(city.starting), [site]
    while found:
        one = found.pop()
        if one not in starting:
            starting.add(one)
            if city.raised[one] == 0:
                found += [other for other in neighbours[one] if other in city.raised]
    return _possible(_City(city.raised, frozenset(starting), city.latest), neighbours)


def _possible(city: _City, neighbours: list[list[int]]) -> _City | None:
    """The same city, if every building has enough neighbours that may have been founded later."""
    for site, missing in city.raised.items():
        if missing > sum(other in city.raised and other not in city.starting for other in neighbours[site]):
            return None
    return city
