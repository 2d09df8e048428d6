"""The three objectives: their texts, the tokens left, and everyone's progress."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import area, belonging, part, printed
from rooftop.drawing.standings import badges, beside, standings
from rooftop.drawing.svg import label, lines, named, num
from rooftop.drawing.widgets import panel
from rooftop.titles.tower_up import parts
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.scene.signs import token
from rooftop.titles.tower_up.view import ObjectiveInPlay, View

Won = tuple[int | None, ...]  # the token of each seat


def _boxes(canvas: Canvas) -> list[Box]:
    return canvas.layout.objectives.columns(3, 6 if canvas.wide else 4)


def table(canvas: Canvas) -> str:
    """Panels with a badge for each player."""
    return "".join(
        printed(f"objective-{slot}", panel(canvas, box) + badges(canvas, _standings(canvas, box)))
        for slot, box in enumerate(_boxes(canvas))
    )


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
    words = parts.table.objective(
        canvas.board.objective(objective.id), objective, won, names, canvas.say
    ).label
    return named(f"objective-{slot}", words, area(_boxes(canvas)[slot]), ' class="objective"')


@cached
def _text(canvas: Canvas, slot: int, name: str) -> str:
    box = _boxes(canvas)[slot]
    size, line, margin = (12.8, 14.5, 7.5) if canvas.wide else (10.5, 11, 5)
    if canvas.wide and box.height > 150:
        size, line = 13.0, 16.0
    words = canvas.say.name(canvas.board.objective(name), "text")
    rows = text_metrics.wrap(words, "strong", size, box.width - 2 * margin, 4 if box.height > 150 else 3)
    top, ink = box.y + margin + size * 0.72, canvas.palette.ink
    written = lines(rows, box.x + margin, top, line, size, ink, "strong")
    return belonging(f"objective-{slot}-text", f"objective-{slot}", written)


def _standings(canvas: Canvas, box: Box) -> list[Box]:
    """A cell for each player at the bottom."""
    return standings(canvas, box, 1, 26) if box.height > 150 else standings(canvas, box, 2)


@cached
def _tokens(canvas: Canvas, slot: int, left: tuple[int, ...]) -> str:
    """The tokens still to be won, best first."""
    box = _boxes(canvas)[slot]
    radius = (14 if box.height > 150 else 9.5) if canvas.wide else 7
    margin = 9 if canvas.wide else 5
    y = _standings(canvas, box)[0].y - radius - (4 if canvas.wide else 2)
    if box.height > 150:
        y = box.y + box.height * 0.5
    drawn = "".join(
        token(
            canvas, slot, value, box.x + margin + radius + number * (2 * radius + 4), y, radius,
            f' id="objective-{slot}-token-{len(left) - number}"',
        )
        for number, value in enumerate(left)
    )  # fmt: skip
    words = canvas.say("Bonus tokens: {values}", values=canvas.say.list([*map(str, left)]) or "0")
    reach = max(len(left), 1) * (2 * radius + 4)
    return part(f"tokens-{slot}", words, drawn, Box(box.x + margin, y - radius, reach, 2 * radius))


@cached
def _progress(canvas: Canvas, slot: int, seat: int, have: int, need: int, won: int | None) -> str:
    """The progress of a player, or the token they hold."""
    cell = _standings(canvas, _boxes(canvas)[slot])[seat]
    (start, y), size = beside(canvas, cell), canvas.smallest
    if won:
        reach = 9 if canvas.wide else 6.8
        drawn = token(canvas, slot, won, start + reach, y, reach, f' id="held-{slot}-{seat}"')
    else:
        drawn = label(start, y, f"{have}/{need}", size, canvas.palette.ink, "text")
        if cell.width > 60:
            start += text_metrics.width("0/0", "text", size) + 5
            drawn += _pips(canvas, start, y, cell.right - start - 6, have, need)
    return belonging(f"progress-{slot}-{seat}", f"objective-{slot}", drawn)


def _pips(canvas: Canvas, x: float, y: float, room: float, have: int, need: int) -> str:
    """Progress as small storeys."""
    pitch = min(room / need, 9)
    storeys = [f"M{num(x + pitch * step)} {num(y + 3.5)}v-7h{num(pitch - 2)}v7z" for step in range(need)]
    done = f'<path d="{"".join(storeys[:have])}" fill="{canvas.palette.brass}"/>' if have else ""
    rest = "".join(storeys[have:])
    return f'{done}<path d="{rest}" fill="none" stroke="{canvas.palette.soft}" stroke-width=".8"/>'
