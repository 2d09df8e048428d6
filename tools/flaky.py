"""Repeat tests beside load: python tools/flaky.py [--base REV] [--times 5] [--busy N] [TEST...].

Without TEST, it repeats the tests that differ from REV, committed or not: every changed test file, and the
whole folder if a shared file such as a conftest.py has changed. REV defaults to the commit where this branch
left origin/main, or to the previous commit if nothing differs from that. If you changed sources, name the
tests that this could break. At the end it lists the tests that failed at least once; the exit status is then
1.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
BUSY = "import os, sys\nwhile os.getppid() == int(sys.argv[1]): sum(range(100_000))"  # dies with this process


def git(*words: str) -> list[str]:
    """Return the lines that git prints, or none if it fails."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed(base: str | None) -> list[str]:
    """Return the tests that have changed since a commit."""
    new = git("ls-files", "--others", "--exclude-standard", "tests")
    for commit in [base] if base else [*git("merge-base", "origin/main", "HEAD"), "HEAD~1"]:
        files = git("diff", "--name-only", "--diff-filter=d", commit, "--", "tests") + new
        if found := {touched for file in files if (touched := _tests_of(PurePosixPath(file)))}:
            return sorted(found)
    return []


def _tests_of(file: PurePosixPath) -> str | None:
    """Return the tests in a file, or the folder that uses it; tests/ itself would be too many."""
    if file.name.startswith("test_"):
        return str(file)
    return str(file.parent) if len(file.parts) > 2 else None


@contextlib.contextmanager
def load(loops: int) -> Iterator[None]:
    """Keep this many processes busy."""
    running = [subprocess.Popen([sys.executable, "-c", BUSY, str(os.getpid())]) for _ in range(loops)]
    try:
        yield
    finally:
        for one in running:
            one.kill()
            one.wait()


def run(tests: Sequence[str], workers: int) -> dict[str, bool]:
    """Run tests once. Return whether each passed, without the skipped ones."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder, "report.xml")
        words = [
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            f"--junitxml={told}",
            "--override-ini=junit_family=xunit1",
        ]
        words += ["--numprocesses", str(workers), "--dist", "loadgroup"] if workers else []
        status = subprocess.run([sys.executable, *words, *tests], cwd=ROOT, check=False).returncode
        if status not in (0, 1):
            sys.exit(f"pytest did not run these tests: status {status}.")
        passed: dict[str, bool] = {}
        for case in ElementTree.parse(told).iter("testcase"):
            if case.find("skipped") is None:
                failed = case.find("failure") is not None or case.find("error") is not None
                name = _name(case)
                passed[name] = passed.get(name, True) and not failed
        return passed


def _name(case: ElementTree.Element) -> str:
    """Return pytest's name of a test: its file, classes and function."""
    file, module, test = (case.get(key, "") for key in ("file", "classname", "name"))
    classes = module.split(".")[len(PurePosixPath(file).parts) :]
    return "::".join([file, *classes, test])


def main() -> int:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--base", metavar="REV", help="take the tests that differ from this commit")
    parser.add_argument("--times", type=int, default=5, help="how often they run (default: 5)")
    parser.add_argument(
        "--busy", type=int, default=2 * cores, metavar="N", help="busy loops (default: two for each core)"
    )
    parser.add_argument("--workers", type=int, default=3, help="processes that run tests (default: 3)")
    parser.add_argument(
        "tests", nargs="*", metavar="TEST", help="files, folders or tests, as pytest names them"
    )
    given = parser.parse_args()
    tests = given.tests or changed(given.base)
    if not tests:
        sys.exit("No test differs; name some.")
    runs: Counter[str] = Counter()
    failures: Counter[str] = Counter()
    with load(given.busy):
        for number in range(given.times):
            print(f"Run {number + 1} of {given.times}: {' '.join(tests)}", flush=True)
            for name, passed in run(tests, given.workers).items():
                runs[name] += 1
                failures[name] += not passed
    print("\n  runs  failures  test")
    for name, failed in failures.most_common():
        if failed:
            print(f"{runs[name]:6} {failed:9}  {name}")
    print(f"{runs.total():6} {failures.total():9}  all {len(runs)} tests")
    return 1 if failures.total() else 0


if __name__ == "__main__":
    sys.exit(main())
