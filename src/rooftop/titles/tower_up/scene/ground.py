"""The empty city: districts, water, parks, streets and sites."""

from __future__ import annotations

import math

from rooftop.drawing.geometry import inside, noise
from rooftop.drawing.layout import Box
from rooftop.drawing.palette import mix
from rooftop.drawing.parts import decoration, printed
from rooftop.drawing.svg import disc, label, named, num, outline, rect
from rooftop.drawing.textures import texture, wave_pattern
from rooftop.drawing.widgets import frame, sheet
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.parts.words import district_name
from rooftop.titles.tower_up.scene import labels
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.scene.geometry import FreeGround, grid, near_edge, polygon, rotated, streets
from rooftop.titles.tower_up.scene.layout import Layout
from rooftop.titles.tower_up.scene.palette import Palette, district_fill
from rooftop.titles.tower_up.schema import District, Site

GREY_GROUNDS = ("hatch", "rails", "bricks")  # straight lines: recognisable without colour
GROUNDS = ("scales", "chevrons", "rows", "waves", "crosses")


def city(canvas: Canvas) -> str:
    board, layout, palette = canvas.board, canvas.layout, canvas.palette
    waves = wave_pattern("waves", palette.foam, 22 * _fine(layout), (1, 0.66, 0.33), ".8", ".75")
    lake = "".join(outline(polygon(layout, area)) for area in board.city.lake)
    textures = "".join(
        texture(f"ground-{kind}", kind, *palette.texture) for kind in _grounds(board.city.district).values()
    )
    box = layout.city
    names = labels.labels(board, layout, canvas.say)
    taken = [name.box for name in names]
    ground = printed("scene", rect(*box, f' fill="{palette.sheet}"'))
    return (
        f"<defs>{textures}{waves}{sheet(canvas, box)}"
        f'<clipPath id="shore"><path d="{lake}"/></clipPath></defs>'
        f'<g clip-path="url(#sheet)">{ground}{_districts(canvas)}{_lakes(canvas)}{_parks(canvas)}'
        f"{decoration(_blocks(board, layout, palette, taken) + _trees(board, layout, palette, taken))}"
        f"{_streets(canvas)}</g>{labels.draw(names, palette)}{frame(canvas, box)}"
        f"{''.join(_site(site, layout, palette) for site in _back_to_front(board))}"
    )


def _fine(layout: Layout) -> float:
    return 1 if layout.size == "wide" else 0.6


def _back_to_front(board: Board) -> list[Site]:
    return sorted(board.sites, key=lambda site: (site.y, site.x))


def _grounds(areas: list[District]) -> dict[str, str]:
    """A texture for each district id: all different, with straight lines for grey districts."""
    grey, other = iter(GREY_GROUNDS * 3), iter(GROUNDS * 2)
    return {area.id: next(grey if area.grey else other) for area in areas}


# --- ground -----------------------------------------------------------------------------------------


def _districts(canvas: Canvas) -> str:
    layout, palette = canvas.layout, canvas.palette
    textures = _grounds(canvas.board.city.district)
    fills, borders = [], []
    for area in canvas.board.city.district:
        path = outline(polygon(layout, area))
        ground = f'<path d="{path}" fill="{district_fill(palette, area)}"/>'
        texture = f'<path d="{path}" fill="url(#ground-{textures[area.id]})"/>'
        fills.append(named(f"district-{area.id}", district_name(area, canvas.say), ground + texture))
        borders.append(path)
    together = "".join(borders)
    wide, thin = 3.4 * _fine(layout), 1.4 * _fine(layout)
    lines = (
        f'<path d="{together}" fill="none" stroke="{palette.border}" stroke-width="{num(wide)}"'
        f' stroke-linejoin="round"/><path d="{together}" fill="none" stroke="{palette.sheet}"'
        f' stroke-width="{num(thin)}" stroke-linejoin="round"/>'
    )
    return "".join(fills) + decoration(lines)


def _lakes(canvas: Canvas) -> str:
    """All lakes as one drawing, and each as a part."""
    lakes = [outline(polygon(canvas.layout, area)) for area in canvas.board.city.lake]
    return decoration(_water("".join(lakes), canvas.layout, canvas.palette)) + "".join(
        named(f"lake-{number}", canvas.named(area), f'<path d="{path}" fill="none" pointer-events="all"/>')
        for number, (area, path) in enumerate(zip(canvas.board.city.lake, lakes, strict=True))
    )


