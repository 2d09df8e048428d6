"""Several people with one browser: who sees what, and when."""

import asyncio
import json
import random

import pytest

from rooftop.errors import OptionError
from rooftop.server.auth import Identity, create
from rooftop.server.context import SeenTable
from rooftop.server.painting.jobs import Look
from rooftop.server.protocol import NewTable
from rooftop.server.tables import gathering
from rooftop.server.tables.client import Client
from rooftop.server.tables.commands import End, Play, Substitute
from rooftop.server.tables.sockets import _send_frames
from tests.server.test_clocks import LocalTables, run
from tests.server.test_leaving import give, shown
from tests.waiting import eventually

OWN = ("own", "passing", "count", "rematch")


@pytest.fixture
def local(database):
    return LocalTables(database)


class Device:
    """A browser shared by several people, and everything that it was sent."""

    def __init__(self, local: LocalTables, table, who: Identity) -> None:
        self.frames: list[dict] = []
        self.table, self.local = table, local

        async def send(frame: bytes) -> None:
            self.frames.append(json.loads(frame))

        self.client = Client(who, table.state.seat_of(who), Look("en", "day", "wide"), send, 0)
        self.client.seats = table.state.seats_of(who)
        table.settle(self.client)

    async def __aenter__(self) -> "Device":
        self.local.registry.join(self.table, self.client)
        self.sending = asyncio.create_task(_send_frames(self.table, self.client))
        return self

    async def __aexit__(self, *_: object) -> None:
        self.local.registry.leave(self.table, self.client)
        self.sending.cancel()

    async def until(self, **fields) -> dict:
        """Wait for an update of the current position with these fields."""
        return await eventually(lambda: self.shown(fields))

    def shown(self, fields: dict) -> dict:
        frame = self.frames[-1] if self.frames else {}
        wanted = fields | {"number": self.table.number}
        return frame if all(frame.get(name) == value for name, value in wanted.items()) else {}


def as_seen_by(table, seat: int) -> dict:
    """Return what somebody alone at this seat, or a spectator, would be sent."""

    async def send(frame: bytes) -> None:
        pass

    return shown(table, Client(Identity("x", "x"), seat, Look("en", "day", "wide"), send, 0))


def common(frame: dict) -> dict:
    hidden = (*OWN, "seats", "deciding", "clock")
    return {name: value for name, value in frame.items() if name not in hidden}


async def shared(local: LocalTables, title: str, *seats: str, **order) -> tuple:
    """A table at which the host has several seats."""
    who = (await local.store.write(create))[0]
    names = ["Ann", "Bob", "Cleo", "Dan"][: len(seats)]
    wanted = NewTable(title, len(seats), list(seats), names=names, **order)
    table_id = (await local.registry.create(who, wanted)).table
    await local.registry.sit(who, table_id, "x")
    return await local.registry.table(table_id), who


def test_the_device_shows_only_what_the_person_who_holds_it_may_know(local):
    async def play() -> None:
        table, who = await shared(local, "skyrise", "me", "me")
        assert table.status == "playing"
        assert [chair.name for chair in table.chairs] == [who.name, "Bob"]
        chance, passed = random.Random(5), 0
        async with Device(local, table, who) as device:
            for _ in range(16):
                turn = table.started_match.to_act
                if device.client.holder != turn:
                    # A neutral screen: the spectators' view, without any decisions.
                    frame = await device.until(passing=turn)
                    assert frame["seat"] == -1
                    assert frame["offers"] == []
                    assert common(frame) == common(as_seen_by(table, -1))
                    assert SeenTable(table, table.seat_for(who)).seat == -1
                    answer = await give(table, device.client, Play("x", table.number, "left"))
                    assert "you are watching" in answer["reason"]
                    holder = device.client.holder
                    table.hold(device.client, 1 - turn)  # it is not their turn
                    assert device.client.holder == holder
                    table.hold(device.client, turn)
                    passed += 1
                frame = await device.until(seat=turn, passing=None)
                assert frame["own"] == [0, 1]
                assert SeenTable(table, table.seat_for(who)).seat == turn
                # After the device changes hands, everything is sent again, including the log.
                assert frame["log"][:1] == [] or frame["log"][0]["number"] in (1, table.number)
                move = chance.choice(table.started_match.moves()).notation
                number = table.number
                await table.handle(device.client, Play(f"{number}", number, move))
                assert table.number > number
            assert passed > 4
            # Every frame belongs to one seat; that of the other person was never sent with it.
            assert {frame["seat"] for frame in device.frames if frame["type"] == "update"} == {-1, 0, 1}

    run(local, play)


