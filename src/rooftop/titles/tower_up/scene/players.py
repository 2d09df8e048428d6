"""The players' areas, in three forms: rows or cards in a wide picture, compact in a narrow one."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import part, printed
from rooftop.drawing.players import Head, empty, one_line, player, points, two_lines
from rooftop.drawing.svg import Point, identified, label, num, stepped, target, text, use
from rooftop.drawing.widgets import brass_star
from rooftop.titles.tower_up import parts
from rooftop.titles.tower_up.parts.players import Turn
from rooftop.titles.tower_up.scene import tracks
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.scene.signs import roof_sign, token, token_path
from rooftop.titles.tower_up.schema import COLOURS
from rooftop.titles.tower_up.view import Seat, View

BAND = 9  # the strip of a player's paint on the left
LINE = 24.0  # the height of a line of floors in the narrow picture: a fingertip


def _parts(canvas: Canvas, seat: int) -> tuple[Box, Box]:
    """The boxes for what a player owns, and for their board."""
    box = canvas.layout.seats[seat]
    if canvas.layout.form == "row":
        own = Box(box.x + BAND + 6, box.y + 5, 186, box.height - 10)
        return own, Box(own.right + 10, box.y + 5, box.right - own.right - 20, box.height - 10)
    own = Box(box.x + BAND + 9, box.y + 10, box.width - BAND - 22, 108)
    return own, Box(own.x, own.bottom + 6, own.width, box.bottom - own.bottom - 20)


def table(canvas: Canvas) -> str:
    """Panels with their badges and signs, and the printed boards in a wide picture."""
    drawn = []
    for seat, box in enumerate(canvas.layout.seats):
        places = _places(canvas, seat)
        (x, y), scale = places.roofs, places.roofs_scale
        content = empty(canvas, seat, box, places.head)
        content += roof_sign(x, y + scale, scale, f"url(#paint-{canvas.seats[seat]})", canvas.palette.edge)
        if canvas.wide:
            content += tracks.table(canvas, _parts(canvas, seat)[1])
        else:
            content += "".join(_signs(canvas, seat, number) for number in range(len(COLOURS)))
        drawn.append(printed(f"seat-{seat}", content))
    return "".join(drawn)


def players(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    drawn = []
    tops = [building.roofs[-1] for building in view.buildings.values()]
    for seat, own in enumerate(view.seats):
        name, visible = names[seat], tops.count(seat)
        turn = Turn(view.extra_turn, view.extra_turn_earned) if view.to_act == seat else None
        drawn.append(_player(canvas, seat, own, visible, turn, name))
        drawn.append(_points(canvas, seat, own.total, name))
        drawn += [_stock(canvas, seat, number, count, name) for number, count in enumerate(own.stock)]
        drawn.append(_roofs(canvas, seat, own.roofs, name))
        drawn.append(_tokens(canvas, seat, own.tokens, name))
        drawn.append(_stars(canvas, seat, own.stars, name))
        drawn += [_machine(canvas, seat, number, column, name) for number, column in enumerate(own.track)]
        drawn.append(_cone(canvas, seat, own.visible, visible, name))
    if not view.over:
        drawn += [
            _own(canvas, view.to_act, number, count, names[view.to_act])
            for number, count in enumerate(view.actor.stock)
        ]
    return drawn


class _Places(NamedTuple):
    """Where the things of a player are."""

    head: Head
    roofs: Point
    roofs_scale: float
    tokens: Point  # the last one
    token_radius: float


@lru_cache(maxsize=256)
def _places(canvas: Canvas, seat: int) -> _Places:
    if canvas.layout.form == "compact":
        inner = _compact(canvas, seat)
        low = inner.y + 32 + 4 * LINE
        return _Places(two_lines(inner, 10.5), (inner.x + 6, low + 7), 0.6, (inner.right - 7, low + 23), 6.8)
    box = _parts(canvas, seat)[0]
    if canvas.layout.form == "row":
        low = box.y + box.height * 0.87
        head = one_line(box, box.y + box.height * 0.17, 14)
        return _Places(head, (box.x + 10, low), 0.9, (box.right - 12, low), 9.5)
    head = one_line(box, box.y + 14, 17)
    return _Places(head, (box.x + 13, box.y + 91), 1.15, (box.right - 14, box.y + 90), 12)


def _compact(canvas: Canvas, seat: int) -> Box:
    """The area of a player in the narrow picture. Its lines: the name; the points; for each colour the floors
    in stock and the value of the machine; the roofs left, the visible roofs and the next star; the tokens."""
    box = canvas.layout.seats[seat]
    return Box(box.x + 8, box.y + 5, box.width - 13, box.height - 9)


def _colour_line(canvas: Canvas, seat: int, number: int) -> Box:
    """The line of a colour in the narrow picture."""
    inner = _compact(canvas, seat)
    return Box(inner.x, inner.y + 32 + LINE * number, inner.width, LINE)


@cached
def _player(canvas: Canvas, seat: int, own: Seat, visible: int, turn: Turn | None, name: str) -> str:
    """Everything in words, with the marks of the turn and of the end."""
    head, mark = _places(canvas, seat).head, ""
    words = parts.players.player(canvas.board, own, visible, turn, name, canvas.say).label
    if turn and (turn.extra or turn.earned):
        mark = brass_star(canvas, *head.mark(own.total), head.radius, ' id="extra-mark"')
    box, above = canvas.layout.seats[seat], not canvas.wide
    return player(canvas, seat, box, head, words, name, own.total, own.rank, turn is not None, above, mark)


@cached
def _points(canvas: Canvas, seat: int, total: int, name: str) -> str:
    words = canvas.say.many("{player}: {n} million", "{player}: {n} million", total, player=name)
    head = _places(canvas, seat).head
    left = head.beside_points(total)
    box = Box(left, head.points[1] - head.big / 2, head.right - left + 2, head.big)
    return part(f"seat-{seat}-total", words, points(canvas, seat, head, total), box)


def _stock_box(canvas: Canvas, seat: int, number: int) -> Box:
    """Where the floors of a colour are."""
    if not canvas.wide:
        line = _colour_line(canvas, seat, number)
        return Box(line.x - 3, line.y, line.width / 2 + 3, line.height)
    own = _parts(canvas, seat)[0]
    if canvas.layout.form == "row":
        return Box(own.x - 4, own.y + own.height * 0.53 - 14.5, own.width + 10, 29).columns(4, 5)[number]
    return Box(own.x, own.y + 33, own.width, 36).columns(4, 8)[number]


@cached
def _stock(canvas: Canvas, seat: int, number: int, count: int, name: str) -> str:
    """The floors of a colour in stock: a slab, which is printed in the narrow picture, and their number."""
    colour, box = COLOURS[number], _stock_box(canvas, seat, number)
    words = parts.players.stock(name, colour, count, canvas.say).label
    middle = box.y + box.height / 2
    if canvas.wide:
        size = 13 if box.height < 30 else 15
        scale = 1 if box.height < 30 else 1.37
        faint = "" if count else ' opacity=".55"'
        slab = use(f"slab-{colour}", box.x + 14.5 * scale, middle + 6.5 * scale, scale, faint)
        x = box.x + 36.5 * scale
    else:
        slab, size, x = "", 11, box.x + 35
    number_left = label(x, middle, count, size, canvas.palette.ink, "strong", "middle")
    return part(f"seat-{seat}-stock-{colour}", words, slab + number_left, box)


@cached
def _own(canvas: Canvas, seat: int, number: int, count: int, name: str) -> str:
    """What the player to act clicks to choose a colour: their own floors. These four parts move from player
    to player, because an offer names them without knowing whose turn it is."""
    words = parts.players.stock(name, COLOURS[number], count, canvas.say).label
    shape = f'<path d="{stepped(*_stock_box(canvas, seat, number), 3)}"'
    return target(f"stock-{COLOURS[number]}", words, "", shape, "floors")


def _signs(canvas: Canvas, seat: int, number: int) -> str:
    """The slab and the machine of a colour, printed in the narrow picture."""
    line = _colour_line(canvas, seat, number)
    scale, y = 0.9, line.y + line.height / 2
    slab = use(f"slab-{COLOURS[number]}", line.x + 12, y + 6 * scale, scale)
    return slab + use(f"machine-{COLOURS[number]}", line.x + line.width / 2 + 13, y - 0.5, scale)


@cached
def _machine(canvas: Canvas, seat: int, number: int, column: int, name: str) -> str:
    """A machine in its column; in the narrow picture its value beside the printed sign."""
    colour, track = COLOURS[number], f"seat-{seat}-track-{COLOURS[number]}"
    value = canvas.board.track.values[column]
    words = parts.players.machine(name, colour, value, canvas.say).label
    if canvas.wide:
        board = _parts(canvas, seat)[1]
        drawn = tracks.machine(canvas, track, number, column, board)
        box = tracks.row(canvas.board, board, number)
    else:
        line = _colour_line(canvas, seat, number)
        box = Box(line.x + line.width / 2, line.y, line.width / 2 + 3, line.height)
        y = line.y + line.height / 2 + 3.7
        drawn = identified(track, text(box.x + 25.5, y, str(value), 11, canvas.palette.ink, "strong"))
    return part(f"seat-{seat}-machine-{colour}", words, drawn, box)


@cached
def _roofs(canvas: Canvas, seat: int, left: int, name: str) -> str:
    """The number of roofs left, beside their printed sign."""
    places = _places(canvas, seat)
    (x, y), scale = places.roofs, places.roofs_scale
    size = max(12.4, 12 * scale) if canvas.wide else 10.5
    count = f"× {left}" if canvas.wide else str(left)
    start = x + (12 * scale if canvas.wide else 7.5)
    number = label(start, y, count, size, canvas.palette.ink, "strong")
    wide = start - x + 9 * scale + text_metrics.width(count, "strong", size)
    words = parts.players.roofs(name, left, canvas.say).label
    box = Box(x - 9 * scale, y - size * 0.7, wide + 2, size * 1.4)
    return part(f"seat-{seat}-roofs", words, number, box)


@cached
def _tokens(canvas: Canvas, seat: int, tokens: tuple[int | None, ...], name: str) -> str:
    """The tokens won, and outlines of the others."""
    palette, places = canvas.palette, _places(canvas, seat)
    (right, y), radius = places.tokens, places.token_radius
    drawn = []
    pitch = 2 * radius + (5 if canvas.wide else 4)
    for slot, value in enumerate(tokens):
        x = right - (len(tokens) - 1 - slot) * pitch
        if value:
            drawn.append(token(canvas, slot, value, x, y, radius, f' id="seat-{seat}-token-{slot}"'))
        else:
            drawn.append(
                f'<path d="{token_path(slot)}" transform="translate({num(x)} {num(y)})'
                f' scale({radius / 11:.3g})" fill="none" stroke="{palette.soft}" stroke-opacity=".6"'
                ' stroke-dasharray="2.5 2"/>'
            )
    words = parts.players.tokens(name, tokens, canvas.say).label
    left = right - (len(tokens) - 1) * pitch - radius
    box = Box(left, y - radius, right + radius - left, 2 * radius)
    return part(f"seat-{seat}-tokens", words, "".join(drawn), box)


@cached
def _stars(canvas: Canvas, seat: int, used: int, name: str) -> str:
    """The star columns that are used up; in the narrow picture the next one."""
    words = parts.players.stars(name, used, len(canvas.board.track.stars), canvas.say).label
    if canvas.wide:
        board = _parts(canvas, seat)[1]
        drawn = tracks.stars(canvas, used, board)
        return part(f"seat-{seat}-stars", words, drawn, tracks.head(canvas.board, board))
    x, y = _places(canvas, seat).roofs
    x = _compact(canvas, seat).right - 19
    ahead = canvas.board.track.stars[used:]
    drawn = brass_star(canvas, x, y, 5)
    drawn += text(x + 6.5, y + 3.6, str(ahead[0]) if ahead else "–", 10.5, canvas.palette.ink, "strong")
    return part(f"seat-{seat}-stars", words, drawn, Box(x - 6, y - 8, 26, 16))


@cached
def _cone(canvas: Canvas, seat: int, counted: int | None, visible: int, name: str) -> str:
    """The visible roofs: on the roof track, or in the narrow picture as a cone with their number."""
    words = parts.players.cone(name, counted, visible, canvas.say).label
    if canvas.wide:
        board = _parts(canvas, seat)[1]
        drawn = tracks.cone(canvas, counted, visible, board)
        return part(f"seat-{seat}-cone", words, drawn, tracks.roofs(canvas.board, board))
    palette = canvas.palette
    x, y = _places(canvas, seat).roofs
    x = _compact(canvas, seat).x + _compact(canvas, seat).width / 2 - 4
    paint = palette.soft if counted is None else palette.alert
    fill = "none" if counted is None else paint
    count = str(visible if counted is None else counted)
    path = tracks.cone_path(x, y + 4, 3, 8)
    drawn = f'<path d="{path}" fill="{fill}" stroke="{paint}" stroke-linejoin="round"/>'
    drawn += text(x + 5.5, y + 3.6, count, 10.5, palette.ink, "strong")
    return part(f"seat-{seat}-cone", words, drawn, Box(x - 5, y - 8, 22, 16))
