"""The players' areas: name and points, structures, discs, cards."""

from __future__ import annotations

from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import belonging, nothing
from rooftop.drawing.svg import identified, label, named, num, rect, stepped, text
from rooftop.drawing.widgets import badge, panel
from rooftop.titles.skyrise.scene import areas, captions, cards, describe, pools, rows
from rooftop.titles.skyrise.scene.areas import parts, pill_width
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.view import Seat, View


def players(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    drawn, viewer = [], view.seat
    states = [describe.standing(view, seat) for seat in range(view.players)]
    forecasts = areas.forecasts(canvas, view, states, names)
    for seat, (row, state, after, name) in enumerate(zip(view.seats, states, forecasts, names, strict=True)):
        drawn.append(_panel(canvas, seat, viewer, name))
        drawn.append(_player(canvas, seat, viewer, row, state, name, view.to_act == seat))
        drawn.append(_points(canvas, seat, viewer, row.total))
        drawn.append(_forecast(canvas, seat, viewer, row.total, after))
        drawn.append(_state(canvas, seat, viewer, state, name))
        drawn.append(rows.items(canvas, seat, row, viewer, after, state, name))
        drawn += rows.rows(canvas, seat, row, viewer)
        drawn += pools.pool(canvas, seat, row.structures, viewer)
        backs = row.hand_count + (row.wonders_chosen if row.wonders is None else 0)
        drawn += cards.cards(canvas, seat, viewer, row.objective, row.wonders, row.hand, backs)
    return drawn


@cached
def _panel(canvas: Canvas, seat: int, viewer: int, name: str) -> str:
    """The empty area with the player's badge and name."""
    area = parts(canvas, seat, viewer)
    radius, y = area.radius(canvas), area.head.middle[1]
    called = area.name(canvas, name)
    return belonging(
        f"seat-{seat}-panel",
        f"seat-{seat}",
        panel(canvas, canvas.layout.seats(viewer)[seat])
        + badge(canvas, seat, area.head.x + radius, y, radius, max(called.size * 0.86, canvas.smallest))
        + label(called.start, y, called.shown, called.size, canvas.palette.ink, "strong"),
    )


@cached
def _player(canvas: Canvas, seat: int, viewer: int, row: Seat, state: str, name: str, turn: bool) -> str:
    """Everything in words, with the marks of the turn and of the winner."""
    box = canvas.layout.seats(viewer)[seat]
    drawn = _mark(canvas, box, turn, row.rank == 1) + _band(canvas, seat, box)
    return named(f"seat-{seat}", captions.player(canvas, row, state, name), drawn, ' class="seat"')


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


@cached
def _points(canvas: Canvas, seat: int, viewer: int, total: int) -> str:
    area = parts(canvas, seat, viewer)
    big, y = area.points(canvas), area.head.middle[1]
    more = f' data-part="seat-{seat}" aria-hidden="true"'
    drawn = label(area.head.right, y, total, big, canvas.palette.ink, "display", "end", more)
    return identified(f"seat-{seat}-points", drawn)


@cached
def _forecast(canvas: Canvas, seat: int, viewer: int, total: int, words: str) -> str:
    """The points if the game ended now, before the points so far."""
    if not words:
        return nothing(f"seat-{seat}-forecast")
    area = parts(canvas, seat, viewer)
    size, y = canvas.smallest, area.head.middle[1]
    drawn = label(area.before_points(canvas, total), y, words, size, canvas.palette.soft, "text", "end")
    return belonging(f"seat-{seat}-forecast", f"seat-{seat}", drawn)


@cached
def _state(canvas: Canvas, seat: int, viewer: int, state: str, name: str) -> str:
    """A player's state in the auction. Nothing for players who are simply in, and where there is no room."""
    area = parts(canvas, seat, viewer)
    y = area.head.middle[1]
    if state == "in" or not (canvas.wide or area.items):
        return nothing(f"seat-{seat}-state")
    if canvas.wide:
        drawn = _pill(canvas, state, area.name(canvas, name).after, y)
    else:
        words = describe.standing_words(canvas.say, state)
        drawn = text(area.head.x + 90, y + 3.5, words, canvas.smallest, canvas.palette.soft, "strong")
    return belonging(f"seat-{seat}-state", f"seat-{seat}", drawn)


def _pill(canvas: Canvas, state: str, x: float, y: float) -> str:
    palette = canvas.palette
    words = describe.standing_words(canvas.say, state)
    wide = pill_width(canvas, state)
    fill, ink = {
        "leads": (palette.token, palette.token_ink),
        "decides": (palette.back, palette.back_ink),
    }.get(state, (palette.inset, palette.soft))
    if state == "place-1":
        fill, ink = palette.token, palette.token_ink
    drawn = rect(x, y - 8, wide, 16, f' rx="8" fill="{fill}" stroke="{palette.brass}" stroke-width=".8"')
    return drawn + text(x + wide / 2, y + 4.2, words, canvas.smallest, ink, "strong", "middle")
