"""The same server on PostgreSQL, in a private cluster of its own."""

import asyncio
import random

from tests.server.clients import LIGHT, Person, Player, Server, first_update, new_table, verify
from tests.server.test_durability import play_through


def test_on_postgresql_a_killed_server_loses_nothing(cluster, tmp_path):
    server = Server(tmp_path, cluster.new_database(), 0, **LIGHT)
    try:
        server.start("after-commit:40")
        people = [Person(server) for _ in range(2)]
        table = new_table(people)
        players = [Player(person, table, random.Random(seat)) for seat, person in enumerate(people)]
        asyncio.run(play_through(server, {table: players}, ["after-commit"], random.Random(0)))
        told = {player: asyncio.run(first_update(player)) for player in players}
        verify(server, table, players, told.__getitem__)
        assert people[0].get(f"/api/tables/{table}/file").json()["seed"]
    finally:
        server.end()


def test_characters_that_postgresql_cannot_store_are_refused(pair):
    ann = Person(pair[0])
    body = {"title": "tower-up", "players": 2, "seats": ["me", "open"]}
    table = ann.post("/api/tables", body).json()["table"]
    for answer in (
        ann.post(f"/api/tables/{table}/sit", {"nonce": "a\x00b"}),
        ann.get("/api/tables/a%00b/file"),
        ann.post("/api/join", {"secret": "a\x00b", "nonce": "x"}),
        ann.post("/api/tables", body | {"title": "a\x00b"}),
        ann.post("/api/tables", body | {"options": {"objectives": "a\x00b"}}),
    ):
        assert answer.status_code == 400, answer.text
        assert answer.json()["error"]
    assert ann.post(f"/api/tables/{table}/sit", {"nonce": "łatwe 塔" * 8}).json() == {"seat": 0}
