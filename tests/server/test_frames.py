"""Bad connections, invalid commands and garbage on the socket."""

import asyncio
import contextlib
import json
import random
import threading

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from rooftop.game.match import Match
from rooftop.game.preview import preview
from rooftop.server.auth import Identity, create
from rooftop.server.bots import BotPool
from rooftop.server.painting.jobs import Look
from rooftop.server.protocol import NewTable, decode
from rooftop.server.store.store import Store, UnavailableError
from rooftop.server.tables import gathering, live
from rooftop.server.tables.client import Client
from rooftop.server.tables.commands import Play, Substitute
from rooftop.server.tables.registry import Registry
from tests.server.clients import CALM, Person, Player, first_update, new_table, stored_log, verify

# --- bad connections ---------------------------------------------------------------------------------------


class BadLine:
    """A proxy that drops, duplicates, delays and swaps frames both ways, and sometimes disconnects."""

    def __init__(self, person: Person, chance: random.Random) -> None:
        self.person = person
        self.chance = chance
        self.done_to: dict[str, int] = dict.fromkeys(("dropped", "doubled", "delayed", "exchanged", "cut"), 0)

    async def run(self, ready: asyncio.Future[str]) -> None:
        from websockets.asyncio.server import serve

        async with serve(self.between, "127.0.0.1", 0, ping_interval=None, close_timeout=1) as proxy:
            port = proxy.sockets[0].getsockname()[1]
            ready.set_result(f"127.0.0.1:{port}")
            await asyncio.get_running_loop().create_future()

    async def between(self, client) -> None:
        from websockets.asyncio.client import connect as reach

        where = f"ws://{self.person.server.host}{client.request.path}"
        cookie = {"Cookie": client.request.headers["Cookie"]}
        async with reach(where, additional_headers=cookie, proxy=None, close_timeout=1) as server:
            ways = [
                asyncio.create_task(self.carry(client, server)),
                asyncio.create_task(self.carry(server, client)),
            ]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def carry(self, source, target) -> None:
        held: list[str] = []
        async for frame in source:
            what = self.chance.random()
            if what < 0.05:
                self.done_to["dropped"] += 1
            elif what < 0.12:
                self.done_to["exchanged"] += 1
                held.append(frame)
            elif what < 0.2:
                self.done_to["doubled"] += 1
                await target.send(frame)
                await target.send(frame)
            elif what < 0.205:
                self.done_to["cut"] += 1
                return
            else:
                if what > 0.95:
                    self.done_to["delayed"] += 1
                    for _ in range(20):  # the other direction continues
                        await asyncio.sleep(0)
                await target.send(frame)
                while held:
                    await target.send(held.pop())


def test_a_bad_connection_loses_doubles_and_changes_nothing(running):
    people = [Person(running) for _ in range(2)]
    games = dict.fromkeys((new_table(people) for _ in range(3)), people)

    async def play() -> tuple[dict[str, list[Player]], BadLine]:
        line, ready = BadLine(people[0], random.Random(5)), asyncio.get_running_loop().create_future()
        proxy = asyncio.create_task(line.run(ready))
        where, up = await ready, asyncio.Event()
        up.set()
        players = {
            table: [
                Player(person, table, random.Random(f"{number} {seat}"), where)
                for seat, person in enumerate(seated)
            ]
            for number, (table, seated) in enumerate(games.items())
        }
        async with asyncio.timeout(500):
            everyone = [player for seated in players.values() for player in seated]
            await asyncio.gather(*(player.play(up, again=0.15) for player in everyone))
        proxy.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await proxy
        for player in everyone:
            player.where = running.host
        return players, line

    players, line = asyncio.run(play())
    assert all(line.done_to.values()), line.done_to
    for table, seated in players.items():
        told = {player: asyncio.run(first_update(player)) for player in seated}
        verify(running, table, seated, told.__getitem__)


def test_a_client_that_connects_again_gets_the_log_after_its_number(running, ann, bob):
    table = new_table([ann, bob])
    with seat_of(ann, table) as link:
        frame = heard(link)
        link.send(json.dumps(command(frame)))
        after = [heard(link), heard(link)]
        assert sorted(one["type"] for one in after) == ["done", "update"]
    for since, numbers in ((0, [1]), (1, [])):
        with seat_of(ann, table, since) as link:
            again = heard(link)
            assert (again["type"], again["number"]) == ("update", 1)
            assert [entry["number"] for entry in again["log"]] == numbers


