"""People who are away, leave for good, or agree to end a game."""

import asyncio
import json

import pytest

import rooftop
from rooftop.game import gamefile
from rooftop.game.match import Match
from rooftop.server.auth import create
from rooftop.server.painting import paint
from rooftop.server.painting.jobs import Updates
from rooftop.server.protocol import NewTable
from rooftop.server.store import schema
from rooftop.server.tables import frames, gathering
from rooftop.server.tables.commands import Concede, End, Leave, Play, Resume, Substitute
from rooftop.server.tables.live import CORRESPONDENCE_GRACE, GRACE, LONGER
from rooftop.server.tables.state import LogEntry
from tests.server.test_clocks import LocalTables, decide, run, settled

DAY = 86_400.0
AWAY = LONGER * GRACE


@pytest.fixture
def local(database):
    return LocalTables(database)


def last(client) -> dict:
    """The last answer to a client."""
    return json.loads(client.replies[-1])


async def give(table, client, command) -> dict:
    await table.handle(client, command)
    return last(client)


def shown(table, client) -> dict:
    """The next update of a client."""
    match = table.started_match
    job = Updates(frames.moment(table, match, 0), [frames.order(table, match, client)])
    return json.loads(paint.do(job)[0])


async def at_table(local, *seats, **agreed):
    table, clients = await local.seated(*seats, **agreed)
    for client in clients:
        local.registry.join(table, client)
    return table, clients


# --- absence -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("time", ["none", "live 600+15"])
def test_a_bot_may_step_in_only_after_a_grace_time(local, time):
    async def play() -> None:
        table, clients = await at_table(local, "me", "open", time=time, timeout="bot:master")
        turn = table.started_match.to_act
        away, waits = clients[turn], clients[1 - turn]
        command = Substitute("here", 0, turn)
        assert "this player is here" in (await give(table, waits, command))["reason"]
        local.registry.leave(table, away)
        assert shown(table, waits)["seats"][turn]["absent"] == GRACE
        local.time.now += GRACE - 1
        answer = await give(table, waits, Substitute("early", 0, turn))
        assert "in 0:01" in answer["reason"]
        assert table.number == 0
        # A moment at the table restarts the grace time.
        local.registry.join(table, away)
        assert shown(table, waits)["seats"][turn]["absent"] is None
        local.registry.leave(table, away)
        assert table.grace(turn) == GRACE
        local.time.now += GRACE
        assert shown(table, waits)["seats"][turn]["absent"] == 0
        assert (await give(table, waits, Substitute("now", 0, turn)))["type"] == "done"
        assert table.chairs[turn].bot == "master"  # the agreed level
        await settled(table)
        local.registry.join(table, away)
        assert table.number > 0
        await give(table, away, Resume("back", 0))  # at any time, whatever the bot has played in between
        assert table.chairs[turn].bot is None

    run(local, play)


def test_somebody_whose_turn_it_is_not_may_be_away_longer(local):
    async def play() -> None:
        table, clients = await at_table(local, "me", "open")
        idle = 1 - table.started_match.to_act
        local.registry.leave(table, clients[idle])
        assert table.grace(idle) == AWAY
        local.time.now += AWAY - 10
        await decide(table, clients)  # now it is their turn
        assert table.started_match.to_act == idle
        assert table.grace(idle) == 10
        local.time.now += 10
        answer = await give(table, clients[1 - idle], Substitute("now", table.number, idle))
        assert answer["type"] == "done"
        assert table.chairs[idle].bot == "builder"

    run(local, play)


def test_the_lobby_and_a_restart_do_not_count_as_absence(local):
    async def play() -> None:
        people = [(await local.store.write(create))[0] for _ in range(2)]
        order = NewTable("tower-up", 2, ["me", "open"])
        table_id = (await local.registry.create(people[0], order)).table
        await local.registry.sit(people[0], table_id, "x")
        local.time.now += 3600
        await local.registry.sit(people[1], table_id, "y")
        await gathering.start(local.registry, people[0], table_id)
        table = await local.registry.table(table_id)
        turn = table.started_match.to_act
        assert (table.grace(turn), table.grace(1 - turn)) == (GRACE, AWAY)
        await local.restart(3600)
        table = await local.registry.table(table_id)
        assert (table.grace(turn), table.grace(1 - turn)) == (GRACE, AWAY)

    run(local, play)


