"""Every golem: on a card of the market, the first to finish on the left, or at home.

They are drawn in the order of their numbers wherever they are, so that a move changes only those it moves.
"""

from __future__ import annotations

from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, opening, rect, target
from rooftop.titles.skytopia.scene import cards, describe, pieces
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.scene.market import boxes
from rooftop.titles.skytopia.scene.players import own_area
from rooftop.titles.skytopia.view import MarketGolem, View

APART = 4  # golems have room side by side on a card; if there are more, each covers a part of the one before


def golems(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    asked = view.to_act if view.phase in ("effect", "recall", "ability") else None
    placed, crowded = {}, []
    alone = APART if canvas.wide else 1  # so many do not touch; others are drawn from left to right
    for slot in view.market:
        for index, golem in enumerate(slot.golems):
            count = len(slot.golems)
            drawn = _on_card(
                canvas, golem, slot.slot, slot.card, view.rows, index, count, golem.seat == asked,
                names[golem.seat],
            )  # fmt: skip
            if count > alone:
                crowded.append(drawn)
            else:
                placed[golem.seat, golem.golem] = drawn
    for seat, row in enumerate(view.seats):
        for own in row.golems:
            if own.slot is None:
                placed[seat, own.golem] = _at_home(canvas, seat, own.golem, names[seat])
    return [placed[golem] for golem in sorted(placed)] + crowded


@cached
def _on_card(
    canvas: Canvas, golem: MarketGolem, slot: str, card: str | None, rows: int, index: int, count: int,
    asked: bool, name: str,
) -> str:  # fmt: skip
    """One golem on a card. Unless it can be part of a move, clicks go through it to the card, which says who
    works there."""
    seat, k, box = golem.seat, golem.golem, boxes(canvas, rows)[slot]
    words = describe.golem(canvas, golem, slot, card, name)
    if canvas.wide:
        base, scale = box.bottom - cards.FOOT - 1.5, 0.95
        wide = pieces.WIDE * scale
        pitch = min(wide + 1, (box.width - 8 - wide) / max(1, count - 1))
        x = box.x + (box.width - pitch * (count - 1) - wide) / 2 + 12 * scale + pitch * index
        drawn = pieces.golem(canvas, seat, golem.face, x, base, scale)
        area = Box(x - 13 * scale, base - pieces.HIGH * scale, 29 * scale, pieces.HIGH * scale)
    else:
        base, wide = box.bottom - 2.5, 15.5 if count <= APART else 11.0
        x = box.x + 2.5 + (wide + 1) * index
        drawn = pieces.chip(canvas, seat, golem.face, x, base - 13, wide)
        area = Box(x, base - 15, wide, 16)
    if not asked:
        return named(f"golem-{seat}-{k}", words, drawn, ' class="golem" pointer-events="none"')
    shape = opening(rect(*area))
    return target(f"golem-{k}", words, f'<g id="golem-{seat}-{k}">{drawn}</g>', shape, "golem")


@cached
def _at_home(canvas: Canvas, seat: int, k: int, name: str) -> str:
    """A golem at home; a narrow picture has one drawing for all of them."""
    words = canvas.say("Golem {number} of {player}, at home", number=k, player=name)
    drawn = ""
    if canvas.wide:
        own = own_area(canvas, seat)
        x, base = own.right - 8 - (canvas.board.rules.golems_per_player - k) * 16.5, own.y + 47
        drawn = pieces.golem(canvas, seat, 0, x, base, 0.55)
    return named(f"golem-{seat}-{k}", words, drawn, ' class="golem"')
