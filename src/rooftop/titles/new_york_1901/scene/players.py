"""The players' areas: points, workers, action cards, and small signs for the skyscrapers."""

from __future__ import annotations

from functools import lru_cache

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import printed
from rooftop.drawing.players import Head, empty, one_line, player, points, two_lines
from rooftop.drawing.svg import label, named, rect, text, use
from rooftop.game.translation import capital
from rooftop.titles.new_york_1901.scene import describe
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.scene.geometry import extent, lying
from rooftop.titles.new_york_1901.scene.signs import ACTIONS, CROWN, sign
from rooftop.titles.new_york_1901.scene.tiles import small
from rooftop.titles.new_york_1901.scene.tray import OWN
from rooftop.titles.new_york_1901.schema import GENERATIONS, ActionId, Generation
from rooftop.titles.new_york_1901.view import ByGeneration, Seat, Status, View


def table(canvas: Canvas) -> str:
    """The panels, with everyone's badge."""
    return "".join(
        printed(f"seat-{seat}", empty(canvas, seat, box, _head(canvas, seat)))
        for seat, box in enumerate(canvas.layout.seats)
    )


def players(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    drawn = []
    for seat, (row, name) in enumerate(zip(view.seats, names, strict=True)):
        warn = describe.few_left(canvas.board, view, row)
        drawn.append(_seat(canvas, seat, _facts(row, warn), name, view.to_act == seat))
        drawn.append(_points(canvas, seat, row.total))
        drawn += [_workers(canvas, seat, row.workers, name), _cards(canvas, seat, row.actions, name)]
        for index, (generation, tiles) in enumerate(_generations(canvas)):
            status = tuple([row.tiles[tile] for tile in tiles])
            drawn.append(_mini(canvas, seat, index, generation, status, name))
        if canvas.wide:
            words = _next(canvas, row.total, view.thresholds)
            drawn.append(_shelf(canvas, seat, row.unbuilt, words, row.legendary, warn))
        else:
            drawn.append(_unbuilt(canvas, seat, row.unbuilt, warn))
            drawn.append(_bar(canvas, seat, row.total, view.thresholds))
    return drawn


def _facts(row: Seat, warn: bool) -> describe.Facts:
    until_end = row.until_end if warn else None
    return describe.Facts(
        row.total, row.rank, row.character, row.workers, row.actions, row.unbuilt, until_end, row.legendary
    )


@lru_cache(maxsize=256)
def _inner(canvas: Canvas, seat: int) -> Box:
    """A player's area without its margins."""
    box = canvas.layout.seats[seat]
    if canvas.wide:
        return Box(box.x + 15, box.y + 7, box.width - 23, box.height - 14)
    return Box(box.x + 9, box.y + 5, box.width - 14, box.height - 9)


@lru_cache(maxsize=256)
def _head(canvas: Canvas, seat: int) -> Head:
    area = _inner(canvas, seat)
    return one_line(area, area.y + 11, 14) if canvas.wide else two_lines(area, 10.5, after_badge=True)


@cached
def _seat(canvas: Canvas, seat: int, row: describe.Facts, name: str, to_act: bool) -> str:
    head, box = _head(canvas, seat), canvas.layout.seats[seat]
    words = describe.player(canvas.board, row, name, to_act, canvas.say)
    return player(canvas, seat, box, head, words, name, row.total, row.rank, to_act, above=True)


@cached
def _points(canvas: Canvas, seat: int, total: int) -> str:
    return points(canvas, seat, _head(canvas, seat), total, f' data-part="seat-{seat}"')


@cached
def _workers(canvas: Canvas, seat: int, count: int, name: str) -> str:
    """Workers in reserve, and empty outlines for those on the map."""
    area = _inner(canvas, seat)
    left, low, scale = (area.x, area.y + 45, 0.82) if canvas.wide else (area.x - 1, area.y + 49, 0.62)
    drawn = []
    for k in range(canvas.board.player.workers):
        x = left + (k + 0.5) * 19 * scale
        if k < count:
            drawn.append(use(f"worker-{canvas.seats[seat]}", x, low, scale, f' id="seat-{seat}-worker-{k}"'))
        else:
            drawn.append(use("worker-out", x, low, scale))
    return named(f"workers-{seat}", canvas.say("{player}'s workers", player=name), "".join(drawn))


@cached
def _cards(canvas: Canvas, seat: int, actions: tuple[ActionId, ...], name: str) -> str:
    """Action cards; played ones are empty frames."""
    palette, area = canvas.palette, _inner(canvas, seat)
    y, wide = area.y + (35 if canvas.wide else 23), 17.0 if canvas.wide else 9.0 if area.width < 80 else 12.0
    tall, gap = wide * 1.25, wide * 0.22
    drawn = []
    for k, card in enumerate(canvas.board.actions):
        x = area.right - (len(canvas.board.actions) - k) * (wide + gap) + gap
        held = card.id in actions
        look = (
            f' fill="{palette.sheet}" stroke="{palette.brass}" stroke-width="1.1"'
            if held
            else f' fill="none" stroke="{palette.soft}" stroke-opacity=".6" stroke-dasharray="2.5 2"'
        )
        drawn.append(rect(x, y - tall / 2, wide, tall, f' id="seat-{seat}-{card.id}" rx="1.5"{look}'))
        if held:
            more = f' fill="{palette.ink}" fill-rule="evenodd"'
            drawn.append(sign(ACTIONS[card.id], x + wide / 2, y, wide / 26, more))
    return named(f"cards-{seat}", canvas.say("{player}'s action cards", player=name), "".join(drawn))


# --- skyscrapers --------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _generations(canvas: Canvas) -> list[tuple[Generation, tuple[str, ...]]]:
    """The ids of a player's tiles by generation."""
    tiles = [canvas.board.tiles[number] for number in canvas.board.own_tiles]
    return [(name, tuple(tile.id for tile in tiles if tile.generation == name)) for name in OWN]


def _shelves(canvas: Canvas, seat: int) -> tuple[Box, Box]:
    """The skyscrapers, and everything about them."""
    area = _inner(canvas, seat)
    if not canvas.wide:
        return Box(area.x, area.y + 53, area.width, 31), area
    box = Box(area.x, area.y + 50, area.width, area.height - 50)
    if _upright(box):
        return Box(box.x, box.y, box.width, box.height - 52), box
    return Box(box.x, box.y, 130, box.height), box


def _upright(box: Box) -> bool:
    """Whether words go below the skyscrapers, not beside them."""
    return box.height > 100


@cached
def _mini(
    canvas: Canvas, seat: int, index: int, generation: Generation, status: tuple[Status, ...], name: str
) -> str:
    """A player's skyscrapers of a generation: full if unbuilt, pale if standing, dotted if demolished."""
    palette, board, box = canvas.palette, canvas.board, _shelves(canvas, seat)[0]
    paint, metal = palette.players[canvas.seats[seat]], palette.metals[generation]
    rows = [
        [lying(board.tiles[board.tile_number[tile]].shape) for tile in tiles]
        for _, tiles in _generations(canvas)
    ]
    high = [max(extent(shape)[1] for shape in shapes) for shapes in rows]
    wide = max(sum(extent(shape)[0] for shape in shapes) + 0.8 * len(shapes) for shapes in rows)
    unit = min(box.height / (sum(high) + 0.7 * 2), box.width / wide)
    y = box.y + (box.height - unit * (sum(high) + 1.4)) / 2
    for tall in high[:index]:
        y += unit * (tall + 0.7)
    x = box.x
    heaps: dict[Status, list[str]] = {"unbuilt": [], "standing": [], "demolished": []}
    for shape, now in zip(rows[index], status, strict=True):
        heaps[now].append(small(shape, (x, y + unit * (high[index] - extent(shape)[1])), unit))
        x += unit * (extent(shape)[0] + 0.8)
    looks: dict[Status, str] = {
        "unbuilt": f'fill="{metal.plate}" stroke="{metal.rim}" stroke-width=".9"',
        "standing": f'fill="{paint.paint}" fill-opacity=".3" stroke="{palette.soft}" stroke-width=".6"',
        "demolished": f'fill="none" stroke="{palette.soft}" stroke-width=".6" stroke-dasharray="1.2 1.2"',
    }
    drawn = (f'<path d="{"".join(heap)}" {looks[now]}/>' for now, heap in heaps.items() if heap)
    words = f"{capital(canvas.named(board.tile_table.generation[index + 1]))}: {name}"
    return named(f"mini-{seat}-{generation}", words, "".join(drawn))


@cached
def _shelf(canvas: Canvas, seat: int, unbuilt: int, following: str, legendary: str | None, warn: bool) -> str:
    """Beside or below the skyscrapers the number of unbuilt ones, the next threshold, and the height of a
    legendary one."""
    palette = canvas.palette
    shelf, box = _shelves(canvas, seat)
    upright = _upright(box)
    drawn = []
    words = [canvas.say.many("{n} unbuilt", "{n} unbuilt", unbuilt), following]
    if legendary:
        words.append(describe.feet(canvas.board.tiles[canvas.board.tile_number[legendary]], canvas.say))
    size, pitch = canvas.smallest, 17.0
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
        drawn.append(label(left, y, line, size, ink, "strong"))
        if k == 2:
            crown = f' id="seat-{seat}-crown" fill="{palette.token}" stroke="{palette.brass}"'
            drawn.append(sign(CROWN, left - 8, y, 0.58, crown))
    return f'<g id="shelf-{seat}" data-part="seat-{seat}">{"".join(drawn)}</g>'


@cached
def _next(canvas: Canvas, total: int, thresholds: ByGeneration) -> str:
    """The next generation and the points that unlock it, or that all are unlocked."""
    names = {row.id: canvas.named(row) for row in canvas.board.tile_table.generation}
    later = [name for name in OWN if thresholds[name] > total]
    if not later:
        return canvas.say("{generation} unlocked", generation=names["gold"])
    return canvas.say("{generation} at {points}", generation=names[later[0]], points=thresholds[later[0]])


@cached
def _unbuilt(canvas: Canvas, seat: int, count: int, warn: bool) -> str:
    """The number of unbuilt skyscrapers, in a narrow picture."""
    area, palette = _inner(canvas, seat), canvas.palette
    y, drawn = area.y + 42, ""
    if warn:
        drawn = rect(area.right - 14, y - 8, 16, 15, f' id="seat-{seat}-warning" fill="{palette.alert}"')
    ink = palette.alert_ink if warn else palette.ink
    drawn += text(area.right - 6, y + 3.4, str(count), canvas.smallest, ink, "strong", "middle")
    return f'<g id="unbuilt-{seat}" data-part="seat-{seat}">{drawn}</g>'


@cached
def _bar(canvas: Canvas, seat: int, total: int, thresholds: ByGeneration) -> str:
    """Points as a bar, with a metal mark at each threshold."""
    palette, area = canvas.palette, _inner(canvas, seat)
    box = Box(area.x, area.bottom - 8, area.width, 6)
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
    return f'<g id="seat-{seat}-bar" data-part="seat-{seat}">{"".join(drawn)}</g>'
