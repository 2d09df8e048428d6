"""rooftop bots: list all available bots."""

from __future__ import annotations

import click

from rooftop.bots import BOTS, bot
from rooftop.bots.installed import installed, package_of
from rooftop.cli.common import print_json
from rooftop.errors import OptionError


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bots(as_json: bool) -> None:
    """List the bots for `rooftop arena` and `rooftop play`: Rooftop's own and those of installed packages.

    A package registers bots with the entry point group `rooftop.bots`. One that does not work is listed with
    the reason.
    """
    rows = [{"bot": name, "package": "rooftop", "problem": ""} for name in BOTS]
    for name, entry in installed().items():
        rows.append({"bot": name, "package": package_of(entry), "problem": _problem(name)})
    if as_json:
        print_json({"bots": rows})
        return
    for row in rows:
        problem = f": {row['problem']}" if row["problem"] else ""
        click.echo(f"{row['bot']:15} {row['package']}{problem}")


def _problem(name: str) -> str:
    """What is wrong with a bot of another package; empty if it works."""
    if name in BOTS:
        return "the name is taken; Rooftop's own bot plays"
    try:
        bot(name)
    except OptionError as error:
        return str(error)
    return ""
