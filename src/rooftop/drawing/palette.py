"""Colours as #rrggbb: mixing, contrast, and the colours of every theme."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from rooftop.game.title import Theme


class Paint(Protocol):
    """A player's colour; `ink` is written on it."""

    @property
    def paint(self) -> str: ...
    @property
    def ink(self) -> str: ...


@dataclass(frozen=True)
class SharedPalette:
    """The colours of every theme; a title's `class Palette(SharedPalette)` adds its own."""

    name: Theme
    table: str  # behind everything
    panel: str
    inset: str  # a field in a panel
    ink: str
    soft: str  # quieter text
    rule: str  # hairlines
    brass: str  # ornaments and marks
    glow: str  # whose turn it is
    edge: str  # the outline of pieces
    shadow: str
    back: str  # of cards
    back_ink: str
    alert: str  # the banner of the end
    alert_ink: str
    players: Mapping[str, Paint]


def channels(colour: str) -> list[int]:
    """Red, green and blue, from 0 to 255."""
    return [int(colour[start : start + 2], 16) for start in (1, 3, 5)]


def hex_colour(channels: Iterable[float]) -> str:
    """Red, green and blue as #rrggbb."""
    return "#" + "".join(f"{round(part):02x}" for part in channels)


def mix(colour: str, other: str, share: float) -> str:
    """`colour` with a share of `other` in it."""
    return hex_colour(a + (b - a) * share for a, b in zip(channels(colour), channels(other), strict=True))


def contrast(colour: str, other: str) -> float:
    """The contrast ratio of WCAG 2.2, from 1 to 21."""
    light, dark = sorted((_luminance(colour), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in channels(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
