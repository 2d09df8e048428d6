"""Small signs for cards, objectives and players: slabs, machines, tokens, stars, roofs."""

from __future__ import annotations

from rooftop.drawing.geometry import star
from rooftop.drawing.solids import ROUND, Solid
from rooftop.drawing.svg import label, num, rect, use
from rooftop.titles.tower_up.scene.blocks import floor
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.scene.palette import Palette
from rooftop.titles.tower_up.schema import COLOURS, Colour

# Machines in a box of 24 x 16: crane, mixer, digger, roller.
_MACHINES: dict[Colour, str] = {
    "white": "M2 12h20v2h-20zM4 12v-6h6v2h2v-5l9 -2v1.6l-7.4 2.2v7.2zM19.6 3.4h1v5h-1zM18.8 8.4h2.6v2h-2.6z",
    "grey": "M2 12h20v2h-20zM16.5 12v-7h3l2.5 3.6v3.4zM3 10.5l2 -6l7.5 -2.5l3 4l-1.5 5.5l-9 .8z",
    "brown": "M3 12h13v2h-13zM4 12v-7h7v3h4v4zM13.5 8l4 -6.5l4.5 3.5v5.5l-2.6 1.5l-1.6 -2.6l2.2 -.9v-2.6"
    "l-2 -1.6l-3 4.7z",
    "black": "M9 12h12v2h-12zM10 12v-9h7v1.6h-5.2v3.4h9.2v4zM2 6.5h9v1.5h-9z",
}
_WHEELS: dict[Colour, tuple[tuple[float, float, float], ...]] = {
    "white": ((6, 14, 2), (12, 14, 2), (18, 14, 2)),
    "grey": ((6, 14, 2.1), (12, 14, 2.1), (19, 14, 2.1)),
    "brown": ((5.5, 14, 2.1), (9.5, 14, 2.1), (13.5, 14, 2.1)),
    "black": ((5, 12, 4), (18.5, 13, 3)),
}


def machine(colour: Colour, palette: Palette) -> str:
    """A machine centred on the origin."""
    paint = palette.floors[colour]
    wheels = "".join(f'<circle cx="{x - 12}" cy="{y - 8}" r="{r}"/>' for x, y, r in _WHEELS[colour])
    return (
        f'<path transform="translate(-12 -8)" d="{_MACHINES[colour]}" fill="{paint.front}"'
        f' stroke="{palette.edge}" stroke-width="1"{ROUND}/><g fill="{paint.side}" stroke="{palette.edge}"'
        f' stroke-width="1">{wheels}</g>'
    )


_TOKENS = (  # one shape for each objective in play, 20 across, centred on the origin
    "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z",
    "M-10 0l5 -9h10l5 9l-5 9h-10z",
    "M-8.6 -8.6h17.2v11.6l-8.6 7l-8.6 -7z",
)


def token_path(slot: int) -> str:
    """The shape of the tokens of an objective in play."""
    return _TOKENS[slot]


def token(canvas: Canvas, slot: int, value: int, x: float, y: float, radius: float, more: str = "") -> str:
    """A bonus token with its value."""
    size = max(canvas.smallest, radius * 1.15)
    return use(f"token-{slot}", x, y, radius / 10, more) + label(
        x, y, value, size, canvas.palette.token_ink, "strong", "middle"
    )


def roof_sign(x: float, y: float, scale: float, fill: str, stroke: str) -> str:
    return (
        f'<path transform="translate({num(x)} {num(y)}) scale({scale:.3g})" d="M-9 2l9 -8l9 8l-2 2.4l-7 -6.2'
        f'l-7 6.2z" fill="{fill}" stroke="{stroke}" stroke-width="1" stroke-linejoin="round"/>'
    )


def sign_defs(palette: Palette) -> str:
    """The signs `slab-white` and so on, `slab-any`, `machine-white` and so on, and `token-0` to `token-2`."""
    box = Solid(24, 8, 7, 4)
    signs = [f'<g id="slab-{colour}">{floor(colour, box, palette)}</g>' for colour in COLOURS]
    quarters = "".join(
        rect(-12 + 6 * number, -8, 6, 8, f' fill="{palette.floors[colour].front}"')
        for number, colour in enumerate(COLOURS)
    )
    signs.append(
        f'<g id="slab-any"><path d="{box.side}" fill="{palette.brass}"/>'
        f'<path d="{box.top}" fill="{palette.token}"/>'
        f'{quarters}<path d="{star(2, -11.5, 3.4)}" fill="{palette.token_ink}"/>'
        f"{box.edges(palette.edge)}</g>"
    )
    signs += [f'<g id="machine-{colour}">{machine(colour, palette)}</g>' for colour in COLOURS]
    signs += [
        f'<path id="token-{slot}" d="{path}" fill="{palette.token}" stroke="{palette.token_ink}"'
        f' stroke-width="1.2"{ROUND}/>'
        for slot, path in enumerate(_TOKENS)
    ]
    return "".join(signs)
