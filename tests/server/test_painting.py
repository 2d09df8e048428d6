"""Painters: processes that create updates, die, and are restarted."""

import asyncio
import gc
import json
import os
import random
import signal
from typing import cast

import pytest

from rooftop.drawing.changes import Changes, applied
from rooftop.errors import OptionError
from rooftop.game.decoding import convert
from rooftop.game.match import Match
from rooftop.game.position import new_game
from rooftop.game.title import Size, Theme, title, title_ids
from rooftop.server.auth import Identity, create
from rooftop.server.bots import BotPool
from rooftop.server.painting import paint, painter_process, pool, rasterizer
from rooftop.server.painting.jobs import (
    Chair,
    Decided,
    Entry,
    Look,
    Moment,
    Order,
    Picture,
    SceneSetup,
    Shown,
    Updates,
)
from rooftop.server.painting.pool import Painters, PaintingError
from rooftop.server.protocol import NewTable
from rooftop.server.store.store import Store
from rooftop.server.tables import gathering
from rooftop.server.tables.client import Client
from rooftop.server.tables.commands import Play
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.registry import Registry
from tests.server.serving import move as move_clock
from tests.server.serving import run_moving
from tests.waiting import eventually

NAMES = ("Ann", "Bob")


def picture(look: Look = Look("en", "day", "wide"), layer: str = "all") -> Picture:  # noqa: B008
    position = new_game("tower-up", 2, compiled=False).position(1)
    shown = Shown(position.blind(0, 0).rows.tobytes(), NAMES)
    return Picture(SceneSetup("tower-up", 0, 2), 0, look, layer, shown)


async def with_painters(processes: int, work) -> None:
    painters = Painters(processes)
    try:
        await work(painters)
    finally:
        painters.close()


async def asked(painters: Painters, jobs: int) -> None:
    """Wait until the painter has received this many jobs."""
    line = painters._painters[0]._answers
    assert line is not None
    await eventually(lambda: len(line.waiting) == jobs)


@pytest.mark.parametrize("processes", [0, 1])
def test_a_painter_draws_what_a_match_draws(processes):
    async def draw(painters: Painters) -> None:
        (drawn,) = await painters.do("a table", picture())
        match = Match(new_game("tower-up", 2, compiled=False), 1)
        match.position = new_game("tower-up", 2, compiled=False).position(1)
        assert drawn.decode() == match.svg(0, names=NAMES)

    asyncio.run(with_painters(processes, draw))


def test_a_painter_that_is_killed_is_started_again_and_does_its_jobs():
    async def draw(painters: Painters) -> None:
        (first,) = await painters.do("a", picture())
        process = painters._painters[0].process
        assert process is not None
        pid = process.pid or 0
        os.kill(pid, signal.SIGSTOP)
        waiting = [asyncio.create_task(painters.do("a", picture())) for _ in range(3)]
        await asked(painters, 3)
        os.kill(pid, signal.SIGKILL)
        assert [result for (result,) in await asyncio.gather(*waiting)] == [first] * 3
        assert painters._painters[0].process is not process

    asyncio.run(with_painters(1, draw))


def test_a_stuck_painter_is_replaced():
    async def draw(painters: Painters) -> None:
        (first,) = await painters.do("a", picture())
        process = painters._painters[0].process
        os.kill((process and process.pid) or 0, signal.SIGSTOP)
        waiting = asyncio.create_task(painters.do("a", picture()))
        await asked(painters, 1)
        move_clock(pool.SECONDS)
        assert await waiting == [first]
        assert painters._painters[0].process is not process

    run_moving(with_painters(1, draw))


def test_a_painter_is_not_started_again_when_the_server_stops():
    async def draw() -> None:
        painters = Painters(1)
        await painters.do("a", picture())
        process = painters._painters[0].process
        os.kill((process and process.pid) or 0, signal.SIGSTOP)
        waiting = asyncio.create_task(painters.do("a", picture()))
        await asked(painters, 1)
        painters.close()
        with pytest.raises(PaintingError):
            await waiting
        assert painters._painters[0].process is None

    asyncio.run(draw())


