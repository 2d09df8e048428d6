"""The wheel is complete: installed into a clean environment, it plays."""

import os
import subprocess
import sys
import tarfile
import venv
import zipfile

import pytest

import rooftop
from rooftop.server.routes.template import asset
from tests.conftest import ROOT

PROGRAM = """
import rooftop, rooftop.cli, pathlib
assert "site-packages" in rooftop.__file__
match = rooftop.new("tower-up", players=2, seed=1, compiled=False)
match.play(match.moves("pl")[0])
pathlib.Path("board.svg").write_text(match.svg(theme="night"), encoding="utf-8")
match.save("game.json")
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)], check=True, capture_output=True
    )
    return folder


def test_the_wheel_contains_data_translations_fonts_and_the_licence(built):
    wheel = next(built.glob("*.whl"))
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in (
        "rooftop/py.typed",
        "rooftop/titles/tower_up/figures/neighbours.toml",
        "rooftop/engine/template.py",
        "rooftop/testing/contract.py",
    ):
        assert wanted in names
    for title in rooftop.title_ids():
        for file in ("edition.toml", "RULES.md", "RULES.pl.md", "words/pl.po"):
            assert f"rooftop/titles/{title.replace('-', '_')}/{file}" in names
    assert any(name.startswith("rooftop/web/fonts/") and name.endswith(".ttf") for name in names)
    for page in ("home", "new", "table", "rules", "edition", "about"):
        assert f"rooftop/web/pages/{page}.html" in names
        for suffix in ("", ".br", ".gz"):
            assert f"rooftop/web{asset(f'{page}.js')}{suffix}" in names
    for file in (asset("rooftop.css"), "/static/manifest.json", "/static/texts.json"):
        assert f"rooftop/web{file}" in names
    assert not any("node_modules" in name for name in names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any(name.startswith("tests/") for name in names)


def test_the_sdist_contains_sources_and_tests(built):
    with tarfile.open(next(built.glob("*.tar.gz"))) as sources:
        names = sources.getnames()
    for wanted in (
        "src/rooftop/engine/kernel.py",
        f"src/rooftop/web{asset('table.js')}",
        "web/package-lock.json",
        "web/src/table.ts",
        "hatch_build.py",
        "tests/titles/tower_up/test_contract.py",
        "constraints.txt",
        "README.md",
        "LICENSE",
        "pyproject.toml",
    ):
        assert any(name.endswith(f"/{wanted}") for name in names), wanted
    assert not any("node_modules" in name for name in names)


def test_the_wheel_plays_in_a_clean_environment_without_a_server(built, tmp_path):
    venv.create(tmp_path / "env")
    python = tmp_path / "env" / "bin" / "python"
    clean = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    wheel = next(built.glob("*.whl"))
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "--python",
            python,
            "install",
            "--quiet",
            "--no-compile",
            "--constraint",
            ROOT / "constraints.txt",
            wheel,
        ],
        check=True,
        cwd=tmp_path,
        env=clean,
    )
    subprocess.run([python, "-c", PROGRAM], check=True, cwd=tmp_path, env=clean)
    command = tmp_path / "env" / "bin" / "rooftop"
    interpreted = {**clean, "ROOFTOP_ENGINE": "interpreted"}
    for words in (["verify", "game.json"], ["edition", "check"], ["show", "game.json", "-o", "board.png"]):
        subprocess.run([command, *words], check=True, cwd=tmp_path, env=interpreted, capture_output=True)
    shown = subprocess.run(
        [command, "play"],
        check=True,
        cwd=tmp_path,
        env=interpreted,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert "A short demonstration of Tower Up" in shown.stdout
    served = subprocess.run(
        [command, "serve"], cwd=tmp_path, env=clean, capture_output=True, text=True, check=False
    )
    assert served.returncode == 2
    assert served.stderr == 'rooftop serve needs extra packages: pip install "rooftop[server]"\n'
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (tmp_path / "board.svg").read_text(encoding="utf-8")
