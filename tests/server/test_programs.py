"""Other people's bots at tables: tokens, turns, mistakes, absence, several processes."""

import asyncio
import contextlib
import hashlib
import json
import os
import random
import subprocess
import sys

import msgspec
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from rooftop.game.match import Match, new
from rooftop.server.auth import create
from rooftop.server.protocol import NewTable
from rooftop.server.store import schema
from rooftop.server.store.store import Store
from rooftop.server.tables import programs
from rooftop.server.tables.commands import End
from rooftop.server.tables.lobby import Lobby
from rooftop.server.tables.state import INVITED
from tests.bots.test_program import NODE
from tests.conftest import ROOT
from tests.server.clients import CALM, Person, Player, replayed
from tests.server.test_clocks import LocalTables, client, decide, run, settled
from tests.waiting import LIMIT

EXAMPLES = {
    "python": [sys.executable, str(ROOT / "examples" / "bot.py")],
    "javascript": [str(NODE), str(ROOT / "examples" / "bot.mjs")],
}


class Program:
    """A bot controlled by the test."""

    def __init__(self, server, token=None, first=None):
        self.opening = connect(f"ws://{server.host}/bots/socket", **CALM)
        self.first = first if first is not None else {"type": "token", "token": token}

    def say(self, message):
        self.socket.send(message if isinstance(message, str) else json.dumps(message))

    def hear(self, kind):
        """Return the next message, which must be of this kind."""
        message = json.loads(self.socket.recv(timeout=LIMIT))
        assert message["type"] == kind, message
        return message

    def closed(self):
        """The reason and the code with which the server closed the socket."""
        reason = self.hear("refused")["reason"]
        with pytest.raises(ConnectionClosed) as error:
            self.socket.recv(timeout=LIMIT)
        return reason, error.value.rcvd.code

    def __enter__(self):
        self.socket = self.opening.__enter__()
        self.say(self.first)
        return self

    def __exit__(self, *error):
        self.opening.__exit__(*error)


def open_table(host, seats=("open",), title="tower-up", **more):
    """A table with the host seated, and other seats."""
    body = {"title": title, "players": 1 + len(seats), "seats": ["me", *seats]} | more
    made = host.post("/api/tables", body)
    assert made.status_code == 201, made.text
    table = made.json()["table"]
    assert host.post(f"/api/tables/{table}/sit", {"nonce": "mine"}).status_code == 200
    return table


def admit(host, table, seat=1, name="Climber"):
    answer = host.post(f"/api/tables/{table}/bots", {"seat": seat, "name": name})
    assert answer.status_code == 201, answer.text
    assert answer.json()["seat"] == seat
    return answer.json()["token"]


def look(person, table):
    """Return the next frame of the page."""

    async def first():
        async with Player(person, table, random.Random(1)).open(0) as link:
            while (frame := json.loads(await link.recv()))["type"] not in ("update", "waiting"):
                pass
            return frame

    return asyncio.run(first())


async def play_until(player, done):
    async with player.open() as link:
        while not done():
            player.hear(await asyncio.wait_for(link.recv(), LIMIT))
            await player.act(link)


@pytest.mark.parametrize("language", EXAMPLES)
def test_the_examples_play_a_game_at_a_table(running, ann, language):
    table = open_table(ann, ["open"])
    token = admit(ann, table)
    waiting = look(ann, table)
    assert waiting["kinds"] == ["", "program"]
    assert (waiting["seats"][1]["name"], waiting["seats"][1]["program"]) == ("Climber", True)
    environment = os.environ | {"ROOFTOP_TOKEN": token}
    process = subprocess.Popen([*EXAMPLES[language], f"ws://{running.host}/bots/socket"], env=environment)
    player = Player(ann, table, random.Random(1))
    try:
        asyncio.run(play_until(player, lambda: player.over))
    finally:
        process.kill()
        process.wait()
    assert [seat["program"] for seat in player.latest["seats"]] == [False, True]
    assert {decision.seat for decision in replayed(running.database, table).decisions} == {0, 1}
    result = ann.get(f"/api/tables/{table}/result").json()
    assert [(seat["name"], seat["bot"]) for seat in result["seats"]][1] == ("Climber", "program")
    with contextlib.closing(Store(running.database)) as store, store.engine.connect() as connection:
        row = connection.execute(sa.select(schema.program).where(schema.program.c.table_id == table)).one()
        assert row.token == hashlib.sha256(token.encode()).hexdigest()
        played = connection.execute(sa.select(schema.played).where(schema.played.c.table_id == table)).all()
    assert [(row.identity is None, row.bot) for row in played] == [(False, None), (True, "program:Climber")]
    assert token not in running.errors.read_text()


