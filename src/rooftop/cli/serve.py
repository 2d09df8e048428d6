"""rooftop serve and rooftop backup: host tables, and back them up while they run."""

from __future__ import annotations

import contextlib
import errno
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import click

from rooftop.cli.common import require_server
from rooftop.cli.processes import Parent, ParentConnection, check_processes
from rooftop.cli.settings_options import database_option, settings_options
from rooftop.errors import OptionError
from rooftop.server.settings import Settings, database_url

BACKLOG = 2048  # connections waiting to be accepted


@click.command()
@settings_options
@click.option("--open", "open_page", is_flag=True, help="Open the home page in a browser.")
def serve(open_page: bool, **chosen: Any) -> None:
    """Serve live tables at http://HOST:PORT. /ready answers 200 once the server is ready; Ctrl-C stops it.

    Every setting can also be an environment variable, such as ROOFTOP_PORT, or a line of a config file, such
    as `port = 8080`. An option comes before a variable, and a variable before the file.
    """
    require_server("rooftop serve", chosen["database"])
    settings = Settings(**chosen)
    check_processes(settings)
    with contextlib.ExitStack() as opened, contextlib.suppress(KeyboardInterrupt):
        parent = ParentConnection.of_child()
        sockets = parent.sockets if parent else _listen(settings.host, settings.port, opened)
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        address = f"http://{host}:{sockets[0].getsockname()[1]}"
        if parent is None:
            click.echo(f"Rooftop: {address}  (preparing the rules; see /ready)", err=True)
        if open_page:
            # The socket is already listening, so an early request only waits.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        if settings.processes > 1 and parent is None:
            sys.exit(Parent(settings.processes, sockets).run())
        _serve(settings, sockets, parent)


def _serve(settings: Settings, sockets: list[socket.socket], parent: ParentConnection | None) -> None:
    """Serve in this process, until it is stopped."""
    from rooftop.server.app import create_app
    from rooftop.server.connections import PoliteServer, raise_descriptor_limit, uvicorn_config

    most_connections, app = raise_descriptor_limit(), create_app(settings)
    context = app.state["context"]
    if parent is not None:
        context.on_warm = parent.ready
    # The protocol refuses frames over 4 kB with a sentence; only far longer messages close a socket.
    config = uvicorn_config(
        app, most_connections, settings.connections_per_address, context.tally, settings.frames_per_minute,
        settings.connections_per_network,
        log_level="error", access_log=False, ws_max_size=65_536, timeout_graceful_shutdown=5,
    )  # fmt: skip
    server = PoliteServer(config, context.leave)
    if parent is not None:
        parent.watch(server.stop)
    server.run(sockets=sockets)


def _listen(host: str, port: int, opened: contextlib.ExitStack) -> list[socket.socket]:
    """Listen on every address of `host`. This comes first, so that a port in use is reported at once."""
    sockets: list[socket.socket] = []
    unavailable: OSError | None = None
    try:
        for family, _, _, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            chosen = sockets[0].getsockname()[1] if sockets else 0
            try:
                server = socket.create_server(
                    (str(address[0]), port or chosen), family=family, backlog=BACKLOG
                )
            except OSError as error:
                if error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                    raise
                unavailable = error  # such as ::1 of "localhost" on a machine without IPv6
            else:
                sockets.append(opened.enter_context(server))
        if unavailable and not sockets:
            raise unavailable
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (")[0]
        raise OptionError(
            f"cannot listen on {host}, port {port}: {reason}; choose another --host or --port"
        ) from None
    return sockets


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def backup(file: Path, database: str) -> None:
    """Copy a SQLite database to FILE. A server may be using it."""
    require_server("rooftop backup", database)
    from rooftop.server.store.backup import backup as copy

    copy(database_url(database), file)
    click.echo(f"{file}: {file.stat().st_size} bytes", file=sys.stderr)
