"""The picture of Lanterns: a sky, a roof for each player, and one's own hand below."""

from __future__ import annotations

from lanterns import parts
from lanterns.board import Board
from lanterns.view import Seat, View
from rooftop.drawing import header, players
from rooftop.drawing.canvas import Masthead, SharedCanvas, cached
from rooftop.drawing.layout import Box, Strips, strips
from rooftop.drawing.palette import SharedPalette, Tone, both
from rooftop.drawing.parts import belonging, nothing, printed
from rooftop.drawing.scene import SharedScene
from rooftop.drawing.svg import Point, label, num, opening, outline, rect, target
from rooftop.drawing.widgets import inset
from rooftop.game.title import Size


def layout_of(board: Board, size: Size) -> Strips:
    """The sky, the players and one's own hand."""
    return strips(size, wide=(420, 92), narrow=(420, 72))


class Palette(SharedPalette):
    sky = Tone("#f6d9b8", "#101a3a")
    paper = Tone("#f7b955", "#ffc766")
    paper_ink = Tone("#3a1d08")


def emblem(palette: SharedPalette, x: float, y: float) -> str:
    """A closed lantern."""
    body = f'<ellipse cx="{num(x)}" cy="{num(y - 14)}" rx="11" ry="9"'
    ends = rect(x - 5, y - 25, 10, 3) + rect(x - 5, y - 6, 10, 3)
    return f'<g fill="{palette.brass}">{body}/>{ends}</g>'


class Canvas(SharedCanvas):
    title = "lanterns"
    masthead = Masthead("Lanterns", emblem)
    board: Board
    layout: Strips
    palette: Palette

    def area(self, seat: int) -> Box:
        """That of a player."""
        return self.layout.strips[1].columns(self.board.players, self.layout.gap)[seat]

    def ridge(self, seat: int) -> Point:
        """The top of a roof."""
        box = self.area(seat)
        return box.middle[0], box.y - (44 if self.wide else 28)


class Scene(SharedScene[Board, View, Strips, Palette, Canvas]):
    def printed(self, canvas: Canvas, view: View) -> str:
        sky, _, hand = canvas.layout.strips
        drawn = rect(*sky, f' fill="{canvas.palette.sky}" stroke="{canvas.palette.rule}"')
        areas = [players.plain_area(canvas, seat, canvas.area(seat)) for seat in range(view.players)]
        return printed("scene", drawn + inset(canvas, hand)) + "".join(areas)

    def pieces(self, canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
        asked, name = parts.Question(canvas.board, view, names, canvas.say), parts.PARTS.name
        drawn = [header.status(canvas, name(asked, "status"), view.to_act)]
        for seat, row in enumerate(view.seats):
            drawn.append(_sky(canvas, seat, row.lantern))
            drawn.append(_roof(canvas, seat, row.id, name(asked, f"roof-{row.id}")))
            drawn += _player(canvas, seat, row, names[seat], view.to_act == seat)
        for place, number in enumerate(view.hand):
            drawn.append(_held(canvas, place, number, name(asked, f"lantern-{number}")))
        return drawn


def _lantern(canvas: Canvas, x: float, y: float, radius: float, number: int) -> str:
    """A paper lantern; one with the number 0 is still closed."""
    palette, tall = canvas.palette, radius if number else radius * 0.3
    body = f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(radius * 0.8)}" ry="{num(tall)}"'
    paper = f'{body} fill="{palette.paper}" stroke="{palette.edge}"/>'
    lid = rect(x - radius * 0.35, y - tall - 2, radius * 0.7, 4, f' fill="{palette.brass}"')
    return paper + lid + label(x, y, number or "", radius * 0.85, palette.paper_ink, "strong", "middle")


@cached
def _sky(canvas: Canvas, seat: int, lantern: int | None) -> str:
    """The lantern of a seat: closed when it is chosen; later the higher, the higher its number."""
    if lantern is None:
        return nothing(f"sky-{seat}")
    radius = 26 if canvas.wide else 17
    x, ridge = canvas.ridge(seat)
    low, top = ridge - radius, canvas.layout.strips[0].y + radius * 1.5
    share = lantern / canvas.board.evening.highest
    drawn = _lantern(canvas, x, low - share * (low - top), radius, lantern)
    return belonging(f"sky-{seat}", f"seat-{seat}", drawn)


@cached
def _roof(canvas: Canvas, seat: int, colour: str, name: str) -> str:
    box = canvas.area(seat)
    shape = f'<path d="{outline([(box.x, box.y), canvas.ridge(seat), (box.right, box.y)])}"'
    drawn = f'{shape} fill="url(#paint-{colour})" stroke="{canvas.palette.edge}"/>'
    return target(f"roof-{colour}", name, drawn, shape)


@cached
def _player(canvas: Canvas, seat: int, row: Seat, name: str, is_to_act: bool) -> tuple[str, ...]:
    words = parts.player(row, name, canvas.say).label
    return players.plain(canvas, seat, canvas.area(seat), words, name, row.total, row.rank, is_to_act)


@cached
def _held(canvas: Canvas, place: int, number: int, name: str) -> str:
    """A lantern of one's own hand."""
    box = canvas.layout.strips[2].columns(canvas.board.evening.hand, 0)[place]
    drawn = _lantern(canvas, *box.middle, box.height * 0.4, number)
    return target(f"lantern-{number}", name, drawn, opening(rect(*box)), "card")


scene = Scene(Canvas, layout_of, both(Palette))
