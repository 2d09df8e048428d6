"""Hostile frames at the tables of two processes: all are refused, and nothing changes."""

import asyncio
import json
import os
import random
import struct
from dataclasses import replace

import msgspec
import sqlalchemy as sa

from rooftop.server.processes import messages
from rooftop.server.settings import database_url
from rooftop.server.store import schema
from tests.server.clients import GONE, Person, Player, a_moment, new_table, play_some
from tests.server.hostile import Aim, Thrower, broken_messages, handshake
from tests.waiting import LIMIT

FRAMES = int(os.environ.get("ROOFTOP_SOAK_FRAMES", "1500"))
BATCH = 40  # sent before anything is read
MOVES = 6  # at each table, before the attack
ALIVE = ("process", "house")  # tables with heartbeats


def everything(database: str) -> dict[str, list[str]]:
    """Everything stored about people and games, except the holders of tables, which may change at any
    time."""
    engine = sa.create_engine(database_url(database))
    try:
        with engine.connect() as connection:
            return {
                table.name: sorted(
                    repr([value for name, value in row.items() if name not in ("holder", "fence")])
                    for row in connection.execute(sa.select(table)).mappings()
                )
                for table in schema.metadata.sorted_tables
                if table.name not in ALIVE
            }
    finally:
        engine.dispose()


class Attack:
    """One socket of a person that sends hostile frames."""

    def __init__(self, player: Player, aim: Aim, chance: random.Random) -> None:
        self.player = player
        self.aim = aim
        self.thrower = Thrower(aim, chance)
        self.refused = 0
        self.lost = 0  # connections

    async def run(self, frames: int) -> None:
        left = frames
        while left:
            try:
                async with self.player.open(0) as link:
                    while left:
                        left -= await self.throw(link, min(BATCH, left))
            except GONE:
                self.lost += 1
                assert self.lost < 100, "a hostile frame ends its socket"
                await a_moment()

    async def throw(self, link, number: int) -> int:
        """Send some frames and check every answer. Return their number."""
        throws = [self.thrower.next() for _ in range(number)]
        for throw in throws:
            await link.send(throw.message)
        await link.send('{"type": "ping"}')
        awaited = [throw for throw in throws if throw.kind != "silence"]
        is_through = False  # the answer to a ping may overtake others
        while awaited or not is_through:
            answer = json.loads(await asyncio.wait_for(link.recv(), LIMIT))
            is_through |= answer["type"] == "pong"
            if answer["type"] == "update":  # only what the person may see, and nothing new
                assert (answer["seat"], answer["number"]) == (self.aim.seat, self.aim.number)
            elif answer["type"] in ("refused", "done"):
                throw = awaited.pop(0)
                told = (answer["type"], answer["id"])
                assert told == (throw.kind, throw.id), f"{throw.message!r} was answered by {answer}"
                assert throw.number in (None, answer["number"])
        self.refused += len(throws)
        return len(throws)


async def begin(players: list[Player]) -> Aim:
    """Play some moves. Return everything that a hostile person can know about the table."""
    frames = await play_some(players, MOVES)
    to_act = frames[0]["to_act"]
    offers = [offer["move"] for offer in frames[to_act]["offers"]]
    done = [
        (seat, player.sent[command], number)
        for seat, player in enumerate(players)
        for command, number in player.done.items()
    ]
    return Aim(-1, to_act, frames[0]["number"], offers, done)


async def break_rules(player: Player, payload: bytes, chance: random.Random) -> int:
    """Send bytes that are not WebSocket messages. Each time the connection must end without an answer."""
    host, _, port = player.where.partition(":")
    path = f"/tables/{player.table}/socket?lang=en&from=0"
    thrown = 0
    for message in broken_messages(payload, chance):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(handshake(player.where, path, player.person.cookie))
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), LIMIT)
        assert head.startswith(b"HTTP/1.1 101")
        writer.write(message)
        try:
            heard = await asyncio.wait_for(reader.read(), LIMIT)
        except ConnectionResetError:
            heard = b""
        assert b'"done"' not in heard
        writer.close()
        thrown += 1
    return thrown


async def knock(address: str, chance: random.Random) -> int:
    """Connect to a process like another process, but without the secret. It must refuse."""
    encode, nonce = msgspec.msgpack.Encoder().encode, chance.randbytes(32)
    hello = encode(messages.Hello("somebody", "", nonce))
    host, _, port = address.rpartition(":")
    thrown = 0
    for words in (
        [chance.randbytes(200)],
        [struct.pack("<I", 2**32 - 1)],
        [struct.pack("<I", 9) + b"\xc1" * 9],
        [struct.pack("<I", len(hello)) + hello, b"\0" * 40],
        [struct.pack("<I", 5) + encode(messages.Proof(nonce))],
    ):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"".join(words))
        writer.write_eof()
        assert await asyncio.wait_for(reader.read(), LIMIT) == b""
        writer.close()
        thrown += 1
    return thrown


def addresses(database: str) -> list[str]:
    engine = sa.create_engine(database_url(database))
    try:
        with engine.connect() as connection:
            return list(connection.execute(sa.select(schema.process.c.address)).scalars())
    finally:
        engine.dispose()


def test_hostile_frames_are_refused_and_change_nothing(pair):
    """Every kind of frame, from players, spectators and people without an identity, to the process that holds
    the table and to the other one."""
    chance = random.Random(19)
    said = [len(server.errors.read_text()) for server in pair]

    async def attack() -> int:
        attacks, broken = [], 0
        for server in pair:
            people = [Person(server) for _ in range(3)]
            table = new_table(people[:2])
            players = [Player(person, table, random.Random(seat)) for seat, person in enumerate(people[:2])]
            aim = await begin(players)
            for seat, person in ((0, people[0]), (1, people[1]), (-1, people[2])):
                for place in pair:
                    player = Player(person, table, chance, place.host)
                    attacks.append(
                        Attack(player, replace(aim, seat=seat), random.Random(chance.getrandbits(64)))
                    )
        before = everything(pair[0].database)
        share = -(-FRAMES // len(attacks))
        async with asyncio.timeout(10 * LIMIT + FRAMES / 2):
            await asyncio.gather(*(one.run(share) for one in attacks))
            for one in attacks:
                if one.aim.seat == one.aim.to_act:
                    payload = json.dumps(one.thrower.play()).encode()
                    broken += await break_rules(one.player, payload, chance)
            for address in addresses(pair[0].database):
                broken += await knock(address, chance)
        assert everything(pair[0].database) == before
        assert sum(one.refused for one in attacks) == share * len(attacks)
        return broken

    assert asyncio.run(attack()) > 50
    for server, before in zip(pair, said, strict=True):
        assert "Traceback" not in server.errors.read_text()[before:]
