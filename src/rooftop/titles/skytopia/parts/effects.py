"""Skytopia: what cards and foundations do, in a few words and in full."""

from __future__ import annotations

from rooftop.game.translation import Translator
from rooftop.titles.skytopia.board import Board, Card
from rooftop.titles.skytopia.parts.words import coins, effect_text
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
        turn = _rotation(board, row.steps, say)
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


def _rotation(board: Board, steps: int, say: Translator) -> str:
    """ST-22."""
    if steps > 1 and board.rules.rulings.rotate_up_to:
        return say.many("Rotate a golem up to {n} step", "Rotate a golem up to {n} steps", steps)
    return say.many("Rotate a golem {n} step", "Rotate a golem {n} steps", steps)


def in_full(board: Board, row: Card | Foundation, when: str, say: Translator) -> str:
    """An effect in the words of the edition, when it works, and what limits all but points and coins."""
    text = f"{effect_text(board, say, row.id)} {when}"
    return text if row.kind in ("gain", "pay_for_pp", "laboratory") else f"{text} {limits(say)}"


def limits(say: Translator) -> str:
    """ST-30, ST-41."""
    return say("An effect never touches golems on its own card. You may always skip it.")


def clauses(row: Card | Foundation) -> tuple[str, ...]:
    if isinstance(row, Foundation) and row.kind == "gain":
        return ("ST-53",)
    return (*CLAUSES[row.kind], "ST-41") if row.kind in ("rotate", "move") else CLAUSES[row.kind]
