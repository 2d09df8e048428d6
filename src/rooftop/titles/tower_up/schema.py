"""Tower Up: the tables of edition.toml."""

from __future__ import annotations

from typing import Literal

import msgspec

from rooftop.game.edition_tables import Named, Table
from rooftop.game.text import Text

Colour = Literal["white", "grey", "brown", "black"]
CardFloor = Literal["white", "grey", "brown", "black", "any"]
COLOURS: tuple[Colour, ...] = ("white", "grey", "brown", "black")
CARD_FLOORS: tuple[CardFloor, ...] = (*COLOURS, "any")
PLAYERS = ("blue", "yellow", "green", "orange")  # the scene has their paint and patterns
TABLES = ("components", "player", "setup", "track", "cone", "bonus", "objective", "card", "map")
STARTING_FLOORS = 3  # the default of the option, and the fewest it offers
BORDERS = 2  # TU-71: how many borders meet the objective border_pairs
Point = tuple[int, int]


class Components(Table, frozen=True):
    supply_cards: int
    objective_cards: int
    roofs_per_player: int
    floors_per_colour: int


class Rulings(Table, frozen=True):
    stalemate_rounds: int


class Compensation(Table, frozen=True):
    extra_floors: dict[int, list[int]]


class Player(Named, frozen=True):
    mark: Text | None = None  # one letter; the first of the name if it is missing


class Setup(Table, frozen=True):
    market_size: int
    first_game: list[str]
    start_stock: dict[Colour, int]
    stock_limit: int
    starting_floors: int
    starting_floors_max: dict[int, int]
    rulings: Rulings
    seat_compensation: Compensation


class Track(Table, frozen=True):
    values: list[int]
    stars: list[int]
    start_column: int


class Cone(Table, frozen=True):
    values: list[int]


class Bonus(Table, frozen=True):
    per_players: dict[int, list[int]]


ObjectiveKind = Literal[
    "each_colour", "each_district", "connected_group", "grey_districts", "site_flag_count", "colour_count",
    "roofs_per_building", "roof_levels", "border_pairs",
]  # fmt: skip


class Objective(Table, frozen=True):
    """An objective card. `KEYS` says which of the optional keys each kind uses."""

    id: str
    kind: ObjectiveKind
    text: Text
    per_colour: int = 0
    per_district: int = 0
    count: int = 0
    first: int = 0
    second: int = 0
    colour: Colour | None = None
    flag: Literal["lakeside", "park"] | None = None
    roofs: int = 0
    buildings: int = 0
    levels: list[int] = msgspec.field(default_factory=list)


KEYS: dict[ObjectiveKind, tuple[str, ...]] = {
    "each_colour": ("per_colour",),
    "each_district": ("per_district",),
    "connected_group": ("count",),
    "grey_districts": ("first", "second"),
    "site_flag_count": ("flag", "count"),
    "colour_count": ("colour", "count"),
    "roofs_per_building": ("roofs", "buildings"),
    "roof_levels": ("levels",),
    "border_pairs": (),
}


class Card(Table, frozen=True):
    id: str
    floors: list[CardFloor]  # from the bottom up
    machines: list[Colour]


class Site(Table, frozen=True):
    id: str
    x: int
    y: int
    district: str
    lakeside: bool = False
    park: bool = False


class Area(Table, frozen=True):
    """A lake or a park. `label` is the middle of its name on the map."""

    name: Text
    label: Point
    polygon: list[Point]


class District(Area, frozen=True):
    id: str
    grey: bool
    fill: str


class Map(Table, frozen=True):
    id: str
    players: list[int]
    width: int
    height: int
    sites: list[Site]
    streets: list[tuple[str, str]]
    district: list[District]
    lake: list[Area]
    park: list[Area]
