"""The commands, as a person types them at the terminal."""

import json
import os
import pty
import re
import shutil
import subprocess
import sys

import msgspec
import pytest
from click.testing import CliRunner

import rooftop
from rooftop.cli import MODULES, main
from rooftop.cli.bench import report_lines
from rooftop.cli.peers import PEERS, PeerError, install, is_installed
from tests.conftest import FIXTURES, ROOT

GAME = sorted((FIXTURES / "tower-up").glob("*.json"))[0]
EDITION = ROOT / "src" / "rooftop" / "titles" / "tower_up" / "edition.toml"


def run(*words, keys=None):
    return CliRunner().invoke(main, [str(word) for word in words], input=keys)


def test_every_command_and_option_is_explained():
    def walk(command, words):
        answer = run(*words, "--help")
        assert answer.exit_code == 0
        for option in command.params:
            if option.opts[0].startswith("--") and option.name != "as_json":
                assert option.opts[0] in answer.output
        for name, inner in getattr(command, "commands", {}).items():
            assert inner.help, name
            walk(inner, [*words, name])

    walk(main, [])
    assert set(MODULES) >= {"play", "simulate", "verify", "edition", "titles", "bench"}


def test_simulate_reports_in_json():
    answer = run("simulate", "tower-up", "--games", 300, "--players", 4, "--check", "--json")
    assert answer.exit_code == 0, answer.output
    report = json.loads(answer.stdout)
    assert report["games"] == 300
    assert report["violations"] == 0
    assert report["decisions"] > 300 * 50
    assert len(report["points"]) == 4
    assert set(report["points"][0]) == {
        "white",
        "grey",
        "brown",
        "black",
        "cone",
        "token-1",
        "token-2",
        "token-3",
    }
    assert sum(report["wins"]) == pytest.approx(300)


def test_simulate_gives_equal_reports_for_equal_seeds():
    def report(seed):
        found = json.loads(run("simulate", "tower-up", "--games", 50, "--seed", seed, "--json").stdout)
        return {key: value for key, value in found.items() if key != "seconds"}

    assert report(5) == report(5)
    assert report(5)["points"] != report(6)["points"]


def test_simulate_lists_the_laws():
    answer = run("simulate", "tower-up", "--laws")
    assert answer.exit_code == 0
    assert "neighbouring buildings differ in colour" in answer.output
    assert "before the end there is always a legal action" in answer.output
    assert len(json.loads(run("simulate", "tower-up", "--laws", "--json").stdout)) == 19


def test_simulate_ends_with_1_and_names_the_file_when_a_law_is_broken(tmp_path, monkeypatch):
    from rooftop.engine import simulation

    def broken(game, games, seed, check, crew, progress):
        found = simulation.Violation(0, 11, "no floor is lost")
        return simulation.SimulationReport(1, 3, 3, [0.0], [{"white": 0.0}], [found])

    monkeypatch.setattr("rooftop.cli.simulate.simulate_games", broken)
    answer = run("simulate", "tower-up", "--check", "--findings", tmp_path, "--json")
    assert answer.exit_code == 1
    assert json.loads(answer.stdout)["violations"][0]["file"] == str(
        tmp_path / "tower-up-3p-seed0-game0-law11.json"
    )
    answer = run("simulate", "tower-up", "--check", "--findings", tmp_path)
    assert answer.exit_code == 1
    assert "broken: no floor is lost -> " in answer.output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--players", 7], "Tower Up is for 2, 3, 4 players, not 7"),
        (["-o", "fast=true"], "Tower Up has no option 'fast'"),
        (["-o", "fast"], "option must be NAME=VALUE, not 'fast'"),
        (["-o", "starting_floors=9"], "starting_floors: must be 3 to 7 with 3 players, not 9"),
        (["--edition", "nowhere.toml"], "No such file"),
    ],
)
def test_invalid_options_exit_with_a_one_line_message_and_status_2(words, sentence):
    answer = run("simulate", "tower-up", *words)
    assert answer.exit_code == 2
    assert sentence in answer.stderr
    assert answer.stdout == ""
    assert "Traceback" not in answer.output


def test_an_unknown_title_is_an_error():
    answer = run("simulate", "chess")
    assert answer.exit_code == 2
    assert "tower-up" in answer.output