def test_acknowledgements_of_older_pages_are_accepted_and_ignored(running, ann, bob):
    table = new_table([ann, bob])
    with seat_of(ann, table) as link:
        assert heard(link)["type"] == "update"
        link.send(json.dumps({"type": "ack", "number": 0}))
        link.send(json.dumps({"type": "ping"}))
        assert heard(link)["type"] == "pong"


def listen(link) -> None:
    for _ in range(5):
        heard(link)


def test_signing_out_a_device_closes_its_sockets(running, ann, bob):
    table = new_table([ann, bob])
    phrase = ann.post("/api/me/phrase").json()["phrase"]
    with seat_of(ann, table) as link:
        heard(link)
        assert Person(running).post("/api/recover", {"phrase": phrase}).status_code == 200
        with pytest.raises(ConnectionClosed):
            listen(link)


# --- one socket --------------------------------------------------------------------------------------------


def seat_of(person: Person | None, table: str, since: int = 0, running=None, look: str = ""):
    host = person.server.host if person else running.host
    headers = person.headers if person else {}
    return connect(
        f"ws://{host}/tables/{table}/socket?from={since}{look}",
        additional_headers=headers,
        close_timeout=1,
        **CALM,
    )


def heard(link) -> dict:
    return json.loads(link.recv(60))


def answer(link) -> dict:
    """Return the next frame that is not an update."""
    while (frame := heard(link))["type"] == "update":
        pass
    return frame


def command(frame: dict, **changes) -> dict:
    """Return the first offered move as a command."""
    move = frame["offers"][0]["move"] if frame.get("offers") else "G1"
    return {"type": "play", "id": "one", "seen": frame["number"], "move": move} | changes


def test_the_same_command_twice_has_one_effect_and_the_same_answer(running, ann, bob):
    table = new_table([ann, bob])
    with seat_of(ann, table) as link:
        frame = heard(link)
        for _ in range(3):
            link.send(json.dumps(command(frame)))
        assert [answer(link) for _ in range(3)] == [{"type": "done", "id": "one", "number": 1}] * 3
    assert len(stored_log(running.database, table)) == 1
    with seat_of(ann, table) as link:  # also on a new connection
        link.send(json.dumps(command(frame)))
        assert answer(link) == {"type": "done", "id": "one", "number": 1}
    assert len(stored_log(running.database, table)) == 1


def test_long_ids_that_differ_in_the_last_character_are_two_commands(running, ann, bob):
    table = new_table([ann, bob])
    with seat_of(ann, table) as link:
        link.send(json.dumps(command(heard(link), id="x" * 59 + "a")))
        assert answer(link)["type"] == "done"
        link.send(json.dumps({"type": "undo", "id": "x" * 59 + "b", "seen": 1}))
        second = answer(link)  # refused if the first move revealed something
        assert (second["type"], second["number"]) in (("done", 2), ("refused", 1))


def test_a_stale_command_is_refused_and_a_fresh_update_follows(running, ann, bob):
    table = new_table([ann, bob])
    with seat_of(ann, table) as link:
        frame = heard(link)
        link.send(json.dumps(command(frame)))
        assert answer(link)["type"] == "done"
        link.send(json.dumps(command(frame, id="two")))
        refused = answer(link)
        assert (refused["type"], refused["id"], refused["number"]) == ("refused", "two", 1)
        assert "has changed" in refused["reason"]
        fresh = heard(link)
        assert (fresh["type"], fresh["number"]) == ("update", 1)
    assert len(stored_log(running.database, table)) == 1


