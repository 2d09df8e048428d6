"""Suggestions for people who play alone, and reviews of finished games."""

import asyncio
import json

import msgspec
import pytest

from rooftop.arena.review import Budget
from rooftop.arena.review.judging import Judgement, Question, judge
from rooftop.bots import bot, choose
from rooftop.errors import OptionError
from rooftop.game.agreed import Agreed, agreed, game_of
from rooftop.game.lesson import lesson
from rooftop.game.match import Match, new
from rooftop.game.position import Position
from rooftop.game.title import title, title_ids
from rooftop.server import auth, bot_worker, reviews
from rooftop.server.bot_worker import HintRequest
from rooftop.server.bots import BotPool
from rooftop.server.hints import check_allowed, meaning, suggest
from rooftop.server.protocol import GameReview, NewTable
from rooftop.server.store import schema
from rooftop.server.store.store import Store
from rooftop.server.tables.commands import Play
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.registry import Registry
from rooftop.server.tables.state import LogEntry
from rooftop.server.worker_process import WorkerError
from tests.server.clients import Person, Player, first_update, new_table
from tests.waiting import LIMIT, until


class Here(BotPool):
    """Bots that think in this process with few simulations, once they are allowed to."""

    def __init__(self) -> None:
        self.hints = 0
        self.judged = 0
        self.may = asyncio.Event()
        self.broken = False

    async def hint(self, table, position: Position, also=()):
        self.hints += 1
        found = bot_worker.advise(
            HintRequest(agreed(position.game), position.rows.tobytes(), list(also), 40, 60.0)
        )
        return found.moves

    async def judge(self, table: str, setup: Agreed, question: Question) -> Judgement:
        await self.may.wait()
        if self.broken:
            raise WorkerError("it ended")
        self.judged += 1
        return judge(game_of(setup), question)


# --- suggestions -------------------------------------------------------------------------------------------


def middle(name: str) -> Match:
    match, player = new(name, 3, 5), bot("greedy", 1)
    while match.ply < 14 or len(match.legal()) == 1:
        match.play(choose(match, player, match.ply))
    return match


@pytest.mark.parametrize("name", title_ids())
def test_a_suggestion_never_depends_on_what_the_seat_cannot_know(name):
    match = middle(name)
    seat = match.to_act
    same = [match, *(Match.at(match.position.blind(seat, salt)) for salt in (31, 32, 33))]

    if not match.title.is_open:
        assert len({one.position.hash() for one in same}) > 1  # hidden information differs

    async def suggested() -> list[bytes]:
        return [msgspec.json.encode(await suggest(Here(), "a", one, "en")) for one in same]

    first, *others = asyncio.run(suggested())
    assert [other == first for other in others] == [True, True, True]
    moves = json.loads(first)["moves"]
    assert len(moves) == min(3, len(match.legal()))
    legal = {offer.notation: offer for offer in match.moves()}
    for move in moves:
        assert legal[move["move"]].text == move["text"]
        assert list(legal[move["move"]].parts) == move["parts"]
    assert [move["chance"] for move in moves] == sorted((move["chance"] for move in moves), reverse=True)


def test_what_a_chance_means():
    assert [meaning(chance, 4) for chance in (0.95, 0.4, 0.25, 0.15, 0.05)] == [
        "sure", "good", "even", "poor", "slim",
    ]  # fmt: skip
    assert meaning(0.4, 2) == "even"


def test_somebody_alone_with_bots_gets_suggestions(running, ann: Person, bob: Person):
    table = new_table([ann], 1)
    update = asyncio.run(first_update(Player(ann, table, None)))  # type: ignore[arg-type]
    if not update["offers"]:
        pytest.fail("the first seat does not begin")
    said = ann.get(f"/api/tables/{table}/hint", lang="pl")
    assert said.status_code == 200, said.text
    offers = {offer["move"]: offer for offer in update["offers"]}
    moves = said.json()["moves"]
    assert len(moves) == 3
    for move in moves:
        assert move["move"] in offers
        assert 0 < move["chance"] <= 1
    assert ann.get(f"/api/tables/{table}/hint", lang="pl").json() == said.json()
    assert bob.get(f"/api/tables/{table}/hint").status_code == 403  # watching
    # A few more requests become available while a busy machine answers.
    assert any(ann.get(f"/api/tables/{table}/hint").status_code == 429 for _ in range(100))


def test_there_are_no_suggestions_where_other_people_play(running, ann: Person, bob: Person):
    table = new_table([ann, bob])
    for person in (ann, bob):
        said = person.get(f"/api/tables/{table}/hint")
        assert said.status_code == 400
        assert said.json() == {"error": "suggestions are only for games of one person against bots"}


