"""Signs, each centred on 0, 0 and about 20 wide: coins, prestige, effects, crests, the hammers."""

from __future__ import annotations

from rooftop.drawing.geometry import gear
from rooftop.drawing.svg import label, num, outline, text, use
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.scene.palette import Palette

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

# Shields of four shapes, and the charges on them.
_SHIELDS = {
    "heron": "M-8.5 -9h17v9c0 5 -4 8 -8.5 10c-4.5 -2 -8.5 -5 -8.5 -10z",
    "stag": "M-9 -9.5h18v19h-18z",
    "thistle": "M-9.8 0a9.8 9.8 0 1 0 19.6 0a9.8 9.8 0 1 0 -19.6 0z",
    "comet": "M0 -11l10.5 11l-10.5 11l-10.5 -11z",
}
_SHAPES = tuple(_SHIELDS.values())
_CHARGES = {
    # a wading bird: beak, curved neck, body, two legs
    "heron": "M-6.5 -4.5l4.5 -2c1.8 0 2.6 1.2 2.2 2.6c-.4 1.6 -1.6 2.6 -1.2 3.9c2.6 -1.1"
    " 5.5 -.6 7 2.4c-2.3 1.3 -4.3 1.6 -6.2 1.4l.2 4.2h-1.1l-.3 -4.5c-3 -.9 -4 -3.5 -2.4 -6.2"
    "c.7 -1.2 .8 -1.7 .2 -2.3z",
    # antlers over a head
    "stag": "M-1.7 8.5l-2.3 -6.5l-2.2 -1.2l2.3 -.8l-3.6 -1.8l-.6 -5.4h1.3l.5 3l1.5 .9l-.3 -3.9h1.2"
    "l.5 4.8l1.9 1.6h3l1.9 -1.6l.5 -4.8h1.2l-.3 3.9l1.5 -.9l.5 -3h1.3l-.6 5.4l-3.6 1.8l2.3 .8"
    "l-2.2 1.2l-2.3 6.5z",
    # a round head with a crown, two leaves
    "thistle": "M-3.6 -1.2l-1.8 -5.3l2.7 1.9l.9 -3.4l1.8 2.9l1.8 -2.9l.9 3.4l2.7 -1.9l-1.8 5.3"
    "a3.6 3.6 0 0 1 -3 4.1v1.3c1.7 -2.2 3.4 -2.7 5 -2.5c-.5 2.9 -2.2 4.5 -5 4.6v1.7h-1.2v-1.7"
    "c-2.8 -.1 -4.5 -1.7 -5 -4.6c1.6 -.2 3.3 .3 5 2.5v-1.3a3.6 3.6 0 0 1 -3 -4.1z",
    # a star with a tail
    "comet": "M2.2 -5.2l1.1 2.5l2.7 .3l-2 1.9l.5 2.7l-2.3 -1.3l-2.4 1.3l.5 -2.7l-2 -1.9l2.7 -.3z"
    "M-.9 2.3l-4 3.1l2.3 -4.4zM1.5 3.2l-3 4l1.3 -4.6zM-2 .2l-4.6 1.1l3.8 -2.6z",
}


def crest(name: str, number: int, palette: Palette) -> str:
    """The shield of a house. An unknown house gets its letter on one of the four shapes."""
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


