"""What a process does for the others: it answers requests, serves sockets, and receives news."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar import Litestar
from litestar.types import ASGIApp

from rooftop.server.context import RELAYED
from rooftop.server.memory import personal
from rooftop.server.processes.messages import (
    Counted,
    IsAt,
    LeaveForGood,
    Muted,
    News,
    Open,
    Opened,
    Renamed,
    Request,
    Response,
    SignedOut,
    Spent,
)
from rooftop.server.processes.peers import MOVED, RelayedSocket
from rooftop.server.store.fences import ElsewhereError
from rooftop.server.tables.sockets import serve_client

if TYPE_CHECKING:
    from rooftop.server.context import Context


class AppPeerHandler:
    """Handles them with the application and the context of a running server."""

    def __init__(self, app: Litestar, handler: ASGIApp, context: Context) -> None:
        self.app, self.handler = app, handler  # the application, and what it runs below all middleware
        self.context = context

    async def respond(self, request: Request) -> Response:
        """Answer a request. The process where it arrived has counted its address."""
        scope: Any = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": request.method,
            "scheme": request.scheme,
            "path": request.path,
            "raw_path": request.raw_path,
            "query_string": request.query,
            "root_path": "",
            "headers": request.headers,
            "client": request.client,
            "server": None,
            "state": {RELAYED: True},
            "app": self.app,
            "litestar_app": self.app,
        }
        response = Response(request.number, 500, [], b"")
        parts: list[bytes] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": request.body, "more_body": False}

        async def send(event: Any) -> None:
            if event["type"] == "http.response.start":
                response.status = event["status"]
                response.headers = [(bytes(name), bytes(value)) for name, value in event["headers"]]
            else:
                parts.append(event.get("body", b""))

        await self.handler(scope, receive, send)
        response.body = b"".join(parts)
        return response

    async def serve(self, sock: RelayedSocket, opened: Open) -> None:
        """Serve a socket that a browser has opened at another process."""
        try:
            await serve_client(self.context, sock, opened)
        except ElsewhereError:
            await sock.close(MOVED)

    async def answer(self, question: IsAt | LeaveForGood) -> bool:
        if isinstance(question, IsAt):
            return self.context.registry.is_at(question.table, question.person)
        await personal.leave(self.context.registry, question.table, question.person)
        return True

    # --- news ---

    def hear(self, process: str, news: News) -> None:
        context, registry = self.context, self.context.registry
        if isinstance(news, Spent):
            for name, tokens in news.tokens.items():
                if name in context.buckets:
                    context.buckets[name].charge(tokens)
        elif isinstance(news, Counted):
            context.tally.hear(process, news.counts)
        elif isinstance(news, Opened):
            context.lobby.remember(news.address, news.table)
        elif isinstance(news, Renamed):
            registry.background(registry.show_name(news.person, news.name))
        elif isinstance(news, SignedOut):
            registry.end_sockets(news.person)
        elif isinstance(news, Muted):
            registry.background(registry.chat.tell_everywhere(news.person))

    def forget(self, process: str) -> None:
        """Forget the connections and sockets of a process that is gone."""
        self.context.tally.forget(process)

    def greeting(self) -> list[News]:
        """The news that a newly connected process needs."""
        return [Counted(self.context.tally.everything())]
