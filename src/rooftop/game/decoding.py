"""Plain data, such as TOML and JSON give it, as msgspec structures; a ValidationError where it does not fit.

All of Rooftop reads structures here. msgspec looks into a structure when it first reads one, and a second
thread that comes meanwhile uses what is half there: the process is gone (msgspec 0.22). So each structure is
looked into by one thread, while the others wait.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar

import msgspec

Kind = TypeVar("Kind")

_looking = threading.Lock()
_known: set[object] = set()


def convert(value: Any, kind: type[Kind], str_keys: bool = False) -> Kind:
    """Dictionaries, lists and scalars as `kind`; with `str_keys` the keys of tables are read as numbers."""
    _look_into(kind)
    return msgspec.convert(value, kind, str_keys=str_keys)  # noqa: TID251


def decode_json(raw: str | bytes, kind: type[Kind]) -> Kind:
    """JSON as `kind`."""
    _look_into(kind)
    return msgspec.json.decode(raw, type=kind)  # noqa: TID251


def _look_into(kind: type[Any]) -> None:
    if kind not in _known:
        with _looking:
            msgspec.json.Decoder(kind)
            _known.add(kind)
