"""Moves as people write them: reading their words."""

from __future__ import annotations

from collections.abc import Collection

from rooftop.errors import MoveError


def one_of(text: str, word: str, known: Collection[str], what: str) -> str:
    """The word of a move, if it is a known one; else a MoveError that lists those."""
    if word not in known:
        raise MoveError(f"{text!r}: there is no {what} {word!r}; there are {', '.join(known)}")
    return word
