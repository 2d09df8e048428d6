"""Signs for features, discs and keys. The origin of each is its middle."""

from __future__ import annotations

from rooftop.drawing.geometry import gear
from rooftop.drawing.svg import disc, label
from rooftop.titles.skyrise.scene.palette import Palette
from rooftop.titles.skyrise.schema import COLOURS, LETTERS

ROUND = ' stroke-linejoin="round" stroke-linecap="round"'


def feature_defs(palette: Palette, prefix: str) -> str:
    """`sign-blimp`, `sign-windmill`, `sign-lake`, `sign-bridge`, `sign-chain`: 20 across."""
    edge = palette.feature
    blimp = (
        f'<ellipse cx="1" cy="4.5" rx="8.5" ry="2.6" fill="{palette.shadow}" fill-opacity=".35"/>'
        f'<path d="M-10 -6l5 3v2l-5 3z" fill="{palette.hull_dark}"/>'
        f'<ellipse cx="1" cy="-1.5" rx="9.5" ry="4.8" fill="{palette.hull}" stroke="{palette.hull_dark}"'
        f' stroke-width=".7"/><path d="M-8 -2.6Q1 -5.5 10 -2.6M-8 -.4Q1 2 10 -.4" fill="none"'
        f' stroke="{palette.lamp}" stroke-width=".9" stroke-opacity=".85"/>'
        f'<path d="M-2.5 3.2h7l-1.2 2.4h-4.6z" fill="{palette.brass_light}" stroke="{edge}"'
        ' stroke-width=".6"/>'
    )
    sail = "M0 0L1.5 -2L2.6 -9L-1 -9z"
    windmill = (
        f'<path d="M-3 8.5L-1.8 -1h3.6L3 8.5z" fill="{palette.brass_light}" stroke="{edge}"'
        f' stroke-width=".8"{ROUND}/>'
        + "".join(
            f'<path d="{sail}" transform="translate(0 -1) rotate({turn})" fill="{palette.sail}"'
            f' stroke="{edge}" stroke-width=".7"{ROUND}/>'
            for turn in (35, 125, 215, 305)
        )
        + f'<circle cy="-1" r="1.4" fill="{palette.hull}"/>'
    )
    lake = (
        f'<path d="M-9.5 1C-9 -6 -2 -7 3 -6S10 -1 9 3S1 8 -4 7S-9.7 5 -9.5 1z" fill="{palette.water}"'
        f' stroke="{palette.water_ink}" stroke-width=".9"/>'
        '<path d="M-6 0q2 -2 4 0t4 0t4 0M-5 3.5q2 -2 4 0t4 0"'
        f' fill="none" stroke="{palette.foam}" stroke-width="1.2"/>'
    )
    bridge = (
        f'<path d="M-10 -2.5h20v5.5h-3.5a6.5 4.5 0 0 0 -13 0h-3.5z" fill="{palette.brass_light}"'
        f' stroke="{edge}" stroke-width=".9"{ROUND}/>'
        '<path d="M-10 -5h20M-8 -5v2.5M-4 -5v2.5M0 -5v2.5M4 -5v2.5'
        f'M8 -5v2.5" stroke="{edge}" stroke-width=".9"/>'
    )
    chain = f'<path d="M-7 4L0 -4L7 4" fill="none" stroke="{palette.brass}" stroke-width="2.2"/>' + "".join(
        f'<path d="M{x - 3} {y + 3}v-5l3 -2.5l3 2.5v5z" fill="{palette.brass_light}" stroke="{edge}"'
        f' stroke-width=".9"{ROUND}/>'
        for x, y in ((-7, 4), (0, -4), (7, 4))
    )
    signs = {"blimp": blimp, "windmill": windmill, "lake": lake, "bridge": bridge, "chain": chain}
    return "".join(f'<g id="{prefix}-{name}">{drawn}</g>' for name, drawn in signs.items())


# The sign of each faction on a disc of radius 10: a lamp, a leaf, a palette, a gear.
_FACTIONS = {
    "yellow": "M0 -6.5C3.5 -3 3.8 -.8 1.8 1h-3.6C-3.8 -.8 -3.5 -3 0 -6.5zM-4.2 2h8.4l-1.4 2h-5.6z"
    "M-2.4 5h4.8v1.4h-4.8z",
    "green": "M-5 5.5C-6.5 -1.5 -1 -6.5 6 -6C6.5 1 1.5 6 -3.2 4.2L-5.4 6.6L-6.4 5.7zM-2.8 3L2.5 -2.5"
    "L1.9 -3.1L-3.4 2.3z",
    "white": "M0 -6C4.5 -6 7 -3.4 6.6 -.6C6.2 1.8 3.2 .6 2.2 2C1.2 3.6 3 5.6 0 6C-4 6.3 -6.8 3.6 -6.6 0"
    "C-6.4 -3.6 -3.6 -6 0 -6zM-3.6 -2.6a1.3 1.3 0 1 0 .1 0zM0 -4.4a1.3 1.3 0 1 0 .1 0zM-3.8 1.2a1.3 1.3"
    " 0 1 0 .1 0z",
}


