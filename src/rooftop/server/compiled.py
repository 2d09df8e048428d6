"""The compiled code that a server needs: the rules of its titles, and the search of its bots."""

from __future__ import annotations

from rooftop.bots.search import search
from rooftop.engine.engine import engine
from rooftop.engine.program import prepare
from rooftop.game.title import AnyTitle


def is_cold(kind: AnyTitle) -> bool:
    """Whether anything still has to be compiled on this machine."""
    rules = engine(kind)
    return rules.is_cold() or search(rules).is_cold()


def load_rules(kind: AnyTitle) -> None:
    """Load what a game between people needs; compile it first if it is not in the cache."""
    engine(kind).prepare()


def load_bots(kind: AnyTitle) -> None:
    """Load what bots need; compile it first if it is not in the cache."""
    rules = engine(kind)
    prepare([rules, search(rules)])
