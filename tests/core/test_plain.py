"""Plain data as structures."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from rooftop.core.plain import converted, decoded


class Inner(msgspec.Struct):
    number: int


class Outer(msgspec.Struct):
    inner: list[Inner]
    by_number: dict[int, str] = {}


def test_plain_data_become_structures() -> None:
    assert converted({"inner": [{"number": 3}]}, Outer) == Outer([Inner(3)])
    assert converted({"inner": [], "by_number": {"4": "a"}}, Outer, str_keys=True) == Outer([], {4: "a"})
    assert decoded(b'{"inner": [{"number": 3}]}', Outer) == Outer([Inner(3)])
    assert decoded('{"a": 1}', object) == {"a": 1}


def test_what_does_not_fit_says_where() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"inner\[0\]\.number"):
        converted({"inner": [{"number": "three"}]}, Outer)
    with pytest.raises(msgspec.ValidationError, match=r"inner\[0\]\.number"):
        decoded('{"inner": [{"number": "three"}]}', Outer)


MANY = r"""
from __future__ import annotations
import sys, threading, types
import msgspec
from rooftop.core.plain import converted

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
    """The readers of rules, figures and editions do, at a server that has just started."""
    program = MANY.replace("READ", "converted")
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
