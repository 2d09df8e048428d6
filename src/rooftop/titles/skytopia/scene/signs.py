"""Signs, each around its middle and about 20 across: coins and prestige, effects, crests, the hammers."""

from __future__ import annotations

from rooftop.core.svg import num, outline, text
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.scene.palette import Palette
from rooftop.titles.skytopia.scene.stage import Stage, gear, use

ROUND = ' stroke-linejoin="round" stroke-linecap="round"'

STAR = outline(
    (x * 10, y * 10)
    for x, y in (
        (0, -1), (0.24, -0.7), (0.71, -0.71), (0.7, -0.24), (1, 0), (0.7, 0.24), (0.71, 0.71), (0.24, 0.7),
        (0, 1), (-0.24, 0.7), (-0.71, 0.71), (-0.7, 0.24), (-1, 0), (-0.7, -0.24), (-0.71, -0.71),
        (-0.24, -0.7),
    )
)  # fmt: skip
SPARK = "M2.5 -9.5L-6 1.5H-1L-3 9.5L6 -2.5H.8z"
HAMMER = "M-1.3 -3h2.6v13h-2.6zM-6 -9h12v6h-12z"
PLATE = "M-5 -7h10v14h-10z"
DIE = "M-5.5 -5.5h11v11h-11z"

# Shields of four shapes, and what stands on them.
_SHIELDS = {
    "heron": "M-8.5 -9h17v9c0 5 -4 8 -8.5 10c-4.500 -2 -8.500 -5 -8.500 -10z",
    "stag": "M-9 -9.500h18v19h-18z",
    "thistle": "M-9.800 0a9.800 9.800 0 1 0 19.600 0a9.800 9.800 0 1 0 -19.600 0z",
    "comet": "M0 -11l10.500 11l-10.500 11l-10.500 -11z",
}
_SHAPES = tuple(_SHIELDS.values())
_CHARGES = {
    # a wading bird: beak, curved neck, body, two legs
    "heron": "M-6.500 -4.500l4.500 -2c1.800 0 2.600 1.200 2.200 2.600c-.4 1.600 -1.600 2.600 -1.200 3.900c2.600 -1.100"
    " 5.500 -.6 7 2.400c-2.300 1.300 -4.300 1.600 -6.200 1.400l.2 4.200h-1.100l-.3 -4.500c-3 -.9 -4 -3.500 -2.400 -6.200"
    "c.7 -1.200 .8 -1.700 .2 -2.300z",
    # antlers over a head
    "stag": "M-1.700 8.500l-2.300 -6.500l-2.200 -1.200l2.300 -.8l-3.600 -1.800l-.6 -5.400h1.300l.5 3l1.500 .9l-.3 -3.900h1.200"
    "l.5 4.800l1.900 1.600h3l1.900 -1.600l.5 -4.800h1.200l-.3 3.900l1.500 -.9l.5 -3h1.300l-.6 5.400l-3.600 1.800l2.300 .8"
    "l-2.200 1.200l-2.300 6.500z",
    # a round head with a crown, two leaves
    "thistle": "M-3.600 -1.200l-1.800 -5.300l2.700 1.900l.9 -3.400l1.800 2.900l1.800 -2.900l.9 3.400l2.700 -1.900l-1.800 5.300"
    "a3.600 3.600 0 0 1 -3 4.100v1.300c1.700 -2.200 3.400 -2.700 5 -2.500c-.5 2.900 -2.200 4.500 -5 4.600v1.700h-1.200v-1.700"
    "c-2.800 -.1 -4.500 -1.700 -5 -4.600c1.600 -.2 3.300 .3 5 2.500v-1.300a3.600 3.600 0 0 1 -3 -4.100z",
    # a star with a tail
    "comet": "M2.200 -5.200l1.100 2.500l2.700 .3l-2 1.900l.5 2.700l-2.300 -1.300l-2.400 1.300l.5 -2.700l-2 -1.900l2.700 -.3z"
    "M-.9 2.300l-4 3.100l2.300 -4.400zM1.500 3.200l-3 4l1.300 -4.600zM-2 .2l-4.600 1.100l3.800 -2.600z",
}


def crest(name: str, number: int, palette: Palette) -> str:
    """A house's shield; a house that is not ours has a letter on one of the four shapes."""
    shape = _SHIELDS.get(name, _SHAPES[number % 4])
    charge = f'<path d="{_CHARGES[name]}" fill="{palette.shield_ink}"/>' if name in _CHARGES else ""
    charge = charge or text(0, 4, name[0].upper(), 12, palette.shield_ink, "strong", "middle")
    return (
        f'<g id="crest-{name}"><path d="{shape}" fill="{palette.shield}" stroke="{palette.shield_ink}"'
        f' stroke-width="1.2"/>{charge}</g>'
    )


def coin(palette: Palette) -> str:
    return (
        f'<path d="{gear(0, 0, 12, 8.4, 10)}" fill="{palette.coin}" stroke="{palette.coin_ink}"'
        f' stroke-width=".9"{ROUND}/><circle r="6.6" fill="none" stroke="{palette.coin_ink}"'
        ' stroke-width=".5" stroke-opacity=".55"/>'
    )


