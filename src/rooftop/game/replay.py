"""Play a game of a simulation again, decision by decision, and save games that break a law."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rooftop.engine.simulation import Violation
from rooftop.engine.state import RandomStream
from rooftop.engine.streams import seed_of, seed_rows
from rooftop.errors import OptionError
from rooftop.game.match import Match
from rooftop.game.position import Game


def replay(game: Game, seed: int, number: int, stop: Callable[[Match], bool] = lambda match: False) -> Match:
    """Game `number` of a run, until `stop` or its end."""
    match = Match(game, seed_of(seed, number))
    stream = RandomStream.array()
    seed_rows(stream, seed, [number], "choices")
    while not stop(match):
        legal = match.legal()
        if not legal:
            break
        match.play(legal[game.engine.pick(stream, 0, len(legal))])
    return match


def replay_violation(game: Game, seed: int, found: Violation) -> Match:
    """The game that broke a law, up to the decision that broke it."""
    totals: list[list[int]] = []

    def broken(match: Match) -> bool:
        totals.append([match.total(seat) for seat in range(match.players)])
        lost = len(totals) > 1 and any(now < old for now, old in zip(totals[-1], totals[-2], strict=True))
        return lost or match.position.law_broken() != 0

    return replay(game, seed, found.game, broken)


def save_violation(match: Match, seed: int, found: Violation, folder: Path) -> Path:
    """Save such a game in `folder`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"{folder}: cannot create this folder: {error.strerror}") from None
    path = folder / f"{match.title.id}-{match.players}p-seed{seed}-game{found.game}-law{found.law}.json"
    match.save(path)
    return path
