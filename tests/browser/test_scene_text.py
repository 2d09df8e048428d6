"""Texts of a picture in a real browser: none too small, no two on each other, none cut off."""

from __future__ import annotations

import base64
import random
from functools import lru_cache
from itertools import combinations
from typing import Any

import msgspec
import pytest

from rooftop.drawing.text_metrics import faces, font_files
from rooftop.game.match import Match
from rooftop.game.position import Game, new_game
from rooftop.game.title import View, title
from rooftop.game.translation import translator
from rooftop.titles.tower_up.schema import COLOURS
from rooftop.titles.tower_up.view import Building

VIEWPORTS = {
    "wide": (1280, 720),
    "narrow": (360, 640),
    "tower-up narrow": (360, 734),
    "new-york-1901 narrow": (360, 730),
}
SMALLEST = 9  # pixels
# A wide picture is shown at 0.82 of its size on a laptop, a narrow one at its own on a telephone.
SMALLEST_ON_A_PAGE = {"wide": 12.2, "narrow": 10}

# Where the ink of every text is, in pixels of the page.
MEASURE = """() => {
  const context = document.createElement('canvas').getContext('2d');
  return [...document.querySelectorAll('svg text:not(defs *)')].map(text => {
    const style = getComputedStyle(text), box = text.getBoundingClientRect();
    const matrix = text.parentNode.getScreenCTM();
    const upwards = text.hasAttribute('transform');
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const ink = context.measureText(text.textContent);
    const base = matrix.d * parseFloat(text.getAttribute('y')) + matrix.f;
    return {words: text.textContent, size: parseFloat(style.fontSize) * matrix.d,
            left: box.left, right: box.right,
            top: upwards ? box.top : base - ink.actualBoundingBoxAscent * matrix.d,
            bottom: upwards ? box.bottom : base + ink.actualBoundingBoxDescent * matrix.d};
  });
}"""


# The texts of the map of which a floor or roof hides the middle.
HIDDEN = """() => [...document.querySelectorAll('svg text:not(defs *)')].filter(text => {
  const box = text.getBoundingClientRect();
  const pile = document.elementsFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return pile.slice(0, pile.indexOf(text)).some(over => over.matches('use[id^=floor], use[id^=roof]'));
}).map(text => text.textContent)"""


@lru_cache(maxsize=1)
def _font_faces() -> str:
    """The bundled fonts, as a page would load them."""
    made = []
    for face, file in zip(faces().values(), font_files(), strict=True):
        data = base64.b64encode(file.with_suffix(".woff2").read_bytes()).decode()
        made.append(
            f'@font-face {{font-family: "{face.family}"; font-weight: {face.weight};'
            f" src: url(data:font/woff2;base64,{data})}}"
        )
    return "".join(made)


OPTIONS: dict[str, dict[str, str | int | bool]] = {
    "tower-up": {"objectives": "D F J"},
    "new-york-1901": {"challenge": "architect"},
}


@lru_cache(maxsize=16)
def _game(players: int, name: str = "tower-up") -> Game:
    return new_game(title(name), players, OPTIONS.get(name, {}), compiled=False)


@lru_cache(maxsize=32)
def _view(players: int, plies: int, name: str = "tower-up", seat: int = -1) -> View:
    match, chance = Match(_game(players, name), players), random.Random(players)
    while not match.over and match.ply < plies:
        match.play(chance.choice(match.legal()))
    return match.view(seat)


@lru_cache(maxsize=8)
def _crowded(players: int) -> View:
    """A building on every site, as tall as its streets let it grow, with a roof on every floor."""
    board = _game(players).board
    buildings = {}
    for number, (site, around) in enumerate(zip(board.sites, board.neighbours, strict=True)):
        height = len(around) + 1
        roofs = tuple((number + level) % players for level in range(height))
        buildings[site.id] = Building(COLOURS[number % 4], height, roofs)
    return msgspec.structs.replace(_view(players, 30), buildings=buildings)


def _measured(
    browser: Any, measure: str, view: View, theme: str, size: str, language: str, names: Any = None
) -> Any:
    """What a script finds in the page that shows a view."""
    kind = title(view.title)
    board = _game(view.players, kind.id).board
    called = names or kind.moves.names(board, language)
    svg = kind.scene(board, view, called, translator(kind.package, language), theme, size)  # type: ignore[arg-type]
    width, height = VIEWPORTS.get(f"{kind.id} {size}", VIEWPORTS[size])
    page = browser.new_page(viewport={"width": width, "height": height})
    try:
        page.set_content(
            f"<!doctype html><style>{_font_faces()} body {{margin: 0}} svg {{display: block; width: 100vw;"
            f" height: auto}} text {{pointer-events: bounding-box}}</style>{svg}"
        )
        page.evaluate("document.fonts.ready")
        assert page.evaluate("[...document.fonts].every(face => face.status == 'loaded')")
        return page.evaluate(measure)
    finally:
        page.close()


