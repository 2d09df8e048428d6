"""Programs as shared libraries, which wheels include beside the titles, and how they work without a
compiler."""

from __future__ import annotations

import hashlib
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import rooftop
from lanterns import TITLE
from rooftop.engine import kernel, machine, program
from rooftop.engine.engine import Engine
from rooftop.errors import TitleError
from rooftop.game.position import new_game
from tests.cli.test_extras import HIDE
from tests.conftest import ROOT, WITH_EXAMPLE

sys.path.insert(0, str(ROOT / "tools"))

WITHOUT_COMPILER = HIDE.format(modules={"numba", "llvmlite"})
PLAY = """
import sys
from rooftop.engine import program
program.LIBRARIES = sys.argv[1]
from tests.engine.test_libraries import played
print(played())
"""


def played() -> str:
    """The actions of a random game of Lanterns, and a digest of its states."""
    position, chance, sha = new_game(TITLE, 3).position(7), random.Random(7), hashlib.sha256()
    while not position.over:
        position.apply(chance.choice(position.legal()))
        sha.update(position.rows.tobytes())
    return f"{'compiled' if position.game.engine.compiled else 'interpreted'} {sha.hexdigest()}"


def without_compiler(text: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_COMPILER + text, *words],
        cwd=ROOT,
        env=WITH_EXAMPLE,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the rules of Lanterns for this machine."""
    from compile_rules import link  # not at the top: this file is also imported without a compiler

    from rooftop.engine import compiler

    made, (target, *_) = tmp_path_factory.mktemp("libraries"), machine.targets()
    rules = Engine(TITLE, compiled=True)
    code = compiler.emit(program.lowered([rules]), compiler.TARGETS[target])
    link(code, target, made / program.library_name([rules], target))
    return made


@pytest.fixture
def beside(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder, as if it lay beside the title."""
    monkeypatch.setattr(program, "LIBRARIES", str(folder))
    return folder


def test_a_library_plays_the_same_without_a_compiler(folder: Path) -> None:
    done = without_compiler(PLAY, folder)
    assert done.stderr == ""
    assert done.stdout == f"{played()}\n"
    assert done.stdout.startswith("compiled ")


def test_a_library_is_preferred_to_the_cache(beside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "compile_together", pytest.fail)
    monkeypatch.setattr(Engine, "stored", property(pytest.fail))
    rules = Engine(TITLE, compiled=True)
    assert rules.library == next(beside.iterdir())
    assert not rules.is_cold()
    rules.prepare()
    assert rules.address("moves")


@pytest.mark.parametrize("what", ["sources", "key"])
def test_a_library_of_other_sources_is_not_loaded(
    beside: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr(Engine, what, "rules-00000000")
    assert Engine(TITLE, compiled=True).library is None


def test_a_library_depends_on_the_layout_of_records() -> None:
    other = replace(TITLE, tables=rooftop.title("tower-up").tables)
    assert Engine(other, compiled=True).sources != Engine(TITLE, compiled=True).sources


def test_without_library_and_compiler_rules_are_interpreted_and_it_is_said_once() -> None:
    done = without_compiler(PLAY + PLAY, "none")
    first, second = done.stdout.splitlines()
    assert first == second == played().replace("compiled", "interpreted")
    (line,) = done.stderr.splitlines()
    assert line == (
        "rooftop: the rules of Lanterns are not compiled for this machine, and there is no compiler"
        ' (pip install "rooftop[compile]"); they are interpreted, which is slow'
    )


def test_who_insists_on_compiled_rules_is_told_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "LIBRARIES", "none")
    monkeypatch.setattr(kernel, "has_compiler", lambda: False)
    with pytest.raises(TitleError, match=r'there is no compiler \(pip install "rooftop\[compile\]"\)'):
        Engine(TITLE, compiled=True).load("moves")


@pytest.mark.parametrize(
    ("flags", "levels"),
    [
        (machine.LEVELS["v2"] | machine.LEVELS["v3"] | {"avx512f"}, ["v3", "v2"]),
        (machine.LEVELS["v2"] | machine.LEVELS["v3"] - {"avx2"}, ["v2"]),
        (machine.LEVELS["v2"] - {"popcnt"}, []),
    ],
)
def test_the_fastest_library_that_the_processor_can_run_is_loaded(
    flags: set[str], levels: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.system", lambda: "Linux")
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setattr(machine, "_flags", lambda: flags)
    assert machine.targets.__wrapped__() == [f"linux-x86-64-{level}" for level in levels]
