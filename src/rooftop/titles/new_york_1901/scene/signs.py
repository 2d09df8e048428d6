"""Small signs: the districts' emblems, the action cards, a worker, a crown, a star."""

from __future__ import annotations

from rooftop.drawing.svg import num, outline
from rooftop.titles.new_york_1901.scene.palette import Palette

# Each is centred on 0, 0 and 20 wide; the caller gives the fill.
EMBLEMS = {
    "anchor": "M-1.3 -5.6h2.6v1.6h3.2v2.2h-3.2v8.2c2.6 -.5 4.3 -2 4.9 -4.3l-1.9 .6l2.9 -4.3l2.7 4.3l-1.7 -.3"
    "c-.8 4.2 -3.7 6.9 -8.2 7.4c-4.5 -.5 -7.4 -3.2 -8.2 -7.4l-1.7 .3l2.7 -4.3l2.9 4.3l-1.9 -.6c.6 2.3 2.3 3.8"
    " 4.9 4.3v-8.2h-3.2v-2.2h3.2zM0 -10a2.6 2.6 0 1 0 .01 0zM0 -8.4a1 1 0 1 1 -.01 0z",
    "raven": "M-9.6 -3.6l3.4 -1.2c.8 -2.4 3 -3.6 5.2 -2.8c1.7 .6 2.4 2 2.7 3.4l7.9 8.8l-4.2 -.6l1.6 3l-5 -1.4"
    "l-1.4 1.4l.6 2.4h-1.6l-.9 -2.6l-1.3 -.4l-.4 3h-1.6l.2 -3.8c-3 -1.6 -4.2 -4.4 -3.2 -7.8z",
    "sun": "M0 -4.4a4.4 4.4 0 1 0 .01 0zM-1 -9.8h2l-.4 3.8h-1.2zM-1 9.8h2l-.4 -3.8h-1.2z"
    "M-9.8 -1v2l3.8 -.4v-1.2zM9.8 -1v2l-3.8 -.4v-1.2zM-7.6 -6.2l1.4 -1.4l2.4 3l-.8 .8z"
    "M7.6 -6.2l-1.4 -1.4l-2.4 3l.8 .8zM-7.6 6.2l1.4 1.4l2.4 -3l-.8 -.8zM7.6 6.2l-1.4 1.4l-2.4 -3l.8 -.8z",
    "leaf": "M9 -9c-10 -.6 -16.6 4.2 -15.2 12.4l-3.2 5.2l1.4 1l3.2 -4.4c8.4 1.8 13.6 -4.2"
    " 13.8 -14.2zM-3.6 3.6l8.6 -8.2l-7.4 9z",
    "rose": "M0 -9.4a4 4 0 0 1 3.9 4.7a4 4 0 0 1 3.6 6.7a4 4 0 0 1 -4.4 5.4a4 4 0 0 1 -6.2 0"
    "a4 4 0 0 1 -4.4 -5.4a4 4 0 0 1 3.6 -6.7a4 4 0 0 1 3.9 -4.7zM0 -2.4a2.6 2.6 0 1 0 .01 0z",
    "star": outline([(0, -9), (2.2, -2.9), (8.6, -2.8), (3.4, 1.1), (5.3, 7.3), (0, 3.6), (-5.3, 7.3),
                     (-3.4, 1.1), (-8.6, -2.8), (-2.2, -2.9)]),
}  # fmt: skip

# Action cards: growing houses; cards changing places; a lot with a plus.
ACTIONS = {
    "boom": "M-9 9v-9h6v9zM-2 9v-16h5v16zM5 9v-5h-1v-3l2.6 -4l2.6 4v8zM-7.6 2.4h3v1.4h-3zM-7.6 5.4h3v1.4h-3z"
    "M-.6 -4.6h2.2v1.6h-2.2zM-.6 -1h2.2v1.6h-2.2zM-.6 2.6h2.2v1.6h-2.2z",
    "shift": "M-9 -8h8v11h-8zM-7.4 -6.4v7.8h4.8v-7.8zM1 -3h8v11h-8zM0 -8.6h4v-2l4 3.2l-4 3.2v-2h-4z"
    "M0 8.8h-4v2l-4 -3.2l4 -3.2v2h4z",
    "grab": "M-9 -8h7.4v16h-7.4zM-7.2 -6.2v5.2h3.8v-5.2zM-7.2 1v5.2h3.8v-5.2zM3 -6h3v4.5h4.5v3h-4.5v4.5h-3"
    "v-4.5h-4.5v-3h4.5z",
}  # fmt: skip

