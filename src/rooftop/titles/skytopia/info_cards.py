"""Skytopia: what cards, foundations and golems are and do, in sentences for newcomers."""

from __future__ import annotations

from typing import NamedTuple

from rooftop.game.title import Info
from rooftop.game.translation import Translator, capital
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board, Card, as_colour
from rooftop.titles.skytopia.phrases import (
    card_name,
    coins,
    crest_name,
    gains,
    points,
    rounds,
    tower_name,
)
from rooftop.titles.skytopia.schema import Colour, EffectKind, Foundation, Guild
from rooftop.titles.skytopia.view import MarketGolem, Seat, Slot, View

Facts = list[tuple[str, str]]

CLAUSES: dict[EffectKind, tuple[str, ...]] = {
    "gain": ("ST-43",),
    "pay_for_pp": ("ST-54",),
    "free_golem": ("ST-55",),
    "activate_crest": ("ST-56", "ST-52"),
    "rotate": ("ST-22", "ST-44", "ST-41"),
    "move": ("ST-46", "ST-41"),
    "build_card": ("ST-47", "ST-48"),
    "activate_top": ("ST-49", "ST-52"),
    "activate_row": ("ST-50", "ST-52"),
    "laboratory": ("ST-51", "ST-82"),
}


class Asked(NamedTuple):
    """What an explanation is made from."""

    board: Board
    view: View
    names: tuple[str, ...]
    say: Translator

    def seat(self, name: str | None) -> int | None:
        """A seat by its number, or the seat to act; None if there is no such seat."""
        if not name:
            return None if self.view.over else self.view.to_act
        return int(name) if int(name) < self.view.players else None


# --- effects ----------------------------------------------------------------------------------------


def effect(asked: Asked, row: Card | Foundation) -> str:
    """What a card or foundation does, in full sentences with its numbers."""
    board, say = asked.board, asked.say
    gained = gains(say, row.pp * n.COINS_BITS + row.coins)
    if row.kind == "gain":
        return say("You gain {gains}.", gains=gained)
    if isinstance(row, Foundation):
        return _foundation(row, gained, say)
    if row.kind == "rotate":
        turned = _rotation(board, row.steps, say)
        return f"{turned} {say('You also gain {gains}.', gains=gained)}" if gained else turned
    return {
        "move": say(
            "You may move one of your golems to another card of the market. It keeps its face, and the new"
            " card does not work."
        ),
        "build_card": say.many(
            "You may take another card of the market at once, if a golem of yours there needs at most {n}"
            " round. It joins your tower of its colour, which does not work. Everyone else with a golem there"
            " gets {coins}.",
            "You may take another card of the market at once, if a golem of yours there needs at most {n}"
            " rounds. It joins your tower of its colour, which does not work. Everyone else with a golem"
            " there gets {coins}.",
            row.max_rounds_left,
            coins=coins(say, board.rules.compensation_coins),
        ),
        "activate_top": say(
            "You may let the top card of one of your towers work; in an empty tower it is the foundation."
        ),
        "activate_row": say(
            "You may let another card of the same row work: of the market while this card lies there, of your"
            " city once it has joined a tower."
        ),
        "laboratory": say(
            "It does nothing during the game, but scores {points} at the end.", points=points(say, row.pp_end)
        ),
    }[row.kind]


def _foundation(row: Foundation, gained: str, say: Translator) -> str:
    if row.kind == "pay_for_pp":
        return say("You may pay {coins} and gain {gains}.", coins=coins(say, row.pay), gains=gained)
    if row.kind == "activate_crest":
        return say("You may let one other card of your city with the same crest work.")
    free = rounds(say, n.FACES - 1)
    if row.die_from == "supply_or_market":
        return say(
            "You may put a golem from home or from another card on any card of the market for nothing. It"
            " finishes {rounds}, and the card does not work.",
            rounds=free,
        )
    return say(
        "You may put a golem from home on any card of the market for nothing. It finishes {rounds}, and the"
        " card does not work.",
        rounds=free,
    )


def _rotation(board: Board, steps: int, say: Translator) -> str:
    """ST-22."""
    if steps > 1 and board.rules.rulings.rotate_up_to:
        return say.many(
            "You may bring one of your golems on another card up to {n} round closer to the hammers.",
            "You may bring one of your golems on another card up to {n} rounds closer to the hammers.",
            steps,
        )
    return say.many(
        "You may bring one of your golems on another card {n} round closer to the hammers.",
        "You may bring one of your golems on another card {n} rounds closer to the hammers.",
        steps,
    )


def effect_clauses(row: Card | Foundation) -> tuple[str, ...]:
    return ("ST-53",) if isinstance(row, Foundation) and row.kind == "gain" else CLAUSES[row.kind]


def _crest_facts(asked: Asked, crest: str, colour: Colour) -> Facts:
    """The crest, and the guild masters in play that count this card."""
    board, say = asked.board, asked.say
    counted = [board.guild(row.id) for row in asked.view.guilds]
    counting = [say.name(guild) for guild in counted if _counts(guild, crest, colour)]
    return [
        (say("Crest"), crest_name(board, say, crest)),
        (say("Counts for"), say.list(counting) or say("no guild master of this game")),
    ]


def _counts(guild: Guild, crest: str, colour: Colour) -> bool:
    """Whether a card can help with a guild master."""
    if guild.kind == "pairs":
        return colour in guild.colours
    if guild.kind == "crests_in_tower":
        return colour == guild.colour
    return guild.crest == crest if guild.kind == "crest_cards" else True


# --- cards of the market ----------------------------------------------------------------------------


def _slot(asked: Asked, colour: str, row: str) -> Slot | None:
    return next((slot for slot in asked.view.market if slot.slot == f"{colour}-{row}"), None)


