"""Records: plain declarations that become NumPy dtypes without padding, and their hash.

@record
class State(SharedState):
    points = i16(SEATS, SOURCES)
    height = i8(SITES)
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import numpy as np
import numpy.typing as npt

Class = TypeVar("Class", bound=type)
Array = npt.NDArray[Any]


class Field:
    """One field of a record: a scalar, or an array of fixed shape.

    A `derived` field is a cache and is not hashed. `hashed_as` keeps the hashes of stored games valid when a
    field is renamed. A `later` field was added after games had been stored: it is hashed only where it is not
    zero, so that those games keep their hashes.
    """

    def __init__(
        self, code: str, shape: tuple[int, ...], derived: bool, hashed_as: str | None, later: bool
    ) -> None:
        self.code = code
        self.shape = shape
        self.derived = derived
        self.hashed_as = hashed_as
        self.later = later


def _kind(code: str) -> Callable[..., Any]:
    # Any, so that type checkers accept s.colour[i] and s.turn + 1.
    def make(*shape: int, derived: bool = False, hashed_as: str | None = None, later: bool = False) -> Any:
        return Field(code, shape, derived, hashed_as, later)

    return make


i8, i16, i32, i64 = (_kind(f"<i{size}") for size in (1, 2, 4, 8))
f64 = _kind("<f8")


class Record:
    """Base class of records; `@record` fills them in."""

    dtype: ClassVar[np.dtype[Any]]
    fields: ClassVar[dict[str, Field]]
    hashed: ClassVar[list[tuple[bytes, str]]]  # what `digest` writes before a field, and the field

    @classmethod
    def array(cls, count: int = 1) -> Array:
        """`count` zeroed records."""
        return np.zeros(count, cls.dtype)


def record(cls: Class) -> Class:
    """Turn `name = i8(shape)` declarations, inherited ones first, into a dtype without padding.

    Large items come first, so there are no holes, and explicit filler rounds the size up to eight bytes. So
    equal states have equal bytes.
    """
    fields: dict[str, Field] = {}
    for base in reversed(cls.__mro__):
        fields.update(getattr(base, "fields", {}))
        fields.update({name: value for name, value in vars(base).items() if isinstance(value, Field)})
    by_size = sorted(fields, key=lambda name: -np.dtype(fields[name].code).itemsize)
    spec: list[tuple[str, str, tuple[int, ...]]] = [
        (name, fields[name].code, fields[name].shape) for name in by_size
    ]
    filler = -np.dtype(spec).itemsize % 8
    if filler:
        spec.append(("filler", "<i1", (filler,)))
    cls.dtype = np.dtype(spec)  # type: ignore[attr-defined]
    cls.fields = fields  # type: ignore[attr-defined]
    cls.hashed = [  # type: ignore[attr-defined]
        (f"{field.hashed_as or name}{field.shape}".encode(), name)
        for name, field in fields.items()
        if not field.derived
    ]
    for name in [name for name, value in vars(cls).items() if isinstance(value, Field)]:
        delattr(cls, name)
    return cls


def digest(kind: type[Record], rows: Array) -> str:
    """SHA-256 over the fields that rules read, in the order of declaration: name, shape, and values as
    little-endian 64-bit integers. Derived fields, later fields that are zero, filler and memory order do not
    affect it."""
    parts = []
    for head, name in kind.hashed:
        if not kind.fields[name].later or rows[name].any():
            parts += [head, rows[name].astype("<i8").tobytes()]
    return hashlib.sha256(b"".join(parts)).hexdigest()
