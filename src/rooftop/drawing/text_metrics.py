"""The width of text in the bundled fonts, and ways to make it fit.

The fonts and their licences are in `web/fonts`; `metrics.json` there has the width of every character.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Literal

import msgspec

from rooftop.game.decoding import decode_json

Face = Literal["display", "text", "strong"]
Anchor = Literal["start", "middle", "end"]
ELLIPSIS = "…"


class Metrics(msgspec.Struct, frozen=True):
    """A bundled face. `widths` are in units of the em, which has `unit` of them."""

    family: str
    weight: int
    file: str
    unit: int
    widths: dict[str, int]


def _folder() -> Path:
    return Path(str(resources.files("rooftop"))) / "web" / "fonts"


@lru_cache(maxsize=1)
def faces() -> dict[str, Metrics]:
    return decode_json((_folder() / "metrics.json").read_bytes(), dict[str, Metrics])


def font_files() -> list[Path]:
    """The bundled font files, for rasterisers."""
    return [_folder() / face.file for face in faces().values()]


@lru_cache(maxsize=4096)
def width(text: str, face: Face, size: float, spacing: float = 0) -> float:
    """The width of a text. Characters missing from the font count as one em."""
    metrics = faces()[face]
    units = sum(metrics.widths.get(letter, metrics.unit) for letter in text)
    return units * size / metrics.unit + spacing * len(text)


@lru_cache(maxsize=4096)
def fit(text: str, face: Face, size: float, room: float) -> str:
    """The text, truncated with an ellipsis if it does not fit."""
    if width(text, face, size) <= room:
        return text
    while text and width(text + ELLIPSIS, face, size) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def shrink(text: str, face: Face, size: float, least: float, room: float) -> float:
    """The largest size, not below `least`, at which the text fits."""
    while size > least and width(text, face, size) > room:
        size = max(size - 0.5, least)
    return size


@lru_cache(maxsize=4096)
def wrap(text: str, face: Face, size: float, room: float, lines: int) -> tuple[str, ...]:
    """The text in at most `lines` lines, truncated if it does not fit."""
    wrapped: list[str] = []
    rest = text.split(" ")  # not at no-break spaces
    while rest and len(wrapped) < lines - 1:
        line = rest.pop(0)
        while rest and width(f"{line} {rest[0]}", face, size) <= room:
            line += " " + rest.pop(0)
        wrapped.append(fit(line, face, size, room))
    if rest:
        wrapped.append(fit(" ".join(rest), face, size, room))
    return tuple(wrapped)


@lru_cache(maxsize=4096)
def is_cut(text: str, face: Face, size: float, room: float, lines: int) -> bool:
    """Whether a text does not fit in `lines` lines."""
    return any(line.endswith(ELLIPSIS) for line in wrap(text, face, size, room, lines))


@lru_cache(maxsize=4096)
def balanced(text: str, face: Face, size: float, room: float, lines: int) -> tuple[str, ...]:
    """The text in as few lines as possible, all about equally long."""
    wrapped = wrap(text, face, size, room, lines)
    while len(wrapped) > 1:
        room -= 3
        narrower = wrap(text, face, size, room, lines + 1)
        if len(narrower) > len(wrapped) or is_cut(text, face, size, room, lines):
            break
        wrapped = narrower
    return wrapped


def filling(
    text: str, face: Face, sizes: tuple[float, ...], room: float, tall: float, line: float
) -> tuple[tuple[str, ...], float]:
    """All of the text in lines at the first of these sizes at which it fits, and the size; no lines if none
    does. `line` is the height of a line, as a multiple of the size."""
    for size in sizes:
        most = int(tall / (size * line))
        if most > 0 and not is_cut(text, face, size, room, most):
            return wrap(text, face, size, room, most), size
    return (), sizes[-1]
