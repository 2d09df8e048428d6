"""Names on the map, as close to the edition's `label` as streets, sites and tall buildings allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal, NamedTuple

import numpy as np

from rooftop.drawing import text_metrics
from rooftop.drawing.geometry import all_inside, inside
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import printed
from rooftop.drawing.svg import Point, num, text
from rooftop.game.translation import Translator
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.parts.words import district_name
from rooftop.titles.tower_up.scene.geometry import crosses, overlap, polygon, streets
from rooftop.titles.tower_up.scene.layout import Layout
from rooftop.titles.tower_up.scene.palette import Palette
from rooftop.titles.tower_up.schema import Area, District

Kind = Literal["lake", "district", "park"]


@dataclass(frozen=True)
class Lettering:
    size: float
    spacing: float


WIDE: dict[Kind, Lettering] = {
    "lake": Lettering(14, 1.5),
    "park": Lettering(12.8, 0.6),
    "district": Lettering(15, 3.2),
}
NARROW: dict[Kind, Lettering] = {
    "lake": Lettering(10.5, 0.2),
    "park": Lettering(10.5, 0),
    "district": Lettering(10.5, 0),
}


@dataclass(frozen=True)
class Label:
    """A name centred on a point, in one line or two, horizontal or running upwards."""

    lines: tuple[str, ...]
    kind: Kind
    letters: Lettering
    x: float
    y: float
    upwards: bool = False
    part: str = ""  # of the picture: what it is the name of

    @property
    def box(self) -> Box:
        wide, tall = _room(self.lines, self.letters, self.upwards)
        return Box(self.x - wide / 2, self.y - tall / 2, wide, tall)

    def draw(self, fill: str, ground: str) -> str:
        """The name with a halo in the colour of the ground, for streets that run below it."""
        size, spacing = self.letters.size, self.letters.spacing
        more = f' stroke="{ground}" stroke-opacity=".6" stroke-width="3" stroke-linejoin="round"'
        more += ' paint-order="stroke"' + (f' letter-spacing="{spacing:g}"' if spacing else "")
        if self.upwards:
            more += f' transform="rotate(-90 {num(self.x)} {num(self.y)})"'
        top = self.y - size * 1.08 * (len(self.lines) - 1) / 2 + size * 0.33
        return "".join(
            text(self.x + spacing / 2, top + size * 1.08 * row, line, size, fill, "display", "middle", more)
            for row, line in enumerate(self.lines)
        )


def _room(lines: tuple[str, ...], letters: Lettering, upwards: bool) -> tuple[float, float]:
    """The width and the height of a name."""
    wide = max(text_metrics.width(line, "display", letters.size, letters.spacing) for line in lines) + 4
    tall = letters.size * (1.08 * len(lines) - 0.2) + 2
    return (tall, wide) if upwards else (wide, tall)


def draw(labels: list[Label], palette: Palette) -> str:
    inks: dict[Kind, str] = {"lake": palette.water_ink, "park": palette.park_ink, "district": palette.ink}
    grounds: dict[Kind, str] = {"lake": palette.deep, "park": palette.park, "district": palette.sheet}
    return "".join(printed(label.part, label.draw(inks[label.kind], grounds[label.kind])) for label in labels)


def labels(board: Board, layout: Layout, say: Translator) -> list[Label]:
    """The names of lakes, districts and parks. A park without room for its name gets none."""
    labels: list[Label] = []
    wet = [polygon(layout, area) for area in board.city.lake]
    green = [polygon(layout, area) for area in board.city.park]
    ground = _Ground(board, layout)
    todo: tuple[tuple[Kind, Sequence[Area], list[list[Point]]], ...] = (
        ("lake", board.city.lake, []),
        ("district", board.city.district, wet + green),
        ("park", board.city.park, wet),
    )
    for kind, areas, foreign in todo:
        for number, area in enumerate(areas):
            name, part = say.name(area), f"{kind}-{number}"
            if isinstance(area, District):
                name, part = district_name(area, say, name.upper()), f"district-{area.id}"
            label = ground.label(name, kind, area, foreign, labels)
            if label is not None:
                labels.append(replace(label, part=part))
    return labels


class _Try(NamedTuple):
    """One way to place a name."""

    forms: list[tuple[str, ...]]  # in one line or two
    upwards: bool
    keep_out: list[Box]  # buildings
    crossing: int  # how many streets it may cross
    foreign: list[list[Point]]  # areas it may not enter


class _Ground:
    """What names must keep clear of."""

    def __init__(self, board: Board, layout: Layout) -> None:
        self.layout = layout
        self.streets = streets(board, layout)
        self.towers, self.houses = _towers(board, layout, 9), _towers(board, layout, 2)

    def label(
        self, name: str, kind: Kind, area: Area, foreign: list[list[Point]], earlier: list[Label]
    ) -> Label | None:
        """The name at the free point nearest to the edition's. If there is none, it may cross streets, then
        run upwards, then enter a park, then cover ground that only tall buildings reach."""
        letters = (WIDE if self.layout.size == "wide" else NARROW)[kind]
        flat = [(name,)] + ([tuple(name.split(" ", 1))] if " " in name else [])
        tries = [_Try(flat, False, self.towers, 0, foreign), _Try(flat, False, self.towers, 1, foreign)]
        if kind != "park":
            tries += [
                _Try([(name,)], True, self.towers, 0, foreign),
                _Try(flat, False, self.towers, 3, foreign),
                _Try([(name,)], True, self.towers, 2, foreign),
                _Try(flat, False, self.towers, 1, []),
                _Try(flat, False, self.houses, 3, foreign),
                _Try(flat, True, self.houses, 3, foreign),
            ]
        shape = polygon(self.layout, area)
        spots = self._spots(area, shape)
        xs, ys = [x for x, _ in shape], [y for _, y in shape]
        around = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        for forms, upwards, keep_out, crossing, others in tries:
            near = [tower for tower in keep_out if overlap(tower, around)]
            taken = near + [other.box for other in earlier]
            for lines in forms:
                wide, tall = _room(lines, letters, upwards)
                for x, y in _apart_from(taken, spots, wide, tall):
                    box = Box(x - wide / 2, y - tall / 2, wide, tall)
                    if not _within(box, shape, others):
                        continue
                    if sum(crosses(box.inside(-4), street) for street in self.streets) <= crossing:
                        return Label(lines, kind, letters, x, y, upwards)
        return None

    def _spots(self, area: Area, shape: list[Point]) -> list[Point]:
        """Points inside an area, the nearest to the edition's first."""
        x, y = self.layout.at(*area.label)
        xs, ys = [px for px, _ in shape], [py for _, py in shape]
        step = 5 if self.layout.size == "wide" else 2.5
        columns = _steps(min(xs), max(xs), step)
        rows = _steps(min(ys), min(max(ys), self.layout.city.bottom), step)
        spots = all_inside(product(columns, rows), shape)
        spots.sort(key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2)
        return [(x, y), *spots]


