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
from rooftop.titles.skytopia.parts.words import coins, gains, tower_name
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
    return ability(row, say).info(_in_full(row, say), facts, ("ST-57", CLAUSES[row.kind]))


@PARTS.part("side-{side}", side=SIDES)
def explain_side(asked: Question, side: Side) -> Info | None:
    """A side of the tile of the seat to act."""
    say, view = asked.say, asked.view
    if view.phase != "side" or view.over:
        return None
    row = next(row for row in asked.board.abilities if (row.tile, row.side) == (view.own.tile, side))
    clauses = ("ST-13", "ST-57", CLAUSES[row.kind])
    return ability(row, say).info(_in_full(row, say), [_timing(row, say)], clauses)


def on_tile(board: Board, number: int, used: Sequence[Side]) -> list[Ability]:
    """The abilities on the sides in use of a tile."""
    return [row for row in board.abilities if row.tile == number and row.side in used]


def tile(number: int, rows: Sequence[Ability], say: Translator) -> Seen:
    """A tile to choose."""
    shows = _sides([(row.side, say.name(row, "text")) for row in rows])
    return Seen(say("Ability tile {n}", n=number), shows)


@PARTS.part("tile-{number}", number=lambda asked: n.TILES + 1)
def explain_tile(asked: Question, number: int) -> Info | None:
    say, board, view = asked.say, asked.board, asked.view
    rows = on_tile(board, number, SIDES if view.sides == "choice" else (view.sides,))
    if not rows:
        return None
    text = _sides([(row.side, _in_full(row, say)) for row in rows])
    facts = ((say("First golem"), tower_name(board, say, rows[0].colour)),)
    clauses = ("ST-9", "ST-12", "ST-57", *(CLAUSES[row.kind] for row in rows))
    return tile(number, rows, say).info(text, facts, clauses)


def _sides(told: Sequence[tuple[Side, str]]) -> str:
    """What the sides of a tile say; their letters are left out if there is only one."""
    return " ".join(f"{side}: {words}" if len(told) > 1 else words for side, words in told)


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


def _in_full(row: Ability, say: Translator) -> str:
    """An ability in a sentence, with its numbers."""
    gained = gains(say, row.pp * n.COINS_BITS + row.coins)
    return {
        "golem_sent_home": say(
            "You gain {gains} each time another player or the effect of a card sends one of your golems home."
            " Your own finished cards and recalls do not count.",
            gains=gained,
        ),
        "no_coins": say("You gain {gains} after taking finished cards if you have no coins.", gains=gained),
        "paid_exactly": say(
            "You gain {gains} after assigning a golem for exactly {coins}.",
            gains=gained,
            coins=coins(say, row.cost),
        ),
        "other_golem_arrives": say(
            "You gain {gains} each time another player's golem comes to a card on which one of yours works.",
            gains=gained,
        ),
        "same_crest": say.many(
            "You gain {gains} after assigning a golem if your golems work on at least {n} card with the same"
            " crest.",
            "You gain {gains} after assigning a golem if your golems work on at least {n} cards with the same"
            " crest.",
            row.count,
            gains=gained,
        ),
        "pay_rotate": say.many(
            "After taking finished cards, you may pay {coins} to bring one of your golems {n} round closer to"
            " the hammers.",
            "After taking finished cards, you may pay {coins} to bring one of your golems {n} rounds closer"
            " to the hammers.",
            row.steps,
            coins=coins(say, row.pay),
        ),
        "cards_added": say.many(
            "You gain {gains} if at least {n} card joined your city in this turn.",
            "You gain {gains} if at least {n} cards joined your city in this turn.",
            row.count,
            gains=gained,
        ),
        "all_home": say(
            "You gain {gains} after taking finished cards if all your golems are at home.", gains=gained
        ),
    }[row.kind]


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
