"""Skytopia: what an edition holds for a number of players, checked, and as tables for the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from rooftop.engine.record import Array
from rooftop.engine.state import SEATS
from rooftop.errors import OptionError
from rooftop.game.edition import Edition
from rooftop.game.edition_tables import Reader, doubles, within
from rooftop.game.title import Option, OptionValue
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
    hammer_sequence: list[int]
    start_die_face: int
    price: list[Price]


class Rulings(_Table, frozen=True):
    rotate_up_to: bool


class Rules(_Table, frozen=True):
    start_coins: int
    golems_per_player: int
    compensation_coins: int
    rulings: Rulings


class Setup(_Table, frozen=True):
    players: int
    market_rows: int
    three_plus_cards: bool
    tight_market_rows: int = 0  # 0: these players have no tight market


class Final(_Table, frozen=True):
    coins_per_pp: int
    pp_per_market_golem: int


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
    die_from: Literal["supply", "supply_or_market"] = "supply"


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
    steps: int = 0


class Guild(Named, frozen=True):
    stack: int
    kind: Literal["tallest", "tall_towers", "pairs", "crests_in_tower", "crest_cards"]
    text_en: str
    text_pl: str
    pp: int
    min_cards: int = 0
    colours: list[Colour] = []
    colour: Colour | None = None
    crest: str | None = None


class Effect(_Table, frozen=True):
    id: str
    colour: Colour
    kind: Kind
    text_en: str
    text_pl: str
    pp: int = 0
    coins: int = 0
    steps: int = 0
    max_rounds_left: int = 0
    pp_end: int = 0


class CardRow(Named, frozen=True):
    crest: str
    effect: str
    three_plus: bool


@dataclass(frozen=True)
class Card:
    """A row of the edition with what its effect says."""

    id: str
    name_en: str
    name_pl: str
    crest: str
    three_plus: bool
    effect: str
    colour: Colour
    kind: Kind
    pp: int
    coins: int
    steps: int
    max_rounds_left: int
    pp_end: int

    @classmethod
    def of(cls, row: CardRow, effect: Effect) -> Card:
        return cls(
            row.id,
            row.name_en,
            row.name_pl,
            row.crest,
            row.three_plus,
            row.effect,
            effect.colour,
            effect.kind,
            effect.pp,
            effect.coins,
            effect.steps,
            effect.max_rounds_left,
            effect.pp_end,
        )


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

    def from_market(self, foundation: str) -> bool:
        """Whether the golem that a foundation places for nothing may come from the market."""
        return any(row.id == foundation and row.die_from == "supply_or_market" for row in self.foundations)

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
    effects, cards = all_of(Effect, "effect"), all_of(CardRow, "card")
    reader.no_others("Skytopia", _TABLES)
    reader.settle()

    fitting = [setup for setup in setups if setup.players == players]
    problems += _chronometer_problems(chronometer)
    problems += _number_problems(rules, final)
    problems += _setup_problems(setups, edition.players)
    problems += _name_problems(colours, golem_colours, crests)
    problems += _city_problems(foundations, cities, golem_colours, crests)
    problems += _ability_problems(abilities)
    problems += _guild_problems(guilds, crests)
    problems += _effect_problems(effects)
    problems += _card_problems(cards, effects, crests, fitting)
    reader.settle()
    known = {row.id: row for row in effects}
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
        known,
        sorted(
            (Card.of(row, known[row.effect]) for row in cards), key=lambda card: COLOURS.index(card.colour)
        ),
    )


_TABLES = (
    "chronometer", "rules", "setup", "final", "tower_colour", "golem_colour", "crest", "foundation", "city",
    "ability", "guild", "effect", "card",
)  # fmt: skip


# --- checks ---------------------------------------------------------------------------------------------


def _among(place: str, name: str | None, known: list[str]) -> Iterator[str]:
    if name not in known:
        yield f"{place}: {name!r} is not one of {', '.join(known)}"


def _chronometer_problems(chronometer: Chronometer) -> Iterator[str]:
    sequence = chronometer.hammer_sequence
    if sorted(sequence) != list(range(1, n.FACES + 1)):
        yield f"chronometer.hammer_sequence: must hold the faces 1 to {n.FACES}, each once"
    elif chronometer.start_die_face not in sequence[1:]:
        able = ", ".join(map(str, sorted(sequence[1:])))
        yield (
            f"chronometer.start_die_face: {chronometer.start_die_face} is not one of {able}, the faces that"
            " are not at the hammers in round 1"
        )
    if len(chronometer.price) != n.FACES - 1:
        yield f"chronometer.price: {len(chronometer.price)} rows; there must be {n.FACES - 1}"
        return
    before = MOST_COINS
    for index, row in enumerate(chronometer.price):
        place = f"chronometer.price[{index}]"
        if row.rounds_left != index + 1:
            yield f"{place}.rounds_left: must be {index + 1}; the rows go from 1 to {n.FACES - 1} rounds"
        if index == n.FACES - 2 and row.coins != 0:
            yield f"{place}.coins: must be 0; the longest wait is free"
        elif not 0 <= row.coins <= before:
            yield f"{place}.coins: {row.coins} is not from 0 to {before}; a longer wait costs no more"
        before = min(before, max(row.coins, 0))


MOST_COINS = n.PRICES - 1  # for a golem


def _number_problems(rules: Rules, final: Final) -> Iterator[str]:
    yield from within("rules.start_coins", rules.start_coins, 0, 50)
    yield from within("rules.golems_per_player", rules.golems_per_player, 2, n.GOLEMS)
    yield from within("rules.compensation_coins", rules.compensation_coins, 0, 20)
    yield from within("final.coins_per_pp", final.coins_per_pp, 1, 100)
    yield from within("final.pp_per_market_golem", final.pp_per_market_golem, 0, 20)


def _setup_problems(setups: list[Setup], players: tuple[int, ...]) -> Iterator[str]:
    for index, setup in enumerate(setups):
        yield from within(f"setup[{index}].market_rows", setup.market_rows, 1, n.ROWS)
        yield from within(f"setup[{index}].tight_market_rows", setup.tight_market_rows, 0, setup.market_rows)
    if len(setups) != len(players):
        yield f"setup: {len(setups)} tables; there must be one for each of edition.players"
    for index, (setup, count) in enumerate(zip(setups, players, strict=False)):
        if setup.players != count:
            yield f"setup[{index}].players: must be {count}; the tables follow edition.players"


def _name_problems(colours: list[TowerColour], golems: list[Named], crests: list[Named]) -> Iterator[str]:
    if [row.id for row in colours] != list(COLOURS):
        yield f"tower_colour: must be {', '.join(COLOURS)}, in this order"
    if len({row.id for row in golems}) != SEATS or len(golems) != SEATS:
        yield f"golem_colour: must be {SEATS} different colours"
    if len({row.id for row in crests}) != n.CRESTS or len(crests) != n.CRESTS:
        yield f"crest: must be {n.CRESTS} different houses"


# What one effect may give: an event has room for the gains of a whole tower.
MOST_POINTS_GAINED, MOST_COINS_GAINED = 19, 9


def _gain_problems(place: str, row: Foundation | Effect) -> Iterator[str]:
    yield from within(f"{place}.pp", row.pp, 0, MOST_POINTS_GAINED)
    yield from within(f"{place}.coins", row.coins, 0, MOST_COINS_GAINED)
    if row.kind in ("gain", "pay_for_pp") and row.pp + row.coins == 0:
        yield f"{place}.pp: {row.kind} gives nothing; there must be pp or coins"


def _unread(place: str, row: Foundation | Effect | Ability | Guild, read: dict[str, str]) -> Iterator[str]:
    """Keys that the rules read only for some kinds: a problem where another kind has them."""
    for key, kinds in read.items():
        if getattr(row, key) and row.kind not in kinds.split():
            yield f"{place}.{key}: is not read for {row.kind}, only for {', '.join(kinds.split())}"


def _city_problems(
    foundations: list[Foundation], cities: list[City], golems: list[Named], crests: list[Named]
) -> Iterator[str]:
    if sorted(row.colour for row in foundations) != sorted(COLOURS):
        yield f"foundation: must be one for each of {', '.join(COLOURS)}"
    for index, row in enumerate(foundations):
        place = f"foundation[{index}]"
        yield from _gain_problems(place, row)
        yield from within(f"{place}.pay", row.pay, 0, 20)
        yield from _unread(place, row, {"pay": "pay_for_pp"})
        if row.kind == "pay_for_pp" and row.coins:
            yield f"{place}.coins: is not read for pay_for_pp"
        if row.kind != "free_golem" and row.die_from != "supply":
            yield f"{place}.die_from: is not read for {row.kind}, only for free_golem"
    yield from doubles("city", [row.id for row in cities])
    if [row.golem_colour for row in cities] != [row.id for row in golems]:
        yield "city: must be one for each golem_colour, in the same order"
    houses = [row.id for row in crests]
    for index, city in enumerate(cities):
        if sorted(city.crests) != sorted(COLOURS):
            yield f"city[{index}].crests: must name {', '.join(COLOURS)}"
        for colour, crest in city.crests.items():
            yield from _among(f"city[{index}].crests.{colour}", crest, houses)


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
GIVING = " ".join(kind for kind in TIMING if kind != "pay_rotate")


def _ability_problems(abilities: list[Ability]) -> Iterator[str]:
    wanted = [(tile, side) for tile in range(1, n.TILES + 1) for side in SIDES]
    if len(abilities) != len(wanted):
        yield f"ability: must be {n.TILES} tiles with two sides each"
        return
    colour_of: dict[int, str] = {}
    for index, (row, (tile, side)) in enumerate(zip(abilities, wanted, strict=True)):
        place = f"ability[{index}]"
        if row.tile != tile:
            yield f"{place}.tile: must be {tile}; the rows are 1A, 1B, 2A and so on"
        if row.side != side:
            yield f"{place}.side: must be {side}; the rows are 1A, 1B, 2A and so on"
        if row.id != f"{row.tile}{row.side}":
            yield f"{place}.id: {row.id!r} is not {row.tile}{row.side}"
        if colour_of.setdefault(tile, row.colour) != row.colour:
            yield f"{place}.colour: both sides of a tile must have one colour"
        if (row.timing, row.uses) != TIMING[row.kind]:
            yield f"{place}: {row.kind} is for {' and '.join(TIMING[row.kind])}"
        for key in ("pp", "coins", "cost", "count", "pay"):
            yield from within(f"{place}.{key}", getattr(row, key), 0, 20)
        if row.kind == "pay_rotate":
            yield from within(f"{place}.steps", row.steps, 1, n.STEPS)
        read = {"cost": "paid_exactly", "count": "same_crest cards_added", "pay": "pay_rotate"}
        yield from _unread(place, row, read | {"steps": "pay_rotate", "pp": GIVING, "coins": GIVING})
    if len(set(colour_of.values())) != n.TILES:
        yield "ability: every tile must have another colour"


def _guild_problems(guilds: list[Guild], crests: list[Named]) -> Iterator[str]:
    yield from doubles("guild", [row.id for row in guilds])
    if not n.IN_PLAY <= len(guilds) <= n.GUILDS:
        yield f"guild: must be {n.IN_PLAY} to {n.GUILDS} tiles"
    for stack in range(1, n.IN_PLAY + 1):
        if stack not in {row.stack for row in guilds}:
            yield f"guild: stack {stack} is empty; one of each of {n.IN_PLAY} stacks is in play"
    for index, row in enumerate(guilds):
        place = f"guild[{index}]"
        yield from within(f"{place}.pp", row.pp, 0, 50)
        yield from within(f"{place}.stack", row.stack, 1, n.IN_PLAY)
        if row.kind == "tall_towers":
            yield from within(f"{place}.min_cards", row.min_cards, 1, n.LEVELS)
        if row.kind == "pairs" and len(set(row.colours)) != 2:
            yield f"{place}.colours: must be two different colours"
        if row.kind == "crests_in_tower" and row.colour is None:
            yield f"{place}.colour: is missing"
        if row.kind == "crest_cards":
            yield from _among(f"{place}.crest", row.crest, [crest.id for crest in crests])
        read = {"min_cards": "tall_towers", "colours": "pairs", "colour": "crests_in_tower"}
        yield from _unread(place, row, read | {"crest": "crest_cards"})


def _effect_problems(effects: list[Effect]) -> Iterator[str]:
    yield from doubles("effect", [row.id for row in effects])
    for index, row in enumerate(effects):
        place = f"effect[{index}]"
        yield from _gain_problems(place, row)
        yield from within(f"{place}.pp_end", row.pp_end, 0, 50)
        if row.kind == "rotate":
            yield from within(f"{place}.steps", row.steps, 1, n.STEPS)
        if row.kind == "build_card":
            yield from within(f"{place}.max_rounds_left", row.max_rounds_left, 1, n.FACES - 1)
        read = {"steps": "rotate", "max_rounds_left": "build_card", "pp_end": "laboratory"}
        yield from _unread(place, row, read)
        if row.kind == "laboratory" and row.pp + row.coins > 0:
            yield f"{place}.{'pp' if row.pp else 'coins'}: a Laboratory gives nothing during the game"


def _card_problems(
    cards: list[CardRow], effects: list[Effect], crests: list[Named], setups: list[Setup]
) -> Iterator[str]:
    yield from doubles("card", [row.id for row in cards])
    known = {row.id: row for row in effects}
    for index, card in enumerate(cards):
        yield from _among(f"card[{index}].effect", card.effect, list(known))
        yield from _among(f"card[{index}].crest", card.crest, [crest.id for crest in crests])
    sound = [card for card in cards if card.effect in known]
    chains = sum(known[card.effect].kind in ("activate_top", "activate_row") for card in sound)
    if chains > n.STACK - 2:
        yield f"card: {chains} cards activate others; there may be {n.STACK - 2}"
    for colour in COLOURS:
        of_colour = [card for card in sound if known[card.effect].colour == colour]
        if len(of_colour) != n.PER_COLOUR:
            yield f"card: {len(of_colour)} have an effect whose colour is {colour}; it must be {n.PER_COLOUR}"
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
    t["rotate_up_to"] = made.rules.rulings.rotate_up_to
    t["start_coins"] = made.rules.start_coins
    t["golems"] = made.rules.golems_per_player
    t["compensation"] = made.rules.compensation_coins
    t["rows"] = made.setup.market_rows
    t["tight_rows"] = made.setup.tight_market_rows
    for number, card in enumerate(made.cards):
        colour = COLOURS.index(card.colour)
        t["crest"][number] = crests.index(card.crest)
        if made.in_use(card):
            t["cards"] |= 1 << number
            t["cards_of"][colour] |= 1 << number
        limit = card.steps + card.max_rounds_left + card.pp_end  # every kind has one of them at most
        _effect(t, number, card.kind, card.pp, card.coins, limit)
    for colour, foundation in enumerate(made.foundations):
        number = n.FOUNDATION + colour
        limit = foundation.pay + (foundation.die_from == "supply_or_market")
        _effect(t, number, foundation.kind, foundation.pp, foundation.coins, limit)
    for seat in range(SEATS):
        t["foundation_crest"][seat] = [crests.index(made.crest(seat, colour)) for colour in COLOURS]
    for number, ability in enumerate(made.abilities):
        t["tile_colour"][number // n.SIDES] = COLOURS.index(ability.colour)
        t["ability_kind"][number] = list(TIMING).index(ability.kind)
        t["ability_points"][number] = ability.pp
        t["ability_coins"][number] = ability.coins
        t["ability_need"][number] = ability.cost + ability.count + ability.pay
        t["ability_steps"][number] = ability.steps
    t["guilds"] = len(made.guilds)
    for number, guild in enumerate(made.guilds):
        t["guild_stack"][number] = guild.stack - 1
        t["guild_kind"][number] = GUILD_KINDS.index(guild.kind)
        t["guild_worth"][number] = guild.pp
        t["guild_a"][number], t["guild_b"][number] = _guild_numbers(guild, crests)
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
    sides = (*SIDES, "choice")
    if options["sides"] not in sides:
        raise OptionError(f"option sides: {options['sides']!r} is not one of {', '.join(sides)}")
    for name in ("preliminary", "tight_market", "hold"):
        if not isinstance(options[name], bool):
            raise OptionError(f"option {name}: {options[name]!r} is neither true nor false")
    if options["tight_market"] and not made.setup.tight_market_rows:
        raise OptionError(f"option tight_market: this edition has none for {made.players} players")
    encoded[n.DRAFTED] = int(options["abilities"] == "draft")
    encoded[n.SIDES_IN_USE] = sides.index(str(options["sides"]))
    encoded[n.PRELIMINARY_TURN] = int(options["preliminary"])
    encoded[n.HOLD] = int(options["hold"])
    encoded[n.TIGHT_MARKET] = int(options["tight_market"])
    return encoded
