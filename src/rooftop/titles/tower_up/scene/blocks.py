"""Floors and roofs as boxes with a front, a side and a top, and the signs that stand for them elsewhere.

A box stands on the middle of its front's lower edge:

        +--------+
       /  top   /|
      +--------+ | side
      | front  | +
      +---o----+/
"""

from __future__ import annotations

from rooftop.drawing.svg import num, outline, rect
from rooftop.titles.tower_up.board import COLOURS
from rooftop.titles.tower_up.scene.layout import Block
from rooftop.titles.tower_up.scene.palette import Palette

STROKE = ' stroke-linejoin="round"'


def faces(width: float, height: float, depth: float, lean: float) -> tuple[str, str, str]:
    """The paths of front, side and top."""
    left, right = -width / 2, width / 2
    front = outline([(left, 0), (right, 0), (right, -height), (left, -height)])
    side = outline([(right, 0), (right + lean, -depth), (right + lean, -depth - height), (right, -height)])
    top = outline(
        [(left, -height), (right, -height), (right + lean, -height - depth), (left + lean, -height - depth)]
    )
    return front, side, top


def floor(colour: str, width: float, height: float, depth: float, lean: float, palette: Palette) -> str:
    """One floor with its texture: white has tall windows, grey a ribbon, brown bricks, black diamonds."""
    paint = palette.floors[colour]
    front, side, top = faces(width, height, depth, lean)
    return (
        f'<path d="{side}" fill="{paint.side}"/><path d="{top}" fill="{paint.top}"/>'
        f"{_top_texture(colour, width, height, depth, lean, palette)}"
        f'<path d="{front}" fill="{paint.front}"/>{_front_texture(colour, width, height, paint.glass)}'
        f'<path d="{side}{top}{front}" fill="none" stroke="{palette.edge}" stroke-width=".8"{STROKE}/>'
    )


def _front_texture(colour: str, width: float, height: float, glass: str) -> str:
    left = -width / 2
    if colour == "white":
        count = max(3, round(width / 5.4))
        pitch = width / count
        windows = "".join(
            f"M{num(left + pitch * (place + 0.3))} {num(-height * 0.2)}v{num(-height * 0.6)}"
            f"h{num(pitch * 0.4)}v{num(height * 0.6)}z"
            for place in range(count)
        )
        return f'<path d="{windows}" fill="{glass}"/>'
    if colour == "grey":
        return rect(left + 1.6, -height * 0.68, width - 3.2, height * 0.36, f' fill="{glass}"')
    if colour == "brown":
        rows = (
            f"M{num(left)} {num(-height * 0.34)}h{num(width)}M{num(left)} {num(-height * 0.67)}h{num(width)}"
        )
        count = max(3, round(width / 5))
        pitch = width / count
        joints = "".join(
            f"M{num(left + pitch * (place + shift))} {num(-height * low)}v{num(-height * 0.33)}"
            for place in range(count)
            for shift, low in ((0.75, 0), (0.25, 0.34), (0.75, 0.67))
        )
        return f'<path d="{rows}{joints}" stroke="{glass}" stroke-width=".7" fill="none"/>'
    count = max(2, round(width / 7))
    pitch, tall = width / count, height * 0.34
    diamonds = "".join(
        f"M{num(left + pitch * (place + 0.5) - tall)} {num(-height / 2)}l{num(tall)} {num(-tall)}"
        f"l{num(tall)} {num(tall)}l{num(-tall)} {num(tall)}z"
        for place in range(count)
    )
    return f'<path d="{diamonds}" fill="{glass}"/>'


def _top_texture(
    colour: str, width: float, height: float, depth: float, lean: float, palette: Palette
) -> str:
    """Lines on the top, seen where no roof lies."""
    left = -width / 2

    def at(across: float, along: float) -> str:
        return f"{num(left + across * width + along * lean)} {num(-height - along * depth)}"

    if colour == "white":
        lines = f"M{at(0.1, 0.18)}L{at(0.9, 0.18)}L{at(0.9, 0.82)}L{at(0.1, 0.82)}z"
    elif colour == "grey":
        lines = "".join(f"M{at(0, along)}L{at(1, along)}" for along in (0.25, 0.5, 0.75))
    elif colour == "brown":
        lines = "".join(f"M{at(0, along)}L{at(1, along)}" for along in (0.33, 0.67))
        lines += "".join(f"M{at(across, 0.33)}L{at(across, 0.67)}" for across in (0.25, 0.5, 0.75))
    else:
        lines = "".join(f"M{at(across, 0)}L{at(across + 0.2, 1)}" for across in (0, 0.2, 0.4, 0.6, 0.8))
    stroke = palette.floors[colour].side if colour != "black" else palette.floors[colour].glass
    return f'<path d="{lines}" fill="none" stroke="{stroke}" stroke-width=".6" stroke-opacity=".7"/>'


