"""The picture of a table, and what a move would change."""

from __future__ import annotations

import asyncio
import hashlib
import pickle
from collections.abc import Awaitable, Callable, Sequence

import msgspec
from litestar import Response, get
from litestar.params import FromQuery

from rooftop.drawing.changes import Changes
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.match import Match
from rooftop.game.preview import Preview as FoundPreview
from rooftop.game.preview import reasons
from rooftop.languages import ENGLISH
from rooftop.server.context import InjectedContext, Person, Seen
from rooftop.server.errors import Refusal, errors
from rooftop.server.hints import check_allowed
from rooftop.server.litestar_types import AnyRequest
from rooftop.server.painting.jobs import Comparison, Job, Look, Picture, SceneSetup, Shown
from rooftop.server.protocol import Info, PointsChange, Preview, Price, Reasons, Suggestions
from rooftop.server.routes.tables import check_over
from rooftop.server.translation import check_language, with_someone


@get("/tables/{table_id:str}/scene.svg", responses=errors(304, 400, 403))
async def scene(
    request: AnyRequest,
    context: InjectedContext,
    seen: Seen,
    theme: FromQuery[str] = "day",
    lang: FromQuery[str] = ENGLISH,
    size: FromQuery[str] = "wide",
    layer: FromQuery[str] = "all",
    ply: FromQuery[int | None] = None,
    seat: FromQuery[int | None] = None,
) -> Response[bytes]:
    """Draw the table as the visitor may see it, or its empty board (`layer=board`). When the game is over,
    `ply` and `seat` choose any moment and any seat."""
    table, match = seen.table, seen.match()
    if ply is not None or seat is not None:
        check_over(match)
    seat = seen.seat if seat is None else seat
    if ply is None or ply == match.ply:
        position = match.seen(seat)
    else:
        position = (await asyncio.to_thread(match.position_at, ply)).blind(seat, 0)
    shown = Shown(position.rows.tobytes(), tuple(table.names))
    look = Look(lang, theme, size)
    job = Picture(table.setup, seat, look, layer, shown)
    (drawing,) = await context.painters.do(table.id, job)
    return picture_response(request, drawing, layer)


