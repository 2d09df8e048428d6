"""The streets that give points, with everyone's skyscrapers on them, and the bonus challenge."""

from __future__ import annotations

from typing import Any

from rooftop.core import lettering
from rooftop.core.layout import Box
from rooftop.core.ornaments import badge, heading, panel
from rooftop.core.svg import named, num, rect, text
from rooftop.core.title import View
from rooftop.titles.new_york_1901.scene import describe
from rooftop.titles.new_york_1901.scene.emblems import EMBLEMS, sign
from rooftop.titles.new_york_1901.scene.stage import Stage


def table(stage: Stage) -> str:
    made = [panel(stage, stage.plan.streets), panel(stage, stage.plan.challenge)]
    box, say = stage.plan.streets, stage.say
    worth = say.many("{n} point each", "{n} points each", stage.board.street_table.points)
    if stage.wide:
        made.append(heading(stage, say("Streets"), box.x + 9, box.y + 17, 1.4))
        made.append(text(box.x + 9, box.y + 32, worth, 11, stage.palette.soft))
    else:
        made.append(text(box.x + 7, box.y + 13, worth, 9, stage.palette.soft))
    return "".join(made)


# --- streets -----------------------------------------------------------------------------------------


def streets(stage: Stage, view: View, names: list[str]) -> str:
    made = [stage.keep("street-heads", _heads, stage)]
    for place, row in enumerate(view["streets"]):
        key = ("street", place, row["code"], tuple(row["tally"]), tuple(names))
        made.append(stage.keep(key, _street, stage, place, row, names))
    return "".join(made)


def _columns(stage: Stage) -> list[float]:
    """The middle of each player's column."""
    box = stage.plan.streets
    pitch = min(27.0, 130 / stage.board.players) if stage.wide else min(25.0, 100 / stage.board.players)
    last = box.right - (12 if stage.wide else 8) - pitch / 2 + 4
    return [last - pitch * (stage.board.players - 1 - seat) for seat in range(stage.board.players)]


def _heads(stage: Stage) -> str:
    box = stage.plan.streets
    y, radius, size = (box.y + 21, 8.5, 11) if stage.wide else (box.y + 10.5, 6, 9)
    return "".join(badge(stage, seat, x, y, radius, size) for seat, x in enumerate(_columns(stage)))


def _street(stage: Stage, place: int, row: dict[str, Any], names: list[str]) -> str:
    """A street's name and a number for each player; a star and a ring for a sole leader."""
    box, palette = stage.plan.streets, stage.palette
    head, size = (37, 12.0) if stage.wide else (18, 9.5)
    high = (box.height - head - (5 if stage.wide else 4)) / 3
    y = box.y + head + high * (place + 0.5)
    street = next(street for street in stage.board.streets if street.code == row["code"])
    columns = _columns(stage)
    start = box.x + (9 if stage.wide else 7)
    room = columns[0] - 10 - start
    made = [
        f'<path d="M{num(start)} {num(y - high / 2)}H{num(box.right - 8)}" stroke="{palette.rule}"'
        ' stroke-width=".7"/>',
        text(
            start,
            y + size * 0.35,
            lettering.fit(stage.named(street), "strong", size, room),
            size,
            palette.ink,
            "strong",
        ),
    ]
    for seat, (x, count) in enumerate(zip(columns, row["tally"], strict=True)):
        if row["leader"] == seat:
            wide, tall = (22, high - 3) if stage.wide else (15, high - 1.5)
            made.append(
                rect(x - wide / 2, y - tall / 2, wide, tall,
                     f' id="leader-{place}" rx="{num(tall / 2)}" fill="{palette.crown}"'
                     f' stroke="{palette.brass}" stroke-width="1.4"')
            )  # fmt: skip
        ink = palette.metals["gold"].ink if row["leader"] == seat else palette.ink
        number = size * (1.1 if stage.wide else 1)
        made.append(
            text(x, y + number * 0.35, str(count), number, ink, "strong", "middle",
                 f' id="street-{place}-{seat}"')
        )  # fmt: skip
    return named(f"street-{place}", describe.street(stage.board, row, names, stage.say), "".join(made))


# --- challenge ---------------------------------------------------------------------------------------


def challenge(stage: Stage, view: View, names: list[str]) -> str:
    row = view["challenge"]
    key = (
        "challenge",
        row and row["id"],
        row and str(row["progress"]),
        row and tuple(row["points"]),
        tuple(names),
    )
    return stage.keep(key, _challenge, stage, row, names)


def _challenge(stage: Stage, row: dict[str, Any] | None, names: list[str]) -> str:
    box, palette = stage.plan.challenge, stage.palette
    margin = 9 if stage.wide else 6
    if row is None:
        words = describe.challenge(None, [], names, stage.say)
        size = 12.0 if stage.wide else 9.5
        lines = lettering.wrap(words, "text", size, box.width - 2 * margin, 2)
        x, y = box.middle
        top = y + size * (0.4 - 0.65 * (len(lines) - 1))
        drawn = "".join(
            text(x, top + size * 1.3 * place, line, size, palette.soft, "text", "middle")
            for place, line in enumerate(lines)
        )
        return named("challenge", words, drawn)
    rule = next(rule for rule in stage.board.challenges if rule.id == row["id"])
    words = describe.challenge(rule, row["points"], names, stage.say)
    size = 13.0 if stage.wide else 10.0
    y = box.y + (18 if stage.wide else 14)
    star = 0.62 if stage.wide else 0.5
    made = [
        sign(EMBLEMS["star"], box.x + margin + 5, y - size * 0.34, star,
             f' fill="{palette.crown}" stroke="{palette.brass}" stroke-width="1.4"'),
        text(box.x + margin + (15 if stage.wide else 12), y, stage.named(rule), size, palette.ink, "strong"),
    ]  # fmt: skip
    if stage.wide:
        said = stage.say.name(rule, "text")
        letters = 12.0
        while letters > 10.5 and len(lettering.wrap(said, "text", letters, box.width - 2 * margin, 9)) > 3:
            letters -= 0.5
        lines = lettering.wrap(said, "text", letters, box.width - 2 * margin, 4)
        pitch = 12.0 if len(lines) > 3 else letters + 2
        made += [
            text(box.x + margin, y + 14 + pitch * place, line, letters, palette.soft)
            for place, line in enumerate(lines)
        ]
    made.append(_progress(stage, row, rule.id))
    return named("challenge", words, "".join(made))


def _progress(stage: Stage, row: dict[str, Any], rule: str) -> str:
    """For each player what counts, and the points it would be worth now."""
    box, palette = stage.plan.challenge, stage.palette
    players = stage.board.players
    columns = players if stage.wide else 2
    margin = 8 if stage.wide else 5
    area = Box(
        box.x + margin,
        box.bottom - (24 if stage.wide else 47),
        box.width - 2 * margin,
        18 if stage.wide else 42,
    )
    rows = -(-players // columns)
    made = []
    size, radius = (11.5, 8) if stage.wide else (9.5, 6)
    for seat, cell in enumerate(area.grid(columns, rows, 2)[:players]):
        y = cell.y + cell.height / 2
        made.append(badge(stage, seat, cell.x + radius, y, radius, 10.5 if stage.wide else 9))
        shown = _counted(row["progress"][seat], rule)
        left = cell.x + 2 * radius + 3
        made.append(text(left, y + size * 0.35, shown, size, palette.soft))
        after = left + (lettering.width(shown, "text", size) + 3 if shown else 0)
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
