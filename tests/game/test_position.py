"""A position behaves the same through C, ctypes and Python: results, errors and memory."""

import ctypes
import gc
import random
import subprocess
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import rooftop
from rooftop.engine import quick, quick_build
from rooftop.engine.machine import FAILED
from rooftop.errors import MoveError
from rooftop.game.position import Position, new_game

needs_c = pytest.mark.skipif(quick.library is None, reason="the C type has not been compiled here")
WAYS = [pytest.param("C", marks=needs_c), "ctypes", "interpreted"]


def game_of(way, monkeypatch, name="tower-up", players=3):
    """A game with positions of this kind."""
    with monkeypatch.context() as patch:
        if way == "ctypes":
            patch.setattr(quick, "library", None)
        game = new_game(name, players, compiled=way != "interpreted")
        kind = {"C": "Quick", "ctypes": "Ctypes", "interpreted": "Interpreted"}[way]
        assert type(game.position(1)).__name__ == f"_{kind}Position"
    return game


@pytest.fixture(params=WAYS)
def position(request, monkeypatch):
    return game_of(request.param, monkeypatch).position(1)


@needs_c
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", rooftop.title_ids())
def test_random_games_are_the_same_in_c_and_by_ctypes(name, players, monkeypatch):
    games = [game_of(way, monkeypatch, name, players) for way in ("C", "ctypes")]
    for seed in range(14):
        chance = random.Random(seed)
        one, other = (game.position(seed) for game in games)
        while not one.over:
            legal = one.legal()
            assert legal == other.legal()
            assert (one.to_act, one.ply, one.over) == (other.to_act, other.ply, other.over)
            if chance.random() < 0.1:
                one, other = one.clone(), other.clone()
            action = chance.choice(legal)
            one.apply(action)
            other.apply(action)
        assert (one.to_act, one.ply, one.legal()) == (other.to_act, other.ply, []) == (-1, other.ply, [])
        assert one.hash() == other.hash()
        assert one == other


@pytest.mark.parametrize("name", rooftop.title_ids())
def test_a_game_is_the_same_when_it_is_interpreted(name, monkeypatch):
    one, other = (game_of(way, monkeypatch, name).position(5) for way in ("interpreted", "ctypes"))
    chance = random.Random(5)
    for _ in range(12):
        assert one.legal() == other.legal()
        action = chance.choice(one.legal())
        one.apply(action)
        other.apply(np.int16(action))
    assert one == other


def test_mistakes_have_the_same_errors_and_change_nothing(position):
    before = position.rows.tobytes()
    actions = position.game.title.actions
    mistakes: list[Any] = [-1, actions, 2**63, -(2**70), True, None, "card 1", 1.0, [], np.int64(-1)]
    for wrong in mistakes:
        with pytest.raises(MoveError) as refused:
            position.apply(wrong)
        assert str(refused.value) == f"action must be from 0 to {actions - 1}, not {wrong!r}"
    illegal = next(action for action in range(actions) if action not in position.legal())
    for wrong in (illegal, np.int64(illegal)):
        with pytest.raises(MoveError) as refused:
            position.apply(wrong)
        assert str(refused.value) == f"{position.game.notation(int(wrong))!r} is not legal now"
    with pytest.raises(TypeError):
        position.apply()
    with pytest.raises(TypeError):
        position.legal(1)
    assert position.rows.tobytes() == before


def test_a_finished_game_refuses_everything(position):
    chance = random.Random(1)
    while position.legal():
        position.apply(chance.choice(position.legal()))
    assert position.over
    with pytest.raises(MoveError, match="the game is over"):
        position.apply(0)


def test_a_list_belongs_to_the_caller_and_the_state_can_be_written(position):
    legal = position.legal()
    legal.clear()
    assert position.legal() != []
    start = position.rows.tobytes()
    first = position.legal()
    position.apply(first[0])
    position.rows[:] = np.frombuffer(start, position.rows.dtype)  # as undo does
    assert position.legal() == first
    position.state["to_act"] = -1
    assert position.over
    assert position.to_act == -1
    assert position.legal() == []


def test_copies_are_independent(position):
    given = position.rows.copy()
    made = Position(position.game, given)
    given["ply"] = 77
    other = position.clone()
    other.apply(other.legal()[0])
    assert (position.ply, made.ply, other.ply) == (0, 0, 1)
    assert made == position != other
    rows = other.rows
    del other
    assert int(rows["ply"][0]) == 1  # an array outlives its position


