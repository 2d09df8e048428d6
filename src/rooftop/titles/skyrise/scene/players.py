"""The players' areas: name and points, structures, discs, cards."""

from __future__ import annotations

from rooftop.drawing.canvas import cached
from rooftop.drawing.parts import belonging, nothing
from rooftop.drawing.players import empty, player, points
from rooftop.drawing.svg import label, rect, text
from rooftop.titles.skyrise.scene import areas, captions, cards, describe, pools, rows
from rooftop.titles.skyrise.scene.areas import parts, pill_width
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.view import Seat, View


def players(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    drawn, viewer = [], view.seat
    states = [describe.standing(view, seat) for seat in range(view.players)]
    forecasts = areas.forecasts(canvas, view, states, names)
    for seat, (row, state, after, name) in enumerate(zip(view.seats, states, forecasts, names, strict=True)):
        drawn.append(_panel(canvas, seat, viewer))
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
def _panel(canvas: Canvas, seat: int, viewer: int) -> str:
    """The empty area with the player's badge."""
    box, head = canvas.layout.seats(viewer)[seat], parts(canvas, seat, viewer).head
    return belonging(f"seat-{seat}-panel", f"seat-{seat}", empty(canvas, seat, box, head))


@cached
def _player(canvas: Canvas, seat: int, viewer: int, row: Seat, state: str, name: str, turn: bool) -> str:
    """Everything in words, with the marks of the turn and of the winner."""
    words, head = captions.player(canvas, row, state, name), parts(canvas, seat, viewer).head
    box, above = canvas.layout.seats(viewer)[seat], False
    return player(canvas, seat, box, head, words, name, row.total, row.rank, turn, above)


@cached
def _points(canvas: Canvas, seat: int, viewer: int, total: int) -> str:
    more = f' data-part="seat-{seat}" aria-hidden="true"'
    return points(canvas, seat, parts(canvas, seat, viewer).head, total, more)


@cached
def _forecast(canvas: Canvas, seat: int, viewer: int, total: int, words: str) -> str:
    """The points if the game ended now, before the points so far."""
    if not words:
        return nothing(f"seat-{seat}-forecast")
    head = parts(canvas, seat, viewer).head
    x, y, ink = head.beside_points(total), head.points[1], canvas.palette.soft
    drawn = label(x, y, words, canvas.smallest, ink, "text", "end")
    return belonging(f"seat-{seat}-forecast", f"seat-{seat}", drawn)


@cached
def _state(canvas: Canvas, seat: int, viewer: int, state: str, name: str) -> str:
    """A player's state in the auction. Nothing for players who are simply in, and where there is no room."""
    area = parts(canvas, seat, viewer)
    if state == "in" or areas.is_rank(state) or not (canvas.wide or area.items):
        return nothing(f"seat-{seat}-state")
    y = area.head.name[1]
    if canvas.wide:
        drawn = _pill(canvas, state, area.after_name(canvas, name), y)
    else:
        words = describe.standing_words(canvas.say, state)
        drawn = label(area.line.x + 90, y, words, canvas.smallest, canvas.palette.soft, "strong")
    return belonging(f"seat-{seat}-state", f"seat-{seat}", drawn)


def _pill(canvas: Canvas, state: str, x: float, y: float) -> str:
    palette = canvas.palette
    words = describe.standing_words(canvas.say, state)
    wide = pill_width(canvas, state)
    fill, ink = {
        "leads": (palette.token, palette.token_ink),
        "decides": (palette.back, palette.back_ink),
    }.get(state, (palette.inset, palette.soft))
    drawn = rect(x, y - 8, wide, 16, f' rx="8" fill="{fill}" stroke="{palette.brass}" stroke-width=".8"')
    return drawn + text(x + wide / 2, y + 4.2, words, canvas.smallest, ink, "strong", "middle")
