"""The entry functions of programs as machine code, which runs without the compiler.

A wheel contains them as shared libraries, which the system loads. A checkout has them in the cache, as object
files: LLVM links one in milliseconds, and Numba, which would take seconds and a hundred megabytes, is
imported only to compile (`engine.compiler`).
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, cast

import numpy as np

from rooftop.engine.record import Array
from rooftop.errors import TitleError

FAILED = -(2**63)  # the result of an entry that failed
NO_RESULT = -(2**63) + 1  # the result of an entry that returns nothing
BOUND = "_bound"  # the suffix of an entry that takes a block with its arguments
DATA, SHAPE, STRIDES = 2, 4, 5  # words of NumPy's array object, after the reference count and the type


@dataclass(frozen=True)
class ArrayOf:
    """An argument that is a contiguous array; all others are integers."""

    dtype: np.dtype[Any]
    dimensions: int = 1

    def from_param(self, array: Array | ctypes.py_object[Array]) -> ctypes.py_object[Array]:
        """Check an argument when `ctypes` asks: machine code would read the wrong memory."""
        if isinstance(array, ctypes.py_object):
            return array  # checked above
        if (
            (array.dtype is not self.dtype and array.dtype != self.dtype)
            or array.ndim != self.dimensions
            or not array.flags.c_contiguous
        ):
            raise TypeError(f"a contiguous array of {self.dtype} expected, not {array.dtype} {array.shape}")
        return ctypes.py_object(array)


Kind = ArrayOf | None  # None: an integer


# --- running ----------------------------------------------------------------------------------------


class Library:
    """A shared library."""

    def __init__(self, path: Path) -> None:
        _check_layout()
        self._loaded = ctypes.CDLL(str(path))

    def get_function_address(self, symbol: str) -> int:
        return ctypes.cast(self._loaded[symbol], ctypes.c_void_p).value or 0


@lru_cache(maxsize=32)
def load(code: bytes) -> Any:
    """Link an object file once; the linker owns the memory of the code."""
    import llvmlite.binding as llvm

    _check_layout()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    linker = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    linker.add_object_file(llvm.ObjectFileRef.from_data(code))
    linker.finalize_object()
    return linker


def function(linker: Any, symbol: str, kinds: Sequence[Kind]) -> Callable[..., Any]:
    """An entry as a function, which releases the interpreter's lock."""
    takes: list[Any] = [kind or ctypes.c_int64 for kind in kinds]
    found: Any = ctypes.CFUNCTYPE(ctypes.c_int64, *takes)(linker.get_function_address(symbol))
    found.errcheck = _answer
    found.linker = linker
    return cast(Callable[..., Any], found)


def address(linker: Any, symbol: str) -> int:
    """The address of the code of an entry."""
    found: int = linker.get_function_address(symbol)
    return found


def bind(linker: Any, symbol: str, kinds: Sequence[Kind], arguments: Sequence[Any]) -> Callable[[], Any]:
    """An entry with its arguments. They are checked now, and passed as one block: converting twenty arguments
    at every call would take longer than the call."""
    given: list[Any] = [
        kind.from_param(argument).value if kind else int(argument)
        for kind, argument in zip(kinds, arguments, strict=True)
    ]
    words = [id(value) if kind else value for kind, value in zip(kinds, given, strict=True)]
    block = (ctypes.c_int64 * len(words))(*words)
    bound: Any = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(
        linker.get_function_address(symbol + BOUND)
    )
    bound.errcheck = _answer
    bound.owned = (linker, given, block)
    return partial(bound, ctypes.addressof(block))


@cache
def _check_layout() -> None:
    """Check that arrays lie in memory as the code expects."""
    array = np.zeros((2, 3), np.int16)
    words = (ctypes.c_size_t * 6).from_address(id(array))
    shape, strides = ((ctypes.c_ssize_t * 2).from_address(words[k]) for k in (SHAPE, STRIDES))
    if words[DATA] != array.ctypes.data or (*shape,) != array.shape or (*strides,) != array.strides:
        raise TitleError("this NumPy lays out arrays in another way; use ROOFTOP_ENGINE=interpreted")


def _answer(answer: int, function: object, arguments: object) -> int | None:
    if answer == FAILED:
        raise IndexError("a kernel used an index out of bounds")
    return None if answer == NO_RESULT else answer


# --- storing ----------------------------------------------------------------------------------------


@cache
def targets() -> list[str]:
    """The kinds of libraries that this machine can load, fastest first (`compiler.TARGETS`)."""
    system, processor = platform.system(), platform.machine().lower()
    if system == "Linux" and processor == "x86_64":
        flags = _flags()
        return [f"linux-x86-64-{level}" for level, needed in LEVELS.items() if needed <= flags]
    known = {
        ("Linux", "aarch64"): "linux-aarch64",
        ("Darwin", "arm64"): "macos-arm64",
        ("Darwin", "x86_64"): "macos-x86-64",
        ("Windows", "amd64"): "windows-x86-64",
    }
    return [known[system, processor]] if (system, processor) in known else []


# What code for a level of x86-64 may use, in Linux's names.
LEVELS = {
    "v3": {"avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"},
    "v2": {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"},
}


def _flags() -> set[str]:
    """The features of the processor, in Linux's names."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("flags"):
                return set(line.partition(":")[2].split())
    return set()


@lru_cache(maxsize=1)
def processor() -> str:
    """A name for this kind of processor: code for another one may not run."""
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features().flatten()
    return hashlib.sha256(f"{llvm.get_host_cpu_name()} {features}".encode()).hexdigest()[:12]


def read(path: Path) -> bytes | None:
    """Read the code in a file; None if there is no file or it is broken."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, code = content[:32], content[32:]
    return code if hashlib.sha256(code).digest() == digest else None


def write(path: Path, code: bytes) -> None:
    """Store code with its digest. Several processes may write the same file."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "wb") as file:
        file.write(hashlib.sha256(code).digest() + code)
    os.replace(name, path)
