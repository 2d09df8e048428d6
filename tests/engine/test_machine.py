"""Entry functions as machine code in the cache."""

import ctypes
import subprocess
import sys

import numpy as np
import pytest

import rooftop
from rooftop.engine import machine
from rooftop.engine.engine import ENTRIES, TEMPLATE, Engine
from rooftop.game.position import new_game
from tests.tiny import TITLE


def test_the_parameters_of_the_entries_are_those_of_the_template():
    module = Engine(TITLE, compiled=False).module
    for name, parameters in ENTRIES.items():
        code = getattr(module, name).__code__
        assert " ".join(code.co_varnames[: code.co_argcount]) == parameters
    assert TEMPLATE.exists()


def test_a_process_with_warm_rules_never_imports_the_compiler():
    rooftop.new("tower-up", players=2, seed=1, compiled=True).legal()
    program = (
        "import rooftop, sys;"
        "assert rooftop.new('tower-up', players=2, seed=1, compiled=True).legal();"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_broken_file_is_compiled_again():
    first = Engine(TITLE, compiled=True)
    first.load("refreshed")
    path = Engine(TITLE, compiled=True).path("refreshed")
    sound = machine.read(path)
    assert sound is not None
    for broken in (b"", b"short", path.read_bytes()[:-1]):
        path.write_bytes(broken)
        assert machine.read(path) is None
        Engine(TITLE, compiled=True).load("refreshed")
        assert machine.read(path) is not None


def test_arrays_of_another_kind_are_refused():
    game = new_game(TITLE, 2, compiled=True)
    rows = game.position(1).rows
    for room in (np.empty(TITLE.actions, np.int32), np.empty(2 * TITLE.actions, np.int16)[::2]):
        with pytest.raises(ctypes.ArgumentError, match="contiguous array of int16"):
            game.engine.moves(rows, 0, game.tables, room)
