"""The chronometer: a fixed rim with prices and rounds, and a wheel that turns the faces to the hammers."""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from rooftop.drawing.canvas import cached
from rooftop.drawing.geometry import gear
from rooftop.drawing.palette import mix
from rooftop.drawing.parts import printed
from rooftop.drawing.svg import label, named, num, rect, target, text, use
from rooftop.drawing.widgets import badge
from rooftop.titles.skytopia.scene import describe, tiles
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.scene.signs import valued
from rooftop.titles.skytopia.view import DialFace, View

FACES = 6
Waiting: TypeAlias = tuple[tuple[int, int], ...]  # the seats that take cards at a face, and how many


class Measures(NamedTuple):
    """The middle of the dial, and radii around it."""

    x: float
    y: float
    rim: float  # the outer edge of the rim
    wheel: float  # the teeth of the wheel
    faces: float  # the middles of the faces
    hub: float


@lru_cache(maxsize=64)
def measures(canvas: Canvas) -> Measures:
    box = canvas.layout.dial
    x = box.x + box.width / 2
    if canvas.wide:
        rim = min(box.width / 2 - 2, (box.height - 16) / 2)
        return Measures(x, box.bottom - rim - 2, rim, rim * 0.645, rim * 0.475, rim * 0.185)
    rim = min(box.width, box.height - 5) / 2
    return Measures(x, box.bottom - rim, rim, rim * 0.67, rim * 0.46, rim * 0.19)


def table(canvas: Canvas) -> str:
    """The bare rim, a part of the chronometer."""
    palette, m = canvas.palette, measures(canvas)
    at = f'cx="{num(m.x)}" cy="{num(m.y)}"'
    parts = []
    if canvas.wide:
        parts += [_cog(canvas, *spot) for spot in _corners(canvas)]
    parts += [
        f'<circle cx="{num(m.x + 2)}" cy="{num(m.y + 3)}" r="{num(m.rim)}" fill="{palette.shadow}"'
        ' fill-opacity=".25"/>',
        f'<circle {at} r="{num(m.rim)}" fill="{palette.brass}"/>',
        f'<circle {at} r="{num(m.rim - 2.5)}" fill="{palette.rim}"/>',
        f'<circle {at} r="{num(m.rim - 5)}" fill="none" stroke="{palette.brass}" stroke-width=".8"/>',
        f'<path d="{_ticks(m)}" stroke="{palette.brass}" stroke-width="1"/>',
    ]
    rays = "".join(
        f"M{num(x)} {num(y)}L{num(far_x)} {num(far_y)}"
        for sixths in range(FACES)
        for (x, y), (far_x, far_y) in [
            (_around(m.x, m.y, m.wheel, sixths + 0.5), _around(m.x, m.y, m.rim - 5, sixths + 0.5))
        ]
    )
    parts.append(f'<path d="{rays}" stroke="{palette.brass}" stroke-width="1"/>')
    return printed("wheel", "".join(parts))


def _corners(canvas: Canvas) -> list[tuple[float, float, int, float, float]]:
    """Small cogwheels in the corners, partly hidden by the rim: x, y, teeth, radius, turn."""
    box = canvas.layout.dial
    return [
        (box.x + 22, box.y + 44, 12, 21, 0.1),
        (box.right - 22, box.y + 44, 12, 21, 0.2),
        (box.x + 22, box.bottom - 22, 12, 21, 0),
        (box.right - 22, box.bottom - 22, 12, 21, 0.3),
    ]


def _cog(canvas: Canvas, x: float, y: float, teeth: int, radius: float, turn: float) -> str:
    palette = canvas.palette
    fill = mix(palette.wheel, palette.table, 0.45)
    return (
        f'<path d="{gear(x, y, teeth, radius * 0.84, radius, turn)}" fill="{fill}"'
        f' stroke="{palette.wheel_dark}" stroke-width=".8"/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius * 0.36)}"'
        f' fill="{palette.table}" stroke="{palette.wheel_dark}" stroke-width=".8"/>'
    )


