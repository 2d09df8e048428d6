"""rooftop serve and rooftop backup: host tables, and back them up while they run."""

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
from rooftop.cli.processes import Parent, ParentConnection, check_processes
from rooftop.errors import OptionError
from rooftop.server.settings import Settings, database_url

BACKLOG = 2048  # connections waiting to be accepted


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for all.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port to listen on."
)
@click.option(
    "--public-url",
    default="",
    metavar="URL",
    envvar="ROOFTOP_PUBLIC_URL",
    help="Where people reach the server, for links (default: the address in their browser).",
)
@click.option(
    "--database",
    default="",
    metavar="URL",
    help="sqlite:///FILE or postgresql://USER@HOST/NAME (default: a file in your data folder).",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    envvar="ROOFTOP_PROCESSES",
    help="Server processes on one port; more than one need PostgreSQL.",
)
@click.option(
    "--internal-host",
    default=Settings.internal_host,
    show_default=True,
    envvar="ROOFTOP_INTERNAL_HOST",
    help="Address of this machine for other processes of the same database, in a private network.",
)
@click.option(
    "--internal-port",
    type=click.IntRange(0, 65535),
    default=0,
    envvar="ROOFTOP_INTERNAL_PORT",
    help="Port for other processes of the same database (default: any).",
)
@click.option(
    "--title",
    "titles",
    multiple=True,
    metavar="TITLE",
    envvar="ROOFTOP_TITLES",
    help="Title to offer; repeatable (default: all).",
)
@click.option(
    "--editions",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder with more edition files to offer.",
)
@click.option(
    "--docs",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    envvar="ROOFTOP_DOCS",
    help="Folder with the built documentation, shown at /docs (default: site/ of a checkout, if built).",
)
@click.option(
    "--bot-processes",
    type=click.IntRange(0, 64),
    default=Settings.bot_processes,
    show_default=True,
    envvar="ROOFTOP_BOT_PROCESSES",
    help="Maximum number of bot processes, and of cores for one decision; 0: one, started for the first bot.",
)
@click.option(
    "--browser-bots/--no-browser-bots",
    default=True,
    show_default=True,
    envvar="ROOFTOP_BROWSER_BOTS",
    help="Let players' browsers think for bots and suggestions in practice games.",
)
@click.option(
    "--painter-processes",
    type=click.IntRange(0, 64),
    default=1,
    show_default=True,
    envvar="ROOFTOP_PAINTER_PROCESSES",
    help="Processes that make the pictures and words of updates; 0: a thread of the server.",
)
@click.option(
    "--secure-cookie", is_flag=True, help="Send the cookie over HTTPS only; use it behind an HTTPS proxy."
)
@click.option(
    "--requests-per-minute",
    type=click.IntRange(1),
    default=Settings.requests_per_minute,
    show_default=True,
    envvar="ROOFTOP_REQUESTS_PER_MINUTE",
    help="Maximum number of requests per address.",
)
@click.option(
    "--requests-per-network",
    type=click.IntRange(1),
    default=Settings.requests_per_network,
    show_default=True,
    envvar="ROOFTOP_REQUESTS_PER_NETWORK",
    help="Maximum number of requests per IPv6 /48 network and minute.",
)
@click.option(
    "--frames-per-minute",
    type=click.IntRange(1),
    default=Settings.frames_per_minute,
    show_default=True,
    envvar="ROOFTOP_FRAMES_PER_MINUTE",
    help="Maximum number of frames of any kind on one socket; more close it.",
)
@click.option(
    "--commands-per-minute",
    type=click.IntRange(1),
    default=Settings.commands_per_minute,
    show_default=True,
    envvar="ROOFTOP_COMMANDS_PER_MINUTE",
    help="Maximum number of commands per person.",
)
@click.option(
    "--commands-per-address",
    type=click.IntRange(1),
    default=Settings.commands_per_address,
    show_default=True,
    envvar="ROOFTOP_COMMANDS_PER_ADDRESS",
    help="Maximum number of commands per address and minute.",
)
@click.option(
    "--commands-per-network",
    type=click.IntRange(1),
    default=Settings.commands_per_network,
    show_default=True,
    envvar="ROOFTOP_COMMANDS_PER_NETWORK",
    help="Maximum number of commands per IPv6 /48 network and minute.",
)
@click.option(
    "--messages-per-minute",
    type=click.IntRange(1),
    default=Settings.messages_per_minute,
    show_default=True,
    envvar="ROOFTOP_MESSAGES_PER_MINUTE",
    help="Maximum number of chat messages per person.",
)
@click.option(
    "--connections-per-address",
    type=click.IntRange(1),
    default=Settings.connections_per_address,
    show_default=True,
    envvar="ROOFTOP_CONNECTIONS_PER_ADDRESS",
    help="Maximum number of open connections per address.",
)
@click.option(
    "--connections-per-network",
    type=click.IntRange(1),
    default=Settings.connections_per_network,
    show_default=True,
    envvar="ROOFTOP_CONNECTIONS_PER_NETWORK",
    help="Maximum number of open connections per IPv6 /48 network.",
)
@click.option(
    "--identities-per-day",
    type=click.IntRange(1),
    default=Settings.identities_per_day,
    show_default=True,
    envvar="ROOFTOP_IDENTITIES_PER_DAY",
    help="Maximum number of new visitors per address and day.",
)
@click.option(
    "--identities-per-network",
    type=click.IntRange(1),
    default=Settings.identities_per_network,
    show_default=True,
    envvar="ROOFTOP_IDENTITIES_PER_NETWORK",
    help="Maximum number of new visitors per IPv6 /48 network and day.",
)
@click.option(
    "--waiting-per-person",
    type=click.IntRange(1),
    default=Settings.waiting_per_person,
    show_default=True,
    envvar="ROOFTOP_WAITING_PER_PERSON",
    help="Maximum number of a person's tables that wait for players.",
)
@click.option(
    "--waiting-per-address",
    type=click.IntRange(1),
    default=Settings.waiting_per_address,
    show_default=True,
    envvar="ROOFTOP_WAITING_PER_ADDRESS",
    help="Maximum number of tables that were opened from one address and wait for players.",
)
@click.option(
    "--bot-games-per-person",
    type=click.IntRange(1),
    default=Settings.bot_games_per_person,
    show_default=True,
    envvar="ROOFTOP_BOT_GAMES_PER_PERSON",
    help="Maximum number of running games with bots at tables of one host.",
)
@click.option(
    "--bot-games-per-address",
    type=click.IntRange(1),
    default=Settings.bot_games_per_address,
    show_default=True,
    envvar="ROOFTOP_BOT_GAMES_PER_ADDRESS",
    help="Maximum number of running games with bots at tables that were opened from one address.",
)
@click.option(
    "--bot-games-per-network",
    type=click.IntRange(1),
    default=Settings.bot_games_per_network,
    show_default=True,
    envvar="ROOFTOP_BOT_GAMES_PER_NETWORK",
    help="The same for an IPv6 /48 network.",
)
@click.option(
    "--grace",
    type=click.FloatRange(0, min_open=True),
    default=Settings.grace,
    show_default=True,
    envvar="ROOFTOP_GRACE",
    help="Seconds until a bot may play for somebody who has left on their turn; two and a half times as many"
    " if it is not their turn.",
)
@click.option(
    "--live-days",
    type=click.FloatRange(0, min_open=True),
    default=Settings.live_days,
    show_default=True,
    envvar="ROOFTOP_LIVE_DAYS",
    help="Days until a table without a game is closed, and a game without moves leaves the public lists.",
)
@click.option(
    "--correspondence-days",
    type=click.FloatRange(0, min_open=True),
    default=Settings.correspondence_days,
    show_default=True,
    envvar="ROOFTOP_CORRESPONDENCE_DAYS",
    help="The same for tables with days for each move.",
)
@click.option(
    "--smtp-url",
    default="",
    metavar="URL",
    envvar="ROOFTOP_SMTP_URL",
    help="Mail server for messages to people who are away: smtp://USER:PASSWORD@HOST:587 or smtps://...",
)
@click.option(
    "--mail-from", default="", metavar="ADDRESS", envvar="ROOFTOP_MAIL_FROM", help="Sender of e-mails."
)
@click.option(
    "--vapid-contact",
    default="",
    metavar="URL",
    envvar="ROOFTOP_VAPID_CONTACT",
    help="Offer push messages; push services can reach you at mailto:ADDRESS or https://ADDRESS.",
)
@click.option(
    "--vapid-key",
    default="",
    metavar="KEY",
    envvar="ROOFTOP_VAPID_KEY",
    help="Private key for push messages, 32 bytes in base64url (default: made once, and stored).",
)
@click.option(
    "--webhooks", is_flag=True, envvar="ROOFTOP_WEBHOOKS", help="Offer messages to Discord, Slack and ntfy."
)
@click.option(
    "--message-host",
    "message_hosts",
    multiple=True,
    metavar="HOST",
    envvar="ROOFTOP_MESSAGE_HOSTS",
    help="Host that push messages and webhooks may be sent to; repeatable (default: all public hosts).",
)
@click.option(
    "--metrics-from",
    multiple=True,
    default=Settings.metrics_from,
    show_default=True,
    metavar="NETWORK",
    envvar="ROOFTOP_METRICS_FROM",
    help="Address or network that may read /metrics; repeatable.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the home page in a browser.")
