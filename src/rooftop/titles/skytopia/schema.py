"""Skytopia: the tables of edition.toml as structs."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rooftop.game.edition_tables import Named, Table
from rooftop.game.text import Text

Colour = Literal["blue", "gold", "red", "purple"]  # of towers, cards and ability tiles
Side = Literal["A", "B"]  # of an ability tile
COLOURS: tuple[Colour, ...] = ("blue", "gold", "red", "purple")
SIDES: tuple[Side, ...] = ("A", "B")
CardKind = Literal["gain", "rotate", "move", "build_card", "activate_top", "activate_row", "laboratory"]
FoundationKind = Literal["gain", "pay_for_pp", "free_golem", "activate_crest"]
EffectKind: TypeAlias = CardKind | FoundationKind
TABLES = (
    "chronometer", "rules", "setup", "final", "tower_colour", "golem_colour", "crest", "foundation", "city",
    "ability", "guild", "effect", "card",
)  # fmt: skip


class Price(Table, frozen=True):
    rounds_left: int
    coins: int


class Chronometer(Table, frozen=True):
    hammer_sequence: tuple[int, ...]  # the faces in the order in which they reach the hammers
    start_die_face: int
    price: tuple[Price, ...]


class Rulings(Table, frozen=True):
    rotate_up_to: bool


class Rules(Table, frozen=True):
    start_coins: int
    golems_per_player: int
    compensation_coins: int
    rulings: Rulings


class Setup(Table, frozen=True):
    players: int
    market_rows: int
    three_plus_cards: bool
    tight_market_rows: int = 0  # 0: no tight market for this number of players


class Final(Table, frozen=True):
    coins_per_pp: int
    pp_per_market_golem: int


class TowerColour(Named, frozen=True):
    tower: Text
    text: Text


class Foundation(Table, frozen=True):
    id: str
    colour: Colour
    kind: FoundationKind
    text: Text
    pp: int = 0
    coins: int = 0
    pay: int = 0
    die_from: Literal["supply", "supply_or_market"] = "supply"


class City(Named, frozen=True):
    golem_colour: str
    crests: dict[Colour, str]


class Ability(Table, frozen=True):
    id: str
    tile: int
    side: Side
    colour: Colour
    kind: Literal[
        "golem_sent_home", "no_coins", "paid_exactly", "other_golem_arrives",
        "same_crest", "pay_rotate", "cards_added", "all_home",
    ]  # fmt: skip
    timing: Literal["any_time", "end_phase_1", "end_phase_2"]
    uses: Literal["each_time", "once_per_turn"]
    text: Text
    pp: int = 0
    coins: int = 0
    cost: int = 0
    count: int = 0
    pay: int = 0
    steps: int = 0


class Guild(Named, frozen=True):
    stack: int
    kind: Literal["tallest", "tall_towers", "pairs", "crests_in_tower", "crest_cards"]
    text: Text
    pp: int
    min_cards: int = 0
    colours: tuple[Colour, ...] = ()
    colour: Colour | None = None
    crest: str | None = None


class Effect(Table, frozen=True):
    id: str
    colour: Colour
    kind: CardKind
    text: Text
    pp: int = 0
    coins: int = 0
    steps: int = 0
    max_rounds_left: int = 0
    pp_end: int = 0


class CardRow(Named, frozen=True):
    crest: str
    effect: str
    three_plus: bool
