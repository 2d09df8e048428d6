"""The three objectives: what they ask for, the tokens that are left, and how far everyone is."""

from __future__ import annotations

from rooftop.core import lettering
from rooftop.core.layout import Box
from rooftop.core.ornaments import badge, panel
from rooftop.core.svg import named, num, text
from rooftop.core.title import View
from rooftop.titles.tower_up.scene import describe
from rooftop.titles.tower_up.scene.stage import Stage, token


def _boxes(stage: Stage) -> list[Box]:
    return stage.plan.objectives.columns(3, 6 if stage.wide else 4)


def table(stage: Stage) -> str:
    return "".join(panel(stage, box) for box in _boxes(stage))


def objectives(stage: Stage, view: View, names: list[str]) -> str:
    made = []
    for place, row in enumerate(view["objectives"]):
        won = tuple(seat["tokens"][place] for seat in view["seats"])
        far = tuple((steps, row["total"]) for steps in row["progress"])
        what = (place, row["id"], tuple(row["tokens"]), far, won, tuple(names))
        made.append(stage.keep(("objective", *what), _objective, stage, *what))
    return "".join(made)


def _objective(
    stage: Stage, place: int, letter: str, left: tuple[int, ...], far: tuple[tuple[int, int], ...],
    won: tuple[int | None, ...], names: tuple[str, ...],
) -> str:  # fmt: skip
    rule = next(rule for rule in stage.board.objectives if rule.id == letter)
    box = _boxes(stage)[place]
    return named(
        f"objective-{place}",
        describe.objective(rule, left, far, won, names, stage.say),
        _text(stage, box, stage.say.name(rule, "text"))
        + _tokens(stage, box, place, left)
        + _standings(stage, box, place, far, won),
        ' class="objective"',
    )


def _text(stage: Stage, box: Box, words: str) -> str:
    size, line, margin = (12.0, 14.5, 9) if stage.wide else (9.0, 10.0, 5)
    if stage.wide and box.height > 150:
        size, line = 13.0, 16.0
    lines = lettering.wrap(words, "strong", size, box.width - 2 * margin, 4 if box.height > 150 else 3)
    return "".join(
        text(
            box.x + margin,
            box.y + margin + size * 0.72 + line * number,
            words,
            size,
            stage.palette.ink,
            "strong",
        )
        for number, words in enumerate(lines)
    )


def _standing_rows(stage: Stage, box: Box) -> tuple[int, float]:
    """In how many columns the standings lie, and how high a row is."""
    if stage.wide:
        return (2, 21) if box.height < 150 else (1, 26)
    return (stage.board.players, 14) if box.height < 100 else (1, 17)


def _tokens(stage: Stage, box: Box, place: int, left: tuple[int, ...]) -> str:
    """The tokens that can still be won, best first."""
    radius = (14 if box.height > 150 else 9.5) if stage.wide else 6.6
    margin = 9 if stage.wide else 5
    columns, high = _standing_rows(stage, box)
    rows = -(-stage.board.players // columns)
    y = box.bottom - margin + 2 - rows * high - radius - (5 if stage.wide else 2)
    if box.height > 150:
        y = box.y + box.height * 0.5
    return "".join(
        token(
            stage, place, value, box.x + margin + radius + number * (2 * radius + 4), y, radius,
            f' id="objective-{place}-token-{len(left) - number}"',
        )
        for number, value in enumerate(left)
    )  # fmt: skip


def _standings(
    stage: Stage, box: Box, place: int, far: tuple[tuple[int, int], ...], won: tuple[int | None, ...]
) -> str:
    palette = stage.palette
    margin = 8 if stage.wide else 4
    columns, high = _standing_rows(stage, box)
    rows = -(-stage.board.players // columns)
    each = (box.width - 2 * margin) / columns
    size = 11 if stage.wide else 9
    radius = 8 if stage.wide else 5.2
    top = box.bottom - margin + 1 - rows * high
    made = []
    for seat, ((have, need), token_won) in enumerate(zip(far, won, strict=True)):
        row, column = divmod(seat, columns)
        x, y = box.x + margin + column * each, top + high * (row + 0.5)
        made.append(badge(stage, seat, x + radius, y, radius, size if stage.wide else 9))
        start = x + 2 * radius + (4 if stage.wide else 1.5)
        if token_won:
            reach = 8.5 if stage.wide else 6
            made.append(token(stage, place, token_won, start + reach, y, reach, f' id="held-{place}-{seat}"'))
            continue
        made.append(text(start, y + size * 0.34, f"{have}/{need}", size, palette.ink, "text"))
        if each > 60:
            used = start - x + lettering.width("0/0", "text", size) + 5
            made.append(_pips(stage, x + used, y, each - used - 6, have, need))
    return "".join(made)


def _pips(stage: Stage, x: float, y: float, room: float, have: int, need: int) -> str:
    """Progress as small storeys."""
    pitch = min(room / need, 9)
    done = "".join(f"M{num(x + pitch * step)} {num(y + 3.5)}v-7h{num(pitch - 2)}v7z" for step in range(have))
    open_ = "".join(
        f"M{num(x + pitch * step)} {num(y + 3.5)}v-7h{num(pitch - 2)}v7z" for step in range(have, need)
    )
    palette = stage.palette
    return (
        f'<path d="{done}" fill="{palette.brass}"/>' if have else ""
    ) + f'<path d="{open_}" fill="none" stroke="{palette.soft}" stroke-width=".8"/>'
