"""The streets that give points, with everyone's skyscrapers on them, and the bonus challenge."""

from __future__ import annotations

from typing import Any

from rooftop.drawing import text_metrics
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, num, rect, text
from rooftop.drawing.widgets import badge, heading, panel
from rooftop.game.title import View
from rooftop.titles.new_york_1901.scene import describe
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.scene.signs import EMBLEMS, sign


def table(canvas: Canvas) -> str:
    made = [panel(canvas, canvas.layout.streets), panel(canvas, canvas.layout.challenge)]
    box, say = canvas.layout.streets, canvas.say
    worth = say.many("{n} point each", "{n} points each", canvas.board.street_table.points)
    if canvas.wide:
        made.append(heading(canvas, say("Streets"), box.x + 9, box.y + 17, 1.4))
        made.append(text(box.x + 9, box.y + 32, worth, 11, canvas.palette.soft))
    else:
        made.append(text(box.x + 7, box.y + 13, worth, 9, canvas.palette.soft))
    return "".join(made)


# --- streets -----------------------------------------------------------------------------------------


def streets(canvas: Canvas, view: View, names: list[str]) -> str:
    made = [canvas.keep("street-heads", _heads, canvas)]
    for place, row in enumerate(view["streets"]):
        key = ("street", place, row["code"], tuple(row["tally"]), tuple(names))
        made.append(canvas.keep(key, _street, canvas, place, row, names))
    return "".join(made)


def _columns(canvas: Canvas) -> list[float]:
    """The middle of each player's column."""
    box = canvas.layout.streets
    pitch = min(27.0, 130 / canvas.board.players) if canvas.wide else min(25.0, 100 / canvas.board.players)
    last = box.right - (12 if canvas.wide else 8) - pitch / 2 + 4
    return [last - pitch * (canvas.board.players - 1 - seat) for seat in range(canvas.board.players)]


def _heads(canvas: Canvas) -> str:
    box = canvas.layout.streets
    y, radius, size = (box.y + 21, 8.5, 11) if canvas.wide else (box.y + 10.5, 6, 9)
    return "".join(badge(canvas, seat, x, y, radius, size) for seat, x in enumerate(_columns(canvas)))


def _street(canvas: Canvas, place: int, row: dict[str, Any], names: list[str]) -> str:
    """A street's name and a number for each player; a star and a ring for a sole leader."""
    box, palette = canvas.layout.streets, canvas.palette
    head, size = (37, 12.0) if canvas.wide else (18, 9.5)
    high = (box.height - head - (5 if canvas.wide else 4)) / 3
    y = box.y + head + high * (place + 0.5)
    street = next(street for street in canvas.board.streets if street.code == row["code"])
    columns = _columns(canvas)
    start = box.x + (9 if canvas.wide else 7)
    room = columns[0] - 10 - start
    made = [
        f'<path d="M{num(start)} {num(y - high / 2)}H{num(box.right - 8)}" stroke="{palette.rule}"'
        ' stroke-width=".7"/>',
        text(
            start,
            y + size * 0.35,
            text_metrics.fit(canvas.named(street), "strong", size, room),
            size,
            palette.ink,
            "strong",
        ),
    ]
    for seat, (x, count) in enumerate(zip(columns, row["tally"], strict=True)):
        if row["leader"] == seat:
            wide, tall = (22, high - 3) if canvas.wide else (15, high - 1.5)
            made.append(
                rect(x - wide / 2, y - tall / 2, wide, tall,
                     f' id="leader-{place}" rx="{num(tall / 2)}" fill="{palette.crown}"'
                     f' stroke="{palette.brass}" stroke-width="1.4"')
            )  # fmt: skip
        ink = palette.metals["gold"].ink if row["leader"] == seat else palette.ink
        number = size * (1.1 if canvas.wide else 1)
        made.append(
            text(x, y + number * 0.35, str(count), number, ink, "strong", "middle",
                 f' id="street-{place}-{seat}"')
        )  # fmt: skip
    return named(f"street-{place}", describe.street(canvas.board, row, names, canvas.say), "".join(made))


