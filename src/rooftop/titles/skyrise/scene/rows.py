"""What a player has collected: rows of discs, and the items on the portrait."""

from __future__ import annotations

from typing import NamedTuple

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import nothing, part
from rooftop.drawing.svg import label, named, num, opening, outline, rect, target, text, use
from rooftop.titles.skyrise.scene import areas, captions
from rooftop.titles.skyrise.scene.areas import parts
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.scene.plates import key_sign
from rooftop.titles.skyrise.scene.signs import letter_on_disc
from rooftop.titles.skyrise.schema import COLOURS, Colour
from rooftop.titles.skyrise.view import Seat


class Row(NamedTuple):
    """A row of discs."""

    colour: Colour
    discs: tuple[str, ...]
    value: int  # of each structure on this colour
    built: int  # structures on this colour


def rows(canvas: Canvas, seat: int, row: Seat, viewer: int) -> list[str]:
    """A row for each colour. The viewer's own rows can be clicked to colour a wild disc."""
    return [
        _row(canvas, seat, number, viewer, *shown)
        for number, shown in enumerate(zip(row.rows, row.row_value, row.standing, strict=True))
    ]


@cached
def _row(
    canvas: Canvas, seat: int, number: int, viewer: int, discs: tuple[str, ...], value: int, built: int
) -> str:
    row = Row(COLOURS[number], discs, value, built)
    cell = parts(canvas, seat, viewer).rows[number]
    words = captions.row(canvas, row.colour, len(row.discs), row.value, row.built)
    drawn = _steps(canvas, row, cell) if canvas.wide else _product(canvas, row, cell)
    if seat == viewer:
        return target(f"colour-{row.colour}", words, drawn, opening(rect(*cell, ' rx="3"')), "colour")
    return part(f"seat-{seat}-{row.colour}", words, drawn, cell, ' class="colour"')


def _swatch(canvas: Canvas, colour: str, box: Box, words: str, size: float) -> str:
    """A patch of the colour's ground with the number of structures there."""
    ground = canvas.palette.grounds[colour]
    edge = f' rx="2" stroke="{ground.line}" stroke-width=".8"'
    return (
        rect(*box, f' fill="{ground.fill}"{edge}')
        + rect(*box, f' rx="2" fill="url(#swatch-{colour})"')
        + text(*_low(box, size), words, size, ground.ink, "strong", "middle")
    )


def _low(box: Box, size: float) -> tuple[float, float]:
    x, y = box.middle
    return x, y + size * 0.35


def _steps(canvas: Canvas, row: Row, cell: Box) -> str:
    """The steps of value. Discs lie on the steps reached; the current one is framed."""
    colour, discs = row.colour, row.discs
    palette, ground = canvas.palette, canvas.palette.grounds[colour]
    high = min(cell.height, 26)
    top = cell.y + (cell.height - high) / 2
    wide = min(30, cell.width * 0.2)
    swatch = Box(cell.x, top + 1, wide, high - 2)
    drawn = [_swatch(canvas, colour, swatch, str(row.built), 13)]
    left = swatch.right + 3
    pitch = (cell.right - left - 1) / len(canvas.board.row.step)
    radius = min(pitch * 0.46, high * 0.4, 9.6)
    y = cell.y + cell.height / 2
    for step in canvas.board.row.step:
        x = left + pitch * (step.discs + 0.5)
        now = step.discs == len(discs)
        if step.discs == 0:
            drawn.append(
                f'<path d="{_diamond(x, y, radius)}" fill="{ground.fill}" stroke="{ground.line}"'
                ' stroke-width=".8"/>'
            )
            ink = ground.ink
        elif step.discs <= len(discs):
            wild = discs[step.discs - 1] == "wild"
            drawn.append(_disc(canvas, colour, wild, x, y, radius))
            ink = ground.sign if not wild else palette.ivory_ink
        else:
            drawn.append(
                f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{palette.inset}"'
                f' stroke="{palette.rule}" stroke-width=".8"/>'
            )
            ink = palette.soft
        if now:
            drawn.append(
                f'<circle class="now" cx="{num(x)}" cy="{num(y)}" r="{num(radius + 1.4)}" fill="none"'
                f' stroke="{palette.glow}" stroke-width="2"/>'
            )
        size = 13.5 if now else canvas.smallest
        drawn.append(label(x, y, step.value, size, ink, "strong" if now else "text", "middle"))
    return "".join(drawn)


def _diamond(x: float, y: float, reach: float) -> str:
    return outline([(x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)])


def _disc(canvas: Canvas, colour: str, wild: bool, x: float, y: float, radius: float) -> str:
    palette, ground = canvas.palette, canvas.palette.grounds[colour]
    fill = palette.ivory if wild else ground.disc
    ring = (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius - 1.6)}" fill="none" stroke="{ground.fill}"'
        ' stroke-width="2.4"/>'
        if wild
        else ""
    )
    return (
        f'<circle cx="{num(x)}" cy="{num(y + 1.4)}" r="{num(radius)}" fill="{palette.outline}"/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{fill}" stroke="{palette.outline}"/>'
        + ring
    )


def _product(canvas: Canvas, row: Row, cell: Box) -> str:
    """The narrow picture: structures times value."""
    words = f"{row.built}×{row.value}"
    return _swatch(canvas, row.colour, cell, words, 10 if cell.height < 15 else 11)


def items(canvas: Canvas, seat: int, row: Seat, viewer: int, after: str, state: str, name: str) -> str:
    """The items on the portrait. `after` stands between them and the points."""
    found = areas.items(row)
    if not found:
        return nothing(f"seat-{seat}-items")
    words = captions.portrait(canvas, row)
    return _items(canvas, seat, found, viewer, row.total, after, state, name, words)


@cached
def _items(
    canvas: Canvas, seat: int, found: tuple[tuple[str, int], ...], viewer: int, total: int, after: str,
    state: str, name: str, words: str,
) -> str:  # fmt: skip
    area = parts(canvas, seat, viewer)
    # In the head they end before the points.
    right = area.items is None
    box = area.items or area.beside(canvas, total, state, name)
    radius, size = areas.item_sizes(canvas, box)
    widths = areas.item_widths(canvas, found, radius, size)
    if right and after:
        taken = text_metrics.width(after, "text", canvas.smallest) + (6 if canvas.wide else 3)
        box = Box(box.x, box.y, box.width - taken, box.height)
    while sum(widths) > box.width and radius > 4.5:
        radius *= 0.9
        widths = [2 * radius + (0 if count == 1 else size * 0.62) + 1.5 for _, count in found]
    x = box.right - sum(widths) if right else box.x
    y = box.y + box.height / 2
    drawn = []
    for (kind, count), wide in zip(found, widths, strict=True):
        middle = x + radius + 1
        if kind.startswith("key"):
            drawn.append(key_sign(canvas, middle, y, radius / 9))
        else:
            drawn.append(use(f"disc-{kind}", middle, y, radius / 10, f' id="seat-{seat}-held-{kind}"'))
        if len(kind) == 1:
            drawn.append(letter_on_disc(kind, middle, y, radius, canvas.smallest, canvas.palette))
        if count > 1:
            drawn.append(label(middle + radius + 1, y, count, size, canvas.palette.ink, "strong"))
        x += wide
    return named(f"seat-{seat}-items", words, "".join(drawn))