@pytest.mark.parametrize("who", ["owner", "other seat", "spectator", "stranger", "another table"])
def test_a_command_that_is_not_allowed_is_refused_with_a_sentence_and_changes_nothing(running, ann, bob, who):
    table = new_table([ann, bob])
    person = {
        "owner": ann,
        "other seat": bob,
        "spectator": Person(running),
        "stranger": None,
        "another table": Person(running),
    }[who]
    if who == "another table":
        new_table([person, Person(running)])
    with seat_of(ann, table) as own:
        offered = heard(own)
        with seat_of(person, table, running=running) as link:
            frame = heard(link)
            assert frame["seat"] == {"owner": 0, "other seat": 1}.get(who, -1)
            move = "no such move" if who == "owner" else offered["offers"][0]["move"]
            for wrong in (
                command(frame, move=move),
                {"type": "undo", "count": 1},
                {"type": "redo", "count": 1},
                {"type": "substitute", "seat": 0},
                {"type": "resume"},
                {"type": "level", "seat": 1, "bot": "master"},
            ):
                link.send(json.dumps(wrong | {"id": wrong["type"], "seen": 0}))
                refused = answer(link)
                assert (refused["type"], refused["id"]) == ("refused", wrong["type"])
                assert len(refused["reason"].split()) > 2
                assert heard(link)["type"] == "update"
    assert stored_log(running.database, table) == []


def test_every_move_that_is_not_offered_is_refused(running, ann, bob):
    table = new_table([ann, bob])
    with seat_of(ann, table) as link:
        frame = heard(link)
        offers = {offer["move"] for offer in frame["offers"]}
        moves = ("", "x", "G99", "take 9", "[]", "Ω", "'; drop table log; --", "x" * 120, "\u0000", " " * 50)
        for number, move in enumerate(moves):
            assert move not in offers
            link.send(json.dumps(command(frame, id=f"{number}", move=move)))
            refused = answer(link)
            assert (refused["type"], refused["id"]) == ("refused", f"{number}")
    assert stored_log(running.database, table) == []


def test_the_socket_of_an_unknown_table_says_why(running, ann):
    with seat_of(ann, "nowhere") as link:
        assert heard(link)["reason"] == "there is no such table"


@pytest.mark.parametrize(
    "query", ["lang=xx", "theme=dusk", "size=huge", "from=-1", "from=x", "from=99999999", "from=²"]
)
def test_a_socket_with_a_wrong_query_is_refused_with_a_sentence(running, target, query):
    (ann, _), table = target
    where = f"ws://{running.host}/tables/{table}/socket?{query}"
    with connect(where, additional_headers=ann.headers, **CALM) as link:
        assert f"{query.partition('=')[0]} must be " in heard(link)["reason"]


# --- pictures ----------------------------------------------------------------------------------------------


def test_a_socket_gets_pictures_only_if_it_names_a_size(running, ann, bob):
    table = new_table([ann, bob])
    with seat_of(ann, table) as link:
        assert heard(link)["picture"] is None
    with seat_of(ann, table, look="&size=narrow&theme=night") as link:
        first = heard(link)
        assert (first["count"], first["picture"]["whole"]) == (1, True)
        link.send(json.dumps(command(first)))
        assert answer(link)["type"] == "done"
    with seat_of(ann, table, since=1, look="&size=narrow") as link:  # a new connection, a whole picture
        again = heard(link)
        assert (again["count"], again["picture"]["whole"], again["log"]) == (1, True, [])


def test_updates_are_counted_and_hold_what_changed_since_the_one_before(running, ann, bob):
    table = new_table([ann, bob])
    with seat_of(ann, table, look="&size=wide") as link, seat_of(bob, table, look="&size=wide") as other:
        frames, first = [heard(link)], heard(other)
        assert (first["number"], first["picture"]["whole"]) == (0, True)
        link.send(json.dumps(command(frames[0])))
        while frames[-1]["number"] == 0:
            frames += [frame for frame in [heard(link)] if frame["type"] == "update"]
        assert [frame["count"] for frame in frames] == list(range(1, len(frames) + 1))
        assert [frame["picture"]["whole"] for frame in frames] == [True] + [False] * (len(frames) - 1)
        whole = frames[0]["picture"]["changed"]
        assert 0 < len(frames[-1]["picture"]["changed"]) < len(whole)
        while (seen := heard(other))["number"] == 0:
            pass
        assert not seen["picture"]["whole"]


def test_a_client_that_asks_again_gets_one_whole_picture(running, ann, bob):
    table = new_table([ann, bob])
    with seat_of(ann, table, look="&size=wide") as link:
        first = heard(link)
        link.send(json.dumps({"type": "again", "number": 0}))
        second = heard(link)
        assert (second["count"], second["number"]) == (2, 0)
        assert second["picture"] == first["picture"]
        link.send(json.dumps(command(second)))
        while (frame := heard(link))["type"] != "update":
            pass
        assert (frame["count"], frame["picture"]["whole"]) == (3, False)