@pytest.mark.parametrize("processes", [0, 1])
def test_bad_looks_are_refused_with_a_sentence_and_bugs_without_one(processes, caplog):
    async def draw(painters: Painters) -> None:
        with pytest.raises(OptionError, match="theme 'dusk' is not one of day, night"):
            await painters.do("a", picture(Look("en", "dusk", "wide")))
        with pytest.raises(OptionError, match=r"language must be one of en, .*, not 'xx'"):
            await painters.do("a", picture(Look("xx", "day", "wide")))
        broken = picture()
        broken.shown = Shown(b"too short", NAMES)
        with pytest.raises(PaintingError, match="could not be drawn"):
            await painters.do("a", broken)
        assert "Traceback" in caplog.text
        await painters.do("a", picture())

    asyncio.run(with_painters(processes, draw))


def test_jobs_leave_no_cycles_behind():
    """So a painter does not need garbage collection."""
    for title_id in title_ids():
        match, chance = Match(new_game(title_id, 3, compiled=False), 1), random.Random(1)
        names, before = tuple(match.names()), None
        setup, look = SceneSetup(title_id, 0, 3), Look("pl", "day", "wide")
        answers = []
        for _ in range(12):
            seat, last = match.to_act, match.decisions[-1:]
            events = [Decided(one.known_to, True, one.events.tolist()) for one in last]
            log = [Entry(match.ply, 0, "move", "x", decided) for decided in events]
            chairs = [Chair(name, None, True, 1.0, False) for name in names]
            rows = match.position.blind(seat, 0).rows.tobytes()
            moment = Moment(
                setup, match.ply, "playing", seat, 1.0, chairs, names, "promise", match.legal(), log
            )
            order = Order(seat, look, max(match.ply - 1, 0), True, 0, 0, rows, before)
            answers.append(Updates(moment, [order]))
            before = Shown(rows, names)
            match.play(chance.choice(match.legal()))
        painter_process.answer(answers[0])
        gc.collect()
        gc.disable()
        try:
            assert all(painter_process.answer(job).error == "" for job in answers)
            assert gc.collect() == 0, title_id
        finally:
            gc.enable()


# --- tables ------------------------------------------------------------------------------------------------


class Reader:
    """A client that keeps its picture, and reads only on command."""

    def __init__(self, table: LiveTable, who: Identity, seat: int, look: Look) -> None:
        self.table = table
        self.client = Client(who, seat, look, self.hear, 0)
        self.frames: list[dict] = []
        self.elements: dict[str, str] = {}
        table.registry.join(table, self.client)

    async def hear(self, frame: bytes) -> None: ...

    async def read(self) -> dict:
        """Read the next update, as the socket's task does."""
        client = self.client
        while client.update is None:
            client.wakeup.clear()
            await asyncio.wait_for(client.wakeup.wait(), 60)
        frame = json.loads(client.update)
        client.update = None
        if client.stale:
            self.table.publish()
        assert frame["count"] == len(self.frames) + 1
        self.frames.append(frame)
        self.elements = applied(self.elements, convert(frame["picture"], Changes))
        return frame

    def drawn(self) -> dict[str, str]:
        match, look = self.table.started_match, self.client.look
        view, say = match.view(self.client.seat), match.translator(look.language)
        board, names = match.game.board, self.table.names
        theme, size = cast(Theme, look.theme), cast(Size, look.size)
        return match.title.scene.elements(board, view, names, say, theme, size)


@pytest.fixture
def registry(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'here.db'}")
    yield Registry(store, BotPool(), 0.0)
    store.close()


async def begun(registry: Registry) -> tuple[LiveTable, list[Identity]]:
    people = [(await registry.store.write(create))[0] for _ in range(2)]
    table_id = (await registry.create(people[0], NewTable("tower-up", 2, ["me", "open"]))).table
    for person in people:
        await registry.sit(person, table_id, "x")
    await gathering.start(registry, people[0], table_id)
    return await registry.table(table_id), people


async def move(table: LiveTable, readers: list[Reader], chance: random.Random) -> None:
    match = table.started_match
    number, notation = table.number, chance.choice(match.moves()).notation
    await table.handle(readers[match.to_act].client, Play(f"{number}", number, notation))
    assert table.number == number + 1


LOOK = Look("en", "day", "wide")