def test_in_a_correspondence_game_all_others_agree_after_a_day(local):
    async def play() -> None:
        table, clients = await at_table(local, "me", "open", "open", time="days 3", timeout="bot:novice")
        turn = table.started_match.to_act
        first, second = (client for client in clients if client.seat != turn)
        local.registry.leave(table, clients[turn])
        assert table.grace(first.seat) is None
        assert table.grace(turn) == CORRESPONDENCE_GRACE
        local.time.now += DAY
        assert (await give(table, first, Substitute("one", 0, turn)))["type"] == "done"
        assert table.chairs[turn].bot is None
        kind = f"bot:{turn}"
        agreed = {"kind": kind, "agreed": [first.seat], "asked": sorted([first.seat, second.seat])}
        assert shown(table, second)["agreements"] == [agreed]
        assert (await local.registry.load(table.id)).agreed == {kind: {first.seat}}  # after a restart
        # Somebody who comes back in time keeps the seat.
        local.registry.join(table, clients[turn])
        assert "is here" in (await give(table, second, Substitute("two", 0, turn)))["reason"]
        local.registry.leave(table, clients[turn])
        assert (await give(table, second, Substitute("three", 0, turn)))["type"] == "done"
        assert table.chairs[turn].bot == "novice"
        assert table.state.agreed == {} == (await local.registry.load(table.id)).agreed

    run(local, play)


def test_a_move_ends_an_agreement_about_its_player(local):
    async def play() -> None:
        table, clients = await at_table(local, "me", "open", "open", time="days 1")
        turn = table.started_match.to_act
        first = next(client for client in clients if client.seat != turn)
        local.registry.leave(table, clients[turn])
        local.time.now += DAY / 2  # half of the time
        assert (await give(table, first, Substitute("one", 0, turn)))["type"] == "done"
        move = table.started_match.moves()[0].notation
        assert (await give(table, clients[turn], Play("p", 0, move)))["type"] == "done"
        assert table.state.agreed == {} == (await local.registry.load(table.id)).agreed

    run(local, play)


# --- leaving -----------------------------------------------------------------------------------------------


def test_who_leaves_leaves_for_good_and_a_bot_of_the_agreed_level_plays_on(local):
    async def play() -> None:
        table, (ann, bob) = await at_table(local, "me", "open", timeout="bot:apprentice")
        await decide(table, [ann, bob], 2)
        assert (await give(table, bob, Leave("bye", 0)))["type"] == "done"
        entry = table.state.log[-1]
        while entry.kind != "leave":
            entry = table.state.log[entry.number - 2]
        assert (entry.kind, entry.seat, entry.text) == ("leave", bob.seat, "apprentice")
        person = shown(table, ann)["seats"][bob.seat]
        assert (person["bot"], person["stand_in"], person["left"], person["forfeited"]) == (
            "apprentice", True, True, False,
        )  # fmt: skip
        await settled(table)
        assert "left this game" in (await give(table, bob, Resume("back", table.number)))["reason"]
        assert "left this game" in (await give(table, bob, Leave("again", 0)))["reason"]
        assert "nobody else is left" in (await give(table, ann, Leave("me too", 0)))["reason"]
        again = await local.registry.load(table.id)  # after a restart
        assert again.chairs[bob.seat].left
        assert again.chairs[bob.seat].bot == "apprentice"
        # Only the remaining people have to agree on the end.
        assert (await give(table, ann, End("end", 0)))["type"] == "done"
        assert table.status == "over"

    run(local, play)


def test_leaving_is_a_forfeit_where_that_was_agreed(local):
    async def play() -> None:
        table, (_, bob) = await at_table(local, "me", "open", time="live 600+15", timeout="forfeit")
        assert (await give(table, bob, Leave("bye", 0)))["type"] == "done"
        assert table.started_match.forfeited == [bob.seat]
        assert (await local.registry.load(table.id)).chairs[bob.seat].forfeited
        await settled(table)

    run(local, play)


