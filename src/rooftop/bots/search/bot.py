"""The bot that searches."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from math import exp
from random import Random

from rooftop.bots.network.program import Evaluator
from rooftop.bots.search.tree import Judged, Tree, stream_of
from rooftop.engine.record import Array
from rooftop.errors import OptionError
from rooftop.game.position import Game, Position
from rooftop.game.title import AnyTitle, SearchSettings

CHUNK = 64  # simulations of a tree between two checks of the clock and of the result
KEPT = 0.75  # the largest share of a decision's simulations that can come from earlier decisions
SETTINGS = [field.name for field in fields(SearchSettings) if field.name not in ("length", "simulations")]
GOOD = 0.1  # an action with this share of the most visits is good enough to be chosen with noise


class SearchBot:
    """Search for a number of simulations and play the action that was tried most.

    With the same seed it makes the same choices, unless `seconds` ends a search or it uses several threads.
    `noise` makes it choose among good actions: with two players, an action whose chance of winning is lower
    by `noise` is e times less likely to be played than the best. With `network` (1) it uses the title's
    network. Other keywords replace the title's `SearchSettings`.
    """

    def __init__(
        self,
        seed: int | None = None,
        simulations: int | None = None,
        seconds: float | None = None,
        noise: float = 0.0,
        threads: int = 1,
        network: int = 0,
        **settings: float,
    ) -> None:
        _check("simulations", simulations, 1, whole=True)
        _check("seconds", seconds, 0)
        _check("noise", noise, 0)
        _check("threads", threads, 1, whole=True)
        if network not in (0, 1):
            raise OptionError(f"network of the search must be 0 or 1, not {network!r}")
        for name in settings:
            if name not in SETTINGS:
                raise OptionError(
                    f"the search has no setting {name!r}; expected one of {', '.join(SETTINGS)}"
                )
        self.simulations = simulations
        self.seconds = seconds
        self.noise = noise
        self.threads = threads
        self.network = bool(network)
        self.settings = settings
        self._seed = Random().getrandbits(64) if seed is None else seed
        self._stopped = False
        self._pool: ThreadPoolExecutor | None = None  # of several threads
        self._game: Game | None = None
        self._trees: list[Tree] = []
        self._root: tuple[int, int, tuple[int, ...]] | None = None  # seat, reveals and record of a search

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), "_pool": None}  # threads start again

    def choose(self, position: Position, record: Sequence[int] = ()) -> int:
        legal = position.legal()
        if len(legal) == 1:
            return legal[0]
        winning = self._trees_for(position)[0].winning(position.rows)
        if winning is not None:
            return winning
        return self.pick(position, self.judge(position, record))

    def pick(self, position: Position, judged: list[Judged]) -> int:
        """The action to play, among those that a search has judged: the first, or with noise a good one."""
        if self.noise == 0:
            return judged[0].action
        noise = self.noise * 2 / position.game.players  # the more players, the smaller their chances
        return any_good(judged, noise, Random(f"{self._seed} {position.ply}"))

    def judge(self, position: Position, record: Sequence[int] = ()) -> list[Judged]:
        """How the search judges the actions of the seat to act, most visited first.

        `position` is blinded for that seat. `record` holds the actions of the game so far, with -1 for those
        that the seat may not know; with it, the search continues from the tree of the previous one.
        """
        ends = None if self.seconds is None else time.monotonic() + self.seconds
        trees = self._trees_for(position)
        self._keep(position, record)
        for tree in trees:
            tree.plant()
        wanted = self.budget(position)
        left = wanted - min(sum(tree.visits for tree in trees), int(KEPT * wanted))
        at_once = CHUNK if position.game.engine.compiled else 1
        done = 0  # simulations of each tree
        self._stopped = False
        while done * len(trees) < left:
            count = min(at_once, -(-left // len(trees)) - done)
            self._simulate(position, count)
            done += count
            if self._stopped or (ends is not None and time.monotonic() >= ends):
                break
            if done % CHUNK == 0 and is_settled(trees, left - done * len(trees)):
                break
        return together([tree.judged(position.to_act) for tree in trees])

    def stop(self) -> None:
        """Stop a search that runs in another thread; it returns what it has found."""
        self._stopped = True

    def budget(self, position: Position) -> int:
        """The number of simulations for a decision: by default those of the title's master."""
        return self.simulations or self._settings(position.game.title).simulations

    def stream(self, position: Position, number: int = 0) -> Array:
        """The random stream of tree `number` for a position."""
        return stream_of(f"{self._seed} {position.ply} {position.to_act}", f"tree {number}")

    def _settings(self, title: AnyTitle) -> SearchSettings:
        return (title.network_search or title.search) if self.network else title.search

    def _simulate(self, position: Position, count: int) -> None:
        if len(self._trees) == 1:
            self._trees[0].simulate(position.rows, count)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor()
        list(self._pool.map(lambda tree: tree.simulate(position.rows, count), self._trees))

    def _trees_for(self, position: Position) -> list[Tree]:
        """The trees, one for each thread, with fresh random streams for this position."""
        game = position.game
        if self._game is not game:
            self._game, self._root, self._trees = game, None, []
        del self._trees[self.threads :]
        while len(self._trees) < self.threads:
            settings = replace(self._settings(game.title), **self.settings)  # type: ignore[arg-type]
            evaluator = Evaluator(game.title) if self.network else None
            self._trees.append(Tree(game, settings, evaluator))
        for number, tree in enumerate(self._trees):
            tree.stream[:] = self.stream(position, number)
        return self._trees

    def _keep(self, position: Position, record: Sequence[int]) -> None:
        """Keep what the last search learned about this position, if it was in its tree."""
        seat, reveals, actions = position.to_act, int(position.rows["reveals"][0]), tuple(record)
        is_whole = len(actions) == position.ply
        since: tuple[int, ...] | None = None
        if is_whole and self._root is not None and self._root[:2] == (seat, reveals):
            before = self._root[2]
            if actions[: len(before)] == before:
                since = actions[len(before) :]
        for tree in self._trees:
            if since is None or -1 in since:
                tree.forget()
            else:
                tree.follow(since)
        self._root = (seat, reveals, actions) if is_whole else None


