"""Many games of one kind side by side, stepped together: for learners.

A game that ends makes room for a new one at once. `legal` holds each game's legal actions as a row of which
the first `count` are meant; `mask` says the same in booleans, for those who need it.
"""

from __future__ import annotations

import numpy as np

from rooftop.core.errors import MoveError, OptionError
from rooftop.core.kernel import Array
from rooftop.core.position import Game
from rooftop.core.seed import seed_of, words
from rooftop.core.state import Chooser


class Batch:
    """`size` games in step. Equal seeds give equal batches."""

    def __init__(self, game: Game, size: int, seed: int = 0) -> None:
        if isinstance(size, bool) or not isinstance(size, int) or size < 1:
            raise OptionError(f"a batch of {size!r} games cannot be; give a number from 1")
        self.game = game
        self.states = game.title.state.array(size)
        self.legal = np.zeros((size, game.title.actions), np.int16)
        self.count = np.zeros(size, np.int32)
        self.ended = np.zeros(size, np.bool_)  # whether a game has ended in the last step
        self.places = np.zeros((size, game.players), np.int8)  # of the games that have
        self._choosers = Chooser.array(size)
        self._policy = Chooser.array(size)
        for place in range(size):
            self._choosers["rng"][place] = words(seed_of(seed, place), "games")
            self._policy["rng"][place] = words(seed_of(seed, place), "choices")
        engine = game.engine
        engine.start_batch(
            self.states, game.tables, engine.blank, self._choosers, game.players, game.encoded, self.count
        )
        engine.list_batch(self.states, game.tables, self.legal, self.count)

    @property
    def to_act(self) -> Array:
        """The seat that decides in each game."""
        seats: Array = self.states["to_act"]
        return seats

    def mask(self) -> Array:
        """Which actions are legal, one row of booleans for each game."""
        rows = np.zeros(self.legal.shape, np.bool_)
        listed = np.arange(self.legal.shape[1]) < self.count[:, None]
        rows[np.nonzero(listed)[0], self.legal[listed]] = True
        return rows

    def random(self) -> Array:
        """A random legal action for every game."""
        chosen = np.empty(len(self.count), np.int16)
        self.game.engine.choose_batch(self._policy, self.legal, self.count, chosen)
        return chosen

    def step(self, actions: Array) -> None:
        """One decision in every game. A MoveError if any of them is not legal; nothing has changed then."""
        game, engine = self.game, self.game.engine
        given = np.asarray(actions)
        if given.shape != self.count.shape or given.dtype.kind not in "iu":
            raise MoveError(f"a step needs {len(self.count)} actions, a whole number for each game")
        if given.min() < 0 or given.max() >= game.title.actions:
            raise MoveError(f"actions are numbers from 0 to {game.title.actions - 1}")
        chosen = np.ascontiguousarray(given, np.int16)
        wrong = engine.refused(self.legal, self.count, chosen)
        if wrong >= 0:
            said = game.title.moves.notation(game.board, int(chosen[wrong]))
            raise MoveError(f"game {wrong}: {said!r} is not possible now")
        engine.step_batch(
            self.states,
            game.tables,
            engine.blank,
            self._choosers,
            game.players,
            game.encoded,
            chosen,
            self.legal,
            self.count,
            self.ended,
            self.places,
        )
