"""Another game with the same people."""

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa

from rooftop.server.auth import Identity
from rooftop.server.painting.jobs import Look
from rooftop.server.store import schema
from rooftop.server.tables.client import Client
from rooftop.server.tables.commands import End
from tests.server.test_leaving import shown
from tests.server.test_lobby import Guest, LocalServer, hosted, run, watching


async def identity(guest: Guest) -> Identity:
    me = (await guest.web.get("/api/me")).json()
    return Identity(me["id"], me["name"])


async def finished(opened: LocalServer, *guests: Guest, **order: Any) -> tuple[str, list[Client]]:
    """A game that is over. Return its table, and its people, who are still there."""
    colour = order.pop("colour", None)  # of the first one
    seats = ["me", *["invite"] * (len(guests) - 1), *order.pop("bots", [])]
    made = await guests[0].post("/api/tables", title="tower-up", players=len(seats), seats=seats, **order)
    table_id = made["table"]
    clients = []
    table = await opened.context.registry.table(table_id)
    for guest in guests:
        if guest is guests[0]:
            await guest.post(f"/api/tables/{table_id}/sit", nonce="host", colour=colour)
        else:
            await guest.join(made["invitation"])
        clients.append(await come(opened, guest, table_id))
    assert await guests[0].post(f"/api/tables/{table_id}/start") is None
    assert table.status == "playing"
    for client in clients:
        await table.handle(client, End("end", 0))
    assert table.status == "over"
    return table_id, clients


async def come(opened: LocalServer, guest: Guest, table_id: str) -> Client:
    """Let somebody open the page of a table."""

    async def send(frame: bytes) -> None:
        pass

    registry, who = opened.context.registry, await identity(guest)
    table = await registry.table(table_id)
    client = Client(who, table.state.seat_of(who), Look("en"), send, 0)
    client.seats = table.state.seats_of(who)
    registry.join(table, client)
    await asyncio.gather(*registry._tasks)
    return client


async def status(opened: LocalServer, table_id: str) -> str:
    table = schema.game_table.c
    ((found,),) = await opened.read(sa.select(table.status).where(table.id == table_id))
    return str(found)


