"""Patterns, so that nothing depends on colour alone: of players, of grounds and materials, and of water."""

from __future__ import annotations

from typing import NamedTuple

from rooftop.drawing.palette import Paint, SharedPalette
from rooftop.drawing.svg import num


class Tile(NamedTuple):
    """A piece of a texture that repeats."""

    width: float
    height: float
    lines: str  # a path
    strong: float = 0.8  # the width of the lines


TILES = {
    "hatch": Tile(9, 9, "M-2 2L2 -2M0 9L9 0M7 11L11 7"),
    "rails": Tile(16, 12, "M0 3H16M0 6H16M3 1V8M11 1V8"),
    "bricks": Tile(14, 10, "M0 0H14M0 5H14M3.5 0V5M10.5 5V10"),
    "scales": Tile(14, 7, "M0 7A7 7 0 0 1 14 7M-7 3.5A7 7 0 0 1 7 3.5M7 3.5A7 7 0 0 1 21 3.5"),
    "chevrons": Tile(14, 9, "M0 7L7 1L14 7"),
    "rows": Tile(12, 12, "M2 3h2M8 9h2M3 2v2M9 8v2"),
    "waves": Tile(16, 8, "M0 4Q4 0 8 4T16 4"),
    "ripples": Tile(12, 6, "M0 3Q3 0 6 3T12 3M0 6Q3 3 6 6T12 6"),
    "crosses": Tile(12, 12, "M2 2l4 4M6 2l-4 4"),
    "lattice": Tile(7, 7, "M0 0L7 7M0 7L7 0"),
    "dots": Tile(10, 10, "M2 2h1.2M7 7h1.2", 1.7),
    "grass": Tile(12, 10, "M2 4v-3M3.5 4l1.5 -2.4M.5 4l-1 -2M8 9v-3M9.5 9l1.5 -2.4M6.5 9l-1 -2"),
    "lozenges": Tile(10, 10, "M0 5L5 0L10 5L5 10z"),
}
_PLAYERS = {  # {line} is the colour of the lines
    "stripes": '<path d="M-1 1L1 -1M0 5L5 0M4 6L6 4" stroke="{line}" stroke-width="1.1"/>',
    "dots": '<circle cx="1.4" cy="1.4" r=".9" fill="{line}"/>'
    '<circle cx="3.9" cy="3.9" r=".9" fill="{line}"/>',
    "bars": '<path d="M1.2 0V5M3.7 0V5" stroke="{line}" stroke-width=".9"/>',
    "zigzag": '<path d="M0 4L2.5 1L5 4" fill="none" stroke="{line}" stroke-width="1"/>',
    "bricks": '<path d="M0 .5H5M0 3H5M1.3 .5V3M3.8 3V5.5" fill="none" stroke="{line}" stroke-width=".8"/>',
}


def texture(
    name: str, kind: str, line: str, opacity: float, ground: str = "", scale: float = 1, strong: float = 1
) -> str:
    """The pattern `name`: one of `TILES`, on a ground or transparent; `strong` thickens the lines."""
    tile = TILES[kind]
    turned = "" if scale == 1 else f' patternTransform="scale({scale:g})"'
    below = f'<rect width="{num(tile.width)}" height="{num(tile.height)}" fill="{ground}"/>' if ground else ""
    return (
        f'<pattern id="{name}" width="{num(tile.width)}" height="{num(tile.height)}"'
        f' patternUnits="userSpaceOnUse"{turned}>{below}<path d="{tile.lines}" fill="none" stroke="{line}"'
        f' stroke-width="{tile.strong * strong:.2g}" stroke-opacity="{opacity:.2g}"/></pattern>'
    )


def player_patterns(palette: SharedPalette, seats: list[str]) -> str:
    """`paint-blue` and so on: the paints of the players with their patterns."""
    return "".join(_player_pattern(seat, palette.players[seat]) for seat in seats)


def _player_pattern(seat: str, paint: Paint) -> str:
    return (
        f'<pattern id="paint-{seat}" width="5" height="5" patternUnits="userSpaceOnUse">'
        f'<rect width="5" height="5" fill="{paint.paint}"/>'
        f"{_PLAYERS[paint.pattern].format(line=paint.line or paint.dark)}</pattern>"
    )


def wave_pattern(
    name: str, colour: str, unit: float, shares: tuple[float, ...], width: str, opacity: str
) -> str:
    """The pattern `name`: rows of fans; `shares` are the radii of a fan's arcs."""
    half = unit / 2
    arcs = []
    for x, y in ((half, half), (0, unit), (unit, unit)):
        for share in shares:
            radius = half * share
            arcs.append(
                f"M{num(x - radius)} {num(y)}A{num(radius)} {num(radius)} 0 0 1 {num(x + radius)} {num(y)}"
            )
    return (
        f'<pattern id="{name}" width="{num(unit)}" height="{num(unit)}" patternUnits="userSpaceOnUse">'
        f'<path d="{"".join(arcs)}" fill="none" stroke="{colour}" stroke-width="{width}"'
        f' stroke-opacity="{opacity}"/></pattern>'
    )
