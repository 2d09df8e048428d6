"""The players' areas, in three forms: rows or cards in a wide picture, compact in a narrow one."""

from __future__ import annotations

from typing import Literal, NamedTuple

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import Point, identified, named, num, rect, stepped, text, unsaid, use
from rooftop.drawing.text_metrics import Face
from rooftop.drawing.widgets import badge, medal, panel
from rooftop.titles.tower_up.scene import describe, tracks
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.scene.describe import Turn
from rooftop.titles.tower_up.scene.signs import roof_sign, star_path, token, token_path
from rooftop.titles.tower_up.schema import COLOURS
from rooftop.titles.tower_up.view import Seat, View

BAND = 9  # the strip of a player's paint on the left
Mark = Literal["rank", "star"] | None  # beside the points


def _parts(canvas: Canvas, seat: int) -> tuple[Box, Box]:
    """The boxes for what a player owns, and for their board."""
    box = canvas.layout.seats[seat]
    if canvas.layout.form == "row":
        own = Box(box.x + BAND + 6, box.y + 5, 186, box.height - 10)
        return own, Box(own.right + 10, box.y + 5, box.right - own.right - 20, box.height - 11)
    own = Box(box.x + BAND + 9, box.y + 10, box.width - BAND - 22, 108)
    return own, Box(own.x, own.bottom + 6, own.width, box.bottom - own.bottom - 20)


def table(canvas: Canvas) -> str:
    """Panels with their badges and signs, and the printed boards in a wide picture."""
    drawn = []
    for seat, box in enumerate(canvas.layout.seats):
        drawn.append(panel(canvas, box))
        places = _places(canvas, seat)
        head, scale = places.head, places.roofs_scale
        x, y = places.roofs
        drawn.append(badge(canvas, seat, *head.badge, head.radius, head.letters))
        drawn.append(roof_sign(x, y + scale, scale, f"url(#paint-{canvas.seats[seat]})", canvas.palette.edge))
        if canvas.wide:
            drawn.append(tracks.table(canvas, _parts(canvas, seat)[1]))
        else:
            drawn += [_signs(canvas, seat, number) for number in range(len(COLOURS))]
    return "".join(drawn)


