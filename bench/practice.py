"""Measure what practice costs a server: python bench/practice.py --title tower-up --tables 8 --seconds 15.

The same number of tables plays at the same pace on one server, three kinds in turn: four people; one person
and three masters that think in the person's browser; the same with masters that think on the server. This
process plays the browser: its answers are random, so it costs little. Prints the server's processor time per
move for each kind, and its ratio to tables of people.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from crowd import Crowd, Server, Table, cpu_seconds

from rooftop.game.position import new_game

PEOPLE, HERE, THERE = "four people", "masters in the browser", "masters on the server"
SEATS = 4
PACE = 0.25  # seconds between two moves, as between moves of bots on a server


class Question(msgspec.Struct):
    rows: bytes


class Think(msgspec.Struct, tag="think"):
    number: int
    question: Question


class Mind:
    """The browser of a person: it answers with a random legal action."""

    def __init__(self, title: str) -> None:
        self.game = new_game(title, SEATS)
        self.state = self.game.title.state.array()
        self.chance = random.Random(1)

    def attend(self, table: Table) -> None:
        """Start answering the questions to the one person at a table."""
        (seat,) = table.seats
        usual, decode = seat.hear, msgspec.json.Decoder(Think).decode

        def hear(message: bytes, wire: int, at: float) -> None:
            if message.startswith(b'{"type":"think"'):
                seat.link.send(self.answer(decode(message)))
            else:
                usual(message, wire, at)

        seat.link.hear = hear
        seat.link.send(b'{"type":"able","on":true}')

    def answer(self, asked: Think) -> bytes:
        self.state.view("u1")[:] = bytearray(asked.question.rows)
        room = self.game.engine.room()
        count = self.game.engine.moves(self.state, 0, self.game.tables, room)
        action = int(room[self.chance.randrange(count)])
        return msgspec.json.encode({"type": "thought", "number": asked.number, "judged": [[action, 9, 0.5]]})


async def play(table: Table, until: float) -> int:
    """Play until a time. Return the number of moves."""

    def number() -> int:
        return max(seat.latest.number for seat in table.seats if seat.latest)

    began = number()
    while time.monotonic() < until and not table.over:
        table.move()
        await asyncio.sleep(PACE)
    return number() - began


async def measure(server: Server, given: argparse.Namespace, kind: str) -> tuple[float, int]:
    """Let tables of one kind play. Return the server's processor time and the number of moves."""
    async with Crowd(server.host) as crowd:
        for _ in range(given.tables):
            if kind == PEOPLE:
                await crowd.sit(given.title, SEATS)
            else:
                table = await crowd.sit(given.title, 1, SEATS - 1, "master")
                if kind == HERE:
                    Mind(given.title).attend(table)
        await asyncio.sleep(2)  # first pictures
        below = server.processes()
        before = sum(cpu_seconds(below).values())
        until = time.monotonic() + given.seconds
        moves = sum(await asyncio.gather(*(play(table, until) for table in crowd.tables)))
        spent = sum(cpu_seconds(below).values()) - before
    await asyncio.sleep(1)
    return spent, moves


async def compare(server: Server, given: argparse.Namespace) -> dict[str, Any]:
    kinds = [PEOPLE, HERE, THERE]
    spent, moves = dict.fromkeys(kinds, 0.0), dict.fromkeys(kinds, 0)
    for _ in range(given.rounds):
        for kind in kinds:
            seconds, count = await measure(server, given, kind)
            spent[kind] += seconds
            moves[kind] += count
    each = {kind: 1000 * spent[kind] / max(moves[kind], 1) for kind in kinds}
    return {
        "title": given.title,
        "moves": moves,
        "server_ms_per_move": {kind: round(one, 2) for kind, one in each.items()},
        "ratio_to_people": {kind: round(one / each[PEOPLE], 2) for kind, one in each.items()},
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--title", default="tower-up")
    options.add_argument("--tables", type=int, default=8)
    options.add_argument("--seconds", type=float, default=15)
    options.add_argument("--rounds", type=int, default=2)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), given.title) as server:
        server.wait("/ready")
        sys.stdout.write(
            msgspec.json.format(msgspec.json.encode(asyncio.run(compare(server, given)))).decode() + "\n"
        )


if __name__ == "__main__":
    main()
