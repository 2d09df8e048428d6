"""Texts that must fit into the room they have."""

from __future__ import annotations

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
        for number, words in enumerate(text_metrics.wrap(words, face, size, room, most))
    )


def fitted(words: str, face: Face, sizes: tuple[float, ...], room: float, most: int) -> float:
    """The first of these sizes at which a text fits in `most` lines, or the last size."""
    for size in sizes:
        wrapped = text_metrics.wrap(words, face, size, room, most)
        if not wrapped or not wrapped[-1].endswith(text_metrics.ELLIPSIS):
            return size
    return sizes[-1]
