"""`pip install rooftop` brings the rules, the API and the terminal; the rest says which extra it needs."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Import names that differ from the names on PyPI.
MODULES = {
    "markdown-it-py": "markdown_it",
    "prometheus-client": "prometheus_client",
    "numba-cuda": "numba_cuda",
}

HIDE = """
import sys
from importlib.machinery import PathFinder

class Installed(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] in {modules} else super().find_spec(name, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = Installed
"""
PLAY = """
import rooftop
from rooftop.bots import bot, choose
match = rooftop.new("tower-up", players=2, seed=1, compiled=False)
while match.ply < 12:
    match.play(choose(match, bot("random", 1)))
assert match.svg().startswith("<svg")
match.save("game.json")
assert rooftop.load("game.json").hash() == match.hash()
"""


def optional_modules() -> list[str]:
    """The packages of the extras for hosting, and any others that a developer may have."""
    extras = PROJECT["optional-dependencies"]
    names = [re.split(r"[\[<>=]", requirement)[0] for extra in extras.values() for requirement in extra]
    return sorted({MODULES.get(name, name).replace("-", "_") for name in names if name != "rooftop"})


def python(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    hidden = HIDE.format(modules=set(optional_modules()))
    return subprocess.run(
        [sys.executable, "-c", hidden + program], cwd=folder, capture_output=True, text=True, check=False
    )


def commands(folder: Path, status: int, *lines: list[str]) -> subprocess.CompletedProcess[str]:
    """Run commands one after the other, and check that each exits with this status."""
    program = f"""
from rooftop.cli import main
for words in {lines!r}:
    try:
        main(words)
    except SystemExit as end:
        assert end.code == {status}, words
"""
    return python(program, folder)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    done = python(PLAY, tmp_path)
    assert done.returncode == 0, done.stderr
    return tmp_path / "game.json"


def test_the_base_install_has_no_server_and_no_database() -> None:
    base = " ".join(PROJECT["dependencies"])
    for name in ("litestar", "uvicorn", "sqlalchemy", "alembic", "psycopg", "prometheus", "mnemonic", "cuda"):
        assert name not in base


@pytest.mark.slow
def test_play_verify_and_show_need_no_extra(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROOFTOP_ENGINE", "interpreted")
    done = commands(
        game.parent,
        0,
        ["--help"],
        ["serve", "--help"],
        ["titles"],
        ["play", "--bot", "random"],
        ["simulate", "tower-up", "--games", "1"],
        [
            "arena",
            "tower-up",
            "--bots",
            "random,random",
            "--games",
            "2",
            "--workers",
            "1",
            "--out",
            "run.jsonl",
        ],
        ["verify", "game.json"],
        ["show", "game.json", "-o", "board.svg"],
        ["show", "game.json", "-o", "board.png"],
        ["edition", "check"],
    )
    assert done.returncode == 0, done.stderr


def test_a_missing_extra_is_named_in_one_line(tmp_path: Path) -> None:
    done = commands(tmp_path, 2, ["serve"], ["backup", "copy.db"], ["verify", "--database", "sqlite:///a.db"])
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines() == [
        f'{name} needs extra packages: pip install "rooftop[server]"'
        for name in ("rooftop serve", "rooftop backup", "rooftop verify --database")
    ]
    assert done.stdout == ""


def test_postgresql_names_its_own_extra(tmp_path: Path) -> None:
    hidden = HIDE.format(modules={"psycopg"})
    program = "from rooftop.cli import main; main(['serve', '--database', 'postgresql://localhost/rooftop'])"
    done = subprocess.run(
        [sys.executable, "-c", hidden + program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert (
        done.stderr == 'rooftop serve with PostgreSQL needs extra packages: pip install "rooftop[postgres]"\n'
    )
