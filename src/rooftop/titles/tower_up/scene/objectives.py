"""The three objectives: their texts, the tokens left, and everyone's progress."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, num, text
from rooftop.drawing.widgets import badge, panel
from rooftop.titles.tower_up.scene import describe
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.scene.signs import token
from rooftop.titles.tower_up.view import ObjectiveInPlay, View

Won = tuple[int | None, ...]  # the token of each seat


def _boxes(canvas: Canvas) -> list[Box]:
    return canvas.layout.objectives.columns(3, 6 if canvas.wide else 4)


def table(canvas: Canvas) -> str:
    return "".join(panel(canvas, box) for box in _boxes(canvas))


def objectives(canvas: Canvas, view: View, names: list[str]) -> str:
    return "".join(
        _objective(canvas, slot, objective, tuple(seat.tokens[slot] for seat in view.seats), tuple(names))
        for slot, objective in enumerate(view.objectives)
    )


@cached
def _objective(
    canvas: Canvas, slot: int, objective: ObjectiveInPlay, won: Won, names: tuple[str, ...]
) -> str:
    card, box = canvas.board.objective(objective.id), _boxes(canvas)[slot]
    return named(
        f"objective-{slot}",
        describe.objective(card, objective, won, names, canvas.say),
        _text(canvas, box, canvas.say.name(card, "text"))
        + _tokens(canvas, box, slot, objective.tokens)
        + _standings(canvas, box, slot, objective, won),
        ' class="objective"',
    )


def _text(canvas: Canvas, box: Box, words: str) -> str:
    size, line, margin = (12.0, 14.5, 9) if canvas.wide else (9.0, 10.0, 5)
    if canvas.wide and box.height > 150:
        size, line = 13.0, 16.0
    lines = text_metrics.wrap(words, "strong", size, box.width - 2 * margin, 4 if box.height > 150 else 3)
    return "".join(
        text(
            box.x + margin,
            box.y + margin + size * 0.72 + line * number,
            words,
            size,
            canvas.palette.ink,
            "strong",
        )
        for number, words in enumerate(lines)
    )


def _standing_rows(canvas: Canvas, box: Box) -> tuple[int, float]:
    """The number of columns of the standings, and the height of a row."""
    if canvas.wide:
        return (2, 21) if box.height < 150 else (1, 26)
    return (canvas.board.players, 14) if box.height < 100 else (1, 17)


def _tokens(canvas: Canvas, box: Box, slot: int, left: tuple[int, ...]) -> str:
    """The tokens still to be won, best first."""
    radius = (14 if box.height > 150 else 9.5) if canvas.wide else 6.6
    margin = 9 if canvas.wide else 5
    columns, high = _standing_rows(canvas, box)
    rows = -(-canvas.board.players // columns)
    y = box.bottom - margin + 2 - rows * high - radius - (5 if canvas.wide else 2)
    if box.height > 150:
        y = box.y + box.height * 0.5
    return "".join(
        token(
            canvas, slot, value, box.x + margin + radius + number * (2 * radius + 4), y, radius,
            f' id="objective-{slot}-token-{len(left) - number}"',
        )
        for number, value in enumerate(left)
    )  # fmt: skip


def _standings(canvas: Canvas, box: Box, slot: int, objective: ObjectiveInPlay, won: Won) -> str:
    """The progress of each player, or the token they hold."""
    palette = canvas.palette
    margin = 8 if canvas.wide else 4
    columns, high = _standing_rows(canvas, box)
    rows = -(-canvas.board.players // columns)
    each = (box.width - 2 * margin) / columns
    size = 11 if canvas.wide else 9
    radius = 8 if canvas.wide else 5.2
    top = box.bottom - margin + 1 - rows * high
    drawn = []
    need = objective.total
    for seat, (have, token_won) in enumerate(zip(objective.progress, won, strict=True)):
        row, column = divmod(seat, columns)
        x, y = box.x + margin + column * each, top + high * (row + 0.5)
        drawn.append(badge(canvas, seat, x + radius, y, radius, size if canvas.wide else 9))
        start = x + 2 * radius + (4 if canvas.wide else 1.5)
        if token_won:
            reach = 8.5 if canvas.wide else 6
            drawn.append(token(canvas, slot, token_won, start + reach, y, reach, f' id="held-{slot}-{seat}"'))
            continue
        drawn.append(text(start, y + size * 0.34, f"{have}/{need}", size, palette.ink, "text"))
        if each > 60:
            used = start - x + text_metrics.width("0/0", "text", size) + 5
            drawn.append(_pips(canvas, x + used, y, each - used - 6, have, need))
    return "".join(drawn)


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
