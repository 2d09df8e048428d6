"""The header: the title, whose turn it is, the part of the turn, the banner of the end, and two buttons."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, num, rect, target, text
from rooftop.drawing.widgets import badge, ending
from rooftop.engine.state import NOBODY
from rooftop.titles.skytopia.scene import describe
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.scene.geometry import gear
from rooftop.titles.skytopia.scene.labels import fitted, is_cut, lines
from rooftop.titles.skytopia.schema import EffectKind
from rooftop.titles.skytopia.view import Phase, View

TITLE = "Skytopia"
SIZES = (13.5, 13, 12.3)  # of the letters in a wide picture
STEPS: dict[Phase, int] = {  # the part of a turn
    "complete": 0, "towers": 0, "ability": 0, "recall": 1, "assign": 1, "assigned": 1, "end": 2,
}  # fmt: skip


def table(canvas: Canvas) -> str:
    box, palette = canvas.layout.header, canvas.palette
    if not canvas.wide:
        return text(box.right - 2, box.y + 19, TITLE, 15, palette.soft, "display", "end")
    x, y = box.x + 22, box.y + 20
    teeth = gear(x, y, 14, 15, 18.5)
    return (
        f'<path d="{teeth}" fill="{palette.brass}"/><circle cx="{num(x)}" cy="{num(y)}" r="8.5"'
        f' fill="{palette.table}"/><path d="M{num(x)} {num(y)}v-7M{num(x)} {num(y)}l5 3" fill="none"'
        f' stroke="{palette.brass}" stroke-width="2" stroke-linecap="round"/>'
        + text(
            box.x + 52, box.y + 30, TITLE.upper(), 29, palette.ink, "display", "start", ' letter-spacing="4"'
        )
        + f'<path d="M{num(box.x)} {num(box.y + 40.5)}H{num(box.right)}m0 3H{num(box.x)}"'
        f' stroke="{palette.brass}" stroke-width=".8"/>'
    )


def header(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    """Whose turn it is and what they do."""
    words = _words(canvas, view, names)
    banner = describe.ending(view, canvas.say) if view.ending or view.over else None
    kind = view.asking.kind if view.asking else None
    keys = _key_boxes(canvas, view.phase, kind)
    right = min([canvas.layout.header.right, *(box.x - 6 for _, _, box in keys)])
    return [
        _status(canvas, words, view.to_act),
        *_banner(canvas, banner, None if canvas.wide else view.round, _step(view), right),
        *_keys(canvas, view.phase, kind),
    ]


def _words(canvas: Canvas, view: View, names: tuple[str, ...]) -> str:
    """Who does what, with the effect that asks if there is room for it."""
    words = describe.status(canvas, view, names, not canvas.wide)
    room = canvas.layout.header.width - 24
    if canvas.wide and is_cut(words, "strong", canvas.least, room, 2):
        return describe.status(canvas, view, names, short=True)
    return words


@cached
def _status(canvas: Canvas, words: str, seat: int) -> str:
    box, palette = canvas.layout.header, canvas.palette
    if canvas.wide:
        left = box.x + (24 if seat != NOBODY else 2)
        size = fitted(words, "strong", SIZES, box.right - left, 2)
        drawn = lines(words, left, box.y + 60, size, box.right - left, 2, palette.ink, "strong")
        if seat != NOBODY:
            drawn += badge(canvas, seat, box.x + 11, box.y + 56, 10, canvas.least)
    else:
        left = box.x + (20 if seat != NOBODY else 2)
        drawn = lines(words, left, box.y + 13, 11, box.width - 95, 1, palette.ink, "strong")
        if seat != NOBODY:
            drawn += badge(canvas, seat, box.x + 10, box.y + 9.5, 7, canvas.least)
    return named("status", words, drawn)


@cached
def _banner(
    canvas: Canvas, banner: str | None, round_number: int | None, step: int | None, right: float
) -> tuple[str, ...]:
    """The banner of the end if there is one, and the three parts of a turn if there is room up to `right`
    or, in a narrow picture, the number of the round."""
    box, palette, size = canvas.layout.header, canvas.palette, canvas.least
    parts = []
    y, tall = (box.bottom - 18, 18) if canvas.wide else (box.y + 16, 13)
    x = box.x + (0 if canvas.wide else 18)
    if banner is not None:
        wide = text_metrics.width(banner, "strong", size) + (14 if canvas.wide else 8)
        parts.append(ending(canvas, banner, Box(x, y, wide, tall), size))
        x += wide + 8
    elif not canvas.wide:
        words = canvas.say("Round {n}", n=round_number)
        parts.append(named("turn", words, text(x + 2, y + 10, words, size, palette.soft)))
    if step is None or not canvas.wide:
        return tuple(parts)
    said = describe.steps(canvas.say)
    shown = [words if number == step else words[0] for number, words in enumerate(said)]
    widths = [text_metrics.width(words, "strong", size) + 13 for words in shown]
    if x + sum(widths) + 6 > right:
        return tuple(parts)
    steps = []
    for number, (words, wide) in enumerate(zip(shown, widths, strict=True)):
        now = number == step
        paint = f' fill="{palette.ink}"' if now else f' fill="none" stroke="{palette.soft}"'
        steps.append(rect(x + 0.5, y + 0.5, wide - 1, tall - 1, f' rx="8.5"{paint} pointer-events="all"'))
        ink = palette.table if now else palette.soft
        steps.append(text(x + wide / 2, y + 13.2, words, size, ink, "strong", "middle"))
        x += wide + 3
    title = canvas.say("The three parts of a turn: {steps}", steps=", ".join(said))
    return *parts, named("steps", title, "".join(steps))


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
        wide = max(text_metrics.width(words, "strong", canvas.least) + 18, 40)
        placed.append((name, words, Box(right - wide, y, wide, tall)))
        right -= wide + 6
    return placed


@cached
def _keys(canvas: Canvas, phase: Phase, kind: EffectKind | None) -> tuple[str, ...]:
    """Buttons for using or skipping an effect, which nothing else in the picture stands for."""
    palette, size = canvas.palette, canvas.least
    parts = []
    for name, words, box in _key_boxes(canvas, phase, kind):
        x, y = box.middle
        key = f' rx="4" fill="{palette.panel}" stroke="{palette.glow}" stroke-width="1.6"'
        drawn = rect(*box, key) + text(x, y + size * 0.35, words, size, palette.ink, "strong", "middle")
        parts.append(target(name, words, drawn, rect(*box, ' rx="4"').removesuffix("/>"), "button"))
    return tuple(parts)
