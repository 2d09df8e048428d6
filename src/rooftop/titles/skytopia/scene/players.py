"""The players' areas: name, points, coins, golems at home, ability tile, and city."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, num, rect, text, use
from rooftop.drawing.widgets import badge, medal, panel, turn_mark, winner_mark
from rooftop.titles.skytopia.scene import describe, pieces, tiles, towers
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.scene.geometry import gear
from rooftop.titles.skytopia.scene.labels import fitted
from rooftop.titles.skytopia.view import Seat, View

BAND = 6  # the strip of a player's paint at the left
OWN = 124  # the width of the part beside the towers


def _areas(canvas: Canvas, seat: int) -> tuple[Box, Box]:
    """The part with name and belongings, and the part with the towers."""
    box = canvas.layout.seats[seat]
    if canvas.wide:
        own = Box(box.x + BAND + 8, box.y + 7, OWN, box.height - 14)
        left = own.right + 8
        return own, Box(left, box.y + 7, box.right - 8 - left, box.height - 18)
    own = Box(box.x + 8, box.y + 4, box.width - 12, 42)
    return own, Box(own.x, own.bottom + 3, own.width, box.bottom - own.bottom - 10)


def table(canvas: Canvas) -> str:
    parts = []
    for seat, box in enumerate(canvas.layout.seats):
        parts.append(panel(canvas, box))
        parts.append(towers.table(canvas, _areas(canvas, seat)[1]))
    return "".join(parts)


def players(canvas: Canvas, view: View, names: tuple[str, ...]) -> str:
    parts = []
    for seat, row in enumerate(view.seats):
        own, area = _areas(canvas, seat)
        turn = view.to_act == seat
        at_home = tuple(golem.golem for golem in row.golems if golem.slot is None)
        asking = turn and view.phase == "ability"
        parts.append(_player(canvas, seat, row, turn, view.first == seat, names[seat]))
        parts.append(_golems_at_home(canvas, seat, at_home, own, names[seat]))
        parts.append(tiles.own(canvas, seat, row.ability, row.tile, _tile_box(canvas, own), asking))
        parts.append(towers.towers(canvas, view, seat, area))
    return "".join(parts)


def _tile_box(canvas: Canvas, own: Box) -> Box:
    if canvas.wide:
        tall = min(66, own.height - 86)
        return Box(own.x - 2, own.bottom - tall, own.width + 2, tall)
    return Box(own.right - 18, own.y + 29, 18, 12)


@cached
def _player(canvas: Canvas, seat: int, row: Seat, turn: bool, first: bool, name: str) -> str:
    """Who it is, and what they have."""
    box, own = canvas.layout.seats[seat], _areas(canvas, seat)[0]
    mark = turn_mark(canvas, box) if turn else winner_mark(canvas, box) if row.rank == 1 else ""
    wide = BAND if canvas.wide else 3
    band = rect(box.x + 3, box.y + 7, wide, box.height - 14, f' fill="url(#paint-{canvas.seats[seat]})"')
    draw = _wide if canvas.wide else _narrow
    drawn = mark + band + draw(canvas, seat, row, own, first and row.rank is None, name)
    return named(f"seat-{seat}", describe.player(canvas, row, turn, first, name), drawn, ' class="seat"')


def _wide(canvas: Canvas, seat: int, row: Seat, own: Box, first: bool, name: str) -> str:
    palette, say = canvas.palette, canvas.say
    y = own.y + 13
    points = str(row.total)
    parts = [
        badge(canvas, seat, own.x + 9.5, y, 9.5, 11.5),
        text(own.right, y + 8.5, points, 25, palette.ink, "display", "end", f' id="seat-{seat}-points"'),
    ]
    right = own.right - text_metrics.width(points, "display", 25) - 4
    if row.rank:
        best = (palette.coin, palette.coin_ink)
        parts.append(medal(canvas, seat, row.rank, right - 9, y, 9, best))
        right -= 21
    room = right - own.x - 23
    size = fitted(name, "strong", (13, 12, 11), room, 1)
    parts.append(
        text(
            own.x + 23,
            y + size * 0.35,
            text_metrics.fit(name, "strong", size, room),
            size,
            palette.ink,
            "strong",
        )
    )
    y += 24
    parts.append(_coins(canvas, seat, row.coins, own.x + 9, y, 9, 13))
    y += 21
    if row.rank is None:
        ahead = say("{n} if it ended now", n=row.forecast)
        parts.append(
            text(own.x, y + 4, text_metrics.fit(ahead, "text", 10.5, own.width - 20), 10.5, palette.soft)
        )
    if first:
        parts.append(_first(canvas, own.right - 8, y, 8.5))
    if own.height > 180:
        parts.append(_sources(canvas, row, Box(own.x, y + 12, own.width, _tile_box(canvas, own).y - y - 18)))
    return "".join(parts)


def _sources(canvas: Canvas, row: Seat, box: Box) -> str:
    """Where the points come from. Before the end, those of the final scoring are in a lighter ink."""
    palette = canvas.palette
    over = row.rank is not None
    parts = []
    sources = describe.sources(row.points, row.points if over else row.at_end, canvas.say)
    line = min(17.0, box.height / len(sources))
    size = min(11.5, line * 0.9)
    for number, (words, value, later) in enumerate(sources):
        y = box.y + line * (number + 0.75)
        ink = palette.soft if later and not over else palette.ink
        parts.append(text(box.x, y, words, size, ink))
        parts.append(text(box.right - 2, y, str(value), size, ink, "strong", "end"))
    return "".join(parts)


def _coins(canvas: Canvas, seat: int, count: int, x: float, y: float, radius: float, size: float) -> str:
    return use("sign-coin", x, y, radius / 10) + text(
        x + radius + 3, y + size * 0.35, str(count), size, canvas.palette.ink, "strong", "start",
        f' id="seat-{seat}-coins"',
    )  # fmt: skip


def _first(canvas: Canvas, x: float, y: float, radius: float) -> str:
    """The first player's cogwheel."""
    palette = canvas.palette
    return (
        f'<g id="first-player"><path d="{gear(x, y, 9, radius * 0.82, radius)}" fill="{palette.alert}"/>'
        + text(x, y + 3.2, "1", 9, palette.alert_ink, "strong", "middle")
        + "</g>"
    )