def coin_definition(palette: Palette) -> str:
    return f'<g id="sign-coin">{coin(palette)}</g>'


def _effects(palette: Palette) -> dict[str, str]:
    """What an effect does, as a sign. A filled plate is the one that is meant."""
    ink, glow, plate = palette.ink, palette.brass, palette.plate
    line = f' fill="none" stroke="{ink}" stroke-width="1.6"{ROUND}'
    thin = f' fill="{plate}" stroke="{ink}" stroke-width="1.1"{ROUND}'
    full = f' fill="{glow}" stroke="{ink}" stroke-width="1.1"{ROUND}'

    def small(path: str, x: float, y: float, scale: float, more: str) -> str:
        return f'<path transform="translate({num(x)} {num(y)}) scale({scale:g})" d="{path}"{more}/>'

    spark = f'<path transform="{{}}" d="{SPARK}" fill="{palette.coin}" stroke="{ink}" stroke-width="1.2"{ROUND}/>'
    return {
        "rotate": f'<path d="M-3.400 8.300A9 9 0 1 1 5.800 6.900"{line}/><path d="M8.800 2.700l-.4 6.300l-5.300 -3.400z"'
        f' fill="{ink}"/>',
        "move": small(DIE, -5, 3, 0.7, thin)
        + f'<path d="M-5 -4.500q6 -6 11 -.5"{line}/><path d="M3.200 -3.300l4.800 1.600l-.6 -5z" fill="{ink}"/>'
        + small(PLATE, 6, 5, 0.62, full),
        "build_card": small(PLATE, -5.5, 4, 0.7, thin)
        + small("M-6 4h12v-4h-12zM-6 9h12v-4h-12z", 5.5, 0.5, 0.75, thin)
        + small("M-6 -1.500h12v-4h-12z", 5.5, 0.5, 0.75, full)
        + f'<path d="M-5.500 -3.500q2 -5 6 -4.500"{line}/><path d="M-.8 -10.400l4.200 2.600l-4 2.400z" fill="{ink}"/>',
        "activate_top": small("M-6 4h12v-4h-12zM-6 9h12v-4h-12z", -2.5, 0.5, 1, thin)
        + small("M-6 -1.500h12v-4.500h-12z", -2.5, 0.5, 1, full)
        + spark.format("translate(6.5 -4.5) scale(.55)"),
        "activate_row": small(PLATE, -7, 2, 0.62, thin)
        + small(PLATE, 0, 2, 0.62, full)
        + small(PLATE, 7, 2, 0.62, thin)
        + f'<path d="M-10 8.500h20"{line}/>'
        + spark.format("translate(0 -4.5) scale(.55)"),
        "activate_crest": spark.format("translate(0 0) scale(.95)"),
        "free_golem": small(PLATE, 0, 5.5, 0.95, thin).replace("scale(0.95)", "scale(1.3 .5)")
        + small(DIE, 0, 1, 0.7, full)
        + f'<path d="M0 -10v4"{line}/><path d="M-2.600 -7.500h5.200l-2.600 4z" fill="{ink}"/>',
        "laboratory": f'<path d="M-3 -9.500h6M-1.800 -9v6l-5.800 10c-.6 1.500 .2 2.500 1.600 2.500h12c1.400 0 2.200 -1'
        f' 1.600 -2.500l-5.800 -10v-6"{line}/><path d="M-4.300 3.500h8.600l2.200 4.500h-13z" fill="{glow}"/>',
    }


def definitions(board: Board, palette: Palette) -> str:
    """Everything but the coin, which the printed board needs too."""
    ink = palette.ink
    made = [
        f'<path id="sign-star" d="{STAR}" fill="{palette.star}" stroke="{palette.edge}" stroke-width=".7"/>',
        f'<path id="sign-spark" d="{SPARK}" fill="{palette.coin}" stroke="{ink}" stroke-width="1.2"{ROUND}/>',
        f'<g id="sign-hammers" fill="{palette.brass}" stroke="{palette.edge}" stroke-width="1.1"{ROUND}>'
        f'<path transform="rotate(42)" d="{HAMMER}"/><path transform="rotate(-42)" d="{HAMMER}"/></g>',
        f'<path id="sign-card" d="{PLATE}" fill="{palette.plate}" stroke="{ink}" stroke-width="1.2"{ROUND}/>',
    ]
    made += [f'<g id="sign-{name}">{drawn}</g>' for name, drawn in _effects(palette).items()]
    made += [crest(row.id, number, palette) for number, row in enumerate(board.crests)]
    return "".join(made)


def valued(stage: Stage, sign: str, value: object, x: float, y: float, radius: float, more: str = "") -> str:
    """A coin, a star or the arrow of a rotation with a number on it."""
    inks = {"coin": stage.palette.coin_ink, "star": stage.palette.star_ink}
    ink = inks.get(sign, stage.palette.ink)
    size = max(9.0, radius * 1.12)
    return use(f"sign-{sign}", x, y, radius / 10, more) + text(
        x, y + size * 0.345, str(value), size, ink, "strong", "middle"
    )
