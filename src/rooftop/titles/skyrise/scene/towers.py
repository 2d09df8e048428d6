"""Structures on the map: buildings of one, two or three tiers, wonders, and bids as plaques.

The origin of a structure is the middle of its plinth's lower edge. The plinth has the owner's letter on it.
"""

from __future__ import annotations

from rooftop.drawing.geometry import star
from rooftop.drawing.solids import ROUND, Solid, shadow
from rooftop.drawing.svg import label, num, outline, rect, use
from rooftop.drawing.widgets import letter
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.scene.layout import Block
from rooftop.titles.skyrise.scene.palette import Palette
from rooftop.titles.skyrise.schema import HEIGHTS, Height


def _windows(x: float, y: float, width: float, height: float, palette: Palette) -> str:
    count = max(1, round(width / 6))
    pitch = width / (count + 0.4)
    wide, tall = pitch * 0.42, height * 0.5
    left = x - pitch * count / 2 + (pitch - wide) / 2
    path = "".join(
        f"M{num(left + pitch * index)} {num(y - height * 0.22)}v{num(-tall)}h{num(wide)}v{num(tall)}z"
        for index in range(count)
    )
    return f'<path d="{path}" fill="{palette.window}" stroke="{palette.outline}" stroke-width=".4"/>'


def building(height: Height, seat: str, block: Block, palette: Palette) -> str:
    """A building of one, two or three tiers; the tallest has a mast."""
    tiers = HEIGHTS.index(height) + 1
    drawn = [_plinth(seat, block, palette)]
    y, width, depth = -block.lip, block.width, block.depth
    for tier in range(tiers):
        tall = block.tiers[tier]
        drawn.append(_box(seat, Solid(width, tall, depth, block.lean, 0, y), palette))
        if block.width > 18:
            drawn.append(_windows(0, y, width, tall, palette))
        y -= tall + depth * 0.22
        width, depth = width - block.step, depth * 0.72
    if height == "tall":
        x = block.lean * 0.4
        mast = block.tiers[0] * 0.8
        drawn.append(
            f'<path d="M{num(x)} {num(y - 1)}v{num(-mast)}" stroke="{palette.outline}" stroke-width="1.6"/>'
            f'<circle cx="{num(x)}" cy="{num(y - 1 - mast)}" r="{num(block.width * 0.06)}"'
            f' fill="{palette.lamp}" stroke="{palette.outline}" stroke-width=".6"/>'
        )
    return "".join(drawn)


def _plinth(seat: str, block: Block, palette: Palette) -> str:
    paint = palette.players[seat]
    box = Solid(block.width + 3, block.lip, block.depth + 1, block.lean)
    return box.draw(paint.paint, paint.dark, paint.light, palette.outline)


def _box(seat: str, box: Solid, palette: Palette) -> str:
    paint = palette.players[seat]
    return box.draw(f"url(#paint-{seat})", paint.dark, paint.light, palette.outline)


def wonder(seat: str, block: Block, palette: Palette) -> str:
    """A domed hall with wings and a star, unlike any building."""
    wide, low, high = block.width + 4, block.tiers[0] * 0.8, block.tiers[1] * 0.9
    y = -block.lip
    half, wing = block.width * 0.3, block.width * 0.7
    drawn = [
        _plinth(seat, block, palette),
        _box(seat, Solid(wide - 2, low, block.depth * 0.8, block.lean, 0, y), palette),
        _box(seat, Solid(wing, high * 0.7, block.depth * 0.5, block.lean * 0.7, 0, y - low), palette),
    ]
    top = y - low - high * 0.7 - 1
    drawn.append(
        f'<path d="M{num(-half)} {num(top)}a{num(half)} {num(half * 1.15)} 0 0 1 {num(2 * half)} 0z"'
        f' fill="{palette.token}" stroke="{palette.outline}" stroke-width=".9"/>'
        f'<path d="M0 {num(top)}v{num(-half * 1.1)}M{num(-half * 0.5)} {num(top)}q0 {num(-half * 0.7)}'
        f" {num(half * 0.5)} {num(-half * 1.1)}M{num(half * 0.5)} {num(top)}q0 {num(-half * 0.7)}"
        f' {num(-half * 0.5)} {num(-half * 1.1)}" fill="none" stroke="{palette.brass_dark}"/>'
        f'<path d="{star(0, top - half * 1.15 - 3, block.width * 0.17)}" fill="{palette.lamp}"'
        f' stroke="{palette.outline}" stroke-width=".7"/>'
    )
    return "".join(drawn)


