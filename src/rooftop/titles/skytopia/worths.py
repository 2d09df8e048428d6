"""Skytopia: what a balance report counts."""

from __future__ import annotations

from collections.abc import Iterator

from rooftop.engine.state import SEATS
from rooftop.game.counting import Course, Taken, Thing
from rooftop.game.counting import ThingKind as Kind
from rooftop.game.title import OptionValue
from rooftop.game.translation import Translator
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.phrases import card_name

KINDS: tuple[Kind, ...] = (
    Kind("ability", "Ability tiles", "ability"),
    Kind("guild", "Guild masters", "guild", contested=True),
    Kind("card", "Cards", "card"),
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

_EVENTS = {n.NOT_PLACED: "not-placed", n.RECALLED: "recalled", n.NO_EFFECT: "no-effect"}
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
        if kind in _EVENTS:
            yield _EVENTS[kind]
        elif kind == n.DECK_EMPTY and not b:
            yield "two-decks"
        elif kind == n.TIE_BROKEN:
            yield _TIES[a // SEATS]


def name(board: Board, thing: Thing, say: Translator) -> str:
    if thing.kind == "ability":
        return f"{thing.id}: {say.name(board.ability(thing.id), 'text')}"
    if thing.kind == "guild":
        return say.name(board.guild(thing.id))
    return card_name(board, say, thing.id)
