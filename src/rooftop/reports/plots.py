"""Plots as SVG. Each is a figure: a caption, the picture with a text alternative, and a table behind it.

Pictures are as wide as the page: positions along x are percentages, heights and letters are pixels, so that
text stays readable on a phone. Colours are classes, which the page defines for day and night.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rooftop.drawing.svg import escape, num
from rooftop.drawing.text_metrics import width, wrap
from rooftop.reports.page import Html, table
from rooftop.reports.wording import Show, interval, number, percent, short, whole, words

NARROW = 280  # pixels: the plot on a small phone
SIZE = 14  # of letters
LINE = 18  # height of a line of text
BAR = 14
BESIDE = 52  # room for a number beside a bar
HEIGHT = 200  # of the plots with an upright axis
PAINTS = 8  # colours for series; then they repeat, with other dashes
BINS = 16


@dataclass(frozen=True)
class Bar:
    """A value of a plot. Rows with equal `group` stand together under its name. `colour` is a player's."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    group: str = ""
    colour: str = ""
    note: str = ""  # for the table, such as the number of games


@dataclass(frozen=True)
class Line:
    """A series of a plot."""

    label: str
    points: Sequence[tuple[float, float]]
    colour: str = ""


class Mark(NamedTuple):
    """A value to compare with, such as parity."""

    value: float
    label: str


def bars(
    caption: str,
    rows: Sequence[Bar],
    language: str,
    show: Show = percent,
    *,
    most: float | None = None,
    mark: Mark | None = None,
    heads: tuple[str, str] | None = None,
) -> Html:
    """Bars from zero, with their intervals. `most` is the end of the axis; `heads` name label and note."""
    return _rows(caption, rows, language, show, _Scale.over(_extent(rows, mark, most, 0)), mark, heads, _bar)


def dots(
    caption: str,
    rows: Sequence[Bar],
    language: str,
    show: Show = number,
    *,
    mark: Mark | None = None,
    heads: tuple[str, str] | None = None,
) -> Html:
    """Values on an axis that need not begin at zero, such as ratings, with their intervals."""
    return _rows(
        caption, rows, language, show, _Scale.over(_extent(rows, mark, None, None)), mark, heads, _dot
    )


def lines(
    caption: str,
    series: Sequence[Line],
    language: str,
    show: Show = number,
    *,
    across: str,
    show_across: Show = whole,
    least: float | None = None,
    most: float | None = None,
    mark: Mark | None = None,
) -> Html:
    """Series over a common axis, labelled by `across`. The table has the values at each of its points."""
    say = words(language)
    values = [y for line in series for _, y in line.points] + ([mark.value] if mark else [])
    values += [end for end in (least, most) if end is not None]
    along = _Scale.exact([x for line in series for x, _ in line.points])
    up = _Scale.over(values)
    content = [_grid(up), _level(up, mark) if mark else ""]
    paints = [f"{_paint(index, line.colour)} d{index % PAINTS}" for index, line in enumerate(series)]
    for line, paint in zip(series, paints, strict=True):
        path = "L".join(f"{num(1000 * along.part(x))} {num(_height(up, y))}" for x, y in line.points)
        content.append(
            f'<svg class="stretched" width="100%" height="{HEIGHT}" viewBox="0 0 1000 {HEIGHT}"'
            f' preserveAspectRatio="none">{_stroke(f"M{path}", paint)}</svg>'
        )
    content.append(_upright(up, show, language))
    content.append(_below(show_across(along.low, language), show_across(along.high, language), across))
    told = [
        say(
            "{label}: from {first} to {last}",
            label=line.label,
            first=show(line.points[0][1], language),
            last=show(line.points[-1][1], language),
        )
        for line in series
        if line.points
    ]
    at = sorted({x for line in series for x, _ in line.points})
    found = [dict(line.points) for line in series]
    behind = table(
        [across, *(line.label for line in series)],
        [
            [show_across(x, language), *(show(row[x], language) if x in row else "–" for row in found)]
            for x in at
        ],
        name=caption,
    )
    keys = [
        f'<svg class="key" width="30" height="12" aria-hidden="true">{_stroke("M0 6H30", paint)}</svg>'
        for paint in paints
    ]
    labels = [line.label for line in series]
    explained = _legend(zip(keys, labels, strict=True) if len(series) > 1 else [])
    drawing = _Drawing("".join(content), HEIGHT + LINE + 6, "upright", explained)
    return _figure(caption, drawing, told, behind, language)


