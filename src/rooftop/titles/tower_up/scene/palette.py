"""The colours of Tower Up: Day (paper, ink, brass) and Night (deep blue, lit windows).

Colour is never the only sign: every player also has a pattern and a letter, every floor a texture.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

from rooftop.drawing.palette import SharedPalette, channels, hex_colour, mix
from rooftop.titles.tower_up.schema import Colour, District


@dataclass(frozen=True)
class Floor:
    """The paint of a floor; `glass` is for its windows."""

    front: str
    side: str
    top: str
    glass: str


@dataclass(frozen=True)
class Player:
    """A player's paint; `ink` is for text on it."""

    paint: str
    dark: str  # the shaded side of a roof, and the lines of the pattern
    ink: str


@dataclass(frozen=True)
class Palette(SharedPalette):
    sheet: str  # behind the map
    road: str
    kerb: str
    lamps: str
    water: str
    deep: str
    foam: str
    water_ink: str
    park: str
    leaf: str
    leaf_light: str
    park_ink: str
    plinth: str
    plinth_side: str
    plinth_ink: str
    plinth_edge: str
    lakeside: str  # the lip of a site by the lake, the text on it, and the waves below
    lakeside_ink: str
    lakeside_mark: str
    parkside: str
    parkside_ink: str
    parkside_mark: str
    token: str
    token_ink: str
    district_mix: tuple[str, float]  # an edition's fill is mixed with this
    texture: tuple[str, float]  # the lines of a district, and their opacity
    border: str
    floors: dict[Colour, Floor]
    players: dict[str, Player]


PLAYERS = {
    "blue": Player("#2767c4", "#163f80", "#ffffff"),
    "yellow": Player("#f4c430", "#a87b00", "#241f1a"),
    "green": Player("#26824a", "#12502b", "#ffffff"),
    "orange": Player("#ee7f2b", "#a34a08", "#241f1a"),
}

DAY = Palette(
    name="day",
    table="#e9dfc9",
    sheet="#f3ead6",
    panel="#faf5e8",
    inset="#f0e7d2",
    ink="#2a2520",
    soft="#62574a",
    rule="#c9b68f",
    brass="#a67c2d",
    glow="#8f6719",
    edge="#2a2520",
    shadow="#3a2f1f",
    road="#fffbf0",
    kerb="#a8977a",
    lamps="#d8c9a6",
    water="#a9cfdc",
    deep="#86b7ca",
    foam="#d9edf2",
    water_ink="#0f4159",
    park="#b5cd97",
    leaf="#6f9a5a",
    leaf_light="#8db673",
    park_ink="#274a1c",
    plinth="#fffaf0",
    plinth_side="#3b342c",
    plinth_ink="#fff8e8",
    plinth_edge="#3b342c",
    lakeside="#17607f",
    lakeside_ink="#ffffff",
    lakeside_mark="#17607f",
    parkside="#33692c",
    parkside_ink="#ffffff",
    parkside_mark="#33692c",
    back="#2a2520",
    back_ink="#f0dba6",
    token="#e3bf6b",
    token_ink="#2a2113",
    alert="#8c2f1d",
    alert_ink="#fff6e8",
    district_mix=("#f6eedc", 0.22),
    texture=("#5a4a32", 0.2),
    border="#7d6a4c",
    floors={
        "white": Floor("#fdfaf1", "#d5cbb6", "#fffdf6", "#93a7b0"),
        "grey": Floor("#a9acb0", "#7d8186", "#bfc2c5", "#4c535a"),
        "brown": Floor("#9c6238", "#6f4122", "#b67a4c", "#e2bd94"),
        "black": Floor("#33353a", "#1a1b1f", "#45484f", "#c7b27a"),
    },
    players=PLAYERS,
)

NIGHT = Palette(
    name="night",
    table="#0a1226",
    sheet="#0f1a33",
    panel="#15213f",
    inset="#0e1830",
    ink="#f2ead6",
    soft="#b3bdd3",
    rule="#3b4a72",
    brass="#d6ab5b",
    glow="#f3c766",
    edge="#e9e2cd",
    shadow="#02050e",
    road="#33436c",
    kerb="#0b1429",
    lamps="#ffd988",
    water="#123b5c",
    deep="#0c2b47",
    foam="#2f6c92",
    water_ink="#bfe3f5",
    park="#1c4238",
    leaf="#3f7a57",
    leaf_light="#59976b",
    park_ink="#c9e8c4",
    plinth="#3d4b76",
    plinth_side="#080f20",
    plinth_ink="#f2ead6",
    plinth_edge="#a3afd0",
    lakeside="#15597f",
    lakeside_ink="#ffffff",
    lakeside_mark="#7cc8ee",
    parkside="#235f39",
    parkside_ink="#ffffff",
    parkside_mark="#8fd39a",
    back="#223365",
    back_ink="#f3d48a",
    token="#e3bf6b",
    token_ink="#2a2113",
    alert="#ffb59e",
    alert_ink="#3a0f06",
    district_mix=("#10203f", 0.74),
    texture=("#c5d2f2", 0.13),
    border="#7e8db5",
    floors={
        "white": Floor("#e6e6ec", "#a9aec4", "#f3f3f6", "#d79a2b"),
        "grey": Floor("#697186", "#454c61", "#7d859a", "#f2c35a"),
        "brown": Floor("#8f5a36", "#5f381f", "#a97049", "#ffd98a"),
        "black": Floor("#23262f", "#12141b", "#353a47", "#ffd670"),
    },
    players=PLAYERS,
)

PALETTES: dict[str, Palette] = {"day": DAY, "night": NIGHT}


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