def any_good(judged: list[Judged], noise: float, chance: Random) -> int:
    """One of the good actions; better ones are more likely."""
    good = [one for one in judged if one.visits >= GOOD * judged[0].visits]
    best = max(one.chance for one in good)
    weights = [exp((one.chance - best) / noise) for one in good]
    return chance.choices(good, weights)[0].action


def together(trees: Sequence[Sequence[Judged]]) -> list[Judged]:
    """What all trees say about the actions at their roots, most visited first."""
    visits: dict[int, int] = {}
    chances: dict[int, float] = {}
    for tree in trees:
        for one in tree:
            visits[one.action] = visits.get(one.action, 0) + one.visits
            chances[one.action] = chances.get(one.action, 0.0) + one.visits * one.chance
    judged = [Judged(action, count, chances[action] / count) for action, count in visits.items()]
    return sorted(judged, key=lambda one: (-one.visits, -one.chance))


def is_settled(trees: list[Tree], left: int) -> bool:
    """Whether the remaining simulations cannot change the choice."""
    search, seen = trees[0].search, trees[0].seen
    for tree in trees:
        search.tally(tree.nodes, seen)
    return bool(search.settled(seen, left))


def _check(name: str, number: float | None, least: int, whole: bool = False) -> None:
    if number is None:
        return
    if whole and not isinstance(number, int):
        raise OptionError(f"{name} of the search must be a whole number, not {number!r}")
    if not number >= least:
        raise OptionError(f"{name} of the search must be at least {least}, not {number!r}")