def serve(
    host: str,
    port: int,
    public_url: str,
    database: str,
    processes: int,
    internal_host: str,
    internal_port: int,
    titles: tuple[str, ...],
    editions: Path | None,
    docs: Path | None,
    bot_processes: int,
    browser_bots: bool,
    painter_processes: int,
    secure_cookie: bool,
    requests_per_minute: int,
    requests_per_network: int,
    frames_per_minute: int,
    commands_per_minute: int,
    commands_per_address: int,
    commands_per_network: int,
    messages_per_minute: int,
    connections_per_address: int,
    connections_per_network: int,
    identities_per_day: int,
    identities_per_network: int,
    waiting_per_person: int,
    waiting_per_address: int,
    bot_games_per_person: int,
    bot_games_per_address: int,
    bot_games_per_network: int,
    grace: float,
    live_days: float,
    correspondence_days: float,
    smtp_url: str,
    mail_from: str,
    vapid_contact: str,
    vapid_key: str,
    webhooks: bool,
    message_hosts: tuple[str, ...],
    metrics_from: tuple[str, ...],
    open_page: bool,
) -> None:
    """Serve live tables at http://HOST:PORT. /ready answers 200 once the server is ready; Ctrl-C stops it."""
    require_server("rooftop serve", database)
    settings = Settings(
        host=host,
        port=port,
        public_url=public_url.rstrip("/"),
        database=database,
        internal_host=internal_host,
        internal_port=internal_port,
        titles=titles,
        editions=editions,
        docs=docs,
        bot_processes=bot_processes,
        browser_bots=browser_bots,
        painter_processes=painter_processes,
        secure_cookie=secure_cookie,
        requests_per_minute=requests_per_minute,
        requests_per_network=requests_per_network,
        frames_per_minute=frames_per_minute,
        commands_per_minute=commands_per_minute,
        commands_per_address=commands_per_address,
        commands_per_network=commands_per_network,
        messages_per_minute=messages_per_minute,
        connections_per_address=connections_per_address,
        connections_per_network=connections_per_network,
        identities_per_day=identities_per_day,
        identities_per_network=identities_per_network,
        waiting_per_person=waiting_per_person,
        waiting_per_address=waiting_per_address,
        bot_games_per_person=bot_games_per_person,
        bot_games_per_address=bot_games_per_address,
        bot_games_per_network=bot_games_per_network,
        grace=grace,
        live_days=live_days,
        correspondence_days=correspondence_days,
        smtp_url=smtp_url,
        mail_from=mail_from,
        vapid_contact=vapid_contact,
        vapid_key=vapid_key,
        webhooks=webhooks,
        message_hosts=message_hosts,
        metrics_from=metrics_from,
    )
    check_processes(processes, settings)
    with contextlib.ExitStack() as opened, contextlib.suppress(KeyboardInterrupt):
        parent = ParentConnection.of_child()
        sockets = parent.sockets if parent else _listen(host, port, opened)
        address = f"http://{f'[{host}]' if ':' in host else host}:{sockets[0].getsockname()[1]}"
        if parent is None:
            click.echo(f"Rooftop: {address}  (preparing the rules; see /ready)", err=True)
        if open_page:
            # The socket is already listening, so an early request only waits.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        if processes > 1 and parent is None:
            sys.exit(Parent(processes, sockets).run())
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
@click.option(
    "--database",
    default="",
    metavar="URL",
    help="SQLite database to copy (default: the file in your data folder).",
)
def backup(file: Path, database: str) -> None:
    """Copy a SQLite database to FILE. A server may be using it."""
    require_server("rooftop backup", database)
    from rooftop.server.store.backup import backup as copy

    copy(database_url(database), file)
    click.echo(f"{file}: {file.stat().st_size} bytes", file=sys.stderr)
