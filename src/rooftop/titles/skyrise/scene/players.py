"""The players' areas: name and points, structures, discs, cards."""

from __future__ import annotations

from dataclasses import dataclass

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import escape, num, rect, stepped, text
from rooftop.drawing.widgets import badge, panel
from rooftop.titles.skyrise.scene import captions, cards, describe, pools, rows
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.view import Seat, View


@dataclass(frozen=True)
class Parts:
    """The parts of an area."""

    head: Box
    pool: Box
    lines: int  # of the pool
    rows: list[Box]
    items: Box | None  # None: in the head
    cards: Box | None


def _parts(canvas: Canvas, box: Box, own: bool) -> Parts:
    if not canvas.wide:
        return _narrow(box, own)
    area = Box(box.x + 16, box.y + 5, box.width - 26, box.height - 11)
    if area.height < 140:
        head = Box(area.x, area.y, area.width, 22)
        rest = area.height - 22
        card, line = (40 if own else 0), 23
        pool = Box(area.x, head.bottom + 1, area.width, rest - card - line - (8 if own else 5))
        row = Box(area.x, pool.bottom + 3, area.width, line)
        return Parts(
            head, pool, 1, row.columns(4, 8), None,
            Box(area.x, row.bottom + 3, area.width, card) if own else None,
        )  # fmt: skip
    head = Box(area.x, area.y + 1, area.width, 27)
    pool = Box(area.x, head.bottom + 3, area.width, 50)
    row = Box(area.x, pool.bottom + 5, area.width, 28)
    below = Box(area.x, row.bottom + 6, area.width, area.bottom - row.bottom - 6)
    if canvas.layout.players == 3:
        return Parts(head, pool, 1, row.columns(4, 6), None, below)
    block = Box(row.x, row.y, row.width, 58)
    cells = [cell for line in block.rows(2, 4) for cell in line.columns(2, 14)]
    under = Box(area.x, block.bottom + 6, area.width, area.bottom - block.bottom - 6)
    return Parts(head, pool, 1, cells, None, under)


def _narrow(box: Box, own: bool) -> Parts:
    area = Box(box.x + 7, box.y + 2, box.width - 10, box.height - 4)
    head = Box(area.x, area.y, area.width, 15)
    if area.height < 56:
        pool = Box(area.x, head.bottom + 2, area.width, area.height - 17)
        return Parts(head, pool, 1, _swatches(head), None, None)
    if area.height < 90:
        deep = 22.0 if own else 18.0
        card = Box(area.x, area.bottom - deep, area.width, deep)
        pool = Box(area.x, head.bottom + 2, area.width, card.y - head.bottom - 4)
        if not own:
            pool = Box(pool.x, pool.y, pool.width, area.bottom - pool.y)
        return Parts(head, pool, 1, _swatches(head), None, card if own else None)
    line = Box(area.x, head.bottom + 3, area.width, 17)
    swatches = Box(area.x, line.y, area.width * 0.62, 17).columns(4, 3)
    items = Box(area.x + area.width * 0.64, line.y, area.width * 0.36, 17)
    deep = min((area.bottom - line.bottom - 6) * (0.5 if own else 0.36), 74)
    card = Box(area.x, area.bottom - deep, area.width, deep)
    pool = Box(area.x, line.bottom + 3, area.width, card.y - line.bottom - 6)
    return Parts(head, pool, 2 if pool.height > 50 else 1, swatches, items, card)


def _swatches(head: Box) -> list[Box]:
    return Box(head.x + 82, head.y + 1, 116, head.height - 2).columns(4, 2)


def players(canvas: Canvas, view: View, names: tuple[str, ...]) -> str:
    return "".join(
        _player(
            canvas,
            seat,
            view.seat,
            row,
            describe.standing(view, seat),
            names[seat],
            turn=view.to_act == seat,
        )
        for seat, row in enumerate(view.seats)
    )


@cached
def _player(canvas: Canvas, seat: int, viewer: int, row: Seat, state: str, name: str, *, turn: bool) -> str:
    box, own = canvas.layout.seats(viewer)[seat], viewer == seat
    parts = _parts(canvas, box, own)
    drawn = [
        panel(canvas, box),
        _mark(canvas, box, turn, row.rank == 1),
        _band(canvas, seat, box),
        _head(canvas, seat, row, parts, state, name),
        rows.rows(canvas, seat, row, parts.rows, own),
        pools.pool(canvas, seat, row.structures, parts.pool, parts.lines, own),
    ]
    if parts.items is not None:
        drawn.append(rows.items(canvas, seat, row, parts.items, False))
    if parts.cards is not None:
        drawn.append(cards.cards(canvas, seat, row, parts.cards, own))
    words = captions.player(canvas, row, state, name)
    # A group, not an image: the area contains things to click.
    return (
        f'<g id="seat-{seat}" class="seat" role="group" aria-labelledby="seat-{seat}-title">'
        f'<title id="seat-{seat}-title">{escape(words)}</title>{"".join(drawn)}</g>'
    )


