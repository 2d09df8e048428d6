"""The tray: the skyscrapers and action cards of the one who looks, large enough to pick from. Whoever only
watches sees those of the player whose turn it is."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from rooftop.drawing import text_metrics
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import rect, stepped, target, text
from rooftop.drawing.widgets import badge, inset, panel
from rooftop.game.title import View
from rooftop.titles.new_york_1901.ground import Cell
from rooftop.titles.new_york_1901.scene import describe
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.scene.geometry import extent, lying
from rooftop.titles.new_york_1901.scene.signs import ACTIONS, sign
from rooftop.titles.new_york_1901.scene.tiles import ghost, skyscraper, worth

OWN = ("bronze", "silver", "gold")


class Place(NamedTuple):
    """Where a tile of the tray lies."""

    tile: int
    box: Box
    cells: list[Cell]
    at: tuple[float, float]
    unit: float


def shown_seat(view: View) -> int:
    """Whose tray is shown."""
    seat: int = view["seat"]
    if seat >= 0:
        return seat
    return view["to_act"] or 0


@lru_cache(maxsize=64)
def _parts(canvas: Canvas) -> tuple[Box, list[Box], list[Box]]:
    """The headline, the action cards and the rows of the generations."""
    box = canvas.layout.tray.inside(8 if canvas.wide else 5)
    head = Box(box.x, box.y, box.width, 17 if canvas.wide else 13)
    rest = box.below(head.height + (4 if canvas.wide else 3))
    wide = 92.0 if canvas.wide else 30.0
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


def _own(canvas: Canvas, generation: str) -> list[int]:
    return [tile for tile in canvas.board.own_tiles if canvas.board.tiles[tile].generation == generation]


def _plate(canvas: Canvas, row: Box) -> Box:
    return Box(row.x, row.y, 26 if canvas.wide else 17, row.height)


@lru_cache(maxsize=64)
def places(canvas: Canvas) -> list[Place]:
    """Every own tile in its row, as large as all of them can be."""
    _, _, rows = _parts(canvas)
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
    made = []
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
            made.append(Place(tile, cell, shapes[tile], at, unit))
            x = cell.right
    return made


def table(canvas: Canvas) -> str:
    made = [panel(canvas, canvas.layout.tray)]
    _, _, rows = _parts(canvas)
    made += [inset(canvas, row) for row in rows]
    return "".join(made)


def tray(canvas: Canvas, view: View, names: list[str]) -> str:
    seat = shown_seat(view)
    row = view["seats"][seat]
    head = (seat, row["unbuilt"], row["until_end"], view["seat"] >= 0, view["ending"], tuple(names))
    made = [canvas.keep(("tray-head", *head), _head, canvas, view, seat, row, names)]
    unlocked = row["generation"]
    thresholds = tuple(view["thresholds"].items())
    made.append(canvas.keep(("plates", unlocked, thresholds), _plates, canvas, unlocked, dict(thresholds)))
    for place in places(canvas):
        tile = canvas.board.tiles[place.tile]
        state, chosen = row["tiles"][tile.id], view["tile"] == tile.id and view["to_act"] == seat
        able = OWN.index(tile.generation) <= (OWN.index(unlocked) if unlocked in OWN else 0)
        key = ("tile", seat, tile.id, state, chosen, able)
        made.append(canvas.keep(key, _tile, canvas, place, seat, state, chosen, able))
    for number, card in enumerate(canvas.board.actions):
        held = card.id in row["actions"]
        made.append(canvas.keep(("action", number, held), _action, canvas, number, held))
    return f'<g id="tray">{"".join(made)}</g>'


def _head(canvas: Canvas, view: View, seat: int, row: dict[str, Any], names: list[str]) -> str:
    """Whose tray it is, how many are unbuilt, and a warning when few are left."""
    head, palette, say = _parts(canvas)[0], canvas.palette, canvas.say
    size = 12.5 if canvas.wide else 10.0
    radius = 8.5 if canvas.wide else 6.2
    y = head.y + head.height / 2
    count = say.many("{n} unbuilt", "{n} unbuilt", row["unbuilt"])
    warn = (
        row["unbuilt"] <= canvas.board.end.warn_at_unbuilt and row["until_end"] > 0 and view["ending"] is None
    )
    right = head.right
    made = [badge(canvas, seat, head.x + radius, y, radius, 11 if canvas.wide else 9)]
    if warn:
        words = describe.warning(row, say)
        small = 11.5 if canvas.wide else 9.0
        words = text_metrics.fit(words, "strong", small, head.width * 0.62)
        wide = text_metrics.width(words, "strong", small) + (14 if canvas.wide else 8)
        made.append(
            '<g id="warning">'
            + rect(right - wide, y - small * 0.75, wide, small * 1.5, f' fill="{palette.alert}"')
            + text(right - wide / 2, y + small * 0.35, words, small, palette.alert_ink, "strong", "middle")
            + "</g>"
        )
        right -= wide + 6
    else:
        small = 12.0 if canvas.wide else 9.5
        made.append(text(right, y + small * 0.35, count, small, palette.soft, "text", "end", ' id="unbuilt"'))
        right -= text_metrics.width(count, "text", small) + 8
    whose = (
        say("Your skyscrapers") if view["seat"] >= 0 else say("Skyscrapers of {player}", player=names[seat])
    )
    start = head.x + 2 * radius + 6
    made.append(
        text(
            start,
            y + size * 0.35,
            text_metrics.fit(whose, "strong", size, right - start),
            size,
            palette.ink,
            "strong",
        )
    )
    return "".join(made)


def _plates(canvas: Canvas, unlocked: str, thresholds: dict[str, int]) -> str:
    """A metal plate before each row, with the points that open it; a bar across one that is still shut."""
    palette = canvas.palette
    highest = OWN.index(unlocked) if unlocked in OWN else 0
    made = []
    for place, (name, row) in enumerate(zip(OWN, _parts(canvas)[2], strict=True)):
        metal, box = palette.metals[name], _plate(canvas, row)
        x, y = box.middle
        shut = place > highest
        made.append(rect(*box, f' fill="{metal.plate}" stroke="{metal.rim}" stroke-width="1.2"'))
        size = 13.0 if canvas.wide else 10.0
        lift = size * 0.1 if shut else size * 0.35
        made.append(text(x, y + lift, str(thresholds[name]), size, metal.ink, "strong", "middle"))
        if shut:
            scale = 0.62 if canvas.wide else 0.45
            lock = "M-5 0h10v8h-10zM-3 0v-2.5a3 3 0 0 1 6 0v2.5h-1.6v-2.3a1.4 1.4 0 0 0 -2.8 0v2.3z"
            made.append(sign(lock, x, y + size * 0.45, scale, f' fill="{metal.ink}" fill-rule="evenodd"'))
    return "".join(made)


def _tile(canvas: Canvas, place: Place, seat: int, state: str, chosen: bool, able: bool) -> str:
    palette, board = canvas.palette, canvas.board
    tile = board.tiles[place.tile]
    if state == "unbuilt":
        drawn = skyscraper(canvas, tile, seat, place.cells, place.at, place.unit, "none")
        if not able:
            drawn = f'<g opacity=".45">{drawn}</g>'
        drawn += worth(canvas, tile, place.cells, place.at, place.unit)
    else:
        drawn = ghost(canvas, place.cells, place.at, place.unit, state == "demolished")
    field = place.box.inside(1)
    if chosen:
        drawn = (
            f'<path class="picked" d="{stepped(*field, 3)}" fill="{palette.crown}" fill-opacity=".45"'
            f' stroke="{palette.glow}" stroke-width="2.2"/>{drawn}'
        )
    words = describe.unbuilt(board, tile, state, canvas.say)
    return target(f"tile-{tile.id}", words, drawn, f'<path d="{stepped(*field, 3)}"', "tile")


def _action(canvas: Canvas, number: int, held: bool) -> str:
    """An action card, or the empty place of one that has been played."""
    palette = canvas.palette
    box, card = _parts(canvas)[1][number], canvas.board.actions[number]
    words = describe.action(canvas.board, number, held, canvas.say)
    shape = stepped(*box, 4 if canvas.wide else 3)
    scale = min(box.height / 34, 1.0) if canvas.wide else min(box.height, box.width) / 30
    x = box.x + (13.5 if canvas.wide else box.width / 2)
    if not held:
        faint = f' fill="{palette.soft}" fill-opacity=".4" fill-rule="evenodd"'
        drawn = (
            f'<path d="{shape}" fill="none" stroke="{palette.soft}" stroke-opacity=".6"'
            ' stroke-dasharray="3 2.5"/>' + sign(ACTIONS[card.id], x, box.y + box.height / 2, scale, faint)
        )
        return target(f"action-{card.id}", words, drawn, f'<path d="{shape}"', "action")
    drawn = f'<path d="{shape}" fill="{palette.sheet}" stroke="{palette.brass}" stroke-width="1.3"/>' + sign(
        ACTIONS[card.id], x, box.y + box.height / 2, scale, f' fill="{palette.ink}" fill-rule="evenodd"'
    )
    if canvas.wide:
        lines = text_metrics.wrap(canvas.named(card), "strong", 10.5, box.right - x - 13, 3)
        top = box.y + box.height / 2 - (len(lines) - 1) * 6 + 3.6
        drawn += "".join(
            text(x + 12, top + 12 * place, line, 10.5, palette.ink, "strong")
            for place, line in enumerate(lines)
        )
    return target(f"action-{card.id}", words, drawn, f'<path d="{shape}"', "action")
