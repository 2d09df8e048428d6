"""The open market of four lot cards, and the future market face down."""

from __future__ import annotations

from functools import lru_cache

from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, rect, stepped, target, text, use
from rooftop.drawing.widgets import card_back, card_slot, heading, left_over, panel
from rooftop.titles.new_york_1901.scene import describe
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.scene.ground import ground_name
from rooftop.titles.new_york_1901.scene.palette import wash
from rooftop.titles.new_york_1901.scene.signs import emblem
from rooftop.titles.new_york_1901.state import MARKET
from rooftop.titles.new_york_1901.view import Card, Future, View


@lru_cache(maxsize=64)
def _boxes(canvas: Canvas) -> tuple[list[Box], Box]:
    """The cards, and the pile."""
    area = canvas.layout.market.inside(8 if canvas.wide else 5)
    if canvas.wide:
        area = area.below(14)
    columns = area.columns(MARKET + 1, 7 if canvas.wide else 4)
    return columns[:-1], columns[-1]


def table(canvas: Canvas) -> str:
    palette, say = canvas.palette, canvas.say
    cards, pile = _boxes(canvas)
    drawn = [panel(canvas, canvas.layout.market)]
    drawn += [card_slot(canvas, card) for card in cards]
    if canvas.wide:
        top, more = canvas.layout.market.y + 17, ' data-part="future"'
        drawn.append(heading(canvas, say("Open market"), cards[0].x + 1, top))
        drawn.append(text(pile.right, top, say("Future"), canvas.smallest, palette.soft, "text", "end", more))
    return named("market", say("Open market"), "".join(drawn))


def market(canvas: Canvas, view: View) -> list[str]:
    drawn = []
    taken = view.card
    for slot, card in enumerate(view.market):
        held = taken if card is None else None
        if held is not None:
            taken = None
        drawn.append(_card(canvas, slot, card, held, view.to_act if held else None))
    return [*drawn, _pile(canvas, view.future.count > 0), _future(canvas, view.future)]


@cached
def _card(canvas: Canvas, slot: int, card: Card | None, held: Card | None, seat: int | None) -> str:
    """A lot card: the district's wash, texture, letter and emblem, and the squares of a lot. The slot of a
    card that has just been taken shows it pale, with the worker that still needs a lot."""
    box, words = _boxes(canvas)[0][slot], describe.card(canvas.board, slot, card, canvas.say)
    shape = f'<path d="{stepped(*box, 4)}"'
    content = ""
    if card is not None:
        content = _face(canvas, box, card)
    elif held is not None and seat is not None:
        x, y = box.middle
        scale = min(box.height / 44, box.width / 26)
        content = f'<g id="taken-card" opacity=".4">{_face(canvas, box, held)}</g>' + use(
            f"worker-{canvas.seats[seat]}", x, y + 13 * scale, scale
        )
    return target(f"card-{slot}", words, content, shape, "card")


def _face(canvas: Canvas, box: Box, card: Card) -> str:
    palette = canvas.palette
    number, district = next(
        (number, row) for number, row in enumerate(canvas.board.districts) if row.id == card.district
    )
    ground = wash(palette, district.colour)
    path, texture = stepped(*box, 4), ground_name(number, "card")
    size = 15 if canvas.wide else 11.5
    unit = min((box.width - 5) / 3, box.height * 0.23)
    scale = min(box.width, box.height * 0.5) / 26
    count = card.size
    x, _ = box.middle
    squares = "".join(
        rect(
            x + unit * (k - count / 2) + 0.6, box.bottom - unit - (7 if canvas.wide else 4), unit - 1.2,
            unit - 1.2, f' fill="{palette.walk}" stroke="{palette.lot_edge}" stroke-width="1.2"',
        )
        for k in range(count)
    )  # fmt: skip
    return (
        f'<path d="{path}" fill="{ground}"/><path d="{path}" fill="url(#{texture})"/>'
        f'<path d="{path}" fill="none" stroke="{palette.lot_edge}" stroke-width="1.3"/>'
        + emblem(district.mark, x, box.y + box.height * 0.5, scale, palette.lot_ink)
        + text(
            x, box.y + size + (1 if canvas.wide else 0), canvas.named(district, "letter_shown"), size,
            palette.ink, "display", "middle",
        )
        + squares
    )  # fmt: skip


@cached
def _pile(canvas: Canvas, any_left: bool) -> str:
    """The back of the face-down pile."""
    return f'<g id="pile" data-part="future">{card_back(canvas, _boxes(canvas)[1], any_left)}</g>'


@cached
def _future(canvas: Canvas, future: Future) -> str:
    """The number of cards in the face-down pile, and which they are."""
    box = _boxes(canvas)[1]
    count = left_over(canvas, "future-count", future.count, box)
    field = f'<path d="{stepped(*box, 4)}" class="hit" fill="none" pointer-events="all"/>'
    return named("future", describe.future(canvas.board, future, canvas.say), count + field)
