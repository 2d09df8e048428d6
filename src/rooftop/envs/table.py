"""What all environments share: a game with its record, masks, rewards and pictures."""

from __future__ import annotations

import copy
import io
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from rooftop.engine.record import Array
from rooftop.errors import OptionError
from rooftop.game.knowledge import may_know
from rooftop.game.match import Match
from rooftop.game.position import Game, Position

Rewards = Literal["place", "margin"]
UNKNOWN = -1  # an action that a seat may not know
RENDER_MODES = ("ansi", "svg", "rgb_array")


class Table:
    """A position and the decisions that led to it. Copies are independent."""

    __slots__ = ("played", "position")

    def __init__(self, position: Position, played: Sequence[tuple[int, int]] = ()) -> None:
        self.position = position
        self.played = list(played)  # each action, and the set of seats that knew it at once

    def play(self, action: int) -> None:
        """Make one decision. Raises MoveError and changes nothing if it is illegal."""
        known_to = self.position.who_knows(action) if action in self.position.legal() else 0
        self.position.apply(action)
        self.played.append((action, known_to))

    def known(self, seat: int) -> list[int]:
        """The actions so far, as `seat` may know them: UNKNOWN for a secret one."""
        unveiled = int(self.position.state["unveiled"])
        return [
            action if may_know(known_to, seat, ply < unveiled) else UNKNOWN
            for ply, (action, known_to) in enumerate(self.played)
        ]

    def blind(self, seat: int, salt: int) -> Table:
        """A table that looks the same to `seat`: everything it cannot know is dealt again."""
        known = self.known(seat)
        played = [(action, known_to) for action, (_, known_to) in zip(known, self.played, strict=True)]
        return Table(self.position.blind(seat, salt), played)

    def __copy__(self) -> Table:
        return Table(self.position.clone(), self.played)

    def __deepcopy__(self, memo: object) -> Table:
        return self.__copy__()

    def __reduce__(self) -> tuple[type[Table], tuple[Position, list[tuple[int, int]]]]:
        return Table, (self.position, self.played)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self.position == other.position and self.played == other.played

    __hash__ = None  # type: ignore[assignment]  # it changes


class ByValue:
    """An environment by value: a copy is independent, and equal as long as both are used alike."""

    game: Game

    def __copy__(self) -> Any:
        return copy.deepcopy(self)

    def __eq__(self, other: object) -> bool:
        return alike(vars(self), vars(other)) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), self.game))  # these stay, whatever is played


def alike(one: Any, other: Any) -> bool:
    """Whether two values are equal. Values without an equality of their own, such as a random generator, are
    compared by their pickles."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(value, other[key]) for key, value in one.items())
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, np.random.Generator):
        return alike(one.bit_generator.state, other.bit_generator.state)
    if getattr(type(one), "__eq__", None) is object.__eq__:
        return alike(one.__getstate__(), other.__getstate__())
    return bool(one == other)


def mask(position: Position) -> Array:
    """Which actions are legal, as booleans."""
    marked = np.zeros(position.game.title.actions, np.bool_)
    marked[position.legal()] = True
    return marked


def rewards(position: Position, by: Rewards) -> list[float]:
    """The reward of each seat; zeros before the end. The same as in a batch."""
    seats = range(position.game.players)
    if not position.over:
        return [0.0 for _ in seats]
    if by == "margin":
        points = [position.total(seat) for seat in seats]
        return [float(points[seat] - max(points[:seat] + points[seat + 1 :])) for seat in seats]
    ranks = position.ranks
    ahead = [sum(other > rank for other in ranks) - sum(other < rank for other in ranks) for rank in ranks]
    return [difference / (len(ranks) - 1) for difference in ahead]


def check_rewards(by: object) -> None:
    if by not in ("place", "margin"):
        raise OptionError(f"rewards must be 'place' or 'margin', not {by!r}")


def check_render_mode(mode: object) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {mode!r}")


def rendered(position: Position, mode: str | None, seat: int) -> Any:
    """The position as `seat` sees it: text, an SVG or an array of colours; None without a mode."""
    match = Match.at(position)
    if mode == "ansi":
        return match.text(seat)
    if mode == "svg":
        return match.svg(seat)
    if mode == "rgb_array":
        from PIL import Image

        from rooftop.drawing.raster import png

        return np.asarray(Image.open(io.BytesIO(png(match.svg(seat), 800))).convert("RGB"))
    return None


def snake(game_or_id: Game | str) -> str:
    """The id of a title with underscores, as in ids of environments."""
    name = game_or_id if isinstance(game_or_id, str) else game_or_id.title.id
    return name.replace("-", "_")
