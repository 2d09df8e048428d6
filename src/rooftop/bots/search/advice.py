"""Advice: the best moves of a position, and the chance of winning with each for the seat to act.

A search spends most of its simulations on the move that it likes best, so it knows little about the others.
An adviser spends the second half of them on the few moves that matter, the least explored first, so that
their chances can be compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from rooftop.bots.search.tree import Judged, Tree, stream_of
from rooftop.engine.record import Array
from rooftop.game.position import Game, Position

CHUNK = 32  # simulations between two checks of the clock
BROAD = 0.5  # the part of the simulations that looks at all moves
BEST = 3


class Adviser:
    """Judges positions of one game. It keeps nothing between positions, so equal questions with a number of
    simulations get equal answers."""

    def __init__(self, game: Game, clock: Callable[[], float] = time.monotonic) -> None:
        self.game = game
        self._clock = clock
        self._tree = Tree(game, game.title.search)

    def advise(
        self,
        position: Position,
        also: Sequence[int] = (),
        *,
        best: int = BEST,
        seed: int = 0,
        simulations: int | None = None,
        seconds: float | None = None,
    ) -> list[Judged]:
        """The `best` moves, and those in `also`, with the chance of winning for the seat to act; best first.

        `position` is blinded for that seat. A move that wins at once has the chance 1. Without `simulations`
        it uses those of the title's master; `seconds` end it earlier.
        """
        tree, seat = self._tree, position.to_act
        began = self._clock()
        wanted = simulations or position.game.title.search.simulations
        tree.forget()
        tree.stream[:] = advice_stream(position, seed)
        winning = tree.winning(position.rows)
        tree.plant()

        def is_time_up(part: float) -> bool:
            return seconds is not None and self._clock() >= began + part * seconds

        at_once = CHUNK if position.game.engine.compiled else 1
        broad = broad_part(wanted)
        while (left := broad - tree.visits) > 0:
            tree.simulate(position.rows, min(at_once, left))
            if is_time_up(BROAD):
                break
        count = tree.candidates(seat, winning, best, also)
        while (least := tree.least_known(count, 0 if is_time_up(1) else wanted)) is not None:
            tree.simulate_below(position.rows, least, seat, at_once)
        return in_order(tree.judged_of(seat, count, winning))


def advice_stream(position: Position, seed: int = 0) -> Array:
    """The random stream of the advice for a position."""
    return stream_of(f"{seed} {position.ply} {position.to_act}", "advice")


def broad_part(wanted: int) -> int:
    """How many of these simulations look at all moves."""
    return max(1, round(BROAD * wanted))


def in_order(judged: list[Judged]) -> list[Judged]:
    """Judged moves, best first."""
    return sorted(judged, key=lambda one: (-one.chance, one.action))
