"""The documentation that `make docs` has built, at /docs. Without a build these addresses do not exist."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from litestar import HttpMethod, Response, get, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from rooftop.server.context import InjectedContext
from rooftop.server.litestar_types import AnyRequest

TYPES = {".webp": "image/webp", ".woff2": "font/woff2"}  # which not every system knows


@get("/docs", include_in_schema=False, sync_to_thread=False)
def docs_home(context: InjectedContext) -> Redirect:
    """Redirect to the first page. Its address has a name, because links are relative to it."""
    if context.docs is None:
        raise NotFoundException()
    return Redirect("/docs/index.html")


@route(
    "/docs/{path:path}",
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False,
    sync_to_thread=True,
)
def docs_file(request: AnyRequest, context: InjectedContext, path: FromPath[str]) -> Response[bytes]:
    """Return a file of the documentation. A browser asks each time whether it has changed."""
    if context.docs is None:
        raise NotFoundException()
    file = _find(context.docs, path)
    found = file.stat()
    tag = f'"{found.st_mtime_ns:x}-{found.st_size:x}"'
    headers = {"cache-control": "no-cache", "etag": tag}
    kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(file.read_bytes(), media_type=kind, headers=headers)


def _find(folder: Path, path: str) -> Path:
    """Return a file inside the folder; links and `..` do not lead out of it."""
    try:
        file = (folder / path.lstrip("/")).resolve()
        if file.is_relative_to(folder.resolve()) and file.is_file():
            return file
    except (OSError, ValueError):  # such as a name that is too long
        pass
    raise NotFoundException()


HANDLERS = [docs_home, docs_file]