def cog(radius: float) -> str:
    """A gear with eight teeth and a hole."""
    return gear(0, 0, 8, radius * 0.72, radius) + disc(0, 0, radius * 0.3)


def faction(colour: str) -> str:
    return cog(6.6) if colour == "brown" else _FACTIONS[colour]


def disc_defs(palette: Palette) -> str:
    """`disc-yellow` and so on, `disc-wild`, `disc-commissions`, `disc-A` and so on, of radius 10; `sign-A`
    and so on, with the letter."""
    drawn = []
    for colour in COLOURS:
        ground = palette.grounds[colour]
        sign = f'<path d="{faction(colour)}" fill="{ground.sign}" fill-rule="evenodd"/>'
        drawn.append(_disc(colour, ground.disc, sign, palette))
    quarters = "".join(
        f'<path d="M0 0L{a} {b}A7.6 7.6 0 0 1 {c} {d}z" fill="{palette.grounds[colour].disc}"/>'
        for colour, (a, b, c, d) in zip(
            COLOURS, ((0, -7.6, 7.6, 0), (7.6, 0, 0, 7.6), (0, 7.6, -7.6, 0), (-7.6, 0, 0, -7.6)), strict=True
        )
    )
    star = "M0 -4.6L1.2 -1.2L4.6 0L1.2 1.2L0 4.6L-1.2 1.2L-4.6 0L-1.2 -1.2z"
    drawn.append(
        _disc(
            "wild",
            palette.ivory,
            f'{quarters}<path d="{star}" fill="{palette.ivory_ink}" stroke="{palette.ivory}"/>',
            palette,
        )
    )
    scroll = (
        f'<path d="M-4.6 -5h7.6a1.8 1.8 0 0 1 1.8 1.8v6.6h-7.6a1.8 1.8 0 0 1 -1.8 -1.8z"'
        f' fill="{palette.token}" stroke="{palette.ivory_ink}" stroke-width="1"/>'
        f'<path d="M-2.6 -2.4h5M-2.6 .2h5" stroke="{palette.ivory_ink}" stroke-width="1"/>'
        f'<path d="M3 3l1.6 4.2l-2.1 -1.2l-2.1 1.2l1.2 -4.2z" fill="{palette.hull}"/>'
    )
    drawn.append(_disc("commissions", palette.ivory, scroll, palette))
    for letter in LETTERS:
        ring = f'<circle r="7.2" fill="none" stroke="{palette.ivory_ink}" stroke-width=".8"/>'
        drawn.append(_disc(letter, palette.ivory, ring, palette))
    drawn += [
        f'<g id="sign-{letter}"><use href="#disc-{letter}"/>'
        f"{letter_on_disc(letter, 0, 0, 10, 0, palette)}</g>"
        for letter in LETTERS
    ]
    return "".join(drawn)


def _disc(name: str, fill: str, sign: str, palette: Palette) -> str:
    edge = palette.outline
    return (
        f'<g id="disc-{name}"><ellipse cx="1" cy="3" rx="10.4" ry="9.6" fill="{palette.shadow}"'
        f' fill-opacity=".35"/><path d="M-10 0v1.8a10 10 0 0 0 20 0v-1.8z" fill="{edge}"/>'
        f'<circle r="10" fill="{fill}" stroke="{edge}" stroke-width="1.1"/>{sign}</g>'
    )


def letter_on_disc(
    letter: str, x: float, y: float, radius: float, least: float, palette: Palette, more: str = ""
) -> str:
    """A patron's letter on its disc: text, so that it never gets too small to read."""
    size = max(least, radius * 1.25)
    return label(x, y, letter, size, palette.ivory_ink, "strong", "middle", more)


def key_path() -> str:
    """A key, 20 across."""
    return (
        "M-10 0a4.5 4.5 0 1 1 8.7 1.5h8.3v3h-2.2v-1h-1.6v2h-2.2v-2h-2.6A4.5 4.5 0 0 1 -10 0z"
        "M-7.2 0a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0 -3.4 0z"
    )
