"""rooftop show: draw a game file as a picture or an animation."""

from __future__ import annotations

from pathlib import Path

import click

from rooftop.cli.common import progress
from rooftop.errors import OptionError
from rooftop.game.edition import Edition
from rooftop.game.match import Match
from rooftop.game.title import Size, Theme
from rooftop.languages import ENGLISH, LANGUAGES

PNG_WIDTH = {"wide": 1920, "narrow": 1080}  # pixels
GIF_WIDTH = {"wide": 960, "narrow": 540}
FRAME_SECONDS = 0.8
LAST_FRAME_SECONDS = 4.0
SUFFIXES = (".svg", ".png", ".gif")


@click.command()
@click.argument("game_file", metavar="GAME", type=click.Path(path_type=Path))
@click.option("--ply", type=int, default=None, help="Number of moves to replay (default: all).")
@click.option(
    "--seat", type=int, default=-1, help="Draw the view of this seat, from 0 (default: a spectator)."
)
@click.option("--theme", type=click.Choice(["day", "night"]), default="day", show_default=True, help="Theme.")
@click.option(
    "--lang", "language", type=click.Choice(LANGUAGES), default=ENGLISH, show_default=True, help="Language."
)
@click.option(
    "--size",
    type=click.Choice(["wide", "narrow"]),
    default="wide",
    show_default=True,
    help="Layout: for a screen or for a phone.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    help="Write to this .svg, .png or .gif file.",
)
@click.option(
    "--edition",
    "edition_file",
    type=click.Path(path_type=Path),
    help="Edition file that the game was played with (default: the title's own).",
)
def show(
    game_file: Path,
    ply: int | None,
    seat: int,
    theme: Theme,
    language: str,
    size: Size,
    output: Path,
    edition_file: Path | None,
) -> None:
    """Draw a position of the game file GAME. A .gif shows every turn up to that position."""
    suffix = output.suffix.lower()
    if suffix not in SUFFIXES:
        raise OptionError(f"{output.name}: the file must end with .svg, .png or .gif")
    played = Match.load(game_file, Edition.load(edition_file) if edition_file else None)
    if ply is not None and not 0 <= ply <= played.ply:
        raise OptionError(f"ply must be from 0 to {played.ply} in {game_file.name}, not {ply}")
    last = played.ply if ply is None else ply
    if suffix == ".gif":
        drawn = _animation(played, last, seat, theme, language, size)
    else:
        svg = _replayed(played, last).svg(seat, theme, language, size)
        drawn = svg.encode() if suffix == ".svg" else _png(svg, size)
    try:
        output.write_bytes(drawn)
    except OSError as error:
        raise OptionError(f"could not write {output}: {error.strerror}") from None
    click.echo(f"{output}: {played.title.name} after {last} moves")


def _replayed(played: Match, ply: int) -> Match:
    """Return the same game after its first `ply` moves."""
    if ply == played.ply:
        return played
    match = Match(played.game, played.seed, played.nonces)
    for move in played.file().moves[:ply]:
        match.play(move)
    return match


def _png(svg: str, size: Size) -> bytes:
    from rooftop.drawing.raster import png  # not at the top: importing Pillow and resvg takes a while

    return png(svg, PNG_WIDTH[size])


def _animation(played: Match, last: int, seat: int, theme: Theme, language: str, size: Size) -> bytes:
    """Draw a frame for the start, for the end of every turn and for the last position."""
    from rooftop.drawing.raster import gif

    match = Match(played.game, played.seed, played.nonces)
    frames = [match.svg(seat, theme, language, size)]
    for move in played.file().moves[:last]:
        turn = match.view(seat).turn
        match.play(move)
        if match.view(seat).turn != turn or match.ply == last:
            shown = played if match.ply == played.ply else match  # it knows who forfeited
            frames.append(shown.svg(seat, theme, language, size))
    with progress(len(frames), "frames") as bar:

        def counted(frame: str) -> str:
            bar.update()
            return frame

        return gif(map(counted, frames), GIF_WIDTH[size], FRAME_SECONDS, LAST_FRAME_SECONDS)
