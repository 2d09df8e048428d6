"""Ability tiles: in a city, and laid out to choose from."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, rect, stepped, target, text
from rooftop.drawing.widgets import heading, panel
from rooftop.titles.skytopia.scene import describe, effects
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.scene.labels import fitted, lines
from rooftop.titles.skytopia.schema import SIDES, Ability, Side
from rooftop.titles.skytopia.view import View

CHOOSING = ("draft", "side")  # phases


def face(canvas: Canvas, row: Ability, box: Box) -> str:
    """A tile with its number, timing and ability; a large one has the full text of the edition."""
    palette = canvas.palette
    paint = palette.towers[row.colour]
    words = effects.ability_words(row, canvas.say)
    often = effects.timing_words(row, canvas.say)
    chip = 22.0
    if box.width > 200 and box.height > 50:
        words = canvas.named(row, "text")
    most = max(1, int((box.height - 17) / 13))
    size = fitted(words, "text", (12, 11.5, 11, 10.5, 10, 9.5), box.width - chip - 11, most)
    label = text_metrics.fit(often, "text", 10, box.width - chip - 10)
    return (
        f'<path d="{stepped(*box, 3)}" fill="{palette.plate}" stroke="{paint.dark}" stroke-width="1"/>'
        + rect(box.x + 1, box.y + 3, chip, box.height - 6, f' fill="url(#clad-{row.colour})"')
        + rect(box.x + 2.5, box.y + box.height / 2 - 9, chip - 3, 18, f' rx="2" fill="{paint.paint}"')
        + text(box.x + 1 + chip / 2, box.y + box.height / 2 + 4.2, row.id, 12, paint.ink, "strong", "middle")
        + text(box.x + chip + 6, box.y + 12, label, 10, palette.soft)
        + lines(words, box.x + chip + 6, box.y + 24, size, box.width - chip - 11, most, palette.ink)
    )


def choice(canvas: Canvas, view: View) -> list[str]:
    """The tiles or sides to choose from, laid over the dial."""
    if view.phase == "draft":
        return [_draft(canvas, view.tiles_left, SIDES if view.sides == "choice" else (view.sides,))]
    if view.phase == "side" and view.to_act is not None:
        return [_sides(canvas, view.own.tile)]
    return []


def _board(canvas: Canvas, words: str) -> tuple[str, Box]:
    box = canvas.layout.dial
    inner = box.inside(7 if canvas.wide else 4)
    head = 16 if canvas.wide else 11
    drawn = panel(canvas, box) + heading(canvas, words, inner.x + 1, inner.y + (11 if canvas.wide else 8))
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
    words = effects.ability_words(row, canvas.say)
    most = max(1, int((box.height - 3) / 10.3))
    return (
        f'<path d="{stepped(*box, 2)}" fill="{palette.plate}" stroke="{paint.dark}" stroke-width="1"/>'
        + rect(box.x + 1, box.y + 2, 15, box.height - 4, f' fill="{paint.paint}"')
        + text(box.x + 8.5, box.y + box.height / 2 + 3.2, row.id, 9, paint.ink, "strong", "middle")
        + lines(words, box.x + 19, box.y + 10, 9, box.width - 22, most, palette.ink)
    )


@cached
def own(
    canvas: Canvas, seat: int, name: str | None, tile: int | None, box: Box, asking: bool
) -> tuple[str, ...]:
    """The tile of a city, and a glow around it while its ability asks."""
    palette = canvas.palette
    step = 3 if canvas.wide else 2
    if name is None:
        label = "" if tile is None else str(tile)
        empty = (
            f'<path d="{stepped(*box, step)}" fill="{palette.inset}" stroke="{palette.rule}"'
            ' stroke-dasharray="3 2"/>'
        )
        if label:
            x, y = box.middle
            empty += text(x, y + 4, label, 11 if canvas.wide else 9, palette.ink, "strong", "middle")
        return (named(f"ability-{seat}", canvas.say("No ability yet"), empty),)
    row = canvas.board.ability(name)
    words = describe.ability(canvas, row)
    if canvas.wide:
        drawn = face(canvas, row, box)
    else:
        paint = palette.towers[row.colour]
        x, y = box.middle
        drawn = (
            f'<path d="{stepped(*box, step)}" fill="{paint.paint}" stroke="{paint.dark}"/>'
            + text(x, y + 3.2, row.id, 9, paint.ink, "strong", "middle")
        )  # fmt: skip
    shown = named(f"ability-{seat}", words, drawn)
    if not asking:
        return (shown,)
    glow = (
        f'<path id="asking-ability" d="{stepped(*box.inside(-1), step)}" class="asking" fill="none"'
        f' stroke="{palette.glow}" stroke-width="3" pointer-events="none"/>'
    )
    return shown, glow
