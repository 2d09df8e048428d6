"""The players' areas: who it is and how they stand, their structures, their discs, their cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec.json import encode

from rooftop.drawing import text_metrics
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import escape, num, rect, stepped, text
from rooftop.drawing.widgets import badge, panel
from rooftop.game.title import View
from rooftop.titles.skyrise.scene import captions, cards, describe, pools, rows
from rooftop.titles.skyrise.scene.canvas import Canvas


@dataclass(frozen=True)
class Parts:
    """The parts of an area."""

    head: Box
    pool: Box
    lines: int  # of the pool
    rows: list[Box]
    items: Box | None  # none: they lie in the headline
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


def players(canvas: Canvas, view: View, names: list[str]) -> str:
    looker = view["seat"]
    made = []
    for seat, (row, box) in enumerate(zip(view["seats"], canvas.layout.seats(looker), strict=True)):
        state = describe.standing(view, seat)
        key = ("player", seat, looker, view["to_act"] == seat, state, names[seat], encode(row))
        made.append(canvas.keep(key, _player, canvas, view, seat, box, state, names))
    return "".join(made)


def _player(canvas: Canvas, view: View, seat: int, box: Box, state: str, names: list[str]) -> str:
    row = view["seats"][seat]
    own = view["seat"] == seat
    parts = _parts(canvas, box, own)
    drawn = [
        panel(canvas, box),
        _mark(canvas, box, view["to_act"] == seat, row["place"] == 1),
        _band(canvas, seat, box),
        _head(canvas, seat, row, parts, state, names[seat]),
        rows.rows(canvas, seat, row, parts.rows, own),
        pools.pool(canvas, seat, row["structures"], parts.pool, parts.lines, own),
    ]
    if parts.items is not None:
        drawn.append(rows.items(canvas, seat, row, parts.items, False))
    if parts.cards is not None:
        drawn.append(cards.cards(canvas, seat, row, parts.cards, own))
    words = captions.player(canvas, view, seat, names)
    # what can be chosen lies in the area, so the area is no single image
    return (
        f'<g id="seat-{seat}" class="seat" role="group" aria-labelledby="seat-{seat}-title">'
        f'<title id="seat-{seat}-title">{escape(words)}</title>{"".join(drawn)}</g>'
    )


def _mark(canvas: Canvas, box: Box, turn: bool, won: bool) -> str:
    """A strong frame, with an arrow into the area of the one who decides."""
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


def _head(canvas: Canvas, seat: int, row: dict[str, Any], parts: Parts, state: str, name: str) -> str:
    """Badge, name, how they stand in the auction, what lies on the portrait, and the points."""
    palette, head = canvas.palette, parts.head
    y = head.y + head.height / 2
    big = min(head.height * 0.98, 27) if canvas.wide else 15.0
    size = 14.0 if canvas.wide else 10
    radius = min(head.height * 0.46, 11) if canvas.wide else 6.4
    points = str(row["total"])
    right = head.right - text_metrics.width(points, "display", big) - (8 if canvas.wide else 4)
    made = [
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
        made.append(text(start, y + size * 0.35, shown, size, palette.ink, "strong"))
        if parts.items is None:
            area = Box(parts.rows[-1].right + 3, head.y, right - parts.rows[-1].right - 3, head.height)
            made.append(rows.items(canvas, seat, row, area, True))
        else:
            made.append(_state(canvas, state, parts.head.x + 90, y))
        return "".join(made)
    room = 118 if canvas.layout.players > 2 else 150
    shown = text_metrics.fit(name, "strong", size, room)
    made.append(text(start, y + size * 0.35, shown, size, palette.ink, "strong"))
    after = start + text_metrics.width(shown, "strong", size) + 8
    drawn, wide = _pill(canvas, state, after, y)
    made.append(drawn)
    if parts.items is None:
        left = after + wide + 6
        made.append(rows.items(canvas, seat, row, Box(left, head.y, right - left, head.height), True))
    return "".join(made)


def _pill(canvas: Canvas, state: str, x: float, y: float) -> tuple[str, float]:
    """How a player stands in the auction, and how wide that is; nothing for those who are simply in."""
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
