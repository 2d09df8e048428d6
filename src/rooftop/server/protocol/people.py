"""People: names, recovery, profiles."""

from __future__ import annotations

from typing import Annotated

import msgspec


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class Phrase(msgspec.Struct, forbid_unknown_fields=True):
    """A recovery phrase."""

    phrase: Annotated[str, msgspec.Meta(max_length=300)]


class ProfileOpening(msgspec.Struct, forbid_unknown_fields=True):
    """Whether everyone can see a profile, or only table mates."""

    open: bool


class Deleted(msgspec.Struct):
    """The name of somebody who has just been deleted."""

    name: str


class NextGame(msgspec.Struct):
    """A table where it is the visitor's turn, and the number of such tables."""

    table: str | None
    waiting: int
