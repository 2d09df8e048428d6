"""The colours of Skyrise: Day (clouds, paper, brass) and Night (deep blue, stars, lit windows).

Nothing depends on colour alone: every player also has a pattern and a letter, every neighbourhood a texture,
every disc a sign.
"""

from __future__ import annotations

from dataclasses import dataclass

from rooftop.drawing.palette import SharedPalette


@dataclass(frozen=True)
class Ground:
    """The colours of a neighbourhood (its ground, the lines of its texture, the text on it) and of its disc
    and the sign on that."""

    fill: str
    line: str
    ink: str
    disc: str
    sign: str


@dataclass(frozen=True)
class Player:
    """The colours of a player. `ink` is for text on `paint`."""

    paint: str
    dark: str  # shaded sides, and the lines of the pattern
    light: str  # tops
    ink: str


@dataclass(frozen=True)
class Palette(SharedPalette):
    sky: tuple[str, str]  # above, below
    cloud: tuple[str, str]  # body, shaded foot
    star: str
    brass_light: str
    brass_dark: str
    rim: str  # the edge of an island
    rock: tuple[str, str]  # its side, upper and lower
    border: str  # between neighbourhoods
    water: str
    deep: str
    foam: str
    water_ink: str
    hull: str  # of a blimp
    hull_dark: str
    sail: str  # of a windmill
    lamp: str
    plaque: str  # a bid's field
    plaque_ink: str
    token: str  # keys, values, wonders
    token_ink: str
    ivory: str  # discs of patrons and commissions
    ivory_ink: str
    window: str
    grounds: dict[str, Ground]
    players: dict[str, Player]


DAY = Palette(
    name="day",
    table="#e4e3d8",
    sky=("#a9cfe4", "#e6f0ec"),
    cloud=("#fbfdfc", "#d5e4ea"),
    star="#ffffff",
    panel="#fbf7ec",
    inset="#f1ead9",
    ink="#262a31",
    soft="#5b5a55",
    rule="#cbb98f",
    brass="#a1772a",
    brass_light="#e2bd68",
    brass_dark="#6e4d13",
    glow="#8f5f0c",
    edge="#262a31",
    shadow="#2c4356",
    rim="#f0e4c6",
    rock=("#9a7f62", "#6d5744"),
    border="#6b5a45",
    water="#7fb6d2",
    deep="#4f94ba",
    foam="#d8eef6",
    water_ink="#0d3a55",
    hull="#c9523b",
    hull_dark="#8a2d1d",
    sail="#fffaf0",
    lamp="#fff3c4",
    plaque="#fffdf6",
    plaque_ink="#1f2329",
    token="#e3bf6b",
    token_ink="#2a2113",
    alert="#8c2f1d",
    alert_ink="#fff6e8",
    back="#24374d",
    back_ink="#f0d494",
    ivory="#fffaf0",
    ivory_ink="#2b2440",
    window="#fff1c0",
    grounds={
        "yellow": Ground("#eccb63", "#b68a1e", "#3a2c05", "#f7df8b", "#6f4f00"),
        "green": Ground("#93c178", "#4f8238", "#15300a", "#6fae52", "#0e2b07"),
        "white": Ground("#f3efe4", "#b9b09b", "#3a352a", "#ffffff", "#5a5346"),
        "brown": Ground("#c08a5f", "#7d4a24", "#2f1705", "#8a5330", "#fff0dc"),
    },
    players={
        "red": Player("#b23a2a", "#6e1c12", "#d4695a", "#ffffff"),
        "teal": Player("#16776e", "#0a4540", "#4fb0a5", "#ffffff"),
        "yellow": Player("#f0bc3c", "#9a6c06", "#ffe08c", "#2a2005"),
        "blue": Player("#46628c", "#22344f", "#8aa3c6", "#ffffff"),
    },
)

NIGHT = Palette(
    name="night",
    table="#0a1122",
    sky=("#0b1533", "#22346a"),
    cloud=("#3c4d80", "#22305c"),
    star="#fff4cf",
    panel="#141f3c",
    inset="#0d162e",
    ink="#f3ecda",
    soft="#b4bdd4",
    rule="#3c4b74",
    brass="#d6ab5b",
    brass_light="#f4d591",
    brass_dark="#7c5a1d",
    glow="#f6cd6e",
    edge="#efe8d4",
    shadow="#01040c",
    rim="#55618a",
    rock=("#3a3f5c", "#1b2140"),
    border="#0b1228",
    water="#1f5f8c",
    deep="#123f66",
    foam="#6fb2d8",
    water_ink="#d8effa",
    hull="#b44a3a",
    hull_dark="#5c1f18",
    sail="#d9dcea",
    lamp="#ffd988",
    plaque="#fff8e4",
    plaque_ink="#14192a",
    token="#e3bf6b",
    token_ink="#2a2113",
    alert="#ffb59e",
    alert_ink="#3a0f06",
    back="#223365",
    back_ink="#f3d48a",
    ivory="#f4ecd8",
    ivory_ink="#2b2440",
    window="#ffd670",
    grounds={
        "yellow": Ground("#7b6527", "#b89a4a", "#fff6d6", "#f2d36a", "#4f3a00"),
        "green": Ground("#2f5f42", "#5f9a70", "#e8fbe4", "#7fc274", "#0c2a12"),
        "white": Ground("#767370", "#a6a29c", "#ffffff", "#f6f4ee", "#4c4a56"),
        "brown": Ground("#5f3d2a", "#96694a", "#ffeedd", "#bd7b4e", "#2a1204"),
    },
    players={
        "red": Player("#bf4433", "#701d13", "#e07f6e", "#ffffff"),
        "teal": Player("#177a70", "#0a4540", "#5cc0b4", "#ffffff"),
        "yellow": Player("#f0bc3c", "#8f6405", "#ffe08c", "#2a2005"),
        "blue": Player("#4d6ca0", "#24385a", "#9ab3d8", "#ffffff"),
    },
)

PALETTES: dict[str, Palette] = {"day": DAY, "night": NIGHT}
