"""The players' areas: points, workers, action cards, and small signs for the skyscrapers."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import Point, named, num, rect, stepped, text, use
from rooftop.drawing.widgets import badge, medal, panel
from rooftop.titles.new_york_1901.scene import describe
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.scene.geometry import extent, lying
from rooftop.titles.new_york_1901.scene.signs import ACTIONS, CROWN, sign
from rooftop.titles.new_york_1901.scene.tiles import small
from rooftop.titles.new_york_1901.scene.tray import OWN
from rooftop.titles.new_york_1901.schema import GENERATIONS
from rooftop.titles.new_york_1901.view import ByGeneration, Seat, View

STRIP = 6  # the player's paint at the left


def table(canvas: Canvas) -> str:
    return "".join(panel(canvas, box) for box in canvas.layout.seats)


def players(canvas: Canvas, view: View, names: list[str]) -> str:
    drawn = ""
    for seat, (row, name) in enumerate(zip(view.seats, names, strict=True)):
        warn = describe.few_left(canvas.board, view, row)
        drawn += _player(canvas, seat, row, name, view.to_act == seat, warn, view.thresholds)
    return drawn


@cached
def _player(
    canvas: Canvas, seat: int, row: Seat, name: str, to_act: bool, warn: bool, thresholds: ByGeneration
) -> str:
    box = canvas.layout.seats[seat]
    words = describe.player(canvas.board, row, name, to_act, warn, canvas.say)
    mark = ""
    if to_act:
        mark = _turn_mark(canvas, box)
    elif row.rank == 1:
        mark = f'<path d="{stepped(*box, 6)}" fill="none" stroke="{canvas.palette.glow}" stroke-width="2.6"/>'
    draw = _area if canvas.wide else _compact
    area = draw(canvas, seat, row, name, warn, thresholds)
    return named(f"seat-{seat}", words, mark + _strip(canvas, seat, box) + area, ' class="seat"')


def _strip(canvas: Canvas, seat: int, box: Box) -> str:
    wide = STRIP if canvas.wide else 3
    return rect(box.x + 3, box.y + 7, wide, box.height - 14, f' fill="url(#paint-{canvas.seats[seat]})"')


def _turn_mark(canvas: Canvas, box: Box) -> str:
    """A strong frame with an arrow pointing into the area."""
    palette = canvas.palette
    x, y = box.x + box.width / 2, box.y
    reach = 6 if canvas.wide else 5
    arrow = f"M{num(x - reach)} {num(y - 4)}h{num(2 * reach)}l{num(-reach)} {num(reach)}z"
    return (
        f'<g id="turn-mark" class="turn"><path d="{stepped(*box, 6 if canvas.wide else 4)}" fill="none"'
        f' stroke="{palette.glow}" stroke-width="{2.6 if canvas.wide else 2}"/>'
        f'<path d="{arrow}" fill="{palette.glow}"/></g>'
    )


def _area(canvas: Canvas, seat: int, row: Seat, name: str, warn: bool, thresholds: ByGeneration) -> str:
    """Wide: name and points; workers and cards; the skyscrapers and how many are unbuilt."""
    box = canvas.layout.seats[seat]
    area = Box(box.x + STRIP + 9, box.y + 7, box.width - STRIP - 17, box.height - 14)
    first, second = area.y + 11, area.y + 35
    shelf = Box(area.x, area.y + 50, area.width, area.height - 50)
    return (
        _headline(canvas, seat, row, area, first, name, 13.5)
        + _workers(canvas, seat, row, (area.x, second + 10), 0.82)
        + _cards(canvas, seat, row, (area.right, second), 17)
        + _shelf(canvas, seat, row, shelf, warn, thresholds)
    )


def _headline(canvas: Canvas, seat: int, row: Seat, box: Box, y: float, name: str, size: float) -> str:
    """Badge, name, the final rank, and the points."""
    palette = canvas.palette
    radius = size * 0.7
    points = str(row.total)
    big = size * 1.7
    drawn = [badge(canvas, seat, box.x + radius, y, radius, max(9, size * 0.86))]
    right = box.right - text_metrics.width(points, "display", big) - 5
    drawn.append(
        text(
            box.right, y + big * 0.33, points, big, palette.ink, "display", "end", f' id="seat-{seat}-points"'
        )
    )
    if row.rank:
        best = (palette.crown, palette.metals["gold"].ink)
        drawn.append(medal(canvas, seat, row.rank, right - radius, y, radius, best))
        right -= 2 * radius + 4
    start = box.x + 2 * radius + (5 if canvas.wide else 2)
    if right - start > 12:
        fitted = text_metrics.fit(name, "strong", size, right - start)
        drawn.append(text(start, y + size * 0.34, fitted, size, palette.ink, "strong"))
    return "".join(drawn)


def _workers(canvas: Canvas, seat: int, row: Seat, at: Point, scale: float) -> str:
    """Workers in reserve, and empty outlines for those on the map."""
    drawn = []
    for k in range(canvas.board.player.workers):
        x = at[0] + (k + 0.5) * 19 * scale
        if k < row.workers:
            drawn.append(
                use(f"worker-{canvas.seats[seat]}", x, at[1], scale, f' id="seat-{seat}-worker-{k}"')
            )
        else:
            drawn.append(use("worker-out", x, at[1], scale))
    return "".join(drawn)


def _cards(canvas: Canvas, seat: int, row: Seat, at: Point, wide: float) -> str:
    """Action cards, ending at a point; played ones are empty frames."""
    palette = canvas.palette
    tall, gap = wide * 1.25, wide * 0.22
    drawn = []
    for k, card in enumerate(canvas.board.actions):
        x = at[0] - (len(canvas.board.actions) - k) * (wide + gap) + gap
        held = card.id in row.actions
        look = (
            f' fill="{palette.sheet}" stroke="{palette.brass}" stroke-width="1.1"'
            if held
            else f' fill="none" stroke="{palette.soft}" stroke-opacity=".6" stroke-dasharray="2.5 2"'
        )
        drawn.append(rect(x, at[1] - tall / 2, wide, tall, f' id="seat-{seat}-{card.id}" rx="1.5"{look}'))
        if held:
            more = f' fill="{palette.ink}" fill-rule="evenodd"'
            drawn.append(sign(ACTIONS[card.id], x + wide / 2, at[1], wide / 26, more))
    return "".join(drawn)


def _mini(canvas: Canvas, row: Seat, box: Box, seat: int) -> str:
    """A player's skyscrapers by generation: full if unbuilt, pale if standing, dotted if demolished."""
    palette, board = canvas.palette, canvas.board
    paint = palette.players[canvas.seats[seat]]
    shapes = {tile: lying(board.tiles[tile].shape) for tile in board.own_tiles}
    rows = [[tile for tile in board.own_tiles if board.tiles[tile].generation == name] for name in OWN]
    high = [max(extent(shapes[tile])[1] for tile in tiles) for tiles in rows]
    wide = max(sum(extent(shapes[tile])[0] for tile in tiles) + 0.8 * len(tiles) for tiles in rows)
    unit = min(box.height / (sum(high) + 0.7 * 2), box.width / wide)
    y = box.y + (box.height - unit * (sum(high) + 1.4)) / 2
    drawn = []
    for name, tiles, tall in zip(OWN, rows, high, strict=True):
        x = box.x
        metal = palette.metals[name]
        full: list[str] = []
        standing: list[str] = []
        gone: list[str] = []
        for tile in tiles:
            status = row.tiles[board.tiles[tile].id]
            low = y + unit * (tall - extent(shapes[tile])[1])
            heap = {"unbuilt": full, "standing": standing, "demolished": gone}[status]
            heap.append(small(shapes[tile], (x, low), unit))
            x += unit * (extent(shapes[tile])[0] + 0.8)
        drawn.append(
            f'<path d="{"".join(full)}" fill="{metal.plate}" stroke="{metal.rim}" stroke-width=".9"/>'
        )
        drawn.append(
            f'<path d="{"".join(standing)}" fill="{paint.paint}" fill-opacity=".3" stroke="{palette.soft}"'
            ' stroke-width=".6"/>'
        )
        drawn.append(
            f'<path d="{"".join(gone)}" fill="none" stroke="{palette.soft}" stroke-width=".6"'
            ' stroke-dasharray="1.2 1.2"/>'
        )
        y += unit * (tall + 0.7)
    return "".join(drawn)


