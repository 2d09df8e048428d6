"""The auction: the bids in order, the highest bid, who is still in, and the button to pass."""

from __future__ import annotations

from typing import NamedTuple

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import belonging, nothing, printed
from rooftop.drawing.svg import label, named, num, rect, stepped, target, text
from rooftop.drawing.widgets import badge, panel
from rooftop.titles.skyrise.scene import describe
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.scene.towers import steps
from rooftop.titles.skyrise.view import Auction, Bid, Phase, View


def table(canvas: Canvas) -> str:
    """The panel, and as definitions the badges of the bidders, `bidder-badge-0` and so on, and the shape of
    the button."""
    badges = []
    for seat, cell in enumerate(_seat_cells(canvas)):
        radius, x = _badge_place(canvas, cell)
        drawn = badge(canvas, seat, x, cell.y + cell.height / 2, radius)
        badges.append(f'<g id="bidder-badge-{seat}">{drawn}</g>')
    shape = stepped(*_parts(canvas)[2], 5 if canvas.wide else 3)
    button = f'<path id="button" d="{shape}"/>'
    plate = printed("auction", panel(canvas, canvas.layout.auction))
    return f"{plate}<defs>{''.join(badges)}{button}</defs>"


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


def auction(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    row, phase = view.auction, view.phase
    states = tuple([describe.standing(view, seat) for seat in range(canvas.board.players)])
    drawn = [_auction(canvas, phase, view.era, row, states, names)]
    chain = _Chain.of(canvas)
    shown = row.bids[-chain.most :]
    drawn.append(_before(canvas, phase, len(row.bids), len(shown)))
    left = chain.dots if len(row.bids) > len(shown) else 0
    for number in range(chain.most):
        if number < len(shown):
            highest = number == len(shown) - 1
            drawn.append(_link(canvas, number, shown[number], left, highest))
        else:
            drawn.append(nothing(f"auction-bid-{number}"))
    drawn += [_seat(canvas, seat, state) for seat, state in enumerate(states)]
    return drawn if phase == "over" else [*drawn, _button(canvas, phase)]


@cached
def _auction(
    canvas: Canvas, phase: Phase, era: int, row: Auction, states: tuple[str, ...], names: tuple[str, ...]
) -> str:
    """The auction in words, and its number if there is room."""
    words = describe.auction(canvas, phase, era, row, states, names)
    box = canvas.layout.auction
    drawn = rect(*box, ' fill="none"')
    if box.height > 120:
        title, more = canvas.say("Auction {n}", n=row.number).upper(), ' letter-spacing="1.4"'
        drawn += text(
            box.x + 12, box.y + 21, title, canvas.smallest, canvas.palette.soft, "display", more=more
        )
    return named("auction", words, drawn)


class _Chain(NamedTuple):
    """A rising chain of bids that ends with the highest; only the last ones if there are many."""

    box: Box
    tall: float
    last: float  # the width of the highest bid
    each: float  # of the others
    gap: float
    dots: float  # the width of the ellipsis
    most: int  # bids that are shown

    @classmethod
    def of(cls, canvas: Canvas) -> _Chain:
        box, wide = _parts(canvas)[0], canvas.wide
        tall = min(box.height, 70) if wide else box.height
        last, each = tall * (2.2 if wide else 3.5), tall * (1.7 if wide else 2.3)
        gap, dots = (13, 16) if wide else (7, 10)
        return cls(box, tall, last, each, gap, dots, 1 + int((box.width - last - dots) / (each + gap)))


@cached
def _before(canvas: Canvas, phase: Phase, count: int, shown: int) -> str:
    """What is shown instead of the bids, or instead of the first ones."""
    box, palette, drawn = _parts(canvas)[0], canvas.palette, ""
    if not count:
        words = describe.no_bids(canvas, phase)
        size = (14.0 if box.height < 60 else 16.0) if canvas.wide else 10.5
        told = text_metrics.fit(words, "text", size, box.width - 12)
        drawn = label(box.x + 4, box.y + box.height / 2, told, size, palette.soft, "text")
    elif count > shown:
        size = 14 if canvas.wide else 10
        drawn = text(box.x, box.y + box.height / 2 + 4, "…", size, palette.soft, "strong")
    return belonging("auction-before", "auction", drawn)


@cached
def _link(canvas: Canvas, number: int, row: Bid, left: float, highest: bool) -> str:
    """A bid of the chain, with the arrow to the next one."""
    chain = _Chain.of(canvas)
    box, tall, gap = chain.box, chain.tall, chain.gap
    x, y = box.x + left + number * (chain.each + gap), box.y + (box.height - tall) / 2
    wide, high = (chain.last, tall) if highest else (chain.each, tall * 0.78)
    drawn = _bid(canvas, row, Box(x, y + (tall - high) / 2, wide, high), highest)
    if not highest:
        reach, middle = 3 if canvas.wide else 2, y + tall / 2
        x += wide
        drawn += (
            f'<path d="M{num(x + gap / 2 - reach)} {num(middle - reach * 1.5)}l{num(2 * reach)}'
            f" {num(reach * 1.5)}l{num(-2 * reach)} {num(reach * 1.5)}z"
            f'" fill="{canvas.palette.brass}"/>'
        )
    return belonging(f"auction-bid-{number}", f"place-{row.neighbourhood}", drawn)


def _bid(canvas: Canvas, row: Bid, cell: Box, highest: bool) -> str:
    """A bid: its player, its number and its neighbourhood."""
    palette = canvas.palette
    seat = canvas.seats[row.seat]
    number = str(row.number) if row.wonder is None else describe.wonder_mark(canvas, row.wonder)
    big = cell.height * (0.62 if highest else 0.5) if canvas.wide else (13.0 if highest else 10.5)
    frame = palette.glow if highest else palette.edge
    strong = (2.6 if canvas.wide else 1.8) if highest else 0.9
    band = cell.height * (0.4 if canvas.wide else 0.62)
    middle = cell.y + cell.height / 2
    small = canvas.smallest
    drawn = rect(*cell, f' fill="{palette.plaque}" stroke="{frame}" stroke-width="{num(strong)}"') + rect(
        cell.x + 1, cell.y + 1, band, cell.height - 2, f' fill="url(#paint-{seat})"'
    )
    radius = band * 0.46
    drawn += badge(canvas, row.seat, cell.x + 1 + band / 2, middle, radius)
    left, right = cell.x + band + 2, cell.right
    across = (left + right) / 2
    if canvas.wide and cell.height > 30:
        drawn += text(
            across, cell.y + cell.height * 0.56, number, big, palette.plaque_ink, "strong", "middle"
        )
        drawn += text(across, cell.bottom - 4, row.neighbourhood, small, palette.plaque_ink, "text", "middle")
    elif canvas.wide:
        drawn += label(left + 3, middle, number, big, palette.plaque_ink, "strong")
        drawn += text(right - 4, middle + 4, row.neighbourhood, small, palette.plaque_ink, "text", "end")
    else:
        drawn += label(left + 1, middle, number, big, palette.plaque_ink, "strong")
        if highest:
            drawn += text(
                right - 2, middle + 3.5, row.neighbourhood, small, palette.plaque_ink, "text", "end"
            )
    if highest and canvas.wide and cell.height > 30:
        drawn += steps(canvas, row.height, right - 11, cell.bottom - 5, 11)
    return drawn


def _seat_cells(canvas: Canvas) -> list[Box]:
    return _parts(canvas)[1].columns(canvas.board.players, 4)


def _badge_place(canvas: Canvas, cell: Box) -> tuple[float, float]:
    """The radius and the middle of a bidder's badge."""
    radius = min(cell.height * 0.42, 9) if canvas.wide else 5.2
    return radius, cell.x + radius + (3 if canvas.wide else 1)


@cached
def _seat(canvas: Canvas, seat: int, state: str) -> str:
    """A bidder: leads, decides, is still in, or has passed."""
    palette, cell = canvas.palette, _seat_cells(canvas)[seat]
    words = describe.standing_words(canvas.say, state)
    radius, x = _badge_place(canvas, cell)
    middle = cell.y + cell.height / 2
    size = canvas.smallest
    fill, ink, rule = {
        "leads": (palette.token, palette.token_ink, palette.brass_dark),
        "decides": (palette.panel, palette.ink, palette.glow),
        "in": (palette.panel, palette.ink, palette.rule),
    }.get(state, (palette.inset, palette.soft, palette.rule))
    strong = 2 if state == "decides" else 0.9
    faint = ' opacity=".5"' if state in ("passed", "done") else ""
    shown = text_metrics.fit(words, "strong", size, cell.right - x - radius - (7 if canvas.wide else 3))
    drawn = (
        rect(*cell, f' rx="{num(cell.height / 2)}" fill="{fill}" stroke="{rule}" stroke-width="{strong}"')
        + f'<use href="#bidder-badge-{seat}"{faint}/>'
        + label(x + radius + (4 if canvas.wide else 2), middle, shown, size, ink, "strong")
    )
    return (
        f'<g id="bidder-{seat}" data-part="seat-{seat}" class="bidder {state}" aria-hidden="true">{drawn}</g>'
    )


@cached
def _button(canvas: Canvas, phase: Phase) -> str:
    """Pass, or take no disc with the Vault."""
    box = _parts(canvas)[2]
    name, words = ("pass", canvas.say("Pass"))
    live = phase == "bid"
    if phase == "disc":
        name, words, live = "decline", canvas.say("Take none"), True
    palette = canvas.palette
    size = 14 if canvas.wide else 11
    fill, ink = (palette.back, palette.back_ink) if live else (palette.inset, palette.soft)
    drawn = (
        f'<use href="#button" fill="{fill}" stroke="{palette.brass}"'
        f' stroke-width="{1.4 if live else 0.7}"/>'
        + label(
            box.x + box.width / 2,
            box.y + box.height / 2,
            text_metrics.fit(words, "strong", size, box.width - 6),
            size,
            ink,
            "strong",
            "middle",
        )
    )
    return target(name, words, drawn, '<use href="#button"', "button")
