"""Compile the entry functions of programs, with everything below them, for any processor.

Numba makes a library of every function with everything it calls, and optimises and emits each: a function ten
levels down ten times. Here libraries stay as Numba's front end leaves them. Everything that entries need goes
into one module (`lower`), which is optimised and emitted once for each target (`emit`). One module serves all
targets: it computes addresses in 64 bits, and a processor with fewer truncates them.

This uses parts of Numba that may change: see tests/engine/test_machine.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils, codegen, config, cpu, typing
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.np import arrayobj

from rooftop.engine.kernel import apart, uncollected
from rooftop.engine.machine import BOUND, DATA, FAILED, NO_RESULT, SHAPE, STRIDES, Kind
from rooftop.errors import TitleError

# Functions that kernels call, or may call, and no other library must provide: then the code runs anywhere.
# The first frees an array that a kernel has made; kernels make none, but code that takes arrays may refer to
# it.
RUNTIME = """
define linkonce_odr void @NRT_MemInfo_call_dtor(ptr %memory) { ret void }
define linkonce_odr double @sqrt(double %x) {
  %root = call double @llvm.sqrt.f64(double %x)
  ret double %root
}
declare double @llvm.sqrt.f64(double)
"""
# What the system provides where a processor has no instruction for it.
SYSTEM = {"memcpy", "memmove", "memset"}


@dataclass(frozen=True)
class Target:
    """A kind of processor, and the form of its object files."""

    triple: str
    processor: str = "generic"
    features: str = ""
    options: Mapping[str, object] = field(default_factory=lambda: {"reloc": "pic", "codemodel": "default"})


TARGETS = {
    "linux-x86-64-v2": Target("x86_64-unknown-linux-gnu", "x86-64-v2"),
    "linux-x86-64-v3": Target("x86_64-unknown-linux-gnu", "x86-64-v3"),
    "linux-aarch64": Target("aarch64-unknown-linux-gnu"),
    "macos-arm64": Target("arm64-apple-macosx11.0.0", "apple-m1"),
    "macos-x86-64": Target("x86_64-apple-macosx11.0.0", "x86-64-v2"),
    "windows-x86-64": Target("x86_64-pc-windows-gnu", "x86-64-v2"),
    "wasm32": Target(
        "wasm32-unknown-unknown",
        features="+simd128,+bulk-memory,+nontrapping-fptoint,+sign-ext,+mutable-globals",
        options={"reloc": "static", "codemodel": "default"},
    ),
}


def host() -> Target:
    """This machine, for code that `machine.load` links."""
    options = {"reloc": "static", "codemodel": "jitdefault", "jit": True}
    features = llvm.get_host_cpu_features().flatten()
    return Target(llvm.get_process_triple(), llvm.get_host_cpu_name(), features, options)


# --- one module for all targets ---------------------------------------------------------------------


def lower(entries: Mapping[str, tuple[Any, Sequence[Kind]]]) -> bytes:
    """Lower kernels and everything below them to one LLVM module, without optimising it.

    `entries` are the kernels and the kinds of their arguments, by symbol. The function of a symbol takes
    NumPy's array objects and integers, and returns an integer. A second function takes a block of memory with
    these arguments (`machine.bind`).
    """
    with _front_end() as context, uncollected():
        library = context.codegen().create_library("rooftop")
        for symbol, (kernel, kinds) in entries.items():
            _add_entry(context, library, symbol, kernel, kinds)
        below = list(dict.fromkeys(library._linking_libraries))
        for one in below:  # which grows during the loop
            below += [deeper for deeper in dict.fromkeys(one._linking_libraries) if deeper not in below]
        exported = {name for symbol in entries for name in (symbol, symbol + BOUND)}
        code: bytes = library.joined(below, exported).as_bitcode()
    return code


@contextmanager
def _front_end() -> Iterator[Any]:
    """Let Numba lower kernels and leave the rest to us, whatever else it compiles in this process."""
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


class _Library(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The functions that belong to one kernel, as the front end leaves them."""

    def _optimize_functions(self, module: Any) -> None:
        pass

    def finalize(self) -> None:
        self._finalized = True

    def joined(self, others: Iterable[Any], exported: set[str]) -> Any:
        """This library and others as one module; these functions can be called from outside."""
        module = self._final_module
        for other in others:
            module.link_in(other._final_module, preserve=True)
        _check_complete(module)
        module.link_in(llvm.parse_assembly(RUNTIME))
        for part in (*module.functions, *module.global_variables):
            if not part.is_declaration and part.name not in exported:
                part.linkage = "internal"
        module.verify()
        return module


class _Codegen(codegen.JITCPUCodegen):  # type: ignore[misc]
    _library_class = _Library


class _Context(cpu.CPUContext):  # type: ignore[misc]
    """A target whose libraries stay unfinished."""

    def init(self) -> None:
        super().init()
        self._internal_codegen = _Codegen("rooftop")

    def create_cpython_wrapper(self, *arguments: Any, **named: Any) -> None:
        pass

    def create_cfunc_wrapper(self, *arguments: Any, **named: Any) -> None:
        pass

    def get_executable(self, library: Any, described: Any, environment: Any) -> Callable[[], Any]:
        return [library].copy  # a builtin function that nobody calls: callers are linked by it


@cache
def _contexts() -> tuple[Any, Any]:
    """What Numba knows of types, and our target."""
    known = typing.Context()
    return known, _Context(known)


def _add_entry(context: Any, library: Any, symbol: str, kernel: Any, kinds: Sequence[Kind]) -> None:
    """Add the functions of an entry to a library: `symbol`, and the one that takes a block."""
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
    """Refuse code that calls Numba's runtime, which is missing when the code runs."""
    missing = {function.name for function in module.functions if function.is_declaration}
    missing -= SYSTEM | {line.split("@")[1].split("(")[0] for line in RUNTIME.splitlines() if "@" in line}
    missing = {name for name in missing if not name.startswith("llvm.")}
    if missing:
        raise TitleError(
            f"kernels may only compute with numbers and given arrays; this one needs"
            f" {', '.join(sorted(missing))} of Numba's runtime"
        )


# --- code for a target ------------------------------------------------------------------------------


def emit(module: bytes, target: Target) -> bytes:
    """Optimise a module for a target and return an object file."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    most = int(config.OPT)  # 3, unless NUMBA_OPT says otherwise
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.processor, features=target.features, opt=most, **target.options
    )
    parsed = llvm.parse_bitcode(module)
    parsed.triple, parsed.data_layout = target.triple, str(machine.target_data)
    for _ in range(2):  # code that the first round has merged gets smaller and faster
        tuning = llvm.create_pipeline_tuning_options(speed_level=most)
        tuning.loop_vectorization, tuning.slp_vectorization = True, False
        builder = llvm.create_pass_builder(machine, tuning)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(parsed, builder)
    if "windows" in target.triple:
        for function in parsed.functions:
            if function.linkage is llvm.Linkage.external and not function.is_declaration:
                function.storage_class = "dllexport"
    code: bytes = machine.emit_object(parsed)
    return code
