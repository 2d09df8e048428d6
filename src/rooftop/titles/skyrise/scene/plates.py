"""The shared cards, on plates in the corners of the sky: panoramas with progress, patrons, keys."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import belonging, part, printed
from rooftop.drawing.standings import badges, beside, standings
from rooftop.drawing.svg import label, lines, named, num, rect, text, use
from rooftop.drawing.widgets import badge, counter, panel
from rooftop.titles.skyrise.scene import captions
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.scene.signs import key_path, letter_on_disc
from rooftop.titles.skyrise.schema import LETTERS, Panorama
from rooftop.titles.skyrise.view import KeyName, View


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
    say = canvas.say
    panoramas = "".join(
        printed(f"panorama-{slot}", panel(canvas, box, step) + badges(canvas, _standings(canvas, box)))
        for slot, box in enumerate(layout.panoramas)
    )
    patrons = named("patrons", say("Patrons"), panel(canvas, layout.patrons, step) + _patron_discs(canvas))
    keys = named("keys", say("Keys to the city"), panel(canvas, layout.keys, step))
    return shade + panoramas + patrons + keys


def plates(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    drawn = []
    for slot, row in enumerate(view.panoramas):
        drawn.append(_demand(canvas, slot, row.id))
        drawn.append(_panorama(canvas, slot, row.id, row.instances, names))
    drawn += [_patron(canvas, letter, row.tile, row.on_map) for letter, row in view.patrons.items()]
    drawn += [_key(canvas, name, row.value, row.seat, names) for name, row in view.keys.items()]
    return drawn


# --- panoramas ----------------------------------------------------------------------------------------


def _card(canvas: Canvas, card_id: str) -> Panorama:
    return next(card for card in canvas.board.panoramas if card.id == card_id)


@cached
def _panorama(
    canvas: Canvas, slot: int, card_id: str, instances: tuple[int, ...], names: tuple[str, ...]
) -> str:
    """A card in words, and how often each player fulfils it."""
    cells, ink = _standings(canvas, canvas.layout.panoramas[slot]), canvas.palette.ink
    drawn = [
        label(*beside(canvas, cell), number, canvas.smallest, ink, "strong")
        for cell, number in zip(cells, instances, strict=True)
    ]
    words = captions.panorama(canvas, _card(canvas, card_id), instances, names)
    return named(f"panorama-{slot}", words, "".join(drawn), ' class="panorama"')


@cached
def _demand(canvas: Canvas, slot: int, card_id: str) -> str:
    """What the card asks for and what it is worth."""
    box, card, palette = canvas.layout.panoramas[slot], _card(canvas, card_id), canvas.palette
    x, y, scale = (box.x + 19, box.y + 20, 0.95) if canvas.wide else (box.x + 14, box.y + 12, 0.75)
    worth = counter(canvas, card.value, box.right - x + box.x + 3, y, 9 if canvas.wide else 7.4)
    drawn = use(f"mark-{card.feature}", x, y, scale) + worth
    if canvas.wide:
        size, ink = canvas.smallest, palette.ink
        rows = text_metrics.wrap(captions.demand(canvas, card), "text", size, box.width - 14, 2)
        drawn += text(x + 14, y + 4, canvas.named(card), 12.5, ink, "strong")
        drawn += lines(rows, box.x + 7, y + 22, 13, size, ink)
    return belonging(f"demand-{slot}", f"panorama-{slot}", drawn)


def _standings(canvas: Canvas, box: Box) -> list[Box]:
    """A cell for each player at the bottom of a plate."""
    if canvas.wide:
        return standings(canvas, box, high=14.5)
    return standings(canvas, box, 2, 12)


# --- patrons ------------------------------------------------------------------------------------------


def _patron_cells(canvas: Canvas) -> tuple[Box, list[Box], bool]:
    """The box of the patrons, a cell for each of them, and whether there is room for a heading."""
    box = canvas.layout.patrons.inside(7 if canvas.wide else 4)
    head = canvas.wide and box.height > 60
    area = box.below(11) if head else box
    if area.width / max(area.height, 1) > 2.4:
        return box, area.columns(4, 2), head
    return box, area.grid(2, 2, 2), head


def _patron_discs(canvas: Canvas) -> str:
    """The patrons' discs with their letters."""
    box, cells, head = _patron_cells(canvas)
    palette, radius = canvas.palette, 9.0 if canvas.wide else 5.2
    drawn = []
    if head:
        x, words = box.middle[0], canvas.say("Patrons")
        drawn.append(text(x, box.y + 7, words, canvas.smallest, palette.soft, "text", "middle"))
    for letter, cell in zip(LETTERS, cells, strict=True):
        x, y = _patron_left(canvas, cell), cell.middle[1]
        disc = use(f"disc-{letter}", x, y, radius / 10) + letter_on_disc(
            letter, x, y, radius, canvas.smallest, palette
        )
        drawn.append(printed(f"patron-{letter}", disc))
    return "".join(drawn)


