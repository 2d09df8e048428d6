"""The pytest plugin behind `rooftop.testing`: marks, parameters and the folder of fixtures."""

from __future__ import annotations

import pytest

from rooftop.testing import recorded


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*numbers): the clauses of RULES.md that a test proves")
    recorded.folder = config.rootpath / "fixtures"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run contract tests that take a `kind` for every player count and variant of their title, and those that
    take a `table` for every table of its edition."""
    if "kind" in metafunc.fixturenames and metafunc.cls is not None:
        kinds = metafunc.cls.kinds()
        metafunc.parametrize(
            "kind", kinds, ids=[f"{players}p-{number}" for number, (players, _) in enumerate(kinds)]
        )
    if "table" in metafunc.fixturenames and metafunc.cls is not None:
        metafunc.parametrize("table", metafunc.cls.tables())
