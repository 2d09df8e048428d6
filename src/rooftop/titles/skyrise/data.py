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
Yes = Literal[True]
No = Literal[False]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Geometry(Table, frozen=True):
    neighbourhood_width: int
    min_shared_edge: int
    min_feature_contact: int
    building_token_radius: int
    disc_token_radius: int
    windmill_radius: int
    blimp_radius: int
    island_gap: int


class NeighbourhoodColour(Table, frozen=True):
    id: Colour
    name_en: str
    name_pl: str
    faction_en: str
    faction_pl: str
    hex: str


class Cell(Table, frozen=True):
    """A neighbourhood, as it is drawn."""

    id: str
    colour: Colour
    neighbours: list[str]
    site: Point
    disc: Point
    polygon: list[Point]


class Feature(Table, frozen=True):
    """A lake, blimp or windmill."""

    id: str
    borders: list[str]
    centre: Point = (0, 0)
    radius: int = 0
    separates: list[tuple[str, str]] = []
    polygon: list[Point] = []


class Head(Table, frozen=True):
    side: str
    cell: str
    point: Point


class Island(Table, frozen=True):
    id: str
    name_en: str
    name_pl: str
    role: Literal["centre", "outer"]
    prefix: str
    neighbourhoods: int
    outline: list[Point]
    cell: list[Cell]
    head: list[Head]
    lake: list[Feature] = []
    blimp: list[Feature] = []
    windmill: list[Feature] = []


class Slot(Table, frozen=True):
    id: str
    position: Point
    rotation: int


class Bridge(Table, frozen=True):
    id: str
    kind: Literal["spoke", "ring"]
    a_slot: str
    a_head: str
    b_slot: str
    b_head: str
    points: tuple[Point, Point]
    a_cell: str = ""


class Layout(Table, frozen=True):
    players: int
    slots: list[str]
    bridges: list[str]
    view_rotation: int
    neighbourhoods: int


class Player(Table, frozen=True):
    id: PlayerColour
    name_en: str
    name_pl: str
    mark_en: str
    mark_pl: str
    material_en: str
    material_pl: str
    visionaries_en: list[str]
    visionaries_pl: list[str]
    hex: str


class Setup(Table, frozen=True):
    players: int
    outer_islands: int
    wonders_per_player: Literal[1, 2]
    wonder_cards_dealt: int
    wonder_cards_chosen: int
    seat_colours: list[PlayerColour]


class Bag(Table, frozen=True):
    players: int
    neighbourhood_per_colour: int
    patron_per_letter: int
    commissions: int
    wild: int
    total: int
    auctions: int


class EraSplit(Table, frozen=True):
    era: Literal[1, 2]
    short: int
    medium: int
    tall: int


class Structures(Table, frozen=True):
    buildings_per_player: int
    short: int
    medium: int
    tall: int
    era1_buildings: int
    era2_buildings: int
    numbers_differ: Yes
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


class WonderRules(Table, frozen=True):
    scores_for: Literal["owner"]
    initiative: Literal["lowest_sum_starts"]
    initiative_tie: Literal["lowest_single_card"]
    card_tied_to_figure: Yes
    construction_order: list[str]


class Wonder(Table, frozen=True):
    id: str
    number: int
    initiative: int
    name_en: str
    name_pl: str
    effect: str
    timing: Literal["construction", "ongoing"]
    text_en: str
    text_pl: str
    flat: int = 0
    value: int = 0
    need: int = 0
    maximum: int = 0
    feature: Literal["lake", "blimp", "windmill"] = "lake"
    scale: list[int] = []
    zero_from: int = 0
    # What follows says how an effect counts; the rules know no other way.
    scope: Literal["map", "island", "centre"] = "map"
    owner: Literal["any", "owner"] = "owner"
    per: Literal["bid_in_auction", "own_structure_on_objective_colour", ""] = ""
    colour: Literal["own_neighbourhood", ""] = ""
    counts_itself: bool = True
    cards: Literal[2] = 2
    outbids_wonders: bool = False
    bans_adjacent_tall: bool = False
    ban_applies_to: Literal["opponents", ""] = ""
    ban_lifted_if_no_other_space: bool = False
    start_anywhere: bool = False
    may_start_any_time: bool = False
    bridges_count: Yes = True
    after_bids_return: Yes = True
    reveals_objective: bool = False
    objective_still_scores_at_end: Yes = True
    wild_counts_as_assigned: Yes = True
    excess_discs_count: Yes = True
    bridge_either_end: Yes = True
    scores_again_at_end: Yes = True
    atelier_counts: Yes = True
    counts_as_tall: bool = False
    later_discs_count: No = False
    extra_discs: Literal[1] = 1
    discs_total: Literal[2] = 2
    take_from: Literal["adjacent_unoccupied"] = "adjacent_unoccupied"
    emptied_cell_stays_biddable: Yes = True
    shared_control_counts: Yes = True
    no_repeats: Yes = True
    wonder_need_not_be_in_chain: Yes = True


class PanoramaRules(Table, frozen=True):
    cards: int
    in_play: int
    scored_at_end_of_era: list[int]
    wonders_count: Yes
    structure_may_serve_several_instances: Yes
    structure_may_serve_both_cards: Yes


