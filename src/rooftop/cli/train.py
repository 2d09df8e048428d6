"""rooftop train: a network learns a title by playing it against itself."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from rooftop.cli.common import check_output, title_argument
from rooftop.errors import OptionError
from rooftop.game.title import AnyTitle, title
from rooftop.train import require_jax
from rooftop.train.settings import FOR_CPU, Settings


def _players(context: click.Context, parameter: click.Parameter, text: str | None) -> tuple[int, ...]:
    if not text:
        return ()
    try:
        return tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        raise click.BadParameter(f"expected numbers of players such as 2 or 2,3,4, not {text!r}") from None


players_option = click.option(
    "--players", callback=_players, help="Numbers of players, such as 2,3 (default: all)."
)


def checked_players(kind: AnyTitle, players: tuple[int, ...]) -> tuple[int, ...]:
    """These numbers of players, or all that the title supports."""
    able = kind.edition().players
    for count in players:
        if count not in able:
            raise OptionError(f"{kind.name} is for {', '.join(map(str, able))} players, not {count}")
    return players or tuple(able)


@click.command()
@title_argument
@click.option(
    "--minutes",
    type=click.FloatRange(0, min_open=True),
    default=8.0,
    show_default=True,
    help="How long to train.",
)
@click.option("--decisions", type=click.IntRange(min=1), help="Stop after this many decisions.")
@click.option("--games", type=click.IntRange(min=8), help="Games side by side (on a GPU 32768, else 512).")
@click.option("--horizon", type=click.IntRange(min=1), help="Decisions in each game between two lessons.")
@click.option("--batch", type=click.IntRange(min=1), help="Decisions learned from at once.")
@click.option("--passes", type=click.IntRange(min=1), help="Times that each decision is learned from.")
@players_option
@click.option("--hints/--no-hints", default=None, help="Tell the network what actions are worth.")
@click.option("--width", type=click.IntRange(min=8), help="Width of the first layer.")
@click.option("--hidden", type=click.IntRange(min=8), help="Width of the layers after it.")
@click.option("--layers", type=click.IntRange(min=1), help="Number of layers after the first.")
@click.option("--rate", type=click.FloatRange(0, min_open=True), help="Learning rate at the start; it falls.")
@click.option("--entropy", type=click.FloatRange(0), help="Reward for variety at the start; it falls.")
@click.option("--explore", type=click.FloatRange(0, 0.5), help="Share of the decisions made at random.")
@click.option("--trace", type=click.FloatRange(0, 1), help="Lambda of the returns, for each decision.")
@click.option("--seed", type=click.IntRange(0, 2**31), default=0, show_default=True, help="Seed of the run.")
@click.option("--report", type=click.FloatRange(0, min_open=True), help="Seconds between reports.")
@click.option("--measured", type=click.IntRange(min=1), help="Games against each bot in a report.")
@click.option("--final", type=click.IntRange(min=1), help="Games against each bot in the last report.")
@click.option(
    "--device",
    type=click.Choice(("auto", "cpu", "cuda")),
    default="auto",
    show_default=True,
    help="Where to train.",
)
@click.option(
    "--from", "start", type=click.Path(path_type=Path, dir_okay=False), help="Checkpoint to continue from."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File of the weights, written with every report (default: TITLE.npz).",
)
def train(
    title_id: str,
    minutes: float,
    players: tuple[int, ...],
    seed: int,
    device: str,
    start: Path | None,
    out: Path | None,
    **chosen: float | bool | None,
) -> None:
    """Train a network for TITLE from scratch: it plays itself, with two, three and four players at once.

    Every report has the decisions so far, the decisions per second, and the share of games that the policy
    wins alone against copies of a bot, for each number of players; equal strength would give 50, 33 and 25 %.
    The weights go to a file that the bot `network` plays with, and from which a run can continue. See
    docs/networks.md.
    """
    require_jax()
    from rooftop.bots.network import weights
    from rooftop.train.checkpoint import check
    from rooftop.train.run import TrainingRun, chosen_device

    path = out or Path(f"{title_id}.npz")
    check_output(path)
    kind, device = title(title_id), chosen_device(device)
    given = {name: value for name, value in chosen.items() if value is not None}
    settings = replace(Settings(), **(FOR_CPU if device == "cpu" else {}))  # type: ignore[arg-type]
    before = None
    if start is not None:
        before = weights.read(start)
        for name in ("hints", "width", "hidden", "layers"):
            given.setdefault(name, getattr(before.meta, name))
    counts = checked_players(kind, players)
    settings = replace(settings, minutes=minutes, players=counts, seed=seed, **given)  # type: ignore[arg-type]
    if before is not None:
        check(before, kind, settings)
    click.echo(f"{kind.name} on {device}: {settings.games} games, width {settings.width}", err=True)
    run = TrainingRun(kind, settings, device, before)
    command = "rooftop train " + " ".join(sys.argv[2:])
    for report in run.train(lambda found: weights.write(path, found), command):
        click.echo(report.line())
        sys.stdout.flush()
    click.echo(f"{path}: {path.stat().st_size / 1e6:.2f} MB")
