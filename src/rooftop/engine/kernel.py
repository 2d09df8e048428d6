"""Rules written once and run three ways: interpreted, compiled on the CPU, compiled for a GPU.

Rules are `@kernel` functions over records (`engine.record`). `load` imports a title's kernel modules either
to be compiled by Numba or as interpreted copies. Both can live in one process; interpreted copies work on
checked wrappers of the same bytes (`engine.interpreted`). Compiled programs are stored as machine code
(`engine.machine`) in a folder keyed by their sources, so most processes never import Numba.
"""

from __future__ import annotations

import atexit
import gc
import hashlib
import importlib
import importlib.metadata
import importlib.util
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import platformdirs

Function = TypeVar("Function", bound=Callable[..., Any])

# --- compiling ------------------------------------------------------------------------------------

_compiling = True
_are_apart = False
_kernels: list[Any] = []  # every function that has been decorated
loading = threading.RLock()  # held while kernels are imported, compiled or interpreted


def kernel(function: Function) -> Function:
    """Compile a rule with Numba; leave it unchanged while `load` makes an interpreted copy."""
    return _compiled(function)


def inlined(function: Function) -> Function:
    """A kernel that is inlined into its callers, because passing twenty arrays would take long."""
    return _compiled(function, forceinline=True)


def _compiled(function: Function, **options: bool) -> Function:
    if not _compiling or not has_compiler():
        return function
    import numba

    compiled: Any = numba.njit(nogil=True, error_model="numpy", **options)(function)
    compiled.get_call_template = _widening(compiled.get_call_template)
    compiled.add_overload = _adding(compiled)
    compiled.others = {}
    _kernels.append(compiled)
    return cast(Function, compiled)


def _widening(call_template: Callable[..., Any]) -> Callable[..., Any]:
    """Compile once for all integer widths. Otherwise a kernel that is called with an int8 field here and a
    literal there is compiled once for each (`note` twenty times)."""
    from numba import types

    def widened(arguments: Any, named: Any) -> Any:
        wide = [types.int64 if isinstance(kind, types.Integer) else kind for kind in arguments]
        return call_template(wide, named)

    return widened


def _adding(compiled: Any) -> Callable[[Any], None]:
    """Remember what has been compiled; Python may call it unless it was compiled apart."""
    add = compiled.add_overload

    def added(result: Any) -> None:
        if _are_apart:
            compiled.overloads[tuple(result.signature.args)] = result
        else:
            add(result)

    return added


@contextmanager
def apart() -> Iterator[None]:
    """Compile kernels for `engine.machine`, separately from those that Python itself has called."""
    global _are_apart
    _exchange()
    _are_apart = True
    try:
        yield
    finally:
        _are_apart = False
        _exchange()


def _exchange() -> None:
    for compiled in _kernels:
        compiled.overloads, compiled.others = compiled.others, compiled.overloads


