"""The players' areas, in three forms: a row or a card on a wide picture, compact on a narrow one."""

from __future__ import annotations

from typing import Any

from rooftop.core import lettering
from rooftop.core.layout import Box
from rooftop.core.ornaments import badge, medal, panel
from rooftop.core.svg import Point, named, num, rect, stepped, text, use
from rooftop.core.title import View
from rooftop.titles.tower_up.board import COLOURS
from rooftop.titles.tower_up.scene import describe, tracks
from rooftop.titles.tower_up.scene.blocks import star_path, token_path
from rooftop.titles.tower_up.scene.stage import Stage, house, token

BAND = 9  # the strip of a player's paint at the left


def _parts(stage: Stage, seat: int) -> tuple[Box, Box]:
    """Who it is and what they own; and their own board."""
    box = stage.plan.seats[seat]
    if stage.plan.form == "row":
        own = Box(box.x + BAND + 6, box.y + 5, 186, box.height - 10)
        return own, Box(own.right + 10, box.y + 5, box.right - own.right - 20, box.height - 11)
    own = Box(box.x + BAND + 9, box.y + 10, box.width - BAND - 22, 108)
    return own, Box(own.x, own.bottom + 6, own.width, box.bottom - own.bottom - 20)


def table(stage: Stage) -> str:
    """Panels, and the printed boards where there is room for them."""
    made = []
    for seat, box in enumerate(stage.plan.seats):
        made.append(panel(stage, box))
        if stage.wide:
            made.append(tracks.table(stage, _parts(stage, seat)[1]))
    return "".join(made)


def players(stage: Stage, view: View, names: list[str]) -> str:
    made = []
    for seat, row in enumerate(view["seats"]):
        seen = sum(building["roofs"][-1] == seat for building in view["buildings"].values())
        turn = view["to_act"] == seat
        extra, earned = turn and view["extra_turn"], turn and view["extra_turn_earned"]
        what = (seat, seen, turn, extra, earned, names[seat])
        made.append(stage.keep(("player", *what, repr(row)), _player, stage, row, *what))
    return "".join(made)


def _player(
    stage: Stage, row: dict[str, Any], seat: int, seen: int, turn: bool, extra: bool, earned: bool, name: str
) -> str:
    words = describe.player(stage.board, row, seen, turn, extra, earned, name, stage.say)
    drawn = _area(stage, seat, row, seen, turn, extra or earned, name)
    return named(f"seat-{seat}", words, drawn, ' class="seat"')


def _area(stage: Stage, seat: int, row: dict[str, Any], seen: int, turn: bool, extra: bool, name: str) -> str:
    box = stage.plan.seats[seat]
    mark = _turn_mark(stage, box) if turn else _winner_mark(stage, box) if row["place"] == 1 else ""
    made = [mark, _band(stage, seat, box)]
    if stage.plan.form == "compact":
        return "".join([*made, _compact(stage, seat, row, seen, box, extra, name)])
    own, board = _parts(stage, seat)
    draw = _row if stage.plan.form == "row" else _card
    made.append(draw(stage, seat, row, own, extra, name))
    made.append(tracks.machines(stage, seat, row, board))
    made.append(tracks.cone(stage, seat, row["visible"], seen, board))
    return "".join(made)


def _band(stage: Stage, seat: int, box: Box) -> str:
    """A strip in the player's colour and pattern."""
    wide = BAND if stage.wide else 4
    return rect(
        box.x + 3,
        box.y + 7,
        wide - 3 if stage.wide else 3,
        box.height - 14,
        f' fill="url(#paint-{stage.seats[seat]})"',
    )


def _turn_mark(stage: Stage, box: Box) -> str:
    """A strong frame with an arrow into the area."""
    palette = stage.palette
    step = 6 if stage.wide else 4
    strong = 2.6 if stage.wide else 2
    if stage.wide:
        x, y = box.x - 4, box.y + 20
        arrow = f"M{num(x - 5)} {num(y - 7)}l9 7l-9 7z"
    else:
        x, y = box.x + box.width / 2, box.y
        arrow = f"M{num(x - 6)} {num(y - 4)}h12l-6 6z"
    return (
        f'<g id="turn-mark" class="turn"><path d="{stepped(*box, step)}" fill="none" stroke="{palette.glow}"'
        f' stroke-width="{strong}"/><path d="{arrow}" fill="{palette.glow}"/></g>'
    )


