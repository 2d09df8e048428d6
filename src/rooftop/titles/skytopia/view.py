"""Skytopia: what one seat sees, with the names used at the table.

`blue-1` in the market is the blue card nearest the deck. In a city `blue-0` is the blue foundation and
`blue-1` the card on it. The golems of a seat are numbered from 1. `rounds` counts the rounds until a golem is
finished; at 0 its owner takes the card in this round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec
import numpy as np

from rooftop.game import title
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board, as_colour, floor_id, slot_id
from rooftop.titles.skytopia.schema import COLOURS, SIDES, Colour, EffectKind, Side

T = TypeVar("T")
Phase = Literal[
    "draft", "side", "preliminary", "complete", "towers", "ability", "recall", "assign", "assigned", "effect",
    "end", "refill", "over",
]  # fmt: skip
Ending = Literal["last-but-one", "final"]

# Indexed by the phase numbers of the rules, which do not know "recall" and "effect".
PHASES: tuple[Phase, ...] = (
    "draft", "side", "preliminary", "complete", "towers", "ability", "assign", "assigned", "end",
    "refill", "over",
)  # fmt: skip
ENDINGS: tuple[Ending | None, ...] = (None, "last-but-one", "final")
ROUNDS_TO_COME = {None: n.FACES, "last-but-one": 1, "final": 0}  # after the current round
SOURCES = (
    "cards", "foundations", "ability", "guild-1", "guild-2", "guild-3", "laboratories", "coins", "golems",
)  # fmt: skip
# The fields of a state that a view shows, read once as Python numbers and lists.
READ = (
    "added", "climbing", "coins", "deck", "deck_count", "depth", "dial", "ending", "first", "golem_at",
    "golem_face", "grown", "guild", "guild_points", "height", "home", "level", "market", "paid", "phase",
    "ply", "points", "rank", "round", "rows", "side", "sides", "stack", "strict_chains", "tile",
    "tiles_left", "to_act", "tower", "turn", "turns",
)  # fmt: skip
Fields = dict[str, Any]
GUILD_KEYS = {f"guild_{stack}": f"guild-{stack}" for stack in range(1, n.IN_PLAY + 1)}


class ByColour(msgspec.Struct, Generic[T], frozen=True):
    """One thing for each of the four colours."""

    blue: T
    gold: T
    red: T
    purple: T

    def __getitem__(self, colour: Colour) -> T:
        found: T = getattr(self, colour)
        return found

    def __iter__(self) -> Iterator[T]:
        return iter((self.blue, self.gold, self.red, self.purple))


class DialFace(msgspec.Struct, frozen=True):
    """A face of the chronometer, and what a golem costs there; no golem can be placed at the hammers."""

    face: int
    rounds: int
    price: int | None


class Dial(msgspec.Struct, frozen=True):
    turned: int  # steps, modulo 6
    hammers: int  # the face at the hammers
    faces: tuple[DialFace, ...]  # by rounds


class MarketGolem(msgspec.Struct, frozen=True):
    """A golem on a card of the market."""

    seat: int
    golem: int
    face: int
    rounds: int


class Slot(msgspec.Struct, frozen=True):
    """A slot of the market, its golems, the first to finish first, and who will take the card."""

    slot: str
    colour: Colour
    row: int
    card: str | None = None
    golems: tuple[MarketGolem, ...] = ()
    taker: int | None = None
    rounds: int | None = None
    too_late: bool = False  # the game ends before the taker is finished


class GuildMaster(msgspec.Struct, frozen=True):
    id: str
    scores: tuple[int, ...]  # the points of each seat if the game ended now


class Activation(msgspec.Struct, frozen=True):
    """A card or foundation whose effect is being resolved."""

    where: Literal["market", "city"]
    spot: str
    card: str
    kind: EffectKind


class Standing(NamedTuple):
    """Where a golem stands on the market."""

    slot: str
    face: int
    rounds: int


class Golem(msgspec.Struct, frozen=True):
    """A golem of a seat; the other fields are None while it is at home."""

    golem: int
    slot: str | None
    face: int | None
    rounds: int | None

    @property
    def standing(self) -> Standing | None:
        if self.slot is None or self.face is None or self.rounds is None:
            return None
        return Standing(self.slot, self.face, self.rounds)


class Points(msgspec.Struct, frozen=True, rename=GUILD_KEYS):
    """All points by source, in the order of `SOURCES`."""

    cards: int
    foundations: int
    ability: int
    guild_1: int
    guild_2: int
    guild_3: int
    laboratories: int
    coins: int
    golems: int

    @property
    def track(self) -> int:
        """Points won during the game."""
        return self.cards + self.foundations + self.ability

    @property
    def guilds(self) -> int:
        return self.guild_1 + self.guild_2 + self.guild_3

    @property
    def total(self) -> int:
        return self.track + self.guilds + self.laboratories + self.coins + self.golems


class Seat(msgspec.Struct, frozen=True):
    id: str
    city: str
    crests: ByColour[str]  # of the foundations
    coins: int
    home: int  # golems at home
    golems: tuple[Golem, ...]
    towers: ByColour[tuple[str, ...]]  # the cards on each foundation, the lowest first
    cards: int
    laboratories: int
    tile: int | None
    side: Side | None
    ability: str | None
    turns: int
    track: int  # the marker on the score track
    points: Points  # those of the final scoring are 0 before the end
    if_ended: Points  # the points if the game ended now
    total: int
    rank: int | None


class View(title.View, frozen=True, kw_only=True):
    phase: Phase
    round: int
    first: int
    ending: Ending | None
    dial: Dial
    rows: int
    market: tuple[Slot, ...]
    decks: ByColour[int]
    in_decks: ByColour[tuple[str, ...]]
    left_out: tuple[str, ...]
    guilds: tuple[GuildMaster, ...]
    pending: tuple[Activation, ...]  # effects being resolved; the last one asks
    asking: Activation | None
    grown: tuple[Colour, ...]
    climbing: Colour | None
    level: int  # the next card of the tower being activated
    added: int
    paid: int | None
    strict_chains: bool  # option: a chain of cards touches no golems on its cards
    sides: Literal["A", "B", "choice"]  # the sides of the ability tiles in use
    tiles_left: tuple[int, ...]
    seats: tuple[Seat, ...]

    @property
    def own(self) -> Seat:
        """The seat to act."""
        assert not self.over
        return self.seats[self.to_act]

    @property
    def effect(self) -> Activation:
        """The effect that asks."""
        assert self.asking is not None
        return self.asking

    def slot(self, name: str) -> Slot:
        """A slot of the market; an empty one if this market has fewer rows."""
        for slot in self.market:
            if slot.slot == name:
                return slot
        colour, row = name.split("-")
        return Slot(name, as_colour(colour), int(row))


def view(board: Board, state: np.void, seat: int) -> View:
    """What `seat` sees of `state`, blinded for it. The order of the decks plays no part."""
    s = {name: state[name].tolist() for name in READ}
    standing = _market_golems(board, s)
    pending = tuple(_activation(board, s, spot) for spot in s["stack"][: s["depth"]])
    return View(
        **title.common("skytopia", board.players, s, seat, _phase(s)),
        round=s["round"],
        first=s["first"],
        ending=ENDINGS[s["ending"]],
        dial=_dial(board, s),
        rows=s["rows"],
        market=tuple(
            _slot(board, s, slot, standing.get(slot, ()))
            for colour in range(n.COLOURS)
            for slot in range(colour * n.ROWS, colour * n.ROWS + s["rows"])
        ),
        decks=ByColour(*s["deck_count"]),
        in_decks=_in_decks(board, s),
        left_out=board.left_out,
        guilds=tuple(_guild(board, s, stack) for stack in range(n.IN_PLAY)),
        pending=pending,
        asking=pending[-1] if pending else None,
        grown=tuple(colour for number, colour in enumerate(COLOURS) if s["grown"] >> number & 1),
        climbing=None if s["climbing"] == n.EMPTY else COLOURS[s["climbing"]],
        level=s["level"],
        added=s["added"],
        paid=None if s["paid"] == n.EMPTY else s["paid"],
        strict_chains=s["strict_chains"] == 1,
        sides="choice" if s["sides"] == n.BY_CHOICE else SIDES[s["sides"]],
        tiles_left=tuple(tile + 1 for tile in range(n.TILES) if s["tiles_left"] >> tile & 1),
        seats=tuple(_seat(board, s, other) for other in range(board.players)),
    )


def _phase(s: Fields) -> Phase:
    if s["depth"] > 0:
        return "effect"
    if s["phase"] == n.ASSIGN and s["home"][s["to_act"]] == 0:
        return "recall"
    return PHASES[s["phase"]]


def _dial(board: Board, s: Fields) -> Dial:
    """The faces in the order in which they reach the hammers."""
    sequence, turned = board.chronometer.hammer_sequence, s["dial"]
    return Dial(
        turned,
        sequence[turned],
        tuple(
            DialFace(
                sequence[(turned + rounds) % n.FACES], rounds, board.price(rounds) if rounds else None
            )
            for rounds in range(n.FACES)
        ),
    )  # fmt: skip


def _market_golems(board: Board, s: Fields) -> dict[int, list[MarketGolem]]:
    """The golems on each slot, the first to finish first."""
    found: dict[int, list[MarketGolem]] = {}
    for seat in range(board.players):
        for k, slot in enumerate(s["golem_at"][seat][: board.rules.golems_per_player]):
            if slot != n.HOME:
                found.setdefault(slot, []).append(_market_golem(board, s, seat, k))
    for golems in found.values():
        golems.sort(key=lambda golem: golem.rounds)
    return found


def _slot(board: Board, s: Fields, slot: int, golems: Sequence[MarketGolem]) -> Slot:
    first = golems[0] if golems else None
    return Slot(
        slot=slot_id(slot),
        colour=COLOURS[slot // n.ROWS],
        row=slot % n.ROWS + 1,
        card=None if s["market"][slot] == n.EMPTY else board.cards[s["market"][slot]].id,
        golems=tuple(golems),
        taker=first.seat if first else None,
        rounds=first.rounds if first else None,
        too_late=first is not None and first.rounds > ROUNDS_TO_COME[ENDINGS[s["ending"]]],
    )


def _market_golem(board: Board, s: Fields, seat: int, k: int) -> MarketGolem:
    face = s["golem_face"][seat][k]
    return MarketGolem(seat, k + 1, face, board.rounds(face, s["dial"]))


def _in_decks(board: Board, s: Fields) -> ByColour[tuple[str, ...]]:
    """The cards left in each deck, in the edition's order; everyone can work this out."""
    return ByColour(
        *(
            tuple(board.cards[card].id for card in sorted(deck[:count]))
            for deck, count in zip(s["deck"], s["deck_count"], strict=True)
        )
    )


