"""The compiled code that a server needs: the rules of its titles, and the search of its bots."""

from __future__ import annotations

from rooftop.bots.search import search
from rooftop.bots.search.program import THINK, THINK_WITH
from rooftop.engine.engine import PLAY, SERVE, engine
from rooftop.engine.engine import is_cold as are_rules_cold
from rooftop.game.title import AnyTitle


def thinking(kind: AnyTitle) -> tuple[str, ...]:
    """The functions that the searches of a title's levels call."""
    return (*THINK, *(() if kind.network_search is None else THINK_WITH))


def is_cold(kind: AnyTitle) -> bool:
    """Whether something has not been compiled on this machine."""
    return are_rules_cold(kind) or search(engine(kind, compiled=True)).is_cold(thinking(kind))


def compile_all(kind: AnyTitle) -> None:
    """Compile what is not in the cache yet."""
    rules = engine(kind, compiled=True)
    for _ in (*rules.prepare(SERVE), *search(rules).prepare(thinking(kind))):
        pass


def load_rules(kind: AnyTitle) -> None:
    """Load what a game of people needs."""
    for _ in engine(kind, compiled=True).prepare(PLAY):
        pass


def load_bots(kind: AnyTitle) -> None:
    """Load what bots need."""
    rules = engine(kind, compiled=True)
    for _ in (*rules.prepare(("moves", "greedy")), *search(rules).prepare(thinking(kind))):
        pass
