"""Starting and stopping: compile the rules, sweep idle tables, close the store."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator

from litestar import Litestar

from rooftop.bots.network.weights import file_of, load
from rooftop.errors import NetworkError
from rooftop.game.title import AnyTitle, title
from rooftop.server.admin import Orders
from rooftop.server.compiled import is_cold, load_bots, load_rules
from rooftop.server.connections import limit_complaints
from rooftop.server.context import Context
from rooftop.server.notify.channels import open_channels
from rooftop.server.notify.delivery import Delivery
from rooftop.server.processes.member import Member
from rooftop.server.store.store import UnavailableError

log = logging.getLogger("rooftop")

SWEEP_SECONDS = 60
FIRST_PAGE_SECONDS = 0.3  # before the other processes start, so that the first page is fast


@contextlib.asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    """Run the background tasks of a server."""
    context: Context = app.state["context"]
    limit_complaints(asyncio.get_running_loop())
    deadlines, orders = context.registry.deadlines, Orders(context)
    if context.store.is_shareable:
        context.member = await Member.join(context)
        context.member.listen(orders)
    with contextlib.suppress(UnavailableError):  # it moves them as soon as the database answers
        await deadlines.start()
    works = [_warm_up(context), _sweep(context), deadlines.run(), orders.watch()]
    if context.member is not None:
        works += [context.member.run(), context.member.tell()]
    tasks = [asyncio.create_task(work) for work in works]
    context.channels = await open_channels(context.settings, context.store, context.outgoing)
    if context.channels.names:
        registry = context.registry
        delivery = Delivery(
            context.store,
            context.channels,
            registry.is_anywhere_at,
            registry.now,
            lambda: registry.leases.on_duty,
        )
        context.registry.came = delivery.came
        tasks.append(asyncio.create_task(delivery.run()))
    try:
        yield
    finally:
        context.warm = False
        for task in tasks:
            task.cancel()
        with contextlib.suppress(UnavailableError):
            await deadlines.beat()
        if context.member is not None:
            await context.member.close()
        context.bots.close()
        context.painters.close()
        context.previews.close()
        context.channels.close()
        context.outgoing.close()
        await asyncio.to_thread(context.store.close)


async def _sweep(context: Context) -> None:
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        with contextlib.suppress(UnavailableError):
            await context.registry.forget_idle()
            await context.lobby.forget()
        if not context.registry.is_busy:
            gc.collect()
        await context.registry.use_compiled()
        await context.registry.begin_agreed()
        if context.registry.leases.on_duty:
            with contextlib.suppress(UnavailableError):  # the next sweep tries again
                await context.lobby.close_old()


async def _warm_up(context: Context) -> None:
    """Start the painters and the bots' workers, compile the rules in another process where needed, and load
    them. Until then games are interpreted."""
    library, registry = context.library, context.registry
    await asyncio.sleep(FIRST_PAGE_SECONDS)
    # A server that stops before they have started cancels them.
    workers = asyncio.gather(context.painters.start(), context.bots.prepare(), return_exceptions=True)
    for name in library.offered:
        await asyncio.to_thread(_check_network, library.title(name))
        if await asyncio.to_thread(is_cold, library.title(name)):
            program = f"from {__name__} import compile_rules; compile_rules({name!r})"
            compiler = await asyncio.create_subprocess_exec(
                sys.executable, "-c", program, stdin=subprocess.PIPE
            )
            await compiler.wait()
        await asyncio.to_thread(load_rules, library.title(name))
        library.interpreted.discard(name)
        await registry.use_compiled()
    await workers
    # Most objects of a server live long, and a full collection stops every table. `_sweep` runs one when
    # nobody plays.
    gc.freeze()
    gc.set_threshold(10_000, 50, 100)
    context.warm = True
    context.on_warm()
    await registry.deadlines.ready()
    if registry.leases.on_duty:
        with contextlib.suppress(UnavailableError):  # the next start tries again
            await registry.store_missing_results()


def _check_network(kind: AnyTitle) -> None:
    """Log it if a title's grandmaster cannot play."""
    try:
        if kind.network_search is not None:
            load(kind, file_of(kind.id))
    except NetworkError as error:
        log.error("%s: masters play for grandmasters: %s", kind.name, error)


def compile_rules(name: str) -> None:
    """Compile a title. Runs in its own process, which ends with the server and yields to everything else."""

    def exit_with_server() -> None:
        sys.stdin.read()  # returns when the server ends
        os._exit(1)

    threading.Thread(target=exit_with_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(19)
    load_bots(title(name))
