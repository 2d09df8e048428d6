"""What all tests share."""

import gc
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]
FIXTURES = ROOT / "fixtures"

settings.register_profile("rooftop", deadline=None, max_examples=40, derandomize=True)
settings.load_profile("rooftop")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*numbers): the clauses of RULES.md that a test proves")


def pytest_collection_finish() -> None:
    """The compiler and the tests themselves are hundreds of thousands of objects that live to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests of the contract that take a `kind` run for every number of players and variant of their title,
    those that take a `table` for every table of its edition."""
    if "kind" in metafunc.fixturenames and metafunc.cls is not None:
        kinds = metafunc.cls.kinds()
        metafunc.parametrize(
            "kind", kinds, ids=[f"{players}p-{number}" for number, (players, _) in enumerate(kinds)]
        )
    if "table" in metafunc.fixturenames and metafunc.cls is not None:
        metafunc.parametrize("table", metafunc.cls.tables())
