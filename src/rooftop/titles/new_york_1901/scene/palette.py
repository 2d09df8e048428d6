"""The colours of New York 1901: Day (a hand-tinted survey map) and Night (lit windows).

Nothing depends on colour alone: every player has a pattern and a letter, every district a texture, a letter
and an emblem, every generation its own windows.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

from rooftop.drawing.palette import SharedPalette, channels, hex_colour, mix


@dataclass(frozen=True)
class Player:
    """A player's paint; `ink` is the text colour on it."""

    paint: str
    dark: str  # the shaded side of a skyscraper, and the lines of the pattern
    ink: str
    glass: str  # windows at night


@dataclass(frozen=True)
class Metal:
    """The trim of a generation; `ink` is the text colour on it."""

    plate: str
    rim: str
    ink: str


@dataclass(frozen=True)
class Palette(SharedPalette):
    sheet: str  # behind the map; streets
    block_edge: str  # the outline of skyscrapers
    kerb: str
    walk: str  # the pavement around a block
    lamps: str  # the centre line of a street
    street_ink: str
    park: str
    leaf: str
    leaf_light: str
    path: str
    park_ink: str
    stone: str  # printed buildings
    stone_dark: str
    stone_ink: str
    lot_edge: str
    lot_ink: str
    shield: str
    shield_ink: str
    light: str  # windows, unless a player has their own
    light_share: float  # the opacity of windows
    crown: str
    district_mix: tuple[str, float]  # mixed into the colours of the edition
    texture: tuple[str, float]  # the lines of a district's pattern, and their opacity
    out: str  # lots that are not in the game
    players: dict[str, Player]
    metals: dict[str, Metal]


PLAYERS = {
    "blue": Player("#2767c4", "#143870", "#ffffff", "#ffe59a"),
    "green": Player("#1f7d45", "#0d4424", "#ffffff", "#ffe59a"),
    "yellow": Player("#f4c430", "#8f6600", "#241f1a", "#6b4700"),
    "brown": Player("#7d4a2c", "#3f220f", "#ffffff", "#ffd98a"),
}

METALS = {
    "none": Metal("#b9b2a6", "#6f675b", "#241f1a"),
    "bronze": Metal("#d08e57", "#7a431a", "#241408"),
    "silver": Metal("#d9dfe4", "#75808a", "#1d242b"),
    "gold": Metal("#f5d25e", "#94700f", "#2a2006"),
    "legendary": Metal("#22303c", "#f0cf73", "#ffe9a8"),
}

DAY = Palette(
    name="day",
    table="#e9dfc9",
    sheet="#f6eedb",
    panel="#faf5e8",
    inset="#f0e7d2",
    ink="#2a2520",
    soft="#62574a",
    rule="#c9b68f",
    brass="#a67c2d",
    glow="#8f6719",
    edge="#2a2520",
    block_edge="#2a2520",
    shadow="#3a2f1f",
    kerb="#a8977a",
    walk="#fffaf0",
    lamps="#d5c5a1",
    street_ink="#6b2d1c",
    park="#c3d8a6",
    leaf="#6f9a5a",
    leaf_light="#93ba78",
    path="#efe6c8",
    park_ink="#23441a",
    stone="#c9bda8",
    stone_dark="#8d8069",
    stone_ink="#2a2520",
    lot_edge="#4a3d2d",
    lot_ink="#443829",
    shield="#fffaf0",
    shield_ink="#3b342c",
    back="#2a2520",
    back_ink="#f0dba6",
    alert="#8c2f1d",
    alert_ink="#fff6e8",
    light="#0b0f18",
    light_share=0.42,
    crown="#e3bf6b",
    district_mix=("#fbf5e6", 0.5),
    texture=("#4a3a22", 0.2),
    out="#ddd3bd",
    players=PLAYERS,
    metals=METALS,
)

NIGHT = Palette(
    name="night",
    table="#0a1226",
    sheet="#101b36",
    panel="#15213f",
    inset="#0e1830",
    ink="#f2ead6",
    soft="#b3bdd3",
    rule="#3b4a72",
    brass="#d6ab5b",
    glow="#f3c766",
    edge="#e9e2cd",
    block_edge="#050a17",
    shadow="#02050e",
    kerb="#55648f",
    walk="#1d2a4e",
    lamps="#e0b765",
    street_ink="#f3d9a0",
    park="#1d4437",
    leaf="#3f7a57",
    leaf_light="#5c9c70",
    path="#2f5a4c",
    park_ink="#d3efcd",
    stone="#3d4660",
    stone_dark="#252d45",
    stone_ink="#f2ead6",
    lot_edge="#b9c3de",
    lot_ink="#e3e7f2",
    shield="#17233f",
    shield_ink="#f2dfae",
    back="#223365",
    back_ink="#f3d48a",
    alert="#ffb59e",
    alert_ink="#3a0f06",
    light="#ffdf8e",
    light_share=0.62,
    crown="#e3bf6b",
    district_mix=("#0e1a36", 0.71),
    texture=("#d5def5", 0.15),
    out="#1a2440",
    players=PLAYERS,
    metals=METALS,
)

PALETTES: dict[str, Palette] = {"day": DAY, "night": NIGHT}


def wash(palette: Palette, colour: str) -> str:
    """The tint of a district on the map. At night its hue is more saturated."""
    paint, share = palette.district_mix
    if palette.name == "night":
        hue, _, strength = colorsys.rgb_to_hls(*(part / 255 for part in channels(colour)))
        strong = colorsys.hls_to_rgb(hue, 0.52, min(1, strength * 1.35))
        colour = hex_colour(part * 255 for part in strong)
    return mix(colour, paint, share)
