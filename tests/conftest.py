"""Settings shared by all tests, and the marks of whole folders and files."""

from __future__ import annotations

import gc
import os
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parents[1]
FIXTURES = ROOT / "fixtures"
# The example title is not installed, so tests of all titles cover the four of this package. pytest finds it
# through `pythonpath` in pyproject.toml, and programs started by tests through this environment.
EXAMPLE = ROOT / "examples" / "lanterns"
WITH_EXAMPLE = {**os.environ, "PYTHONPATH": str(EXAMPLE / "src")}

pytest_plugins = ["rooftop.testing.plugin", "tests.summary"]

settings.register_profile(
    "rooftop",
    deadline=None,
    max_examples=40,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],  # a busy machine is slow
)
settings.load_profile("rooftop")

# pyproject.toml explains the marks.
FOLDER_MARKS = {"browser": "browser", "faults": "server", "server": "server"}
FILE_MARKS = {
    "test_contract": "contract",
    "test_edition_keys": "contract",
    "test_lanterns": "contract",
    "test_scene": "picture",
    "test_figures": "picture",
    "test_packaging": "slow",
}


# Shared fixtures decide which process runs a test. Tests that need one of these fixtures stay together, so
# that a run has one PostgreSQL and one such server; other tests stay with their file. Long groups start
# first, and browser tests are consecutive, so that a process opens only one browser.
SHARED = {"cluster": "postgres", "running": "server"}
FIRST = (
    "postgres",
    "server",
    "tests/browser",
    "tests/train",
    "tests/test_packaging",
    "tests/server",
    "tests/faults",
)


def group(item: pytest.Item) -> str:
    needed = getattr(item, "fixturenames", ())
    shared = (name for fixture, name in SHARED.items() if fixture in needed)
    return next(shared, None) or _from_root(item.path)


@cache
def _from_root(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def place(item: pytest.Item) -> int:
    of = group(item)
    return next((place for place, name in enumerate(FIRST) if of.startswith(name)), len(FIRST))


@pytest.hookimpl(tryfirst=True)  # for pytest-xdist
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        folder = _from_root(item.path).split("/")[1]
        for mark in (FOLDER_MARKS.get(folder), FILE_MARKS.get(item.path.stem)):
            if mark:
                item.add_marker(mark)
        item.add_marker(pytest.mark.xdist_group(group(item)))
    items.sort(key=place)


def pytest_collection_finish() -> None:
    """Collect garbage less often: the objects of the compiler and the tests live until the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
