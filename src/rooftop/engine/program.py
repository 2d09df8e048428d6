"""A template specialised for a title: functions over arrays that Python calls, compiled or interpreted."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Protocol

import numpy as np

from rooftop.engine import kernel, machine
from rooftop.engine.interpreted import interpreted_view
from rooftop.engine.kernel import loading, specialise
from rooftop.engine.record import Record
from rooftop.engine.state import RandomStream
from rooftop.errors import TitleError

LIBRARIES = "libraries"  # the folder of a title with its shared libraries
WEB = "wasm32"  # the target that runs in browsers


class Rules(Protocol):
    """The part of a title that the engine runs. Its modules hold the kernels of `INTERFACE`."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def package(self) -> str: ...
    @property
    def modules(self) -> tuple[str, ...]: ...
    @property
    def state(self) -> type[Record]: ...
    @property
    def tables(self) -> type[Record]: ...
    @property
    def actions(self) -> int: ...
    @property
    def observation(self) -> int: ...
    @property
    def sources(self) -> tuple[str, ...]: ...
    @property
    def laws(self) -> tuple[str, ...]: ...
    @property
    def rarities(self) -> tuple[str, ...]: ...
    def __hash__(self) -> int: ...


class Program:
    """The entry functions of a template for one title."""

    part: ClassVar[str]  # a word for what the template adds to a title
    template: ClassVar[Path]
    built_on: ClassVar[tuple[Path, ...]] = ()  # sources that it takes functions or numbers from: not those
    # of the engine and of the title, nor the template itself
    entries: ClassVar[Mapping[str, str]]  # names and parameters
    arrays: ClassVar[Mapping[str, machine.ArrayOf]] = {}  # parameters that only this template has

    def __init__(self, rules: Rules, compiled: bool) -> None:
        self.rules = rules
        self.compiled = compiled
        self.array_kinds = _shared_kinds(rules) | dict(self.arrays)  # arrays among the parameters of entries
        self._loaded: dict[str, Callable[..., Any]] = {}
        for entry in self.entries:
            setattr(self, entry, self._lazy(entry) if compiled else self._checked(entry))

    def given(self) -> dict[str, object]:
        """The functions that the template finds in its namespace."""
        raise NotImplementedError

    @property
    def kernel_modules(self) -> list[str]:
        """The modules with the kernels of the title."""
        rules = self.rules
        return [rules.package + "." + name if name else rules.package for name in rules.modules]

    @cached_property
    def module(self) -> ModuleType:
        """The specialised template, compiled by Numba or interpreted."""
        package, kind = self.rules.package, "compiled" if self.compiled else "interpreted"
        return specialise(
            self.template,
            f"rooftop_{kind}_{self.part}_{package.rpartition('.')[2]}",
            self.kernel_modules,
            self.given,
            self.compiled,
        )

    def _checked(self, name: str) -> Callable[..., Any]:
        """An interpreted entry, whose arguments get checked wrappers."""
        function: Callable[..., Any] = getattr(self.module, name)
        return lambda *arguments: function(*map(interpreted_view, arguments))

    def _lazy(self, name: str) -> Callable[..., Any]:
        """A compiled entry that is loaded at the first call."""
        return lambda *arguments: self.load(name)(*arguments)

    def kinds(self, entry: str) -> list[machine.Kind]:
        """The kinds of an entry's arguments, by the names of its parameters."""
        return [self.array_kinds.get(name) for name in self.entries[entry].split()]

    @property
    def key(self) -> str:
        """The name of this version of the program in files of machine code."""
        return f"{self.part}-{_digest(self.template, *self.built_on)}"

    @property
    def home(self) -> Path:
        """The folder of the title."""
        return Path(str(resources.files(self.rules.package)))

    @cached_property
    def library(self) -> Path | None:
        """The shared library that came with the title, if it was built from these sources and can run
        here."""
        return next(filter(None, map(self.library_for, machine.targets())), None)

    def library_for(self, target: str) -> Path | None:
        """The title's library for a target of `engine.compiler`, if it was built from these sources."""
        folder = self.home / LIBRARIES
        wanted = f"*{self.key}*-{self.sources}-{target}.*"
        return next(folder.glob(wanted), None) if folder.is_dir() else None

    @cached_property
    def sources(self) -> str:
        """A digest of the kernels and of the records that they read."""
        kinds = repr([kind.dtype.descr for kind in (self.rules.state, self.rules.tables)])
        return hashlib.sha256((kernel.sources(str(self.home)) + kinds).encode()).hexdigest()[:16]

    @property
    def folder(self) -> Path:
        """Where the machine code of the title is stored."""
        return kernel.cache_folder(str(self.home))

    @property
    def stored(self) -> bytes | None:
        """The machine code in the cache: of this program, or of several that were compiled together."""
        if kernel.has_compiler():
            for path in sorted(self.folder.glob(f"*{self.key}*{_ending()}")):
                if code := machine.read(path):
                    return code
        return None

    @cached_property
    def linked(self) -> Any:
        """The machine code: from the library, or from the cache; compiled first if it is missing."""
        if self.library:
            return machine.Library(self.library)
        return machine.load(self.stored or compile_together([self]))

    @property
    def missing(self) -> str:
        """What is missing to run this program compiled, and what to do about it; empty if nothing is."""
        if self.library or kernel.has_compiler():
            return ""
        return (
            f"the rules of {self.rules.name} are not compiled for this machine, and there is no compiler"
            ' (pip install "rooftop[compile]")'
        )

    def load(self, name: str) -> Callable[..., Any]:
        """A compiled entry."""
        with loading:
            if name not in self._loaded:
                self._loaded[name] = machine.function(self.linked, _symbol(name), self.kinds(name))
                setattr(self, name, self._loaded[name])
            return self._loaded[name]

    def bind(self, name: str, *arguments: Any) -> Callable[[], Any]:
        """An entry with its arguments, which are checked once: for many calls with the same arrays."""
        if not self.compiled:
            return partial(getattr(self, name), *arguments)
        with loading:
            linked = self.linked
        return machine.bind(linked, _symbol(name), self.kinds(name), arguments)

    def address(self, name: str) -> int:
        """The address of the code of a compiled entry; it stays valid as long as `linked`."""
        with loading:
            return machine.address(self.linked, _symbol(name))

    def prepare(self) -> None:
        """Load the machine code, if this program is compiled; compile it first if it is not in the cache."""
        if self.compiled:
            for name in self.entries:
                self.load(name)

    def is_cold(self) -> bool:
        """Whether this program has not been compiled on this machine."""
        return self.compiled and not self.library and self.stored is None


