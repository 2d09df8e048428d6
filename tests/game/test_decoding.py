"""Plain data decoded into structures."""

from __future__ import annotations

import subprocess
import sys
from typing import Annotated, Any, Literal

import msgspec
import pytest

from rooftop.game.decoding import convert, decode_json
from rooftop.game.validation import explain


class Inner(msgspec.Struct):
    number: int


class Outer(msgspec.Struct):
    inner: list[Inner]
    by_number: dict[int, str] = {}


def test_plain_data_become_structures() -> None:
    assert convert({"inner": [{"number": 3}]}, Outer) == Outer([Inner(3)])
    assert convert({"inner": [], "by_number": {"4": "a"}}, Outer, str_keys=True) == Outer([], {4: "a"})
    assert decode_json(b'{"inner": [{"number": 3}]}', Outer) == Outer([Inner(3)])
    assert decode_json('{"a": 1}', object) == {"a": 1}


def test_what_does_not_fit_says_where() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"inner\[0\]\.number"):
        convert({"inner": [{"number": "three"}]}, Outer)
    with pytest.raises(msgspec.ValidationError, match=r"inner\[0\]\.number"):
        decode_json('{"inner": [{"number": "three"}]}', Outer)


MANY = r"""
from __future__ import annotations
import sys, threading, types
import msgspec
from rooftop.game.decoding import convert

sys.setswitchinterval(1e-6)
SOURCE = "from __future__ import annotations\nimport msgspec\n" + "\n".join(
    f"class S{k}(msgspec.Struct):\n    a: tuple[int, int]; b: list[S{max(k - 1, 0)}] = []" for k in range(12)
)
DATA = {"a": [1, 2], "b": [{"a": [3, 4]}]}
for name in [f"m{number}" for number in range(40)]:
    module = sys.modules[name] = types.ModuleType(name)
    exec(SOURCE, vars(module))
    together = threading.Barrier(6)

    def read() -> None:
        together.wait()
        for k in (11, 5, 3):
            READ(DATA, getattr(module, f"S{k}"))

    threads = [threading.Thread(target=read) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_that_meet_a_structure_together_all_read_it() -> None:
    """As readers of rules, figures and editions do on a server that has just started."""
    program = MANY.replace("READ", "convert")
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")


class Card(msgspec.Struct, forbid_unknown_fields=True):
    colour: Literal["red", "blue"]
    at: tuple[int, int] = (0, 0)
    copies: Annotated[int, msgspec.Meta(ge=1)] = 1
    worth: int | None = None
    by_players: dict[int, list[Literal[1, 2]]] = {}
    kept: Literal[True] = True
    end: Literal["early", "late"] | None = None
    by_colour: dict[Literal["red", "blue"], Annotated[int, msgspec.Meta(le=9)]] = {}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"colour": "bleu"}, "card[0].colour: must be one of blue, red, not 'bleu'"),
        ({"colour": 3}, "card[0].colour: must be a string, not an integer"),
        (
            {"colours": 3},
            "card[0]: unknown key 'colours'; expected colour, at, copies, worth, by_players, kept,"
            " end, by_colour",
        ),
        ({"at": [1]}, "card[0].at: must be a list with a length of 2, got 1"),
        ({"at": [1, "b"]}, "card[0].at[1]: must be an integer, not a string"),
        ({"copies": 0}, "card[0].copies: must be an integer >= 1"),
        ({"copies": 1.5}, "card[0].copies: must be an integer, not a number"),
        ({"end": "soon"}, "card[0].end: must be one of early, late, not 'soon'"),
        ({"end": 3}, "card[0].end: must be a string, not an integer"),
        ({"by_colour": {"bleu": 1}}, "card[0].by_colour: must be one of blue, red, not 'bleu'"),
        ({"by_colour": {"red": 10}}, "card[0].by_colour: must be an integer <= 9"),
        ({"kept": False}, "card[0].kept: must be true, not false"),
        ({"worth": "much"}, "card[0].worth: must be an integer, not a string"),
        ({"by_players": {"2": [1, 3]}}, "card[0].by_players[1]: must be one of 1, 2, not 3"),
    ],
)
def test_a_validation_error_says_where_and_what_is_expected(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        convert([{"colour": "red"} | change], list[Card], str_keys=True)
    assert explain(caught.value, list[Card], "card") == sentence


def test_what_is_missing_is_told() -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        convert({}, Card)
    assert explain(caught.value, Card) == "missing colour"
