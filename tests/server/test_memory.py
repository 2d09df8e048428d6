"""The data stored about people: finished games, ratings, profiles; exporting and deleting it."""

import asyncio
import json
import random
from functools import partial

import pytest
import sqlalchemy as sa

from rooftop.errors import OptionError
from rooftop.game.gamefile import Result
from rooftop.server import auth
from rooftop.server.auth import SOMEONE, Identity
from rooftop.server.bots import BotPool
from rooftop.server.memory import games, personal, played, profiles, ratings
from rooftop.server.memory.ratings import Skill
from rooftop.server.notify import letters, outbox
from rooftop.server.protocol import NewTable
from rooftop.server.settings import database_url
from rooftop.server.store import schema
from rooftop.server.store.store import Store
from rooftop.server.tables import gathering
from rooftop.server.tables.commands import Play
from rooftop.server.tables.log import load_finished
from rooftop.server.tables.registry import Registry
from rooftop.server.tables.state import LogEntry

SOURCES = ("rows", "towers")


class NoBots(BotPool):
    def __init__(self) -> None:
        pass


class Archive:
    """A store with people and tables, whose games end as a test decides."""

    def __init__(self, url: str) -> None:
        self.store = Store(url)
        self.registry = Registry(self.store, NoBots(), 0)
        self.now = 1_000_000.0

    async def person(self, name: str) -> Identity:
        who, _ = await self.store.write(auth.create)
        await self.store.write(lambda connection: auth.rename(connection, who.id, name))
        return Identity(who.id, name)

    async def table(self, people: list[Identity], bots: int = 0, **order) -> str:
        """A table whose game has begun."""
        seats = ["me", *["open"] * (len(people) - 1), *["bot:novice"] * bots]
        if order.get("rated"):
            order = {"time": "days 1", **order}
        new = NewTable("tower-up", len(seats), seats, **order)
        table = (await self.registry.create(people[0], new)).table
        if order.get("visibility") == "invitation":
            await self.store.write(
                lambda c: [
                    c.execute(
                        schema.seat.update()
                        .where(schema.seat.c.table_id == table, schema.seat.c.seat == seat)
                        .values(reserved=who.id)
                    )
                    for seat, who in enumerate(people)
                ]
            )
        for who in people:
            await self.registry.sit(who, table, "nonce")
        await gathering.start(self.registry, people[0], table)
        return table

    async def end(self, table: str, ranks: list[int], points: list[int] | None = None) -> None:
        """End a game as if it had been played."""
        state = (await self.registry.table(table)).state
        totals = points or [50 - 10 * rank for rank in ranks]
        result = Result(ranks, [{"rows": total - 3, "towers": 3} for total in totals])
        self.now += 1
        at = self.now

        def write(connection):
            text = json.dumps({"places": ranks, "points": result.points})
            connection.execute(
                schema.game_table.update()
                .where(schema.game_table.c.id == table)
                .values(status="over", result=text, to_act=None, changed=at)
            )
            played.write_end(connection, state, result, at)

        await self.store.write(write)
        self.registry._tables.pop(table)

    async def game(self, people: list[Identity], ranks: list[int], bots: int = 0, **order) -> str:
        table = await self.table(people, bots, **order)
        await self.end(table, ranks)
        return table

    async def rows(self, table: sa.Table) -> list[dict]:
        query = sa.select(table).order_by(*table.primary_key)
        return await self.store.read(lambda c: [dict(row) for row in c.execute(query).mappings()])


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    if request.param == "postgresql":
        return database_url(request.getfixturevalue("cluster").new_database())
    return f"sqlite:///{tmp_path / 'memory.db'}"


@pytest.fixture
def lite(tmp_path):
    return f"sqlite:///{tmp_path / 'memory.db'}"


def in_archive(url, story) -> None:
    async def run() -> None:
        archive = Archive(url)
        try:
            await story(archive)
        finally:
            archive.store.close()

    asyncio.run(run())


# --- finished games ----------------------------------------------------------------------------------------