def test_in_a_rated_game_only_the_clock_brings_in_a_bot(local):
    async def play() -> None:
        table, clients = await at_table(local, "me", "open", time="live 600+15", rated=True)
        turn = table.started_match.to_act
        local.registry.leave(table, clients[turn])
        local.time.now += 400
        assert shown(table, clients[1 - turn])["seats"][turn]["absent"] is None
        refused = await give(table, clients[1 - turn], Substitute("b", 0, turn))
        assert refused["reason"] == "in a rated game a bot plays for somebody only when their time is up"
        # The time is up just as the player leaves: either may come first.
        local.time.now += 300
        local.registry.join(table, clients[turn])
        both = [table.handle(clients[turn], Leave("bye", 0)), table.time_out()]
        await asyncio.gather(*(both if turn else reversed(both)))
        await settled(table)
        kinds = [entry.kind for entry in table.state.log]
        assert [kind for kind in kinds if kind in ("leave", "timeout")] in (["leave"], ["timeout", "leave"])
        stored = await local.registry.load(table.id)
        chairs = (stored.chairs[turn], table.chairs[turn])
        assert [(chair.bot, chair.left, chair.replaced) for chair in chairs] == [("builder", True, True)] * 2

    run(local, play)


def test_nobody_ends_a_rated_game_alone_but_who_leaves_it_has_lost(local):
    async def play() -> None:
        table, (ann,) = await at_table(local, "me", "bot:novice", time="live 600+15", rated=True)
        refused = await give(table, ann, End("end", 0))
        assert refused["reason"] == "you cannot end a rated game alone; play on, concede or leave it"
        assert (await give(table, ann, Leave("bye", 0)))["type"] == "done"
        local.registry.leave(table, ann)
        assert table.status == "over"  # nobody is left to play on
        assert table.started_match.result.ended == "conceded"
        assert table.started_match.ranks[ann.seat] == 2
        ratings = schema.rating.select().order_by(schema.rating.c.mu)
        rows = await local.store.read(lambda connection: connection.execute(ratings).all())
        assert [row.player for row in rows] == [ann.visitor.id, "bot:novice:1"]

    run(local, play)


def test_spectators_and_strangers_cannot_leave_or_end(local):
    async def play() -> None:
        table, (ann, bob) = await at_table(local, "me", "open")
        bob.seat = -1
        for command in (Leave("1", 0), End("2", 0), Substitute("3", 0, ann.seat)):
            assert "you are watching" in (await give(table, bob, command))["reason"]
        assert table.number == 0

    run(local, play)


# --- the end by agreement ----------------------------------------------------------------------------------


def test_a_game_ends_when_everyone_agrees_and_nobody_has_won(local):
    async def play() -> None:
        table, clients = await at_table(local, "me", "open", "open")
        await decide(table, clients, 3)
        ann, bob, cleo = clients
        assert (await give(table, ann, End("a", 0)))["type"] == "done"
        assert (await give(table, ann, End("a again", 0)))["type"] == "done"
        assert (await give(table, bob, End("b", 0)))["type"] == "done"
        assert table.status == "playing"
        assert shown(table, cleo)["agreements"] == [{"kind": "end", "agreed": [0, 1], "asked": [0, 1, 2]}]
        await decide(table, clients)  # the game continues in the meantime
        assert (await local.registry.load(table.id)).agreed == {"end": {0, 1}}
        # Somebody wants to continue, and the others are told.
        assert (await give(table, cleo, End("c", 0, agreed=False)))["type"] == "done"
        assert shown(table, ann)["agreements"] == [{"kind": "no:end", "agreed": [2], "asked": []}]
        assert "any more" in (await give(table, bob, End("b no", 0, agreed=False)))["reason"]
        # All at the same time.
        await asyncio.gather(*(table.handle(client, End("now", 0)) for client in clients))
        assert [entry.kind for entry in table.state.log].count("end") == 1
        assert table.status == "over"
        frame = shown(table, ann)
        assert frame["ended"] == "agreement"
        assert frame["to_act"] is None
        assert frame["offers"] == []
        assert frame["agreements"] == []
        assert {score["rank"] for score in frame["scores"]} <= {None, 0}
        assert "the game is over" in (await give(table, ann, Play("p", table.number, "x")))["reason"]

        row = local.row(table)
        assert (row.status, row.to_act, row.deadline) == ("over", None, None)
        stored = json.loads(row.result)
        assert stored["places"] == [0, 0, 0]
        assert stored["ended"] == "agreement"
        again = await local.registry.load(table.id)
        assert again.status == "over"
        assert again.started_match.ended == "agreement"
        finished = await local.registry.finished(table.id)
        assert finished.result.ended == "agreement"

    run(local, play)


