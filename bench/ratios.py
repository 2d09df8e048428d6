"""The table of `make against`: two sides measured in turn, as ratios with their spread, worst first."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from typing import Any

SLOWER = 1.03  # a measure is marked when all its ratios are above this
HEAD = ("measure", "title", "old", "new", "ratio", "spread", "")


@dataclass
class Row:
    """One measure of one title, round by round. All measures are costs: less is better."""

    measure: str
    title: str
    old: list[float] = field(default_factory=list)
    new: list[float] = field(default_factory=list)
    note: str = ""  # why there are no figures, or no more of them

    @property
    def ratios(self) -> list[float]:
        """What the new side needed, as a multiple of the old one, in each round."""
        return [after / before for before, after in zip(self.old, self.new, strict=False) if before > 0]

    @property
    def ratio(self) -> float:
        return median(self.ratios)


def is_above(row: Row, limit: float = SLOWER) -> bool:
    """Whether a ratio is above a limit in every round."""
    return bool(row.ratios) and min(row.ratios) > limit


def worst_first(rows: list[Row]) -> list[Row]:
    """Return rows by falling ratio; those without one come last."""
    return sorted(rows, key=lambda row: (-row.ratio if row.ratios else 0.0, row.measure, row.title))


def table(rows: list[Row]) -> list[str]:
    """Return the lines of the table."""
    cells = [HEAD, *map(_cells, worst_first(rows))]
    widths = [max(len(row[column]) for row in cells) for column in range(len(HEAD))]
    lines = []
    for row in cells:
        first = [cell.ljust(width) for cell, width in zip(row[:2], widths, strict=False)]
        numbers = [cell.rjust(width) for cell, width in zip(row[2:6], widths[2:6], strict=True)]
        lines.append("  ".join([*first, *numbers, row[6]]).rstrip())
    return lines


def _cells(row: Row) -> tuple[str, ...]:
    old, new = (number(median(values)) if values else "–" for values in (row.old, row.new))
    if not row.ratios:
        return (row.measure, row.title, old, new, "–", "–", row.note)
    spread = f"{min(row.ratios):.2f}–{max(row.ratios):.2f}"
    mark = "slower" if is_above(row) else ""
    return (row.measure, row.title, old, new, f"{row.ratio:.2f}", spread, mark)


def number(value: float) -> str:
    """Return a number with three digits, or all before the point."""
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:,.{digits}f}"


def report(rows: list[Row]) -> list[dict[str, Any]]:
    """Return the rows for a JSON file, worst first."""
    return [
        {
            "measure": row.measure,
            "title": row.title,
            "old": row.old,
            "new": row.new,
            **({"note": row.note} if row.note else {}),
            **(
                {
                    "ratio": round(row.ratio, 4),
                    "spread": [round(min(row.ratios), 4), round(max(row.ratios), 4)],
                    "slower": is_above(row),
                }
                if row.ratios
                else {}
            ),
        }
        for row in worst_first(rows)
    ]
