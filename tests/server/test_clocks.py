"""Clocks: what people can agree on, what is charged, and what happens when the time is up."""

import asyncio
import json
import random
from typing import Any

import pytest

from rooftop.errors import OptionError
from rooftop.game.gamefile import decode
from rooftop.game.match import Match
from rooftop.server.auth import create
from rooftop.server.bots import BotPool
from rooftop.server.painting.jobs import Look
from rooftop.server.processes.leases import Ownership
from rooftop.server.protocol import NewTable
from rooftop.server.routes.forms import TIMES, time_text
from rooftop.server.routes.template import words
from rooftop.server.settings import database_url
from rooftop.server.store import schema
from rooftop.server.store.store import Store
from rooftop.server.tables import clocks, deadlines, frames, gathering
from rooftop.server.tables.client import Client
from rooftop.server.tables.clocks import ABSENCE, DAY, LOADING, RETURN, TOLERANCE, Clock, Turn, advance, parse
from rooftop.server.tables.commands import Play, Resume, Substitute, Undo
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.log import load
from rooftop.server.tables.registry import Registry

LIVE, TURN, DAYS = parse("live 600+15"), parse("turn 60"), parse("days 3")
HOUR = 3600.0


# --- what can be agreed ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["none", *(text for group in TIMES.values() for text in group), "live 5+0"])
def test_time_controls_are_parsed_and_said_in_both_languages(text):
    control = parse(text)
    assert bool(control) == (text != "none")
    assert control.seconds > 0 or text == "none"
    said = {time_text(words(language), text) for language in ("en", "pl")}
    assert len(said) == 2 or control.kind == "none"
    assert not any("{" in one for one in said)


@pytest.mark.parametrize(
    "text",
    ["", "live", "live 600", "live 600+", "live 4+0", "live 99999+0", "live 60+601", "live 060+1",
     "live 60+-1", "turn 45", "turn 060", "days 4", "days 0", "days 1.5", " none",
     "none\n", "live 600+15 ", "live ٦٠+1"],
)  # fmt: skip
def test_other_time_controls_are_refused(text):
    with pytest.raises(OptionError, match="time must be"):
        parse(text)


@pytest.mark.parametrize("text", ["", "bot", "bot:", "bot:random", "forfeit ", "bot:builder:1"])
def test_other_agreements_about_the_end_of_time_are_refused(text):
    with pytest.raises(OptionError, match="timeout must be"):
        clocks.check_timeout(text)


# --- what is charged ---------------------------------------------------------------------------------------


def person(seat: int, number: int = 0) -> Turn:
    return Turn(seat, number, False)


def bot(seat: int, number: int = 0) -> Turn:
    return Turn(seat, number, True)


def test_a_turn_is_charged_and_earns_the_increment():
    clock = advance(LIVE, Clock((600.0, 600.0), 1600.0), person(0), person(1, 1), 1020.0)
    assert clock == Clock((595.0, 600.0), 1620.0)
    assert clock.remaining(0, 1100.0, person(1, 1)) == 595
    assert clock.remaining(1, 1100.0, person(1, 1)) == 520


def test_a_clock_runs_on_between_the_decisions_of_a_turn():
    before = Clock((600.0, 600.0), 1600.0)
    assert advance(LIVE, before, person(0, 4), person(0, 4), 1020.0) == before
    assert advance(TURN, before, person(0, 4), person(0, 4), 1020.0) == before


def test_another_turn_of_the_same_seat_earns_the_increment_or_has_its_own_time():
    assert advance(LIVE, Clock((600.0,), 1600.0), person(0), person(0, 1), 1020.0) == Clock((595.0,), 1615.0)
    assert advance(TURN, Clock((60.0,), 1060.0), person(0), person(0, 1), 1020.0) == Clock((60.0,), 1080.0)


@pytest.mark.parametrize(("control", "seconds"), [(TURN, 60.0), (DAYS, 3 * DAY)])
def test_every_turn_has_its_own_time(control, seconds):
    clock = advance(control, Clock((seconds, 7.0), 1000.0 + seconds), person(0), person(1, 1), 1050.0)
    assert clock.deadline == 1050 + seconds
    assert clock.remaining(1, 1060.0, person(1, 1)) == seconds - 10