# --- garbage -----------------------------------------------------------------------------------------------

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KINDS = ("play", "undo", "redo", "substitute", "resume", "level", "ack", "again", "ping", "other")
almost_frames = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS)},
    optional={
        "id": st.text(max_size=70) | json_values,
        "seen": st.integers(-1, 3) | json_values,
        "move": st.text(max_size=130) | json_values,
        "count": st.integers(-1, 101) | json_values,
        "seat": st.integers(-1, 5) | json_values,
        "bot": st.sampled_from(["none", "", "\u0000"]) | json_values,
        "number": st.integers(-1, 10) | json_values,
        "more": json_values,
    },
)
garbage = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200),
    json_values.map(json.dumps),
    almost_frames.map(json.dumps),
    st.just("[" * 4000),
    st.just('{"a":' + "[" * 4000),
    st.just("x" * 5000),
    st.just("9" * 4000),
)


@pytest.fixture(scope="module")
def target(running):
    people = [Person(running), Person(running)]
    return people, new_table(people)


def test_no_frame_ends_a_socket_or_changes_a_table(running, target):
    """Random bytes, random JSON, and almost valid frames, from the seat that is not to act."""
    (_, bob), table = target
    with seat_of(bob, table) as link:
        heard(link)

        @settings(
            max_examples=150,
            suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
        )
        @given(garbage)
        def throw(frame):
            link.send(frame)
            link.send('{"type": "ping"}')
            for _ in range(30):  # refusals and updates may arrive first
                if heard(link)["type"] == "pong":
                    return
            raise AssertionError("no pong")

        throw()
    assert stored_log(running.database, table) == []
    assert "Traceback" not in running.errors.read_text()


# --- in one process ----------------------------------------------------------------------------------------


class Here:
    """A table in this process."""

    def __init__(self, folder) -> None:
        self.store = Store(f"sqlite:///{folder / 'here.db'}")
        self.registry = Registry(self.store, BotPool(), 0.0)

    async def table(self, players: int = 2) -> tuple[live.LiveTable, list[Client]]:
        people: list[Identity] = [(await self.store.write(create))[0] for _ in range(players)]
        seats = ["me", *["open"] * (players - 1)]
        table_id = (await self.registry.create(people[0], NewTable("tower-up", players, seats))).table
        for person in people:
            await self.registry.sit(person, table_id, "x")
        await gathering.start(self.registry, people[0], table_id)
        return await self.registry.table(table_id), [
            self.client(who, seat) for seat, who in enumerate(people)
        ]

    def client(self, who: Identity, seat: int) -> Client:
        async def send(frame: bytes) -> None:
            pass

        return Client(who, seat, Look("en"), send, 0)


@pytest.fixture
def here(tmp_path):
    made = Here(tmp_path)
    yield made
    made.store.close()


def test_a_client_that_disconnects_during_a_command_blocks_nobody(here):
    """The task waiting for the database is cancelled; the writer thread continues."""

    async def play() -> None:
        table, (ann, _) = await here.table()
        first = table.started_match.moves()[0].notation
        begun, free = threading.Event(), threading.Event()

        def slow(connection) -> None:
            begun.set()
            free.wait(60)

        waiting = [asyncio.create_task(here.store.write(slow)) for _ in range(2)]
        await asyncio.to_thread(begun.wait, 60)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        free.set()
        await asyncio.wait_for(table.handle(ann, Play("one", 0, first)), 60)
        assert table.number == 1

    asyncio.run(play())


def test_database_errors_are_not_shown_to_clients(here, caplog):
    """They contain values of the statement, such as the hash of the state."""

    async def play() -> None:
        table, (ann, _) = await here.table()
        move = table.started_match.moves()[0].notation
        await here.store.write(
            lambda connection: connection.exec_driver_sql("ALTER TABLE log RENAME TO gone")
        )
        await table.handle(ann, Play("one", 0, move))
        told = b"".join(ann.replies).decode()
        assert "refused" in told
        trial = table.started_match.clone()
        trial.play(move)
        assert trial.position.hash() not in told + caplog.text
        assert "database write failed" in caplog.text
        assert "INSERT" not in told
        assert table.number == 0

    asyncio.run(play())


