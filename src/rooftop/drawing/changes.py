"""How one picture of a game becomes another: the elements that changed, by id."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import filterfalse

import msgspec


class Changes(msgspec.Struct, frozen=True):
    """What to change in a picture of the same game, theme, size and language.

    A `whole` picture replaces everything over the empty board. Otherwise the elements in `removed` go, and
    those in `changed` are new or replace the ones with their ids. `order` lists all ids in drawing order if
    new ones did not come last or the order changed; else it is empty.
    """

    whole: bool
    changed: dict[str, str]  # SVG by id
    removed: list[str]
    order: list[str]


def changes(before: Mapping[str, str] | None, after: Mapping[str, str]) -> Changes:
    """What leads from the elements of one picture to those of another; None: from the empty board."""
    if before is None:
        return Changes(True, dict(after), [], [])
    changed = {name: drawn for name, drawn in after.items() if before.get(name) != drawn}
    removed = list(filterfalse(after.__contains__, before))
    kept = [name for name in before if name in after] if removed else list(before)
    order = list(after)
    appended = order[: len(kept)] == kept  # what is new comes last
    return Changes(False, changed, removed, [] if appended else order)


def applied(before: Mapping[str, str], change: Changes) -> dict[str, str]:
    """The elements of a picture after a change."""
    if change.whole:
        return dict(change.changed)
    after = {name: drawn for name, drawn in before.items() if name not in change.removed} | change.changed
    return {name: after[name] for name in change.order} if change.order else after