def _mark(canvas: Canvas, box: Box, turn: bool, won: bool) -> str:
    """A strong frame for the winner and the player to act, who also gets an arrow."""
    if not (turn or won):
        return ""
    palette = canvas.palette
    frame = (
        f'<path d="{stepped(*box, 6 if canvas.wide else 4)}" fill="none" stroke="{palette.glow}"'
        f' stroke-width="{2.8 if canvas.wide else 2}"/>'
    )
    if not turn:
        return frame
    if canvas.wide:
        arrow = f"M{num(box.x - 7)} {num(box.y + 9)}l9 7l-9 7z"
    else:
        arrow = f"M{num(box.x - 3)} {num(box.y + 5)}l6 5l-6 5z"
    return f'<g id="turn-mark" class="turn">{frame}<path d="{arrow}" fill="{palette.glow}"/></g>'


def _band(canvas: Canvas, seat: int, box: Box) -> str:
    """A strip in the player's colour and pattern."""
    wide = 7 if canvas.wide else 3
    fill = f' fill="url(#paint-{canvas.seats[seat]})"'
    return rect(box.x + 3, box.y + 7, wide, box.height - 14, fill)


def _head(canvas: Canvas, seat: int, row: Seat, parts: Parts, state: str, name: str) -> str:
    """Badge, name, state in the auction, items on the portrait, and points."""
    palette, head = canvas.palette, parts.head
    y = head.y + head.height / 2
    big = min(head.height * 0.98, 27) if canvas.wide else 15.0
    size = 14.0 if canvas.wide else 10
    radius = min(head.height * 0.46, 11) if canvas.wide else 6.4
    points = str(row.total)
    right = head.right - text_metrics.width(points, "display", big) - (8 if canvas.wide else 4)
    drawn = [
        badge(canvas, seat, head.x + radius, y, radius, size * 0.86 if canvas.wide else 9),
        text(
            head.right,
            y + big * 0.34,
            points,
            big,
            palette.ink,
            "display",
            "end",
            f' id="seat-{seat}-points"',
        ),
    ]
    start = head.x + 2 * radius + (6 if canvas.wide else 3)
    if not canvas.wide:
        shown = text_metrics.fit(name, "strong", size, 82 - 2 * radius - 8)
        drawn.append(text(start, y + size * 0.35, shown, size, palette.ink, "strong"))
        if parts.items is None:
            area = Box(parts.rows[-1].right + 3, head.y, right - parts.rows[-1].right - 3, head.height)
            drawn.append(rows.items(canvas, seat, row, area, True))
        else:
            drawn.append(_state(canvas, state, parts.head.x + 90, y))
        return "".join(drawn)
    room = 118 if canvas.layout.players > 2 else 150
    shown = text_metrics.fit(name, "strong", size, room)
    drawn.append(text(start, y + size * 0.35, shown, size, palette.ink, "strong"))
    after = start + text_metrics.width(shown, "strong", size) + 8
    pill, wide = _pill(canvas, state, after, y)
    drawn.append(pill)
    if parts.items is None:
        left = after + wide + 6
        drawn.append(rows.items(canvas, seat, row, Box(left, head.y, right - left, head.height), True))
    return "".join(drawn)


def _pill(canvas: Canvas, state: str, x: float, y: float) -> tuple[str, float]:
    """A player's state in the auction, and its width. Nothing for players who are simply in."""
    if state == "in":
        return "", 0
    palette = canvas.palette
    words = describe.standing_words(canvas, state)
    wide = text_metrics.width(words, "strong", 11) + 14
    fill, ink = {
        "leads": (palette.token, palette.token_ink),
        "decides": (palette.back, palette.back_ink),
    }.get(state, (palette.inset, palette.soft))
    if state == "place-1":
        fill, ink = palette.token, palette.token_ink
    drawn = rect(x, y - 8, wide, 16, f' rx="8" fill="{fill}" stroke="{palette.brass}" stroke-width=".8"')
    return drawn + text(x + wide / 2, y + 4, words, 11, ink, "strong", "middle"), wide


def _state(canvas: Canvas, state: str, x: float, y: float) -> str:
    if state == "in":
        return ""
    words = describe.standing_words(canvas, state)
    return text(x, y + 3.3, words, 9, canvas.palette.soft, "strong")