def test_clients_with_the_same_seat_and_look_share_one_drawing(here, monkeypatch):
    """Also a seat that a player watches in two windows, and all spectators."""
    orders: list[list[tuple[int, str]]] = []
    do = here.registry.painters.do

    async def counted(key, job):
        orders.append([(order.seat, order.look.language) for order in job.orders])
        return await do(key, job)

    monkeypatch.setattr(here.registry.painters, "do", counted)

    async def play() -> None:
        table, (ann, bob) = await here.table()
        watching = [here.client(Identity("", ""), -1) for _ in range(5)]
        watching[0].look = Look("pl")
        table.clients |= dict.fromkeys([ann, here.client(ann.visitor, 0), bob, *watching])
        table.refresh()
        await table._painting
        assert len(orders) == 1
        assert sorted(orders[0]) == [(-1, "en"), (-1, "pl"), (0, "en"), (1, "en")]
        assert all(json.loads(client.update)["count"] == 1 for client in table.clients)

    asyncio.run(play())


def test_the_text_and_the_picture_of_a_preview_share_one_computation(here, monkeypatch):
    computed: list[int] = []

    def counted(match, action, *more):
        computed.append(action)
        return preview(match, action, *more)

    monkeypatch.setattr(live, "preview", counted)

    async def hover() -> None:
        table, clients = await here.table()
        moves = [move.notation for move in table.started_match.moves()[:2]]
        both = await asyncio.gather(*(table.preview(moves[0], "en") for _ in range(2)))
        assert both[0] is both[1]
        await table.preview(moves[1], "en")
        assert len(computed) == 2
        await table.handle(clients[table.started_match.to_act], Play("one", 0, moves[0]))
        await table.preview(table.started_match.moves()[0].notation, "en")  # the old ones are gone
        assert len(computed) == 3

    asyncio.run(hover())


def test_a_refused_move_is_explained_once(here, monkeypatch):
    asked: list[int] = []
    why_not = Match.why_not

    def counted(match, move, language):
        asked.append(move)
        return why_not(match, move, language)

    monkeypatch.setattr(Match, "why_not", counted)

    async def play() -> None:
        table, clients = await here.table()
        match = table.started_match
        actor = clients[match.to_act]
        actor.look = Look("pl")
        illegal = next(action for action in range(match.title.actions) if action not in match.legal())
        await table.handle(actor, Play("one", 0, match.game.notation(illegal)))
        refused = json.loads(actor.replies[-1])
        assert refused["reason"] == why_not(match, illegal, "pl")
        assert len(asked) == 1
        assert table.number == 0

    asyncio.run(play())


def test_a_failed_write_leaves_seats_and_log_unchanged(here, monkeypatch):
    """A command is applied to a copy, which replaces the table only once it is stored."""

    async def play() -> None:
        table, (ann, bob) = await here.table()
        before = table.state
        move = table.started_match.moves()[0].notation

        async def fail(work):
            raise UnavailableError("gone")

        monkeypatch.setattr(here.store, "write", fail)
        actor = (ann, bob)[table.started_match.to_act]
        other = (ann, bob)[actor is ann]
        await table.handle(actor, Play("one", 0, move))
        await table.handle(actor, Substitute("two", 0, other.seat))
        assert [json.loads(reply)["type"] for reply in actor.replies] == ["refused"] * 2
        assert table.state is before
        assert (table.number, table.status, table.started_match.ply) == (0, "playing", 0)
        assert [chair.bot for chair in table.chairs] == [None, None]

    asyncio.run(play())


def test_commands_are_decoded_strictly():
    for raw in (
        b'{"type":"play","id":"","seen":0,"move":"x"}',
        b'{"type":"play","id":"x","seen":true,"move":"x"}',
        b'{"type":"play","id":"a\\n","seen":0,"move":"x"}',
        b'{"type":"play","id":"a\\u007f","seen":0,"move":"x"}',
        b'{"type":"substitute","id":"a","seen":0,"seat":4}',
    ):
        with pytest.raises(msgspec.ValidationError, match="Expected"):
            decode(raw)
