"""Settings of a server."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, NamedTuple

import platformdirs

import rooftop
from rooftop.errors import OptionError
from rooftop.game.title import check_title, title_ids
from rooftop.server.notify.addresses import (
    check_contact,
    check_key,
    check_sender,
    check_smtp_url,
    parse_listed,
)

PUBLIC_URL = re.compile(r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?")
CHECKOUT = Path(rooftop.__file__).parents[2]  # unless Rooftop is installed from a wheel
LOOPBACK = ("127.0.0.0/8", "::1/128")
BOT_PROCESSES = 4  # the default at most, on a machine with many processors


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class About(NamedTuple):
    """What a setting is. Options of `rooftop serve`, environment variables, config files and the hosting page
    follow from it (`cli/config_file.py`, `cli/settings_options.py`)."""

    help: str
    least: float | None = None
    above: float | None = None
    most: float | None = None
    sign: str = ""  # of its value in help texts, such as URL
    option: str = ""  # the option's name, if not the setting's
    shown: str = ""  # the default in words


@dataclass(frozen=True)
class Settings:
    """Everything that `rooftop serve` can set."""

    # --- Address
    host: Annotated[str, About("Address to listen on; 0.0.0.0 for all.")] = "127.0.0.1"
    port: Annotated[int, About("Port to listen on.", least=0, most=65535)] = 8000
    public_url: Annotated[
        str,
        About(
            "Where people reach the server, for links in previews and messages.",
            sign="URL",
            shown="the address in their browser",
        ),
    ] = ""
    secure_cookie: Annotated[
        bool, About("Send the cookie over HTTPS only; use it behind an HTTPS proxy.")
    ] = False

    # --- Games
    database: Annotated[
        str,
        About(
            "sqlite:///FILE or postgresql://USER@HOST/NAME.", sign="URL", shown="a file in your data folder"
        ),
    ] = ""
    titles: Annotated[
        tuple[str, ...], About("Titles to offer.", option="title", sign="TITLE", shown="all")
    ] = ()
    editions: Annotated[Path | None, About("Folder with more edition files to offer.", sign="FOLDER")] = None
    docs: Annotated[
        Path | None,
        About(
            "Folder with the built documentation, shown at /docs.",
            sign="FOLDER",
            shown="site/ of a checkout, if built",
        ),
    ] = None

    # --- Processes
    processes: Annotated[
        int, About("Server processes on one port; more than one need PostgreSQL.", least=1, most=64)
    ] = 1
    internal_host: Annotated[
        str, About("Address of this machine for other processes of the same database, in a private network.")
    ] = "127.0.0.1"
    internal_port: Annotated[
        int, About("Port for other processes of the same database; 0: any.", least=0, most=65535)
    ] = 0
    painter_processes: Annotated[
        int,
        About(
            "Processes that make the pictures and words of updates; 0: a thread of the server.",
            least=0,
            most=64,
        ),
    ] = 1
    bot_processes: Annotated[
        int,
        About(
            "Maximum number of bot processes, and of cores for one decision; 0: one, started for the first"
            " bot.",
            least=0,
            most=64,
            shown=f"one for each processor, at most {BOT_PROCESSES}",
        ),
    ] = min(processors(), BOT_PROCESSES)

    # --- Bots
    browser_bots: Annotated[
        bool, About("Let players' browsers think for bots and suggestions in practice games.")
    ] = True
    bot_pause: Annotated[
        float, About("Seconds between two moves of bots, so that people can follow.", least=0)
    ] = 0.25

    # --- Limits
    frames_per_minute: Annotated[
        int, About("Maximum number of frames of any kind on one socket; more close it.", least=1)
    ] = 600
    commands_per_minute: Annotated[int, About("Maximum number of commands per person.", least=1)] = 240
    commands_per_address: Annotated[
        int, About("Maximum number of commands per address and minute.", least=1)
    ] = 2400
    commands_per_network: Annotated[
        int, About("Maximum number of commands per IPv6 /48 network and minute.", least=1)
    ] = 9600
    messages_per_minute: Annotated[int, About("Maximum number of chat messages per person.", least=1)] = 20
    requests_per_minute: Annotated[int, About("Maximum number of requests per address.", least=1)] = 1200
    requests_per_network: Annotated[
        int, About("Maximum number of requests per IPv6 /48 network and minute.", least=1)
    ] = 4800
    connections_per_address: Annotated[
        int, About("Maximum number of open connections per address.", least=1)
    ] = 200
    connections_per_network: Annotated[
        int, About("Maximum number of open connections per IPv6 /48 network.", least=1)
    ] = 800
    sockets_per_person: Annotated[
        int, About("Maximum number of a person's open sockets, at all tables together.", least=1)
    ] = 30
    identities_per_day: Annotated[
        int, About("Maximum number of new visitors per address and day.", least=1)
    ] = 200
    identities_per_network: Annotated[
        int, About("Maximum number of new visitors per IPv6 /48 network and day.", least=1)
    ] = 1000
    waiting_per_person: Annotated[
        int, About("Maximum number of a person's tables that wait for players.", least=1)
    ] = 10
    waiting_per_address: Annotated[
        int,
        About("Maximum number of tables that were opened from one address and wait for players.", least=1),
    ] = 40
    bot_games_per_person: Annotated[
        int, About("Maximum number of running games with bots at tables of one host.", least=1)
    ] = 20
    bot_games_per_address: Annotated[
        int,
        About(
            "Maximum number of running games with bots at tables that were opened from one address.", least=1
        ),
    ] = 80
    bot_games_per_network: Annotated[int, About("The same for an IPv6 /48 network.", least=1)] = 240
    send_seconds: Annotated[
        float, About("Seconds after which a client that reads nothing is disconnected.", above=0)
    ] = 20.0
    metrics_from: Annotated[
        tuple[str, ...], About("Addresses and networks that may read /metrics.", sign="NETWORK")
    ] = LOOPBACK

    # --- Absence
    grace: Annotated[
        float,
        About(
            "Seconds until a bot may play for somebody who has left on their turn; two and a half times as"
            " many if it is not their turn.",
            above=0,
        ),
    ] = 120.0
    live_days: Annotated[
        float,
        About(
            "Days until a table without a game is closed, and a game without moves leaves the public lists.",
            above=0,
        ),
    ] = 2.0
    correspondence_days: Annotated[float, About("The same for tables with days for each move.", above=0)] = (
        14.0
    )

    # --- Messages
    smtp_url: Annotated[
        str,
        About(
            "Mail server for messages to people who are away: smtp://USER:PASSWORD@HOST:587 or smtps://...",
            sign="URL",
            shown="no e-mail",
        ),
    ] = field(default="", repr=False)
    mail_from: Annotated[str, About("Sender of e-mails.", sign="ADDRESS")] = ""
    vapid_contact: Annotated[
        str,
        About(
            "Offer push messages; push services can reach you at mailto:ADDRESS or https://ADDRESS.",
            sign="URL",
            shown="no push messages",
        ),
    ] = ""
    vapid_key: Annotated[
        str,
        About(
            "Private key for push messages, 32 bytes in base64url.", sign="KEY", shown="made once, and stored"
        ),
    ] = field(default="", repr=False)
    webhooks: Annotated[bool, About("Offer messages to Discord, Slack and ntfy.")] = False
    message_hosts: Annotated[
        tuple[str, ...],
        About(
            "Hosts that push messages and webhooks may be sent to.",
            option="message-host",
            sign="HOST",
            shown="all public hosts",
        ),
    ] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "public_url", self.public_url.rstrip("/"))
        check_public_url(self.public_url)
        check_docs(self.docs)
        check_messages(self)
        check_networks(self.metrics_from)

    @property
    def offered(self) -> list[str]:
        """The ids of the titles to offer. Raises TitleError if one is not installed."""
        return [check_title(name) for name in self.titles or title_ids()]

    @property
    def documentation(self) -> Path | None:
        """The folder with the built documentation, if there is one."""
        if self.docs:
            return self.docs
        built = (CHECKOUT / "mkdocs.yml").is_file() and (CHECKOUT / "site" / "index.html").is_file()
        return CHECKOUT / "site" if built else None

    @property
    def idle_days(self) -> dict[str, float]:
        """`live_days` and `correspondence_days`, by pace."""
        return {"live": self.live_days, "day": self.correspondence_days}

    @property
    def url(self) -> str:
        """The database URL for SQLAlchemy."""
        return database_url(self.database)


def check_public_url(typed: str) -> None:
    """Raise OptionError unless the address is empty or complete."""
    if typed and not PUBLIC_URL.fullmatch(typed):
        raise OptionError(f"public URL must be like https://rooftop.example, not {typed!r}")


def check_docs(folder: Path | None) -> None:
    """Raise OptionError if a folder holds no built documentation."""
    if folder and not (folder / "index.html").is_file():
        raise OptionError(f"no documentation in {folder}: index.html is missing")


def check_networks(typed: Sequence[str]) -> None:
    """Raise OptionError unless all of these are addresses or networks."""
    for one in typed:
        try:
            ipaddress.ip_network(one)
        except ValueError:
            raise OptionError(
                f"metrics can be read from an address or a network such as 10.0.0.0/8, not {one!r}"
            ) from None


def check_messages(settings: Settings) -> None:
    """Raise OptionError if messages could not be sent with these settings."""
    if settings.smtp_url:
        check_smtp_url(settings.smtp_url)
        check_sender(settings.mail_from)
    if (settings.smtp_url or settings.webhooks) and not settings.public_url:
        raise OptionError("e-mails and webhooks need --public-url, so that their links lead here")
    if settings.vapid_contact:
        check_contact(settings.vapid_contact)
    if settings.vapid_key:
        check_key(settings.vapid_key)
    for entry in settings.message_hosts:
        parse_listed(entry)


def database_url(typed: str) -> str:
    """Return the SQLAlchemy URL for what a user typed; by default a file in the user's data folder."""
    if not typed:
        folder = Path(platformdirs.user_data_dir("rooftop"))
        folder.mkdir(0o700, parents=True, exist_ok=True)
        return f"sqlite:///{folder / 'rooftop.db'}"
    for prefix in ("postgresql://", "postgres://"):
        if typed.startswith(prefix):
            return "postgresql+psycopg://" + typed.removeprefix(prefix)
    if typed.startswith(("sqlite:///", "postgresql+psycopg://")):
        return typed
    raise OptionError(f"database must be sqlite:///FILE or postgresql://USER@HOST/NAME, not {typed!r}")
