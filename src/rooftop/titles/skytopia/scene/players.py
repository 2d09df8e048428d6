"""The players' areas: name, points, coins, golems at home, ability tile, and city."""

from __future__ import annotations

from functools import lru_cache

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.geometry import gear
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import belonging, printed, titled
from rooftop.drawing.players import Head, empty, one_line, player, two_lines
from rooftop.drawing.svg import disc, label, named, num, text, use
from rooftop.titles.skytopia.scene import describe, effects, pieces, tiles, towers
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.view import View

OWN = 124  # the width of the part beside the towers


@lru_cache(maxsize=256)
def own_area(canvas: Canvas, seat: int) -> Box:
    """The part with name and belongings."""
    box = canvas.layout.seats[seat]
    if canvas.wide:
        return Box(box.x + 14, box.y + 7, OWN, box.height - 14)
    return Box(box.x + 8, box.y + 4, box.width - 12, 42)


@lru_cache(maxsize=256)
def _towers_area(canvas: Canvas, seat: int) -> Box:
    box, own = canvas.layout.seats[seat], own_area(canvas, seat)
    if canvas.wide:
        left = own.right + 8
        return Box(left, box.y + 7, box.right - 8 - left, box.height - 18)
    return Box(own.x, own.bottom + 3, own.width, box.bottom - own.bottom - 10)


@lru_cache(maxsize=256)
def _head(canvas: Canvas, seat: int) -> Head:
    own = own_area(canvas, seat)
    if not canvas.wide:
        return two_lines(own, 10.5)
    return one_line(own, own.y + 12, 13.5)._replace(medal=(own.right - 10, own.y + 60))


def table(canvas: Canvas) -> str:
    """The panels, with badge and coin of each player."""
    areas = []
    for seat, box in enumerate(canvas.layout.seats):
        own, more = own_area(canvas, seat), f' data-part="seat-{seat}-coins"'
        x, y, scale = (own.x + 9, own.y + 37, 0.9) if canvas.wide else (own.x + 5.5, own.y + 36.5, 0.55)
        ground = empty(canvas, seat, box, _head(canvas, seat)) + towers.table(
            canvas, _towers_area(canvas, seat)
        )
        areas.append(printed(f"seat-{seat}", ground + use("sign-coin", x, y, scale, more)))
    return "".join(areas)


def players(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    parts = []
    for seat, row in enumerate(view.seats):
        turn, first = view.to_act == seat, view.first == seat
        over = row.rank is not None
        facts = describe.Facts(row.total, row.if_ended.total, row.rank, row.coins, row.home)
        parts += [
            _seat(canvas, seat, facts, turn, first, names[seat]),
            _points(canvas, seat, row.total),
            _coins(canvas, seat, row.coins),
        ]
        if first and not view.over:
            parts.append(_first(canvas, seat))
        if not over:
            parts.append(_forecast(canvas, seat, row.total, row.if_ended.total))
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
def _first(canvas: Canvas, seat: int) -> str:
    """The first player's cogwheel, around the badge."""
    head = _head(canvas, seat)
    (x, y), radius = head.badge, head.radius * 1.35
    wheel = gear(x, y, 11, radius * 0.86, radius) + disc(x, y, radius * 0.7)
    drawn = f'<path d="{wheel}" fill="{canvas.palette.alert}" fill-rule="evenodd"/>'
    return named("first-player", canvas.say("First player"), drawn)


# --- name and belongings ------------------------------------------------------------------------------


@cached
def _seat(canvas: Canvas, seat: int, row: describe.Facts, turn: bool, first: bool, name: str) -> str:
    """The player's name, and everything here in words."""
    words, box = describe.player(canvas, row, turn, first, name), canvas.layout.seats[seat]
    return player(
        canvas, seat, box, _head(canvas, seat), words, name, row.total, row.rank, turn, above=not canvas.wide
    )


@cached
def _points(canvas: Canvas, seat: int, total: int) -> str:
    head = _head(canvas, seat)
    written = label(*head.points, total, head.big, canvas.palette.ink, "display", head.anchor)
    return titled(f"seat-{seat}-points", describe.points(total, canvas.say), written)


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
def _forecast(canvas: Canvas, seat: int, total: int, forecast: int) -> str:
    """The points if the game ended now; or, where there is little room, what the final scoring would add."""
    own, head, size = own_area(canvas, seat), _head(canvas, seat), canvas.smallest
    (x, y), right = (own.x, own.y + 58), own.right
    if not canvas.wide:
        x, y, right = head.badge[0] + head.radius + 4, head.badge[1], head.beside_points(total)
    words = canvas.say("{forecast} if it ended now", forecast=forecast)
    if text_metrics.width(words, "text", size) > right - x:
        words = f"+{forecast - total}"
    written = label(x, y, words, size, canvas.palette.soft)
    return belonging(f"forecast-{seat}", f"seat-{seat}-points", written)


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
