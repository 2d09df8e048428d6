"""Ratings: a skill and its uncertainty for each player and title, from rated games only.

The model is openskill's Plackett-Luce (Weng and Lin). A game is rated in the transaction that ends it, from
the skills at that moment, which are stored with the game. `recompute` does the same for all games in order
and gives the same numbers. Each version of a bot's level is a player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.errors import OptionError
from rooftop.server.store import schema
from rooftop.server.tables.clocks import NO_TIME

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

ENOUGH_GAMES = 5  # to appear on the leader boards
BOT = "bot:"
SCALE = 60  # of the displayed numbers: a new player has 1500

PLAYED, RATING = schema.played.c, schema.rating.c
Row = Mapping[str, Any]


class Skill(NamedTuple):
    """An estimate and its standard deviation."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def least(self) -> float:
        """A conservative estimate: the true skill is almost certainly higher."""
        return self.mu - 3 * self.sigma

    @property
    def shown(self) -> int:
        return round(SCALE * self.mu)

    @property
    def range(self) -> int:
        """How far the true skill may be from the displayed one: in 95 of 100 cases it is this close."""
        return round(SCALE * 2 * self.sigma)

    @property
    def surely(self) -> int:
        return round(SCALE * self.least)


class Standing(NamedTuple):
    """A skill and the number of games behind it."""

    skill: Skill
    games: int


NEW = Standing(Skill(), 0)


def check_rated(time: str, own_edition: bool) -> None:
    """Raise OptionError if a table with a time control cannot be rated."""
    if time == NO_TIME:
        raise OptionError("a rated game needs a time control, so that nobody can leave it unfinished")
    if not own_edition:
        raise OptionError("a rated game must be played with the title's own edition")


def player_of(row: Row) -> str | None:
    """Return the player of a seat; None for a deleted person."""
    return row["identity"] or (row["bot"] and f"{BOT}{row['bot']}")


