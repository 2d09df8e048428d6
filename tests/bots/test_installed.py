"""Bots of other packages, found in a real dist-info folder."""

import json

import pytest
from click.testing import CliRunner

import rooftop
from rooftop.arena import run
from rooftop.arena.tournament import Tournament
from rooftop.bots import bot, bot_names, choose, installed
from rooftop.cli import main
from rooftop.errors import OptionError

MODULE = """
class Last:
    def __init__(self, seed=None, depth=1):
        self.depth = depth

    def choose(self, position, record=()):
        return position.legal()[-self.depth]


class Fussy:
    def __init__(self, seed=None):
        raise ValueError("the wind is wrong")


class Mute:
    def __init__(self, seed=None):
        pass


number = 7
"""
ENTRIES = """
[rooftop.bots]
last = climbers:Last
missing = climbers:Nobody
elsewhere = no_such_module:Bot
fussy = climbers:Fussy
mute = climbers:Mute
number = climbers:number
greedy = climbers:Last
"""


@pytest.fixture(autouse=True)
def package(tmp_path, monkeypatch):
    (tmp_path / "climbers.py").write_text(MODULE)
    info = tmp_path / "climbers-2.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: climbers\nVersion: 2.5\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(tmp_path)
    for cached in (installed.installed, installed.maker):
        cached.cache_clear()
    yield
    monkeypatch.undo()
    for cached in (installed.installed, installed.maker):
        cached.cache_clear()


def test_a_bot_of_another_package_plays():
    match = rooftop.new("tower-up", players=2, seed=1)
    assert choose(match, bot("last")) == match.legal()[-1]
    assert choose(match, bot("last:depth=2", 3)) == match.legal()[-2]
    report = run("tower-up", ["last", "random"], games=2)
    assert report.results[0].bot == "last"
    terms = Tournament(match.game, ["last:depth=2", "random"], 2, 0).terms
    assert terms.bots == ("last:depth=2 of climbers 2.5", "random")


def test_our_own_bots_keep_their_names():
    assert "last" in bot_names()
    assert bot_names().count("greedy") == 1
    assert type(bot("greedy")).__module__ == "rooftop.bots.greedy"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("missing", "bot 'missing' of climbers 2.5 cannot be loaded: AttributeError"),
        ("elsewhere", "bot 'elsewhere' of climbers 2.5 cannot be loaded: ModuleNotFoundError"),
        ("fussy", "bot 'fussy' of climbers 2.5 cannot be made: ValueError: the wind is wrong"),
        ("mute", "bot 'mute' of climbers 2.5 has no method `choose`"),
        ("number", "bot 'number' of climbers 2.5: climbers:number is not a class or function"),
        ("last:height=3", "bot 'last' of climbers 2.5 cannot be made: TypeError"),
    ],
)
def test_a_broken_one_is_told_by_its_package(name, why):
    with pytest.raises(OptionError) as error:
        bot(name)
    assert str(error.value).startswith(why)


def test_all_are_listed_with_what_is_wrong():
    answer = CliRunner().invoke(main, ["bots", "--json"])
    rows = {(row["bot"], row["package"]): row["problem"] for row in json.loads(answer.stdout)["bots"]}
    assert rows["master", "rooftop"] == rows["last", "climbers 2.5"] == ""
    assert "the wind is wrong" in rows["fussy", "climbers 2.5"]
    assert rows["greedy", "climbers 2.5"] == "the name is taken; Rooftop's own bot plays"
    text = CliRunner().invoke(main, ["bots"]).stdout
    assert "last            climbers 2.5\n" in text
