"""A player's structures in order of strength. Everyone sees what the others can still bid."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.geometry import star
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import part
from rooftop.drawing.svg import label, num, opening, rect, target, text
from rooftop.titles.skyrise.scene import captions, describe
from rooftop.titles.skyrise.scene.areas import parts
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.scene.pieces import piece_id
from rooftop.titles.skyrise.scene.towers import steps
from rooftop.titles.skyrise.schema import HEIGHTS, Height
from rooftop.titles.skyrise.view import OwnedStructure


def pool(canvas: Canvas, seat: int, rows: tuple[OwnedStructure, ...], viewer: int) -> list[str]:
    """All structures: painted when ready, outlined while they wait for the second era, framed when bid,
    crossed out when built."""
    count = len(rows)
    return [_structure(canvas, seat, number, count, row, viewer) for number, row in enumerate(rows)]


@cached
def _structure(canvas: Canvas, seat: int, number: int, count: int, row: OwnedStructure, viewer: int) -> str:
    area = parts(canvas, seat, viewer)
    each = -(-count // area.lines)
    gap = (4 if area.lines > 1 else 2) if canvas.wide else 1
    cell = area.pool.rows(area.lines, 4)[number // each].columns(each, gap)[number % each]
    words = captions.structure(canvas, row)
    drawn = _tile(canvas, seat, row, cell) if canvas.wide else _small(canvas, seat, row, cell)
    if seat == viewer:
        return target(f"structure-{row.id}", words, drawn, opening(rect(*cell, ' rx="3"')), "structure")
    return part(f"seat-{seat}-{row.id}", words, drawn, cell, ' class="structure"')


def _number(canvas: Canvas, row: OwnedStructure) -> str:
    if row.number is not None:
        return str(row.number)
    return "W" if row.wonder is None else describe.wonder_mark(canvas, row.wonder)


def _tile(canvas: Canvas, seat: int, row: OwnedStructure, cell: Box) -> str:
    palette = canvas.palette
    state = row.state
    paint = palette.players[canvas.seats[seat]]
    size = 13.0 if cell.height < 44 else 15.0
    middle = cell.x + cell.width / 2
    number = _number(canvas, row)
    size = text_metrics.shrink(number, "strong", size, canvas.smallest, cell.width - 4)
    base = cell.bottom - (13 if cell.height < 44 else 15) - 3
    if state == "built":
        wide = len(number) * size * 0.5 + 6
        y = cell.bottom - 2 - size * 0.36
        return (
            rect(cell.x + 1, base - 2.4, cell.width - 2, 2.4, f' fill="{palette.rule}" fill-opacity=".6"')
            + text(
                middle,
                cell.bottom - 2,
                number,
                max(size - 1.5, canvas.smallest),
                palette.soft,
                "text",
                "middle",
            )
            + f'<path d="M{num(middle - wide / 2)} {num(y)}h{num(wide)}" stroke="{palette.soft}"/>'
        )
    if state == "bid":
        frame = rect(
            cell.x + 1, base - (base - cell.y) * 0.7, cell.width - 2, (base - cell.y) * 0.7,
            f' fill="none" stroke="{palette.glow}" stroke-width="1.4" stroke-dasharray="3 2"',
        )  # fmt: skip
        where = text(
            middle,
            base - (base - cell.y) * 0.35 + 4,
            row.neighbourhood or "",
            canvas.smallest,
            palette.ink,
            "text",
            "middle",
        )
        return frame + where + text(middle, cell.bottom - 2, number, size, palette.glow, "strong", "middle")
    tall, tag = base - cell.y - 1, cell.bottom - base - 1
    ready = state == "ready"
    glyph = (
        _figure(canvas, seat, middle, base, tall, ready)
        if row.height is None
        else _building(canvas, seat, row.height, middle, base, tall, ready)
    )
    plate = (
        rect(cell.x + 1, base, cell.width - 2, tag, f' rx="2" fill="{paint.paint}"')
        if ready
        else rect(
            cell.x + 1.5, base + 0.5, cell.width - 3, tag - 1,
            f' rx="2" fill="none" stroke="{palette.soft}" stroke-width=".8" stroke-dasharray="2 2"',
        )
    )  # fmt: skip
    ink = paint.ink if ready else palette.soft
    written = label(middle, base + tag / 2, number, size, ink, "strong" if ready else "text", "middle")
    return f'<g id="{piece_id(row)}">{glyph}{plate}{written}</g>'


def _building(
    canvas: Canvas, seat: int, height: Height, x: float, base: float, tall: float, ready: bool
) -> str:
    """A silhouette of one, two or three tiers."""
    tiers = HEIGHTS.index(height) + 1
    wide = min(tall * 0.95, 25)
    outlines = []
    y, each = base, tall * 0.29
    for tier in range(tiers):
        half = wide / 2 - tier * wide * 0.15
        outlines.append(f"M{num(x - half)} {num(y)}v{num(-each)}h{num(2 * half)}v{num(each)}z")
        y -= each
    mast = f"M{num(x)} {num(y)}v{num(-tall * 0.13)}" if height == "tall" else ""
    return _painted(canvas, seat, "".join(outlines) + mast, ready)


def _figure(canvas: Canvas, seat: int, x: float, base: float, tall: float, ready: bool) -> str:
    """A wonder: a dome with a star."""
    half = min(tall * 0.48, 13)
    y = base - tall * 0.2
    dome = (
        f"M{num(x - half)} {num(base)}V{num(y)}h{num(2 * half)}V{num(base)}zM{num(x - half * 0.7)} {num(y)}"
        f"a{num(half * 0.7)} {num(tall * 0.38)} 0 0 1 {num(half * 1.4)} 0z"
    )
    fill = canvas.palette.token if ready else "none"
    return (
        _painted(canvas, seat, dome, ready)
        + f'<path d="{star(x, base - tall * 0.74, tall * 0.22)}" fill="{fill}"'
        f' stroke="{_line(canvas, ready)}" stroke-width=".7"/>'
    )


def _line(canvas: Canvas, ready: bool) -> str:
    return canvas.palette.outline if ready else canvas.palette.soft


def _painted(canvas: Canvas, seat: int, path: str, ready: bool) -> str:
    fill = f"url(#paint-{canvas.seats[seat]})" if ready else "none"
    dash = "" if ready else ' stroke-dasharray="2 1.6"'
    return f'<path d="{path}" fill="{fill}" stroke="{_line(canvas, ready)}" stroke-width=".8"{dash}/>'


def _small(canvas: Canvas, seat: int, row: OwnedStructure, cell: Box) -> str:
    """The narrow picture: the number, and the height as steps if there is room."""
    palette = canvas.palette
    state = row.state
    paint = palette.players[canvas.seats[seat]]
    number, size = _number(canvas, row), canvas.smallest
    middle = cell.x + cell.width / 2
    roomy = cell.height > 21
    y = (cell.y + 10.5) if roomy else cell.y + cell.height / 2 + size * 0.35
    if state == "built":
        line = f'<path d="M{num(cell.x + 3)} {num(y - 3.2)}h{num(cell.width - 6)}" stroke="{palette.soft}"/>'
        return text(middle, y, number, size, palette.soft, "text", "middle") + line
    fill, rule, ink = {
        "ready": (paint.paint, palette.outline, paint.ink),
        "bid": (palette.plaque, palette.glow, palette.plaque_ink),
        "locked": ("none", palette.soft, palette.soft),
    }[state]
    dash = ' stroke-dasharray="2 1.6"' if state == "locked" else ""
    strong = 2 if state == "bid" else 0.8
    drawn = rect(
        cell.x + 0.6, cell.y + 0.6, cell.width - 1.2, cell.height - 1.2,
        f' rx="2" fill="{fill}" stroke="{rule}" stroke-width="{strong}"{dash}',
    )  # fmt: skip
    drawn += text(middle, y, number, size, ink, "strong" if state != "locked" else "text", "middle")
    if roomy and state == "ready":
        drawn += steps(canvas, row.height, middle + (2 if row.height else 0), cell.bottom - 3, 8)
    return drawn if state == "bid" else f'<g id="{piece_id(row)}">{drawn}</g>'
