"""Texts in pictures: how wide they are in the bundled fonts, and how to make them fit.

The fonts lie in `web/fonts`, with their licences; `metrics.json` there holds the width of every letter.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Literal

import msgspec

from rooftop.game.decoding import decode_json

Face = Literal["display", "text", "strong"]
ELLIPSIS = "…"


class Metrics(msgspec.Struct, frozen=True):
    """One bundled face. `widths` are in parts of the em, `unit` of which make the size."""

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
    """The bundled fonts, for programs that turn a picture into pixels."""
    return [_folder() / face.file for face in faces().values()]


@lru_cache(maxsize=4096)
def width(text: str, face: Face, size: float, spacing: float = 0) -> float:
    """How wide a text is. Letters that the fonts lack count as wide ones."""
    metrics = faces()[face]
    units = sum(metrics.widths.get(letter, metrics.unit) for letter in text)
    return units * size / metrics.unit + spacing * len(text)


@lru_cache(maxsize=4096)
def fit(text: str, face: Face, size: float, room: float) -> str:
    """The text, cut off with an ellipsis where it does not fit."""
    if width(text, face, size) <= room:
        return text
    while text and width(text + ELLIPSIS, face, size) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def shrink(text: str, face: Face, size: float, least: float, room: float) -> float:
    """The size in which a text fits, so far as it is not below the least: half a step at a time."""
    while size > least and width(text, face, size) > room:
        size -= 0.5
    return size


@lru_cache(maxsize=4096)
def wrap(text: str, face: Face, size: float, room: float, lines: int) -> tuple[str, ...]:
    """The text in at most so many lines; what does not fit is cut off."""
    made: list[str] = []
    rest = text.split()
    while rest and len(made) < lines - 1:
        line = rest.pop(0)
        while rest and width(f"{line} {rest[0]}", face, size) <= room:
            line += " " + rest.pop(0)
        made.append(fit(line, face, size, room))
    if rest:
        made.append(fit(" ".join(rest), face, size, room))
    return tuple(made)
