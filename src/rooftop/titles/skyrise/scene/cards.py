"""A player's cards: the secret objective, the secret hand of wonder cards, and the wonders chosen."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, stepped, target, text, use
from rooftop.titles.skyrise.scene import captions
from rooftop.titles.skyrise.scene.areas import parts
from rooftop.titles.skyrise.scene.canvas import Canvas, value
from rooftop.titles.skyrise.scene.plates import card_back
from rooftop.titles.skyrise.schema import Wonder
from rooftop.titles.skyrise.view import Objective


@cached
def cards(
    canvas: Canvas, seat: int, viewer: int, goal: Objective | None, wonders: tuple[str, ...] | None,
    hand: tuple[str, ...] | None, backs: int,
) -> tuple[str, ...]:  # fmt: skip
    """The objective on the left with the wonder cards beside it; a list if the box is tall. `backs` are cards
    that only their owner sees."""
    box = parts(canvas, seat, viewer).cards
    if box is None:
        return ()
    shown = [(card, False) for card in wonders or ()] + [(card, True) for card in hand or ()]
    gap = 6 if canvas.wide else 3
    if shown and box.height > (100 if canvas.wide else 40):
        first, *cells = _listed(canvas, box, len(shown) + 1, gap)
    else:
        share = 0.48 if canvas.wide and len(shown) == 1 else 0.27
        left = box.width * share if goal else min(box.height * 0.72, 26)
        first = Box(box.x, box.y, left, min(box.height, 60) if not goal else box.height)
        rest = Box(box.x + left + gap, box.y, box.width - left - gap, box.height)
        if not shown:
            return _objective(canvas, seat, goal, first), *_backs(canvas, seat, backs, rest)
        cells = rest.columns(len(shown), gap)
    return _objective(canvas, seat, goal, first), *(
        _wonder(canvas, card, cell, in_hand and seat == viewer)
        for (card, in_hand), cell in zip(shown, cells, strict=True)
    )


def _listed(canvas: Canvas, box: Box, count: int, gap: float) -> list[Box]:
    """Lines of equal height for a list of cards; in the narrow picture with two cards each."""
    if not canvas.wide:
        lines = -(-count // 2)
        high = Box(box.x, box.y, box.width, min(box.height, 25 * lines))
        return [cell for line in high.rows(lines, gap) for cell in line.columns(2, gap)][:count]
    each = min((box.height - gap * (count - 1)) / count, 52)
    return [Box(box.x, box.y + number * (each + gap), box.width, each) for number in range(count)]


def _backs(canvas: Canvas, seat: int, count: int, box: Box) -> list[str]:
    """The backs of cards that only their owner sees."""
    tall = min(box.height, 40)
    wide = min(tall * 0.72, 26)
    if not count:
        return []
    drawn = [
        card_back(canvas, Box(box.x + number * (wide + 3), box.y, wide, tall)) for number in range(count)
    ]
    words = canvas.say.many("{n} hidden wonder card", "{n} hidden wonder cards", count)
    return [named(f"seat-{seat}-hand", words, "".join(drawn))]


def _objective(canvas: Canvas, seat: int, goal: Objective | None, box: Box) -> str:
    if goal is None:
        words = canvas.say("Secret objective")
        tall = min(box.height, 40)
        wide = min(box.width, tall * 0.72)
        return named(f"objective-{seat}", words, card_back(canvas, Box(box.x, box.y, wide, tall)))
    palette = canvas.palette
    row = next(row for row in canvas.board.objectives if row.id == goal.id)
    size = 12.0 if canvas.wide else 9.0
    radius = min(9.5, box.height * 0.34) if canvas.wide else 5.4
    middle = box.y + min(box.height / 2, 17 if canvas.wide else box.height / 2)
    x = box.x + radius + (5 if canvas.wide else 3)
    worth = 8.5 if canvas.wide else 6.8
    done = f"{goal.progress}/{goal.need}"
    right = box.right - 2 * worth - 6
    rule, strong = (palette.glow, 2) if goal.met else (palette.brass, 0.9)
    drawn = (
        f'<path d="{stepped(*box, 3)}" fill="{palette.inset}" stroke="{rule}" stroke-width="{strong}"/>'
        + use(f"disc-{goal.colour}", x, middle, radius / 10)
        + value(canvas, goal.value, box.right - worth - 4, middle, worth, 11 if canvas.wide else 9)
    )
    start = x + radius + 4
    name = canvas.named(row)
    if canvas.wide and box.width > 250:
        drawn += text(start, box.y + 14, f"{name} {done}", size, palette.ink, "strong")
        lines = text_metrics.wrap(
            canvas.named(row, "text"), "text", 11, right - start, int((box.height - 16) / 12)
        )
        drawn += "".join(
            text(start, box.y + 27 + 12.4 * number, line, 11, palette.ink)
            for number, line in enumerate(lines)
        )
    elif box.height > 50 and canvas.wide:
        drawn += text(start, middle + 4, done, size, palette.ink, "strong")
        drawn += _paragraph(canvas, canvas.named(row, "text"), box, middle + 23)
    elif canvas.wide and box.height > 24 and right - start > 50:
        drawn += text(
            start, middle - 2.5, text_metrics.fit(name, "text", 11, right - start), 11, palette.ink, "text"
        )
        drawn += text(start, middle + 10.5, done, 12, palette.ink, "strong")
    else:
        drawn += text(start, middle + size * 0.35, done, size, palette.ink, "strong")
    return named(f"objective-{seat}", captions.objective(canvas, goal), drawn)


def _paragraph(canvas: Canvas, words: str, box: Box, first: float) -> str:
    """A card's text below `first`, as large as fits."""
    room = box.width - 10
    for size in (10.5, 10, 9.5, 9):
        step = size * 1.16
        most = int((box.bottom - 3 - first) / step) + 1
        lines = text_metrics.wrap(words, "text", size, room, most)
        if " ".join(lines) == words:
            break
    return "".join(
        text(box.x + 5.5, first + step * number, line, size, canvas.palette.ink)
        for number, line in enumerate(lines)
    )


