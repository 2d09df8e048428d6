"""Tower cards: on the market with name, crest and effect, and in a city as a floor of a tower."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import Point, lines, num, rect, stepped, text, use
from rooftop.titles.skytopia.board import Card
from rooftop.titles.skytopia.scene import art, effects
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.schema import Colour, Foundation

BAND = 19.0  # the strip with the name
FOOT = 18.0  # the strip that says who will take the card
SHELF = 41.0  # the room for golems


@cached
def plate(canvas: Canvas, card: Card, box: Box) -> str:
    """A card of the market without golems."""
    return _wide_plate(canvas, card, box) if canvas.wide else _narrow_plate(canvas, card, box)


def _ground(canvas: Canvas, colour: Colour, box: Box, step: float, band: float) -> str:
    palette = canvas.palette
    paint = palette.towers[colour]
    return (
        f'<path d="{stepped(box.x + 1.5, box.y + 2.5, box.width, box.height, step)}" fill="{palette.shadow}"'
        f' fill-opacity=".3"/><path d="{stepped(*box, step)}" fill="{palette.plate}"/>'
        + rect(box.x + step, box.y, box.width - 2 * step, step, f' fill="{paint.paint}"')
        + rect(box.x, box.y + step, box.width, band - step, f' fill="{paint.paint}"')
        + rect(box.x, box.y + band, box.width, 4 if canvas.wide else 2.5, f' fill="url(#clad-{colour})"')
        + f'<path d="{stepped(*box, step)}" fill="none" stroke="{paint.dark}" stroke-width="1.1"/>'
    )


def _wide_plate(canvas: Canvas, card: Card, box: Box) -> str:
    palette = canvas.palette
    paint = palette.towers[card.colour]
    middle = box.x + box.width / 2
    name = canvas.named(card)
    letters = text_metrics.shrink(name, "strong", canvas.smallest, 12.2, box.width - 4)
    weight: text_metrics.Face = "strong"
    if text_metrics.is_cut(name, "strong", letters, box.width - 4, 1):
        name, weight = text_metrics.fit(name, "text", letters, box.width - 4), "text"
    title = text(middle, box.y + 13.8, name, letters, paint.ink, weight, "middle")
    room = Box(box.x + 6, box.y + BAND + 4, box.width - 12, box.height - BAND - 4 - FOOT - SHELF)
    row = effects.tokens(card)
    words = effects.words(card, canvas.board, canvas.say)
    letters = canvas.smallest if room.height < 110 else 13.0
    rows = text_metrics.balanced(words, "text", letters, room.width, 4)
    pitch = letters * 1.14
    below = len(rows) * pitch
    drawing = Box(box.x + 1, box.y + BAND + 4, box.width - 2, room.height - 2 * letters * 1.14 - 42)
    if drawing.height < art.TALL:
        drawing = drawing._replace(height=0)
    free = room.height - below - 2 - drawing.height
    scale = max(1.0, min(1.65, (free - 6) / 21))
    y = room.y + drawing.height + free / 2 + 1
    crest = min(scale, 1.3)
    wide = effects.span(row, scale, letters + 3)
    left = box.x + 11 + 20 * crest
    if wide > box.right - 6 - left:
        scale *= (box.right - 6 - left) / wide
        wide = effects.span(row, scale, letters + 3)
    start, low = max(left, (left + box.right - 6 - wide) / 2), room.bottom - below + letters * 0.72
    return (
        _ground(canvas, card.colour, box, 4, BAND)
        + art.building(canvas, card, drawing)
        + title
        + use(f"crest-{card.crest}", box.x + 7 + 10 * crest, y, crest)
        + effects.draw(canvas, row, start, y, scale, letters + 3, palette.ink)
        + lines(rows, middle, low, pitch, letters, palette.ink, "text", "middle")
    )


def _narrow_plate(canvas: Canvas, card: Card, box: Box) -> str:
    """A card on a phone: name, crest and signs, and words where they fit."""
    palette = canvas.palette
    paint = palette.towers[card.colour]
    size, line = canvas.smallest, 9.8
    names = text_metrics.wrap(canvas.named(card), "strong", size, box.width - 4, 2)
    band = 3 + line * len(names)
    row = effects.tokens(card)
    high = box.height - band - 2.5 - 18
    words = effects.words(card, canvas.board, canvas.say)
    most = int((high - 23) / 11)
    wrapped = text_metrics.wrap(words, "text", size, box.width - 4, most) if most > 0 else ()
    if not wrapped or wrapped[-1].endswith(text_metrics.ELLIPSIS):
        wrapped = ()
    below = len(wrapped) * 11
    scale = min(1.05, high / 22)
    y = box.y + band + 2.5 + (high - below) / 2
    wide = effects.span(row, scale, 10)
    start, middle = box.x + 5 + 20 * scale, box.x + box.width / 2
    start += max(0, (box.right - 3 - start - wide) / 2)
    return (
        _ground(canvas, card.colour, box, 2.5, band)
        + lines(names, middle, box.y + 10, line, size, paint.ink, "strong", "middle")
        + use(f"crest-{card.crest}", box.x + 3 + 10 * scale, y, scale)
        + effects.draw(canvas, row, start, y, scale, 10, palette.ink)
        + lines(wrapped, middle, box.bottom - 9 - below, 11, size, palette.ink, "text", "middle")
    )


def slab(
    canvas: Canvas, row: Card | Foundation, colour: Colour, crest: str, box: Box, lowest: bool, more: str = ""
) -> str:
    """A floor of a tower with its crest and effect, seen from the front and slightly from above."""
    palette = canvas.palette
    paint = palette.towers[colour]
    deep = min(4.0, box.height * 0.22) if canvas.wide else 1.5
    lean = deep
    left, right, top = box.x, box.right - lean, box.y + deep
    faces = (
        f"M{num(right)} {num(box.bottom)}L{num(box.right)} {num(box.bottom - deep)}V{num(box.y)}"
        f"L{num(right)} {num(top)}z",
        f"M{num(left)} {num(top)}L{num(left + lean)} {num(box.y)}H{num(box.right)}L{num(right)} {num(top)}z",
    )
    front = Box(left, top, right - left, box.bottom - top)
    parts = [
        f'<path d="{faces[0]}" fill="{paint.dark}"/><path d="{faces[1]}" fill="{paint.light}"/>',
        rect(*front, f' fill="url(#clad-{colour})"'),
        f'<path d="{faces[0]}{faces[1]}M{num(left)} {num(top)}V{num(box.bottom)}H{num(right)}" fill="none"'
        f' stroke="{palette.edge}" stroke-width="{1.2 if lowest else 0.8}" stroke-linejoin="round"/>',
    ]
    field = Box(front.x + 1.5, front.y + 1, front.width - 3, front.height - 2)
    parts.append(rect(*field, f' rx="2" fill="{palette.plate}" fill-opacity="{1 if lowest else 0.94}"'))
    content = _beside if canvas.wide else _slim
    parts.append(content(canvas, effects.tokens(row, crest), crest, field))
    return f"<g{more}>{''.join(parts)}</g>"


def _beside(canvas: Canvas, tokens: list[effects.Token], crest: str, field: Box) -> str:
    """The crest, and the effect to its right."""
    scale = min((field.height + 2) / 22.5, 1)
    size = max(canvas.smallest, min(13.0, field.height * 0.62))
    radius = min(8.0, 10 * scale)
    y = field.y + field.height / 2
    start = field.x + 3.5 + 2 * radius
    room = field.right - 1 - start
    wide = effects.span(tokens, scale, size)
    if wide > room and scale > effects.SMALLEST:
        scale = max(effects.SMALLEST, scale * room / wide)
        wide = effects.span(tokens, scale, size)
    return use(f"crest-{crest}", field.x + 1.5 + radius, y, radius / 10.5) + effects.draw(
        canvas, tokens, start + max(0, room - wide) / 2, y, scale, size, canvas.palette.ink
    )


def _slim(canvas: Canvas, tokens: list[effects.Token], crest: str, field: Box) -> str:
    """On a phone: the crest with the effect below or beside it, or alone if there is no room."""
    shown = [token for token in tokens if token.sign != "arrow"]
    each = len(shown)
    scale = max(effects.SMALLEST, min(0.85, (field.width - 3) / 22 / each, (field.height - 15) / 22))
    sign, gap = 21 * scale, 1.0
    x, y = field.middle
    large = each == 1 and field.height > 30
    radius = min(6.0 if large else 5.2, field.width / 2 - 0.5, field.height / 2)
    row = each * sign + (each - 1) * gap

    def draw(middles: list[Point]) -> str:
        return "".join(
            effects.draw(
                canvas, [token], across - 21 * scale / 2, down, scale, canvas.smallest, canvas.palette.ink
            )
            for token, (across, down) in zip(shown, middles, strict=True)
        )

    below = field.height - 2 * radius - 1.5
    if row <= field.width and below >= sign:
        base = field.y + 2 * radius + 1 + below / 2
        middles = [(x - row / 2 + sign / 2 + number * (sign + gap), base) for number in range(each)]
        return use(f"crest-{crest}", x, field.y + radius + 0.5, radius / 10.5) + draw(middles)
    if below >= sign * each:
        middles = [(x, field.y + 2 * radius + 1 + below / each * (number + 0.5)) for number in range(each)]
        return use(f"crest-{crest}", x, field.y + radius + 0.5, radius / 10.5) + draw(middles)
    scale, sign, radius = effects.SMALLEST, 21 * effects.SMALLEST, min(4.6, field.height / 2)
    row = each * sign + (each - 1) * gap
    if 2 * radius + gap + row <= field.width + 1.5 and field.height >= 11:
        left = x - (2 * radius + gap + row) / 2
        middles = [(left + 2 * radius + gap + sign / 2 + number * (sign + gap), y) for number in range(each)]
        return use(f"crest-{crest}", left + radius, y, radius / 10.5) + draw(middles)
    radius = min(6.0, field.width / 2 - 0.5, field.height / 2)
    return use(f"crest-{crest}", x, y, radius / 10.5)
