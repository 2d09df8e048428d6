"""Records without padding, checked twins, sets, and the generator."""

import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rooftop.engine import bits, kernel, rng, streams
from rooftop.engine.interpreted import InterpretedArray, InterpretedRecords
from rooftop.engine.kernel import load
from rooftop.engine.record import Record, digest, i8, i16, i32, i64, record
from rooftop.engine.state import RandomStream
from rooftop.game.title import title_ids
from rooftop.testing import SOAK
from tests.conftest import WITH_EXAMPLE


@record
class Sample(Record):
    small = i8()
    wide = i64()
    grid = i8(3, 2)
    cache = i16(derived=True)
    middle = i32(2)


def test_a_record_has_no_holes_and_a_size_of_whole_words():
    kind = Sample.dtype
    assert kind.names is not None
    assert kind.fields is not None
    assert kind.itemsize % 8 == 0
    assert sum(kind[name].itemsize for name in kind.names) == kind.itemsize
    assert not kind.isalignedstruct or kind.itemsize == kind.alignment * (kind.itemsize // kind.alignment)
    offset = 0
    for name in kind.names:
        assert kind.fields[name][1] == offset
        offset += kind[name].itemsize


def test_the_digest_runs_over_declared_fields_and_not_over_caches():
    rows = Sample.array()
    rows["wide"] = 7
    before = digest(Sample, rows)
    rows["cache"] = 9
    rows["filler"] = 1
    assert digest(Sample, rows) == before
    rows["grid"][0, 2, 1] = 1
    assert digest(Sample, rows) != before


def test_a_field_that_came_later_is_hashed_where_it_is_not_zero():
    @record
    class Before(Record):
        a = i8()

    @record
    class Now(Record):
        a = i8()
        b = i8(2, later=True)

    rows = Now.array()
    assert digest(Now, rows) == digest(Before, Before.array())
    rows["b"][0][1] = 1
    assert digest(Now, rows) != digest(Before, Before.array())


def test_the_digest_is_the_documented_one():
    rows = Sample.array()
    rows["small"], rows["wide"], rows["middle"] = -3, 2**40, (1, 2)
    sha = hashlib.sha256()
    for name, shape, values in (
        ("small", "()", [-3]), ("wide", "()", [2**40]),
        ("grid", "(3, 2)", [0] * 6), ("middle", "(2,)", [1, 2]),
    ):  # fmt: skip
        sha.update(f"{name}{shape}".encode())
        sha.update(b"".join(value.to_bytes(8, "little", signed=True) for value in values))
    assert digest(Sample, rows) == sha.hexdigest()


def test_a_twin_reads_python_numbers_and_refuses_what_compiled_code_would_swallow():
    twin = InterpretedRecords(Sample.array())[0]
    twin.small = 100
    assert twin.small + 100 == 200  # an int8 would wrap
    with pytest.raises(OverflowError):
        twin.small = 200
    with pytest.raises(OverflowError):
        twin.grid[1, 1] = 128
    for index in (-1, (0, -1), (-2, 1)):
        with pytest.raises(IndexError, match="negative"):
            twin.grid[index]
        with pytest.raises(IndexError, match="negative"):
            twin.grid[index] = 1
    with pytest.raises(IndexError):
        twin.grid[3, 0]
    with pytest.raises(AttributeError, match="no field smal"):
        _ = twin.smal


def test_twins_copy_records_whole():
    rows = Sample.array(2)
    rows["middle"][0] = (5, 6)
    InterpretedRecords(rows)[1] = InterpretedRecords(rows)[0]
    assert rows[0].tobytes() == rows[1].tobytes()


@given(st.sets(st.integers(0, 61)))
def test_sets_count_and_find_their_first_member(members):
    packed = 0
    for member in members:
        packed |= bits.bit(member)
    assert bits.count(packed) == len(members)
    assert all(bits.has(packed, member) == (member in members) for member in range(62))
    if members:
        assert bits.first(packed) == min(members)


def copies():
    """The generator compiled and interpreted."""
    return rng, load(["rooftop.engine.rng"], compiled=False)[0]


def test_an_interpreted_copy_lives_beside_the_compiled_module():
    compiled, interpreted = copies()
    assert interpreted is not compiled
    assert sys.modules["rooftop.engine.rng"] is compiled
    assert hasattr(compiled.draw, "py_func")
    assert not hasattr(interpreted.draw, "py_func")


@given(st.binary(min_size=32, max_size=32), st.integers(1, 2**31 - 1))
def test_both_copies_draw_equal_numbers_below_the_bound(chance, bound):
    compiled, interpreted = copies()
    one, other = RandomStream.array(), RandomStream.array()
    one["rng"][0] = other["rng"][0] = streams.stream_words(chance, "test")
    for _ in range(5):
        drawn = compiled.draw(one[0], bound)
        assert drawn == interpreted.draw(InterpretedRecords(other)[0], bound)
        assert 0 <= drawn < bound
    assert one.tobytes() == other.tobytes()


def test_the_generator_is_sfc32():
    """Compared with the published algorithm in plain Python."""
    a, b, c, counter = words = (0x12345678, 0x9ABCDEF0, 0x0F1E2D3C, 0xFFFFFFFF)
    stream = RandomStream.array()
    stream["rng"][0] = words
    mask = 0xFFFFFFFF
    for _ in range(100):
        expected = (a + b + counter) & mask
        counter = (counter + 1) & mask
        a, b = b ^ (b >> 9), (c + (c << 3)) & mask
        c = (((c << 21) | (c >> 11)) + expected) & mask
        assert rng.bits32(stream[0]) == expected


def test_the_words_of_a_stream_come_from_sha256_of_seed_and_purpose():
    first = hashlib.sha256(bytes(32) + b"game").digest()[:16]
    assert streams.stream_words(bytes(32), "game") == tuple(np.frombuffer(first, "<u4").tolist())
    assert streams.stream_words(bytes(32), "game") != streams.stream_words(bytes(32), "choices")


@pytest.mark.parametrize("bound", [3, 5, 6, 44])
def test_draws_are_uniform(bound):
    stream = RandomStream.array()
    stream["rng"][0] = streams.stream_words(b"u" * 32, str(bound))
    throws = 20_000 * bound
    counts = np.bincount([rng.draw(stream[0], bound) for _ in range(throws)], minlength=bound)
    chi2 = float(((counts - throws / bound) ** 2).sum() / (throws / bound))
    assert chi2 < bound - 1 + 5 * (2 * (bound - 1)) ** 0.5  # five standard deviations


def test_a_shuffle_reaches_every_order_alike():
    stream = RandomStream.array()
    stream["rng"][0] = streams.stream_words(b"s" * 32, "shuffle")
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(24_000):
        cards = np.arange(4, dtype=np.int8)
        rng.shuffle(stream[0], cards, 4)
        counts[tuple(cards.tolist())] = counts.get(tuple(cards.tolist()), 0) + 1
    assert len(counts) == 24
    chi2 = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi2 < 23 + 5 * 46**0.5


@given(st.integers(-(2**62), 2**62), st.integers(-(2**62), 2**62))
def test_reseeding_depends_on_the_salt_alone(salt, other):
    one, two, three = RandomStream.array(), RandomStream.array(), RandomStream.array()
    two["rng"] = 99
    rng.reseed(one[0], salt)
    rng.reseed(two[0], salt)
    rng.reseed(three[0], other)
    assert one.tobytes() == two.tobytes()
    assert (one.tobytes() == three.tobytes()) == (salt == other)


def test_the_cache_folder_changes_with_the_sources(tmp_path):
    source = tmp_path / "rules.py"
    source.write_text("\n@kernel\ndef f(): pass\n")

    def found():
        kernel.cache_folder.cache_clear()
        kernel.sources.cache_clear()
        return kernel.cache_folder(str(tmp_path))

    first = found()
    assert found() == first
    source.write_text("\n@kernel\ndef f(): return 1\n")
    second = found()
    assert second != first
    (tmp_path / "words.py").write_text("not a kernel")
    assert found() == second


def test_a_cache_that_cannot_be_written_is_said_and_a_passing_folder_serves(tmp_path, monkeypatch, capsys):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("ROOFTOP_CACHE", str(blocked))
    kernel.cache_folder.cache_clear()
    folder = kernel.cache_folder(str(tmp_path))
    kernel.cache_folder.cache_clear()
    assert folder.is_dir()
    assert not folder.is_relative_to(blocked)
    assert "Not a directory; the rules must be compiled on every start" in capsys.readouterr().err


def test_an_interpreted_game_needs_no_compiler():
    program = (
        "import rooftop, sys;"
        "match = rooftop.new('tower-up', players=2, seed=1, compiled=False);"
        "match.play(match.moves()[0]);"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.slow  # compiles the rules again
@pytest.mark.parametrize("name", ["lanterns", *(title_ids() if SOAK else ())])
def test_a_run_with_bounds_checks_finds_nothing(name):
    """Compiled code silently reads past the end of a field; with bounds checks, it raises an error."""
    program = (
        "import sys, rooftop; from rooftop.engine import simulation; import lanterns;"
        "title = lanterns.TITLE if sys.argv[1] == 'lanterns' else rooftop.title(sys.argv[1]);"
        "game = rooftop.new_game(title, max(title.players));"
        "report = simulation.simulate(game, 200, check=True);"
        "assert report.games == 200 and not report.violations"
    )
    checked = {**WITH_EXAMPLE, "NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "0"}
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", program, name], check=True, env=checked, cwd=root)


def test_grids_know_their_shape():
    assert InterpretedArray(np.zeros((3, 2))).shape == (3, 2)
    assert len(InterpretedArray(np.zeros((3, 2)))) == 3
