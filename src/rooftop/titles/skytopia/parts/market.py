"""Skytopia: the parts of the market, its cards, and the golems."""

from __future__ import annotations

from rooftop.game.parts import Fact, Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator, capital
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.parts import effects
from rooftop.titles.skytopia.parts.registry import PARTS, Question
from rooftop.titles.skytopia.parts.words import (
    card_name,
    cards,
    coins,
    colour_name,
    crest_name,
    effect_text,
    rounds,
)
from rooftop.titles.skytopia.schema import COLOURS, Colour, Guild
from rooftop.titles.skytopia.view import MarketGolem, Slot


def market(say: Translator) -> Seen:
    return Seen(say("The market"))


@PARTS.part("market")
def explain_market(asked: Question) -> Info:
    say, view = asked.say, asked.view
    text = say(
        "The cards that can be built, a column for each colour. You may put a golem on any of them, even"
        " where others work: the golem that finishes first takes the card."
    )
    facts = []
    if view.seat >= 0:
        own = view.seats[view.seat]
        facts.append((say("Your golems here"), str(len(own.golems) - own.home)))
    return market(say).info(text, facts, ("ST-3", "ST-35", "ST-38"))


def row(number: int, say: Translator) -> Seen:
    return Seen(say("Row {n}", n=number))


@PARTS.part("row-{number}", number=lambda asked: asked.view.rows + 1)
def explain_row(asked: Question, number: int) -> Info | None:
    say = asked.say
    if number == 0:
        return None
    text = say(
        "Some purple cards activate another card of their own row. In a city, the lowest cards on the"
        " foundations are the first row."
    )
    return row(number, say).info(text, (), ("ST-3", "ST-50"))


def deck(board: Board, colour: Colour, left: int, say: Translator) -> Seen:
    name = say("{colour} deck", colour=colour_name(board, say, colour))
    return Seen(capital(name), cards(say, left))


@PARTS.part("deck-{colour}", colour=COLOURS)
def explain_deck(asked: Question, colour: Colour) -> Info:
    board, say, left = asked.board, asked.say, asked.view.decks[colour]
    text = say(
        "Face-down cards that refill this column. What they bring: {what}. When the first deck runs out, the"
        " round is finished and one more is played.",
        what=say.inside(say.name(board.colour(colour), "text")),
    )
    facts = ((say("Cards left"), str(left)),)
    return deck(board, colour, left, say).info(text, facts, ("ST-2", "ST-3", "ST-10", "ST-66"))


# --- cards ------------------------------------------------------------------------------------------


def card(board: Board, colour: Colour, number: int, card_id: str | None, say: Translator) -> Seen:
    """A card, or its empty place: where it is, its crest, and what it does."""
    where = say("{colour} column, row {row}", colour=colour_name(board, say, colour), row=number)
    if card_id is None:
        return Seen(say("An empty place"), where)
    crest = crest_name(board, say, board.card(card_id).crest)
    return Seen(card_name(board, say, card_id), f"{where}, {crest}; {effect_text(board, say, card_id)}")


@PARTS.part("card-{name}")
def explain_card(asked: Question, name: str) -> Info | None:
    slot, board, say = _slot(asked, name), asked.board, asked.say
    if slot is None:
        return None
    seen = card(board, slot.colour, slot.row, slot.card, say)
    if slot.card is None:
        if asked.view.decks[slot.colour]:
            text = say("The card has been taken. At the end of the turn a new one comes from the deck.")
        else:
            text = say("The card has been taken and the deck is empty, so nothing comes in its place.")
        return seen.info(text, (), ("ST-38", "ST-39"))
    printed = board.card(slot.card)
    if printed.kind == "laboratory":
        when = say("A golem that builds it makes your tower work as usual.")
    else:
        when = say("It works once when you put a golem here, and in your city each time its tower works.")
    facts = [
        *crest_facts(asked, printed.crest, slot.colour),
        *_race(asked, slot),
        (say("Place"), say("row {row}", row=slot.row)),
    ]
    text = effects.in_full(board, printed, when, say)
    return seen.info(text, facts, (*effects.clauses(printed), "ST-27", "ST-34", "ST-36"))


def _slot(asked: Question, name: str) -> Slot | None:
    return next((slot for slot in asked.view.market if slot.slot == name), None)


def crest_facts(asked: Question, crest: str, colour: Colour) -> list[Fact]:
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