def _water(path: str, layout: Layout, palette: Palette) -> str:
    """Water that gets darker from the shore in rings."""
    fine = _fine(layout)
    rings = "".join(
        f'<path d="{path}" fill="none" stroke="{mix(palette.deep, palette.foam, share)}"'
        f' stroke-width="{num(width * fine)}"/>'
        for width, share in ((30, 0.25), (18, 0.5), (8, 0.85))
    )
    return (
        f'<path d="{path}" fill="{palette.deep}"/><g clip-path="url(#shore)">{rings}'
        f'<path d="{path}" fill="url(#waves)"/></g><path d="{path}" fill="none" stroke="{palette.water_ink}"'
        f' stroke-width="{num(1.6 * fine)}" stroke-linejoin="round"/>'
    )


def _parks(canvas: Canvas) -> str:
    parks, fine, palette = [], _fine(canvas.layout), canvas.palette
    for number, area in enumerate(canvas.board.city.park):
        path = outline(polygon(canvas.layout, area))
        lawn = (
            f'<path d="{path}" fill="{palette.park}" fill-opacity=".92" stroke="{palette.leaf}"'
            f' stroke-width="{num(2.6 * fine)}" stroke-linejoin="round"/><path d="{path}" fill="none"'
            f' stroke="{palette.park}" stroke-width="{num(fine)}" stroke-linejoin="round"/>'
        )
        parks.append(named(f"park-{number}", canvas.named(area), lawn))
    return "".join(parks)


def _blocks(board: Board, layout: Layout, palette: Palette, taken: list[Box]) -> str:
    """The houses between the streets, tone on tone like an architect's model."""
    paths: dict[str, list[str]] = {}  # by fill
    windows: list[str] = []
    pitch = 30 * _fine(layout)
    water = [polygon(layout, area) for area in (*board.city.lake, *board.city.park)]
    free = FreeGround(board, layout, taken, 21 * _fine(layout), 16 * _fine(layout))
    for number, area in enumerate(board.city.district):
        shape = polygon(layout, area)
        angle = (number * 37 % 50 - 25) * math.pi / 180
        base = district_fill(palette, area)
        lit = mix(base, "#ffffff", 0.32 if palette.name == "day" else 0.05)
        dark = mix(base, palette.shadow, 0.2 if palette.name == "day" else 0.45)
        for x, y in grid(shape, pitch, angle):
            wide = pitch * (0.42 + 0.3 * noise(x, y))
            deep = pitch * (0.36 + 0.3 * noise(y, x))
            corners = [rotated(x, y, a * wide / 2, b * deep / 2, angle) for a, b in _CORNERS]
            if not free.has(x, y) or not all(inside(corner, shape) for corner in corners):
                continue
            if any(inside(corner, wet) or near_edge(corner, wet, 6) for corner in corners for wet in water):
                continue
            if any(near_edge(corner, shape, 5 * _fine(layout)) for corner in corners):
                continue
            rise = 1.2 + 2.2 * noise(x + 3, y)
            shade = [(a + rise, b + rise * 0.6) for a, b in corners]
            paths.setdefault(dark, []).append(outline(shade))
            paths.setdefault(lit, []).append(outline(corners))
            if palette.name == "night" and noise(y, x + 5) > 0.45:
                windows.append(
                    f"M{num(x - 2)} {num(y)}h1.3v1.3h-1.3zM{num(x + 2)} {num(y + 1)}h1.3v1.3h-1.3z"
                )
    houses = "".join(f'<path d="{"".join(parts)}" fill="{fill}"/>' for fill, parts in paths.items())
    lights = f'<path d="{"".join(windows)}" fill="{palette.lamps}" fill-opacity=".8"/>' if windows else ""
    return houses + lights


_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def _trees(board: Board, layout: Layout, palette: Palette, taken: list[Box]) -> str:
    """Round trees in the parks, clear of streets, sites and names."""
    shades, crowns, lights = [], [], []
    pitch = 13 * _fine(layout)
    free = FreeGround(board, layout, taken, 9 * _fine(layout), 9 * _fine(layout))
    for area in board.city.park:
        shape = polygon(layout, area)
        for x, y in grid(shape, pitch, 0.3):
            x += pitch * 0.5 * (noise(x, y) - 0.5)
            y += pitch * 0.5 * (noise(y, x) - 0.5)
            radius = (2.6 + 2.2 * noise(x, y + 7)) * _fine(layout)
            if noise(x + 11, y) < 0.3 or not free.has(x, y) or near_edge((x, y), shape, radius + 2.5):
                continue
            shades.append(disc(x + radius * 0.5, y + radius * 0.45, radius))
            crowns.append(disc(x, y, radius))
            lights.append(disc(x - radius * 0.3, y - radius * 0.3, radius * 0.45))
    return (
        f'<path d="{"".join(shades)}" fill="{palette.shadow}" fill-opacity=".25"/>'
        f'<path d="{"".join(crowns)}" fill="{palette.leaf}"/>'
        f'<path d="{"".join(lights)}" fill="{palette.leaf_light}"/>'
    )


