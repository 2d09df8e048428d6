"""The shared cards, on plates in the corners of the sky: panoramas with progress, patrons, keys."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, num, rect, stepped, text, use
from rooftop.drawing.widgets import badge, panel
from rooftop.titles.skyrise.scene import captions
from rooftop.titles.skyrise.scene.canvas import Canvas, value
from rooftop.titles.skyrise.scene.signs import key_path, letter_on_disc
from rooftop.titles.skyrise.schema import Panorama
from rooftop.titles.skyrise.view import ByLetter, Keys, Patron, View


def table(canvas: Canvas) -> str:
    """The empty plates."""
    layout = canvas.layout
    boxes = (*layout.panoramas, layout.patrons, layout.keys)
    step = 6 if canvas.wide else 3
    shade = "".join(
        rect(
            box.x + 3, box.y + 4, box.width, box.height,
            f' rx="4" fill="{canvas.palette.shadow}" fill-opacity=".2"',
        )
        for box in boxes
    )  # fmt: skip
    return shade + "".join(panel(canvas, box, step) for box in boxes)


def plates(canvas: Canvas, view: View, names: tuple[str, ...]) -> str:
    panoramas = [
        _panorama(canvas, slot, row.id, row.instances, names) for slot, row in enumerate(view.panoramas)
    ]
    return "".join(panoramas) + _patrons(canvas, view.patrons) + _keys(canvas, view.keys, names)


# --- panoramas ----------------------------------------------------------------------------------------


@cached
def _panorama(
    canvas: Canvas, slot: int, card_id: str, instances: tuple[int, ...], names: tuple[str, ...]
) -> str:
    box = canvas.layout.panoramas[slot]
    card = next(card for card in canvas.board.panoramas if card.id == card_id)
    drawn = _demand(canvas, box, card) + _standings(canvas, box, instances)
    words = captions.panorama(canvas, card, instances, names)
    return named(f"panorama-{slot}", words, drawn, ' class="panorama"')


def _demand(canvas: Canvas, box: Box, card: Panorama) -> str:
    """What the card asks for and what it is worth."""
    palette = canvas.palette
    if not canvas.wide:
        x, y = box.x + 14, box.y + 12
        return use(f"mark-{card.feature}", x, y, 0.75) + value(canvas, card.value, box.right - 13, y, 7.4, 10)
    x, y = box.x + 19, box.y + 20
    size = 11.5
    name = canvas.named(card)
    while size > 9 and text_metrics.width(name, "strong", size) > box.width - 62:
        size -= 0.25
    lines = text_metrics.wrap(captions.demand(canvas, card), "text", 11, box.width - 20, 2)
    return (
        use(f"mark-{card.feature}", x, y, 0.95)
        + text(x + 14, y + 4, name, size, palette.ink, "strong")
        + value(canvas, card.value, box.right - 16, y, 9, 12)
        + "".join(
            text(box.x + 9, y + 21 + 12 * number, line, 11, palette.ink) for number, line in enumerate(lines)
        )
    )


def _standings(canvas: Canvas, box: Box, instances: tuple[int, ...]) -> str:
    """How often each player fulfils it."""
    size, radius = (11, 7) if canvas.wide else (9, 4.8)
    count = len(instances)
    columns = 2 if count == 4 and not canvas.wide else count
    rows = -(-count // columns)
    high = 11.5
    room = Box(box.x + 6, 0, box.width - 12, 0) if canvas.wide else Box(box.x + 3, 0, box.width - 6, 0)
    each = room.width / columns
    top = box.bottom - (8 if canvas.wide else 4) - rows * high
    drawn = []
    for seat, number in enumerate(instances):
        row, column = divmod(seat, columns)
        x, y = room.x + each * column + each / 2, top + high * (row + 0.5)
        drawn.append(badge(canvas, seat, x - radius * 0.75, y, radius, 10 if canvas.wide else 9))
        drawn.append(
            text(x + radius * 0.75, y + size * 0.36, str(number), size, canvas.palette.ink, "strong")
        )
    return "".join(drawn)


# --- patrons ------------------------------------------------------------------------------------------


@cached
def _patrons(canvas: Canvas, patrons: ByLetter[Patron]) -> str:
    box = canvas.layout.patrons.inside(7 if canvas.wide else 4)
    head = 11 if canvas.wide and box.height > 60 else 0
    area = Box(box.x, box.y + head, box.width, box.height - head)
    if area.width / max(area.height, 1) > 2.4:
        cells = area.columns(4, 2)
    else:
        cells = [cell for row in area.rows(2, 2) for cell in row.columns(2, 2)]
    drawn = []
    if head:
        drawn.append(
            text(
                box.x + box.width / 2,
                box.y + 7,
                canvas.say("Patrons"),
                11,
                canvas.palette.soft,
                "text",
                "middle",
            )
        )
    for (letter, row), cell in zip(patrons.items(), cells, strict=True):
        words = captions.patron(canvas, letter, row)
        drawn.append(named(f"patron-{letter}", words, _patron(canvas, letter, row, cell)))
    return "".join(drawn)


def _patron(canvas: Canvas, letter: str, row: Patron, cell: Box) -> str:
    """A patron's disc with its letter, and the tile: its value, or a question mark if it is hidden."""
    palette = canvas.palette
    radius = 9.0 if canvas.wide else 5.2
    wide, tall = (19, 19) if canvas.wide else (11, 12)
    x, y = cell.middle
    left = x - wide / 2 - 1
    right = left + radius + (3 if canvas.wide else 2)
    drawn = use(f"disc-{letter}", left, y, radius / 10) + letter_on_disc(letter, left, y, radius, palette)
    known = row.tile is not None
    fill, ink = (palette.token, palette.token_ink) if known else (palette.back, palette.back_ink)
    size = 13 if canvas.wide else 9.5
    drawn += rect(
        right, y - tall / 2, wide, tall,
        f' rx="2" fill="{fill}" stroke="{palette.brass}" stroke-width="1" id="tile-{letter}"',
    )  # fmt: skip
    return drawn + text(
        right + wide / 2, y + size * 0.36, str(row.tile) if known else "?", size, ink, "strong", "middle"
    )


