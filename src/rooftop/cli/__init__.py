"""The command line: `rooftop play`, `rooftop arena` and the others, each in its own module."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from rooftop.errors import RooftopError

MODULES = {  # the commands and their modules; a command is imported when it is used
    "admin": "admin",
    "arena": "arena",
    "backup": "serve",
    "balance": "balance",
    "bench": "bench",
    "bots": "bots",
    "edition": "edition",
    "language": "language",
    "play": "play",
    "ratings": "ratings",
    "review": "review",
    "serve": "serve",
    "show": "show",
    "simulate": "simulate",
    "teach": "teach",
    "title": "title",
    "titles": "titles",
    "train": "train",
    "verify": "verify",
}


class _Group(click.Group):
    """Print a `RooftopError` as one line on stderr and exit with status 2."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(MODULES)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in MODULES:
            return None
        command: click.Command = getattr(import_module(f"rooftop.cli.{MODULES[name]}"), name)
        return command

    def invoke(self, context: click.Context) -> object:
        try:
            return super().invoke(context)
        except RooftopError as error:
            click.echo(f"rooftop: {error}", err=True)
            sys.exit(2)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="rooftop")
def main() -> None:
    """Board games about building skyward: play, host and simulate them.

    `rooftop titles` lists the games. With --json, a command prints one JSON object and nothing else.
    """
