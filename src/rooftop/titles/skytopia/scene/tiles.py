"""Ability tiles: in a city, and laid out to choose from."""

from __future__ import annotations

from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import block, label, lines, named, rect, stepped, target, text
from rooftop.drawing.text_metrics import balanced, is_cut
from rooftop.drawing.widgets import card_slot, heading, panel, plate
from rooftop.titles.skytopia.scene import describe, effects
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.schema import SIDES, Ability, Side
from rooftop.titles.skytopia.view import View

CHOOSING = ("draft", "side")  # phases


def face(canvas: Canvas, row: Ability, box: Box) -> str:
    """A tile with its number and ability; a large one also says when it works, and has the full text of the
    edition."""
    palette = canvas.palette
    paint = palette.towers[row.colour]
    words = effects.ability_words(row, canvas.say)
    often = effects.timing_words(row, canvas.say)
    chip, size, line = 22.0, canvas.smallest, canvas.smallest * 1.08
    left, room = box.x + chip + 5, box.width - chip - 8
    large, middle = box.height > 76, box.y + box.height / 2
    if box.width > 200 and not is_cut(
        canvas.named(row, "text"), "text", size, room, int(box.height / line) - 1
    ):
        words = canvas.named(row, "text")
    wrapped = balanced(words, "text", size, room, int((box.height - 3) / line))
    top = box.y + 30 if large else box.y + (box.height - line * len(wrapped)) / 2 + size * 0.82
    return (
        plate(box, 3, palette.plate, paint.dark)
        + rect(box.x + 1, box.y + 3, chip, box.height - 6, f' fill="url(#clad-{row.colour})"')
        + rect(box.x + 2.5, middle - 9, chip - 3, 18, f' rx="2" fill="{paint.paint}"')
        + label(box.x + 1 + chip / 2, middle, row.id, size, paint.ink, "strong", "middle")
        + (text(left, box.y + 15, often, size, palette.soft) if large else "")
        + lines(wrapped, left, top, line, size, palette.ink)
    )


def choice(canvas: Canvas, view: View) -> list[str]:
    """The tiles or sides to choose from, laid over the dial and, in a narrow picture, the guild masters."""
    if view.phase == "draft":
        return [_draft(canvas, view.tiles_left, SIDES if view.sides == "choice" else (view.sides,))]
    if view.phase == "side" and not view.over:
        return [_sides(canvas, view.own.tile)]
    return []


def _board(canvas: Canvas, words: str) -> tuple[str, Box]:
    layout, size = canvas.layout, canvas.smallest
    box = layout.dial
    if not canvas.wide:
        box = box._replace(width=layout.guilds[0].right - box.x)
    inner = box.inside(7 if canvas.wide else 4)
    head = 18 if canvas.wide else 12
    drawn = panel(canvas, box) + heading(canvas, words, inner.x + 1, inner.y + size * 0.8)
    return drawn, Box(inner.x, inner.y + head, inner.width, inner.height - head)


@cached
def _draft(canvas: Canvas, left: tuple[int, ...], used: tuple[Side, ...]) -> str:
    drawn, area = _board(canvas, canvas.say("Ability tiles"))
    parts = []
    for box, number in zip(area.rows(4, 4), left, strict=False):
        sides = [row for row in canvas.board.abilities if row.tile == number and row.side in used]
        words = "; ".join(describe.ability(canvas, row) for row in sides)
        draw = face if canvas.wide else _small
        faces = "".join(
            draw(canvas, row, half) for row, half in zip(sides, box.rows(len(sides), 1), strict=True)
        )
        parts.append(target(f"tile-{number}", words, faces, f'<path d="{stepped(*box, 3)}"', "tile"))
    return f'<g id="draft" data-part="status">{drawn}{"".join(parts)}</g>'


@cached
def _sides(canvas: Canvas, tile: int | None) -> str:
    drawn, area = _board(canvas, canvas.say("Choose a side"))
    parts = []
    for box, row in zip(area.rows(2, 6), [a for a in canvas.board.abilities if a.tile == tile], strict=True):
        shown = face(canvas, row, box) if canvas.wide else _small(canvas, row, box)
        shape = f'<path d="{stepped(*box, 3)}"'
        parts.append(target(f"side-{row.side}", describe.ability(canvas, row), shown, shape, "tile"))
    return f'<g id="sides" data-part="status">{drawn}{"".join(parts)}</g>'


def _small(canvas: Canvas, row: Ability, box: Box) -> str:
    """A tile on a phone."""
    palette = canvas.palette
    paint = palette.towers[row.colour]
    words, size = effects.ability_words(row, canvas.say), canvas.smallest
    wrapped = balanced(words, "text", size, box.width - 22, max(1, int((box.height - 1) / 11)))
    middle = box.y + box.height / 2
    return (
        plate(box, 2, palette.plate, paint.dark)
        + rect(box.x + 1, box.y + 2, 15, box.height - 4, f' fill="{paint.paint}"')
        + label(box.x + 8.5, middle, row.id, size, paint.ink, "strong", "middle")
        + block(wrapped, box.x + 19, middle, 11, size, palette.ink)
    )


@cached
def own(
    canvas: Canvas, seat: int, name: str | None, tile: int | None, box: Box, asking: bool
) -> tuple[str, ...]:
    """The tile of a city, and a glow around it while its ability asks."""
    palette = canvas.palette
    step = 3 if canvas.wide else 2
    if name is None:
        empty = card_slot(canvas, box, step)
        if tile is not None:
            empty += label(*box.middle, tile, canvas.smallest, palette.ink, "strong", "middle")
        return (named(f"ability-{seat}", canvas.say("No ability yet"), empty),)
    row = canvas.board.ability(name)
    words = describe.ability(canvas, row)
    if canvas.wide:
        drawn = face(canvas, row, box)
    else:
        paint = palette.towers[row.colour]
        drawn = plate(box, step, paint.paint, paint.dark)
        drawn += label(*box.middle, row.id, canvas.smallest, paint.ink, "strong", "middle")
    shown = named(f"ability-{seat}", words, drawn)
    if not asking:
        return (shown,)
    glow = (
        f'<path id="asking-ability" d="{stepped(*box.inside(-1), step)}" class="asking" fill="none"'
        f' stroke="{palette.glow}" stroke-width="3" pointer-events="none"/>'
    )
    return shown, glow