def _effects(palette: Palette) -> dict[str, str]:
    """Signs for effects. A filled plate is the card that the effect is about."""
    ink, glow, plate = palette.ink, palette.brass, palette.plate
    line = f' fill="none" stroke="{ink}" stroke-width="1.6"{ROUND}'
    thin = f' fill="{plate}" stroke="{ink}" stroke-width="1.1"{ROUND}'
    full = f' fill="{glow}" stroke="{ink}" stroke-width="1.1"{ROUND}'

    def small(path: str, x: float, y: float, scale: float, more: str) -> str:
        return f'<path transform="translate({num(x)} {num(y)}) scale({scale:g})" d="{path}"{more}/>'

    spark = (
        f'<path transform="{{}}" d="{SPARK}" fill="{palette.coin}" stroke="{ink}" stroke-width="1.2"{ROUND}/>'
    )
    return {
        "rotate": f'<path d="M-3.4 8.3A9 9 0 1 1 5.8 6.9"{line}/><path d="M8.8 2.7l-.4 6.3l-5.3 -3.4z"'
        f' fill="{ink}"/>',
        "move": small(DIE, -5, 3, 0.7, thin)
        + f'<path d="M-5 -4.5q6 -6 11 -.5"{line}/><path d="M3.2 -3.3l4.8 1.6l-.6 -5z" fill="{ink}"/>'
        + small(PLATE, 6, 5, 0.62, full),
        "build_card": small(PLATE, -5.5, 4, 0.7, thin)
        + small("M-6 4h12v-4h-12zM-6 9h12v-4h-12z", 5.5, 0.5, 0.75, thin)
        + small("M-6 -1.5h12v-4h-12z", 5.5, 0.5, 0.75, full)
        + f'<path d="M-5.5 -3.5q2 -5 6 -4.5"{line}/><path d="M-.8 -10.4l4.2 2.6l-4 2.4z" fill="{ink}"/>',
        "activate_top": small("M-6 4h12v-4h-12zM-6 9h12v-4h-12z", -2.5, 0.5, 1, thin)
        + small("M-6 -1.5h12v-4.5h-12z", -2.5, 0.5, 1, full)
        + spark.format("translate(6.5 -4.5) scale(.55)"),
        "activate_row": small(PLATE, -7, 2, 0.62, thin)
        + small(PLATE, 0, 2, 0.62, full)
        + small(PLATE, 7, 2, 0.62, thin)
        + f'<path d="M-10 8.5h20"{line}/>'
        + spark.format("translate(0 -4.5) scale(.55)"),
        "activate_crest": spark.format("translate(0 0) scale(.95)"),
        "free_golem": small(PLATE, 0, 5.5, 0.95, thin).replace("scale(0.95)", "scale(1.3 .5)")
        + small(DIE, 0, 1, 0.7, full)
        + f'<path d="M0 -10v4"{line}/><path d="M-2.6 -7.5h5.2l-2.6 4z" fill="{ink}"/>',
        "laboratory": f'<path d="M-3 -9.5h6M-1.8 -9v6l-5.8 10c-.6 1.5 .2 2.5 1.6 2.5h12c1.4 0 2.2 -1'
        f' 1.6 -2.5l-5.8 -10v-6"{line}/><path d="M-4.3 3.5h8.6l2.2 4.5h-13z" fill="{glow}"/>',
    }


def definitions(board: Board, palette: Palette) -> str:
    ink = palette.ink
    parts = [
        f'<path id="sign-star" d="{STAR}" fill="{palette.star}" stroke="{palette.edge}" stroke-width=".7"/>',
        f'<g id="sign-coin">{coin(palette)}</g>',
        f'<path id="sign-spark" d="{SPARK}" fill="{palette.coin}" stroke="{ink}" stroke-width="1.2"{ROUND}/>',
        f'<g id="sign-hammers" fill="{palette.brass}" stroke="{palette.edge}" stroke-width="1.1"{ROUND}>'
        f'<path transform="rotate(42)" d="{HAMMER}"/><path transform="rotate(-42)" d="{HAMMER}"/></g>',
        f'<path id="sign-card" d="{PLATE}" fill="{palette.plate}" stroke="{ink}" stroke-width="1.2"{ROUND}/>',
    ]
    parts += [f'<g id="sign-{name}">{drawn}</g>' for name, drawn in _effects(palette).items()]
    parts += [crest(row.id, number, palette) for number, row in enumerate(board.crests)]
    return "".join(parts)


def valued(
    canvas: Canvas, sign: str, value: object, x: float, y: float, radius: float, more: str = ""
) -> str:
    """A coin, a star or a rotation arrow with a number on it."""
    inks = {"coin": canvas.palette.coin_ink, "star": canvas.palette.star_ink}
    ink = inks.get(sign, canvas.palette.ink)
    size = max(canvas.smallest, radius * 1.12)
    return use(f"sign-{sign}", x, y, radius / 10, more) + label(x, y, value, size, ink, "strong", "middle")
