"""Browsers that think for bots and suggestions in practice games."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import Callable
from typing import Any

import pytest

from rooftop.bots.browser import Question, advise_question, decide_question
from rooftop.bots.levels import LEVELS
from rooftop.game.match import Match, new
from rooftop.game.title import title_ids
from rooftop.server import hints, protocol
from rooftop.server.auth import create
from rooftop.server.bots import hint_simulations
from rooftop.server.painting.jobs import Look
from rooftop.server.protocol import NewTable
from rooftop.server.store.store import Store
from rooftop.server.tables import browsers, gathering
from rooftop.server.tables.client import Client
from rooftop.server.tables.commands import Play
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.registry import Registry
from tests.server.clients import Person, new_table
from tests.server.test_bots_and_absence import Slow, client, moved, quick, run, settled
from tests.waiting import LIMIT, eventually

Answering = Callable[[LiveTable, protocol.Think], list[tuple[int, int, float]]]


class Asked(Client):
    """A client with a browser; records the questions it is asked, and its answers."""

    def __init__(self, who: Any, seat: int, answering: Answering | None) -> None:
        async def send(frame: bytes) -> None:
            pass

        super().__init__(who, seat, Look("en"), send, 0)
        self.answering = answering
        self.asked: list[protocol.Think] = []
        self.table: LiveTable | None = None

    def reply(self, frame: object) -> None:
        super().reply(frame)
        if isinstance(frame, protocol.Think):
            self.asked.append(frame)
            if self.answering and self.table and self.browser:
                judged = self.answering(self.table, frame)
                self.browser.hear(protocol.Thought(frame.number, tuple(judged)))


def last(table: LiveTable, frame: protocol.Think) -> list[tuple[int, int, float]]:
    """The last legal move is the best one."""
    return [(table.started_match.position.legal()[-1], 9, 0.5)]


@pytest.fixture
def registry(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    yield Registry(store, quick(), 0.0)
    store.close()


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Let a busy machine answer in time, but do not wait for a silent one (`silent`)."""
    monkeypatch.setattr(browsers, "PATIENCE", LIMIT)


def silent(monkeypatch) -> None:
    monkeypatch.setattr(browsers, "PATIENCE", 0.0)


async def practice(
    registry: Registry, title: str, answering: Answering | None, *bots: str, able: bool = True
) -> tuple[LiveTable, Asked]:
    """A game of one person against bots, with a browser that has announced that it can think."""
    ann = (await registry.store.write(create))[0]
    seats = ["me", *(f"bot:{bot}" for bot in bots)]
    table_id = (await registry.create(ann, NewTable(title, len(seats), seats))).table
    await registry.sit(ann, table_id, "x")
    await gathering.start(registry, ann, table_id)
    table = await registry.table(table_id)
    one = Asked(ann, 0, answering)
    one.table = table
    browsers.change(one, able)
    registry.join(table, one)
    return table, one


async def play_until(table: LiveTable, person: Client, condition: Callable[[], bool]) -> None:
    """Play on, with the bots, until a condition holds."""
    chance = random.Random(2)
    while not condition():
        assert not table.started_match.over
        number = table.number
        if table.started_match.to_act == person.seat:
            move = chance.choice(table.started_match.moves()).notation
            await table.handle(person, Play(f"{number}", number, move))
        else:
            await moved(table, number)


async def until_bots_have_moved(table: LiveTable, person: Client, moves: int = 3) -> None:
    """Play on until bots have made this many more moves."""
    wanted = bots_moves(table, person) + moves
    await play_until(table, person, lambda: bots_moves(table, person) >= wanted)


def bots_moves(table: LiveTable, person: Client) -> int:
    return sum(entry.seat != person.seat for entry in table.state.log)


# --- bots --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", [name for name in title_ids() if name != "skyrise"])
def test_bots_think_in_the_browser_of_the_one_who_practises(registry, title):
    async def play() -> None:
        table, ann = await practice(registry, title, last, "master", "novice")
        await until_bots_have_moved(table, ann, 6)
        assert registry.bots.asked == []
        assert ann.asked
        match = new(title, 3, 1).clone()
        assert match.title.is_open
        at = {(frame.question.seat, frame.question.simulations) for frame in ann.asked}
        wanted = match.title.search.simulations
        assert at <= {(1, wanted), (2, max(1, round(LEVELS["novice"].share * wanted)))}
        registry.leave(table, ann)
        await settled(table)

    run(registry, play)


