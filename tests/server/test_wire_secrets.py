"""Nothing on the wire depends on information that is hidden from its receiver."""

import asyncio
import copy
import json
import pickle
import random
import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from test_lanterns import TestContract as Lanterns

import lanterns
import rooftop
from rooftop.game import match as core_match
from rooftop.game import position as core_position
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.match import Match
from rooftop.game.preview import preview, reasons
from rooftop.game.title import Info, title_ids
from rooftop.game.translation import LANGUAGES
from rooftop.server import library as server_library
from rooftop.server.auth import create
from rooftop.server.bots import BotPool
from rooftop.server.library import Library
from rooftop.server.painting import paint
from rooftop.server.painting.jobs import Comparison, Look, Shown, Updates
from rooftop.server.protocol import NewTable
from rooftop.server.store.store import Store
from rooftop.server.tables import frames, gathering
from rooftop.server.tables.client import Client
from rooftop.server.tables.commands import Command, Play, Redo, Resume, Substitute, Undo
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.registry import Registry
from rooftop.testing.explanations import parts_of
from tests.server.clients import Person, Player, new_table, stored_log, stored_secrets
from tests.titles.new_york_1901.test_contract import TestNewYork1901 as NewYork1901
from tests.titles.skyrise.test_contract import TestSkyrise as Skyrise
from tests.titles.skytopia.test_contract import TestSkytopia as Skytopia
from tests.titles.tower_up.test_contract import TestTowerUp as TowerUp

KINDS = [
    (TowerUp, 2, {}), (TowerUp, 3, {"objectives": "random", "hold": True}), (Skyrise, 2, {}),
    (NewYork1901, 2, {}), (Skytopia, 2, {}), (Lanterns, 2, {}), (Lanterns, 3, {}),
]  # fmt: skip
RARELY = {"new-york-1901": 15, "skytopia": 6, "tower-up": 8, "skyrise": 3}  # check every n-th decision


@pytest.fixture(params=KINDS, ids=lambda kind: f"{kind[0].title.id}-{kind[1]}")
def kind(request, monkeypatch):
    """A title, a number of players and options. The example title is not installed, so it is patched in."""
    real = rooftop.title
    for module in (server_library, core_match, core_position, paint):
        monkeypatch.setattr(
            module, "title", lambda name: lanterns.TITLE if name == "lanterns" else real(name)
        )
    return request.param


@pytest.fixture
def registry(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'secrets.db'}")
    yield Registry(store, BotPool(), 0.0, Library(offered=[*title_ids(), "lanterns"]))
    store.close()


async def seated(
    registry: Registry, title: str, players: int, options: dict
) -> tuple[LiveTable, list[Client]]:
    people = [(await registry.store.write(create))[0] for _ in range(players)]
    seats = ["me", *["open"] * (players - 1)]
    table_id = (await registry.create(people[0], NewTable(title, players, seats, options))).table
    for number, person in enumerate(people):
        await registry.sit(person, table_id, f"{number}")
    await gathering.start(registry, people[0], table_id)
    table = await registry.table(table_id)
    clients = [watching(who, seat) for seat, who in enumerate(people)]
    table.clients |= dict.fromkeys(clients)
    return table, clients


def watching(who, seat: int, language: str = "en") -> Client:
    async def send(frame: bytes) -> None:
        pass

    return Client(who, seat, Look(language), send, 0)


def exchanged(contract, table: LiveTable, seat: int, chance: random.Random) -> LiveTable:
    """Return a copy of a table that differs in everything hidden from `seat`."""
    other = copy.copy(table)
    other._seen, other._previews, other.lock = {}, {}, asyncio.Lock()
    other.clients, other._painting = table.clients.copy(), None
    other.state = state = table.state.copy()
    contract.exchange(state.match.position, seat, chance)
    state.seed = bytes(chance.getrandbits(8) for _ in range(32))
    unveiled = int(state.match.position.state["unveiled"])
    standing = {id(entry) for entry in state.standing[:unveiled]}
    for number, entry in enumerate(state.log):
        decision = entry.decisions[0] if entry.decisions else None
        if (
            decision is not None
            and decision.known_to >= 0
            and not (seat >= 0 and decision.known_to >> seat & 1)
            and id(entry) not in standing
        ):
            state.log[number] = hidden = copy.copy(entry)
            hidden.text = "light 2" if entry.text == "light 1" else "light 1"
            events = decision.events.copy()
            for event in events:
                if event[4] >= 0 and not (seat >= 0 and event[4] >> seat & 1):
                    event[2] = 9 - event[2]
            hidden.decisions = [decision._replace(events=events)]
    return other