def test_the_move_that_ends_a_game_remembers_it_for_every_seat(lite):
    async def story(archive: Archive) -> None:
        ann, bob = await archive.person("Ann"), await archive.person("Bob")
        table_id = await archive.table([ann, bob], bots=1, rated=True)
        table = await archive.registry.table(table_id)
        async with table.lock:
            await table.add(LogEntry("substitute", 1, "builder"), "test:away")
            assert await archive.rows(schema.played) == []
            while table.status == "playing":
                match = table.started_match
                move = match.moves()[(7 * match.ply) % len(match.legal())].notation
                await table.add(LogEntry("move", match.to_act, move), f"test:{table.number}")
        result = table.started_match.result
        rows = await archive.rows(schema.played)
        assert [row["identity"] for row in rows] == [ann.id, bob.id, None]
        assert [row["bot"] for row in rows] == [None, None, "novice:1"]
        assert [row["rank"] for row in rows] == result.ranks
        assert [json.loads(row["points"]) for row in rows] == result.points
        assert [row["total"] for row in rows] == [sum(points.values()) for points in result.points]
        assert [row["away"] for row in rows] == [False, True, False]
        assert {(row["title"], row["players"], row["rated"]) for row in rows} == {("tower-up", 3, True)}
        assert {row["ended"] for row in rows} == {table.state.log[-1].at}
        assert len(await archive.rows(schema.rating)) == 3

    in_archive(lite, story)


def test_finished_games_come_page_by_page_with_opponents_and_result(url):
    async def story(archive: Archive) -> None:
        ann, bob = await archive.person("Ann"), await archive.person("Bob")
        made = [await archive.game([ann, bob], [1, 2] if n % 2 else [2, 1]) for n in range(5)]
        alone = await archive.game([ann], [1, 2], bots=1)
        await archive.game([bob], [1, 2], bots=1)
        shared = schema.seat.update().where(schema.seat.c.table_id == made[0], schema.seat.c.seat == 1)
        await archive.store.write(lambda c: c.execute(shared.values(name="Eve")))  # with Bob's browser

        def pages(connection):
            seen, before = [], None
            while True:
                page, before = games.finished(connection, ann.id, before, most=2)
                seen.append(page)
                if before is None:
                    return seen
                before = games.Cursor.parse(str(before))

        seen = await archive.store.read(pages)
        assert [len(page) for page in seen] == [2, 2, 2]
        lines = [line for page in seen for line in page]
        assert [line.id for line in lines] == [alone, *reversed(made)]
        assert (lines[0].mates[0].bot, lines[0].mates[0].name, lines[0].own[0].rank) == ("novice", "Bruno", 1)
        assert (lines[1].mates[0].name, lines[1].mates[0].person) == ("Bob", bob.id)
        assert (lines[-1].mates[0].name, lines[-1].mates[0].person) == ("Eve", bob.id)
        assert [line.own[0].rank for line in lines[1:]] == [2, 1, 2, 1, 2]
        with pytest.raises(OptionError):
            games.Cursor.parse("yesterday")

    in_archive(url, story)


def test_running_games_that_wait_for_me_come_first_and_show_no_position(lite):
    async def story(archive: Archive) -> None:
        ann, bob = await archive.person("Ann"), await archive.person("Bob")
        tables = [await archive.table([ann, bob]) for _ in range(3)]
        turns = {tables[0]: 1, tables[1]: 0, tables[2]: 0}

        def set_turns(connection):
            for n, (table, seat) in enumerate(turns.items()):
                connection.execute(
                    schema.game_table.update()
                    .where(schema.game_table.c.id == table)
                    .values(to_act=seat, changed=1000.0 + n)
                )

        await archive.store.write(set_turns)
        listed = await archive.store.read(lambda c: games.running(c, ann.id, archive.now))
        assert [line.id for line in listed] == [tables[1], tables[2], tables[0]]
        assert [line.my_turn for line in listed] == [True, True, False]
        assert [[mate.name for mate in line.mates] for line in listed] == [["Bob"]] * 3
        assert await archive.store.read(lambda c: games.waiting_for(c, ann.id)) == [tables[1], tables[2]]
        assert await archive.store.read(lambda c: games.waiting_for(c, bob.id)) == [tables[0]]
        short = await archive.store.read(lambda c: games.own_lines(c, ann.id, 10, archive.now))
        assert [line.id for line in short] == [line.id for line in listed]

    in_archive(lite, story)


