"""The picture of Lanterns: a sky, a roof for each player, and one's own hand below."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from lanterns.board import Board
from lanterns.phrases import colour_name, points
from lanterns.text import night, text
from lanterns.view import Seat, View
from rooftop.drawing.canvas import Canvases, SharedCanvas, cached
from rooftop.drawing.layout import Box, SharedLayout
from rooftop.drawing.palette import SharedPalette
from rooftop.drawing.parts import belonging, nothing, part, printed
from rooftop.drawing.scene import SharedScene
from rooftop.drawing.svg import num, outline, rect, target
from rooftop.drawing.svg import text as line
from rooftop.drawing.text_metrics import fit
from rooftop.drawing.textures import player_pattern
from rooftop.drawing.widgets import badge, heading, medal, panel, turn_mark
from rooftop.game.title import Size
from rooftop.game.translation import Translator

# --- where everything is, and in which colours ----------------------------------------------------------


@dataclass(frozen=True)
class Layout(SharedLayout):
    sky: Box
    seats: tuple[Box, ...]
    hand: Box


def layout_of(board: Board, size: Size) -> Layout:
    width, height, margin = (1280, 720, 12) if size == "wide" else (360, 640, 4)
    tops = (10, 60, 460, 604, 714) if size == "wide" else (4, 40, 442, 554, 638)
    rows = [Box(margin, y, width - 2 * margin, below - y - 6) for y, below in pairwise(tops)]
    header, sky, seats, hand = rows
    return Layout(size, width, height, header, sky, tuple(seats.columns(board.players, margin)), hand)


@dataclass(frozen=True)
class Player:
    """A player's paint; `dark` is for the lines of the pattern, `ink` for text on it."""

    paint: str
    dark: str
    ink: str


PLAYERS = {
    "red": Player("#b3372c", "#7a1f17", "#ffffff"),
    "yellow": Player("#f0c23a", "#a07a08", "#241f1a"),
    "green": Player("#26784a", "#12502b", "#ffffff"),
    "blue": Player("#2c62b8", "#173f80", "#ffffff"),
}
PATTERNS = {"red": "stripes", "yellow": "dots", "green": "bars", "blue": "zigzag"}
DAY = SharedPalette(
    name="day", table="#efe3d3", panel="#faf4e8", inset="#f6d9b8", ink="#2b2330", soft="#5f5063",
    rule="#c9ab8b", brass="#a2702a", glow="#9a5f12", edge="#2b2330", shadow="#4a3320", back="#f7b955",
    back_ink="#3a1d08", alert="#8c2f1d", alert_ink="#fff6e8", players=PLAYERS,
)  # fmt: skip
NIGHT = SharedPalette(
    name="night", table="#0b1128", panel="#151e3f", inset="#101a3a", ink="#f3ead8", soft="#b7bfd8",
    rule="#3d4a78", brass="#d6ab5b", glow="#f3c766", edge="#e9e2cd", shadow="#02050e", back="#ffc766",
    back_ink="#3a1d08", alert="#ffb59e", alert_ink="#3a0f06", players=PLAYERS,
)  # fmt: skip


class Canvas(SharedCanvas):
    title = "lanterns"
    board: Board
    layout: Layout

    @property
    def seats(self) -> list[str]:
        return list(self.board.seats)

    def letter(self, seat: int) -> str:
        return colour_name(self.say, self.board.seats[seat])[0]


def make(board: Board, layout: Layout, palette: SharedPalette, say: Translator) -> Canvas:
    return Canvas(board, layout, palette, say)


# --- the picture ----------------------------------------------------------------------------------------


class Scene(SharedScene[Board, View, Layout, SharedPalette, Canvas]):
    def empty_title(self, canvas: Canvas) -> str:
        return canvas.say("The empty sky")

    def describe(self, canvas: Canvas, view: View, names: list[str]) -> tuple[str, str]:
        return night(canvas.board, view, canvas.say), text(canvas.board, view, names, canvas.say)

    def printed(self, canvas: Canvas, view: View) -> str:
        layout, palette = canvas.layout, canvas.palette
        name = heading(canvas, "Lanterns", layout.header.x + 4, layout.header.y + 26, least=14)
        table = rect(0, 0, layout.width, layout.height, f' fill="{palette.table}"')
        sky = rect(*layout.sky, f' fill="{palette.inset}" stroke="{palette.rule}"')
        return printed("scene", table + sky + name) + "".join(
            printed(f"seat-{seat}", _roof(canvas, seat)) for seat in range(canvas.board.players)
        )

    def definitions(self, canvas: Canvas) -> str:
        rows = ((seat, PLAYERS[seat]) for seat in canvas.seats)
        patterns = (player_pattern(seat, PATTERNS[seat], row.paint, row.dark) for seat, row in rows)
        return f"<defs>{''.join(patterns)}</defs>"

    def pieces(self, canvas: Canvas, view: View, names: list[str]) -> list[str]:
        seats = list(enumerate(view.seats))
        return [
            _wind(canvas, night(canvas.board, view, canvas.say)),
            *(_sky(canvas, seat, row.lantern, row.has_chosen) for seat, row in seats),
            *(_seat(canvas, seat, row, names[seat], view.to_act == seat) for seat, row in seats),
            *(_held(canvas, place, lantern) for place, lantern in enumerate(view.hand)),
        ]


