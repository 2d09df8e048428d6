"""A small drawing of buildings above the clouds for every card, shaped by its colour and number."""

from __future__ import annotations

import math

from rooftop.drawing.layout import Box
from rooftop.drawing.palette import mix
from rooftop.drawing.svg import num, outline, rect
from rooftop.titles.skytopia.board import Card
from rooftop.titles.skytopia.scene.canvas import Canvas

TALL = 38  # the least height of a drawing


def building(canvas: Canvas, card: Card, box: Box) -> str:
    """Stepped towers with lit windows, a rising sun behind and clouds below; empty if the box is too low."""
    if box.height < TALL:
        return ""
    palette = canvas.palette
    paint = palette.towers[card.colour]
    number = int("0" + "".join(sign for sign in card.id if sign.isdigit())) + ord(card.id[0])
    sky = mix(paint.paint, palette.plate, 0.74 if palette.name == "day" else 0.6)
    line = mix(paint.paint, palette.plate, 0.5)
    middle, ground = box.x + box.width / 2, box.bottom - 9 * min(1.0, box.height / 100)
    far = min(box.width * 0.62, box.height * 1.2)
    room = box.width / 2 - 2, ground - box.y - 2
    parts = [
        rect(*box, f' fill="{sky}"'),
        f'<path d="{_rays(middle, ground, 15, 20, (far, far * 0.86), room)}"'
        f' stroke="{line}" stroke-width="1"/>',
    ]
    parts += [
        _tower(
            canvas, card, middle + shift * box.width, ground, box.width * wide, (ground - box.y) * tall,
            tiers, number + index,
        )
        for index, (shift, wide, tall, tiers) in enumerate(_group(number))
    ]  # fmt: skip
    parts.append(_clouds(canvas, box, number))
    return f"<g>{''.join(parts)}</g>"


def _group(number: int) -> list[tuple[float, float, float, int]]:
    """The towers of a drawing: shift from the middle, width, height (all relative), and number of tiers."""
    return (
        [(-0.23, 0.2, 0.5, 2), (0.24, 0.17, 0.42, 1), (0, 0.3, 0.84, 3)],
        [(0.2, 0.24, 0.6, 2), (-0.12, 0.3, 0.86, 4)],
        [(-0.26, 0.18, 0.62, 2), (0.26, 0.18, 0.62, 2), (0, 0.34, 0.72, 2)],
        [(0.02, 0.42, 0.8, 4)],
    )[number % 4]


def _tower(
    canvas: Canvas, card: Card, x: float, ground: float, wide: float, tall: float, tiers: int, number: int
) -> str:
    palette = canvas.palette
    paint = palette.towers[card.colour]
    edge = f' stroke="{paint.dark}" stroke-width=".9" stroke-linejoin="round"'
    lit = palette.coin if palette.name == "night" else paint.dark
    parts, base, left = [], ground, wide
    rise = tall * 0.8 / tiers
    for _ in range(tiers):
        parts.append(rect(x - left / 2, base - rise, left, rise, f' fill="{paint.light}"{edge}'))
        parts.append(rect(x + left / 2 - left * 0.2, base - rise, left * 0.2, rise, f' fill="{paint.paint}"'))
        count = max(1, int(left / 9))
        panes = "".join(
            f"M{num(x - left / 2 + left * 0.8 * (pane + 0.5) / count - 1.2)} {num(base - rise * 0.25)}v"
            f"{num(-rise * 0.45)}h2.4v{num(rise * 0.45)}z"
            for pane in range(count)
        )
        parts.append(f'<path d="{panes}" fill="{lit}"/>')
        base -= rise
        left *= 0.68
    parts.append(_top(number % 3, x, base, max(left, 6), tall * 0.2, f' fill="{paint.paint}"{edge}'))
    return "".join(parts)


def _top(kind: int, x: float, base: float, wide: float, tall: float, more: str) -> str:
    """A spire, a dome, or a mast with a pennant."""
    half = wide / 2
    if kind == 0:
        return f'<path d="{outline([(x - half, base), (x, base - tall), (x + half, base)])}"{more}/>'
    if kind == 1:
        arc = f"a{num(half)} {num(min(half, tall))} 0 0 1 {num(wide)} 0z"
        return f'<path d="M{num(x - half)} {num(base)}{arc}"{more}/>'
    return (
        f'<path d="M{num(x)} {num(base)}v{num(-tall)}l{num(wide * 0.7)} {num(tall * 0.22)}'
        f'l{num(-wide * 0.7)} {num(tall * 0.22)}z"{more}/>'
    )


def _clouds(canvas: Canvas, box: Box, number: int) -> str:
    """A bank of clouds along the bottom."""
    palette = canvas.palette
    step = box.width / 7
    flat = min(1.0, box.height / 100)
    top = box.bottom - 10 * flat
    path = f"M{num(box.x)} {num(box.bottom)}V{num(top)}"
    for cloud in range(7):
        high = flat * step * (0.42 + 0.16 * ((cloud * 3 + number) % 4))
        path += f"a{num(step / 2)} {num(high)} 0 0 1 {num(step)} 0"
    path += f"V{num(box.bottom)}z"
    fill = "#ffffff" if palette.name == "day" else mix(palette.soft, palette.plate, 0.55)
    return f'<path d="{path}" fill="{fill}" stroke="{mix(fill, palette.ink, 0.3)}" stroke-width=".7"/>'


def _rays(
    x: float, y: float, count: int, near: float, far: tuple[float, float], room: tuple[float, float]
) -> str:
    """The path of a sun's rays over the upper half, long and short in turn. `room` is how far they may reach
    to either side and up."""
    paths = []
    for ray in range(count):
        angle = math.pi * (ray + 0.5) / count
        across, up = -math.cos(angle), math.sin(angle)
        end = min(far[ray % 2], room[0] / max(abs(across), 0.01), room[1] / max(up, 0.01))
        if end > near:
            paths.append(
                f"M{num(x + near * across)} {num(y - near * up)}L{num(x + end * across)} {num(y - end * up)}"
            )
    return "".join(paths)
