"""The entry functions of programs as machine code in the cache, which runs without the compiler.

They are compiled to one object file with everything below them. LLVM links it in milliseconds; Numba, which
would take seconds and a hundred megabytes, is imported only to compile.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, cast

import numpy as np

from rooftop.engine.kernel import apart, uncollected
from rooftop.engine.record import Array
from rooftop.errors import TitleError

FAILED = -(2**63)  # the answer of an entry that failed
NO_RESULT = -(2**63) + 1  # the answer of an entry that returns nothing
BOUND = "_bound"  # ends the name of an entry that takes a block with its arguments
DATA, SHAPE, STRIDES = 2, 4, 5  # words of NumPy's array object, after the count of references and the type


@dataclass(frozen=True)
class ArrayOf:
    """An argument that is a contiguous array; all others are integers."""

    dtype: np.dtype[Any]
    dimensions: int = 1

    def from_param(self, array: Array | ctypes.py_object[Array]) -> ctypes.py_object[Array]:
        """Check an argument, as `ctypes` asks: machine code would read the wrong memory."""
        if isinstance(array, ctypes.py_object):
            return array  # it has been checked
        if (
            (array.dtype is not self.dtype and array.dtype != self.dtype)
            or array.ndim != self.dimensions
            or not array.flags.c_contiguous
        ):
            raise TypeError(f"a contiguous array of {self.dtype} expected, not {array.dtype} {array.shape}")
        return ctypes.py_object(array)


Kind = ArrayOf | None  # None: an integer


# Frees an array that a kernel has made. Kernels make none, but code that takes arrays may refer to it.
DESTRUCTOR = "NRT_MemInfo_call_dtor"
_destroy = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda memory: None)


# --- running ----------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def load(code: bytes) -> Any:
    """Link an object file, once; the linker owns the memory of the code."""
    import llvmlite.binding as llvm

    _check_layout()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    if llvm.address_of_symbol(DESTRUCTOR) is None:  # Numba is not in use; it would set its own
        llvm.add_symbol(DESTRUCTOR, ctypes.cast(_destroy, ctypes.c_void_p).value)
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
    """Where the code of an entry lies in memory."""
    found: int = linker.get_function_address(symbol)
    return found


def bind(linker: Any, symbol: str, kinds: Sequence[Kind], arguments: Sequence[Any]) -> Callable[[], Any]:
    """An entry with its arguments. They are checked now, and handed over as one block: converting
    twenty arguments at every call would take longer than the call."""
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


@lru_cache(maxsize=1)
def processor() -> str:
    """A name for this kind of processor: code for another may not run."""
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features().flatten()
    return hashlib.sha256(f"{llvm.get_host_cpu_name()} {features}".encode()).hexdigest()[:12]


def read(path: Path) -> bytes | None:
    """The code in a file, or None if there is no file or it is broken."""
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


# --- compiling --------------------------------------------------------------------------------------

# Numba makes a library of every function, with all it calls in it, and optimises and emits each: a function
# ten levels down ten times. Here libraries stay as its front end leaves them. All that the entries need goes
# into one module, which is optimised and emitted once. This uses parts of Numba that may change: see
# tests/engine/test_machine.py.


def compile(entries: Mapping[str, tuple[Any, Sequence[Kind]]]) -> bytes:
    """Compile kernels and everything below them to an object file.

    `entries` are the kernels and the kinds of their arguments, by symbol. The function of a symbol takes
    NumPy's array objects and integers, and returns an integer. Another one takes a block of memory with these
    arguments (`bind`).
    """
    with _front_end() as context, uncollected():
        library = context.codegen().create_library("rooftop")
        for symbol, (kernel, kinds) in entries.items():
            _add_entry(context, library, symbol, kernel, kinds)
        below = list(dict.fromkeys(library._linking_libraries))
        for one in below:  # which grows
            below += [deeper for deeper in dict.fromkeys(one._linking_libraries) if deeper not in below]
        exported = {name for symbol in entries for name in (symbol, symbol + BOUND)}
        code: bytes = library.emit(below, exported)
    return code


@contextmanager
def _front_end() -> Iterator[Any]:
    """Let Numba lower kernels and leave the rest to us, whatever else it compiles in this process."""
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import cpu_target

    names = ("_toplevel_typing_context", "_toplevel_target_context")
    with global_compiler_lock, apart():
        before = [getattr(cpu_target, name) for name in names]
        ours = _contexts()
        for name, context in zip(names, ours, strict=True):
            setattr(cpu_target, name, context)
        try:
            yield ours[1]
        finally:
            for name, context in zip(names, before, strict=True):
                setattr(cpu_target, name, context)


@cache
def _contexts() -> tuple[Any, Any]:
    """What Numba knows of types, and a target whose libraries are not finished."""
    from numba.core import codegen, cpu, typing

    class Library(codegen.JITCodeLibrary):  # type: ignore[misc]
        def _optimize_functions(self, module: Any) -> None:
            pass

        def finalize(self) -> None:
            self._finalized = True

        def emit(self, others: Iterable[Any], exported: set[str]) -> bytes:
            """The code of this library and of others, with these functions to be called from outside."""
            module = self._final_module
            for other in others:
                module.link_in(other._final_module, preserve=True)
            for part in (*module.functions, *module.global_variables):
                if not part.is_declaration and part.name not in exported:
                    part.linkage = "internal"
            self._optimize_final_module()
            module.verify()
            _check_complete(module)
            code: bytes = self._codegen._tm.emit_object(module)
            return code

    class Codegen(codegen.JITCPUCodegen):  # type: ignore[misc]
        _library_class = Library

    class Context(cpu.CPUContext):  # type: ignore[misc]
        def init(self) -> None:
            super().init()
            self._internal_codegen = Codegen("rooftop")

        def create_cpython_wrapper(self, *arguments: Any, **named: Any) -> None:
            pass

        def create_cfunc_wrapper(self, *arguments: Any, **named: Any) -> None:
            pass

        def get_executable(self, library: Any, described: Any, environment: Any) -> Callable[[], Any]:
            return [library].copy  # a builtin function that is called by nobody: callers are linked by it

    types = typing.Context()
    return types, Context(types)


def _add_entry(context: Any, library: Any, symbol: str, kernel: Any, kinds: Sequence[Kind]) -> None:
    """Add the functions of an entry to a library: `symbol`, and the one that takes a block."""
    import numba
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.np import arrayobj

    signature = tuple(
        types.Array(numba.from_dtype(kind.dtype), kind.dimensions, "C") if kind else types.int64
        for kind in kinds
    )
    kernel.compile(signature)
    compiled = kernel.overloads[signature]
    module = library.create_ir_module(symbol)
    word = ir.IntType(64)
    takes = [word.as_pointer() if kind else word for kind in kinds]
    builder = ir.IRBuilder(ir.Function(module, ir.FunctionType(word, takes), symbol).append_basic_block())

    def member(array: Any, index: int) -> Any:
        return builder.load(builder.gep(array, [word(index)]))

    def words(address: Any, count: int) -> list[Any]:
        start = builder.inttoptr(address, word.as_pointer())
        return [member(start, k) for k in range(count)]

    arguments = []
    for kind, argument, given in zip(kinds, signature, builder.function.args, strict=True):
        if kind is None:
            arguments.append(given)
            continue
        made = context.make_array(argument)(context, builder)
        arrayobj.populate_array(
            made,
            data=builder.inttoptr(member(given, DATA), made.data.type),
            shape=words(member(given, SHAPE), kind.dimensions),
            strides=words(member(given, STRIDES), kind.dimensions),
            itemsize=kind.dtype.itemsize,
            meminfo=None,
        )
        arguments.append(made._getvalue())
    callee = context.declare_function(module, compiled.fndesc)
    result = compiled.signature.return_type
    status, answer = context.call_conv.call_function(builder, callee, result, signature, arguments)
    with cgutils.if_unlikely(builder, status.is_error):
        builder.ret(word(FAILED))
    if result == types.none:
        builder.ret(word(NO_RESULT))
    else:
        builder.ret(context.cast(builder, answer, result, types.int64))
    entry = builder.function
    block_type = ir.FunctionType(word, [word.as_pointer()])
    builder = ir.IRBuilder(ir.Function(module, block_type, symbol + BOUND).append_basic_block())
    block = words(builder.ptrtoint(builder.function.args[0], word), len(kinds))
    given_words = [
        builder.inttoptr(value, word.as_pointer()) if kind else value
        for kind, value in zip(kinds, block, strict=True)
    ]
    builder.ret(builder.call(entry, given_words))
    library.add_ir_module(module)
    library.add_linking_library(compiled.library)


def _check_complete(module: Any) -> None:
    """Refuse code that calls Numba's runtime, which is not there when the code runs."""
    missing = {function.name for function in module.functions if function.is_declaration}
    missing -= {DESTRUCTOR, "sqrt"}  # the C library has an exact square root
    missing = {name for name in missing if not name.startswith("llvm.")}
    if missing:
        raise TitleError(
            f"kernels may only compute with numbers and given arrays; this one needs"
            f" {', '.join(sorted(missing))} of Numba's runtime"
        )
