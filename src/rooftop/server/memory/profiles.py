"""Profiles: how often somebody has played and won, where their points come from, and their ratings.

Owners see their own profile, and so do people who have played with them; an owner can open it to everyone.
Others never see anything of games at tables by invitation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.orm import aliased

from rooftop.game.decoding import decode_json
from rooftop.server.auth import SOMEONE
from rooftop.server.memory import ratings
from rooftop.server.memory.ratings import Standing
from rooftop.server.store import schema

RECENT = 100  # games whose points are averaged
IN_CHART = 30
PLAYED, TABLE = schema.played.c, schema.game_table.c
# A win by a stand-in counts for nobody, and the last player to give up has not won.
WON = sa.and_(PLAYED.rank == 1, ~PLAYED.away, ~PLAYED.forfeited, ~PLAYED.conceded)


@dataclass(frozen=True)
class Count:
    """Games with a number of players."""

    players: int
    games: int
    wins: int


@dataclass(frozen=True)
class Past:
    """A finished game in a chart."""

    total: int
    won: bool


@dataclass(frozen=True)
class TitleProfile:
    """What a profile says about one title: mean points by source, and the last games, oldest first."""

    title: str
    counts: list[Count]
    means: dict[str, float]
    averaged: int
    last: list[Past]
    standing: Standing | None

    @property
    def games(self) -> int:
        return sum(count.games for count in self.counts)

    @property
    def wins(self) -> int:
        return sum(count.wins for count in self.counts)


@dataclass(frozen=True)
class Profile:
    """A person as others may see them, with the titles they play most first."""

    id: str
    name: str
    is_open: bool
    titles: list[TitleProfile]


def profile(connection: Connection, person: str, viewer: str | None) -> Profile | None:
    """Return a profile as `viewer` may see it; None if it is hidden or does not exist."""
    if "\0" in person or person == SOMEONE:
        return None
    identity = schema.identity
    row = connection.execute(sa.select(identity).where(identity.c.id == person)).first()
    if row is None or not may_see(connection, person, viewer, row.open_profile):
        return None
    own = viewer == person
    visible = [PLAYED.identity == person, PLAYED.rank.is_not(None)]
    if not own:
        visible.append(~PLAYED.private)
    standings = ratings.skills_of(connection, person)
    counts = _counts(connection, visible)
    names = sorted(
        {*counts, *standings}, key=lambda name: -sum(count.games for count in counts.get(name, []))
    )
    titles = [_title(connection, name, visible, counts.get(name, []), standings) for name in names]
    return Profile(row.id, row.name, row.open_profile, titles)


def may_see(connection: Connection, person: str, viewer: str | None, is_open: bool) -> bool:
    """Whether somebody may see a profile: everyone if it is open, otherwise its owner and table mates."""
    return is_open or (viewer is not None and (viewer == person or are_mates(connection, person, viewer)))


def are_mates(connection: Connection, one: str, other: str) -> bool:
    """Whether two people sit at a table whose game has begun."""
    first, second = aliased(schema.seat), aliased(schema.seat)
    query = (
        sa.select(TABLE.id)
        .join(first, first.c.table_id == TABLE.id)
        .join(second, second.c.table_id == TABLE.id)
        .where(first.c.identity == one, second.c.identity == other, TABLE.status.in_(("playing", "over")))
        .limit(1)
    )
    return connection.execute(query).first() is not None


def at_seat(connection: Connection, table_id: str, seat: int, viewer: str | None) -> str | None:
    """Return who sits at a table, if `viewer` may see their profile."""
    if "\0" in table_id or not 0 <= seat < 100:
        return None
    person = connection.execute(
        sa.select(schema.seat.c.identity).where(
            schema.seat.c.table_id == table_id, schema.seat.c.seat == seat
        )
    ).scalar()
    if person is None or person == SOMEONE:
        return None
    is_open = schema.identity.c.open_profile
    opened = connection.execute(sa.select(is_open).where(schema.identity.c.id == person)).scalar_one()
    return person if may_see(connection, person, viewer, opened) else None


def _counts(connection: Connection, visible: Sequence[sa.ColumnElement[bool]]) -> dict[str, list[Count]]:
    wins = sa.func.sum(sa.case((WON, 1), else_=0))
    rows = connection.execute(
        sa.select(PLAYED.title, PLAYED.players, sa.func.count(), wins)
        .where(*visible)
        .group_by(PLAYED.title, PLAYED.players)
        .order_by(PLAYED.title, PLAYED.players)
    )
    counts: dict[str, list[Count]] = {}
    for title, players, games, won in rows:
        counts.setdefault(title, []).append(Count(players, games, int(won)))
    return counts


def _title(
    connection: Connection,
    title: str,
    visible: Sequence[sa.ColumnElement[bool]],
    counts: list[Count],
    standings: Mapping[str, Standing],
) -> TitleProfile:
    recent = connection.execute(
        sa.select(PLAYED.points, PLAYED.total, WON.label("won"))
        .where(*visible, PLAYED.title == title)
        .order_by(PLAYED.ended.desc(), PLAYED.table_id.desc())
        .limit(RECENT)
    ).all()
    last = [Past(row.total, bool(row.won)) for row in reversed(recent[:IN_CHART])]
    return TitleProfile(title, counts, _means(recent), len(recent), last, standings.get(title))


def _means(rows: Sequence[Any]) -> dict[str, float]:
    sums: dict[str, int] = {}
    for row in rows:
        for source, points in decode_json(row.points, dict[str, int]).items():
            sums[source] = sums.get(source, 0) + points
    return {source: total / len(rows) for source, total in sums.items() if total}


def open_profile(connection: Connection, person: str, is_open: bool) -> None:
    """Open a profile to everyone, or only to table mates."""
    identity = schema.identity
    connection.execute(identity.update().where(identity.c.id == person).values(open_profile=is_open))
    ratings.list_person(connection, person, is_open)
