"""The picture of a table, and what a move would change."""

from __future__ import annotations

import asyncio
from typing import cast

from litestar import Response, get
from litestar.params import FromQuery

from rooftop.drawing.changes import changes
from rooftop.game.preview import reasons
from rooftop.game.title import Layer, Size, Theme
from rooftop.server.context import Seen
from rooftop.server.errors import errors
from rooftop.server.protocol import PointsChange, Preview, Reasons
from rooftop.server.routes.tables import check_over


@get("/tables/{table_id:str}/scene.svg", responses=errors(400, 403))
async def scene(
    seen: Seen,
    theme: FromQuery[str] = "day",
    lang: FromQuery[str] = "en",
    size: FromQuery[str] = "wide",
    layer: FromQuery[str] = "all",
    move: FromQuery[str | None] = None,
    ply: FromQuery[int | None] = None,
    seat: FromQuery[int | None] = None,
) -> Response[str]:
    """Draw the table as the visitor may see it. With `move`: as it would be after that move of theirs. When
    the game is over, `ply` and `seat` choose any moment and any seat."""
    match, names = seen.match(), seen.table.names
    if ply is not None or seat is not None:
        check_over(match)
    view = None
    if move is not None:
        seen.check_deciding()
        view = (await seen.table.preview(move, lang)).view

    def draw() -> str:
        shown = view
        if shown is None:
            position = match.position if ply is None else match.position_at(ply)
            shown = position.view(seen.seat if seat is None else seat)
        return match.drawn(shown, cast(Theme, theme), lang, cast(Size, size), names, cast(Layer, layer))

    drawing = await asyncio.to_thread(draw)
    return Response(drawing, media_type="image/svg+xml", headers={"cache-control": "no-store"})


@get("/api/tables/{table_id:str}/preview", responses=errors(400, 403))
async def preview(
    seen: Seen,
    move: FromQuery[str],
    lang: FromQuery[str] = "en",
    theme: FromQuery[str] = "day",
    size: FromQuery[str | None] = None,
) -> Preview:
    """Return the certain effects of a move; with `size` also what they change in the picture."""
    seen.check_deciding()
    match, names = seen.match(), seen.table.names
    found = await seen.table.preview(move, lang)
    picture = None
    if size is not None:
        game, say = match.game, match.translator(lang)
        before, after = (
            game.title.scene.elements(game.board, view, names, say, cast(Theme, theme), cast(Size, size))
            for view in (match.view(seen.seat), found.view)
        )
        picture = changes(before, after)
    return Preview([PointsChange(*change) for change in found.changes], found.lines, picture)


@get("/api/tables/{table_id:str}/why", responses=errors(400, 403))
async def why(seen: Seen, target: FromQuery[str], lang: FromQuery[str] = "en") -> Reasons:
    """Return the reasons why an element of the picture cannot be chosen now."""
    seen.check_deciding()
    return Reasons(await asyncio.to_thread(reasons, seen.match(), target, lang))


HANDLERS = [scene, preview, why]
