"""Many games of a title side by side, one decision in each at a time, for learners.

A batch is a few arrays with a row for each game. `step` makes a decision in every game and refills them,
without running Python for any single game. On a GPU (`device="cuda"`) the arrays live there, and PyTorch, JAX
and CuPy use them without a copy. They are the batch's own memory: read them before the next step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np

from rooftop.engine.engine import ENTRIES, Engine, Startable
from rooftop.engine.record import Array, Record
from rooftop.engine.state import RENEW, SKIP
from rooftop.engine.streams import seeded_slots
from rooftop.errors import MoveError, OptionError

__all__ = ["RENEW", "SKIP", "Batch"]

Rewards = Literal["place", "margin"]
STEP, SHOW = ENTRIES["step_batch"].split()[2:], ENTRIES["show_batch"].split()
RANDOM = ("random", "random before")  # drawn by the last two steps, alternately
AGREED = ("T", "kinds", "players", "settings")  # arrays that follow from the games
ROWS = ("actions", "mask", "observation", "ranks", "points", "rewards")  # arrays with a row for each game


class Refused(NamedTuple):
    """The first illegal action of a step."""

    slot: int
    action: int


class Device(Protocol):
    """Where the arrays of a batch live and its kernels run."""

    state: type[Record]

    def put(self, array: Array) -> Any: ...
    def put_rows(self, array: Array) -> Any: ...  # with a row for each game
    def shown(self, array: Any) -> Any: ...
    def start(self, arrays: dict[str, Any]) -> None: ...  # the arguments of the kernels, by name
    def kept(self) -> dict[str, Any]: ...  # copies of these arrays, for a batch that continues from this one
    def step(self, given: Any, wait: bool) -> Refused | None: ...
    def refused(self) -> Refused | None: ...
    def random(self) -> Any: ...
    def greedy(self) -> Any: ...
    def action_values(self) -> Any: ...


class Cpu:
    """NumPy arrays and the engine's kernels, on one core."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.state = engine.rules.state

    def put(self, array: Array) -> Array:
        return array

    put_rows = put

    def shown(self, array: Array) -> Array:
        return array

    def start(self, arrays: dict[str, Any]) -> None:
        self.resume(arrays)
        self._advance()

    def resume(self, arrays: dict[str, Any]) -> None:
        """Continue with the arrays that another device has `kept`."""
        bind = self.engine.bind
        self._arrays = arrays
        self._chosen: Array = arrays["chosen"]
        # A step writes into the array that was not used last, so that its input stays unchanged.
        self._drawn: list[Array] = []
        self._steps: list[Callable[[], None]] = []
        for name in RANDOM:
            drawn = arrays[name].view()
            drawn.flags.writeable = False  # so it holds what is legal
            given = arrays | {"random": arrays[name]}
            self._drawn.append(drawn)
            self._steps.append(bind("step_batch", 0, len(self._chosen), *[given[name] for name in STEP]))
        self._refused = bind("refused", arrays["actions"], arrays["counts"], arrays["chosen"])
        self._show: Callable[[], None] | None = None
        if len(arrays["mask"]) or len(arrays["observation"]):
            self._show = bind("show_batch", *[arrays[name] for name in SHOW])
        self._games = [arrays[name] for name in ("S", "T", "kinds", "bots")]
        self._lists = (arrays["actions"], arrays["counts"])
        self._action_values = np.zeros((0, 0), np.int32)  # room for `action_values`
        self._random = self._drawn[1]

    def kept(self) -> dict[str, Any]:
        drawn = dict(zip(RANDOM, self._drawn, strict=True))  # the next step writes into the first
        return {name: np.array(array) for name, array in (self._arrays | drawn).items()}

    def _advance(self) -> None:
        self._steps[0]()
        self._random = self._drawn[0]
        self._steps.reverse()
        self._drawn.reverse()
        if self._show is not None:
            self._show()

    def step(self, given: Any, wait: bool) -> Refused | None:
        if given is self._random:
            self._chosen[:] = given
        elif (wrong := self._take(np.asarray(given))) is not None:
            return wrong
        self._advance()
        return None

    def _take(self, actions: Array) -> Refused | None:
        """Take the given actions, and return the first that is illegal."""
        check_shape(actions, len(self._chosen))
        known = actions
        if actions.dtype != np.int16:
            known = np.clip(actions, RENEW - 1, self.engine.rules.actions)  # anything else is refused
        self._chosen[:] = known
        wrong = self._refused()
        return Refused(wrong, int(actions[wrong])) if wrong >= 0 else None

    def refused(self) -> Refused | None:
        return None  # `step` has already said so

    def random(self) -> Array:
        return self._random

    def greedy(self) -> Array:
        chosen = np.empty_like(self._chosen)
        room, more, scratch = self.engine.room(), self.engine.room(), self.state.array(3)
        self.engine.greedy(*self._games, scratch, room, more, True, chosen)
        return chosen

    def action_values(self) -> Array:
        if not len(self._action_values):
            self._action_values = np.zeros((len(self._chosen), self.engine.rules.actions), np.int32)
        scratch, more = self.state.array(3), self.engine.room()
        self.engine.action_values(*self._games, scratch, more, *self._lists, self._action_values)
        return self._action_values


