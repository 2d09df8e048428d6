"""Texts of a picture in a real browser: none is too small, overlaps another, or is cut off."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

import msgspec
import pytest

from rooftop.game.match import Match
from rooftop.game.position import Game, new_game
from rooftop.game.title import View, title
from rooftop.titles.tower_up.schema import COLOURS
from rooftop.titles.tower_up.view import Building
from tests.browser.paper import LONG_NAMES, Paper, looks

# The texts of the map whose middle is hidden by a floor or roof.
HIDDEN = """() => [...document.querySelectorAll('svg text:not(defs *)')].filter(text => {
  const box = text.getBoundingClientRect();
  const pile = document.elementsFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return pile.slice(0, pile.indexOf(text)).some(over => over.matches('use[id^=floor], use[id^=roof]'));
}).map(text => text.textContent)"""

OPTIONS: dict[str, dict[str, str | int | bool]] = {
    "tower-up": {"objectives": "D F J"},
    "new-york-1901": {"challenge": "architect"},
}


@lru_cache(maxsize=16)
def _game(players: int, name: str = "tower-up") -> Game:
    return new_game(title(name), players, OPTIONS.get(name, {}))


@lru_cache(maxsize=16)
def _played(players: int, name: str) -> Match:
    """A whole game."""
    match, chance = Match(_game(players, name), players), random.Random(players)
    while not match.over:
        match.play(chance.choice(match.legal()))
    return match


@lru_cache(maxsize=32)
def _view(players: int, plies: int, name: str = "tower-up", seat: int = -1) -> View:
    match = _played(players, name)
    return match.view(seat) if plies >= match.ply else Match.at(match.position_at(plies)).view(seat)


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


def _assert_readable(paper: Paper, view: View, *look: Any) -> list[dict[str, Any]]:
    return paper.assert_readable(_game(view.players, view.title).board, view, *look)


def _hidden(paper: Paper, view: View, size: str) -> Any:
    theme = "night" if view.players == 3 else "day"
    return paper.measured(HIDDEN, _game(view.players).board, view, theme, size, "en")


@pytest.mark.parametrize(
    ("players", "plies", "size", "language"), looks(product([2, 3, 4], [3, 40, 70, 10_000]))
)
def test_texts_are_readable_and_apart(paper, players, plies, size, language):
    theme = "night" if players == 3 else "day"
    texts = _assert_readable(paper, _view(players, plies), theme, size, language)
    assert not [text for text in texts if "…" in text["words"]]


@pytest.mark.parametrize("size", ["wide", "narrow"])
@pytest.mark.parametrize(
    ("name", "players", "plies", "seat"),
    [("tower-up", 2, 10_000, -1), ("tower-up", 4, 10_000, -1), ("skyrise", 4, 60, 1),
     ("new-york-1901", 4, 10_000, -1)],
)  # fmt: skip
def test_long_names_stay_in_their_room(paper, name, players, plies, seat, size):
    _assert_readable(paper, _view(players, plies, name, seat), "day", size, "de", LONG_NAMES[:players])


@pytest.mark.parametrize("players", [2, 4])
def test_a_city_full_of_towers_hides_no_text(paper, players):
    _assert_readable(paper, _crowded(players), "day", "wide", "en")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_no_building_hides_a_name_or_a_numeral(paper, players, size):
    for plies in (50, 10_000):
        assert _hidden(paper, _view(players, plies), size) == []


def test_a_hidden_name_would_be_found(paper):
    """Tests the check itself: six roofed floors on O3 hide the name of O2 on a phone."""
    assert "O2" in _hidden(paper, _crowded(4), "narrow")


@pytest.mark.parametrize("size", ["wide", "narrow"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("theme", "language", "plies", "seat"),
    [("day", "pl", 25, 0), ("night", "en", 70, -1), ("day", "de", 90, 1), ("day", "de", 10_000, -1)],
)
def test_texts_of_skyrise_are_readable_and_apart(paper, players, plies, theme, size, language, seat):
    _assert_readable(paper, _view(players, plies, "skyrise", seat), theme, size, language)


@pytest.mark.parametrize(
    ("players", "theme", "plies", "size", "language"),
    looks([(2, "day", 1), (3, "night", 90), (4, "day", 10_000)]),
)
def test_texts_of_new_york_are_readable_and_apart(paper, players, plies, theme, size, language):
    _assert_readable(paper, _view(players, plies, "new-york-1901", 0), theme, size, language)
