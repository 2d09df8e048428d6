"""The market: cards with their floors and machines, the pile, the discards and the tray."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import area, belonging, part, printed
from rooftop.drawing.svg import identified, named, num, stepped, target, text, use
from rooftop.drawing.widgets import card_back, card_slot, heading, inset, left_over, panel, plate
from rooftop.titles.tower_up import parts
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.schema import COLOURS
from rooftop.titles.tower_up.view import View

MOST_FANNED = 3  # discards that are drawn


class _Boxes(NamedTuple):
    cards: list[Box]
    pile: Box
    discards: Box
    tray: list[Box]  # one for each colour


def _boxes(canvas: Canvas) -> _Boxes:
    area = canvas.layout.market.inside(8 if canvas.wide else 4)
    head = 15 if canvas.wide else 0
    gap = 8 if canvas.wide else 4
    below = Box(area.x, area.y + head, area.width, area.height - head)
    if area.height > 150:
        return _tall_boxes(canvas, below)
    cards = Box(below.x, below.y, below.width * (0.45 if canvas.wide else 0.48), below.height)
    piles = Box(cards.right + gap * 1.5, below.y, below.width * (0.24 if canvas.wide else 0.2), below.height)
    tray = Box(piles.right + gap * 1.5, below.y, below.right - piles.right - gap * 1.5, below.height)
    pile, discards = piles.columns(2, gap)
    slots = cards.columns(canvas.board.setup.market_size, gap)
    return _Boxes(slots, pile, discards, tray.grid(2, 2, gap / 2))


def _tall_boxes(canvas: Canvas, area: Box) -> _Boxes:
    """The same in an area with more height: the tray is below the pile and the discards."""
    right = Box(area.right - 146, area.y, 146, area.height)
    cards = Box(area.x, area.y, area.width - 158, area.height)
    above, below = right.rows(2, 20)
    pile, discards = above.columns(2, 8)
    slots = cards.columns(canvas.board.setup.market_size, 8)
    return _Boxes(slots, pile, discards, below.grid(2, 2, 4))


def table(canvas: Canvas) -> str:
    """The panel with its headings and empty slots."""
    palette, say = canvas.palette, canvas.say
    cards, pile, discards, tray = _boxes(canvas)
    box = canvas.layout.market
    name = heading(canvas, say("Market"), cards[0].x + 1, box.y + 18) if canvas.wide else ""
    drawn = [named("market", say("Market"), panel(canvas, box) + name)]
    drawn += [printed(f"card-{number}", card_slot(canvas, card)) for number, card in enumerate(cards)]
    name = heading(canvas, say("Tray"), tray[0].x + 1, tray[0].y - 5) if canvas.wide else ""
    whole = Box(tray[0].x, tray[0].y, tray[-1].right - tray[0].x, tray[-1].bottom - tray[0].y)
    drawn.append(named("tray", say("Tray"), name + area(whole)))
    for cell, colour in zip(tray, COLOURS, strict=True):
        scale = min(cell.height / 19, cell.width / 58, 1.5)
        slab = use(
            f"slab-{colour}", cell.x + cell.width * 0.34, cell.y + cell.height / 2 + 6.5 * scale, scale
        )
        drawn.append(printed(f"tray-{colour}", inset(canvas, cell) + slab))
    if canvas.wide:
        for owner, words, heap in (("pile", say("Pile"), pile), ("discards", say("Discards"), discards)):
            name = text(
                heap.x + heap.width / 2, box.y + 18, words, canvas.smallest, palette.soft, "text", "middle"
            )
            drawn.append(printed(owner, name))
    return "".join(drawn)


def market(canvas: Canvas, view: View) -> list[str]:
    discards = len(view.discards)
    return [
        *(_card(canvas, slot, card) for slot, card in enumerate(view.market)),
        _pile_back(canvas, view.pile > 0),
        _pile(canvas, view.pile),
        _discarded(canvas, min(discards, MOST_FANNED)),
        _discards(canvas, discards),
        *(_tray(canvas, number, left) for number, left in enumerate(view.tray)),
    ]


@cached
def _card(canvas: Canvas, slot: int, card_id: str | None) -> str:
    box = _boxes(canvas).cards[slot]
    words = parts.table.card(canvas.board, slot, card_id, canvas.say).label
    size = canvas.smallest
    shape = f'<path d="{stepped(*box, 4)}"'
    if card_id is None:
        return target(f"card-{slot}", words, "", shape, "card")
    palette = canvas.palette
    card = canvas.board.card(card_id)
    scale = min(box.width / 62, box.height / (20 + 10 * max(4, len(card.floors))), 1.9)
    machines = list(Counter(card.machines).elements())
    across = box.x + box.width * (0.36 if machines else 0.5) - 2 * scale
    base = box.bottom - (box.height - (8 * len(card.floors) + 8) * scale) / 2 + (3 if canvas.wide else 2)
    base = min(base, box.bottom - 5 * scale)
    stack = "".join(
        use(f"slab-{colour}", across, base - 8 * scale * level, scale)
        for level, colour in enumerate(card.floors)
    )
    drive = "".join(
        use(f"machine-{colour}", box.x + box.width * 0.77, _spread(box, number, len(machines)), scale * 0.9)
        for number, colour in enumerate(machines)
    )
    content = (
        plate(box, 4, palette.sheet, palette.brass, 1.1)
        + stack
        + drive
        + text(box.x + size * 0.55, box.y + size * 1.15, str(slot + 1), size, palette.soft, "strong")
    )
    return target(f"card-{slot}", words, content, shape, "card")


def _spread(box: Box, number: int, count: int) -> float:
    """The height at which a machine of several is drawn."""
    return box.y + box.height * (0.56 if count == 1 else 0.3 + 0.44 * number / max(count - 1, 1))


@cached
def _pile_back(canvas: Canvas, left: bool) -> str:
    """Face-down cards."""
    return belonging("pile-back", "pile", card_back(canvas, _boxes(canvas).pile, left))


@cached
def _pile(canvas: Canvas, left: int) -> str:
    """The number of cards in the pile."""
    box, words = _boxes(canvas).pile, canvas.say.many("Pile: {n} card", "Pile: {n} cards", left)
    return part("pile", words, left_over(canvas, "pile-count", left, box), box)


@cached
def _discarded(canvas: Canvas, count: int) -> str:
    """Cards fanned out face up."""
    box = _boxes(canvas).discards
    palette = canvas.palette
    x, y = box.x + box.width / 2, box.y + box.height * 0.46
    tall = min(box.height * 0.4, box.width * 0.8)
    wide = tall * 0.66
    cards = "".join(
        f'<rect x="{num(-wide / 2)}" y="{num(-tall / 2)}" width="{num(wide)}" height="{num(tall)}"'
        f' transform="translate({num(x)} {num(y)}) rotate({turn})" fill="{palette.sheet}"'
        f' stroke="{palette.soft}" stroke-width=".9"/>'
        for turn in ((-16, 2, 20) if count >= MOST_FANNED else (2,) if count else ())
    )
    field = plate(box, 4, palette.inset, palette.rule)
    return belonging("discards-cards", "discards", field + cards)


@cached
def _discards(canvas: Canvas, count: int) -> str:
    """The number of discards."""
    words = canvas.say.many("Discards: {n} card", "Discards: {n} cards", count)
    box = _boxes(canvas).discards
    return part("discards", words, left_over(canvas, "discards-count", count, box, canvas.palette.ink), box)


@cached
def _tray(canvas: Canvas, number: int, left: int) -> str:
    """The floors of a colour in the tray."""
    colour, cell = COLOURS[number], _boxes(canvas).tray[number]
    size = 14 if canvas.wide else 10
    x, y = cell.x + cell.width * 0.8, cell.y + cell.height / 2 + size * 0.34
    count = identified(
        f"tray-{colour}-count", text(x, y, str(left), size, canvas.palette.ink, "strong", "middle")
    )
    words = parts.table.tray(colour, left, canvas.say).label
    return target(f"tray-{colour}", words, count, f'<path d="{stepped(*cell, 3)}"', "floors")