@contextmanager
def uncollected() -> Iterator[None]:
    """Turn off garbage collection while compiling: nearly all new objects stay, and scanning them takes a
    fifth of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@lru_cache(maxsize=1)
def has_compiler() -> bool:
    """Whether Numba is installed."""
    return importlib.util.find_spec("numba") is not None


def kernel_files(home: str | Path) -> list[Path]:
    """The files of a folder that hold records or kernels, sorted by name."""
    found = []
    for path in sorted(Path(home).glob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "\n@kernel" in text or "\n@record" in text:
            found.append(path)
    return found


def cache_root() -> Path:
    """The folder for files that can be made again, but only slowly."""
    return Path(os.environ.get("ROOFTOP_CACHE") or platformdirs.user_cache_dir("rooftop"))


@lru_cache(maxsize=64)
def sources(home: str) -> str:
    """A digest of the kernels in `home`, of those below them, and of everything that compiles them."""
    here = Path(__file__).parent
    sha = hashlib.sha256()
    compiler = [here / f"{name}.py" for name in ("compiler", "engine", "kernel", "machine", "program")]
    for path in [*compiler, *kernel_files(here), *kernel_files(home)]:
        sha.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return sha.hexdigest()


@lru_cache(maxsize=64)
def cache_folder(home: str) -> Path:
    """The cache folder for the kernels in `home`, keyed by everything that could change them."""
    sha = hashlib.sha256(sources(home).encode())
    for package in ("numba", "llvmlite", "numpy"):
        sha.update(f"{package} {importlib.metadata.version(package)}\n".encode())
    chosen = [os.environ.get(f"NUMBA_{name}") for name in ("BOUNDSCHECK", "OPT")]
    sha.update(f"python {sys.version_info[:3]} bounds and optimisation {chosen}\n".encode())
    name = f"{Path(home).name}-{sha.hexdigest()[:24]}"
    root = cache_root() / "kernels"
    folder = root / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        if not os.access(folder, os.W_OK):
            raise PermissionError(folder)
    except OSError as error:
        folder = _temporary_folder(root, error.strerror or "not writable") / name
        folder.mkdir(exist_ok=True)
        return folder
    _prune(root, Path(home).name)
    return folder


@lru_cache(maxsize=8)
def _temporary_folder(root: Path, reason: str) -> Path:
    """A fallback cache, deleted at exit."""
    print(
        f"rooftop: {root}: {reason}; the rules must be compiled on every start"
        " (set ROOFTOP_CACHE to a writable folder)",
        file=sys.stderr,
    )
    folder = tempfile.mkdtemp(prefix="rooftop-kernels-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _prune(root: Path, home: str, keep: int = 4) -> None:
    """Delete the kernels of old versions, except the newest `keep` folders of this home."""
    folders = [path for path in root.glob(f"{home}-*") if path.is_dir()]
    folders.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in folders[keep:]:
        shutil.rmtree(old, ignore_errors=True)


# --- loading ----------------------------------------------------------------------------------------


def load(modules: Iterable[str], compiled: bool) -> list[ModuleType]:
    """Import kernel modules: compiled, or as fresh interpreted copies together with every kernel module in
    the same folder or in the engine."""
    names = list(modules)
    with loading, nullcontext() if compiled else _interpreting(names):
        return [importlib.import_module(name) for name in names]


def specialise(
    template: Path,
    name: str,
    modules: Iterable[str],
    given: Callable[[], dict[str, object]],
    compiled: bool,
) -> ModuleType:
    """Execute a template as module `name`, with the `given` functions in its namespace.

    An interpreted copy sees interpreted copies of `modules`. The name is unique to the title.
    """
    spec = importlib.util.spec_from_file_location(name, template)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with loading, nullcontext() if compiled else _interpreting(list(modules)):
        vars(module).update(given())
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return module


@contextmanager
def _interpreting(names: list[str]) -> Iterator[None]:
    """Import kernel modules uncompiled within this context, and restore the compiled ones afterwards."""
    global _compiling
    copied = _kernel_modules([__name__, *names])
    before = {name: sys.modules.pop(name) for name in copied if name in sys.modules}
    was_compiling, _compiling = _compiling, False
    try:
        yield
    finally:
        _compiling = was_compiling
        for name in copied:
            parent, _, child = name.rpartition(".")
            sys.modules.pop(name, None)
            if name in before:
                sys.modules[name] = before[name]
                if parent in sys.modules:
                    setattr(sys.modules[parent], child, before[name])
            elif hasattr(sys.modules.get(parent), child):
                delattr(sys.modules[parent], child)


def _kernel_modules(names: Iterable[str]) -> list[str]:
    """The modules with kernels that share a folder with one of `names`."""
    found: dict[str, None] = {}
    for name in names:
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(f"no module named {name}")
        package = name if spec.submodule_search_locations is not None else name.rpartition(".")[0]
        for path in kernel_files(Path(spec.origin).parent):
            if "\n@kernel" in path.read_text(encoding="utf-8"):
                found[package if path.stem == "__init__" else f"{package}.{path.stem}".lstrip(".")] = None
    return list(found)