def test_the_most_urgent_game_comes_first_with_time_opponents_scores_and_clocks(lite):
    async def story(archive: Archive) -> None:
        ann, bob = await archive.person("Ann"), await archive.person("Bob")
        slow = await archive.table([ann, bob], time="days 7")
        quick = await archive.table([ann, bob], bots=1, time="days 1")
        untimed = await archive.table([ann, bob])
        live = await archive.table([ann, bob], time="live 600+15")
        replaced = await archive.table([ann, bob], time="days 1")
        now = archive.registry.now()
        for table, seat in ((slow, 0), (quick, 0), (untimed, 0), (live, 1), (replaced, 0)):
            found = await archive.registry.table(table)
            async with found.lock:
                while found.started_match.to_act != seat:
                    action = found.started_match.legal()[0]
                    await found.add(Play.moved(found.started_match, action), f"test:{found.number}")
        async with found.lock:
            await found.add(LogEntry("timeout", 0, "builder"), "test:timeout")
        listed = {row.id: row for row in await archive.store.read(lambda c: games.running(c, ann.id, now))}
        assert list(listed) == [quick, slow, untimed, replaced, live]
        assert [row.my_turn for row in listed.values()] == [True, True, True, False, False]
        assert listed[replaced].replaced
        assert not listed[replaced].paused  # Bob is there
        # Times: of the seat to act, or everyone's in a live game.
        (own,) = listed[quick].own
        assert (listed[quick].deadline or 0) - now == pytest.approx(own.left, abs=60)
        assert [mate.left for mate in listed[quick].mates] == [None, None]
        assert (own.acts, listed[live].mates[0].acts) == (True, True)
        assert listed[live].own[0].left == pytest.approx(600, abs=30)
        assert listed[untimed].deadline is None
        assert listed[live].time == "live 600+15"
        # Scores, also before anything has been decided.
        match = (await archive.registry.table(live)).started_match
        assert listed[live].mates[0].total == match.total(1)
        fresh = await archive.table([ann, bob])
        begun = {row.id: row for row in await archive.store.read(lambda c: games.running(c, ann.id, now))}
        assert [mate.total for mate in (*begun[fresh].own, *begun[fresh].mates)] == [0, 0]
        short = await archive.store.read(lambda c: games.own_lines(c, ann.id, 10, now))
        assert [line.id for line in short] == list(begun)
        assert [line.opponents for line in short] == [["Bob", "Celia"], *[["Bob"]] * 5]
        waiting = await archive.store.read(lambda c: games.waiting_for(c, ann.id))
        assert [table for table in waiting if table != fresh] == [quick, slow, untimed]

    in_archive(lite, story)


def test_games_that_ended_early_say_how(lite):
    async def story(archive: Archive) -> None:
        ann, bob = await archive.person("Ann"), await archive.person("Bob")
        entries = {
            "agreement": LogEntry("end", 0, ""),
            "scores": LogEntry("end", 0, "scores"),
            "conceded": LogEntry("concede", 0, "builder end"),
        }
        for entry in entries.values():
            found = await archive.registry.table(await archive.table([ann, bob]))
            async with found.lock:
                await found.add(entry, "test")
        listed, _ = await archive.store.read(lambda c: games.finished(c, ann.id))
        assert {row.how for row in listed} == set(entries)
        ranks = {row.how: (row.own[0].rank, row.own[0].conceded) for row in listed}
        assert ranks == {"agreement": (None, False), "scores": (1, False), "conceded": (2, True)}
        short = await archive.store.read(lambda c: games.own_lines(c, bob.id, 10, archive.now))
        assert {line.ended: line.rank for line in short} == {"agreement": None, "scores": 1, "conceded": 1}
        assert not any(line.conceded for line in short)
        own = await archive.store.read(lambda c: games.own_lines(c, ann.id, 10, archive.now))
        assert {line.ended: line.conceded for line in own if line.conceded} == {"conceded": True}

    in_archive(lite, story)


def test_what_a_stand_in_wins_counts_for_nobody(lite):
    async def story(archive: Archive) -> None:
        ann, bob = await archive.person("Ann"), await archive.person("Bob")
        table = await archive.table([ann, bob])
        live = await archive.registry.table(table)
        async with live.lock:
            await live.add(LogEntry("leave", 0, "builder"), "test")
        await archive.end(table, [1, 2])
        for who in (ann, bob):
            seen = await archive.store.read(lambda c: profiles.profile(c, who.id, who.id))  # noqa: B023
            (title,) = seen.titles
            assert (title.games, title.wins) == (1, 0)
            assert [past.won for past in title.last] == [False]
        ((game,), _) = await archive.store.read(lambda c: games.finished(c, ann.id))
        assert (game.own[0].rank, game.own[0].lost) == (1, True)
        (line,) = await archive.store.read(lambda c: games.own_lines(c, ann.id, 10, archive.now))
        assert line.rank is None
        finished = await archive.registry.finished(table)
        assert [chair.stand_in for chair in finished.chairs] == [True, False]
        for who in (ann, bob):
            told = await archive.store.read(lambda c: letters.find_subject(c, table, who.id, archive.now))  # noqa: B023
            assert (told.winners, told.has_won) == ((), False)

    in_archive(lite, story)


