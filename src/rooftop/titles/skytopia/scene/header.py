"""The header: the title, whose turn it is, the part of the turn, the banner of the end, and two buttons."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, num, rect, target, text
from rooftop.drawing.widgets import badge, ending
from rooftop.titles.skytopia.scene import describe
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.scene.geometry import gear
from rooftop.titles.skytopia.scene.labels import fitted, lines
from rooftop.titles.skytopia.schema import EffectKind
from rooftop.titles.skytopia.view import Phase, View

TITLE = "Skytopia"
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
    words = describe.status(canvas, view, names, not canvas.wide)
    banner = describe.ending(view, canvas.say) if view.ending or view.to_act is None else None
    kind = view.asking.kind if view.asking else None
    return [
        _status(canvas, words, view.to_act),
        *_banner(canvas, banner, None if canvas.wide else view.round, _step(view)),
        *_keys(canvas, view.phase, kind),
    ]


@cached
def _status(canvas: Canvas, words: str, seat: int | None) -> str:
    box, palette = canvas.layout.header, canvas.palette
    if canvas.wide:
        left = box.x + (24 if seat is not None else 2)
        size = fitted(words, "strong", (13, 12, 11), box.right - left, 2)
        drawn = lines(words, left, box.y + 60, size, box.right - left, 2, palette.ink, "strong")
        if seat is not None:
            drawn += badge(canvas, seat, box.x + 11, box.y + 56, 9.5, 11)
    else:
        left = box.x + (20 if seat is not None else 2)
        drawn = lines(words, left, box.y + 13, 11, box.width - 95, 1, palette.ink, "strong")
        if seat is not None:
            drawn += badge(canvas, seat, box.x + 10, box.y + 9.5, 7, 9)
    return named("status", words, drawn)


@cached
def _banner(
    canvas: Canvas, banner: str | None, round_number: int | None, step: int | None
) -> tuple[str, ...]:
    """The banner of the end if there is one, and the three parts of a turn or, in a narrow picture, the
    number of the round."""
    box, palette = canvas.layout.header, canvas.palette
    parts = []
    y, tall = (box.bottom - 15, 16) if canvas.wide else (box.y + 17, 12)
    size = 10.5 if canvas.wide else 9.0
    x = box.x + (0 if canvas.wide else 18)
    if banner is not None:
        wide = text_metrics.width(banner, "strong", size) + (14 if canvas.wide else 8)
        parts.append(ending(canvas, banner, Box(x, y, wide, tall), size))
        x += wide + 8
    elif not canvas.wide:
        words = canvas.say("Round {n}", n=round_number)
        parts.append(named("turn", words, text(x + 2, y + 9, words, 9, palette.soft)))
    if step is None or not canvas.wide:
        return tuple(parts)
    steps = []
    said = describe.steps(canvas.say)
    for number, words in enumerate(said):
        now = number == step
        wide = text_metrics.width(words, "strong" if now else "text", size) + 12
        if now:
            steps.append(rect(x, y, wide, tall, f' rx="8" fill="{palette.ink}"'))
        ink = palette.table if now else palette.soft
        steps.append(text(x + wide / 2, y + 11.8, words, size, ink, "strong" if now else "text", "middle"))
        x += wide + 2
    title = canvas.say("The three parts of a turn: {steps}", steps=", ".join(said))
    return *parts, named("steps", title, "".join(steps))


def _step(view: View) -> int | None:
    """The part of the turn. Effects belong to the second part once a golem has been assigned."""
    if view.to_act is None:
        return None
    if view.phase in ("effect", "ability"):
        return 0 if view.paid is None else 1
    return STEPS.get(view.phase)


@cached
def _keys(canvas: Canvas, phase: Phase, kind: EffectKind | None) -> tuple[str, ...]:
    """Buttons for using or skipping an effect, which nothing else in the picture stands for."""
    palette, box, say = canvas.palette, canvas.layout.header, canvas.say
    keys = []
    if phase in ("effect", "ability"):
        keys.append(("skip", say("Skip")))
    if kind in ("gain", "pay_for_pp"):
        keys.append(("use", say("Gain") if kind == "gain" else say("Pay")))
    size, tall = (12.0, 20.0) if canvas.wide else (10.0, 15.0)
    right, y = (box.right - 1, box.bottom - 18) if canvas.wide else (box.right - 72, box.bottom - 14)
    parts = []
    for name, words in keys:
        wide = max(text_metrics.width(words, "strong", size) + 18, 40)
        x = right - wide
        drawn = rect(
            x, y, wide, tall, f' rx="4" fill="{palette.panel}" stroke="{palette.glow}" stroke-width="1.6"'
        ) + text(x + wide / 2, y + tall / 2 + size * 0.35, words, size, palette.ink, "strong", "middle")
        shape = f'<rect x="{num(x)}" y="{num(y)}" width="{num(wide)}" height="{num(tall)}" rx="4"'
        parts.append(target(name, words, drawn, shape, "button"))
        right = x - 6
    return tuple(parts)
