"""rooftop serve, rooftop backup: host tables, and copy them while they run."""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path

import click

from rooftop.server.settings import Settings, database_url


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
    open_page: bool,
) -> None:
    """Serve live tables: http://HOST:PORT. /health answers when it is ready; Ctrl-C stops gracefully."""
    import uvicorn

    from rooftop.server.app import create_app

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
    )
    click.echo(
        f"Rooftop: http://{host}:{port}  (preparing the rules; /health says when it is ready)", err=True
    )
    if open_page:
        threading.Thread(target=_open_when_there, args=(host, port), daemon=True).start()
    # One message holds at most a frame; the server itself refuses what is longer with a sentence.
    uvicorn.run(
        create_app(settings), host=host, port=port, log_level="warning", access_log=False, ws_max_size=65_536,
        timeout_graceful_shutdown=5,
    )  # fmt: skip


def _open_when_there(host: str, port: int) -> None:
    """Open the page as soon as the server listens."""
    for _ in range(300):
        with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
            webbrowser.open(f"http://{host}:{port}")
            return
        time.sleep(0.1)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--database", default="", metavar="URL", help="The SQLite database to copy; yours by default.")
def backup(file: Path, database: str) -> None:
    """Copy a running SQLite database into FILE, whole at one moment."""
    from rooftop.server.store import backup as copy

    copy(database_url(database), file)
    click.echo(f"{file}: {file.stat().st_size} bytes", file=sys.stderr)
