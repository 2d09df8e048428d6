"""Compile titles into the cache, their search and networks, too: python tools/compile_rules.py TITLE...

A title that is not installed is named by its module; of tests.tiny, tests need the rules alone.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from rooftop.bots.network.program import network
from rooftop.bots.search import search
from rooftop.engine.engine import engine
from rooftop.engine.program import prepare
from rooftop.game.title import title

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


def main() -> None:
    for name in sys.argv[1:]:
        is_module = "." in name
        rules = engine(importlib.import_module(name).TITLE if is_module else title(name), compiled=True)
        prepare([rules] if is_module else [rules, search(rules), network(rules)])


if __name__ == "__main__":
    main()