def test_an_ended_game_has_a_file_that_can_be_replayed():
    match = rooftop.new("tower-up", 2, 7)
    for _ in range(5):
        match.play(match.legal()[0])
    match.end()
    assert match.over
    assert match.to_act == -1
    assert list(match.legal()) == []
    assert match.moves() == []
    assert match.undoable == 0
    assert match.ranks == [0, 0]
    assert match.clone().ended == "agreement"
    with pytest.raises(rooftop.MoveError, match="over"):
        match.end()
    with pytest.raises(rooftop.MoveError, match="over"):
        match.play(0)
    file = gamefile.decode(match.file().encode())
    again = Match.load(file)
    assert again.ended == "agreement"
    assert again.result == match.result
    assert again.result.ended == "agreement"
    unfinished = json.loads(match.file().encode())
    unfinished["result"]["ended"] = ""
    with pytest.raises(rooftop.GameFileError, match="not over"):
        Match.load(gamefile.decode(json.dumps(unfinished).encode()))


def test_a_game_ends_with_the_present_scores_if_everyone_agrees(local):
    async def play() -> None:
        table, (ann, bob) = await at_table(local, "me", "open", "bot:novice", time="live 600+15", rated=True)
        await settled(table)
        await decide(table, [ann, bob])
        await give(table, ann, End("a", 0, scores=True))
        agreed = [{"kind": "scores", "agreed": [0], "asked": [0, 1]}]
        assert shown(table, bob)["agreements"] == agreed
        await give(table, bob, End("no", 0, agreed=False, scores=True))
        assert shown(table, ann)["agreements"] == [{"kind": "no:scores", "agreed": [1], "asked": []}]
        # The two kinds of endings are not mixed up.
        await give(table, ann, End("b", 0, scores=True))
        await give(table, bob, End("c", 0))
        assert table.status == "playing"
        await give(table, bob, End("d", 0, scores=True))
        assert table.status == "over"
        assert [(entry.kind, entry.text) for entry in table.state.log[-1:]] == [("end", "scores")]
        match = table.started_match
        totals = [match.total(seat) for seat in range(3)]
        assert match.ranks == [1 + sum(other > own for other in totals) for own in totals]
        frame = shown(table, ann)
        assert (frame["ended"], frame["agreements"]) == ("scores", [])
        again = await local.registry.load(table.id)
        assert again.started_match.result == match.result
        rows = await local.store.read(lambda base: base.execute(schema.played.select()).all())
        assert [(row.how, row.rank, row.rated) for row in rows] == [
            ("scores", rank, True) for rank in match.ranks
        ]

    run(local, play)


def test_nobody_chooses_the_scores_alone(local):
    async def play() -> None:
        table, (ann,) = await at_table(local, "me", "bot:novice")
        refused = await give(table, ann, End("a", 0, scores=True))
        assert refused["reason"] == "nobody else can agree to the present scores; play on, or concede"

    run(local, play)


# --- conceding ---------------------------------------------------------------------------------------------


def test_who_concedes_to_the_only_other_side_ends_the_game(local):
    async def play() -> None:
        table, (ann, bob) = await at_table(local, "me", "open", time="days 1", rated=True)
        await decide(table, [ann, bob], 2)
        assert (await give(table, ann, Concede("a", 0)))["type"] == "done"
        assert table.status == "over"
        assert table.state.log[-1].text == "builder end"
        match = table.started_match
        assert (match.ended, match.conceded, match.ranks) == ("conceded", [0], [2, 1])
        person = shown(table, bob)["seats"][0]
        assert (person["conceded"], person["bot"], person["stand_in"]) == (True, None, False)
        assert json.loads(local.row(table).result)["conceded"] == [0]
        again = await local.registry.load(table.id)
        assert again.started_match.result == match.result
        rows = await local.store.read(lambda base: base.execute(schema.played.select()).all())
        assert [(row.conceded, row.away, row.how, row.rank) for row in rows] == [
            (True, False, "conceded", 2), (False, False, "conceded", 1),
        ]  # fmt: skip
        ratings = await local.store.read(lambda base: base.execute(schema.rating.select()).all())
        assert {row.player: row.mu > 25 for row in ratings} == {ann.visitor.id: False, bob.visitor.id: True}

    run(local, play)


