"""The command line: `rooftop play | show | simulate | verify | edition | titles | bench | serve | backup`."""

from __future__ import annotations

import sys

import click

from rooftop.cli.bench import bench
from rooftop.cli.edition import edition
from rooftop.cli.play import play
from rooftop.cli.serve import backup, serve
from rooftop.cli.show import show
from rooftop.cli.simulate import simulate
from rooftop.cli.titles import titles
from rooftop.cli.verify import verify
from rooftop.errors import RooftopError


class _Group(click.Group):
    """Print a `RooftopError` as one line on stderr and exit with status 2."""

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


for command in (play, show, simulate, verify, edition, titles, bench, serve, backup):
    main.add_command(command)
