"""Digests of games and searches: python tools/fingerprint.py [--games 60] [--searches 6].

Equal seeds give equal bytes on every machine, so two installations that print the same lines play the same.
The script needs only an installed Rooftop. The last line names the build, such as `compiled, with the C
type`.
"""

from __future__ import annotations

import argparse
import hashlib
import random

import numpy as np

import rooftop
from rooftop.bots.search import SearchBot
from rooftop.engine import quick
from rooftop.engine.state import RandomStream
from rooftop.engine.streams import seed_rows
from rooftop.game.position import Game, new_game


def games(game: Game, count: int) -> bytes:
    """Return the final states of random games, played in one call with all laws checked."""
    states, streams = game.title.state.array(count), RandomStream.array(count)
    seed_rows(states, 33, range(count), "game")
    seed_rows(streams, 33, range(count), "choices")
    out, broken = np.zeros(game.title.actions, np.int16), np.zeros(count, np.int16)
    engine = game.engine
    engine.play_games(states, game.tables, engine.blank, streams, game.players, game.encoded, 1, out, broken)
    assert not broken.any(), "a law of the game is broken"
    return states.tobytes()


def positions(game: Game) -> bytes:
    """Play a random game. Return a digest of every list of legal actions and every state, and the end."""
    position, chance, found = game.position(34), random.Random(34), hashlib.sha256()
    while not position.over:
        legal = position.legal()
        found.update(repr(legal).encode() + position.rows.tobytes())
        found.update(position.blind(position.to_act, chance.getrandbits(40)).rows.tobytes())
        position.apply(chance.choice(legal))
    return found.digest() + position.rows.tobytes()


def searches(game: Game, count: int, network: bool) -> bytes:
    """Return the results of searches in positions of random games."""
    chance, found = random.Random(35), []
    for number in range(count):
        position = game.position(chance.getrandbits(40))
        for _ in range(chance.randrange(40)):
            if not position.over:
                position.apply(chance.choice(position.legal()))
        if not position.over:
            found.append(SearchBot(number, simulations=60, network=int(network)).judge(position))
    return repr(found).encode()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--games", type=int, default=60)
    options.add_argument("--searches", type=int, default=6)
    given = options.parse_args()
    ways = set()
    for name in rooftop.title_ids():
        title = rooftop.title(name)
        for players in title.players:
            game = new_game(title, players)
            parts = {
                "games": games(game, given.games),
                "positions": positions(game),
                "searches": searches(game, given.searches, network=False),
            }
            if title.network_search:
                parts["searches with the network"] = searches(game, given.searches, network=True)
            for part, content in parts.items():
                print(name, players, part, hashlib.sha256(content).hexdigest()[:16], flush=True)
            ways.add("compiled" if game.engine.compiled else "interpreted")
    print(f"{' and '.join(sorted(ways))}, with {'the C type' if quick.library else 'ctypes'}")


if __name__ == "__main__":
    main()