def test_a_bot_plays_on_for_who_concedes_and_the_last_person_ends_the_game(local):
    """The first to concede is last, the next one comes before them; the bot wins."""

    async def play() -> None:
        seats = ("me", "open", "open", "bot:novice")
        table, (ann, bob, cleo) = await at_table(
            local, *seats, time="days 1", timeout="bot:apprentice", rated=True
        )
        await settled(table)
        assert (await give(table, bob, Concede("b", 0)))["type"] == "done"
        await settled(table)
        assert table.status == "playing"
        person = shown(table, ann)["seats"][1]
        assert (person["conceded"], person["bot"], person["stand_in"]) == (True, "apprentice", True)
        assert "you have conceded" in (await give(table, bob, Resume("back", 0)))["reason"]
        assert "you have conceded" in (await give(table, bob, Concede("again", 0)))["reason"]
        assert shown(table, ann)["agreements"] == []
        await give(table, ann, End("end", 0))
        assert shown(table, cleo)["agreements"] == [{"kind": "end", "agreed": [0], "asked": [0, 2]}]
        await give(table, ann, Concede("a", 0))
        assert table.status == "playing"
        await settled(table)
        await give(table, cleo, Concede("c", 0))
        assert table.status == "over"
        assert table.started_match.ranks == [3, 4, 2, 1]
        assert (await local.registry.load(table.id)).started_match.ranks == [3, 4, 2, 1]
        # Bots that continued for them do not change that.
        rows = await local.store.read(lambda base: base.execute(schema.played.select()).all())
        assert [(row.conceded, row.away, row.rank) for row in rows] == [
            (True, False, 3), (True, False, 4), (True, False, 2), (False, False, 1),
        ]  # fmt: skip
        ratings = schema.rating.select().order_by(schema.rating.c.mu)
        order = await local.store.read(lambda base: [row.player for row in base.execute(ratings)])
        assert order == [bob.visitor.id, ann.visitor.id, cleo.visitor.id, "bot:novice:1"]

    run(local, play)


def test_conceding_alone_against_bots_ends_the_game(local):
    async def play() -> None:
        table, (ann,) = await at_table(local, "me", "bot:novice", "bot:novice")
        await settled(table)
        await give(table, ann, Concede("a", 0))
        assert table.status == "over"
        assert table.started_match.ranks[ann.seat] == 3
        finished = await local.registry.finished(table.id)
        assert (finished.result.ended, finished.result.conceded) == ("conceded", [ann.seat])
        assert not finished.chairs[ann.seat].stand_in

    run(local, play)


# --- nobody holds a seat -----------------------------------------------------------------------------------


def test_a_table_pauses_when_no_person_holds_a_seat(local):
    async def play() -> None:
        table, (ann, _bob) = await at_table(local, "me", "open", "bot:novice", time="turn 60")
        await settled(table)
        await local.later(200)  # the first of them, and then the bots
        await settled(table)
        assert [chair.stand_in for chair in table.chairs].count(True) == 1
        assert not table.state.is_paused
        await local.later(200)  # the other one
        await settled(table)
        assert table.state.is_paused
        number = table.number
        assert [entry.kind for entry in table.state.log].count("timeout") == 2
        frame = shown(table, ann)
        assert frame["paused"]
        assert frame["clock"]["running"] is None
        assert local.row(table).deadline is None
        for _ in range(3):
            await local.later(1000)
            await settled(table)
        assert (table.number, table.status) == (number, "playing")
        await local.restart(100)
        table = await local.registry.table(table.id)
        local.registry.join(table, ann)
        await settled(table)
        assert table.number == number
        # Somebody comes back, and the game continues.
        assert (await give(table, ann, Resume("back", number)))["type"] == "done"
        await settled(table)
        assert not table.state.is_paused
        assert table.started_match.to_act == ann.seat
        assert frames.moment(table, table.started_match, 0).clock.left[ann.seat] == 60
        assert local.row(table).deadline == local.time.now + 60

    run(local, play)


