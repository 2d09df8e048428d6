"""The titles as OpenSpiel games: `pyspiel.load_game("rooftop_tower_up_v1(players=3)")` after importing this.

One chance node at the root picks the seed among `seeds`; everything after it follows from the decisions. The
observation of a player is what its seat knows now (`Game.observation_names`). Its information state adds what
it may know of all decisions so far, and, as a string, of everything that they caused.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
import pyspiel

from rooftop.envs import VERSION
from rooftop.envs.table import Table, rewards, snake
from rooftop.game.position import Game, new_game
from rooftop.game.title import title, title_ids

SEEDS = 4096  # equally likely
FIRST_ACTION = 2  # in a tensor of decisions: 0 for none, 1 for a secret one, then the actions


@lru_cache(maxsize=16)
def game_type(name: str) -> Any:
    """How OpenSpiel describes a title."""
    kind = title(name)
    return pyspiel.GameType(
        short_name=f"rooftop_{snake(name)}_v{VERSION}",
        long_name=kind.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(kind.players),
        min_num_players=min(kind.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, "seeds": SEEDS},
    )


class RooftopGame(pyspiel.Game):  # type: ignore[misc]
    """A title for a number of players. Every title has a subclass."""

    title_id: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.game = new_game(self.title_id, int(given.get("players", 2)))
        self.seeds = int(given.get("seeds", SEEDS))
        longest = int(self.game.tables["max_plies"][0])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.title.actions,
            max_chance_outcomes=self.seeds,
            num_players=self.game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(game_type(self.title_id), info, given)
        self.longest = longest

    def new_initial_state(self) -> RooftopState:
        return RooftopState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        if params:
            raise ValueError(f"an observer has no parameters; given: {params}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.game, self.longest if recall else 0)


class RooftopState(pyspiel.State):  # type: ignore[misc]
    """A game in progress, or before its seed is picked."""

    def __init__(self, game: RooftopGame) -> None:
        super().__init__(game)
        self._kept = Kept(game.game)
        self._seeds = game.seeds

    @property
    def table(self) -> Table | None:
        """The game; None before the seed is picked."""
        return self._kept.table

    def current_player(self) -> Any:
        if self.table is None:
            return pyspiel.PlayerId.CHANCE
        seat = self.table.position.to_act
        return pyspiel.PlayerId.TERMINAL if seat < 0 else seat

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.position.legal()) if self.table is not None else list(range(self._seeds))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1 / self._seeds) for seed in range(self._seeds)]

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self._kept.start(action)
        else:
            self._kept.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed {action}" if player == pyspiel.PlayerId.CHANCE else self._kept.game.notation(action)

    def is_terminal(self) -> bool:
        return self.table is not None and self.table.position.over

    def returns(self) -> list[float]:
        if self.table is None:
            return [0.0] * self._kept.game.players
        return rewards(self.table.position, "place")

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> RooftopState:
        """A state that `player` cannot tell from this one, with everything it cannot know dealt again."""
        other: RooftopState = self.clone()
        other._kept = self._kept.blind(player, int(sampler() * 2**62))
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RooftopState):
            return NotImplemented
        return self._kept == other._kept and self._seeds == other._seeds

    def __hash__(self) -> int:
        return hash(self._kept.game)  # which stays, whatever is played

    def __str__(self) -> str:
        if self.table is None:
            return "the seed is not picked yet"
        return " ".join(self._kept.game.notation(action) for action, _ in self.table.played) or "start"


class Kept:
    """The content of a state. OpenSpiel copies and pickles the members of a state; copies share the game."""

    def __init__(self, game: Game, table: Table | None = None, caused: list[list[Any]] | None = None) -> None:
        self.game = game
        self.table = table
        self.caused = caused or []  # by decision, and by seat: the events as that seat may know them

    def start(self, seed: int) -> None:
        self.table = Table(self.game.position(seed))

    def play(self, action: int) -> None:
        assert self.table is not None
        self.table.play(action)
        position = self.table.position
        self.caused.append([position.events(seat) for seat in range(self.game.players)])

    def blind(self, seat: int, salt: int) -> Kept:
        """The same, as far as `seat` knows it; the others know no more of the past than that."""
        assert self.table is not None
        caused = [[events[seat]] * self.game.players for events in self.caused]
        return Kept(self.game, self.table.blind(seat, salt), caused)

    def __reduce__(self) -> tuple[type[Kept], tuple[Any, ...]]:
        return Kept, (self.game, self.table, self.caused)

    def __copy__(self) -> Kept:
        return Kept(self.game, copy.copy(self.table), list(self.caused))

    def __deepcopy__(self, memo: object) -> Kept:
        return self.__copy__()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Kept):
            return NotImplemented
        ours, theirs = (self.game.terms, self.table), (other.game.terms, other.table)
        return ours == theirs and self.caused == other.caused

    __hash__ = None  # type: ignore[assignment]  # it changes


class Observer:
    """What a player knows, as numbers and as text; with the decisions so far if there is room for them."""

    def __init__(self, game: Game, decisions: int) -> None:
        size = game.title.observation
        self.tensor = np.zeros(size + decisions, np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if decisions:
            self.dict["decisions"] = self.tensor[size:]

    def set_from(self, state: RooftopState, player: int) -> None:
        self.tensor.fill(0)
        if state.table is None:
            return
        self.dict["observation"][:] = state.table.position.observe(player)
        if "decisions" in self.dict:
            known = np.array(state.table.known(player), np.float32)
            self.dict["decisions"][: len(known)] = known + FIRST_ACTION

    def string_from(self, state: RooftopState, player: int) -> str:
        if state.table is None:
            return f"player {player}"
        seen = msgspec.json.encode(state.table.position.view(player)).decode()
        if "decisions" not in self.dict:
            return seen
        caused = [[list(event) for event in events[player]] for events in state._kept.caused]
        return json.dumps([state.table.known(player), caused]) + seen


def register() -> list[str]:
    """Register all titles with OpenSpiel and return their names there."""
    names = []
    for name in title_ids():
        kind = game_type(name)
        if kind.short_name not in pyspiel.registered_names():
            own = name.title().replace("-", "")
            made = type(own, (RooftopGame,), {"title_id": name, "__module__": __name__})
            globals()[own] = made  # so that it can be pickled
            pyspiel.register_game(kind, made)
        names.append(kind.short_name)
    return names


NAMES = register()