def test_a_slow_reader_holds_up_nobody_and_skips_to_the_present(registry):
    async def play() -> None:
        table, people = await begun(registry)
        ann, bob = (Reader(table, who, seat, LOOK) for seat, who in enumerate(people))
        slow = Reader(table, Identity("", ""), -1, Look("pl", "night", "narrow"))
        chance = random.Random(1)
        while ann.frames == [] or ann.frames[-1]["number"] < 12:
            await ann.read()
            await bob.read()
            if ann.frames[-1]["number"] == bob.frames[-1]["number"] == table.number:
                assert (ann.elements, bob.elements) == (ann.drawn(), bob.drawn())
                await move(table, [ann, bob], chance)
        assert slow.frames == []
        first, second = await slow.read(), await slow.read()
        assert first["number"] < 3  # it was ready before
        assert second["number"] == table.number > 12
        numbers = [entry["number"] for entry in second["log"]]
        assert numbers == [*range(first["number"] + 1, table.number + 1)]
        assert not second["picture"]["whole"]
        assert slow.elements == slow.drawn()
        assert list(slow.elements) == list(slow.drawn())

    asyncio.run(play())


def test_clients_with_equal_views_share_one_drawing(registry, monkeypatch):
    drawn: list[object] = []
    scene = type(title("tower-up").scene)
    real = scene.elements

    def counted(self, board, view, *more):
        drawn.append((view.seat, *more[-2:]))
        return real(self, board, view, *more)

    async def watch() -> None:
        table, people = await begun(registry)
        ann, bob = (Reader(table, who, seat, LOOK) for seat, who in enumerate(people))
        crowd = [Reader(table, Identity("", ""), -1, LOOK) for _ in range(20)]
        for reader in (ann, bob, *crowd):
            while reader.client.update is not None or reader.client.stale:
                await reader.read()
        paint._painted.cache_clear()
        drawn.clear()
        await move(table, [ann, bob], random.Random(1))
        for reader in (ann, bob, *crowd):
            while not reader.frames or reader.frames[-1]["number"] < 1:
                await reader.read()
            assert reader.elements == real(
                table.game.title.scene, table.game.board, table.started_match.view(reader.client.seat),
                table.names, table.started_match.translator("en"), "day", "wide",
            )  # fmt: skip
        assert len(drawn) <= 2  # for both seats and all spectators: before and after

    monkeypatch.setattr(scene, "elements", counted)
    asyncio.run(watch())


def test_again_brings_a_whole_picture_even_while_an_update_is_being_made(registry):
    async def play() -> None:
        table, people = await begun(registry)
        ann, bob = (Reader(table, who, seat, LOOK) for seat, who in enumerate(people))
        for reader in (ann, bob):
            while reader.client.update is not None or reader.client.stale or not reader.frames:
                await reader.read()
        playing = asyncio.create_task(move(table, [ann, bob], random.Random(1)))
        while table.number == 0:
            await asyncio.sleep(0)
        ann.client.again, ann.client.stale = 0, True  # what the socket does on `again`
        table.publish()
        await playing
        frames = [await ann.read()]
        while not frames[-1]["picture"]["whole"]:
            frames.append(await ann.read())
        assert frames[-1]["number"] == 1
        assert [entry["number"] for entry in frames[-1]["log"]] == [1]  # asked for after number 0
        assert ann.elements == ann.drawn()

    asyncio.run(play())


# --- figures ------------------------------------------------------------------------------------------


def test_a_figure_is_drawn_once_for_all_servers_and_old_ones_go(tmp_path, monkeypatch):
    drawn = []

    def draw(svg, width):
        drawn.append((svg, width))
        return f"{svg} {width}".encode()

    monkeypatch.setattr(rasterizer, "webp", draw)
    monkeypatch.setattr(rasterizer, "KEPT", 4)
    monkeypatch.setenv("ROOFTOP_CACHE", str(tmp_path))
    for _ in range(2):
        assert rasterizer.answer(b"webp 100 <svg a>") == b"<svg a> 100"
        assert rasterizer.answer(b"webp 200 <svg a>") == b"<svg a> 200"
    assert drawn == [("<svg a>", 100), ("<svg a>", 200)]
    for age, file in enumerate(sorted((tmp_path / "figures").iterdir())):
        os.utime(file, (age, age))
    for name in "bcd":
        rasterizer.answer(f"webp 100 <svg {name}>".encode())
    assert len(list((tmp_path / "figures").iterdir())) == 3
    rasterizer.answer(b"webp 100 <svg d>")
    assert len(drawn) == 5


def test_a_figure_is_drawn_without_a_cache(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("ROOFTOP_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(rasterizer, "webp", lambda svg, width: svg.encode())
    assert rasterizer.answer(b"webp 100 <svg>") == b"<svg>"