@pytest.mark.parametrize("rated", [False, True])
def test_in_a_rated_game_a_time_out_that_pauses_it_counts(local, rated):
    """Otherwise a clock would be meaningless against bots."""

    async def play() -> None:
        table, (ann,) = await at_table(local, "me", "bot:novice", time="turn 60", rated=rated)
        await settled(table)
        await local.later(200)
        assert table.state.is_paused
        await give(table, ann, Resume("back", 0))
        assert table.chairs[ann.seat].replaced == rated

    run(local, play)


def test_nobody_is_offered_to_undo_what_a_bot_plays_for_them(local):
    async def play() -> None:
        table, (ann, bob) = await at_table(local, "me", "open")
        who = (ann, bob)[table.started_match.to_act]
        building = next(move for move in table.started_match.moves() if move.notation.startswith("build"))
        await give(table, who, Play("p", 0, building.notation))
        match = table.started_match
        assert (match.undoer, match.undoable) == (who.seat, 1)
        assert shown(table, who)["undoable"] == 1
        async with table.lock:
            await table.add(LogEntry("substitute", who.seat, "builder"), "test")
        assert (match.undoer, shown(table, who)["undoable"]) == (who.seat, 0)

    run(local, play)


def test_a_program_cannot_move_while_the_table_is_paused(local):
    async def play() -> None:
        table, (ann, bot) = await at_table(local, "me", "open", time="turn 60")
        table.chairs[bot.seat].program = True
        while table.started_match.to_act != bot.seat:
            await decide(table, [ann, bot])
        async with table.lock:
            await table.add(LogEntry("substitute", ann.seat, "builder"), "test")
        assert table.state.is_paused
        assert local.row(table).deadline is None
        move = table.started_match.moves()[0].notation
        refused = await give(table, bot, Play("p", table.number, move))
        assert refused["reason"] == "the table is paused until somebody takes their seat back"
        await give(table, ann, Resume("back", 0))
        assert local.row(table).deadline is not None
        assert (await give(table, bot, Play("q", table.number, move)))["type"] == "done"

    run(local, play)


def test_without_a_clock_a_table_pauses_too(local):
    async def play() -> None:
        table, (ann, bob) = await at_table(local, "me", "open")
        local.registry.leave(table, ann)
        local.time.now += AWAY
        assert (await give(table, bob, Substitute("s", 0, ann.seat)))["type"] == "done"
        await settled(table)
        assert (await give(table, bob, Leave("bye", 0)))["type"] == "done"  # Ann may come back
        await settled(table)
        number = table.number
        assert table.state.is_paused
        table.wake_bots()
        await settled(table)
        assert table.number == number
        local.registry.join(table, ann)
        await give(table, ann, Resume("back", 0))
        await settled(table)
        assert table.number > number

    run(local, play)


def test_when_the_last_person_forfeits_the_game_ends(local):
    async def play() -> None:
        table, _clients = await at_table(local, "me", "open", time="turn 60", timeout="forfeit")
        first = table.started_match.to_act
        for _ in range(2):
            await local.later(200)
            await settled(table)
        assert table.status == "over"
        assert table.started_match.ended == "conceded"
        assert table.started_match.forfeited == [first, 1 - first]
        assert table.started_match.ranks[first] == 2
        again = await local.registry.load(table.id)
        assert again.started_match.result == table.started_match.result

    run(local, play)


def test_a_game_that_everyone_has_left_in_an_earlier_version_is_played_to_its_end(local):
    async def play() -> None:
        table, (ann,) = await at_table(local, "me", "bot:novice", time="live 600+15", rated=True)
        await settled(table)
        async with table.lock:
            await table.add(LogEntry("leave", ann.seat, "builder"), "earlier")  # as stored at that time
        assert not table.state.is_paused
        table.wake_bots()
        await settled(table)
        assert table.status == "over"
        assert table.started_match.ended == ""

    run(local, play)


def test_a_table_where_an_earlier_version_let_only_bots_play_is_paused(local):
    async def play() -> None:
        table, (_ann,) = await at_table(local, "me", "bot:novice", time="turn 60")
        await settled(table)
        await local.later(200)
        assert table.state.is_paused
        await local.store.write(
            lambda base: base.execute(schema.game_table.update().values(deadline=local.time.now))
        )
        await local.restart(1)
        await local.later(20)
        assert local.row(table).deadline is None
        assert local.row(table).status == "playing"

    run(local, play)
