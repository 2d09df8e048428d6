"""What a browser needs to think for bots: the compiled rules of the title, its network, and the game."""

from __future__ import annotations

import asyncio
import gzip
from functools import cache

from litestar import HttpMethod, Response, get, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from rooftop.bots import browser
from rooftop.bots.levels import LEVELS
from rooftop.game.title import AnyTitle, title
from rooftop.server.context import InjectedContext, Seen
from rooftop.server.errors import errors
from rooftop.server.litestar_types import AnyRequest
from rooftop.server.protocol import Thinking
from rooftop.server.routes.static import Built, built, compressed
from rooftop.server.routes.template import asset
from rooftop.server.tables.browsers import may_think
from rooftop.server.tables.live import LiveTable


@get("/api/tables/{table_id:str}/thinking", responses=errors(400, 403))
async def thinking(seen: Seen) -> Thinking | None:
    """Return what a browser needs to think for the bots of a practice game; null if it should not."""
    table = seen.table
    path = browser.library(table.game.title) if may_think(table) and seen.seat >= 0 else None
    if path is None:
        return None
    network = None
    if _wants_network(table):
        digest, _ = await asyncio.to_thread(browser.network_bytes, table.game.title)
        network = f"/thinking/{table.game.title.id}/{digest}.bin"
    wasm = f"/thinking/{table.game.title.id}/{path.name}"
    kit = await asyncio.to_thread(browser.kit, table.game)
    return Thinking(asset("thinker.js"), wasm, network, kit)


def _wants_network(table: LiveTable) -> bool:
    """Whether a bot that thinks in a browser uses the title's network."""
    bots = (chair.bot for chair in table.chairs)
    return table.game.title.is_open and any(bot in LEVELS and LEVELS[bot].network for bot in bots)


@route(
    "/thinking/{title_id:str}/{name:str}",
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    opt={"compressed": True},
    include_in_schema=False,
)
async def file(
    request: AnyRequest, context: InjectedContext, title_id: FromPath[str], name: FromPath[str]
) -> Response[bytes]:
    """Return the rules of a title for WebAssembly, or its network. A name changes with the content."""
    if title_id not in context.library.offered:
        raise NotFoundException()
    found = await asyncio.to_thread(_file, title(title_id), name)
    if found is None:
        raise NotFoundException()
    return compressed(request, found)


def _file(kind: AnyTitle, name: str) -> Built | None:
    path = browser.library(kind)
    if path is not None and name == path.name:
        return built(path)
    return _network(kind) if name == f"{browser.network_bytes(kind)[0]}.bin" else None


@cache
def _network(kind: AnyTitle) -> Built:
    _, content = browser.network_bytes(kind)
    return Built("application/octet-stream", content, {"gzip": gzip.compress(content, mtime=0)})


HANDLERS = [thinking, file]
