"""rooftop edition: check the data behind a title."""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path

import click

from rooftop.cli.common import print_json
from rooftop.core.edition import Edition
from rooftop.core.errors import EditionError
from rooftop.core.title import title, titles


@click.group()
def edition() -> None:
    """Edition files: boards, cards and numbers that you can correct."""


@edition.command()
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check(files: tuple[Path, ...], as_json: bool) -> None:
    """Check edition files: one line for everything that is wrong, with its place.

    Without FILE the editions that come with Rooftop are checked. Exit status 1 if anything is wrong.
    """
    wrong: dict[str, list[str]] = {}
    for file in files or _own_editions():
        try:
            found = Edition.load(file)
            playable = found.title in titles()
            problems = title(found.title).problems(found) if playable else []
        except EditionError as error:
            problems = error.problems
        if problems:
            wrong[str(file)] = problems
        if as_json:
            continue
        for problem in problems:
            click.echo(problem)
        if not problems:
            counts = ", ".join(f"{len(rows)} {name}" for name, rows in found.tables_by_source().items())
            scope = "sound" if playable else "its form is sound; its rules are not part of this version"
            click.echo(f"{found.title}: {found.id} version {found.version}: {scope} ({counts})")
    if as_json:
        print_json({"files": len(files or _own_editions()), "problems": wrong})
    if wrong:
        sys.exit(1)


def _own_editions() -> list[Path]:
    folder = Path(str(resources.files("rooftop.titles")))
    return sorted(folder.glob("*/edition.toml"))
