"""rooftop arena: let bots play each other and say which is stronger."""

from __future__ import annotations

import sys
import traceback
from contextlib import closing
from pathlib import Path

import click

from rooftop.arena.results import ResultsFile, default_file
from rooftop.arena.schedule import Schedule, parse_bots
from rooftop.arena.tournament import BotResult, Report, Run
from rooftop.cli.common import prepare_game, print_json, progress, setup_options, title_argument
from rooftop.engine.engine import PLAY
from rooftop.errors import BotError
from rooftop.game.title import title
from rooftop.server.settings import processors

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
@click.option(
    "--workers", type=click.IntRange(min=1), default=None, help="Processes (default: one for each core)."
)
@click.option(
    "--out",
    "out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File that keeps the games (default: one in the cache folder).",
)
@click.option("--fresh", is_flag=True, help="Play all games anew.")
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
    workers: int | None,
    out: Path | None,
    fresh: bool,
    as_json: bool,
) -> None:
    """Let bots play TITLE against each other, and report wins, points and time.

    With two bots and more than two players, the first sits alone against copies of the second. Otherwise
    name as many bots as players. A piece KEY=VALUE belongs to the bot before it, so
    "search:simulations=500,threads=1,greedy" are two bots. "exec:python bot.py" is a program that gets
    positions on its standard input and writes moves to its standard output (docs/bot-protocol.md).

    A round is one deal, played once for every seat: every bot plays it from all seats. Equal commands give
    equal results, unless time limits a bot. Finished games are kept in a file: the same command goes on where
    it was interrupted, and with more games it plays only those that are missing.

    The share of wins has a 95 % interval, which considers that the games of a round share a deal. Shared wins
    are split. Copies of a bot count together; their points are the mean of a seat. The time is CPU time per
    decision, of those with more than one legal move.
    """
    bots = parse_bots(lists)
    players = len(bots) if players is None else players
    Schedule(len(bots), players, seed)  # complains before anything is compiled
    game = prepare_game(title_id, players, chosen, edition_file, PLAY)
    run = Run(game, bots, games, seed, sprt, workers or processors())
    with closing(ResultsFile(out or default_file(run.terms), run.terms, fresh)) as file:
        done = sum(number < run.games for number in file.games)
        if done:
            click.echo(f"rooftop: {done} of {run.games} games are in {file.path}", err=True)
        if done < run.games:
            run.prepare()
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
                traceback.print_exception(error.__cause__)
            sys.exit(1)
    if as_json:
        print_json(_as_json(report))
    else:
        _show(report)


def _as_json(report: Report) -> dict[str, object]:
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
    found: dict[str, object] = {
        "title": report.title,
        "players": report.players,
        "games": report.games,
        "results": rows,
        "rounds": report.rounds,
        "seed": report.seed,
    }
    if report.verdict is not None:
        stronger = report.verdict.stronger
        found["sprt"] = {
            "stronger": None if stronger is None else report.results[stronger].bot,
            "ratio": round(report.verdict.ratio, 4),
            "bound": round(report.verdict.bound, 4),
            "games": report.verdict.rounds * report.players,
        }
    return found


def _show(report: Report) -> None:
    click.echo(
        f"{title(report.title).name}, {report.players} players, seed {report.seed}:"
        f" {report.games} games in {report.rounds} {'round' if report.rounds == 1 else 'rounds'}"
    )
    heads = ["bot", "wins", "share", "95 %", "points", "decisions", "ms each"]
    rows = [heads, *([_label(result), *_figures(result)] for result in report.results)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *figures in rows:
        line = [
            name.ljust(widths[0]),
            *(text.rjust(width) for text, width in zip(figures, widths[1:], strict=True)),
        ]
        click.echo("  ".join(line))
    for result in report.results:
        by_source = ", ".join(f"{source} {mean:.2f}" for source, mean in result.points_by_source.items())
        click.echo(f"{_label(result)}: {by_source}")
    if report.verdict is not None:
        ratio = f"log-likelihood ratio {report.verdict.ratio:.2f} of {report.verdict.bound:.2f}"
        if report.verdict.stronger is None:
            click.echo(f"neither is proved stronger ({ratio})")
        else:
            stronger = report.results[report.verdict.stronger]
            weaker = report.results[1 - report.verdict.stronger]
            click.echo(f"{stronger.bot} is stronger than {weaker.bot} ({ratio})")


def _label(result: BotResult) -> str:
    return result.bot if result.seats == 1 else f"{result.seats} x {result.bot}"


def _figures(result: BotResult) -> list[str]:
    return [
        f"{result.wins:.1f}",
        f"{100 * result.share:.1f} %",
        f"{100 * result.interval.low:.1f}–{100 * result.interval.high:.1f} %",
        f"{result.points:.2f}",
        f"{result.decisions:,}",
        f"{1000 * result.seconds_per_decision:.2f}",
    ]
