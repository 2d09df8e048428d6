"""rooftop verify: replay game files or a whole database and compare every state."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec

from rooftop.cli.common import print_json, progress, require_server
from rooftop.errors import GameFileError, OptionError
from rooftop.game import gamefile
from rooftop.game.edition import Edition
from rooftop.game.match import ENDINGS, Match
from rooftop.game.title import sound_edition, title


@click.command()
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--edition",
    "edition_files",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Edition file of stored games, in addition to the titles' own; repeatable.",
)
@click.option("--database", metavar="URL", help="Verify all games in a server's database.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def verify(
    files: tuple[Path, ...], edition_files: tuple[Path, ...], database: str | None, as_json: bool
) -> None:
    """Replay each game FILE and compare the state after every move with the recorded one.

    The exit status is 1 if any state differs; the message names the file and the ply.
    """
    editions = [sound_edition(file) for file in edition_files]
    if database is not None:
        _verify_database(database, editions, as_json)
        return
    if not files:
        raise OptionError("nothing to verify; give game files or --database URL")
    findings: dict[str, str] = {}
    with progress(len(files), "files") as bar:
        for file in files:
            try:
                match = Match.load(file, _find_edition(file, editions))
            except GameFileError as error:
                findings[str(file)] = str(error).removeprefix(f"{file.name}: ")
                if not as_json:
                    click.echo(f"FAILED: {file}: {findings[str(file)]}")
            else:
                if not as_json:
                    click.echo(f"{file}: OK, {match.ply} moves of {match.title.id}, {_end(match)}")
            bar.update()
    if as_json:
        print_json({"files": len(files), "failed": findings})
    if findings:
        sys.exit(1)


def _end(match: Match) -> str:
    """How a game ended, and who gave up."""
    end = ENDINGS[match.ended] if match.ended else "finished" if match.over else "unfinished"
    for what, seats in (("forfeited", match.forfeited), ("conceded", match.conceded)):
        if seats:
            end += f", {what}: {', '.join(f'seat {seat}' for seat in seats)}"
    return end


def _find_edition(file: Path, editions: list[Edition]) -> Edition | None:
    """Return the edition among these that a game was played with, or None to use the title's own."""
    played = gamefile.read(file)
    for edition in editions:
        if edition.title == played.title and title(played.title).hash(edition) == played.edition.hash:
            return edition
    return None


def _verify_database(database: str, editions: list[Edition], as_json: bool) -> None:
    require_server("rooftop verify --database", database)
    from rooftop.server.settings import database_url
    from rooftop.server.store.audit import verify_all

    with progress(0, "tables") as bar:
        verdict = verify_all(database_url(database), editions, bar.update)
    if as_json:
        print_json(msgspec.to_builtins(verdict))
    else:
        for table_id, reason in verdict.failed.items():
            click.echo(f"FAILED: table {table_id}: {reason.removeprefix(f'table {table_id}: ')}")
        for table_id, reason in verdict.not_replayed.items():
            click.echo(f"not replayed: table {table_id}: {reason}")
        sound = verdict.tables - len(verdict.failed) - len(verdict.not_replayed)
        click.echo(f"{sound} of {verdict.tables} tables OK")
    if verdict.failed:
        sys.exit(1)
