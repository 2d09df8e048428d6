"""rooftop serve, rooftop backup: host tables, and copy them while they run."""

from __future__ import annotations

import contextlib
import errno
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import click

from rooftop.cli.common import require_server
from rooftop.errors import OptionError
from rooftop.server.settings import Settings, database_url

BACKLOG = 2048  # connections that wait to be taken


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for all.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port to listen on."
)
@click.option(
    "--database",
    default="",
    metavar="URL",
    help="sqlite:///FILE or postgresql://USER@HOST/NAME; without it a file in your data folder.",
)
@click.option(
    "--title",
    "titles",
    multiple=True,
    metavar="TITLE",
    envvar="ROOFTOP_TITLES",
    help="Offer this title, and others so named; without it all.",
)
@click.option(
    "--editions",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A folder with further edition files to play with.",
)
@click.option(
    "--bot-processes", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes for bots."
)
@click.option("--secure-cookie", is_flag=True, help="Behind HTTPS: send the cookie over HTTPS only.")
@click.option(
    "--requests-per-minute",
    type=click.IntRange(1),
    default=Settings.requests_per_minute,
    show_default=True,
    envvar="ROOFTOP_REQUESTS_PER_MINUTE",
    help="The most that one address may ask for.",
)
@click.option(
    "--commands-per-minute",
    type=click.IntRange(1),
    default=Settings.commands_per_minute,
    show_default=True,
    envvar="ROOFTOP_COMMANDS_PER_MINUTE",
    help="The most that one person may command.",
)
@click.option(
    "--connections-per-address",
    type=click.IntRange(1),
    default=Settings.connections_per_address,
    show_default=True,
    envvar="ROOFTOP_CONNECTIONS_PER_ADDRESS",
    help="The most connections that one address may have open.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
def serve(
    host: str,
    port: int,
    database: str,
    titles: tuple[str, ...],
    editions: Path | None,
    bot_processes: int,
    secure_cookie: bool,
    requests_per_minute: int,
    commands_per_minute: int,
    connections_per_address: int,
    open_page: bool,
) -> None:
    """Serve live tables: http://HOST:PORT. /ready answers 200 when it is ready; Ctrl-C stops gracefully."""
    require_server("rooftop serve", database)
    import uvicorn

    from rooftop.server.app import create_app
    from rooftop.server.connections import limited, raise_descriptor_limit

    settings = Settings(
        host=host,
        port=port,
        database=database,
        titles=titles,
        editions=editions,
        bot_processes=bot_processes,
        secure_cookie=secure_cookie,
        requests_per_minute=requests_per_minute,
        commands_per_minute=commands_per_minute,
        connections_per_address=connections_per_address,
    )
    room = raise_descriptor_limit()
    with contextlib.ExitStack() as opened, contextlib.suppress(KeyboardInterrupt):
        ears = _listening(host, port, opened)
        # One message holds at most a frame; the server itself refuses what is longer with a sentence.
        config = limited(
            create_app(settings), room, connections_per_address, log_level="error", access_log=False,
            ws_max_size=65_536, timeout_graceful_shutdown=5,
        )  # fmt: skip
        address = f"http://{f'[{host}]' if ':' in host else host}:{ears[0].getsockname()[1]}"
        click.echo(f"Rooftop: {address}  (preparing the rules; /ready says when it is ready)", err=True)
        if open_page:
            # Whoever comes before the server answers has only to wait.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        uvicorn.Server(config).run(sockets=ears)


def _listening(host: str, port: int, opened: contextlib.ExitStack) -> list[socket.socket]:
    """A socket for every address that `host` means, before anything else is begun: a port that is taken is
    said at once."""
    ears: list[socket.socket] = []
    missing: OSError | None = None
    try:
        for family, _, _, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            free = ears[0].getsockname()[1] if ears else 0
            try:
                ear = socket.create_server((str(address[0]), port or free), family=family, backlog=BACKLOG)
            except OSError as error:
                if error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                    raise
                missing = error  # such as ::1 of "localhost" on a machine without IPv6
            else:
                ears.append(opened.enter_context(ear))
        if missing and not ears:
            raise missing
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (")[0]
        raise OptionError(
            f"cannot listen on {host}, port {port}: {reason}; --host and --port choose another"
        ) from None
    return ears


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--database", default="", metavar="URL", help="The SQLite database to copy; yours by default.")
def backup(file: Path, database: str) -> None:
    """Copy a running SQLite database into FILE, whole at one moment."""
    require_server("rooftop backup", database)
    from rooftop.server.store import backup as copy

    copy(database_url(database), file)
    click.echo(f"{file}: {file.stat().st_size} bytes", file=sys.stderr)
