"""rooftop show: a game file as a picture, or as a film of the game."""

from __future__ import annotations

from pathlib import Path

import click

from rooftop.cli.common import progress
from rooftop.errors import OptionError
from rooftop.game.edition import Edition
from rooftop.game.match import Match
from rooftop.game.title import Size, Theme
from rooftop.game.translation import LANGUAGES

PIXELS = {"wide": 1920, "narrow": 1080}  # across a PNG
FILM_PIXELS = {"wide": 960, "narrow": 540}  # across a GIF
FRAME = 0.8  # seconds for a turn
LAST_FRAME = 4.0
KINDS = (".svg", ".png", ".gif")


@click.command()
@click.argument("game_file", metavar="GAME", type=click.Path(path_type=Path))
@click.option("--ply", type=int, default=None, help="After so many moves; without it at the end of the file.")
@click.option("--seat", type=int, default=-1, help="As this seat sees it, from 0; without it as a spectator.")
@click.option("--theme", type=click.Choice(["day", "night"]), default="day", show_default=True)
@click.option("--lang", "language", type=click.Choice(LANGUAGES), default="en", show_default=True)
@click.option("--size", type=click.Choice(["wide", "narrow"]), default="wide", show_default=True)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="A file: .svg, .png or .gif."
)
@click.option(
    "--edition",
    "edition_file",
    type=click.Path(path_type=Path),
    help="The edition file that the game was played with, if not the title's own.",
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
    """Draw a position of GAME, a game file: as .svg, as .png, or as .gif with every turn up to it."""
    kind = output.suffix.lower()
    if kind not in KINDS:
        raise OptionError(f"{output.name}: a picture ends with {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    played = Match.load(game_file, Edition.load(edition_file) if edition_file else None)
    if ply is not None and not 0 <= ply <= played.ply:
        raise OptionError(f"ply {ply} is not one of 0 to {played.ply}, the moves of {game_file.name}")
    last = played.ply if ply is None else ply
    if kind == ".gif":
        made = _film(played, last, seat, theme, language, size)
    else:
        svg = _replayed(played, last).svg(seat, theme, language, size)
        made = svg.encode() if kind == ".svg" else _pixels(svg, size)
    try:
        output.write_bytes(made)
    except OSError as error:
        raise OptionError(f"{output}: cannot be written: {error.strerror}") from None
    click.echo(f"{output}: {played.title.name} after {last} moves")


def _replayed(played: Match, ply: int) -> Match:
    """The same game after its first moves."""
    match = Match(played.game, played.seed, played.nonces)
    for move in played.file().moves[:ply]:
        match.play(move)
    return match


def _pixels(svg: str, size: Size) -> bytes:
    from rooftop.drawing.raster import png

    return png(svg, PIXELS[size])


def _film(played: Match, last: int, seat: int, theme: Theme, language: str, size: Size) -> bytes:
    """A frame for the start, for the end of every turn, and for the last position."""
    from rooftop.drawing.raster import gif

    match = Match(played.game, played.seed, played.nonces)
    frames = [match.svg(seat, theme, language, size)]
    for move in played.file().moves[:last]:
        turn = match.view(seat).turn
        match.play(move)
        if match.view(seat).turn != turn or match.ply == last:
            frames.append(match.svg(seat, theme, language, size))
    with progress(len(frames), "frames") as bar:

        def counted(frame: str) -> str:
            bar.update()
            return frame

        return gif(map(counted, frames), FILM_PIXELS[size], FRAME, LAST_FRAME)