def _winner_mark(stage: Stage, box: Box) -> str:
    step = 6 if stage.wide else 4
    return f'<path d="{stepped(*box, step)}" fill="none" stroke="{stage.palette.glow}" stroke-width="2.6"/>'


def _row(stage: Stage, seat: int, row: dict[str, Any], box: Box, extra: bool, name: str) -> str:
    first, second, third = (box.y + box.height * share for share in (0.17, 0.53, 0.87))
    return (
        _headline(stage, seat, row, box, first, extra, name, 13.5)
        + _stock(stage, seat, row, Box(box.x, second - 10, box.width, 20))
        + _roofs(stage, seat, row, (box.x + 10, third), 0.85)
        + _tokens(stage, seat, row, (box.right - 12, third), 9)
    )


def _card(stage: Stage, seat: int, row: dict[str, Any], box: Box, extra: bool, name: str) -> str:
    return (
        _headline(stage, seat, row, box, box.y + 14, extra, name, 17)
        + _stock(stage, seat, row, Box(box.x, box.y + 38, box.width, 26))
        + _roofs(stage, seat, row, (box.x + 13, box.y + 91), 1.15)
        + _tokens(stage, seat, row, (box.right - 14, box.y + 90), 12)
    )


def _headline(
    stage: Stage, seat: int, row: dict[str, Any], box: Box, y: float, extra: bool, name: str, size: float
) -> str:
    """Badge, name, the mark of an extra turn, the place at the end, and the points."""
    palette = stage.palette
    radius = size * 0.74
    points = str(row["total"])
    big = size * 1.75
    made = [badge(stage, seat, box.x + radius, y, radius, size * 0.88)]
    right = box.right - lettering.width(points, "display", big) - 6
    made.append(
        text(
            box.right, y + big * 0.33, points, big, palette.ink, "display", "end", f' id="seat-{seat}-points"'
        )
    )
    if row["place"]:
        best = (palette.token, palette.token_ink)
        made.append(medal(stage, seat, row["place"], right - radius, y, radius, best))
        right -= 2 * radius + 4
    elif extra:
        made.append(_extra(stage, right - radius, y, radius))
        right -= 2 * radius + 4
    start = box.x + 2 * radius + 6
    made.append(
        text(
            start,
            y + size * 0.34,
            lettering.fit(name, "strong", size, right - start),
            size,
            palette.ink,
            "strong",
        )
    )
    return "".join(made)


def _extra(stage: Stage, x: float, y: float, radius: float) -> str:
    return (
        f'<path id="extra-mark" d="{star_path(x, y, radius)}" fill="{stage.palette.token}"'
        f' stroke="{stage.palette.edge}" stroke-width="1"/>'
    )


def _stock(stage: Stage, seat: int, row: dict[str, Any], box: Box) -> str:
    """Floors in stock: a slab and a number for each colour."""
    size = 12 if box.height < 24 else 14
    scale = box.height / 19
    made = []
    for cell, colour in zip(box.columns(4, 2), COLOURS, strict=True):
        count = row["stock"][colour]
        faint = "" if count else ' opacity=".55"'
        middle = box.y + box.height / 2
        made.append(use(f"slab-{colour}", cell.x + 13 * scale, middle + 6.5 * scale, scale, faint))
        made.append(
            text(
                cell.x + 34.5 * scale, middle + size * 0.34, str(count), size, stage.palette.ink, "strong",
                "middle", f' id="seat-{seat}-stock-{colour}"',
            )
        )  # fmt: skip
    return "".join(made)


def _roofs(stage: Stage, seat: int, row: dict[str, Any], at: Point, scale: float) -> str:
    """Roofs that are left."""
    size = 12 * scale if stage.wide else 9
    count = f"× {row['roofs']}" if stage.wide else str(row["roofs"])
    name = stage.seats[seat]
    return house(at[0], at[1] + scale, scale, f"url(#paint-{name})", stage.palette.edge) + text(
        at[0] + 12 * scale, at[1] + size * 0.34, count, size, stage.palette.ink, "strong",
        "start", f' id="seat-{seat}-roofs"',
    )  # fmt: skip


