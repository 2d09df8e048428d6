"""The settings of a table before its game, apart from who plays: the clock, who can watch, ratings, options.

The host may change them until the game begins. Then nobody is ready any more: everyone looks at them again.
"""

from __future__ import annotations

from collections import Counter

import msgspec
from sqlalchemy.engine import Connection

from rooftop.errors import OptionError
from rooftop.game.position import new_game
from rooftop.game.seed import commitment
from rooftop.server.auth import Identity
from rooftop.server.memory.ratings import check_rated
from rooftop.server.protocol import TableChange
from rooftop.server.tables import clocks
from rooftop.server.tables.gathering import set_ready
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.registry import Registry, check_shared, check_visibility, check_waiting
from rooftop.server.tables.state import INVITED, TableState


async def change(registry: Registry, host: Identity, table_id: str, wanted: TableChange) -> None:
    """Change the settings of a table that has not begun. Settings that are not named stay."""
    table = await registry.own_table(host, table_id)
    async with table.lock:
        check_waiting(table.state)
        values = _changed(registry, table, wanted)
        if not values:
            return
        here, now = table.visitors(), registry.now()

        def write(connection: Connection) -> TableState:
            set_ready(connection, table_id, False)
            return registry.write_lobby(connection, table_id, host.id, here, now, False, **values)

        registry.show_lobby(table, await table.write(write), now)


def _changed(registry: Registry, table: LiveTable, wanted: TableChange) -> dict[str, object]:
    """Return the columns that change. Raises OptionError if the game cannot be played like that."""
    state, game = table.state, table.game
    visibility = state.visibility if wanted.visibility is None else wanted.visibility
    time = state.time if wanted.time is None else wanted.time
    timeout = state.timeout if wanted.timeout is None else wanted.timeout
    rated = state.rated if wanted.rated is None else wanted.rated
    options = game.options if wanted.options is None else {**game.options, **wanted.options}
    check_visibility(visibility)
    control = clocks.parse(time)
    clocks.check_timeout(timeout)
    compiled = registry.library.compiled(game.title.id)
    options = new_game(game.title, game.players, options, game.edition, compiled).options
    if rated:
        own_edition = game.title.hash(game.edition) == game.title.hash(game.title.edition())
        check_rated(time, own_edition)
        browsers = Counter(chair.identity or chair.reserved for chair in table.chairs)
        check_shared(max((browsers[who] for who in browsers if who not in (None, INVITED)), default=0), rated)
        if any(chair.program for chair in table.chairs):
            raise OptionError("bots of your own cannot play in a rated game")
    before = (state.visibility, state.time, state.timeout, state.rated, game.options)
    if (visibility, time, timeout, rated, options) == before:
        return {}
    return {
        "visibility": visibility,
        "time": time,
        "pace": "day" if control.kind == "days" else "live",
        "timeout": timeout,
        "rated": rated,
        "options": msgspec.json.encode(options).decode(),
        # The seed stays: it was promised before anybody sat down.
        "commitment": commitment(state.seed, game.title.id, options),
    }
