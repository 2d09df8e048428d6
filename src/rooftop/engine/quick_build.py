"""Compile `_quick.c` beside it: python quick_build.py [FOLDER].

It runs when a checkout is installed or a wheel for one kind of machine is built (`hatch_build.py`), and needs
nothing but a C compiler and Python's headers. Without them it does nothing, and `engine.quick` uses ctypes.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "_quick.c"
LIBRARY = "_quick.abi3.so"


def digest() -> str:
    """The digest by which a library names its source."""
    return hashlib.sha256(SOURCE.read_bytes()).hexdigest()


def can_load() -> bool:
    """Whether this Python can load the library: a free-threaded Python lays out objects differently."""
    return sys.implementation.name == "cpython" and "free-threading" not in sys.version


def build(folder: Path = HERE, compiler: Sequence[str] = ()) -> Path | None:
    """Compile the library into a folder; None if that is not possible here."""
    headers = sysconfig.get_path("include")
    if not can_load() or sys.platform == "win32" or not (Path(headers) / "Python.h").is_file():
        return None
    shared = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
    options = ["-O2", "-fPIC", *shared, f"-I{headers}", f'-DDIGEST="{digest()}"', str(SOURCE)]
    with suppress(OSError), tempfile.TemporaryDirectory(dir=folder, prefix=".quick-") as scratch:
        made = Path(scratch) / LIBRARY
        for command in [compiler] if compiler else _compilers():
            done = subprocess.run([*command, *options, "-o", str(made)], capture_output=True, check=False)
            if done.returncode == 0:
                return made.replace(folder / LIBRARY)  # at once: another process may be loading the old one
    return None  # or the folder cannot be written


def _compilers() -> list[list[str]]:
    """Commands of installed C compilers, best guess first."""
    named = [os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang"]
    words = [shlex.split(name) for name in named if name]
    return [one for one in words if one and shutil.which(one[0])]


if __name__ == "__main__":
    built = build(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
    print(built or "no C compiler, or no headers of Python: positions will use ctypes")