def _guild(board: Board, s: Fields, stack: int) -> GuildMaster:
    points = tuple([row[stack] for row in s["guild_points"][: board.players]])
    return GuildMaster(board.guilds[s["guild"][stack]].id, points)


def _activation(board: Board, s: Fields, spot: int) -> Activation:
    if spot < n.CITY:
        card = board.cards[s["market"][spot]]
        return Activation("market", slot_id(spot), card.id, card.kind)
    floor = spot - n.CITY
    colour, level = divmod(floor, n.LEVELS)
    if level == 0:
        foundation = board.foundations[colour]
        return Activation("city", floor_id(floor), foundation.id, foundation.kind)
    card = board.cards[s["tower"][s["to_act"]][colour][level - 1]]
    return Activation("city", floor_id(floor), card.id, card.kind)


def _seat(board: Board, s: Fields, seat: int) -> Seat:
    towers = [
        tuple(board.cards[card].id for card in cards[:height])
        for cards, height in zip(s["tower"][seat], s["height"][seat], strict=True)
    ]
    laboratories = [board.card(card) for tower in towers for card in tower]
    laboratories = [card for card in laboratories if card.kind == "laboratory"]
    coins, home = s["coins"][seat], s["home"][seat]
    golems = tuple(_golem(board, s, seat, k) for k in range(board.rules.golems_per_player))
    counted = dict(zip(SOURCES, s["points"][seat], strict=True))
    points = Points(**{source.replace("-", "_"): value for source, value in counted.items()})
    guild_1, guild_2, guild_3 = s["guild_points"][seat]
    if_ended = Points(
        points.cards,
        points.foundations,
        points.ability,
        guild_1,
        guild_2,
        guild_3,
        laboratories=sum(card.pp_end for card in laboratories),
        coins=coins // board.final.coins_per_pp,
        golems=(len(golems) - home) * board.final.pp_per_market_golem,
    )
    tile, side, rank = s["tile"][seat], s["side"][seat], s["rank"][seat]
    return Seat(
        id=board.golem_colours[seat].id,
        city=board.cities[seat].id,
        crests=ByColour(*(board.crest(seat, colour) for colour in COLOURS)),
        coins=coins,
        home=home,
        golems=golems,
        towers=ByColour(*towers),
        cards=sum(map(len, towers)),
        laboratories=len(laboratories),
        tile=None if tile == n.EMPTY else tile + 1,
        side=None if side == n.EMPTY else SIDES[side],
        ability=None if n.EMPTY in (tile, side) else board.abilities[tile * n.SIDES + side].id,
        turns=s["turns"][seat],
        track=points.track,
        points=points,
        if_ended=if_ended,
        total=points.total,
        rank=rank or None,
    )


def _golem(board: Board, s: Fields, seat: int, k: int) -> Golem:
    slot = s["golem_at"][seat][k]
    if slot == n.HOME:
        return Golem(k + 1, None, None, None)
    golem = _market_golem(board, s, seat, k)
    return Golem(k + 1, slot_id(slot), golem.face, golem.rounds)
