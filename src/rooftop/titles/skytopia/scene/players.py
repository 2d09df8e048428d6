"""The players' areas: name, points, coins, golems at home, ability tile, and city."""

from __future__ import annotations

from functools import lru_cache

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import printed
from rooftop.drawing.svg import disc, identified, label, named, num, rect, text, use
from rooftop.drawing.widgets import badge, medal, panel, turn_mark, winner_mark
from rooftop.titles.skytopia.scene import describe, effects, pieces, tiles, towers
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.scene.geometry import gear
from rooftop.titles.skytopia.scene.parts import belonging, titled
from rooftop.titles.skytopia.view import View

BAND = 6  # the strip of a player's paint at the left
OWN = 124  # the width of the part beside the towers


@lru_cache(maxsize=256)
def own_area(canvas: Canvas, seat: int) -> Box:
    """The part with name and belongings."""
    box = canvas.layout.seats[seat]
    if canvas.wide:
        return Box(box.x + BAND + 8, box.y + 7, OWN, box.height - 14)
    return Box(box.x + 8, box.y + 4, box.width - 12, 42)


@lru_cache(maxsize=256)
def _towers_area(canvas: Canvas, seat: int) -> Box:
    box, own = canvas.layout.seats[seat], own_area(canvas, seat)
    if canvas.wide:
        left = own.right + 8
        return Box(left, box.y + 7, box.right - 8 - left, box.height - 18)
    return Box(own.x, own.bottom + 3, own.width, box.bottom - own.bottom - 10)


def table(canvas: Canvas) -> str:
    """The panels, with badge and coin of each player."""
    areas = []
    for seat, box in enumerate(canvas.layout.seats):
        parts, own = [], own_area(canvas, seat)
        parts += [panel(canvas, box), towers.table(canvas, _towers_area(canvas, seat))]
        more = f' data-part="seat-{seat}-coins"'
        if canvas.wide:
            parts.append(badge(canvas, seat, own.x + 9.5, own.y + 13, 9.5, canvas.smallest))
            parts.append(use("sign-coin", own.x + 9, own.y + 37, 0.9, more))
        else:
            parts.append(badge(canvas, seat, own.x + 6, own.y + 8, 6.4, canvas.smallest))
            parts.append(use("sign-coin", own.x + 5.5, own.y + 35, 0.55, more))
        areas.append(printed(f"seat-{seat}", "".join(parts)))
    return "".join(areas)


