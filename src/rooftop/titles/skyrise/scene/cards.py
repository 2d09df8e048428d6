"""A player's cards: the secret objective, the secret hand of wonder cards, and the wonders chosen."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import block, label, lines, named, stepped, target, text, use
from rooftop.drawing.widgets import card_back, counter, plate
from rooftop.titles.skyrise.scene import captions
from rooftop.titles.skyrise.scene.areas import parts
from rooftop.titles.skyrise.scene.canvas import Canvas
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
        share = 0.27 if canvas.wide else 0.21
        if canvas.wide and len(shown) == 1 and box.height > 60:
            share = 0.48
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


SIZES = (12.8, 12.2)  # of a card's text, the first one that fits
LINE = 1.05  # from one line to the next, as a multiple of the size
VOWELS = "aeiouyąęóAEIOUYĄĘÓ"


def _objective(canvas: Canvas, seat: int, goal: Objective | None, box: Box) -> str:
    if goal is None:
        words = canvas.say("Secret objective")
        tall = min(box.height, 40)
        wide = min(box.width, tall * 0.72)
        return named(f"objective-{seat}", words, card_back(canvas, Box(box.x, box.y, wide, tall)))
    palette, size = canvas.palette, canvas.smallest
    row = next(row for row in canvas.board.objectives if row.id == goal.id)
    radius = min(9.5, box.height * 0.34) if canvas.wide else 5.4
    flat = box.width > 190 and box.height < 100
    middle = box.y + (box.height / 2 if flat or not canvas.wide else min(box.height / 2, 17))
    x = box.x + radius + (5 if canvas.wide else 3)
    worth = 9 if canvas.wide else 7
    done = f"{goal.progress}/{goal.need}"
    start, right = x + radius + 4, box.right - 2 * worth - 6
    rule, strong = (palette.glow, 2) if goal.met else (palette.brass, 0.9)
    drawn = (
        plate(box, 3, palette.inset, rule, strong)
        + use(f"disc-{goal.colour}", x, middle, radius / 10)
        + counter(canvas, goal.value, box.right - worth - 4, middle, worth)
    )
    name, words = canvas.named(row), canvas.named(row, "text")
    if canvas.wide and flat:
        drawn += _titled(canvas, f"{name} {done}", words, Box(start, box.y, right - start, box.height))
    elif canvas.wide and box.height > 60:
        drawn += text(start, middle + 4, done, size, palette.ink, "strong")
        drawn += _paragraph(canvas, words, Box(box.x + 6, box.y + 30, box.width - 10, box.height - 32))
    elif canvas.wide and text_metrics.width(name, "text", size) <= right - start:
        drawn += text(start, middle - 2.5, name, size, palette.ink, "text")
        drawn += text(start, middle + 11, done, size, palette.ink, "strong")
    else:
        drawn += label(start, middle, done, size, palette.ink, "strong")
    return named(f"objective-{seat}", captions.objective(canvas, goal), drawn)


def _titled(canvas: Canvas, name: str, words: str, box: Box) -> str:
    """A name with a card's text below it, in the middle of a box."""
    tall = box.height - SIZES[0] * LINE
    rows, size = text_metrics.filling(words, "text", SIZES, box.width, tall, LINE)
    pitch, ink = size * LINE, canvas.palette.ink
    top = box.y + (box.height - pitch * (1 + len(rows))) / 2 + size * 0.86
    head = text(box.x, top, name, size, ink, "strong")
    return head + lines(rows, box.x, top + pitch, pitch, size, ink)


def _paragraph(canvas: Canvas, words: str, box: Box) -> str:
    rows, size = text_metrics.filling(words, "text", SIZES, box.width, box.height, LINE)
    return lines(rows, box.x, box.y + size * 0.86, size * LINE, size, canvas.palette.ink)


def _wonder(canvas: Canvas, card_id: str, box: Box, hand: bool) -> str:
    card = canvas.board.wonder(card_id)
    words = captions.wonder(canvas, card)
    drawn = _face(canvas, card, box)
    if hand:
        return target(f"wonder-{card.id}", words, drawn, f'<path d="{stepped(*box, 3)}"', "wonder")
    return named(f"wonder-{card.id}", words, drawn, ' class="wonder"')


def _face(canvas: Canvas, card: Wonder, box: Box) -> str:
    """The number of a wonder card, its name, and its text if there is room."""
    palette, size = canvas.palette, canvas.smallest
    radius = 9 if canvas.wide else 7
    inset = radius + (5 if canvas.wide else 3)
    flat = canvas.wide and box.width > 190 and 26 < box.height < 100
    middle = box.y + (box.height / 2 if flat else min(box.height / 2, 17))
    start = box.x + inset + radius + (4 if canvas.wide else 3)
    room = box.right - start - (4 if canvas.wide else 2)
    drawn = plate(box, 3, palette.inset, palette.brass, 1.1) + counter(
        canvas, card.number, box.x + inset, middle, radius
    )
    words = canvas.named(card, "text")
    if flat:
        return drawn + _titled(canvas, canvas.named(card), words, Box(start, box.y, room, box.height))
    titles = _broken(canvas.named(card), size, room)
    drawn += block(titles, start, middle, size + 0.5, size, palette.ink, "strong")
    if canvas.wide and box.height > 60:
        drawn += _paragraph(canvas, words, Box(box.x + 6, box.y + 31, box.width - 9, box.height - 32))
    return drawn


def _broken(name: str, size: float, room: float) -> list[str]:
    """A name in lines; a word that is too long is broken after a vowel."""
    rows = [""]
    for word in name.split():
        line = f"{rows[-1]} {word}".strip()
        if text_metrics.width(line, "strong", size) <= room:
            rows[-1] = line
            continue
        if rows[-1]:
            rows.append("")
        ends = [
            end
            for end in range(3, len(word) - 2)
            if word[end - 1] in VOWELS and text_metrics.width(word[:end] + "-", "strong", size) <= room
        ]
        if text_metrics.width(word, "strong", size) > room and ends:
            rows[-1] = word[: ends[-1]] + "-"
            rows.append(word[ends[-1] :])
        else:
            rows[-1] = word
    return rows