def _ticks(m: Measures) -> str:
    parts = []
    for tick in range(72):
        far = m.rim - 3
        near = far - (4 if tick % 3 else 6)
        (x, y), (far_x, far_y) = _around(m.x, m.y, near, tick / 12), _around(m.x, m.y, far, tick / 12)
        parts.append(f"M{num(x)} {num(y)}L{num(far_x)} {num(far_y)}")
    return "".join(parts)


def _price(canvas: Canvas, m: Measures, rounds: int, coins: int) -> str:
    """A coin with the price, and the rounds until a golem here is finished."""
    palette, say = canvas.palette, canvas.say
    middle = (m.rim - 6 + m.wheel) / 2
    x, y = _around(m.x, m.y, middle, rounds)
    title = describe.price(rounds, coins, say)
    if not canvas.wide:
        return named(f"price-{rounds}", title, valued(canvas, "coin", coins, x, y, 8.5))
    words = say.many("{n} round", "{n} rounds", rounds)
    x += {1: -6, 2: -1, 4: 1, 5: 6}.get(rounds, 0)
    shift = {1: -3, 2: -3, 3: 0, 4: -3, 5: -3}.get(rounds, 0)
    inwards = {1: 1, 2: 7, 4: -7, 5: -1}.get(rounds, 0)
    return named(
        f"price-{rounds}",
        title,
        valued(canvas, "coin", coins, x, y - 7 + shift, 12)
        + text(x + inwards, y + 17 + shift, words, canvas.smallest, palette.rim_ink, "strong", "middle"),
    )


