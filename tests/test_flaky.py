"""The tool that repeats tests finds an intermittent failure."""

import os
import subprocess
import sys

from tests.conftest import ROOT

NOW_AND_THEN = """
from pathlib import Path

def test_now_and_then():
    seen = Path(__file__).with_name("seen")
    before = seen.exists()
    seen.touch()
    assert not before

class TestAlways:
    def test_always(self):
        pass
"""


def test_a_test_that_fails_now_and_then_is_found(tmp_path):
    file = tmp_path / "test_luck.py"
    file.write_text(NOW_AND_THEN)
    words = ["--times", "2", "--busy", "1", "--workers", "0", str(file)]
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "flaky.py", *words],
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    table = [line.split() for line in done.stdout.splitlines()[-3:]]
    assert table[0] == ["runs", "failures", "test"]
    assert table[1][:2] == ["2", "1"]
    assert table[1][2].endswith("test_luck.py::test_now_and_then")
    assert table[2] == ["4", "1", "all", "2", "tests"]
