"""The picture of Lanterns: a sky, a roof for each player, and one's own hand below."""

from __future__ import annotations

from lanterns import parts
from lanterns.board import Board
from lanterns.scene.canvas import PALETTES, Canvas, Layout, Palette, layout_of
from lanterns.scene.terminal import text
from lanterns.view import Seat, View
from rooftop.drawing import header, players
from rooftop.drawing.canvas import cached
from rooftop.drawing.parts import belonging, nothing, printed
from rooftop.drawing.scene import SharedScene
from rooftop.drawing.svg import Point, label, num, opening, outline, rect, target
from rooftop.drawing.widgets import inset


class Scene(SharedScene[Board, View, Layout, Palette, Canvas]):
    def empty_title(self, canvas: Canvas) -> str:
        return canvas.say("The empty sky")

    def describe(self, canvas: Canvas, view: View, names: tuple[str, ...]) -> tuple[str, str]:
        return parts.night(canvas.board, view, canvas.say), text(canvas.board, view, names, canvas.say)

    def printed(self, canvas: Canvas, view: View) -> str:
        sky = rect(*canvas.layout.sky, f' fill="{canvas.palette.sky}" stroke="{canvas.palette.rule}"')
        hand = inset(canvas, canvas.layout.hand)
        return printed("scene", sky + hand) + "".join(
            printed(f"seat-{seat}", players.empty(canvas, seat, box, _head(canvas, seat)))
            for seat, box in enumerate(canvas.layout.seats)
        )

    def definitions(self, canvas: Canvas) -> str:
        return ""

    def pieces(self, canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
        seats = list(enumerate(view.seats))
        return [
            header.status(canvas, parts.night(canvas.board, view, canvas.say), view.to_act),
            *(_sky(canvas, seat, row.lantern, row.has_chosen) for seat, row in seats),
            *(_roof(canvas, seat, names[seat]) for seat, _ in seats),
            *(_player(canvas, seat, row, names[seat], view.to_act == seat) for seat, row in seats),
            *(_points(canvas, seat, row.total) for seat, row in seats),
            *(_held(canvas, place, number) for place, number in enumerate(view.hand)),
        ]


def _head(canvas: Canvas, seat: int) -> players.Head:
    box = canvas.layout.seats[seat]
    if canvas.wide:
        return players.one_line(box.inside(16), box.middle[1], 17)._replace(most=180)
    return players.two_lines(box.inside(9), 13)


def _ridge(canvas: Canvas, seat: int) -> Point:
    """The top of a roof."""
    box = canvas.layout.seats[seat]
    return box.middle[0], box.y - (44 if canvas.wide else 28)


@cached
def _roof(canvas: Canvas, seat: int, name: str) -> str:
    """A roof, over which lanterns can drift."""
    box, palette = canvas.layout.seats[seat], canvas.palette
    shape = f'<path d="{outline([(box.x, box.y), _ridge(canvas, seat), (box.right, box.y)])}"'
    drawn = f'{shape} fill="url(#paint-{canvas.seats[seat]})" stroke="{palette.edge}"/>'
    return target(f"roof-{seat}", parts.roof(name, canvas.say).label, drawn, shape)


def _lantern(canvas: Canvas, x: float, y: float, radius: float, number: int | None) -> str:
    """A paper lantern; one without a number is still closed."""
    palette, tall = canvas.palette, radius if number else radius * 0.3
    body = f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(radius * 0.8)}" ry="{num(tall)}"'
    paper = f'{body} fill="{palette.paper}" stroke="{palette.edge}"/>'
    lid = rect(x - radius * 0.35, y - tall - 2, radius * 0.7, 4, f' fill="{palette.brass}"')
    return paper + lid + label(x, y, number or "", radius * 0.85, palette.paper_ink, "strong", "middle")


@cached
def _sky(canvas: Canvas, seat: int, lantern: int | None, has_chosen: bool) -> str:
    """The lantern of a seat: closed when it is chosen; later the higher, the higher its number."""
    radius = 26 if canvas.wide else 17
    x, ridge = _ridge(canvas, seat)
    low, top = ridge - radius, canvas.layout.sky.y + radius * 1.5
    if lantern is not None:
        share = lantern / canvas.board.evening.highest
        drawn = _lantern(canvas, x, low - share * (low - top), radius, lantern)
    elif has_chosen:
        drawn = _lantern(canvas, x, low, radius, None)
    else:
        return nothing(f"sky-{seat}")
    return belonging(f"sky-{seat}", f"seat-{seat}", drawn)


@cached
def _player(canvas: Canvas, seat: int, row: Seat, name: str, is_to_act: bool) -> str:
    words = parts.player(row, name, canvas.say).label
    box, head = canvas.layout.seats[seat], _head(canvas, seat)
    return players.player(
        canvas, seat, box, head, words, name, row.total, row.rank, is_to_act, not canvas.wide
    )


@cached
def _points(canvas: Canvas, seat: int, total: int) -> str:
    return players.points(canvas, seat, _head(canvas, seat), total, f' data-part="seat-{seat}"')


@cached
def _held(canvas: Canvas, place: int, number: int) -> str:
    """A lantern of one's own hand."""
    box = canvas.layout.hand.columns(canvas.board.evening.hand, 0)[place]
    drawn = _lantern(canvas, *box.middle, box.height * 0.4, number)
    words = parts.own_lantern(number, canvas.say).label
    return target(f"lantern-{number}", words, drawn, opening(rect(*box)), "card")


scene = Scene(Canvas, layout_of, PALETTES)
