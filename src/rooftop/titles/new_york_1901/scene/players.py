"""The players' areas: points, workers, action cards, and every skyscraper as a small sign."""

from __future__ import annotations

from typing import Any

from rooftop.drawing import text_metrics
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import Point, named, num, rect, stepped, text, use
from rooftop.drawing.widgets import badge, medal, panel
from rooftop.game.title import View
from rooftop.titles.new_york_1901.scene import describe
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.scene.geometry import extent, lying
from rooftop.titles.new_york_1901.scene.signs import ACTIONS, CROWN, sign
from rooftop.titles.new_york_1901.scene.tiles import small
from rooftop.titles.new_york_1901.scene.tray import OWN

STRIP = 6  # the player's paint at the left


def table(canvas: Canvas) -> str:
    return "".join(panel(canvas, box) for box in canvas.layout.seats)


def players(canvas: Canvas, view: View, names: list[str]) -> str:
    made = []
    for seat, row in enumerate(view["seats"]):
        turn = view["to_act"] == seat
        key = (
            "player", seat, names[seat], turn, view["ending"], row["total"], row["workers"], row["place"],
            tuple(row["actions"]), tuple(row["tiles"].items()), row["legendary"], row["generation"],
            row["character"], view["expert"],
        )  # fmt: skip
        made.append(canvas.keep(key, _player, canvas, view, seat, names))
    return "".join(made)


def _player(canvas: Canvas, view: View, seat: int, names: list[str]) -> str:
    box, row = canvas.layout.seats[seat], view["seats"][seat]
    words = describe.player(canvas.board, view, seat, names, canvas.say)
    mark = ""
    if view["to_act"] == seat:
        mark = _turn_mark(canvas, box)
    elif row["place"] == 1:
        mark = f'<path d="{stepped(*box, 6)}" fill="none" stroke="{canvas.palette.glow}" stroke-width="2.6"/>'
    draw = _area if canvas.wide else _compact
    return named(
        f"seat-{seat}",
        words,
        mark + _strip(canvas, seat, box) + draw(canvas, view, seat, names[seat]),
        ' class="seat"',
    )


def _strip(canvas: Canvas, seat: int, box: Box) -> str:
    wide = STRIP if canvas.wide else 3
    return rect(box.x + 3, box.y + 7, wide, box.height - 14, f' fill="url(#paint-{canvas.seats[seat]})"')


def _turn_mark(canvas: Canvas, box: Box) -> str:
    """A strong frame with an arrow into the area."""
    palette = canvas.palette
    x, y = box.x + box.width / 2, box.y
    reach = 6 if canvas.wide else 5
    arrow = f"M{num(x - reach)} {num(y - 4)}h{num(2 * reach)}l{num(-reach)} {num(reach)}z"
    return (
        f'<g id="turn-mark" class="turn"><path d="{stepped(*box, 6 if canvas.wide else 4)}" fill="none"'
        f' stroke="{palette.glow}" stroke-width="{2.6 if canvas.wide else 2}"/>'
        f'<path d="{arrow}" fill="{palette.glow}"/></g>'
    )


def _area(canvas: Canvas, view: View, seat: int, name: str) -> str:
    """Wide: headline; workers and cards; the skyscrapers and how many are unbuilt."""
    row, box = view["seats"][seat], canvas.layout.seats[seat]
    area = Box(box.x + STRIP + 9, box.y + 7, box.width - STRIP - 17, box.height - 14)
    first, second = area.y + 11, area.y + 35
    shelf = Box(area.x, area.y + 50, area.width, area.height - 50)
    return (
        _headline(canvas, seat, row, area, first, name, 13.5)
        + _workers(canvas, seat, row, (area.x, second + 10), 0.82)
        + _cards(canvas, seat, row, (area.right, second), 17)
        + _shelf(canvas, view, seat, row, shelf)
    )


def _headline(
    canvas: Canvas, seat: int, row: dict[str, Any], box: Box, y: float, name: str, size: float
) -> str:
    """Badge, name, the place at the end, and the points."""
    palette = canvas.palette
    radius = size * 0.7
    points = str(row["total"])
    big = size * 1.7
    made = [badge(canvas, seat, box.x + radius, y, radius, max(9, size * 0.86))]
    right = box.right - text_metrics.width(points, "display", big) - 5
    made.append(
        text(
            box.right, y + big * 0.33, points, big, palette.ink, "display", "end", f' id="seat-{seat}-points"'
        )
    )
    if row["place"]:
        best = (palette.crown, palette.metals["gold"].ink)
        made.append(medal(canvas, seat, row["place"], right - radius, y, radius, best))
        right -= 2 * radius + 4
    start = box.x + 2 * radius + (5 if canvas.wide else 2)
    if right - start > 12:
        fitted = text_metrics.fit(name, "strong", size, right - start)
        made.append(text(start, y + size * 0.34, fitted, size, palette.ink, "strong"))
    return "".join(made)


