"""What cards, foundations, abilities and guild masters do: as signs with numbers, and in a few words."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from rooftop.drawing import text_metrics
from rooftop.drawing.svg import label, use
from rooftop.game.translation import Translator
from rooftop.titles.skytopia.board import Board, Card
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.scene.signs import valued
from rooftop.titles.skytopia.schema import Ability, Foundation, Guild


class Token(NamedTuple):
    """A sign and the number on it or beside it."""

    sign: str
    value: str = ""


def tokens(row: Card | Foundation, crest: str = "") -> list[Token]:
    """An effect as signs; `crest` is the crest that activate_crest asks for."""
    gained = [Token("star", str(row.pp))] if row.pp else []
    if row.coins:
        gained.append(Token("coin", str(row.coins)))
    if row.kind == "gain":
        return gained[::-1] if row.coins > row.pp else gained
    if isinstance(row, Foundation):
        if row.kind == "pay_for_pp":
            return [Token("coin", str(row.pay)), Token("arrow"), *gained]
        if row.kind == "free_golem":
            return [Token("free_golem"), Token("coin", "0")]
        return [Token("activate_crest"), Token(f"crest-{crest}")]
    if row.kind == "rotate":
        return [Token("rotate", str(row.steps)), *gained]
    if row.kind == "build_card":
        return [Token("build_card")]
    if row.kind == "laboratory":
        return [Token("laboratory"), Token("star", str(row.pp_end))]
    return [Token(row.kind)]


def words(row: Card | Foundation, board: Board, say: Translator) -> str:
    """An effect in a few words."""
    gained = [say("{n} PP", n=row.pp)] if row.pp else []
    if row.coins:
        gained.append(coins(row.coins, say))
    gains = say.list(gained[::-1] if row.coins > row.pp else gained)
    if row.kind == "gain":
        return say("Gain {gains}", gains=gains)
    if isinstance(row, Foundation):
        if row.kind == "pay_for_pp":
            return say("Pay {coins} for {gains}", coins=coins(row.pay, say), gains=gains)
        if row.kind == "free_golem":
            return say("Place a free golem without activating its card")
        return say("Activate another card with this crest")
    if row.kind == "rotate":
        turn = _rotation(row.steps, board, say)
        return say("{turn}, gain {gains}", turn=turn, gains=gains) if gains else turn
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


def _rotation(steps: int, board: Board, say: Translator) -> str:
    """ST-22."""
    if steps > 1 and board.rules.rulings.rotate_up_to:
        return say.many("Rotate a golem up to {n} step", "Rotate a golem up to {n} steps", steps)
    return say.many("Rotate a golem {n} step", "Rotate a golem {n} steps", steps)


def coins(count: int, say: Translator) -> str:
    return say.many("{n} coin", "{n} coins", count)


def ability_words(row: Ability, say: Translator) -> str:
    """An ability in a few words."""
    gains = say("{n} PP", n=row.pp) if row.pp else coins(row.coins, say)
    return {
        "golem_sent_home": say("{gains} when your golem is sent home", gains=gains),
        "no_coins": say("{gains} if you have none", gains=gains),
        "paid_exactly": say("{gains} if you paid {coins}", gains=gains, coins=coins(row.cost, say)),
        "other_golem_arrives": say("{gains} when a rival joins your golem", gains=gains),
        "same_crest": say.many(
            "{gains} for golems on {n} card with the same crest",
            "{gains} for golems on {n} cards with the same crest",
            row.count,
            gains=gains,
        ),
        "pay_rotate": say.many(
            "Pay {coins}: rotate a golem {n} step",
            "Pay {coins}: rotate a golem {n} steps",
            row.steps,
            coins=coins(row.pay, say),
        ),
        "cards_added": say.many(
            "{gains} if you added {n} card", "{gains} if you added {n} cards", row.count, gains=gains
        ),
        "all_home": say("{gains} if all golems are home", gains=gains),
    }[row.kind]


def timing_words(row: Ability, say: Translator) -> str:
    return {
        "any_time": say("at any time"),
        "end_phase_1": say("after building"),
        "end_phase_2": say("after assigning"),
    }[row.timing]


def guild_words(row: Guild, canvas: Canvas) -> str:
    """What a guild master scores, in a few words."""
    say = canvas.say
    names = {colour.id: canvas.named(colour) for colour in canvas.board.colours}
    if row.kind == "pairs":
        one, two = (names[colour] for colour in row.colours)
        return say("{n} PP for each pair: {one} + {two}", n=row.pp, one=one, two=two)
    if row.kind == "crests_in_tower":
        tower = next(
            canvas.named(colour, "tower") for colour in canvas.board.colours if colour.id == row.colour
        )
        return say("{n} PP for each different crest: {tower}", n=row.pp, tower=tower)
    if row.kind == "crest_cards":
        house = next(canvas.named(crest) for crest in canvas.board.crests if crest.id == row.crest)
        return say("{n} PP for each card: {house}", n=row.pp, house=house)
    if row.kind == "tall_towers":
        return say("{n} PP for each tower with {least} cards or more", n=row.pp, least=row.min_cards)
    return say("{n} PP for each card of your tallest tower", n=row.pp)


def span(row: list[Token], scale: float, size: float) -> float:
    """The width of a row of signs."""
    return sum(_width(token, scale, size) for token in row) + sum(_gaps(row, scale))


def _gaps(row: list[Token], scale: float) -> list[float]:
    """The room between neighbours; arrows stand close to what they join."""
    arrows = [token.sign == "arrow" for token in row]
    return [(0.5 if one or other else 3) * scale for one, other in itertools.pairwise(arrows)]


NUMBERED = ("star", "coin", "rotate")  # signs with room for a number
SMALLEST = 0.58  # the least scale at which a number fits on its sign; below it, it is drawn beside the sign


def _beside(token: Token, scale: float) -> bool:
    return bool(token.value) and (token.sign not in NUMBERED or scale < SMALLEST)


def _width(token: Token, scale: float, size: float) -> float:
    if token.sign == "arrow":
        return 6 * scale
    return 21 * scale + (text_metrics.width(token.value, "strong", size) + 1 if _beside(token, scale) else 0)


def draw(canvas: Canvas, row: list[Token], x: float, y: float, scale: float, size: float, ink: str) -> str:
    """A row of signs that starts at x, around y: numbers on coins and stars, beside everything else."""
    parts = []
    for token, gap in zip(row, [*_gaps(row, scale), 0.0], strict=True):
        if token.sign == "arrow":
            parts.append(
                f'<path transform="translate({x + 3 * scale:.1f} {y:.1f}) scale({scale:.3g})" d="M-2.5'
                f' -4.5l6 4.5l-6 4.5z" fill="{ink}"/>'
            )
        elif token.value and not _beside(token, scale):
            parts.append(valued(canvas, token.sign, token.value, x + 10.5 * scale, y, 10.5 * scale))
        else:
            sign = token.sign if token.sign.startswith("crest-") else f"sign-{token.sign}"
            parts.append(use(sign, x + 10.5 * scale, y, scale))
            if token.value:
                parts.append(label(x + 21 * scale + 1, y, token.value, size, ink, "strong"))
        x += _width(token, scale, size) + gap
    return "".join(parts)
