"""The players' areas: name and points, coins, golems at home, the ability tile, and the city."""

from __future__ import annotations

from typing import Any

from rooftop.core import lettering
from rooftop.core.layout import Box
from rooftop.core.ornaments import badge, medal, panel
from rooftop.core.svg import named, num, rect, stepped, text, use
from rooftop.core.title import View
from rooftop.titles.skytopia.scene import describe, dice, tiles, towers
from rooftop.titles.skytopia.scene.stage import Stage, fitted, gear

BAND = 6  # the strip of a player's paint at the left
OWN = 124  # the width of what stands beside the towers


def _parts(stage: Stage, seat: int) -> tuple[Box, Box]:
    """Who it is and what they own; and the towers."""
    box = stage.plan.seats[seat]
    if stage.wide:
        own = Box(box.x + BAND + 8, box.y + 7, OWN, box.height - 14)
        left = own.right + 8
        return own, Box(left, box.y + 7, box.right - 8 - left, box.height - 18)
    own = Box(box.x + 8, box.y + 4, box.width - 12, 42)
    return own, Box(own.x, own.bottom + 3, own.width, box.bottom - own.bottom - 10)


def table(stage: Stage) -> str:
    made = []
    for seat, box in enumerate(stage.plan.seats):
        made.append(panel(stage, box))
        made.append(towers.table(stage, _parts(stage, seat)[1]))
    return "".join(made)


def cities(stage: Stage, view: View, names: list[str]) -> str:
    made = []
    for seat, row in enumerate(view["seats"]):
        box = stage.plan.seats[seat]
        own, area = _parts(stage, seat)
        turn, first = view["to_act"] == seat, view["first"] == seat and row["place"] is None
        key = (
            "city", seat, tuple(names), turn, first, row["total"], row["forecast"], row["coins"],
            row["home"], row["cards"], row["place"], row["ability"], *row["points"].values(),
            *row["at_end"].values(), *map(tuple, row["towers"].values()),
        )  # fmt: skip
        made.append(stage.keep(key, _city, stage, view, seat, box, own, turn, first, names))
        made.append(_home(stage, seat, row, own, names))
        made.append(tiles.own(stage, view, seat, _tile_box(stage, own)))
        made.append(towers.towers(stage, view, seat, area))
    return "".join(made)


def _tile_box(stage: Stage, own: Box) -> Box:
    if stage.wide:
        tall = min(66, own.height - 86)
        return Box(own.x - 2, own.bottom - tall, own.width + 2, tall)
    return Box(own.right - 18, own.y + 29, 18, 12)


def _city(
    stage: Stage, view: View, seat: int, box: Box, own: Box, turn: bool, first: bool, names: list[str]
) -> str:
    row = view["seats"][seat]
    mark = _turn_mark(stage, box) if turn else _winner_mark(stage, box) if row["place"] == 1 else ""
    wide = BAND if stage.wide else 3
    band = rect(box.x + 3, box.y + 7, wide, box.height - 14, f' fill="url(#paint-{stage.seats[seat]})"')
    drawn = (
        _wide(stage, view, seat, row, own, first, names)
        if stage.wide
        else _narrow(stage, seat, row, own, first, names)
    )
    return named(
        f"seat-{seat}", describe.player(stage, view, seat, names), mark + band + drawn, ' class="seat"'
    )


def _turn_mark(stage: Stage, box: Box) -> str:
    """A strong frame with an arrow into the area."""
    palette = stage.palette
    if stage.wide:
        x, y = box.x - 4, box.y + 20
        arrow = f"M{num(x - 5)} {num(y - 7)}l9 7l-9 7z"
    else:
        x, y = box.x + box.width / 2, box.y
        arrow = f"M{num(x - 6)} {num(y - 4)}h12l-6 6z"
    step, strong = (6, 2.6) if stage.wide else (4, 2)
    return (
        f'<g id="turn-mark" class="turn"><path d="{stepped(*box, step)}" fill="none" stroke="{palette.glow}"'
        f' stroke-width="{strong}"/><path d="{arrow}" fill="{palette.glow}"/></g>'
    )


def _winner_mark(stage: Stage, box: Box) -> str:
    step = 6 if stage.wide else 4
    return f'<path d="{stepped(*box, step)}" fill="none" stroke="{stage.palette.glow}" stroke-width="2.6"/>'


def _wide(
    stage: Stage, view: View, seat: int, row: dict[str, Any], own: Box, first: bool, names: list[str]
) -> str:
    palette, say = stage.palette, stage.say
    y = own.y + 13
    points = str(row["total"])
    made = [
        badge(stage, seat, own.x + 9.5, y, 9.5, 11.5),
        text(own.right, y + 8.5, points, 25, palette.ink, "display", "end", f' id="seat-{seat}-points"'),
    ]
    right = own.right - lettering.width(points, "display", 25) - 4
    if row["place"]:
        best = (palette.coin, palette.coin_ink)
        made.append(medal(stage, seat, row["place"], right - 9, y, 9, best))
        right -= 21
    name = names[seat]
    room = right - own.x - 23
    size = fitted(name, "strong", (13, 12, 11), room, 1)
    made.append(
        text(
            own.x + 23,
            y + size * 0.35,
            lettering.fit(name, "strong", size, room),
            size,
            palette.ink,
            "strong",
        )
    )
    y += 24
    made.append(_coins(stage, seat, row["coins"], own.x + 9, y, 9, 13))
    y += 21
    if row["place"] is None:
        ahead = say("{n} if it ended now", n=row["forecast"])
        made.append(
            text(own.x, y + 4, lettering.fit(ahead, "text", 10.5, own.width - 20), 10.5, palette.soft)
        )
    if first:
        made.append(_first(stage, own.right - 8, y, 8.5))
    if own.height > 180:
        made.append(_sources(stage, row, Box(own.x, y + 12, own.width, _tile_box(stage, own).y - y - 18)))
    return "".join(made)