def chronometer(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    """The prices on the rim, and the wheel with the golems waiting for each face. While ability tiles are
    chosen, they cover the dial."""
    if view.phase in tiles.CHOOSING:
        return []
    waiting: list[Counter[int]] = [Counter() for _ in range(FACES)]
    for slot in view.market:
        if slot.taker is not None and slot.rounds is not None and not slot.too_late:
            waiting[slot.rounds][slot.taker] += 1
    faces = sorted(view.dial.faces, key=lambda row: row.face)
    return [
        _prices(canvas),
        _wheel(canvas, view.dial.turned, view.dial.hammers, view.round),
        *(_face(canvas, row, tuple(sorted(waiting[row.rounds].items())), names) for row in faces),
        _hub(canvas, view.round),
        _hammers(canvas),
    ]


@cached
def _prices(canvas: Canvas) -> str:
    m = measures(canvas)
    drawn = (_price(canvas, m, row.rounds_left, row.coins) for row in canvas.board.chronometer.price)
    return f'<g id="prices" data-part="wheel">{"".join(drawn)}</g>'


@cached
def _wheel(canvas: Canvas, turned: int, hammers: int, round_number: int) -> str:
    drawn = f'<use href="#gear-{turned}"/><use href="#wheel-body"/>'
    return named("wheel", describe.wheel(hammers, round_number, canvas.say), drawn)


def wheel_definition(canvas: Canvas) -> str:
    """`gear-0` and so on: the turned wheel. `wheel-body`: what is fixed on it."""
    palette, m = canvas.palette, measures(canvas)
    spokes = "".join(
        f"M{num(x)} {num(y)}L{num(far_x)} {num(far_y)}"
        for sixths in range(FACES)
        for (x, y), (far_x, far_y) in [
            (_around(m.x, m.y, m.hub, sixths + 0.5), _around(m.x, m.y, m.wheel * 0.86, sixths + 0.5))
        ]
    )
    gears = "".join(
        f'<path id="gear-{turned}" d="{gear(m.x, m.y, 36, m.wheel * 0.945, m.wheel, math.pi / 3 * turned)}"'
        f' fill="{palette.wheel}" stroke="{palette.wheel_dark}" stroke-width="1"/>'
        for turned in range(FACES)
    )
    return gears + (
        '<g id="wheel-body">'
        f'<circle cx="{num(m.x)}" cy="{num(m.y)}" r="{num(m.wheel * 0.87)}" fill="{palette.wheel_light}"'
        f' stroke="{palette.wheel_dark}" stroke-width=".9"/>{_at_hammers(canvas, m)}'
        f'<path d="{spokes}" stroke="{palette.wheel_dark}" stroke-width="1.4"/></g>'
    )


def _at_hammers(canvas: Canvas, m: Measures) -> str:
    """The sixth under the hammers, where no golem can be placed."""
    palette = canvas.palette
    (ax, ay), (bx, by) = (_around(m.x, m.y, m.wheel * 0.87, sixths) for sixths in (0.5, -0.5))
    far = num(m.wheel * 0.87)
    return (
        f'<path d="M{num(m.x)} {num(m.y)}L{num(ax)} {num(ay)}A{far} {far} 0 0 1 {num(bx)} {num(by)}z"'
        f' fill="{palette.glow}" fill-opacity=".32"/>'
    )


@cached
def _face(canvas: Canvas, row: DialFace, waiting: Waiting, names: tuple[str, ...]) -> str:
    m, face, rounds = measures(canvas), row.face, row.rounds
    x, y = _around(m.x, m.y, m.faces, rounds)
    scale = m.rim * 0.008 if canvas.wide else 0.78
    words = describe.face(canvas, row, waiting, names)
    drawn = use(f"die-{face}", x - 1, y + 1, scale)
    if canvas.wide and waiting:
        for (seat, _), (radius, shift) in zip(waiting, _beside(len(waiting)), strict=True):
            x, y = _around(m.x, m.y, m.rim * radius, rounds + shift)
            drawn += badge(canvas, seat, x, y, 7.5)
    return target(f"face-{face}", words, drawn, f'<path d="{_sixth(m, rounds)}"', "face")


def _beside(count: int) -> list[tuple[float, float]]:
    """Places for badges in a sixth: two on the side of the hub, the others left and right of the die."""
    near = [(0.285, 0.0)] if count == 1 else [(0.29, -0.2), (0.29, 0.2)]
    return [*near, (0.5, -0.36), (0.5, 0.36)][:count]


def _sixth(m: Measures, rounds: int) -> str:
    """The part of the wheel that shows one face, within its spokes."""
    near, far = m.hub + 2, m.wheel * 0.87 - 1.5
    (ax, ay), (bx, by) = (_around(m.x, m.y, far, rounds + side) for side in (-0.46, 0.46))
    (cx, cy), (dx, dy) = (_around(m.x, m.y, near, rounds + side) for side in (0.42, -0.42))
    return (
        f"M{num(ax)} {num(ay)}A{num(far)} {num(far)} 0 0 0 {num(bx)} {num(by)}"
        f"L{num(cx)} {num(cy)}A{num(near)} {num(near)} 0 0 1 {num(dx)} {num(dy)}z"
    )


@cached
def _hub(canvas: Canvas, number: int) -> str:
    palette, m = canvas.palette, measures(canvas)
    size = m.hub * 0.92 if canvas.wide else 11
    drawn = (
        f'<circle cx="{num(m.x)}" cy="{num(m.y)}" r="{num(m.hub)}" fill="{palette.rim}"'
        f' stroke="{palette.brass}" stroke-width="1.6"/>'
        + label(m.x, m.y, number, size, palette.rim_ink, "display", "middle")
    )
    return named("round", canvas.say("Round {n}", n=number), drawn)


@cached
def _hammers(canvas: Canvas) -> str:
    """The build symbol over the top."""
    palette, m = canvas.palette, measures(canvas)
    scale = m.rim / 82 if canvas.wide else 0.78
    x, y = _around(m.x, m.y, (m.rim - 4 + m.wheel) / 2 + 1, 0)
    wide, tall = 20 * scale, 23 * scale
    plate = rect(
        x - wide, y - tall / 2 - 3 * scale, 2 * wide, tall + 4 * scale,
        f' rx="4" fill="{palette.rim}" stroke="{palette.brass}" stroke-width="1.4"',
    )  # fmt: skip
    return named("hammers", canvas.say("The hammers"), plate + use("sign-hammers", x, y, scale))


def _around(x: float, y: float, radius: float, sixths: float) -> tuple[float, float]:
    """A point on a circle, `sixths` of it anticlockwise from the top."""
    angle = math.pi / 3 * sixths
    return x - radius * math.sin(angle), y - radius * math.cos(angle)
