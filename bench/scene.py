"""Measure how long pictures and explanations take, and what a move changes: python bench/scene.py [TITLE...].

Every position of a game is drawn once, with cached drawings, as at a live table. "First" is the first drawing
of an empty board. The changes are compressed as one stream, as on a socket.
"""

from __future__ import annotations

import itertools
import random
import re
import sys
import time
import zlib
from collections.abc import Callable
from statistics import mean, median
from typing import TypeVar

import msgspec

from rooftop.drawing.changes import changes
from rooftop.game.match import Match
from rooftop.game.position import new_game
from rooftop.game.title import Size, View, title, title_ids
from rooftop.game.translation import translator

PLAYERS = 4
SIZES: tuple[Size, Size] = ("wide", "narrow")
PART = re.compile(r' id="([^"]+)"')
Given = TypeVar("Given")
Drawn = TypeVar("Drawn")


def positions(name: str) -> list[View]:
    match, chance = Match(new_game(title(name), PLAYERS, compiled=False), 7), random.Random(7)
    found = [match.view()]
    while not match.over:
        match.play(chance.choice(match.legal()))
        found.append(match.view())
    return found


def timed(draw: Callable[[Given], Drawn], views: list[Given]) -> tuple[list[Drawn], list[float]]:
    """Return the drawings and the milliseconds that each took."""
    drawn, taken = [], []
    for view in views:
        start = time.perf_counter()
        drawn.append(draw(view))
        taken.append(1000 * (time.perf_counter() - start))
    return drawn, taken


def measure(name: str) -> None:
    views = positions(name)
    kind = title(name)
    say = translator(kind.package, "en")
    print(f"{kind.name}: {len(views)} positions of a game with {PLAYERS} players; milliseconds per picture")
    print(f"{'':26}{'median':>8}{'mean':>8}{'worst':>8}{'first':>8}{'kB':>8}")
    for size in SIZES:
        board = kind.board(kind.edition(), PLAYERS)  # a new board: nothing is cached for it
        names = kind.names(board, translator(kind.package, "en"))
        _, first = timed(lambda view: kind.scene(board, view, names, say, "day", size, "board"), views[:1])  # noqa: B023
        elements, taken = timed(lambda view: kind.scene.elements(board, view, names, say, "day", size), views)  # noqa: B023
        row(f"elements, {size}", taken, first[0], sum(map(len, elements[-1].values())))
        pictures, taken = timed(lambda view: kind.scene(board, view, names, say, "day", size), views)  # noqa: B023
        row(f"whole picture, {size}", taken, first[0], len(pictures[-1]))
        compressor, sent = zlib.compressobj(wbits=-15), []
        for before, after in itertools.pairwise([None, *elements]):
            frame = compressor.compress(msgspec.json.encode(changes(before, after or {})))
            sent.append(len(frame + compressor.flush(zlib.Z_SYNC_FLUSH)) / 1000)
        rising = sorted(sent[1:])
        print(
            f"{f'changes, {size}':26}{median(rising):8.1f} kB,"
            f" 95 % below {rising[len(rising) * 95 // 100]:.1f} kB; the first one {sent[0]:.1f} kB"
        )

    parts = PART.findall(pictures[-1])
    _, taken = timed(lambda part: kind.explain(board, views[-1], part, names, say), parts)
    row(f"explanations ({len(parts)})", taken, taken[0], 0)


def row(label: str, taken: list[float], first: float, size: int) -> None:
    numbers = (median(taken), mean(taken), max(taken), first)
    print(f"{label:26}{''.join(f'{value:8.2f}' for value in numbers)}{size / 1000:8.1f}")


def main() -> None:
    for name in sys.argv[1:] or title_ids():
        measure(name)


if __name__ == "__main__":
    main()
