"""The colours of New York 1901: Day (a hand-tinted survey map) and Night (lit windows)."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

from rooftop.drawing.palette import Paint, SharedPalette, Tone, both, channels, hex_colour, mix


@dataclass(frozen=True)
class Metal:
    """The trim of a generation; `ink` is the text colour on it."""

    plate: str
    rim: str
    ink: str


class Palette(SharedPalette):
    players = Tone(
        {
            "blue": Paint("#2767c4", "#143870", "#ffffff", "stripes", light="#ffe59a"),
            "green": Paint("#1f7d45", "#0d4424", "#ffffff", "bars", light="#ffe59a"),
            "yellow": Paint("#f4c430", "#8f6600", "#241f1a", "dots", light="#6b4700"),
            "brown": Paint("#7d4a2c", "#3f220f", "#ffffff", "zigzag", light="#ffd98a"),
        }
    )
    sheet = Tone("#f6eedb", "#101b36")  # behind the map; streets
    block_edge = Tone("#2a2520", "#050a17")  # the outline of skyscrapers
    kerb = Tone("#a8977a", "#55648f")
    walk = Tone("#fffaf0", "#1d2a4e")  # the pavement around a block
    lamps = Tone("#d5c5a1", "#e0b765")  # the centre line of a street
    street_ink = Tone("#6b2d1c", "#f3d9a0")
    park = Tone("#c3d8a6", "#1d4437")
    leaf = Tone("#6f9a5a", "#3f7a57")
    leaf_light = Tone("#93ba78", "#5c9c70")
    path = Tone("#efe6c8", "#2f5a4c")
    park_ink = Tone("#23441a", "#d3efcd")
    stone = Tone("#c9bda8", "#3d4660")  # printed buildings
    stone_dark = Tone("#8d8069", "#252d45")
    stone_ink = Tone("#2a2520", "#f2ead6")
    lot_edge = Tone("#4a3d2d", "#b9c3de")
    lot_ink = Tone("#443829", "#e3e7f2")
    shield = Tone("#fffaf0", "#17233f")
    shield_ink = Tone("#3b342c", "#f2dfae")
    light = Tone("#0b0f18", "#ffdf8e")  # windows; at night `GLASS` of a player
    light_share = Tone(0.42, 0.62)  # the opacity of windows
    district_mix = Tone(("#fbf5e6", 0.5), ("#0e1a36", 0.71))  # mixed into the colours of the edition
    texture = Tone(("#4a3a22", 0.2), ("#d5def5", 0.15))  # the lines of a pattern, and their opacity
    out = Tone("#ddd3bd", "#1a2440")  # lots that are not in the game
    metals = Tone(
        {
            "none": Metal("#b9b2a6", "#6f675b", "#241f1a"),
            "bronze": Metal("#d08e57", "#7a431a", "#241408"),
            "silver": Metal("#d9dfe4", "#75808a", "#1d242b"),
            "gold": Metal("#f5d25e", "#94700f", "#2a2006"),
            "legendary": Metal("#22303c", "#f0cf73", "#ffe9a8"),
        }
    )


PALETTES = both(Palette)


def wash(palette: Palette, colour: str) -> str:
    """The tint of a district on the map. At night its hue is more saturated."""
    paint, share = palette.district_mix
    if palette.name == "night":
        hue, _, strength = colorsys.rgb_to_hls(*(part / 255 for part in channels(colour)))
        strong = colorsys.hls_to_rgb(hue, 0.52, min(1, strength * 1.35))
        colour = hex_colour(part * 255 for part in strong)
    return mix(colour, paint, share)