def tower_defs(canvas: Canvas) -> str:
    """`short-red`, `medium-red`, `tall-red`, `figure-red` and so on; `plaque-red` for bids."""
    block, palette = canvas.layout.block, canvas.palette
    drawn = []
    for seat in canvas.seats:
        drawn += [
            f'<g id="{height}-{seat}">{building(height, seat, block, palette)}</g>' for height in HEIGHTS
        ]
        drawn.append(f'<g id="figure-{seat}">{wonder(seat, block, palette)}</g>')
        drawn.append(f'<g id="plaque-{seat}">{_plaque(seat, block, palette)}</g>')
    return "".join(drawn)


def _plaque(seat: str, block: Block, palette: Palette) -> str:
    """An upright tablet with a number above and the owner's letter below."""
    wide, tall = block.plaque
    paint = palette.players[seat]
    thick = block.lean * 0.8
    left, right = -wide / 2, wide / 2
    field = tall - block.lip
    margin = wide * 0.07
    side = outline(
        [
            (right, 0), (right + thick, -thick * 0.7), (right + thick, -tall - thick * 0.7),
            (left + thick, -tall - thick * 0.7), (left, -tall), (right, -tall),
        ]
    )  # fmt: skip
    return (
        f'<path d="{side}" fill="{paint.dark}" stroke="{palette.outline}" stroke-width=".9"{ROUND}/>'
        + rect(
            left, -tall, wide, tall, f' fill="url(#paint-{seat})" stroke="{palette.outline}" stroke-width="1"'
        )
        + rect(left + margin, -tall + margin, wide - 2 * margin, field - margin, f' fill="{palette.plaque}"')
        + rect(
            left + wide * 0.14,
            -block.lip + 0.6,
            block.letters * 0.95,
            block.lip - 1.2,
            f' fill="{paint.paint}"',
        )
    )


def rise(block: Block, height: Height | None) -> float:
    """The height of a structure above its foot; None: a wonder."""
    if height is None:
        return block.lip + block.tiers[0] * 0.8 + block.tiers[1] * 0.63 + block.width * 0.6 + 4
    tiers = HEIGHTS.index(height) + 1
    top = block.lip + sum(block.tiers[:tiers]) + block.depth
    return top + (block.tiers[0] if height == "tall" else 0)


def _shadow(canvas: Canvas, x: float, y: float, long: float) -> str:
    block = canvas.layout.block
    return shadow(canvas, Solid(block.width + 2, 0, block.depth, block.lean, x, y), long)


def standing(canvas: Canvas, seat: int, height: Height | None, x: float, y: float, name: str) -> str:
    """A building, or a wonder if it has no height, with the owner's letter."""
    block = canvas.layout.block
    return (
        _shadow(canvas, x, y, rise(block, height) * 0.32)
        + use(f"{height or 'figure'}-{canvas.seats[seat]}", x, y, more=f' id="{name}"')
        + letter(canvas, seat, x, y - block.lip / 2, block.letters)
    )


def plaque(
    canvas: Canvas, seat: int, number: str, height: Height | None, x: float, y: float, name: str
) -> str:
    """A bid: its number, the owner's letter, and steps for the height; a star for a wonder."""
    block, (wide, tall) = canvas.layout.block, canvas.layout.block.plaque
    middle = y - (tall + block.lip) / 2
    return (
        _shadow(canvas, x + wide * 0.14, y, tall * 0.22)
        + use(f"plaque-{canvas.seats[seat]}", x, y, more=f' id="{name}"')
        + label(x, middle, number, block.figures, canvas.palette.plaque_ink, "strong", "middle")
        + letter(canvas, seat, x - wide * 0.27, y - block.lip / 2, block.letters)
        + steps(canvas, height, x + wide * 0.2, y - 1.5, block.lip * 0.8)
    )


def steps(canvas: Canvas, height: Height | None, x: float, y: float, tall: float, fill: str = "") -> str:
    """One, two or three rising bars for short, medium and tall; a star for a wonder."""
    palette = canvas.palette
    if height is None:
        return (
            f'<path d="{star(x, y - tall / 2, tall * 0.6)}" fill="{palette.token}"'
            f' stroke="{palette.outline}" stroke-width=".7"/>'
        )
    count = HEIGHTS.index(height) + 1
    each = tall * 0.42
    bars = "".join(
        f"M{num(x + (bar - 1.5) * each)} {num(y)}v{num(-tall * (0.42 + 0.29 * bar))}h{num(each * 0.72)}"
        f"V{num(y)}z"
        for bar in range(count)
    )
    return f'<path d="{bars}" fill="{fill or palette.plaque}" stroke="{palette.outline}" stroke-width=".6"/>'