def check_shape(given: Any, size: int) -> None:
    """Raise MoveError if these are not `size` integers."""
    if tuple(given.shape) != (size,) or np.dtype(given.dtype).kind not in "iu":
        raise MoveError(f"a step needs {size} integers, one action for each game")


def _device(engine: Engine, name: str) -> Device:
    if name == "cpu":
        return Cpu(engine)
    if name == "cuda":
        from rooftop.engine.gpu_batch import Gpu

        return Gpu(engine)
    raise OptionError(f"device must be 'cpu' or 'cuda', not {name!r}")


def _one_engine(games: Sequence[Startable]) -> Engine:
    engines = {game.engine for game in games}
    if len(engines) != 1:
        raise OptionError("a batch needs games of one title")
    return engines.pop()


def _checked_observers(observers: Any, players: Array) -> Array:
    if observers is None:
        return np.full(len(players), -1, np.int8)
    given = np.asarray(observers)
    if (
        given.shape != players.shape
        or given.dtype.kind not in "iu"
        or np.any((given < 0) | (given >= players))
    ):
        raise OptionError(f"observers must be {len(players)} seats, one for each game")
    return given.astype(np.int8)


def _agreed(games: Sequence[Startable], size: int) -> dict[str, Array]:
    """The arrays that say which games the `size` slots play."""
    return {
        "T": np.concatenate([game.tables for game in games]),
        "kinds": (np.arange(size) * len(games) // size).astype(np.int32),
        "players": np.array([game.players for game in games], np.int32),
        "settings": np.stack([game.encoded for game in games]),
    }


class Batch:
    """`size` games in step. Equal seeds give equal batches, on every device.

    `games` are the kinds of game in it: one, or several of a title with different numbers of players or
    options; each gets an equal share of the slots, in order. When a game ends, a new one starts in its slot
    at once, unless `auto_reset` is off. With `observers`, the observation is always that of the given seat of
    a slot, not that of the seat to act. Batches on the CPU can be copied, compared and pickled.
    """

    def __init__(
        self,
        games: Startable | Sequence[Startable],
        size: int,
        seed: int = 0,
        *,
        device: str = "cpu",
        masks: bool = False,
        observations: bool = False,
        rewards: Rewards = "place",
        auto_reset: bool = True,
        observers: Sequence[int] | Array | None = None,
    ) -> None:
        self.games = tuple(games) if isinstance(games, Sequence) else (games,)
        engine = _one_engine(self.games)
        if isinstance(size, bool) or not isinstance(size, int) or size < 1:
            raise OptionError(f"batch size must be at least 1, not {size!r}")
        if rewards not in ("place", "margin"):
            raise OptionError(f"rewards must be 'place' or 'margin', not {rewards!r}")
        self.size = size
        self._engine = engine
        self._device = _device(engine, device)
        rules, put = engine.rules, self._device.put
        agreed = _agreed(self.games, size)
        seats = int(agreed["players"].max())
        self.players = agreed["players"][agreed["kinds"]]  # in each game
        arrays = {
            **agreed,
            "S": self._device.state.array(size),
            "Z": self._device.state.array(),
            "C": seeded_slots(size, seed, "games"),
            "choices": seeded_slots(size, seed, "choices"),
            "bots": seeded_slots(size, seed, "bots"),
            "chosen": np.full(size, RENEW, np.int16),
            **{name: np.zeros(size, np.int16) for name in RANDOM},
            "actions": np.zeros((size, rules.actions), np.int16),
            "counts": np.zeros(size, np.int32),
            "mask": np.zeros((size if masks else 0, rules.actions), np.bool_),
            "observers": _checked_observers(observers, self.players),
            "acting": np.zeros(size, np.int8),
            "observation": np.zeros((size if observations else 0, rules.observation), np.int16),
            "ended": np.zeros(size, np.bool_),
            "ranks": np.zeros((size, seats), np.int8),
            "points": np.zeros((size, seats), np.int32),
            "rewards": np.zeros((size, seats), np.float32),
        }
        self._arrays: dict[str, Any] = {
            name: self._device.put_rows(array) if name in ROWS else put(array)
            for name, array in arrays.items()
        }
        self._arrays |= {"resets": auto_reset, "by_margin": rewards == "margin"}
        self._shown: dict[str, Any] = {}
        self._device.start(self._arrays)

    @classmethod
    def _resumed(cls, games: tuple[Startable, ...], arrays: dict[str, Any]) -> Batch:
        """A batch that continues with the arrays of another one."""
        self = cls.__new__(cls)
        self.games, self.size = games, len(arrays["counts"])
        self._engine = _one_engine(games)
        agreed = _agreed(games, self.size)
        self.players = agreed["players"][agreed["kinds"]]
        self._arrays, self._shown = arrays | agreed, {}
        device = Cpu(self._engine)
        device.resume(self._arrays)
        self._device = device
        return self

    def __copy__(self) -> Batch:
        return self._resumed(self.games, self._device.kept())

    def __deepcopy__(self, memo: object) -> Batch:
        return self.__copy__()

    def __reduce__(self) -> tuple[Callable[..., Batch], tuple[object, ...]]:
        arrays = self._device.kept()
        for name in AGREED:
            del arrays[name]
        return self._resumed, (self.games, arrays)

    def __eq__(self, other: object) -> bool:
        """Whether both have the same games in the same states, and the same actions would lead to the same
        results."""
        if not isinstance(other, Batch):
            return NotImplemented
        if self is other:
            return True
        if self.games != other.games or self.size != other.size:
            return False
        ours, theirs = self._device.kept(), other._device.kept()
        return all(np.array_equal(ours[name], theirs[name]) for name in ours)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def _array(self, name: str) -> Any:
        if name not in self._shown:
            self._shown[name] = self._device.shown(self._arrays[name])
        return self._shown[name]

    @property
    def states(self) -> Any:
        """The games themselves, as records. On a GPU they have no events."""
        return self._array("S")

    @property
    def to_act(self) -> Any:
        """The seat that decides in each game; -1 in those that are over."""
        return self._array("acting")

    @property
    def legal(self) -> Any:
        """The legal actions: a row for each game, of which the first `count` entries are valid."""
        return self._array("actions")

    @property
    def count(self) -> Any:
        """The number of legal actions in each game."""
        return self._array("counts")

    @property
    def mask(self) -> Any:
        """Which actions are legal: a row of booleans for each game."""
        if not len(self._arrays["mask"]):
            raise OptionError("this batch has no masks; make it with masks=True")
        return self._array("mask")

    @property
    def observation(self) -> Any:
        """What the seat to act knows: a row of numbers for each game (`Game.observation_names`)."""
        if not len(self._arrays["observation"]):
            raise OptionError("this batch has no observations; make it with observations=True")
        return self._array("observation")

    @property
    def ended(self) -> Any:
        """Which games ended in the last step."""
        return self._array("ended")

    @property
    def ranks(self) -> Any:
        """The final rank of each seat in games that have just ended, 1 for the winners; otherwise zeros."""
        return self._array("ranks")

    @property
    def points(self) -> Any:
        """The final points of each seat in games that have just ended; otherwise zeros."""
        return self._array("points")

    @property
    def rewards(self) -> Any:
        """The reward of each seat in games that have just ended; otherwise zeros.

        By place: from 1 for the first to -1 for the last. By margin: the points ahead of the best other seat.
        """
        return self._array("rewards")

    def random(self) -> Any:
        """A random legal action for every game, drawn by the last step; SKIP in finished games.

        The array stays unchanged until the step after the next.
        """
        return self._device.random()

    def greedy(self) -> Any:
        """What the bot `greedy` plays in every game, from what the seat to act knows; SKIP in finished
        games."""
        return self._device.greedy()

    def action_values(self) -> Any:
        """The value of each legal action for the seat to act, a row for each game: the value that `greedy`
        compares. Only the columns of legal actions are valid, in games with more than one.

        It is always the same array.
        """
        return self._device.action_values()

    def step(self, actions: Any, wait: bool = True) -> None:
        """Make one decision in every game. SKIP leaves a game as it is, RENEW starts a new one in its slot.

        Raises MoveError and changes nothing if any action is illegal. On a GPU without `wait`, this only
        starts the step; after an illegal action nothing changes any more until `check` raises the error.
        """
        self._refuse(self._device.step(actions, wait))

    def check(self) -> None:
        """Wait for all steps, and raise MoveError if an action was illegal."""
        self._refuse(self._device.refused())

    def _refuse(self, refused: Refused | None) -> None:
        if refused is None:
            return
        slot, action = refused
        actions = self._engine.rules.actions
        if not 0 <= action < actions:
            raise MoveError(f"game {slot}: actions are integers from 0 to {actions - 1}, not {action}")
        game = self.games[slot * len(self.games) // self.size]
        raise MoveError(f"game {slot}: {game.notation(action)!r} is not legal now")
