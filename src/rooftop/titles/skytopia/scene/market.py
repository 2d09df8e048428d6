"""The market: a deck and a column of cards for each colour, golems on the cards, and who takes them when."""

from __future__ import annotations

from typing import Literal

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.palette import mix
from rooftop.drawing.svg import named, num, rect, stepped, target, text, use
from rooftop.drawing.widgets import badge, panel
from rooftop.titles.skytopia.scene import cards, describe, pieces
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.schema import COLOURS
from rooftop.titles.skytopia.view import MarketGolem, Slot, View

LOW = 2  # cards in a deck; a warning, since the game ends when a deck is empty
Mark = Literal["", "pending", "asking"]  # of a card whose effect is being resolved


def table(canvas: Canvas) -> str:
    """The panel, with a field behind each column."""
    layout, palette = canvas.layout, canvas.palette
    margin = 22 if canvas.wide else 4
    around = Box(
        layout.market.x - margin, layout.decks[0].y - (8 if canvas.wide else 3),
        layout.market.width + margin + (8 if canvas.wide else 4), 0,
    )  # fmt: skip
    around = around._replace(height=layout.market.bottom + (8 if canvas.wide else 3) - around.y)
    parts = [panel(canvas, around)]
    for colour, column, deck in zip(COLOURS, layout.market.columns(4, layout.gap), layout.decks, strict=True):
        tint = mix(palette.towers[colour].paint, palette.panel, 0.78)
        parts.append(
            rect(
                column.x - layout.gap / 2 + 0.5, deck.y - 2, column.width + layout.gap - 1,
                column.bottom - deck.y + 4, f' fill="{tint}"',
            )
        )  # fmt: skip
    return "".join(parts)


def market(canvas: Canvas, view: View, names: tuple[str, ...]) -> str:
    pending = {row.spot for row in view.pending if row.where == "market"}
    top = view.asking.spot if view.asking and view.asking.where == "market" else None
    parts = [_rows(canvas, view.rows)]
    parts += [_deck(canvas, number, left) for number, left in enumerate(view.decks)]
    golems = []
    for slot in view.market:
        box = canvas.layout.cards(view.rows)[COLOURS.index(slot.colour)][slot.row - 1]
        mark: Mark = "asking" if slot.slot == top else "pending" if slot.slot in pending else ""
        parts.append(_slot(canvas, slot, box, mark, names))
        golems.append(_golems(canvas, view, slot, box, names))
    return "".join(parts + golems)


@cached
def _rows(canvas: Canvas, rows: int) -> str:
    """The row numbers, since some effects are about a row."""
    if not canvas.wide:
        return ""
    parts = []
    x = canvas.layout.market.x - 12
    for number, box in enumerate(canvas.layout.cards(rows)[0], 1):
        y = box.y + box.height / 2
        parts.append(
            f'<path d="M{num(x)} {num(box.y + 6)}V{num(y - 10)}M{num(x)} {num(y + 10)}V{num(box.bottom - 6)}"'
            f' stroke="{canvas.palette.brass}" stroke-width="1"/>'
            + text(x, y + 4.2, str(number), 12, canvas.palette.soft, "display", "middle")
        )
    return "".join(parts)


@cached
def _deck(canvas: Canvas, number: int, left: int) -> str:
    """A deck with the name of its colour and the number of cards left."""
    palette, say, box = canvas.palette, canvas.say, canvas.layout.decks[number]
    row = canvas.board.colours[number]
    paint = palette.towers[row.id]
    words = say.many("{colour} deck: {n} card", "{colour} deck: {n} cards", left, colour=canvas.named(row))
    size, step = (12.0, 4) if canvas.wide else (9.0, 2.5)
    parts = []
    if left:
        if canvas.wide:
            lower = Box(box.x + 2.5, box.y + 3, box.width - 2, box.height - 2)
            parts.append(f'<path d="{stepped(*lower, step)}" fill="{paint.dark}"/>')
        parts.append(
            f'<path d="{stepped(box.x, box.y, box.width - (2 if canvas.wide else 0), box.height, step)}"'
            f' fill="url(#clad-{row.id})" stroke="{palette.edge}" stroke-width=".9"/>'
        )
    else:
        parts.append(
            f'<path d="{stepped(*box, step)}" fill="{palette.inset}" stroke="{palette.alert}"'
            ' stroke-width="1.4" stroke-dasharray="4 3"/>'
        )
    name = canvas.named(row).capitalize()
    tall = 24 if canvas.wide else 11
    count = say.many("{n} card", "{n} cards", left) if canvas.wide else str(left)
    label = text_metrics.fit(name, "strong", size, box.width - 34)
    wide = text_metrics.width(label, "strong", size) + text_metrics.width(count, "strong", size)
    wide += 22 if canvas.wide else 10
    x, y = box.x + (box.width - wide) / 2 - (1 if canvas.wide else 0), box.y + (box.height - tall) / 2
    base = box.y + box.height / 2 + size * 0.35
    low = left <= LOW
    parts.append(rect(x, y, wide, tall, f' rx="3" fill="{palette.alert if low else palette.panel}"'))
    ink = palette.alert_ink if low else palette.ink
    parts.append(text(x + (7 if canvas.wide else 3), base, label, size, ink, "strong"))
    parts.append(text(x + wide - (7 if canvas.wide else 3), base, count, size, ink, "strong", "end",
                     f' id="deck-{row.id}-count"'))  # fmt: skip
    return named(f"deck-{row.id}", words, "".join(parts))