def _stroke(path: str, paint: str) -> str:
    """A line with an edge, so that lines that cross can be told apart."""
    return f'<path class="line edge {paint}" d="{path}"/><path class="line {paint}" d="{path}"/>'


def _level(up: _Scale, mark: Mark) -> str:
    """A mark at a height."""
    y = _height(up, mark.value)
    return (
        f'<line class="mark" x1="0" x2="100%" y1="{num(y)}" y2="{num(y)}"/><text class="axis halo" x="100%"'
        f' y="{num(y - 4)}" text-anchor="end">{escape(mark.label)}</text>'
    )


def histogram(
    caption: str,
    values: Sequence[float],
    language: str,
    show: Show = whole,
    *,
    across: str,
    mark: Mark | None = None,
) -> Html:
    """How often values occur. Whole numbers in a small range have a bar each; others are grouped."""
    say = words(language)
    bins = _bins(values, show, language)
    counts = [sum(one.low <= value < one.high for value in values) for one in bins]
    shares = [count / max(len(values), 1) for count in counts]
    up = _Scale.over([0, *shares])
    along = _Scale(bins[0].low, bins[-1].high, ())
    content = [_grid(up)]
    for one, share in zip(bins, shares, strict=True):
        if share:
            left, wide = along.part(one.low), (one.high - one.low) / (along.high - along.low)
            top = _height(up, share)
            content.append(
                f'<rect class="s0" x="{_percent(left + 0.06 * wide)}" y="{num(top)}"'
                f' width="{_percent(0.88 * wide)}" height="{num(max(HEIGHT - top, 1))}">'
                f"<title>{escape(f'{one.label}: {percent(share, language)}')}</title></rect>"
            )
    if mark is not None:
        at = along.part(mark.value)
        anchor, shift = ("end", -6) if at > 0.5 else ("start", 6)
        content.append(
            f'<line class="mark" x1="{_percent(at)}" x2="{_percent(at)}" y1="0" y2="{HEIGHT}"/>'
            f'<text class="axis halo" x="{_percent(at)}" y="10" dx="{shift}" text-anchor="{anchor}">'
            f"{escape(mark.label)}</text>"
        )
    content.append(_upright(up, percent, language))
    content.append(_below(bins[0].label, bins[-1].label, across))
    told = []
    if values:
        told.append(
            say(
                "half of them lie from {low} to {high}; the smallest is {least}, the greatest {most}",
                low=show(_quantile(values, 0.25), language),
                high=show(_quantile(values, 0.75), language),
                least=show(min(values), language),
                most=show(max(values), language),
            )
        )
    if mark is not None:
        told.append(f"{mark.label}: {show(mark.value, language)}")
    rows = [
        [one.label, whole(count, language), percent(share, language)]
        for one, count, share in zip(bins, counts, shares, strict=True)
    ]
    behind = table([across, say("number"), say("share")], rows, name=caption)
    return _figure(caption, _Drawing("".join(content), HEIGHT + LINE + 6, "upright"), told, behind, language)


class _Scale(NamedTuple):
    """An axis: its ends, and the values to write at it."""

    low: float
    high: float
    ticks: tuple[float, ...]

    @classmethod
    def over(cls, values: Iterable[float], about: int = 4) -> _Scale:
        """An axis with round ends and ticks that contains all values."""
        given = list(values) or [0.0]
        low, high = min(given), max(given)
        if low == high:
            high = low + 1
        step = _round_step((high - low) / about)
        first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        return cls(first * step, last * step, tuple(n * step for n in range(first, last + 1)))

    @classmethod
    def exact(cls, values: Iterable[float]) -> _Scale:
        given = list(values) or [0.0]
        low, high = min(given), max(given)
        return cls(low, high if high > low else low + 1, ())

    def part(self, value: float) -> float:
        """Where a value lies: 0 is the lower end, 1 the upper one."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)


def _round_step(step: float) -> float:
    """The next of 1, 2, 2.5, 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= step * (1 - 1e-9))


def _extent(rows: Sequence[Bar], mark: Mark | None, most: float | None, base: float | None) -> list[float]:
    values = [value for row in rows for value in (row.value, row.low, row.high) if value is not None]
    return values + [end for end in (mark.value if mark else None, most, base) if end is not None]


