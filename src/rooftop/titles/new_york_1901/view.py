"""New York 1901: what one seat sees, named as on the table.

Structs that hold a dict leave it out of their hash; it still counts when they are compared. So all of them
can be arguments of a cached drawing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, get_args

import msgspec
import numpy as np

from rooftop.engine.engine import Engine, engine
from rooftop.engine.record import Array
from rooftop.game import title
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.schema import (
    ACTION_CARDS,
    CHALLENGES,
    GENERATIONS,
    ActionId,
    ChallengeId,
    Generation,
    Icon,
)
from rooftop.titles.new_york_1901.tables import tables

Phase = Literal["turn", "lot", "build", "place", "after", "grab", "boom", "blocked", "done", "over"]
Ending = Literal["tiles", "cards", "stalemate"]
Status = Literal["unbuilt", "standing", "demolished"]  # of a tile

PHASES: tuple[Phase, ...] = get_args(Phase)
ENDINGS: tuple[Ending | None, ...] = (None, *get_args(Ending))
SOURCES = (
    "bronze", "silver", "gold", "legendary", "street-1", "street-2", "street-3", "challenge", "cards",
)  # fmt: skip
# The fields of a state that a view shows, read once as Python numbers and lists.
READ = (
    "acquired", "barred", "big", "came_from", "card", "challenge", "character", "ending", "expert", "future",
    "future_count", "golden", "grabbed", "hand", "hexagons", "last_turns", "layer", "market", "on_street",
    "owner", "phase", "placed", "ply", "points", "quiet", "raised", "rank", "shifted", "standing", "street",
    "tile", "to_act", "turn", "unbuilt", "workers",
)  # fmt: skip
Fields = dict[str, Any]


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A lot card."""

    id: str  # such as "green-2"
    district: str
    letter: str
    size: int


class SoFar(msgspec.Struct, frozen=True, kw_only=True):
    """What the seat to act has done this turn."""

    acquired: int
    grabbed: bool
    three_square_lot: bool
    built: int
    boom_barred: bool
    shifted: bool


class ByGeneration(msgspec.Struct, frozen=True, kw_only=True):
    """A number for each generation."""

    none: int
    bronze: int
    silver: int
    gold: int

    def __getitem__(self, generation: Generation) -> int:
        number: int = getattr(self, generation)
        return number


class Lot(msgspec.Struct, frozen=True, kw_only=True):
    owner: int | None
    worker: bool


class Skyscraper(msgspec.Struct, frozen=True, kw_only=True):
    """A tile on the map."""

    seat: int
    tile: str
    generation: Generation
    legendary: bool
    icon: Icon
    points: int
    placement: int
    squares: tuple[str, ...]
    lots: tuple[str, ...]
    streets: tuple[str, ...]  # codes
    districts: tuple[str, ...]


class Future(msgspec.Struct, frozen=True, kw_only=True):
    """The face-down cards. Everyone can work out which they are."""

    count: int
    kinds: dict[str, int]
    bottom: tuple[tuple[str, ...], ...]  # known groups from the bottom up, each in unknown order

    def __hash__(self) -> int:
        return hash((self.count, self.bottom))


class Street(msgspec.Struct, frozen=True, kw_only=True):
    """A street in play; `tally` holds each seat's skyscrapers on it."""

    code: str
    tally: tuple[int, ...]
    leader: int | None  # nobody leads on a tie


class Challenge(msgspec.Struct, frozen=True, kw_only=True):
    """The challenge in play: each seat's progress, and the points it would get if the game ended now."""

    id: ChallengeId
    progress: tuple[int, ...] | tuple[dict[str, int], ...]  # dicts by district (tycoon), generation (king)
    points: tuple[int, ...]

    def __hash__(self) -> int:
        return hash((self.id, self.points))


class Points(msgspec.Struct, frozen=True, rename="kebab"):
    """A seat's points by source."""

    bronze: int
    silver: int
    gold: int
    legendary: int
    street_1: int
    street_2: int
    street_3: int
    challenge: int
    cards: int


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A player's area."""

    id: str  # the colour
    character: str | None
    workers: int  # in reserve
    actions: tuple[ActionId, ...]
    generation: Generation  # the highest one unlocked
    tiles: dict[str, Status]
    unbuilt: int
    until_end: int  # skyscrapers to build until the end begins
    legendary: str | None
    feet: int
    standing: ByGeneration
    hexagons: int
    lots: tuple[str, ...]
    points: Points
    total: int
    if_ended: Points  # the points if the game ended now
    rank: int | None  # None before the end

    def __hash__(self) -> int:
        return hash((self.id, self.workers, self.unbuilt, self.lots, self.total, self.rank))


