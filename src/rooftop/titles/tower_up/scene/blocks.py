"""Floors and roofs as boxes."""

from __future__ import annotations

from rooftop.drawing.solids import Solid
from rooftop.drawing.svg import num, rect
from rooftop.titles.tower_up.scene.layout import Block
from rooftop.titles.tower_up.scene.palette import Palette
from rooftop.titles.tower_up.schema import COLOURS, Colour


def floor(colour: Colour, box: Solid, palette: Palette) -> str:
    """One floor with its texture: tall windows (white), a ribbon (grey), bricks (brown), diamonds (black)."""
    paint = palette.floors[colour]
    return (
        f'<path d="{box.side}" fill="{paint.side}"/><path d="{box.top}" fill="{paint.top}"/>'
        f'{_top_texture(colour, box, palette)}<path d="{box.front}" fill="{paint.front}"/>'
        f"{_front_texture(colour, box.width, box.height, paint.glass)}{box.edges(palette.edge)}"
    )


def _front_texture(colour: Colour, width: float, height: float, glass: str) -> str:
    left = -width / 2
    if colour == "white":
        count = max(3, round(width / 5.4))
        pitch = width / count
        windows = "".join(
            f"M{num(left + pitch * (number + 0.3))} {num(-height * 0.2)}v{num(-height * 0.6)}"
            f"h{num(pitch * 0.4)}v{num(height * 0.6)}z"
            for number in range(count)
        )
        return f'<path d="{windows}" fill="{glass}"/>'
    if colour == "grey":
        return rect(left + 1.6, -height * 0.68, width - 3.2, height * 0.36, f' fill="{glass}"')
    if colour == "brown":
        rows = (
            f"M{num(left)} {num(-height * 0.34)}h{num(width)}M{num(left)} {num(-height * 0.67)}h{num(width)}"
        )
        count = max(3, round(width / 5))
        pitch = width / count
        joints = "".join(
            f"M{num(left + pitch * (number + shift))} {num(-height * low)}v{num(-height * 0.33)}"
            for number in range(count)
            for shift, low in ((0.75, 0), (0.25, 0.34), (0.75, 0.67))
        )
        return f'<path d="{rows}{joints}" stroke="{glass}" stroke-width=".7" fill="none"/>'
    count = max(2, round(width / 7))
    pitch, tall = width / count, height * 0.34
    diamonds = "".join(
        f"M{num(left + pitch * (number + 0.5) - tall)} {num(-height / 2)}l{num(tall)} {num(-tall)}"
        f"l{num(tall)} {num(tall)}l{num(-tall)} {num(tall)}z"
        for number in range(count)
    )
    return f'<path d="{diamonds}" fill="{glass}"/>'


def _top_texture(colour: Colour, box: Solid, palette: Palette) -> str:
    """Lines on the top, visible where there is no roof."""

    def at(across: float, along: float) -> str:
        x = (across - 0.5) * box.width + along * box.lean
        return f"{num(x)} {num(-box.height - along * box.depth)}"

    if colour == "white":
        lines = f"M{at(0.1, 0.18)}L{at(0.9, 0.18)}L{at(0.9, 0.82)}L{at(0.1, 0.82)}z"
    elif colour == "grey":
        lines = "".join(f"M{at(0, along)}L{at(1, along)}" for along in (0.25, 0.5, 0.75))
    elif colour == "brown":
        lines = "".join(f"M{at(0, along)}L{at(1, along)}" for along in (0.33, 0.67))
        lines += "".join(f"M{at(across, 0.33)}L{at(across, 0.67)}" for across in (0.25, 0.5, 0.75))
    else:
        lines = "".join(f"M{at(across, 0)}L{at(across + 0.2, 1)}" for across in (0, 0.2, 0.4, 0.6, 0.8))
    stroke = palette.floors[colour].side if colour != "black" else palette.floors[colour].glass
    return f'<path d="{lines}" fill="none" stroke="{stroke}" stroke-width=".6" stroke-opacity=".7"/>'


def roof(seat: str, box: Solid, palette: Palette) -> str:
    paint = palette.players[seat]
    return (
        f'<path d="{box.side}" fill="{paint.dark}"/><path d="{box.top}" fill="{paint.paint}"/>'
        f'<path d="{box.top}" fill="url(#paint-{seat})" fill-opacity=".55"/>'
        f'<path d="{box.front}" fill="url(#paint-{seat})"/>{box.edges(palette.edge)}'
    )


def building_defs(block: Block, palette: Palette, seats: list[str]) -> str:
    """The floors and roofs of the city: `floor-white`, `roof-blue` and so on. A roof is a little wider than a
    floor, so that its edge shows even when it is covered."""
    storey = Solid(block.width, block.floor, block.depth, block.lean)
    cover = Solid(block.width + 3, block.roof, block.depth + 0.8, block.lean)
    floors = "".join(f'<g id="floor-{colour}">{floor(colour, storey, palette)}</g>' for colour in COLOURS)
    return floors + "".join(f'<g id="roof-{seat}">{roof(seat, cover, palette)}</g>' for seat in seats)
