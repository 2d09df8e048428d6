"""The wheel is complete: it plays in a clean environment."""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import rooftop
from rooftop.server.routes.template import asset
from rooftop.testing import SOAK
from tests.conftest import ROOT

PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
UV = shutil.which("uv", path=PATH)  # much faster than pip, which `make soak` also tests
INSTALLERS = [*(["uv"] if UV else []), *(["pip"] if SOAK or not UV else [])]
CLEAN = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
PROGRAM = """
import rooftop, rooftop.cli, pathlib
assert "site-packages" in rooftop.__file__
match = rooftop.new("tower-up", players=2, seed=1, compiled=False)
match.play(match.moves("pl")[0])
pathlib.Path("board.svg").write_text(match.svg(theme="night"), encoding="utf-8")
match.save("game.json")
"""


@pytest.fixture(scope="module", params=INSTALLERS)
def installer(request):
    return request.param


@pytest.fixture(scope="module")
def built(installer, tmp_path_factory):
    """The sdist, and the wheel built from it."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--installer", installer, "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
        env={**os.environ, "PATH": PATH},
    )
    return folder


def install(installer, wheel, folder):
    """Create an environment with only the wheel and its dependencies. Return its folder of programs."""
    venv.create(folder, with_pip=installer == "pip")
    python = folder / "bin" / "python"
    words = [UV, "pip", "install", "--python", python] if UV and installer == "uv" else [
        python, "-m", "pip", "install", "--no-compile"
    ]  # fmt: skip
    words += ["--quiet", "--constraint", ROOT / "constraints.txt", wheel]
    subprocess.run(words, check=True, env=CLEAN)
    return python.parent


def test_the_wheel_contains_data_translations_fonts_and_the_licence(built):
    wheel = next(built.glob("*.whl"))
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in (
        "rooftop/py.typed",
        "rooftop/titles/tower_up/figures/neighbours.toml",
        "rooftop/engine/template.py",
        "rooftop/testing/contract.py",
        "rooftop/example/pyproject.toml",
        "rooftop/example/src/lanterns/words/pl.po",
        "rooftop/example/tests/test_lanterns.py",
    ):
        assert wanted in names
    for title in rooftop.title_ids():
        for file in ("edition.toml", "RULES.md", "RULES.pl.md", "words/pl.po"):
            assert f"rooftop/titles/{title.replace('-', '_')}/{file}" in names
    assert "rooftop/titles/new_york_1901/editions/nassau-1.patch" in names
    assert any(name.startswith("rooftop/web/fonts/") and name.endswith(".ttf") for name in names)
    for page in ("home", "new", "table", "rules", "edition", "about"):
        assert f"rooftop/web/pages/{page}.html" in names
        for suffix in ("", ".br", ".gz"):
            assert f"rooftop/web{asset(f'{page}.js')}{suffix}" in names
    for file in (asset("rooftop.css"), "/static/manifest.json", "/static/texts.json"):
        assert f"rooftop/web{file}" in names
    assert not any("node_modules" in name for name in names)
    assert wheel.name.endswith("-py3-none-any.whl")  # the C type is included as source only
    assert "rooftop/engine/_quick.c" in names
    assert not any(name.endswith(".so") for name in names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any(name.startswith("tests/") for name in names)


def test_the_sdist_contains_sources_and_tests(built):
    with tarfile.open(next(built.glob("*.tar.gz"))) as sources:
        names = sources.getnames()
    for wanted in (
        "src/rooftop/engine/kernel.py",
        "src/rooftop/engine/_quick.c",
        f"src/rooftop/web{asset('table.js')}",
        "web/package-lock.json",
        "web/src/table.ts",
        "hatch_build.py",
        "tests/titles/tower_up/test_contract.py",
        "examples/lanterns/pyproject.toml",
        "constraints.txt",
        "README.md",
        "LICENSE",
        "pyproject.toml",
    ):
        assert any(name.endswith(f"/{wanted}") for name in names), wanted
    assert not any("node_modules" in name for name in names)


def test_the_wheel_plays_in_a_clean_environment_without_a_server(installer, built, tmp_path):
    programs = install(installer, next(built.glob("*.whl")), tmp_path / "env")

    def rooftop(*words):
        return subprocess.run(
            [programs / "rooftop", *words],
            cwd=tmp_path,
            env=CLEAN,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
        )

    subprocess.run([programs / "python", "-c", PROGRAM], check=True, cwd=tmp_path, env=CLEAN)
    for words in (["verify", "game.json"], ["edition", "check"], ["show", "game.json", "-o", "board.png"]):
        done = rooftop(*words)
        assert done.returncode == 0, done.stderr
    played = rooftop("play")
    assert played.returncode == 0, played.stderr
    assert "A short demonstration of Tower Up" in played.stdout
    (line,) = played.stderr.splitlines()
    assert line.endswith("they are interpreted, which is slow")
    made = rooftop("title", "new", "paper-boats")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "paper-boats" / "src" / "paper_boats" / "rules.py").is_file()
    served = rooftop("serve")
    assert served.returncode == 2
    assert served.stderr == 'rooftop serve needs extra packages: pip install "rooftop[server]"\n'
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (tmp_path / "board.svg").read_text(encoding="utf-8")
