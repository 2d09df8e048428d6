"""rooftop teach: a network learns from the search that plays with it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rooftop.cli.common import OUTPUT, check_output, title_argument
from rooftop.cli.train import checked_players, players_option
from rooftop.errors import OptionError
from rooftop.game.title import title
from rooftop.train import require_jax
from rooftop.train.settings import Teaching

DEFAULT = Teaching()
FRACTION = click.FloatRange(0, 1)
POSITIVE = click.FloatRange(0, min_open=True)
COUNT = click.IntRange(min=1)


@click.command(context_settings={"show_default": True})
@title_argument
@click.option(
    "--from",
    "start",
    type=click.Path(exists=True, path_type=Path, dir_okay=False),
    help="Network to teach (default: the title's own).",
)
@click.option(
    "--out", type=OUTPUT, help="File of the weights, written after every round (default: TITLE.npz)."
)
@click.option(
    "--minutes", type=POSITIVE, default=DEFAULT.minutes, help="How long to train, without measuring."
)
@click.option("--rounds", type=COUNT, help="Stop after this many rounds.")
@click.option("--games", type=COUNT, default=DEFAULT.games, help="Games of a round.")
@click.option("--simulations", type=COUNT, default=DEFAULT.simulations, help="Simulations of a decision.")
@click.option(
    "--opening",
    type=FRACTION,
    default=DEFAULT.opening,
    help="Part of a game with varied actions, chosen by their visits.",
)
@click.option(
    "--searched",
    type=FRACTION,
    default=DEFAULT.searched,
    help="Share of the value's target that the search expected.",
)
@players_option
@click.option("--window", type=COUNT, default=DEFAULT.window, help="Latest positions to learn from.")
@click.option("--batch", type=COUNT, default=DEFAULT.batch, help="Positions learned from at once.")
@click.option("--passes", type=COUNT, default=DEFAULT.passes, help="Passes over the positions in a round.")
@click.option("--rate", type=POSITIVE, default=DEFAULT.rate, help="Learning rate.")
@click.option(
    "--policy",
    type=click.FloatRange(0),
    default=DEFAULT.policy,
    help="Weight of the policy; the value's is 1.",
)
@click.option(
    "--temperature",
    type=POSITIVE,
    default=DEFAULT.temperature,
    help="Divides the policy's logits before it is compared.",
)
@click.option("--seed", type=click.IntRange(0, 2**31), default=0, help="Seed of the games.")
@click.option("--measured", type=COUNT, default=DEFAULT.measured, help="Games against greedy in a report.")
@click.option("--final", type=COUNT, default=DEFAULT.final, help="Games against greedy in the last report.")
@click.option("--workers", type=COUNT, help="Processes that play (default: one for each core).")
def teach(
    title_id: str,
    start: Path | None,
    out: Path | None,
    rounds: int | None,
    players: tuple[int, ...],
    workers: int | None,
    **chosen: float,
) -> None:
    """Teach a network of TITLE what the search finds with it.

    The search plays games with the network, with two, three and four players. Then the policy learns how
    often the search tried each action, and the value learns how the games ended and what the search expected.
    Every fifth game is held out: a report has the cross entropies on those games, for the network at the
    start and now. See docs/networks.md.
    """
    require_jax()
    from rooftop.arena.workers import Crew
    from rooftop.bots.network import weights
    from rooftop.server.settings import processors
    from rooftop.train.teach import HELD_OUT, Lessons

    path = out or Path(f"{title_id}.npz")
    check_output(path)
    kind = title(title_id)
    before = weights.load(kind, start or weights.file_of(title_id))
    counts = checked_players(kind, players)
    settings = Teaching(players=counts, rounds=rounds or DEFAULT.rounds, **chosen)  # type: ignore[arg-type]
    if settings.games <= len(counts):
        raise OptionError(
            f"games must be more than {len(counts)}, not {settings.games}: one of {HELD_OUT} with each number"
            " of players is held out"
        )
    crew = Crew(workers or processors())
    click.echo(f"{kind.name}: {settings.simulations} simulations, {crew.workers} workers", err=True)
    lessons = Lessons(kind, settings, before, crew)
    command = "rooftop teach " + " ".join(sys.argv[2:])
    for report in lessons.teach(lambda found: weights.write(path, found), command):
        click.echo(report.line())
        sys.stdout.flush()
    click.echo(f"{path}: {path.stat().st_size / 1e6:.2f} MB")
