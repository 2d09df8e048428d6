"""Compile the rules of titles and their search into the cache: python tools/compile_rules.py TITLE..."""

from __future__ import annotations

import sys

from rooftop.bots.search import search
from rooftop.engine.engine import engine
from rooftop.game.title import title


def main() -> None:
    for name in sys.argv[1:]:
        rules = engine(title(name), compiled=True)
        for program in (rules, search(rules)):
            for _ in program.prepare(program.entries):
                pass


if __name__ == "__main__":
    main()