def test_a_silent_browser_is_asked_twice_and_the_server_thinks(registry, monkeypatch):
    silent(monkeypatch)

    async def play() -> None:
        table, ann = await practice(registry, "tower-up", None, "novice")
        await play_until(table, ann, lambda: len(registry.bots.asked) > browsers.CHANCES + 2)
        assert len(ann.asked) == browsers.CHANCES
        browsers.change(ann, True)  # it has come back
        asked = len(registry.bots.asked)
        await play_until(table, ann, lambda: len(registry.bots.asked) > asked + browsers.CHANCES + 1)
        assert len(ann.asked) == 2 * browsers.CHANCES
        registry.leave(table, ann)
        await settled(table)

    run(registry, play)


def test_a_browser_has_one_second(registry, monkeypatch):
    monkeypatch.undo()
    limits: list[float] = []
    real = asyncio.timeout

    def timeout(seconds: float) -> Any:
        limits.append(seconds)
        return real(LIMIT)

    async def ask() -> None:
        asked: list[object] = []
        browser = browsers.Browser(asked.append)
        question = decide_question(new("tower-up", 2, 1).position.blind(0), "novice", 1)
        monkeypatch.setattr(asyncio, "timeout", timeout)
        waiting = asyncio.create_task(browser.ask(question, lambda answer: answer.judged))
        await eventually(lambda: asked)
        browser.hear(protocol.Thought(2, ((1, 1, 0.1),)))  # an answer to another question
        browser.hear(protocol.Thought(1, ((2, 3, 0.5),)))
        browser.hear(protocol.Thought(1, ((4, 4, 0.4),)))  # answered twice
        assert await waiting == ((2, 3, 0.5),)

    asyncio.run(ask())
    assert limits == [1.0]


@pytest.mark.parametrize(
    "judged",
    [
        [],
        [(-1, 5, 0.5)],
        [(10**9, 5, 0.5)],
        [(3, 5, 2.0)],
        "twice",
        "never tried",
    ],
    ids=["nothing", "negative", "unknown", "no chance", "twice", "never tried"],
)
def test_a_wrong_answer_changes_nothing(registry, judged):
    def wrong(table: LiveTable, frame: protocol.Think) -> list[tuple[int, int, float]]:
        action = table.started_match.position.legal()[0]
        if judged == "twice":
            return [(action, 5, 0.5)] * 2
        return [(action, 0, 0.5)] if judged == "never tried" else judged

    async def play() -> None:
        table, ann = await practice(registry, "tower-up", wrong, "master")
        await play_until(table, ann, lambda: len(registry.bots.asked) > browsers.CHANCES + 2)
        assert len(ann.asked) == browsers.CHANCES
        registry.leave(table, ann)
        await settled(table)

    run(registry, play)


def test_a_browser_that_goes_is_not_waited_for(registry):
    async def play() -> None:
        table, ann = await practice(registry, "tower-up", None, "master")
        while not ann.asked:
            await play_one(table, ann)
        other = client(ann.visitor, 0)
        registry.join(table, other)
        number = table.number
        registry.leave(table, ann)
        await moved(table, number)
        assert registry.bots.asked
        registry.leave(table, other)
        await settled(table)

    run(registry, play)


async def play_one(table: LiveTable, person: Client) -> None:
    """Play a person's move if it is their turn, and let the bots think."""
    number = table.number
    if table.started_match.to_act == person.seat:
        await table.handle(person, Play(f"{number}", number, table.started_match.moves()[0].notation))
    await asyncio.sleep(0)


def test_only_practice_games_are_thought_about_in_browsers(registry):
    async def play() -> None:
        for title, able in (("skyrise", True), ("tower-up", False)):  # bots of Skyrise have secrets
            table, ann = await practice(registry, title, last, "novice", able=able)
            await until_bots_have_moved(table, ann)
            assert not ann.asked
            registry.leave(table, ann)
            await settled(table)
        registry.browser_bots = False  # the host has disabled it
        table, ann = await practice(registry, "tower-up", last, "novice")
        await until_bots_have_moved(table, ann)
        assert not ann.asked
        registry.browser_bots = True
        table.state.rated = True
        await until_bots_have_moved(table, ann)
        assert not ann.asked
        table.state.rated = False
        table.chairs[1].identity = "somebody for whom the bot stands in"
        await until_bots_have_moved(table, ann)
        assert not ann.asked
        registry.leave(table, ann)
        await settled(table)

    run(registry, play)


