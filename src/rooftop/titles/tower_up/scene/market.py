"""The market: cards with their floors and machines, the pile, the discards and the tray."""

from __future__ import annotations

from collections import Counter

from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, num, stepped, target, text, use
from rooftop.drawing.widgets import card_back, heading, inset, panel
from rooftop.game.title import View
from rooftop.titles.tower_up.board import COLOURS
from rooftop.titles.tower_up.scene import describe
from rooftop.titles.tower_up.scene.canvas import Canvas


def _boxes(canvas: Canvas) -> tuple[list[Box], Box, Box, list[Box]]:
    """The cards, the pile, the discards, and the tray's four colours."""
    area = canvas.layout.market.inside(8 if canvas.wide else 4)
    head = 15 if canvas.wide else 0
    gap = 8 if canvas.wide else 4
    if area.height > 150:
        return _tall_boxes(canvas, Box(area.x, area.y + head, area.width, area.height - head))
    below = Box(area.x, area.y + head, area.width, area.height - head)
    cards = Box(below.x, below.y, below.width * (0.47 if canvas.wide else 0.5), below.height)
    piles = Box(cards.right + gap * 1.5, below.y, below.width * 0.2, below.height)
    tray = Box(piles.right + gap * 1.5, below.y, below.right - piles.right - gap * 1.5, below.height)
    heaps = piles.columns(2, gap)
    columns = [cell for row in tray.rows(2, gap / 2) for cell in row.columns(2, gap / 2)]
    return cards.columns(canvas.board.setup.market_size, gap), heaps[0], heaps[1], columns


def _tall_boxes(canvas: Canvas, area: Box) -> tuple[list[Box], Box, Box, list[Box]]:
    """The same where there is more height than width: the tray below the pile and the discards."""
    right = Box(area.right - 146, area.y, 146, area.height)
    cards = Box(area.x, area.y, area.width - 158, area.height)
    above, below = right.rows(2, 20)
    pile, discards = above.columns(2, 8)
    columns = [cell for row in below.rows(2, 4) for cell in row.columns(2, 4)]
    return cards.columns(canvas.board.setup.market_size, 8), pile, discards, columns


def table(canvas: Canvas) -> str:
    """What never changes: the panel, its headings, the empty places."""
    palette, say = canvas.palette, canvas.say
    cards, pile, discards, tray = _boxes(canvas)
    box = canvas.layout.market
    made = [panel(canvas, box)]
    made += [
        f'<path d="{stepped(*card, 4)}" fill="{palette.inset}" stroke="{palette.rule}" stroke-width=".8"'
        ' stroke-dasharray="3 2"/>'
        for card in cards
    ]
    made += [inset(canvas, cell) for cell in tray]
    if canvas.wide:
        made.append(heading(canvas, say("Market"), cards[0].x + 1, box.y + 18))
        for words, heap in ((say("Pile"), pile), (say("Discards"), discards)):
            made.append(
                text(heap.x + heap.width / 2, box.y + 18, words, 10.5, palette.soft, "text", "middle")
            )
        made.append(heading(canvas, say("Tray"), tray[0].x + 1, tray[0].y - 5))
    return "".join(made)


def market(canvas: Canvas, view: View) -> str:
    cards, pile, discards, tray = _boxes(canvas)
    left, gone, counts = view["pile"], len(view["discards"]), tuple(view["tray"].values())
    made = [
        canvas.keep(("card", place, card), _card, canvas, box, place, card)
        for place, (box, card) in enumerate(zip(cards, view["market"], strict=True))
    ]
    made.append(canvas.keep(("pile", left), _pile, canvas, pile, left))
    made.append(canvas.keep(("discards", gone), _discards, canvas, discards, gone))
    made.append(canvas.keep(("tray", counts), _tray, canvas, tray, counts))
    return "".join(made)