def _towers(board: Board, layout: Layout, most: int) -> list[Box]:
    """The room that buildings with their heights can take, each as tall as its streets let it grow, up to
    `most` floors."""
    block = layout.block
    towers = []
    for site, around in zip(board.sites, board.neighbours, strict=True):
        x, y = layout.at(site.x, site.y)
        floors = min(len(around) + 1, most)
        tall = (
            floors * (block.floor + block.roof)
            + max(block.depth, block.depth * 0.62 + block.letters * 0.6)
            + 1
        )
        half = block.width / 2 + 3
        towers.append(
            Box(
                x - half, y + block.depth / 2 - tall, 2 * half + block.lean + block.letters - 4,
                tall + block.lip + 4,
            )
        )  # fmt: skip
    return towers


def _steps(low: float, high: float, step: float) -> list[float]:
    return [low + step * number for number in range(int((high - low) / step) + 1)]


def _apart_from(taken: list[Box], spots: list[Point], wide: float, tall: float) -> list[Point]:
    """The points around which a box of this size overlaps none of the others."""
    x, y = np.array(spots).T
    left, top = x - wide / 2, y - tall / 2
    right, bottom = left + wide, top + tall
    free = np.ones(len(spots), bool)
    for box in taken:
        free &= (left >= box.right) | (box.x >= right) | (top >= box.bottom) | (box.y >= bottom)
    return [spot for spot, is_free in zip(spots, free.tolist(), strict=True) if is_free]


def _within(box: Box, shape: list[Point], foreign: list[list[Point]]) -> bool:
    corners = [
        (x, y)
        for x in (box.x, box.x + box.width / 2, box.right)
        for y in (box.y, box.y + box.height / 2, box.bottom)
    ]
    return all(inside(corner, shape) for corner in corners) and not any(
        inside(corner, other) for other in foreign for corner in corners
    )
