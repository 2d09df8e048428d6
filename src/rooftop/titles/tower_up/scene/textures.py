"""Patterns for the ground of districts and for players."""

from __future__ import annotations

from rooftop.drawing.textures import player_pattern
from rooftop.titles.tower_up.scene.palette import Palette
from rooftop.titles.tower_up.schema import District

GREY_GROUNDS = ("hatch", "rails", "bricks")  # straight lines: recognisable without colour
GROUNDS = ("scales", "chevrons", "rows", "waves", "crosses")
PLAYER_PATTERNS = {"blue": "stripes", "yellow": "dots", "green": "bars", "orange": "zigzag"}

# The width, the height and the lines of a tile.
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


def grounds(areas: list[District]) -> dict[str, str]:
    """A texture for each district id: all different, with straight lines for grey districts."""
    grey, other = iter(GREY_GROUNDS * 3), iter(GROUNDS * 2)
    return {area.id: next(grey if area.grey else other) for area in areas}


def ground_patterns(areas: list[District], palette: Palette) -> str:
    colour, opacity = palette.texture
    patterns = []
    for texture in grounds(areas).values():
        width, height, lines = _TILES[texture]
        patterns.append(
            f'<pattern id="ground-{texture}" width="{width}" height="{height}"'
            f' patternUnits="userSpaceOnUse"><path d="{lines}" fill="none" stroke="{colour}"'
            f' stroke-width=".8" stroke-opacity="{opacity}"/></pattern>'
        )
    return "".join(patterns)


def player_patterns(palette: Palette, seats: list[str]) -> str:
    """`paint-blue` and so on: the players' colours with their patterns."""
    players = palette.players
    return "".join(
        player_pattern(seat, PLAYER_PATTERNS[seat], players[seat].paint, players[seat].dark) for seat in seats
    )