def _patron_left(canvas: Canvas, cell: Box) -> float:
    return cell.middle[0] - (19 if canvas.wide else 11) / 2 - 1


@cached
def _patron(canvas: Canvas, letter: str, tile: int | None, on_map: int) -> str:
    """A patron's tile: its value, or a question mark if it is hidden."""
    palette, cell = canvas.palette, _patron_cells(canvas)[1][LETTERS.index(letter)]
    wide, tall = (19, 19) if canvas.wide else (11, 12)
    y = cell.middle[1]
    right = _patron_left(canvas, cell) + (9 + 3 if canvas.wide else 5.2 + 2)
    known = tile is not None
    fill, ink = (palette.token, palette.token_ink) if known else (palette.back, palette.back_ink)
    size = 13 if canvas.wide else 10
    drawn = rect(
        right, y - tall / 2, wide, tall,
        f' rx="2" fill="{fill}" stroke="{palette.brass}" stroke-width="1" id="tile-{letter}"',
    )  # fmt: skip
    number = str(tile) if known else "?"
    drawn += label(right + wide / 2, y, number, size, ink, "strong", "middle")
    words = captions.patron(canvas, letter, tile, on_map)
    return part(f"patron-{letter}", words, drawn, cell)


# --- keys ---------------------------------------------------------------------------------------------


def key_sign(canvas: Canvas, x: float, y: float, scale: float) -> str:
    return (
        f'<path d="{key_path()}" transform="translate({num(x)} {num(y)}) scale({scale:.3g})"'
        f' fill-rule="evenodd" fill="{canvas.palette.token}" stroke="{canvas.palette.brass_dark}"/>'
    )


@cached
def _key(canvas: Canvas, name: KeyName, worth: int, seat: int | None, names: tuple[str, ...]) -> str:
    box = canvas.layout.keys.inside(6 if canvas.wide else 3)
    count = 2 if canvas.board.players in canvas.board.keys.small_used_with else 1
    across = box.width / box.height > 2.2
    cells = box.columns(count, 4) if across else box.rows(count, 2)
    cell = cells[0 if name == "large" else 1]
    x, y = cell.middle
    words = captions.key(canvas, name, worth, seat, names)
    scale = (1.25 if name == "large" else 0.95) * (1 if canvas.wide else 0.62)
    reach, far = (30, 30) if canvas.wide else (18, 18.5)
    sign = key_sign(canvas, x - reach + 8 * scale, y, scale)
    sign += counter(canvas, worth, x + (8 * scale if canvas.wide else 2), y, 9.5 if canvas.wide else 7.2)
    if seat is not None:
        sign += badge(canvas, seat, x + far, y, 8.5 if canvas.wide else 5.8)
    else:
        sign += (
            f'<circle cx="{num(x + far)}" cy="{num(y)}" r="{8 if canvas.wide else 5.2}" fill="none"'
            f' stroke="{canvas.palette.soft}" stroke-opacity=".7" stroke-dasharray="2.5 2"/>'
        )
    return part(f"key-{name}", words, sign, cell)
