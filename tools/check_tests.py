"""Reject tests that depend on the speed of the machine: python tools/check_tests.py [FILE...].

A test waits for a condition (`tests/waiting.py`) or moves a virtual clock. It does not sleep, wait for a
fixed time, give up in less than a minute, or compare with a clock: speed is measured in `bench/`.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIMIT = 60  # seconds, the shortest timeout that a test may use
FREE = {  # folders and files where these words mean something else, and why
    "tests/waiting.py": "waits for conditions, for all others",
    "tests/summary.py": "tells how long the tests took",
    "tests/faults": "runs on a virtual clock, which a sleep moves",
}
# Allowed lines: the file, the line as written there, and why.
ALLOWED: dict[tuple[str, str], str] = {
    (
        "tests/server/clients.py",
        "await asyncio.sleep(0.05)",
    ): "a player whose connection is gone tries again, as a page does",
    (
        "tests/cluster/test_cluster.py",
        "time.sleep(step)",
    ): "longer than Ray's own limit, on a clock that no test moves",
}
CLOCKS = {"monotonic", "perf_counter", "process_time", "thread_time", "monotonic_ns", "perf_counter_ns"}


def faults(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the number of every line that depends on speed, and what is wrong with it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(_name(inner) == "time" for inner in ast.walk(node)):
            yield node.lineno, "compares with a clock"
        if not isinstance(node, ast.Call):
            continue
        name = _name(node)
        if name in CLOCKS:
            yield node.lineno, "looks at a clock"
        elif name == "sleep" and _number(node.args[0] if node.args else None) != 0:
            yield node.lineno, "sleeps"
        elif name == "wait_for_timeout":
            yield node.lineno, "waits a fixed time"
        elif name in ("wait_for", "timeout") and _short(node.args[-1] if node.args else None):
            yield node.lineno, f"gives up in less than {LIMIT} seconds"
        for keyword in node.keywords:
            if keyword.arg == "timeout" and _short(keyword.value, thousand=True):
                yield node.lineno, f"gives up in less than {LIMIT} seconds"


def _name(node: ast.AST) -> str:
    """Return the name of a called function."""
    if not isinstance(node, ast.Call):
        return ""
    called = node.func
    return (
        called.attr
        if isinstance(called, ast.Attribute)
        else called.id
        if isinstance(called, ast.Name)
        else ""
    )


def _number(node: ast.AST | None) -> float | None:
    return (
        node.value if isinstance(node, ast.Constant) and type(node.value) in (int, float) else None  # type: ignore[return-value]
    )


def _short(node: ast.AST | None, thousand: bool = False) -> bool:
    """Whether this timeout is too short. Values of 1,000 and more are Playwright's milliseconds."""
    number = _number(node)
    if number is None or number == 0:
        return False
    return number < LIMIT or (thousand and 1000 <= number < 1000 * LIMIT)


def main() -> int:
    files = [Path(name).resolve() for name in sys.argv[1:]] or sorted(
        path for folder in ("tests", "examples/lanterns/tests") for path in (ROOT / folder).rglob("*.py")
    )
    used, wrong = set(), 0
    for file in files:
        text = file.read_text(encoding="utf-8")
        lines, name = text.splitlines(), file.relative_to(ROOT).as_posix()
        if any(name == free or name.startswith(f"{free}/") for free in FREE):
            continue
        for number, fault in sorted(set(faults(ast.parse(text)))):
            key = (name, lines[number - 1].strip())
            used.add(key)
            if key not in ALLOWED:
                wrong += 1
                print(f"{name}:{number}: {fault}: {key[1]}")
    if not sys.argv[1:]:
        for name, line in ALLOWED.keys() - used:
            wrong += 1
            print(f"tools/check_tests.py: {name} has no line '{line}' any more")
    if wrong:
        print("Wait for a condition (tests/waiting.py) or move a virtual clock; measure speed in bench/.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
