"""Skytopia: an edition, checked, for one number of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rooftop.game.edition import Edition
from rooftop.game.edition_tables import Named, Reader, chosen_first
from rooftop.game.text import Text
from rooftop.titles.skytopia import checks
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.schema import (
    COLOURS,
    TABLES,
    Ability,
    CardKind,
    CardRow,
    Chronometer,
    City,
    Colour,
    Effect,
    Final,
    Foundation,
    Guild,
    Rules,
    Setup,
    TowerColour,
)


@dataclass(frozen=True)
class Card:
    """A card of the edition, together with its effect."""

    id: str
    name: Text
    crest: str
    three_plus: bool
    effect: str
    colour: Colour
    kind: CardKind
    pp: int
    coins: int
    steps: int
    max_rounds_left: int
    pp_end: int

    @classmethod
    def of(cls, row: CardRow, effect: Effect) -> Card:
        return cls(
            row.id,
            row.name,
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


@dataclass(frozen=True)
class Board:
    """An edition for one number of players. The rules know cards, guilds and so on by their list indices."""

    players: int
    chronometer: Chronometer
    rules: Rules
    setup: Setup
    final: Final
    colours: list[TowerColour]
    golem_colours: list[Named]  # the seats' first
    crests: list[Named]
    foundations: list[Foundation]
    cities: list[City]  # in the same order
    abilities: list[Ability]  # 1A, 1B, 2A, ...
    guilds: list[Guild]
    effects: dict[str, Effect]
    cards: list[Card]  # blue first; includes those left out with two players

    def rounds(self, face: int, dial: int) -> int:
        """The rounds until a face is at the hammers, when the dial has turned `dial` steps."""
        return (self.chronometer.hammer_sequence.index(face) - dial) % n.FACES

    def price(self, rounds: int) -> int:
        """The price of a golem that is finished in `rounds` rounds."""
        return next(row.coins for row in self.chronometer.price if row.rounds_left == rounds)

    def in_use(self, card: Card) -> bool:
        return self.setup.three_plus_cards or not card.three_plus

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """The cards that are not in use."""
        return tuple(card.id for card in self.cards if not self.in_use(card))

    @cached_property
    def by_id(self) -> dict[str, Card | Foundation]:
        """Everything that has an effect."""
        rows: list[Card | Foundation] = [*self.cards, *self.foundations]
        return {row.id: row for row in rows}

    def card(self, name: str) -> Card:
        card = self.by_id[name]
        assert isinstance(card, Card)
        return card

    def ability(self, name: str) -> Ability:
        return next(row for row in self.abilities if row.id == name)

    def guild(self, name: str) -> Guild:
        return next(row for row in self.guilds if row.id == name)

    def colour(self, name: Colour) -> TowerColour:
        return self.colours[COLOURS.index(name)]

    def foundation(self, colour: Colour) -> Foundation:
        return self.foundations[COLOURS.index(colour)]

    def from_market(self, foundation: str) -> bool:
        """Whether the golem that a foundation places for free may come from the market."""
        return any(row.id == foundation and row.die_from == "supply_or_market" for row in self.foundations)

    def crest(self, seat: int, colour: Colour) -> str:
        """The crest of a foundation."""
        return self.cities[seat].crests[colour]


def slot_id(slot: int) -> str:
    """The name of a market slot: 'blue-1' is the one nearest the blue deck."""
    return f"{COLOURS[slot // n.ROWS]}-{slot % n.ROWS + 1}"


def floor_id(floor: int) -> str:
    """The name of a floor of a city: 'blue-0' is the blue foundation, 'blue-1' the card on it."""
    return f"{COLOURS[floor // n.LEVELS]}-{floor % n.LEVELS}"


def as_colour(name: str) -> Colour:
    """A colour read from the name of a slot or a floor."""
    return COLOURS[COLOURS.index(name)]


def board(edition: Edition, players: int) -> Board:
    """Read and check an edition. Raises EditionError with a line for each problem."""
    reader = Reader(edition)
    one, all_of, problems = reader.one, reader.all_of, reader.problems
    chronometer, rules, final = one(Chronometer, "chronometer"), one(Rules, "rules"), one(Final, "final")
    setups, colours = all_of(Setup, "setup"), all_of(TowerColour, "tower_colour")
    golem_colours, crests = all_of(Named, "golem_colour"), all_of(Named, "crest")
    foundations, cities = all_of(Foundation, "foundation"), all_of(City, "city")
    abilities, guilds = all_of(Ability, "ability"), all_of(Guild, "guild")
    effects, cards = all_of(Effect, "effect"), all_of(CardRow, "card")
    reader.no_others("Skytopia", TABLES)
    reader.settle()

    fitting = [setup for setup in setups if setup.players == players]
    problems += checks.chronometer_problems(chronometer)
    problems += checks.number_problems(rules, final)
    problems += checks.setup_problems(setups, edition.players)
    problems += checks.name_problems(colours, golem_colours, crests)
    problems += checks.city_problems(foundations, cities, golem_colours, crests)
    problems += checks.ability_problems(abilities)
    problems += checks.guild_problems(guilds, crests)
    problems += checks.effect_problems(effects)
    problems += checks.card_problems(cards, effects, crests, fitting)
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


def coloured(board: Board, colours: Sequence[str]) -> Board:
    """The board with other colours, one for each seat, and with their cities."""
    golems = chosen_first(board.golem_colours, colours)
    order = [golem.id for golem in golems]
    cities = sorted(board.cities, key=lambda city: order.index(city.golem_colour))
    return replace(board, golem_colours=golems, cities=cities)
