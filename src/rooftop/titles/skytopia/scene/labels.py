"""Texts that must fit into the room they have."""

from __future__ import annotations

from functools import lru_cache

from rooftop.drawing import text_metrics
from rooftop.drawing.svg import text
from rooftop.drawing.text_metrics import Face


def lines(
    words: str, x: float, y: float, size: float, room: float, most: int, fill: str,
    face: Face = "text", anchor: str = "start", line: float = 1.16,
) -> str:  # fmt: skip
    """A text in at most `most` lines; the baseline of the first is at y."""
    return "".join(
        text(x, y + number * size * line, words, size, fill, face, anchor)
        for number, words in enumerate(balanced(words, face, size, room, most))
    )


@lru_cache(maxsize=4096)
def balanced(words: str, face: Face, size: float, room: float, most: int) -> tuple[str, ...]:
    """A text in as few lines as possible, all about equally long."""
    wrapped = text_metrics.wrap(words, face, size, room, most)
    while len(wrapped) > 1:
        room -= 3
        narrower = text_metrics.wrap(words, face, size, room, most + 1)
        if len(narrower) > len(wrapped) or is_cut(words, face, size, room, most):
            break
        wrapped = narrower
    return wrapped


def fitted(words: str, face: Face, sizes: tuple[float, ...], room: float, most: int) -> float:
    """The first of these sizes at which a text fits in `most` lines, or the last size."""
    return next((size for size in sizes if not is_cut(words, face, size, room, most)), sizes[-1])


def is_cut(words: str, face: Face, size: float, room: float, most: int) -> bool:
    """Whether a text does not fit in `most` lines."""
    wrapped = text_metrics.wrap(words, face, size, room, most)
    return any(line.endswith(text_metrics.ELLIPSIS) for line in wrapped)
