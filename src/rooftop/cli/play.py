"""rooftop play: a game in the terminal against bots."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rooftop.bots import BOTS, Bot, bot, choose
from rooftop.cli.common import agreed, game_options
from rooftop.errors import OptionError, RooftopError
from rooftop.game.match import Match
from rooftop.game.seed import new_seed
from rooftop.game.title import title, title_ids
from rooftop.game.translation import LANGUAGES

HELP = """  a number or a move in notation plays it; then there are
  u   undo          r   redo         b   the board again
  l   what happened since your last turn
  s FILE  save      q   quit"""
DEMONSTRATION = 12  # decisions that are shown when nobody sits at the terminal


@click.command()
@click.argument("title_id", metavar="[TITLE]", type=click.Choice(title_ids()), default="tower-up")
@game_options
@click.option("--seat", type=int, default=0, show_default=True, help="Your seat, from 0.")
@click.option("--bot", "opponent", type=click.Choice(sorted(BOTS)), default="greedy", show_default=True)
@click.option("--seed", type=int, default=None, help="Play a game that can be repeated.")
@click.option("--lang", "language", type=click.Choice(LANGUAGES), default="en", show_default=True)
def play(
    title_id: str,
    players: int,
    chosen: tuple[str, ...],
    edition_file: Path | None,
    seat: int,
    opponent: str,
    seed: int | None,
    language: str,
) -> None:
    """Play TITLE (tower-up if you do not say) in the terminal against bots.

    Where the title has the option `hold`, your turns wait for "end", so that they can be taken back. Without
    a terminal, bots play a short demonstration.
    """
    can_hold = any(option.name == "hold" for option in title(title_id).options)
    if can_hold and not any(name.startswith("hold=") for name in chosen):
        chosen = (*chosen, "hold=true")
    if not 0 <= seat < players:
        raise OptionError(f"seat {seat} is not one of 0 to {players - 1}")
    match = Match(agreed(title_id, players, chosen, edition_file, bots=True), new_seed(seed))
    player = bot(opponent, seed)
    if sys.stdin.isatty():
        _Table(match, seat, player, language).play()
    else:
        _demonstrate(match, player, language)


def _demonstrate(match: Match, player: Bot, language: str) -> None:
    click.echo(f"A short demonstration of {match.title.name}: bots play {DEMONSTRATION} decisions.\n")
    while not match.over and match.ply < DEMONSTRATION:
        match.play(choose(match, player))
    for line in match.log(language=language):
        click.echo(f"- {line}")
    click.echo("\n" + match.text(language=language))


class _Table:
    """One person at the terminal, bots in the other seats."""

    def __init__(self, match: Match, seat: int, player: Bot, language: str) -> None:
        self.match = match
        self.seat = seat
        self.bot = player
        self.language = language
        self.seen = 0  # the ply up to which the person has read

    def play(self) -> None:
        self.board()
        while not self.match.over:
            if self.match.to_act == self.seat:
                if not self.ask():
                    return
            else:
                self.match.play(choose(self.match, self.bot))
            if self.match.to_act == self.seat and self.seen < self.match.ply:
                self.news()
        self.news()
        self.result()

    def board(self) -> None:
        click.echo("\n" + self.match.text(self.seat, self.language) + "\n")

    def news(self) -> None:
        for line in self.match.log(self.seat, self.language, since=self.seen):
            click.echo(f"  - {line}")
        self.seen = self.match.ply

    def ask(self) -> bool:
        """Show the moves, read one command. False: the person has had enough."""
        moves = self.match.moves(self.language)
        width = max(len(move.notation) for move in moves)
        for number, move in enumerate(moves, 1):
            click.echo(f"{number:4}  {move.notation:{width}}  {move.text}")
        try:
            said = click.prompt("move (h for help)", prompt_suffix="> ").strip()
        except (click.Abort, EOFError):
            return False
        verb, _, rest = said.partition(" ")
        try:
            if verb == "q":
                return False
            if verb in ("h", "?"):
                click.echo(HELP)
            elif verb == "b":
                self.board()
            elif verb == "l":
                for line in self.match.log(self.seat, self.language)[-20:]:
                    click.echo(f"  - {line}")
            elif verb == "u":
                self.match.undo()
                self.seen = min(self.seen, self.match.ply)
                self.board()
            elif verb == "r":
                self.match.redo()
            elif verb == "s" and rest:
                self.match.save(Path(rest))
                click.echo(f"saved to {rest}")
            elif said.isdecimal() and 1 <= int(said) <= len(moves):
                self.match.play(moves[int(said) - 1])
            else:
                self.match.play(said)
        except (RooftopError, OSError) as error:
            click.echo(f"  {error}")
        return True

    def result(self) -> None:
        self.board()
        names = self.match.names(self.language)
        for seat in sorted(range(self.match.players), key=lambda seat: self.match.ranks[seat]):
            by_source = ", ".join(f"{name} {value}" for name, value in self.match.points(seat).items())
            click.echo(f"{self.match.ranks[seat]}.  {names[seat]}  {self.match.total(seat)}  ({by_source})")
