"""Skytopia: what an edition holds for a number of players, checked, and as tables for the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from rooftop.core.edition import Edition
from rooftop.core.errors import OptionError
from rooftop.core.kernel import Array
from rooftop.core.state import SEATS
from rooftop.core.tables import Reader, doubles, within
from rooftop.core.title import Option, OptionValue
from rooftop.titles.skytopia import state as n

COLOURS = ("blue", "gold", "red", "purple")
SIDES = ("A", "B")
Colour = Literal["blue", "gold", "red", "purple"]
Kind = Literal["gain", "rotate", "move", "build_card", "activate_top", "activate_row", "laboratory"]

# --- the tables of edition.toml -------------------------------------------------------------------


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Price(_Table, frozen=True):
    rounds_left: int
    coins: int


class Chronometer(_Table, frozen=True):
    faces: Literal[6]
    hammer_sequence: list[int]
    start_face_at_hammers: int
    start_die_face: int
    start_rounds_left: int
    turn_per_round: Literal[1]
    price: list[Price]


class Rulings(_Table, frozen=True):
    rotate_up_to: Literal[True]
    rotate_over_occupied: Literal[True]
    move_keeps_value: Literal[True]
    move_activates_target: Literal[False]
    own_golems_on_completed_card: Literal["home_without_coins"]
    effect_may_reactivate_running_card: Literal[False]
    no_placement: Literal["skip_phase_2"]
    bank_unlimited: Literal[True]
    empty_deck_gap_stays: Literal[True]
    foundation_row: Literal[0]
    coin_denominations: list[int]


class Rules(_Table, frozen=True):
    colours: list[Colour]
    start_coins: int
    golems_per_player: int
    compensation_coins: int
    final_rounds_after_trigger: Literal[1]
    first_player_marker: Literal["counter_clockwise"]
    golem_assignment: Literal["mandatory"]
    score_track_flip: int
    no_equal_value_on_card: Literal[True]
    no_hammer_value: Literal[True]
    rulings: Rulings


class Setup(_Table, frozen=True):
    players: int
    market_rows: int
    three_plus_cards: bool


class Final(_Table, frozen=True):
    order: list[str]
    coins_per_pp: int
    pp_per_market_golem: int
    pp_per_laboratory: int
    guild_masters_in_play: Literal[3]
    tie_break: list[str]


class Named(_Table, frozen=True):
    id: str
    name_en: str
    name_pl: str


class TowerColour(Named, frozen=True):
    tower_en: str
    tower_pl: str
    text_en: str
    text_pl: str


class Foundation(_Table, frozen=True):
    id: str
    colour: Colour
    kind: Literal["gain", "pay_for_pp", "free_golem", "activate_crest"]
    text_en: str
    text_pl: str
    pp: int = 0
    coins: int = 0
    pay: int = 0
    rounds_left: int = 5
    cost: Literal[0] = 0
    activates: Literal[False] = False
    die_from: Literal["supply"] = "supply"
    count: Literal[1] = 1
    crest_of: Literal["purple_foundation"] = "purple_foundation"


class City(Named, frozen=True):
    golem_colour: str
    crests: dict[Colour, str]


class Ability(_Table, frozen=True):
    id: str
    tile: int
    side: Literal["A", "B"]
    colour: Colour
    kind: Literal[
        "golem_sent_home", "no_coins", "paid_exactly", "other_golem_arrives",
        "same_crest", "pay_rotate", "cards_added", "all_home",
    ]  # fmt: skip
    timing: Literal["any_time", "end_phase_1", "end_phase_2"]
    uses: Literal["each_time", "once_per_turn"]
    text_en: str
    text_pl: str
    pp: int = 0
    coins: int = 0
    cost: int = 0
    count: int = 0
    pay: int = 0
    steps: Literal[1] = 1


class Guild(Named, frozen=True):
    stack: int
    kind: Literal["tallest", "tall_towers", "pairs", "crests_in_tower", "crest_cards"]
    text_en: str
    text_pl: str
    pp: int
    foundations_count: Literal[True]
    min_cards: int = 0
    colours: list[Colour] = []
    colour: Colour | None = None
    crest: str | None = None


class Variant(Named, frozen=True):
    text_en: str
    text_pl: str
    players: list[int]
    order: str = ""
    activates: Literal[False] = False
    chronometer_turns: Literal[False] = False
    sides: list[str] = []
    market_rows: int = 0


class _Effective(_Table, frozen=True):
    """What an effect and the cards that have it say alike."""

    id: str
    colour: Colour
    kind: Kind
    pp: int = 0
    coins: int = 0
    steps: int = 0
    golems: Literal[0, 1] = 0
    max_rounds_left: int = 0
    pp_end: int = 0


class Effect(_Effective, frozen=True, kw_only=True):
    copies: int
    text_en: str
    text_pl: str
    rule_note: str = ""


class Card(_Effective, frozen=True, kw_only=True):
    name_en: str
    name_pl: str
    crest: str
    effect: str
    three_plus: bool


# --- the board ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """One edition for one number of players. Places in the lists are the numbers that the rules use."""

    players: int
    chronometer: Chronometer
    rules: Rules
    setup: Setup
    final: Final
    colours: list[TowerColour]
    golem_colours: list[Named]
    crests: list[Named]
    foundations: list[Foundation]
    cities: list[City]  # of the seats, in order
    abilities: list[Ability]  # 1A, 1B, 2A, ...
    guilds: list[Guild]
    variants: dict[str, Variant]
    effects: dict[str, Effect]
    cards: list[Card]  # all of them, blue first, also those that are left out with two players

    def rounds(self, face: int, dial: int) -> int:
        """How many rounds a face is away from the hammers when the dial has turned so often."""
        return (self.chronometer.hammer_sequence.index(face) - dial) % n.FACES

    def price(self, rounds: int) -> int:
        """What a golem costs that needs so many rounds."""
        return next(row.coins for row in self.chronometer.price if row.rounds_left == rounds)

    def in_use(self, card: Card) -> bool:
        return self.setup.three_plus_cards or not card.three_plus

    def crest(self, seat: int, colour: str) -> str:
        """The crest of a foundation."""
        return self.cities[seat].crests[colour]  # type: ignore[index]


def slot_id(slot: int) -> str:
    """'blue-1' is the blue card nearest the deck."""
    return f"{COLOURS[slot // n.ROWS]}-{slot % n.ROWS + 1}"


def spot_id(spot: int) -> str:
    """'blue-0' is the blue foundation, 'blue-1' the card on it."""
    return f"{COLOURS[spot // n.LEVELS]}-{spot % n.LEVELS}"


def board(edition: Edition, players: int) -> Board:
    """Read and check an edition; an EditionError has a line for everything that is wrong."""
    reader = Reader(edition)
    one, all_of, problems = reader.one, reader.all_of, reader.problems
    chronometer, rules, final = one(Chronometer, "chronometer"), one(Rules, "rules"), one(Final, "final")
    setups, colours = all_of(Setup, "setup"), all_of(TowerColour, "tower_colour")
    golem_colours, crests = all_of(Named, "golem_colour"), all_of(Named, "crest")
    foundations, cities = all_of(Foundation, "foundation"), all_of(City, "city")
    abilities, guilds = all_of(Ability, "ability"), all_of(Guild, "guild")
    variants, effects, cards = all_of(Variant, "variant"), all_of(Effect, "effect"), all_of(Card, "card")
    reader.no_others("Skytopia", _TABLES)
    reader.settle()

    fitting = [setup for setup in setups if setup.players == players]
    if len(fitting) != 1:
        problems.append(f"setup: {len(fitting)} tables are for {players} players; it must be one")
    problems += _chronometer_problems(chronometer)
    problems += _number_problems(rules, final, fitting)
    problems += _name_problems(colours, golem_colours, crests)
    problems += _city_problems(foundations, cities, golem_colours, crests)
    problems += _ability_problems(abilities)
    problems += _guild_problems(guilds, crests)
    problems += _variant_problems(variants)
    problems += _card_problems(cards, effects, crests, fitting)
    if any(row.kind == "laboratory" and row.pp_end != final.pp_per_laboratory for row in effects):
        problems.append("final.pp_per_laboratory: must be pp_end of the Laboratories")
    reader.settle()
    return Board(
        players,
        chronometer,
        rules,
        fitting[0],
        final,
        colours,
        golem_colours,
        crests,
        sorted(foundations, key=lambda row: COLOURS.index(row.colour)),
        cities,
        sorted(abilities, key=lambda row: (row.tile, row.side)),
        guilds,
        {row.id: row for row in variants},
        {row.id: row for row in effects},
        sorted(cards, key=lambda row: COLOURS.index(row.colour)),
    )


_TABLES = (
    "chronometer", "rules", "setup", "final", "tower_colour", "golem_colour", "crest", "foundation", "city",
    "ability", "guild", "variant", "effect", "card",
)  # fmt: skip


# --- checks ---------------------------------------------------------------------------------------------


def _chronometer_problems(chronometer: Chronometer) -> Iterator[str]:
    sequence = chronometer.hammer_sequence
    if sorted(sequence) != list(range(1, n.FACES + 1)):
        yield f"chronometer.hammer_sequence: must hold the faces 1 to {n.FACES}, each once"
        return
    if sequence[0] != chronometer.start_face_at_hammers:
        yield f"chronometer.start_face_at_hammers: is not {sequence[0]}, the first of hammer_sequence"
    if chronometer.start_die_face not in sequence[1:]:
        yield f"chronometer.start_die_face: {chronometer.start_die_face} cannot be placed at the start"
    elif sequence.index(chronometer.start_die_face) != chronometer.start_rounds_left:
        away = sequence.index(chronometer.start_die_face)
        yield f"chronometer.start_rounds_left: face {chronometer.start_die_face} is {away} rounds away"
    if [row.rounds_left for row in chronometer.price] != list(range(1, n.FACES)):
        yield f"chronometer.price: needs one row for each of 1 to {n.FACES - 1} rounds left, in this order"
        return
    prices = [row.coins for row in chronometer.price]
    if prices != sorted(prices, reverse=True) or prices[-1] != 0 or prices[0] > 31:
        yield "chronometer.price: must fall from at most 31 coins to 0 for the longest wait"


def _number_problems(rules: Rules, final: Final, setups: list[Setup]) -> Iterator[str]:
    if tuple(rules.colours) != COLOURS:
        yield f"rules.colours: must be {', '.join(COLOURS)}, in this order"
    yield from within("rules.start_coins", rules.start_coins, 0, 50)
    yield from within("rules.golems_per_player", rules.golems_per_player, 2, n.GOLEMS)
    yield from within("rules.compensation_coins", rules.compensation_coins, 0, 20)
    yield from within("rules.score_track_flip", rules.score_track_flip, 1, 1000)
    yield from within("final.coins_per_pp", final.coins_per_pp, 1, 100)
    yield from within("final.pp_per_market_golem", final.pp_per_market_golem, 0, 20)
    yield from within("final.pp_per_laboratory", final.pp_per_laboratory, 0, 50)
    if final.order != ["score_track", "guild_masters", "laboratories", "coins", "market_golems"]:
        yield "final.order: must be score_track, guild_masters, laboratories, coins, market_golems"
    if final.tie_break != ["fewer_tower_cards", "more_coins_left", "shared"]:
        yield "final.tie_break: must be fewer_tower_cards, more_coins_left, shared"
    for setup in setups:
        yield from within(f"setup for {setup.players}: market_rows", setup.market_rows, 1, n.ROWS)


def _name_problems(colours: list[TowerColour], golems: list[Named], crests: list[Named]) -> Iterator[str]:
    if [row.id for row in colours] != list(COLOURS):
        yield f"tower_colour: must be {', '.join(COLOURS)}, in this order"
    if len({row.id for row in golems}) != SEATS or len(golems) != SEATS:
        yield f"golem_colour: must be {SEATS} different colours"
    if len({row.id for row in crests}) != n.CRESTS or len(crests) != n.CRESTS:
        yield f"crest: must be {n.CRESTS} different houses"


def _city_problems(
    foundations: list[Foundation], cities: list[City], golems: list[Named], crests: list[Named]
) -> Iterator[str]:
    if sorted(row.colour for row in foundations) != sorted(COLOURS):
        yield f"foundation: must be one for each of {', '.join(COLOURS)}"
    for index, row in enumerate(foundations):
        yield from within(f"foundation[{index}].pp", row.pp, 0, 20)
        yield from within(f"foundation[{index}].coins", row.coins, 0, 20)
        yield from within(f"foundation[{index}].pay", row.pay, 0, 20)
        if row.kind == "free_golem" and row.rounds_left != n.FACES - 1:
            yield f"foundation[{index}].rounds_left: the free face is {n.FACES - 1} rounds away"
        if row.kind == "activate_crest" and row.colour != "purple":
            yield f"foundation[{index}].crest_of: is the crest of the purple foundation, so it must be purple"
    yield from doubles("city", [row.id for row in cities])
    if [row.golem_colour for row in cities] != [row.id for row in golems]:
        yield "city: must be one for each golem_colour, in the same order"
    houses = {row.id for row in crests}
    for index, city in enumerate(cities):
        if sorted(city.crests) != sorted(COLOURS):
            yield f"city[{index}].crests: must name {', '.join(COLOURS)}"
        for colour, crest in city.crests.items():
            if crest not in houses:
                yield f"city[{index}].crests.{colour}: there is no crest {crest!r}"


TIMING = {
    "golem_sent_home": ("any_time", "each_time"),
    "no_coins": ("end_phase_1", "once_per_turn"),
    "paid_exactly": ("end_phase_2", "once_per_turn"),
    "other_golem_arrives": ("any_time", "each_time"),
    "same_crest": ("end_phase_2", "once_per_turn"),
    "pay_rotate": ("end_phase_1", "once_per_turn"),
    "cards_added": ("end_phase_1", "once_per_turn"),
    "all_home": ("end_phase_1", "once_per_turn"),
}


def _ability_problems(abilities: list[Ability]) -> Iterator[str]:
    wanted = [(tile, side) for tile in range(1, n.TILES + 1) for side in SIDES]
    if sorted((row.tile, row.side) for row in abilities) != wanted:
        yield f"ability: must be {n.TILES} tiles, numbered from 1, with sides A and B"
        return
    colour_of = {row.tile: row.colour for row in abilities}
    if len(set(colour_of.values())) != n.TILES:
        yield "ability: every tile must have another colour"
    for index, row in enumerate(abilities):
        place = f"ability[{index}]"
        if row.id != f"{row.tile}{row.side}":
            yield f"{place}.id: {row.id!r} is not {row.tile}{row.side}"
        if row.colour != colour_of[row.tile]:
            yield f"{place}.colour: both sides of a tile must have one colour"
        if (row.timing, row.uses) != TIMING[row.kind]:
            yield f"{place}: {row.kind} is for {' and '.join(TIMING[row.kind])}"
        for key in ("pp", "coins", "cost", "count", "pay"):
            yield from within(f"{place}.{key}", getattr(row, key), 0, 20)


def _guild_problems(guilds: list[Guild], crests: list[Named]) -> Iterator[str]:
    yield from doubles("guild", [row.id for row in guilds])
    if not n.IN_PLAY <= len(guilds) <= n.GUILDS:
        yield f"guild: must be {n.IN_PLAY} to {n.GUILDS} tiles"
    if {row.stack for row in guilds} != set(range(1, n.IN_PLAY + 1)):
        yield f"guild: must be in stacks 1 to {n.IN_PLAY}"
    for index, row in enumerate(guilds):
        place = f"guild[{index}]"
        yield from within(f"{place}.pp", row.pp, 0, 50)
        if row.kind == "tall_towers":
            yield from within(f"{place}.min_cards", row.min_cards, 1, n.LEVELS)
        if row.kind == "pairs" and len(set(row.colours)) != 2:
            yield f"{place}.colours: must be two different colours"
        if row.kind == "crests_in_tower" and row.colour is None:
            yield f"{place}.colour: is missing"
        if row.kind == "crest_cards" and row.crest not in {crest.id for crest in crests}:
            yield f"{place}.crest: there is no crest {row.crest!r}"


def _variant_problems(variants: list[Variant]) -> Iterator[str]:
    wanted = ["preliminary-turn", "ability-draft", "harder-four-players"]
    if [row.id for row in variants] != wanted:
        yield f"variant: must be {', '.join(wanted)}, in this order"
        return
    yield from within("variant[2].market_rows", variants[2].market_rows, 1, n.ROWS)


ALIKE = ("colour", "kind", "pp", "coins", "steps", "golems", "max_rounds_left", "pp_end")


def _card_problems(
    cards: list[Card], effects: list[Effect], crests: list[Named], setups: list[Setup]
) -> Iterator[str]:
    yield from doubles("card", [row.id for row in cards])
    yield from doubles("effect", [row.id for row in effects])
    known = {row.id: row for row in effects}
    for index, effect in enumerate(effects):
        there = sum(card.effect == effect.id for card in cards)
        if there != effect.copies:
            yield f"effect[{index}].copies: {effect.copies} are wanted, {there} cards have it"
        if effect.kind == "rotate":
            yield from within(f"effect[{index}].steps", effect.steps, 1, n.STEPS)
        if effect.kind == "build_card":
            yield from within(f"effect[{index}].max_rounds_left", effect.max_rounds_left, 1, n.FACES - 1)
        for key in ("pp", "coins", "pp_end"):
            yield from within(f"effect[{index}].{key}", getattr(effect, key), 0, 20)
    for index, card in enumerate(cards):
        if card.effect not in known:
            yield f"card[{index}].effect: there is no effect {card.effect!r}"
            continue
        for key in ALIKE:
            mine, right = getattr(card, key), getattr(known[card.effect], key)
            if mine != right:
                yield f"card[{index}].{key}: {mine!r} is not that of its effect {card.effect}: {right!r}"
        if card.crest not in {crest.id for crest in crests}:
            yield f"card[{index}].crest: there is no crest {card.crest!r}"
    chains = sum(card.kind in ("activate_top", "activate_row") for card in cards)
    if chains > n.STACK - 2:
        yield f"card: {chains} cards activate others; there may be {n.STACK - 2}"
    for colour in COLOURS:
        of_colour = [card for card in cards if card.colour == colour]
        if len(of_colour) != n.PER_COLOUR:
            yield f"card: {len(of_colour)} are {colour}; it must be {n.PER_COLOUR}"
        for setup in setups:
            used = sum(setup.three_plus_cards or not card.three_plus for card in of_colour)
            if used <= setup.market_rows:
                yield f"card: with {setup.players} players no {colour} card would be left for the deck"


# --- tables ---------------------------------------------------------------------------------------------

KINDS = {
    "gain": n.GAIN, "pay_for_pp": n.PAY_FOR_POINTS, "rotate": n.ROTATE_GOLEM, "move": n.MOVE_GOLEM,
    "build_card": n.BUILD_CARD, "free_golem": n.FREE_GOLEM, "activate_top": n.ACTIVATE_TOP,
    "activate_row": n.ACTIVATE_ROW, "activate_crest": n.ACTIVATE_CREST, "laboratory": n.LABORATORY,
}  # fmt: skip
GUILD_KINDS = ("tallest", "tall_towers", "pairs", "crests_in_tower", "crest_cards")


def fill(made: Board, rows: Array) -> None:
    """The board as the one record that the rules read."""
    t = rows[0]
    clock, crests = made.chronometer, [row.id for row in made.crests]
    for steps, face in enumerate(clock.hammer_sequence):
        t["arrives"][face] = steps
        t["face"][steps] = face
    t["price"][1:] = [row.coins for row in clock.price]
    t["start_face"] = clock.start_die_face
    t["start_coins"] = made.rules.start_coins
    t["golems"] = made.rules.golems_per_player
    t["compensation"] = made.rules.compensation_coins
    t["rows"] = made.setup.market_rows
    for number, card in enumerate(made.cards):
        colour = COLOURS.index(card.colour)
        t["crest"][number] = crests.index(card.crest)
        if made.in_use(card):
            t["cards"] |= 1 << number
            t["cards_of"][colour] |= 1 << number
        limit = card.steps if card.kind == "rotate" else card.max_rounds_left
        _effect(t, number, card.kind, card.pp, card.coins, limit)
    for colour, foundation in enumerate(made.foundations):
        number = n.FOUNDATION + colour
        _effect(t, number, foundation.kind, foundation.pp, foundation.coins, foundation.pay)
    for seat in range(SEATS):
        t["foundation_crest"][seat] = [crests.index(made.crest(seat, colour)) for colour in COLOURS]
    for number, ability in enumerate(made.abilities):
        t["tile_colour"][number // n.SIDES] = COLOURS.index(ability.colour)
        t["ability_kind"][number] = list(TIMING).index(ability.kind)
        t["ability_points"][number] = ability.pp
        t["ability_coins"][number] = ability.coins
        t["ability_need"][number] = ability.cost or ability.count or ability.pay
    t["guilds"] = len(made.guilds)
    for number, guild in enumerate(made.guilds):
        t["guild_stack"][number] = guild.stack - 1
        t["guild_kind"][number] = GUILD_KINDS.index(guild.kind)
        t["guild_worth"][number] = guild.pp
        t["guild_a"][number], t["guild_b"][number] = _guild_numbers(guild, crests)
    t["laboratory_points"] = made.final.pp_per_laboratory
    t["coins_per_point"] = made.final.coins_per_pp
    t["golem_points"] = made.final.pp_per_market_golem
    t["max_plies"] = 30000  # a golem waits at most five rounds, so the decks run out long before


def _effect(t: Any, number: int, kind: str, points: int, coins: int, limit: int) -> None:
    t["effect_kind"][number] = KINDS[kind]
    t["effect_points"][number] = points
    t["effect_coins"][number] = coins
    t["effect_limit"][number] = limit


def _guild_numbers(guild: Guild, crests: list[str]) -> tuple[int, int]:
    if guild.kind == "pairs":
        return COLOURS.index(guild.colours[0]), COLOURS.index(guild.colours[1])
    if guild.colour is not None:
        return COLOURS.index(guild.colour), 0
    return (guild.min_cards if guild.crest is None else crests.index(guild.crest)), 0


# --- options ------------------------------------------------------------------------------------------

OPTIONS = (
    Option(
        "abilities",
        "random",
        "random or draft",
        "how the ability tiles are given out",
        (("random", "at random"), ("draft", "everyone chooses one")),
    ),
    Option(
        "sides",
        "A",
        "A, B, or choice: everyone picks a side",
        "which side of the ability tiles is used",
        (("A", "side A"), ("B", "side B"), ("choice", "everyone picks a side")),
    ),
    Option(
        "preliminary", False, "true or false", "the first golems are placed freely, in a preliminary turn"
    ),
    Option("tight_market", False, "true or false", "four players with only three cards of each colour"),
    Option("hold", False, "true or false", "a turn ends only when its player says so"),
)


def encode(made: Board, options: dict[str, OptionValue]) -> list[int]:
    """Options as `setup` reads them."""
    encoded = [0] * n.OPTIONS
    if options["abilities"] not in ("random", "draft"):
        raise OptionError(f"option abilities: {options['abilities']!r} is neither random nor draft")
    encoded[n.DRAFTED] = int(options["abilities"] == "draft")
    sides = (*SIDES, "choice")
    if options["sides"] not in sides:
        raise OptionError(f"option sides: {options['sides']!r} is not one of {', '.join(sides)}")
    encoded[n.SIDES_IN_USE] = sides.index(str(options["sides"]))
    for name in ("preliminary", "tight_market", "hold"):
        if not isinstance(options[name], bool):
            raise OptionError(f"option {name}: {options[name]!r} is neither true nor false")
    encoded[n.PRELIMINARY_TURN] = int(options["preliminary"])
    encoded[n.HOLD] = int(options["hold"])
    encoded[n.MARKET_ROWS] = made.setup.market_rows
    if options["tight_market"]:
        tight = made.variants["harder-four-players"]
        if made.players not in tight.players:
            able = ", ".join(map(str, tight.players))
            raise OptionError(f"option tight_market: is for {able} players, not for {made.players}")
        encoded[n.MARKET_ROWS] = tight.market_rows
    return encoded