def test_verify_accepts_a_recorded_game():
    answer = run("verify", GAME)
    assert answer.exit_code == 0
    assert ": OK, " in answer.output
    assert json.loads(run("verify", GAME, "--json").stdout) == {"files": 1, "failed": {}}


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("agreement", "ended by agreement, conceded: seat 2"),
        ("scores", "ended with the present scores, conceded: seat 2"),
        ("conceded", "ended because nobody was left to play on, conceded: seat 2"),
    ],
)
def test_verify_says_how_a_game_ended_early(tmp_path, how, told):
    match = rooftop.new("tower-up", players=3, seed=5)
    for _ in range(10):
        match.play(match.legal()[-1])
    match.concede(2)
    match.end(how)
    match.save(tmp_path / "game.json")
    answer = run("verify", tmp_path / "game.json")
    assert answer.exit_code == 0
    assert answer.output.endswith(f"OK, 10 moves of tower-up, {told}\n")


def test_verify_names_file_and_ply_that_differ(tmp_path):
    data = json.loads(GAME.read_text())
    data["hashes"][17] = "0" * 64
    altered = tmp_path / "altered.json"
    altered.write_text(json.dumps(data))
    good = tmp_path / "good.json"
    shutil.copy(GAME, good)
    answer = run("verify", good, altered)
    assert answer.exit_code == 1
    assert "altered.json: ply 17" in answer.output
    assert f"{good}: OK" in answer.output
    report = json.loads(run("verify", good, altered, "--json").stdout)
    assert list(report["failed"]) == [str(altered)]


def test_verify_reports_a_missing_file():
    answer = run("verify", "nowhere.json")
    assert answer.exit_code == 1
    assert "nowhere.json" in answer.output
    assert "No such file" in answer.output


def test_edition_check_accepts_the_editions_of_all_titles():
    answer = run("edition", "check")
    assert answer.exit_code == 0
    for title in rooftop.title_ids():
        assert f"{title}: " in answer.output
    assert json.loads(run("edition", "check", "--json").stdout) == {
        "files": sum(len(rooftop.title(name).editions()) for name in rooftop.title_ids()),
        "problems": {},
    }


def test_edition_check_reports_each_problem_and_its_location(tmp_path):
    wrong = tmp_path / "mine.toml"
    text = EDITION.read_text(encoding="utf-8").replace("market_size = 3", "market_size = 9")
    wrong.write_text(text.replace("stock_limit = 10", "stock_limit = 0"), encoding="utf-8")
    answer = run("edition", "check", wrong)
    assert answer.exit_code == 1
    assert answer.output.splitlines() == [
        "mine.toml: setup.market_size: must be from 1 to 4, not 9",
        "mine.toml: setup.stock_limit: must be from 4 to 100, not 0",
    ]


def test_edition_copy_gives_earlier_versions(tmp_path):
    for edition in rooftop.title("skyrise").editions()[1:]:
        mine = tmp_path / f"{edition.id}.toml"
        assert run("edition", "copy", "skyrise", mine, "--version", edition.version).exit_code == 0
        assert rooftop.Edition.load(mine).text == edition.text
    answer = run("edition", "copy", "skyrise", tmp_path / "new.toml", "--version", 99)
    assert answer.exit_code == 2
    assert "version of the edition of skyrise must be one of 4, 3, 2, not 99" in answer.stderr


def test_play_without_a_terminal_shows_a_short_demonstration():
    answer = run("play", "--seed", 1)
    assert answer.exit_code == 0
    assert "A short demonstration of Tower Up" in answer.output
    assert "Objectives" in answer.output


def test_play_takes_the_colours_of_the_seats():
    answer = run("play", "--seed", 1, "--players", 2, "--colours", "orange, green")
    assert answer.exit_code == 0
    assert "Orange" in answer.output
    assert "Blue" not in answer.output
    answer = run("play", "--players", 2, "--colours", "orange")
    assert answer.exit_code != 0
    assert "colours must be 2 different ones of blue, yellow, green, orange" in answer.output


