"""rooftop balance: let equal bots play, and say whether an edition is fair."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rooftop.arena.balance import (
    BalanceReport,
    BalanceRun,
    Comparison,
    Played,
    compare,
    read_games,
    report,
    report_page,
    write_report,
)
from rooftop.arena.balance.analysis import Estimate, Share
from rooftop.arena.workers import Crew
from rooftop.cli.common import (
    OUTPUT,
    check_output,
    crew_options,
    list_options,
    parse_options,
    progress,
    setup_options,
    title_argument,
)
from rooftop.errors import BotError, OptionError
from rooftop.game.title import sound_edition, title
from rooftop.languages import ENGLISH, LANGUAGES

INTERRUPTED = 130  # the exit status of a program that Ctrl-C ended


@click.command()
@title_argument
@click.option(
    "--bots", "bot", default="architect", show_default=True, metavar="BOT", help="Bot in all seats."
)
@click.option(
    "--players",
    type=int,
    multiple=True,
    help="Number of players; repeatable (default: all that the edition allows).",
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="Number of games with each number of players.",
)
@click.option(
    "--first",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Number of the first game: another machine can play others of the same run.",
)
@setup_options
@click.option(
    "--against",
    type=click.Path(path_type=Path),
    help="A second edition, which plays the same deals and is compared with the first.",
)
@click.option("--seed", type=click.IntRange(0, 2**63), default=0, show_default=True, help="Seed of the run.")
@crew_options
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File that keeps the games (default: one in the cache folder).",
)
@click.option("--fresh", is_flag=True, help="Start over.")
@click.option(
    "--from",
    "files",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    multiple=True,
    help="Play nothing; report on the games in this file; repeatable.",
)
@click.option("--json", "json_file", type=OUTPUT, help="Write the report as JSON.")
@click.option("--html", "html_file", type=OUTPUT, help="Write a page with plots to this file.")
@click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    default=ENGLISH,
    show_default=True,
    help="Language of the page.",
)
def balance(
    title_id: str,
    bot: str,
    players: tuple[int, ...],
    games: int,
    first: int,
    chosen: tuple[str, ...],
    edition_file: Path | None,
    against: Path | None,
    seed: int,
    crew: Crew,
    out: Path | None,
    fresh: bool,
    files: tuple[Path, ...],
    json_file: Path | None,
    html_file: Path | None,
    language: str,
) -> None:
    """Let equal bots play TITLE, and report who and what wins too often.

    The report has the wins of every seat, colour and start, what each card, wonder, objective, tile, guild
    and street is worth to its holders, game lengths, and how often rare rules apply, each with a 95 %
    interval.

    Equal commands give equal games. They are kept in a file: the same command continues where it was
    interrupted. Several machines can share a run: give each its own --first and --out, and read all files
    with --from. Files of two editions with the same seed are compared.
    """
    kind = title(title_id)
    for path in filter(None, (json_file, html_file)):
        check_output(path)
    if files:
        runs = read_games(files)
        if any(played.terms.title != title_id for played in runs):
            raise OptionError(f"not all of these files hold games of {title_id}")
    else:
        if "help" in chosen:
            list_options(kind)
            return
        editions = [sound_edition(file) if file else None for file in (edition_file, against)]
        agreed = [
            BalanceRun(kind, players, range(first, first + games), bot, seed, parse_options(chosen), edition)
            for edition in editions[: 2 if against else 1]
        ]
        runs = [_play(run, _beside(out, number), fresh, crew) for number, run in enumerate(agreed)]
    if len(runs) > 2:
        raise OptionError(f"these are games of {len(runs)} runs; at most two can be compared")
    found = report(runs[0]) if len(runs) == 1 else compare(*runs)
    if json_file is not None:
        json_file.write_text(write_report(found), encoding="utf-8")
    if html_file is not None:
        html_file.write_text(report_page(found, language), encoding="utf-8")
    _show(found)


def _beside(out: Path | None, number: int) -> Path | None:
    """The games of the second edition are in a file beside those of the first."""
    return out.with_name(f"{out.stem}-against{out.suffix}") if out is not None and number else out


def _play(run: BalanceRun, path: Path | None, fresh: bool, crew: Crew) -> Played:
    try:
        with crew.joined(), progress(run.games, "games") as bar:
            return run.play(path, fresh, crew, bar.update)
    except KeyboardInterrupt:
        again = "the same command without --fresh" if fresh else "the same command"
        click.echo(f"rooftop: interrupted; {again} goes on", err=True)
        sys.exit(INTERRUPTED)
    except BotError as error:
        click.echo(f"rooftop: {error}", err=True)
        sys.exit(1)


def _show(found: BalanceReport | Comparison) -> None:
    if isinstance(found, Comparison):
        for change in found.changes:
            click.echo(f"{change.players} players, {change.games} deals: what the second edition changes")
            click.echo(f"  points of the winner {_estimate(change.winner_points)}")
            click.echo(f"  turns {_estimate(change.turns)}")
            for rule, games in change.rare.items():
                click.echo(f"  {rule} {_estimate(games, 100)} % of games")
        found = found.second
    for table in found.tables:
        click.echo(f"{table.players} players, {table.games} games, parity {100 * table.parity:.1f} %")
        for what, shares in (("seat", table.seats), ("colour", table.colours), ("start", table.starts)):
            if shares:
                click.echo(f"  {what}: " + ", ".join(map(_share, shares)))
        click.echo(f"  points of the winner {_estimate(table.winner_points)}")
        click.echo(f"  turns of a player {_estimate(table.length.turns)}")
        for row in table.rare:
            click.echo(f"  {row.id}: {_estimate(row.games, 100)} % of games")
    for finding in found.findings:
        sure = "" if finding.sure else " (the interval says: perhaps)"
        what = f"{finding.what} {finding.id} {finding.value:.2f}"
        click.echo(f"out of bounds with {finding.players} players: {what}{sure}")


def _share(share: Share) -> str:
    return f"{share.id} {_estimate(share.wins, 100)} %"


def _estimate(found: Estimate, times: int = 1) -> str:
    if found.low is None or found.high is None:
        return f"{times * found.value:.1f}"
    return f"{times * found.value:.1f} [{times * found.low:.1f} to {times * found.high:.1f}]"
