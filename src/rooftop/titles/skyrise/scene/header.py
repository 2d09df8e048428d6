"""The headline: the title with its sun, and what is being decided."""

from __future__ import annotations

from rooftop.core import lettering
from rooftop.core.layout import Box
from rooftop.core.ornaments import badge, ending, rays
from rooftop.core.svg import named, num, text
from rooftop.core.title import View
from rooftop.titles.skyrise.scene import describe
from rooftop.titles.skyrise.scene.stage import Stage

TITLE = "Skyrise"


def table(stage: Stage) -> str:
    box, palette = stage.plan.header, stage.palette
    if not stage.wide:
        return text(box.right - 2, box.y + 18, TITLE, 15, palette.soft, "display", "end")
    x, y = box.x + 24, box.bottom - 5
    return (
        f'<path d="{rays(x, y, 11, 12, (24, 20))}" stroke="{palette.brass}" stroke-width="1.4"/>'
        f'<path d="M{num(x - 22)} {num(y)}c-1 -5 5 -8 8 -5c1 -6 10 -8 13 -2c5 -4 12 -1 10 4c4 -1 7 1 6 3z"'
        f' fill="{palette.brass}"/>'
        + text(
            box.x + 58, box.bottom - 12, TITLE.upper(), 25, palette.ink, "display", more=' letter-spacing="3"'
        )
        + f'<path d="M{num(box.x)} {num(box.bottom - 3)}H{num(box.right)}m0 3H{num(box.x)}"'
        f' stroke="{palette.brass}" stroke-width=".8"/>'
    )


def header(stage: Stage, view: View, names: list[str]) -> str:
    key = (
        "header", view["to_act"], view["phase"], view["era"], view["auction"]["number"], view["for_vault"],
        tuple(names), tuple(row["place"] for row in view["seats"]),
    )  # fmt: skip
    return stage.keep(key, _header, stage, view, names)


def _header(stage: Stage, view: View, names: list[str]) -> str:
    box, palette = stage.plan.header, stage.palette
    words = describe.status(view, names, stage.say)
    seat = view["to_act"]
    if stage.wide:
        taken = 58 + lettering.width(TITLE.upper(), "display", 25, 3)
        room = box.width - taken - 36
        size = lettering.shrink(words, "strong", 15, 11, room)
        shown = lettering.fit(words, "strong", size, room)
        left = box.right - lettering.width(shown, "strong", size) - 15
        drawn = text(box.right, box.y + 17, shown, size, palette.ink, "strong", "end")
        if seat is not None:
            drawn += badge(stage, seat, left, box.y + 12, 9.5, 11)
    else:
        shown = lettering.fit(words, "strong", 11, box.width - 82)
        drawn = text(box.x + 20, box.y + 12, shown, 11, palette.ink, "strong")
        if seat is not None:
            drawn += badge(stage, seat, box.x + 10, box.y + 9, 7, 9)
    return named("status", words, drawn) + _banner(stage, view)


def _banner(stage: Stage, view: View) -> str:
    """The era and the auction's number, or that the game is over."""
    box, palette = stage.plan.header, stage.palette
    words = describe.progress(stage, view)
    if view["to_act"] is not None:
        if stage.wide:
            return text(box.right, box.y + 33, words, 12, palette.soft, "text", "end", ' id="progress"')
        return text(box.x + 20, box.y + 24, words, 9, palette.soft, "text", "start", ' id="progress"')
    size = 12.0 if stage.wide else 9.0
    wide = lettering.width(words, "strong", size) + (18 if stage.wide else 8)
    x = box.right - wide if stage.wide else box.x + 18
    y, tall = (box.y + 20, 17) if stage.wide else (box.y + 15, 12)
    return ending(stage, words, Box(x, y, wide, tall), size)
