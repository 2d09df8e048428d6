"""Compile titles with their search and network: python tools/compile_rules.py [--for TARGET]... TITLE...

By default the code goes into the cache. For a target of `rooftop.engine.compiler` it becomes a library beside
the title, in the folder `libraries`: for a wheel (`linux-x86-64-v3`), or for browsers (`wasm32`). The name of
a library tells the sources that it was made of, and only they load it; one that is there is not made again.
Linking needs PyPI's `ziglang`; for Linux and for browsers, LLVM's `lld` will do.

A title that is not installed is named by its module and its object: lanterns:TITLE.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import brotli

from rooftop.bots.network.program import network
from rooftop.bots.search import search
from rooftop.engine import compiler
from rooftop.engine.engine import engine
from rooftop.engine.program import LIBRARIES, WEB, Program, library_name, lowered, prepare, store
from rooftop.game.title import AnyTitle, title

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

CACHE = "cache"
# Windows has no common C library; these are the only functions that kernels call.
WINDOWS = "LIBRARY msvcrt.dll\nEXPORTS\nmemcpy\nmemmove\nmemset\n"


class LinkError(RuntimeError):
    """Raised when linking fails. The message says why in one sentence."""


def find(name: str) -> AnyTitle:
    """Find a title by its id, or by its module and object."""
    module, _, item = name.partition(":")
    found: AnyTitle = getattr(importlib.import_module(module), item) if item else title(name)
    return found


def compile_title(kind: AnyTitle, targets: Sequence[str], rules_alone: bool = False) -> None:
    rules = engine(kind, compiled=True)
    programs: list[Program] = [rules] if rules_alone else [rules, search(rules), network(rules)]
    wanted = [target for target in targets if target != CACHE and not rules.library_for(target)]
    if not wanted:
        prepare(programs if CACHE in targets else [])
        return
    module = lowered(programs)
    if CACHE in targets:
        store(programs, module)
    folder = rules.home / LIBRARIES
    folder.mkdir(exist_ok=True)
    for target in wanted:
        link(compiler.emit(module, compiler.TARGETS[target]), target, folder / library_name(programs, target))


def link(code: bytes, target: str, path: Path) -> None:
    """Link an object file into a library."""
    with TemporaryDirectory(dir=path.parent, prefix=".") as scratch:
        source, made = Path(scratch, "title.o"), Path(scratch, path.name)
        source.write_bytes(code)
        _run([*_linker(target, Path(scratch)), str(source)], made)
        for old in path.parent.glob(f"*-{target}{path.suffix}"):
            old.unlink()  # from earlier sources
            Path(f"{old}.br").unlink(missing_ok=True)
        made.chmod(0o644)
        made.replace(path)
    if target == WEB:  # the server sends the compressed copy
        Path(f"{path}.br").write_bytes(brotli.compress(path.read_bytes()))


def _linker(target: str, scratch: Path) -> list[str]:
    """Return the linker command for a target, with its options."""
    if target.startswith("linux"):
        return [*_program("ld.lld"), "-shared", "--strip-all", "--gc-sections", "-z", "noexecstack"]
    if target.startswith("wasm"):
        stack = ["--stack-first", "-z", "stack-size=1048576"]
        return [*_program("wasm-ld"), "--no-entry", "--export-dynamic", "--strip-all", *stack,
                "--export=__heap_base"]  # fmt: skip
    if target.startswith("windows"):
        names, imports = scratch / "system.def", scratch / "system.lib"
        names.write_text(WINDOWS, encoding="ascii")
        _run([*_program("dlltool"), "-m", "i386:x86-64", "-d", str(names)], imports, "-l")
        return [*_program("lld-link"), "/dll", "/noentry", "/nodefaultlib", "/brepro", str(imports)]
    processor = {"macos-arm64": "aarch64", "macos-x86-64": "x86_64"}[target]
    return [*_program("cc"), "-target", f"{processor}-macos.11.0", "-shared", "-s"]


def _run(command: Sequence[str], made: Path, output: str = "-o") -> None:
    if "lld-link" in command:
        command = [*command, f"/out:{made}"]
    else:
        command = [*command, output, str(made)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise LinkError(f"{' '.join(command)} failed: {done.stderr.strip()}")


def _program(name: str) -> list[str]:
    """Return the command of a linker. A PyPI package has all of them; Debian names one after its version."""
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", name]
    for found in (name, *(f"{name}-{version}" for version in range(30, 14, -1))):
        if "ld" in name and shutil.which(found):
            return [found]
    raise LinkError(f"there is no {name}: pip install ziglang")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--for", dest="targets", action="append", choices=[CACHE, *compiler.TARGETS], metavar="TARGET"
    )
    parser.add_argument("--rules-alone", action="store_true", help="neither search nor networks")
    parser.add_argument("titles", nargs="+", metavar="TITLE")
    given = parser.parse_args()
    try:
        for name in given.titles:
            compile_title(find(name), given.targets or [CACHE], given.rules_alone)
    except LinkError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