# --- keys ---------------------------------------------------------------------------------------------


def key_sign(canvas: Canvas, x: float, y: float, scale: float) -> str:
    return (
        f'<path d="{key_path()}" transform="translate({num(x)} {num(y)}) scale({scale:.3g})"'
        f' fill-rule="evenodd" fill="{canvas.palette.token}" stroke="{canvas.palette.brass_dark}"/>'
    )


@cached
def _keys(canvas: Canvas, keys: Keys, names: tuple[str, ...]) -> str:
    box = canvas.layout.keys.inside(6 if canvas.wide else 3)
    rows = keys.items()
    across = box.width / box.height > 2.2
    cells = box.columns(len(rows), 4) if across else box.rows(len(rows), 2)
    drawn = []
    for (name, row), cell in zip(rows, cells, strict=True):
        words = captions.key(canvas, name, row, names)
        x, y = cell.x + cell.width / 2, cell.y + cell.height / 2
        scale = (1.25 if name == "large" else 0.95) * (1 if canvas.wide else 0.62)
        reach, far = (30, 30) if canvas.wide else (18, 18.5)
        sign = key_sign(canvas, x - reach + 8 * scale, y, scale)
        sign += value(
            canvas,
            row.value,
            x + (8 * scale if canvas.wide else 2),
            y,
            *((9.5, 12) if canvas.wide else (7.2, 9.5)),
        )
        if row.seat is not None:
            sign += badge(canvas, row.seat, x + far, y, *((8.5, 10.5) if canvas.wide else (5.6, 9)))
        else:
            sign += (
                f'<circle cx="{num(x + far)}" cy="{num(y)}" r="{8 if canvas.wide else 5.2}" fill="none"'
                f' stroke="{canvas.palette.soft}" stroke-opacity=".7" stroke-dasharray="2.5 2"/>'
            )
        drawn.append(named(f"key-{name}", words, sign))
    return "".join(drawn)


def card_back(canvas: Canvas, box: Box, more: str = "") -> str:
    """A card face down."""
    palette = canvas.palette
    x, y = box.middle
    return (
        f'<path d="{stepped(*box, 2.4)}" fill="{palette.back}" stroke="{palette.brass}"{more}/>'
        f'<path d="M{num(x - box.width * 0.25)} {num(y + 2)}h{num(box.width * 0.5)}M{num(x)} {num(y - 4)}v6"'
        f' stroke="{palette.back_ink}" stroke-width=".8"/>'
    )
