"""Colours as #rrggbb: mixing, contrast, and the palette of every theme."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from rooftop.game.title import Theme

Value = TypeVar("Value", covariant=True)
PaletteT = TypeVar("PaletteT", bound="SharedPalette")


class Tone(Generic[Value]):
    """A colour of a palette, by day and by night; the same in both if only one is given."""

    def __init__(self, day: Value, night: Value | None = None) -> None:
        self.day = day
        self.night = day if night is None else night

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, palette: SharedPalette, owner: type) -> Value:
        found = self.day if palette.name == "day" else self.night
        palette.__dict__[self.name] = found  # from now on an ordinary attribute
        return found


@dataclass(frozen=True)
class Paint:
    """The paint of a player, or of pieces of a kind."""

    paint: str
    dark: str  # shaded sides
    ink: str  # text on the paint
    pattern: str = ""  # one of those in `textures`
    light: str = ""  # upper sides, or lit windows
    line: str = ""  # of the pattern, unless it is `dark`


class SharedPalette:
    """The colours of every title, in paper, ink and brass. A title's `class Palette(SharedPalette)` gives its
    own colours, and other paints for its players."""

    table = Tone("#e9dfc9", "#0a1226")  # behind everything
    panel = Tone("#faf5e8", "#15213f")
    inset = Tone("#f0e7d2", "#0e1830")  # a field in a panel
    ink = Tone("#2a2520", "#f2ead6")
    soft = Tone("#62574a", "#b3bdd3")  # quieter text
    rule = Tone("#c9b68f", "#3b4a72")  # hairlines
    brass = Tone("#a67c2d", "#d6ab5b")  # ornaments and marks
    glow = Tone("#8f6719", "#f3c766")  # whose turn it is
    edge = Tone("#2a2520", "#e9e2cd")  # the outline of pieces
    shadow = Tone("#3a2f1f", "#02050e")
    back = Tone("#2a2520", "#223365")  # of cards
    back_ink = Tone("#f0dba6", "#f3d48a")
    token = Tone("#e3bf6b")  # counters and the winners' medals
    token_ink = Tone("#2a2113")
    alert = Tone("#8c2f1d", "#ffb59e")  # the banner of the end
    alert_ink = Tone("#fff6e8", "#3a0f06")
    players: Tone[Mapping[str, Paint]] = Tone(
        {
            "red": Paint("#b3372c", "#7a1f17", "#ffffff", "stripes"),
            "yellow": Paint("#f0c23a", "#a07a08", "#241f1a", "dots"),
            "green": Paint("#26784a", "#12502b", "#ffffff", "bars"),
            "blue": Paint("#2c62b8", "#173f80", "#ffffff", "zigzag"),
        }
    )

    def __init__(self, name: Theme) -> None:
        self.name = name


def both(palette: type[PaletteT]) -> dict[str, PaletteT]:
    """A title's palette by day and by night."""
    return {"day": palette("day"), "night": palette("night")}


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
