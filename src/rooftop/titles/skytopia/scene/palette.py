"""The colours of Skytopia: Day (a pale sky, plates and brass) and Night (indigo, lamplight and brass)."""

from __future__ import annotations

from rooftop.drawing.palette import Paint, SharedPalette, Tone, both


class Palette(SharedPalette):
    players = Tone(
        {
            "yellow": Paint("#f2c230", "#9a6d00", "#241f1a", "dots"),
            "green": Paint("#237c48", "#0f4a29", "#ffffff", "bars"),
            "white": Paint("#f7f4ec", "#a39c8c", "#241f1a", "zigzag"),
            "black": Paint("#2d2f38", "#0f1014", "#ffffff", "stripes", line="#5b5f6e"),
        }
    )
    table = Tone("#d7e3ea", "#0b0f22")
    panel = Tone("#faf7ee", "#181f3d")
    inset = Tone("#eeebdf", "#10162f")
    ink = Tone("#23262e", "#f3ecd9")
    soft = Tone("#565c68", "#b9c0d8")
    rule = Tone("#bfb79f", "#46507c")
    brass = Tone("#98692a", "#d9ae62")
    glow = Tone("#00706c", "#54dccb")
    edge = Tone("#2a2620", "#e6dec6")
    shadow = Tone("#33404c", "#02040c")
    back = Tone("#3a4452", "#2b3768")
    back_ink = Tone("#f2dfae", "#f3d48a")
    cloud = Tone("#e6eef2", "#121834")  # drawn on the table
    plate = Tone("#fffdf6", "#222b50")  # the face of a card
    wheel = Tone("#d9b874", "#8f6f36")  # of the chronometer: the turning wheel,
    wheel_light = Tone("#ecd7a5", "#b8934f")
    wheel_dark = Tone("#8a6428", "#4a3818")
    rim = Tone("#3a4452", "#0c1126")  # the fixed ring around it, and text on it
    rim_ink = Tone("#f6efdc", "#f3e6c4")
    coin = Tone("#e6c15f")
    coin_ink = Tone("#2a2113")
    star = Tone("#2c5f97", "#a9d0f7")  # prestige points
    star_ink = Tone("#ffffff", "#0c1a33")
    shield = Tone("#fffdf6", "#f3ecd9")
    shield_ink = Tone("#2a2620", "#1b2038")
    die = Tone("#fffaf0", "#f3ecd9")  # a face of the dial
    die_ink = Tone("#2a2620", "#1b2038")
    towers = Tone(
        {
            "blue": Paint("#2e6db4", "#194577", "#ffffff", "ripples", light="#a9cbef"),
            "gold": Paint("#e0ae3a", "#976a0d", "#2a2113", "bricks", light="#f7e0a0"),
            "red": Paint("#bd4526", "#7b250f", "#ffffff", "hatch", light="#f3b9a2"),
            "purple": Paint("#74469f", "#472368", "#ffffff", "lozenges", light="#d2b8ea"),
        },
        {
            "blue": Paint("#2f6cb3", "#173a66", "#ffffff", "ripples", light="#7fb0e6"),
            "gold": Paint("#d6a535", "#7d5a12", "#221a08", "bricks", light="#f0d384"),
            "red": Paint("#bb4a2c", "#6b2413", "#ffffff", "hatch", light="#ec9a7e"),
            "purple": Paint("#7d4fab", "#44266a", "#ffffff", "lozenges", light="#bf9de2"),
        },
    )


PALETTES = both(Palette)
