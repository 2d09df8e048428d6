"""rooftop language: catalogues for a new language, and what those of a language lack."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rooftop.cli.common import print_json
from rooftop.errors import OptionError
from rooftop.languages import ENGLISH, PACKAGE, find, folders
from rooftop.languages import language as about

if TYPE_CHECKING:
    from rooftop.languages.upkeep import Status

ROOT = PACKAGE.parents[1]
WIDTH = 46  # of the name of a catalogue


@click.group()
def language() -> None:
    """Translate Rooftop: start a language, see what it lacks, keep it up to date.

    This works in a checkout. docs/translate.md explains it.
    """
    from rooftop.languages.upkeep import check_checkout

    check_checkout()


@language.command()
@click.argument("code")
def new(code: str) -> None:
    """Write empty catalogues for a language. CODE is that of Babel and HTML, such as de or pt-BR."""
    from rooftop.languages.upkeep import checked_code, create, status

    code = checked_code(code)
    total = 0
    for file in create(code):
        count = status(file.parent, code).messages
        total += count
        click.echo(f"{_shown(file):{WIDTH}} {count:5}")
    click.echo(f"{about(code).name}: {total} messages to translate. The page offers it after `make play`.")
    click.echo(f"`rooftop language status {code}` shows how far you are; docs/translate.md tells the rest.")


@language.command()
def update() -> None:
    """Bring all catalogues up to date: add new messages, take out old ones."""
    from rooftop.languages.upkeep import bring_up_to_date

    changed = [file for folder in folders() for file in sorted(folder.glob("*.po")) if bring_up_to_date(file)]
    for file in changed:
        click.echo(f"changed: {_shown(file)}")
    if not changed:
        click.echo("all catalogues are up to date")


@language.command(name="status")
@click.argument("code", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(code: str | None, as_json: bool) -> None:
    """Show how much of each language is translated; of CODE, every catalogue and what is wrong in it."""
    from rooftop.languages.upkeep import status

    codes = [one for one in find() if one != ENGLISH]
    if code is not None and code not in codes:
        raise OptionError(f"language must be one of {', '.join(codes)}, not {code!r}")
    found = {one: [status(folder, one) for folder in folders()] for one in codes if code in (None, one)}
    if as_json:
        print_json({one: _figures(one, rows) for one, rows in found.items()})
        return
    for one, rows in found.items():
        click.echo(f"{one:8} {about(one).name:{WIDTH - 6}} {_line(rows)}")
        if code is None:
            continue
        for row in rows:
            click.echo(f"  {_shown(row.file):{WIDTH}} {_line([row])}")
            for message, why in row.wrong.items():
                click.echo(f"    {why}: {message}")
        rules = _rules(one)
        click.echo(f"  rules: {sum(rules.values())} of {len(rules)} titles")


def _line(rows: Sequence[Status]) -> str:
    from rooftop.languages.upkeep import percent

    count = sum(row.messages for row in rows)
    done, wrong = sum(row.translated for row in rows), sum(len(row.wrong) for row in rows)
    left_over = sum(len(row.left_over) for row in rows)
    more = [f"{count - done - wrong} missing"]
    more += [f"{wrong} to be corrected"] * bool(wrong) + [f"{left_over} left over"] * bool(left_over)
    return f"{percent(rows):5.1f}%  {done:5} of {count}, {', '.join(more)}"


def _figures(code: str, rows: Sequence[Status]) -> dict[str, object]:
    from rooftop.languages.upkeep import percent

    catalogues = {
        _shown(row.file): {
            "messages": row.messages,
            "translated": row.translated,
            "percent": percent([row]),
            "missing": row.missing,
            "wrong": row.wrong,
            "left_over": row.left_over,
        }
        for row in rows
    }
    return {
        "name": about(code).name,
        "percent": percent(rows),
        "catalogues": catalogues,
        "rules": _rules(code),
    }


def _rules(code: str) -> dict[str, bool]:
    """Return whether the rules of each title are translated."""
    titles = [folder.parent for folder in folders() if (folder.parent / "RULES.md").is_file()]
    return {title.name: (title / f"RULES.{code}.md").is_file() for title in titles}


def _shown(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()