async def refusals(table: LiveTable, seat: int, language: str, chance: random.Random) -> list[str]:
    """Return the answers to commands that a seat may not give."""
    client, told = watching(None, seat, language), []
    number, game = table.number, table.game
    offered = set(table.started_match.legal()) if seat == table.started_match.to_act else set()
    if can := table.state.ahead_of(seat):
        offered = set(can.legal())
    wrong = [action for action in range(game.title.actions) if action not in offered]
    tried = [game.notation(action) for action in chance.sample(wrong, min(6, len(wrong)))]
    commands: list[Command] = [Play(f"p{number}-{k}", number, text) for k, text in enumerate(tried)]
    commands += [Play("p", number, "?"), Play("s", number + 1, "stay"), Undo("u", number, 99)]
    commands += [Redo("r", number, 99), Resume("b", number), Substitute("x", number, 0)]
    for command in commands:
        await table.handle(client, command)
        told.append(b"".join(client.replies).decode())
        assert '"refused"' in told[-1]
        client.replies.clear()
    return told


def test_nothing_a_seat_receives_depends_on_what_it_cannot_know(registry, kind):
    contract, players, options = kind[0](), kind[1], kind[2]

    async def play(number: int) -> int:
        chance, differed = random.Random(number), 0
        pushed: dict[int, Shown] = {}
        table, clients = await seated(registry, contract.title.id, players, options)
        while True:
            often = table.number % RARELY.get(contract.title.id, 1) == 0 or table.status == "over"
            for seat in range(SPECTATOR, players) if often else ():
                other = exchanged(contract, table, seat, chance)
                differed += other.started_match.position.hash() != table.started_match.position.hash()
                await alike(table, other, seat, chance, pushed)
            if table.status == "over":
                return differed
            client = clients[table.started_match.to_act]
            await act(table, client, clients, chance)

    async def act(table: LiveTable, client: Client, clients: list[Client], chance: random.Random) -> None:
        match, number = table.started_match, table.number
        command: Command
        if match.undoable and chance.random() < 0.3:
            client, command = (
                clients[match.undoer],
                Undo(f"{number}", number, chance.randint(1, match.undoable)),
            )
        elif match.redoable and chance.random() < 0.5:
            command = Redo(f"{number}", number, 1)
        else:
            command = Play(f"{number}", number, chance.choice(match.moves()).notation)
        await table.handle(client, command)
        assert table.number == number + 1, client.replies[-1]

    async def games() -> int:
        return sum([await play(number) for number in range(3 if contract.title.id == "lanterns" else 1)])

    assert asyncio.run(games()) > 0


def told(table: LiveTable, seat: int, look: Look, since: int, before: Shown | None = None) -> bytes:
    """Return an update without the thinking time. Its picture has the changes since `before`."""
    client = watching(None, seat)
    client.look, client.sent, client.shown = look, since, before
    moment = frames.moment(table, table.started_match, since)
    moment.deciding, moment.chairs = 0.0, [chair._replace(here=True) for chair in moment.chairs]
    (update,) = paint.do(Updates(moment, [frames.order(table, table.started_match, client)]))
    return update


def previewed(table: LiveTable, move: int, look: Look) -> bytes:
    """Return the changes of a preview in the picture of the seat to act."""
    seat = table.started_match.to_act
    shown = Shown(table.seen_by(seat), tuple(table.names))
    view = preview(table.started_match, move).view
    (picture,) = paint.do(Comparison(table.setup, seat, look, shown, pickle.dumps(view)))
    return picture


