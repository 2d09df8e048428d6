"""A server plays forced moves automatically, in one log entry with the previous move."""

import asyncio

from rooftop.server.bots import BotPool
from rooftop.server.library import Library
from rooftop.server.store.store import Store
from rooftop.server.tables.commands import AND_THEN, Play, Redo, Undo
from rooftop.server.tables.log import load
from rooftop.server.tables.registry import Registry
from tests.game.test_forced import forced_soon
from tests.server.test_wire_secrets import seated


def test_a_forced_move_is_stored_shown_undone_and_replayed_with_the_one_before_it(database):
    source, action = forced_soon()
    moves = [source.game.notation(decision.action) for decision in source.decisions]

    async def play() -> None:
        store = Store(database)
        registry = Registry(store, BotPool(), 0.0, Library())
        table, clients = await seated(registry, "new-york-1901", 3, {"hold": True})
        table.state.seed, table.state.chairs = source.seed, table.chairs
        for chair in table.chairs:
            chair.nonce = None
        table.state.begin(None)

        async def give(command) -> None:
            client = clients[command_seat()]
            number = table.number
            await table.handle(client, command)
            assert table.number == number + 1, client.replies

        def command_seat() -> int:
            match = table.started_match
            return match.undoer if undoing else match.to_act

        undoing = False
        for number, move in enumerate(moves):
            if table.started_match.ply > number:
                continue  # it followed from the previous one
            await give(Play(f"m{number}", table.number, move))
        before, ply = table.started_match.hash(), table.started_match.ply
        await give(Play("forced", table.number, source.game.notation(action)))
        entry, after = table.state.log[-1], table.started_match.hash()
        assert len(entry.decisions) == entry.text.count(AND_THEN) + 1 > 1
        assert [source.game.notation(one.action) for one in entry.decisions] == entry.text.split(AND_THEN)
        assert table.started_match.ply == ply + len(entry.decisions)
        undoing = True
        await give(Undo("undo", table.number))
        assert (table.started_match.hash(), table.started_match.ply) == (before, ply)
        assert entry not in table.state.standing
        undoing = False
        await give(Redo("redo", table.number))
        assert table.started_match.hash() == after
        assert table.state.standing[ply:] == [entry] * len(entry.decisions)
        store.close()

    asyncio.run(play())


def test_the_stored_log_replays(database):
    """Whole games with forced moves load with every hash checked."""

    async def play() -> None:
        store = Store(database)
        registry = Registry(store, BotPool(), 0.0, Library())
        table, clients = await seated(registry, "new-york-1901", 3, {})
        for number in range(60):
            match = table.started_match
            move = match.game.notation(match.legal()[number % len(match.legal())])
            await table.handle(clients[match.to_act], Play(f"m{number}", table.number, move))
        assert any(len(entry.decisions) > 1 for entry in table.state.log)
        loaded = await store.read(lambda connection: load(Library(), connection, table.id))
        assert loaded.started_match.hash() == table.started_match.hash()
        assert [entry.text for entry in loaded.log] == [entry.text for entry in table.state.log]
        assert [len(entry.decisions) for entry in loaded.log] == [len(e.decisions) for e in table.state.log]
        store.close()

    asyncio.run(play())
