"""Pushed pictures. Recorded games are played over sockets that lose and repeat updates and break. After every
move, every seat and a spectator show a picture equal to one drawn from scratch, never a mixture."""

import asyncio
import contextlib
import itertools
import json
import random
import re
import time
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from rooftop.drawing.canvas import TITLE, WORDS
from rooftop.drawing.changes import Changes, applied
from rooftop.game import gamefile
from rooftop.game.ahead import ahead
from rooftop.game.decoding import convert
from rooftop.game.forced import play_with_forced
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.match import Match
from rooftop.game.position import new_game
from rooftop.game.seed import parse_seed
from rooftop.game.title import Size, Theme, View, title
from rooftop.server import auth
from rooftop.server.store import schema
from rooftop.server.store.store import Store
from rooftop.testing import SOAK
from rooftop.testing.recorded import games
from tests.server.clients import CALM, PLAIN, Server
from tests.waiting import eventually

CHOSEN = {
    "tower-up": "51-3p-idler",
    "skyrise": "00-2p-any-action",
    "skytopia": "33-2p-any-move",
    "new-york-1901": "10-2p-developer",
}
RECORDED = [path for title, name in CHOSEN.items() for path in games(title) if SOAK or path.stem == name]
Look = tuple[str, Theme, Size]
LOOKS: list[Look] = [("en", "day", "wide"), ("pl", "night", "narrow")]
if SOAK:
    LOOKS = list(itertools.product(("en", "pl"), ("day", "night"), ("wide", "narrow")))
LOST, REPEATED, CUT, UNDONE = 0.12, 0.12, 0.04, 0.2  # how often
SECONDS = 60


# --- recorded games as stored tables -----------------------------------------------------------------------


