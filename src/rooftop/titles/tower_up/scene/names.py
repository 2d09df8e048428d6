"""Names on the map, as near to the edition's place as streets, sites and possible buildings allow."""

from __future__ import annotations

from dataclasses import dataclass

from rooftop.core import lettering
from rooftop.core.svg import Point, text
from rooftop.core.words import Words
from rooftop.titles.tower_up.board import Area, Board
from rooftop.titles.tower_up.scene.geometry import Segment, crosses, inside, overlap, placed, segments
from rooftop.titles.tower_up.scene.layout import Box, Layout
from rooftop.titles.tower_up.scene.palette import Palette


@dataclass(frozen=True)
class Lettering:
    size: float
    spacing: float


WIDE = {"lake": Lettering(14, 1.5), "park": Lettering(11, 0.8), "district": Lettering(15, 3.2)}
NARROW = {"lake": Lettering(9.5, 0.4), "park": Lettering(9, 0), "district": Lettering(9, 0.6)}


@dataclass(frozen=True)
class Label:
    """A name in one line or two, around its middle."""

    lines: tuple[str, ...]
    kind: str
    letters: Lettering
    x: float
    y: float

    @property
    def box(self) -> Box:
        size, spacing = self.letters.size, self.letters.spacing
        wide = max(lettering.width(line, "display", size, spacing) for line in self.lines)
        tall = size * (1.08 * len(self.lines) - 0.2)
        return Box(self.x - wide / 2 - 2, self.y - tall / 2 - 1, wide + 4, tall + 2)

    def draw(self, fill: str, ground: str) -> str:
        """In a halo of the ground's colour, where streets run beneath."""
        halo = f' stroke="{ground}" stroke-opacity=".6" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
        size = self.letters.size
        spacing = f' letter-spacing="{self.letters.spacing:g}"' if self.letters.spacing else ""
        top = self.y - size * 1.08 * (len(self.lines) - 1) / 2 + size * 0.33
        return "".join(
            text(
                self.x + self.letters.spacing / 2, top + size * 1.08 * place, line, size, fill, "display",
                "middle", spacing + halo,
            )
            for place, line in enumerate(self.lines)
        )  # fmt: skip


def draw(labels: list[Label], palette: Palette) -> str:
    inks = {"lake": palette.water_ink, "park": palette.park_ink, "district": palette.ink}
    grounds = {"lake": palette.deep, "park": palette.park, "district": palette.sheet}
    return "".join(label.draw(inks[label.kind], grounds[label.kind]) for label in labels)


def labels(board: Board, plan: Layout, say: Words) -> list[Label]:
    """Lakes and parks first: they have less room. A name that finds no room at all is left out."""
    styles = WIDE if plan.size == "wide" else NARROW
    streets = segments(board, plan)
    keep_out = _towers(board, plan, 4), _towers(board, plan, 3), _towers(board, plan, 1)
    made: list[Label] = []
    for kind, areas in (
        ("lake", board.city.lake),
        ("park", board.city.park),
        ("district", board.city.district),
    ):
        other = [placed(plan, area) for area in (*board.city.lake, *board.city.park)]
        for area in areas:
            name = getattr(area, f"name_{say.language}")
            name = name.upper() if kind == "district" else name
            shape = placed(plan, area)
            foreign = other if kind == "district" else []
            found = _place(name, kind, styles[kind], area, shape, foreign, streets, keep_out, made, plan)
            if found is not None:
                made.append(found)
    return made


def _towers(board: Board, plan: Layout, most: int) -> list[Box]:
    """Where buildings may come to stand, as high as their streets let them grow, up to so many floors."""
    block = plan.block
    found = []
    for site, around in zip(board.sites, board.neighbours, strict=True):
        x, y = plan.at(site.x, site.y)
        tall = min(len(around) + 1, most) * (block.floor + block.roof * 0.6) + block.depth
        half = block.width / 2 + 4
        found.append(
            Box(x - half, y + block.depth / 2 - tall - 3, 2 * half + block.lean + 8, tall + block.lip + 8)
        )
    return found


def _place(
    name: str,
    kind: str,
    letters: Lettering,
    area: Area,
    shape: list[Point],
    foreign: list[list[Point]],
    streets: list[Segment],
    sites: tuple[list[Box], list[Box], list[Box]],
    made: list[Label],
    plan: Layout,
) -> Label | None:
    high, low, lowest = sites
    x, y = plan.at(*area.label)
    forms = [(name,)] + ([tuple(name.split(" ", 1))] if " " in name else [])
    xs, ys = [px for px, _ in shape], [py for _, py in shape]
    step = 6 if plan.size == "wide" else 3
    spots = [
        (px, py)
        for px in _steps(min(xs), max(xs), step)
        for py in _steps(min(ys), min(max(ys), plan.city.bottom), step)
    ]
    spots.sort(key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2)
    # Where there is no other room, a name may lie across streets, then where only high buildings reach.
    for towers, crossing in ((high, 0), (high, 1), (low, 0), (low, 1), (low, 2), (lowest, 2), (lowest, 3)):
        for lines in forms:
            for spot in [(x, y), *spots]:
                label = Label(lines, kind, letters, *spot)
                box = label.box
                if any(overlap(box, tower) for tower in towers):
                    continue
                if any(overlap(box, other.box) for other in made) or not _within(box, shape, foreign):
                    continue
                if sum(crosses(box.inside(-4), street) for street in streets) <= crossing:
                    return label
    return None


def _steps(low: float, high: float, step: float) -> list[float]:
    return [low + step * place for place in range(int((high - low) / step) + 1)]


def _within(box: Box, shape: list[Point], foreign: list[list[Point]]) -> bool:
    corners = [(x, y) for x in (box.x, box.x + box.width / 2, box.right) for y in (box.y, box.bottom)]
    return all(inside(corner, shape) for corner in corners) and not any(
        inside(corner, other) for other in foreign for corner in corners
    )
