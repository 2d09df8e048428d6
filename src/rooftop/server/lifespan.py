"""Starting and stopping: compile the rules, sweep idle tables, close the store."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator

from litestar import Litestar

from rooftop.engine.engine import is_cold
from rooftop.server.bots import get_ready
from rooftop.server.connections import limit_complaints
from rooftop.server.context import Context
from rooftop.server.store.store import UnavailableError

SWEEP_SECONDS = 60


@contextlib.asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    """Run the background tasks of a server."""
    context: Context = app.state["context"]
    limit_complaints(asyncio.get_running_loop())
    tasks = [
        asyncio.create_task(context.painters.start()),
        asyncio.create_task(_warm_up(context)),
        asyncio.create_task(_sweep(context)),
    ]
    try:
        yield
    finally:
        context.warm = False
        for task in tasks:
            task.cancel()
        context.bots.close()
        context.painters.close()
        await asyncio.to_thread(context.store.close)


async def _sweep(context: Context) -> None:
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        context.registry.forget_idle()
        await context.registry.use_compiled()


async def _warm_up(context: Context) -> None:
    """Compile the rules in another process where needed, then load them. Until then games are interpreted."""
    library, registry = context.library, context.registry
    for name in library.offered:
        if is_cold(library.title(name)):
            program = f"from {__name__} import compile_rules; compile_rules({name!r})"
            compiler = await asyncio.create_subprocess_exec(
                sys.executable, "-c", program, stdin=subprocess.PIPE
            )
            await compiler.wait()
        await asyncio.to_thread(get_ready, [name])
        library.interpreted.discard(name)
        await registry.use_compiled()
    # The compiler leaves about 180,000 objects that live forever. Collecting them again and again would stop
    # every table for a tenth of a second each time.
    gc.collect()
    gc.freeze()
    await context.bots.use_compiled(library.offered)
    context.warm = True
    with contextlib.suppress(UnavailableError):  # the next start tries again
        await registry.store_missing_results()


def compile_rules(title_id: str) -> None:
    """Compile a title. Runs in a process of its own, which ends with the server."""

    def exit_with_server() -> None:
        sys.stdin.read()  # returns when the server ends
        os._exit(1)

    threading.Thread(target=exit_with_server, daemon=True).start()
    get_ready([title_id])
