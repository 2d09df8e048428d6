"""rooftop simulate: play many random games and check the laws of the game."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from rooftop.arena.simulation import simulate as simulate_games
from rooftop.arena.workers import Crew
from rooftop.cli.common import (
    crew_options,
    game_options,
    prepare_game,
    print_json,
    progress,
    title_argument,
)
from rooftop.engine.laws import laws
from rooftop.engine.simulation import Violation
from rooftop.game.position import Game
from rooftop.game.replay import replay_violation, save_violation
from rooftop.game.title import title


@click.command()
@title_argument
@click.option(
    "--games", type=click.IntRange(min=1), default=1000, show_default=True, help="Number of games to play."
)
@game_options
@crew_options
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63),
    default=0,
    show_default=True,
    help="Seed of the run.",
)
@click.option("--check", is_flag=True, help="Check all laws after every decision.")
@click.option(
    "--findings",
    type=click.Path(path_type=Path),
    default=Path("findings"),
    show_default=True,
    help="Folder for games that break a law.",
)
@click.option("--laws", "list_laws", is_flag=True, help="List the laws and exit.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate(
    title_id: str,
    games: int,
    players: int,
    chosen: tuple[str, ...],
    edition_file: Path | None,
    crew: Crew,
    seed: int,
    check: bool,
    findings: Path,
    list_laws: bool,
    as_json: bool,
) -> None:
    """Play random games of TITLE and report points and wins.

    With --check, also check the laws of the game: statements that must hold in every position. A game that
    breaks a law is saved; open it with `rooftop verify` or `rooftop.load`. The exit status is then 1.

    Equal commands give equal results with any number of workers, and on a Ray cluster.
    """
    if list_laws:
        _list_laws(title_id, as_json)
        return
    game = prepare_game(title_id, players, chosen, edition_file, is_played_here=not crew.ray)
    with crew.joined():
        began = time.perf_counter()
        with progress(games, "games") as bar:
            report = simulate_games(game, games, seed, check, crew, bar.update)
        seconds = time.perf_counter() - began
    violations = [_save(game, seed, found, findings) for found in report.violations]
    if as_json:
        print_json(
            {
                "title": title_id,
                "players": players,
                "options": game.options,
                "edition": game.edition.id,
                "seed": seed,
                "games": report.games,
                "decisions": report.decisions,
                "longest": report.longest,
                "rarities": report.rarities,
                "checked": check,
                "violations": violations or 0,
                "wins": report.wins,
                "points": report.points,
                "seconds": round(seconds, 3),
            }
        )
    else:
        click.echo(
            f"{report.games} games, {report.decisions} decisions in {seconds:.1f} s"
            f" ({report.decisions / max(seconds, 1e-9):,.0f} per second), longest game {report.longest}"
        )
        for seat, points in enumerate(report.points):
            by_source = ", ".join(f"{source} {value:.2f}" for source, value in points.items())
            share = 100 * report.wins[seat] / max(sum(report.wins), 1)
            click.echo(f"seat {seat}: {share:.1f} % wins, {sum(points.values()):.2f} points ({by_source})")
        for name, times in report.rarities.items():
            click.echo(f"{name}: {times} times")
        for row in violations:
            click.echo(f"game {row['game']}, ply {row['ply']}: broken: {row['text']} -> {row['file']}")
        if check and not violations:
            click.echo("no laws broken")
    if violations:
        sys.exit(1)


def _save(game: Game, seed: int, found: Violation, folder: Path) -> dict[str, str | int]:
    """Save the game that breaks a law and return the row of the report about it."""
    match = replay_violation(game, seed, found)
    path = save_violation(match, seed, found, folder)
    return {"game": found.game, "ply": match.ply, "law": found.law, "text": found.text, "file": str(path)}


def _list_laws(title_id: str, as_json: bool) -> None:
    found = laws(title(title_id))
    if as_json:
        print_json({str(number): law for number, law in found.items()})
        return
    for number, law in found.items():
        click.echo(f"{number:3}  {law}")
