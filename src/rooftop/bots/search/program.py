"""The search, specialised for a title."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import numpy as np

from rooftop.bots.network.program import ARRAYS as NETWORK
from rooftop.bots.network.program import Network, network
from rooftop.bots.search import numbers
from rooftop.bots.search.numbers import SETTINGS, Node
from rooftop.engine.engine import Engine
from rooftop.engine.machine import ArrayOf
from rooftop.engine.program import Program
from rooftop.engine.record import Array
from rooftop.game.title import SearchSettings

ENTRIES = {
    "simulate": "S i T W C N H P R mark out more values path count",
    "simulate_with": f"S i T W C N H P R mark out more values path {' '.join(NETWORK)} logits shares count",
    "follow": "N M H chosen",
    "winning": "S i T W C out deals",
    "plant": "N H mark",
    "tally": "N seen",
    "settled": "seen left",
    "visited": "N part named",
    "judged": "N seat named count sure visits chances",
    "candidates": "N seat sure best also count named",
    "least_known": "N named count wanted",
    "narrow": "N M seat action",
    "widen": "N M seat count",
}
GIVEN = ("legal", "blind", "value", "take", "best_single")  # what the template takes from the engine's
GIVEN_BY_NETWORKS = ("think", "judge_shares", "judge_actions")


class Search(Program):
    """The entry functions of the search for one title."""

    part = "search"
    template = Path(__file__).with_name("template.py")
    built_on = (Path(numbers.__file__), Network.template, *Network.built_on)
    entries = ENTRIES
    arrays = {  # noqa: RUF012
        **dict.fromkeys("NM", ArrayOf(Node.dtype)),
        **NETWORK,
        **dict.fromkeys(("P", "R", "values", "logits", "shares", "chances"), ArrayOf(np.dtype(np.float64))),
        "H": ArrayOf(np.dtype(np.int64)),
        **dict.fromkeys(("mark", "path", "seen", "visits"), ArrayOf(np.dtype(np.int32))),
        **dict.fromkeys(("named", "also"), ArrayOf(np.dtype(np.int16))),
    }

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        super().__init__(engine.rules, engine.compiled)

    simulate: Callable[..., None]
    simulate_with: Callable[..., None]
    follow: Callable[..., int]
    winning: Callable[..., int]
    plant: Callable[..., None]
    tally: Callable[..., None]
    settled: Callable[..., int]
    visited: Callable[..., int]
    judged: Callable[..., None]
    candidates: Callable[..., int]
    least_known: Callable[..., int]
    narrow: Callable[..., int]
    widen: Callable[..., None]

    def given(self) -> dict[str, object]:
        networks = network(self.engine).module
        return {name: getattr(self.engine.module, name) for name in GIVEN} | {
            name: getattr(networks, name) for name in GIVEN_BY_NETWORKS
        }


@lru_cache(maxsize=16)
def search(engine: Engine) -> Search:
    """The search for the title of an engine."""
    return Search(engine)


def packed(settings: SearchSettings, players: int) -> Array:
    """Settings in the form that the kernels read."""
    row = np.array(
        [
            settings.exploration,
            settings.first_play,
            settings.prior,
            settings.uniform,
            settings.lookahead,
            settings.width,
            settings.widening,
            settings.samples,
            settings.slips,
            settings.whole_turns,
            settings.cut,
            1 / settings.opening,
            1 / settings.end,
            settings.length[players - 2],
            settings.to_act,
            settings.margin,
            settings.delay,
            settings.policy,
            settings.temperature,
            settings.leaf,
            settings.leaf_end,
            settings.sharpness,
        ],
        np.float64,
    )
    assert len(row) == SETTINGS
    return row
