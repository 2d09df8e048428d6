"""Many games of one kind side by side, stepped together: for learners.

When a game ends, a new one starts in its slot at once. `legal` holds the legal actions of each game as a row,
of which the first `count` entries are valid; `mask` gives the same as booleans.
"""

from __future__ import annotations

import numpy as np

from rooftop.engine.engine import Startable
from rooftop.engine.record import Array
from rooftop.engine.state import RandomStream
from rooftop.engine.streams import seed_rows
from rooftop.errors import MoveError, OptionError


class Batch:
    """`size` games in step. Equal seeds give equal batches."""

    def __init__(self, game: Startable, size: int, seed: int = 0) -> None:
        if isinstance(size, bool) or not isinstance(size, int) or size < 1:
            raise OptionError(f"batch size must be at least 1, not {size!r}")
        engine = game.engine
        self.game = game
        self.states = engine.rules.state.array(size)
        self.legal = np.zeros((size, engine.rules.actions), np.int16)
        self.count = np.zeros(size, np.int32)
        self.ended = np.zeros(size, np.bool_)  # which games ended in the last step
        self.ranks = np.zeros((size, game.players), np.int8)  # the final ranks in those games
        self._games = RandomStream.array(size)
        self._choices = RandomStream.array(size)
        seed_rows(self._games, seed, range(size), "games")
        seed_rows(self._choices, seed, range(size), "choices")
        engine.start_batch(
            self.states, game.tables, engine.blank, self._games, game.players, game.encoded, self.count
        )
        engine.list_batch(self.states, game.tables, self.legal, self.count)

    @property
    def to_act(self) -> Array:
        """The seat that decides in each game."""
        seats: Array = self.states["to_act"]
        return seats

    def mask(self) -> Array:
        """Which actions are legal: a row of booleans for each game."""
        rows = np.zeros(self.legal.shape, np.bool_)
        listed = np.arange(self.legal.shape[1]) < self.count[:, None]
        rows[np.nonzero(listed)[0], self.legal[listed]] = True
        return rows

    def random(self) -> Array:
        """A random legal action for every game."""
        chosen = np.empty(len(self.count), np.int16)
        self.game.engine.choose_batch(self._choices, self.legal, self.count, chosen)
        return chosen

    def step(self, actions: Array) -> None:
        """Make one decision in every game. Raises MoveError and changes nothing if any of them is illegal."""
        game, engine = self.game, self.game.engine
        given = np.asarray(actions)
        if given.shape != self.count.shape or given.dtype.kind not in "iu":
            raise MoveError(f"a step needs {len(self.count)} integers, one action for each game")
        if given.min() < 0 or given.max() >= engine.rules.actions:
            raise MoveError(f"actions are integers from 0 to {engine.rules.actions - 1}")
        chosen = np.ascontiguousarray(given, np.int16)
        wrong = engine.refused(self.legal, self.count, chosen)
        if wrong >= 0:
            raise MoveError(f"game {wrong}: {game.notation(int(chosen[wrong]))!r} is not legal now")
        engine.step_batch(
            self.states,
            game.tables,
            engine.blank,
            self._games,
            game.players,
            game.encoded,
            chosen,
            self.legal,
            self.count,
            self.ended,
            self.ranks,
        )
