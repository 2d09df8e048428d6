"""rooftop arena: let bots play each other and say which is stronger."""

from __future__ import annotations

import sys
import traceback
from contextlib import closing
from pathlib import Path

import click

from rooftop.arena.report import csv_text, html_page, label
from rooftop.arena.results import ResultsFile, default_file
from rooftop.arena.schedule import Schedule, parse_bots
from rooftop.arena.tournament import BotResult, Tournament, TournamentReport
from rooftop.arena.workers import Crew
from rooftop.cli.common import (
    OUTPUT,
    check_output,
    crew_options,
    prepare_game,
    print_json,
    progress,
    setup_options,
    title_argument,
)
from rooftop.errors import BotError
from rooftop.game.title import title
from rooftop.languages import ENGLISH, LANGUAGES

INTERRUPTED = 130  # the exit status of a program that Ctrl-C ended


@click.command()
@title_argument
@click.option(
    "--bots",
    "lists",
    multiple=True,
    required=True,
    metavar="BOT,BOT[,BOT,BOT]",
    help="Bots that play, separated by commas; repeatable. A bot is NAME, NAME:KEY=VALUE[,KEY=VALUE] or"
    " exec:COMMAND[,seconds=NUMBER]; `rooftop bots` lists the names.",
)
@click.option("--players", type=int, default=None, help="Number of players (default: one for each bot).")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="Number of games, rounded up to whole rounds.",
)
@setup_options
@click.option("--seed", type=click.IntRange(0, 2**63), default=0, show_default=True, help="Seed of the run.")
@click.option("--sprt", is_flag=True, help="Stop as soon as one of two bots is proved stronger.")
@crew_options
@click.option(
    "--out",
    "out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File that keeps the games (default: one in the cache folder).",
)
@click.option(
    "--csv", "csv_file", type=OUTPUT, help="Write a table of all games to this file, a row for each seat."
)
@click.option("--html", "html_file", type=OUTPUT, help="Write a report with plots to this file.")
@click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    default=ENGLISH,
    show_default=True,
    help="Language of the report.",
)
@click.option("--fresh", is_flag=True, help="Start over.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def arena(
    title_id: str,
    lists: tuple[str, ...],
    players: int | None,
    games: int,
    chosen: tuple[str, ...],
    edition_file: Path | None,
    seed: int,
    sprt: bool,
    crew: Crew,
    out: Path | None,
    csv_file: Path | None,
    html_file: Path | None,
    language: str,
    fresh: bool,
    as_json: bool,
) -> None:
    """Let bots play TITLE against each other, and report wins, points and time.

    With two bots and more than two players, the first plays alone against copies of the second. With as many
    bots as players, each has a seat. With more bots than players, it is a round robin: every bot plays every
    other, and all get ratings. A piece KEY=VALUE belongs to the bot before it, so
    "search:simulations=500,threads=1,greedy" are two bots. "exec:python bot.py" is a program that gets
    positions on its standard input and writes moves to its standard output (docs/bot-protocol.md).

    A round is one deal, played once for every seat: every bot plays it from all seats. Equal commands give
    equal results on any number of cores and machines, unless a bot has a time limit. Finished games are kept
    in a file: the same command continues where it was interrupted, and with more games it plays only the
    missing ones.

    The share of wins has a 95 % interval, which accounts for games of a round sharing a deal. Shared wins are
    split. Copies of a bot count together; their points are the mean of a seat. The time is CPU time per
    decision, for decisions with more than one legal move.
    """
    bots = parse_bots(lists)
    players = len(bots) if players is None else players
    Schedule(len(bots), players, seed)  # complains before anything is compiled
    for path in filter(None, (csv_file, html_file)):
        check_output(path)
    game = prepare_game(title_id, players, chosen, edition_file, is_played_here=not crew.ray)
    run = Tournament(game, bots, games, seed, sprt, crew)
    with crew.joined(), closing(ResultsFile(out or default_file(run.terms), run.terms, fresh)) as file:
        done = sum(number < run.games for number in file.games)
        if done:
            click.echo(f"rooftop: {done} of {run.games} games are in {file.path}", err=True)
        try:
            with progress(run.games, "games", done) as bar:
                report = run.play(file, bar.update)
        except KeyboardInterrupt:
            again = "the same command without --fresh" if fresh else "the same command"
            click.echo(f"rooftop: interrupted; {again} goes on with the games in {file.path}", err=True)
            sys.exit(INTERRUPTED)
        except BotError as error:
            click.echo(f"rooftop: {error}", err=True)
            if error.__cause__ is not None:
                click.echo("".join(traceback.format_exception(error.__cause__)), err=True, nl=False)
            sys.exit(1)
    if csv_file is not None:
        csv_file.write_text(csv_text(report), encoding="utf-8")
    if html_file is not None:
        html_file.write_text(html_page(report, run.terms, language), encoding="utf-8")
    if as_json:
        print_json(_as_json(report))
    else:
        _show(report)


