"""Skytopia: abilities, the tiles that they are on, and the sides to choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rooftop.game.parts import Fact, Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.parts.registry import PARTS, Question
from rooftop.titles.skytopia.parts.words import coins, tower_name
from rooftop.titles.skytopia.schema import SIDES, Ability, Side
from rooftop.titles.skytopia.view import Seat

CLAUSES = {
    "golem_sent_home": "ST-58", "no_coins": "ST-59", "paid_exactly": "ST-60", "other_golem_arrives": "ST-61",
    "same_crest": "ST-62", "pay_rotate": "ST-63", "cards_added": "ST-64", "all_home": "ST-65",
}  # fmt: skip


def ability(row: Ability, say: Translator) -> Seen:
    return Seen(say("Ability {name}", name=row.id), say.name(row, "text"))


def no_ability(say: Translator) -> Seen:
    return Seen(say("No ability yet"))


@PARTS.part("ability-{seat}")
def explain_ability(asked: Question, seat: int) -> Info:
    say, own = asked.say, asked.view.seats[seat]
    if own.ability is None:
        text = say("This player has no ability yet. Abilities are chosen before the first round.")
        return no_ability(say).info(text, (), ("ST-8", "ST-12", "ST-57"))
    row = asked.board.ability(own.ability)
    facts = [(say("City"), asked.names[seat]), _timing(row, say), *_standing(asked, row, own, seat)]
    if row.pp:
        facts.append((say("Points so far"), str(own.points.ability)))
    seen = ability(row, say)
    return seen.info(seen.shows, facts, ("ST-57", CLAUSES[row.kind]))


@PARTS.part("side-{side}", side=SIDES)
def explain_side(asked: Question, side: Side) -> Info | None:
    """A side of the tile of the seat to act."""
    say, view = asked.say, asked.view
    if view.phase != "side" or view.over:
        return None
    row = next(row for row in asked.board.abilities if (row.tile, row.side) == (view.own.tile, side))
    seen = ability(row, say)
    return seen.info(seen.shows, [_timing(row, say)], ("ST-13", "ST-57", CLAUSES[row.kind]))


def on_tile(board: Board, number: int, used: Sequence[Side]) -> list[Ability]:
    """The abilities on the sides in use of a tile."""
    return [row for row in board.abilities if row.tile == number and row.side in used]


def tile(number: int, rows: Sequence[Ability], say: Translator) -> Seen:
    """A tile to choose. The letters of its sides are left out if only one is in use."""
    texts = [say.name(row, "text") for row in rows]
    if len(rows) > 1:
        texts = [f"{row.side}: {text}" for row, text in zip(rows, texts, strict=True)]
    return Seen(say("Ability tile {n}", n=number), " ".join(texts))


@PARTS.part("tile-{number}", number=lambda asked: n.TILES + 1)
def explain_tile(asked: Question, number: int) -> Info | None:
    say, board, view = asked.say, asked.board, asked.view
    rows = on_tile(board, number, SIDES if view.sides == "choice" else (view.sides,))
    if not rows:
        return None
    facts = ((say("First golem"), tower_name(board, say, rows[0].colour)),)
    seen = tile(number, rows, say)
    return seen.info(seen.shows, facts, ("ST-9", "ST-12", "ST-57", *(CLAUSES[row.kind] for row in rows)))


# --- what abilities do ------------------------------------------------------------------------------


def in_short(row: Ability, say: Translator) -> str:
    """An ability in a few words."""
    what = say("{n} PP", n=row.pp) if row.pp else coins(say, row.coins)
    return {
        "golem_sent_home": say("{gains} when your golem is sent home", gains=what),
        "no_coins": say("{gains} if you have none", gains=what),
        "paid_exactly": say("{gains} if you paid {coins}", gains=what, coins=coins(say, row.cost)),
        "other_golem_arrives": say("{gains} when a rival joins your golem", gains=what),
        "same_crest": say.many(
            "{gains} for golems on {n} card with the same crest",
            "{gains} for golems on {n} cards with the same crest",
            row.count,
            gains=what,
        ),
        "pay_rotate": say.many(
            "Pay {coins}: rotate a golem {n} step",
            "Pay {coins}: rotate a golem {n} steps",
            row.steps,
            coins=coins(say, row.pay),
        ),
        "cards_added": say.many(
            "{gains} if you added {n} card", "{gains} if you added {n} cards", row.count, gains=what
        ),
        "all_home": say("{gains} if all golems are home", gains=what),
    }[row.kind]


def timing_in_short(row: Ability, say: Translator) -> str:
    return {
        "any_time": say("at any time"),
        "end_phase_1": say("after building"),
        "end_phase_2": say("after assigning"),
    }[row.timing]


def _timing(row: Ability, say: Translator) -> Fact:
    when = {
        "any_time": say("at any time, also in the turns of others"),
        "end_phase_1": say("once a turn, before assigning a golem"),
        "end_phase_2": say("once a turn, after assigning a golem"),
    }[row.timing]
    return say("When"), when


def _standing(asked: Question, ability: Ability, row: Seat, number: int) -> list[Fact]:
    """How far an ability is from working now."""
    say, view = asked.say, asked.view
    if ability.kind == "same_crest":
        cards = {slot.card for slot in view.market for golem in slot.golems if golem.seat == number}
        crests = Counter(asked.board.card(card).crest for card in cards if card)
        most = max(crests.values(), default=0)
        return [(say("Cards with the same crest now"), asked.out_of(most, ability.count))]
    if ability.kind == "all_home":
        return [(say("Golems at home"), asked.out_of(row.home, len(row.golems)))]
    if ability.kind == "cards_added" and view.to_act == number:
        return [(say("Cards in this turn"), asked.out_of(view.added, ability.count))]
    return (
        [(say("Coins"), str(row.coins))] if ability.kind in ("no_coins", "paid_exactly", "pay_rotate") else []
    )