def table_id(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"[:32]


def store_tables(database: str) -> dict[str, list[str]]:
    """Store the recorded games as tables that have just started. Return their seats' cookies by table."""
    store, cookies = Store(database), {}
    try:
        for path in RECORDED:
            work = partial(store_table, path=path)
            cookies[table_id(path)] = asyncio.run(store.write(work))
    finally:
        store.close()
    return cookies


def store_table(connection, path: Path) -> list[str]:
    file = gamefile.read(path)
    people = [auth.create(connection) for _ in range(file.players)]
    connection.execute(
        schema.game_table.insert().values(
            id=table_id(path),
            title=file.title,
            rules=file.rules,
            edition=msgspec.json.encode(file.edition).decode(),
            players=file.players,
            options=msgspec.json.encode(file.options).decode(),
            visibility="unlisted",
            pace="live",
            owner=people[0][0].id,
            seed=parse_seed(file.seed or ""),
            commitment=file.commitment,
            status="playing",
            created=time.time(),
            changed=time.time(),
        )
    )
    for seat, (person, _) in enumerate(people):
        connection.execute(
            schema.seat.insert().values(table_id=table_id(path), seat=seat, identity=person.id)
        )
    return [cookie for _, cookie in people]


@pytest.fixture(scope="module")
def tables(running):
    """A server with the recorded games, and the cookies of their seats."""
    return running, store_tables(running.database)


# --- a client ----------------------------------------------------------------------------------------------


class Screen:
    """The state of a page: the empty board, and the elements over it."""

    def __init__(self, board: str) -> None:
        self.board = board
        self.elements: dict[str, str] = {}
        self.shown: dict[str, Any] | None = None  # the shown update
        self.number = 0
        self.count = 0
        self.waits = False  # for a whole picture

    def take(self, frame: dict[str, Any]) -> bool:
        """Take an update. Return whether to ask for a whole picture because an update was missed."""
        missed = frame["count"] - self.count - 1
        if missed < 0:
            return False  # an old one
        change = convert(frame["picture"], Changes)
        self.count, self.waits = frame["count"], (self.waits or missed > 0) and not change.whole
        if not self.waits:
            self.elements, self.shown, self.number = applied(self.elements, change), frame, frame["number"]
        return missed > 0 and self.waits

    def svg(self) -> str:
        pieces = "".join(drawn for name, drawn in self.elements.items() if name not in (TITLE, WORDS))
        words = self.elements[TITLE] + self.elements[WORDS]
        picture = re.sub("<title.*?</title><desc.*?</desc>", lambda _: words, self.board, count=1)
        assert picture.endswith('<g id="pieces"></g></svg>')
        return picture.replace('<g id="pieces"></g>', f'<g id="pieces">{pieces}</g>')


class Watcher:
    """A seat or a spectator, with a socket that loses and repeats updates."""

    def __init__(self, host: str, table: str, seat: int, cookie: str, chance: random.Random) -> None:
        self.host = host
        self.table = table
        self.seat = seat
        self.headers = {"Cookie": f"rooftop={cookie}"} if cookie else {}
        self.chance = chance
        self.number = 0  # of the newest update received
        self.confirmed = 0
        self.counts = dict.fromkeys(("updates", "whole", "lost", "repeated", "asked", "cut"), 0)
        self.old: list[dict[str, Any]] = []
        self.news = asyncio.Event()

    async def open(self, board: str, look: Look) -> None:
        self.look, self.screen, self.old = look, Screen(board), []
        language, theme, size = look
        query = f"lang={language}&from={self.number}&theme={theme}&size={size}"
        self.link = await connect(
            f"ws://{self.host}/tables/{self.table}/socket?{query}",
            additional_headers=self.headers,
            close_timeout=1,
            max_size=None,
            **CALM,
        )
        self.number = -1
        self.reading = asyncio.create_task(self.read())

    async def close(self) -> None:
        self.reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.reading
        await self.link.close()

    async def read(self) -> None:
        async for raw in self.link:
            frame = json.loads(raw)
            assert frame["type"] in ("update", "done"), frame
            if frame["type"] == "update":
                await self.hear(frame)
            else:
                self.confirmed = frame["number"]
            self.news.set()

    async def hear(self, frame: dict[str, Any]) -> None:
        assert (frame["seat"], frame["picture"]["whole"] or frame["count"] > 1) == (self.seat, True)
        self.counts["updates"] += 1
        self.counts["whole"] += frame["picture"]["whole"]
        if self.chance.random() < LOST and not self.screen.waits:
            self.counts["lost"] += 1
        else:
            await self.take(frame)
        self.old.append(frame)
        if self.chance.random() < REPEATED:
            self.counts["repeated"] += 1
            await self.take(self.chance.choice([frame, *self.old]))
        self.number = frame["number"]

    async def take(self, frame: dict[str, Any]) -> None:
        if self.screen.take(frame):
            self.counts["asked"] += 1
            await self.link.send(json.dumps({"type": "again", "number": self.screen.number}))

    async def until(self, number: int, confirmed: int = 0) -> None:
        """Wait until the update with this number has arrived, and the screen is not waiting for another."""
        async with asyncio.timeout(SECONDS):
            while self.number < number or self.screen.waits or self.confirmed < confirmed:
                assert not self.reading.done() or self.reading.result()
                self.news.clear()
                await self.news.wait()

    async def command(self, number: int, **command: Any) -> None:
        await self.link.send(json.dumps(command | {"id": f"{number}", "seen": number}))
        await self.until(0, number + 1)


# --- a game ------------------------------------------------------------------------------------------------


class PlayedGame:
    """A recorded game, played on the server and here at the same time."""

    def __init__(self, path: Path, server: Server, cookies: list[str]) -> None:
        self.file, self.id, self.server = gamefile.read(path), table_id(path), server
        self.chance = random.Random(self.id)
        kind = title(self.file.title)
        edition = next(one for one in kind.editions() if kind.hash(one) == self.file.edition.hash)
        game = new_game(kind, self.file.players, self.file.options, edition)
        self.match = Match(game, parse_seed(self.file.seed or ""))
        self.views = [self.seen()]  # by log number
        self.boards: dict[Look, str] = {}
        self.watchers = [
            Watcher(server.host, self.id, seat, cookie, random.Random(f"{self.id} {seat}"))
            for seat, cookie in [(SPECTATOR, ""), *enumerate(cookies)]
        ]

    def seen(self) -> list[View]:
        can = [ahead(self.match, seat) for seat in range(self.match.players)]
        chosen = [one.position if one else self.match for one in can]
        return [self.match.view(), *(one.view(seat) for seat, one in enumerate(chosen))]

    def board(self, look: Look) -> str:
        """Fetch an empty board once, as a page does."""
        if look not in self.boards:
            language, theme, size = look
            query = {"layer": "board", "lang": language, "theme": theme, "size": size}
            where = f"{self.server.url}/tables/{self.id}/scene.svg"
            answer = httpx.get(where, params=query, timeout=60, verify=PLAIN)
            assert answer.status_code == 200, answer.text
            self.boards[look] = answer.text
        return self.boards[look]

    async def open(self, watcher: Watcher) -> None:
        look = self.chance.choice(LOOKS)
        await watcher.open(self.board(look), look)

    async def play(self) -> None:
        for watcher in self.watchers:
            await self.open(watcher)
        await self.compare()
        for ply, move in enumerate(self.file.moves):
            if self.match.ply > ply:
                continue  # it followed from the previous one
            mover = self.match.to_act
            await self.command(mover, type="play", move=move)
            play_with_forced(self.match, self.match.action(move))
            await self.compare(new=True)
            if self.match.undoable and self.chance.random() < UNDONE:
                count = self.chance.randint(1, self.match.undoable)
                await self.command(mover, type="undo", count=count)
                self.match.undo(count)
                await self.compare(new=True)
                await self.command(self.match.to_act, type="redo", count=count)
                self.match.redo(count)
                await self.compare(new=True)
            for watcher in self.watchers:
                if self.chance.random() < CUT:
                    watcher.counts["cut"] += 1
                    await watcher.close()
                    await self.open(watcher)
        await self.settle()

    async def command(self, seat: int, **command: Any) -> None:
        await self.watchers[seat + 1].command(len(self.views) - 1, **command)

    async def compare(self, new: bool = False) -> None:
        """Compare every screen with a picture drawn here, of the position that it claims to show."""
        if new:
            self.views.append(self.seen())
        for watcher in self.watchers:
            await watcher.until(len(self.views) - 1)
        drawn: dict[tuple[int, int, Look], str] = {}
        for watcher in self.watchers:
            shown, look = watcher.screen.shown, watcher.look
            if shown is None:
                continue  # its first update was lost
            view = self.views[shown["number"]][watcher.seat + 1]
            names = [person["name"] for person in shown["seats"]]
            key = (shown["number"], watcher.seat, look)
            if key not in drawn:
                drawn[key] = self.match.drawn(view, look[1], look[0], look[2], names)
            assert watcher.screen.svg() == drawn[key], f"{self.id}, seat {watcher.seat}, {key}"
            assert shown["scores"] == [
                {
                    "points": msgspec.to_builtins(row.points),
                    "total": row.total,
                    "rank": row.rank,
                    "forecast": msgspec.to_builtins(getattr(row, "if_ended", None)),
                }
                for row in view.seats
            ]

    async def settle(self) -> None:
        """Let somebody join, so that everyone gets another update and notices if they missed the last one."""
        assert self.match.over
        late = Watcher(self.server.host, self.id, SPECTATOR, "", random.Random(1))
        for watcher in self.watchers:
            watcher.chance = random.Random()
            watcher.chance.random = lambda: 1.0  # type: ignore[method-assign]
        await self.open(late)
        self.watchers.append(late)
        everyone = [watcher.screen for watcher in self.watchers[:-1]]
        await eventually(lambda: all(one.shown and one.shown["status"] == "over" for one in everyone))
        await self.compare()
        for watcher in self.watchers:
            await watcher.close()


@pytest.mark.parametrize("path", RECORDED, ids=[table_id(path) for path in RECORDED])
def test_screens_show_what_was_drawn_after_every_move(path, tables):
    server, cookies = tables
    game = PlayedGame(path, server, cookies[table_id(path)])
    asyncio.run(game.play())
    counts = {key: sum(one.counts[key] for one in game.watchers) for key in game.watchers[0].counts}
    assert all(counts.values()), counts
    assert game.match.hash() == game.file.hashes[-1]
