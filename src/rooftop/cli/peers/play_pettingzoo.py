"""PettingZoo's classic games. What is legal is a part of the observation, so every decision makes one."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module, metadata
from typing import Any

import numpy as np

GAMES = ("connect_four_v3", "texas_holdem_no_limit_v6", "hanabi_v5")


def version() -> str:
    return metadata.version("pettingzoo")


def measures() -> list[tuple[str, str, bool, Callable[[int], int]]]:
    return [(name, "python", True, _games(name)) for name in GAMES]


def _games(name: str) -> Callable[[int], int]:
    env: Any = import_module(f"pettingzoo.classic.{name}").env()
    chance = np.random.default_rng(1)

    def play(wanted: int) -> int:
        made = 0
        while made < wanted:
            env.reset(seed=int(chance.integers(1 << 30)))
            for _ in env.agent_iter():
                observation, _, ended, cut, info = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
                legal = np.flatnonzero(mask)
                env.step(int(legal[int(chance.random() * len(legal))]))
                made += 1
        return made

    return play
