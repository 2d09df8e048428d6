"""Revisions to measure beside each other, each with its files, an environment and a cache of its own.

They are kept in `.venv-against/`, which git ignores: a revision by its commit, and the working tree as a
copy, so that an edit does not disturb a run. An environment that is there is used again.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".venv-against"
NOW = "working-tree"
EXTRAS = ("server", "compile")  # as far as the revision has them

sys.path.insert(0, str(ROOT / "tools"))
import environment  # noqa: E402


class Side(NamedTuple):
    """What is measured: a revision or the working tree."""

    name: str
    folder: Path

    @property
    def tree(self) -> Path:
        return self.folder / "tree"

    @property
    def python(self) -> str:
        return str(self.folder / "environment" / "bin" / "python")

    @property
    def variables(self) -> dict[str, str]:
        """The variables of a process that measures this side: nothing of the other, and nothing of make."""
        foreign = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "MAKEFLAGS")
        ours = {
            name: value
            for name, value in os.environ.items()
            if name not in foreign and not name.startswith("ROOFTOP_")
        }
        return ours | {"ROOFTOP_CACHE": str(self.folder / "cache")}


@contextlib.contextmanager
def alone(folder: Path = FOLDER) -> Iterator[None]:
    """Keep other runs out while this one lasts: they would change the copy of the working tree."""
    folder.mkdir(exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"Another run uses {folder}; wait for its end.")
        yield


def commit_of(revision: str, root: Path = ROOT) -> str:
    """Return the commit that a revision names. Exits if there is none."""
    words = ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"]
    done = subprocess.run(words, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{revision!r} is not a revision of this repository.")
    return done.stdout.strip()


def revision(name: str, root: Path = ROOT, folder: Path = FOLDER) -> Side:
    """Return a revision with its environment, which is made unless it is there."""
    commit = commit_of(name, root)
    side = Side(commit[:12], folder / commit[:12])
    if (side.folder / ".ready").exists():
        return side
    shutil.rmtree(side.folder, ignore_errors=True)  # of a run that was interrupted
    try:
        side.tree.mkdir(parents=True)
        _check_out(commit, side, root)
        _install(side)
        (side.folder / ".ready").touch()
    except BaseException:
        shutil.rmtree(side.folder, ignore_errors=True)
        raise
    return side


def working_tree(root: Path = ROOT, folder: Path = FOLDER) -> Side:
    """Return the working tree as it is now, without what git ignores."""
    side = Side(NOW, folder / NOW)
    shutil.rmtree(side.tree, ignore_errors=True)
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(words, cwd=root, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (root / name).is_file():  # else it has been deleted
            (side.tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, side.tree / name)
    _install(side)
    return side


def _check_out(commit: str, side: Side, root: Path) -> None:
    packed = side.folder / "tree.tar"
    subprocess.run(["git", "archive", "--output", str(packed), commit], cwd=root, check=True)
    with tarfile.open(packed) as files:
        files.extractall(side.tree)
    packed.unlink()


def _install(side: Side) -> None:
    project = tomllib.loads((side.tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [name for name in EXTRAS if name in project.get("optional-dependencies", {})]
    own = str(Path(sys.executable).parent)  # which has uv
    os.environ["PATH"] = own + os.pathsep + os.environ.get("PATH", "")
    try:
        environment.make(side.folder / "environment", extras, side.tree)
    except subprocess.CalledProcessError:
        sys.exit(f"{side.name} could not be installed; the reason is above.")
