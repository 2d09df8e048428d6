"""rooftop titles: list the installed games."""

from __future__ import annotations

import click

from rooftop.cli.common import print_json
from rooftop.game.title import title, title_ids


@click.command()
@click.option("--ids", is_flag=True, help="Print the ids only, one per line.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def titles(ids: bool, as_json: bool) -> None:
    """List the installed titles."""
    if ids:
        for name in title_ids():
            click.echo(name)
        return
    found = {name: title(name) for name in title_ids()}
    if as_json:
        rows = {
            name: {"name": one.name, "players": one.players, "rules_version": one.rules_version}
            for name, one in found.items()
        }
        print_json(rows)
        return
    for name, one in found.items():
        click.echo(f"{name:15} {one.name}, {one.players[0]} to {one.players[-1]} players")
