"""A server in this process, with all its limits."""

import asyncio
import contextlib
import socket

import uvicorn

from rooftop.server.connections import Admission, uvicorn_config


class Place:
    """The address of a server, and its open connections."""

    def __init__(self, port: int, admission: Admission) -> None:
        self.port = port
        self.admission = admission
        self.writers: list[asyncio.StreamWriter] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def open(self, source: str = "127.0.0.1", say: bytes = b""):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0))
        self.writers.append(writer)
        writer.write(say)
        await writer.drain()
        return reader, writer


@contextlib.asynccontextmanager
async def serving(app, most: int = 100, per_address: int = 50, lifespan: str = "on"):
    """A server with our limits."""
    ear = socket.create_server(("127.0.0.1", 0))
    config = uvicorn_config(
        app, most, per_address, log_level="error", lifespan=lifespan,
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    server = uvicorn.Server(config)
    running = asyncio.create_task(server._serve([ear]))
    while not server.started:
        await asyncio.sleep(0.01)
    place = Place(ear.getsockname()[1], config.http.admission)
    try:
        yield place
    finally:
        for writer in place.writers:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for writer in place.writers), return_exceptions=True)
        server.should_exit, server.force_exit = True, lifespan == "off"
        await running
