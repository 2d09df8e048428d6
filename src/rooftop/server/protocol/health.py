"""Errors and health."""

from __future__ import annotations

import msgspec


class Problem(msgspec.Struct):
    """What went wrong, in one sentence."""

    error: str


class Condition(msgspec.Struct):
    """`alive`; or `ready`, `starting`, `no storage`."""

    status: str