def picture_response(request: AnyRequest, drawing: bytes, layer: str) -> Response[bytes]:
    """Answer with a picture. A browser keeps an empty board, and asks whether it is still the same."""
    headers = {"cache-control": "no-store"}
    if layer == "board":  # the same all game long, but the next version of the server may change it
        tag = f'"{hashlib.blake2b(drawing, digest_size=12).hexdigest()}"'
        headers = {"cache-control": "private, no-cache", "etag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(b"", status_code=304, headers=headers)
    return Response(drawing, media_type="image/svg+xml", headers=headers)


@get("/tables/{table_id:str}/preview.png", opt={"compressed": True}, responses=errors(400, 403))
async def link_preview(
    context: InjectedContext, seen: Seen, lang: FromQuery[str] = ENGLISH
) -> Response[bytes]:
    """Draw a finished game, or a public one, for a link preview: as a spectator sees it."""
    table, match = seen.table, seen.match()
    visibility = table.state.visibility
    if not match.over and visibility != "public":
        raise Refusal(status_code=403, detail="this game can be shown when it is over")
    shown = Shown(match.seen(SPECTATOR).rows.tobytes(), tuple(table.names))
    job = Picture(table.setup, SPECTATOR, Look(lang, "day", "wide"), "all", shown)

    async def draw() -> str:
        (drawing,) = await context.painters.do(table.id, job)
        return drawing.decode()

    key = hashlib.blake2b(repr((table.setup, lang, shown)).encode()).hexdigest()
    picture = await context.previews.link(key, draw)
    kept = "private" if visibility == "invitation" else "public"
    age = 86400 if match.over else 60
    headers = {"cache-control": f"{kept}, max-age={age}"}
    return Response(picture, media_type="image/png", headers=headers)


@get("/api/tables/{table_id:str}/preview", responses=errors(400, 403))
async def preview(
    context: InjectedContext,
    seen: Seen,
    move: FromQuery[str],
    lang: FromQuery[str] = ENGLISH,
    theme: FromQuery[str] = "day",
    size: FromQuery[str | None] = None,
) -> Preview:
    """Return the certain effects of a move; with `size` also what they change in the picture."""
    seen.check_deciding()
    table = seen.table
    if table.state.ahead_of(seen.seat) is not None:  # it changes nothing before the turn comes
        table.started_match.action(move)
        return Preview([], [], [], False, Changes(False, {}, [], []) if size else None)
    shown = Shown(table.seen_by(seen.seat), tuple(table.names))
    found = await table.preview(move, lang)

    async def paint(job: Job) -> bytes:
        (painted,) = await context.painters.do(table.id, job)
        return painted

    return await preview_response(paint, table.setup, seen.seat, Look(lang, theme, size), shown, found)


async def preview_response(
    paint: Callable[[Job], Awaitable[bytes]],
    setup: SceneSetup,
    seat: int,
    look: Look,
    shown: Shown,
    found: FoundPreview,
) -> Preview:
    """Answer with a preview; a look with a size also gets its picture."""
    picture = None
    if look.size is not None:
        picture = await paint(Comparison(setup, seat, look, shown, pickle.dumps(found.view)))
    changes = [PointsChange(*change) for change in found.changes]
    drawn = msgspec.Raw(picture) if picture else None
    prices = [Price(*price) for price in found.prices]
    return Preview(changes, prices, found.lines, found.asks, drawn)  # type: ignore[arg-type]


@get("/api/tables/{table_id:str}/why", responses=errors(400, 403))
async def why(seen: Seen, target: FromQuery[str], lang: FromQuery[str] = ENGLISH) -> Reasons:
    """Return the reasons why an element of the picture cannot be chosen now."""
    seen.check_deciding()
    return Reasons(await asyncio.to_thread(reasons, seen.deciding_match(), target, lang))


@get("/api/tables/{table_id:str}/hint", responses=errors(400, 401, 403))
async def hint(
    context: InjectedContext, seen: Seen, person: Person, lang: FromQuery[str] = ENGLISH
) -> Suggestions:
    """Suggest the best moves to somebody who plays alone against bots."""
    language = check_language(lang)
    check_allowed(seen.table.state)
    seen.check_deciding()
    if not context.hints.take(person.id):
        raise Refusal(status_code=429, detail="too many suggestions; think for a moment yourself")
    return await seen.table.hint(seen.seat, seen.deciding_match(), language)


@get("/api/tables/{table_id:str}/info", responses=errors(400, 403, 404))
async def info(
    seen: Seen,
    part: FromQuery[str],
    lang: FromQuery[str] = ENGLISH,
    ply: FromQuery[int | None] = None,
    seat: FromQuery[int | None] = None,
) -> Info:
    """Return what a part of the picture is, as the visitor may know it. When the game is over, `ply` and
    `seat` choose any moment and any seat."""
    match = seen.match()
    if ply is not None or seat is not None:
        check_over(match)
    seat = seen.seat if seat is None else seat
    names = with_someone(seen.table.names, check_language(lang))
    return await asyncio.to_thread(explained, match, part, seat, lang, names, ply)


def explained(
    match: Match, part: str, seat: int, language: str, names: Sequence[str], ply: int | None = None
) -> Info:
    """What a part is, now or after `ply` decisions."""
    if ply is not None:
        match.position = match.position_at(ply)
    found = match.explain(part, seat, language, names)
    if found is None:
        raise Refusal(status_code=404, detail="the picture has no such part")
    return Info(found.name, found.text, list(found.facts), list(found.clauses))


HANDLERS = [scene, link_preview, preview, why, hint, info]
