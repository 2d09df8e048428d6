"""Skytopia: a player's city, with points, coins, golems at home and towers."""

from __future__ import annotations

from typing import NamedTuple

from rooftop.game.parts import Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator, capital, points_text
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.parts import effects
from rooftop.titles.skytopia.parts.market import crest_facts
from rooftop.titles.skytopia.parts.registry import PARTS, Question
from rooftop.titles.skytopia.parts.words import (
    card_name,
    coins,
    crest_name,
    effect_text,
    source_names,
    tower_name,
)
from rooftop.titles.skytopia.schema import COLOURS, Colour
from rooftop.titles.skytopia.view import SOURCES, Seat


class Standing(NamedTuple):
    """What a player's area says about its owner."""

    total: int
    forecast: int
    rank: int | None
    coins: int
    home: int

    @classmethod
    def of(cls, own: Seat) -> Standing:
        return cls(own.total, own.if_ended.total, own.rank, own.coins, own.home)


def player(own: Standing, turn: bool, first: bool, name: str, say: Translator) -> Seen:
    """A player's area; its towers are parts of their own."""
    shows = [_prestige(own.total, say)]
    if own.rank:
        shows.append(say("rank {rank}", rank=own.rank))
    else:
        shows.append(say("{n} if it ended now", n=own.forecast))
    if turn:
        shows.append(say("to act"))
    if first:
        shows.append(say("first player"))
    shows += [say("has {coins}", coins=coins(say, own.coins)), _at_home(own.home, say)]
    return Seen(name, "; ".join(shows))


def _prestige(total: int, say: Translator) -> str:
    return say.many("{n} prestige point", "{n} prestige points", total)


def _at_home(count: int, say: Translator) -> str:
    return say.many("{n} golem at home", "{n} golems at home", count)


@PARTS.part("seat-{seat}")
def explain_player(asked: Question, seat: int) -> Info:
    say, own = asked.say, asked.view.seats[seat]
    facts = [(say("Points"), str(own.total))]
    if own.rank is None:
        facts.append((say("If it ended now"), str(own.if_ended.total)))
    else:
        facts.append((say("Rank"), str(own.rank)))
    facts += [
        (say("Coins"), str(own.coins)),
        (say("Golems at home"), str(own.home)),
        (say("Golems on the market"), str(len(own.golems) - own.home)),
        (say("Cards in the city"), str(own.cards)),
    ]
    if asked.view.seat == seat:
        text = say(
            "This is your city: your coins, your golems at home, your ability, and four towers that grow from"
            " their foundations."
        )
    else:
        text = say(
            "A player's city: coins, golems at home, the ability, and four towers that grow from their"
            " foundations."
        )
    return Info(asked.names[seat], text, tuple(facts), ("ST-6", "ST-7", "ST-68"))


def total(count: int, name: str, say: Translator) -> Seen:
    return Seen(name, _prestige(count, say))


@PARTS.part("seat-{seat}-points")
def explain_points(asked: Question, seat: int) -> Info:
    """The points by source, and what they would be if the game ended now."""
    say, own = asked.say, asked.view.seats[seat]
    sources = source_names(say, asked.board, asked.view)
    counted = own.if_ended if own.rank is None else own.points
    facts = [(sources[source], str(getattr(counted, source.replace("-", "_")))) for source in SOURCES]
    if own.rank is None:
        text = say(
            "Prestige points decide the game. {won} won so far; with the guild masters, laboratories, coins"
            " and golems of the final scoring it would be {total} if the game ended now.",
            won=points_text(say, own.total),
            total=points_text(say, own.if_ended.total),
        )
    else:
        text = say("Prestige points decide the game: {total} in all.", total=points_text(say, own.total))
    clauses = ("ST-68", "ST-69", "ST-82", "ST-83", "ST-84")
    return Info(total(own.total, asked.names[seat], say).label, text, tuple(facts), clauses)


def money(count: int, name: str, say: Translator) -> Seen:
    return Seen(say("{player} has {coins}", player=name, coins=coins(say, count)))


