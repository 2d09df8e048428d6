"""Schedules of faults break no law, but do so with broken code."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.broken import BUILDS, RARE, RAREST
from tests.faults.schedule import simulate

SOAK = bool(os.environ.get("ROOFTOP_SOAK"))
SEEDS = 2000 if SOAK else 24
ENOUGH = 500  # number of seeds within which a broken build is caught
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def silence(caplog):
    """Suppress thousands of log messages and tracebacks that nobody reads."""
    caplog.set_level(logging.CRITICAL, "rooftop")


def test_faults_break_no_law():
    findings = {seed: found for seed in range(SEEDS) if (found := simulate(seed).finding)}
    assert findings == {}


@pytest.mark.parametrize("build", [*BUILDS, *RARE, *RAREST] if SOAK else [*BUILDS])
def test_a_broken_build_is_caught(build):
    with (BUILDS | RARE | RAREST)[build]():
        assert any(simulate(seed).finding for seed in range(8 * ENOUGH if build in RAREST else ENOUGH))


def test_a_seed_gives_the_same_schedule_in_every_process():
    command = [sys.executable, "tools/simulate_faults.py", "--seed", "4", "--verbose"]
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    told: list[str] = []
    outcome = simulate(4, told.append)
    *elsewhere, last = done.stdout.splitlines()
    assert elsewhere == "\n".join(told).splitlines()
    assert last == f"no finding ({outcome.steps} steps, digest {outcome.digest})"
