"""`rooftop title new` writes a title that can be played, and the example title can be installed."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv

import pytest
from click.testing import CliRunner

import rooftop
from lanterns import TITLE
from rooftop.cli import main
from rooftop.game.position import new_game
from rooftop.game.replay import replay
from tests.conftest import EXAMPLE, ROOT

PATH = os.pathsep.join([str(ROOT / ".venv" / "bin"), os.environ["PATH"]])
UV = shutil.which("uv", path=PATH)
SERVED = """
import asyncio, sys, httpx
from rooftop.server.settings import Settings
from tests.server.serving import create_app

async def get(path):
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://test") as client:
        return await client.get(path)

app = create_app(Settings(database=f"sqlite:///{sys.argv[1]}/a.db", painter_processes=0))
for path in ("/", "/rules/lanterns", "/learn/lanterns"):
    page = asyncio.run(get(path))
    assert page.status_code == 200 and "Lanterns" in page.text, (path, page.status_code)
app.state["context"].painters.close()
app.state["context"].store.close()
"""


LEARNED = """
import warnings
warnings.simplefilter("ignore")
import pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
from rooftop.envs import openspiel, pettingzoo
from rooftop.envs.gymnasium import SingleEnv

check_env(SingleEnv("lanterns", 3, opponents="novice"), skip_render_check=True)
api_test(pettingzoo.env("lanterns", 3), num_cycles=20)
pyspiel.random_sim_test(pyspiel.load_game("rooftop_lanterns_v1(players=3,seeds=4)"), 1, False, False)
"""


def title_new(*words):
    return CliRunner().invoke(main, ["title", "new", *map(str, words)])


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Boats", "name must be lower-case words joined by hyphens, such as paper-boats, not 'Boats'"),
        ("paper_boats", "name must be lower-case words joined by hyphens"),
        ("2-boats", "name must be lower-case words joined by hyphens"),
        ("../boats", "name must be lower-case words joined by hyphens"),
        ("tower-up", "there is a title 'tower-up' already"),
        ("random", "Python has a module or keyword 'random' already"),
        ("class", "Python has a module or keyword 'class' already"),
        ("rooftop", "Python has a module or keyword 'rooftop' already"),
    ],
)
def test_a_name_that_cannot_be_is_refused(tmp_path, name, why):
    done = title_new(name, "--in", tmp_path)
    assert done.exit_code == 2
    assert why in done.output
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_exists_is_left_alone(tmp_path):
    (tmp_path / "paper-boats").mkdir()
    done = title_new("paper-boats", "--in", tmp_path)
    assert done.exit_code == 2
    assert done.output == f"rooftop: {tmp_path / 'paper-boats'} exists; choose another name or folder\n"
    assert title_new("paper-boats", "--in", tmp_path / "nowhere").exit_code == 2


def test_nothing_is_called_like_the_example_any_more(tmp_path):
    done = title_new("paper-boats", "--in", tmp_path)
    assert done.exit_code == 0
    assert f"pip install -e {tmp_path / 'paper-boats'}" in done.output
    files = [path for path in (tmp_path / "paper-boats").rglob("*") if path.is_file()]
    assert len(files) > 20
    for path in files:
        text = path.read_text(encoding="utf-8")
        for left in ("Lanterns", "LA-", 'title = "lanterns"', "from lanterns", "import lanterns"):
            assert left not in text, (path, left)
        assert "lanterns" not in str(path.relative_to(tmp_path))
    project = (tmp_path / "paper-boats" / "pyproject.toml").read_text(encoding="utf-8")
    assert 'paper-boats = "paper_boats:TITLE"' in project
    assert 'name = "rooftop-paper-boats"' in project
    assert "- **PB-1**" in (tmp_path / "paper-boats/src/paper_boats/RULES.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_new_title_passes_its_tests(tmp_path):
    assert title_new("paper-boats", "--in", tmp_path).exit_code == 0
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."],
        cwd=tmp_path / "paper-boats",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The programs of an environment with this one's packages and the installed example."""
    folder = tmp_path_factory.mktemp("example") / "env"
    venv.create(folder, with_pip=UV is None)
    python, here = folder / "bin" / "python", sysconfig.get_path("purelib")
    (there,) = folder.glob("lib/python3.*/site-packages")
    (there / "these.pth").write_text(f"import site; site.addsitedir({here!r})\n", encoding="utf-8")
    words = [UV, "pip", "install", "--python", python] if UV else [python, "-m", "pip", "install"]
    subprocess.run([*words, "--quiet", "--no-deps", "--editable", EXAMPLE], check=True)
    return python.parent


def in_it(programs, *words):
    done = subprocess.run(
        [programs / "python", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_installed_example_is_listed_and_played_by_bots(programs):
    command = ("-c", "from rooftop.cli import main; main()")
    listed = in_it(programs, *command, "titles", "--ids").split()
    assert listed == sorted([*rooftop.title_ids(), "lanterns"])
    few = ("--players", "2", "--bots", "greedy,random", "--games", "8")
    assert "greedy" in in_it(programs, *command, "arena", "lanterns", *few)
    assert "lantern" in in_it(programs, *command, "play", "lanterns")


@pytest.mark.slow
def test_the_installed_example_is_an_environment_for_learners_and_its_games_are_reviewed(programs, tmp_path):
    in_it(programs, "-c", LEARNED)
    match = replay(new_game(TITLE, 2), 1, 0)
    match.save(tmp_path / "game.json")
    review = ("review", str(tmp_path / "game.json"), "--simulations", "200", "--workers", "1")
    assert "Yellow" in in_it(programs, "-c", "from rooftop.cli import main; main()", *review)


@pytest.mark.slow
def test_a_server_has_the_pages_of_the_installed_example(programs, tmp_path):
    in_it(programs, "-c", SERVED, str(tmp_path))
