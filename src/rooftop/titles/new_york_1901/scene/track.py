"""The points track around the map. It starts at the top left and runs clockwise."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import printed
from rooftop.drawing.svg import named, num, rect, text
from rooftop.drawing.widgets import badge
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.scene.layout import BAND
from rooftop.titles.new_york_1901.schema import GENERATIONS, Generation
from rooftop.titles.new_york_1901.view import ByGeneration, View

LONG = 100  # spots; higher totals start a second lap
TOP = 26  # spots along the top and along the bottom, corners included


class Spot(NamedTuple):
    box: Box
    along: bool  # whether the track runs horizontally here


@lru_cache(maxsize=64)
def spots(canvas: Canvas) -> list[Spot]:
    frame = canvas.layout.frame
    side = LONG // 2 - TOP
    wide, tall = frame.width / TOP, (frame.height - 2 * BAND) / side
    top = [Spot(Box(frame.x + wide * k, frame.y, wide, BAND), True) for k in range(TOP)]
    right = [Spot(Box(frame.right - BAND, frame.y + BAND + tall * k, BAND, tall), False) for k in range(side)]
    bottom = [
        Spot(Box(frame.right - wide * (k + 1), frame.bottom - BAND, wide, BAND), True) for k in range(TOP)
    ]
    left = [Spot(Box(frame.x, frame.bottom - BAND - tall * (k + 1), BAND, tall), False) for k in range(side)]
    return top + right + bottom + left


def table(canvas: Canvas) -> str:
    """The empty track; in a narrow picture only a frame."""
    palette, frame, inner = canvas.palette, canvas.layout.frame, canvas.layout.map
    if not canvas.wide:
        return rect(*frame, f' fill="none" stroke="{palette.brass}" stroke-width="1.6"')
    look = f' fill="{palette.panel}" stroke="{palette.brass}" stroke-width="2"'
    drawn = [rect(*frame, look)]
    dark = []
    ticks = []
    for number, (box, along) in enumerate(spots(canvas)):
        if number % 2 == 0:
            dark.append(_inner_edge(box, inner, along))
        if along:
            ticks.append(f"M{num(box.x)} {num(box.y)}v{num(BAND)}")
        else:
            ticks.append(f"M{num(box.x)} {num(box.y)}h{num(BAND)}")
    drawn.append(f'<path d="{"".join(ticks)}" stroke="{palette.rule}" stroke-width=".7"/>')
    drawn.append(f'<path d="{"".join(dark)}" fill="{palette.brass}"/>')
    drawn.append(rect(*inner.inside(-3), f' fill="none" stroke="{palette.brass}" stroke-width=".7"'))
    drawn.append(rect(*inner, f' fill="none" stroke="{palette.brass}" stroke-width=".9"'))
    return printed("track", "".join(drawn))


def _inner_edge(box: Box, inner: Box, along: bool) -> str:
    """The dark part of the graduated line beside a spot."""
    if along:
        y = inner.y - 3 if box.y < inner.y else inner.bottom
        left, right = max(box.x, inner.x - 3), min(box.right, inner.right + 3)
        return f"M{num(left)} {num(y)}H{num(right)}v3H{num(left)}z"
    x = inner.x - 3 if box.x < inner.x else inner.right
    return f"M{num(x)} {num(box.y)}h3v{num(box.height)}h-3z"


def track(canvas: Canvas, view: View) -> list[str]:
    """The thresholds of generations and the numbers of free spots, and the players' markers."""
    if not canvas.wide:
        return []
    at = [row.total % LONG for row in view.seats]
    marked = _marks(view.thresholds)
    hidden = tuple(spot for spot in sorted(set(at)) if spot in marked or spot % 5 == 0)
    return [
        _numbers(canvas, hidden, view.thresholds),
        *(_threshold(canvas, name, points, points in hidden) for points, name in marked.items()),
        *(_marker(canvas, seat, spot, at[:seat].count(spot), at.count(spot)) for seat, spot in enumerate(at)),
    ]


def _marks(thresholds: ByGeneration) -> dict[int, Generation]:
    return {thresholds[name]: name for name in GENERATIONS if thresholds[name]}


@cached
def _numbers(canvas: Canvas, hidden: tuple[int, ...], thresholds: ByGeneration) -> str:
    """Numbers on spots; markers and thresholds hide some."""
    marks, plain = _marks(thresholds), []
    for number, spot in enumerate(spots(canvas)):
        x, y = _middle(canvas, spot)
        if number % 5 == 0 and number not in marks and number not in hidden:
            plain.append(f'<text x="{num(x)}" y="{num(y + 4.2)}">{number}</text>')
    size, ink = num(canvas.smallest), canvas.palette.soft
    look = f'font-size="{size}" font-weight="600" text-anchor="middle" fill="{ink}"'
    return named("track", canvas.say("Points track"), f"<g {look}>{''.join(plain)}</g>")


@cached
def _threshold(canvas: Canvas, name: Generation, points: int, hidden: bool) -> str:
    """The spot that unlocks a generation; a marker hides its number."""
    metal, spot = canvas.palette.metals[name], spots(canvas)[points % LONG]
    x, y = _middle(canvas, spot)
    look = f' rx="3" fill="{metal.plate}" stroke="{metal.rim}" stroke-width="1.4"'
    drawn = rect(*spot.box.inside(1.2), look)
    if not hidden:
        drawn += text(x, y + 4.2, str(points), canvas.smallest, metal.ink, "strong", "middle")
    return named(f"threshold-{name}", threshold_text(canvas, name, points), drawn)


def threshold_text(canvas: Canvas, name: Generation, points: int) -> str:
    """'silver at 6'."""
    row = canvas.board.tile_table.generation[GENERATIONS.index(name)]
    return canvas.say("{generation} at {points}", generation=canvas.named(row), points=points)


@cached
def _marker(canvas: Canvas, seat: int, spot: int, index: int, count: int) -> str:
    """A player's marker, beside others on the same spot."""
    field = spots(canvas)[spot]
    x, y = _middle(canvas, field)
    pitch, frame = min(12.0, 38 / count), canvas.layout.frame
    reach = pitch * (count - 1) / 2
    if field.along:  # inside the frame, even in a corner
        x = min(max(x, frame.x + 9 + reach), frame.right - 9 - reach)
    shift = pitch * index - reach
    across, down = (shift, 0.0) if field.along else (0.0, shift)
    drawn = badge(canvas, seat, x + across, y + down, 7.4 if count < 4 else 6.4)
    return f'<g id="marker-{seat}" data-part="seat-{seat}">{drawn}</g>'


def _middle(canvas: Canvas, spot: Spot) -> tuple[float, float]:
    """The middle of a spot beside the graduated line."""
    box, inner = spot.box, canvas.layout.map
    x, y = box.middle
    if spot.along:
        return x, y + (-1.5 if box.y < inner.y else 1.5)
    return x + (-1.5 if box.x < inner.x else 1.5), y
