"""The command line: rooftop serve | backup | play | show | simulate | verify | edition | bench."""

from __future__ import annotations

import sys

import click

from rooftop.cli.bench import bench
from rooftop.cli.edition import edition
from rooftop.cli.play import play
from rooftop.cli.serve import backup, serve
from rooftop.cli.show import show
from rooftop.cli.simulate import simulate
from rooftop.cli.verify import verify
from rooftop.errors import RooftopError


class _Sentences(click.Group):
    """Wrong input ends with one sentence on stderr and exit status 2."""

    def invoke(self, context: click.Context) -> object:
        try:
            return super().invoke(context)
        except RooftopError as error:
            click.echo(f"rooftop: {error}", err=True)
            sys.exit(2)


@click.group(
    cls=_Sentences, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="rooftop")
def main() -> None:
    """Rooftop: board games about building skyward, played exactly by their rules.

    Titles are called tower-up, skyrise, skytopia and new-york-1901. `rooftop COMMAND --help` explains a
    command. Commands with --json print one JSON object and nothing else on stdout.
    """


for command in (play, show, simulate, verify, edition, bench, serve, backup):
    main.add_command(command)