def test_a_rematch_rotates_the_seats_and_begins_when_all_have_agreed(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            agreed = {
                "time": "live 600+15",
                "timeout": "bot:novice",
                "visibility": "invitation",
                "rated": True,
            }
            old, (_, second) = await finished(opened, ann, bob, bots=["bot:apprentice"], **agreed)
            new = (await ann.post(f"/api/tables/{old}/rematch"))["table"]
            assert await ann.post(f"/api/tables/{new}/sit", nonce="a") == {"seat": 2}
            assert await status(opened, new) == "waiting"
            # Bob is asked at the old table.
            before = await opened.context.registry.table(old)
            found = {"table": new, "status": "waiting", "agreed": [0], "declined": []}
            assert shown(before, second)["rematch"] == found
            watching = Client(Identity("", ""), -1, Look("en"), second.send, 0)
            assert shown(before, watching)["rematch"] is None
            assert await bob.post(f"/api/tables/{old}/rematch") == {"table": new}
            assert await bob.post(f"/api/tables/{new}/sit", nonce="b") == {"seat": 0}
            # Both have agreed, so nobody has to confirm again: the game starts when both are here.
            table = await opened.context.registry.table(new)
            assert (table.status, [chair.ready for chair in table.chairs]) == ("waiting", [True, False, True])
            await come(opened, bob, new)
            assert table.status == "waiting"
            await come(opened, ann, new)
            assert [chair.name for chair in table.chairs] == ["Bob", "Bruno", "Ann"]
            assert [chair.bot for chair in table.chairs] == [None, "apprentice", None]
            assert (table.status, table.state.time, table.state.timeout, table.state.visibility) == (
                "playing", "live 600+15", "bot:novice", "invitation",
            )  # fmt: skip
            assert table.state.rated
            assert table.game.options == before.game.options
            assert table.state.commitment != before.state.commitment
            assert shown(before, second)["rematch"]["status"] == "playing"
            # And after a restart.
            stored = await opened.context.registry.load(old)
            assert stored.rematch == before.state.rematch

    run(play())


def test_two_clicks_at_once_make_one_table(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            old, _ = await finished(opened, ann, bob)
            asked = [guest.post(f"/api/tables/{old}/rematch") for guest in (ann, bob, ann, bob)]
            answers = await asyncio.gather(*asked)
            assert len({answer["table"] for answer in answers}) == 1
            assert len(await opened.read(sa.select(schema.game_table.c.id))) == 2

    run(play())


def test_somebody_who_declines_is_named_and_the_seat_becomes_free(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            old, (first, _) = await finished(opened, ann, bob)
            assert "no rematch" in await bob.post(f"/api/tables/{old}/rematch/decline")
            new = (await ann.post(f"/api/tables/{old}/rematch"))["table"]
            await ann.post(f"/api/tables/{new}/sit", nonce="a")
            table = await opened.context.registry.table(new)
            assert table.chairs[0].asked == "Bob"
            assert "agreed to this rematch" in await ann.post(f"/api/tables/{old}/rematch/decline")
            assert await bob.post(f"/api/tables/{old}/rematch/decline") is None
            assert await bob.post(f"/api/tables/{old}/rematch/decline") is None
            before = await opened.context.registry.table(old)
            assert shown(before, first)["rematch"]["declined"] == [1]
            assert table.state.declined == ["Bob"]
            assert table.chairs[0].reserved == "invitation"
            # The host invites somebody else or lets a bot play.
            secret = (await ann.post(f"/api/tables/{new}/invitation"))["secret"]
            await come(opened, ann, new)
            async with opened.person("Cleo") as cleo:
                assert (await cleo.join(secret))["seat"] == 0
            assert await status(opened, new) == "playing"

    run(play())


def test_a_closed_rematch_can_be_asked_for_again(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            old, (first, _) = await finished(opened, ann, bob)
            new = (await ann.post(f"/api/tables/{old}/rematch"))["table"]
            assert await ann.post(f"/api/tables/{new}/close") is None
            before = await opened.context.registry.table(old)
            assert shown(before, first)["rematch"]["status"] == "closed"
            again = (await bob.post(f"/api/tables/{old}/rematch"))["table"]
            assert again != new

    run(play())


def test_the_seat_of_somebody_who_has_deleted_everything_is_free(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            old, (first, _) = await finished(opened, ann, bob, visibility="public")
            new = (await ann.post(f"/api/tables/{old}/rematch"))["table"]
            await ann.post(f"/api/tables/{new}/sit", nonce="a")
            async with watching(opened, new) as watcher:
                assert (await watcher.until(kinds=["reserved", ""]))["seats"][0]["name"] == "Bob"
                assert (await bob.web.delete("/api/me")).status_code == 200
                # As after a refusal, it is for friends and not on the list of open seats.
                frame = await watcher.until(kinds=["invite", ""])
                assert frame["seats"][0]["name"] == ""
                assert [colour["owner"] for colour in frame["colours"]].count(0) == 0
            assert (await ann.lists())["open"] == []
            before = await opened.context.registry.table(old)
            assert shown(before, first)["rematch"] == {
                "table": new, "status": "waiting", "agreed": [0], "declined": [],
            }  # fmt: skip
            secret = (await ann.post(f"/api/tables/{new}/invitation"))["secret"]
            await come(opened, ann, new)
            async with opened.person("Cleo") as cleo:
                assert (await cleo.join(secret))["seat"] == 0
            assert await status(opened, new) == "playing"

    run(play())


def test_a_rematch_counts_as_a_table_that_waits_for_players(tmp_path):
    async def play() -> None:
        limited = hosted(tmp_path, waiting_per_person=1)
        async with limited as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            old, _ = await finished(opened, ann, bob)
            await ann.open()
            assert "1 of your tables wait" in await ann.post(f"/api/tables/{old}/rematch")
            new = await bob.post(f"/api/tables/{old}/rematch")
            assert await ann.post(f"/api/tables/{old}/rematch") == new  # this opens none

    run(play())


def test_only_those_who_played_are_asked_and_only_after_the_game(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            old, _ = await finished(opened, ann, bob)
            async with opened.person("Cleo") as cleo:
                assert "only those who played" in await cleo.post(f"/api/tables/{old}/rematch")
            running, secret = await ann.open(players=2, seats=["me", "invite"])
            assert "not over" in await ann.post(f"/api/tables/{running}/rematch")
            await bob.join(secret)
            assert "not over" in await ann.post(f"/api/tables/{running}/rematch")

    run(play())


@pytest.mark.parametrize("at_table", [True, False])
def test_those_who_are_away_get_a_message(tmp_path, at_table):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            old, (_, second) = await finished(opened, ann, bob)
            wish = {"identity": second.visitor.id, "kind": "invitation", "channel": "email", "when": "now"}
            await opened.context.store.write(lambda base: base.execute(schema.wish.insert(), wish))
            if not at_table:
                opened.context.registry.leave(await opened.context.registry.table(old), second)
            new = (await ann.post(f"/api/tables/{old}/rematch"))["table"]
            await ann.post(f"/api/tables/{old}/rematch")
            box = schema.outbox.c
            told = await opened.read(sa.select(box.identity, box.kind, box.table_id))
            assert told == ([] if at_table else [(second.visitor.id, "invitation", new)])

    run(play())


def test_everyone_keeps_their_colour(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            old, _ = await finished(opened, ann, bob, colour="orange", bots=["bot:novice"])
            before = await opened.context.registry.table(old)
            assert before.game.colours == ("orange", "yellow", "green")
            new = (await ann.post(f"/api/tables/{old}/rematch"))["table"]
            await ann.post(f"/api/tables/{new}/sit", nonce="a")
            table = await opened.context.registry.table(new)
            assert table.game.colours == ("yellow", "blue", "orange")  # the bot takes one that is left
            answer = await ann.post(f"/api/tables/{new}/colour", colour="yellow")
            assert answer == "somebody else has this colour; choose another one"  # it is reserved for Bob
            # The colour of somebody who declines becomes free.
            assert await bob.post(f"/api/tables/{old}/rematch/decline") is None
            assert await ann.post(f"/api/tables/{new}/colour", colour="yellow") is None
            table = await opened.context.registry.table(new)
            assert table.game.colours == ("blue", "green", "yellow")

    run(play())
