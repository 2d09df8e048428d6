"""Arguments and options that several commands share, progress bars, JSON output, optional packages."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click
import msgspec

from rooftop.errors import OptionError
from rooftop.game.edition import Edition
from rooftop.game.position import Game, new_game
from rooftop.game.title import AnyTitle, OptionValue, title, title_ids

if TYPE_CHECKING:
    from tqdm import tqdm

BAR_DELAY = 2  # seconds before a progress bar appears

OUTPUT: click.Path[Path] = click.Path(path_type=Path, dir_okay=False)
Command = Callable[..., Any]


def title_argument(function: Command) -> Command:
    return click.argument("title_id", metavar="TITLE", type=click.Choice(title_ids()))(function)


def game_options(function: Command) -> Command:
    """Add --players, --option NAME=VALUE and --edition FILE."""
    players = click.option("--players", type=int, default=3, show_default=True, help="Number of players.")
    return players(setup_options(function))


def setup_options(function: Command) -> Command:
    """Add --option NAME=VALUE and --edition FILE."""
    for decorate in (
        click.option(
            "--edition",
            "edition_file",
            type=click.Path(path_type=Path),
            help="Edition file to play with (default: the title's own).",
        ),
        click.option(
            "-o",
            "--option",
            "chosen",
            multiple=True,
            metavar="NAME=VALUE",
            help="Game option, such as hold=true; repeatable. `-o help` lists the options of TITLE.",
        ),
    ):
        function = decorate(function)
    return function


def crew_options(function: Command) -> Command:
    """Add --workers and --ray; the command gets them as `crew`."""

    @wraps(function)
    def command(*arguments: Any, workers: int | None, ray: str | None, **more: Any) -> Any:
        from rooftop.arena.workers import Crew  # not at the top: most commands do not need them
        from rooftop.server.settings import processors

        if workers is None and ray is None:
            workers = processors()
        return function(*arguments, crew=Crew(workers, ray), **more)

    for decorate in (
        click.option(
            "--ray",
            metavar="ADDRESS",
            help="Work on the Ray cluster at ADDRESS, such as 10.0.0.1:6379; `local` starts one here.",
        ),
        click.option(
            "--workers",
            type=click.IntRange(min=1),
            help="Processes (default: one per core; with --ray, one per processor of the cluster).",
        ),
    ):
        command = decorate(command)
    return command


def parse_options(chosen: Iterable[str]) -> dict[str, OptionValue]:
    """Parse NAME=VALUE arguments; true, false and whole numbers get their Python types."""
    parsed: dict[str, OptionValue] = {}
    for text in chosen:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"option must be NAME=VALUE, not {text!r}")
        if value in ("true", "false"):
            parsed[name] = value == "true"
        else:
            parsed[name] = int(value) if value.isdecimal() else value
    return parsed


def prepare_game(
    title_id: str,
    players: int,
    chosen: Sequence[str],
    edition_file: Path | None,
    colours: Sequence[str] = (),
    *,
    is_played_here: bool = True,
) -> Game:
    """Return the game described on the command line; its rules are compiled if this process plays it."""
    if "help" in chosen:
        list_options(title(title_id))
        click.get_current_context().exit()
    edition = Edition.load(edition_file) if edition_file else None
    game = new_game(title(title_id), players, parse_options(chosen), edition, colours=colours)
    if is_played_here:
        game.engine.prepare()
    return game


def list_options(kind: AnyTitle) -> None:
    for option in kind.options:
        default = str(option.default).lower() if isinstance(option.default, bool) else option.default
        click.echo(f"{option.name}={default}\n    {option.help}: {option.values}")


def progress(total: int, what: str, done: int = 0) -> tqdm[Any]:
    """Return a progress bar on stderr that appears only if the work takes longer than two seconds.

    `done` of the work was finished earlier."""
    from tqdm import tqdm  # not at the top: importing it takes a while

    return tqdm(total=total, initial=done, desc=what, delay=BAR_DELAY, file=sys.stderr, leave=False)


def check_output(path: Path) -> None:
    """Raise OptionError if `path` cannot be written: it is better to know before the work than after it."""
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise OptionError(f"{path}: cannot write this file")


def print_json(value: object) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))


class MissingExtra(click.ClickException):
    """A command needs packages that are not installed."""

    exit_code = 2

    def __init__(self, command: str, extra: str) -> None:
        super().__init__(f'{command} needs extra packages: pip install "rooftop[{extra}]"')

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.message, file=file, err=file is None)


def require(command: str, extra: str, *modules: str) -> None:
    """Raise MissingExtra unless these modules are installed. They come with the optional dependency
    `extra`."""
    for module in modules:
        try:
            found = find_spec(module)
        except ModuleNotFoundError:
            found = None
        if found is None:
            raise MissingExtra(command, extra)


def require_server(command: str, database: str = "") -> None:
    """Raise MissingExtra unless what the server needs to run on this database is installed."""
    require(
        command,
        "server",
        "litestar",
        "uvicorn",
        "sqlalchemy",
        "alembic",
        "markdown_it",
        "mnemonic",
    )
    if database.startswith("postgres"):
        require(f"{command} with PostgreSQL", "postgres", "psycopg")
