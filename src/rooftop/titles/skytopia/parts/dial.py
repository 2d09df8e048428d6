"""Skytopia: the parts of the chronometer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from rooftop.game.parts import Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.parts.registry import PARTS, Question
from rooftop.titles.skytopia.parts.words import coins, rounds
from rooftop.titles.skytopia.view import DialFace, Slot

Takers: TypeAlias = tuple[tuple[int, int], ...]  # the seats that take cards at a face, and how many


def wheel(hammers: int, round_number: int, say: Translator) -> Seen:
    shows = say("round {round}, face {face} is at the hammers", round=round_number, face=hammers)
    return Seen(say("The chronometer"), shows)


@PARTS.part("wheel")
def explain_wheel(asked: Question) -> Info:
    say, dial = asked.say, asked.view.dial
    facts = (
        (say("At the hammers"), say("face {face}", face=dial.hammers)),
        (say("Next"), say("face {face}", face=dial.faces[1].face)),
    )
    text = say(
        "The clock of the game. After every round the wheel turns by one step and brings the next face to the"
        " hammers: golems that show this face are finished. The sooner a face gets there, the more a golem"
        " with it costs."
    )
    return wheel(dial.hammers, asked.view.round, say).info(text, facts, ("ST-17", "ST-19", "ST-20"))


def waiting(market: Sequence[Slot]) -> list[Takers]:
    """Who takes cards in 0 rounds, in 1 round and so on."""
    found: list[Counter[int]] = [Counter() for _ in range(n.FACES)]
    for slot in market:
        if slot.taker is not None and slot.rounds is not None and not slot.too_late:
            found[slot.rounds][slot.taker] += 1
    return [tuple(sorted(takers.items())) for takers in found]


def face(row: DialFace, takers: Takers, names: Sequence[str], say: Translator) -> Seen:
    """A face of the dial: its price, when it is done, and who takes cards then."""
    if row.price is None:
        shows = say("at the hammers, not available")
    else:
        shows = say.many(
            "costs {coins}, done in {n} round",
            "costs {coins}, done in {n} rounds",
            row.rounds,
            coins=coins(say, row.price),
        )
    then = [_takes(names[seat], count, say) for seat, count in takers]
    return Seen(say("Face {face}", face=row.face), "; ".join([shows, *then]))


def _takes(player: str, count: int, say: Translator) -> str:
    return say.many("{player} takes {n} card", "{player} takes {n} cards", count, player=player)


@PARTS.part("face-{number}", number=lambda asked: n.FACES + 1)
def explain_face(asked: Question, number: int) -> Info | None:
    say, view = asked.say, asked.view
    row = next((row for row in view.dial.faces if row.face == number), None)
    if row is None:
        return None
    facts = []
    if row.price is None:
        text = say(
            "This face is at the hammers: golems that show it are finished in this round. No golem can be"
            " placed with it now."
        )
    else:
        text = say(
            "A golem with this face finishes {rounds} and costs {coins}. Two golems on the same card never"
            " show the same face.",
            rounds=rounds(say, row.rounds),
            coins=coins(say, row.price),
        )
        facts += [(say("Price"), str(row.price)), (say("Rounds"), str(row.rounds))]
        if view.seat >= 0:
            facts.append((say("Your coins"), str(view.seats[view.seat].coins)))
    then = waiting(view.market)[row.rounds]
    facts += [(say("Then"), _takes(asked.names[seat], count, say)) for seat, count in then]
    return face(row, then, asked.names, say).info(text, facts, ("ST-19", "ST-20", "ST-21"))


def price(cost: int, count: int, say: Translator) -> Seen:
    """A price on the rim: what it costs to finish in so many rounds."""
    shows = say.many(
        "finishing in {n} round costs {coins}",
        "finishing in {n} rounds costs {coins}",
        count,
        coins=coins(say, cost),
    )
    return Seen(say("Price of a golem"), shows)


@PARTS.part("price-{count}", count=lambda asked: n.FACES)
def explain_price(asked: Question, count: int) -> Info | None:
    say, board = asked.say, asked.board
    if count == 0:
        return None
    cost = board.price(count)
    text = say(
        "A golem that finishes {rounds} costs {coins}. The wheel turns and the prices stay, so every face"
        " becomes more expensive from round to round.",
        rounds=rounds(say, count),
        coins=coins(say, cost),
    )
    facts = (
        (say("Price"), str(cost)),
        (say("Face now"), str(asked.view.dial.faces[count].face)),
    )
    return price(cost, count, say).info(text, facts, ("ST-19", "ST-20"))


def round_number(number: int, say: Translator) -> Seen:
    return Seen(say("Round {n}", n=number))


@PARTS.part("round")
@PARTS.part("turn")
def explain_round(asked: Question) -> Info:
    say, view = asked.say, asked.view
    text = say(
        "In a round everyone takes one turn. Then the chronometer turns by one step and the next round"
        " begins."
    )
    facts = [(say("First player"), asked.names[view.first])]
    if not view.over:
        facts.append((say("To act"), asked.names[view.to_act]))
    return round_number(view.round, say).info(text, facts, ("ST-16", "ST-17"))


def hammers(say: Translator) -> Seen:
    return Seen(say("The hammers"))


@PARTS.part("hammers")
def explain_hammers(asked: Question) -> Info:
    say = asked.say
    text = say(
        "The face under the hammers is due: everyone takes the cards of their golems that show it, at the"
        " beginning of their turn in this round."
    )
    facts = ((say("At the hammers"), say("face {face}", face=asked.view.dial.hammers)),)
    return hammers(say).info(text, facts, ("ST-17", "ST-19", "ST-23"))
