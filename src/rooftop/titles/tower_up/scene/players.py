"""The players' areas, in three forms: rows or cards in a wide picture, compact in a narrow one."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import Point, named, num, rect, stepped, text, use
from rooftop.drawing.widgets import badge, medal, panel
from rooftop.titles.tower_up.scene import describe, tracks
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.scene.describe import Turn
from rooftop.titles.tower_up.scene.signs import roof_sign, star_path, token, token_path
from rooftop.titles.tower_up.schema import COLOURS
from rooftop.titles.tower_up.view import Seat, View

BAND = 9  # the strip of a player's paint on the left


def _parts(canvas: Canvas, seat: int) -> tuple[Box, Box]:
    """The boxes for what a player owns, and for their board."""
    box = canvas.layout.seats[seat]
    if canvas.layout.form == "row":
        own = Box(box.x + BAND + 6, box.y + 5, 186, box.height - 10)
        return own, Box(own.right + 10, box.y + 5, box.right - own.right - 20, box.height - 11)
    own = Box(box.x + BAND + 9, box.y + 10, box.width - BAND - 22, 108)
    return own, Box(own.x, own.bottom + 6, own.width, box.bottom - own.bottom - 20)


def table(canvas: Canvas) -> str:
    """Panels, and the printed boards in a wide picture."""
    drawn = []
    for seat, box in enumerate(canvas.layout.seats):
        drawn.append(panel(canvas, box))
        if canvas.wide:
            drawn.append(tracks.table(canvas, _parts(canvas, seat)[1]))
    return "".join(drawn)


def players(canvas: Canvas, view: View, names: list[str]) -> str:
    drawn = []
    for seat, own in enumerate(view.seats):
        visible = sum(building.roofs[-1] == seat for building in view.buildings.values())
        turn = Turn(view.extra_turn, view.extra_turn_earned) if view.to_act == seat else None
        drawn.append(_player(canvas, seat, own, visible, turn, names[seat]))
    return "".join(drawn)


@cached
def _player(canvas: Canvas, seat: int, own: Seat, visible: int, turn: Turn | None, name: str) -> str:
    words = describe.player(canvas.board, own, visible, turn, name, canvas.say)
    return named(f"seat-{seat}", words, _area(canvas, seat, own, visible, turn, name), ' class="seat"')


def _area(canvas: Canvas, seat: int, own: Seat, visible: int, turn: Turn | None, name: str) -> str:
    box = canvas.layout.seats[seat]
    starred = turn is not None and (turn.extra or turn.earned)
    mark = _turn_mark(canvas, box) if turn else _winner_mark(canvas, box) if own.rank == 1 else ""
    drawn = mark + _band(canvas, seat, box)
    if canvas.layout.form == "compact":
        return drawn + _compact(canvas, seat, own, visible, box, starred, name)
    owned, board = _parts(canvas, seat)
    draw = _row if canvas.layout.form == "row" else _card
    return (
        drawn
        + draw(canvas, seat, own, owned, starred, name)
        + tracks.machines(canvas, seat, own, board)
        + tracks.cone(canvas, seat, own.visible, visible, board)
    )


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


def _row(canvas: Canvas, seat: int, own: Seat, box: Box, starred: bool, name: str) -> str:
    first, second, third = (box.y + box.height * share for share in (0.17, 0.53, 0.87))
    return (
        _headline(canvas, seat, own, box, first, starred, name, 13.5)
        + _stock(canvas, seat, own, Box(box.x, second - 10, box.width, 20))
        + _roofs(canvas, seat, own, (box.x + 10, third), 0.85)
        + _tokens(canvas, seat, own, (box.right - 12, third), 9)
    )


def _card(canvas: Canvas, seat: int, own: Seat, box: Box, starred: bool, name: str) -> str:
    return (
        _headline(canvas, seat, own, box, box.y + 14, starred, name, 17)
        + _stock(canvas, seat, own, Box(box.x, box.y + 38, box.width, 26))
        + _roofs(canvas, seat, own, (box.x + 13, box.y + 91), 1.15)
        + _tokens(canvas, seat, own, (box.right - 14, box.y + 90), 12)
    )


def _headline(
    canvas: Canvas, seat: int, own: Seat, box: Box, y: float, starred: bool, name: str, size: float
) -> str:
    """The badge and the name, the rank or the mark of an extra turn, and the points."""
    palette = canvas.palette
    radius = size * 0.74
    points = str(own.total)
    big = size * 1.75
    drawn = [badge(canvas, seat, box.x + radius, y, radius, size * 0.88)]
    right = box.right - text_metrics.width(points, "display", big) - 6
    drawn.append(
        text(
            box.right, y + big * 0.33, points, big, palette.ink, "display", "end", f' id="seat-{seat}-points"'
        )
    )
    if own.rank:
        best = (palette.token, palette.token_ink)
        drawn.append(medal(canvas, seat, own.rank, right - radius, y, radius, best))
        right -= 2 * radius + 4
    elif starred:
        drawn.append(_extra_mark(canvas, right - radius, y, radius))
        right -= 2 * radius + 4
    start = box.x + 2 * radius + 6
    drawn.append(
        text(
            start,
            y + size * 0.34,
            text_metrics.fit(name, "strong", size, right - start),
            size,
            palette.ink,
            "strong",
        )
    )
    return "".join(drawn)


def _extra_mark(canvas: Canvas, x: float, y: float, radius: float) -> str:
    return (
        f'<path id="extra-mark" d="{star_path(x, y, radius)}" fill="{canvas.palette.token}"'
        f' stroke="{canvas.palette.edge}" stroke-width="1"/>'
    )


def _stock(canvas: Canvas, seat: int, own: Seat, box: Box) -> str:
    """The floors in stock: a slab and a number for each colour."""
    size = 12 if box.height < 24 else 14
    scale = box.height / 19
    drawn = []
    for cell, colour in zip(box.columns(4, 2), COLOURS, strict=True):
        count = own.stock[colour]
        faint = "" if count else ' opacity=".55"'
        middle = box.y + box.height / 2
        drawn.append(use(f"slab-{colour}", cell.x + 13 * scale, middle + 6.5 * scale, scale, faint))
        drawn.append(
            text(
                cell.x + 34.5 * scale, middle + size * 0.34, str(count), size, canvas.palette.ink, "strong",
                "middle", f' id="seat-{seat}-stock-{colour}"',
            )
        )  # fmt: skip
    return "".join(drawn)


def _roofs(canvas: Canvas, seat: int, own: Seat, at: Point, scale: float) -> str:
    """The roofs left."""
    size = 12 * scale if canvas.wide else 9
    count = f"× {own.roofs}" if canvas.wide else str(own.roofs)
    name = canvas.seats[seat]
    return roof_sign(at[0], at[1] + scale, scale, f"url(#paint-{name})", canvas.palette.edge) + text(
        at[0] + 12 * scale, at[1] + size * 0.34, count, size, canvas.palette.ink, "strong",
        "start", f' id="seat-{seat}-roofs"',
    )  # fmt: skip


def _cone(canvas: Canvas, seat: int, counted: int | None, visible: int, at: Point) -> str:
    """The cone with the number of visible roofs, filled once they are counted."""
    palette = canvas.palette
    paint = palette.soft if counted is None else palette.alert
    fill = "none" if counted is None else paint
    cone = tracks.cone_path(at[0], at[1] + 4, 3, 8)
    return (
        f'<path id="seat-{seat}-cone" d="{cone}" fill="{fill}" stroke="{paint}"'
        ' stroke-linejoin="round"/>'
        + text(at[0] + 5, at[1] + 3.1, str(visible if counted is None else counted), 9, palette.ink, "strong")
    )


def _tokens(canvas: Canvas, seat: int, own: Seat, at: Point, radius: float) -> str:
    """The tokens won, and outlines of the others."""
    palette = canvas.palette
    drawn = []
    for slot, value in enumerate(own.tokens):
        x = at[0] - (len(own.tokens) - 1 - slot) * (2 * radius + (5 if canvas.wide else 1.2))
        if value:
            drawn.append(token(canvas, slot, value, x, at[1], radius, f' id="seat-{seat}-token-{slot}"'))
        else:
            drawn.append(
                f'<path d="{token_path(slot)}" transform="translate({num(x)} {num(at[1])})'
                f' scale({radius / 11:.3g})" fill="none" stroke="{palette.soft}" stroke-opacity=".6"'
                ' stroke-dasharray="2.5 2"/>'
            )
    return "".join(drawn)


def _compact(canvas: Canvas, seat: int, own: Seat, visible: int, box: Box, starred: bool, name: str) -> str:
    """The name and the points; for each colour the floors in stock and the value of the machine; the roofs
    left, the visible roofs and the tokens."""
    palette = canvas.palette
    area = Box(box.x + 8, box.y + 5, box.width - 13, box.height - 9)
    line = area.height / 6.2
    y = area.y + line * 0.55
    drawn = [badge(canvas, seat, area.x + 5.5, y, 6.2, 9)]
    points = str(own.total)
    big = 13 if area.width < 80 else 15
    right = area.right - text_metrics.width(points, "display", big) - 2
    drawn.append(
        text(area.right, y + big / 3, points, big, palette.ink, "display", "end", f' id="seat-{seat}-points"')
    )
    if own.rank:
        best = (palette.token, palette.token_ink)
        drawn.append(medal(canvas, seat, own.rank, right - 6, y, 6, best))
        right -= 13
    elif starred:
        drawn.append(_extra_mark(canvas, right - 5, y, 5.5))
        right -= 12
    start = area.x + 14
    if right - start > 14:
        drawn.append(
            text(
                start,
                y + 3.2,
                text_metrics.fit(name, "strong", 9.5, right - start),
                9.5,
                palette.ink,
                "strong",
            )
        )
    scale = min(line / 19, 0.95)
    half = area.width / 2
    for number, colour in enumerate(COLOURS):
        y = area.y + line * (1.68 + number)
        drawn.append(use(f"slab-{colour}", area.x + 13 * scale, y + 6 * scale, scale))
        drawn.append(
            text(area.x + 32 * scale + 3, y + 3.2, str(own.stock[colour]), 9.5, palette.ink, "strong",
                 "middle", f' id="seat-{seat}-stock-{colour}"')
        )  # fmt: skip
        drawn.append(
            use(
                f"machine-{colour}",
                area.x + half + 14 * scale,
                y - 0.5,
                scale,
                f' id="seat-{seat}-track-{colour}"',
            )
        )
        value = canvas.board.track.values[own.track[colour]]
        drawn.append(text(area.x + half + 29 * scale, y + 3.2, str(value), 9.5, palette.ink, "strong"))
    y = area.y + line * 5.7
    drawn.append(_roofs(canvas, seat, own, (area.x + 5, y), 0.5))
    drawn.append(_cone(canvas, seat, own.visible, visible, (area.x + 26, y)))
    drawn.append(_tokens(canvas, seat, own, (area.right - 5, y), 5.6))
    return "".join(drawn)