@PARTS.part("seat-{seat}-coins")
def explain_money(asked: Question, seat: int) -> Info:
    say, board, count = asked.say, asked.board, asked.view.seats[seat].coins
    text = say(
        "Coins make golems faster. Gold cards bring them, and so does a golem that another player overtakes:"
        " {compensation}. At the end {coins} are worth 1 point.",
        compensation=coins(say, board.rules.compensation_coins),
        coins=coins(say, board.final.coins_per_pp),
    )
    facts = (
        (say("Coins"), str(count)),
        (say("At the end"), points_text(say, count // board.final.coins_per_pp)),
    )
    seen = money(count, asked.names[seat], say)
    return seen.info(text, facts, ("ST-7", "ST-20", "ST-26", "ST-83"))


def home(count: int, name: str, say: Translator) -> Seen:
    """The golems at home."""
    return Seen(name, _at_home(count, say))


@PARTS.part("seat-{seat}-home")
def explain_home(asked: Question, seat: int) -> Info:
    say, own = asked.say, asked.view.seats[seat]
    text = say(
        "Golems at home wait for work. Each turn one of them goes to a card of the market; if none is at"
        " home, one must be recalled first. A golem that is still on the market at the end scores {points}.",
        points=points_text(say, asked.board.final.pp_per_market_golem),
    )
    facts = (
        (say("Golems at home"), str(own.home)),
        (say("Golems on the market"), str(len(own.golems) - own.home)),
    )
    seen = home(own.home, asked.names[seat], say)
    return Info(seen.label, text, facts, ("ST-7", "ST-32", "ST-33", "ST-84"))


def first_player(say: Translator) -> Seen:
    return Seen(say("First player"))


@PARTS.part("first-player")
def explain_first_player(asked: Question) -> Info | None:
    say, view = asked.say, asked.view
    if view.over:
        return None
    text = say(
        "Whoever has this cogwheel takes the first turn of the round. It passes on anticlockwise after each"
        " round."
    )
    return first_player(say).info(text, ((say("Now"), asked.names[view.first]),), ("ST-16", "ST-17"))


# --- towers -----------------------------------------------------------------------------------------


def tower(board: Board, colour: Colour, height: int, say: Translator) -> Seen:
    shows = say.many("{n} card on its foundation", "{n} cards on its foundation", height)
    return Seen(capital(tower_name(board, say, colour)), shows)


@PARTS.part("tower-{seat}-{colour}", colour=COLOURS)
def explain_tower(asked: Question, seat: int, colour: Colour) -> Info:
    board, say, own = asked.board, asked.say, asked.view.seats[seat]
    built = own.towers[colour]
    crests = {own.crests[colour], *(board.card(card).crest for card in built)}
    text = say(
        "When a finished card joins a tower, the whole tower works once, from the foundation to the top. A"
        " tall tower works many times over. What this colour brings: {what}.",
        what=say.inside(say.name(board.colour(colour), "text")),
    )
    facts = (
        (say("Cards on the foundation"), str(len(built))),
        (say("Different crests"), str(len(crests))),
        (say("City"), asked.names[seat]),
    )
    seen = tower(board, colour, len(built), say)
    return seen.info(text, facts, ("ST-23", "ST-27", "ST-28", "ST-29"))


@PARTS.part("tower-{colour}", colour=COLOURS)
def explain_own_tower(asked: Question, colour: Colour) -> Info | None:
    """A tower of the player to act."""
    return None if asked.view.over else explain_tower(asked, asked.view.to_act, colour)


def floor(board: Board, card_id: str, level: int, say: Translator) -> Seen:
    """A card of a tower."""
    row = board.card(card_id)
    where = say("{tower}, level {level}", tower=tower_name(board, say, row.colour), level=level)
    crest = crest_name(board, say, row.crest)
    return Seen(card_name(board, say, card_id), f"{where}, {crest}; {effect_text(board, say, card_id)}")


def foundation(board: Board, colour: Colour, crest: str, say: Translator) -> Seen:
    name = board.foundation(colour).id
    shows = f"{crest_name(board, say, crest)}; {effect_text(board, say, name)}"
    return Seen(capital(card_name(board, say, name)), shows)


@PARTS.part("floor-{seat}-{colour}-{level}", colour=COLOURS, level=lambda asked: n.LEVELS)
def explain_floor(asked: Question, seat: int, colour: Colour, level: int) -> Info | None:
    """A card of a tower, or its foundation."""
    board, say, built = asked.board, asked.say, asked.view.seats[seat].towers[colour]
    if level > len(built):
        return None
    if level == 0:
        return _explain_foundation(asked, seat, colour)
    card = board.card(built[level - 1])
    if card.kind == "laboratory":
        text = effect_text(board, say, card.id)
    else:
        when = say("It works each time this tower works, from the foundation up.")
        text = effects.in_full(board, card, when, say)
    facts = [
        *crest_facts(asked, card.crest, colour),
        (capital(tower_name(board, say, colour)), say("level {level}", level=level)),
        (say("City"), asked.names[seat]),
    ]
    return floor(board, card.id, level, say).info(text, facts, (*effects.clauses(card), "ST-29"))


@PARTS.part("spot-{colour}-{level}", colour=COLOURS, level=lambda asked: n.LEVELS)
def explain_own_floor(asked: Question, colour: Colour, level: int) -> Info | None:
    """A floor of the player to act."""
    return None if asked.view.over else explain_floor(asked, asked.view.to_act, colour, level)


def _explain_foundation(asked: Question, seat: int, colour: Colour) -> Info:
    board, say = asked.board, asked.say
    row, crest = board.foundation(colour), asked.view.seats[seat].crests[colour]
    when = say("It works first each time a card joins its tower, and counts as a card at the end.")
    facts = [*crest_facts(asked, crest, colour), (say("City"), asked.names[seat])]
    clauses = (*effects.clauses(row), "ST-6", "ST-29", "ST-69")
    text = effects.in_full(board, row, when, say)
    return foundation(board, colour, crest, say).info(text, facts, clauses)