def new_skills(skills: Sequence[Skill], ranks: Sequence[int]) -> list[Skill]:
    """Return the skills after a game."""
    model = _model()
    teams = [[model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    return [
        Skill(rating.mu, rating.sigma) for (rating,) in model.rate(teams, ranks=[float(n) for n in ranks])
    ]


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # imported here because most servers never rate a game

    return PlackettLuce()


def ranks_for_rating(rows: Sequence[Row]) -> list[int]:
    """Return the ranks that count: a player who forfeited, or for whom a bot decided, is last."""
    return [len(rows) + 1 if row["forfeited"] or row["away"] else row["rank"] for row in rows]


def outcome(
    rows: Sequence[Row], standings: Mapping[str, Standing]
) -> tuple[list[Skill], dict[str, Standing]]:
    """Return the skills of the seats before a game, and the standings of its players after it.

    A player with several seats, which only a bot can be, gets the mean.
    """
    players = [player_of(row) for row in rows]
    before = [
        Skill(row["mu"], row["sigma"]) if player is None else standings.get(player, NEW).skill
        for row, player in zip(rows, players, strict=True)
    ]
    after = new_skills(before, ranks_for_rating(rows))
    changed = {}
    for player in dict.fromkeys(players):
        if player is not None:
            own = [skill for skill, other in zip(after, players, strict=True) if other == player]
            mean = Skill(
                sum(skill.mu for skill in own) / len(own), sum(skill.sigma for skill in own) / len(own)
            )
            changed[player] = Standing(mean, standings.get(player, NEW).games + 1)
    return before, changed


def rate(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Rate a game that is ending: store the new skills, and the old ones in its rows."""
    title, ended = rows[0]["title"], rows[0]["ended"]
    players = [player for row in rows if (player := player_of(row))]
    here = sa.and_(RATING.title == title, RATING.player.in_(players))
    standings = {
        row.player: Standing(Skill(row.mu, row.sigma), row.games)
        for row in connection.execute(sa.select(schema.rating).where(here))
    }
    for row in rows:
        if player_of(row) is None:  # deleted while the game was running
            row["mu"], row["sigma"] = NEW.skill
    before, changed = outcome(rows, standings)
    for row, skill in zip(rows, before, strict=True):
        row["mu"], row["sigma"] = skill
    connection.execute(schema.rating.delete().where(here))
    _insert(connection, {(player, title): (standing, ended) for player, standing in changed.items()})


def recompute(connection: Connection) -> tuple[int, int]:
    """Compute all ratings again from the rated games. Return the numbers of games and of changed ratings."""
    old = {
        (row.player, row.title): (Standing(Skill(row.mu, row.sigma), row.games), row.changed)
        for row in connection.execute(sa.select(schema.rating))
    }
    by_title: dict[str, dict[str, Standing]] = {}
    new: dict[tuple[str, str], tuple[Standing, float]] = {}
    games = 0
    for rows in _rated_games(connection):
        title, ended = rows[0]["title"], rows[0]["ended"]
        standings = by_title.setdefault(title, {})
        before, changed = outcome(rows, standings)
        standings.update(changed)
        new |= {(player, title): (standing, ended) for player, standing in changed.items()}
        games += 1
        for row, skill in zip(rows, before, strict=True):
            if (row["mu"], row["sigma"]) != skill:
                connection.execute(
                    schema.played.update()
                    .where(PLAYED.table_id == row["table_id"], PLAYED.seat == row["seat"])
                    .values(mu=skill.mu, sigma=skill.sigma)
                )
    connection.execute(schema.rating.delete())
    _insert(connection, new)
    different = sum(old.get(key) != new.get(key) for key in {*old, *new})
    return games, different


def _rated_games(connection: Connection) -> Iterator[Sequence[Row]]:
    rows = connection.execute(
        sa.select(schema.played).where(PLAYED.rated).order_by(PLAYED.ended, PLAYED.table_id, PLAYED.seat)
    ).mappings()
    everything: list[Row] = [dict(row) for row in rows]
    for _, game in groupby(everything, itemgetter("table_id")):
        yield list(game)


def _insert(connection: Connection, ratings: Mapping[tuple[str, str], tuple[Standing, float]]) -> None:
    if not ratings:
        return
    players = [player for player, _ in ratings]
    open_profiles = set[str]()
    for start in range(0, len(players), 500):
        open_profiles |= set(
            connection.execute(
                sa.select(schema.identity.c.id).where(
                    schema.identity.c.id.in_(players[start : start + 500]), schema.identity.c.open_profile
                )
            ).scalars()
        )
    connection.execute(
        schema.rating.insert(),
        [
            {
                "player": player,
                "title": title,
                "mu": skill.mu,
                "sigma": skill.sigma,
                "least": skill.least,
                "games": games,
                "listed": is_listed(player, games, player in open_profiles),
                "changed": changed,
            }
            for (player, title), ((skill, games), changed) in ratings.items()
        ],
    )


def is_listed(player: str, games: int, open_profile: bool) -> bool:
    """Whether the leader board shows a player. It shows all bots: their strength is known."""
    return games >= ENOUGH_GAMES and (open_profile or player.startswith(BOT))


def list_person(connection: Connection, identity_id: str, open_profile: bool) -> None:
    """Show a person on the leader boards, or hide them."""
    connection.execute(
        schema.rating.update()
        .where(RATING.player == identity_id)
        .values(listed=sa.and_(sa.literal(open_profile), RATING.games >= ENOUGH_GAMES))
    )


class Leader(NamedTuple):
    """A line of a leader board. `person` is an identity; a bot has a level instead."""

    person: str | None
    name: str
    bot: str | None
    skill: Skill
    games: int


def leaders(connection: Connection, title: str, most: int) -> list[Leader]:
    """Return the leaders of a title: people with open profiles, and bots."""
    identity = schema.identity.c
    rows = connection.execute(
        sa.select(schema.rating, identity.name)
        .outerjoin(schema.identity, identity.id == RATING.player)
        .where(RATING.title == title, RATING.listed, identity.blocked.is_(None))
        .order_by(RATING.least.desc(), RATING.player)
        .limit(most)
    )
    return [
        Leader(
            None if row.player.startswith(BOT) else row.player,
            row.name or "",
            row.player.removeprefix(BOT) if row.player.startswith(BOT) else None,
            Skill(row.mu, row.sigma),
            row.games,
        )
        for row in rows
    ]


def skills_of(connection: Connection, player: str) -> dict[str, Standing]:
    """Return the standings of a player by title."""
    rows = connection.execute(sa.select(schema.rating).where(RATING.player == player))
    return {row.title: Standing(Skill(row.mu, row.sigma), row.games) for row in rows}
