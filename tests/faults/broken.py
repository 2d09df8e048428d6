"""Builds that are broken on purpose: minimal changes of production code that break a law."""

from __future__ import annotations

import contextlib
import inspect
import textwrap
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.game import knowledge
from rooftop.server.memory import played
from rooftop.server.painting import paint
from rooftop.server.processes.leases import Leases
from rooftop.server.processes.relay import Relay
from rooftop.server.store import fences
from rooftop.server.store.fences import IS_OURS
from rooftop.server.store.schema import game_table
from rooftop.server.store.store import Job, UnavailableError
from rooftop.server.tables import chat, clocks, deadlines, live, log
from rooftop.server.tables.chat import Chat
from rooftop.server.tables.deadlines import Deadlines
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.registry import Registry


@contextlib.contextmanager
def changed(owner: Any, name: str, *changes: str) -> Iterator[None]:
    """Replace code in a function, wherever it has been imported."""
    function = inspect.unwrap(getattr(owner, name))
    source = textwrap.dedent(inspect.getsource(function))
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert source.count(old) == 1, f"{name} has changed; it should have once: {old}"
        source = source.replace(old, new)
    made: dict[str, Any] = {}
    exec(compile(source, inspect.getfile(function), "exec"), function.__globals__, made)
    code, function.__code__ = function.__code__, made[name].__code__
    try:
        yield
    finally:
        function.__code__ = code


@contextlib.contextmanager
def no_fences() -> Iterator[None]:
    """A server stores anything, even if another one holds the table."""
    with (
        patch.object(fences, "lock", lambda *_: None),
        statements_for_moves(sa.bindparam("held") == sa.bindparam("held"), game_table.c.status != "closed"),
    ):
        yield


@contextlib.contextmanager
def statements_for_moves(*conditions: sa.ColumnElement[bool]) -> Iterator[None]:
    """A move updates the row of its table under different conditions."""
    table = game_table
    before = table.c.deadline.is_not_distinct_from(sa.bindparam("before", type_=sa.Float))
    change = table.update().where(table.c.id == sa.bindparam("table"), before, *conditions)
    change = change.values(
        {name: sa.bindparam(name) for name in ("status", "to_act", "changed", "deadline", "clocks")}
    )
    with (
        patch.object(live, "CHANGE_TABLE", change),
        patch.object(live, "END_GAME", change.values(result=sa.bindparam("result"))),
    ):
        yield


@contextlib.contextmanager
def lost_transactions_unnoticed() -> Iterator[None]:
    """A job that loses the whole transaction is handled as if it failed alone."""
    run = Job.run

    def run_on(job: Job[Any], connection: Connection) -> None:
        try:
            run(job, connection)
        except sa.exc.SQLAlchemyError as error:
            job._error = UnavailableError(str(error))

    with patch.object(Job, "run", run_on):
        yield


Build = Callable[[], contextlib.AbstractContextManager[None]]

BUILDS: dict[str, Build] = {  # caught by the first schedules, so every test run includes them
    "commit after publish": lambda: changed(
        LiveTable, "add", "await self._store(write)", "asyncio.ensure_future(self._store(write))"
    ),
    "no fencing check": no_fences,
    "lost transactions unnoticed": lost_transactions_unnoticed,
    "command id ignored": lambda: changed(LiveTable, "handle", "if known is not None:", "if False:"),
    "clocks not stored with moves": lambda: changed(
        live, "_write_entry", "**clocks.columns(state.clock)", "**clocks.columns(None)"
    ),
    "messages not stored with moves": lambda: changed(
        live, "_write_entry", "outbox.moved(connection, state, entry)", "pass"
    ),
    "increments never added": lambda: changed(
        clocks, "advance", "left[before.seat] += control.increment", "pass"
    ),
    "updates without log entries": lambda: changed(
        paint,
        "update",
        "log=[_line(moment, entry, order, say) for entry in moment.log[order.since + 1 - first :]],",
        "log=[],",
    ),
    "secret moves shown to all": lambda: changed(knowledge, "may_know", "return unveiled", "return True"),
    "spectators read the chat": lambda: changed(
        chat, "may_read", 'and (bool(client.seats) or state.status != "playing")', ""
    ),
    "a table taken without a higher number": lambda: changed(
        Leases, "take", "fence=TABLE.fence + 1", "fence=TABLE.fence"
    ),
    "a table loaded before it is taken": lambda: changed(
        Registry,
        "_taken",
        "fence = await",
        "loaded = await self.load(table_id); fence = await",
        "await self.load(table_id), fence)",
        "loaded, fence)",
    ),
    "a relay repeats what may have been done": lambda: changed(
        Relay, "__call__", 'if error.asked and scope["method"] not in SAFE:', "if False:"
    ),
}
RARE: dict[str, Build] = {  # caught by many schedules, in `make soak`
    "games rated twice": lambda: changed(
        played,
        "write_end",
        "ratings.rate(connection, rows)",
        "[ratings.rate(connection, rows) for _ in 'ab']",
    ),
    "entries at a closed table": lambda: statements_for_moves(IS_OURS),
    "decisions ahead forgotten": lambda: changed(
        log, "load", "state.decided = _decided(connection, state)", "pass"
    ),
    "agreements forgotten": lambda: changed(
        log, "load", "state.agreed = agreements.load(connection, table_id)", "pass"
    ),
    "settled commands forgotten": lambda: changed(
        log, "load", "state.commands |= _settled(connection, table_id)", "pass"
    ),
    "chat not fenced": lambda: changed(
        Chat, "_say", "await table.write(write)", "await self.store.write(write)"
    ),
    "decisions ahead not fenced": lambda: changed(
        LiveTable, "_decide_ahead", "await self.write(write)", "await self.registry.store.write(write)"
    ),
    "agreements not fenced": lambda: changed(
        LiveTable, "agree", "await self.write(write)", "await self.registry.store.write(write)"
    ),
    "deadlines of free tables ignored": lambda: changed(
        Leases,
        "is_mine_or_free",
        "sa.or_(TABLE.holder.is_(None), TABLE.holder == self.id)",
        "TABLE.holder == self.id",
    ),
    "no shift after a downtime": lambda: changed(deadlines, "shift", "(now - last + more)", "0.0"),
    "grace from the start": lambda: changed(deadlines, "wake", "(now - since + RECONNECT)", "0.0"),
    "a process believes at once that others answer": lambda: changed(
        deadlines, "wake", "if seen is None or all(", "if False and all("
    ),
    "a ready process shifts the clocks of others": lambda: changed(
        deadlines, "wake", "    if answering:", "    if False:"
    ),
    "a starting process shifts the clocks of others": lambda: changed(
        Deadlines, "start", "if leases.answering(connection):", "if False:"
    ),
}
RAREST: dict[str, Build] = {  # caught by thousands of schedules
    "time-outs before the server is ready": lambda: changed(
        Deadlines, "act", "if self._is_starting or self._is_waking:", "if False:"
    ),
    "uncertain commits believed": lambda: changed(
        LiveTable, "_store", "(LostError, UncertainError)", "LostError"
    ),
}
