"""All seats can make secret choices at once. Nobody can tell what, or even whether, somebody has chosen."""

import asyncio
import json
import random
from typing import Any

import pytest

import lanterns
import rooftop
from rooftop.game import match as core_match
from rooftop.game import position as core_position
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.title import title_ids
from rooftop.server import library as server_library
from rooftop.server.auth import create
from rooftop.server.bots import BotPool
from rooftop.server.library import Library
from rooftop.server.memory import games, personal
from rooftop.server.painting import paint
from rooftop.server.painting.jobs import Look
from rooftop.server.protocol import NewTable
from rooftop.server.store import schema
from rooftop.server.store.store import Store
from rooftop.server.tables import gathering
from rooftop.server.tables.client import Client
from rooftop.server.tables.commands import Play, Undo
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.registry import Registry
from tests.waiting import LIMIT, eventually


@pytest.fixture
def registry(database, monkeypatch):
    real = rooftop.title
    for module in (server_library, core_match, core_position, paint):
        monkeypatch.setattr(
            module, "title", lambda name: lanterns.TITLE if name == "lanterns" else real(name)
        )
    store = Store(database)
    made = Registry(store, BotPool(), 0.0, Library(offered=[*title_ids(), "lanterns"]))
    made.now = lambda: 2_000_000_000.0  # equal frames are equal bytes
    yield made
    store.close()


