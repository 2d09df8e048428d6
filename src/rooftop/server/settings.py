"""What a host decides."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import platformdirs

from rooftop.errors import OptionError
from rooftop.game.title import title, title_ids


@dataclass(frozen=True)
class Settings:
    """Everything that `rooftop serve` can be told."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    titles: tuple[str, ...] = ()  # those that are offered; none: all that are installed
    editions: Path | None = None  # a folder with further edition files
    bot_processes: int = 1
    bot_seconds: float = 3.0  # the most a bot may think before a random move is made for it
    bot_pause: float = 0.25  # seconds between two decisions of a bot, so that people can follow
    commands_per_minute: int = 240  # of one identity
    requests_per_minute: int = 1200  # of one address
    connections_per_address: int = 200  # open at once
    sockets_per_person: int = 30  # open at once, at all tables together
    resend_seconds: float = 5.0  # an update that was not acknowledged is sent again
    silence_seconds: float = 60.0  # a client that acknowledges nothing so long is disconnected
    send_seconds: float = 20.0  # and one that reads nothing so long
    secure_cookie: bool = False  # behind HTTPS

    @property
    def offered(self) -> list[str]:
        """The titles that can be played here; a TitleError if one of those wished for is not installed."""
        return [title(name).id for name in self.titles or title_ids()]

    @property
    def url(self) -> str:
        """The database as SQLAlchemy wants it."""
        return database_url(self.database)


def database_url(typed: str) -> str:
    """`sqlite:///file` and `postgresql://...` as typed; nothing: a file in the user's data folder."""
    if not typed:
        folder = Path(platformdirs.user_data_dir("rooftop"))
        folder.mkdir(0o700, parents=True, exist_ok=True)
        return f"sqlite:///{folder / 'rooftop.db'}"
    for prefix in ("postgresql://", "postgres://"):
        if typed.startswith(prefix):
            return "postgresql+psycopg://" + typed.removeprefix(prefix)
    if typed.startswith(("sqlite:///", "postgresql+psycopg://")):
        return typed
    raise OptionError(f"database {typed!r} is neither sqlite:///FILE nor postgresql://USER@HOST/NAME")