def players(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    parts = [_winner(canvas, seat) for seat, row in enumerate(view.seats) if row.rank == 1]
    if not view.over:
        parts += [_turn(canvas, view.to_act), _first(canvas, view.first)]
    for seat, row in enumerate(view.seats):
        turn, first = view.to_act == seat, view.first == seat
        over = row.rank is not None
        facts = describe.Facts(row.total, row.if_ended.total, row.rank, row.coins, row.home)
        parts += [
            _band(canvas, seat),
            _seat(canvas, seat, facts, turn, first, names[seat]),
            _points(canvas, seat, row.total),
            _coins(canvas, seat, row.coins),
        ]
        if row.rank is None:
            beside = canvas.wide or _beside_badge(canvas, seat, facts, names[seat])
            parts.append(_forecast(canvas, seat, row.total, row.if_ended.total, beside))
        else:
            parts.append(_place(canvas, seat, row.total, row.rank))
        if canvas.wide:
            if _lines(canvas, seat, over):
                parts.append(_sources(canvas, seat, over))
                parts.append(_amounts(canvas, seat, describe.amounts(row.if_ended), over))
            away = tuple(golem.golem for golem in row.golems if golem.slot is not None)
            parts.append(_away(canvas, seat, away))
        else:
            parts.append(_home(canvas, seat, row.home))
        asking = turn and view.phase == "ability"
        parts += tiles.own(canvas, seat, row.ability, row.tile, _tile_box(canvas, seat), asking)
        parts += towers.towers(canvas, view, seat, _towers_area(canvas, seat))
    return parts


@lru_cache(maxsize=256)
def _tile_box(canvas: Canvas, seat: int) -> Box:
    own = own_area(canvas, seat)
    if canvas.wide:
        tall = 84 if own.height > 250 else 64
        return Box(own.x - 2, own.bottom - tall, own.width + 2, tall)
    return Box(own.right - 18, own.y + 29, 18, 12)


# --- whose turn it is ---------------------------------------------------------------------------------


@cached
def _turn(canvas: Canvas, seat: int) -> str:
    return belonging(f"seat-{seat}", turn_mark(canvas, canvas.layout.seats[seat]))


@cached
def _winner(canvas: Canvas, seat: int) -> str:
    frame = identified(f"winner-{seat}", winner_mark(canvas, canvas.layout.seats[seat]))
    return belonging(f"seat-{seat}", frame)


@cached
def _first(canvas: Canvas, seat: int) -> str:
    """The first player's cogwheel, around the badge."""
    own = own_area(canvas, seat)
    x, y, radius = (own.x + 9.5, own.y + 13, 14) if canvas.wide else (own.x + 6, own.y + 8, 9.5)
    wheel = gear(x, y, 11, radius * 0.86, radius) + disc(x, y, radius * 0.7)
    drawn = f'<path d="{wheel}" fill="{canvas.palette.alert}" fill-rule="evenodd"/>'
    return named("first-player", canvas.say("First player"), drawn)


# --- name and belongings ------------------------------------------------------------------------------


@cached
def _band(canvas: Canvas, seat: int) -> str:
    """A strip of the player's paint, over the turn mark."""
    box, wide = canvas.layout.seats[seat], BAND if canvas.wide else 3
    paint = f' fill="url(#paint-{canvas.seats[seat]})"'
    band = identified(f"band-{seat}", rect(box.x + 3, box.y + 7, wide, box.height - 14, paint))
    return belonging(f"seat-{seat}", band)


@cached
def _seat(canvas: Canvas, seat: int, row: describe.Facts, turn: bool, first: bool, name: str) -> str:
    """The player's name, and everything here in words."""
    own, palette, room = own_area(canvas, seat), canvas.palette, _room(canvas, seat, row)
    if canvas.wide:
        size = text_metrics.shrink(name, "strong", 13.5, canvas.smallest, room)
        short = text_metrics.fit(name, "strong", size, room)
        drawn = label(own.x + 26, own.y + 13, short, size, palette.ink, "strong")
    elif _beside_badge(canvas, seat, row, name):
        drawn = text(own.x + 18, own.y + 11.5, name, canvas.smallest, palette.ink, "strong")
    else:
        short = text_metrics.fit(name, "strong", canvas.smallest, own.width - 22)
        drawn = text(own.x, own.y + 25, short, canvas.smallest, palette.ink, "strong")
    return named(f"seat-{seat}", describe.player(canvas, row, turn, first, name), drawn, ' class="seat"')


def _room(canvas: Canvas, seat: int, row: describe.Facts) -> float:
    """The room for a name between badge and points."""
    own = own_area(canvas, seat)
    left = own.x + (26 if canvas.wide else 18)
    return _left_of_points(canvas, own, row.total) - left - (18 if row.rank and not canvas.wide else 0)


def _beside_badge(canvas: Canvas, seat: int, row: describe.Facts, name: str) -> bool:
    """Whether there is room for the name beside the badge; otherwise a narrow picture has it below."""
    return text_metrics.width(name, "strong", canvas.smallest) <= _room(canvas, seat, row)


def _left_of_points(canvas: Canvas, own: Box, total: int) -> float:
    size, gap = (25, 4) if canvas.wide else (14, 2)
    return own.right - text_metrics.width(str(total), "display", size) - gap


@cached
def _points(canvas: Canvas, seat: int, total: int) -> str:
    own = own_area(canvas, seat)
    y, size = (own.y + 21.5, 25) if canvas.wide else (own.y + 8 + 14 / 3, 14)
    drawn = text(own.right, y, str(total), size, canvas.palette.ink, "display", "end")
    return titled(f"seat-{seat}-points", describe.points(total, canvas.say), drawn)


@cached
def _place(canvas: Canvas, seat: int, total: int, rank: int) -> str:
    """The final rank: beside the points or, in a wide picture, below them."""
    own, best = own_area(canvas, seat), (canvas.palette.coin, canvas.palette.coin_ink)
    x, y, radius = own.right - 10, own.y + 59, 9.5
    if not canvas.wide:
        x, y, radius = _left_of_points(canvas, own, total) - 7.5, own.y + 8, 7.5
    return medal(canvas, seat, rank, x, y, radius, best, canvas.smallest)


@cached
def _coins(canvas: Canvas, seat: int, count: int) -> str:
    own, ink = own_area(canvas, seat), canvas.palette.ink
    if canvas.wide:
        drawn = label(own.x + 21, own.y + 37, count, 13, ink, "strong")
    else:
        drawn = text(own.x + 13, own.y + 38.6, str(count), canvas.smallest, ink, "strong")
    words = canvas.say("has {coins}", coins=effects.coins(count, canvas.say))
    return titled(f"seat-{seat}-coins", words, drawn)


@cached
def _forecast(canvas: Canvas, seat: int, total: int, forecast: int, beside: bool) -> str:
    """The points if the game ended now; or, where there is little room, what the final scoring would add."""
    own, soft, size = own_area(canvas, seat), canvas.palette.soft, canvas.smallest
    words = canvas.say("{forecast} if it ended now", forecast=forecast)
    x, y = own.x, own.y + (62 if canvas.wide else 25)
    anchor: text_metrics.Anchor = "start"
    if not beside or text_metrics.width(words, "text", size) > own.width:
        words, x, anchor = f"+{forecast - total}", own.right, "end"
    drawn = identified(f"forecast-{seat}", text(x, y, words, size, soft, anchor=anchor))
    return belonging(f"seat-{seat}-points", drawn)


@cached
def _home(canvas: Canvas, seat: int, count: int) -> str:
    """The number of golems at home, in a narrow picture."""
    own = own_area(canvas, seat)
    drawn = pieces.golem(canvas, seat, 0, own.x + 34, own.y + 42.5, 0.37)
    drawn += text(own.x + 41, own.y + 38.6, str(count), canvas.smallest, canvas.palette.ink, "strong")
    return named(f"seat-{seat}-home", describe.at_home(count, canvas.say), drawn)


@cached
def _away(canvas: Canvas, seat: int, away: tuple[int, ...]) -> str:
    """An outline for each golem on the market, in a wide picture."""
    own, count = own_area(canvas, seat), canvas.board.rules.golems_per_player
    outlines = "".join(
        f'<rect x="{num(own.right - 13 - (count - k) * 16.5)}" y="{num(own.y + 31)}" width="10" height="15"'
        ' rx="2"/>'
        for k in away
    )
    return (
        f'<g id="away-{seat}" fill="none" stroke="{canvas.palette.soft}" stroke-opacity=".55"'
        f' stroke-dasharray="2 2" pointer-events="none">{outlines}</g>'
    )


# --- sources of points --------------------------------------------------------------------------------


def _lines(canvas: Canvas, seat: int, over: bool) -> list[tuple[str, float, float, str]]:
    """The words, baseline, size and ink of each source, if there is room. Before the end, those of the final
    scoring are in a lighter ink."""
    own, palette = own_area(canvas, seat), canvas.palette
    sources = describe.sources(canvas.say)
    top, bottom = own.y + 66, _tile_box(canvas, seat).y - 4
    line = min(18.0, (bottom - top) / len(sources))
    if line < canvas.smallest:
        return []
    return [
        (
            words,
            top + line * (number + 0.8),
            canvas.smallest,
            palette.soft if later and not over else palette.ink,
        )
        for number, (words, later) in enumerate(sources)
    ]


@cached
def _sources(canvas: Canvas, seat: int, over: bool) -> str:
    x = own_area(canvas, seat).x
    drawn = (text(x, y, words, size, ink) for words, y, size, ink in _lines(canvas, seat, over))
    return f'<g id="sources-{seat}" data-part="seat-{seat}-points">{"".join(drawn)}</g>'


@cached
def _amounts(canvas: Canvas, seat: int, amounts: tuple[int, ...], over: bool) -> str:
    x = own_area(canvas, seat).right - 2
    drawn = (
        text(x, y, str(amount), size, ink, "strong", "end")
        for amount, (_, y, size, ink) in zip(amounts, _lines(canvas, seat, over), strict=True)
    )
    return f'<g id="amounts-{seat}" data-part="seat-{seat}-points">{"".join(drawn)}</g>'
