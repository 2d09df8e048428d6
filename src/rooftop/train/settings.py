"""The settings of a training run, and of lessons by the search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from rooftop.bots.network.numbers import LANES
from rooftop.errors import OptionError


@dataclass(frozen=True)
class Settings:
    """The defaults suit one large GPU; `FOR_CPU` changes those that do not suit a CPU.

    A run ends after `minutes` or `decisions`, whichever comes first; rate and entropy fall on the way.
    """

    minutes: float = 8.0
    decisions: float = 1e15
    games: int = 32768  # played side by side
    horizon: int = 32  # decisions in each game between two lessons
    batch: int = 4096  # decisions learned from at once
    passes: int = 2  # over the decisions played
    seed: int = 0
    hints: bool = True  # whether the network gets the value of each action (`Batch.action_values`)
    players: tuple[int, ...] = ()  # numbers of players; empty: all of the edition
    width: int = 384  # of the first layer
    hidden: int = 256  # of the others, a multiple of 8
    layers: int = 2
    rate: float = 1e-3
    entropy: float = 0.015
    explore: float = 0.0  # the share of random decisions: the value learns what odd moves lead to
    trace: float = 0.97  # lambda: how far a decision looks ahead, in decisions
    clip: float = 0.2
    margin: float = 0.3  # the share of an outcome that depends on points, not on the win alone
    points: float = 12.0  # points that make a difference there
    report: float = 30.0  # seconds between two reports
    measured: int = 256  # games for each number of players in a report, against each bot
    final: int = 1024  # ... in the last one

    @property
    def parts(self) -> int:
        """The number of equal parts into which the games are dealt out for learning."""
        most = max(1, self.games // self.batch)
        return next(parts for parts in range(most, 0, -1) if self.games % parts == 0)

    def __post_init__(self) -> None:
        _check(self, ("entropy", "explore", "margin", "trace"))
        if self.hidden % LANES:
            raise OptionError(f"hidden must be a multiple of {LANES}, not {self.hidden}")


FOR_CPU = {"games": 512, "width": 128, "hidden": 64, "rate": 2e-3, "measured": 64, "final": 256}


@dataclass(frozen=True)
class Teaching:
    """How the search teaches a network (`train.teach`): until `minutes` or `rounds` are over."""

    minutes: float = 10.0
    rounds: int = 10**9
    games: int = 60  # of a round
    simulations: int = 400  # of each decision
    opening: float = 0.5  # the part of a game in which actions are chosen in proportion to their visits
    searched: float = 0.5  # the share of a value's target that the search expected; the rest is the outcome
    players: tuple[int, ...] = ()  # numbers of players; empty: all of the edition
    window: int = 30_000  # the last positions, which are learned from
    batch: int = 128  # positions that are learned from at once
    passes: int = 2  # over the window in each round
    rate: float = 5e-5
    policy: float = 0.1  # the weight of the policy, compared with the value
    temperature: float = 4.0  # divides the policy's logits before they are compared with visits
    seed: int = 0
    measured: int = 64  # games for each number of players in a report, against `greedy`
    final: int = 256  # ... in the last one

    def __post_init__(self) -> None:
        _check(self, ("opening", "searched", "policy"))
        for name in ("opening", "searched"):
            if getattr(self, name) > 1:
                raise OptionError(f"{name} must be at most 1, not {getattr(self, name)}")


def _check(settings: Settings | Teaching, may_be_zero: Sequence[str]) -> None:
    """Raise OptionError if a number is too small."""
    for field in fields(settings):
        value = getattr(settings, field.name)
        if field.type in ("int", "float") and field.name != "seed":
            least = 0 if field.name in may_be_zero else 1e-9
            if not least <= value:
                raise OptionError(f"{field.name} must be more than {int(least)}, not {value}")
