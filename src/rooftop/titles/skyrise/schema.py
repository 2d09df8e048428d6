"""The tables of edition.toml as structs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Literal, get_args

import msgspec

from rooftop.game.edition_tables import Named, Reader, Table
from rooftop.game.text import Text

Colour = Literal["yellow", "green", "white", "brown"]
Height = Literal["short", "medium", "tall"]
PlayerColour = Literal["red", "teal", "yellow", "blue"]
Feature = Literal["lake", "blimp", "windmill"]
PanoramaKind = Literal["lake", "blimp", "windmill", "bridge", "chain"]
Point = tuple[int, int]

COLOURS: tuple[Colour, ...] = get_args(Colour)
HEIGHTS: tuple[Height, ...] = get_args(Height)
PLAYER_COLOURS: tuple[PlayerColour, ...] = get_args(PlayerColour)
FEATURES: tuple[Feature, ...] = get_args(Feature)
PANORAMA_KINDS: tuple[PanoramaKind, ...] = get_args(PanoramaKind)
LETTERS = ("A", "B", "C", "D")  # of patrons
DISCS = (*COLOURS, "wild", "commissions", *LETTERS)
CENTRE = "centre"
HEADS = ("inner_left", "inner_right", "left", "right")
EFFECTS = (
    "hammer", "capital", "per_bid", "feature_threshold", "adjacent_structures", "adjacent_empty",
    "reveal_objective", "discs_of_colour", "score_panoramas", "structures_on_centre", "different_patrons",
    "tall_on_island", "own_tall", "patron_discs", "different_colours", "structures_left", "extra_disc",
    "score_control", "longest_chain",
)  # fmt: skip


class Geometry(Table, frozen=True):
    building_token_radius: int


class NeighbourhoodColour(Table, frozen=True):
    id: Colour
    name: Text


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
    name: Text
    role: Literal["centre", "outer"]
    outline: list[Point]
    cell: list[Cell]
    head: list[Head]
    lake: list[Lake] = msgspec.field(default_factory=list)
    blimp: list[Round] = msgspec.field(default_factory=list)
    windmill: list[Round] = msgspec.field(default_factory=list)

    def features(self, kind: Feature) -> Sequence[Lake | Round]:
        """The lakes, blimps or windmills of the island."""
        if kind == "lake":
            return self.lake
        return self.blimp if kind == "blimp" else self.windmill


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
    name: Text
    mark: Text


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

    def of(self, height: Height) -> int:
        return {"short": self.short, "medium": self.medium, "tall": self.tall}[height]


class Structures(Table, frozen=True):
    """How many buildings of each height a player has, in all and in each era."""

    short: int
    medium: int
    tall: int
    era: list[EraSplit]

    def of(self, height: Height) -> int:
        return {"short": self.short, "medium": self.medium, "tall": self.tall}[height]


class Building(Table, frozen=True):
    number: int
    colour: PlayerColour
    height: Height
    era: Literal[1, 2]


class Wonder(Table, frozen=True):
    """A wonder card. It has only the keys that its effect reads (READS)."""

    id: str
    number: int
    initiative: int
    name: Text
    effect: str
    text: Text
    value: int | None = None
    need: int | None = None
    feature: Feature | None = None
    scale: list[int] | None = None  # by structures left
    may_start_any_time: bool | None = None  # SR-71
    counts_itself: bool | None = None  # SR-72


# The keys that an effect reads. Effects that are not listed read `value`.
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
    name: Text
    text: Text
    value: int
    feature: PanoramaKind
    need: int = 0  # structures; left out for bridges, which have two ends


class Objective(Table, frozen=True):
    id: str
    name: Text
    text: Text
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
    name: Text


class Step(Table, frozen=True):
    discs: int
    value: int


class DiscRow(Table, frozen=True):
    excess_value: int
    step: list[Step]


class Keys(Table, frozen=True):
    large: int
    large_name: Text
    small: int
    small_name: Text
    small_used_with: list[Literal[2, 3, 4]]


class Commissions(Table, frozen=True):
    per_item: int


class Control(Table, frozen=True):
    value: int


class Era(Table, frozen=True):
    number: Literal[1, 2]
    name: Text


class Rulings(Table, frozen=True):
    hammer_ban_blocks_atelier: bool  # SR-68


@dataclass(frozen=True)
class EditionTables:
    """All tables of an edition, by their names in the file."""

    geometry: Geometry
    structures: Structures
    patron_tiles: PatronTiles
    disc_row: DiscRow
    keys: Keys
    commissions: Commissions
    island_control: Control
    rulings: Rulings
    neighbourhood_colour: list[NeighbourhoodColour]
    island: list[Island]
    slot: list[Slot]
    bridge: list[Bridge]
    layout: list[Layout]
    player_colour: list[Player]
    setup: list[Setup]
    bag: list[Bag]
    height: list[Named]
    building: list[Building]
    wonder: list[Wonder]
    panorama: list[Panorama]
    secret_objective: list[Objective]
    patron: list[Patron]
    era: list[Era]


def read_tables(reader: Reader) -> EditionTables:
    """Read all tables; raise an EditionError if one is missing, malformed or unknown."""
    one, all_of = reader.one, reader.all_of
    tables = EditionTables(
        geometry=one(Geometry, "geometry"),
        structures=one(Structures, "structures"),
        patron_tiles=one(PatronTiles, "patron_tiles"),
        disc_row=one(DiscRow, "disc_row"),
        keys=one(Keys, "keys"),
        commissions=one(Commissions, "commissions"),
        island_control=one(Control, "island_control"),
        rulings=one(Rulings, "rulings"),
        neighbourhood_colour=all_of(NeighbourhoodColour, "neighbourhood_colour"),
        island=all_of(Island, "island"),
        slot=all_of(Slot, "slot"),
        bridge=all_of(Bridge, "bridge"),
        layout=all_of(Layout, "layout"),
        player_colour=all_of(Player, "player_colour"),
        setup=all_of(Setup, "setup"),
        bag=all_of(Bag, "bag"),
        height=all_of(Named, "height"),
        building=all_of(Building, "building"),
        wonder=all_of(Wonder, "wonder"),
        panorama=all_of(Panorama, "panorama"),
        secret_objective=all_of(Objective, "secret_objective"),
        patron=all_of(Patron, "patron"),
        era=all_of(Era, "era"),
    )
    reader.no_others("Skyrise", [field.name for field in fields(EditionTables)])
    reader.settle()
    return tables
