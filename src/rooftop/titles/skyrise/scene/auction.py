"""The auction: the bids in order, the highest bid, who is still in, and the button to pass."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, num, rect, stepped, target, text
from rooftop.drawing.widgets import badge, heading, panel
from rooftop.titles.skyrise.scene import describe
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.scene.towers import steps
from rooftop.titles.skyrise.view import Auction, Bid, Phase, View


def table(canvas: Canvas) -> str:
    return panel(canvas, canvas.layout.auction)


def _parts(canvas: Canvas) -> tuple[Box, Box, Box]:
    """The bids, the players, and the button."""
    box = canvas.layout.auction.inside(8 if canvas.wide else 4)
    if not canvas.wide:
        pass_ = Box(box.right - 58, box.y, 58, box.height)
        seats = Box(box.x, box.bottom - 12, pass_.x - box.x - 4, 12)
        return Box(box.x, box.y, seats.width, box.height - 14), seats, pass_
    button = Box(box.right - 88, box.bottom - 32, 88, 32)
    seats = Box(box.x, box.bottom - 22, button.x - box.x - 10, 22)
    if box.height > 120:
        button = Box(box.right - 96, box.bottom - 40, 96, 40)
        seats = Box(box.x, box.bottom - 32, button.x - box.x - 12, 28)
        return Box(box.x, box.y + 18, box.width, box.height - 64), seats, button
    return Box(box.x, box.y - 1, box.width - 96, box.height - 27), seats, button


def auction(canvas: Canvas, view: View, names: tuple[str, ...]) -> str:
    states = tuple(describe.standing(view, seat) for seat in range(canvas.board.players))
    return _auction(canvas, view.phase, view.era, view.auction, states, names)


@cached
def _auction(
    canvas: Canvas, phase: Phase, era: int, row: Auction, states: tuple[str, ...], names: tuple[str, ...]
) -> str:
    bids, seats, button = _parts(canvas)
    words = describe.auction(canvas, phase, era, row, states, names)
    drawn = ""
    if canvas.layout.auction.height > 120:
        box = canvas.layout.auction
        number = canvas.say("Auction {n}", n=row.number)
        drawn = heading(canvas, number, box.x + 12, box.y + 21, 1.4)
    drawn += _bids(canvas, phase, row.bids, bids) + _seats(canvas, seats, states)
    return named("auction", words, drawn) + _button(canvas, phase, button)


def _bids(canvas: Canvas, phase: Phase, rows: tuple[Bid, ...], box: Box) -> str:
    """A rising chain of bids that ends with the highest; only the last ones if there are many."""
    palette = canvas.palette
    if not rows:
        words = describe.no_bids(canvas, phase)
        size = (14.0 if box.height < 60 else 16.0) if canvas.wide else 10.0
        shown = text_metrics.fit(words, "text", size, box.width - 12)
        return text(box.x + 4, box.y + box.height / 2 + size * 0.35, shown, size, palette.soft, "text")
    tall = min(box.height, 70) if canvas.wide else box.height
    last = tall * (2.2 if canvas.wide else 3.5)
    each = tall * (1.7 if canvas.wide else 2.3)
    gap = 13 if canvas.wide else 7
    most = 1 + int((box.width - last - (16 if canvas.wide else 10)) / (each + gap))
    latest = rows[-most:]
    drawn, x = [], box.x
    if len(rows) > len(latest):
        drawn.append(
            text(x, box.y + box.height / 2 + 4, "…", 14 if canvas.wide else 10, palette.soft, "strong")
        )
        x += 16 if canvas.wide else 10
    y = box.y + (box.height - tall) / 2
    for row in latest:
        highest = row is rows[-1]
        wide, high = (last, tall) if highest else (each, tall * 0.78)
        cell = Box(x, y + (tall - high) / 2, wide, high)
        drawn.append(_bid(canvas, row, cell, highest))
        x += wide
        if not highest:
            reach, middle = 3 if canvas.wide else 2, y + tall / 2
            drawn.append(
                f'<path d="M{num(x + gap / 2 - reach)} {num(middle - reach * 1.5)}l{num(2 * reach)}'
                f" {num(reach * 1.5)}l{num(-2 * reach)} {num(reach * 1.5)}z"
                f'" fill="{palette.brass}"/>'
            )
            x += gap
    return "".join(drawn)


def _bid(canvas: Canvas, row: Bid, cell: Box, highest: bool) -> str:
    """A bid: its player, its number and its neighbourhood."""
    palette = canvas.palette
    seat = canvas.seats[row.seat]
    number = str(row.number) if row.wonder is None else describe.wonder_mark(canvas, row.wonder)
    big = cell.height * (0.62 if highest else 0.5) if canvas.wide else (13.0 if highest else 10.0)
    frame = palette.glow if highest else palette.edge
    strong = (2.6 if canvas.wide else 1.8) if highest else 0.9
    band = cell.height * (0.4 if canvas.wide else 0.62)
    middle = cell.y + cell.height / 2
    small = canvas.small
    drawn = rect(*cell, f' fill="{palette.plaque}" stroke="{frame}" stroke-width="{num(strong)}"') + rect(
        cell.x + 1, cell.y + 1, band, cell.height - 2, f' fill="url(#paint-{seat})"'
    )
    radius = band * 0.46
    drawn += badge(canvas, row.seat, cell.x + 1 + band / 2, middle, radius, max(9, min(12, radius * 1.3)))
    left, right = cell.x + band + 2, cell.right
    across = (left + right) / 2
    if canvas.wide and cell.height > 30:
        drawn += text(
            across, cell.y + cell.height * 0.56, number, big, palette.plaque_ink, "strong", "middle"
        )
        drawn += text(across, cell.bottom - 4, row.neighbourhood, small, palette.plaque_ink, "text", "middle")
    elif canvas.wide:
        drawn += text(left + 3, middle + big * 0.36, number, big, palette.plaque_ink, "strong")
        drawn += text(right - 4, middle + 4, row.neighbourhood, small, palette.plaque_ink, "text", "end")
    else:
        drawn += text(left + 1, middle + big * 0.36, number, big, palette.plaque_ink, "strong")
        if highest:
            drawn += text(right - 2, middle + 3.3, row.neighbourhood, 9, palette.plaque_ink, "text", "end")
    if highest and canvas.wide and cell.height > 30:
        drawn += steps(canvas, row.height, right - 11, cell.bottom - 5, 11)
    return drawn


def _seats(canvas: Canvas, box: Box, states: tuple[str, ...]) -> str:
    """Who leads, who decides, who is still in, who has passed."""
    cells = box.columns(len(states), 4)
    return "".join(
        _seat(canvas, seat, cell, state) for seat, (cell, state) in enumerate(zip(cells, states, strict=True))
    )


def _seat(canvas: Canvas, seat: int, cell: Box, state: str) -> str:
    palette = canvas.palette
    words = describe.standing_words(canvas, state)
    radius = min(cell.height * 0.42, 9) if canvas.wide else 5.2
    middle = cell.y + cell.height / 2
    x = cell.x + radius + (3 if canvas.wide else 1)
    size = canvas.small
    fill, ink, rule = {
        "leads": (palette.token, palette.token_ink, palette.brass_dark),
        "decides": (palette.panel, palette.ink, palette.glow),
        "in": (palette.panel, palette.ink, palette.rule),
    }.get(state, (palette.inset, palette.soft, palette.rule))
    strong = 2 if state == "decides" else 0.9
    out = state in ("passed", "done")
    shown = text_metrics.fit(words, "strong", size, cell.right - x - radius - (7 if canvas.wide else 3))
    drawn = (
        rect(*cell, f' rx="{num(cell.height / 2)}" fill="{fill}" stroke="{rule}" stroke-width="{strong}"')
        + ('<g opacity=".5">' if out else "")
        + badge(canvas, seat, x, middle, radius, 10.5 if canvas.wide else 9)
        + ("</g>" if out else "")
        + text(x + radius + (4 if canvas.wide else 2), middle + size * 0.35, shown, size, ink, "strong")
    )
    return f'<g id="bidder-{seat}" class="bidder {state}">{drawn}</g>'


def _button(canvas: Canvas, phase: Phase, box: Box) -> str:
    """Pass, or take no disc with the Vault. There is no button when the game is over."""
    if phase == "over":
        return ""
    name, words = ("pass", canvas.say("Pass"))
    live = phase == "bid"
    if phase == "disc":
        name, words, live = "decline", canvas.say("Take none"), True
    palette = canvas.palette
    size = 14 if canvas.wide else 11
    fill, ink = (palette.back, palette.back_ink) if live else (palette.inset, palette.soft)
    drawn = (
        f'<path d="{stepped(*box, 5 if canvas.wide else 3)}" fill="{fill}" stroke="{palette.brass}"'
        f' stroke-width="{1.4 if live else 0.7}"/>'
        + text(
            box.x + box.width / 2, box.y + box.height / 2 + size * 0.35,
            text_metrics.fit(words, "strong", size, box.width - 6), size, ink, "strong", "middle",
        )
    )  # fmt: skip
    return target(name, words, drawn, f'<path d="{stepped(*box, 5 if canvas.wide else 3)}"', "button")