def _rows(
    caption: str,
    rows: Sequence[Bar],
    language: str,
    show: Show,
    scale: _Scale,
    mark: Mark | None,
    heads: tuple[str, str] | None,
    draw: Callable[[Bar, _Scale, float, str], str],
) -> Html:
    """Values one below the other: label and number, and below them the bar or dot with its interval.

    If all groups have the same labels, bars have numbers instead, which a legend explains.
    """
    names = _repeated(rows)
    content: list[str] = []
    top = LINE if mark else 0
    y, group, index = top, "", 0
    for row in rows:
        if row.group != group:
            group, index = row.group, 0
            y += LINE + (8 if content else 0)
            content.append(f'<text class="group halo" x="0" y="{y}">{escape(group)}</text>')
            y += 6 if names else 0
        figures = _figures(row, show, language)
        if names:
            beside, value = y + BAR - 2, escape(show(row.value, language))
            content.append(
                f'<text x="-8" y="{beside}" text-anchor="end">{index + 1}</text>'
                f'<text class="figure" x="100%" y="{beside}" dx="{BESIDE}" text-anchor="end">{value}</text>'
            )
        else:
            y += 4
            for line in wrap(row.label, "text", SIZE, NARROW, 3):
                y += LINE
                content.append(f'<text class="halo" x="0" y="{y}">{escape(line)}</text>')
            if width(line, "text", SIZE) + width(figures, "strong", SIZE) + 12 > NARROW:
                y += LINE
            content.append(
                f'<text class="figure halo" x="100%" y="{y}" text-anchor="end">{escape(figures)}</text>'
            )
            y += 6
        drawn = draw(row, scale, y, _paint(index, row.colour))
        content.append(f"<g><title>{escape(f'{row.label}: {figures}')}</title>{drawn}</g>")
        y += BAR + (4 if names else 6)
        index += 1 if group else 0
    told = [
        f"{f'{row.group}, ' if row.group else ''}{row.label}: {_figures(row, show, language)}" for row in rows
    ]
    if mark is not None:
        told.append(f"{mark.label}: {show(mark.value, language)}")
    axis = _across(scale, mark, top, y, lambda tick: short(show(tick, language), language))
    behind = _behind(caption, rows, show, language, heads)
    legend = _legend(
        (f'<span class="chip {_paint(index, "")}">{index + 1}</span>', name)
        for index, name in enumerate(names)
    )
    drawing = _Drawing(axis + "".join(content), y + LINE + 6, "numbered" if names else "", legend)
    return _figure(caption, drawing, told, behind, language)


def _across(scale: _Scale, mark: Mark | None, top: float, bottom: float, show: Callable[[float], str]) -> str:
    """The ticks of an axis that lies across, and its mark."""
    drawn = []
    for tick in scale.ticks:
        x, anchor = _percent(scale.part(tick)), _anchor(scale.part(tick), 0.04)
        drawn.append(
            f'<line class="grid" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/><text class="axis" x="{x}"'
            f' y="{bottom + LINE}" text-anchor="{anchor}">{escape(show(tick))}</text>'
        )
    if mark is not None:
        x, anchor = _percent(scale.part(mark.value)), _anchor(scale.part(mark.value), 0.2)
        drawn.append(
            f'<line class="mark" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>'
            f'<text class="axis" x="{x}" y="{LINE - 5}" text-anchor="{anchor}">{escape(mark.label)}</text>'
        )
    return "".join(drawn)


def _repeated(rows: Sequence[Bar]) -> list[str]:
    """The labels of every group, if all groups have the same ones."""
    groups: dict[str, list[str]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row.label)
    first, *others = groups.values() or [[]]
    return first if others and "" not in groups and all(labels == first for labels in others) else []


def _bar(row: Bar, scale: _Scale, y: float, paint: str) -> str:
    zero, end = sorted((scale.part(0), scale.part(row.value)))
    return (
        f'<rect class="{paint}" x="{_percent(zero)}" y="{num(y)}" width="{_percent(end - zero)}"'
        f' height="{BAR}"/>' + _whisker(row, scale, y)
    )


def _dot(row: Bar, scale: _Scale, y: float, paint: str) -> str:
    return (
        _whisker(row, scale, y)
        + f'<circle class="{paint}" cx="{_percent(scale.part(row.value))}" cy="{num(y + BAR / 2)}" r="6"/>'
    )


def _whisker(row: Bar, scale: _Scale, y: float) -> str:
    if row.low is None or row.high is None:
        return ""
    low, high, middle = _percent(scale.part(row.low)), _percent(scale.part(row.high)), num(y + BAR / 2)
    ends = f'y1="{num(y + 3)}" y2="{num(y + BAR - 3)}"'
    return "".join(
        f'<line class="{kind}" {where}/>'
        for kind in ("whisker edge", "whisker")
        for where in (
            f'x1="{low}" x2="{high}" y1="{middle}" y2="{middle}"',
            f'x1="{low}" x2="{low}" {ends}',
            f'x1="{high}" x2="{high}" {ends}',
        )
    )


