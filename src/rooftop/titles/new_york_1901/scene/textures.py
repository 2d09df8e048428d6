"""Patterns for the districts and the players."""

from __future__ import annotations

from rooftop.drawing.textures import player_pattern
from rooftop.titles.new_york_1901.scene.palette import Palette
from rooftop.titles.new_york_1901.schema import District

GROUNDS = ("hatch", "waves", "dots", "chevrons", "crosses", "bricks")
PLAYER_PATTERNS = {"blue": "stripes", "green": "bars", "yellow": "dots", "brown": "zigzag"}

# The width, height and lines of each pattern.
_TILES = {
    "hatch": (8, 8, "M-2 2L2 -2M0 8L8 0M6 10L10 6"),
    "waves": (16, 8, "M0 4Q4 0 8 4T16 4"),
    "dots": (10, 10, "M2 2h1.2M7 7h1.2"),
    "chevrons": (12, 8, "M0 6L6 1L12 6"),
    "crosses": (11, 11, "M2 4h4M4 2v4M7.5 9.5h4M9.5 7.5v4M-3.5 9.5h4"),
    "bricks": (14, 10, "M0 0H14M0 5H14M4 0V5M11 5V10"),
}


def ground_name(district: int, layer: str = "ground") -> str:
    return f"{layer}-{GROUNDS[district % len(GROUNDS)]}"


def ground_patterns(districts: list[District], palette: Palette, layer: str = "ground") -> str:
    """Patterns `ground-hatch` and so on, one per district. `layer` makes their ids unique."""
    colour, opacity = palette.texture
    patterns = []
    for district in range(len(districts)):
        width, height, lines = _TILES[GROUNDS[district % len(GROUNDS)]]
        strong = "1.7" if GROUNDS[district % len(GROUNDS)] == "dots" else ".9"
        patterns.append(
            f'<pattern id="{ground_name(district, layer)}" width="{width}" height="{height}"'
            f' patternUnits="userSpaceOnUse"><path d="{lines}" fill="none" stroke="{colour}"'
            f' stroke-width="{strong}" stroke-linecap="round" stroke-opacity="{opacity}"/></pattern>'
        )
    return "".join(patterns)


def out_pattern(palette: Palette) -> str:
    """The pattern of lots that are not in the game."""
    colour, opacity = palette.texture
    return (
        '<pattern id="ground-out" width="7" height="7" patternUnits="userSpaceOnUse">'
        f'<path d="M0 0L7 7M0 7L7 0" stroke="{colour}" stroke-width=".8"'
        f' stroke-opacity="{opacity * 1.4:.2g}"/></pattern>'
    )


def player_patterns(palette: Palette, seats: list[str]) -> str:
    """Patterns `paint-blue` and so on, one per player."""
    players = palette.players
    return "".join(
        player_pattern(seat, PLAYER_PATTERNS[seat], players[seat].paint, players[seat].dark) for seat in seats
    )
