"""Skytopia: what cards and foundations do, in a few words and in full sentences."""

from __future__ import annotations

from rooftop.game.translation import Translator
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board, Card
from rooftop.titles.skytopia.parts.words import coins, gains, points, rounds
from rooftop.titles.skytopia.schema import EffectKind, Foundation

CLAUSES: dict[EffectKind, tuple[str, ...]] = {
    "gain": ("ST-43",),
    "pay_for_pp": ("ST-54",),
    "free_golem": ("ST-55",),
    "activate_crest": ("ST-56", "ST-52"),
    "rotate": ("ST-22", "ST-44", "ST-45"),
    "move": ("ST-46",),
    "build_card": ("ST-47", "ST-48"),
    "activate_top": ("ST-49", "ST-52"),
    "activate_row": ("ST-50", "ST-52"),
    "laboratory": ("ST-51", "ST-82"),
}


def in_short(board: Board, row: Card | Foundation, say: Translator) -> str:
    """An effect in a few words."""
    gained = [say("{n} PP", n=row.pp)] if row.pp else []
    if row.coins:
        gained.append(coins(say, row.coins))
    what = say.list(gained[::-1] if row.coins > row.pp else gained)
    if row.kind == "gain":
        return say("Gain {gains}", gains=what)
    if isinstance(row, Foundation):
        if row.kind == "pay_for_pp":
            return say("Pay {coins} for {gains}", coins=coins(say, row.pay), gains=what)
        if row.kind == "free_golem":
            return say("Place a free golem without activating its card")
        return say("Activate another card with this crest")
    if row.kind == "rotate":
        turn = _turn(board, row.steps, say)
        return say("{turn}, gain {gains}", turn=turn, gains=what) if what else turn
    return {
        "move": say("Move a golem to another card"),
        "build_card": say.many(
            "Take a card where your golem has at most {n} round left",
            "Take a card where your golem has at most {n} rounds left",
            row.max_rounds_left,
        ),
        "activate_top": say("Activate the top of one of your towers"),
        "activate_row": say("Activate another card in this row"),
        "laboratory": say("{n} PP at the end of the game", n=row.pp_end if isinstance(row, Card) else 0),
    }[row.kind]


def _turn(board: Board, steps: int, say: Translator) -> str:
    """ST-22."""
    if steps > 1 and board.rules.rulings.rotate_up_to:
        return say.many("Rotate a golem up to {n} step", "Rotate a golem up to {n} steps", steps)
    return say.many("Rotate a golem {n} step", "Rotate a golem {n} steps", steps)


def in_full(board: Board, row: Card | Foundation, say: Translator) -> str:
    """An effect in full sentences with its numbers."""
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


def clauses(row: Card | Foundation) -> tuple[str, ...]:
    if isinstance(row, Foundation) and row.kind == "gain":
        return ("ST-53",)
    return (*CLAUSES[row.kind], "ST-41") if row.kind in ("rotate", "move") else CLAUSES[row.kind]
