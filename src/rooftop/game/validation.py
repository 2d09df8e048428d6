"""What does not fit a structure, for whoever wrote it: its place, what is wrong, what would be right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

KINDS = {
    "str": "a text in quotes",
    "int": "a whole number",
    "float": "a number such as 1.5",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}


def explain(error: msgspec.ValidationError, kind: type[Any], place: str = "") -> str:
    """The sentence of an error that came of reading a `kind` which stands at `place`."""
    said = re.fullmatch(r"(.*?)(?: - at (`key` in )?`\$(.*)`)?", str(error), re.DOTALL)
    assert said is not None
    reason, in_key, path = said[1], bool(said[2]), said[3] or ""
    kinds = _inside(inspect.type_info(kind), re.findall(r"\.(\w+)|\[([\d.]+)\]", path))
    if in_key:
        kinds = [found.key_type for found in kinds if isinstance(found, inspect.DictType)]
    where = (place + path.replace("[...]", "")).removeprefix(".")
    sentence = _in_words(reason, kinds)
    return f"{where}: {sentence}" if where else sentence


def _inside(kind: inspect.Type, steps: list[tuple[str, str]]) -> list[inspect.Type]:
    """What may stand at a place inside a type."""
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
    """msgspec's sentence in words that need no Python."""
    if missing := re.fullmatch(r"Object missing required field `(\w+)`", reason):
        return f"{missing[1]} is missing"
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", reason):
        known = [field.encode_name for kind in kinds for field in getattr(kind, "fields", ())]
        return f"there is no key {unknown[1]!r}; the keys are {', '.join(known)}"
    if strange := re.fullmatch(r"Invalid enum value (.*)", reason):
        able = [_written(value) for kind in kinds for value in getattr(kind, "values", ())]
        if len(able) == 1:
            return f"must be {able[0]}, not {_written(strange[1])}"
        return f"{_written(strange[1])} is not one of {', '.join(able)}"
    if other := re.fullmatch(r"Expected `([\w |]+)`, got `(\w+)`", reason):
        right = " or ".join(KINDS.get(name, name) for name in other[1].split(" | ") if name != "null")
        return f"must be {right}, not {KINDS.get(other[2], other[2])}"
    reason = re.sub(r"`(\w+)( \| null)?`", lambda name: KINDS.get(name[1], name[1]), reason)
    return reason.replace("Expected", "must be").replace(" of length", " with a length of")


def _written(value: object) -> str:
    """A value as TOML and JSON write it."""
    return str(value).lower() if str(value) in ("True", "False") else str(value)