def _roof(canvas: Canvas, seat: int) -> str:
    box = canvas.layout.seats[seat]
    eaves = box.y + box.height * 0.34
    roof = outline([(box.x, eaves), (box.x + box.width / 2, box.y - box.height * 0.2), (box.right, eaves)])
    house = panel(canvas, Box(box.x + 6, eaves, box.width - 12, box.bottom - eaves))
    return f'{house}<path d="{roof}" fill="url(#paint-{canvas.seats[seat]})" stroke="{canvas.palette.edge}"/>'


@cached
def _wind(canvas: Canvas, words: str) -> str:
    box = canvas.layout.header
    size = 16 if canvas.wide else 12
    drawn = line(box.right - 4, box.y + 26, words, size, canvas.palette.ink, "strong", "end")
    return part("wind", words, drawn, Box(box.x + box.width * 0.4, box.y, box.width * 0.6, box.height))


def _lantern(canvas: Canvas, x: float, y: float, size: float, words: str) -> str:
    """A paper lantern with a number; one without is still closed."""
    palette = canvas.palette
    tall = size if words else size * 0.3
    body = f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(size * 0.8)}" ry="{num(tall)}"'
    ends = rect(x - size * 0.35, y - tall - 2, size * 0.7, 4) + rect(
        x - size * 0.35, y + tall - 2, size * 0.7, 4
    )
    shown = line(x, y + size * 0.3, words, size * 0.85, palette.back_ink, "strong", "middle")
    return (
        f'{body} fill="{palette.back}" stroke="{palette.edge}"/><g fill="{palette.brass}">{ends}</g>{shown}'
    )


@cached
def _sky(canvas: Canvas, seat: int, lantern: int | None, is_lit: bool) -> str:
    """The lantern of a seat: closed when it is chosen; later the higher, the higher its number."""
    sky, box, size = canvas.layout.sky, canvas.layout.seats[seat], 26 if canvas.wide else 17
    x, low = box.x + box.width / 2, box.y - box.height * 0.2 - size * 1.6
    if lantern is None:
        closed = _lantern(canvas, x, low + size, size, "")
        return belonging(f"sky-{seat}", f"seat-{seat}", closed) if is_lit else nothing(f"sky-{seat}")
    share = (lantern - 1) / (canvas.board.evening.highest - 1)
    drawn = _lantern(canvas, x, low - share * (low - sky.y - size * 1.4), size, str(lantern))
    return belonging(f"sky-{seat}", f"seat-{seat}", drawn)


@cached
def _seat(canvas: Canvas, seat: int, row: Seat, name: str, is_to_act: bool) -> str:
    box, palette, say = canvas.layout.seats[seat], canvas.palette, canvas.say
    size, radius = (18, 15) if canvas.wide else (11, 9)
    x, low = box.x + box.width / 2, box.y + box.height * 0.34 + size * 1.4
    score, held = points(say, row.total), say.many("{n} lantern", "{n} lanterns", row.held)
    drawn = badge(canvas, seat, x, box.y + box.height * 0.12, radius, size * 0.9)
    shown = fit(name, "strong", size * 1.2, box.width * 0.8)
    drawn += line(x, low, shown, size * 1.2, palette.ink, "strong", "middle")
    drawn += line(x, low + size * 1.35, score, size, palette.ink, anchor="middle")
    drawn += line(x, low + size * 2.6, held, size, palette.soft, anchor="middle")
    if row.rank:
        best = (palette.glow, palette.panel)
        drawn += medal(
            canvas, seat, row.rank, box.right - radius * 1.7, box.bottom - radius * 1.5, radius, best
        )
    if is_to_act:
        drawn += turn_mark(canvas, box.below(box.height * 0.34))
    shape = f'<rect x="{num(box.x)}" y="{num(box.y)}" width="{num(box.width)}" height="{num(box.height)}"'
    return target(f"seat-{seat}", f"{name}: {score}, {held}", drawn, shape, "seat")


@cached
def _held(canvas: Canvas, place: int, lantern: int) -> str:
    """A lantern of one's own hand."""
    room = canvas.layout.hand
    wide = min(room.height * 1.1, room.width / canvas.board.evening.hand)
    left = room.x + (room.width - wide * canvas.board.evening.hand) / 2
    box = Box(left + wide * place, room.y, wide, room.height)
    drawn = _lantern(canvas, *box.middle, box.height * 0.36, str(lantern))
    shape = f'<rect x="{num(box.x)}" y="{num(box.y)}" width="{num(box.width)}" height="{num(box.height)}"'
    words = canvas.say("Your lantern {number}", number=lantern)
    return target(f"lantern-{lantern}", words, drawn, shape, "card")


scene = Scene(Canvases(make, layout_of, {"day": DAY, "night": NIGHT}))
