"""The colours of Tower Up: Day (paper, ink, brass) and Night (deep blue, lit windows)."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

from rooftop.drawing.palette import Paint, SharedPalette, Tone, both, channels, hex_colour, mix
from rooftop.titles.tower_up.schema import Colour, District


@dataclass(frozen=True)
class Floor:
    """The paint of a floor; `glass` is for its windows."""

    front: str
    side: str
    top: str
    glass: str


class Palette(SharedPalette):
    players = Tone(
        {
            "blue": Paint("#2767c4", "#163f80", "#ffffff", "stripes"),
            "yellow": Paint("#f4c430", "#a87b00", "#241f1a", "dots"),
            "green": Paint("#26824a", "#12502b", "#ffffff", "bars"),
            "orange": Paint("#ee7f2b", "#a34a08", "#241f1a", "zigzag"),
        }
    )
    sheet = Tone("#f3ead6", "#0f1a33")  # behind the map
    road = Tone("#fffbf0", "#33436c")
    kerb = Tone("#a8977a", "#0b1429")
    lamps = Tone("#d8c9a6", "#ffd988")
    water = Tone("#a9cfdc", "#123b5c")
    deep = Tone("#86b7ca", "#0c2b47")
    foam = Tone("#d9edf2", "#2f6c92")
    water_ink = Tone("#0f4159", "#bfe3f5")
    park = Tone("#b5cd97", "#1c4238")
    leaf = Tone("#6f9a5a", "#3f7a57")
    leaf_light = Tone("#8db673", "#59976b")
    park_ink = Tone("#274a1c", "#c9e8c4")
    plinth = Tone("#fffaf0", "#3d4b76")
    plinth_side = Tone("#3b342c", "#080f20")
    plinth_ink = Tone("#fff8e8", "#f2ead6")
    plinth_edge = Tone("#3b342c", "#a3afd0")
    lakeside = Tone("#17607f", "#15597f")  # the lip of a site by the lake; text on it, waves below
    lakeside_ink = Tone("#ffffff")
    lakeside_mark = Tone("#17607f", "#7cc8ee")
    parkside = Tone("#33692c", "#235f39")
    parkside_ink = Tone("#ffffff")
    parkside_mark = Tone("#33692c", "#8fd39a")
    district_mix = Tone(("#f6eedc", 0.22), ("#10203f", 0.74))  # an edition's fill is mixed with this
    texture = Tone(("#5a4a32", 0.2), ("#c5d2f2", 0.13))  # the lines of a district, and their opacity
    border = Tone("#7d6a4c", "#7e8db5")
    floors: Tone[dict[Colour, Floor]] = Tone(
        {
            "white": Floor("#fdfaf1", "#d5cbb6", "#fffdf6", "#93a7b0"),
            "grey": Floor("#a9acb0", "#7d8186", "#bfc2c5", "#4c535a"),
            "brown": Floor("#9c6238", "#6f4122", "#b67a4c", "#e2bd94"),
            "black": Floor("#33353a", "#1a1b1f", "#45484f", "#c7b27a"),
        },
        {
            "white": Floor("#e6e6ec", "#a9aec4", "#f3f3f6", "#d79a2b"),
            "grey": Floor("#697186", "#454c61", "#7d859a", "#f2c35a"),
            "brown": Floor("#8f5a36", "#5f381f", "#a97049", "#ffd98a"),
            "black": Floor("#23262f", "#12141b", "#353a47", "#ffd670"),
        },
    )


PALETTES = both(Palette)


def district_fill(palette: Palette, area: District) -> str:
    """The fill of a district in a theme. Grey districts are pure grey. At night the others are dark shades
    of their own hue, because sand mixed with the blue of the night would turn grey."""
    paint, share = palette.district_mix
    hue, light, _ = colorsys.rgb_to_hls(*(channel / 255 for channel in channels(area.fill)))
    if area.grey:
        grey = sum(channels(paint)) / 3
        return mix(hex_colour([light * 255] * 3), hex_colour([grey] * 3), share)
    if palette.name == "night":
        return hex_colour(channel * 255 for channel in colorsys.hls_to_rgb(hue, 0.22, 0.36))
    return mix(area.fill, paint, share)