async def alike(
    table: LiveTable, other: LiveTable, seat: int, chance: random.Random, pushed: dict[int, Shown]
) -> None:
    """Check that a seat is sent and shown the same at both tables. `pushed` has what each seat saw last."""
    last = max(table.number - 1, 0)
    for language in LANGUAGES:
        for since in (0, last) if table.number % 6 == 0 else (last,):
            updates = [told(one, seat, Look(language), since) for one in (table, other)]
            assert updates[0] == updates[1]
    look = Look(chance.choice(LANGUAGES), chance.choice(("day", "night")), "narrow")
    for before in {None, pushed.get(seat)}:
        updates = [told(one, seat, look, last, before) for one in (table, other)]
        assert b'"picture":{' in updates[0]
        assert updates[0] == updates[1]
    assert table.seen_by(seat) == other.seen_by(seat)
    pushed[seat] = Shown(table.seen_by(seat), tuple(table.names))
    state = chance.getstate()
    ours = await refusals(table, seat, "en", chance)
    chance.setstate(state)
    assert ours == await refusals(other, seat, "en", chance)
    match, changed = table.started_match, other.started_match
    if not match.over:
        assert match.file(secret=False).encode() == changed.file(secret=False).encode()
    if table.number % 10 == 0:
        drawn = match.svg(seat)
        assert drawn == changed.svg(seat)
        explained, otherwise = (explanations(one, seat, look.language) for one in (match, changed))
        for part in parts_of(ElementTree.fromstring(drawn)):
            assert explained(part) == otherwise(part)
    if seat == SPECTATOR:
        for action in set(match.legal()) & set(changed.legal()):
            both = [Play.moved(one, action) for one in (match, changed)]
            if not any(reveals(one, action) for one in (match, changed)):
                assert both[0].text == both[1].text
    if seat == match.to_act and seat >= 0:
        move = chance.choice(match.legal())
        assert preview(match, move) == preview(changed, move)
        assert previewed(table, move, look) == previewed(other, move, look)
        for part in match.title.moves.parts(match.game.board, chance.randrange(match.title.actions)):
            assert reasons(match, part, "pl") == reasons(changed, part, "pl")
        assert match.position.blind(seat, 5).rows.tobytes() == changed.position.blind(seat, 5).rows.tobytes()


def explanations(match: Match, seat: int, language: str) -> Callable[[str], Info | None]:
    """The results of `Match.explain` for many parts of one picture."""
    view, names, say = match.view(seat), match.seat_names((), language), match.translator(language)
    return lambda part: match.title.explain(match.game.board, view, part, names, say)


def reveals(match: Match, action: int) -> bool:
    after = match.position.clone()
    after.apply(action)
    return bool(after.state["reveals"] != match.position.state["reveals"])


def hand(table: LiveTable, seat: int) -> tuple[int, ...]:
    """The lanterns that a seat holds."""
    view: Any = table.started_match.view(seat)
    held: tuple[int, ...] = view.hand
    return held


def test_an_undone_secret_choice_stays_secret_when_the_others_are_revealed(registry, monkeypatch):
    for module in (server_library, paint):
        monkeypatch.setattr(module, "title", lambda name: lanterns.TITLE)

    async def play() -> None:
        table, (ann, bob) = await seated(registry, "lanterns", 2, {})
        one, other = (f"light {number}" for number in hand(table, 0)[:2])
        last = f"light {hand(table, 1)[0]}"
        for number, (client, command) in enumerate(
            [
                (ann, Play("a", 0, one)),
                (ann, Undo("b", 1, 1)),
                (ann, Play("c", 2, other)),
                (bob, Play("d", 3, last)),
            ]
        ):
            await table.handle(client, command)
            assert table.number == number + 1
        again = LiveTable(registry, await registry.load(table.id))  # and after a restart
        for seat, first in ((0, one), (1, "?"), (SPECTATOR, "?")):
            for loaded in (table, again):
                log = json.loads(told(loaded, seat, Look(), 0))["log"]
                assert [entry["text"] for entry in log] == [first, "1", other, last]

    asyncio.run(play())


