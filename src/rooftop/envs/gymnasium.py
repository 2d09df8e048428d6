"""The titles as Gymnasium environments: one seat learns, bots play the others.

>>> import gymnasium, rooftop.envs.gymnasium
>>> env = gymnasium.make("rooftop/TowerUp-v1", players=3, opponents="greedy")
>>> observation, info = env.reset(seed=1)
>>> mask = env.unwrapped.action_masks()
>>> observation, reward, terminated, truncated, info = env.step(int(mask.argmax()))

`gymnasium.make_vec` with `vectorization_mode="vector_entry_point"` steps many games in compiled code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from rooftop.bots import bot
from rooftop.engine.batch import RENEW, SKIP, Batch
from rooftop.engine.record import Array
from rooftop.envs import VERSION
from rooftop.envs.table import (
    RENDER_MODES,
    ByValue,
    Rewards,
    Table,
    check_render_mode,
    check_rewards,
    mask,
    rendered,
    rewards,
)
from rooftop.errors import MoveError, OptionError
from rooftop.game.position import check_seat, new_game
from rooftop.game.title import OptionValue, title_ids

Observation = Array


class SingleEnv(ByValue, gymnasium.Env[Observation, int]):  # type: ignore[misc]
    """One seat of a game against bots (`rooftop.bots.bot`): a name for all of them, or one for each.

    Without `seat`, every game gives the learner another seat at random. An illegal action ends the game with
    the reward `illegal`; if that is None, it raises MoveError and changes nothing.
    """

    def __init__(
        self,
        title: str,
        players: int = 2,
        opponents: str | Sequence[str] = "greedy",
        seat: int | None = None,
        options: dict[str, OptionValue] | None = None,
        rewards: Rewards = "place",
        illegal: float | None = -1.0,
        render_mode: str | None = None,
    ) -> None:
        check_rewards(rewards)
        check_render_mode(render_mode)
        self.game = new_game(title, players, options)
        self.opponents = _opponents(opponents, players)
        if seat is not None:
            check_seat(seat, players)
        self._given_seat = seat
        self._by = rewards
        self._illegal = illegal
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}
        self.render_mode = render_mode
        self.observation_space = spaces.Box(-32768, 32767, (self.game.title.observation,), np.int16)
        self.action_space = spaces.Discrete(self.game.title.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game and let the bots play up to the learner's first decision."""
        super().reset(seed=seed)
        chance = self.np_random
        self.table = Table(self.game.position(chance.bytes(32)))
        drawn = int(chance.integers(self.game.players))
        self.seat = drawn if self._given_seat is None else self._given_seat
        self._bots = [bot(name, int(chance.integers(2**31))) for name in self.opponents]
        self._let_others_play()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        try:
            self.table.play(int(action))
        except MoveError:
            if self._illegal is None:
                raise
            return self._seen(), float(self._illegal), True, False, {**self._info(), "illegal": int(action)}
        self._let_others_play()
        position = self.table.position
        reward = rewards(position, self._by)[self.seat]
        return self._seen(), reward, position.over, False, self._info()

    def action_masks(self) -> Array:
        """The legal actions now, as `sb3_contrib.MaskablePPO` expects them."""
        position = self.table.position
        return mask(position) if not position.over else np.zeros(self.game.title.actions, np.bool_)

    def _let_others_play(self) -> None:
        position = self.table.position
        while position.to_act not in (self.seat, -1):
            seat = position.to_act
            player = self._bots[(seat - self.seat) % self.game.players - 1]
            blinded = position.blind(seat, int(self.np_random.integers(2**62)))
            self.table.play(player.choose(blinded, self.table.known(seat)))

    def _seen(self) -> Observation:
        return self.table.position.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}

    def render(self) -> Any:
        return rendered(self.table.position, self.render_mode, self.seat)


class BatchEnv(ByValue, VectorEnv[Observation, Array, Array]):  # type: ignore[misc]
    """Many games on a `Batch`; all bots are `random` or `greedy`, and play in compiled code.

    Learners sit in rotated seats, or all in `seat`. A finished game is shown once; the next step starts
    another in its place and ignores the action. An illegal action raises MoveError and changes nothing.
    """

    def __init__(
        self,
        title: str,
        num_envs: int = 1,
        players: int = 2,
        opponents: str = "greedy",
        seat: int | None = None,
        options: dict[str, OptionValue] | None = None,
        rewards: Rewards = "place",
    ) -> None:
        if opponents not in ("random", "greedy"):
            raise OptionError(f"opponents must be 'random' or 'greedy', not {opponents!r}")
        check_rewards(rewards)
        self.game = new_game(title, players, options)
        if seat is not None:
            check_seat(seat, players)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.render_mode = None
        self.seats = np.arange(num_envs) % players if seat is None else np.full(num_envs, seat)
        self._greedy = opponents == "greedy"
        self._by = rewards
        self.single_observation_space = spaces.Box(-32768, 32767, (self.game.title.observation,), np.int16)
        self.single_action_space = spaces.Discrete(self.game.title.actions)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self.batch: Batch | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or self.batch is None:
            self.batch = Batch(
                self.game,
                self.num_envs,
                int(self.np_random.integers(2**62)),
                masks=True,
                observations=True,
                rewards=self._by,
                auto_reset=False,
                observers=self.seats,
            )
        else:
            self.batch.step(np.full(self.num_envs, RENEW, np.int16))
        self._let_others_play()
        return self._seen(), self._info()

    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        batch = self._started()
        batch.step(np.where(self._over, RENEW, np.asarray(actions)))
        gained = batch.rewards[np.arange(self.num_envs), self.seats].astype(np.float64)
        gained += self._let_others_play()
        return self._seen(), gained, self._over.copy(), np.zeros(self.num_envs, np.bool_), self._info()

    def _let_others_play(self) -> Array:
        """Play until every learner decides or its game is over; return the learners' rewards."""
        batch, gained = self._started(), np.zeros(self.num_envs)
        while np.any(others := (batch.to_act != self.seats) & (batch.to_act >= 0)):
            chosen = batch.greedy() if self._greedy else batch.random()
            batch.step(np.where(others, chosen, SKIP).astype(np.int16))
            gained += batch.rewards[np.arange(self.num_envs), self.seats]
        self._over = batch.to_act < 0
        return gained

    def action_masks(self) -> Array:
        """Which actions are legal now: a row of booleans for each game."""
        return np.array(self._started().mask)

    def _started(self) -> Batch:
        if self.batch is None:
            raise OptionError("reset the environment first")
        return self.batch

    def _seen(self) -> Observation:
        return np.array(self._started().observation)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}


def _opponents(names: str | Sequence[str], players: int) -> list[str]:
    """The bots, in turn order from the learner."""
    found = [names] * (players - 1) if isinstance(names, str) else list(names)
    if len(found) != players - 1:
        raise OptionError(f"opponents must be one bot or {players - 1}, not {len(found)}")
    for name in found:
        bot(name)
    return found


def env_id(title: str) -> str:
    """The id of a title's environment: "rooftop/TowerUp-v1"."""
    return f"rooftop/{title.title().replace('-', '')}-v{VERSION}"


for _title in title_ids():
    if env_id(_title) not in gymnasium.registry:
        gymnasium.register(
            env_id(_title),
            entry_point=f"{__name__}:SingleEnv",
            vector_entry_point=f"{__name__}:BatchEnv",
            kwargs={"title": _title},
        )
