"""The players' areas: a panel with a strip of paint, badge, name, points and rank, and whose turn it is."""

from __future__ import annotations

import math
from typing import NamedTuple

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import SharedCanvas, cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import area, printed
from rooftop.drawing.svg import Point, identified, label, named, num, rect, stepped
from rooftop.drawing.text_metrics import Anchor
from rooftop.drawing.widgets import badge, counter, panel


class Head(NamedTuple):
    """Where badge, name and points are: in one line, or in two with the name above."""

    badge: Point
    radius: float
    name: Point  # its start
    size: float
    right: float  # of the area
    points: Point
    big: float  # the size of the points
    anchor: Anchor  # of the points
    medal: Point | None = None  # if there is no room for it beside the points
    most: float = math.inf  # room for the name

    def beside_points(self, total: int) -> float:
        """The free end of the points."""
        taken = text_metrics.width(str(total), "display", self.big) + self.size * 0.4
        return self.points[0] - taken if self.anchor == "end" else self.points[0] + taken

    def mark(self, total: int) -> Point:
        """The middle of a medal, or of another mark beside the points."""
        return self.medal or (self.beside_points(total) - self.radius, self.points[1])

    def room(self, total: int, marked: bool) -> float:
        """The room for the name before the points and their mark, if they are in its line."""
        (start, y), right = self.name, self.right
        if self.points[1] == y:
            right = self.beside_points(total)
        if marked and self.mark(total)[1] == y:
            right = self.mark(total)[0] - self.radius - 4
        return min(right - start, self.most)


def one_line(box: Box, y: float, size: float) -> Head:
    """Badge, name and points around y in a box; the name has this size."""
    radius = size * 0.72
    start = box.x + 2 * radius + size * 0.4
    points = box.right, y
    return Head((box.x + radius, y), radius, (start, y), size, box.right, points, size * 1.75, "end")


def two_lines(box: Box, size: float, after_badge: bool = False) -> Head:
    """The name at the top of a box, below it the badge, and the points at the right or after the badge."""
    y, low, radius = box.y + size * 0.6, box.y + size * 2.1, size * 0.68
    if not after_badge:
        points = box.right, low
        return Head((box.x + radius, low), radius, (box.x, y), size, box.right, points, size * 1.55, "end")
    points, medal = (box.x + 2 * radius + 3, low), (box.right - radius, y)
    return Head(
        (box.x + radius, low), radius, (box.x, y), size, box.right, points, size * 1.55, "start", medal
    )


def empty(canvas: SharedCanvas, seat: int, box: Box, head: Head) -> str:
    """The panel with the player's badge."""
    return panel(canvas, box) + badge(canvas, seat, *head.badge, head.radius)


def fitted(canvas: SharedCanvas, head: Head, called: str, room: float) -> tuple[str, float]:
    """A name and its size: smaller or cut if there is little room."""
    size = text_metrics.shrink(called, "strong", head.size, canvas.smallest, room)
    return text_metrics.fit(called, "strong", size, room), size


def frame(canvas: SharedCanvas, box: Box, turn: bool, won: bool, above: bool) -> str:
    """A strong frame for the winner and the player to act, who also gets an arrow into the area, from the
    left or from `above`."""
    if not (turn or won):
        return ""
    glow = canvas.palette.glow
    drawn = (
        f'<path d="{stepped(*box, canvas.step)}" fill="none" stroke="{glow}"'
        f' stroke-width="{2.6 if canvas.wide else 2}"/>'
    )
    if not turn:
        return drawn
    reach = 7 if canvas.wide else 5
    if above:
        arrow = f"M{num(box.middle[0] - reach)} {num(box.y - 4)}h{2 * reach}l{-reach} {reach}z"
    else:
        arrow = f"M{num(box.x - reach)} {num(box.y + 20 - reach)}l{reach} {reach}l{-reach} {reach}z"
    return f'<g id="turn-mark" class="turn">{drawn}<path d="{arrow}" fill="{glow}"/></g>'


def band(canvas: SharedCanvas, seat: int, box: Box) -> str:
    """A strip in the player's paint."""
    paint = f' fill="url(#paint-{canvas.seats[seat]})"'
    return rect(box.x + 3, box.y + 7, 6 if canvas.wide else 3, box.height - 14, paint)


def medal(canvas: SharedCanvas, seat: int, head: Head, total: int, rank: int) -> str:
    """The final rank beside the points; the winners' medal is of brass."""
    palette = canvas.palette
    fill, ink = ("", "") if rank == 1 else (palette.panel, palette.ink)
    drawn = counter(canvas, rank, *head.mark(total), head.radius, fill, ink)
    return f'<g id="place-{seat}" data-part="seat-{seat}">{drawn}</g>'


@cached
def player(
    canvas: SharedCanvas, seat: int, box: Box, head: Head, words: str, called: str, total: int,
    rank: int | None, turn: bool, above: bool, mark: str = "",
) -> str:  # fmt: skip
    """A player with everything in words: frame, strip, name and rank, or a mark of the title beside the
    points."""
    drawn = frame(canvas, box, turn, rank == 1, above) + band(canvas, seat, box) + mark
    shown, size = fitted(canvas, head, called, head.room(total, bool(mark) or rank is not None))
    drawn += label(*head.name, shown, size, canvas.palette.ink, "strong")
    if rank is not None:
        drawn += medal(canvas, seat, head, total, rank)
    return named(f"seat-{seat}", words, drawn + area(box), ' class="seat"')


def plain_head(canvas: SharedCanvas, box: Box) -> Head:
    """An area with nothing else in it: in the middle of the wide one, at the top of the narrow one."""
    if canvas.wide:
        return one_line(box.inside(16), box.middle[1], 17)._replace(most=180)
    return two_lines(box.inside(9), 13)


def plain_area(canvas: SharedCanvas, seat: int, box: Box) -> str:
    """Its panel, with the badge."""
    return printed(f"seat-{seat}", empty(canvas, seat, box, plain_head(canvas, box)))


def plain(
    canvas: SharedCanvas, seat: int, box: Box, words: str, called: str, total: int,
    rank: int | None, turn: bool,
) -> tuple[str, ...]:  # fmt: skip
    """A player and the points in such an area, with everything in words."""
    head, more = plain_head(canvas, box), f' data-part="seat-{seat}"'
    drawn = player(canvas, seat, box, head, words, called, total, rank, turn, not canvas.wide)
    return drawn, points(canvas, seat, head, total, more)


def points(canvas: SharedCanvas, seat: int, head: Head, total: int, more: str = "") -> str:
    """The points, as an element of their own."""
    drawn = label(*head.points, total, head.big, canvas.palette.ink, "display", head.anchor, more)
    return identified(f"seat-{seat}-points", drawn)
