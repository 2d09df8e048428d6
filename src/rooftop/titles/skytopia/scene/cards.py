"""The face of a tower card: a plate with its name, crest, effect as signs and in words."""

from __future__ import annotations

from rooftop.core import lettering
from rooftop.core.svg import num, rect, stepped, text
from rooftop.titles.skytopia.board import Card, Foundation
from rooftop.titles.skytopia.scene import art, effects
from rooftop.titles.skytopia.scene.layout import Box
from rooftop.titles.skytopia.scene.stage import Stage, fitted, lines, use

BAND = 19.0  # the strip with the name
FOOT = 18.0  # the strip that says who will take the card
SHELF = 41.0  # where golems stand


def plate(stage: Stage, card: Card, box: Box) -> str:
    """A card of the market without golems."""
    return _wide_plate(stage, card, box) if stage.wide else _narrow_plate(stage, card, box)


def _ground(stage: Stage, colour: str, box: Box, step: float, band: float) -> str:
    palette = stage.palette
    paint = palette.towers[colour]
    return (
        f'<path d="{stepped(box.x + 1.5, box.y + 2.5, box.width, box.height, step)}" fill="{palette.shadow}"'
        f' fill-opacity=".3"/><path d="{stepped(*box, step)}" fill="{palette.plate}"/>'
        + rect(box.x + step, box.y, box.width - 2 * step, step, f' fill="{paint.paint}"')
        + rect(box.x, box.y + step, box.width, band - step, f' fill="{paint.paint}"')
        + rect(box.x, box.y + band, box.width, 4 if stage.wide else 2.5, f' fill="url(#clad-{colour})"')
        + f'<path d="{stepped(*box, step)}" fill="none" stroke="{paint.dark}" stroke-width="1.1"/>'
    )


def _wide_plate(stage: Stage, card: Card, box: Box) -> str:
    palette = stage.palette
    paint = palette.towers[card.colour]
    middle = box.x + box.width / 2
    name = stage.own(card)
    size = fitted(name, "strong", (11, 10.5, 10, 9.5, 9), box.width - 12, 1)
    name = lettering.fit(name, "strong", size, box.width - 10)
    room = Box(box.x + 6, box.y + BAND + 4, box.width - 12, box.height - BAND - 4 - FOOT - SHELF)
    row = effects.tokens(card)
    words = effects.words(card, stage.say)
    letters = 11.0 if room.height < 110 else 12.0
    below = len(lettering.wrap(words, "text", letters, room.width, 4)) * letters * 1.14
    drawing = Box(box.x + 1, box.y + BAND + 4, box.width - 2, room.height - 3 * letters * 1.14 - 42)
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
    return (
        _ground(stage, card.colour, box, 4, BAND)
        + art.building(stage, card, drawing)
        + text(middle, box.y + 13.5, name, size, paint.ink, "strong", "middle")
        + use(f"crest-{card.crest}", box.x + 7 + 10 * crest, y, crest)
        + effects.draw(
            stage, row, max(left, (left + box.right - 6 - wide) / 2), y, scale, letters + 3, palette.ink,
        )
        + lines(words, middle, room.bottom - below + letters * 0.72, letters, room.width, 4, palette.ink,
                "text", "middle", 1.14)[0]
    )  # fmt: skip


def _narrow_plate(stage: Stage, card: Card, box: Box) -> str:
    """Crest and signs; the name only where there is room."""
    palette = stage.palette
    paint = palette.towers[card.colour]
    band = 11.0
    name = lettering.fit(stage.own(card), "strong", 9, box.width - 6)
    row = effects.tokens(card)
    high = box.height - band - 2.5 - 18
    scale = min(1.05, high / 22)
    y = box.y + band + 2.5 + high / 2
    wide = effects.span(row, scale, 10)
    start = box.x + 5 + 20 * scale
    start += max(0, (box.right - 3 - start - wide) / 2)
    return (
        _ground(stage, card.colour, box, 2.5, band)
        + text(box.x + box.width / 2, box.y + 8.6, name, 9, paint.ink, "strong", "middle")
        + use(f"crest-{card.crest}", box.x + 3 + 10 * scale, y, scale)
        + effects.draw(stage, row, start, y, scale, 10, palette.ink)
    )


