"""Tower Up: what one seat sees, in the words used at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
import numpy as np
from msgspec.structs import replace

from rooftop.game import title
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.schema import CARD_FLOORS, COLOURS, CardFloor, Colour

Phase = Literal["starter", "compensation", "turn", "floor", "roof", "return", "end", "over"]
Ending = Literal["last-roof", "shortage", "stalemate"]
Source = Literal["white", "grey", "brown", "black", "cone", "token-1", "token-2", "token-3"]
PHASES: tuple[Phase, ...] = ("starter", "compensation", "turn", "floor", "roof", "return", "end", "over")
ENDINGS: tuple[Ending | None, ...] = (None, "last-roof", "shortage", "stalemate")
SOURCES: tuple[Source, ...] = ("white", "grey", "brown", "black", "cone", "token-1", "token-2", "token-3")


class ByColour(msgspec.Struct, frozen=True):
    """A number for each colour, such as the floors in a stock: `stock.white` or `stock["white"]`."""

    white: int
    grey: int
    brown: int
    black: int

    def __getitem__(self, colour: Colour) -> int:
        number: int = getattr(self, colour)
        return number

    def __iter__(self) -> Iterator[int]:
        """The numbers in the order of `COLOURS`."""
        return iter((self.white, self.grey, self.brown, self.black))


class Points(msgspec.Struct, frozen=True, rename="kebab"):
    """The points of a seat by source."""

    white: int
    grey: int
    brown: int
    black: int
    cone: int
    token_1: int
    token_2: int
    token_3: int

    def __getitem__(self, source: Source) -> int:
        number: int = getattr(self, source.replace("-", "_"))
        return number

    @property
    def total(self) -> int:
        return sum(self[source] for source in SOURCES)


class Building(msgspec.Struct, frozen=True):
    colour: Colour
    height: int
    roofs: tuple[int | None, ...]  # from the lowest floor up: the seat whose roof lies on it


class ObjectiveInPlay(msgspec.Struct, frozen=True):
    id: str
    tokens: tuple[int, ...]  # still to be won, best first
    total: int  # the progress that meets the objective
    progress: tuple[int, ...]  # by seat


class Seat(msgspec.Struct, frozen=True):
    id: str
    stock: ByColour
    roofs: int  # left to lay
    track: ByColour  # the column of each machine
    stars: int  # star columns used
    tokens: tuple[int | None, ...]  # won, by objective
    visible: int | None  # visible roofs; None until they are counted
    points: Points
    if_ended: Points  # the points if the game ended now: visible roofs count, too
    total: int
    rank: int | None  # None before the end


class View(title.View, frozen=True, kw_only=True):
    phase: Phase
    extra_turn: bool  # this is one
    extra_turn_earned: bool  # one follows this turn
    free_floors: int  # to choose now
    replacements: int  # how many of these replace floors that the tray lacks
    new_building: str | None  # founded in this turn and waiting for a roof
    starters: tuple[CardFloor, ...]  # starting floors to place, the next one first
    ending: Ending | None
    last_turns: int
    turns_without_building: int
    map: str
    buildings: dict[str, Building]  # by site
    tray: ByColour
    market: tuple[str | None, ...]
    pile: int
    discards: tuple[str, ...]
    objectives: tuple[ObjectiveInPlay, ...]
    seats: tuple[Seat, ...]

    @property
    def actor(self) -> Seat:
        """The seat to act, while the game goes on."""
        assert not self.over
        return self.seats[self.to_act]


def view(board: Board, s: np.void, seat: int) -> View:
    """What `seat` sees of `s`, a state blinded for it. The order of the pile is never read."""
    to_act, site = int(s["to_act"]), int(s["site"])
    buildings = _buildings(board, s)
    tops = [building.roofs[-1] for building in buildings.values()]
    return View(
        **title.common("tower-up", board.players, s, seat, PHASES[s["phase"]]),
        extra_turn=bool(s["in_extra"]),
        extra_turn_earned=bool(s["extra"]),
        free_floors=int(s["owed"][to_act] if s["phase"] == n.COMPENSATE else s["choices"]),
        replacements=int(s["missing"]),
        new_building=board.sites[site].id if site >= 0 else None,
        starters=_starters(s),
        ending=ENDINGS[s["ending"]],
        last_turns=int(s["last_turns"]),
        turns_without_building=int(s["quiet"]),
        map=board.city.id,
        buildings=buildings,
        tray=_by_colour(s["tray"]),
        market=tuple(_card(board, card) for card in s["market"][: board.setup.market_size]),
        pile=int(s["pile_count"]),
        discards=tuple(board.cards[card].id for card in s["discard"][: s["discard_count"]]),
        objectives=tuple(_objective(board, s, slot) for slot in range(n.IN_PLAY)),
        seats=tuple(_seat(board, s, other, tops.count(other)) for other in range(board.players)),
    )


def _by_colour(numbers: Iterable[int]) -> ByColour:
    return ByColour(*map(int, numbers))


def _starters(s: np.void) -> tuple[CardFloor, ...]:
    if s["phase"] != n.PLACE_STARTER:
        return ()
    return tuple(CARD_FLOORS[colour] for colour in s["starter"][s["starters_placed"] : s["starter_count"]])


def _buildings(board: Board, s: np.void) -> dict[str, Building]:
    buildings = {}
    for site, colour, height, roofs in zip(board.sites, s["colour"], s["height"], s["roof"], strict=False):
        if colour != n.EMPTY:
            owners = tuple(None if roof == n.EMPTY else int(roof) for roof in roofs[:height])
            buildings[site.id] = Building(COLOURS[colour], int(height), owners)
    return buildings


def _card(board: Board, card: int) -> str | None:
    return None if card == n.EMPTY else board.cards[card].id


def _objective(board: Board, s: np.void, slot: int) -> ObjectiveInPlay:
    objective = board.objectives[s["objective"][slot]]
    return ObjectiveInPlay(
        id=objective.id,
        tokens=tuple(board.tokens[s["tokens_taken"][slot] :]),
        total=board.objective_total(objective),
        progress=tuple(int(steps) for steps in s["progress"][: board.players, slot]),
    )


def _seat(board: Board, s: np.void, seat: int, visible: int) -> Seat:
    points = Points(*(int(value) for value in s["points"][seat]))
    counted = None if s["cone"][seat] == n.UNSET else int(s["cone"][seat])
    if_ended = points if counted is not None else replace(points, cone=board.cone_value(visible))
    return Seat(
        id=board.player_names[seat].id,
        stock=_by_colour(s["stock"][seat]),
        roofs=int(s["roofs_left"][seat]),
        track=_by_colour(s["track"][seat]),
        stars=int(s["stars"][seat]),
        tokens=tuple(int(value) or None for value in s["token"][seat]),
        visible=counted,
        points=points,
        if_ended=if_ended,
        total=points.total,
        rank=int(s["rank"][seat]) or None,
    )
