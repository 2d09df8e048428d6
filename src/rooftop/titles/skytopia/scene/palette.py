"""The colours of Skytopia: Day (a pale sky, plates and brass) and Night (indigo, lamplight and brass).

Nothing depends on colour alone: every player has a pattern and a letter, every tower a texture, every crest a
shield of its own shape.
"""

from __future__ import annotations

from dataclasses import dataclass

from rooftop.drawing.palette import SharedPalette


@dataclass(frozen=True)
class Paint:
    """A colour of pieces: `ink` for text on it, `dark` for shaded sides, `light` for upper sides."""

    paint: str
    dark: str
    light: str
    ink: str


@dataclass(frozen=True)
class Palette(SharedPalette):
    cloud: str  # drawn on the table
    plate: str  # the face of a card
    wheel: str  # of the chronometer: the turning wheel,
    wheel_light: str
    wheel_dark: str
    rim: str  # the fixed ring around it, and text on it
    rim_ink: str
    coin: str
    coin_ink: str
    star: str  # prestige points
    star_ink: str
    shield: str
    shield_ink: str
    die: str  # a face of the dial
    die_ink: str
    towers: dict[str, Paint]
    players: dict[str, Paint]


PLAYERS = {
    "yellow": Paint("#f2c230", "#9a6d00", "#ffe08a", "#241f1a"),
    "green": Paint("#237c48", "#0f4a29", "#5fb483", "#ffffff"),
    "white": Paint("#f7f4ec", "#a39c8c", "#ffffff", "#241f1a"),
    "black": Paint("#2d2f38", "#0f1014", "#5b5f6e", "#ffffff"),
}

DAY = Palette(
    name="day",
    table="#d7e3ea",
    cloud="#e6eef2",
    panel="#faf7ee",
    inset="#eeebdf",
    plate="#fffdf6",
    ink="#23262e",
    soft="#565c68",
    rule="#bfb79f",
    brass="#98692a",
    glow="#00706c",
    edge="#2a2620",
    shadow="#33404c",
    wheel="#d9b874",
    wheel_light="#ecd7a5",
    wheel_dark="#8a6428",
    rim="#3a4452",
    rim_ink="#f6efdc",
    coin="#e6c15f",
    coin_ink="#2a2113",
    star="#2c5f97",
    star_ink="#ffffff",
    back="#3a4452",
    back_ink="#f2dfae",
    alert="#8c2f1d",
    alert_ink="#fff6e8",
    shield="#fffdf6",
    shield_ink="#2a2620",
    die="#fffaf0",
    die_ink="#2a2620",
    towers={
        "blue": Paint("#2e6db4", "#194577", "#a9cbef", "#ffffff"),
        "gold": Paint("#e0ae3a", "#976a0d", "#f7e0a0", "#2a2113"),
        "red": Paint("#bd4526", "#7b250f", "#f3b9a2", "#ffffff"),
        "purple": Paint("#74469f", "#472368", "#d2b8ea", "#ffffff"),
    },
    players=PLAYERS,
)

NIGHT = Palette(
    name="night",
    table="#0b0f22",
    cloud="#121834",
    panel="#181f3d",
    inset="#10162f",
    plate="#222b50",
    ink="#f3ecd9",
    soft="#b9c0d8",
    rule="#46507c",
    brass="#d9ae62",
    glow="#54dccb",
    edge="#e6dec6",
    shadow="#02040c",
    wheel="#8f6f36",
    wheel_light="#b8934f",
    wheel_dark="#4a3818",
    rim="#0c1126",
    rim_ink="#f3e6c4",
    coin="#e6c15f",
    coin_ink="#2a2113",
    star="#a9d0f7",
    star_ink="#0c1a33",
    back="#2b3768",
    back_ink="#f3d48a",
    alert="#ffb59e",
    alert_ink="#3a0f06",
    shield="#f3ecd9",
    shield_ink="#1b2038",
    die="#f3ecd9",
    die_ink="#1b2038",
    towers={
        "blue": Paint("#2f6cb3", "#173a66", "#7fb0e6", "#ffffff"),
        "gold": Paint("#d6a535", "#7d5a12", "#f0d384", "#221a08"),
        "red": Paint("#bb4a2c", "#6b2413", "#ec9a7e", "#ffffff"),
        "purple": Paint("#7d4fab", "#44266a", "#bf9de2", "#ffffff"),
    },
    players=PLAYERS,
)

PALETTES: dict[str, Palette] = {"day": DAY, "night": NIGHT}