def slab(
    stage: Stage, row: Card | Foundation, colour: str, crest: str, box: Box, lowest: bool, more: str = ""
) -> str:
    """A floor of a tower, seen from the front and a little from above: its crest and its effect."""
    palette = stage.palette
    paint = palette.towers[colour]
    deep = min(4.0, box.height * 0.22) if stage.wide else 2
    lean = deep
    left, right, top = box.x, box.right - lean, box.y + deep
    faces = (
        f"M{num(right)} {num(box.bottom)}L{num(box.right)} {num(box.bottom - deep)}V{num(box.y)}"
        f"L{num(right)} {num(top)}z",
        f"M{num(left)} {num(top)}L{num(left + lean)} {num(box.y)}H{num(box.right)}L{num(right)} {num(top)}z",
    )
    front = Box(left, top, right - left, box.bottom - top)
    made = [
        f'<path d="{faces[0]}" fill="{paint.dark}"/><path d="{faces[1]}" fill="{paint.light}"/>',
        rect(*front, f' fill="url(#clad-{colour})"'),
        f'<path d="{faces[0]}{faces[1]}M{num(left)} {num(top)}V{num(box.bottom)}H{num(right)}" fill="none"'
        f' stroke="{palette.edge}" stroke-width="{1.2 if lowest else 0.8}" stroke-linejoin="round"/>',
    ]
    field = Box(front.x + 1.5, front.y + 1, front.width - 3, front.height - 2)
    made.append(rect(*field, f' rx="2" fill="{palette.plate}" fill-opacity="{1 if lowest else 0.94}"'))
    content = _beside if front.width > 30 else _below
    made.append(content(stage, effects.tokens(row, crest), crest, field))
    return f"<g{more}>{''.join(made)}</g>"


def _beside(stage: Stage, tokens: list[effects.Token], crest: str, field: Box) -> str:
    """The crest, and the effect to its right."""
    scale = min((field.height + 2) / 22.5, 1)
    size = max(9.0, min(13.0, field.height * 0.62))
    radius = min(8.0, 10 * scale)
    y = field.y + field.height / 2
    start = field.x + 3.5 + 2 * radius
    room = field.right - 1 - start
    wide = effects.span(tokens, scale, size)
    if wide > room and scale > effects.SMALLEST:
        scale = max(effects.SMALLEST, scale * room / wide)
        wide = effects.span(tokens, scale, size)
    return use(f"crest-{crest}", field.x + 1.5 + radius, y, radius / 10.5) + effects.draw(
        stage, tokens, start + max(0, room - wide) / 2, y, scale, size, stage.palette.ink
    )


def _below(stage: Stage, tokens: list[effects.Token], crest: str, field: Box) -> str:
    """In a slim tower: the crest, and as much of the effect below as there is room for; all or nothing."""
    shown = [token for token in tokens if token.sign != "arrow"]
    radius = min(6.0, field.width / 2 - 0.5, field.height / 2)
    x = field.x + field.width / 2
    rest = field.height - 2 * radius - 2
    if rest < 12.5 * len(shown):
        return use(f"crest-{crest}", x, field.y + field.height / 2, radius / 10.5)
    made = [use(f"crest-{crest}", x, field.y + radius + 0.5, radius / 10.5)]
    for place, token in enumerate(shown):
        y = field.y + 2 * radius + 1 + rest * (place + 0.5) / len(shown)
        made.append(effects.draw(stage, [token], x - 6.2, y, effects.SMALLEST + 0.01, 9, stage.palette.ink))
    return "".join(made)
