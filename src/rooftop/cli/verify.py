"""rooftop verify: replay game files, or every game of a database, and compare every state."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rooftop.cli.common import print_json, progress
from rooftop.core.edition import Edition
from rooftop.core.errors import GameFileError, OptionError
from rooftop.core.match import Match


@click.command()
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--edition",
    "edition_file",
    type=click.Path(path_type=Path),
    help="The edition file that the games were played with, if not the title's own.",
)
@click.option("--database", metavar="URL", help="Verify every game that a server has stored.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def verify(files: tuple[Path, ...], edition_file: Path | None, database: str | None, as_json: bool) -> None:
    """Replay each FILE from its seed and compare the state after every move with the recorded one.

    Exit status 1 if any differs; the message names the file and the ply.
    """
    edition = Edition.load(edition_file) if edition_file else None
    if database is not None:
        _verify_database(database, edition, as_json)
        return
    if not files:
        raise OptionError("name the game files to verify, or --database URL")
    findings: dict[str, str] = {}
    with progress(len(files), "files") as bar:
        for file in files:
            try:
                match = Match.load(file, edition)
            except GameFileError as error:
                findings[str(file)] = str(error).removeprefix(f"{file.name}: ")
                if not as_json:
                    click.echo(f"FAILED: {file}: {findings[str(file)]}")
            else:
                if not as_json:
                    click.echo(f"{file}: as recorded, {match.ply} moves of {match.title.id}")
            bar.update()
    if as_json:
        print_json({"files": len(files), "failed": findings})
    if findings:
        sys.exit(1)


def _verify_database(database: str, edition: Edition | None, as_json: bool) -> None:
    from rooftop.server.audit import verify_all
    from rooftop.server.settings import database_url

    with progress(0, "tables") as bar:
        count, failed = verify_all(database_url(database), [edition] if edition else [], bar.update)
    if as_json:
        print_json({"tables": count, "failed": failed})
    else:
        for table_id, reason in failed.items():
            click.echo(f"FAILED: table {table_id}: {reason.removeprefix(f'table {table_id}: ')}")
        click.echo(f"{count - len(failed)} of {count} tables are as stored")
    if failed:
        sys.exit(1)