def prepare(programs: Iterable[Program]) -> None:
    """Load programs of one title. Those that are not in the cache are first compiled together."""
    wanted = list(programs)
    with loading:
        cold = [program for program in wanted if program.is_cold()]
        if cold:
            compile_together(cold)
        for program in wanted:
            program.prepare()


def compile_together(programs: Sequence[Program]) -> bytes:
    """Compile programs of one title to one module, and store it. They share most functions, which are
    optimised once."""
    return store(programs, lowered(programs))


def lowered(programs: Sequence[Program]) -> bytes:
    """Programs of one title as one module, which `compiler.emit` accepts for any target."""
    if programs[0].missing:
        raise TitleError(programs[0].missing)
    from rooftop.engine import compiler

    parts = ", ".join(program.part for program in programs)
    print(
        f"rooftop: compiling the {parts} of {programs[0].rules.name} (once per version, about 20 seconds)",
        file=sys.stderr,
    )
    return compiler.lower(
        {
            _symbol(name): (getattr(program.module, name), program.kinds(name))
            for program in programs
            for name in program.entries
        }
    )


def store(programs: Sequence[Program], module: bytes) -> bytes:
    """Put the machine code of a module for this processor into the cache."""
    from rooftop.engine import compiler

    code = compiler.emit(module, compiler.host())
    machine.write(programs[0].folder / (_keys(programs) + _ending()), code)
    return code


def library_name(programs: Sequence[Program], target: str) -> str:
    """The name of the shared library of programs of one title: `Program.library` looks for it."""
    suffix = {WEB: "wasm", "windows-x86-64": "dll"}.get(target, "so")
    return f"{_keys(programs)}-{programs[0].sources}-{target}.{suffix}"


def _keys(programs: Sequence[Program]) -> str:
    return "+".join(program.key for program in programs)


def _ending() -> str:
    return f"-{machine.processor()}.o"


def _shared_kinds(rules: Rules) -> dict[str, machine.ArrayOf]:
    """The arrays that entries of all templates may take, by parameter."""
    small, short, word = np.dtype(np.int8), np.dtype(np.int16), np.dtype(np.int32)
    return {
        **dict.fromkeys("SWZ", machine.ArrayOf(rules.state.dtype)),
        "T": machine.ArrayOf(rules.tables.dtype),
        **dict.fromkeys(("C", "choices"), machine.ArrayOf(RandomStream.dtype)),
        **dict.fromkeys(("out", "more", "chosen", "random", "broken"), machine.ArrayOf(short)),
        **dict.fromkeys(("options", "counts", "kinds", "players"), machine.ArrayOf(word)),
        **dict.fromkeys(("settings", "points", "values"), machine.ArrayOf(word, 2)),
        **dict.fromkeys(("actions", "observation"), machine.ArrayOf(short, 2)),
        **dict.fromkeys(("observers", "acting"), machine.ArrayOf(small)),
        "ended": machine.ArrayOf(np.dtype(np.bool_)),
        "mask": machine.ArrayOf(np.dtype(np.bool_), 2),
        "ranks": machine.ArrayOf(small, 2),
        "rewards": machine.ArrayOf(np.dtype(np.float32), 2),
    }


def _symbol(entry: str) -> str:
    return f"rooftop_{entry}"


@lru_cache(maxsize=8)
def _digest(*templates: Path) -> str:
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in templates)).hexdigest()[:8]
