"""The market: a deck and a column of cards for each colour, golems on the cards, and who takes them when."""

from __future__ import annotations

from functools import lru_cache

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.palette import mix
from rooftop.drawing.svg import named, num, rect, stepped, target, text, use
from rooftop.drawing.widgets import badge, panel
from rooftop.game.translation import capital
from rooftop.titles.skytopia import parts
from rooftop.titles.skytopia.parts.words import cards as card_count
from rooftop.titles.skytopia.scene import cards
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.schema import COLOURS, Colour
from rooftop.titles.skytopia.view import View

LOW = 2  # cards in a deck; a warning, since the game ends when a deck is empty


def table(canvas: Canvas) -> str:
    """The panel, with a field behind each column."""
    layout, palette = canvas.layout, canvas.palette
    margin = 22 if canvas.wide else 4
    around = Box(
        layout.market.x - margin, layout.decks[0].y - (8 if canvas.wide else 3),
        layout.market.width + margin + (8 if canvas.wide else 4), 0,
    )  # fmt: skip
    around = around._replace(height=layout.market.bottom + (8 if canvas.wide else 3) - around.y)
    pieces = [panel(canvas, around)]
    for colour, column, deck in zip(COLOURS, layout.market.columns(4, layout.gap), layout.decks, strict=True):
        tint = mix(palette.towers[colour].paint, palette.panel, 0.78)
        pieces.append(
            rect(
                column.x - layout.gap / 2 + 0.5, deck.y - 2, column.width + layout.gap - 1,
                column.bottom - deck.y + 4, f' fill="{tint}"',
            )
        )  # fmt: skip
    return named("market", parts.market.market(canvas.say).label, "".join(pieces))


@lru_cache(maxsize=64)
def boxes(canvas: Canvas, rows: int) -> dict[str, Box]:
    """The slots of a market with so many rows."""
    columns = zip(COLOURS, canvas.layout.cards(rows), strict=True)
    return {f"{colour}-{row}": box for colour, column in columns for row, box in enumerate(column, 1)}


