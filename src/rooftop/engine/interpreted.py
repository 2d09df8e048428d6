"""Records as interpreted kernels see them: Python ints out, range-checked ints in.

Compiled code silently reads the wrong memory for a bad index; these wrappers raise instead.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rooftop.engine.record import Array

Index = int | tuple[int, ...]


class InterpretedArray:
    """An array as interpreted kernels see it: loads give Python ints, NumPy checks the range of stores, and
    negative indices raise."""

    __slots__ = ("cells",)

    def __init__(self, cells: Array) -> None:
        self.cells = cells

    def __getitem__(self, index: Index) -> Any:
        _refuse_negative(index)
        found = self.cells[index]
        return InterpretedArray(found) if isinstance(found, np.ndarray) else found.item()

    def __setitem__(self, index: Index, value: int) -> None:
        _refuse_negative(index)
        self.cells[index] = value

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.cells.shape


def _refuse_negative(index: Index) -> None:
    if min(index) < 0 if isinstance(index, tuple) else index < 0:
        raise IndexError(f"a kernel used the negative index {index}")


class InterpretedRecord:
    """One record as interpreted kernels see it, over the same bytes as the compiled one."""

    __slots__ = ("_fields",)

    def __init__(self, rows: Array, index: int) -> None:
        fields: dict[str, Array] = {}
        for name in rows.dtype.names or ():
            fields[name] = rows[name][index : index + 1]
        object.__setattr__(self, "_fields", fields)

    def __getattr__(self, name: str) -> Any:
        try:
            cells = self._fields[name]
        except KeyError:
            raise AttributeError(f"the record has no field {name}") from None
        return cells.item() if cells.ndim == 1 else InterpretedArray(cells[0])

    def __setattr__(self, name: str, value: int) -> None:
        self._fields[name][0] = value


class InterpretedRecords:
    """An array of records as interpreted kernels see it."""

    __slots__ = ("rows",)

    def __init__(self, rows: Array) -> None:
        self.rows = rows

    def __getitem__(self, index: int) -> InterpretedRecord:
        _refuse_negative(index)
        return InterpretedRecord(self.rows, index)

    def __len__(self) -> int:
        return len(self.rows)

    def __setitem__(self, index: int, other: InterpretedRecord) -> None:
        for name, cells in other._fields.items():
            self.rows[name][index] = cells[0]


def interpreted_view(argument: object) -> object:
    """Wrap an argument for an interpreted entry function."""
    if not isinstance(argument, np.ndarray):
        return argument
    return InterpretedRecords(argument) if argument.dtype.names else InterpretedArray(argument)