def test_who_gives_up_last_has_not_won(lite):
    async def story(archive: Archive) -> None:
        ann, bob = await archive.person("Ann"), await archive.person("Bob")
        table = await archive.table([ann, bob])
        live = await archive.registry.table(table)
        async with live.lock:
            await live.add(LogEntry("forfeit", 0, "builder"), "first")
            await live.add(LogEntry("forfeit", 1, "builder end"), "second")
        assert live.started_match.ranks == [2, 1]
        for who in (ann, bob):
            seen = await archive.store.read(lambda c: profiles.profile(c, who.id, who.id))  # noqa: B023
            assert [(title.games, title.wins) for title in seen.titles] == [(1, 0)]
            told = await archive.store.read(lambda c: letters.find_subject(c, table, who.id, archive.now))  # noqa: B023
            assert (told.winners, told.has_won) == ((), False)
        assert (await archive.registry.summary(table)).winners == []

    in_archive(lite, story)


# --- ratings -----------------------------------------------------------------------------------------------


async def season(archive: Archive, seed: int = 1, length: int = 15) -> list[Identity]:
    """Many games of four people and bots, some unrated, some with somebody away."""
    people = [await archive.person(name) for name in ("Ann", "Bob", "Cem", "Dag")]
    chance = random.Random(seed)
    for n in range(length):
        several = chance.sample(people, chance.randint(1, 3))
        bots = chance.randint(0 if len(several) > 1 else 1, 4 - len(several))
        table = await archive.table(several, bots, rated=n % 5 != 0)
        if n % 7 == 3:
            (await archive.registry.table(table)).chairs[0].stand_in = True
        ranks = [chance.randint(1, 4) for _ in range(len(several) + bots)]
        await archive.end(table, [1 + sum(other < rank for other in ranks) for rank in ranks])
    return people


def test_ratings_computed_again_are_the_same_numbers(url):
    async def story(archive: Archive) -> None:
        await season(archive)
        before, games_before = await archive.rows(schema.rating), await archive.rows(schema.played)
        assert len(before) == 5  # four people and the novice
        assert await archive.store.write(ratings.recompute) == (12, 0)
        assert await archive.rows(schema.rating) == before
        assert await archive.rows(schema.played) == games_before
        await archive.store.write(lambda c: c.execute(schema.rating.update().values(mu=1.0, games=1)))
        assert await archive.store.write(ratings.recompute) == (12, 5)
        assert await archive.rows(schema.rating) == before

    in_archive(url, story)


def test_only_rated_games_of_people_in_browsers_of_their_own_count(lite):
    async def story(archive: Archive) -> None:
        ann, bob = await archive.person("Ann"), await archive.person("Bob")
        await archive.game([ann, bob], [1, 2])
        assert await archive.rows(schema.rating) == []
        table = await archive.table([ann, bob], rated=True)
        (await archive.registry.table(table)).chairs[1].identity = ann.id  # two seats in one browser
        await archive.end(table, [1, 2])
        assert await archive.rows(schema.rating) == []
        assert [row["rated"] for row in await archive.rows(schema.played)] == [False] * 4
        await archive.game([ann, bob], [1, 2, 3], bots=1, rated=True)
        rows = {row["player"]: row for row in await archive.rows(schema.rating)}
        assert set(rows) == {ann.id, bob.id, "bot:novice:1"}
        assert rows[ann.id]["mu"] > rows[bob.id]["mu"] > rows["bot:novice:1"]["mu"]
        assert all(row["sigma"] < Skill().sigma and row["games"] == 1 for row in rows.values())

    in_archive(lite, story)


