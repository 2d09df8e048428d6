"""Programs as machine code in the cache."""

import ctypes
import subprocess
import sys

import numpy as np
import pytest

import rooftop
from lanterns import TITLE
from rooftop.engine import kernel
from rooftop.engine.engine import ENTRIES, TEMPLATE, Engine
from rooftop.engine.program import prepare
from rooftop.engine.state import RandomStream
from rooftop.game.position import new_game
from tests.conftest import ROOT, WITH_EXAMPLE


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


class Small(Engine):
    """A program that compiles quickly."""

    part = "small part"
    entries = {name: ENTRIES[name] for name in ("refreshed", "pick")}  # noqa: RUF012


class Other(Small):
    part = "other part"
    entries = {"moves": ENTRIES["moves"]}  # noqa: RUF012


def test_a_broken_file_is_compiled_again():
    Small(TITLE, compiled=True).prepare()
    program = Small(TITLE, compiled=True)
    (path,) = program.folder.glob(f"{program.key}-*")
    sound = path.read_bytes()
    assert program.stored == sound[32:]
    for broken in (b"", b"short", sound[:-1]):
        path.write_bytes(broken)
        assert program.is_cold()
    Small(TITLE, compiled=True).prepare()
    assert path.read_bytes()[32:] == program.stored


def test_programs_that_are_compiled_together_share_their_code(monkeypatch, tmp_path):
    monkeypatch.setenv("ROOFTOP_CACHE", str(tmp_path))
    kernel.cache_folder.cache_clear()
    try:
        small, other = Small(TITLE, compiled=True), Other(TITLE, compiled=True)
        prepare([small, other])
        assert small.linked is other.linked
        assert [path.suffix for path in small.folder.iterdir()] == [".o"]
        for again in (Other(TITLE, compiled=True), Small(TITLE, compiled=True)):
            assert not again.is_cold()
            assert again.linked is small.linked
        stream = RandomStream.array()
        assert 0 <= small.pick(stream, 0, 5) < 5
        game = new_game(TITLE, 2, compiled=True)
        rows, room = game.position(1).rows, small.room()
        assert other.moves(rows, 0, game.tables, room) == len(game.position(1).legal())
    finally:
        monkeypatch.undo()
        kernel.cache_folder.cache_clear()


def test_a_program_is_one_module_whose_functions_are_lowered_once():
    """If this fails after an update of Numba, look at unfinished libraries (`compiler._Library`), replaceable
    target contexts (`compiler._front_end`) and overloads of a dispatcher (`kernel.apart`)."""
    program = """
from collections import Counter
from numba.core import codegen, cpu, lowering
from rooftop.engine import compiler, machine, rng
from rooftop.engine.state import RandomStream
from tests.conftest import ROOT
from tests.engine.test_machine import Small
from lanterns import TITLE

lowered, optimised, stream = Counter(), Counter(), RandomStream.array()
stream["rng"] = 1, 2, 3, 4
before = rng.draw(stream[0], 9)  # Python calls a kernel, compiled by Numba alone
lower, optimise = lowering.Lower.lower, codegen.CPUCodeLibrary._optimize_final_module
lowering.Lower.lower = lambda self: (lowered.update([self.fndesc.mangled_name]), lower(self))[1]
codegen.CPUCodeLibrary._optimize_final_module = lambda self: (optimised.update([self.name]), optimise(self))
rules = Small(TITLE, compiled=True)
entries = {f"rooftop_{name}": (getattr(rules.module, name), rules.kinds(name)) for name in rules.entries}
code = compiler.lower(entries)
linked = machine.load(compiler.emit(code, compiler.host()))
for symbol in entries:
    assert linked.get_function_address(symbol) and linked.get_function_address(symbol + machine.BOUND)
assert set(optimised) <= {"nrt_atomic"}, optimised  # of Numba itself
assert set(lowered.values()) == {1} and len(lowered) > len(entries), lowered
stream["rng"] = 1, 2, 3, 4
assert rng.draw(stream[0], 9) == before  # as before
assert rng.shuffle.overloads == {}
lowered.clear()
assert len(compiler.lower(entries)) == len(code) and not lowered  # a second program lowers only its own
"""
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT, env=WITH_EXAMPLE)


def test_arrays_of_another_kind_are_refused():
    game = new_game(TITLE, 2, compiled=True)
    rows = game.position(1).rows
    for room in (np.empty(TITLE.actions, np.int32), np.empty(2 * TITLE.actions, np.int16)[::2]):
        with pytest.raises(ctypes.ArgumentError, match="contiguous array of int16"):
            game.engine.moves(rows, 0, game.tables, room)
