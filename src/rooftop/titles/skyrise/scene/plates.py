"""The cards for all, as plates in the corners of the sky: panoramas with progress, patrons, keys."""

from __future__ import annotations

from typing import Any

from rooftop.core import lettering
from rooftop.core.layout import Box
from rooftop.core.ornaments import badge, panel
from rooftop.core.svg import named, num, rect, stepped, text, use
from rooftop.core.title import View
from rooftop.titles.skyrise.board import LETTERS
from rooftop.titles.skyrise.data import Panorama
from rooftop.titles.skyrise.scene import captions
from rooftop.titles.skyrise.scene.signs import key_path, letter_on_disc
from rooftop.titles.skyrise.scene.stage import Stage, value


def table(stage: Stage) -> str:
    """The empty plates."""
    plan = stage.plan
    step = 6 if stage.wide else 3
    shade = "".join(
        rect(
            box.x + 3, box.y + 4, box.width, box.height,
            f' rx="4" fill="{stage.palette.shadow}" fill-opacity=".2"',
        )
        for box in (*plan.panoramas, plan.patrons, plan.keys)
    )  # fmt: skip
    return shade + "".join(panel(stage, box, step) for box in (*plan.panoramas, plan.patrons, plan.keys))


def plates(stage: Stage, view: View, names: list[str]) -> str:
    called = tuple(names)
    made = []
    for place, (box, row) in enumerate(zip(stage.plan.panoramas, view["panoramas"], strict=True)):
        key = ("panorama", place, row["id"], tuple(row["instances"]), called)
        made.append(stage.keep(key, _panorama, stage, place, box, row, names))
    patrons = tuple((row["tile"], row["on_map"]) for row in view["patrons"].values())
    made.append(stage.keep(("patrons", patrons), _patrons, stage, view))
    keys = tuple((name, row["seat"]) for name, row in view["keys"].items())
    made.append(stage.keep(("keys", keys, called), _keys, stage, view, names))
    return "".join(made)


# --- panoramas ----------------------------------------------------------------------------------------


def _panorama(stage: Stage, place: int, box: Box, row: dict[str, Any], names: list[str]) -> str:
    card = next(card for card in stage.board.panoramas if card.id == row["id"])
    drawn = _demand(stage, box, card) + _standings(stage, box, row["instances"])
    words = captions.panorama(stage, card, row, names)
    return named(f"panorama-{place}", words, drawn, ' class="panorama"')


def _demand(stage: Stage, box: Box, card: Panorama) -> str:
    """What the card asks for, and what it is worth."""
    palette = stage.palette
    if not stage.wide:
        x, y = box.x + 14, box.y + 12
        return use(f"mark-{card.feature}", x, y, 0.75) + value(stage, card.value, box.right - 13, y, 7.4, 10)
    x, y = box.x + 19, box.y + 20
    size = 11.5
    name = stage.named(card)
    while size > 9 and lettering.width(name, "strong", size) > box.width - 62:
        size -= 0.25
    lines = lettering.wrap(captions.demand(stage, card), "text", 11, box.width - 20, 2)
    return (
        use(f"mark-{card.feature}", x, y, 0.95)
        + text(x + 14, y + 4, name, size, palette.ink, "strong")
        + value(stage, card.value, box.right - 16, y, 9, 12)
        + "".join(
            text(box.x + 9, y + 21 + 12 * number, line, 11, palette.ink) for number, line in enumerate(lines)
        )
    )


