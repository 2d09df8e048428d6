"""A server in this process with all its limits, and an event loop whose clock a test controls."""

import asyncio
import contextlib
import copy
import socket
from collections.abc import AsyncIterator, Coroutine
from typing import Any
from unittest import mock

import httpx
import uvicorn
from litestar import Litestar

from rooftop.server import app as app_module
from rooftop.server import lifespan as background
from rooftop.server.connections import Admission, uvicorn_config
from rooftop.server.settings import Settings
from tests.waiting import eventually

HOUR = 3600.0  # longer than any test runs


class MovingLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock can be moved forward: everything due by then happens at once."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


def run_moving(work: Coroutine[Any, Any, None]) -> None:
    """Run this in a loop with a clock controlled by `move`."""
    with asyncio.Runner(loop_factory=MovingLoop) as runner:
        runner.run(work)


def move(seconds: float) -> None:
    """Move the clock of the running loop forward."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, MovingLoop)
    loop.ahead += seconds


_built: list[Litestar] = []  # the first application; creating one takes longer than most tests


def _copied(state: Any, **options: Any) -> Litestar:
    if not _built:
        _built.append(Litestar(state=state, logging_config=None, **options))  # keeps pytest's log
    app = copy.copy(_built[0])
    app.state, app.asgi_router = state, copy.copy(app.asgi_router)
    app.asgi_router.app = app
    app.asgi_handler = app._create_asgi_handler()
    return app


def create_app(settings: Settings) -> Litestar:
    """A normal server that reuses the routes of the first one in this process."""
    with mock.patch.object(app_module, "Litestar", _copied):
        return app_module.create_app(settings)


@contextlib.asynccontextmanager
async def asking(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server in this process without background tasks."""
    app: Any = create_app(settings)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://rooftop") as web:
        try:
            yield web
        finally:
            app.state["context"].painters.close()
            app.state["context"].store.close()


class Place:
    """The address of a server, and its open connections."""

    def __init__(self, port: int, admission: Admission, state: uvicorn.server.ServerState) -> None:
        self.port = port
        self.admission = admission
        self.state = state
        self.writers: list[asyncio.StreamWriter] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def open(self, source: str = "127.0.0.1", say: bytes = b""):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0))
        self.writers.append(writer)
        writer.write(say)
        with contextlib.suppress(ConnectionError):  # it may already have been rejected
            await writer.drain()
        return reader, writer


@contextlib.asynccontextmanager
async def serving(app, most: int = 100, per_address: int = 50, lifespan: str = "on"):
    """A server with our limits."""
    ear = socket.create_server(("127.0.0.1", 0))
    config = uvicorn_config(
        app, most, per_address, log_level="error", lifespan=lifespan,
        timeout_graceful_shutdown=60, timeout_keep_alive=int(10 * HOUR),
    )  # fmt: skip
    server = uvicorn.Server(config)
    never = 1000 * HOUR  # workers start on demand
    with mock.patch.object(background, "FIRST_PAGE_SECONDS", never):
        running = asyncio.create_task(server._serve([ear]))
        await eventually(lambda: server.started or running.done())
    place = Place(ear.getsockname()[1], config.http.admission, server.server_state)
    try:
        yield place
    finally:
        for writer in place.writers:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for writer in place.writers), return_exceptions=True)
        server.should_exit, server.force_exit = True, lifespan == "off"
        await running
