"""The header: whose turn it is, the part of the turn, the banner of the end, and two buttons."""

from __future__ import annotations

from rooftop.drawing import header as shared
from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import label, named, opening, rect, target, text
from rooftop.drawing.text_metrics import is_cut
from rooftop.titles.skytopia.scene import describe
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.schema import EffectKind
from rooftop.titles.skytopia.view import Phase, View

STEPS: dict[Phase, int] = {  # the part of a turn
    "complete": 0, "towers": 0, "ability": 0, "recall": 1, "assign": 1, "assigned": 1, "end": 2,
}  # fmt: skip


def header(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    """Whose turn it is and what they do; below that the end or the round, the parts of a turn, buttons."""
    kind, box = view.asking.kind if view.asking else None, canvas.layout.header
    drawn, start, step = [shared.status(canvas, _words(canvas, view, names), view.to_act)], box.x, _step(view)
    if view.ending or view.over:
        words = describe.ending(view, canvas.say)
        drawn.append(shared.ending(canvas, words))
        start += shared.banner_width(canvas, words) + 8
    elif not canvas.wide:
        drawn.append(_round(canvas, view.round))
    if canvas.wide and step is not None:
        keys = _key_boxes(canvas, view.phase, kind)
        drawn += _steps(canvas, step, start, min([box.right, *(key.x - 6 for _, _, key in keys)]))
    return [*drawn, *_keys(canvas, view.phase, kind)]


def _words(canvas: Canvas, view: View, names: tuple[str, ...]) -> str:
    """Who does what, with the effect that asks if there is room for it."""
    words = describe.status(canvas, view, names, not canvas.wide)
    if canvas.wide and is_cut(words, "strong", canvas.smallest, shared.room(canvas), 2):
        return describe.status(canvas, view, names, short=True)
    return words


@cached
def _round(canvas: Canvas, number: int) -> str:
    """The number of the round, which a wide picture has on the dial."""
    x, y, _ = shared.below(canvas)
    words = canvas.say("Round {n}", n=number)
    return named("turn", words, text(x, y, words, canvas.smallest, canvas.palette.soft))


@cached
def _steps(canvas: Canvas, step: int, start: float, right: float) -> tuple[str, ...]:
    """The three parts of a turn, if there is room."""
    palette, size = canvas.palette, canvas.smallest
    y = canvas.layout.header.bottom - 18
    said = describe.steps(canvas.say)
    shown = [words if number == step else words[0] for number, words in enumerate(said)]
    widths = [text_metrics.width(words, "strong", size) + 13 for words in shown]
    if start + sum(widths) + 6 > right:
        return ()
    steps, x = [], start
    for number, (words, wide) in enumerate(zip(shown, widths, strict=True)):
        now = number == step
        paint = f' fill="{palette.ink}"' if now else f' fill="none" stroke="{palette.soft}"'
        steps.append(rect(x + 0.5, y + 0.5, wide - 1, 17, f' rx="8.5"{paint} pointer-events="all"'))
        ink = palette.table if now else palette.soft
        steps.append(label(x + wide / 2, y + 9, words, size, ink, "strong", "middle"))
        x += wide + 3
    title = canvas.say("The three parts of a turn: {steps}", steps=", ".join(said))
    return (named("steps", title, "".join(steps)),)


def _step(view: View) -> int | None:
    """The part of the turn. Effects belong to the second part once a golem has been assigned."""
    if view.over:
        return None
    if view.phase in ("effect", "ability"):
        return 0 if view.paid is None else 1
    return STEPS.get(view.phase)


def _key_boxes(canvas: Canvas, phase: Phase, kind: EffectKind | None) -> list[tuple[str, str, Box]]:
    """The buttons for using or skipping an effect: their names, words and places."""
    box, say = canvas.layout.header, canvas.say
    keys = []
    if phase in ("effect", "ability"):
        keys.append(("skip", say("Skip")))
    if kind in ("gain", "pay_for_pp"):
        keys.append(("use", say("Gain") if kind == "gain" else say("Pay")))
    tall = 20.0 if canvas.wide else 15.0
    right, y = (box.right - 1, box.bottom - 19) if canvas.wide else (box.right - 72, box.bottom - 14)
    placed = []
    for name, words in keys:
        wide = max(text_metrics.width(words, "strong", canvas.smallest) + 18, 40)
        placed.append((name, words, Box(right - wide, y, wide, tall)))
        right -= wide + 6
    return placed


@cached
def _keys(canvas: Canvas, phase: Phase, kind: EffectKind | None) -> tuple[str, ...]:
    """Buttons for using or skipping an effect, which nothing else in the picture stands for."""
    palette, size = canvas.palette, canvas.smallest
    parts = []
    for name, words, box in _key_boxes(canvas, phase, kind):
        x, y = box.middle
        key = f' rx="4" fill="{palette.panel}" stroke="{palette.glow}" stroke-width="1.6"'
        drawn = rect(*box, key) + label(x, y, words, size, palette.ink, "strong", "middle")
        parts.append(target(name, words, drawn, opening(rect(*box, ' rx="4"')), "button"))
    return tuple(parts)
