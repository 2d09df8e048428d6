"""rooftop play: a game against bots in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rooftop.arena.schedule import named_bot
from rooftop.bots import Bot, bot_names, choose
from rooftop.bots.program import ProgramBot
from rooftop.cli.common import game_options, prepare_game
from rooftop.errors import OptionError, RooftopError
from rooftop.game.match import Match
from rooftop.game.seed import new_seed
from rooftop.game.title import title, title_ids
from rooftop.languages import ENGLISH, LANGUAGES

HELP = """  type a number or a move, or
  u   undo          r   redo         b   show the board
  l   show the last 20 lines of the log
  s FILE  save      q   quit"""
DEMO_DECISIONS = 12  # how many decisions bots play when there is no terminal


@click.command()
@click.argument("title_id", metavar="[TITLE]", type=click.Choice(title_ids()), default="tower-up")
@game_options
@click.option("--seat", type=int, default=0, show_default=True, help="Your seat, counted from 0.")
@click.option(
    "--bot",
    "opponent",
    default="greedy",
    show_default=True,
    metavar="BOT",
    help=f"Bot to play against: {', '.join(bot_names())}, or exec:COMMAND.",
)
@click.option(
    "--colours",
    default="",
    metavar="COLOUR,...",
    help="Colours of the seats, such as blue,teal (default: the seats' own).",
)
@click.option("--seed", type=int, default=None, help="Seed; the same seed and moves give the same game.")
@click.option(
    "--lang", "language", type=click.Choice(LANGUAGES), default=ENGLISH, show_default=True, help="Language."
)
def play(
    title_id: str,
    players: int,
    chosen: tuple[str, ...],
    edition_file: Path | None,
    seat: int,
    opponent: str,
    colours: str,
    seed: int | None,
    language: str,
) -> None:
    """Play TITLE (default: tower-up) against bots in the terminal.

    If the title has the option `hold`, your turn lasts until you play "end", so that you can undo it first.
    Without a terminal, bots play a short demonstration.
    """
    can_hold = any(option.name == "hold" for option in title(title_id).options)
    if can_hold and not any(name.startswith("hold=") for name in chosen):
        chosen = (*chosen, "hold=true")
    if not 0 <= seat < players:
        raise OptionError(f"seat must be from 0 to {players - 1}, not {seat}")
    by_seat = [colour.strip() for colour in colours.split(",")] if colours else []
    game = prepare_game(title_id, players, chosen, edition_file, by_seat)
    match = Match(game, new_seed(seed))
    player = named_bot(opponent, seed)
    try:
        if sys.stdin.isatty():
            _Session(match, seat, player, language).play()
        else:
            _demonstrate(match, player, language)
    finally:
        if isinstance(player, ProgramBot):
            player.end(match.result)


def _demonstrate(match: Match, player: Bot, language: str) -> None:
    click.echo(f"A short demonstration of {match.title.name}: bots make {DEMO_DECISIONS} decisions.\n")
    while not match.over and match.ply < DEMO_DECISIONS:
        match.play(choose(match, player))
    for line in match.log(language=language):
        click.echo(f"- {line}")
    click.echo("\n" + match.text(language=language))


class _Session:
    """One person at the terminal, bots in the other seats."""

    def __init__(self, match: Match, seat: int, player: Bot, language: str) -> None:
        self.match = match
        self.seat = seat
        self.bot = player
        self.language = language
        self.seen = 0  # the ply up to which the log has been shown

    def play(self) -> None:
        self.show_board()
        while not self.match.over:
            if self.match.to_act == self.seat:
                if not self.run_command():
                    return
            else:
                self.match.play(choose(self.match, self.bot))
            if self.match.to_act == self.seat and self.seen < self.match.ply:
                self.show_news()
        self.show_news()
        self.show_result()

    def show_board(self) -> None:
        click.echo("\n" + self.match.text(self.seat, self.language) + "\n")

    def show_news(self) -> None:
        for line in self.match.log(self.seat, self.language, since=self.seen):
            click.echo(f"  - {line}")
        self.seen = self.match.ply

    def run_command(self) -> bool:
        """Show the moves and run one command. Return False to quit."""
        moves = self.match.moves(self.language)
        width = max(len(move.notation) for move in moves)
        for number, move in enumerate(moves, 1):
            click.echo(f"{number:4}  {move.notation:{width}}  {move.text}")
        try:
            typed = click.prompt("move (h for help)", prompt_suffix="> ").strip()
        except (click.Abort, EOFError):
            return False
        verb, _, rest = typed.partition(" ")
        try:
            if verb == "q":
                return False
            if verb in ("h", "?"):
                click.echo(HELP)
            elif verb == "b":
                self.show_board()
            elif verb == "l":
                for line in self.match.log(self.seat, self.language)[-20:]:
                    click.echo(f"  - {line}")
            elif verb == "u":
                self.match.undo()
                self.seen = min(self.seen, self.match.ply)
                self.show_board()
            elif verb == "r":
                self.match.redo()
            elif verb == "s" and rest:
                self.match.save(Path(rest))
                click.echo(f"saved to {rest}")
            elif typed.isdecimal() and 1 <= int(typed) <= len(moves):
                self.match.play(moves[int(typed) - 1])
            else:
                self.match.play(typed)
        except (RooftopError, OSError) as error:
            click.echo(f"  {error}")
        return True

    def show_result(self) -> None:
        self.show_board()
        names = self.match.names(self.language)
        for seat in sorted(range(self.match.players), key=lambda seat: self.match.ranks[seat]):
            by_source = ", ".join(f"{name} {value}" for name, value in self.match.points(seat).items())
            click.echo(f"{self.match.ranks[seat]}.  {names[seat]}  {self.match.total(seat)}  ({by_source})")
