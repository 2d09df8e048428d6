"""Builds that are broken on purpose: the smallest changes of the code of production that break a law."""

from __future__ import annotations

import contextlib
import inspect
import textwrap
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import sqlalchemy as sa

from rooftop.server.store import fences
from rooftop.server.store.schema import game_table
from rooftop.server.tables import live, log
from rooftop.server.tables.live import LiveTable


@contextlib.contextmanager
def changed(owner: Any, name: str, old: str, new: str) -> Iterator[None]:
    """Change some code of a function."""
    function = inspect.unwrap(getattr(owner, name))
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(old) == 1, f"{name} has changed; it should have once: {old}"
    made: dict[str, Any] = {}
    exec(compile(source.replace(old, new), inspect.getfile(function), "exec"), function.__globals__, made)
    with patch.object(owner, name, made[name]):
        yield


@contextlib.contextmanager
def no_fences() -> Iterator[None]:
    """A server stores what it likes, even if another one has the table."""
    anyone = sa.bindparam("held") == sa.bindparam("held")
    table = game_table
    before = table.c.deadline.is_not_distinct_from(sa.bindparam("before", type_=sa.Float))
    here = (table.c.id == sa.bindparam("table"), table.c.status != "closed", before, anyone)
    change = table.update().where(*here)
    change = change.values(
        {name: sa.bindparam(name) for name in ("status", "to_act", "changed", "deadline", "clocks")}
    )
    with (
        patch.object(fences, "lock", lambda *_: None),
        patch.object(live, "CHANGE_TABLE", change),
        patch.object(live, "END_GAME", change.values(result=sa.bindparam("result"))),
    ):
        yield


BUILDS: dict[str, Callable[[], contextlib.AbstractContextManager[None]]] = {
    "commit after publish": lambda: changed(
        LiveTable, "add", "await self._store(write)", "asyncio.ensure_future(self._store(write))"
    ),
    "no fencing check": no_fences,
    "command id ignored": lambda: changed(LiveTable, "handle", "if known is not None:", "if False:"),
    "clocks not stored with moves": lambda: changed(
        live, "_write_entry", "**clocks.columns(state.clock)", "**clocks.columns(None)"
    ),
    "messages not stored with moves": lambda: changed(
        live, "_write_entry", "outbox.moved(connection, state, entry)", "pass"
    ),
}
RARE: dict[str, Callable[[], contextlib.AbstractContextManager[None]]] = {  # caught by many schedules
    "settled commands forgotten": lambda: changed(
        log, "load", "state.commands |= _settled(connection, table_id)", "pass"
    ),
    "uncertain commits believed": lambda: changed(
        LiveTable, "_store", "(LostError, UncertainError)", "LostError"
    ),
}