def refused(person: Person, path: str, post: bool = False, **query: str) -> int:
    """Check that a request is refused with a message. Return the status."""
    if post:
        said = person.post(path + ("?" + "&".join(f"{key}={value}" for key, value in query.items())), {})
    else:
        said = person.get(path, **query)
    assert 400 <= said.status_code < 500, said.text
    assert len(said.json()["error"]) > 10
    return said.status_code


def test_suggestions_and_reviews_are_refused_where_there_are_none(running, ann: Person, bob: Person):
    for what in ("hint", "review"):
        refused(ann, f"/api/tables/nowhere/{what}")
    refused(ann, "/api/tables/nowhere/review", post=True)
    refused(ann, "/api/lessons/nowhere/hint", step="1")
    for step in ("-1", "1000", "x"):
        refused(ann, "/api/lessons/tower-up/hint", step=step)
    order = {"title": "tower-up", "players": 2, "seats": ["me", "open"]}
    waiting = ann.post("/api/tables", order).json()["table"]
    ann.post(f"/api/tables/{waiting}/sit", {"nonce": "x"})
    for what in ("hint", "review"):
        refused(ann, f"/api/tables/{waiting}/{what}")
    refused(ann, f"/api/tables/{waiting}/review", post=True)
    rated = ann.post("/api/tables", order | {"rated": True, "time": "live 600+15"}).json()["table"]
    for number, person in enumerate((ann, bob)):
        person.post(f"/api/tables/{rated}/sit", {"nonce": str(number)})
    assert ann.post(f"/api/tables/{rated}/start").status_code == 204
    assert ann.get(f"/api/tables/{rated}/hint").json() == {
        "error": "there are no suggestions in a rated game"
    }
    table = ann.post("/api/tables", order | {"seats": ["bot:master", "me"]}).json()["table"]
    ann.post(f"/api/tables/{table}/sit", {"nonce": "x"})
    assert refused(ann, f"/api/tables/{table}/hint") == 403  # a bot is to act
    ended_table = new_table([ann], 1)
    asyncio.run(ended(Player(ann, ended_table, None)))  # type: ignore[arg-type]
    assert refused(ann, f"/api/tables/{ended_table}/hint") == 403  # the game is over
    assert refused(ann, f"/api/tables/{ended_table}/review", lang="xx") == 400
    assert refused(ann, f"/api/tables/{ended_table}/review", post=True, lang="xx") == 400
    assert ann.get(f"/api/tables/{ended_table}/review").json()["status"] == "none"  # none has begun


def test_a_lesson_suggests_only_what_its_step_accepts(running, ann: Person):
    for name in title_ids():
        found = lesson(title(name))
        assert found is not None
        number, step = next((number, step) for number, step in enumerate(found.steps) if step.moves)
        said = ann.get(f"/api/lessons/{name}/hint", step=str(number))
        assert said.status_code == 200, said.text
        moves = said.json()["moves"]
        assert moves
        assert all(step.is_right(move["move"]) for move in moves)
        assert ann.get(f"/api/lessons/{name}/hint", step=str(number), lang="xx").status_code == 400
    assert ann.get("/api/lessons/tower-up/hint", step="0").status_code == 400  # asks for no move


# --- reviews -----------------------------------------------------------------------------------------------


class ReviewedGame:
    """A store with a finished game of one person and a bot, opened by successive processes."""

    def __init__(self, url: str) -> None:
        self.store = Store(url)
        self.open()

    def open(self) -> None:
        self.bots = Here()
        self.registry = Registry(self.store, self.bots, 0.0)
        self.registry.review_budget = Budget(None, 8)

    async def table(self, rated: bool = False) -> LiveTable:
        who, _ = await self.store.write(auth.create)
        order = NewTable("tower-up", 2, ["me", "bot:novice"], rated=rated, time="days 1" if rated else "none")
        made = await self.registry.create(who, order)
        await self.registry.sit(who, made.table, "nonce")
        return await self.registry.table(made.table)

    async def finished(self, plies: int = 8) -> LiveTable:
        table = await self.table()
        while table.number < plies:
            entry = Play.moved(table.started_match, table.started_match.legal()[0])
            await table.add(entry, f"test:{table.number}")
        await table.add(LogEntry("end", 0, ""), "test:end")
        return table


@pytest.fixture
def reviewed(database):
    made = ReviewedGame(database)
    yield made
    made.store.close()


async def done(table: LiveTable) -> GameReview:
    async with asyncio.timeout(LIMIT):
        while (found := await reviews.find(table, "en", True)).status == "running":
            pass
        return found


