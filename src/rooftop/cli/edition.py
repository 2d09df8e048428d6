"""rooftop edition: copy and check the data behind a title."""

from __future__ import annotations

import json
import sys
from importlib import resources
from pathlib import Path

import click

from rooftop.cli.common import print_json, title_argument
from rooftop.errors import EditionError, OptionError
from rooftop.game.title import sound_edition, title


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
            found = sound_edition(file)
        except EditionError as error:
            wrong[str(file)] = error.problems
            said = str(error)
        else:
            counts = ", ".join(f"{len(rows)} {name}" for name, rows in found.tables_by_source().items())
            said = f"{found.title}: {found.id} version {found.version}: sound ({counts})"
        if not as_json:
            click.echo(said)
    if as_json:
        print_json({"files": len(files or _own_editions()), "problems": wrong})
    if wrong:
        sys.exit(1)


@edition.command()
@title_argument
@click.argument("file", type=click.Path(path_type=Path))
def copy(title_id: str, file: Path) -> None:
    """Write the edition that comes with TITLE into FILE, to be corrected; its id is FILE's name."""
    if file.suffix != ".toml":
        raise OptionError(f"{file.name}: the name of an edition file ends with .toml")
    own = title(title_id).edition()
    text = own.text.replace(f'id = "{own.id}"', f"id = {json.dumps(file.stem, ensure_ascii=False)}", 1)
    try:
        with file.open("x", encoding="utf-8", newline="\n") as new:
            new.write(text)
    except FileExistsError:
        raise OptionError(f"{file}: is there already; nothing is overwritten") from None
    except OSError as error:
        raise OptionError(f"{file}: cannot be written: {error.strerror}") from None
    click.echo(f"{file}: the edition {own.id!r} of {title_id} under the id {file.stem!r}")


def _own_editions() -> list[Path]:
    folder = Path(str(resources.files("rooftop.titles")))
    return sorted(folder.glob("*/edition.toml"))