def _workers(canvas: Canvas, seat: int, row: dict[str, Any], at: Point, scale: float) -> str:
    """Workers in reserve, and the empty places of those on the map."""
    made = []
    for place in range(canvas.board.player.workers):
        x = at[0] + (place + 0.5) * 19 * scale
        if place < row["workers"]:
            made.append(
                use(f"worker-{canvas.seats[seat]}", x, at[1], scale, f' id="seat-{seat}-worker-{place}"')
            )
        else:
            made.append(use("worker-out", x, at[1], scale))
    return "".join(made)


def _cards(canvas: Canvas, seat: int, row: dict[str, Any], at: Point, wide: float) -> str:
    """Action cards, the last one at a point; played ones are empty frames."""
    palette = canvas.palette
    tall, gap = wide * 1.25, wide * 0.22
    made = []
    for place, card in enumerate(canvas.board.actions):
        x = at[0] - (len(canvas.board.actions) - place) * (wide + gap) + gap
        held = card.id in row["actions"]
        look = (
            f' fill="{palette.sheet}" stroke="{palette.brass}" stroke-width="1.1"'
            if held
            else f' fill="none" stroke="{palette.soft}" stroke-opacity=".6" stroke-dasharray="2.5 2"'
        )
        made.append(rect(x, at[1] - tall / 2, wide, tall, f' id="seat-{seat}-{card.id}" rx="1.5"{look}'))
        if held:
            more = f' fill="{palette.ink}" fill-rule="evenodd"'
            made.append(sign(ACTIONS[card.id], x + wide / 2, at[1], wide / 26, more))
    return "".join(made)


def _mini(canvas: Canvas, row: dict[str, Any], box: Box, seat: int) -> str:
    """All own skyscrapers by generation: full if unbuilt, pale if standing, dotted if gone."""
    palette, board = canvas.palette, canvas.board
    paint = palette.players[canvas.seats[seat]]
    shapes = {tile: lying(board.tiles[tile].shape) for tile in board.own_tiles}
    rows = [[tile for tile in board.own_tiles if board.tiles[tile].generation == name] for name in OWN]
    high = [max(extent(shapes[tile])[1] for tile in tiles) for tiles in rows]
    wide = max(sum(extent(shapes[tile])[0] for tile in tiles) + 0.8 * len(tiles) for tiles in rows)
    unit = min(box.height / (sum(high) + 0.7 * 2), box.width / wide)
    y = box.y + (box.height - unit * (sum(high) + 1.4)) / 2
    made = []
    for name, tiles, tall in zip(OWN, rows, high, strict=True):
        x = box.x
        metal = palette.metals[name]
        full: list[str] = []
        standing: list[str] = []
        gone: list[str] = []
        for tile in tiles:
            state = row["tiles"][board.tiles[tile].id]
            low = y + unit * (tall - extent(shapes[tile])[1])
            heap = {"unbuilt": full, "standing": standing, "demolished": gone}[state]
            heap.append(small(shapes[tile], (x, low), unit))
            x += unit * (extent(shapes[tile])[0] + 0.8)
        made.append(
            f'<path d="{"".join(full)}" fill="{metal.plate}" stroke="{metal.rim}" stroke-width=".9"/>'
        )
        made.append(
            f'<path d="{"".join(standing)}" fill="{paint.paint}" fill-opacity=".3" stroke="{palette.soft}"'
            ' stroke-width=".6"/>'
        )
        made.append(
            f'<path d="{"".join(gone)}" fill="none" stroke="{palette.soft}" stroke-width=".6"'
            ' stroke-dasharray="1.2 1.2"/>'
        )
        y += unit * (tall + 0.7)
    return "".join(made)


