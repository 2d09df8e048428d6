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

from rooftop.engine import machine
from rooftop.engine.interpreted import interpreted_view
from rooftop.engine.kernel import cache_folder, loading, specialise
from rooftop.engine.record import Record
from rooftop.engine.state import RandomStream


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

    part: ClassVar[str]  # what the template adds to a title, in a word
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
        """An interpreted entry, which gets checked wrappers of its arguments."""
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
        """The name of this version of the program in the cache."""
        return f"{self.part}-{_digest(self.template, *self.built_on)}"

    @property
    def folder(self) -> Path:
        """Where the machine code of the title is stored."""
        return cache_folder(str(resources.files(self.rules.package)))

    @property
    def stored(self) -> bytes | None:
        """The machine code in the cache: of this program, or of several that were compiled together."""
        for path in sorted(self.folder.glob(f"*{self.key}*{_ending()}")):
            if code := machine.read(path):
                return code
        return None

    @cached_property
    def linked(self) -> Any:
        """The machine code from the cache; compiled first if it is not there."""
        return machine.load(self.stored or compile_together([self]))

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
        """Where the machine code of a compiled entry lies in memory; it stays there as long as `linked`."""
        with loading:
            return machine.address(self.linked, _symbol(name))

    def prepare(self) -> None:
        """Load the machine code, if this program is compiled; compile it first if it is not in the cache."""
        if self.compiled:
            for name in self.entries:
                self.load(name)

    def is_cold(self) -> bool:
        """Whether this program has not been compiled on this machine."""
        return self.compiled and self.stored is None


def prepare(programs: Iterable[Program]) -> None:
    """Load programs of one title. Those that are not in the cache are compiled together first."""
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
    first = programs[0]
    parts = ", ".join(program.part for program in programs)
    print(
        f"rooftop: compiling the {parts} of {first.rules.name} (once per version, about 20 seconds)",
        file=sys.stderr,
    )
    entries = {
        _symbol(name): (getattr(program.module, name), program.kinds(name))
        for program in programs
        for name in program.entries
    }
    code = machine.compile(entries)
    machine.write(first.folder / ("+".join(program.key for program in programs) + _ending()), code)
    return code


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
        **dict.fromkeys(("settings", "points", "worth"), machine.ArrayOf(word, 2)),
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