# A worker with a cap: 16 wide, 22 high, standing on 0, 0.
WORKER = (
    "M-8 0l1.4 -9.4c.4 -2 1.9 -3 3.8 -3h5.6c1.9 0 3.4 1 3.8 3l1.4 9.4z"
    "M-4.2 -16.4a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0 -8.4 0z"
    "M-5.6 -17.2c.2 -3 2.4 -5 5.6 -5c3.2 0 5.4 2 5.6 5l1.6 .6v1.2h-14.4v-1.2z"
)
# A skyscraper with windows: 14 wide, 24 high.
SKYSCRAPER = (
    "M-7 12v-14h3v-5h3v-5h2v5h3v5h3v14zM-4.4 1h2v3h-2zM-1 1h2v3h-2zM2.4 1h2v3h-2z"
    "M-4.4 6h2v3h-2zM-1 6h2v3h-2zM2.4 6h2v3h-2zM-1 -4h2v3h-2z"
)
CROWN = "M-8 5v-9l4.2 3.6l3.8 -6.6l3.8 6.6l4.2 -3.6v9z"
HEXAGON = "M-10 0l5 -8.7h10l5 8.7l-5 8.7h-10z"
DISC = "M-9.4 0a9.4 9.4 0 1 0 18.8 0a9.4 9.4 0 1 0 -18.8 0z"


def sign(path: str, x: float, y: float, scale: float, more: str) -> str:
    return f'<path transform="translate({num(x)} {num(y)}) scale({scale:.3g})" d="{path}"{more}/>'


def emblem(mark: str, x: float, y: float, scale: float, fill: str) -> str:
    """A district's emblem; a star for an unknown mark."""
    path = EMBLEMS.get(mark, EMBLEMS["star"])
    return sign(path, x, y, scale, f' fill="{fill}" fill-rule="evenodd"')


def shield(mark: str, x: float, y: float, scale: float, palette: Palette) -> str:
    """The shield of a start lot."""
    path = "M-11 -13h22v13c0 7 -5 11 -11 14c-6 -3 -11 -7 -11 -14z"
    return sign(
        path, x, y, scale, f' fill="{palette.shield}" stroke="{palette.shield_ink}" stroke-width="1.4"'
    ) + emblem(mark, x, y - scale, scale * 0.78, palette.shield_ink)


def worker_defs(palette: Palette, seats: list[str]) -> str:
    """Definitions `worker-blue` and so on, one per player."""
    return "".join(
        f'<g id="worker-{seat}"><ellipse cx="2.5" cy="0" rx="9.5" ry="2.6" fill="{palette.shadow}"'
        f' fill-opacity=".35"/><path d="{WORKER}" fill="url(#paint-{seat})" stroke="{palette.edge}"'
        ' stroke-width="1" stroke-linejoin="round"/>'
        f'<circle cx="0" cy="-6.2" r="5" fill="{palette.players[seat].paint}"/></g>'
        for seat in seats
    )


def price_defs(palette: Palette) -> str:
    """Definitions `sign-boom` and so on for the action cards, and `sign-bronze` and so on for skyscrapers."""
    drawn = [
        f'<g id="sign-{card}"><path d="M-13 -15h26v30h-26z" fill="{palette.sheet}" stroke="{palette.brass}"'
        f' stroke-width="1.6"/><path d="{path}" fill="{palette.ink}" fill-rule="evenodd"/></g>'
        for card, path in ACTIONS.items()
    ]
    drawn += [
        f'<path id="sign-{name}" d="{SKYSCRAPER}" fill="{metal.plate}" fill-rule="evenodd"'
        f' stroke="{metal.rim}" stroke-width="1.2" stroke-linejoin="round"/>'
        for name, metal in palette.metals.items()
    ]
    return "".join(drawn)