def _sources(stage: Stage, row: dict[str, Any], box: Box) -> str:
    """Where the points come from; before the end, those that are yet to be counted in a quieter ink."""
    palette = stage.palette
    over = row["place"] is not None
    counted = row["points"] if over else {**row["points"], **row["at_end"]}
    made = []
    told = describe.sources(counted, stage.say)
    line = min(17.0, box.height / len(told))
    size = min(11.5, line * 0.9)
    for number, (words, value, later) in enumerate(told):
        y = box.y + line * (number + 0.75)
        ink = palette.soft if later and not over else palette.ink
        made.append(text(box.x, y, words, size, ink))
        made.append(text(box.right - 2, y, str(value), size, ink, "strong", "end"))
    return "".join(made)


def _coins(stage: Stage, seat: int, count: int, x: float, y: float, radius: float, size: float) -> str:
    return use("sign-coin", x, y, radius / 10) + text(
        x + radius + 3, y + size * 0.35, str(count), size, stage.palette.ink, "strong", "start",
        f' id="seat-{seat}-coins"',
    )  # fmt: skip


def _first(stage: Stage, x: float, y: float, radius: float) -> str:
    """The first player's cogwheel."""
    palette = stage.palette
    return (
        f'<g id="first-player"><path d="{gear(x, y, 9, radius * 0.82, radius)}" fill="{palette.alert}"/>'
        + text(x, y + 3.2, "1", 9, palette.alert_ink, "strong", "middle")
        + "</g>"
    )


def _home(stage: Stage, seat: int, row: dict[str, Any], own: Box, names: list[str]) -> str:
    """Golems that are at home, each in its own place."""
    at_home = tuple(golem["golem"] for golem in row["golems"] if golem["slot"] is None)
    return stage.keep(("home", seat, at_home, tuple(names)), _golems, stage, seat, at_home, own, names)


def _golems(stage: Stage, seat: int, at_home: tuple[int, ...], own: Box, names: list[str]) -> str:
    made = []
    scale = 0.55 if stage.wide else 0.3
    for k in range(1, stage.board.rules.golems_per_player + 1):
        if stage.wide:
            x, base = own.right - 8 - (stage.board.rules.golems_per_player - k) * 16.5, own.y + 47
        else:
            x, base = own.x + 29 + (k - 1) * 5, own.y + 41
        if k in at_home:
            words = stage.say("Golem {number} of {player}, at home", number=k, player=names[seat])
            drawn = dice.golem(stage, seat, 0, x, base, scale) if stage.wide else ""
            made.append(named(f"golem-{seat}-{k}", words, drawn, ' class="golem" pointer-events="none"'))
        elif stage.wide:
            made.append(
                f'<rect x="{num(x - 5)}" y="{num(base - 16)}" width="10" height="15" rx="2" fill="none"'
                f' stroke="{stage.palette.soft}" stroke-opacity=".55" stroke-dasharray="2 2"/>'
            )
    if not stage.wide:
        made.append(dice.golem(stage, seat, 0, own.x + 34, own.y + 42, 0.42))
        made.append(
            text(own.x + 41, own.y + 38.5, str(len(at_home)), 9.5, stage.palette.ink, "strong", "start",
                 f' id="seat-{seat}-home"')
        )  # fmt: skip
    return "".join(made)


def _narrow(stage: Stage, seat: int, row: dict[str, Any], own: Box, first: bool, names: list[str]) -> str:
    palette = stage.palette
    y = own.y + 8
    points = str(row["total"])
    big = 14
    made = [
        badge(stage, seat, own.x + 6, y, 6.4, 9),
        text(own.right, y + big / 3, points, big, palette.ink, "display", "end", f' id="seat-{seat}-points"'),
    ]
    right = own.right - lettering.width(points, "display", big) - 2
    if row["place"]:
        best = (palette.coin, palette.coin_ink)
        made.append(medal(stage, seat, row["place"], right - 6, y, 6, best))
        right -= 13
    elif first:
        made.append(_first(stage, right - 6, y, 6.5))
        right -= 14
    if right - own.x - 15 > 14:
        name = lettering.fit(names[seat], "strong", 9.5, right - own.x - 15)
        made.append(text(own.x + 15, y + 3.2, name, 9.5, palette.ink, "strong"))
    if row["place"] is None:
        ahead = stage.say("{n} if it ended now", n=row["forecast"])
        short = (
            ahead if lettering.width(ahead, "text", 9) <= own.width else f"+{row['forecast'] - row['total']}"
        )
        made.append(text(own.x, own.y + 24, short, 9, palette.soft))
    made.append(_coins(stage, seat, row["coins"], own.x + 5.5, own.y + 35, 5.5, 9.5))
    return "".join(made)