def market(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    pending = {row.spot for row in view.pending if row.where == "market"}
    top = view.asking.spot if view.asking and view.asking.where == "market" else None
    parts = [_rows(canvas, view.rows)] if canvas.wide else []
    parts += [_deck(canvas, number, left) for number, left in enumerate(view.decks)]
    for slot in view.market:
        name = None if slot.taker is None else names[slot.taker]
        parts.append(_slot(canvas, slot.slot, slot.colour, slot.row, slot.card, view.rows))
        if slot.card is not None:
            parts.append(_foot(canvas, slot.slot, slot.taker, name, slot.rounds, slot.too_late, view.rows))
            if slot.slot in pending:
                parts.append(_asking(canvas, slot.slot, slot.slot == top, view.rows))
    return parts


@cached
def _rows(canvas: Canvas, rows: int) -> str:
    """The row numbers, since some effects are about a row."""
    pieces = []
    x = canvas.layout.market.x - 12
    for number, box in enumerate(canvas.layout.cards(rows)[0], 1):
        y = box.y + box.height / 2
        drawn = (
            f'<path d="M{num(x)} {num(box.y + 6)}V{num(y - 10)}M{num(x)} {num(y + 10)}V{num(box.bottom - 6)}"'
            f' stroke="{canvas.palette.brass}" stroke-width="1"/>'
            + rect(x - 9, y - 9, 18, 18, ' fill="none" pointer-events="all"')
            + text(x, y + 4.4, str(number), canvas.smallest, canvas.palette.soft, "display", "middle")
        )
        pieces.append(named(f"row-{number}", parts.market.row(number, canvas.say).label, drawn))
    return f'<g id="rows" data-part="market">{"".join(pieces)}</g>'


@cached
def _deck(canvas: Canvas, number: int, left: int) -> str:
    """A deck with the name of its colour and the number of cards left."""
    palette, say, box = canvas.palette, canvas.say, canvas.layout.decks[number]
    row = canvas.board.colours[number]
    paint = palette.towers[row.id]
    words = parts.market.deck(canvas.board, COLOURS[number], left, say).label
    size, step = (12.5, 4) if canvas.wide else (canvas.smallest, 2.5)
    pieces = []
    if left:
        if canvas.wide:
            lower = Box(box.x + 2.5, box.y + 3, box.width - 2, box.height - 2)
            pieces.append(f'<path d="{stepped(*lower, step)}" fill="{paint.dark}"/>')
        pieces.append(
            f'<path d="{stepped(box.x, box.y, box.width - (2 if canvas.wide else 0), box.height, step)}"'
            f' fill="url(#clad-{row.id})" stroke="{palette.edge}" stroke-width=".9"/>'
        )
    else:
        pieces.append(
            f'<path d="{stepped(*box, step)}" fill="{palette.inset}" stroke="{palette.alert}"'
            ' stroke-width="1.4" stroke-dasharray="4 3"/>'
        )
    name = capital(canvas.named(row))
    tall = 24 if canvas.wide else 11
    count = card_count(say, left) if canvas.wide else str(left)
    label = text_metrics.fit(name, "strong", size, box.width - 34)
    wide = text_metrics.width(label, "strong", size) + text_metrics.width(count, "strong", size)
    wide += 22 if canvas.wide else 10
    x, y = box.x + (box.width - wide) / 2 - (1 if canvas.wide else 0), box.y + (box.height - tall) / 2
    base = box.y + box.height / 2 + size * 0.35
    low = left <= LOW
    pieces.append(rect(x, y, wide, tall, f' rx="3" fill="{palette.alert if low else palette.panel}"'))
    ink = palette.alert_ink if low else palette.ink
    pieces.append(text(x + (7 if canvas.wide else 3), base, label, size, ink, "strong"))
    pieces.append(text(x + wide - (7 if canvas.wide else 3), base, count, size, ink, "strong", "end",
                       f' id="deck-{row.id}-count"'))  # fmt: skip
    return named(f"deck-{row.id}", words, "".join(pieces))


@cached
def _slot(canvas: Canvas, slot: str, colour: Colour, row: int, card: str | None, rows: int) -> str:
    palette, box = canvas.palette, boxes(canvas, rows)[slot]
    shape = stepped(*box, _step(canvas))
    if card is None:
        drawn = (
            f'<path d="{shape}" fill="{palette.inset}" fill-opacity=".6" stroke="{palette.rule}"'
            ' stroke-dasharray="4 3"/>'
        )
    else:
        drawn = cards.plate(canvas, canvas.board.card(card), box) + _shelf(canvas, box)
    words = parts.market.card(canvas.board, colour, row, card, canvas.say).label
    return target(f"card-{slot}", words, drawn, f'<path d="{shape}"', "card")


def _step(canvas: Canvas) -> float:
    return 4 if canvas.wide else 2.5


def _shelf(canvas: Canvas, box: Box) -> str:
    """The line on which golems stand."""
    if not canvas.wide:
        return ""
    y = box.bottom - cards.FOOT - 1
    return (
        f'<path d="M{num(box.x + 5)} {num(y)}h{num(box.width - 10)}" stroke="{canvas.palette.rule}"'
        ' stroke-width="1"/>'
    )


@cached
def _foot(
    canvas: Canvas, slot: str, seat: int | None, name: str | None, rounds: int | None, too_late: bool,
    of_rows: int,
) -> str:  # fmt: skip
    """Who takes the card, and when."""
    box, words = boxes(canvas, of_rows)[slot], parts.market.taker(name, rounds, too_late, canvas.say).label
    draw = _wide_foot if canvas.wide else _narrow_foot
    return named(f"foot-{slot}", words, draw(canvas, box, seat, rounds, too_late), ' pointer-events="none"')


def _wide_foot(canvas: Canvas, box: Box, seat: int | None, rounds: int | None, too_late: bool) -> str:
    palette = canvas.palette
    y = box.bottom - cards.FOOT - 1 + cards.FOOT / 2 - 0.5
    words = parts.market.taken(rounds, too_late, canvas.say)
    if seat is None:
        return text(box.x + box.width / 2, y + 4.2, words, canvas.smallest, palette.soft, "text", "middle")
    wide = text_metrics.width(words, "strong", canvas.smallest) + 19
    start = box.x + max(3, (box.width - wide) / 2)
    return badge(canvas, seat, start + 8, y, 7.5) + text(
        start + 19, y + 4.4, words, canvas.smallest, palette.ink, "strong"
    )


def _narrow_foot(canvas: Canvas, box: Box, seat: int | None, rounds: int | None, too_late: bool) -> str:
    if seat is None or too_late:
        return ""
    y = box.bottom - 9
    return use("sign-hammers", box.right - 16, y, 0.42) + text(
        box.right - 3, y + 3.4, str(rounds), canvas.smallest, canvas.palette.ink, "strong", "end"
    )


@cached
def _asking(canvas: Canvas, slot: str, now: bool, rows: int) -> str:
    """The mark of a card whose effect is being resolved; `now`: it asks."""
    palette, box = canvas.palette, boxes(canvas, rows)[slot]
    drawn = (
        f'<path d="{stepped(*box.inside(-1.5), _step(canvas))}" fill="none" stroke="{palette.glow}"'
        f' stroke-width="{3.2 if now else 1.8}"/>'
    )
    if now:
        radius = 9 if canvas.wide else 6
        x, y = box.right + 0.5, box.y - 0.5  # at the corner, beside the name
        drawn += (
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{radius}" fill="{palette.panel}"'
            f' stroke="{palette.glow}" stroke-width="1.6"/>' + use("sign-spark", x, y, radius / 13)
        )
    return f'<g id="asking-card-{slot}" class="asking" pointer-events="none">{drawn}</g>'