def test_whoever_is_away_at_the_end_is_last_unless_they_came_back(lite):
    async def story(archive: Archive) -> None:
        ann, bob = await archive.person("Ann"), await archive.person("Bob")
        table = await archive.table([ann, bob], rated=True)
        live = await archive.registry.table(table)
        async with live.lock:
            await live.add(LogEntry("substitute", 0, "builder"), "test:1")
        await archive.end(table, [1, 2])
        rows = {row["player"]: row for row in await archive.rows(schema.rating)}
        assert rows[ann.id]["mu"] < Skill().mu < rows[bob.id]["mu"]

        table = await archive.table([ann, bob], rated=True)
        live = await archive.registry.table(table)
        async with live.lock:
            await live.add(LogEntry("substitute", 0, "builder"), "test:1")
            await live.add(LogEntry("resume", 0, ""), "test:2")
        await archive.end(table, [1, 2])
        again = {row["player"]: row for row in await archive.rows(schema.rating)}
        assert again[ann.id]["mu"] > rows[ann.id]["mu"]

        # Not if the bot has made a decision: nobody can let a master play and take the victory.
        for rated in (False, True):
            table = await archive.table([ann, bob], rated=rated)
            live = await archive.registry.table(table)
            seat = live.started_match.to_act
            async with live.lock:
                await live.add(LogEntry("substitute", seat, "master"), "test:1")
                await live.add(Play.moved(live.started_match, live.started_match.legal()[0], True), "test:2")
                await live.add(LogEntry("resume", seat, ""), "test:3")
            await archive.end(table, [1, 2] if seat == 0 else [2, 1])
            away = [row["away"] for row in await archive.rows(schema.played) if row["table_id"] == table]
            assert away == [rated and seat == 0, rated and seat == 1]
        last = {row["player"]: row for row in await archive.rows(schema.rating)}
        returned, other = (ann, bob) if seat == 0 else (bob, ann)
        assert last[returned.id]["mu"] < again[returned.id]["mu"]
        assert last[other.id]["mu"] > again[other.id]["mu"]

    in_archive(lite, story)


def test_games_that_end_at_the_same_moment_are_rated_in_a_certain_order(lite):
    async def story(archive: Archive) -> None:
        ann, bob = await archive.person("Ann"), await archive.person("Bob")
        for _ in range(8):
            archive.now = 5_000_000.0  # the clock is stopped or set back
            await archive.game([ann, bob], random.Random(3).sample([1, 2], 2), rated=True)
        before = await archive.rows(schema.rating)
        assert await archive.store.write(ratings.recompute) == (8, 0)
        assert await archive.rows(schema.rating) == before

    in_archive(lite, story)


def test_leaders_are_people_with_open_profiles_and_enough_games(lite):
    async def story(archive: Archive) -> None:
        ann, bob = await archive.person("Ann"), await archive.person("Bob")
        for _ in range(ratings.ENOUGH_GAMES - 1):
            await archive.game([ann, bob], [1, 2], rated=True)
        await archive.store.write(lambda c: profiles.open_profile(c, ann.id, True))

        async def names() -> list[str]:
            found = await archive.store.read(lambda c: ratings.leaders(c, "tower-up", 10))
            return [leader.name or str(leader.bot) for leader in found]

        assert await names() == []
        await archive.game([ann, bob], [1, 2], rated=True)
        assert await names() == ["Ann"]
        await archive.store.write(lambda c: profiles.open_profile(c, bob.id, True))
        assert await names() == ["Ann", "Bob"]
        await archive.store.write(lambda c: profiles.open_profile(c, ann.id, False))
        assert await names() == ["Bob"]
        assert await archive.store.write(ratings.recompute) == (5, 0)
        assert await names() == ["Bob"]

    in_archive(lite, story)


# --- profiles ----------------------------------------------------------------------------------------------


def test_a_profile_counts_games_wins_and_points(lite):
    async def story(archive: Archive) -> None:
        ann, bob = await archive.person("Ann"), await archive.person("Bob")
        await archive.game([ann, bob], [1, 2])
        await archive.game([ann, bob], [2, 1])
        await archive.game([ann, bob], [1, 3, 2], bots=1)
        seen = await archive.store.read(lambda c: profiles.profile(c, ann.id, ann.id))
        (title,) = seen.titles
        assert [(count.players, count.games, count.wins) for count in title.counts] == [(2, 2, 1), (3, 1, 1)]
        assert (title.games, title.wins) == (3, 2)
        assert title.means == {"rows": pytest.approx((37 + 27 + 37) / 3), "towers": 3.0}
        assert [(past.total, past.won) for past in title.last] == [(40, True), (30, False), (40, True)]
        assert title.standing is None

    in_archive(lite, story)