def test_a_program_gets_its_view_and_its_legal_moves(running, ann):
    """It answers by notation or by number; a repeated answer has no second effect."""
    table = open_table(ann, ["open"], title="skyrise")
    player = Player(ann, table, random.Random(1))
    player.undo = 0.0
    with Program(running, admit(ann, table)) as program:
        game = program.hear("game")
        assert (game["protocol"], game["title"], game["players"], game["seed"]) == (1, "skyrise", 2, None)

        async def until_my_turn():
            player.latest = Player.latest
            async with player.open() as link:
                while player.latest["number"] < 0 or player.waiting or player.latest["to_act"] == 0:
                    player.hear(await asyncio.wait_for(link.recv(), LIMIT))
                    await player.act(link)

        for by in ("move", "action", "move"):
            asyncio.run(until_my_turn())
            turn = program.hear("turn")
            match = replayed(running.database, table)
            assert (turn["turn"], turn["seat"], match.to_act) == (player.number, 1, 1)
            assert turn["actions"] == match.legal()
            assert turn["moves"] == [move.notation for move in match.moves()]
            assert turn["record"] == match.record(1)
            assert turn["view"] == json.loads(json.dumps(seen(match, 1)))
            assert turn["seconds"] is None
            value = turn["moves"][0] if by == "move" else turn["actions"][0]
            move = {"type": "move", "turn": turn["turn"], by: value}
            program.say(move)
            assert program.hear("done") == {"type": "done", "turn": turn["turn"]}
            if by == "action" and replayed(running.database, table).to_act == 0:
                program.say(move)
                assert program.hear("done")["turn"] == turn["turn"]


def seen(match: Match, seat: int):
    return msgspec.to_builtins(match.view(seat))


def test_mistakes_are_told_and_change_nothing(running, ann):
    table = open_table(ann, ["open"])
    start = new("tower-up", players=2, seed=1)
    with Program(running, admit(ann, table)) as program:
        program.hear("game")
        player = Player(ann, table, random.Random(2))
        player.undo = 0.0
        while look(ann, table)["to_act"] == 0:
            player.done.clear()
            asyncio.run(play_until(player, lambda: bool(player.done)))
        turn = program.hear("turn")
        number = turn["turn"]
        illegal = next(k for k in range(start.title.actions) if k not in turn["actions"])
        for said, why in [
            ("hello", "not a move"),
            ({"type": "play"}, "not a move"),
            ("[" * 3000, "not a move"),
            ("x" * 5000, "at most 4096 bytes"),
            ({"type": "move", "turn": number}, "either an action or a move"),
            ({"type": "move", "turn": number, "action": -1}, "action must be from 0 to 263"),
            ({"type": "move", "turn": number, "move": "castle"}, "castle"),
            ({"type": "move", "turn": number, "action": illegal}, ""),
            ({"type": "move", "turn": number + 7, "action": turn["actions"][0]}, "the table has changed"),
        ]:
            program.say(said)
            assert why in program.hear("refused")["reason"]
            assert program.hear("turn") == turn
        program.say({"type": "move", "turn": number, "action": turn["actions"][0]})
        program.hear("done")


def test_wrong_tokens_are_refused(running, ann, bob):
    table = open_table(ann, ["open"])
    for first, why in [
        ({"type": "token", "token": "wrong"}, "unknown token"),
        ({"type": "move", "turn": 1}, "the first message must be the token"),
        ("garbage", "the first message must be the token"),
    ]:
        with Program(running, first=first) as program:
            reason, code = program.closed()
            assert why in reason
            assert code == 4404
    old = admit(ann, table)
    new_token = admit(ann, table, name="Another")
    with Program(running, old) as program:
        assert "unknown token" in program.closed()[0]
    assert look(ann, table)["seats"][1]["name"] == "Another"
    assert bob.post(f"/api/tables/{table}/bots", {"seat": 1, "name": "Mine"}).status_code == 403
    with Program(running, new_token) as program:
        program.hear("game")


def test_only_fitting_seats_are_kept_for_programs(ann):
    table = open_table(ann, ["open", "bot:novice"])

    def refused(seat, name="Climber", at=table):
        answer = ann.post(f"/api/tables/{at}/bots", {"seat": seat, "name": name})
        assert answer.status_code == 400, answer.text
        return answer.json()["error"]

    assert "somebody sits there" in refused(0)
    assert "no such seat" in refused(3)
    assert "name" in refused(1, "")
    assert "looks like" in refused(1, "bot: master")
    rated = open_table(ann, ["open"], rated=True, time="live 600+15")
    assert "rated" in refused(1, at=rated)
    alone = ann.post(
        "/api/tables", {"title": "tower-up", "players": 2, "seats": ["open", "bot:novice"]}
    ).json()["table"]
    assert "for a person" in refused(0, at=alone)
    answer = ann.post(f"/api/tables/{table}/seats", {"kind": "bot:exec:python bot.py", "seat": 1})
    assert answer.status_code == 400
    assert "LEVEL is one of" in answer.json()["error"]


