"""Looking at a table: its picture, what a move would bring, why something cannot be, the game after it."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery

from rooftop.errors import OptionError
from rooftop.game.match import Match
from rooftop.game.preview import preview, reasons
from rooftop.game.title import View
from rooftop.server.house import Asker, Refusal, errors, house, may_watch, seat_of, table_of
from rooftop.server.tables import LiveTable


async def _looking(request: Asker, table_id: str) -> tuple[LiveTable, Match, int]:
    """A table that the one who asks may see, its game so far, and their seat."""
    table = await table_of(request, table_id)
    who = await house(request).whose(request)
    may_watch(table, who)
    return table, table._match.clone(), seat_of(table, who)


async def _deciding(request: Asker, table_id: str) -> tuple[LiveTable, Match]:
    """The game, for the one who is to decide; nobody else may look ahead."""
    table, match, seat = await _looking(request, table_id)
    if match.over or match.to_act != seat or table.chairs[seat].bot:
        raise Refusal(status_code=403, detail="only the one who is to decide can look ahead")
    return table, match


def _finished(match: Match) -> Match:
    if not match.over:
        raise OptionError("a game can be looked through when it is over")
    return match


@get("/api/tables/{table_id:str}/file", responses=errors(400, 403))
async def api_file(request: Asker, table_id: FromPath[str]) -> Response[bytes]:
    """The game file: whole when the game is over; before, without seed and hashes."""
    _, match, _ = await _looking(request, table_id)
    return Response(match.file(secret=match.over).encode(), media_type="application/json")


@get("/tables/{table_id:str}/scene.svg", responses=errors(400, 403))
async def api_scene(
    request: Asker,
    table_id: FromPath[str],
    theme: FromQuery[str] = "day",
    lang: FromQuery[str] = "en",
    size: FromQuery[str] = "wide",
    layer: FromQuery[str] = "all",
    move: FromQuery[str | None] = None,
    ply: FromQuery[int | None] = None,
    seat: FromQuery[int | None] = None,
) -> Response[str]:
    """The picture of the table as the one who asks may see it; as it would be after a `move` of theirs; or,
    when the game is over, at any `ply` and from any `seat`."""
    table, match, own = await _looking(request, table_id)
    if move is not None:
        table, match = await _deciding(request, table_id)
    if ply is not None or seat is not None:
        _finished(match)

    def seen() -> View:
        if move is not None:
            return preview(match, move, lang).view
        position = match.position if ply is None else match.position_at(ply)
        return position.view(own if seat is None else seat)

    def draw() -> str:
        return match.drawn(seen(), theme, lang, size, table.names, layer)  # type: ignore[arg-type]

    drawn = await asyncio.to_thread(draw)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "no-store"})


class PointsChange(msgspec.Struct):
    seat: int
    source: str
    change: int


class Preview(msgspec.Struct):
    """What would certainly come of a move."""

    points: list[PointsChange]
    lines: list[str]


@get("/api/tables/{table_id:str}/preview", responses=errors(400, 403))
async def api_preview(
    request: Asker, table_id: FromPath[str], move: FromQuery[str], lang: FromQuery[str] = "en"
) -> Preview:
    table, match = await _deciding(request, table_id)
    looked = await asyncio.to_thread(preview, match, move, lang, table.names)
    return Preview([PointsChange(*change) for change in looked.changes], looked.lines)


@get("/api/tables/{table_id:str}/why", responses=errors(400, 403))
async def api_why(
    request: Asker, table_id: FromPath[str], target: FromQuery[str], lang: FromQuery[str] = "en"
) -> dict[str, list[str]]:
    """Why a thing in the picture cannot be chosen now."""
    _, match = await _deciding(request, table_id)
    return {"reasons": await asyncio.to_thread(reasons, match, target, lang)}


class SeatResult(msgspec.Struct):
    """How a game ended for one seat; `points` by their source."""

    name: str
    bot: str | None
    rank: int
    total: int
    points: dict[str, int]


class TableResult(msgspec.Struct):
    title: str
    seats: list[SeatResult]


@get("/api/tables/{table_id:str}/result", responses=errors(400, 403))
async def api_result(request: Asker, table_id: FromPath[str]) -> TableResult:
    """The stored result of a finished game, also of one that the rules here can no longer replay."""
    ended, who = await house(request).hub.finished(table_id), await house(request).whose(request)
    may_watch(ended, who)
    if ended.result is None:
        raise OptionError("this game ended before results were stored")
    rows = zip(ended.chairs, ended.result.ranks, ended.result.points, strict=True)
    return TableResult(
        ended.title,
        [
            SeatResult(chair.name, chair.bot, rank, sum(points.values()), points)
            for chair, rank, points in rows
        ],
    )


class PastPly(msgspec.Struct):
    ply: int
    seat: int
    text: str
    totals: list[int]


@get("/api/tables/{table_id:str}/history", responses=errors(400, 403))
async def api_history(
    request: Asker, table_id: FromPath[str], lang: FromQuery[str] = "en"
) -> dict[str, list[PastPly]]:
    """A game that is over, decision by decision, with everyone's points after each."""
    table, match, _ = await _looking(request, table_id)
    return {"plies": await asyncio.to_thread(_history, _finished(match), lang, table.names)}


def _history(match: Match, language: str, names: list[str]) -> list[PastPly]:
    position, seats = match.position_at(0), range(match.players)
    told = [PastPly(0, -1, "", [position.total(seat) for seat in seats])]
    for ply, played in enumerate(match.decisions, 1):
        position.apply(played.action)
        lines = match.told(played, -1, language, names)
        totals = [position.total(seat) for seat in seats]
        told.append(PastPly(ply, played.seat, " ".join(lines), totals))
    return told


HANDLERS = [api_file, api_scene, api_preview, api_why, api_result, api_history]