def market_card(asked: Asked, colour: str, row: str) -> Info | None:
    slot, say = _slot(asked, colour, row), asked.say
    if slot is None:
        return None
    if slot.card is None:
        return _gap(asked, slot)
    card = asked.board.card(slot.card)
    if card.kind == "laboratory":
        when = say("A golem that builds it makes your tower work as usual.")
    else:
        when = say("It works once when you put a golem here, and in your city each time its tower works.")
    facts = [
        *_crest_facts(asked, card.crest, slot.colour),
        *_race(asked, slot),
        (say("Place"), say("row {row}", row=slot.row)),
    ]
    text = f"{effect(asked, card)} {when}"
    return Info(say.name(card), text, tuple(facts), (*effect_clauses(card), "ST-27", "ST-34", "ST-36"))


def _gap(asked: Asked, slot: Slot) -> Info:
    say = asked.say
    if asked.view.decks[slot.colour]:
        text = say("The card has been taken. At the end of the turn a new one comes from the deck.")
    else:
        text = say("The card has been taken and the deck is empty, so nothing comes in its place.")
    return Info(say("An empty place"), text, (), ("ST-38", "ST-39"))


def _race(asked: Asked, slot: Slot) -> Facts:
    """Who works on a card, the first to finish first, and what will become of it."""
    say = asked.say
    facts = [
        (
            asked.names[row.seat],
            say("face {face}, finished {rounds}", face=row.face, rounds=rounds(say, row.rounds)),
        )
        for row in slot.golems
    ]
    if slot.taker is None or slot.rounds is None:
        return [(say("Golems"), say("nobody works here"))]
    if slot.too_late:
        return [*facts, (say("Taken by"), say("nobody, the game ends before"))]
    when = rounds(say, slot.rounds)
    return [*facts, (say("Taken by"), say("{player}, {rounds}", player=asked.names[slot.taker], rounds=when))]


def taker(asked: Asked, colour: str, row: str) -> Info | None:
    slot, say = _slot(asked, colour, row), asked.say
    if slot is None or slot.card is None:
        return None
    text = say(
        "The golem that finishes first takes the card. All others on it go home; another player gets {coins}"
        " for each of theirs.",
        coins=coins(say, asked.board.rules.compensation_coins),
    )
    return Info(say("Who takes the card"), text, tuple(_race(asked, slot)), ("ST-23", "ST-25", "ST-26"))


# --- golems -----------------------------------------------------------------------------------------


def golem(asked: Asked, seat_name: str | None, name: str) -> Info | None:
    """A golem by its number; without a seat, one of the seat to act."""
    seat, say = asked.seat(seat_name), asked.say
    if seat is None or not 1 <= int(name) <= asked.board.rules.golems_per_player:
        return None
    called = say("Golem {number} ({player})", number=name, player=asked.names[seat])
    found = next(
        (
            (slot, row)
            for slot in asked.view.market
            for row in slot.golems
            if (row.seat, row.golem) == (seat, int(name))
        ),
        None,
    )
    if found is None:
        text = say(
            "It waits at home. Each turn one golem goes to a card of the market; if none is at home, one must"
            " be recalled first."
        )
        return Info(called, text, (), ("ST-7", "ST-32", "ST-33"))
    return _at_work(asked, called, *found)


def _at_work(asked: Asked, called: str, slot: Slot, row: MarketGolem) -> Info:
    assert slot.card is not None
    say, first = asked.say, slot.golems[0]
    if slot.too_late or row.rounds > (slot.rounds or 0):
        text = say("It works on a card, but will not get it as things stand.")
    else:
        text = say(
            "It works on a card. When face {face} is at the hammers, its owner takes the card, and the golem"
            " goes home.",
            face=row.face,
        )
    facts: Facts = [
        (say("Card"), card_name(asked.board, say, slot.card)),
        (say("Face"), str(row.face)),
        (say("Finished"), rounds(say, row.rounds)),
    ]
    if first != row and not slot.too_late:
        facts.append((say("First to finish"), asked.names[first.seat]))
    return Info(called, text, tuple(facts), ("ST-19", "ST-23", "ST-26", "ST-84"))


# --- cards of a city --------------------------------------------------------------------------------


def floor(asked: Asked, seat_name: str | None, colour_name: str, name: str) -> Info | None:
    """A card of a tower, or its foundation."""
    seat, say = asked.seat(seat_name), asked.say
    if seat is None:
        return None
    row, colour, level = asked.view.seats[seat], as_colour(colour_name), int(name)
    if level > len(row.towers[colour]):
        return None
    if level == 0:
        return _ground(asked, row, asked.names[seat], colour)
    card = asked.board.card(row.towers[colour][level - 1])
    if card.kind == "laboratory":
        when = ""
    else:
        when = " " + say("It works each time this tower works, from the foundation up.")
    facts = [
        *_crest_facts(asked, card.crest, colour),
        (capital(tower_name(asked.board, say, colour)), say("level {level}", level=level)),
        (say("City"), asked.names[seat]),
    ]
    return Info(say.name(card), effect(asked, card) + when, tuple(facts), (*effect_clauses(card), "ST-29"))


def _ground(asked: Asked, row: Seat, player: str, colour: Colour) -> Info:
    board, say = asked.board, asked.say
    foundation = board.foundation(colour)
    when = say("It works first each time a card joins its tower, and counts as a card at the end.")
    facts = [*_crest_facts(asked, row.crests[colour], colour), (say("City"), player)]
    name = capital(card_name(board, say, foundation.id))
    clauses = (*effect_clauses(foundation), "ST-6", "ST-29", "ST-69")
    return Info(name, f"{effect(asked, foundation)} {when}", tuple(facts), clauses)
