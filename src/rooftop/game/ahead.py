"""Decisions ahead: where several seats choose in secret one after the other, all of them may choose at once.

A title says where that is possible (`Title.ahead`): where the options of a seat do not depend on what the
seats before it decide. A decision ahead stays secret until the turn of its seat comes, and can be changed
until then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rooftop.game.match import Match
from rooftop.game.position import Position


@dataclass(frozen=True, eq=False)
class Ahead:
    """What a seat can decide ahead. The position is as if it were the seat's turn, after its decisions so
    far. It does not show the effect of the last one, because that may end the turns of all."""

    position: Position
    decided: Sequence[int]  # its decisions so far
    count: int  # the number of decisions in a row that it can make

    @property
    def is_complete(self) -> bool:
        return len(self.decided) == self.count

    def legal(self) -> list[int]:
        """The actions to choose from; empty if everything is decided."""
        return [] if self.is_complete else self.position.legal()


def ahead(match: Match, seat: int, decided: Sequence[int] = ()) -> Ahead | None:
    """What a seat can decide ahead, after some decisions; None if it must wait, or they are not legal."""
    title = match.title
    if title.ahead is None or match.over or match.to_act == seat:
        return None
    position = match.position.clone()
    count = title.ahead(match.game.board, position.state, seat)
    if not count > 0 or len(decided) > count:
        return None
    for number, action in enumerate(decided, 1):
        if action not in position.legal():
            return None
        if number < count:
            position.apply(action)
    return Ahead(position, list(decided), count)
