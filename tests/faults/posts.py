"""HTTP requests: they go through the relay of the receiving server, perhaps to another one."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from rooftop.server.errors import MISDIRECTED
from rooftop.server.store.fences import ElsewhereError

if TYPE_CHECKING:
    from tests.faults.disk import Disk
    from tests.faults.servers import Server

Work = Callable[["Server"], Coroutine[Any, Any, Any]]


class Post:
    """A request that changes something, if a server carries it out."""

    def __init__(self, disk: Disk, work: Work) -> None:
        self.work = work
        self.path = f"/{len(disk.posts)}"
        disk.posts.append(self)
        self.may_be_done = False  # a server has started, and has not found another one holding the table
        self.result: Any = None
        self.status = 0

    async def ask(self, server: Server) -> None:
        """Let a server answer. The status is not 200 if it refuses or the outcome is unknown."""
        scope: Any = {
            "type": "http",
            "method": "POST",
            "scheme": "http",
            "path": self.path,
            "raw_path": self.path.encode(),
            "query_string": b"",
            "headers": [],
            "client": ("10.0.0.1", 1),
            "state": {},
            "app": None,
        }

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(event: Any) -> None:
            if event["type"] == "http.response.start":
                self.status = event["status"]

        try:
            await server.relay(scope, receive, send)
        except Exception as error:
            server.world.complain(f"a request failed: {error!r}")


async def answer(server: Server, scope: Any, receive: Any, send: Any) -> None:
    """Carry out the request, or tell which server holds the table."""
    post: Post = server.disk.posts[int(scope["path"][1:])]
    await receive()
    if post.may_be_done:
        server.disk.laws.find("no request is repeated that may have been done", server.name, scope["path"])
    post.may_be_done = True
    headers: list[tuple[bytes, bytes]] = []
    try:
        post.result = await post.work(server)
        status = 200
    except ElsewhereError as error:
        post.may_be_done, status = False, MISDIRECTED
        headers = [(b"x-holder", error.holder.encode()), (b"x-table", error.table_id.encode())]
    except Exception as error:
        server.world.note("request failed", type(error).__name__, error)
        status = 503
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
