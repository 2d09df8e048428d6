"""What can be chosen for a training run."""

from __future__ import annotations

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
    batch: int = 4096  # decisions that are learned from at once
    passes: int = 2  # over what was played
    seed: int = 0
    hints: bool = True  # whether the network is told what each action is worth (`Batch.worths`)
    players: tuple[int, ...] = ()  # numbers of players; empty: all of the edition
    width: int = 384  # of the first layer
    hidden: int = 256  # of the others, a multiple of 8
    layers: int = 2
    rate: float = 1e-3
    entropy: float = 0.015
    trace: float = 0.97  # lambda: how far a decision looks ahead, in decisions
    clip: float = 0.2
    margin: float = 0.3  # the part of an outcome that depends on points, not on the win alone
    points: float = 12.0  # points that make a difference there
    report: float = 30.0  # seconds between two reports
    measured: int = 256  # games for each number of players in a report, against each bot
    final: int = 1024  # ... in the last one

    @property
    def parts(self) -> int:
        """Into how many parts of equal size the games are dealt out for learning."""
        most = max(1, self.games // self.batch)
        return next(parts for parts in range(most, 0, -1) if self.games % parts == 0)

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type in ("int", "float") and field.name != "seed":
                least = 0 if field.name in ("entropy", "margin", "trace") else 1e-9
                if not least <= value:
                    raise OptionError(f"{field.name} must be more than {int(least)}, not {value}")
        if self.hidden % LANES:
            raise OptionError(f"hidden must be a multiple of {LANES}, not {self.hidden}")


FOR_CPU = {"games": 512, "width": 128, "hidden": 64, "rate": 2e-3, "measured": 64, "final": 256}
