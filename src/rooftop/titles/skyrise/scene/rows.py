"""What a player has collected: rows of discs, and what lies on the portrait."""

from __future__ import annotations

from typing import Any

from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, num, outline, rect, target, text, use
from rooftop.titles.skyrise.scene import captions
from rooftop.titles.skyrise.scene.canvas import Canvas, area
from rooftop.titles.skyrise.scene.plates import key_sign
from rooftop.titles.skyrise.scene.signs import letter_on_disc
from rooftop.titles.skyrise.schema import COLOURS


def rows(canvas: Canvas, seat: int, row: dict[str, Any], cells: list[Box], own: bool) -> str:
    """One row for each colour; those of the looker can be chosen for a wild disc."""
    made = []
    for colour, cell in zip(COLOURS, cells, strict=True):
        discs, built = tuple(row["rows"][colour]), row["standing"][colour]
        key = ("row", seat, own, cell, colour, discs, built, row["row_value"][colour])
        made.append(canvas.keep(key, _one, canvas, seat, colour, row, cell, own))
    return "".join(made)


def _one(canvas: Canvas, seat: int, colour: str, row: dict[str, Any], cell: Box, own: bool) -> str:
    words = captions.row(canvas, colour, row)
    drawn = _row(canvas, colour, row, cell) if canvas.wide else _small(canvas, colour, row, cell)
    if own:
        return target(f"colour-{colour}", words, drawn, area(cell), "colour")
    return named(f"seat-{seat}-{colour}", words, drawn, ' class="colour"')


def _swatch(canvas: Canvas, colour: str, box: Box, words: str, size: float) -> str:
    """A piece of the neighbourhoods' ground with the number of structures that stand there."""
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


def _row(canvas: Canvas, colour: str, row: dict[str, Any], cell: Box) -> str:
    """The steps 2, 3, 4, 6, 3: discs lie on those that are reached, the present one is framed."""
    palette, ground = canvas.palette, canvas.palette.grounds[colour]
    discs = row["rows"][colour]
    high = min(cell.height, 26)
    top = cell.y + (cell.height - high) / 2
    wide = min(30, cell.width * 0.2)
    swatch = Box(cell.x, top + 1, wide, high - 2)
    made = [_swatch(canvas, colour, swatch, str(row["standing"][colour]), 13)]
    left = swatch.right + 3
    pitch = (cell.right - left - 1) / len(canvas.board.row.step)
    radius = min(pitch * 0.46, high * 0.4, 9.6)
    y = cell.y + cell.height / 2
    for step in canvas.board.row.step:
        x = left + pitch * (step.discs + 0.5)
        now = step.discs == len(discs)
        if step.discs == 0:
            made.append(
                f'<path d="{_diamond(x, y, radius)}" fill="{ground.fill}" stroke="{ground.line}"'
                ' stroke-width=".8"/>'
            )
            ink = ground.ink
        elif step.discs <= len(discs):
            wild = discs[step.discs - 1] == "wild"
            made.append(_disc(canvas, colour, wild, x, y, radius))
            ink = ground.sign if not wild else palette.ivory_ink
        else:
            made.append(
                f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{palette.inset}"'
                f' stroke="{palette.rule}" stroke-width=".8"/>'
            )
            ink = palette.soft
        if now:
            made.append(
                f'<circle class="now" cx="{num(x)}" cy="{num(y)}" r="{num(radius + 1.4)}" fill="none"'
                f' stroke="{palette.glow}" stroke-width="2"/>'
            )
        size = 12.5 if now else 11
        made.append(
            text(x, y + size * 0.35, str(step.value), size, ink, "strong" if now else "text", "middle")
        )
    return "".join(made)


def _diamond(x: float, y: float, reach: float) -> str:
    return outline([(x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)])


def _disc(canvas: Canvas, colour: str, wild: bool, x: float, y: float, radius: float) -> str:
    palette, ground = canvas.palette, canvas.palette.grounds[colour]
    fill = palette.ivory if wild else ground.disc
    dark = "#262a31" if palette.name == "day" else "#10152a"
    ring = (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius - 1.6)}" fill="none" stroke="{ground.fill}"'
        ' stroke-width="2.4"/>'
        if wild
        else ""
    )
    return (
        f'<circle cx="{num(x)}" cy="{num(y + 1.4)}" r="{num(radius)}" fill="{dark}"/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{fill}" stroke="{dark}"/>' + ring
    )


def _small(canvas: Canvas, colour: str, row: dict[str, Any], cell: Box) -> str:
    """Structures times worth, on the colour's ground."""
    words = f"{row['standing'][colour]}×{row['row_value'][colour]}"
    return _swatch(canvas, colour, cell, words, 9.4 if cell.height < 15 else 11)


def items(canvas: Canvas, seat: int, row: dict[str, Any], box: Box, right: bool) -> str:
    """What lies on the portrait: patrons, discs beyond full rows, commissions, the key; from the right
    where points follow."""
    found: list[tuple[str, int]] = [(letter, count) for letter, count in row["patrons"].items() if count]
    found += [(colour, count) for colour, count in row["excess"].items() if count]
    if row["commissions"]:
        found.append(("commissions", row["commissions"]))
    if row["key"]:
        found.append((f"key-{row['key']}", 1))
    radius = min(box.height * 0.42, 9.5) if canvas.wide else 5.4
    size = max(11 if canvas.wide else 9, radius * 1.2)
    widths = [
        2 * radius + (0 if count == 1 else size * 0.62) + (5 if canvas.wide else 2) for _, count in found
    ]
    room = box.width
    while found and sum(widths) > room and radius > 4.5:
        radius *= 0.9
        widths = [2 * radius + (0 if count == 1 else size * 0.62) + 1.5 for _, count in found]
    x = box.right - sum(widths) if right else box.x
    y = box.y + box.height / 2
    made = []
    for (kind, count), wide in zip(found, widths, strict=True):
        middle = x + radius + 1
        if kind.startswith("key"):
            made.append(key_sign(canvas, middle, y, radius / 9))
        else:
            made.append(use(f"disc-{kind}", middle, y, radius / 10, f' id="seat-{seat}-held-{kind}"'))
        if len(kind) == 1:
            made.append(letter_on_disc(kind, middle, y, radius, canvas.palette))
        if count > 1:
            made.append(
                text(middle + radius + 1, y + size * 0.36, str(count), size, canvas.palette.ink, "strong")
            )
        x += wide
    return "".join(made)
