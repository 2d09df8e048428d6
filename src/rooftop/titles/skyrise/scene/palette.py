"""The colours of Skyrise: Day (clouds, paper, brass) and Night (deep blue, stars, lit windows)."""

from __future__ import annotations

from dataclasses import dataclass

from rooftop.drawing.palette import Paint, SharedPalette, Tone, both


@dataclass(frozen=True)
class Ground:
    """The colours of a neighbourhood (its ground, the lines of its texture, the text on it) and of its disc
    and the sign on that."""

    fill: str
    line: str
    ink: str
    disc: str
    sign: str


class Palette(SharedPalette):
    players = Tone(
        {
            "red": Paint("#b23a2a", "#6e1c12", "#ffffff", "bricks", light="#d4695a"),
            "teal": Paint("#16776e", "#0a4540", "#ffffff", "bars", light="#4fb0a5"),
            "yellow": Paint("#f0bc3c", "#9a6c06", "#2a2005", "dots", light="#ffe08c"),
            "blue": Paint("#46628c", "#22344f", "#ffffff", "stripes", light="#8aa3c6"),
        },
        {
            "red": Paint("#bf4433", "#701d13", "#ffffff", "bricks", light="#e07f6e"),
            "teal": Paint("#177a70", "#0a4540", "#ffffff", "bars", light="#5cc0b4"),
            "yellow": Paint("#f0bc3c", "#8f6405", "#2a2005", "dots", light="#ffe08c"),
            "blue": Paint("#4d6ca0", "#24385a", "#ffffff", "stripes", light="#9ab3d8"),
        },
    )
    table = Tone("#e4e3d8", "#0a1122")
    panel = Tone("#fbf7ec", "#141f3c")
    inset = Tone("#f1ead9", "#0d162e")
    ink = Tone("#262a31", "#f3ecda")
    soft = Tone("#5b5a55", "#b4bdd4")
    rule = Tone("#cbb98f", "#3c4b74")
    brass = Tone("#a1772a", "#d6ab5b")
    glow = Tone("#8f5f0c", "#f6cd6e")
    edge = Tone("#262a31", "#efe8d4")
    shadow = Tone("#2c4356", "#01040c")
    outline = Tone("#262a31", "#0b1020")  # of structures and discs: dark in both themes
    feature = Tone("#6e4d13", "#12182c")  # the outline of signs for features
    back = Tone("#24374d", "#223365")
    back_ink = Tone("#f0d494", "#f3d48a")
    sky = Tone(("#a9cfe4", "#e6f0ec"), ("#0b1533", "#22346a"))  # above, below
    cloud = Tone(("#fbfdfc", "#d5e4ea"), ("#3c4d80", "#22305c"))  # body, shaded foot
    star = Tone("#ffffff", "#fff4cf")
    brass_light = Tone("#e2bd68", "#f4d591")
    brass_dark = Tone("#6e4d13", "#7c5a1d")
    rim = Tone("#f0e4c6", "#55618a")  # the edge of an island
    rock = Tone(("#9a7f62", "#6d5744"), ("#3a3f5c", "#1b2140"))  # its side, upper and lower
    border = Tone("#6b5a45", "#0b1228")  # between neighbourhoods
    water = Tone("#7fb6d2", "#1f5f8c")
    deep = Tone("#4f94ba", "#123f66")
    foam = Tone("#d8eef6", "#6fb2d8")
    water_ink = Tone("#0d3a55", "#d8effa")
    hull = Tone("#c9523b", "#b44a3a")  # of a blimp
    hull_dark = Tone("#8a2d1d", "#5c1f18")
    sail = Tone("#fffaf0", "#d9dcea")  # of a windmill
    lamp = Tone("#fff3c4", "#ffd988")
    plaque = Tone("#fffdf6", "#fff8e4")  # a bid's field
    plaque_ink = Tone("#1f2329", "#14192a")
    ivory = Tone("#fffaf0", "#f4ecd8")  # discs of patrons and commissions
    ivory_ink = Tone("#2b2440")
    window = Tone("#fff1c0", "#ffd670")
    grounds = Tone(
        {
            "yellow": Ground("#eccb63", "#b68a1e", "#3a2c05", "#f7df8b", "#6f4f00"),
            "green": Ground("#93c178", "#4f8238", "#15300a", "#6fae52", "#0e2b07"),
            "white": Ground("#f3efe4", "#b9b09b", "#3a352a", "#ffffff", "#5a5346"),
            "brown": Ground("#c08a5f", "#7d4a24", "#2f1705", "#8a5330", "#fff0dc"),
        },
        {
            "yellow": Ground("#7b6527", "#b89a4a", "#fff6d6", "#f2d36a", "#4f3a00"),
            "green": Ground("#2f5f42", "#5f9a70", "#e8fbe4", "#7fc274", "#0c2a12"),
            "white": Ground("#767370", "#a6a29c", "#ffffff", "#f6f4ee", "#4c4a56"),
            "brown": Ground("#5f3d2a", "#96694a", "#ffeedd", "#bd7b4e", "#2a1204"),
        },
    )


PALETTES = both(Palette)