def test_the_host_takes_the_seat_of_a_program_back(running, ann):
    table = open_table(ann, ["open", "open"])
    token = admit(ann, table, 1)
    with Program(running, token) as program:
        frame = look(ann, table)
        while not frame["seats"][1]["here"]:
            frame = look(ann, table)
        assert frame["kinds"] == ["", "", "open"]
        assert ann.post(f"/api/tables/{table}/seats", {"kind": "invite", "seat": 1}).status_code == 204
        assert look(ann, table)["kinds"] == ["", "invite", "open"]
        with pytest.raises(ConnectionClosed):
            program.socket.recv(timeout=LIMIT)
    with Program(running, token) as again:
        assert "unknown token" in again.closed()[0]


def test_a_program_that_is_late_is_replaced_and_plays_on_when_it_comes_back(database):
    local = LocalTables(database)

    async def play():
        registry = local.registry
        host = (await local.store.write(create))[0]
        order = NewTable("tower-up", 2, ["me", "open"], time="turn 30")
        table_id = (await registry.create(host, order)).table
        await registry.sit(host, table_id, "x")
        token = await Lobby(registry).admit(host, table_id, 1, "Climber")
        who, found = await local.store.read(lambda connection: programs.find(connection, token))
        assert (who.name, found) == ("Climber", table_id)
        await registry.sit(who, table_id, "y")
        table = await registry.table(table_id)
        person, program = client(host, 0), programs.ProgramClient(who, 1, person_send, 0)
        for one in (person, program):
            registry.join(table, one)
        while table.started_match.to_act == 0:
            await decide(table, [person, program], 1)
        game, *_, turn = map(json.loads, program.replies)
        assert (game["type"], turn["type"], turn["turn"]) == ("game", "turn", table.number)
        assert 0 < turn["seconds"] <= 90
        assert table.state.is_practice  # programs count as bots
        registry.leave(table, program)
        await local.later(1000)
        await settled(table)
        assert table.chairs[1].stand_in
        assert [entry.kind for entry in table.state.log].count("timeout") == 1
        assert table.started_match.to_act == 0
        registry.join(table, program)
        await programs.take_back(table, program)
        assert table.chairs[1].bot is None
        program.replies.clear()
        while table.started_match.to_act == 0:
            await decide(table, [person, program], 1)
        assert json.loads(program.replies[-1])["turn"] == table.number

    run(local, play)


async def person_send(frame):
    """Nobody reads it."""


def test_the_others_need_not_ask_a_program(database):
    """To end a game or for a rematch."""
    local = LocalTables(database)

    async def play():
        registry = local.registry
        host = (await local.store.write(create))[0]
        table_id = (await registry.create(host, NewTable("tower-up", 2, ["me", "open"]))).table
        await registry.sit(host, table_id, "x")
        token = await Lobby(registry).admit(host, table_id, 1, "Climber")
        who, _ = await local.store.read(lambda connection: programs.find(connection, token))
        await registry.sit(who, table_id, "y")
        table = await registry.table(table_id)
        person = client(host, 0)
        registry.join(table, person)
        await table.handle(person, End("end", table.number))
        assert table.status == "over"
        again = await registry.table(await Lobby(registry).rematch(host, table_id))
        assert [(chair.reserved, chair.program) for chair in again.chairs] == [
            (INVITED, False),
            (host.id, False),
        ]

    run(local, play)


def test_a_table_of_another_process(pair):
    one, two = pair
    ann = Person(one)
    table = open_table(ann, ["open"])
    look(ann, table)  # it is live in the first process
    token = admit(ann, table)
    player = Player(ann, table, random.Random(1))
    process = subprocess.Popen(
        [*EXAMPLES["python"], f"ws://{two.host}/bots/socket"], env=os.environ | {"ROOFTOP_TOKEN": token}
    )
    try:
        asyncio.run(
            play_until(player, lambda: any(shown.startswith("1 move") for shown in player.seen.values()))
        )
    finally:
        process.kill()
        process.wait()
    assert any(decision.seat == 1 for decision in replayed(one.database, table).decisions)