def _wonder(canvas: Canvas, card_id: str, box: Box, hand: bool) -> str:
    card = canvas.board.wonder(card_id)
    words = captions.wonder(canvas, card)
    drawn = _face(canvas, card, box)
    if hand:
        return target(f"wonder-{card.id}", words, drawn, f'<path d="{stepped(*box, 3)}"', "wonder")
    return named(f"wonder-{card.id}", words, drawn, ' class="wonder"')


def _face(canvas: Canvas, card: Wonder, box: Box) -> str:
    palette = canvas.palette
    drawn = (
        f'<path d="{stepped(*box, 3)}" fill="{palette.inset}" stroke="{palette.brass}" stroke-width="1.1"/>'
    )
    radius = 9 if canvas.wide else 6.6
    inset = radius + (5 if canvas.wide else 3)
    middle = box.y + min(box.height / 2, 15)
    size = 12.0 if canvas.wide else 9.0
    drawn += value(canvas, card.number, box.x + inset, middle, radius, 11 if canvas.wide else 9)
    start = box.x + inset + radius + 4
    room = box.right - start - 4
    name = canvas.named(card)
    size = text_metrics.shrink(name, "strong", size, 10.5 if canvas.wide else 9, room)
    if canvas.wide and 26 < box.height < 100 and box.width > 190:
        drawn += text(
            start, box.y + 12, text_metrics.fit(name, "strong", size, room), size, palette.ink, "strong"
        )
        lines = text_metrics.wrap(canvas.named(card, "text"), "text", 11, room, int((box.height - 14) / 12.4))
        return drawn + "".join(
            text(start, box.y + 24.5 + 12.4 * number, line, 11, palette.ink)
            for number, line in enumerate(lines)
        )
    if canvas.wide and box.height > 60:
        titles = text_metrics.wrap(name, "strong", size, room, 2)
        drawn += "".join(
            text(start, middle + 4 - 6 * (len(titles) - 1) + 12 * number, line, size, palette.ink, "strong")
            for number, line in enumerate(titles)
        )
        top = 32 if len(titles) == 1 else 38
        return drawn + _paragraph(canvas, canvas.named(card, "text"), box, box.y + top)
    titles = text_metrics.wrap(name, "strong", size, room, 2 if box.height > 25 else 1)
    step = size + 0.5
    return drawn + "".join(
        text(
            start,
            middle + size * 0.35 + step * (number - (len(titles) - 1) / 2),
            line,
            size,
            palette.ink,
            "strong",
        )
        for number, line in enumerate(titles)
    )