def _visible(stage: Stage, seat: int, counted: int | None, seen: int, at: Point) -> str:
    """The cone with the roofs that are visible, filled when they have been counted."""
    palette = stage.palette
    paint = palette.soft if counted is None else palette.alert
    fill = "none" if counted is None else paint
    cone = tracks.cone_path(at[0], at[1] + 4, 3, 8)
    return (
        f'<path id="seat-{seat}-cone" d="{cone}" fill="{fill}" stroke="{paint}"'
        ' stroke-linejoin="round"/>'
        + text(at[0] + 5, at[1] + 3.1, str(seen if counted is None else counted), 9, palette.ink, "strong")
    )


def _tokens(stage: Stage, seat: int, row: dict[str, Any], at: Point, radius: float) -> str:
    """Tokens that were won, and outlines of those that were not."""
    palette = stage.palette
    made = []
    for place, value in enumerate(row["tokens"]):
        x = at[0] - (len(row["tokens"]) - 1 - place) * (2 * radius + (5 if stage.wide else 1.2))
        if value:
            made.append(token(stage, place, value, x, at[1], radius, f' id="seat-{seat}-token-{place}"'))
        else:
            made.append(
                f'<path d="{token_path(place)}" transform="translate({num(x)} {num(at[1])})'
                f' scale({radius / 11:.3g})" fill="none" stroke="{palette.soft}" stroke-opacity=".6"'
                ' stroke-dasharray="2.5 2"/>'
            )
    return "".join(made)


def _compact(
    stage: Stage, seat: int, row: dict[str, Any], seen: int, box: Box, extra: bool, name: str
) -> str:
    """Name and points; for each colour the floors in stock and the machine's value; roofs left, roofs that
    are visible, tokens."""
    palette = stage.palette
    area = Box(box.x + 8, box.y + 5, box.width - 13, box.height - 9)
    line = area.height / 6.2
    y = area.y + line * 0.55
    made = [badge(stage, seat, area.x + 5.5, y, 6.2, 9)]
    points = str(row["total"])
    big = 13 if area.width < 80 else 15
    right = area.right - lettering.width(points, "display", big) - 2
    made.append(
        text(area.right, y + big / 3, points, big, palette.ink, "display", "end", f' id="seat-{seat}-points"')
    )
    if row["place"]:
        best = (palette.token, palette.token_ink)
        made.append(medal(stage, seat, row["place"], right - 6, y, 6, best))
        right -= 13
    elif extra:
        made.append(_extra(stage, right - 5, y, 5.5))
        right -= 12
    start = area.x + 14
    if right - start > 14:
        made.append(
            text(
                start, y + 3.2, lettering.fit(name, "strong", 9.5, right - start), 9.5, palette.ink, "strong"
            )
        )
    scale = min(line / 19, 0.95)
    half = area.width / 2
    for number, colour in enumerate(COLOURS):
        y = area.y + line * (1.68 + number)
        made.append(use(f"slab-{colour}", area.x + 13 * scale, y + 6 * scale, scale))
        made.append(
            text(area.x + 32 * scale + 3, y + 3.2, str(row["stock"][colour]), 9.5, palette.ink, "strong",
                 "middle", f' id="seat-{seat}-stock-{colour}"')
        )  # fmt: skip
        made.append(
            use(
                f"machine-{colour}",
                area.x + half + 14 * scale,
                y - 0.5,
                scale,
                f' id="seat-{seat}-track-{colour}"',
            )
        )
        value = stage.board.track.values[row["track"][colour]]
        made.append(text(area.x + half + 29 * scale, y + 3.2, str(value), 9.5, palette.ink, "strong"))
    y = area.y + line * 5.7
    made.append(_roofs(stage, seat, row, (area.x + 5, y), 0.5))
    made.append(_visible(stage, seat, row["visible"], seen, (area.x + 26, y)))
    made.append(_tokens(stage, seat, row, (area.right - 5, y), 5.6))
    return "".join(made)
