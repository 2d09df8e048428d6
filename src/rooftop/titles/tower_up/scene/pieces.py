"""Buildings on their sites: floors, roofs on every level, and the height as a numeral."""

from __future__ import annotations

from rooftop.drawing.svg import num, outline, rect, target, text, use
from rooftop.drawing.widgets import rays
from rooftop.game.title import View
from rooftop.titles.tower_up.board import Site
from rooftop.titles.tower_up.scene import describe
from rooftop.titles.tower_up.scene.canvas import Canvas


def buildings(canvas: Canvas, view: View, names: list[str]) -> str:
    """Every site from the back to the front, then the numerals, which nothing may hide."""
    sites, numerals = [], []
    called = tuple(names)
    for site in sorted(canvas.board.sites, key=lambda site: (site.y, site.x)):
        row = view["buildings"].get(site.id)
        new = view["new_building"] == site.id
        what = (row["colour"], tuple(row["roofs"])) if row else None
        key = ("site", site.id, what, new, called)
        sites.append(canvas.keep(key, _site, canvas, site, what, new, names))
        if what:
            numerals.append(canvas.keep(("height", site.id, what), _height, canvas, site, what))
    return "".join(sites + numerals)


What = tuple[str, tuple[int | None, ...]]  # colour, and whose roof lies on each floor


def _site(canvas: Canvas, site: Site, what: What | None, new: bool, names: list[str]) -> str:
    row = {"colour": what[0], "height": len(what[1]), "roofs": list(what[1])} if what else None
    words = describe.site(canvas.board, site, row, new, names, canvas.say)
    x, y = canvas.layout.at(site.x, site.y)
    block = canvas.layout.block
    reach = block.width / 2 + 2.5
    left, top = num(x - reach), num(y - block.depth / 2 - 2)
    wide, tall = num(2 * reach + block.lean), num(block.depth + block.lip + 4)
    shape = f'<rect x="{left}" y="{top}" width="{wide}" height="{tall}" rx="4"'
    content = _new_mark(canvas, x, y) if new else ""
    if what:
        content += _building(canvas, site, what)
    return target(f"site-{site.id}", words, content, shape, "site")


def _building(canvas: Canvas, site: Site, what: What) -> str:
    colour, roofs = what
    block = canvas.layout.block
    x, y = canvas.layout.at(site.x, site.y)
    base = y + block.depth / 2
    made = [_shadow(canvas, x, base, len(roofs))]
    for level, owner in enumerate(roofs, 1):
        made.append(use(f"floor-{colour}", x, base, more=f' id="floor-{site.id}-{level}"'))
        base -= block.floor
        if owner is not None:
            made.append(use(f"roof-{canvas.seats[owner]}", x, base, more=f' id="roof-{site.id}-{level}"'))
            base -= block.roof
    if roofs[-1] is not None:
        made.append(_letter(canvas, roofs[-1], x + block.lean / 2, base - block.depth / 2))
    return "".join(made)


def _letter(canvas: Canvas, seat: int, x: float, y: float) -> str:
    """The owner's letter on the top roof."""
    size = canvas.layout.block.letters
    paint = canvas.palette.players[canvas.seats[seat]]
    return (
        f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(size * 0.62)}" ry="{num(size * 0.46)}"'
        f' fill="{paint.paint}"/>'
        + text(x, y + size * 0.35, canvas.letter(seat), size, paint.ink, "strong", "middle")
    )


def _shadow(canvas: Canvas, x: float, base: float, height: int) -> str:
    block = canvas.layout.block
    half = block.width / 2
    long = block.floor * (0.5 + 0.42 * height)
    path = outline(
        [
            (x + half, base), (x + half + long, base - long * 0.25),
            (x + half + long + block.lean, base - long * 0.25 - block.depth),
            (x + half + block.lean, base - block.depth),
        ]
    )  # fmt: skip
    return f'<path d="{path}" fill="{canvas.palette.shadow}" fill-opacity=".3"/>'


def _height(canvas: Canvas, site: Site, what: What) -> str:
    """The number of floors on a small plate at the top, to the right."""
    block = canvas.layout.block
    x, y = canvas.layout.at(site.x, site.y)
    roofs = what[1]
    rise = len(roofs) * block.floor + sum(owner is not None for owner in roofs) * block.roof
    size = block.letters
    wide, tall = size * 0.92, size * 1.12
    left = x + block.width / 2 + block.lean - 1
    middle = y + block.depth / 2 - rise - block.depth * 0.62
    return (
        f'<g id="height-{site.id}">'
        + rect(left, middle - tall / 2, wide, tall, f' rx="2" fill="{canvas.palette.ink}"')
        + text(
            left + wide / 2,
            middle + size * 0.345,
            str(len(roofs)),
            size,
            canvas.palette.panel,
            "strong",
            "middle",
        )
        + "</g>"
    )


def _new_mark(canvas: Canvas, x: float, y: float) -> str:
    """Sun rays around a building that was founded in this turn."""
    block = canvas.layout.block
    y += block.lip / 4
    near, far = block.width * 0.86, (block.width * 1.3, block.width * 1.14)
    sun = rays(x, y, 12, near, far, 0.86) + rays(x, y, 12, near, far, -0.86)
    return (
        f'<path class="new" d="{sun}" stroke="{canvas.palette.glow}" stroke-width="1.8" stroke-linecap="round"'
        ' fill="none"/>'
    )