class Panorama(Table, frozen=True):
    id: str
    name_en: str
    name_pl: str
    text_en: str
    text_pl: str
    value: int
    instance: Literal["feature", "bridge", "island"]
    feature: Literal["lake", "blimp", "windmill", "bridge", "chain"]
    need: int
    same_island: Yes = True
    once_per_player_per_island: Yes = True


class Objective(Table, frozen=True):
    id: str
    name_en: str
    name_pl: str
    text_en: str
    text_pl: str
    colour: Colour
    need: int
    value: int
    scored_at: Literal["end_of_era_2"]


class Tile(Table, frozen=True):
    value: int


class PatronTiles(Table, frozen=True):
    tiles: int
    shuffled: Yes
    peek: Literal["any_time_own_letters"]
    tile: list[Tile]


class Patron(Table, frozen=True):
    id: str
    letter: str
    name_en: str
    name_pl: str


class DiscKind(Table, frozen=True):
    id: Literal["neighbourhood", "patron", "commissions", "wild"]
    name_en: str
    name_pl: str
    text_en: str
    text_pl: str


class Step(Table, frozen=True):
    discs: int
    value: int


class DiscRow(Table, frozen=True):
    minimum: int
    excess_value: int
    wild_assigned: Literal["when_collected"]
    wild_may_be_moved: No
    step: list[Step]


class Keys(Table, frozen=True):
    large: int
    large_name_en: str
    large_name_pl: str
    large_awarded: Literal["first_to_build_everything_in_era_2"]
    small: int
    small_name_en: str
    small_name_pl: str
    small_awarded: Literal["second_to_build_everything_in_era_2"]
    small_used_with: list[int]


class Commissions(Table, frozen=True):
    per_item: int
    items: list[Literal["patron_disc", "excess_disc", "key", "commissions_disc"]]


class Control(Table, frozen=True):
    name_en: str
    name_pl: str
    text_en: str
    text_pl: str
    value: int
    order: list[Height]
    ties: Literal["all_tied_score"]
    tie_compares: Literal["tied_players_only"]
    wonders_count: No
    scored_at_end_of_era: list[int]


class Start(Table, frozen=True):
    start_cells: list[Literal["central_island", "adjacent_to_any_built_structure"]]
    starter_may_pass: No
    first_auction: Literal["random_player"]
    next_auction: Literal["last_winner"]
    era_2: Literal["lowest_initiative"]
    after_a_player_finishes: Literal["lowest_initiative_remaining"]


class Auction(Table, frozen=True):
    outbid: Literal["strictly_higher"]
    outbid_cells: Literal["unoccupied_adjacent_to_latest_bid"]
    may_outbid_self: No
    passed_players_return: No
    unable_to_outbid: Literal["counts_as_pass"]
    ends_when: list[str]


class Era(Table, frozen=True):
    number: Literal[1, 2]
    name_en: str
    name_pl: str
    ends_when: str
    steps: list[str]
    unbuilt_buildings_carry_over: Yes = True


class Final(Table, frozen=True):
    order: list[str]
    discs_and_keys_order: list[str]
    structures_order: list[Colour]
    winner: Literal["most_prestige"]
    tie_break: list[Literal["built_final_structure_first"]]


class Information(Table, frozen=True):
    secret_objectives: Literal["owner"]
    unchosen_wonder_cards: Literal["owner"]
    chosen_wonder_cards: Literal["all"]
    patron_tiles: Literal["holders_of_a_disc_of_that_letter"]
    building_numbers: Literal["all"]


class Rulings(Table, frozen=True):
    initiative_is_card_number: bool
    start_with_wonder: Literal["only_wonders_left"]
    wonder_start_wins_at_once: Yes
    hammer_answer: Literal["owner_only"]
    hammer_usable_after_pass: No
    hammer_may_outbid_own_wonder: No
    outbid_wonder_returns: Yes
    hammer_ban_covers_starting_bids: Yes
    hammer_ban_blocks_atelier: No
    hammer_ban_lifted_if_no_legal_start: Yes
    two_player_wonder_choice: Literal["both_at_once"]
    empty_island: Literal["nobody"]
    lakes_block_adjacency: Yes
    feature_scores_once: Yes
    chains_shape: Literal["connected_group"]
    wonders_count_for_objectives: Yes
    kahn_needs_objective_met: No
    vault_second_disc: Literal["any_kind"]
    wild_on_full_colour: Literal["visionary"]
    seat_colours: Literal["by_seat"]


# The edition's tables by name: what each holds, and whether there are several.
ONE: dict[str, type[Table]] = {
    "geometry": Geometry, "structures": Structures, "wonder_rules": WonderRules,
    "panorama_rules": PanoramaRules, "patron_tiles": PatronTiles, "disc_row": DiscRow, "keys": Keys,
    "commissions": Commissions, "island_control": Control, "start": Start, "auction": Auction,
    "final": Final, "information": Information, "rulings": Rulings,
}  # fmt: skip
SEVERAL: dict[str, type[Table]] = {
    "neighbourhood_colour": NeighbourhoodColour, "island": Island, "slot": Slot, "bridge": Bridge,
    "layout": Layout, "player_colour": Player, "setup": Setup, "bag": Bag, "height": Named,
    "building": Building, "wonder": Wonder, "panorama": Panorama, "secret_objective": Objective,
    "patron": Patron, "disc_kind": DiscKind, "era": Era,
}  # fmt: skip
