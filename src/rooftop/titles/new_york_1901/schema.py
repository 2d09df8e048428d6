"""New York 1901: the tables of edition.toml, as they must be written."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Generation = Literal["none", "bronze", "silver", "gold"]
Icon = Literal["circle", "hexagon"]
Small = Annotated[int, msgspec.Meta(ge=0, le=100)]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class PlayerColour(_Table, frozen=True):
    id: str
    name_en: str
    name_pl: str
    mark_en: str  # one letter
    mark_pl: str


class Coded(_Table, frozen=True):
    """A street, a park or a printed building, by its code on the map."""

    code: str
    name_en: str
    name_pl: str


# --- the board ---------------------------------------------------------------------------------------


class District(_Table, frozen=True):
    id: str
    letter: str
    name_en: str
    name_pl: str
    colour: str
    mark: str
    mark_en: str
    mark_pl: str


class BoardTable(_Table, frozen=True):
    layout_en: str
    layout_pl: str
    lots: int
    districts: int
    lots_per_district: int
    lot_sizes: list[Literal[2, 3]]
    start_lots: int
    start_lot_letter: str
    columns: int
    rows: int
    street_width: float
    map: str
    district: list[District]
    park: list[Coded]
    printed: list[Coded]


# --- the tiles ---------------------------------------------------------------------------------------


class IconTable(_Table, frozen=True):
    id: Icon
    name_en: str
    name_pl: str
    text_en: str
    text_pl: str
    rectangular: bool


class GenerationTable(_Table, frozen=True):
    id: Generation
    name_en: str
    name_pl: str


class Tile(_Table, frozen=True):
    """A skyscraper: a player's own, a legendary one (with `feet`), or the starting property."""

    id: str
    name_en: str
    name_pl: str
    generation: Generation
    points: Small
    squares: int
    icon: Icon
    shape: list[str]
    year: int = 0
    feet: int = 0

    @property
    def legendary(self) -> bool:
        return self.feet > 0


class LegendaryRules(_Table, frozen=True):
    name_en: str
    name_pl: str
    copies_of_each: Literal[1]
    per_player: Literal[1]
    counts_as: Literal["gold"]
    may_be_demolished: Literal[False]
    marked_with: Literal["king_token"]


class Tiles(_Table, frozen=True):
    per_player: int
    per_generation: int
    squares_min: int
    squares_max: int
    points_min: int
    points_max: int
    rotation: Literal[True]
    mirror: bool
    icon: list[IconTable]
    generation: list[GenerationTable]
    start: Tile
    tile: list[Tile]
    legendary_rules: LegendaryRules
    legendary: list[Tile]


# --- cards and numbers -------------------------------------------------------------------------------


class Streets(_Table, frozen=True):
    text_en: str
    text_pl: str
    drawn: Literal[3]
    points: Small
    tie: Literal["nobody"]
    multi_street: Literal[True]
    card: list[Coded]


class Character(_Table, frozen=True):
    id: str
    name_en: str
    name_pl: str
    district: str
    removed_with_players: list[int] = []
    origin_en: str = ""
    origin_pl: str = ""


class LotCards(_Table, frozen=True):
    total: int
    per_district_two: int
    per_district_three: int
    open_market: Literal[4]


class Setup(_Table, frozen=True):
    players: int
    removed_districts: list[str]
    deck: int
    future: int
    expert_deck: int


class Player(_Table, frozen=True):
    colours: list[str]
    workers: Annotated[int, msgspec.Meta(ge=1, le=8)]
    action_cards: list[Literal["boom", "shift", "grab"]]
    king_tokens: Literal[1]
    start_score: Literal[0]
    track_length: int


class Expert(_Table, frozen=True):
    name_en: str
    name_pl: str
    text_en: str
    text_pl: str
    bronze: Literal[0]
    silver: Small
    gold: Small
    starting_property: Literal[False]


class Technology(_Table, frozen=True):
    order: list[Generation]
    bronze: Literal[0]
    silver: Small
    gold: Small
    expert: Expert


class Action(_Table, frozen=True):
    """An action card."""

    id: Literal["boom", "shift", "grab"]
    name_en: str
    name_pl: str
    text_en: str
    text_pl: str
    effect: Literal["second_build", "replace_open_market", "extra_lot"]
    when: Literal["after_first_build", "start_of_turn", "any_time_in_turn"]
    allows_demolition: Literal[False] = False
    barred_if_first_triggers: Literal[True] = True
    cards: Literal[4] = 4
    old_cards_to: Literal["future_market_bottom_shuffled"] = "future_market_bottom_shuffled"
    lot_sizes_this_turn: list[Literal[2]] = []
    needs_future_min: Annotated[int, msgspec.Meta(ge=1, le=60)] = 1
    extra_build: Literal[False] = False
    needs_free_worker: Literal[True] = True


class Challenges(_Table, frozen=True):
    drawn: Literal[1]
    two_district_tile_counts_in_both: Literal[True]


class Challenge(_Table, frozen=True):
    id: Literal["tycoon", "architect", "prestige", "baron", "king"]
    name_en: str
    name_pl: str
    text_en: str
    text_pl: str
    timing: Literal["end", "build"]
    min_gold_per_district: Small = 2
    points_per_district: Small = 3
    icon: Literal["hexagon"] = "hexagon"
    count: list[Small] = []
    points: list[Small] = []
    new_generation: Literal["gold"] = "gold"
    neighbours: list[Generation] = []
    points_each: Small = 1
    by_side: Literal[True] = True
    generation: Literal["bronze"] = "bronze"
    generations: list[Generation] = []
    tie: Literal["nobody"] = "nobody"


class End(_Table, frozen=True):
    unbuilt_left: Annotated[int, msgspec.Meta(ge=0, le=17)]
    warn_at_unbuilt: Annotated[int, msgspec.Meta(ge=0, le=18)]
    open_market_left: Literal[3]
    future_market_left: Literal[0]
    extra_turns_others: Literal[1]


class Final(_Table, frozen=True):
    order: list[Literal["streets", "challenge", "action_cards"]]
    unused_action_card: Small
    tie_break: list[Literal["tallest_legendary_feet", "gold_on_board", "shared"]]


class Rulings(_Table, frozen=True):
    """What the rulebook leaves open. One value is allowed where the rules are written for it alone."""

    second_build_sees_new_score: Literal[True]
    demolish_exactly_overlapped: Literal[True]
    demolished_must_touch: Literal[False]
    rebuild_may_use_vacant_land: Literal[True]
    freed_workers_usable_at_once: Literal[True]
    legendary_counts_as_unbuilt: Literal[False]
    grab_after_demolition: Literal[True]
    blocked_player_may_play_card: Literal[False]
    board_edge_is_street: bool
    printed_building_is_street: bool
    shift_needs_future_cards: Annotated[int, msgspec.Meta(ge=4, le=60)]
    expert_start_card_dealt: Literal[False]
    single_legendary_wins_tie: Literal[True]
    trigger_in_last_round_extends: Literal[False]
    starting_property_counts_as_unbuilt: Literal[False]
    stalemate_rounds: Annotated[int, msgspec.Meta(ge=6, le=25)]


class Check(_Table, frozen=True):
    """Counts that a reader of the map can compare with their own."""

    lots: int
    squares: int
    blocks: int
    placements_all: int
    placements_with_frontage: int
    footprints_with_frontage: int
    placements_two_players: int
    placements_mirror: int
