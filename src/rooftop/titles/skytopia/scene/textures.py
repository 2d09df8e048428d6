"""Patterns: one for each player, and the cladding of each tower."""

from __future__ import annotations

from rooftop.titles.skytopia.scene.palette import Palette

PLAYER_PATTERNS = {"yellow": "dots", "green": "bars", "white": "zigzag", "black": "stripes"}

# The width and height of a tile, and its lines: waves, bricks, slanting planks, lozenges.
_CLADDING = {
    "blue": (12, 6, "M0 3Q3 0 6 3T12 3M0 6Q3 3 6 6T12 6"),
    "gold": (12, 8, "M0 0H12M0 4H12M3 0V4M9 4V8"),
    "red": (7, 7, "M-1 1L1 -1M0 7L7 0M6 8L8 6"),
    "purple": (10, 10, "M0 5L5 0L10 5L5 10z"),
}


def cladding_patterns(palette: Palette) -> str:
    """`clad-blue` and so on: a tower's colour with its texture."""
    made = []
    for colour, (width, height, drawn) in _CLADDING.items():
        paint = palette.towers[colour]
        made.append(
            f'<pattern id="clad-{colour}" width="{width}" height="{height}" patternUnits="userSpaceOnUse">'
            f'<rect width="{width}" height="{height}" fill="{paint.paint}"/><path d="{drawn}" fill="none"'
            f' stroke="{paint.dark}" stroke-width=".8" stroke-opacity=".6"/></pattern>'
        )
    return "".join(made)


def player_patterns(palette: Palette, seats: list[str]) -> str:
    """`paint-yellow` and so on: a player's colour with its pattern."""
    made = []
    for seat in seats:
        paint = palette.players[seat]
        line = paint.light if seat == "black" else paint.dark
        drawn = {
            "stripes": f'<path d="M-1 1L1 -1M0 5L5 0M4 6L6 4" stroke="{line}" stroke-width="1.1"/>',
            "dots": f'<circle cx="1.4" cy="1.4" r=".9" fill="{line}"/>'
            f'<circle cx="3.9" cy="3.9" r=".9" fill="{line}"/>',
            "bars": f'<path d="M1.2 0V5M3.7 0V5" stroke="{line}" stroke-width=".9"/>',
            "zigzag": f'<path d="M0 4L2.5 1L5 4" fill="none" stroke="{line}" stroke-width="1"/>',
        }[PLAYER_PATTERNS[seat]]
        made.append(
            f'<pattern id="paint-{seat}" width="5" height="5" patternUnits="userSpaceOnUse">'
            f'<rect width="5" height="5" fill="{paint.paint}"/>{drawn}</pattern>'
        )
    return "".join(made)
