"""Skyrise: the tables of edition.toml, as they are read."""

from __future__ import annotations

from typing import Literal

import msgspec

COLOURS = ("yellow", "green", "white", "brown")
HEIGHTS = ("short", "medium", "tall")
FEATURES = ("lake", "blimp", "windmill")
HEADS = ("inner_left", "inner_right", "left", "right")
PLAYER_COLOURS = ("red", "teal", "yellow", "blue")
EFFECTS = (
    "hammer", "capital", "per_bid", "feature_threshold", "adjacent_structures", "adjacent_empty",
    "reveal_objective", "discs_of_colour", "score_panoramas", "structures_on_centre", "different_patrons",
    "tall_on_island", "own_tall", "patron_discs", "different_colours", "structures_left", "extra_disc",
    "score_control", "longest_chain",
)  # fmt: skip
PANORAMA_KINDS = ("lake", "blimp", "windmill", "bridge", "chain")

Colour = Literal["yellow", "green", "white", "brown"]
Height = Literal["short", "medium", "tall"]
PlayerColour = Literal["red", "teal", "yellow", "blue"]
Point = tuple[int, int]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Geometry(Table, frozen=True):
    building_token_radius: int


class NeighbourhoodColour(Table, frozen=True):
    id: Colour
    name_en: str
    name_pl: str


class Cell(Table, frozen=True):
    """A neighbourhood, as it is drawn."""

    id: str
    colour: Colour
    neighbours: list[str]
    site: Point
    disc: Point
    polygon: list[Point]


class Lake(Table, frozen=True):
    id: str
    borders: list[str]
    polygon: list[Point]


class Round(Table, frozen=True):
    """A blimp or a windmill."""

    id: str
    borders: list[str]
    centre: Point
    radius: int


class Head(Table, frozen=True):
    side: str
    cell: str


class Island(Table, frozen=True):
    id: str
    name_en: str
    name_pl: str
    role: Literal["centre", "outer"]
    outline: list[Point]
    cell: list[Cell]
    head: list[Head]
    lake: list[Lake] = []
    blimp: list[Round] = []
    windmill: list[Round] = []


class Slot(Table, frozen=True):
    id: str
    position: Point
    rotation: int


class Bridge(Table, frozen=True):
    id: str
    a_slot: str
    a_head: str
    b_slot: str
    b_head: str
    points: tuple[Point, Point]


class Layout(Table, frozen=True):
    players: int
    slots: list[str]
    bridges: list[str]
    view_rotation: int


class Player(Table, frozen=True):
    id: PlayerColour
    name_en: str
    name_pl: str
    mark_en: str
    mark_pl: str


class Setup(Table, frozen=True):
    players: int
    wonders_per_player: Literal[1, 2]
    wonder_cards_dealt: int
    seat_colours: list[PlayerColour]


class Bag(Table, frozen=True):
    players: int
    neighbourhood_per_colour: int
    patron_per_letter: int
    commissions: int
    wild: int


class EraSplit(Table, frozen=True):
    era: Literal[1, 2]
    short: int
    medium: int
    tall: int


class Structures(Table, frozen=True):
    short: int
    medium: int
    tall: int
    era: list[EraSplit]


class Named(Table, frozen=True):
    id: str
    name_en: str
    name_pl: str


class Building(Table, frozen=True):
    number: int
    colour: PlayerColour
    height: Height
    era: Literal[1, 2]


class Wonder(Table, frozen=True):
    """A wonder card. What its effect does not read must be left out (READS)."""

    id: str
    number: int
    initiative: int
    name_en: str
    name_pl: str
    effect: str
    text_en: str
    text_pl: str
    value: int | None = None
    need: int | None = None
    feature: Literal["lake", "blimp", "windmill"] | None = None
    scale: list[int] | None = None  # by structures left
    may_start_any_time: bool | None = None  # SR-71
    counts_itself: bool | None = None  # SR-72


# What effects read of their cards; any other effect reads `value` alone.
READS: dict[str, tuple[str, ...]] = {
    "capital": ("value", "may_start_any_time"),
    "per_bid": ("value", "counts_itself"),
    "feature_threshold": ("value", "need", "feature"),
    "score_panoramas": (),
    "structures_left": ("scale",),
    "extra_disc": (),
}
PARAMETERS = ("value", "need", "feature", "scale", "may_start_any_time", "counts_itself")


class Panorama(Table, frozen=True):
    id: str
    name_en: str
    name_pl: str
    text_en: str
    text_pl: str
    value: int
    feature: Literal["lake", "blimp", "windmill", "bridge", "chain"]
    need: int = 0  # structures; nothing for bridges, which always have two ends


class Objective(Table, frozen=True):
    id: str
    name_en: str
    name_pl: str
    text_en: str
    text_pl: str
    colour: Colour
    need: int
    value: int


class Tile(Table, frozen=True):
    value: int


class PatronTiles(Table, frozen=True):
    tile: list[Tile]


class Patron(Table, frozen=True):
    id: str
    letter: str
    name_en: str
    name_pl: str


class Step(Table, frozen=True):
    discs: int
    value: int


class DiscRow(Table, frozen=True):
    excess_value: int
    step: list[Step]


class Keys(Table, frozen=True):
    large: int
    large_name_en: str
    large_name_pl: str
    small: int
    small_name_en: str
    small_name_pl: str
    small_used_with: list[Literal[2, 3, 4]]


class Commissions(Table, frozen=True):
    per_item: int


class Control(Table, frozen=True):
    value: int


class Era(Table, frozen=True):
    number: Literal[1, 2]
    name_en: str
    name_pl: str


class Rulings(Table, frozen=True):
    hammer_ban_blocks_atelier: bool  # SR-68


# The edition's tables by name: what each holds, and whether there are several.
ONE: dict[str, type[Table]] = {
    "geometry": Geometry, "structures": Structures, "patron_tiles": PatronTiles, "disc_row": DiscRow,
    "keys": Keys, "commissions": Commissions, "island_control": Control, "rulings": Rulings,
}  # fmt: skip
SEVERAL: dict[str, type[Table]] = {
    "neighbourhood_colour": NeighbourhoodColour, "island": Island, "slot": Slot, "bridge": Bridge,
    "layout": Layout, "player_colour": Player, "setup": Setup, "bag": Bag, "height": Named,
    "building": Building, "wonder": Wonder, "panorama": Panorama, "secret_objective": Objective,
    "patron": Patron, "era": Era,
}  # fmt: skip