def test_the_thinking_of_bots_is_not_charged():
    clock = advance(LIVE, Clock((600.0, 600.0), 1600.0), person(0), bot(1, 1), 1020.0)
    assert clock == Clock((595.0, 600.0), 1020.0)
    assert clock.remaining(1, 1300.0, bot(1, 1)) == 600
    assert advance(LIVE, clock, bot(1, 1), person(0, 2), 1300.0) == Clock((595.0, 600.0), 1895.0)


def test_the_time_of_an_undone_turn_stays_used_and_its_increment_is_taken_back():
    once = advance(LIVE, Clock((100.0, 100.0), 1100.0), person(0), person(1), 1040.0)
    assert once.left == (75.0, 100.0)
    back = advance(LIVE, once, person(1), person(0), 1050.0, undo=True)
    assert back == Clock((60.0, 90.0), 1110.0)
    again = advance(LIVE, back, person(0), person(1), 1060.0)
    assert again == Clock((65.0, 90.0), 1150.0)
    turn = advance(TURN, Clock((60.0, 60.0), 1060.0), person(0), person(1), 1040.0)
    assert advance(TURN, turn, person(1), person(0), 1050.0, undo=True).deadline == 1070.0


def test_who_returns_has_a_minute_at_least_or_a_whole_turn():
    assert advance(LIVE, Clock((0.0, 9.0), 1000.0), bot(0), person(0), 1010.0).deadline == 1010 + RETURN
    assert advance(LIVE, Clock((99.0, 9.0), 1000.0), bot(0), person(0), 1010.0).deadline == 1109
    assert advance(TURN, Clock((0.0, 9.0), 1000.0), bot(0), person(0), 1010.0).deadline == 1070
    assert clocks.returned(LIVE, Clock((0.0, 9.0), 1000.0), 0) == Clock((RETURN, 9.0), 1000.0)
    assert clocks.returned(DAYS, Clock((0.0, 9.0), 1000.0), 0) == Clock((0.0, 9.0), 1000.0)


def test_nobody_is_charged_for_loading_the_table():
    here = clocks.begin(LIVE, 2, person(0), True, 1000.0)
    away = clocks.begin(LIVE, 2, person(0), False, 1000.0)
    assert here.remaining(0, 1000.0 + LOADING, person(0)) == 600
    assert here.remaining(0, 1010.0 + LOADING, person(0)) == 590
    assert away.remaining(0, 1000.0 + ABSENCE, person(0)) == 600
    assert away.stands(1000.0, person(0)) == ABSENCE
    came = clocks.arrived(away, person(0), 0, 1020.0)
    assert came.deadline == 1020 + LOADING + 600
    assert clocks.arrived(came, person(0), 0, 1021.0) == came
    assert clocks.arrived(away, person(0), 1, 1020.0) == away
    assert clocks.arrived(away, person(0), 0, 1000.0 + ABSENCE) == away
    assert clocks.begin(LIVE, 2, bot(0), True, 1000.0) == Clock((600.0, 600.0), 1000.0)
    # Nothing is charged while it is stopped.
    assert advance(LIVE, away, person(0), person(1, 1), 1001.0) == Clock((615.0, 600.0), 1601.0)


def test_the_end_stops_all_clocks():
    over = advance(LIVE, Clock((600.0, 500.0), 1600.0), person(0), Turn(None, 9, False), 1001.0)
    assert over == Clock((599.0, 500.0))
    assert not over.is_up(1e12)


# --- at the table ------------------------------------------------------------------------------------------


class Time:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.now = 2_000_000_000.0  # later than any real one

    def __call__(self) -> float:
        return self.now


class Quick(BotPool):
    """Bots that do not think."""

    async def choose(self, table, name, position, record=()):
        return position.legal()[-1], True


