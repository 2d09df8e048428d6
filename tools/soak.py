"""Play random games of every title and check all laws: python tools/soak.py [TITLE...].

Every title is played with all player counts, and with the variants named by its contract tests. Games that
break a law are saved in findings/; the exit status is then 1.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import rooftop
from rooftop.engine.simulation import simulate
from rooftop.game.position import Game, new_game
from rooftop.game.replay import replay_violation, save_violation
from rooftop.testing.contract import Contract

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

GAMES = 100_000  # with the usual options
VARIANT_GAMES = 20_000


def kinds(name: str) -> Iterator[tuple[Game, int]]:
    """Yield every kind of game to play, and how many of each."""
    module = importlib.import_module(f"tests.titles.{name.replace('-', '_')}.test_contract")
    contract = next(
        found
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, Contract) and found is not Contract
    )
    title = rooftop.title(name)
    for players in title.players:
        for options in contract.variants:
            yield new_game(title, players, options, compiled=True), VARIANT_GAMES if options else GAMES


def main() -> int:
    broken = 0
    for name in sys.argv[1:] or rooftop.title_ids():
        for game, games in kinds(name):
            report = simulate(game, games, seed=1, check=True)
            kind = f"{name}, {game.players} players, {game.options}"
            counts = f"{report.games} games, {report.decisions} decisions, longest {report.longest}"
            print(f"{kind}: {counts}, broken laws: {len(report.violations)}", flush=True)
            for violation in report.violations:
                match = replay_violation(game, 1, violation)
                print(f"  {violation.text}: {save_violation(match, 1, violation, ROOT / 'findings')}")
            broken += len(report.violations)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
