"""Skytopia for bots and reports: settings of the search, names of observations, what a report counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rooftop.engine.state import SEATS as MOST_SEATS
from rooftop.game.counting import Course, Taken, Thing, ThingKind
from rooftop.game.observation import SEATS, each, filled
from rooftop.game.title import OptionValue, SearchSettings
from rooftop.game.translation import Translator
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.events import EVENTS
from rooftop.titles.skytopia.phrases import card_name
from rooftop.titles.skytopia.schema import COLOURS

SEARCH = SearchSettings(
    prior=300.0,
    lookahead=2,
    samples=8,
    cut=16,
    margin=0.3,
    opening=2500.0,
    end=600.0,
    length=(42, 51, 60),
    to_act=300.0,
    simulations=4000,
)

NETWORK_SEARCH = replace(
    SEARCH, policy=1.0, temperature=3.0, leaf=1.0, leaf_end=1.0, sharpness=1.5, simulations=10000
)

EFFECTS = (  # kinds of them, as the rules number them
    "gain", "pay-for-points", "rotate", "move", "build", "free-golem", "activate-top", "activate-row",
    "activate-crest", "laboratory",
)  # fmt: skip


def observation_names(board: Board) -> list[str]:
    """A name for each number of an observation, in the order of `features.observe`."""
    crests = [crest.id for crest in board.crests]
    slots = [f"{colour}-{row + 1}" for colour in COLOURS for row in range(n.ROWS)]
    return [
        *each(
            slots,
            each(["crest"], crests),
            each(["effect"], EFFECTS),
            "points",
            "coins",
            each([f"golem-in-{rounds}" for rounds in range(n.FACES)], SEATS),
        ),
        *each(
            SEATS,
            "coins",
            "golems-at-home",
            "points",
            "laboratories",
            "first-player",
            each(["ability"], filled((row.id for row in board.abilities), n.ABILITIES, "ability")),
            [f"guild-{stack + 1}" for stack in range(n.IN_PLAY)],
            each(COLOURS, "height", each(["crest"], crests), "points", "coins", each(["top"], EFFECTS)),
        ),
        *each(["guild"], filled((guild.id for guild in board.guilds), n.GUILDS, "guild")),
        *each(["deck"], COLOURS),
        "phase",
        "asking-effect",
        "round",
        "ending",
        "players",
        "towers-to-activate",
        "tower",
        "level",
        "cards-added",
        "my-turn",
    ]


# --- what a balance report counts -------------------------------------------------------------------

KINDS: tuple[ThingKind, ...] = (
    ThingKind("ability", "Ability tiles", "ability"),
    ThingKind("guild", "Guild masters", "guild", contested=True),
    ThingKind("card", "Cards", "card"),
)
RARE = {
    "not-placed": "A player can assign no golem.",
    "recalled": "A golem is recalled from the market.",
    "no-effect": "An effect is resolved in vain (ST-31).",
    "two-decks": "A second deck runs out before the end.",
    "tie-by-cards": "Cards in the city break a tie.",
    "tie-by-coins": "Coins break a tie.",
    "tie-shared": "A rank is shared.",
}
OPTIONS: tuple[dict[str, OptionValue], ...] = ({"sides": "A"}, {"sides": "B"})

_TIES = {n.BY_CARDS: "tie-by-cards", n.BY_COINS: "tie-by-coins", n.NOT_AT_ALL: "tie-shared"}


def in_play(board: Board, course: Course) -> Iterator[Thing]:
    for seat in range(course.players):
        ability = start(board, course, seat)
        if ability is not None:
            yield ability
    yield from (Thing("guild", board.guilds[number].id) for number in course.last["guild"])
    shown = {int(card) for card in course.first["market"] if card != n.EMPTY}
    shown |= {a for kind, _, a, _, _ in course.events if kind == n.NEW_CARD}
    yield from (Thing("card", board.cards[card].id) for card in sorted(shown))


def taken(board: Board, course: Course) -> Iterator[Taken]:
    for seat in range(course.players):
        ability = start(board, course, seat)
        if ability is not None:
            yield Taken(seat, ability)
        for place, number in enumerate(course.last["guild"]):
            points = int(course.last["points"][seat][n.FROM_GUILD + place])
            if points:
                yield Taken(seat, Thing("guild", board.guilds[number].id), points)
        for tower in course.last["tower"][seat]:
            yield from (Taken(seat, Thing("card", board.cards[card].id)) for card in tower if card != n.EMPTY)


def start(board: Board, course: Course, seat: int) -> Thing | None:
    tile, side = int(course.last["tile"][seat]), int(course.last["side"][seat])
    return None if n.EMPTY in (tile, side) else Thing("ability", board.abilities[tile * n.SIDES + side].id)


def rare(board: Board, course: Course) -> Iterator[str]:
    for kind, _, a, b, _ in course.events:
        if EVENTS.names[kind] in RARE:
            yield EVENTS.names[kind]
        elif kind == n.DECK_EMPTY and not b:
            yield "two-decks"
        elif kind == n.TIE_BROKEN:
            yield _TIES[a // MOST_SEATS]


def name(board: Board, thing: Thing, say: Translator) -> str:
    if thing.kind == "ability":
        return f"{thing.id}: {say.name(board.ability(thing.id), 'text')}"
    if thing.kind == "guild":
        return say.name(board.guild(thing.id))
    return card_name(board, say, thing.id)
