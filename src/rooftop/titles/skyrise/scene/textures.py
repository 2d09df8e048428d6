"""Patterns: a ground for each colour of neighbourhood, and a material for each player."""

from __future__ import annotations

from rooftop.drawing.svg import num
from rooftop.titles.skyrise.scene.palette import Palette

# A tile's width, height and lines: rays for philosophers, blades for naturalists, arcs for artists, bricks
# for inventors.
_GROUNDS = {
    "yellow": (9, 9, "M-2 2L2 -2M0 9L9 0M7 11L11 7"),
    "green": (12, 10, "M2 4v-3M3.5 4l1.5 -2.4M.5 4l-1 -2M8 9v-3M9.5 9l1.5 -2.4M6.5 9l-1 -2"),
    "white": (14, 7, "M0 7A7 7 0 0 1 14 7M-7 3.5A7 7 0 0 1 7 3.5M7 3.5A7 7 0 0 1 21 3.5"),
    "brown": (14, 10, "M0 0H14M0 5H14M3.5 0V5M10.5 5V10"),
}
PLAYER_PATTERNS = {"red": "bricks", "teal": "seams", "yellow": "dots", "blue": "slate"}


def ground_patterns(palette: Palette, fine: float, prefix: str) -> str:
    patterns = []
    for colour, (width, height, lines) in _GROUNDS.items():
        patterns.append(
            f'<pattern id="{prefix}-{colour}" width="{num(width)}" height="{num(height)}"'
            f' patternUnits="userSpaceOnUse" patternTransform="scale({fine:g})"><path d="{lines}" fill="none"'
            f' stroke="{palette.grounds[colour].line}" stroke-width=".8" stroke-opacity=".45"/></pattern>'
        )
    return "".join(patterns)


def player_patterns(palette: Palette, seats: list[str]) -> str:
    """`paint-red` and so on: the material of each player."""
    patterns = []
    for seat in seats:
        paint = palette.players[seat]
        lines = {
            "bricks": f'<path d="M0 .5H6M0 3.5H6M1.5 .5V3.5M4.5 3.5V6.5" stroke="{paint.dark}"/>',
            "seams": f'<path d="M1.5 0V6M4.5 0V6" stroke="{paint.dark}" stroke-width="1.1"/>',
            "dots": f'<circle cx="1.5" cy="1.5" r="1" fill="{paint.dark}"/>'
            f'<circle cx="4.5" cy="4.5" r="1" fill="{paint.dark}"/>',
            "slate": f'<path d="M-1 1L1 -1M0 6L6 0M5 7L7 5" stroke="{paint.dark}" stroke-width="1.2"/>',
        }[PLAYER_PATTERNS[seat]]
        patterns.append(
            f'<pattern id="paint-{seat}" width="6" height="6" patternUnits="userSpaceOnUse">'
            f'<rect width="6" height="6" fill="{paint.paint}"/>'
            f'<g fill="none" stroke-opacity=".75">{lines}</g></pattern>'
        )
    return "".join(patterns)
