"""What several commands share: titles and options on the command line, progress, JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec
from tqdm import tqdm

from rooftop.errors import OptionError
from rooftop.game.edition import Edition
from rooftop.game.position import Game, new_game
from rooftop.game.title import AnyTitle, OptionValue, title, title_ids

PATIENCE = 2  # seconds before a progress bar shows


def title_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.argument("title_id", metavar="TITLE", type=click.Choice(title_ids()))(function)


def game_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """--players, --option NAME=VALUE, --edition FILE."""
    for decorate in (
        click.option(
            "--edition",
            "edition_file",
            type=click.Path(path_type=Path),
            help="Play with this edition file instead of the title's own.",
        ),
        click.option(
            "-o",
            "--option",
            "chosen",
            multiple=True,
            metavar="NAME=VALUE",
            help="An option of the game, such as hold=true; may be repeated. `-o help` lists those of TITLE.",
        ),
        click.option("--players", type=int, default=3, show_default=True, help="How many play."),
    ):
        function = decorate(function)
    return function


def parse_options(chosen: Iterable[str]) -> dict[str, OptionValue]:
    parsed: dict[str, OptionValue] = {}
    for text in chosen:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"option {text!r} is not of the form NAME=VALUE")
        if value in ("true", "false"):
            parsed[name] = value == "true"
        else:
            parsed[name] = int(value) if value.isdecimal() else value
    return parsed


def agreed(
    title_id: str, players: int, chosen: Sequence[str], edition_file: Path | None, bots: bool = False
) -> Game:
    """The game that the command line asks for, with its rules compiled."""
    if "help" in chosen:
        _list_options(title(title_id))
        click.get_current_context().exit()
    edition = Edition.load(edition_file) if edition_file else None
    made = new_game(title(title_id), players, parse_options(chosen), edition)
    if made.engine.compiled:
        with progress(7 + bots, f"preparing the rules of {made.title.name}") as bar:
            for part in made.engine.prepare(made.tables, made.players, made.encoded, bots):
                bar.set_postfix_str(part, refresh=False)
                bar.update()
    return made


def _list_options(kind: AnyTitle) -> None:
    for option in kind.options:
        default = str(option.default).lower() if isinstance(option.default, bool) else option.default
        click.echo(f"{option.name}={default}\n    {option.help}: {option.values}")


def progress(total: int, what: str) -> Any:
    """A bar on stderr that shows itself only if the work takes more than two seconds."""
    return tqdm(total=total, desc=what, delay=PATIENCE, file=sys.stderr, leave=False)


def print_json(value: object) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))