def test_arrays_of_another_kind_or_size_are_refused(position):
    game, kind = position.game, position.rows.dtype
    others = [np.zeros(shape, kind) for shape in (0, 2, (1, 1))]
    mistakes: list[Any] = [None, b"", position.rows.tobytes(), np.zeros(1, np.int16), game.tables, *others]
    for wrong in mistakes:
        with pytest.raises(TypeError, match="needs an array of one record of its state"):
            Position(game, wrong)


def test_memory_cannot_be_exchanged_or_freed(position):
    legal = position.legal()
    if position.game.engine.compiled:
        with pytest.raises(AttributeError):
            position.rows = np.zeros(0, position.rows.dtype)
    with pytest.raises(ValueError, match="cannot resize"):
        position.rows.resize(0)
    memory = position.rows.base
    with pytest.raises(BufferError):
        getattr(memory, "obj", memory).clear()
    with pytest.raises(ValueError, match="resize"):
        position.game.tables.resize(0)
    assert position.legal() == legal


def test_threads_may_look_at_one_position(position):
    expected = position.legal()
    with ThreadPoolExecutor(4) as threads:
        for _ in range(20):
            other = position.clone()  # which has made no list yet
            assert list(threads.map(lambda _, one=other: one.legal(), range(8))) == [expected] * 8


def test_a_class_of_ones_own_plays_like_any_other():
    class Mine(Position):
        def __len__(self):
            return len(self.legal())

    position = new_game("tower-up", 2).position(1)
    mine = Mine(position.game, position.rows)
    mine.apply(mine.legal()[0])
    position.apply(position.legal()[0])
    assert len(mine) == len(position.legal())
    assert mine == position


# --- the C type itself -------------------------------------------------------------------------------


@pytest.fixture
def parts(monkeypatch):
    """A kind of position, its rules, its game, and the bytes of its first state."""
    game = game_of("C", monkeypatch)
    position = game.position(1)
    return type(position), game.native, game, position.rows.tobytes()


@needs_c
def test_the_c_type_is_made_only_of_the_right_things(parts):
    kind, rules, game, memory = parts
    make = quick.library.make
    assert make(kind, rules, game, memory).legal() == game.position(1).legal()
    for wrong in (
        (),
        (kind, rules, game),
        (int, rules, game, memory),
        (kind(game, game.position(1).rows), rules, game, memory),
        (kind, None, game, memory),
        (kind, rules, game, None),
        (kind, rules, game, "text"),
    ):
        with pytest.raises(TypeError):
            make(*wrong)
    for size in (0, 1, len(memory) - 1, len(memory) + 1):
        with pytest.raises(ValueError, match="bytes expected"):
            make(kind, rules, game, bytes(size))
        with pytest.raises(ValueError, match="bytes expected"):
            quick.library.start(kind, rules, game, bytes(size))
    for kind_of_object in (quick.library.State, kind):
        with pytest.raises(TypeError):
            object.__new__(kind_of_object)
    with pytest.raises(TypeError):
        quick.library.State()


@needs_c
def test_rules_are_made_only_of_the_right_things(parts):
    _, _, game, memory = parts
    address = game.engine.address("moves")
    good = {
        "owner": None, "make_rows": bytes, "start": address, "moves": address, "step": address,
        "tables": b"", "options": b"", "players": 2, "actions": 5, "size": len(memory), "rng_at": 0,
        "rng_size": 32, "to_act_at": 32, "ply_at": 34,
    }  # fmt: skip
    assert quick.library.Rules(**good)
    for name, wrong in (
        ("moves", 0), ("step", 0), ("start", 0), ("actions", 0), ("actions", 2**15), ("size", 0),
        ("rng_at", -1), ("rng_size", len(memory) + 1), ("to_act_at", len(memory)), ("ply_at", -1),
        ("ply_at", len(memory) - 1),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="not the entries and sizes"):
            quick.library.Rules(**good | {name: wrong})
    for name in ("tables", "options", "players", "moves"):
        with pytest.raises(TypeError):
            quick.library.Rules(**good | {name: None})
    with pytest.raises(ValueError, match="not C-contiguous"):
        quick.library.Rules(**good | {"tables": np.zeros(8, np.uint8)[::2]})