@cached
def _slot(canvas: Canvas, slot: Slot, box: Box, mark: Mark, names: tuple[str, ...]) -> str:
    palette = canvas.palette
    step = 4 if canvas.wide else 2.5
    words = describe.slot(canvas, slot, names)
    shape = f'<path d="{stepped(*box, step)}"'
    if slot.card is None:
        empty = (
            f'<path d="{stepped(*box, step)}" fill="{palette.inset}" fill-opacity=".6"'
            f' stroke="{palette.rule}" stroke-dasharray="4 3"/>'
        )
        return target(f"card-{slot.slot}", words, empty, shape, "card")
    drawn = cards.plate(canvas, canvas.board.card(slot.card), box) + _foot(canvas, slot, box)
    if mark:
        wide = 3.2 if mark == "asking" else 1.8
        drawn += (
            f'<path d="{stepped(*box.inside(-1.5), step)}" class="asking" fill="none" stroke="{palette.glow}"'
            f' stroke-width="{wide}"/>'
        )
        if mark == "asking":
            radius = 9 if canvas.wide else 6
            x, y = box.right - radius * 0.9, box.y + radius * 0.8
            drawn += (
                f'<circle cx="{num(x)}" cy="{num(y)}" r="{radius}" fill="{palette.panel}"'
                f' stroke="{palette.glow}" stroke-width="1.6"/>' + use("sign-spark", x, y, radius / 13)
            )
    return target(f"card-{slot.slot}", words, drawn, shape, "card")


def _foot(canvas: Canvas, slot: Slot, box: Box) -> str:
    """Who takes the card, and when."""
    palette = canvas.palette
    if canvas.wide:
        foot = Box(box.x + 1, box.bottom - cards.FOOT - 1, box.width - 2, cards.FOOT)
        shelf = (
            f'<path d="M{num(box.x + 5)} {num(foot.y)}h{num(box.width - 10)}" stroke="{palette.rule}"'
            ' stroke-width="1"/>'
        )
        y = foot.y + foot.height / 2 - 0.5
        if slot.taker is None:
            words = canvas.say("nobody works here")
            return shelf + text(box.x + box.width / 2, y + 3.8, words, 10.5, palette.soft, "text", "middle")
        words = describe.when(slot, canvas.say)
        size = text_metrics.shrink(words, "strong", 10.5, 9, foot.width - 24)
        wide = text_metrics.width(words, "strong", size) + 18
        start = box.x + max(4, (box.width - wide) / 2)
        return (
            shelf
            + badge(canvas, slot.taker, start + 6.5, y, 7, 9)
            + text(start + 18, y + size * 0.36, words, size, palette.ink, "strong")
        )
    if slot.taker is None or slot.too_late:
        return ""
    y = box.bottom - 9
    return use("sign-hammers", box.right - 16, y, 0.42) + text(
        box.right - 3, y + 3.4, str(slot.rounds), 9.5, palette.ink, "strong", "end"
    )


def _golems(canvas: Canvas, view: View, slot: Slot, box: Box, names: tuple[str, ...]) -> str:
    """The golems on a card, the first to finish on the left."""
    count = len(slot.golems)
    if not count:
        return ""
    if canvas.wide:
        base, scale = box.bottom - cards.FOOT - 1.5, 0.95
        room = box.width - 8
        pitch = min(pieces.WIDE * scale + 1, (room - pieces.WIDE * scale) / max(1, count - 1))
        start = box.x + (box.width - pitch * (count - 1) - pieces.WIDE * scale) / 2 + 12 * scale
    else:
        base, scale = box.bottom - 2.5, (15.5 if count < 5 else 11.0)  # of a chip: its lower edge and width
        start, pitch = box.x + 2.5, scale + 1
    return "".join(
        _golem(
            canvas, golem, slot.slot, slot.card, start + pitch * number, base, scale,
            may_be_asked(view, golem.seat), names[golem.seat],
        )
        for number, golem in enumerate(slot.golems)
    )  # fmt: skip


def may_be_asked(view: View, seat: int) -> bool:
    """Whether a golem of this seat on the market can be part of a move now."""
    return seat == view.to_act and view.phase in ("effect", "recall", "ability")


@cached
def _golem(
    canvas: Canvas, golem: MarketGolem, slot: str, card: str | None, x: float, base: float, scale: float,
    asked: bool, name: str,
) -> str:  # fmt: skip
    """One golem on a card. Unless it can be part of a move, clicks go through it to the card."""
    seat, k = golem.seat, golem.golem
    words = describe.golem(canvas, golem, slot, card, name)
    if canvas.wide:
        drawn = pieces.golem(canvas, seat, golem.face, x, base, scale)
        box = Box(x - 13 * scale, base - pieces.HIGH * scale, 29 * scale, pieces.HIGH * scale)
    else:
        drawn = pieces.chip(canvas, seat, golem.face, x, base - 13, scale)
        box = Box(x, base - 15, scale, 16)
    if not asked:
        return named(f"golem-{seat}-{k}", words, drawn, ' class="golem" pointer-events="none"')
    shape = "<rect" + rect(*box)[5:-2]
    return target(f"golem-{k}", words, f'<g id="golem-{seat}-{k}">{drawn}</g>', shape, "golem")
