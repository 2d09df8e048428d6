"""Install Rooftop, or more of its extras, into an environment: python tools/environment.py FOLDER [EXTRA...].

`make` passes the extras that a target needs, so the environment grows as you need it. The installation builds
the page; Node.js is installed only for the build, unless the extra `dev` includes it.

It uses uv, which is several times as fast as pip: the one on the path, or else one that it installs into the
environment. If uv is not available, it uses pip.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def make(folder: Path, extras: Sequence[str], checkout: Path = ROOT) -> None:
    """Make an environment unless it is there, and install a checkout into it, with some of its extras."""
    if not (folder / "bin" / "python").exists():
        venv.create(folder, with_pip=True)
    install(folder, "--editable", f".[{','.join(extras)}]" if extras else ".", checkout=checkout)


def install(folder: Path, *words: str, checkout: Path = ROOT) -> None:
    """Install packages into an environment in the versions of the checkout's constraints.txt."""
    python = folder / "bin" / "python"
    constraints = str(checkout / "constraints.txt")
    words = ("--quiet", "--constraint", constraints, *words)
    uv = _uv(folder, constraints)
    if uv is not None:
        command = [
            uv,
            "pip",
            "install",
            "--python",
            str(python),
            "--build-constraint",
            constraints,
            *words,
        ]
        if subprocess.run(command, cwd=checkout, check=False).returncode == 0:
            return
        print("uv could not install this; trying pip", file=sys.stderr)
    # Python compiles a module on first import; most of the installed ones are never imported.
    subprocess.run([str(python), "-m", "pip", "install", "--no-compile", *words], cwd=checkout, check=True)


def _uv(folder: Path, constraints: str) -> str | None:
    """Return the path of uv, installing it if necessary."""
    own = folder / "bin" / "uv"
    if found := shutil.which("uv") or (str(own) if own.is_file() else None):
        return found
    command = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-compile"]
    done = subprocess.run([*command, "--constraint", constraints, "uv"], check=False)
    return str(own) if done.returncode == 0 and own.is_file() else None


def install_debian(package: str) -> bool:
    """Install a Debian or Ubuntu package, which only root can do. Return whether it succeeded."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return False
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    commands = (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", package])
    return all(subprocess.run(words, env=environment, check=False).returncode == 0 for words in commands)


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - this runs before anything has checked the version
        sys.exit(f"Rooftop needs Python 3.11 or newer, and this is {sys.version.split()[0]}.")
    if len(sys.argv) < 2:
        sys.exit("usage: python tools/environment.py FOLDER [EXTRA...]")
    try:
        make(Path(sys.argv[1]).absolute(), sys.argv[2:])
    except subprocess.CalledProcessError:
        sys.exit("Could not install Rooftop; the reason is above. Can you reach the package index?")


if __name__ == "__main__":
    main()