def test_a_profile_is_for_table_mates_unless_it_is_opened(url):
    async def story(archive: Archive) -> None:
        ann, bob, eve = [await archive.person(name) for name in ("Ann", "Bob", "Eve")]
        table = (await archive.registry.create(ann, NewTable("tower-up", 3, ["me", "open", "open"]))).table
        for who in (ann, bob):
            await archive.registry.sit(who, table, "nonce")

        async def sees(viewer: str | None) -> bool:
            return await archive.store.read(lambda c: profiles.profile(c, ann.id, viewer)) is not None

        assert await sees(ann.id)
        assert not await sees(bob.id)  # the game has not started: anyone can sit down and look
        await archive.registry.sit(await archive.person("Cem"), table, "nonce")
        await gathering.start(archive.registry, ann, table)
        assert await sees(bob.id)
        assert not await sees(eve.id)
        assert not await sees(None)
        await archive.store.write(lambda c: profiles.open_profile(c, ann.id, True))
        assert await sees(eve.id)
        assert await sees(None)

    in_archive(url, story)


def test_others_see_nothing_of_games_by_invitation_in_a_profile(lite):
    async def story(archive: Archive) -> None:
        ann, bob = await archive.person("Ann"), await archive.person("Bob")
        await archive.game([ann, bob], [1, 2])
        await archive.game([ann, bob], [1, 2], visibility="invitation")
        await archive.store.write(lambda c: profiles.open_profile(c, ann.id, True))
        for viewer, expected in ((ann.id, 2), (bob.id, 1), (None, 1)):
            seen = await archive.store.read(partial(profiles.profile, person=ann.id, viewer=viewer))
            (title,) = seen.titles
            assert title.games == len(title.last) == title.averaged == expected

    in_archive(lite, story)


# --- deleting ----------------------------------------------------------------------------------------------

# Columns with these names hold identities, with or without a foreign key.
NAMES_OF_PEOPLE = {"identity", "owner", "reserved", "used_by", "muted", "player"}


def person_columns() -> set[tuple[str, str]]:
    """All columns that can name a person."""
    found = {("identity", "id")}
    for table in schema.metadata.tables.values():
        for column in table.c:
            refers = any(key.column.table is schema.identity for key in column.foreign_keys)
            if refers or column.name in NAMES_OF_PEOPLE:
                found.add((table.name, column.name))
    return found


def test_every_table_of_the_database_says_what_happens_to_people():
    handled = {(table.name, name) for table, names in personal.DELETED.items() for name in names}
    handled |= {(table.name, name) for table, names in personal.FORGOTTEN.items() for name in names}
    assert handled == person_columns()
    known = {*personal.DELETED, *personal.FORGOTTEN, *personal.OF_A_SEAT, *personal.NAMELESS}
    assert known == set(schema.metadata.tables.values())


WISH = {"kind": "invitation", "channel": "webhook", "when": "now"}


def filled(table: sa.Table, person: str, table_id: str, number: int) -> dict:
    """A row of a table that names a person in every possible column."""
    row: dict[str, object] = {}
    for column in table.c:
        if (table.name, column.name) in person_columns():
            row[column.name] = person
        elif column.name == "table_id":
            row[column.name] = table_id
        elif isinstance(column.type, sa.Boolean):
            row[column.name] = False
        elif isinstance(column.type, sa.Integer):
            row[column.name] = 7 + number
        elif isinstance(column.type, sa.Float):
            row[column.name] = 7.5
        elif isinstance(column.type, sa.LargeBinary):
            row[column.name] = b"seed"
        else:
            row[column.name] = f"{table.name} {number}"
    return row


