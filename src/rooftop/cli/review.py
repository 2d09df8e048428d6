"""rooftop review: say who was winning when, and which decisions cost the most."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from rooftop.arena.review import Budget, Review
from rooftop.arena.review import review as find
from rooftop.arena.review.findings import kind_of, tell
from rooftop.arena.review.judging import SECONDS
from rooftop.arena.review.page import html, text
from rooftop.arena.review.run import check_over
from rooftop.arena.workers import Crew
from rooftop.cli.common import OUTPUT, check_output, crew_options, print_json, progress
from rooftop.game.match import Match
from rooftop.languages import ENGLISH, LANGUAGES

PERCENT = 100  # steps of the progress bar


@click.command()
@click.argument("game_file", metavar="GAME", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=OUTPUT, help="Write an HTML page to this file.")
@click.option("--seconds", type=float, default=None, help="CPU time for each decision (default: 0.1).")
@click.option(
    "--simulations", type=int, default=None, help="Simulations for each decision, instead of a time."
)
@click.option(
    "--lang",
    "--language",
    "language",
    type=click.Choice(LANGUAGES),
    default=ENGLISH,
    show_default=True,
    help="Language.",
)
@click.option(
    "--edition",
    "edition_file",
    type=click.Path(path_type=Path),
    help="Edition file that the game was played with (default: the title's own).",
)
@crew_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def review(
    game_file: Path,
    output: Path | None,
    seconds: float | None,
    simulations: int | None,
    language: str,
    edition_file: Path | None,
    crew: Crew,
    as_json: bool,
) -> None:
    """Review the finished game in the file GAME: everyone's chance of winning over time, the biggest swings,
    and each player's three costliest decisions with better moves.

    Every decision is judged by what its player knew at that moment. The costliest are judged again, for eight
    times as long. With --simulations equal commands give equal results.
    """
    budget = Budget(SECONDS if seconds is None and simulations is None else seconds, simulations)
    if output is not None:
        check_output(output)
    match = Match.load(game_file, edition_file)
    check_over(match)
    with progress(PERCENT, "review") as bar:
        found = find(match, budget, crew, lambda share: bar.update(round(PERCENT * share) - bar.n))
    if output is not None:
        output.write_text(html(found, match, language), encoding="utf-8")
    if as_json:
        print_json(_as_json(found, match, language))
    elif output is None:
        click.echo(text(found, match, language), nl=False)


def _as_json(found: Review, match: Match, language: str) -> dict[str, object]:
    return {
        "title": match.title.id,
        "players": found.players,
        "moves": found.plies,
        "budget": found.budget,
        "swings": [{**swing._asdict(), "change": round(swing.change, 4)} for swing in found.swings()],
        "seats": [
            {
                "name": name,
                "curve": [tuple(point) for point in found.curve(seat)],
                "costliest": [
                    {
                        "ply": told.judgement.ply,
                        "kind": kind_of(told.judgement.cost),
                        "cost": round(told.judgement.cost, 4),
                        "played": {"text": told.played, **msgspec.structs.asdict(told.judgement.played)},
                        "better": {"text": told.better, **msgspec.structs.asdict(told.judgement.best[0])},
                    }
                    for told in tell(match, found.costliest(seat), language)
                ],
            }
            for seat, name in enumerate(match.names(language))
        ],
        "judgements": found.judgements,
    }
