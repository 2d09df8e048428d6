"""The parts of the players' areas. The viewer's own area is taller than the others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rooftop.drawing import text_metrics
from rooftop.drawing.layout import Box
from rooftop.drawing.players import Head, fitted, one_line
from rooftop.titles.skyrise.scene import describe
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.view import Seat, View


@dataclass(frozen=True)
class Parts:
    """The parts of an area."""

    line: Box  # of the head
    head: Head
    pool: Box
    lines: int  # of the pool
    rows: list[Box]
    items: Box | None  # None: in the head
    cards: Box | None

    def after_name(self, canvas: Canvas, name: str) -> float:
        """Where the state in the auction starts."""
        shown, size = fitted(canvas, self.head, name, self.head.most)
        return self.head.name[0] + text_metrics.width(shown, "strong", size) + 8

    def beside(self, canvas: Canvas, total: int, state: str, name: str) -> Box:
        """The room in the head before the points and the final rank."""
        left, right = self.rows[-1].right + 3, self.head.beside_points(total)
        if is_rank(state):
            right = self.head.mark(total)[0] - self.head.radius - 3
        if self.items is not None:
            left = self.line.x + 150
        elif canvas.wide:
            left = self.after_name(canvas, name) + pill_width(canvas, state) + 6
        return Box(left, self.line.y, right - left, self.line.height)


def is_rank(state: str) -> bool:
    """Whether a state in the auction is a final rank, which a medal shows."""
    return state.startswith("place-")


def pill_width(canvas: Canvas, state: str) -> float:
    """The width of a player's state in the auction. None is shown for players who are simply in."""
    if state == "in" or is_rank(state):
        return 0
    return text_metrics.width(describe.standing_words(canvas.say, state), "strong", canvas.smallest) + 14


def items(row: Seat) -> tuple[tuple[str, int], ...]:
    """The items on a player's portrait: patrons, discs beyond full rows, commissions, the key."""
    found = [(letter, count) for letter, count in row.patrons.items() if count]
    found += [(colour, count) for colour, count in row.excess.items() if count]
    if row.commissions:
        found.append(("commissions", row.commissions))
    if row.key:
        found.append((f"key-{row.key}", 1))
    return tuple(found)


def item_widths(
    canvas: Canvas, found: tuple[tuple[str, int], ...], radius: float, size: float
) -> list[float]:
    gap = 5 if canvas.wide else 2
    return [2 * radius + (0 if count == 1 else size * 0.62) + gap for _, count in found]


def item_sizes(canvas: Canvas, box: Box) -> tuple[float, float]:
    """The radius of items, and the font size of how many there are."""
    radius = min(box.height * 0.42, 9.5) if canvas.wide else 5.4
    return radius, max(canvas.smallest, radius * 1.2)


def forecasts(canvas: Canvas, view: View, states: list[str], names: tuple[str, ...]) -> list[str]:
    """Everyone's points if the game ended now: in words if there is room for them in all areas; nothing at
    the end."""
    if view.phase == "over":
        return [""] * view.players
    after = [row.if_ended.total for row in view.seats]
    words = [canvas.say("{n} if it ended now", n=points) for points in after]
    if all(
        _has_room(canvas, view, seat, words[seat], states[seat], names[seat]) for seat in range(len(words))
    ):
        return words
    return [f"({points})" for points in after]


def _has_room(canvas: Canvas, view: View, seat: int, words: str, state: str, name: str) -> bool:
    """Whether words fit between the items and the points of a player."""
    area, row = parts(canvas, seat, view.seat), view.seats[seat]
    box = area.beside(canvas, row.total, state, name)
    taken = 0.0 if area.items else sum(item_widths(canvas, items(row), *item_sizes(canvas, box)))
    return text_metrics.width(words, "text", canvas.smallest) + taken + 6 <= box.width


@lru_cache(maxsize=1024)
def parts(canvas: Canvas, seat: int, viewer: int) -> Parts:
    """The parts of a seat's area, as `viewer` sees it."""
    box, own = canvas.layout.seats(viewer)[seat], viewer == seat
    if not canvas.wide:
        return _narrow(canvas, box, own)
    area = Box(box.x + 16, box.y + 5, box.width - 26, box.height - 11)
    if area.height < 140:
        line = Box(area.x, area.y, area.width, 22)
        rest = area.height - 22
        card, deep = (40 if own else 0), 23
        pool = Box(area.x, line.bottom + 1, area.width, rest - card - deep - (8 if own else 5))
        row = Box(area.x, pool.bottom + 3, area.width, deep)
        below = Box(area.x, row.bottom + 3, area.width, card) if own else None
        return Parts(line, _head(canvas, line), pool, 1, row.columns(4, 8), None, below)
    line = Box(area.x, area.y + 1, area.width, 27)
    head = _head(canvas, line)
    pool = Box(area.x, line.bottom + 3, area.width, 50)
    row = Box(area.x, pool.bottom + 5, area.width, 28)
    below = Box(area.x, row.bottom + 6, area.width, area.bottom - row.bottom - 6)
    if canvas.layout.players == 3:
        return Parts(line, head, pool, 1, row.columns(4, 6), None, below)
    block = Box(row.x, row.y, row.width, 58)
    cells = [cell for line in block.rows(2, 4) for cell in line.columns(2, 14)]
    under = Box(area.x, block.bottom + 6, area.width, area.bottom - block.bottom - 6)
    return Parts(line, head, pool, 1, cells, None, under)


def _head(canvas: Canvas, line: Box) -> Head:
    if canvas.wide:
        return one_line(line, line.middle[1], 14)._replace(most=118 if canvas.layout.players > 2 else 150)
    return one_line(line, line.middle[1], 10.5)._replace(most=60)


def _narrow(canvas: Canvas, box: Box, own: bool) -> Parts:
    area = Box(box.x + 7, box.y + 2, box.width - 12, box.height - 4)
    line = Box(area.x, area.y, area.width, 15)
    head = _head(canvas, line)
    if area.height < 56:
        pool = Box(area.x, line.bottom + 2, area.width, area.height - 17)
        return Parts(line, head, pool, 1, _swatches(line), None, None)
    if area.height < 90:
        deep = 22.0 if own else 18.0
        card = Box(area.x, area.bottom - deep, area.width, deep)
        pool = Box(area.x, line.bottom + 2, area.width, card.y - line.bottom - 4)
        if not own:
            pool = Box(pool.x, pool.y, pool.width, area.bottom - pool.y)
        return Parts(line, head, pool, 1, _swatches(line), None, card if own else None)
    row = Box(area.x, line.bottom + 3, area.width, 17)
    swatches = Box(area.x, row.y, area.width * 0.62, 17).columns(4, 3)
    items = Box(area.x + area.width * 0.64, row.y, area.width * 0.36, 17)
    deep = min((area.bottom - row.bottom - 6) * (0.5 if own else 0.36), 74)
    card = Box(area.x, area.bottom - deep, area.width, deep)
    pool = Box(area.x, row.bottom + 3, area.width, card.y - row.bottom - 6)
    return Parts(line, head, pool, 2 if pool.height > 50 else 1, swatches, items, card)


def _swatches(line: Box) -> list[Box]:
    return Box(line.x + 82, line.y + 1, 116, line.height - 2).columns(4, 2)