# --- challenge ---------------------------------------------------------------------------------------


def challenge(canvas: Canvas, view: View, names: list[str]) -> str:
    row = view["challenge"]
    key = (
        "challenge",
        row and row["id"],
        row and str(row["progress"]),
        row and tuple(row["points"]),
        tuple(names),
    )
    return canvas.keep(key, _challenge, canvas, row, names)


def _challenge(canvas: Canvas, row: dict[str, Any] | None, names: list[str]) -> str:
    box, palette = canvas.layout.challenge, canvas.palette
    margin = 9 if canvas.wide else 6
    if row is None:
        words = describe.challenge(None, [], names, canvas.say)
        size = 12.0 if canvas.wide else 9.5
        lines = text_metrics.wrap(words, "text", size, box.width - 2 * margin, 2)
        x, y = box.middle
        top = y + size * (0.4 - 0.65 * (len(lines) - 1))
        drawn = "".join(
            text(x, top + size * 1.3 * place, line, size, palette.soft, "text", "middle")
            for place, line in enumerate(lines)
        )
        return named("challenge", words, drawn)
    rule = next(rule for rule in canvas.board.challenges if rule.id == row["id"])
    words = describe.challenge(rule, row["points"], names, canvas.say)
    size = 13.0 if canvas.wide else 10.0
    y = box.y + (18 if canvas.wide else 14)
    star = 0.62 if canvas.wide else 0.5
    made = [
        sign(EMBLEMS["star"], box.x + margin + 5, y - size * 0.34, star,
             f' fill="{palette.crown}" stroke="{palette.brass}" stroke-width="1.4"'),
        text(box.x + margin + (15 if canvas.wide else 12), y, canvas.named(rule), size, palette.ink, "strong"),
    ]  # fmt: skip
    if canvas.wide:
        said = canvas.say.name(rule, "text")
        letters = 12.0
        while letters > 10.5 and len(text_metrics.wrap(said, "text", letters, box.width - 2 * margin, 9)) > 3:
            letters -= 0.5
        lines = text_metrics.wrap(said, "text", letters, box.width - 2 * margin, 4)
        pitch = 12.0 if len(lines) > 3 else letters + 2
        made += [
            text(box.x + margin, y + 14 + pitch * place, line, letters, palette.soft)
            for place, line in enumerate(lines)
        ]
    made.append(_progress(canvas, row, rule.id))
    return named("challenge", words, "".join(made))


def _progress(canvas: Canvas, row: dict[str, Any], rule: str) -> str:
    """For each player what counts, and the points it would be worth now."""
    box, palette = canvas.layout.challenge, canvas.palette
    players = canvas.board.players
    columns = players if canvas.wide else 2
    margin = 8 if canvas.wide else 5
    area = Box(
        box.x + margin,
        box.bottom - (24 if canvas.wide else 47),
        box.width - 2 * margin,
        18 if canvas.wide else 42,
    )
    rows = -(-players // columns)
    made = []
    size, radius = (11.5, 8) if canvas.wide else (9.5, 6)
    for seat, cell in enumerate(area.grid(columns, rows, 2)[:players]):
        y = cell.y + cell.height / 2
        made.append(badge(canvas, seat, cell.x + radius, y, radius, 10.5 if canvas.wide else 9))
        shown = _counted(row["progress"][seat], rule)
        left = cell.x + 2 * radius + 3
        made.append(text(left, y + size * 0.35, shown, size, palette.soft))
        after = left + (text_metrics.width(shown, "text", size) + 3 if shown else 0)
        made.append(
            text(after, y + size * 0.35, f"+{row['points'][seat]}", size, palette.ink, "strong", "start",
                 f' id="challenge-{seat}"')
        )  # fmt: skip
    return "".join(made)


def _counted(progress: Any, rule: str) -> str:
    """What counts for a challenge, in a sign or two."""
    if isinstance(progress, dict):
        return "/".join(str(count) for count in progress.values()) if rule == "king" else ""
    return "" if rule == "prestige" else str(progress)