def _shelf(canvas: Canvas, view: View, seat: int, row: dict[str, Any], box: Box) -> str:
    """The skyscrapers; beside or below them how many are unbuilt, the next threshold, and the height of a
    legendary one."""
    palette = canvas.palette
    upright = box.height > 100
    shelf = Box(box.x, box.y, box.width, box.height - 52) if upright else Box(box.x, box.y, 130, box.height)
    made = [_mini(canvas, row, shelf, seat)]
    words = [canvas.say.many("{n} unbuilt", "{n} unbuilt", row["unbuilt"]), _next(canvas, view, row)]
    if row["legendary"]:
        words.append(
            describe.feet(canvas.board.tiles[canvas.board.tile_number[row["legendary"]]], canvas.say)
        )
    size, pitch = 11.5, 17.0
    room = box.width if upright else box.width - shelf.width - 4
    top = box.bottom - 43 if upright else box.y + box.height / 2 - pitch * (len(words) - 1) / 2
    for place, line in enumerate(words):
        y = top + pitch * place
        line = text_metrics.fit(line, "strong", size, room)
        wide = text_metrics.width(line, "strong", size)
        left = box.x + (14 if place == 2 else 0) if upright else box.right - wide
        ink = palette.ink
        if place == 0 and _warned(canvas, view, row):
            ink = palette.alert_ink
            left += 4 if upright else -4
            made.append(
                rect(left - 4, y - size * 0.75, wide + 8, size * 1.5,
                     f' id="seat-{seat}-warning" fill="{palette.alert}"')
            )  # fmt: skip
        made.append(text(left, y + size * 0.35, line, size, ink, "strong"))
        if place == 2:
            crown = f' id="seat-{seat}-crown" fill="{palette.crown}" stroke="{palette.brass}"'
            made.append(sign(CROWN, left - 8, y, 0.58, crown))
    return "".join(made)


def _warned(canvas: Canvas, view: View, row: dict[str, Any]) -> bool:
    few = row["unbuilt"] <= canvas.board.end.warn_at_unbuilt
    return few and row["until_end"] > 0 and view["ending"] is None


def _next(canvas: Canvas, view: View, row: dict[str, Any]) -> str:
    """The next generation and the points it needs, or the highest one."""
    names = {str(row.id): canvas.named(row) for row in canvas.board.tile_table.generation}
    later = [name for name in OWN if view["thresholds"][name] > row["total"]]
    if not later:
        return canvas.say("{generation} is open", generation=names["gold"])
    return canvas.say(
        "{generation} at {points}", generation=names[later[0]], points=view["thresholds"][later[0]]
    )


def _compact(canvas: Canvas, view: View, seat: int, name: str) -> str:
    """Narrow: headline, workers and cards, skyscrapers, and a bar of points with the thresholds."""
    row, box = view["seats"][seat], canvas.layout.seats[seat]
    area = Box(box.x + 9, box.y + 5, box.width - 14, box.height - 9)
    scale = 0.47 if area.width < 80 else 0.6
    second = area.y + 22
    made = [
        _headline(canvas, seat, row, area, area.y + 7, name, 9.5),
        _workers(canvas, seat, row, (area.x - 1, second + 6), scale),
        _cards(canvas, seat, row, (area.right, second), 9 if area.width < 80 else 12),
        _mini(canvas, row, Box(area.x, area.y + 33, area.width - 14, 30), seat),
    ]
    y = area.y + 48
    if _warned(canvas, view, row):
        made.append(
            rect(area.right - 13, y - 8, 15, 15, f' id="seat-{seat}-warning" fill="{canvas.palette.alert}"')
        )
    ink = canvas.palette.alert_ink if _warned(canvas, view, row) else canvas.palette.ink
    made.append(text(area.right - 5.5, y + 3.3, str(row["unbuilt"]), 9.5, ink, "strong", "middle"))
    made.append(_bar(canvas, view, seat, row, Box(area.x, area.bottom - 8, area.width, 6)))
    return "".join(made)


def _bar(canvas: Canvas, view: View, seat: int, row: dict[str, Any], box: Box) -> str:
    """Points as a bar; a mark in its metal where a generation opens."""
    palette = canvas.palette
    most = max(40, row["total"])
    done = box.width * min(row["total"], most) / most
    made = [
        rect(*box, f' fill="{palette.inset}" stroke="{palette.rule}" stroke-width=".7"'),
        rect(box.x, box.y, done, box.height, f' fill="url(#paint-{canvas.seats[seat]})"'),
    ]
    for name, value in view["thresholds"].items():
        if value:
            metal = palette.metals[name]
            x = box.x + box.width * value / most
            made.append(
                rect(x - 1.5, box.y - 1.5, 3, box.height + 3,
                     f' fill="{metal.plate}" stroke="{metal.rim}" stroke-width=".9"')
            )  # fmt: skip
    return f'<g id="seat-{seat}-bar">{"".join(made)}</g>'