def _standings(stage: Stage, box: Box, instances: list[int]) -> str:
    """How often each player fulfils it."""
    size, radius = (11, 7) if stage.wide else (9, 4.8)
    count = len(instances)
    columns = 2 if count == 4 and not stage.wide else count
    rows = -(-count // columns)
    high = 11.5
    room = Box(box.x + 6, 0, box.width - 12, 0) if stage.wide else Box(box.x + 3, 0, box.width - 6, 0)
    each = room.width / columns
    top = box.bottom - (8 if stage.wide else 4) - rows * high
    made = []
    for seat, number in enumerate(instances):
        row, column = divmod(seat, columns)
        x, y = room.x + each * column + each / 2, top + high * (row + 0.5)
        made.append(badge(stage, seat, x - radius * 0.75, y, radius, 10 if stage.wide else 9))
        made.append(text(x + radius * 0.75, y + size * 0.36, str(number), size, stage.palette.ink, "strong"))
    return "".join(made)


# --- patrons ------------------------------------------------------------------------------------------


def _patrons(stage: Stage, view: View) -> str:
    box = stage.plan.patrons.inside(7 if stage.wide else 4)
    head = 11 if stage.wide and box.height > 60 else 0
    area = Box(box.x, box.y + head, box.width, box.height - head)
    if area.width / max(area.height, 1) > 2.4:
        cells = area.columns(4, 2)
    else:
        cells = [cell for row in area.rows(2, 2) for cell in row.columns(2, 2)]
    made = []
    if head:
        made.append(
            text(
                box.x + box.width / 2,
                box.y + 7,
                stage.say("Patrons"),
                11,
                stage.palette.soft,
                "text",
                "middle",
            )
        )
    for letter, cell in zip(LETTERS, cells, strict=True):
        row = view["patrons"][letter]
        words = captions.patron(stage, letter, row)
        made.append(named(f"patron-{letter}", words, _patron(stage, letter, row, cell)))
    return "".join(made)


def _patron(stage: Stage, letter: str, row: dict[str, Any], cell: Box) -> str:
    """The disc with its letter, and the tile: its value if it is known, otherwise a question mark."""
    palette = stage.palette
    radius = 9.0 if stage.wide else 5.2
    wide, tall = (19, 19) if stage.wide else (11, 12)
    x, y = cell.middle
    left = x - wide / 2 - 1
    right = left + radius + (3 if stage.wide else 2)
    made = use(f"disc-{letter}", left, y, radius / 10) + letter_on_disc(letter, left, y, radius, palette)
    known = row["tile"] is not None
    fill, ink = (palette.token, palette.token_ink) if known else (palette.back, palette.back_ink)
    size = 13 if stage.wide else 9.5
    made += rect(
        right, y - tall / 2, wide, tall,
        f' rx="2" fill="{fill}" stroke="{palette.brass}" stroke-width="1" id="tile-{letter}"',
    )  # fmt: skip
    return made + text(
        right + wide / 2, y + size * 0.36, str(row["tile"]) if known else "?", size, ink, "strong", "middle"
    )


# --- keys ---------------------------------------------------------------------------------------------


def key_sign(stage: Stage, x: float, y: float, scale: float) -> str:
    return (
        f'<path d="{key_path()}" transform="translate({num(x)} {num(y)}) scale({scale:.3g})"'
        f' fill-rule="evenodd" fill="{stage.palette.token}" stroke="{stage.palette.brass_dark}"/>'
    )


def _keys(stage: Stage, view: View, names: list[str]) -> str:
    box = stage.plan.keys.inside(6 if stage.wide else 3)
    rows = list(view["keys"].items())
    across = box.width / box.height > 2.2
    cells = box.columns(len(rows), 4) if across else box.rows(len(rows), 2)
    made = []
    for (name, row), cell in zip(rows, cells, strict=True):
        words = captions.key(stage, name, row, names)
        x, y = cell.x + cell.width / 2, cell.y + cell.height / 2
        scale = (1.25 if name == "large" else 0.95) * (1 if stage.wide else 0.62)
        reach, far = (30, 30) if stage.wide else (18, 18.5)
        drawn = key_sign(stage, x - reach + 8 * scale, y, scale)
        drawn += value(
            stage,
            row["value"],
            x + (8 * scale if stage.wide else 2),
            y,
            *((9.5, 12) if stage.wide else (7.2, 9.5)),
        )
        if row["seat"] is not None:
            drawn += badge(stage, row["seat"], x + far, y, *((8.5, 10.5) if stage.wide else (5.6, 9)))
        else:
            drawn += (
                f'<circle cx="{num(x + far)}" cy="{num(y)}" r="{8 if stage.wide else 5.2}" fill="none"'
                f' stroke="{stage.palette.soft}" stroke-opacity=".7" stroke-dasharray="2.5 2"/>'
            )
        made.append(named(f"key-{name}", words, drawn))
    return "".join(made)


def card_back(stage: Stage, box: Box, more: str = "") -> str:
    """A card face down."""
    palette = stage.palette
    x, y = box.middle
    return (
        f'<path d="{stepped(*box, 2.4)}" fill="{palette.back}" stroke="{palette.brass}"{more}/>'
        f'<path d="M{num(x - box.width * 0.25)} {num(y + 2)}h{num(box.width * 0.5)}M{num(x)} {num(y - 4)}v6"'
        f' stroke="{palette.back_ink}" stroke-width=".8"/>'
    )
