"""New York 1901: the tables of edition.toml."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from rooftop.game.edition_tables import Named, Table
from rooftop.game.text import Text

Generation = Literal["none", "bronze", "silver", "gold"]
Icon = Literal["circle", "hexagon"]
ActionId = Literal["boom", "shift", "grab"]
ChallengeId = Literal["tycoon", "architect", "prestige", "baron", "king"]

GENERATIONS: tuple[Generation, ...] = get_args(Generation)
ACTION_CARDS: tuple[ActionId, ...] = get_args(ActionId)
CHALLENGES: tuple[ChallengeId, ...] = get_args(ChallengeId)

Small = Annotated[int, msgspec.Meta(ge=0, le=100)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=100)]


class PlayerColour(Named, frozen=True):
    mark: Text  # one letter


class Coded(Table, frozen=True):
    """A street, a park or a printed building, with its code on the map."""

    code: str
    name: Text


# --- the board ---------------------------------------------------------------------------------------


class District(Table, frozen=True):
    id: str
    letter: str  # in the map
    letter_shown: Text  # in the names of lots
    name: Text
    colour: str
    mark: str


class BoardTable(Table, frozen=True):
    lots: int
    districts: int
    lots_per_district: int
    lot_sizes: list[int]
    start_lot_letter: str
    columns: int
    rows: int
    street_width: Annotated[float, msgspec.Meta(ge=0.3, le=1.0)]
    map: str
    district: list[District]
    park: list[Coded]
    printed: list[Coded]


# --- the tiles ---------------------------------------------------------------------------------------


class GenerationTable(Table, frozen=True):
    id: Generation
    name: Text


class Tile(Table, frozen=True):
    """A skyscraper of a player, a legendary one (with `feet`), or the starting property."""

    id: str
    name: Text
    generation: Generation
    points: Small
    squares: int
    icon: Icon
    shape: list[str]
    feet: int = 0

    @property
    def legendary(self) -> bool:
        return self.feet > 0


class Tiles(Table, frozen=True):
    per_player: int
    per_generation: int
    mirror: bool
    generation: list[GenerationTable]
    start: Tile
    tile: list[Tile]
    legendary: list[Tile]


# --- cards and numbers -------------------------------------------------------------------------------


class Streets(Table, frozen=True):
    drawn: Literal[3]
    points: Small
    card: list[Coded]


class Character(Table, frozen=True):
    id: str
    name: Text
    district: str


class LotCards(Table, frozen=True):
    total: int
    per_district_two: int
    per_district_three: int
    open_market: Literal[4]


class Setup(Table, frozen=True):
    players: int
    removed_districts: list[str]
    deck: int
    future: int
    expert_deck: int


class Player(Table, frozen=True):
    colours: list[str]
    workers: Annotated[int, msgspec.Meta(ge=1, le=8)]
    action_cards: list[ActionId]


class Expert(Table, frozen=True):
    bronze: Literal[0]
    silver: Small
    gold: Small


class Technology(Table, frozen=True):
    bronze: Literal[0]
    silver: Small
    gold: Small
    expert: Expert


class Action(Table, frozen=True):
    """An action card."""

    id: ActionId
    name: Text
    text: Text
    needs_future_min: Annotated[int, msgspec.Meta(ge=1, le=60)] = 0  # Land Grab only


class Challenge(Table, frozen=True):
    """A challenge. `CHALLENGE_NUMBERS` lists the numbers that each one has."""

    id: ChallengeId
    name: Text
    text: Text
    min_gold_per_district: Positive = 0
    points_per_district: Positive = 0
    count: list[Positive] = msgspec.field(default_factory=list)
    points: list[Positive] = msgspec.field(default_factory=list)
    points_each: Positive = 0


CHALLENGE_NUMBERS = {
    "tycoon": ("min_gold_per_district", "points_per_district"),
    "architect": ("count", "points"),
    "prestige": ("points_each",),
    "baron": ("count", "points"),
    "king": ("points_each",),
}


class End(Table, frozen=True):
    unbuilt_left: Annotated[int, msgspec.Meta(ge=0, le=17)]
    warn_at_unbuilt: Annotated[int, msgspec.Meta(ge=0, le=18)]


class Final(Table, frozen=True):
    unused_action_card: Small


class Rulings(Table, frozen=True):
    """Rulings that an edition can change."""

    demolished_must_touch: bool
    board_edge_is_street: bool
    printed_building_is_street: bool
    shift_needs_future_cards: Annotated[int, msgspec.Meta(ge=4, le=60)]
    stalemate_rounds: Annotated[int, msgspec.Meta(ge=6, le=25)]


class Check(Table, frozen=True):
    """Counts for readers of the map to compare with their own."""

    lots: int
    squares: int
    blocks: int
    placements_all: int
    placements_with_frontage: int
    footprints_with_frontage: int
    placements_two_players: int
    placements_mirror: int