@pytest.mark.parametrize("way", WAYS[:2])
def test_an_index_out_of_bounds_is_an_error(way, monkeypatch):
    """The machine code reports it if it was compiled with bounds checks."""
    failing = [ctypes.CFUNCTYPE(ctypes.c_int64)(lambda: FAILED) for _ in range(3)]
    addresses = [ctypes.cast(one, ctypes.c_void_p).value for one in failing]
    game = game_of(way, monkeypatch)
    broken = new_game("tower-up", 3, compiled=True)
    monkeypatch.setattr(type(broken.engine), "address", lambda self, name: addresses[0])
    if way == "ctypes":
        monkeypatch.setattr(quick, "library", None)
    position = Position(broken, game.position(1).rows)
    assert type(position) is type(game.position(1))
    for call in (position.legal, lambda: position.apply(1)):
        with pytest.raises(IndexError, match="a kernel used an index out of bounds"):
            call()


@needs_c
def test_the_garbage_collector_frees_positions_in_a_circle(parts):
    class Holder:
        position: Position

    kind, rules, _, memory = parts
    game = Holder()
    game.position = quick.library.make(kind, rules, game, memory)
    gone = weakref.ref(game)
    assert gc.is_tracked(game.position)
    del game
    gc.collect()
    assert gone() is None


@needs_c
def test_nothing_is_leaked(parts):
    kind, rules, game, memory = parts
    counted = [kind, rules, game, quick.library.Rules]

    def use():
        position = quick.library.make(kind, rules, game, memory)
        other = position.clone()
        assert other.rows is other.rows
        other.apply(other.legal()[0])
        for wrong in (-1, None):
            with pytest.raises(MoveError):
                other.apply(wrong)
        with pytest.raises(ValueError, match="bytes expected"):
            quick.library.make(kind, rules, game, b"")
        quick.rules(game)

    use()
    gc.collect()
    before = [sys.getrefcount(one) for one in counted]
    for _ in range(20):
        use()
    gc.collect()
    assert [sys.getrefcount(one) for one in counted] == before


# Only C code runs while allocations fail: Python itself would not survive all failures.
FAILING = """
import _testcapi, rooftop
from functools import partial
from rooftop.engine.quick import library

game = rooftop.new_game("tower-up", 2, compiled=True)
position, engine = game.position(1), game.engine
legal, kind, memory = position.legal(), type(position), position.rows.tobytes()
address, room = engine.address("moves"), bytearray(4096)
calls = [
    position.clone, position.legal, partial(library.make, kind, game.native, game, memory),
    partial(library.start, kind, game.native, game, bytes(32)),
    partial(library.Rules, None, bytes, *[address] * 3, room, room, 2, 900, len(memory), 0, 32, 40, 42),
]
for call in calls:
    failures = 0
    for number in range(20):
        _testcapi.set_nomemory(number, number + 1)
        try:
            call()
        except MemoryError:
            failures += 1
        finally:
            _testcapi.remove_mem_hooks()
    assert failures, call
assert position.legal() == legal and position == game.position(1)
room.clear()  # nobody holds it any more
"""


@needs_c
def test_failed_allocations_are_errors():
    pytest.importorskip("_testcapi")
    subprocess.run([sys.executable, "-c", FAILING], check=True)


# --- building ------------------------------------------------------------------------------------------


@needs_c
def test_a_library_of_another_source_is_not_used(monkeypatch):
    monkeypatch.setattr(quick_build, "digest", lambda: "of another source")
    assert quick.load() is None


def test_a_variable_turns_the_c_type_off(monkeypatch):
    monkeypatch.setenv("ROOFTOP_QUICK", "0")
    assert quick.load() is None


def test_a_python_without_a_lock_uses_ctypes(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "version", "3.14.0 free-threading build (main)")
    assert quick.load() is None
    assert quick_build.build(tmp_path) is None


def test_without_a_compiler_nothing_is_built(monkeypatch, tmp_path):
    monkeypatch.setattr(quick_build, "_compilers", lambda: [])
    assert quick_build.build(tmp_path) is None
    monkeypatch.setattr(quick_build, "_compilers", lambda: [[sys.executable, "-c", "raise SystemExit(1)"]])
    assert quick_build.build(tmp_path) is None
    assert list(tmp_path.iterdir()) == []
    assert quick_build.build(tmp_path / "nowhere") is None


@needs_c
def test_a_compiler_builds_the_library(tmp_path):
    assert quick_build.build(tmp_path) == tmp_path / quick_build.LIBRARY
    assert [path.name for path in tmp_path.iterdir()] == [quick_build.LIBRARY]
    program = (
        "import importlib.util as u, sys; s = u.spec_from_file_location('_quick', sys.argv[1]);"
        "m = u.module_from_spec(s); s.loader.exec_module(m); assert m.DIGEST == sys.argv[2]"
    )
    built = str(tmp_path / quick_build.LIBRARY)
    subprocess.run([sys.executable, "-c", program, built, quick_build.digest()], check=True)