class Seats:
    """A table with people, and a spectator."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    async def sit(self, title: str, players: int, time: str = "none") -> LiveTable:
        people = [(await self.registry.store.write(create))[0] for _ in range(players + 1)]
        order = NewTable(title, players, ["me", *["open"] * (players - 1)], time=time)
        table_id = (await self.registry.create(people[0], order)).table
        for number, person in enumerate(people[:players]):
            await self.registry.sit(person, table_id, f"{number}")
        await gathering.start(self.registry, people[0], table_id)
        self.table = await self.registry.table(table_id)
        self.frames: dict[int, list[bytes]] = {}
        self.clients = [client(who, seat) for seat, who in enumerate(people[:players])]
        self.clients.append(client(people[players], SPECTATOR))
        for one in self.clients:
            self.registry.join(self.table, one)
        await asyncio.gather(*self.registry._tasks)  # the first clock starts
        await self.read()
        return self.table

    async def read(self) -> dict[int, list[dict]]:
        """Read what everyone is sent, until nothing more arrives."""
        told: dict[int, list[dict]] = {one.seat: [] for one in self.clients}
        while True:
            if (painting := self.table._painting) is not None:
                await painting
            new = [one for one in self.clients if one.update is not None or one.replies]
            if not new and not any(one.stale for one in self.clients):
                return told
            for one in new:
                frames = [*one.replies, *([one.update] if one.update else [])]
                one.replies, one.update = [], None
                self.frames.setdefault(one.seat, []).extend(frames)
                told[one.seat] += map(json.loads, frames)
            self.table.publish()

    async def play(self, seat: int, move: str) -> dict[int, list[dict]]:
        number = self.table.number
        await self.table.handle(self.clients[seat], Play(f"{seat}-{move[:50]}-{number}", number, move))
        return await self.read()

    def light(self, seat: int, place: int = 0) -> str:
        """The move with which a seat chooses one of its lanterns."""
        view: Any = self.table.started_match.view(seat)
        return f"light {view.hand[place]}"

    async def undo(self, seat: int, count: int = 1) -> dict[int, list[dict]]:
        number = self.table.number
        await self.table.handle(self.clients[seat], Undo(f"{seat}-undo-{random.random()}", number, count))
        return await self.read()

    async def to_the_wonders(self) -> None:
        """Play Skyrise at random, without viewers, until wonder cards are chosen."""
        chance, match = random.Random(3), self.table.started_match
        for one in self.clients:
            self.registry.leave(self.table, one)
        while match.view().phase != "wonder":
            number, move = self.table.number, chance.choice(match.moves()).notation
            await self.table.handle(self.clients[match.to_act], Play(f"{number}", number, move))
            match = self.table.started_match
        for one in self.clients:
            self.registry.join(self.table, one)
        await self.read()


def client(who, seat: int) -> Client:
    async def send(frame: bytes) -> None:
        pass

    return Client(who, seat, Look("en", "day", "wide"), send, 0)


def rows(registry: Registry) -> list[tuple[int, str]]:
    with registry.store.engine.connect() as connection:
        found = connection.execute(schema.ahead.select().order_by(schema.ahead.c.seat))
        return [(row.seat, row.text) for row in found]


def remembered(seats: "Seats", but: int) -> list[object]:
    """What lists of games and exports tell everyone except one seat."""
    people = [one.visitor.id for one in seats.clients if one.seat != but]
    with seats.registry.store.engine.connect() as base:
        return [
            (games.running(base, who, 0.0), games.own_lines(base, who, 50, 0.0), personal.export(base, who))
            for who in people
        ]


def offered(told: dict[int, list[dict]], seat: int) -> list[str]:
    return [offer["move"] for offer in told[seat][-1]["offers"]]


def test_all_seats_choose_at_once_and_it_is_played_when_the_turn_comes(registry):
    async def play() -> None:
        seats = Seats(registry)
        table = await seats.sit("lanterns", 3)
        told = {one.seat: [json.loads(seats.frames[one.seat][-1])] for one in seats.clients}
        assert [bool(offered(told, seat)) for seat in (0, 1, 2, SPECTATOR)] == [True, True, True, False]
        before = remembered(seats, but=2)
        moves = [seats.light(seat) for seat in range(3)]
        told = await seats.play(2, moves[2])
        assert remembered(seats, but=2) == before
        assert told[2][0]["type"] == "done"
        assert told[2][-1]["ahead"] == [moves[2].capitalize().replace("Light", "Light lantern")]
        assert (told[2][-1]["offers"], told[2][-1]["undoable"], told[2][-1]["to_act"]) == ([], 1, 0)
        assert told[0] == told[1] == told[SPECTATOR] == []
        assert (table.number, rows(registry)) == (0, [(2, moves[2])])
        await seats.play(1, moves[1])
        assert table.number == 0
        await seats.play(0, moves[0])
        assert [(entry.seat, entry.text) for entry in table.state.log] == list(enumerate(moves))
        assert rows(registry) == []
        assert table.started_match.view().phase == "send"
        assert (await registry.load(table.id)).match.hash() == table.started_match.hash()

    asyncio.run(play())


def test_a_choice_can_be_changed_until_it_is_played(registry):
    async def play() -> None:
        seats = Seats(registry)
        table = await seats.sit("lanterns", 2)
        first, one, other = seats.light(0), seats.light(1), seats.light(1, 1)
        await seats.play(1, other)
        told = await seats.play(1, one)
        assert told[1][0]["reason"] == "you have decided; take it back to decide otherwise"
        told = await seats.undo(1, 2)
        assert told[1][0]["reason"] == "you have nothing to undo"
        told = await seats.undo(1)
        assert offered(told, 1) == [seats.light(1, place) for place in range(4)]
        assert (told[0], rows(registry)) == ([], [])
        told = await seats.play(1, "over red")
        assert told[1][0]["type"] == "refused"
        await seats.play(1, one)
        await seats.play(0, first)
        assert [entry.text for entry in table.state.log] == [first, one]

    asyncio.run(play())


def test_a_choice_survives_a_restart_and_a_crash_before_it_was_played(registry):
    async def play() -> None:
        seats = Seats(registry)
        table = await seats.sit("lanterns", 3)
        moves = [seats.light(0), seats.light(1, 1), seats.light(2)]
        await seats.play(1, moves[1])
        await seats.play(2, moves[2])
        decided = {seat: [table.game.title.moves.parse(table.game.board, moves[seat])] for seat in (1, 2)}
        assert (await registry.load(table.id)).decided == table.state.decided == decided
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(LiveTable, "_play_decided", dies)
            patch.setattr(LiveTable, "wake_bots", lambda self: None)
            await seats.play(0, moves[0])
        assert table.number == 1
        registry._tables.clear()
        again = await registry.table(table.id)
        again.wake_bots()
        await asyncio.wait_for(again.bot_task, LIMIT)
        assert [entry.text for entry in again.state.log] == moves
        assert rows(registry) == []

    async def dies(self) -> None:
        raise rooftop.OptionError("the server dies here")

    asyncio.run(play())


def test_a_repeated_command_has_no_second_effect(registry):
    async def play() -> None:
        seats = Seats(registry)
        table = await seats.sit("lanterns", 3)
        move = seats.light(1)
        for _ in range(2):
            await table.handle(seats.clients[1], Play("once", 0, move))
            told = await seats.read()
            assert told[1][0] == {"type": "done", "id": "once", "number": 0}

    asyncio.run(play())


def test_what_others_choose_meanwhile_does_not_refuse_a_choice(registry):
    async def play() -> None:
        seats = Seats(registry)
        table = await seats.sit("lanterns", 3)
        first, second, third = (seats.light(seat) for seat in range(3))
        await seats.play(0, first)
        await table.handle(seats.clients[2], Play("late", 0, third))  # chosen before the turn came
        assert (await seats.read())[2][0]["type"] == "done"
        await table.handle(seats.clients[1], Play("later", 0, second))
        assert table.number == 3
        await table.handle(seats.clients[0], Play("stale", 0, first))
        refused = [frame["reason"] for frame in (await seats.read())[0] if frame["type"] == "refused"]
        assert refused == ["the table has changed; look again"]

    asyncio.run(play())


@pytest.mark.parametrize(("title", "players"), [("lanterns", 3), ("skyrise", 3)])
def test_others_are_sent_the_same_bytes_at_the_same_time_whether_somebody_has_chosen_or_not(
    registry, title, players
):
    async def play() -> None:
        seats = Seats(registry)
        table = await seats.sit(title, players, time="live 600+15")
        if title == "skyrise":
            await seats.to_the_wonders()
        match = table.started_match
        assert match.to_act == 0
        seen = {one.seat: (one.count, len(seats.frames[one.seat])) for one in seats.clients}
        before = await again(seats)
        for seat in (1, 2):
            can = table.state.ahead_of(seat)
            for action in can.legal()[: can.count]:
                told = await seats.play(seat, match.game.notation(action))
                assert told[seat][-1]["ahead"]
                assert [told[other] for other in told if other != seat] == [[]] * players
            after = await again(seats)
            for other in (0, *((2,) if seat == 1 else ()), SPECTATOR):
                assert after[other] == before[other]
                assert (seats.clients[other].count, len(seats.frames[other])) == seen[other]
            assert after[seat] != before[seat]

    async def again(seats: Seats) -> dict[int, bytes]:
        """What everyone would be sent on a new connection."""
        fresh = [client(one.visitor, one.seat) for one in seats.clients]
        table = seats.table
        for one in fresh:
            table.clients[one] = None
        table.publish()
        await eventually(lambda: all(one.update is not None for one in fresh))
        for one in fresh:
            del table.clients[one]
        return {one.seat: one.update or b"" for one in fresh}

    asyncio.run(play())


def test_two_wonder_cards_are_chosen_one_after_the_other(registry):
    async def play() -> None:
        seats = Seats(registry)
        table = await seats.sit("skyrise", 2)
        await seats.to_the_wonders()
        game, number = table.game, table.number
        can = table.state.ahead_of(1)
        assert can.count == game.board.setup.wonders_per_player == 2
        first, second, third = (game.notation(action) for action in can.legal()[:3])
        told = await seats.play(1, first)
        assert first not in offered(told, 1)
        assert "second" in told[1][-1]["prompt"]
        told = await seats.play(1, second)
        assert (offered(told, 1), told[1][-1]["prompt"], len(told[1][-1]["ahead"])) == ([], "", 2)
        await seats.undo(1)
        told = await seats.play(1, third)
        assert rows(registry) == [(1, f"{first}; {third}")]
        for action in table.started_match.legal()[:2]:
            await seats.play(0, game.notation(action))
        chosen = [(entry.seat, entry.text) for entry in table.state.log[number:]]
        assert [seat for seat, _ in chosen] == [0, 0, 1, 1]
        assert [text for _, text in chosen][2:] == [first, third]
        assert table.started_match.view().phase == "start"

    asyncio.run(play())
