"""Buildings on their sites: floors, roofs on every level, and the height as a number."""

from __future__ import annotations

from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import belonging
from rooftop.drawing.solids import Solid, shadow
from rooftop.drawing.svg import label, num, rect, target, use
from rooftop.drawing.widgets import letter, rays
from rooftop.titles.tower_up import parts
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.schema import Site
from rooftop.titles.tower_up.view import Building, View

FREE = 3.5  # around a site, for a ring


def buildings(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    """Every site from back to front, then the heights, which nothing may hide."""
    sites, heights = [], []
    for name in _back_to_front(canvas):
        building = view.buildings.get(name)
        if building:
            sites.append(_site(canvas, name, building, view.new_building == name, names))
            heights.append(_height(canvas, name, building))
        else:
            sites.append(_empty(canvas, name))
    return sites + heights


@cached
def _back_to_front(canvas: Canvas) -> tuple[str, ...]:
    """The ids of the sites in drawing order."""
    return tuple(site.id for site in sorted(canvas.board.sites, key=lambda site: (site.y, site.x)))


@cached
def _empty(canvas: Canvas, name: str) -> str:
    site = canvas.board.sites[canvas.board.site_number[name]]
    words = parts.city.site(canvas.board, site, None, False, (), canvas.say).label
    return _target(_ground(canvas, site), site, words, "")


@cached
def _site(canvas: Canvas, name: str, building: Building, new: bool, names: tuple[str, ...]) -> str:
    site = canvas.board.sites[canvas.board.site_number[name]]
    words = parts.city.site(canvas.board, site, building, new, names, canvas.say).label
    mark = _new_mark(canvas, *canvas.layout.at(site.x, site.y)) if new else ""
    ground, plate = _ground(canvas, site), _plate(canvas, site, building)
    top, right = min(ground.y, plate.y - FREE), max(ground.right, plate.right + FREE)
    around = Box(ground.x, top, right - ground.x, ground.bottom - top)
    return _target(around, site, words, mark + _building(canvas, site, building))


def _ground(canvas: Canvas, site: Site) -> Box:
    """The plinth, with room for a ring that covers nothing."""
    x, y = canvas.layout.at(site.x, site.y)
    block = canvas.layout.block
    reach = block.width / 2 + 2.5
    plinth = Box(x - reach, y - block.depth / 2 - 2, 2 * reach + block.lean, block.depth + block.lip + 4)
    return plinth.inside(-FREE)


def _target(around: Box, site: Site, words: str, content: str) -> str:
    left, top, wide, tall = map(num, around)
    shape = f'<rect x="{left}" y="{top}" width="{wide}" height="{tall}" rx="4"'
    return target(f"site-{site.id}", words, content, shape, "whole site")


def _building(canvas: Canvas, site: Site, building: Building) -> str:
    block = canvas.layout.block
    x, y = canvas.layout.at(site.x, site.y)
    base = y + block.depth / 2
    foot = Solid(block.width, 0, block.depth, block.lean, x, base)
    drawn = [shadow(canvas, foot, block.floor * (0.5 + 0.42 * building.height))]
    for level, owner in enumerate(building.roofs, 1):
        drawn.append(use(f"floor-{building.colour}", x, base, more=f' id="floor-{site.id}-{level}"'))
        base -= block.floor
        if owner is not None:
            drawn.append(use(f"roof-{canvas.seats[owner]}", x, base, more=f' id="roof-{site.id}-{level}"'))
            base -= block.roof
    top = building.roofs[-1]
    if top is not None:
        drawn.append(_letter(canvas, top, x + block.lean / 2, base - block.depth / 2))
    return "".join(drawn)


def _letter(canvas: Canvas, seat: int, x: float, y: float) -> str:
    """The owner's letter on the top roof."""
    size = canvas.layout.block.letters
    paint = canvas.palette.players[canvas.seats[seat]].paint
    field = f'rx="{num(size * 0.62)}" ry="{num(size * 0.46)}" fill="{paint}"'
    return f'<ellipse cx="{num(x)}" cy="{num(y)}" {field}/>{letter(canvas, seat, x, y, size)}'


@cached
def _height(canvas: Canvas, name: str, building: Building) -> str:
    """The number of floors on a small plate."""
    palette, size = canvas.palette, canvas.layout.block.letters
    box = _plate(canvas, canvas.board.sites[canvas.board.site_number[name]], building)
    plate = rect(*box, f' rx="2" fill="{palette.ink}"')
    x, y = box.middle
    number = label(x, y, building.height, size, palette.panel, "strong", "middle")
    return belonging(f"height-{name}", f"site-{name}", plate + number)


def _plate(canvas: Canvas, site: Site, building: Building) -> Box:
    """Where the number of floors is: at the top right of the building."""
    block = canvas.layout.block
    x, y = canvas.layout.at(site.x, site.y)
    roofs = sum(owner is not None for owner in building.roofs)
    rise = building.height * block.floor + roofs * block.roof
    wide, tall = block.letters * 0.92, block.letters * 1.12
    middle = y + block.depth / 2 - rise - block.depth * 0.62
    return Box(x + block.width / 2 + block.lean - 1, middle - tall / 2, wide, tall)


def _new_mark(canvas: Canvas, x: float, y: float) -> str:
    """Rays around a building that is new this turn."""
    block = canvas.layout.block
    y += block.lip / 4
    near, far = block.width * 0.86, (block.width * 1.3, block.width * 1.14)
    sun = rays(x, y, 12, near, far, 0.86) + rays(x, y, 12, near, far, -0.86)
    return (
        f'<path class="new" d="{sun}" stroke="{canvas.palette.glow}" stroke-width="1.8"'
        ' stroke-linecap="round" fill="none"/>'
    )