class View(title.View, frozen=True, kw_only=True):
    phase: Phase
    came_from: Phase  # the phase that goes on once a lot or squares are chosen
    card: Card | None  # taken, its lot not chosen yet
    tile: str | None  # chosen, its squares not chosen yet
    coverable: tuple[str, ...]  # the squares that it can cover
    so_far: SoFar
    expert: bool
    thresholds: ByGeneration  # points that unlock a generation
    ending: Ending | None
    last_turns: int  # left to play; during a last turn it counts too
    is_last_turn: bool
    turns_without_building: int
    quiet_rounds: int | None
    removed_districts: tuple[str, ...]  # letters
    lots: dict[str, Lot]  # without those that are not in the game
    skyscrapers: tuple[Skyscraper, ...]
    legendary: dict[str, int | None]  # the seat that built each legendary skyscraper
    market: tuple[Card | None, ...]
    future: Future
    streets: tuple[Street, ...]  # in play
    tallies: dict[str, tuple[int, ...]]  # of all streets, by code
    challenge: Challenge | None
    seats: tuple[Seat, ...]

    @property
    def acting(self) -> Seat:
        """The seat to act."""
        assert not self.over
        return self.seats[self.to_act]

    @property
    def can_acquire(self) -> bool:
        """NY-20, NY-61: whether the seat to act could take a lot card."""
        small = self.so_far.grabbed
        cards = [card for card in self.market if card and (card.size == n.SMALL or not small)]
        return self.acting.workers > 0 and bool(cards)


def view(board: Board, state: np.void, seat: int) -> View:
    """What `seat` sees of `state`, blinded for it. The order of the future market is never read."""
    s = {name: state[name].tolist() for name in READ}
    card, tile = s["card"], s["tile"]
    expert = bool(s["expert"])
    skyscrapers = _skyscrapers(board, s)
    streets = tuple(_street(board, s, street) for street in s["street"])
    challenge = _challenge(board, s)
    return View(
        **title.common("new-york-1901", board.players, s, seat, PHASES[s["phase"]]),
        came_from=PHASES[s["came_from"]],
        card=_card(board, card),
        tile=None if tile < 0 else board.tiles[tile].id,
        coverable=_coverable(board, state.tobytes()) if s["phase"] == n.CHOOSE_PLACE else (),
        so_far=SoFar(
            acquired=s["acquired"],
            grabbed=bool(s["grabbed"]),
            three_square_lot=bool(s["big"]),
            built=s["raised"],
            boom_barred=bool(s["barred"]),
            shifted=bool(s["shifted"]),
        ),
        expert=expert,
        thresholds=_by_generation([board.threshold(number, expert) for number in range(n.GENERATIONS)]),
        ending=ENDINGS[s["ending"]],
        last_turns=_last_turns(board, s),
        is_last_turn=bool(s["last_turns"]),
        turns_without_building=s["quiet"],
        quiet_rounds=_quiet_rounds(board, s),
        removed_districts=tuple(board.setup.removed_districts),
        lots=_lots(board, s, skyscrapers),
        skyscrapers=skyscrapers,
        legendary={board.tiles[number].id: _builder(board, s, number) for number in board.legendary_tiles},
        market=tuple(_card(board, kind) for kind in s["market"]),
        future=_future(board, s),
        streets=streets,
        tallies={
            street.code: tuple([row[number] for row in s["on_street"][: board.players]])
            for number, street in enumerate(board.streets)
        },
        challenge=challenge,
        seats=tuple(_seat(board, s, other, streets, challenge) for other in range(board.players)),
    )


def rules() -> Engine:
    """The interpreted rules, which answer at once: no view waits for a compiler."""
    return engine(title.title("new-york-1901"), compiled=False)


def legal(board: Board, rows: Array) -> list[int]:
    """The legal actions of a position."""
    room = rules().room()
    found: list[int] = room[: rules().moves(rows, 0, tables(board), room)].tolist()
    return found