def _card(canvas: Canvas, box: Box, place: int, card: str | None) -> str:
    words = describe.card(canvas.board, place, card, canvas.say)
    size = 11 if canvas.wide else 9
    shape = f'<path d="{stepped(*box, 4)}"'
    if card is None:
        return target(f"card-{place}", words, "", shape, "card")
    palette = canvas.palette
    row = next(row for row in canvas.board.cards if row.id == card)
    scale = min(box.width / 62, box.height / (20 + 10 * max(4, len(row.floors))), 1.9)
    machines = list(Counter(row.machines).elements())
    across = box.x + box.width * (0.36 if machines else 0.5) - 2 * scale
    base = box.bottom - (box.height - (8 * len(row.floors) + 8) * scale) / 2 + (3 if canvas.wide else 2)
    base = min(base, box.bottom - 5 * scale)
    stack = "".join(
        use(f"slab-{colour}", across, base - 8 * scale * level, scale)
        for level, colour in enumerate(row.floors)
    )
    drive = "".join(
        use(f"machine-{colour}", box.x + box.width * 0.77, _spread(box, number, len(machines)), scale * 0.9)
        for number, colour in enumerate(machines)
    )
    content = (
        f'<path d="{stepped(*box, 4)}" fill="{palette.sheet}" stroke="{palette.brass}" stroke-width="1.1"/>'
        + stack
        + drive
        + text(box.x + size * 0.55, box.y + size * 1.15, str(place + 1), size, palette.soft, "strong")
    )
    return target(f"card-{place}", words, content, shape, "card")


def _spread(box: Box, number: int, count: int) -> float:
    return box.y + box.height * (0.56 if count == 1 else 0.3 + 0.44 * number / max(count - 1, 1))


def _pile(canvas: Canvas, box: Box, left: int) -> str:
    """Face-down cards: a sun over the city's edge, and how many there are."""
    palette = canvas.palette
    words = canvas.say.many("Pile: {n} card", "Pile: {n} cards", left)
    size = 13 if canvas.wide else 10
    drawn = card_back(canvas, box, left, 0.36)
    ink = palette.back_ink if left else palette.ink
    count = text(
        box.x + box.width / 2,
        box.bottom - size * 0.5,
        str(left),
        size,
        ink,
        "strong",
        "middle",
        ' id="pile-count"',
    )
    return named("pile", words, drawn + count)


def _discards(canvas: Canvas, box: Box, gone: int) -> str:
    """Cards that were taken: fanned out, face up."""
    palette = canvas.palette
    words = canvas.say.many("Discards: {n} card", "Discards: {n} cards", gone)
    size = 13 if canvas.wide else 10
    x, y = box.x + box.width / 2, box.y + box.height * 0.46
    tall = min(box.height * 0.4, box.width * 0.8)
    wide = tall * 0.66
    cards = "".join(
        f'<rect x="{num(-wide / 2)}" y="{num(-tall / 2)}" width="{num(wide)}" height="{num(tall)}"'
        f' transform="translate({num(x)} {num(y)}) rotate({turn})" fill="{palette.sheet}"'
        f' stroke="{palette.soft}" stroke-width=".9"/>'
        for turn in ((-16, 2, 20) if gone > 2 else (2,) if gone else ())
    )
    drawn = f'<path d="{stepped(*box, 4)}" fill="{palette.inset}" stroke="{palette.rule}"/>{cards}'
    count = text(
        x, box.bottom - size * 0.5, str(gone), size, palette.ink, "strong", "middle", ' id="discards-count"'
    )
    return named("discards", words, drawn + count)


def _tray(canvas: Canvas, cells: list[Box], counts: tuple[int, ...]) -> str:
    palette = canvas.palette
    size = 14 if canvas.wide else 10
    made = []
    for cell, colour, left in zip(cells, COLOURS, counts, strict=True):
        scale = min(cell.height / 19, cell.width / 58, 1.5)
        middle = cell.y + cell.height / 2
        slab = use(f"slab-{colour}", cell.x + cell.width * 0.34, middle + 6.5 * scale, scale)
        count = text(
            cell.x + cell.width * 0.8, middle + size * 0.34, str(left), size, palette.ink,
            "strong", "middle", f' id="tray-{colour}-count"',
        )  # fmt: skip
        words = describe.tray(colour, left, canvas.say)
        made.append(target(f"tray-{colour}", words, slab + count, f'<path d="{stepped(*cell, 3)}"', "floors"))
    return f'<g id="tray">{"".join(made)}</g>'
