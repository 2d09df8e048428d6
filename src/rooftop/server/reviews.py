"""Reviews of finished games, made by bots' workers while nobody else needs them.

The process that has a table makes its review. A request is stored at once, the review when it is finished:
after a restart, or when another process has taken the table, the review starts again as soon as somebody
looks.
"""

from __future__ import annotations

import asyncio
import logging
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.arena.review import Budget, Review
from rooftop.arena.review.findings import FORMAT, kind_of, result_of, tell
from rooftop.arena.review.judging import again, questions
from rooftop.errors import OptionError, RooftopError
from rooftop.game.agreed import agreed
from rooftop.game.decoding import decode_json
from rooftop.game.match import Match
from rooftop.server.hints import COMPILING
from rooftop.server.protocol import CostlyDecision, GameReview, ReviewedSeat, ReviewSwing, WeighedMove
from rooftop.server.store import schema
from rooftop.server.worker_process import WorkerError

if TYPE_CHECKING:
    from rooftop.server.tables.live import LiveTable

log = logging.getLogger("rooftop")

REVIEW = schema.review.c


class Reviewing:
    """A review in progress."""

    def __init__(self, table: LiveTable, match: Match, budget: Budget) -> None:
        self.judged = 0
        self.decisions = 0  # 0: unknown so far
        self._table, self._match, self._budget = table, match, budget
        self.task = asyncio.create_task(self._run())

    @property
    def has_failed(self) -> bool:
        return self.task.done() and (self.task.cancelled() or self.task.exception() is not None)

    async def _run(self) -> None:
        try:
            review = await self._judge()
            body = msgspec.json.encode(review).decode()
            await self._table.write(
                lambda connection: connection.execute(
                    schema.review.update().where(REVIEW.table_id == self._table.id).values(body=body)
                )
            )
        except (RooftopError, WorkerError) as error:
            log.warning("table %s: no review: %s", self._table.id, error)
            raise

    async def _judge(self) -> Review:
        match, bots = self._match, self._table.registry.bots
        setup, budget = agreed(match.game), self._budget
        asked = await asyncio.to_thread(questions, match, budget)
        self.decisions = len(asked)
        judged = {}
        for question in asked:
            judged[question.ply] = await bots.judge(self._table.id, setup, question)
            self.judged += 1
        costly = again(asked, list(judged.values()), budget)
        self.decisions += len(costly)
        for question in costly:
            judged[question.ply] = await bots.judge(self._table.id, setup, question)
            self.judged += 1
        return result_of(match, budget, judged.values())


async def find(table: LiveTable, language: str, mine: bool) -> GameReview:
    """Return the review of a finished game, or its progress. A review that was interrupted starts again."""
    row = await table.registry.store.read(lambda connection: _stored(connection, table.id))
    review = _decoded(row.body) if row is not None and row.body is not None else None
    if review is not None:
        match = table.started_match.clone()
        return await asyncio.to_thread(_in_words, review, match, language, mine)
    if row is not None and table.reviewing is None and not table.state.is_interpreted:
        _begin(table)
    reviewing = table.reviewing
    if reviewing is None:
        return GameReview("none" if row is None else "running", mine)
    status = "failed" if reviewing.has_failed else "running"
    return GameReview(status, mine, reviewing.judged, reviewing.decisions)


async def ask(table: LiveTable) -> None:
    """Start a review of a finished game, unless there is one."""
    if table.state.is_interpreted:
        raise OptionError(COMPILING)
    now = table.registry.now()

    def write(connection: Connection) -> bool:
        row = _stored(connection, table.id)
        if row is None:
            connection.execute(schema.review.insert().values(table_id=table.id, asked=now, body=None))
        return row is None or row.body is None or _decoded(row.body) is None

    async with table.lock:
        is_missing = await table.write(write)
        if is_missing and (table.reviewing is None or table.reviewing.has_failed):
            _begin(table)


def _begin(table: LiveTable) -> None:
    table.reviewing = Reviewing(table, table.started_match.clone(), table.registry.review_budget)


def _stored(connection: Connection, table_id: str) -> sa.Row[tuple[str | None]] | None:
    return connection.execute(sa.select(REVIEW.body).where(REVIEW.table_id == table_id)).first()


@lru_cache(maxsize=32)
def _decoded(body: str) -> Review | None:
    """Return a stored review; None for one of another version."""
    try:
        review = decode_json(body.encode(), Review)
    except msgspec.MsgspecError:
        return None
    return review if review.format == FORMAT else None


def _in_words(review: Review, match: Match, language: str, mine: bool) -> GameReview:
    costly = [review.costliest(seat) for seat in range(review.players)]
    told = {one.judgement.ply: one for one in tell(match, [one for own in costly for one in own], language)}
    seats = [
        ReviewedSeat(
            [(point.ply, point.chance) for point in review.curve(seat)],
            [
                CostlyDecision(
                    one.ply,
                    seat,
                    kind_of(one.cost),
                    round(one.cost, 4),
                    WeighedMove(one.played.move, told[one.ply].played, one.played.chance),
                    WeighedMove(one.best[0].move, told[one.ply].better, one.best[0].chance),
                )
                for one in own
            ],
        )
        for seat, own in enumerate(costly)
    ]
    swings = [ReviewSwing(*swing) for swing in review.swings()]
    count = len(review.judgements)
    return GameReview("done", mine, count, count, seats, swings)