@cached
def _golems_at_home(canvas: Canvas, seat: int, at_home: tuple[int, ...], own: Box, name: str) -> str:
    """The golems at home; in a wide picture an outline stands for each of the others."""
    parts = []
    scale = 0.55 if canvas.wide else 0.3
    for k in range(1, canvas.board.rules.golems_per_player + 1):
        if canvas.wide:
            x, base = own.right - 8 - (canvas.board.rules.golems_per_player - k) * 16.5, own.y + 47
        else:
            x, base = own.x + 29 + (k - 1) * 5, own.y + 41
        if k in at_home:
            words = canvas.say("Golem {number} of {player}, at home", number=k, player=name)
            drawn = pieces.golem(canvas, seat, 0, x, base, scale) if canvas.wide else ""
            parts.append(named(f"golem-{seat}-{k}", words, drawn, ' class="golem" pointer-events="none"'))
        elif canvas.wide:
            parts.append(
                f'<rect x="{num(x - 5)}" y="{num(base - 16)}" width="10" height="15" rx="2" fill="none"'
                f' stroke="{canvas.palette.soft}" stroke-opacity=".55" stroke-dasharray="2 2"/>'
            )
    if not canvas.wide:
        parts.append(pieces.golem(canvas, seat, 0, own.x + 34, own.y + 42, 0.42))
        parts.append(
            text(own.x + 41, own.y + 38.5, str(len(at_home)), 9.5, canvas.palette.ink, "strong", "start",
                 f' id="seat-{seat}-home"')
        )  # fmt: skip
    return "".join(parts)


def _narrow(canvas: Canvas, seat: int, row: Seat, own: Box, first: bool, name: str) -> str:
    palette = canvas.palette
    y = own.y + 8
    points = str(row.total)
    big = 14
    parts = [
        badge(canvas, seat, own.x + 6, y, 6.4, 9),
        text(own.right, y + big / 3, points, big, palette.ink, "display", "end", f' id="seat-{seat}-points"'),
    ]
    right = own.right - text_metrics.width(points, "display", big) - 2
    if row.rank:
        best = (palette.coin, palette.coin_ink)
        parts.append(medal(canvas, seat, row.rank, right - 6, y, 6, best))
        right -= 13
    elif first:
        parts.append(_first(canvas, right - 6, y, 6.5))
        right -= 14
    if right - own.x - 15 > 14:
        short = text_metrics.fit(name, "strong", 9.5, right - own.x - 15)
        parts.append(text(own.x + 15, y + 3.2, short, 9.5, palette.ink, "strong"))
    if row.rank is None:
        ahead = canvas.say("{n} if it ended now", n=row.forecast)
        if text_metrics.width(ahead, "text", 9) > own.width:
            ahead = f"+{row.forecast - row.total}"
        parts.append(text(own.x, own.y + 24, ahead, 9, palette.soft))
    parts.append(_coins(canvas, seat, row.coins, own.x + 5.5, own.y + 35, 5.5, 9.5))
    return "".join(parts)