def _shelf(canvas: Canvas, seat: int, row: Seat, box: Box, warn: bool, thresholds: ByGeneration) -> str:
    """The skyscrapers; beside or below them the number of unbuilt ones, the next threshold, and the height of
    a legendary one."""
    palette = canvas.palette
    upright = box.height > 100
    shelf = Box(box.x, box.y, box.width, box.height - 52) if upright else Box(box.x, box.y, 130, box.height)
    drawn = [_mini(canvas, row, shelf, seat)]
    words = [canvas.say.many("{n} unbuilt", "{n} unbuilt", row.unbuilt), _next(canvas, row, thresholds)]
    if row.legendary:
        words.append(describe.feet(canvas.board.tiles[canvas.board.tile_number[row.legendary]], canvas.say))
    size, pitch = 11.5, 17.0
    room = box.width if upright else box.width - shelf.width - 4
    top = box.bottom - 43 if upright else box.y + box.height / 2 - pitch * (len(words) - 1) / 2
    for k, line in enumerate(words):
        y = top + pitch * k
        line = text_metrics.fit(line, "strong", size, room)
        wide = text_metrics.width(line, "strong", size)
        left = box.x + (14 if k == 2 else 0) if upright else box.right - wide
        ink = palette.ink
        if k == 0 and warn:
            ink = palette.alert_ink
            left += 4 if upright else -4
            drawn.append(
                rect(left - 4, y - size * 0.75, wide + 8, size * 1.5,
                     f' id="seat-{seat}-warning" fill="{palette.alert}"')
            )  # fmt: skip
        drawn.append(text(left, y + size * 0.35, line, size, ink, "strong"))
        if k == 2:
            crown = f' id="seat-{seat}-crown" fill="{palette.crown}" stroke="{palette.brass}"'
            drawn.append(sign(CROWN, left - 8, y, 0.58, crown))
    return "".join(drawn)