def players(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    drawn = []
    tops = [building.roofs[-1] for building in view.buildings.values()]
    for seat, own in enumerate(view.seats):
        visible = tops.count(seat)
        turn = Turn(view.extra_turn, view.extra_turn_earned) if view.to_act == seat else None
        starred = turn is not None and (turn.extra or turn.earned)
        drawn.append(_player(canvas, seat, own, visible, turn, names[seat]))
        drawn.append(_points(canvas, seat, own.total))
        mark: Mark = "rank" if own.rank else "star" if starred else None
        drawn.append(_name(canvas, seat, own.total, mark, names[seat]))
        drawn += [_stock(canvas, seat, number, count) for number, count in enumerate(own.stock)]
        drawn.append(_roofs(canvas, seat, own.roofs))
        drawn.append(_tokens(canvas, seat, own.tokens))
        if canvas.wide:
            if own.stars:
                drawn.append(_stars(canvas, seat, own.stars))
            drawn += [_machine(canvas, seat, number, column) for number, column in enumerate(own.track)]
        else:
            drawn += [_value(canvas, seat, number, column) for number, column in enumerate(own.track)]
        drawn.append(_cone(canvas, seat, own.visible, visible))
    return drawn


class _Head(NamedTuple):
    """Where the first line of an area is, and how large."""

    y: float
    badge: Point
    radius: float
    letters: float  # font size on the badge
    start: float  # of the name
    size: float  # of the name
    right: float  # the end of the points
    big: float  # font size of the points
    gap: float  # between the points and what is on their left
    medal: float  # radius


class _Places(NamedTuple):
    """Where the things of a player are."""

    head: _Head
    roofs: Point
    roofs_scale: float
    tokens: Point  # the last one
    token_radius: float


def _places(canvas: Canvas, seat: int) -> _Places:
    if canvas.layout.form == "compact":
        area, line = _compact(canvas, seat)
        y, low = area.y + line * 0.55, area.y + line * 5.7
        big = 13 if area.width < 80 else 15
        head = _Head(y, (area.x + 5.5, y), 6.2, 9, area.x + 14, 9.5, area.right, big, 2, 6)
        return _Places(head, (area.x + 5, low), 0.5, (area.right - 5, low), 5.6)
    box = _parts(canvas, seat)[0]
    if canvas.layout.form == "row":
        y, low = box.y + box.height * 0.17, box.y + box.height * 0.87
        head = _headline(box, y, 13.5)
        return _Places(head, (box.x + 10, low), 0.85, (box.right - 12, low), 9)
    head = _headline(box, box.y + 14, 17)
    return _Places(head, (box.x + 13, box.y + 91), 1.15, (box.right - 14, box.y + 90), 12)


def _headline(box: Box, y: float, size: float) -> _Head:
    radius = size * 0.74
    start = box.x + 2 * radius + 6
    return _Head(y, (box.x + radius, y), radius, size * 0.88, start, size, box.right, size * 1.75, 6, radius)


def _compact(canvas: Canvas, seat: int) -> tuple[Box, float]:
    """The area of a player in the narrow picture, and the height of a line: the name and the points; for each
    colour the floors in stock and the value of the machine; the roofs left, the visible roofs and the
    tokens."""
    box = canvas.layout.seats[seat]
    area = Box(box.x + 8, box.y + 5, box.width - 13, box.height - 9)
    return area, area.height / 6.2


@cached
def _player(canvas: Canvas, seat: int, own: Seat, visible: int, turn: Turn | None, name: str) -> str:
    """Everything in words, with the marks of the turn and of the end."""
    box = canvas.layout.seats[seat]
    words = describe.player(canvas.board, own, visible, turn, name, canvas.say)
    drawn = _turn_mark(canvas, box) if turn else _winner_mark(canvas, box) if own.rank == 1 else ""
    drawn += _band(canvas, seat, box)
    head = _places(canvas, seat).head
    right = head.right - text_metrics.width(str(own.total), "display", head.big) - head.gap
    if own.rank:
        best = (canvas.palette.token, canvas.palette.token_ink)
        drawn += medal(canvas, seat, own.rank, right - head.medal, head.y, head.medal, best)
    elif turn and (turn.extra or turn.earned):
        middle, radius = (right - head.medal, head.medal) if canvas.wide else (right - 5, 5.5)
        drawn += _extra_mark(canvas, middle, head.y, radius)
    return named(f"seat-{seat}", words, drawn, ' class="seat"')


def _band(canvas: Canvas, seat: int, box: Box) -> str:
    """A strip with the player's colour and pattern."""
    wide = BAND if canvas.wide else 4
    return rect(
        box.x + 3,
        box.y + 7,
        wide - 3 if canvas.wide else 3,
        box.height - 14,
        f' fill="url(#paint-{canvas.seats[seat]})"',
    )


def _turn_mark(canvas: Canvas, box: Box) -> str:
    """A strong frame with an arrow that points into the area."""
    palette = canvas.palette
    step = 6 if canvas.wide else 4
    strong = 2.6 if canvas.wide else 2
    if canvas.wide:
        x, y = box.x - 4, box.y + 20
        arrow = f"M{num(x - 5)} {num(y - 7)}l9 7l-9 7z"
    else:
        x, y = box.x + box.width / 2, box.y
        arrow = f"M{num(x - 6)} {num(y - 4)}h12l-6 6z"
    return (
        f'<g id="turn-mark" class="turn"><path d="{stepped(*box, step)}" fill="none" stroke="{palette.glow}"'
        f' stroke-width="{strong}"/><path d="{arrow}" fill="{palette.glow}"/></g>'
    )


def _winner_mark(canvas: Canvas, box: Box) -> str:
    step = 6 if canvas.wide else 4
    return f'<path d="{stepped(*box, step)}" fill="none" stroke="{canvas.palette.glow}" stroke-width="2.6"/>'


def _extra_mark(canvas: Canvas, x: float, y: float, radius: float) -> str:
    return (
        f'<path id="extra-mark" d="{star_path(x, y, radius)}" fill="{canvas.palette.token}"'
        f' stroke="{canvas.palette.edge}" stroke-width="1"/>'
    )


@cached
def _points(canvas: Canvas, seat: int, total: int) -> str:
    head = _places(canvas, seat).head
    drop = head.big * 0.33 if canvas.wide else head.big / 3
    return _written(
        canvas, f"seat-{seat}-points", head.right, head.y + drop, str(total), head.big, "display", "end"
    )


@cached
def _name(canvas: Canvas, seat: int, total: int, mark: Mark, name: str) -> str:
    """The name, cut to the room before the points, and before the rank or the mark of an extra turn."""
    head = _places(canvas, seat).head
    right = head.right - text_metrics.width(str(total), "display", head.big) - head.gap
    if mark:
        right -= 2 * head.medal + 4 if canvas.wide else 13 if mark == "rank" else 12
    room = right - head.start
    shown = text_metrics.fit(name, "strong", head.size, room) if canvas.wide or room > 14 else ""
    low = head.size * 0.34 if canvas.wide else 3.2
    return _written(canvas, f"seat-{seat}-name", head.start, head.y + low, shown, head.size)


def _written(
    canvas: Canvas, name: str, x: float, y: float, words: str, size: float, face: Face = "strong",
    anchor: str = "start",
) -> str:  # fmt: skip
    """A text that the title of the area says too."""
    return identified(name, text(x, y, words, size, canvas.palette.ink, face, anchor, ' aria-hidden="true"'))


@cached
def _stock(canvas: Canvas, seat: int, number: int, count: int) -> str:
    """The floors of a colour in stock: a slab, which is printed in the narrow picture, and their number."""
    name, colour = f"seat-{seat}-stock-{COLOURS[number]}", COLOURS[number]
    if not canvas.wide:
        area, line = _compact(canvas, seat)
        x, y = area.x + 32 * _compact_scale(line) + 3, area.y + line * (1.68 + number) + 3.2
        return _written(canvas, name, x, y, str(count), 9.5, "strong", "middle")
    own = _parts(canvas, seat)[0]
    if canvas.layout.form == "row":
        box = Box(own.x, own.y + own.height * 0.53 - 10, own.width, 20)
    else:
        box = Box(own.x, own.y + 38, own.width, 26)
    size = 12 if box.height < 24 else 14
    scale = box.height / 19
    cell = box.columns(4, 2)[number]
    middle = box.y + box.height / 2
    faint = "" if count else ' opacity=".55"'
    return unsaid(
        name,
        use(f"slab-{colour}", cell.x + 13 * scale, middle + 6.5 * scale, scale, faint)
        + text(
            cell.x + 34.5 * scale, middle + size * 0.34, str(count), size, canvas.palette.ink, "strong",
            "middle",
        ),
    )  # fmt: skip


def _compact_scale(line: float) -> float:
    return min(line / 19, 0.95)


def _signs(canvas: Canvas, seat: int, number: int) -> str:
    """The slab and the machine of a colour, printed in the narrow picture."""
    area, line = _compact(canvas, seat)
    scale, half, y = _compact_scale(line), area.width / 2, area.y + line * (1.68 + number)
    slab = use(f"slab-{COLOURS[number]}", area.x + 13 * scale, y + 6 * scale, scale)
    return slab + use(f"machine-{COLOURS[number]}", area.x + half + 14 * scale, y - 0.5, scale)


@cached
def _value(canvas: Canvas, seat: int, number: int, column: int) -> str:
    """The value of a machine in the narrow picture."""
    area, line = _compact(canvas, seat)
    x, y = area.x + area.width / 2 + 29 * _compact_scale(line), area.y + line * (1.68 + number) + 3.2
    value = str(canvas.board.track.values[column])
    return _written(canvas, f"seat-{seat}-track-{COLOURS[number]}", x, y, value, 9.5)


@cached
def _roofs(canvas: Canvas, seat: int, left: int) -> str:
    """The number of roofs left, beside their printed sign."""
    places = _places(canvas, seat)
    (x, y), scale = places.roofs, places.roofs_scale
    size = 12 * scale if canvas.wide else 9
    count = f"× {left}" if canvas.wide else str(left)
    return _written(canvas, f"seat-{seat}-roofs", x + 12 * scale, y + size * 0.34, count, size)


@cached
def _tokens(canvas: Canvas, seat: int, tokens: tuple[int | None, ...]) -> str:
    """The tokens won, and outlines of the others."""
    palette, places = canvas.palette, _places(canvas, seat)
    (right, y), radius = places.tokens, places.token_radius
    drawn = []
    for slot, value in enumerate(tokens):
        x = right - (len(tokens) - 1 - slot) * (2 * radius + (5 if canvas.wide else 1.2))
        if value:
            drawn.append(token(canvas, slot, value, x, y, radius, f' id="seat-{seat}-token-{slot}"'))
        else:
            drawn.append(
                f'<path d="{token_path(slot)}" transform="translate({num(x)} {num(y)})'
                f' scale({radius / 11:.3g})" fill="none" stroke="{palette.soft}" stroke-opacity=".6"'
                ' stroke-dasharray="2.5 2"/>'
            )
    return unsaid(f"seat-{seat}-tokens", "".join(drawn))


@cached
def _stars(canvas: Canvas, seat: int, used: int) -> str:
    return unsaid(f"seat-{seat}-stars", tracks.stars(canvas, used, _parts(canvas, seat)[1]))


@cached
def _machine(canvas: Canvas, seat: int, number: int, column: int) -> str:
    colour = COLOURS[number]
    drawn = tracks.machine(canvas, f"seat-{seat}-track-{colour}", number, column, _parts(canvas, seat)[1])
    return unsaid(f"seat-{seat}-machine-{colour}", drawn)


@cached
def _cone(canvas: Canvas, seat: int, counted: int | None, visible: int) -> str:
    """The visible roofs: on the roof track, or in the narrow picture as a cone with their number."""
    if canvas.wide:
        return unsaid(f"seat-{seat}-cone", tracks.cone(canvas, counted, visible, _parts(canvas, seat)[1]))
    palette = canvas.palette
    area, line = _compact(canvas, seat)
    x, y = area.x + 26, area.y + line * 5.7
    paint = palette.soft if counted is None else palette.alert
    fill = "none" if counted is None else paint
    count = str(visible if counted is None else counted)
    return unsaid(
        f"seat-{seat}-cone",
        f'<path d="{tracks.cone_path(x, y + 4, 3, 8)}" fill="{fill}" stroke="{paint}"'
        ' stroke-linejoin="round"/>' + text(x + 5, y + 3.1, count, 9, palette.ink, "strong"),
    )