# --- suggestions -------------------------------------------------------------------------------------------


class Advising(Slow):
    """Bots that would suggest the first move."""

    def __init__(self) -> None:
        super().__init__()
        self.hinted = 0

    async def hint(self, table, position, also=()):
        self.hinted += 1
        return [(position.legal()[0], 0.5)]


@pytest.mark.parametrize("title", title_ids())
def test_suggestions_come_from_the_browser_in_all_titles(registry, title, monkeypatch):
    registry.bots = Advising()
    registry.bots.answer.set()

    async def play() -> None:
        table, ann = await practice(registry, title, last, "novice")
        while table.started_match.to_act != 0:
            await moved(table, table.number)
        ann.asked.clear()
        match = table.started_match
        said = await table.hint(0, match, "en")
        assert [move.move for move in said.moves] == [match.game.notation(match.position.legal()[-1])]
        (frame,) = ann.asked
        assert frame.question.simulations == hint_simulations(match.title)
        assert frame.question.also == ()
        assert not registry.bots.hinted
        ann.answering = None
        silent(monkeypatch)
        said = await table.hint(0, match, "pl")
        assert registry.bots.hinted == 1
        assert [move.move for move in said.moves] == [match.moves()[0].notation]
        registry.leave(table, ann)
        await settled(table)

    run(registry, play)


# --- secrets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("title", title_ids())
def test_a_question_is_equal_in_all_worlds_that_its_seat_cannot_tell_apart(title, players, monkeypatch):
    monkeypatch.setattr(secrets, "randbits", lambda bits: 12345)  # the same salt in all worlds
    match, chance = new(title, players, 5), random.Random(title)
    while match.ply < 60 and not match.over:
        seat = match.to_act
        worlds = [match.position, *(match.position.blind(seat, salt) for salt in (1, 2))]
        told = {questions(Match.at(world)) for world in worlds}
        assert len(told) == 1
        match.play(chance.choice(match.moves()))


def questions(match: Match) -> tuple[bytes, ...]:
    """All frames that a browser is sent about a position."""
    asked: list[Question] = []

    async def think(position, simulations):
        asked.append(advise_question(position, (), simulations))
        return [(position.legal()[0], 0.5)]

    asyncio.run(hints.suggest(quick(), "", match, "en", think=think))
    if match.title.is_open:
        asked.append(decide_question(match.position.blind(match.to_act), "master", 7))
    return tuple(protocol.encode(protocol.Think(number, one)) for number, one in enumerate(asked))


@pytest.mark.parametrize("title", title_ids())
def test_every_question_has_a_fresh_salt(title):
    match = new(title, 3, 5)
    first, second = ([json.loads(frame) for frame in questions(match)] for _ in range(2))
    hidden = match.position.blind(0, 1).rows.tobytes() != match.position.blind(0, 2).rows.tobytes()
    assert hidden
    for one, other in zip(first, second, strict=True):
        assert one["question"]["rows"] != other["question"]["rows"]


def test_what_a_browser_needs_is_told_at_practice_tables_only(running, ann: Person, bob: Person) -> None:
    table = new_table([ann], 1)
    told = ann.get(f"/api/tables/{table}/thinking").json()
    assert told["network"] is None  # novices have none
    for address in (told["worker"], told["wasm"]):
        file = ann.get(address)
        assert file.status_code == 200
        assert "immutable" in file.headers["cache-control"]
    assert "'wasm-unsafe-eval'" in ann.get(told["worker"]).headers["content-security-policy"]
    assert "wasm" not in ann.get(f"/tables/{table}").headers["content-security-policy"]
    assert ann.get(told["wasm"]).headers["content-type"] == "application/wasm"
    for name in ("x.wasm", "edition.toml", "..%2Fedition.toml", f"{told['wasm'].rpartition('/')[2]}.br"):
        assert ann.get(f"/thinking/tower-up/{name}").status_code == 404
    assert ann.get("/thinking/nothing/x.wasm").status_code == 404
    assert bob.get(f"/api/tables/{table}/thinking").json() is None  # watching
    assert ann.get(f"/api/tables/{new_table([ann, bob])}/thinking").json() is None
    strong = ann.get(f"/api/tables/{new_table([ann], 1, level='grandmaster')}/thinking").json()
    network = ann.get(strong["network"])
    assert len(network.content) > 100_000
    assert network.headers["content-encoding"] == "gzip"
