"""rooftop ratings: compute all ratings again."""

from __future__ import annotations

import click

from rooftop.cli.common import require_server
from rooftop.cli.settings_options import database_option
from rooftop.server.settings import database_url


@click.command()
@database_option
def ratings(database: str) -> None:
    """Compute all ratings again from the rated games of a database. Stop its server first.

    The numbers are the same as before, unless the rating method has changed.
    """
    require_server("rooftop ratings", database)
    from rooftop.server.memory.ratings import recompute
    from rooftop.server.store.store import Store

    store = Store(database_url(database), alone=True)
    try:
        with store.engine.begin() as connection:
            games, changed = recompute(connection)
    finally:
        store.close()
    click.echo(f"{games} rated games; {changed} ratings have changed")
