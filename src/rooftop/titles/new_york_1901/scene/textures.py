"""Patterns: one ground for each district, and one pattern for each player."""

from __future__ import annotations

from rooftop.drawing.textures import player_pattern
from rooftop.titles.new_york_1901.scene.palette import Palette
from rooftop.titles.new_york_1901.schema import District

GROUNDS = ("hatch", "waves", "dots", "chevrons", "crosses", "bricks")
PLAYER_PATTERNS = {"blue": "stripes", "green": "bars", "yellow": "dots", "brown": "zigzag"}

# A tile's width, height and lines.
_TILES = {
    "hatch": (8, 8, "M-2 2L2 -2M0 8L8 0M6 10L10 6"),
    "waves": (16, 8, "M0 4Q4 0 8 4T16 4"),
    "dots": (10, 10, "M2 2h1.2M7 7h1.2"),
    "chevrons": (12, 8, "M0 6L6 1L12 6"),
    "crosses": (11, 11, "M2 4h4M4 2v4M7.5 9.5h4M9.5 7.5v4M-3.5 9.5h4"),
    "bricks": (14, 10, "M0 0H14M0 5H14M4 0V5M11 5V10"),
}


def ground_name(place: int, layer: str = "ground") -> str:
    return f"{layer}-{GROUNDS[place % len(GROUNDS)]}"


def ground_patterns(districts: list[District], palette: Palette, layer: str = "ground") -> str:
    """`ground-hatch` and so on, in the order of the districts; `layer` keeps the ids of layers apart."""
    colour, opacity = palette.texture
    made = []
    for place in range(len(districts)):
        width, height, lines = _TILES[GROUNDS[place % len(GROUNDS)]]
        strong = "1.7" if GROUNDS[place % len(GROUNDS)] == "dots" else ".9"
        made.append(
            f'<pattern id="{ground_name(place, layer)}" width="{width}" height="{height}"'
            f' patternUnits="userSpaceOnUse"><path d="{lines}" fill="none" stroke="{colour}"'
            f' stroke-width="{strong}" stroke-linecap="round" stroke-opacity="{opacity}"/></pattern>'
        )
    return "".join(made)


def out_pattern(palette: Palette) -> str:
    """Lots that are not in the game."""
    colour, opacity = palette.texture
    return (
        '<pattern id="ground-out" width="7" height="7" patternUnits="userSpaceOnUse">'
        f'<path d="M0 0L7 7M0 7L7 0" stroke="{colour}" stroke-width=".8"'
        f' stroke-opacity="{opacity * 1.4:.2g}"/></pattern>'
    )


def player_patterns(palette: Palette, seats: list[str]) -> str:
    """`paint-blue` and so on: a player's colour with its pattern."""
    players = palette.players
    return "".join(
        player_pattern(seat, PLAYER_PATTERNS[seat], players[seat].paint, players[seat].dark) for seat in seats
    )