class LocalTables:
    """Tables in this process, with their own time."""

    def __init__(self, url: str) -> None:
        self.url, self.time = url, Time()
        self.open()

    def open(self) -> None:
        self.store = Store(self.url)
        self.registry = Registry(self.store, Quick(1, ["tower-up"]), 0.0)
        self.registry.now = self.time
        self.registry.deadlines = deadlines.Deadlines(self.registry)

    async def restart(self, down: float, clean: bool = True, warming: float = 0.0) -> None:
        """Stop the server, wait, and start it, until it is ready."""
        if clean:
            await self.registry.deadlines.beat()
        await self.close()
        self.time.now += down
        self.open()
        await self.registry.deadlines.start()
        self.time.now += warming
        await self.registry.deadlines.act()
        await self.registry.deadlines.ready()

    async def close(self) -> None:
        tasks = [table.bot_task for table in self.registry._tables.values() if table.bot_task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.registry.bots.close()
        await asyncio.to_thread(self.store.close)

    async def later(self, seconds: float) -> None:
        """Let time pass while the server is running."""
        self.time.now += seconds
        await self.registry.deadlines.beat()
        await self.registry.deadlines.act()

    async def seated(self, *seats: str, **agreed: Any) -> tuple[LiveTable, list[Client]]:
        people = [(await self.store.write(create))[0] for seat in seats if not seat.startswith("bot:")]
        order = NewTable("tower-up", len(seats), list(seats), {"hold": True}, **agreed)
        table_id = (await self.registry.create(people[0], order)).table
        clients = [client(who, await self.registry.sit(who, table_id, "x")) for who in people]
        await gathering.start(self.registry, people[0], table_id)
        return await self.registry.table(table_id), clients

    def row(self, table: LiveTable):
        with self.store.engine.connect() as connection:
            rows = schema.game_table.select().where(schema.game_table.c.id == table.id)
            return connection.execute(rows).one()


def client(who, seat: int) -> Client:
    async def send(frame: bytes) -> None:
        pass

    return Client(who, seat, Look("en"), send, 0)


@pytest.fixture
def local(database):
    return LocalTables(database)


def run(local: LocalTables, play) -> None:
    async def whole() -> None:
        try:
            await play()
        finally:
            await local.close()

    asyncio.run(whole())


async def decide(table: LiveTable, clients: list[Client], turns: int = 1) -> None:
    """Let people play at random until some turns have ended."""
    chance, last = random.Random(7), table.state.turn
    while turns and table.status == "playing":
        actor = clients[table.started_match.to_act]
        number = table.number
        move = chance.choice(table.started_match.moves()).notation
        await table.handle(actor, Play(f"p{number}", number, move))
        assert table.number == number + 1, actor.replies
        if table.state.turn != last:
            last, turns = table.state.turn, turns - 1


async def settled(table: LiveTable) -> None:
    if table.bot_task is not None:
        await asyncio.wait_for(asyncio.shield(table.bot_task), 60)


def left(table: LiveTable) -> list[float]:
    clock = frames.moment(table, table.started_match, 0).clock
    return clock.left


def test_without_a_clock_nothing_is_timed(local):
    async def play() -> None:
        table, clients = await local.seated("me", "open")
        await decide(table, clients, 3)
        assert local.row(table).deadline is None
        assert local.row(table).clocks is None
        assert frames.moment(table, table.started_match, 0).clock is None
        await local.later(100 * DAY)
        assert [entry.kind for entry in table.state.log] == ["move"] * table.number

    run(local, play)


def test_the_lobby_is_not_charged_and_deadlines_are_stored_with_the_move(local):
    async def play() -> None:
        ann, bob = [(await local.store.write(create))[0] for _ in range(2)]
        order = NewTable("tower-up", 2, ["me", "open"], time="live 600+15")
        table_id = (await local.registry.create(ann, order)).table
        await local.registry.sit(ann, table_id, "x")
        table = await local.registry.table(table_id)
        await local.later(5000)
        assert (local.row(table).deadline, local.row(table).pace) == (None, "live")
        await local.registry.sit(bob, table_id, "y")
        await local.later(5000)
        assert local.row(table).deadline is None
        await gathering.start(local.registry, ann, table_id)
        first = table.started_match.to_act
        assert local.row(table).deadline == local.time.now + ABSENCE + 600
        clients = [client(ann, 0), client(bob, 1)]
        for one in clients:
            local.registry.join(table, one)
        await asyncio.gather(*local.registry._tasks)
        assert local.row(table).deadline == local.time.now + LOADING + 600
        assert left(table) == [600, 600]
        await local.later(LOADING + 100)
        assert left(table)[first] == 500
        await decide(table, clients)
        assert local.row(table).deadline == local.time.now + 600
        assert json.loads(local.row(table).clocks)[first] == left(table)[first] == 515
        stored = local.store.read_now(lambda connection: load(local.registry.library, connection, table.id))
        assert stored.clock == table.state.clock

    run(local, play)


async def stand_still(local: LocalTables, clean: bool) -> None:
    """Stop the server in the middle of a turn for three days."""
    table, clients = await local.seated("me", "open", time="turn 60")
    await decide(table, clients)
    assert left(table)[table.started_match.to_act] == 60
    await local.later(20)
    local.time.now += 4.0  # a killed server would not have stored these
    await local.restart(3 * DAY, clean)
    table = await local.registry.table(table.id)
    seat, number = table.started_match.to_act, table.number
    expected = (36 if clean else 40) + deadlines.RECONNECT
    assert left(table)[seat] == pytest.approx(expected, abs=0.1)
    await local.later(30)
    assert table.number == number
    await local.later(20)
    assert table.chairs[seat].bot == "builder"


@pytest.mark.parametrize("clean", [True, False], ids=["stopped", "killed"])
def test_clocks_stand_still_while_the_server_is_down(local, clean):
    run(local, lambda: stand_still(local, clean))


def test_clocks_stand_still_in_postgresql_too(cluster):
    local = LocalTables(database_url(cluster.new_database()))
    run(local, lambda: stand_still(local, False))


def test_nobody_times_out_before_a_started_server_answers_pages(local):
    async def play() -> None:
        table, clients = await local.seated("me", "open", time="turn 60")
        await decide(table, clients)
        await local.later(57)
        number = table.number
        await local.restart(DAY, warming=20.0)
        await local.registry.deadlines.act()
        table = await local.registry.table(table.id)
        assert table.number == number
        seat = table.started_match.to_act
        assert left(table)[seat] == pytest.approx(3 + deadlines.RECONNECT, abs=0.1)
        await local.later(3 + deadlines.RECONNECT)
        assert table.number == number
        await local.later(2)
        assert table.chairs[seat].bot == "builder"

    run(local, play)


def test_a_server_that_dies_before_it_answers_pages_charges_nobody(local):
    async def play() -> None:
        table, clients = await local.seated("me", "open", time="turn 60")
        await decide(table, clients)
        await local.later(20)
        for _ in range(3):
            await local.registry.deadlines.start()
            local.time.now += 25.0
            await local.registry.deadlines.act()
            await local.registry.deadlines.beat()
        await local.restart(10)
        table = await local.registry.table(table.id)
        assert left(table)[table.started_match.to_act] == pytest.approx(40 + deadlines.RECONNECT, abs=0.1)

    run(local, play)


class Beside(Ownership):
    """A process beside another one that serves pages: that one sends heartbeats, or has just died."""

    def __init__(self, is_alive: bool) -> None:
        self.is_alive, self.is_there, self.until = is_alive, True, 100.0

    def answering(self, connection):
        self.until += self.is_alive
        return {"other": self.until} if self.is_there else {}


def test_processes_that_have_died_together_leave_nobody_without_time(local):
    async def play() -> None:
        table, clients = await local.seated("me", "open", time="turn 60")
        await decide(table, clients)
        await local.later(57)
        number, seat = table.number, table.started_match.to_act
        local.registry.leases = dead = Beside(is_alive=False)
        local.time.now += 1
        await local.registry.deadlines.start()
        local.time.now += 5
        await local.registry.deadlines.ready()
        await local.registry.deadlines.act()
        assert table.number == number
        dead.is_there = False
        await local.registry.deadlines.act()
        assert table.number == number
        assert left(table)[seat] == pytest.approx(3 + deadlines.RECONNECT, abs=0.1)

    run(local, play)


def test_clocks_run_while_one_process_starts_beside_another(local):
    async def play() -> None:
        table, clients = await local.seated("me", "open", time="turn 60")
        await decide(table, clients)
        await local.later(20)
        local.registry.leases = Beside(is_alive=True)
        started = deadlines.Deadlines(local.registry)
        await started.start()
        await local.later(20)  # the other one
        await started.ready()
        await started.act()
        assert left(table)[table.started_match.to_act] == pytest.approx(20, abs=0.1)
        await local.later(22)
        assert table.chairs[table.started_match.to_act].bot == "builder"

    run(local, play)


@pytest.mark.parametrize("clean", [True, False], ids=["stopped", "killed"])
def test_a_clock_that_is_set_back_and_forward_again_charges_nobody(local, clean):
    async def play() -> None:
        table, clients = await local.seated("me", "open", time="turn 60")
        await decide(table, clients)
        await local.later(20)
        await local.restart(-HOUR, clean)
        table = await local.registry.table(table.id)
        seat = table.started_match.to_act
        await table.arrive(seat)
        await local.later(LOADING + 20)
        assert left(table)[seat] == 40
        await local.restart(HOUR + 10, clean)
        table = await local.registry.table(table.id)
        assert left(table)[seat] == pytest.approx(40 + deadlines.RECONNECT, abs=0.1)

    run(local, play)


def test_a_machine_that_slept_charges_nobody(local):
    async def play() -> None:
        table, clients = await local.seated("me", "open", time="turn 120")
        await decide(table, clients)
        await local.later(20)
        local.time.now += 8 * 3600.0
        await local.registry.deadlines.act()
        assert left(table)[table.started_match.to_act] == pytest.approx(100 + deadlines.RECONNECT)
        assert local.row(table).deadline == table.state.clock.deadline
        assert table.chairs[0].bot is table.chairs[1].bot is None

    run(local, play)


def test_a_correspondence_game_waits_a_day_and_then_acts_without_anybody_there(local):
    async def play() -> None:
        table, clients = await local.seated("me", "open", time="days 1", timeout="bot:novice")
        await decide(table, clients)
        seat, number = table.started_match.to_act, table.number
        assert local.row(table).pace == "day"
        for _hour in range(23):
            await local.later(3600)
        assert table.number == number
        await local.registry.forget_idle()  # nobody is connected
        assert local.registry._tables == {}
        await local.later(3600 + TOLERANCE)
        table = await local.registry.table(table.id)
        await settled(table)
        assert [entry.kind for entry in table.state.log[number:][:2]] == ["timeout", "move"]
        assert table.chairs[seat].bot == "novice"
        assert table.chairs[seat].stand_in
        assert table.started_match.to_act == 1 - seat  # the bot has played on, and a person is to act
        assert local.row(table).deadline == local.time.now + DAY

    run(local, play)


def test_the_owner_returns_and_is_not_timed_out_at_once(local):
    async def play() -> None:
        table, clients = await local.seated("me", "open", time="live 60+0")
        await decide(table, clients)
        seat = table.started_match.to_act
        local.registry.join(table, clients[seat])
        await local.later(60 + TOLERANCE)
        assert table.chairs[seat].bot == "builder"
        await settled(table)
        await table.handle(clients[seat], Resume("r", table.number))
        assert table.chairs[seat].bot is None
        assert left(table)[seat] == RETURN
        await decide(table, clients)
        assert table.started_match.to_act == seat
        await local.later(RETURN - 1)
        assert table.chairs[seat].bot is None

    run(local, play)


def test_a_late_decision_counts_until_the_server_has_acted(local):
    async def play() -> None:
        table, clients = await local.seated("me", "open", time="turn 30")
        await decide(table, clients)
        await local.later(30)
        seat = table.started_match.to_act
        assert left(table)[seat] == 0
        await decide(table, clients)
        assert table.chairs[seat].bot is None

    run(local, play)


def test_an_undo_keeps_the_clock_running(local):
    async def play() -> None:
        table, clients = await local.seated("me", "open", time="live 600+15")
        actor = clients[table.started_match.to_act]
        await table.handle(actor, Play("p", 0, table.started_match.moves()[0].notation))
        local.time.now += ABSENCE + 10
        deadline = table.state.clock.deadline
        await table.handle(actor, Undo("u", 1))
        assert table.number == 2
        assert table.state.clock.deadline == deadline
        assert left(table)[actor.seat] == 590

    run(local, play)


def test_a_bot_that_stands_in_stops_the_clock(local):
    async def play() -> None:
        table, clients = await local.seated("me", "open", time="live 600+15")
        await decide(table, clients)
        away = table.started_match.to_act
        local.time.now += 120
        await table.handle(clients[1 - away], Substitute("s", table.number, away))
        await settled(table)
        assert left(table)[away] == 480
        assert frames.moment(table, table.started_match, 0).clock.running == 1 - away

    run(local, play)


def test_bots_play_on_after_a_restart_although_nobody_is_there(local):
    async def play() -> None:
        table, clients = await local.seated("me", "bot:novice", time="days 2")
        await settled(table)
        if table.started_match.to_act == 0:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(LiveTable, "wake_bots", lambda self: None)  # the server dies at this point
                await decide(table, clients)
        assert table.state.turn.bot
        number = table.number
        await local.restart(100)
        await local.later(10)
        table = await local.registry.table(table.id)
        await settled(table)
        assert table.number > number
        assert table.started_match.to_act == 0

    run(local, play)


def test_a_forfeit_is_for_good_and_recorded_everywhere(local):
    async def play() -> None:
        table, clients = await local.seated("me", "open", time="turn 60", timeout="forfeit")
        await decide(table, clients)
        seat = table.started_match.to_act
        await local.later(60 + TOLERANCE)
        assert table.state.log[-1].kind == "forfeit" or table.number > 2
        assert table.chairs[seat].forfeited
        number = table.number
        await table.handle(clients[seat], Resume("r", number))
        assert b"forfeited" in clients[seat].replies[-1]
        while table.status == "playing":
            await settled(table)
            if table.status == "playing":
                await decide(table, clients)
        match, row = table.started_match, local.row(table)
        assert match.ranks[seat] == 2
        assert match.ranks[1 - seat] == 1
        assert json.loads(row.result)["forfeited"] == [seat]
        assert json.loads(row.result)["places"] == match.ranks
        assert row.deadline is None
        file = decode(match.file().encode())
        assert [forfeit.seat for forfeit in file.forfeits] == [seat]
        assert Match.load(file).result == match.result
        again = local.store.read_now(lambda connection: load(local.registry.library, connection, table.id))
        assert again.match.result == match.result
        assert again.chairs[seat].forfeited
        moment = frames.moment(table, match, 0)
        assert moment.chairs[seat].forfeited
        assert moment.clock is None or moment.clock.running is None

    run(local, play)


@pytest.mark.parametrize("timeout", ["bot:novice", "forfeit"])
def test_a_finished_turn_is_ended_at_the_time_out_and_nobody_is_replaced(local, timeout):
    async def play() -> None:
        table, clients = await local.seated("me", "open", time="live 60+5", timeout=timeout, rated=True)
        match = table.started_match
        seat = match.to_act
        while [move.notation for move in table.started_match.moves()] != ["end"]:
            assert table.started_match.to_act == seat
            move = table.started_match.moves()[-1].notation
            await table.handle(clients[seat], Play(f"p{table.number}", table.number, move))
        number = table.number
        await local.later(ABSENCE + 60 + TOLERANCE)
        entry = table.state.log[number]
        assert (entry.kind, entry.seat, entry.text) == ("lapse", seat, "end")
        assert table.number == number + 1
        chair = table.chairs[seat]
        assert (chair.bot, chair.stand_in, chair.replaced, chair.forfeited) == (None, False, False, False)
        assert table.started_match.to_act == 1 - seat
        assert left(table)[seat] == 5  # what a turn earns
        again = local.store.read_now(lambda connection: load(local.registry.library, connection, table.id))
        assert again.started_match.hash() == table.started_match.hash()
        assert not again.chairs[seat].replaced
        # The next player's whole turn is still to play, so a bot plays it.
        await local.later(60 + TOLERANCE)
        assert table.chairs[1 - seat].bot

    run(local, play)


def test_a_pause_stops_the_clock_of_a_program_too():
    before, paused = Turn(1, 3, False), Turn(1, 3, False, True)
    stopped = advance(LIVE, Clock((0.0, 50.0), 1050.0), before, paused, 1010.0)
    assert stopped == Clock((0.0, 40.0))
    assert advance(LIVE, stopped, paused, before, 5000.0) == Clock((0.0, 40.0), 5040.0)