def test_frames_for_a_holder_equal_those_of_somebody_alone_at_that_seat(local):
    async def play() -> None:
        table, who = await shared(local, "skyrise", "me", "me")
        async with Device(local, table, who) as device:
            turn = table.started_match.to_act
            table.hold(device.client, turn)
            frame = await device.until(seat=turn)
            assert common(frame) == common(as_seen_by(table, turn))
            assert common(frame) != common(as_seen_by(table, 1 - turn))

    run(local, play)


def test_a_title_without_secrets_needs_no_neutral_screen(local):
    async def play() -> None:
        table, who = await shared(local, "tower-up", "me", "me", "bot:novice")
        async with Device(local, table, who) as device:
            for _ in range(6):
                await eventually(lambda: table.started_match.to_act != 2)
                turn = table.started_match.to_act
                frame = await device.until(seat=turn)
                assert frame["passing"] is None
                assert frame["offers"]
                number = table.number
                await table.handle(device.client, Play(f"{number}", number, frame["offers"][0]["move"]))
                assert table.number > number

    run(local, play)


def test_everyone_with_the_device_is_here_and_agrees_at_once(local):
    async def play() -> None:
        table, who = await shared(local, "tower-up", "me", "me", "open")
        guest = (await local.store.write(create))[0]
        await local.registry.sit(guest, table.id, "y")
        await gathering.start(local.registry, who, table.id)

        async def send(frame: bytes) -> None:
            pass

        other = Client(guest, 2, Look("en"), send, 0)
        local.registry.join(table, other)
        async with Device(local, table, who) as device:
            assert [table.is_here(seat) for seat in range(3)] == [True] * 3
            assert "is here" in (await give(table, other, Substitute("s", 0, 1)))["reason"]
            assert "another player" in (await give(table, device.client, Substitute("t", 0, 1)))["reason"]
            await table.handle(device.client, End("e", 0))
            assert table.state.agreed == {"end": {0, 1}}
        assert [table.is_here(seat) for seat in range(3)] == [False, False, True]
        assert set(table.away) >= {0, 1}
        again = await local.registry.load(table.id)
        assert [chair.name for chair in again.chairs] == [who.name, "Bob", guest.name]

    run(local, play)


def test_somebody_nearby_sits_down_in_the_lobby(local):
    async def play() -> None:
        host, guest = [(await local.store.write(create))[0] for _ in range(2)]
        made = await local.registry.create(host, NewTable("tower-up", 3, ["me", "invite", "open"]))
        sit = local.registry.sit
        assert await sit(host, made.table, "x") == 0
        assert await sit(host, made.table, "x") == 0  # a repeated request changes nothing
        with pytest.raises(OptionError, match="name"):
            await sit(host, made.table, "x", name="\u200b")
        assert await sit(host, made.table, "x", name=" Bob ") == 1  # the host may use an invited seat
        assert await sit(guest, made.table, "y") == 2
        await gathering.start(local.registry, host, made.table)
        table = await local.registry.table(made.table)
        assert table.status == "playing"
        assert [chair.name for chair in table.chairs] == [host.name, "Bob", guest.name]
        assert [chair.nonce for chair in table.chairs] == ["x", None, "y"]
        await local.registry.rename(host.id, "Anna")
        assert [chair.name for chair in table.chairs] == ["Anna", "Bob", guest.name]
        with pytest.raises(OptionError, match="begun"):
            await sit(host, made.table, "x", name="Dan")
        stored = await local.registry.load(made.table)
        assert stored.seats_of(host) == (0, 1)

    run(local, play)


def test_shared_browsers_are_never_rated(local):
    async def play() -> None:
        with pytest.raises(OptionError, match="browser of their own"):
            await shared(local, "tower-up", "me", "me", time="live 600+15", rated=True)
        who = (await local.store.write(create))[0]
        order = NewTable("tower-up", 2, ["me", "open"], time="live 600+15", rated=True)
        made = await local.registry.create(who, order)
        await local.registry.sit(who, made.table, "x")
        with pytest.raises(OptionError, match="browser of their own"):
            await local.registry.sit(who, made.table, "x", name="Bob")

    run(local, play)
