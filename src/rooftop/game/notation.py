"""Helpers for parsing moves."""

from __future__ import annotations

from collections.abc import Collection

from rooftop.errors import MoveError


def one_of(text: str, word: str, known: Collection[str], what: str) -> str:
    """Return `word` if it is known; otherwise raise MoveError with the known ones."""
    if word not in known:
        raise MoveError(f"{text!r}: unknown {what} {word!r}; expected one of {', '.join(known)}")
    return word
