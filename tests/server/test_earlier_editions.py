"""A game started with an earlier version of a title's edition continues with it."""

import asyncio

import pytest

from rooftop.errors import OptionError
from rooftop.game.title import title
from rooftop.server import auth
from rooftop.server.bots import BotPool
from rooftop.server.library import Library
from rooftop.server.painting import paint
from rooftop.server.protocol import NewTable
from rooftop.server.store.store import Store
from rooftop.server.tables.log import load
from rooftop.server.tables.registry import Registry
from rooftop.server.tables.state import LogEntry

KIND = title("new-york-1901")
LATEST, EARLIER = KIND.editions()[:2]


def test_a_stored_game_of_an_earlier_version_is_played_and_painted_with_it(tmp_path):
    async def play() -> None:
        store = Store(f"sqlite:///{tmp_path / 'games.db'}")
        before = Registry(store, BotPool(), 0.0, Library([EARLIER]))  # when that version was the latest
        who, _ = await store.write(auth.create)
        order = NewTable(KIND.id, 2, ["me", "bot:novice"], {"hold": True}, edition=EARLIER.id)
        table_id = (await before.create(who, order)).table
        await before.sit(who, table_id, "nonce")
        table = await before.table(table_id)
        async with table.lock:
            for number in range(3):
                move = table.started_match.moves()[0].notation
                await table.add(LogEntry("move", table.started_match.to_act, move), f"test:{number}")
        loaded = await store.read(lambda connection: load(Library(), connection, table_id))
        assert loaded.game.edition is EARLIER
        assert loaded.started_match.hash() == table.started_match.hash()
        setup = Library().setup(loaded.game)
        assert setup.edition == -1
        assert paint._title_and_board(setup)[1].tiles == loaded.game.board.tiles
        assert Library().setup(loaded.game)._replace(edition=0) != setup
        store.close()

    asyncio.run(play())


def test_new_games_use_the_latest_version_only():
    library = Library()
    assert library.editions_of(KIND) == [LATEST]
    assert library.edition(KIND, None) is LATEST
    with pytest.raises(OptionError, match="must be one of"):
        library.edition(KIND, EARLIER.id)