def _as_json(report: TournamentReport) -> dict[str, object]:
    rows = [
        {
            "bot": result.bot,
            "games": result.games,
            "wins": round(result.wins, 4),
            "share": round(result.share, 6),
            "low": round(result.interval.low, 6),
            "high": round(result.interval.high, 6),
            "points": round(result.points, 4),
            "seconds_per_decision": round(result.seconds_per_decision, 6),
            "decisions": result.decisions,
            "points_by_source": {source: round(mean, 4) for source, mean in result.points_by_source.items()},
        }
        for result in report.results
    ]
    for row, rating in zip(rows, report.ratings, strict=False):
        row |= {"rating": round(rating.value, 1), "range": round(rating.range, 1)}
    found: dict[str, object] = {
        "title": report.title,
        "players": report.players,
        "games": report.games,
        "results": rows,
        "rounds": report.rounds,
        "seed": report.seed,
    }
    if len(report.results) > 2:
        found["pairs"] = [
            {
                "bot": report.results[one].bot,
                "against": report.results[other].bot,
                "games": pair.games,
                "share": round(pair.share, 6),
                "low": round(pair.interval.low, 6),
                "high": round(pair.interval.high, 6),
            }
            for one, row in enumerate(report.pairs)
            for other, pair in enumerate(row)
            if pair is not None
        ]
    if report.verdict is not None:
        stronger = report.verdict.stronger
        found["sprt"] = {
            "stronger": None if stronger is None else report.results[stronger].bot,
            "ratio": round(report.verdict.ratio, 4),
            "bound": round(report.verdict.bound, 4),
            "games": report.verdict.rounds * report.players,
        }
    return found


def _show(report: TournamentReport) -> None:
    click.echo(
        f"{title(report.title).name}, {report.players} players, seed {report.seed}:"
        f" {report.games} games in {report.rounds} {'round' if report.rounds == 1 else 'rounds'}"
    )
    heads = ["bot", "wins", "share", "95 %", "points", "decisions", "ms each"]
    rows = [heads, *([label(result), *_figures(result)] for result in report.results)]
    if report.ratings:
        heads.insert(1, "rating")
        for row, rating in zip(rows[1:], report.ratings, strict=True):
            row.insert(1, f"{rating.value:.0f} ± {rating.range:.0f}")
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *figures in rows:
        line = [
            name.ljust(widths[0]),
            *(text.rjust(width) for text, width in zip(figures, widths[1:], strict=True)),
        ]
        click.echo("  ".join(line))
    for result in report.results:
        by_source = ", ".join(f"{source} {mean:.2f}" for source, mean in result.points_by_source.items())
        click.echo(f"{label(result)}: {by_source}")
    if report.verdict is not None:
        ratio = f"log-likelihood ratio {report.verdict.ratio:.2f} of {report.verdict.bound:.2f}"
        if report.verdict.stronger is None:
            click.echo(f"neither is proved stronger ({ratio})")
        else:
            stronger = report.results[report.verdict.stronger]
            weaker = report.results[1 - report.verdict.stronger]
            click.echo(f"{stronger.bot} is stronger than {weaker.bot} ({ratio})")


def _figures(result: BotResult) -> list[str]:
    return [
        f"{result.wins:.1f}",
        f"{100 * result.share:.1f} %",
        f"{100 * result.interval.low:.1f}–{100 * result.interval.high:.1f} %",
        f"{result.points:.2f}",
        f"{result.decisions:,}",
        f"{1000 * result.seconds_per_decision:.2f}",
    ]
