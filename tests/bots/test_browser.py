"""In WebAssembly, the rules of a title and its search give the same results as on the server."""

from __future__ import annotations

import pytest

from rooftop.game.title import title, title_ids
from tests import equality


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> equality.Run:
    return equality.in_node(equality.bundle(tmp_path_factory.mktemp("equal")))


@pytest.mark.parametrize("name", title_ids())
def test_games_in_node_are_equal_to_the_byte(run, name):
    equality.check_games(run, title(name))


@pytest.mark.parametrize("name", title_ids())
def test_searches_in_node_are_equal_to_the_byte(run, name):
    equality.check_searches(run, title(name))
