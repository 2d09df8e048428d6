"""Patterns: one for each player, and the cladding of each tower colour."""

from __future__ import annotations

from rooftop.drawing.textures import player_pattern
from rooftop.titles.skytopia.scene.palette import Palette

PLAYER_PATTERNS = {"yellow": "dots", "green": "bars", "white": "zigzag", "black": "stripes"}

# Width, height and lines of a pattern tile: waves, bricks, slanting planks, lozenges.
_CLADDING = {
    "blue": (12, 6, "M0 3Q3 0 6 3T12 3M0 6Q3 3 6 6T12 6"),
    "gold": (12, 8, "M0 0H12M0 4H12M3 0V4M9 4V8"),
    "red": (7, 7, "M-1 1L1 -1M0 7L7 0M6 8L8 6"),
    "purple": (10, 10, "M0 5L5 0L10 5L5 10z"),
}


def cladding_patterns(palette: Palette) -> str:
    """`clad-blue` and so on: a tower's colour with its texture."""
    parts = []
    for colour, (width, height, drawn) in _CLADDING.items():
        paint = palette.towers[colour]
        parts.append(
            f'<pattern id="clad-{colour}" width="{width}" height="{height}" patternUnits="userSpaceOnUse">'
            f'<rect width="{width}" height="{height}" fill="{paint.paint}"/><path d="{drawn}" fill="none"'
            f' stroke="{paint.dark}" stroke-width=".8" stroke-opacity=".6"/></pattern>'
        )
    return "".join(parts)


def player_patterns(palette: Palette, seats: list[str]) -> str:
    """`paint-yellow` and so on: a player's colour with its pattern."""
    parts = []
    for seat in seats:
        paint = palette.players[seat]
        line = paint.light if seat == "black" else paint.dark
        parts.append(player_pattern(seat, PLAYER_PATTERNS[seat], paint.paint, line))
    return "".join(parts)
