"""What docs/hosting.md describes: units, the dashboard, metrics of several processes, backup and restore."""

import asyncio
import json
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.conftest import ROOT
from tests.server.clients import LIGHT, Person, Player, Server, first_update, new_table, play_some, stored_log
from tests.server.test_audit import run

DEPLOY = ROOT / "deploy"
UNITS = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")])


# --- files -------------------------------------------------------------------------------------------------


def settings_of(unit: Path) -> list[tuple[str, str, str]]:
    """The settings of a unit: section, name, value."""
    found, section = [], ""
    for line in re.sub(r"\\\n\s*", "", unit.read_text(encoding="utf-8")).splitlines():
        if not line or line.startswith("#"):
            continue
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            section = heading[1]
        else:
            name, equals, value = line.partition("=")
            assert equals, line
            found.append((section, name, value))
    return found


@pytest.mark.parametrize("unit", UNITS, ids=[unit.name for unit in UNITS])
def test_a_unit_starts_what_there_is(unit, tmp_path):
    """All our command lines are valid, and systemd finds no error in the unit."""
    settings = settings_of(unit)
    assert {section for section, _, _ in settings} <= {"Unit", "Service", "Timer", "Install"}
    for _, name, value in settings:
        if name == "ExecStart" and (words := re.search(r"/srv/rooftop/bin/rooftop (\w+) (.*?)'?$", value)):
            options = set(re.findall(r"--[a-z-]+", words[2]))
            known = run(words[1], "--help").output
            assert all(f"{option} " in known for option in options), options
    if systemd := shutil.which("systemd-analyze"):
        for each in UNITS:
            text = each.read_text(encoding="utf-8").replace("/srv/rooftop/bin/rooftop", sys.executable)
            (tmp_path / each.name).write_text(text, encoding="utf-8")
        done = subprocess.run(
            [systemd, "verify", tmp_path / unit.name], capture_output=True, text=True, timeout=60
        )
        assert str(tmp_path) not in done.stderr, done.stderr
        assert unit.name not in done.stderr, done.stderr


def test_the_proxy_passes_the_port_on_and_the_guide_installs_tested_versions():
    assert "proxy_set_header Host $http_host;" in (ROOT / "deploy" / "nginx.conf").read_text()
    for guide in ("hosting.md", "start.md"):
        installs = re.findall(r"pip install .*", (ROOT / "docs" / guide).read_text())
        assert installs
        assert all("--constraint constraints.txt" in line for line in installs)


def test_every_metric_of_the_dashboard_exists(running):
    dashboard = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    asked = {name for query in queries for name in re.findall(r"rooftop_\w+", query)}
    there: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(Person(running).get("/metrics").text):
        ends = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"]}.get(family.type, [""])
        there |= {family.name + end: {key for one in family.samples for key in one.labels} for end in ends}
    assert asked <= set(there), asked - set(there)
    ours = {name for name in there if name.startswith("rooftop_")}
    left_out = {name for name in ours - asked if not name.endswith(("_sum", "_count", "_created"))}
    assert left_out == set(), "a metric that the dashboard does not show"
    assert len({json.dumps(panel["gridPos"]) for panel in dashboard["panels"]}) == len(dashboard["panels"])


def test_processes_on_one_port_answer_with_the_metrics_of_all(tmp_path):
    program = """if True:
        import os
        from rooftop.server.metrics import LIVE_TABLES, MOVES, READY, exposition
        LIVE_TABLES.set(2), MOVES.inc(), READY.set(0)
        if (child := os.fork()) == 0:
            LIVE_TABLES.set(5), MOVES.inc(), READY.set(1)
            os._exit(0)
        os.waitpid(child, 0)
        print(exposition().decode())
    """
    environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    told = done.stdout.splitlines()
    assert {"rooftop_live_tables 7.0", "rooftop_moves_total 2.0", "rooftop_ready 1.0"} <= set(told)


# --- backup and restore ------------------------------------------------------------------------------------


def play_on(server: Server, players: list[Player], moves: int) -> None:
    for player in players:
        player.person.server, player.where = server, server.host
    asyncio.run(play_some(players, moves))


def restored(before: Server, tmp_path: Path, back_up, restore) -> None:
    """Play, back up, and continue; restore, and continue from the backup."""
    people = [Person(before) for _ in range(2)]
    table = new_table(people)
    players = [Player(person, table, random.Random(0)) for person in people]
    play_on(before, players, 5)
    back_up()
    saved = stored_log(before.database, table)
    play_on(before, players, 3)
    assert len(stored_log(before.database, table)) == 8
    after = Server(tmp_path, restore(), 0, **LIGHT)
    with after:
        assert stored_log(after.database, table) == saved
        assert len(saved) == 5
        play_on(after, players, 4)  # the same cookies, the same seats
        assert stored_log(after.database, table)[:5] == saved
        told = asyncio.run(first_update(players[0]))
        assert [entry["number"] for entry in told["log"]] == list(range(1, 10))
    verified = run("verify", "--database", after.database)
    assert verified.exit_code == 0, verified.output


def test_a_game_goes_on_from_a_backup_of_sqlite(running, tmp_path):
    copy, new = tmp_path / "saturday.db", tmp_path / "new"
    new.mkdir()

    def restore() -> str:
        shutil.copy(copy, new / "rooftop.db")
        return f"sqlite:///{new / 'rooftop.db'}"

    restored(running, new, lambda: run("backup", copy, "--database", running.database), restore)


def test_a_game_goes_on_from_a_backup_of_postgresql(pair, cluster, tmp_path):
    """With two running processes."""
    dumps: list[Path] = []
    restored(
        pair[1],
        tmp_path,
        lambda: dumps.append(cluster.dump(pair[0].database)),
        lambda: cluster.restore(dumps[0]),
    )
