"""Patterns: five grounds for districts, waves, and one pattern for each player."""

from __future__ import annotations

from rooftop.core.svg import num
from rooftop.titles.tower_up.board import Area
from rooftop.titles.tower_up.scene.palette import Palette

GREY_GROUNDS = ("hatch", "rails", "bricks")  # straight lines: recognisable without colour
GROUNDS = ("scales", "chevrons", "rows", "waves", "crosses")
PLAYER_PATTERNS = {"blue": "stripes", "yellow": "dots", "green": "bars", "orange": "zigzag"}

# A tile's width, height and lines; stroked unless they are dots.
_TILES = {
    "hatch": (9, 9, "M-2 2L2 -2M0 9L9 0M7 11L11 7"),
    "rails": (16, 12, "M0 3H16M0 6H16M3 1V8M11 1V8"),
    "bricks": (16, 12, "M0 0H16M0 6H16M4 0V6M12 6V12"),
    "scales": (14, 7, "M0 7A7 7 0 0 1 14 7M-7 3.5A7 7 0 0 1 7 3.5M7 3.5A7 7 0 0 1 21 3.5"),
    "chevrons": (14, 9, "M0 7L7 1L14 7"),
    "rows": (12, 12, "M2 3h2M8 9h2M3 2v2M9 8v2"),
    "waves": (16, 8, "M0 4Q4 0 8 4T16 4"),
    "crosses": (12, 12, "M2 2l4 4M6 2l-4 4"),
}


def grounds(areas: list[Area]) -> dict[str, str]:
    """District id -> texture: no two alike, and straight lines for the grey ones."""
    grey, other = iter(GREY_GROUNDS * 3), iter(GROUNDS * 2)
    return {area.id: next(grey if area.grey else other) for area in areas}


def ground_patterns(areas: list[Area], palette: Palette) -> str:
    colour, opacity = palette.texture
    made = []
    for texture in grounds(areas).values():
        width, height, lines = _TILES[texture]
        made.append(
            f'<pattern id="ground-{texture}" width="{width}" height="{height}"'
            f' patternUnits="userSpaceOnUse"><path d="{lines}" fill="none" stroke="{colour}"'
            f' stroke-width=".8" stroke-opacity="{opacity}"/></pattern>'
        )
    return "".join(made)


def wave_pattern(palette: Palette, unit: float) -> str:
    """Water as fans of three arcs, row upon row."""
    half = unit / 2
    arcs = []
    for x, y in ((half, half), (0, unit), (unit, unit)):
        for radius in (half, half * 0.66, half * 0.33):
            arcs.append(
                f"M{num(x - radius)} {num(y)}A{num(radius)} {num(radius)} 0 0 1 {num(x + radius)} {num(y)}"
            )
    return (
        f'<pattern id="waves" width="{num(unit)}" height="{num(unit)}" patternUnits="userSpaceOnUse">'
        f'<path d="{"".join(arcs)}" fill="none" stroke="{palette.foam}" stroke-width=".8"'
        ' stroke-opacity=".75"/></pattern>'
    )


def player_patterns(palette: Palette, seats: list[str]) -> str:
    """`paint-blue` and so on: a player's colour with its pattern."""
    made = []
    for seat in seats:
        paint = palette.players[seat]
        lines = {
            "stripes": f'<path d="M-1 1L1 -1M0 5L5 0M4 6L6 4" stroke="{paint.dark}" stroke-width="1.1"/>',
            "dots": f'<circle cx="1.4" cy="1.4" r=".9" fill="{paint.dark}"/>'
            f'<circle cx="3.9" cy="3.9" r=".9" fill="{paint.dark}"/>',
            "bars": f'<path d="M1.2 0V5M3.7 0V5" stroke="{paint.dark}" stroke-width=".9"/>',
            "zigzag": f'<path d="M0 4L2.5 1L5 4" fill="none" stroke="{paint.dark}" stroke-width="1"/>',
        }[PLAYER_PATTERNS[seat]]
        made.append(
            f'<pattern id="paint-{seat}" width="5" height="5" patternUnits="userSpaceOnUse">'
            f'<rect width="5" height="5" fill="{paint.paint}"/>{lines}</pattern>'
        )
    return "".join(made)
