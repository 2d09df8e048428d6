"""What one seat sees, in the words of the table."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any, Generic, Literal, TypeVar, cast, get_args

import msgspec
import numpy as np

from rooftop.game import title
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.schema import CENTRE, COLOURS, DISCS, Colour, Height

Phase = Literal["start", "bid", "colour", "disc", "wonder", "over"]
Readiness = Literal["locked", "ready", "bid", "built"]
KeyName = Literal["small", "large"]
PHASES: tuple[Phase, ...] = get_args(Phase)
KEYS: tuple[KeyName | None, ...] = (None, "small", "large")  # in the order of the state
Value = TypeVar("Value")


class ByColour(msgspec.Struct, Generic[Value], frozen=True):
    """One value for each colour of neighbourhood."""

    yellow: Value
    green: Value
    white: Value
    brown: Value

    def __getitem__(self, colour: Colour) -> Value:
        return cast(Value, getattr(self, colour))

    def __iter__(self) -> Iterator[Value]:
        """The values in the order of COLOURS."""
        return iter((self.yellow, self.green, self.white, self.brown))

    def items(self) -> Iterator[tuple[Colour, Value]]:
        return ((colour, self[colour]) for colour in COLOURS)


class ByHeight(msgspec.Struct, frozen=True, cache_hash=True):
    """How many buildings there are of each height."""

    short: int
    medium: int
    tall: int

    def __getitem__(self, height: Height) -> int:
        return cast(int, getattr(self, height))


class ByLetter(msgspec.Struct, Generic[Value], frozen=True):
    """One value for each patron's letter."""

    A: Value
    B: Value
    C: Value
    D: Value

    def __getitem__(self, letter: str) -> Value:
        return cast(Value, getattr(self, letter))

    def items(self) -> Iterator[tuple[str, Value]]:
        return ((letter, self[letter]) for letter in self.__struct_fields__)


class Points(msgspec.Struct, frozen=True, rename="kebab"):
    """A player's points by source, in the order of the state's columns."""

    control_1: int
    panoramas_1: int
    wonders: int
    control_2: int
    panoramas_2: int
    objective: int
    patrons: int
    excess: int
    keys: int
    commissions: int
    structures_yellow: int
    structures_green: int
    structures_white: int
    structures_brown: int

    @property
    def by_source(self) -> tuple[int, ...]:
        """In the order of SOURCES."""
        return msgspec.structs.astuple(self)

    @property
    def total(self) -> int:
        return sum(self.by_source)


SOURCES = tuple(field.encode_name for field in msgspec.structs.fields(Points))


class Structure(msgspec.Struct, frozen=True, kw_only=True):
    """A building, with a number and a height; or a wonder, whose card is unknown until it is shown."""

    seat: int
    id: str  # short-1 ... tall-3, wonder-1, wonder-2
    number: int | None
    height: Height | None
    wonder: str | None


class Standing(Structure, frozen=True, kw_only=True, cache_hash=True):
    """A structure on the map."""

    bid: bool  # False: built


class Bid(Structure, frozen=True, kw_only=True, cache_hash=True):
    neighbourhood: str


class OwnedStructure(Structure, frozen=True, kw_only=True, cache_hash=True):
    """A structure in its owner's list."""

    state: Readiness
    neighbourhood: str | None  # where it stands
    era: Literal[1, 2]  # when it joins the game


