"""The three objectives: their texts, the tokens left, and everyone's progress."""

from __future__ import annotations

from typing import NamedTuple

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, num, rect, text, unsaid
from rooftop.drawing.widgets import badge, panel
from rooftop.titles.tower_up.scene import describe
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.scene.signs import token
from rooftop.titles.tower_up.view import ObjectiveInPlay, View

Won = tuple[int | None, ...]  # the token of each seat


def _boxes(canvas: Canvas) -> list[Box]:
    return canvas.layout.objectives.columns(3, 6 if canvas.wide else 4)


def table(canvas: Canvas) -> str:
    """Panels with a badge for each player."""
    drawn = []
    for box in _boxes(canvas):
        drawn.append(panel(canvas, box))
        for seat in range(canvas.board.players):
            place = _standing(canvas, box, seat)
            radius, size = _badge_size(canvas)
            drawn.append(badge(canvas, seat, place.x + radius, place.y, radius, size))
    return "".join(drawn)


def objectives(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    drawn = []
    for slot, objective in enumerate(view.objectives):
        won = tuple(seat.tokens[slot] for seat in view.seats)
        drawn.append(_objective(canvas, slot, objective, won, names))
        drawn.append(_text(canvas, slot, objective.id))
        drawn.append(_tokens(canvas, slot, objective.tokens))
        drawn += [
            _progress(canvas, slot, seat, have, objective.total, token)
            for seat, (have, token) in enumerate(zip(objective.progress, won, strict=True))
        ]
    return drawn


@cached
def _objective(
    canvas: Canvas, slot: int, objective: ObjectiveInPlay, won: Won, names: tuple[str, ...]
) -> str:
    """The objective in words, in the area of its panel."""
    words = describe.objective(canvas.board.objective(objective.id), objective, won, names, canvas.say)
    area = rect(*_boxes(canvas)[slot], ' fill="none"')
    return named(f"objective-{slot}", words, area, ' class="objective"')


@cached
def _text(canvas: Canvas, slot: int, name: str) -> str:
    box = _boxes(canvas)[slot]
    size, line, margin = (12.0, 14.5, 9) if canvas.wide else (9.0, 10.0, 5)
    if canvas.wide and box.height > 150:
        size, line = 13.0, 16.0
    words = canvas.say.name(canvas.board.objective(name), "text")
    lines = text_metrics.wrap(words, "strong", size, box.width - 2 * margin, 4 if box.height > 150 else 3)
    return unsaid(
        f"objective-{slot}-text",
        "".join(
            text(
                box.x + margin,
                box.y + margin + size * 0.72 + line * number,
                words,
                size,
                canvas.palette.ink,
                "strong",
            )
            for number, words in enumerate(lines)
        ),
    )


def _standing_rows(canvas: Canvas, box: Box) -> tuple[int, float]:
    """The number of columns of the standings, and the height of a row."""
    if canvas.wide:
        return (2, 21) if box.height < 150 else (1, 26)
    return (canvas.board.players, 14) if box.height < 100 else (1, 17)


@cached
def _tokens(canvas: Canvas, slot: int, left: tuple[int, ...]) -> str:
    """The tokens still to be won, best first."""
    box = _boxes(canvas)[slot]
    radius = (14 if box.height > 150 else 9.5) if canvas.wide else 6.6
    margin = 9 if canvas.wide else 5
    columns, high = _standing_rows(canvas, box)
    rows = -(-canvas.board.players // columns)
    y = box.bottom - margin + 2 - rows * high - radius - (5 if canvas.wide else 2)
    if box.height > 150:
        y = box.y + box.height * 0.5
    drawn = "".join(
        token(
            canvas, slot, value, box.x + margin + radius + number * (2 * radius + 4), y, radius,
            f' id="objective-{slot}-token-{len(left) - number}"',
        )
        for number, value in enumerate(left)
    )  # fmt: skip
    return unsaid(f"tokens-{slot}", drawn)


class _Place(NamedTuple):
    """Where the standing of a player is."""

    x: float  # the left edge
    y: float  # the middle
    width: float


def _standing(canvas: Canvas, box: Box, seat: int) -> _Place:
    margin = 8 if canvas.wide else 4
    columns, high = _standing_rows(canvas, box)
    rows = -(-canvas.board.players // columns)
    each = (box.width - 2 * margin) / columns
    top = box.bottom - margin + 1 - rows * high
    row, column = divmod(seat, columns)
    return _Place(box.x + margin + column * each, top + high * (row + 0.5), each)


def _badge_size(canvas: Canvas) -> tuple[float, float]:
    """The radius and the font size of the badges."""
    return (8, 11) if canvas.wide else (5.2, 9)


@cached
def _progress(canvas: Canvas, slot: int, seat: int, have: int, need: int, won: int | None) -> str:
    """The progress of a player, or the token they hold."""
    x, y, each = _standing(canvas, _boxes(canvas)[slot], seat)
    radius, size = _badge_size(canvas)
    start = x + 2 * radius + (4 if canvas.wide else 1.5)
    if won:
        reach = 8.5 if canvas.wide else 6
        drawn = token(canvas, slot, won, start + reach, y, reach, f' id="held-{slot}-{seat}"')
    else:
        drawn = text(start, y + size * 0.34, f"{have}/{need}", size, canvas.palette.ink, "text")
        if each > 60:
            used = start - x + text_metrics.width("0/0", "text", size) + 5
            drawn += _pips(canvas, x + used, y, each - used - 6, have, need)
    return unsaid(f"progress-{slot}-{seat}", drawn)


def _pips(canvas: Canvas, x: float, y: float, room: float, have: int, need: int) -> str:
    """Progress as small storeys."""
    pitch = min(room / need, 9)
    done = "".join(f"M{num(x + pitch * step)} {num(y + 3.5)}v-7h{num(pitch - 2)}v7z" for step in range(have))
    open_ = "".join(
        f"M{num(x + pitch * step)} {num(y + 3.5)}v-7h{num(pitch - 2)}v7z" for step in range(have, need)
    )
    palette = canvas.palette
    return (
        f'<path d="{done}" fill="{palette.brass}"/>' if have else ""
    ) + f'<path d="{open_}" fill="none" stroke="{palette.soft}" stroke-width=".8"/>'
