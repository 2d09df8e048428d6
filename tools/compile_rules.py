"""Compile the rules of titles into the cache: python tools/compile_rules.py TITLE..."""

from __future__ import annotations

import sys

from rooftop.game.position import new_game
from rooftop.game.title import title


def main() -> None:
    for name in sys.argv[1:]:
        game = new_game(title(name), title(name).players[0], compiled=True)
        for _ in game.engine.prepare(game.tables, game.players, game.encoded, bots=True):
            pass


if __name__ == "__main__":
    main()