def _assert_readable(texts: list[dict[str, Any]], size: str, smallest: float = SMALLEST) -> None:
    """`size` is one of VIEWPORTS."""
    width, height = VIEWPORTS[size]
    assert len(texts) > 50
    for text in texts:
        assert text["size"] >= smallest - 0.01, text
        assert text["left"] >= 0, text
        assert text["right"] <= width, text
        assert text["top"] >= 0, text
        assert text["bottom"] <= height, text
    for one, other in combinations(texts, 2):
        apart = (
            one["right"] <= other["left"] + 0.3
            or other["right"] <= one["left"] + 0.3
            or one["bottom"] <= other["top"] + 0.3
            or other["bottom"] <= one["top"] + 0.3
        )
        assert apart, (one, other)


def _assert_tower_up_is_readable(texts: list[dict[str, Any]], size: str) -> None:
    _assert_readable(texts, size if size == "wide" else f"tower-up {size}", smallest=SMALLEST_ON_A_PAGE[size])


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("size", ["wide", "narrow"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("theme", "plies"), [("day", 3), ("night", 40), ("day", 70), ("night", 10_000)])
def test_texts_are_readable_and_apart(browser, players, plies, theme, size, language):
    texts = _measured(browser, MEASURE, _view(players, plies), theme, size, language)
    _assert_tower_up_is_readable(texts, size)
    assert not [text for text in texts if "…" in text["words"]]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_long_names_stay_in_their_room(browser, players, size):
    names = ["Wolfeschlegelsteinhausenbergerdorff", "W" * 40, "Żółć i jaźń wszystkich łabędzi", "."][:players]
    texts = _measured(browser, MEASURE, _view(players, 10_000), "day", size, "pl", names)
    _assert_tower_up_is_readable(texts, size)


@pytest.mark.parametrize("players", [2, 4])
def test_a_city_full_of_towers_hides_no_text(browser, players):
    _assert_tower_up_is_readable(_measured(browser, MEASURE, _crowded(players), "day", "wide", "en"), "wide")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_no_building_hides_a_name_or_a_numeral(browser, players, size):
    for plies in (50, 10_000):
        assert _measured(browser, HIDDEN, _view(players, plies), "day", size, "en") == []


def test_a_hidden_name_would_be_found(browser):
    """The measure itself: six roofed floors on O3 hide the name of O2 on a telephone."""
    assert "O2" in _measured(browser, HIDDEN, _crowded(4), "day", "narrow", "en")


# --- Skyrise ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["wide", "narrow"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("theme", "language", "plies", "seat"),
    [("day", "pl", 25, 0), ("night", "en", 70, -1), ("day", "pl", 90, 1), ("night", "pl", 10_000, -1)],
)
def test_texts_of_skyrise_are_readable_and_apart(browser, players, plies, theme, size, language, seat):
    view = _view(players, plies, "skyrise", seat)
    texts = _measured(browser, MEASURE, view, theme, size, language)
    _assert_readable(texts, size, smallest=SMALLEST_ON_A_PAGE[size])


@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_long_names_stay_in_their_room_in_skyrise(browser, size):
    names = ["Wolfeschlegelsteinhausenbergerdorff", "W" * 40, "Żółć i jaźń wszystkich łabędzi", "."]
    view = _view(4, 60, "skyrise", 1)
    texts = _measured(browser, MEASURE, view, "day", size, "pl", names)
    _assert_readable(texts, size, smallest=SMALLEST_ON_A_PAGE[size])


# --- New York 1901 -----------------------------------------------------------------------------------------


def _assert_new_york_is_readable(texts: list[dict[str, Any]], size: str) -> None:
    _assert_readable(
        texts, size if size == "wide" else f"new-york-1901 {size}", smallest=SMALLEST_ON_A_PAGE[size]
    )


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("size", ["wide", "narrow"])
@pytest.mark.parametrize(("players", "theme", "plies"), [(2, "day", 1), (3, "night", 90), (4, "day", 10_000)])
def test_texts_of_new_york_are_readable_and_apart(browser, players, plies, theme, size, language):
    view = _view(players, plies, "new-york-1901", 0)
    _assert_new_york_is_readable(_measured(browser, MEASURE, view, theme, size, language), size)


@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_long_names_stay_in_their_room_in_new_york(browser, size):
    names = ["Wolfeschlegelsteinhausenbergerdorff", "W" * 40, "Żółć i jaźń wszystkich łabędzi", "."]
    view = _view(4, 10_000, "new-york-1901", -1)
    _assert_new_york_is_readable(_measured(browser, MEASURE, view, "day", size, "pl", names), size)
