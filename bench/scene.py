"""How long a picture of Tower Up takes: python bench/scene.py.

Every position of a game is drawn once, as at a table: what did not change since the last position is kept.
"First" is the very first picture of a board, with the empty map drawn anew.
"""

from __future__ import annotations

import random
import time
from statistics import mean, median

from rooftop.core.match import Match
from rooftop.core.position import game
from rooftop.core.title import View, title
from rooftop.core.words import words
from rooftop.titles.tower_up.scene import pieces_layer, scene, static_layer

PLAYERS = 4


def positions() -> list[View]:
    match, chance = Match(game(title("tower-up"), PLAYERS, compiled=False), 7), random.Random(7)
    found = [match.view()]
    while not match.over:
        match.play(chance.choice(match.legal()))
        found.append(match.view())
    return found


def main() -> None:
    views = positions()
    kind = title("tower-up")
    say = words(kind.package, "en")
    print(f"{len(views)} positions of a game with {PLAYERS} players; milliseconds a picture")
    print(f"{'':26}{'median':>8}{'mean':>8}{'worst':>8}{'first':>8}{'kB':>8}")
    for size in ("wide", "narrow"):
        for name, draw in (("whole scene", scene), ("pieces only", pieces_layer)):
            board = kind.board(kind.edition(), PLAYERS)  # a board that nothing has been drawn for
            names = kind.moves.names(board, "en")
            start = time.perf_counter()
            static_layer(board, say, "day", size)
            first = time.perf_counter() - start
            taken, made = [], ""
            for view in views:
                start = time.perf_counter()
                made = draw(board, view, names, say, "day", size)
                taken.append(time.perf_counter() - start)
            numbers = [1000 * value for value in (median(taken), mean(taken), max(taken), first)]
            columns = "".join(f"{value:8.2f}" for value in numbers)
            print(f"{name + ', ' + size:26}{columns}{len(made) / 1000:8.1f}")


if __name__ == "__main__":
    main()