def _figures(row: Bar, show: Show, language: str) -> str:
    value, between = show(row.value, language), _interval(row, show, language)
    return f"{value} ({between})" if between else value


def _interval(row: Bar, show: Show, language: str) -> str:
    return "" if row.low is None or row.high is None else interval(row.low, row.high, show, language)


def _behind(
    caption: str, rows: Sequence[Bar], show: Show, language: str, heads: tuple[str, str] | None
) -> Html:
    say = words(language)
    name, note = heads or (say("name"), say("note"))
    columns = [(name, [row.label for row in rows])]
    if any(row.group for row in rows):
        columns.append((say("group"), [row.group for row in rows]))
    columns.append((say("value"), [show(row.value, language) for row in rows]))
    if any(row.low is not None for row in rows):
        columns.append((say("95% interval"), [_interval(row, show, language) or "–" for row in rows]))
    if any(row.note for row in rows):
        columns.append((note, [row.note for row in rows]))
    cells = list(zip(*(column for _, column in columns), strict=True))
    return table([head for head, _ in columns], cells, name=caption)


class _Drawing(NamedTuple):
    """The content of a picture. `kind` is a class of the style sheet, which sets margins."""

    content: str
    height: float
    kind: str = ""
    legend: str = ""


def _figure(caption: str, drawing: _Drawing, told: Sequence[str], behind: Html, language: str) -> Html:
    say = words(language)
    return Html(
        f"<figure><figcaption>{escape(caption)}</figcaption>{drawing.legend}"
        f'<svg class="plot{drawing.kind and " " + drawing.kind}" width="100%" height="{num(drawing.height)}"'
        f' role="img" aria-label="{escape(caption)}"><desc>{escape("; ".join(told))}</desc>'
        f"{drawing.content}</svg>"
        f'<details><summary>{escape(say("Table"))}<span class="unseen">: {escape(caption)}</span></summary>'
        f"{behind}</details></figure>"
    )


def _legend(rows: Iterable[tuple[str, str]]) -> str:
    items = "".join(f"<li>{key}{escape(name)}</li>" for key, name in rows)
    return f'<ul class="legend">{items}</ul>' if items else ""


def _grid(up: _Scale) -> str:
    """A horizontal line at each tick."""
    heights = [num(_height(up, tick)) for tick in up.ticks]
    return "".join(f'<line class="grid" x1="0" x2="100%" y1="{y}" y2="{y}"/>' for y in heights)


def _upright(up: _Scale, show: Show, language: str) -> str:
    """The values of the ticks, at the left of their lines."""
    return "".join(
        f'<text class="axis" x="-6" y="{num(_height(up, tick) + 4)}" text-anchor="end">'
        f"{escape(short(show(tick, language), language))}</text>"
        for tick in up.ticks
    )


def _height(up: _Scale, value: float) -> float:
    return HEIGHT - (HEIGHT - LINE - 4) * up.part(value)


def _below(first: str, last: str, across: str) -> str:
    y = HEIGHT + LINE
    return (
        f'<text class="axis" x="0" y="{y}">{escape(first)}</text>'
        f'<text class="axis" x="50%" y="{y}" text-anchor="middle">{escape(across)}</text>'
        f'<text class="axis" x="100%" y="{y}" text-anchor="end">{escape(last)}</text>'
    )


class _Bin(NamedTuple):
    low: float
    high: float  # exclusive
    label: str


def _bins(values: Sequence[float], show: Show, language: str) -> list[_Bin]:
    least, greatest = (min(values), max(values)) if values else (0, 0)
    entire = all(value == int(value) for value in values)
    step = _round_step(max(greatest - least + entire, 1e-9) / BINS)
    if entire:
        step = max(math.ceil(step), 1)
    found = []
    for n in range(math.floor(least / step), math.floor(greatest / step) + 1):
        low, high = n * step, (n + 1) * step
        first, last = show(low, language), show(high - 1 if entire else high, language)
        found.append(_Bin(low, high, first if first == last else f"{first}–{last}"))
    return found


def _quantile(values: Sequence[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[round(part * (len(ordered) - 1))]


def _paint(index: int, colour: str) -> str:
    return f"p-{colour}" if colour else f"s{index % PAINTS}"


def _anchor(part: float, edge: float) -> str:
    return "start" if part < edge else "end" if part > 1 - edge else "middle"


def _percent(part: float) -> str:
    return f"{100 * part:.2f}".rstrip("0").rstrip(".") + "%"
