"""Breaks the laws of a title on purpose, to prove that a checked simulation notices."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rooftop.engine import simulation
from rooftop.engine.engine import Engine
from rooftop.engine.laws import laws
from rooftop.game import gamefile
from rooftop.game.position import Game
from rooftop.game.replay import replay_violation, save_violation
from rooftop.game.title import AnyTitle

Damage = Callable[[Any], None]


def assert_reported(
    sound: Game, damage: Damage, when: Callable[[Any], bool], law: str, at: int, findings: Path,
    checked: bool = True,
) -> None:  # fmt: skip
    """Damage a game from ply `at` on, whenever `when` allows it, and assert that the law is reported once.

    Use `checked=False` if one of the title's own laws would notice the damage first."""
    engine = Engine(sound.title, compiled=False)
    rules: Any = engine.module
    rule = rules.apply

    def damaged(s: Any, t: Any, action: int) -> None:
        rule(s, t, action)
        if s.ply >= at and when(s):
            damage(s)

    rules.apply = damaged
    check = rules.check if checked else lambda s, t: 0
    rules.check = lambda s, t: check(s, t) if s.ply >= at else 0  # until then the game is sound
    broken = Game(
        sound.title, sound.edition, sound.players, sound.options, engine, sound.board, sound.tables,
        sound.encoded,
    )  # fmt: skip
    report = simulation.simulate(broken, 1, seed=4, check=True)
    assert len(report.violations) == 1
    found = report.violations[0]
    assert law in found.text
    match = replay_violation(broken, 4, found)
    assert match.ply >= at
    assert len(gamefile.read(save_violation(match, 4, found, findings)).moves) == match.ply


def assert_all_broken(title: AnyTitle, broken: Iterable[str]) -> None:
    """Assert that the tests break every law of a title."""
    known = list(broken)
    for text in laws(title).values():
        assert any(law in text for law in known), text