def _race(asked: Question, slot: Slot) -> list[Fact]:
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
        return [(say("Golems"), taken(None, False, say))]
    if slot.too_late:
        return [*facts, (say("Taken by"), say("nobody, the game ends before"))]
    when = rounds(say, slot.rounds)
    return [*facts, (say("Taken by"), say("{player}, {rounds}", player=asked.names[slot.taker], rounds=when))]


def taker(name: str | None, rounds: int | None, too_late: bool, say: Translator) -> Seen:
    """Who takes the card of a slot, and when; `name` is None while nobody works there."""
    when = taken(rounds, too_late, say)
    return Seen(capital(when) if name is None else say("{player} {when}", player=name, when=when))


def taken(rounds: int | None, too_late: bool, say: Translator) -> str:
    """When the owner of the first golem takes the card; `rounds` is None while nobody works there."""
    if rounds is None:
        return say("nobody works here")
    if too_late:
        return say("comes too late")
    if rounds == 0:
        return say("takes it this round")
    if rounds == 1:
        return say("takes it next round")
    return say.many("takes it in {n} round", "takes it in {n} rounds", rounds)


@PARTS.part("foot-{name}")
def explain_taker(asked: Question, name: str) -> Info | None:
    slot, say = _slot(asked, name), asked.say
    if slot is None or slot.card is None:
        return None
    text = say(
        "The golem that finishes first takes the card. All others on it go home; another player gets {coins}"
        " for each of theirs.",
        coins=coins(say, asked.board.rules.compensation_coins),
    )
    player = None if slot.taker is None else asked.names[slot.taker]
    seen = taker(player, slot.rounds, slot.too_late, say)
    return seen.info(text, _race(asked, slot), ("ST-23", "ST-25", "ST-26"))


# --- golems -----------------------------------------------------------------------------------------


def golem(board: Board, own: MarketGolem, card_id: str, player: str, say: Translator) -> Seen:
    """A golem at work."""
    shows = say.many(
        "face {face}, {n} round left, on {card}",
        "face {face}, {n} rounds left, on {card}",
        own.rounds,
        face=own.face,
        card=card_name(board, say, card_id),
    )
    return Seen(_golem_name(own.golem, player, say), shows)


def golem_at_home(number: int, player: str, say: Translator) -> Seen:
    return Seen(_golem_name(number, player, say), say("at home"))


def _golem_name(number: int, player: str, say: Translator) -> str:
    return say("Golem {number} of {player}", number=number, player=player)


@PARTS.part("golem-{seat}-{number}", number=lambda asked: asked.board.rules.golems_per_player + 1)
def explain_golem(asked: Question, seat: int, number: int) -> Info | None:
    say, player = asked.say, asked.names[seat]
    if number == 0:
        return None
    for slot in asked.view.market:
        for own in slot.golems:
            if (own.seat, own.golem) == (seat, number):
                return _at_work(asked, slot, own, player)
    text = say(
        "It waits at home. Each turn one golem goes to a card of the market; if none is at home, one must"
        " be recalled first."
    )
    return golem_at_home(number, player, say).info(text, (), ("ST-7", "ST-32", "ST-33"))


@PARTS.part("golem-{number}", number=lambda asked: asked.board.rules.golems_per_player + 1)
def explain_own_golem(asked: Question, number: int) -> Info | None:
    """A golem of the player to act."""
    return None if asked.view.over else explain_golem(asked, asked.view.to_act, number)


def _at_work(asked: Question, slot: Slot, own: MarketGolem, player: str) -> Info:
    assert slot.card is not None
    say, first = asked.say, slot.golems[0]
    if slot.too_late or own.rounds > (slot.rounds or 0):
        text = say("It works on a card, but will not get it as things stand.")
    else:
        text = say(
            "It works on a card. When face {face} is at the hammers, its owner takes the card, and the golem"
            " goes home.",
            face=own.face,
        )
    facts = [
        (say("Card"), card_name(asked.board, say, slot.card)),
        (say("Face"), str(own.face)),
        (say("Finished"), rounds(say, own.rounds)),
    ]
    if first != own and not slot.too_late:
        facts.append((say("First to finish"), asked.names[first.seat]))
    seen = golem(asked.board, own, slot.card, player, say)
    return seen.info(text, facts, ("ST-19", "ST-23", "ST-26", "ST-84"))
