"""The titles as PettingZoo AEC environments, for any number of players.

>>> from rooftop.envs import pettingzoo
>>> env = pettingzoo.env("skyrise", players=4)
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["observation"].shape, observation["action_mask"].shape
((1940,), (926,))
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

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
    snake,
)
from rooftop.errors import OptionError
from rooftop.game.position import new_game
from rooftop.game.title import OptionValue


def env(
    title: str,
    players: int = 2,
    options: dict[str, OptionValue] | None = None,
    rewards: Rewards = "place",
    render_mode: str | None = None,
) -> AECEnv[str, dict[str, Any], int]:
    """A title as an environment. A call out of order raises an error."""
    return OrderedEnv(raw_env(title, players, options, rewards, render_mode))


class OrderedEnv(ByValue, wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """An environment that refuses calls out of order."""


class raw_env(ByValue, AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # noqa: N801  (PettingZoo's name)
    """The environment itself. An illegal action raises MoveError and changes nothing.

    The observation of an agent is a dict: `observation`, the numbers that its seat knows
    (`Game.observation_names`), and `action_mask`, what is legal for it now.
    """

    def __init__(
        self,
        title: str,
        players: int = 2,
        options: dict[str, OptionValue] | None = None,
        rewards: Rewards = "place",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_rewards(rewards)
        check_render_mode(render_mode)
        self.game = new_game(title, players, options)
        self.metadata = {
            "name": f"{snake(title)}_v{VERSION}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self._by = rewards
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        actions, numbers = self.game.title.actions, self.game.title.observation
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-32768, 32767, (numbers,), np.int16),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. With a seed, this game and all that follow are determined."""
        if seed is not None or not hasattr(self, "_chance"):
            self._chance, _ = seeding.np_random(seed)
        self.table = Table(self.game.position(self._chance.bytes(32)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.position.to_act]

    def observe(self, agent: str) -> dict[str, Any]:
        seat, position = self._seat(agent), self.table.position
        legal = mask(position) if seat == position.to_act else np.zeros(self.game.title.actions)
        return {"observation": position.observe(seat), "action_mask": legal.astype(np.int8)}

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise OptionError(f"agent must be one of {', '.join(self.possible_agents)}, not {agent!r}")
        return self.possible_agents.index(agent)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        position = self.table.position
        self.table.play(action)  # type: ignore[arg-type]  # None is refused
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, rewards(position, self._by), strict=True))
        if position.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.agents[position.to_act]
        self._accumulate_rewards()

    def render(self) -> Any:
        """The game as the agent to act sees it."""
        return rendered(self.table.position, self.render_mode, self._seat(self.agent_selection))

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
