"""The streets in play with everyone's skyscrapers on them, and the bonus challenge."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import printed
from rooftop.drawing.standings import badges, beside, standings
from rooftop.drawing.svg import block, label, lines, named, num, rect, text
from rooftop.drawing.widgets import badge, brass_star, heading, panel
from rooftop.titles.new_york_1901.scene import describe
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.schema import ChallengeId
from rooftop.titles.new_york_1901.view import Challenge, Street, View


def table(canvas: Canvas) -> str:
    drawn = [panel(canvas, canvas.layout.streets)]
    box, say = canvas.layout.streets, canvas.say
    worth = say.many("{n} point each", "{n} points each", canvas.board.street_table.points)
    if canvas.wide:
        drawn.append(heading(canvas, say("Streets"), box.x + 9, box.y + 17))
        drawn.append(text(box.x + 9, box.y + 32, worth, canvas.smallest, canvas.palette.soft))
    else:
        drawn.append(text(box.x + 7, box.y + 13, worth, canvas.smallest, canvas.palette.soft))
    streets = named("streets", say("Streets"), "".join(drawn) + _heads(canvas))
    return streets + printed("challenge", panel(canvas, canvas.layout.challenge))


# --- streets -----------------------------------------------------------------------------------------


def streets(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    return [_street(canvas, index, row, names) for index, row in enumerate(view.streets)]


def _columns(canvas: Canvas) -> list[float]:
    """The middle of each player's column."""
    box = canvas.layout.streets
    pitch = min(27.0, 130 / canvas.board.players) if canvas.wide else min(25.0, 100 / canvas.board.players)
    last = box.right - (12 if canvas.wide else 8) - pitch / 2 + 4
    return [last - pitch * (canvas.board.players - 1 - seat) for seat in range(canvas.board.players)]


def _heads(canvas: Canvas) -> str:
    box = canvas.layout.streets
    y, radius = (box.y + 21, 8.5) if canvas.wide else (box.y + 10.5, 6.6)
    return "".join(badge(canvas, seat, x, y, radius) for seat, x in enumerate(_columns(canvas)))


@cached
def _street(canvas: Canvas, index: int, row: Street, names: tuple[str, ...]) -> str:
    """A street's name and a number for each player; a star and a ring for a sole leader."""
    box, palette = canvas.layout.streets, canvas.palette
    head, size = (37, 13) if canvas.wide else (18, 10.5)
    high = (box.height - head - (5 if canvas.wide else 4)) / 3
    y = box.y + head + high * (index + 0.5)
    street = next(street for street in canvas.board.streets if street.code == row.code)
    columns, name = _columns(canvas), canvas.named(street)
    start = box.x + (9 if canvas.wide else 7)
    room = columns[0] - 10 - start
    drawn = [
        f'<path d="M{num(start)} {num(y - high / 2)}H{num(box.right - 8)}" stroke="{palette.rule}"'
        ' stroke-width=".7"/>',
        label(start, y, text_metrics.fit(name, "strong", size, room), size, palette.ink, "strong"),
    ]
    for seat, (x, count) in enumerate(zip(columns, row.tally, strict=True)):
        if row.leader == seat:
            wide, tall = (22, high - 3) if canvas.wide else (15, high - 1.5)
            drawn.append(
                rect(x - wide / 2, y - tall / 2, wide, tall,
                     f' id="leader-{index}" rx="{num(tall / 2)}" fill="{palette.token}"'
                     f' stroke="{palette.brass}" stroke-width="1.4"')
            )  # fmt: skip
        ink = palette.metals["gold"].ink if row.leader == seat else palette.ink
        number = size * (1.1 if canvas.wide else 1)
        drawn.append(
            label(x, y, count, number, ink, "strong", "middle", f' id="street-{index}-{seat}"')
        )  # fmt: skip
    return named(f"street-{index}", describe.street(canvas.board, row, names, canvas.say), "".join(drawn))


# --- challenge ---------------------------------------------------------------------------------------


def challenge(canvas: Canvas, row: Challenge | None, names: tuple[str, ...]) -> list[str]:
    if row is None:
        return [_challenge(canvas, None)]
    return [_challenge(canvas, row.id), _progress(canvas, row, names)]


@cached
def _challenge(canvas: Canvas, name: ChallengeId | None) -> str:
    """The challenge in play, and a badge for each player."""
    box, palette = canvas.layout.challenge, canvas.palette
    margin = 9 if canvas.wide else 6
    if name is None:
        words = describe.challenge(None, canvas.say)
        size = canvas.smallest
        rows = text_metrics.wrap(words, "text", size, box.width - 2 * margin, 2)
        written = block(rows, *box.middle, size * 1.3, size, palette.soft, "text", "middle")
        return named("challenge", words, written)
    rule = next(rule for rule in canvas.board.challenges if rule.id == name)
    words = describe.challenge(rule, canvas.say)
    size = 13.0 if canvas.wide else 10.5
    y = box.y + (18 if canvas.wide else 14)
    x, reach = box.x + margin, 6 if canvas.wide else 5
    drawn = brass_star(canvas, x + reach, y - size * 0.34, reach)
    drawn += text(x + 2 * reach + 3, y, canvas.named(rule), size, palette.ink, "strong")
    if canvas.wide:
        tall, wide = _cells(canvas, name)[0].y - y - 3, box.width - 2 * margin
        said = canvas.named(rule, "text")
        rows, letters = text_metrics.filling(said, "text", (12.8, 12.2), wide, tall, 1.05)
        drawn += lines(rows, x, y + 14, letters * 1.07, letters, palette.soft)
    drawn += badges(canvas, _cells(canvas, name))
    return named("challenge", words, drawn)


def _cells(canvas: Canvas, name: ChallengeId) -> list[Box]:
    """A cell for each player's progress; four of them need two rows for three numbers each."""
    box = canvas.layout.challenge
    if not canvas.wide:
        return standings(canvas, box, 2, 20)
    crowded = name == "king" and canvas.board.players > 3
    return standings(canvas, box, 2, 17) if crowded else standings(canvas, box)


@cached
def _progress(canvas: Canvas, row: Challenge, names: tuple[str, ...]) -> str:
    """Each player's progress, and the points it would be worth now."""
    palette, size, drawn = canvas.palette, canvas.smallest, []
    for seat, cell in enumerate(_cells(canvas, row.id)):
        (x, y), shown = beside(canvas, cell), _counted(row, seat)
        drawn.append(label(x, y, shown, size, palette.soft))
        x += text_metrics.width(shown, "text", size) + 3 if shown else 0
        more = f' id="challenge-{seat}"'
        drawn.append(label(x, y, f"+{row.points[seat]}", size, palette.ink, "strong", more=more))
    words = describe.progress(row.points, names, canvas.say)
    return named("challenge-progress", words, "".join(drawn))


def _counted(row: Challenge, seat: int) -> str:
    """A player's progress as a number or three."""
    progress = row.progress[seat]
    if isinstance(progress, dict):
        return "/".join(str(count) for count in progress.values()) if row.id == "king" else ""
    return "" if row.id == "prestige" else str(progress)
