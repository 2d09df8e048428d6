"""The tray: the viewer's own skyscrapers and action cards, large enough to pick from. Spectators see the tray
of the player whose turn it is."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import printed
from rooftop.drawing.svg import block, label, named, rect, stepped, target, text
from rooftop.drawing.widgets import badge, inset, panel, plate
from rooftop.titles.new_york_1901 import parts
from rooftop.titles.new_york_1901.board.ground import Cell
from rooftop.titles.new_york_1901.parts.players import OWN, shown_seat
from rooftop.titles.new_york_1901.parts.words import threshold
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.scene.geometry import extent, lying
from rooftop.titles.new_york_1901.scene.signs import ACTIONS, sign
from rooftop.titles.new_york_1901.scene.tiles import ghost, skyscraper, worth
from rooftop.titles.new_york_1901.schema import Generation
from rooftop.titles.new_york_1901.view import Status, View


class Slot(NamedTuple):
    """Where a tile lies in the tray."""

    tile: int
    box: Box
    cells: tuple[Cell, ...]
    at: tuple[float, float]
    unit: float


@lru_cache(maxsize=64)
def _boxes(canvas: Canvas) -> tuple[Box, list[Box], list[Box]]:
    """The head, the action cards and the rows of the generations."""
    box = canvas.layout.tray.inside(8 if canvas.wide else 5)
    head = Box(box.x, box.y, box.width, 17 if canvas.wide else 13)
    rest = box.below(head.height + (4 if canvas.wide else 3))
    wide = 110.0 if canvas.wide else 30.0
    cards = Box(rest.right - wide, rest.y, wide, rest.height).rows(3, 5 if canvas.wide else 4)
    area = Box(rest.x, rest.y, rest.width - wide - (8 if canvas.wide else 4), rest.height)
    high = [
        max(extent(lying(canvas.board.tiles[tile].shape))[1] for tile in _own(canvas, name)) for name in OWN
    ]
    gap = 4 if canvas.wide else 3
    each = (area.height - 2 * gap) / sum(high)
    rows, y = [], area.y
    for count in high:
        rows.append(Box(area.x, y, area.width, each * count))
        y += each * count + gap
    return head, cards, rows


def _own(canvas: Canvas, generation: Generation) -> list[int]:
    return [tile for tile in canvas.board.own_tiles if canvas.board.tiles[tile].generation == generation]


def _plate(canvas: Canvas, row: Box) -> Box:
    return Box(row.x, row.y, 26 if canvas.wide else 17, row.height)


@lru_cache(maxsize=64)
def slots(canvas: Canvas) -> list[Slot]:
    """A slot for each tile, in the row of its generation; all tiles as large as possible."""
    _, _, rows = _boxes(canvas)
    board = canvas.board
    gap = 5.0 if canvas.wide else 3.0
    shapes = {tile: lying(board.tiles[tile].shape) for tile in board.own_tiles}
    units = []
    for name, row in zip(OWN, rows, strict=True):
        tiles = _own(canvas, name)
        room = row.width - _plate(canvas, row).width - gap * (len(tiles) + 1)
        units.append(room / sum(extent(shapes[tile])[0] for tile in tiles))
        units.append((row.height - 2) / max(extent(shapes[tile])[1] for tile in tiles))
    unit = min(units)
    found = []
    for name, row in zip(OWN, rows, strict=True):
        tiles = _own(canvas, name)
        left = _plate(canvas, row).right + gap
        across = sum(extent(shapes[tile])[0] for tile in tiles)
        spare = (row.right - left - across * unit) / len(tiles)
        x = left
        for tile in tiles:
            wide, tall = extent(shapes[tile])
            cell = Box(x, row.y, wide * unit + spare, row.height)
            at = (cell.x + spare / 2, row.y + (row.height - tall * unit) / 2)
            found.append(Slot(tile, cell, tuple(shapes[tile]), at, unit))
            x = cell.right
    return found


def table(canvas: Canvas) -> str:
    _, _, rows = _boxes(canvas)
    drawn = printed("tray", panel(canvas, canvas.layout.tray))
    for name, row in zip(OWN, rows, strict=True):
        drawn += printed(f"plate-{name}", inset(canvas, row))
    return drawn


def tray(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    seat = shown_seat(view)
    row = view.seats[seat]
    until_end = row.until_end if parts.players.few_left(canvas.board, view, row) else None
    owner = None if view.seat >= 0 else names[seat]
    drawn = [_head(canvas, seat, owner, row.unbuilt, until_end)]
    unlocked = _unlocked(row.generation)
    for index, name in enumerate(OWN):
        drawn.append(_generation(canvas, index, name not in unlocked, view.thresholds[name]))
    picked = view.tile if view.to_act == seat else None
    for index, slot in enumerate(slots(canvas)):
        tile = canvas.board.tiles[slot.tile]
        status = row.tiles[tile.id]
        drawn.append(_tile(canvas, index, seat, status, tile.id == picked, tile.generation in unlocked))
    for number, card in enumerate(canvas.board.actions):
        drawn.append(_action(canvas, number, card.id in row.actions))
    return drawn


def _unlocked(highest: Generation) -> tuple[Generation, ...]:
    return OWN[: OWN.index(highest) + 1] if highest in OWN else OWN[:1]


@cached
def _head(canvas: Canvas, seat: int, owner: str | None, unbuilt: int, until_end: int | None) -> str:
    """Whose tray it is (None: the viewer's), and the number of unbuilt tiles or a warning."""
    head, palette, say = _boxes(canvas)[0], canvas.palette, canvas.say
    size = 13.0 if canvas.wide else 10.5
    radius = 8.5 if canvas.wide else 6.6
    y = head.y + head.height / 2
    right = head.right
    drawn = [badge(canvas, seat, head.x + radius, y, radius)]
    if until_end is not None:
        words = parts.players.warning(until_end, say)
        small = canvas.smallest
        wide = text_metrics.width(words, "strong", small) + (14 if canvas.wide else 8)
        drawn.append(
            '<g id="warning">'
            + rect(right - wide, y - small * 0.75, wide, small * 1.5, f' fill="{palette.alert}"')
            + label(right - wide / 2, y, words, small, palette.alert_ink, "strong", "middle")
            + "</g>"
        )
        right -= wide + 6
    else:
        count = say.many("{n} unbuilt", "{n} unbuilt", unbuilt)
        small = canvas.smallest
        drawn.append(label(right, y, count, small, palette.soft, "text", "end", ' id="unbuilt"'))
        right -= text_metrics.width(count, "text", small) + 8
    whose = parts.players.tray(owner, say).label
    start = head.x + 2 * radius + 6
    drawn.append(
        label(start, y, text_metrics.fit(whose, "strong", size, right - start), size, palette.ink, "strong")
    )
    field = stepped(*canvas.layout.tray, canvas.step)
    drawn.append(f'<path d="{field}" class="hit" fill="none" pointer-events="none"/>')
    return named("tray", whose, "".join(drawn))


@cached
def _generation(canvas: Canvas, index: int, locked: bool, points: int) -> str:
    """A metal plate in front of a row with the points that unlock it, and a padlock while it is locked."""
    name = OWN[index]
    metal, box = canvas.palette.metals[name], _plate(canvas, _boxes(canvas)[2][index])
    x, y = box.middle
    size = 13.0 if canvas.wide else 10.5
    lift = size * 0.1 if locked else size * 0.35
    drawn = rect(*box, f' fill="{metal.plate}" stroke="{metal.rim}" stroke-width="1.2"')
    drawn += text(x, y + lift, str(points), size, metal.ink, "strong", "middle")
    if locked:
        scale = 0.62 if canvas.wide else 0.45
        padlock = "M-5 0h10v8h-10zM-3 0v-2.5a3 3 0 0 1 6 0v2.5h-1.6v-2.3a1.4 1.4 0 0 0 -2.8 0v2.3z"
        drawn += sign(padlock, x, y + size * 0.45, scale, f' fill="{metal.ink}" fill-rule="evenodd"')
    return named(f"plate-{name}", threshold(canvas.board, canvas.say, name, points), drawn)


@cached
def _tile(canvas: Canvas, index: int, seat: int, status: Status, chosen: bool, unlocked: bool) -> str:
    palette, board, slot = canvas.palette, canvas.board, slots(canvas)[index]
    tile = board.tiles[slot.tile]
    if status == "unbuilt":
        drawn = skyscraper(canvas, tile, seat, slot.cells, slot.at, slot.unit, "none")
        if not unlocked:
            drawn = f'<g opacity=".45">{drawn}</g>'
        drawn += worth(canvas, tile, slot.cells, slot.at, slot.unit)
    else:
        drawn = ghost(canvas, slot.cells, slot.at, slot.unit, status == "demolished")
    field = slot.box.inside(1)
    if chosen:
        drawn = (
            f'<path class="picked" d="{stepped(*field, 3)}" fill="{palette.token}" fill-opacity=".45"'
            f' stroke="{palette.glow}" stroke-width="2.2"/>{drawn}'
        )
    words = parts.players.tile(board, slot.tile, status, canvas.say).label
    return target(f"tile-{tile.id}", words, drawn, f'<path d="{stepped(*field, 3)}"', "tile")


@cached
def _action(canvas: Canvas, number: int, held: bool) -> str:
    """An action card, or an empty frame if it has been played."""
    palette = canvas.palette
    box, card = _boxes(canvas)[1][number], canvas.board.actions[number]
    words = parts.table.action(canvas.board, number, held, canvas.say).label
    step = 4 if canvas.wide else 3
    shape = f'<path d="{stepped(*box, step)}"'
    scale = 0.9 if canvas.wide else min(box.height, box.width) / 30
    x, y = box.x + (13 if canvas.wide else box.width / 2), box.y + box.height / 2
    if not held:
        faint = f' fill="{palette.soft}" fill-opacity=".4" fill-rule="evenodd"'
        dashed = ' stroke-opacity=".6" stroke-dasharray="3 2.5"'
        drawn = plate(box, step, "none", palette.soft, more=dashed) + sign(
            ACTIONS[card.id], x, y, scale, faint
        )
        return target(f"action-{card.id}", words, drawn, shape, "action")
    dark = f' fill="{palette.ink}" fill-rule="evenodd"'
    drawn = plate(box, step, palette.sheet, palette.brass, 1.3) + sign(ACTIONS[card.id], x, y, scale, dark)
    if canvas.wide:
        size = canvas.smallest
        rows = text_metrics.wrap(canvas.named(card), "strong", size, box.right - x - 14, 3)
        drawn += block(rows, x + 11, y, 14, size, palette.ink, "strong")
    return target(f"action-{card.id}", words, drawn, shape, "action")
