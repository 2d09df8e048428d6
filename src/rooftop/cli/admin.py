"""rooftop admin: look after a server, even while it runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click
import msgspec

from rooftop.cli.common import print_json, require_server
from rooftop.cli.settings_options import database_option
from rooftop.errors import OptionError
from rooftop.languages import ENGLISH, LANGUAGES, locale
from rooftop.server.settings import database_url

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

STATUSES = ("waiting", "playing", "over", "closed")
MINUTE, DAY = 60.0, 86400.0

IDS = {"ignore_unknown_options": True, "help_option_names": ["--help"]}  # ids may begin with a dash

Command = Callable[..., Any]


def list_options(function: Command) -> Command:
    """Add --limit and --json."""
    limit = click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="Most lines.")
    as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
    return limit(as_json(function))


@contextmanager
def opened(database: str, writes: bool = False) -> Iterator[Connection]:
    """Open the database of a server, which may be running; what is written is stored at the end."""
    require_server("rooftop admin", database)
    from rooftop.server.store.store import connect, database_file, is_newest, opening

    url = database_url(database)
    with opening(url):
        engine = connect(url)
        try:
            file = database_file(engine)
            if file is not None and not file.exists():
                raise OptionError(f"{file}: there is no such database")
            if not is_newest(engine):
                raise OptionError(
                    "the database is of another version; start the server of this version on it first"
                )
            with engine.connect().execution_options(writes=writes) as connection:
                yield connection
                connection.commit()
        finally:
            engine.dispose()


@click.group()
def admin() -> None:
    """Look after a server: its tables, its people, announcements.

    The server may be running; it notices a change within a few seconds.
    """


@admin.command()
@click.option("--status", type=click.Choice(STATUSES), help="Only tables with this status.")
@click.option("--title", "title_id", metavar="TITLE", help="Only tables of this title.")
@click.option("--owner", metavar="IDENTITY", help="Only tables of this person.")
@click.option(
    "--idle",
    "idle_days",
    type=float,
    metavar="DAYS",
    help="Only tables that have been idle for this many days.",
)
@list_options
@database_option
def tables(
    status: str | None,
    title_id: str | None,
    owner: str | None,
    idle_days: float | None,
    limit: int,
    as_json: bool,
    database: str,
) -> None:
    """List tables, the last changed first."""
    from rooftop.server import admin as work

    before = None if idle_days is None else time.time() - idle_days * DAY
    with opened(database) as connection:
        rows = work.tables(connection, status, title_id, owner, before, limit)
    if as_json:
        print_json({"tables": msgspec.to_builtins(rows)})
        return
    _print_rows(
        ("TABLE", "STATUS", "TITLE", "SEATED", "TIME", "VISIBILITY", "CHANGED", "HOST", "IDENTITY"),
        [
            (row.id, row.status, row.title, f"{row.seated}/{row.players}", row.time, row.visibility,
             _date(row.changed), row.host, row.owner)
            for row in rows
        ],
    )  # fmt: skip


@admin.command(context_settings=IDS)
@click.argument("table_ids", metavar="TABLE...", nargs=-1, required=True)
@database_option
def close(table_ids: tuple[str, ...], database: str) -> None:
    """Close tables, also those with a running game. Nothing is deleted."""
    from rooftop.server import admin as work

    with opened(database, writes=True) as connection:
        for table_id in table_ids:
            if not work.close(connection, table_id, time.time()):
                raise OptionError(f"{table_id}: no such table, or it is over or closed; nothing was closed")
    click.echo(f"closed: {', '.join(table_ids)}")


@admin.command()
@click.option("--name", help="Only people whose name contains this.")
@click.option("--blocked", is_flag=True, help="Only blocked people.")
@list_options
@database_option
def people(name: str | None, blocked: bool, limit: int, as_json: bool, database: str) -> None:
    """List people, the newest first."""
    from rooftop.server import admin as work

    with opened(database) as connection:
        rows = work.people(connection, name, blocked, limit)
    if as_json:
        print_json({"people": msgspec.to_builtins(rows)})
        return
    _print_rows(
        ("IDENTITY", "CREATED", "TABLES", "BLOCKED", "NAME"),
        [
            (
                row.id,
                _date(row.created),
                str(row.tables),
                _date(row.blocked) if row.blocked else "-",
                row.name,
            )
            for row in rows
        ],
    )


@admin.command(context_settings=IDS)
@click.argument("identity")
@database_option
def block(identity: str, database: str) -> None:
    """Block a person: every request is refused, and open pages and tables that have not begun are closed."""
    from rooftop.server import admin as work

    with opened(database, writes=True) as connection:
        closed = work.block(connection, identity, time.time())
    if closed is None:
        raise OptionError(f"{identity}: no such identity; `rooftop admin people` lists them")
    click.echo(f"blocked: {identity}; tables closed: {closed}")


@admin.command(context_settings=IDS)
@click.argument("identity")
@database_option
def unblock(identity: str, database: str) -> None:
    """Let a blocked person in again."""
    from rooftop.server import admin as work

    with opened(database, writes=True) as connection:
        if not work.unblock(connection, identity):
            raise OptionError(f"{identity}: not blocked; `rooftop admin people --blocked` lists who is")
    click.echo(f"unblocked: {identity}")


_OPTIONS = " or ".join(f"--{code}" for code in LANGUAGES)


def _parameter(code: str) -> str:
    return f"said_{code.replace('-', '_').lower()}"


def _in_each_language(function: Command) -> Command:
    """Add an option for each language: --en TEXT."""
    for code in reversed(LANGUAGES):
        told = f"What to say in {locale(code).get_display_name(ENGLISH)}."
        function = click.option(f"--{code}", _parameter(code), default="", metavar="TEXT", help=told)(
            function
        )
    return function


@admin.command()
@_in_each_language
@click.option(
    "--minutes",
    type=click.FloatRange(0, min_open=True),
    default=60.0,
    show_default=True,
    help="How long to show it.",
)
@click.option("--end", is_flag=True, help="End the last announcement now.")
@database_option
def announce(minutes: float, end: bool, database: str, **said: str) -> None:
    """Show a message on all pages, such as one about maintenance. One language is enough."""
    from rooftop.server import admin as work

    texts = {code: said[_parameter(code)] for code in LANGUAGES if said[_parameter(code)]}
    if bool(texts) == end:
        raise OptionError(f"say something with {_OPTIONS}, or --end the last announcement")
    if any(len(text) > work.TEXT_LENGTH for text in texts.values()):
        raise OptionError(f"an announcement can have at most {work.TEXT_LENGTH} characters")
    until = time.time() + minutes * MINUTE
    with opened(database, writes=True) as connection:
        work.announce(connection, texts, until)
    click.echo("ended" if end else f"announced until {_date(until)}")


@admin.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@database_option
def stats(as_json: bool, database: str) -> None:
    """Count people and tables."""
    from rooftop.server import admin as work

    with opened(database) as connection:
        found = work.statistics(connection, time.time())
    if as_json:
        print_json(msgspec.to_builtins(found))
        return

    def spans(counted: dict[str, int]) -> str:
        return ", ".join(f"{number} in a {span}" for span, number in counted.items())

    def parts(counted: dict[str, int]) -> str:
        return ", ".join(f"{number} {name}" for name, number in sorted(counted.items())) or "none"

    click.echo(f"people: {found.people} (new: {spans(found.new_people)}; blocked: {found.blocked})")
    click.echo(f"tables: {parts(found.tables)}")
    click.echo(f"games by title: {parts(found.titles)}")
    click.echo(f"games with moves: {spans(found.begun)}")
    click.echo(f"seats that wait: {parts(found.waiting_for)}")


def _date(at: float) -> str:
    return f"{datetime.fromtimestamp(at):%Y-%m-%d %H:%M}"


def _print_rows(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table. The last column may be of any width."""
    widths = [max(len(row[k]) for row in (heads, *rows)) for k in range(len(heads))]
    for row in (heads, *rows):
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