# --- the whole wire ----------------------------------------------------------------------------------------


def test_no_seed_hash_cookie_phrase_or_invitation_is_ever_sent_or_logged(running):
    """Search everything that three people receive in a whole game, and everything that the server logs."""
    ann, bob, eve = (Person(running) for _ in range(3))
    wire: list[str] = []

    def keep(answer: httpx.Response) -> httpx.Response:
        wire.append(f"{answer.headers} {answer.text}")
        return answer

    phrase = ann.post("/api/me/phrase").json()["phrase"]
    invited = ann.post(
        "/api/tables", {"title": "tower-up", "players": 2, "seats": ["me", "invite"], "visibility": "public"}
    ).json()
    link, invited_to = invited["invitation"], invited["table"]
    keep(bob.get(f"/join/{invited_to}"))
    for person in (bob, eve):
        keep(person.post("/api/invitation", {"secret": link}))
        keep(person.post("/api/join", {"secret": link, "nonce": "x"}))
        keep(person.post(f"/api/tables/{invited_to}/sit", {"nonce": "x", "secret": link}))
    keep(ann.post(f"/api/tables/{invited_to}/sit", {"nonce": "x"}))
    keep(ann.post(f"/api/tables/{invited_to}/facts", {"time": "days 1"}))
    keep(ann.post(f"/api/tables/{invited_to}/start"))
    keep(ann.get(f"/api/tables/{invited_to}/file"))
    table = new_table([ann, bob])

    class Unhurried(Player):
        """A player who waits until enough has been requested, so that the game does not end before that."""

        async def act(self, link) -> None:
            if looked.is_set() or self.latest["number"] < min(len(wire), 30):
                await super().act(link)

    looked = asyncio.Event()

    players = [Unhurried(person, table, random.Random(seat)) for seat, person in enumerate([ann, bob])]
    watcher = Player(eve, table, random.Random(9))
    pages = ["/", "/api/me", "/api/tables", "/api/titles", "/metrics", f"/tables/{table}", "/health"]
    previews = f"/api/tables/{table}/preview"
    running_pages = [*pages, f"/api/tables/{table}/file", f"/tables/{table}/scene.svg"]

    async def play() -> None:
        up = asyncio.Event()
        up.set()
        for player in (*players, watcher):
            player.keeps = True
            player.asks = "&theme=day&size=wide"

        async def look_around() -> None:
            while any(player.number < 30 for player in players):
                path = running_pages[len(wire) % len(running_pages)]
                asking = random.Random(len(wire)).choice([ann, bob, eve])
                keep(await asyncio.to_thread(asking.get, path))
                for player in players:  # it may no longer be their turn
                    if player.number and (offers := player.latest["offers"]):
                        asked = {"move": offers[0]["move"], "size": "wide"}
                        keep(await asyncio.to_thread(player.person.get, previews, **asked))
            looked.set()

        async with asyncio.timeout(500):
            playing = (player.play(up, again=0.1) for player in players)
            await asyncio.gather(*playing, watcher.play(up), look_around())

    asyncio.run(play())
    for path in pages:
        keep(eve.get(path))
    assert len(wire) > 30
    told = "\n".join([*wire, *(raw for player in (*players, watcher) for raw in player.heard)])
    told += running.errors.read_text()
    rows, secret = stored_log(running.database, table), stored_secrets(running.database, table)
    assert len(rows) > 40
    hidden = {row["hash"] for row in rows} | {secret["seed"].hex(), phrase, link}
    hidden |= {ann.cookie, bob.cookie, eve.cookie}
    assert [one for one in hidden if one in told] == []
    promised = stored_secrets(running.database, invited_to)["commitment"]
    allowed = {secret["commitment"], promised, json.loads(secret["edition"])["hash"]}
    assert set(re.findall(r"\b[0-9a-f]{64}\b", told)) <= allowed
    file = eve.get(f"/api/tables/{table}/file").json()
    assert file["seed"] == secret["seed"].hex()
    assert file["hashes"][-1] == rows[-1]["hash"]