def test_nothing_about_a_deleted_person_is_left(url):
    async def story(archive: Archive) -> None:
        ann, bob = await archive.person("Ann the Brave"), await archive.person("Bob")
        tables = {
            "over": await archive.game([ann, bob], [1, 2], rated=True),
            "playing": await archive.table([ann, bob]),
            "watched": await archive.table([bob], bots=1),
        }
        order = NewTable("tower-up", 4, ["me", "open", "open", "invite"])
        tables["own"] = (await archive.registry.create(ann, order)).table
        tables["joined"] = (await archive.registry.create(bob, order)).table
        for name in ("own", "joined"):
            await archive.registry.sit(ann, tables[name], "nonce")
        assert await archive.registry.sit(ann, tables["joined"], "nonce", name="Ann the Brave II") == 2

        def fill(connection):
            for number, table in enumerate(schema.metadata.sorted_tables):
                if table not in (schema.identity, schema.key_value):
                    connection.execute(table.insert(), filled(table, ann.id, tables["watched"], number))
            connection.execute(schema.mute.insert(), {"identity": bob.id, "muted": ann.id})
            connection.execute(schema.wish.insert(), WISH | {"identity": bob.id})
            outbox.invited(connection, bob.id, tables["own"], ann.id, 1.0)

        await archive.store.write(fill)
        secrets = await archive.store.read(
            lambda c: c.execute(sa.select(schema.identity).where(schema.identity.c.id == ann.id)).one()
        )
        live = await archive.registry.table(tables["playing"])
        await personal.delete(archive.registry, ann.id)

        for table in schema.metadata.sorted_tables:
            for row in await archive.rows(table):
                said = " ".join(str(value) for value in row.values())
                for trace in (ann.id, ann.name, secrets.token, secrets.phrase):
                    assert trace not in said, (table.name, row)
        left = {table.name: await archive.rows(table) for table in schema.metadata.sorted_tables}
        assert [(row["identity"], row["text"]) for row in left["chat"]] == [(None, "")]  # the last number
        for name in ("email", "push", "webhook", "outbox", "mute"):
            assert left[name] == [], name
        assert [row["identity"] for row in left["wish"]] == [bob.id]
        assert [row["player"] for row in left["rating"]] == [bob.id]
        assert {row["status"] for row in left["game_table"] if row["id"] == tables["own"]} == {"closed"}
        joined = [row for row in left["seat"] if row["table_id"] == tables["joined"]]
        assert [row["reserved"] for row in joined] == [bob.id, None, None, "invitation"]
        for row in joined[1:]:
            assert [row[name] for name in ("identity", "nonce", "name", "colour")] == [None] * 4

        # Bob's games continue: a bot of the agreed level has the seat.
        assert (live.chairs[0].bot, live.chairs[0].stand_in, live.chairs[0].identity) == (
            "builder",
            True,
            SOMEONE,
        )
        assert live.chairs[0].left  # a page that is still open cannot take the seat back
        assert live.names == ["", "Bob"]
        finished = await archive.store.read(lambda c: load_finished(c, tables["over"]))
        assert [chair.name for chair in finished.chairs] == ["", "Bob"]
        (line,), _ = await archive.store.read(lambda c: games.finished(c, bob.id))
        assert [(mate.name, mate.person, mate.rank) for mate in line.mates] == [("", None, 1)]
        assert await archive.store.write(ratings.recompute) == (1, 0)

    in_archive(url, story)


def test_ratings_of_others_can_be_computed_again_after_a_deletion(lite):
    async def story(archive: Archive) -> None:
        people = await season(archive)
        await personal.delete(archive.registry, people[1].id)
        before = await archive.rows(schema.rating)
        assert len(before) == 4
        assert await archive.store.write(ratings.recompute) == (12, 0)
        assert await archive.rows(schema.rating) == before

    in_archive(lite, story)


def test_an_export_has_everything_of_a_person_and_no_secrets(lite):
    async def story(archive: Archive) -> None:
        ann, bob = await archive.person("Ann"), await archive.person("Bob")
        table = await archive.table([ann, bob])
        over = await archive.game([ann, bob], [1, 2], rated=True)
        watched = await archive.table([bob], bots=1)

        def fill(connection):
            for number, other in enumerate(schema.metadata.sorted_tables):
                if other not in (schema.identity, schema.key_value, schema.seat, schema.game_table):
                    connection.execute(other.insert(), filled(other, ann.id, watched, number))

        await archive.store.write(fill)
        export = await archive.store.read(lambda c: personal.export(c, ann.id))
        nameless = {table.name for table in personal.NAMELESS}
        assert set(export) == set(schema.metadata.tables) - nameless
        for name, rows in export.items():
            if name not in {
                table.name for table in personal.OF_A_SEAT
            }:  # the seat of the filled rows is not Ann's
                assert rows, name
        assert {row["table_id"] for row in export["seat"]} == {table, over}
        text = json.dumps(export)
        for row in (*await archive.rows(schema.identity), *await archive.rows(schema.game_table)):
            for secret in ("token", "phrase", "seed"):
                if secret in row:
                    assert str(row[secret]) not in text
        assert bob.id not in text
        assert "Bob" not in text

    in_archive(lite, story)
