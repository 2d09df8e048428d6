"""Patterns shared by several titles."""

from __future__ import annotations

from rooftop.drawing.svg import num

_LINES = {  # {line} is the colour of the lines
    "stripes": '<path d="M-1 1L1 -1M0 5L5 0M4 6L6 4" stroke="{line}" stroke-width="1.1"/>',
    "dots": '<circle cx="1.4" cy="1.4" r=".9" fill="{line}"/>'
    '<circle cx="3.9" cy="3.9" r=".9" fill="{line}"/>',
    "bars": '<path d="M1.2 0V5M3.7 0V5" stroke="{line}" stroke-width=".9"/>',
    "zigzag": '<path d="M0 4L2.5 1L5 4" fill="none" stroke="{line}" stroke-width="1"/>',
}


def player_pattern(seat: str, kind: str, paint: str, line: str) -> str:
    """The pattern `paint-<seat>`: a player's colour with stripes, dots, bars or a zigzag."""
    return (
        f'<pattern id="paint-{seat}" width="5" height="5" patternUnits="userSpaceOnUse">'
        f'<rect width="5" height="5" fill="{paint}"/>{_LINES[kind].format(line=line)}</pattern>'
    )


def wave_pattern(colour: str, unit: float, shares: tuple[float, ...], width: str, opacity: str) -> str:
    """The pattern `waves`: rows of fans; `shares` are the radii of a fan's arcs."""
    half = unit / 2
    arcs = []
    for x, y in ((half, half), (0, unit), (unit, unit)):
        for share in shares:
            radius = half * share
            arcs.append(
                f"M{num(x - radius)} {num(y)}A{num(radius)} {num(radius)} 0 0 1 {num(x + radius)} {num(y)}"
            )
    return (
        f'<pattern id="waves" width="{num(unit)}" height="{num(unit)}" patternUnits="userSpaceOnUse">'
        f'<path d="{"".join(arcs)}" fill="none" stroke="{colour}" stroke-width="{width}"'
        f' stroke-opacity="{opacity}"/></pattern>'
    )
