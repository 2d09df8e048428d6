"""Breaks the laws of a title on purpose, to prove that a checked simulation notices."""

import dataclasses
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from rooftop.engine import simulation
from rooftop.engine.engine import Engine
from rooftop.engine.laws import laws
from rooftop.engine.record import Array
from rooftop.game import gamefile
from rooftop.game.match import Match
from rooftop.game.position import Game, new_game
from rooftop.game.replay import replay, replay_violation, save_violation
from rooftop.game.title import AnyTitle

Damage = Callable[[Any], None]


def assert_reported(
    sound: Game, damage: Damage, when: Callable[[Any], bool], law: str, at: int, findings: Path,
    checked: bool = True,
) -> None:  # fmt: skip
    """Damage a game from ply `at` on, whenever `when` allows it, and assert that the law is reported once.

    Use `checked=False` if one of the title's own laws would notice the damage first.
    """
    engine, rule, check = _interpreted(sound.title)
    begun = _begun(sound.title, sound.players, tuple(sound.options.items()), at - 1)
    is_damaged = False

    def setup(s: Any, t: Any, seats: int, options: Any) -> None:
        nonlocal is_damaged
        is_damaged = False
        for name, cells in s._fields.items():
            cells[0] = begun[name][0]

    def damaged(s: Any, t: Any, action: int) -> None:
        nonlocal is_damaged
        rule(s, t, action)
        if when(s):
            damage(s)
            is_damaged = True

    rules: Any = engine.module
    rules.setup, rules.apply = setup, damaged
    rules.check = lambda s, t: check(s, t) if checked and is_damaged else 0
    broken = dataclasses.replace(sound, engine=engine)
    report = simulation.simulate(broken, 1, seed=4, check=True)
    assert len(report.violations) == 1
    found = report.violations[0]
    assert law in found.text
    match = replay_violation(broken, 4, found)
    assert match.position.ply >= at
    assert len(gamefile.read(save_violation(match, 4, found, findings)).moves) == match.ply


@lru_cache(maxsize=1)
def _interpreted(title: AnyTitle) -> tuple[Engine, Any, Any]:
    """Rules to damage, and the undamaged ones to compare with."""
    engine = Engine(title, compiled=False)
    return engine, engine.module.apply, engine.module.check


@lru_cache(maxsize=1)
def _begun(title: AnyTitle, players: int, options: tuple[tuple[str, Any], ...], plies: int) -> Array:
    """A random game until it is damaged. So far, every law holds."""

    def reached(match: Match) -> bool:
        assert match.position.law_broken() == 0, match.ply
        return match.ply >= plies

    return replay(new_game(title, players, dict(options)), 4, 0, reached).position.rows


def assert_all_broken(title: AnyTitle, broken: Iterable[str]) -> None:
    """Assert that the tests break every law of a title."""
    known = list(broken)
    for text in laws(title).values():
        assert any(law in text for law in known), text
