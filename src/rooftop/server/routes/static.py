"""The built scripts, styles and fonts. A name changes with the content, so browsers keep them for ever."""

from __future__ import annotations

import mimetypes
from functools import cache
from typing import NamedTuple

from litestar import HttpMethod, Response, get, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from rooftop.server.litestar_types import AnyRequest
from rooftop.server.routes.template import WEB, manifest

FOR_EVER = "public, max-age=31536000, immutable"
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
def _built(name: str) -> Built:
    folder = WEB / "static"
    copies = {
        encoding: (folder / f"{name}{suffix}").read_bytes()
        for encoding, suffix in ENCODINGS.items()
        if (folder / f"{name}{suffix}").is_file()
    }
    kind = "font/woff2" if name.endswith(".woff2") else mimetypes.guess_type(name)[0]
    return Built(kind or "application/octet-stream", (folder / name).read_bytes(), copies)


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
    built, headers = _built(name), {"cache-control": FOR_EVER}
    content = built.content
    if built.copies:
        headers["vary"] = "accept-encoding"
        accepted = {
            row.split(";")[0].strip() for row in request.headers.get("accept-encoding", "").split(",")
        }
        encoding = next((row for row in built.copies if row in accepted), None)
        if encoding:
            headers["content-encoding"], content = encoding, built.copies[encoding]
    return Response(content, media_type=built.media_type, headers=headers)


@get("/worker.js", include_in_schema=False, sync_to_thread=False)
def service_worker() -> Response[bytes]:
    """Return the service worker, from the root: it may show messages for the whole site."""
    built = _built(manifest().files["worker.js"])
    return Response(built.content, media_type="text/javascript", headers={"cache-control": "no-cache"})


@get("/robots.txt", media_type="text/plain", include_in_schema=False, sync_to_thread=False)
def robots() -> Response[str]:
    return Response(ROBOTS, media_type="text/plain", headers={"cache-control": "max-age=86400"})


HANDLERS = [static_file, service_worker, robots]