def at_a_terminal(*words, keys):
    """Run a command in a pseudo-terminal and type these lines. Return the exit status and the output."""
    keyboard, terminal = pty.openpty()
    command = [sys.executable, "-c", "from rooftop.cli import main; main()", *map(str, words)]
    running = subprocess.Popen(command, stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    os.close(terminal)
    os.write(keyboard, "".join(f"{line}\n" for line in keys).encode())
    shown, _ = running.communicate(timeout=120)
    os.close(keyboard)
    return running.returncode, shown.decode()


def test_play_reads_moves_undo_and_help_from_a_terminal(tmp_path):
    keys = ["h", "b", "card 9", "card 1", "u", "r", "l", f"s {tmp_path / 'g.json'}", "zzz", "u 5", "q"]
    status, shown = at_a_terminal("play", "--players", 2, "--seed", 5, "--lang", "pl", keys=keys)
    assert status == 0, shown
    assert "unknown card '9'" in shown
    assert "Weź kartę" in shown
    assert "'zzz' is not a move" in shown
    assert rooftop.load(tmp_path / "g.json").record() == ["card 1"]


def test_play_can_be_played_to_the_end_at_a_terminal():
    status, shown = at_a_terminal("play", "--players", 2, "--seed", 5, keys=["4", "1", "1", "1"] * 60)
    assert status == 0, shown[-800:]
    assert re.search(r"^1\.  (Blue|Yellow)  \d+", shown, re.MULTILINE)


def test_play_refuses_an_invalid_seat():
    status, shown = at_a_terminal("play", "--players", 2, "--seat", 5, keys=[])
    assert status == 2
    assert "seat must be from 0 to 1, not 5" in shown


PEER = """
import json, sys
kinds = ("python", "batch", "search")
measures = [{"game": "nim", "kind": kind, "observed": kind == "batch"} for kind in kinds]
print(json.dumps({"version": "1.2", "measures": measures}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"decisions": asked["decisions"], "seconds": asked["decisions"] / 1000}), flush=True)
"""


def peer(folder, name, program):
    """An environment with this program as its Python."""
    python = folder / name / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!{sys.executable}\n{program}", encoding="utf-8")
    python.chmod(0o755)
    (needs,) = [one.requirements for one in PEERS if one.name == name]
    (folder / name / "installed.txt").write_text("".join(f"{line}\n" for line in needs), encoding="utf-8")


@pytest.mark.slow
def test_only_complete_and_current_environments_of_peers_are_used(tmp_path):
    pgx = PEERS[-1]
    assert not is_installed(tmp_path, pgx)
    peer(tmp_path, "pgx", "")
    assert is_installed(tmp_path, pgx)
    assert not is_installed(tmp_path, msgspec.structs.replace(pgx, requirements=("pgx==3.0.0",)))
    offline = msgspec.structs.replace(pgx, requirements=("./no-such-package",))
    with pytest.raises(PeerError, match="pgx cannot be installed"):
        install(tmp_path, offline)  # an incomplete environment: the old one was removed
    assert not is_installed(tmp_path, offline)
    assert not is_installed(tmp_path, pgx)


def test_bench_compares_a_title_with_its_peers_and_names_the_missing_ones(tmp_path):
    peer(tmp_path, "open-spiel", PEER)
    peer(tmp_path, "pgx", "raise SystemExit('no module jax')")
    peer(tmp_path, "rlcard", "print('Welcome!')")
    few = ("--title", "tower-up", "--rounds", 1, "--seconds", 0.01, "--no-cold")
    answer = run("bench", *few, "--peers", tmp_path, "--json")
    assert answer.exit_code == 0, answer.output
    report = json.loads(answer.stdout)
    ours = report["titles"]["tower-up"]
    assert min(ours.values()) > 0
    assert ours["state_bytes"] <= 2048
    assert "load" in report["machine"]
    compared = {row["kind"]: row for row in report["peers"]}
    for row in report["peers"]:
        assert (row["peer"], row["version"], row["per_s"]) == ("open-spiel", "1.2", 1000)
    assert {kind: set(row["ratios"]) for kind, row in compared.items()} == {
        "python": {"python", "batch"},
        "batch": {"batch"},
        "search": {"search"},
    }
    expected = ours["batch_observed_decisions_per_s"] / 1000
    assert compared["batch"]["ratios"]["batch"]["tower-up"] == pytest.approx(expected, rel=0.01)
    why = {row["peer"]: row["why"] for row in report["missing"]}
    assert set(why) == {"catanatron", "pettingzoo", "pgx", "rlcard"}
    assert "pgx has ended: no module jax" in why["pgx"]
    assert "rlcard answers b'Welcome!" in why["rlcard"]
    assert "use --install" in why["catanatron"]
    for sentence in why.values():
        assert sentence in answer.stderr
    lines = list(report_lines(report))  # in words, ratios come first
    assert lines[0].startswith("Times as fast, one game at a time, from Python")
    assert re.match(r"  open-spiel nim +1,000 +[\d.,]+$", lines[1])


@pytest.mark.parametrize("title", rooftop.title_ids())
def test_every_title_can_be_played_from_the_command_line(title, monkeypatch):
    monkeypatch.setenv("ROOFTOP_ENGINE", "interpreted")
    answer = run("play", title, "--players", 2, "--seed", 1, "--bot", "random")
    assert answer.exit_code == 0, answer.output
    assert f"A short demonstration of {rooftop.title(title).name}" in answer.output


def test_listing_the_laws_compiles_nothing(monkeypatch):
    monkeypatch.setattr("rooftop.engine.engine._engine", None)
    assert run("simulate", "skyrise", "--laws").exit_code == 0


def test_an_invalid_environment_variable_is_an_error(monkeypatch):
    monkeypatch.setenv("ROOFTOP_ENGINE", "fast")
    answer = run("simulate", "tower-up")
    assert answer.exit_code == 2
    assert answer.stderr == "rooftop: ROOFTOP_ENGINE must be compiled or interpreted, not 'fast'\n"


@pytest.mark.parametrize("title", rooftop.title_ids())
def test_edition_copy_gives_the_file_its_own_id_and_overwrites_nothing(tmp_path, title):
    mine = tmp_path / "mine.toml"
    assert run("edition", "copy", title, mine).exit_code == 0
    copied = rooftop.Edition.load(mine)
    assert copied.id == "mine"
    assert f"{title}: mine version {copied.version}: OK" in run("edition", "check", mine).output
    assert rooftop.title(title).hash(rooftop.Edition.load(mine)) == rooftop.title(title).hash(
        rooftop.title(title).edition()
    )
    answer = run("edition", "copy", title, mine)
    assert answer.exit_code == 2
    assert "already exists" in answer.stderr


@pytest.mark.parametrize(
    ("file", "sentence"),
    [("mine.json", "must end with .toml"), ("nowhere/mine.toml", "No such file")],
)
def test_edition_copy_reports_an_invalid_file_name(tmp_path, file, sentence):
    answer = run("edition", "copy", "tower-up", tmp_path / file)
    assert answer.exit_code == 2
    assert sentence in answer.stderr
    assert not list(tmp_path.iterdir())


def test_edition_check_reports_an_unknown_title(tmp_path):
    wrong = tmp_path / "mine.toml"
    wrong.write_text(
        EDITION.read_text(encoding="utf-8").replace('"tower-up"', '"tower-down"'), encoding="utf-8"
    )
    answer = run("edition", "check", wrong)
    assert answer.exit_code == 1
    assert answer.output.startswith("mine.toml: edition.title: ")
    assert "'tower-down'" in answer.output


def test_verify_finds_the_edition_that_each_game_was_played_with(tmp_path):
    mine, game = tmp_path / "mine.toml", tmp_path / "mine.json"
    mine.write_text(EDITION.read_text(encoding="utf-8").replace("stock_limit = 10", "stock_limit = 9"))
    rooftop.new("tower-up", edition=mine).save(game)
    other = sorted((FIXTURES / "skyrise").glob("*.json"))[0]
    assert run("verify", GAME, game, other, "--edition", mine).exit_code == 0
    answer = run("verify", GAME, game)
    assert answer.exit_code == 1
    assert f"FAILED: {game}: played with edition" in answer.output
    answer = run("show", other, "--edition", mine, "-o", tmp_path / "x.svg")
    assert answer.exit_code == 2
    assert "a game of skyrise, but edition 'tower-up-reconstructed-1' is for tower-up" in answer.stderr


@pytest.mark.parametrize("title", rooftop.title_ids())
def test_option_help_lists_the_options_of_a_title(title, monkeypatch):
    monkeypatch.setattr("rooftop.engine.engine._engine", None)  # listing compiles nothing
    for command in ("play", "simulate"):
        answer = run(command, title, "-o", "help")
        assert answer.exit_code == 0
        for option in rooftop.title(title).options:
            assert f"{option.name}={option.default}\n".lower() in answer.output.lower()


def test_titles_lists_every_title():
    assert run("titles", "--ids").output.split() == rooftop.title_ids()
    assert "tower-up        Tower Up, 2 to 4 players" in run("titles").output
    assert json.loads(run("titles", "--json").stdout)["skyrise"]["name"] == "Skyrise"
