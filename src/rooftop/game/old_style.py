"""Moves and events of a title that still has a module for each question about them."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from rooftop.game.title import Event, Move


class OldMoves:
    unfitting: frozenset[int] = frozenset()

    def __init__(self, moves: Any, reasons: Any) -> None:
        self.notation, self.parse, self.parts = moves.notation, moves.parse, moves.parts
        self.old, self.why_not = moves, reasons.why_not

    def kind(self, action: int) -> None:
        return None

    def offer(self, board: Any, view: Any, action: int, say: Any) -> Move:
        old = self.old
        return Move(
            old.notation(board, action),
            old.describe(board, view, action, say),
            old.group(board, view, action, say),
            old.parts(board, action),
        )

    def prompt(self, board: Any, view: Any, legal: Sequence[int], say: Any) -> str:
        text: str = self.old.prompt(board, view, say)
        return text

    def move(self, board: Any, action: int, view: Any = None) -> Any:
        old = self.old
        return SimpleNamespace(
            notation=lambda: old.notation(board, action),
            text=lambda say: old.describe(board, view, action, say),
            assumed=tuple,
            parts=lambda: old.parts(board, action),
            prices=lambda after, say: old.prices(board, view, after, action, say),
            preview=lambda after, events, names, say: old.preview(
                board, view, after, action, list(events), list(names), say
            ),
        )


class OldEvents:
    rows: tuple[Any, ...] = ()

    def __init__(self, names: tuple[str, ...], log: Any) -> None:
        self.names, self.log = names, log

    def tell(self, board: Any, event: Event, names: Sequence[str], say: Any) -> str:
        text: str = self.log.tell(board, event, list(names), say)
        return text

    def way(self, board: Any, event: Event, marks: Sequence[str]) -> None:
        return None