def _next(canvas: Canvas, row: Seat, thresholds: ByGeneration) -> str:
    """The next generation and the points that unlock it, or that all are unlocked."""
    names = {row.id: canvas.named(row) for row in canvas.board.tile_table.generation}
    later = [name for name in OWN if thresholds[name] > row.total]
    if not later:
        return canvas.say("{generation} unlocked", generation=names["gold"])
    return canvas.say("{generation} at {points}", generation=names[later[0]], points=thresholds[later[0]])


def _compact(canvas: Canvas, seat: int, row: Seat, name: str, warn: bool, thresholds: ByGeneration) -> str:
    """Narrow: name and points, workers and cards, skyscrapers, and a bar of points with the thresholds."""
    box = canvas.layout.seats[seat]
    area = Box(box.x + 9, box.y + 5, box.width - 14, box.height - 9)
    scale = 0.47 if area.width < 80 else 0.6
    second = area.y + 22
    drawn = [
        _headline(canvas, seat, row, area, area.y + 7, name, 9.5),
        _workers(canvas, seat, row, (area.x - 1, second + 6), scale),
        _cards(canvas, seat, row, (area.right, second), 9 if area.width < 80 else 12),
        _mini(canvas, row, Box(area.x, area.y + 33, area.width - 14, 30), seat),
    ]
    y = area.y + 48
    if warn:
        drawn.append(
            rect(area.right - 13, y - 8, 15, 15, f' id="seat-{seat}-warning" fill="{canvas.palette.alert}"')
        )
    ink = canvas.palette.alert_ink if warn else canvas.palette.ink
    drawn.append(text(area.right - 5.5, y + 3.3, str(row.unbuilt), 9.5, ink, "strong", "middle"))
    drawn.append(_bar(canvas, seat, row.total, thresholds, Box(area.x, area.bottom - 8, area.width, 6)))
    return "".join(drawn)


def _bar(canvas: Canvas, seat: int, total: int, thresholds: ByGeneration, box: Box) -> str:
    """Points as a bar, with a metal mark at each threshold."""
    palette = canvas.palette
    most = max(40, total)
    done = box.width * min(total, most) / most
    drawn = [
        rect(*box, f' fill="{palette.inset}" stroke="{palette.rule}" stroke-width=".7"'),
        rect(box.x, box.y, done, box.height, f' fill="url(#paint-{canvas.seats[seat]})"'),
    ]
    for name in GENERATIONS:
        if thresholds[name]:
            metal = palette.metals[name]
            x = box.x + box.width * thresholds[name] / most
            drawn.append(
                rect(x - 1.5, box.y - 1.5, 3, box.height + 3,
                     f' fill="{metal.plate}" stroke="{metal.rim}" stroke-width=".9"')
            )  # fmt: skip
    return f'<g id="seat-{seat}-bar">{"".join(drawn)}</g>'
