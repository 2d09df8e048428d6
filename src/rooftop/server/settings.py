"""Settings of a server."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

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


@dataclass(frozen=True)
class Settings:
    """Everything that `rooftop serve` can set."""

    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""  # where people reach the server, for link previews; empty: as the browser says
    database: str = ""
    internal_host: str = "127.0.0.1"  # where other processes on the same database reach this one
    internal_port: int = 0  # 0: any
    titles: tuple[str, ...] = ()  # titles to offer; empty: all installed titles
    editions: Path | None = None  # a folder with more edition files
    docs: Path | None = None  # the built documentation; None: that of the checkout, if there is one
    # At most; also the cores for one decision. 0: one process, started for the first decision.
    bot_processes: int = min(processors(), BOT_PROCESSES)
    painter_processes: int = 1  # 0: a thread of the server makes pictures and words
    browser_bots: bool = True  # in practice games, the player's browser may think for bots
    bot_pause: float = 0.25  # seconds between two moves of bots, so that people can follow
    frames_per_minute: int = 600  # of one socket, of any kind; more close it
    commands_per_minute: int = 240  # per person
    commands_per_address: int = 2400  # and minute
    commands_per_network: int = 9600  # and minute; a network is an IPv6 /48
    messages_per_minute: int = 20  # in chats, per person
    requests_per_minute: int = 1200  # per address
    requests_per_network: int = 4800  # and minute
    connections_per_address: int = 200  # open at the same time
    connections_per_network: int = 800
    sockets_per_person: int = 30  # open at the same time, at all tables together
    identities_per_day: int = 200  # new ones per address
    identities_per_network: int = 1000  # and day
    waiting_per_person: int = 10  # tables that wait for players
    waiting_per_address: int = 40
    bot_games_per_person: int = 20  # running games with bots at tables of one host
    bot_games_per_address: int = 80
    bot_games_per_network: int = 240
    metrics_from: tuple[str, ...] = LOOPBACK  # addresses and networks that may read /metrics
    send_seconds: float = 20.0  # a client that reads nothing for this time is disconnected
    grace: float = 120.0  # seconds after which a bot may play for somebody who left on their turn
    secure_cookie: bool = False  # send the cookie over HTTPS only
    # After this time, a table that has not begun closes, and a game without moves leaves the public lists.
    live_days: float = 2.0
    correspondence_days: float = 14.0
    smtp_url: str = field(default="", repr=False)  # the mail server, with a password; empty: no e-mail
    mail_from: str = ""  # the sender of e-mails
    vapid_contact: str = ""  # mailto: or https: address of the host for push services; empty: no Web Push
    vapid_key: str = field(default="", repr=False)  # empty: made once, and stored
    webhooks: bool = False  # people can enter a webhook
    message_hosts: tuple[str, ...] = ()  # the only hosts for push messages and webhooks; empty: all public

    def __post_init__(self) -> None:
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
