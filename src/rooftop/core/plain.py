"""Plain data, such as TOML and JSON give it, as msgspec structures; a ValidationError where it does not fit.

All of Rooftop reads structures here. msgspec looks into a structure when it first reads one, and a second
thread that comes meanwhile uses what is half there: the process is gone (msgspec 0.22). So each structure is
looked into by one thread, while the others wait.
"""

from __future__ import annotations

import re
import threading
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

Kind = TypeVar("Kind")

KINDS = {
    "str": "a text in quotes",
    "int": "a whole number",
    "float": "a number such as 1.5",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}

_looking = threading.Lock()
_known: set[object] = set()


def converted(value: Any, kind: type[Kind], str_keys: bool = False) -> Kind:
    """Dictionaries, lists and scalars as `kind`; with `str_keys` the keys of tables are read as numbers."""
    _look_into(kind)
    return msgspec.convert(value, kind, str_keys=str_keys)  # noqa: TID251


def decoded(raw: str | bytes, kind: type[Kind]) -> Kind:
    """JSON as `kind`."""
    _look_into(kind)
    return msgspec.json.decode(raw, type=kind)  # noqa: TID251


def misfit(error: msgspec.ValidationError, kind: type[Any], place: str = "") -> str:
    """What does not fit `kind`, for whoever wrote the file: its place, what is wrong, what would be right."""
    reason, _, path = str(error).partition(" - at `$")
    steps = re.findall(r"\.(\w+)|\[([\d.]+)\]", path.rstrip("`"))
    where = place + path.rstrip("`").replace("[...]", "")
    return f"{where.removeprefix('.')}: {_in_words(reason, _inner(inspect.type_info(kind), steps))}".lstrip(
        ": "
    )


def _inner(found: inspect.Type | None, steps: list[tuple[str, str]]) -> inspect.Type | None:
    """The type at a place inside a type; None where it is one of several."""
    for name, index in steps:
        if isinstance(found, inspect.StructType):
            found = next((field.type for field in found.fields if field.encode_name == name), None)
        elif isinstance(found, inspect.TupleType) and index.isdecimal():
            found = found.item_types[int(index)]
        elif isinstance(found, inspect.ListType | inspect.VarTupleType):
            found = found.item_type
        elif isinstance(found, inspect.DictType):
            found = found.value_type
        else:
            return None
    return found


def _in_words(reason: str, wanted: inspect.Type | None) -> str:
    """msgspec's sentence in words that need no Python."""
    if missing := re.fullmatch(r"Object missing required field `(\w+)`", reason):
        return f"{missing[1]} is missing"
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", reason):
        known = (
            [field.encode_name for field in wanted.fields] if isinstance(wanted, inspect.StructType) else []
        )
        return f"there is no key {unknown[1]!r}; the keys are {', '.join(known)}"
    if strange := re.fullmatch(r"Invalid enum value (.*)", reason):
        able = [_written(value) for value in wanted.values] if isinstance(wanted, inspect.LiteralType) else []
        found = _written(strange[1])
        return (
            f"{found} is not one of {', '.join(able)}"
            if len(able) != 1
            else f"must be {able[0]}, not {found}"
        )
    if other := re.fullmatch(r"Expected `([\w |]+)`, got `(\w+)`", reason):
        right = " or ".join(KINDS.get(name, name) for name in other[1].split(" | ") if name != "null")
        return f"must be {right}, not {KINDS.get(other[2], other[2])}"
    reason = re.sub(
        r"`(\w+)`", lambda name: KINDS.get(name[1], name[1]), reason.replace("Expected", "must be")
    )
    return reason.replace(" of length", " with a length of")


def _written(value: object) -> str:
    """A value as TOML and JSON write it."""
    return str(value).lower() if str(value) in ("True", "False") else str(value)


def _look_into(kind: type[Any]) -> None:
    if kind not in _known:
        with _looking:
            msgspec.json.Decoder(kind)
            _known.add(kind)
