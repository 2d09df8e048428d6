"""Compile the rules of titles into the cache: python tools/compile_rules.py TITLE..."""

from __future__ import annotations

import sys

from rooftop.engine.engine import ENTRIES, engine
from rooftop.game.title import title


def main() -> None:
    for name in sys.argv[1:]:
        for _ in engine(title(name), compiled=True).prepare(ENTRIES):
            pass


if __name__ == "__main__":
    main()
