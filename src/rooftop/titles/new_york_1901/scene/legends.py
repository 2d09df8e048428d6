"""The legendary skyscrapers: each as a tower drawn to scale and as its tile, with height and owner."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import lines, named, num, stepped, target, text
from rooftop.drawing.widgets import badge, heading, panel, plate
from rooftop.titles.new_york_1901.scene import describe
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.scene.geometry import extent, lying
from rooftop.titles.new_york_1901.scene.tiles import skyscraper
from rooftop.titles.new_york_1901.view import View


def _boxes(canvas: Canvas) -> list[Box]:
    area = canvas.layout.legends.inside(6 if canvas.wide else 4)
    if canvas.wide:
        area = area.below(15)
    count = len(canvas.board.legendary_tiles)
    return area.grid(2, -(-count // 2), 4 if canvas.wide else 2)[:count]


def table(canvas: Canvas) -> str:
    box = canvas.layout.legends
    drawn = panel(canvas, box)
    if canvas.wide:
        drawn += heading(canvas, canvas.say("Legendary"), box.x + 9, box.y + 17)
    return named("legends", canvas.say("Legendary skyscrapers"), drawn)


def legends(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    drawn = []
    for place, number in enumerate(canvas.board.legendary_tiles):
        tile = canvas.board.tiles[number].id
        drawn.append(_legend(canvas, place, number, view.legendary[tile], view.tile == tile, names))
    return drawn


@cached
def _legend(
    canvas: Canvas, place: int, number: int, owner: int | None, chosen: bool, names: tuple[str, ...]
) -> str:
    palette, box = canvas.palette, _boxes(canvas)[place]
    tile = canvas.board.tiles[number]
    words = describe.legend(canvas.board, tile, owner, names, canvas.say)
    tallest = max(canvas.board.tiles[other].feet for other in canvas.board.legendary_tiles)
    tall = (box.height - 4) * tile.feet / tallest
    step = 3 if canvas.wide else 2
    edge, strong = (palette.glow, 2.4) if chosen else (palette.rule, 0.8)
    drawn = [
        plate(box, step, palette.inset, edge, strong),
        _tower(canvas, box.x + (10 if canvas.wide else 8), box.bottom - 2, tall, owner),
    ]
    left = box.x + (19 if canvas.wide else 15)
    if canvas.wide:
        drawn.append(_words(canvas, Box(left + 34, box.y, box.right - left - 36, box.height), number))
    unit = min(10.5 if canvas.wide else 8, (box.height - 4) / 3)
    cells = lying(tile.shape)
    wide, high = extent(cells)
    unit = min(unit, (34 if canvas.wide else 30) / wide)
    at = (left + (33 - wide * unit) / 2 if canvas.wide else left, box.y + (box.height - high * unit) / 2)
    faint = "" if owner is None else ' opacity=".35"'
    signs = "worth" if owner is None else "none"
    drawn.append(f"<g{faint}>{skyscraper(canvas, tile, None, cells, at, unit, signs)}</g>")
    if owner is not None:
        x, y = at[0] + wide * unit / 2, at[1] + high * unit / 2
        drawn.append(badge(canvas, owner, x, y, 9 if canvas.wide else 7))
    if not canvas.wide:
        right, low = box.right - 3, box.y + box.height / 2 + 3.2
        feet = canvas.say("{feet} ft", feet=tile.feet)
        drawn.append(text(right, low, feet, canvas.smallest, palette.soft, "text", "end"))
    return target(f"tile-{tile.id}", words, "".join(drawn), f'<path d="{stepped(*box, step)}"', "tile")


def _words(canvas: Canvas, box: Box, number: int) -> str:
    """Name and height."""
    tile, palette = canvas.board.tiles[number], canvas.palette
    size, x = canvas.smallest, box.x + 2
    name = text_metrics.wrap(canvas.named(tile), "strong", size, box.width, 2)
    feet = describe.feet(tile, canvas.say)
    top = box.y + box.height / 2 - 7 + size * 0.34
    drawn = lines(name, x, top, 14, size, palette.ink, "strong")
    if len(name) == 1:
        return drawn + text(x, top + 14, feet, size, palette.soft)
    x += text_metrics.width(name[1], "strong", size) + 5
    return drawn + text(x, top + 14, feet, size, palette.soft)


def _tower(canvas: Canvas, x: float, low: float, tall: float, owner: int | None) -> str:
    """A stepped tower with a spire, to scale with the others."""
    palette = canvas.palette
    fill = palette.stone_dark if owner is None else f"url(#paint-{canvas.seats[owner]})"
    half = 6.4 if canvas.wide else 4.6
    steps = (
        f"M{num(x - half)} {num(low)}v{num(-tall * 0.42)}h{num(half * 0.35)}v{num(-tall * 0.26)}"
        f"h{num(half * 0.3)}v{num(-tall * 0.14)}l{num(half * 0.35)} {num(-tall * 0.18)}"
        f"l{num(half * 0.35)} {num(tall * 0.18)}v{num(tall * 0.14)}h{num(half * 0.3)}v{num(tall * 0.26)}"
        f"h{num(half * 0.35)}v{num(tall * 0.42)}z"
    )
    rows = max(2, int(tall * 0.36 / 4))
    windows = "".join(
        f"M{num(left)} {num(low - 3 - row * 4)}h1.4v-1.6h-1.4z"
        for row in range(rows)
        for left in (x - half * 0.55, x - 0.7, x + half * 0.55 - 1.4)
    )
    light = palette.walk if palette.name == "day" else palette.light
    return (
        f'<path d="{steps}" fill="{fill}" stroke="{palette.edge}" stroke-width=".8" stroke-linejoin="round"/>'
        f'<path d="{windows}" fill="{light}" fill-opacity=".85"/>'
    )
