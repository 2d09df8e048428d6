"""Advice: the best moves of a position, and how likely the seat to act is to win with each.

A search spends most of its simulations on the move that it likes best, so it knows little about the others.
An adviser spends the second half of them on the few moves that matter, the one it knows least about first, so
that their chances can be compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from rooftop.bots.search.tree import Judged, Tree
from rooftop.game.position import Game, Position

CHUNK = 32  # simulations between two looks at the clock
BROAD = 0.5  # the part of the simulations that looks at all moves
LEAST = 16  # simulations of every move that is judged, whatever the time
BEST = 3


class Adviser:
    """Judges positions of one game. It keeps nothing from one to the next, so equal questions with a number
    of simulations get equal answers."""

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
        """The `best` moves, and those in `also`, with the chance of the seat to act to win; the best first.

        `position` is blinded for that seat. A move that wins at once has the chance 1. Without `simulations`
        it uses those of the title's master; `seconds` end it earlier.
        """
        tree, seat = self._tree, position.to_act
        began = self._clock()
        wanted = simulations or position.game.title.search.simulations
        tree.forget()
        tree.seed(f"{seed} {position.ply} {seat}", "advice")
        winning = tree.winning(position.rows)
        tree.plant()

        def is_time_up(part: float) -> bool:
            return seconds is not None and self._clock() >= began + part * seconds

        at_once = CHUNK if position.game.engine.compiled else 1
        broad = max(1, round(BROAD * wanted))
        while (left := broad - tree.visits) > 0:
            tree.simulate(position.rows, min(at_once, left))
            if is_time_up(BROAD):
                break
        liked = sorted(tree.judged(seat), key=lambda one: (-one.visits, -one.chance))
        named = [one.action for one in liked[:best]]
        if winning is not None:
            named = [winning, *(action for action in named if action != winning)][:best]
        named += [action for action in also if action not in named]
        found = {one.action: one for one in liked}
        while len(named) > 1:
            least = min(named, key=lambda action: found[action].visits if action in found else 0)
            known = found[least].visits if least in found else 0
            if known >= LEAST and (tree.visits >= wanted or is_time_up(1)):
                break
            tree.simulate_below(position.rows, least, seat, at_once)
            found = {one.action: one for one in tree.judged(seat)}
        if winning is not None:
            found[winning] = Judged(winning, found[winning].visits if winning in found else 0, 1.0)
        return sorted((found[action] for action in named), key=lambda one: (-one.chance, one.action))
