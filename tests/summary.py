"""The summary of a test run: the progress of languages and, after a long run, the number of tests in each
folder, their times, and the slowest.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import PurePosixPath

import pytest

LANGUAGE = "language"  # a test property: a language and its translated share
LEAST = 200  # tests; shorter runs print no times
SLOWEST = 5
_began = time.perf_counter()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    languages: set[str] = set()
    seconds: Counter[str] = Counter()  # per test, including fixtures
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                seconds[report.nodeid] += report.duration  # type: ignore[assignment]
                languages |= {str(told) for name, told in report.user_properties if name == LANGUAGE}
    say = terminalreporter.write_line
    if languages:
        say(f"languages: {', '.join(sorted(languages))}")
    if len(seconds) < LEAST:
        return
    tests = Counter(map(_folder, seconds))
    taken: Counter[str] = Counter()
    for test, duration in seconds.items():
        taken[_folder(test)] += duration
    processor = sum(os.times()[:4])  # of this process and all ended children, including workers and servers
    say("")
    say(f"{len(seconds)} tests, {_told(time.perf_counter() - _began)}, {_told(processor)} of processor time")
    for folder, duration in taken.most_common():
        say(f"{tests[folder]:6} in {folder:16} {duration:6.0f} s")
    say("the slowest:")
    for test, duration in seconds.most_common(SLOWEST):
        say(f"{duration:8.1f} s  {test}")


def _folder(test: str) -> str:
    """The top-level folder of a test in `tests`, or its file."""
    return "/".join(PurePosixPath(test.partition("::")[0]).parts[:2])


def _told(seconds: float) -> str:
    return f"{seconds // 60:.0f} min {seconds % 60:.0f} s"