@lru_cache(maxsize=256)
def _coverable(board: Board, state: bytes) -> tuple[str, ...]:
    """The squares under the legal placements; kept, since a position is looked at several times."""
    rows = np.frombuffer(state, n.State.dtype)
    placements = [board.placements[action - n.PLACE] for action in legal(board, rows)]
    squares = sorted({square for placement in placements for square in placement.squares})
    return tuple(board.squares[square].id for square in squares)


def free_lots(board: Board, view: View, card: Card) -> list[int]:
    """The lots without an owner of the kind that a card shows."""
    return [
        number
        for number, lot in enumerate(board.lots)
        if board.kind_id(board.kind(number)) == card.id
        and lot.id in view.lots
        and view.lots[lot.id].owner is None
    ]


def _by_generation(numbers: list[int]) -> ByGeneration:
    none, bronze, silver, gold = numbers
    return ByGeneration(none=none, bronze=bronze, silver=silver, gold=gold)


def _last_turns(board: Board, s: Fields) -> int:
    """NY-46: during the turn that triggers the end, each other player has one turn left."""
    own_turn = s["ending"] != n.GOING_ON and s["phase"] != n.OVER and not s["last_turns"]
    return board.players - 1 if own_turn else s["last_turns"]


def _quiet_rounds(board: Board, s: Fields) -> int | None:
    """NY-82: the rounds without a new skyscraper, once there are many and while they still matter."""
    rounds = s["quiet"] // board.players
    shown = rounds >= board.quiet_shown_from and s["ending"] == n.GOING_ON
    return rounds if shown else None


def _card(board: Board, kind: int) -> Card | None:
    if kind < 0:
        return None
    district, size = board.kind_parts(kind)
    return Card(id=board.kind_id(kind), district=district.id, letter=district.letter, size=size)


def _skyscrapers(board: Board, s: Fields) -> tuple[Skyscraper, ...]:
    """Everything on the map, by seat and tile."""
    found = []
    for seat in range(board.players):
        for number, placement in enumerate(s["placed"][seat][: len(board.tiles)]):
            if placement >= 0:
                tile, where = board.tiles[number], board.placements[placement]
                found.append(
                    Skyscraper(
                        seat=seat,
                        tile=tile.id,
                        generation=tile.generation,
                        legendary=tile.legendary,
                        icon=tile.icon,
                        points=tile.points,
                        placement=placement,
                        squares=tuple(board.squares[square].id for square in where.squares),
                        lots=tuple(board.lots[lot].id for lot in where.lots),
                        streets=tuple(board.streets[street].code for street in where.streets),
                        districts=tuple(board.districts[district].id for district in where.districts),
                    )
                )
    return tuple(found)


def _lots(board: Board, s: Fields, skyscrapers: tuple[Skyscraper, ...]) -> dict[str, Lot]:
    built = {lot for row in skyscrapers for lot in row.lots}
    return {
        lot.id: _lot(owner, owner >= 0 and lot.id not in built)
        for lot, owner in zip(board.lots, s["owner"], strict=False)
        if owner != n.OUT
    }


@lru_cache(maxsize=64)
def _lot(owner: int, worker: bool) -> Lot:
    return Lot(owner=None if owner == n.FREE else owner, worker=worker)


def _builder(board: Board, s: Fields, tile: int) -> int | None:
    return next((seat for seat in range(board.players) if s["placed"][seat][tile] >= 0), None)


def _future(board: Board, s: Fields) -> Future:
    count = s["future_count"]
    cards, layers = s["future"][:count], s["layer"][:count]
    kinds: dict[str, int] = {}
    for kind in sorted(cards):
        name = board.kind_id(kind)
        kinds[name] = kinds.get(name, 0) + 1
    groups: list[list[int]] = []
    for k, kind in enumerate(cards):
        if k == 0 or layers[k] != layers[k - 1]:
            groups.append([])
        groups[-1].append(kind)
    bottom = tuple(tuple(board.kind_id(kind) for kind in sorted(group)) for group in groups[:-1])
    return Future(count=count, kinds=kinds, bottom=bottom)


def _street(board: Board, s: Fields, street: int) -> Street:
    tally = [row[street] for row in s["on_street"][: board.players]]
    return Street(code=board.streets[street].code, tally=tuple(tally), leader=_sole_leader(tally))