class Neighbourhood(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    island: str
    colour: Colour
    disc: str | None
    structure: Standing | None


class Bridge(msgspec.Struct, frozen=True):
    """A bridge in use and the two neighbourhoods it joins."""

    id: str
    a: str
    b: str


class Control(msgspec.Struct, frozen=True, kw_only=True):
    """Each seat's buildings on an island, and who controls it now."""

    tally: tuple[ByHeight, ...]
    leaders: tuple[int, ...]


class Auction(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    of: int  # how many auctions a game has
    bids: tuple[Bid, ...]  # the lowest first
    bidder: int | None
    neighbourhood: str | None  # of the highest bid
    value: int | None  # its number; None if it is a wonder
    wonder: str | None
    passed: tuple[int, ...]
    room: tuple[str, ...]  # where the next bid may go


class Panorama(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    value: int
    instances: tuple[int, ...]  # by seat
    worth: tuple[int, ...]


class Patron(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    tile: int | None  # None: hidden from this seat
    discs: tuple[int, ...]  # by seat
    on_map: int
    in_game: int


class Key(msgspec.Struct, frozen=True, kw_only=True):
    value: int
    seat: int | None  # who has it


class Keys(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    large: Key
    small: Key | None = None  # None: not used with this number of players

    def items(self) -> list[tuple[KeyName, Key]]:
        items: list[tuple[KeyName, Key]] = [("large", self.large)]
        if self.small is not None:
            items.append(("small", self.small))
        return items


class Objective(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    colour: Colour
    progress: int
    need: int
    value: int
    met: bool


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    points: Points
    total: int
    if_ended: Points  # the points if the game ended now, as far as the viewer knows
    rank: int | None  # None before the end
    structures: tuple[OwnedStructure, ...]  # the weakest first
    built: int
    left: int
    passed: bool
    rows: ByColour[tuple[str, ...]]  # the discs in each row
    row_value: ByColour[int]
    standing: ByColour[int]  # structures built on each colour
    excess: ByColour[int]
    patrons: ByLetter[int]
    commissions: int
    key: KeyName | None
    items: int  # what lies on the portrait
    finished: int | None  # 1: first to build everything
    hand: tuple[str, ...] | None  # None: another player's
    hand_count: int
    wonders: tuple[str, ...] | None  # the cards chosen; None while they are secret
    wonders_chosen: int
    initiative: int | None
    objective: Objective | None  # None: secret
    objective_shown: bool


class View(title.View, frozen=True, kw_only=True):
    phase: Phase
    era: int
    auction: Auction
    islands: dict[str, str]  # by slot, with the centre
    bridges: tuple[Bridge, ...]
    neighbourhoods: dict[str, Neighbourhood]
    starts: tuple[str, ...]  # where an auction may start
    hammer: str | None  # the neighbourhood of the Hammer
    built_at: str | None  # where the effects of an auction are still going on
    for_vault: bool
    control: dict[str, Control]  # by island
    panoramas: tuple[Panorama, ...]
    patrons: ByLetter[Patron]
    tile_values: tuple[int, ...]  # sorted: which tile lies where is hidden
    discs_left: dict[str, int]  # on the map, by kind
    keys: Keys
    row_values: tuple[int, ...]
    seats: tuple[Seat, ...]

    @property
    def actor(self) -> Seat:
        """The player to act."""
        assert not self.over, "the game is over"
        return self.seats[self.to_act]


Fields = dict[str, Any]  # the fields of a state as Python numbers and lists

FIELDS = (
    "adjacent", "auctions", "bid", "bidder", "bids", "built", "commissions", "control", "disc", "era",
    "finished", "for_vault", "free", "hammer", "hand", "held", "instances", "island_at", "key", "number_set",
    "objective", "objective_shown", "own", "owner", "panorama", "passed", "patron", "phase", "piece", "ply",
    "points", "pool", "rank", "reach", "row", "site", "spot", "tally", "tile", "tiles_shown", "to_act",
    "turn", "wonder",
)  # fmt: skip


def view(board: Board, state: np.void, seat: int) -> View:
    """Return what `seat` sees of a state blinded for it. Hidden fields are not read."""
    s: Fields = {name: state[name].tolist() for name in FIELDS}
    slots = {slot.id: s["island_at"][at] for at, slot in enumerate(board.slots)}
    islands = {CENTRE: 0} | {slot: island for slot, island in slots.items() if island != n.EMPTY}
    return View(
        **title.common("skyrise", board.players, s, seat, PHASES[s["phase"]]),
        era=s["era"],
        auction=_auction(board, s),
        islands={slot: board.islands[island].id for slot, island in islands.items()},
        bridges=_bridges(board, islands),
        neighbourhoods=_neighbourhoods(board, s, islands.values()),
        starts=_names(board, s["reach"] & s["free"]),
        hammer=None if s["hammer"] == n.EMPTY else board.cells[s["hammer"]].id,
        built_at=None if s["site"] == n.EMPTY else board.cells[s["site"]].id,
        for_vault=bool(s["for_vault"]),
        control={board.islands[island].id: _control(board, s, island) for island in islands.values()},
        panoramas=tuple(_panorama(board, s, slot) for slot in range(n.IN_PLAY)),
        patrons=ByLetter(*(_patron(board, s, seat, letter) for letter in range(n.LETTERS))),
        tile_values=tuple(sorted(board.tiles)),
        discs_left=_discs_left(s),
        keys=_keys(board, s),
        row_values=tuple([step.value for step in board.row.step]),
        seats=tuple([_seat(board, s, other, seat) for other in range(board.players)]),
    )


def neighbours(board: Board, view: View, spot: int) -> list[int]:
    """The numbers of the neighbourhoods next to one, across borders and bridges."""
    cell = board.cells[spot]
    near = {board.spot[other] for other in cell.neighbours}
    for bridge in view.bridges:
        if cell.id in (bridge.a, bridge.b):
            near.add(board.spot[bridge.b if cell.id == bridge.a else bridge.a])
    return sorted(near)


def _members(chosen: int) -> list[int]:
    """The members of a set of numbers."""
    found = []
    while chosen:
        lowest = chosen & -chosen
        found.append(lowest.bit_length() - 1)
        chosen ^= lowest
    return found


def _names(board: Board, spots: int) -> tuple[str, ...]:
    """The names of a set of neighbourhoods."""
    return tuple([board.cells[spot].id for spot in _members(spots)])


# --- the map ------------------------------------------------------------------------------------------


def _neighbourhoods(board: Board, s: Fields, islands: Collection[int]) -> dict[str, Neighbourhood]:
    """The neighbourhoods of the map, each with its disc and the bid or structure there."""
    discs, owners, built = s["disc"], s["owner"], s["built"]
    found: dict[str, Neighbourhood] = {}
    for spot, (cell, number) in enumerate(zip(board.cells, board.island_number, strict=True)):
        if number in islands:
            structure = None
            if owners[spot] != n.EMPTY:
                face = _face(board, s, owners[spot], s["piece"][spot])
                structure = _standing(*face, not built >> spot & 1)
            disc = None if discs[spot] == n.EMPTY else DISCS[discs[spot]]
            found[cell.id] = _neighbourhood(board.islands[number].id, cell.colour, disc, structure)
    return found


@lru_cache(maxsize=1 << 14)
def _neighbourhood(
    island: str, colour: Colour, disc: str | None, structure: Standing | None
) -> Neighbourhood:
    return Neighbourhood(island=island, colour=colour, disc=disc, structure=structure)


@lru_cache(maxsize=1 << 12)
def _standing(
    seat: int, name: str, number: int | None, height: Height | None, wonder: str | None, bid: bool
) -> Standing:
    return Standing(seat=seat, id=name, number=number, height=height, wonder=wonder, bid=bid)


# What a structure shows: the seat, the id, the number, the height, the wonder.
Face = tuple[int, str, int | None, Height | None, str | None]


def _face(board: Board, s: Fields, seat: int, structure: int) -> Face:
    name = board.structures[structure]
    if structure < n.BUILDINGS:
        row = board.buildings[s["number_set"][seat]][structure]
        return seat, name, row.number, row.height, None
    card = s["wonder"][seat][structure - n.BUILDINGS]
    return seat, name, None, None, None if card == n.EMPTY else board.wonders[card].id


def _bridges(board: Board, islands: dict[str, int]) -> tuple[Bridge, ...]:
    """The bridges in use. `islands` are the islands by slot."""
    heads = board.bridge_heads
    return tuple(
        [
            _bridge(
                bridge.id,
                heads[islands[bridge.a_slot], bridge.a_head],
                heads[islands[bridge.b_slot], bridge.b_head],
            )
            for bridge in board.bridges
        ]
    )


_bridge = lru_cache(maxsize=1024)(Bridge)


def _control(board: Board, s: Fields, island: int) -> Control:
    return Control(
        tally=tuple([_by_height(*rows[island]) for rows in s["tally"][: board.players]]),
        leaders=tuple(_members(s["control"][island])),
    )


_by_height = lru_cache(maxsize=1024)(ByHeight)


# --- the auction --------------------------------------------------------------------------------------


def _auction(board: Board, s: Fields) -> Auction:
    spots = s["bid"][: s["bids"]]
    bids = tuple(
        [_bid(*_face(board, s, s["owner"][spot], s["piece"][spot]), board.cells[spot].id) for spot in spots]
    )
    highest = bids[-1] if bids else None
    return Auction(
        # While the effects of an auction go on, it still counts as the current one.
        number=min(s["auctions"] + (s["site"] == n.EMPTY), board.auctions),
        of=board.auctions,
        bids=bids,
        bidder=None if s["bidder"] == n.EMPTY else s["bidder"],
        neighbourhood=highest.neighbourhood if highest else None,
        value=highest.number if highest else None,
        wonder=highest.wonder if highest else None,
        passed=tuple(_members(s["passed"])),
        room=_names(board, s["adjacent"][spots[-1]] & s["free"]) if spots else (),
    )


@lru_cache(maxsize=1 << 12)
def _bid(
    seat: int, name: str, number: int | None, height: Height | None, wonder: str | None, neighbourhood: str
) -> Bid:
    return Bid(seat=seat, id=name, number=number, height=height, wonder=wonder, neighbourhood=neighbourhood)


# --- cards and discs ----------------------------------------------------------------------------------


def _panorama(board: Board, s: Fields, slot: int) -> Panorama:
    card = board.panoramas[s["panorama"][slot]]
    instances = tuple([counts[slot] for counts in s["instances"][: board.players]])
    worth = tuple([count * card.value for count in instances])
    return Panorama(id=card.id, value=card.value, instances=instances, worth=worth)


def _patron(board: Board, s: Fields, seat: int, letter: int) -> Patron:
    return Patron(
        id=board.patrons[letter].id,
        tile=s["tile"][letter] if _knows(s, seat, letter) else None,
        discs=tuple([held[letter] for held in s["patron"][: board.players]]),
        on_map=s["disc"].count(n.PATRON + letter),
        in_game=board.bag.patron_per_letter,
    )


def _discs_left(s: Fields) -> dict[str, int]:
    return {name: s["disc"].count(disc) for disc, name in enumerate(DISCS)}


def _keys(board: Board, s: Fields) -> Keys:
    def key(kind: int, value: int) -> Key:
        held = s["key"][: board.players]
        return Key(value=value, seat=held.index(kind) if kind in held else None)

    small = key(n.SMALL_KEY, board.keys.small) if board.players in board.keys.small_used_with else None
    return Keys(large=key(n.LARGE_KEY, board.keys.large), small=small)


# --- the players --------------------------------------------------------------------------------------


def _seat(board: Board, s: Fields, seat: int, viewer: int) -> Seat:
    points = s["points"][seat]
    structures = _structures(board, s, seat)
    held = s["held"][seat]
    own = seat == viewer
    hand = tuple([board.wonders[card].id for card in _members(s["hand"][seat])])
    cards = [board.wonders[card] for card in s["wonder"][seat] if card != n.EMPTY]
    open_cards = own or s["phase"] != n.CHOOSE_WONDER
    shown = bool(s["objective_shown"] >> seat & 1)
    excess = [max(count - n.ROW, 0) for count in held]
    patrons = s["patron"][seat]
    commissions = s["commissions"][seat]
    key = KEYS[s["key"][seat]]
    rows = [tuple([DISCS[disc] for disc in row if disc != n.EMPTY]) for row in s["row"][seat]]
    built = [row.state for row in structures].count("built")
    standing = _built_on(board, s, seat)
    objective = _objective(board, s, seat, standing) if own or shown else None
    return Seat(
        id=board.seat_players[seat].id,
        points=Points(*points),
        total=sum(points),
        if_ended=_if_ended(board, s, seat, viewer, standing, objective),
        rank=s["rank"][seat] or None,
        structures=structures,
        built=built,
        left=len(structures) - built,
        passed=bool(s["passed"] >> seat & 1),
        rows=ByColour(*rows),
        row_value=ByColour(*[board.row.step[min(count, n.ROW)].value for count in held]),
        standing=standing,
        excess=ByColour(*excess),
        patrons=ByLetter(*patrons),
        commissions=commissions,
        key=key,
        items=sum(excess) + sum(patrons) + commissions + (key is not None),
        finished=s["finished"][seat] or None,
        hand=hand if own else None,
        hand_count=len(hand),
        wonders=tuple([card.id for card in cards]) if open_cards else None,
        wonders_chosen=len(cards),
        initiative=sum([card.initiative for card in cards]) if cards and open_cards else None,
        objective=objective,
        objective_shown=shown,
    )


def _structures(board: Board, s: Fields, seat: int) -> tuple[OwnedStructure, ...]:
    """A seat's structures, the weakest first; wonders last."""
    spots, pool, built = s["spot"][seat], s["pool"][seat], s["built"]
    hidden = s["phase"] == n.CHOOSE_WONDER
    own_set = board.buildings[s["number_set"][seat]]
    found = []
    for structure in range(n.BUILDINGS + board.setup.wonders_per_player):
        *face, wonder = _face(board, s, seat, structure)
        spot = spots[structure]
        state: Readiness
        if spot != n.EMPTY:
            state = "built" if built >> spot & 1 else "bid"
        else:
            state = "ready" if pool >> structure & 1 else "locked"
        found.append(
            _owned(
                *face,
                None if hidden else wonder,
                state,
                board.cells[spot].id if spot != n.EMPTY else None,
                2 if structure >= n.BUILDINGS else own_set[structure].era,
            )
        )
    return tuple(sorted(found, key=_strength))


def _strength(row: OwnedStructure) -> float:
    return math.inf if row.number is None else row.number


@lru_cache(maxsize=1 << 14)
def _owned(
    seat: int, name: str, number: int | None, height: Height | None, wonder: str | None, state: Readiness,
    neighbourhood: str | None, era: Literal[1, 2],
) -> OwnedStructure:  # fmt: skip
    return OwnedStructure(
        seat=seat, id=name, number=number, height=height, wonder=wonder, state=state,
        neighbourhood=neighbourhood, era=era,
    )  # fmt: skip


def _built_on(board: Board, s: Fields, seat: int) -> ByColour[int]:
    """How many structures a seat has built on each colour."""
    colours = [board.cells[spot].colour for spot in _members(s["own"][seat])]
    return ByColour(*[colours.count(colour) for colour in COLOURS])


def _objective(board: Board, s: Fields, seat: int, standing: ByColour[int]) -> Objective:
    goal = board.objectives[s["objective"][seat]]
    progress = standing[goal.colour]
    return Objective(
        id=goal.id,
        colour=goal.colour,
        progress=progress,
        need=goal.need,
        value=goal.value,
        met=progress >= goal.need,
    )


def _if_ended(
    board: Board, s: Fields, seat: int, viewer: int, standing: ByColour[int], objective: Objective | None
) -> Points:
    """The points by source if this era were scored now, and then the end of the game. A hidden objective
    counts nothing, and a hidden patron tile as the lowest that it can be."""
    points = list(s["points"][seat])
    if s["phase"] == n.OVER:
        return Points(*points)
    # The first era has been scored when the wonder cards are chosen.
    later = s["era"] == 2 or s["phase"] == n.CHOOSE_WONDER
    points[n.CONTROL_2 if later else n.CONTROL_1] += board.control.value * sum(
        [leaders >> seat & 1 for leaders in s["control"]]
    )
    points[n.PANORAMAS_2 if later else n.PANORAMAS_1] += sum(
        [
            count * board.panoramas[card].value
            for count, card in zip(s["instances"][seat], s["panorama"], strict=True)
        ]
    )
    held, patrons, commissions, key = (s[name][seat] for name in ("held", "patron", "commissions", "key"))
    excess = sum([max(count - n.ROW, 0) for count in held])
    items = excess + sum(patrons) + commissions + (key != n.NO_KEY)
    points[n.OBJECTIVE] = objective.value if objective and objective.met else 0
    points[n.PATRONS] = sum(
        [count * tile for count, tile in zip(patrons, _least_tiles(board, s, viewer), strict=True)]
    )
    points[n.EXCESS] = excess * board.row.excess_value
    points[n.KEYS] = (0, board.keys.small, board.keys.large)[key]
    points[n.COMMISSION] = items * commissions * board.commissions.per_item
    for colour, (count, built) in enumerate(zip(held, standing, strict=True)):
        points[n.STANDING + colour] = board.row.step[min(count, n.ROW)].value * built
    return Points(*points)


def _least_tiles(board: Board, s: Fields, viewer: int) -> list[int]:
    """The value of each patron's tile; the lowest that it can be if the viewer may not look."""
    known = [_knows(s, viewer, letter) for letter in range(n.LETTERS)]
    hidden = list(board.tiles)
    for tile, seen in zip(s["tile"], known, strict=True):
        if seen:
            hidden.remove(tile)
    return [tile if seen else min(hidden) for tile, seen in zip(s["tile"], known, strict=True)]


def _knows(s: Fields, viewer: int, letter: int) -> bool:
    """SR-35: whether the viewer may look at a patron's tile."""
    return bool(s["tiles_shown"] or (viewer >= 0 and s["patron"][viewer][letter] > 0))
