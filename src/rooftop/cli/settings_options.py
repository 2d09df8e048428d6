"""The settings of a server as options, environment variables and lines of a config file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from rooftop.cli.config_file import CONFIG, Declared, configured, declared

Command = Callable[..., Any]
CONFIG_VARIABLE = "ROOFTOP_CONFIG"


def settings_options(command: Command) -> Command:
    """Add an option for every setting, and --config."""
    for row in reversed(list(declared())):
        command = _option(row)(command)
    return click.option(
        "--config",
        type=click.Path(path_type=Path, dir_okay=False),
        envvar=CONFIG_VARIABLE,
        is_eager=True,
        expose_value=False,
        callback=_use_config,
        help=f"Config file, in TOML (default: {CONFIG} in the current folder, if there is one).",
    )(command)


def database_option(command: Command) -> Command:
    """Add --database to a command about the database of a server. Its default is what the server uses."""
    return click.option(
        "--database",
        default=_configured_database,
        metavar="URL",
        envvar="ROOFTOP_DATABASE",
        help="The server's database (default: as in its config file, or the file in your data folder).",
    )(command)


def _configured_database() -> str:
    named = os.environ.get(CONFIG_VARIABLE)
    database: str = configured(Path(named) if named else None).get("database", "")
    return database


def _option(row: Declared) -> Callable[[Command], Command]:
    about, name = row.about, f"--{row.option}"
    more: dict[str, Any] = {}
    if row.kind is bool:
        name = f"{name}/--no-{row.option}"
    elif row.kind is int:
        more["type"] = click.IntRange(_whole(about.least), _whole(about.most))
    elif row.kind is float:
        least = about.least if about.above is None else about.above
        more["type"] = click.FloatRange(least, about.most, min_open=about.above is not None)
    elif row.kind is Path:
        more["type"] = click.Path(path_type=Path, exists=True, file_okay=False)
    return click.option(
        name,
        row.name,
        default=row.default,
        show_default=about.shown or row.default not in ("", (), None),
        envvar=row.variable,
        metavar=about.sign or None,
        multiple=row.is_list,
        help=f"{about.help[:-1]}; repeatable." if row.is_list else about.help,
        **more,
    )


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)


def _use_config(context: click.Context, _: click.Parameter, file: Path | None) -> None:
    context.default_map = configured(file)