def _streets(canvas: Canvas) -> str:
    board, layout, palette = canvas.board, canvas.layout, canvas.palette
    lines = "".join(f"M{num(a[0])} {num(a[1])}L{num(b[0])} {num(b[1])}" for a, b in streets(board, layout))
    fine = 1 if layout.size == "wide" else 0.7
    dashes = "0 8" if palette.name == "night" else "5 5"  # lamps, or a middle line
    drawn = (
        f'<path d="{lines}" stroke="{palette.kerb}" stroke-width="{num(8.6 * fine)}"/>'
        f'<path d="{lines}" stroke="{palette.road}" stroke-width="{num(6.4 * fine)}"/>'
        f'<path d="{lines}" stroke="{palette.lamps}" stroke-width="{num(1.3 * fine)}"'
        f' stroke-dasharray="{dashes}"/>'
    )
    return named("streets", canvas.say("Streets"), drawn, ' fill="none" stroke-linecap="round"')


# --- sites ------------------------------------------------------------------------------------------


def _site(site: Site, layout: Layout, palette: Palette) -> str:
    """A plinth to build on, with the site's id on the lip in front. By the lake the lip is blue with waves
    below it; in a park it is green with a leaf at each end."""
    block = layout.block
    x, y = layout.at(site.x, site.y)
    half, front = block.width / 2 + 2.5, y + block.depth / 2 + 1.5
    back = front - block.depth - 3
    lean = block.lean
    lip, ink, edge = palette.plinth_side, palette.plinth_ink, palette.plinth_edge
    mark = ""
    if site.lakeside:
        lip, ink = palette.lakeside, palette.lakeside_ink
        low = front + block.lip + 2.2
        mark = _wavelets(x - half, low, 2 * half, palette.lakeside_mark)
    elif site.park:
        lip, ink = palette.parkside, palette.parkside_ink
        middle = front + block.lip / 2
        colour = palette.parkside_mark
        mark = _leaf(x - half - 0.5, middle, -1, colour) + _leaf(x + half + 0.5, middle, 1, colour)
    top = outline([(x - half, front), (x + half, front), (x + half + lean, back), (x - half + lean, back)])
    side = outline(
        [
            (x + half, front), (x + half + lean, back), (x + half + lean, back + block.lip * 0.8),
            (x + half, front + block.lip),
        ]
    )  # fmt: skip
    shade = outline(
        [
            (x - half + 1, front + block.lip + 1.8), (x + half + 1, front + block.lip + 1.8),
            (x + half + lean + 3.5, back + block.lip), (x + half + lean + 3.5, back + 3),
        ]
    )  # fmt: skip
    name = label(x, front + block.lip / 2, site.id, block.letters, ink, "strong", "middle")
    return (
        f'<g id="plinth-{site.id}" data-part="site-{site.id}"><path d="{shade}" fill="{palette.shadow}"'
        f' fill-opacity=".3"/>{mark}'
        f'<path d="{side}" fill="{mix(lip, palette.shadow, 0.35)}"/><path d="{top}" fill="{palette.plinth}"'
        f' stroke="{edge}" stroke-width="1" stroke-linejoin="round"/>'
        f'<path d="M{num(x - half)} {num(front)}h{num(2 * half)}v{num(block.lip)}h{num(-2 * half)}z"'
        f' fill="{lip}" stroke="{edge if palette.name == "night" else lip}" stroke-width=".7"/>{name}</g>'
    )


def _wavelets(x: float, y: float, width: float, colour: str) -> str:
    swing = width / 4
    waves = "".join(f"q{num(swing / 4)} -2.6 {num(swing / 2)} 0t{num(swing / 2)} 0" for _ in range(4))
    return f'<path d="M{num(x)} {num(y)}{waves}" fill="none" stroke="{colour}" stroke-width="1.3"/>'


def _leaf(x: float, y: float, way: int, colour: str) -> str:
    reach = 5 * way
    way_out, way_back = f"q{num(reach / 2)} -4 {num(reach)} 0", f"q{num(-reach / 2)} 4 {num(-reach)} 0"
    return f'<path d="M{num(x)} {num(y)}{way_out}{way_back}z" fill="{colour}"/>'