def roof(seat: str, width: float, height: float, depth: float, lean: float, palette: Palette) -> str:
    """A roof: a cap a little wider than the floor, so that its edge shows even under other floors."""
    paint = palette.players[seat]
    front, side, top = faces(width + 3, height, depth + 0.8, lean)
    return (
        f'<path d="{side}" fill="{paint.dark}"/><path d="{top}" fill="{paint.paint}"/>'
        f'<path d="{top}" fill="url(#paint-{seat})" fill-opacity=".55"/>'
        f'<path d="{front}" fill="url(#paint-{seat})"/>'
        f'<path d="{side}{top}{front}" fill="none" stroke="{palette.edge}" stroke-width=".8"{STROKE}/>'
    )


def building_defs(block: Block, palette: Palette, seats: list[str]) -> str:
    """`floor-white` and so on, `roof-blue` and so on, as they stand in the city."""
    wide, deep, lean = block.width, block.depth, block.lean
    floors = "".join(
        f'<g id="floor-{colour}">{floor(colour, wide, block.floor, deep, lean, palette)}</g>'
        for colour in COLOURS
    )
    roofs = "".join(
        f'<g id="roof-{seat}">{roof(seat, wide, block.roof, deep, lean, palette)}</g>' for seat in seats
    )
    return floors + roofs


# --- signs ------------------------------------------------------------------------------------------

# Machines on a field of 24 x 16, each with its own outline: crane, mixer, digger, roller.
_MACHINES = {
    "white": "M2 12h20v2h-20zM4 12v-6h6v2h2v-5l9 -2v1.6l-7.4 2.2v7.2zM19.6 3.4h1v5h-1zM18.8 8.4h2.6v2h-2.6z",
    "grey": "M2 12h20v2h-20zM16.5 12v-7h3l2.5 3.6v3.4zM3 10.5l2 -6l7.5 -2.5l3 4l-1.5 5.5l-9 .8z",
    "brown": "M3 12h13v2h-13zM4 12v-7h7v3h4v4zM13.5 8l4 -6.5l4.5 3.5v5.5l-2.6 1.5l-1.6 -2.6l2.2 -.9v-2.6"
    "l-2 -1.6l-3 4.7z",
    "black": "M9 12h12v2h-12zM10 12v-9h7v1.6h-5.2v3.4h9.2v4zM2 6.5h9v1.5h-9z",
}
_WHEELS = {
    "white": ((6, 14, 2), (12, 14, 2), (18, 14, 2)),
    "grey": ((6, 14, 2.1), (12, 14, 2.1), (19, 14, 2.1)),
    "brown": ((5.5, 14, 2.1), (9.5, 14, 2.1), (13.5, 14, 2.1)),
    "black": ((5, 12, 4), (18.5, 13, 3)),
}


def machine(colour: str, palette: Palette) -> str:
    """A machine around its middle."""
    paint = palette.floors[colour]
    wheels = "".join(f'<circle cx="{x - 12}" cy="{y - 8}" r="{r}"/>' for x, y, r in _WHEELS[colour])
    return (
        f'<path transform="translate(-12 -8)" d="{_MACHINES[colour]}" fill="{paint.front}"'
        f' stroke="{palette.edge}" stroke-width="1"{STROKE}/><g fill="{paint.side}" stroke="{palette.edge}"'
        f' stroke-width="1">{wheels}</g>'
    )


_TOKENS = (  # one shape for each objective, around its middle, 20 across
    "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z",
    "M-10 0l5 -9h10l5 9l-5 9h-10z",
    "M-8.6 -8.6h17.2v11.6l-8.6 7l-8.6 -7z",
)


def token_path(place: int) -> str:
    return _TOKENS[place % len(_TOKENS)]


def star_path(x: float, y: float, radius: float) -> str:
    """A star of five points."""
    points = (
        (0, -1), (0.24, -0.32), (0.95, -0.31), (0.38, 0.12), (0.59, 0.81), (0, 0.4), (-0.59, 0.81),
        (-0.38, 0.12), (-0.95, -0.31), (-0.24, -0.32),
    )  # fmt: skip
    return outline((x + a * radius, y + b * radius) for a, b in points)


def sign_defs(palette: Palette) -> str:
    """`slab-white` and so on, `slab-any`, `machine-white`, `token-0`: small signs for cards and areas."""
    made = [f'<g id="slab-{colour}">{floor(colour, 24, 8, 7, 4, palette)}</g>' for colour in COLOURS]
    front, side, top = faces(24, 8, 7, 4)
    quarters = "".join(
        rect(-12 + 6 * place, -8, 6, 8, f' fill="{palette.floors[colour].front}"')
        for place, colour in enumerate(COLOURS)
    )
    made.append(
        f'<g id="slab-any"><path d="{side}" fill="{palette.brass}"/><path d="{top}" fill="{palette.token}"/>'
        f'{quarters}<path d="{star_path(2, -11.5, 3.4)}" fill="{palette.token_ink}"/>'
        f'<path d="{side}{top}{front}" fill="none" stroke="{palette.edge}" stroke-width=".9"{STROKE}/></g>'
    )
    made += [f'<g id="machine-{colour}">{machine(colour, palette)}</g>' for colour in COLOURS]
    made += [
        f'<path id="token-{place}" d="{path}" fill="{palette.token}" stroke="{palette.token_ink}"'
        f' stroke-width="1.2"{STROKE}/>'
        for place, path in enumerate(_TOKENS)
    ]
    return "".join(made)
