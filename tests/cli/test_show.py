"""rooftop show: pictures of game files."""

from __future__ import annotations

import io
import random
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from rooftop.cli import main
from rooftop.drawing.raster import png
from rooftop.game.match import Match
from rooftop.game.position import new_game
from rooftop.game.title import title


@pytest.fixture(scope="module")
def played() -> Match:
    match, chance = Match(new_game(title("tower-up"), 2, compiled=False), 5), random.Random(5)
    while match.ply < 8:
        match.play(chance.choice(match.legal()))
    return match


@pytest.fixture
def game_file(played: Match, tmp_path: Path) -> Path:
    played.save(tmp_path / "game.json")
    return tmp_path / "game.json"


def _show(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["show", *map(str, arguments)])


def test_an_svg_is_the_picture_of_the_match(game_file: Path, played: Match, tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    assert _show(game_file, "--theme", "night", "--lang", "pl", "-o", out).exit_code == 0
    assert out.read_text(encoding="utf-8") == played.svg(theme="night", language="pl")


def test_a_ply_goes_back_in_the_game(game_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    assert _show(game_file, "--ply", 0, "-o", out).exit_code == 0
    ids = [element.get("id", "") for element in ET.fromstring(out.read_text(encoding="utf-8")).iter()]
    assert not [name for name in ids if name.startswith("roof-") and name.count("-") == 2]


@pytest.mark.parametrize(("size", "pixels"), [("wide", (1920, 1080)), ("narrow", (1080, 2202))])
def test_a_png_is_as_wide_as_a_screen(game_file: Path, tmp_path: Path, size: str, pixels: object) -> None:
    out = tmp_path / "board.png"
    assert _show(game_file, "--size", size, "-o", out).exit_code == 0
    with Image.open(out) as picture:
        assert picture.size == pixels


def test_a_gif_shows_every_turn_and_holds_the_last(game_file: Path, played: Match, tmp_path: Path) -> None:
    out = tmp_path / "game.gif"
    assert _show(game_file, "--ply", 5, "-o", out).exit_code == 0
    times = []
    with Image.open(out) as film:
        for frame in range(getattr(film, "n_frames", 1)):
            film.seek(frame)
            times.append(film.info["duration"])
    assert 2 <= len(times) <= 6
    assert set(times[:-1]) == {800}
    assert times[-1] == 4000


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--ply", 99], "ply must be from 0 to 8 in game.json, not 99"),
        (["--seat", 5], "seat"),
        (["-o", "board.jpeg"], "board.jpeg: the file must end with .svg, .png or .gif"),
        (["-o", "no/such/folder/a.svg"], "could not write no/such/folder/a.svg"),
    ],
)
def test_invalid_input_exits_with_a_message_and_writes_nothing(
    game_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[object], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = _show(game_file, "-o", "out.png", *arguments)
    assert result.exit_code == 2
    assert sentence in result.output
    assert "Traceback" not in result.output
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game.json"]


def test_a_damaged_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text("{")
    result = _show(tmp_path / "game.json", "-o", tmp_path / "a.svg")
    assert result.exit_code == 2
    assert "JSON" in result.output


def test_letters_of_both_languages_come_from_the_bundled_fonts() -> None:
    """Every letter looks different, so none falls back to a missing-glyph box."""

    def ink(letter: str, attributes: str) -> bytes:
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
            f'<text x="5" y="28" font-size="24" {attributes}>{letter}</text></svg>'
        )
        return Image.open(io.BytesIO(png(svg))).tobytes()

    for attributes in ('font-family="Rooftop Display" font-weight="600"', 'font-family="Rooftop Text"'):
        drawn = {letter: ink(letter, attributes) for letter in "ąćęłńóśźżĄĆĘŁŃÓŚŹŻacelnoszACELNOSZ×…"}
        assert len(set(drawn.values())) == len(drawn)
        assert ink(" ", attributes) not in drawn.values()
