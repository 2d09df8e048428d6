"""Choosing colours before a game."""

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa

from rooftop.game import gamefile
from rooftop.server.store import schema
from rooftop.server.tables.colours import colours_of
from rooftop.server.tables.state import Chair
from tests.server.test_lobby import Guest, LocalServer, hosted, run, watching

TAKEN = "somebody else has this colour; choose another one"
ALL = ["blue", "yellow", "green", "orange"]


async def choose(guest: Guest, table: str, colour: str) -> Any:
    return await guest.post(f"/api/tables/{table}/colour", colour=colour)


async def colours(opened: LocalServer, table: str) -> list[str]:
    """The colours of the seats in a stranger's frame."""
    async with watching(opened, table) as watcher:
        return [seat["colour"] for seat in (await watcher.until(type="waiting"))["seats"]]


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ([None, None, None], ["blue", "yellow", "green"]),
        (["yellow", None, None], ["yellow", "blue", "green"]),
        (["green", None, "blue"], ["green", "yellow", "blue"]),
        ([None, "orange", None], ["blue", "orange", "green"]),
        (["yellow", "yellow", "mauve"], ["yellow", "blue", "green"]),  # stored by another edition
    ],
)
def test_seats_without_a_choice_keep_their_colour_if_it_is_free(chosen, expected):
    assert colours_of(ALL, [Chair(colour=colour) for colour in chosen]) == expected


def test_a_chosen_colour_is_in_the_lobby_in_the_game_and_in_its_file(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path, titles=("skyrise",)) as opened, opened.person("Ann") as ann:
            order = {"title": "skyrise", "players": 2, "seats": ["me", "invite"]}
            table, secret = await ann.open(**order)
            promise = (await opened.context.registry.table(table)).state.commitment
            assert await colours(opened, table) == ["red", "blue"]
            assert await choose(ann, table, "blue") is None
            assert await colours(opened, table) == ["blue", "red"]
            async with opened.person("Bob") as bob:
                seen = await bob.post("/api/invitation?lang=pl", secret=secret)
                assert [(row["name"], row["owner"]) for row in seen["colours"]] == [
                    ("Czerwony", None), ("Zielony", None), ("Żółty", None), ("Niebieski", 0)
                ]  # fmt: skip
                assert seen["colours"][1]["brings"].startswith("Liczby: ")
                joined = await bob.post("/api/join", secret=secret, nonce="bob", colour="teal")
                assert joined == {"table": table, "seat": 1}
            assert await ann.post(f"/api/tables/{table}/start") is None
            live = await opened.context.registry.table(table)
            match = live.started_match
            assert (live.status, live.setup.colours) == ("playing", ("blue", "teal"))
            assert "has begun" in await choose(ann, table, "red")
            view: Any = match.view()
            assert [seat.id for seat in view.seats] == ["blue", "teal"]
            own = [{row.number for row in seat.structures if row.number} for seat in view.seats]
            _, teal, _, blue = match.game.board.buildings
            assert own == [{row.number for row in kind} for kind in (blue, teal)]
            raw = (await ann.web.get(f"/api/tables/{table}/file")).content
            file = gamefile.decode(raw)
            assert (file.colours, file.commitment, "colours" in file.options) == (
                ["blue", "teal"],
                promise,
                False,
            )
            loaded = await opened.context.registry.load(table)  # as after a restart
            assert loaded.started_match.hash() == match.hash()
            assert loaded.game.colours == ("blue", "teal")

    run(play())


def test_two_people_who_want_one_colour_do_not_both_get_it(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            table, secret = await ann.open()
            await bob.join(secret)
            for colour in ("orange", "green", "orange"):
                answers = await asyncio.gather(choose(ann, table, colour), choose(bob, table, colour))
                assert sorted(answers, key=str) == [None, TAKEN]
                stored = await opened.read(sa.select(schema.seat.c.colour).order_by(schema.seat.c.seat))
                first, second, empty = (row.colour for row in stored)
                assert (colour in (first, second), first != second, empty) == (True, True, None)
                assert (await colours(opened, table))[:2] == [first, second]

    run(play())


def test_nobody_loses_a_colour_because_somebody_else_chooses(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            table, secret = await ann.open()
            assert await choose(ann, table, "yellow") is None
            await bob.join(secret)  # at yellow's seat: only blue is left
            assert await colours(opened, table) == ["yellow", "blue", "green"]
            assert await choose(ann, table, "green") is None
            assert await colours(opened, table) == ["green", "blue", "yellow"]
            assert await choose(ann, table, "blue") == TAKEN
            async with opened.person("Cy") as cy:
                answer = await cy.post("/api/join", secret=secret, nonce="cy", colour="blue")
                assert answer == TAKEN
                assert (await cy.post("/api/invitation", secret=secret))["free"] == 1

    run(play())


def test_a_colour_is_chosen_by_a_seated_player_before_the_game(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            table, _ = await ann.open()
            assert await choose(bob, table, "green") == "sit down first; then choose your colour"
            for wrong in ("plaid", "", "x" * 33):
                assert isinstance(await choose(ann, table, wrong), str)
            assert await colours(opened, table) == ["blue", "yellow", "green"]
            assert await ann.post(f"/api/tables/{table}/seats", kind="bot:builder") is None
            assert "begun" in await choose(ann, table, "orange")

    run(play())


def test_bots_take_the_colours_that_are_left(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann:
            made = await ann.post(
                "/api/tables", title="tower-up", players=3, seats=["me", *["bot:novice"] * 2]
            )
            table = made["table"]
            await ann.post(f"/api/tables/{table}/sit", nonce="ann", colour="green")
            live = await opened.context.registry.table(table)
            assert live.game.colours == ("green", "yellow", "blue")
            assert '"paint-green"' in live.started_match.svg()

    run(play())


def test_people_who_share_a_browser_choose_a_colour_for_each_seat(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            table, _ = await ann.open()
            await ann.post(f"/api/tables/{table}/sit", nonce="ann", name="Cleo", colour="orange")
            assert await colours(opened, table) == ["blue", "orange", "green"]
            assert await ann.post(f"/api/tables/{table}/colour", colour="yellow", seat=1) is None
            assert await ann.post(f"/api/tables/{table}/colour", colour="orange", seat=0) is None
            assert await colours(opened, table) == ["orange", "yellow", "green"]
            assert await ann.post(f"/api/tables/{table}/colour", colour="yellow", seat=0) == TAKEN
            for other in (2, -1, 9):
                answer = await ann.post(f"/api/tables/{table}/colour", colour="blue", seat=other)
                assert "a seat of your own" in answer
            answer = await bob.post(f"/api/tables/{table}/colour", colour="blue", seat=0)
            assert answer == "sit down first; then choose your colour"
            assert await colours(opened, table) == ["orange", "yellow", "green"]

    run(play())
