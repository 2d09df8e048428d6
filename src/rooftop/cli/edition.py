"""rooftop edition: copy and check edition files."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path

import click

from rooftop.cli.common import print_json, title_argument
from rooftop.errors import EditionError, OptionError
from rooftop.game.title import checked_edition, sound_edition, title, title_ids


@click.group()
def edition() -> None:
    """Copy and check edition files: the boards, cards and numbers of a game."""


@edition.command()
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check(files: tuple[Path, ...], as_json: bool) -> None:
    """Check edition files and print one line for each problem.

    Without FILE, check the editions that come with Rooftop. The exit status is 1 if there is any problem.
    """
    own = [] if files else [edition for name in title_ids() for edition in title(name).editions()]
    checks = [(str(file), partial(sound_edition, file)) for file in files]
    checks += [(edition.id, partial(checked_edition, edition)) for edition in own]
    problems: dict[str, list[str]] = {}
    for name, check_one in checks:
        try:
            found = check_one()
        except EditionError as error:
            problems[name] = error.problems
            line = str(error)
        else:
            counts = ", ".join(f"{len(rows)} {source}" for source, rows in found.tables_by_source().items())
            line = f"{found.title}: {found.id} version {found.version}: OK ({counts})"
        if not as_json:
            click.echo(line)
    if as_json:
        print_json({"files": len(checks), "problems": problems})
    if problems:
        sys.exit(1)


@edition.command()
@title_argument
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--version", type=int, help="An earlier version (default: the latest).")
def copy(title_id: str, file: Path, version: int | None) -> None:
    """Write the edition of TITLE to FILE, ready to edit. The name of FILE becomes its id."""
    if file.suffix != ".toml":
        raise OptionError(f"{file.name}: an edition file must end with .toml")
    versions = {edition.version: edition for edition in title(title_id).editions()}
    if version is not None and version not in versions:
        known = ", ".join(map(str, versions))
        raise OptionError(f"version of the edition of {title_id} must be one of {known}, not {version}")
    own = versions[version if version is not None else max(versions)]
    text = own.text.replace(f'id = "{own.id}"', f"id = {json.dumps(file.stem, ensure_ascii=False)}", 1)
    try:
        with file.open("x", encoding="utf-8", newline="\n") as new:
            new.write(text)
    except FileExistsError:
        raise OptionError(f"{file} already exists") from None
    except OSError as error:
        raise OptionError(f"could not write {file}: {error.strerror}") from None
    click.echo(f"{file}: a copy of edition {own.id!r} of {title_id}, with the id {file.stem!r}")
