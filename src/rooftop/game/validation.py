"""Explains validation errors to the person who wrote the file: where, what is wrong, and what is expected."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from msgspec import inspect

KINDS = {
    "str": "a string",
    "int": "an integer",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}


def explain(error: msgspec.ValidationError, kind: type[object], path: str = "") -> str:
    """Explain why the value at `path` is not a `kind`."""
    said = re.fullmatch(r"(.*?)(?: - at (`key` in )?`\$(.*)`)?", str(error), re.DOTALL)
    assert said is not None
    reason, in_key, inner = said[1], bool(said[2]), said[3] or ""
    kinds = _inside(inspect.type_info(kind), re.findall(r"\.(\w+)|\[([\d.]+)\]", inner))
    if in_key:
        kinds = [found.key_type for found in kinds if isinstance(found, inspect.DictType)]
    where = (path + inner.replace("[...]", "")).removeprefix(".")
    sentence = _in_words(reason, kinds)
    return f"{where}: {sentence}" if where else sentence


def _inside(kind: inspect.Type, steps: list[tuple[str, str]]) -> list[inspect.Type]:
    """The types allowed at a path inside a type."""
    kinds = list(_alternatives(kind))
    for name, index in steps:
        steps_in = [step for found in kinds for step in _one_step(found, name, index)]
        kinds = [inner for step in steps_in for inner in _alternatives(step)]
    return kinds


def _one_step(kind: inspect.Type, name: str, index: str) -> Iterator[inspect.Type]:
    if isinstance(kind, inspect.StructType):
        yield from (field.type for field in kind.fields if field.encode_name == name)
    elif isinstance(kind, inspect.TupleType) and index.isdecimal():
        yield kind.item_types[int(index)]
    elif isinstance(kind, inspect.ListType | inspect.VarTupleType):
        yield kind.item_type
    elif isinstance(kind, inspect.DictType):
        yield kind.value_type


def _alternatives(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _in_words(reason: str, kinds: list[inspect.Type]) -> str:
    """msgspec's message in words that do not require Python."""
    if missing := re.fullmatch(r"Object missing required field `(\w+)`", reason):
        return f"missing {missing[1]}"
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", reason):
        known = [field.encode_name for kind in kinds for field in getattr(kind, "fields", ())]
        return f"unknown key {unknown[1]!r}; expected {', '.join(known)}"
    if strange := re.fullmatch(r"Invalid enum value (.*)", reason):
        able = [_written(value) for kind in kinds for value in getattr(kind, "values", ())]
        expected = able[0] if len(able) == 1 else f"one of {', '.join(able)}"
        return f"must be {expected}, not {_written(strange[1])}"
    if other := re.fullmatch(r"Expected `([\w |]+)`, got `(\w+)`", reason):
        right = " or ".join(KINDS.get(name, name) for name in other[1].split(" | ") if name != "null")
        return f"must be {right}, not {KINDS.get(other[2], other[2])}"
    reason = re.sub(r"`(\w+)( \| null)?`", lambda name: KINDS.get(name[1], name[1]), reason)
    return reason.replace("Expected", "must be").replace(" of length", " with a length of")


def _written(value: object) -> str:
    """A value as TOML and JSON write it."""
    return str(value).lower() if str(value) in ("True", "False") else str(value)
