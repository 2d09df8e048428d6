"""Let a peer play, in its own environment: python lines.py PROGRAM, with JSON lines on stdin and stdout.

The first line says what it can measure: {"version", "measures": [{"game", "kind", "observed"}]}. The answer
to each line {"measure": 0, "decisions": 1000} is {"decisions", "seconds"}: at least that many decisions, and
their processor time. Nothing of Rooftop is installed here.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time


def main() -> None:
    out = os.fdopen(os.dup(1), "w", buffering=1)  # some libraries print a greeting on stdout
    os.dup2(2, 1)
    program = importlib.import_module(sys.argv[1])
    rows = program.measures()
    shown = [{"game": game, "kind": kind, "observed": observed} for game, kind, observed, _ in rows]
    print(json.dumps({"version": program.version(), "measures": shown}), file=out)
    for line in sys.stdin:
        asked = json.loads(line)
        play = rows[asked["measure"]][3]
        began = time.process_time()
        made = play(asked["decisions"])
        print(json.dumps({"decisions": made, "seconds": time.process_time() - began}), file=out)


if __name__ == "__main__":
    main()
