"""The tools that keep the tests honest."""

import ast
import sys

import pytest

from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))
from check_tests import faults


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("time.sleep(0.1)", "sleeps"),
        ("await asyncio.sleep(pause)", "sleeps"),
        ("page.wait_for_timeout(300)", "waits a fixed time"),
        ("began = time.monotonic()", "looks at a clock"),
        ("assert time.time() - then < 3", "compares with a clock"),
        ("await asyncio.wait_for(frame, 10)", "gives up in less than 60 seconds"),
        ("page.wait_for_function(text, timeout=5000)", "gives up in less than 60 seconds"),
        ("httpx.get(url, timeout=5)", "gives up in less than 60 seconds"),
    ],
)
def test_a_test_that_depends_on_speed_is_refused(line, fault):
    [(_, found)] = faults(ast.parse(f"async def test():\n    {line}\n"))
    assert found == fault


@pytest.mark.parametrize(
    "line",
    [
        "await asyncio.sleep(0)",
        "now = time.time()",
        "await asyncio.wait_for(frame, 60)",
        "page.wait_for_function(text, timeout=60_000)",
        "assert clock.time < 3",
    ],
)
def test_a_test_may_wait_for_conditions_and_move_clocks(line):
    assert list(faults(ast.parse(f"async def test():\n    {line}\n"))) == []
