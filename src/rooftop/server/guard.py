"""Middleware around the whole application: origin, rate and size of requests, and security headers."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from rooftop.server.connections import TOO_MUCH
from rooftop.server.errors import BODY_BYTES, problem_response, too_large
from rooftop.server.limits import ByAddress
from rooftop.server.litestar_types import AnyRequest
from rooftop.server.translation import message

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
    " connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
}
REFUSED_SOCKET = 4403  # close code
# Closing a socket because of too many frames costs as many requests as this; otherwise it would come back at
# once. A refused socket, or one closed for anything else that is too much, costs less.
FLOOD_REQUESTS, REFUSED_REQUESTS = 60, 10


class Guard:
    """Checks every request before it reaches a route, and adds security headers to every response."""

    def __init__(self, app: ASGIApp, requests: ByAddress) -> None:
        self.app = app
        self.requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self.app(scope, receive, send)
            return

        async def send_with_headers(event: Message) -> None:
            if event["type"] == "http.response.start":
                own = {name for name, _ in event["headers"]}
                usual = [header for header in SECURITY_HEADERS.items() if header[0] not in own]
                event["headers"] = [*event["headers"], *usual]
            elif event["type"] == "websocket.close" and event["code"] == TOO_MUCH:
                self.requests.fine(_address(scope), REFUSED_REQUESTS)
            await send(event)

        async def receive_frame() -> Any:
            event = await receive()
            if event["type"] == "websocket.disconnect" and event.get("code") == TOO_MUCH:
                self.requests.fine(_address(scope), FLOOD_REQUESTS)
            return event

        refusal = self._refusal(scope)
        if refusal is None:
            is_socket = scope["type"] == ScopeType.WEBSOCKET
            await self.app(scope, receive_frame if is_socket else receive, send_with_headers)
            return
        status, sentence = refusal
        if scope["type"] == ScopeType.WEBSOCKET:
            await receive()
            await send({"type": "websocket.close", "code": REFUSED_SOCKET, "reason": sentence})
        else:
            request: AnyRequest = Request(scope)
            response = problem_response(request, status, sentence).to_asgi_response(None, request)
            await response(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the sentence if a request is refused."""
        headers = dict(scope["headers"])
        is_read = scope["type"] == ScopeType.HTTP and scope["method"] in ("GET", "HEAD", "OPTIONS")
        if not is_read and not _is_same_site(headers.get(b"origin"), headers.get(b"host", b"")):
            return 403, message("requests from other sites are refused")
        if not self.requests.take(_address(scope)):
            return 429, message("too many requests from your address; wait a moment")
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 9 or int(length) > BODY_BYTES:
            return 413, too_large()
        return None


def _address(scope: Scope) -> str:
    """The address that a request is counted by; a trusted proxy reports it."""
    return str((scope.get("client") or ("?", 0))[0])


def _is_same_site(origin: bytes | None, host: bytes) -> bool:
    """Whether a request comes from one of our own pages, or from no page."""
    try:
        return origin is None or urlsplit(origin).netloc == host
    except ValueError:
        return False
