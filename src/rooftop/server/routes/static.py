"""The built scripts, styles and fonts. A name changes with the content, so browsers keep them forever."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from litestar import HttpMethod, Response, get, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from rooftop.server.guard import POLICY
from rooftop.server.litestar_types import AnyRequest
from rooftop.server.routes.template import WEB, manifest

STATIC = Path(str(WEB)) / "static"
FOR_EVER = "public, max-age=31536000, immutable"
# The worker that thinks for bots runs WebAssembly, which pages themselves may not run.
THINKER_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
KINDS = {".woff2": "font/woff2", ".wasm": "application/wasm"}  # which some systems do not know
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # the best first
ROBOTS = """User-agent: *
Disallow: /api/
Disallow: /join/
Disallow: /unsubscribe/
"""


class Built(NamedTuple):
    """A built file, and its compressed copies by encoding."""

    media_type: str
    content: bytes
    copies: dict[str, bytes]


@cache
def built(path: Path) -> Built:
    """Read a file, and the compressed copies beside it."""
    copies = {
        encoding: Path(f"{path}{suffix}").read_bytes()
        for encoding, suffix in ENCODINGS.items()
        if Path(f"{path}{suffix}").is_file()
    }
    kind = KINDS.get(path.suffix) or mimetypes.guess_type(path)[0]
    return Built(kind or "application/octet-stream", path.read_bytes(), copies)


@route(
    "/static/{name:str}",
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    opt={"compressed": True},
    include_in_schema=False,
    sync_to_thread=False,
)
def static_file(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """Return a file of the page, compressed if the browser can read that."""
    if name not in manifest().files.values():
        raise NotFoundException()
    more = {"content-security-policy": THINKER_POLICY} if name == manifest().files["thinker.js"] else {}
    return compressed(request, built(STATIC / name), more)


def compressed(request: AnyRequest, file: Built, more: Mapping[str, str] | None = None) -> Response[bytes]:
    """Answer with a file that never changes, compressed if the browser can read that."""
    content, headers = file.content, {"cache-control": FOR_EVER, **(more or {})}
    if file.copies:
        headers["vary"] = "accept-encoding"
        accepted = {
            row.split(";")[0].strip() for row in request.headers.get("accept-encoding", "").split(",")
        }
        encoding = next((row for row in file.copies if row in accepted), None)
        if encoding:
            headers["content-encoding"], content = encoding, file.copies[encoding]
    return Response(content, media_type=file.media_type, headers=headers)


@get("/worker.js", include_in_schema=False, sync_to_thread=False)
def service_worker() -> Response[bytes]:
    """Return the service worker from the root, so that it may show messages for the whole site."""
    file = built(STATIC / manifest().files["worker.js"])
    return Response(file.content, media_type="text/javascript", headers={"cache-control": "no-cache"})


@get("/robots.txt", media_type="text/plain", include_in_schema=False, sync_to_thread=False)
def robots() -> Response[str]:
    return Response(ROBOTS, media_type="text/plain", headers={"cache-control": "max-age=86400"})


HANDLERS = [static_file, service_worker, robots]