def _sole_leader(tally: list[int]) -> int | None:
    """The seat with more than every other; None on a tie."""
    most = max(tally)
    return tally.index(most) if most > 0 and tally.count(most) == 1 else None


def _challenge(board: Board, s: Fields) -> Challenge | None:
    number = s["challenge"]
    if number < 0:
        return None
    seats = range(board.players)
    row = board.challenges[number]
    standing, golden = s["standing"], s["golden"]
    progress: tuple[int, ...] | tuple[dict[str, int], ...]
    points: tuple[int, ...]
    if number == n.TYCOON:
        progress = tuple(
            {district.id: golden[seat][k] for k, district in enumerate(board.districts)} for seat in seats
        )
        points = tuple(
            row.points_per_district * sum(count >= row.min_gold_per_district for count in own.values())
            for own in progress
        )
    elif number == n.PRESTIGE:
        progress = points = tuple(s["points"][seat][n.CHALLENGE] for seat in seats)
    elif number == n.KING:
        progress = tuple(dict(zip(GENERATIONS[1:], standing[seat][1:], strict=True)) for seat in seats)
        leaders = [_sole_leader([standing[seat][g] for seat in seats]) for g in (n.BRONZE, n.SILVER, n.GOLD)]
        points = tuple(row.points_each * leaders.count(seat) for seat in seats)
    else:
        counts = s["hexagons"] if number == n.ARCHITECT else [own[n.BRONZE] for own in standing]
        progress = tuple(int(counts[seat]) for seat in seats)
        steps = list(zip(row.count, row.points, strict=True))
        points = tuple(max((worth for need, worth in steps if have >= need), default=0) for have in progress)
    return Challenge(id=CHALLENGES[number], progress=progress, points=points)


def _if_ended(
    board: Board,
    points: Points,
    seat: int,
    cards: int,
    streets: tuple[Street, ...],
    challenge: Challenge | None,
) -> Points:
    """NY-66: the points with the final scoring."""
    first, second, third = (board.street_table.points * (street.leader == seat) for street in streets)
    return msgspec.structs.replace(
        points,
        street_1=first,
        street_2=second,
        street_3=third,
        challenge=challenge.points[seat] if challenge else 0,
        cards=board.final.unused_action_card * cards,
    )


def _seat(
    board: Board, s: Fields, seat: int, streets: tuple[Street, ...], challenge: Challenge | None
) -> Seat:
    points = Points(*s["points"][seat])
    total = sum(s["points"][seat])
    placed = s["placed"][seat]
    character, expert = s["character"][seat], bool(s["expert"])
    tiles: dict[str, Status] = {}
    for number in (n.START_TILE, *board.own_tiles):
        where = placed[number]
        tiles[board.tiles[number].id] = (
            "unbuilt" if where == n.NONE else "demolished" if where < 0 else "standing"
        )
    if expert:
        del tiles[board.tiles[n.START_TILE].id]
    legendary = next((board.tiles[number] for number in board.legendary_tiles if placed[number] >= 0), None)
    unlocked = max(g for g in range(n.GENERATIONS) if g == 0 or total >= board.threshold(g, expert))
    return Seat(
        id=board.player_names[seat].id,
        character=None if character < 0 else _character(board, character),
        workers=s["workers"][seat],
        actions=tuple(card for card, left in zip(ACTION_CARDS, s["hand"][seat], strict=True) if left),
        generation=GENERATIONS[unlocked],
        tiles=tiles,
        unbuilt=s["unbuilt"][seat],
        until_end=max(s["unbuilt"][seat] - board.end.unbuilt_left, 0),
        legendary=None if legendary is None else legendary.id,
        feet=0 if legendary is None else legendary.feet,
        standing=_by_generation(s["standing"][seat]),
        hexagons=s["hexagons"][seat],
        lots=tuple(lot.id for lot, owner in zip(board.lots, s["owner"], strict=False) if owner == seat),
        points=points,
        total=total,
        if_ended=_if_ended(board, points, seat, sum(s["hand"][seat]), streets, challenge),
        rank=s["rank"][seat] or None,
    )


def _character(board: Board, character: int) -> str:
    return board.characters[board.characters_in_play[character]].id