def test_suggestions_are_refused_at_rated_tables(reviewed):
    async def play() -> None:
        with pytest.raises(OptionError, match="rated"):
            check_allowed((await reviewed.table(rated=True)).state)
        table = await reviewed.table()
        check_allowed(table.state)
        match = table.started_match
        both = await asyncio.gather(*(table.hint(0, match.clone(), "en") for _ in range(2)))
        assert both[0] == both[1]
        assert reviewed.bots.hints == 1
        await table.add(Play.moved(match, match.legal()[0]), "test")
        await table.hint(1, table.started_match.clone(), "en")
        assert reviewed.bots.hints == 2

    asyncio.run(play())


def test_a_review_is_made_once_and_stored(reviewed):
    async def play() -> None:
        table = await reviewed.finished()
        assert (await reviews.find(table, "en", True)).status == "none"
        await reviews.ask(table)
        found = await reviews.find(table, "en", True)
        assert (found.status, found.judged) == ("running", 0)
        await reviews.ask(table)  # somebody else also wants it
        reviewed.bots.may.set()
        found = await done(table)
        assert found.status == "done"
        assert [len(seat.curve) > 2 for seat in found.seats] == [True, True]
        judged = reviewed.bots.judged
        assert judged >= found.decisions > 4
        for seat in found.seats:
            for costly in seat.costly:
                assert costly.better.chance - costly.played.chance == pytest.approx(costly.cost, abs=1e-3)
                assert costly.better.text != costly.played.text
        await reviews.ask(table)
        polish = await reviews.find(table, "pl", False)
        assert not polish.mine
        assert [seat.curve for seat in polish.seats] == [seat.curve for seat in found.seats]
        reviewed.registry.lose(table)
        again = await reviewed.registry.table(table.id)
        assert (await reviews.find(again, "en", True)) == found
        assert reviewed.bots.judged == judged
        await reviewed.store.write(lambda c: c.execute(schema.review.update().values(body='{"format": 0}')))
        assert (await done(again)) == found  # a review by another version is redone
        assert reviewed.bots.judged == 2 * judged

    asyncio.run(play())


def test_a_review_goes_on_after_a_restart_and_after_a_failure(reviewed):
    async def play() -> None:
        table = await reviewed.finished()
        await reviews.ask(table)
        await asyncio.sleep(0)
        await reviewed.registry.forget_idle()  # nobody is there, but bots are working for this table
        assert reviewed.registry.live() == [table]
        reviewed.registry.lose(table)
        reviewed.open()  # another process
        table = await reviewed.registry.table(table.id)
        reviewed.bots.broken = True
        reviewed.bots.may.set()
        assert (await reviews.find(table, "en", True)).status == "running"  # somebody looks, and it begins
        assert (await done(table)).status == "failed"
        reviewed.bots.broken = False
        await reviews.ask(table)
        assert (await done(table)).status == "done"
        await reviewed.registry.forget_idle()
        assert reviewed.registry.live() == []

    asyncio.run(play())


def test_a_process_that_has_lost_the_table_stores_no_review(reviewed):
    async def play() -> None:
        table = await reviewed.finished()
        await reviews.ask(table)
        table.fence += 1  # as if another process had taken over
        reviewed.bots.may.set()
        assert (await done(table)).status == "failed"
        stored = await reviewed.store.read(lambda c: c.execute(schema.review.select()).mappings().all())
        assert [row["body"] for row in stored] == [None]

    asyncio.run(play())


def test_players_have_a_finished_game_reviewed_and_others_read_it(running, ann: Person, bob: Person):
    table = new_table([ann], 1)
    for ask in (ann.get, ann.post):
        early = ask(f"/api/tables/{table}/review")
        assert early.status_code == 400
        assert "not over" in early.json()["error"]
    asyncio.run(ended(Player(ann, table, None)))  # type: ignore[arg-type]
    assert bob.post(f"/api/tables/{table}/review").status_code == 403
    assert bob.get(f"/api/tables/{table}/review").json()["status"] == "none"
    assert ann.post(f"/api/tables/{table}/review").json()["status"] in ("running", "done")  # it has begun

    def finished() -> dict:
        found = ann.get(f"/api/tables/{table}/review").json()
        return {} if found["status"] == "running" else found

    mine = until(finished, limit=5 * LIMIT)
    assert mine["status"] == "done"
    theirs = bob.get(f"/api/tables/{table}/review").json()
    assert theirs | {"mine": True} == mine


async def ended(player: Player) -> None:
    """Make a decision and end the game."""
    async with player.open(0) as link:
        update = player.hear(await asyncio.wait_for(link.recv(), LIMIT))
        play = {"type": "play", "id": "one", "seen": update["number"], "move": update["offers"][0]["move"]}
        await link.send(json.dumps(play))
        await link.send(json.dumps({"type": "end", "id": "two", "seen": update["number"]}))
        while not player.over:
            player.hear(await asyncio.wait_for(link.recv(), LIMIT))
