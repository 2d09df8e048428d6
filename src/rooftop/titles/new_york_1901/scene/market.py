"""The open market of four lot cards, and the future market face down."""

from __future__ import annotations

from typing import Any

from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, rect, stepped, target, text, use
from rooftop.drawing.widgets import card_back, heading, panel
from rooftop.game.title import View
from rooftop.titles.new_york_1901.scene import describe
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.scene.palette import wash
from rooftop.titles.new_york_1901.scene.signs import emblem
from rooftop.titles.new_york_1901.scene.textures import ground_name


def _boxes(canvas: Canvas) -> tuple[list[Box], Box]:
    """The cards, and the pile."""
    area = canvas.layout.market.inside(8 if canvas.wide else 5)
    if canvas.wide:
        area = area.below(14)
    places = area.columns(len(_slots(canvas)) + 1, 7 if canvas.wide else 4)
    return places[:-1], places[-1]


def _slots(canvas: Canvas) -> range:
    return range(4)


def table(canvas: Canvas) -> str:
    palette, say = canvas.palette, canvas.say
    cards, pile = _boxes(canvas)
    made = [panel(canvas, canvas.layout.market)]
    made += [
        f'<path d="{stepped(*card, 4)}" fill="{palette.inset}" stroke="{palette.rule}" stroke-width=".8"'
        ' stroke-dasharray="3 2"/>'
        for card in cards
    ]
    if canvas.wide:
        made.append(heading(canvas, say("Open market"), cards[0].x + 1, canvas.layout.market.y + 17, 1.4))
        made.append(
            text(pile.right, canvas.layout.market.y + 17, say("Future"), 11, palette.soft, "text", "end")
        )
    return "".join(made)


def market(canvas: Canvas, view: View) -> str:
    cards, pile = _boxes(canvas)
    made = []
    taken = view["card"]
    for place, (box, card) in enumerate(zip(cards, view["market"], strict=True)):
        held = taken if card is None else None
        if held is not None:
            taken = None
        key = ("card", place, card and card["id"], held and held["id"], view["to_act"] if held else None)
        made.append(canvas.keep(key, _card, canvas, box, place, card, held, view["to_act"]))
    future = view["future"]
    made.append(canvas.keep(("future", tuple(future["kinds"].items())), _future, canvas, pile, future))
    return "".join(made)


def _card(
    canvas: Canvas,
    box: Box,
    place: int,
    card: dict[str, Any] | None,
    held: dict[str, Any] | None,
    seat: int | None,
) -> str:
    """A lot card: the district's wash, texture, letter and emblem, and as many squares as the lot has. The
    place of a card that has just been taken shows it pale, with the worker that waits for its lot."""
    words = describe.card(canvas.board, place, card, canvas.say)
    shape = f'<path d="{stepped(*box, 4)}"'
    content = ""
    if card is not None:
        content = _face(canvas, box, card) + text(
            box.x + (5 if canvas.wide else 3.5), box.y + (13 if canvas.wide else 10), str(place + 1),
            11 if canvas.wide else 9, canvas.palette.ink, "strong",
        )  # fmt: skip
    elif held is not None and seat is not None:
        x, y = box.middle
        scale = min(box.height / 44, box.width / 26)
        content = f'<g id="taken-card" opacity=".4">{_face(canvas, box, held)}</g>' + use(
            f"worker-{canvas.seats[seat]}", x, y + 13 * scale, scale
        )
    return target(f"card-{place}", words, content, shape, "card")


def _face(canvas: Canvas, box: Box, card: dict[str, Any]) -> str:
    palette = canvas.palette
    place, district = next(
        (place, row) for place, row in enumerate(canvas.board.districts) if row.id == card["district"]
    )
    ground = wash(palette, district.colour)
    path, texture = stepped(*box, 4), ground_name(place, "card")
    size = 15 if canvas.wide else 10.5
    unit = min(box.width * 0.25, box.height * 0.23)
    count = card["size"]
    x, _ = box.middle
    squares = "".join(
        rect(
            x + unit * (number - count / 2) + 0.6, box.bottom - unit - (7 if canvas.wide else 4), unit - 1.2,
            unit - 1.2, f' fill="{palette.walk}" stroke="{palette.lot_edge}" stroke-width="1.2"',
        )
        for number in range(count)
    )  # fmt: skip
    return (
        f'<path d="{path}" fill="{ground}"/><path d="{path}" fill="url(#{texture})"/>'
        f'<path d="{path}" fill="none" stroke="{palette.lot_edge}" stroke-width="1.3"/>'
        + emblem(district.mark, x, box.y + box.height * 0.4, box.height / 62, palette.lot_ink)
        + text(
            box.right - (5 if canvas.wide else 3), box.y + size * 0.95 + 2, canvas.named(district, "letter"),
            size, palette.ink, "display", "end",
        )
        + squares
    )  # fmt: skip


def _future(canvas: Canvas, box: Box, future: dict[str, Any]) -> str:
    """Face-down cards: a sun over the city's edge, and how many there are."""
    palette, left = canvas.palette, future["count"]
    words = describe.future(canvas.board, future, canvas.say)
    size = 13 if canvas.wide else 10
    drawn = card_back(canvas, box, left, 0.38)
    ink = palette.back_ink if left else palette.ink
    count = text(
        box.x + box.width / 2, box.bottom - size * 0.55, str(left), size, ink, "strong", "middle",
        ' id="future-count"',
    )  # fmt: skip
    return named("future", words, drawn + count)
