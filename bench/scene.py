"""Measure how long pictures take: python bench/scene.py [TITLE...].

Every position of a game is drawn once, with cached drawings, as at a live table. "First" is the first drawing
of an empty board.
"""

from __future__ import annotations

import random
import sys
import time
from statistics import mean, median

from rooftop.game.match import Match
from rooftop.game.position import new_game
from rooftop.game.title import Layer, Size, View, title, title_ids
from rooftop.game.translation import translator

PLAYERS = 4
SIZES: tuple[Size, Size] = ("wide", "narrow")
LAYERS: tuple[tuple[str, Layer], ...] = (("whole picture", "all"), ("pieces only", "pieces"))


def positions(name: str) -> list[View]:
    match, chance = Match(new_game(title(name), PLAYERS, compiled=False), 7), random.Random(7)
    found = [match.view()]
    while not match.over:
        match.play(chance.choice(match.legal()))
        found.append(match.view())
    return found


def measure(name: str) -> None:
    views = positions(name)
    kind = title(name)
    say = translator(kind.package, "en")
    print(f"{kind.name}: {len(views)} positions of a game with {PLAYERS} players; milliseconds per picture")
    print(f"{'':26}{'median':>8}{'mean':>8}{'worst':>8}{'first':>8}{'kB':>8}")
    for size in SIZES:
        for label, layer in LAYERS:
            board = kind.board(kind.edition(), PLAYERS)  # a new board: nothing is cached for it
            names = kind.moves.names(board, "en")
            start = time.perf_counter()
            kind.scene(board, views[0], names, say, "day", size, "board")
            first = time.perf_counter() - start
            taken, drawn = [], ""
            for view in views:
                start = time.perf_counter()
                drawn = kind.scene(board, view, names, say, "day", size, layer)
                taken.append(time.perf_counter() - start)
            numbers = [1000 * value for value in (median(taken), mean(taken), max(taken), first)]
            columns = "".join(f"{value:8.2f}" for value in numbers)
            print(f"{label + ', ' + size:26}{columns}{len(drawn) / 1000:8.1f}")


def main() -> None:
    for name in sys.argv[1:] or title_ids():
        measure(name)


if __name__ == "__main__":
    main()
