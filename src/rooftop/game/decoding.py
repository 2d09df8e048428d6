"""TOML and JSON data as msgspec structs.

All of Rooftop decodes structs here. msgspec inspects a struct type on first use; a second thread that arrives
during that time uses the half-built decoder and crashes (msgspec 0.22). So only one thread inspects at a
time.
"""

from __future__ import annotations

import threading
from typing import TypeVar

import msgspec

from rooftop.game.text import Text

Kind = TypeVar("Kind")

_inspecting = threading.Lock()
_inspected: set[object] = set()


def convert(value: object, kind: type[Kind], str_keys: bool = False) -> Kind:
    """Convert dicts, lists and scalars to `kind`; `str_keys` reads keys of tables as numbers."""
    _inspect(kind)
    return msgspec.convert(value, kind, str_keys=str_keys, dec_hook=_own_type)  # noqa: TID251


def decode_json(raw: str | bytes, kind: type[Kind]) -> Kind:
    """Decode JSON to `kind`."""
    _inspect(kind)
    return msgspec.json.decode(raw, type=kind)  # noqa: TID251


def _own_type(kind: type[object], value: object) -> object:
    """A value of a type that msgspec does not know; it checks the type afterwards."""
    return Text.read(value) if kind is Text else value


def _inspect(kind: type[object]) -> None:
    if kind not in _inspected:
        with _inspecting:
            msgspec.json.Decoder(kind)
            _inspected.add(kind)
