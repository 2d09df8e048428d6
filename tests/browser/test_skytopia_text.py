"""Texts of Skytopia's picture in a real browser: none is too small, overlaps another, or is cut off."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import pytest
from msgspec.structs import replace

from rooftop.game.match import Match
from rooftop.game.position import Game, new_game
from rooftop.game.title import title
from rooftop.titles.skytopia.schema import COLOURS
from rooftop.titles.skytopia.view import ByColour, MarketGolem, View
from tests.browser.paper import LONG_NAMES, Paper, looks
from tests.titles.skytopia.tables import view_of

TITLE = title("skytopia")


@lru_cache(maxsize=8)
def _game(players: int, options: tuple[tuple[str, Any], ...] = ()) -> Game:
    return new_game(TITLE, players, dict(options))


@lru_cache(maxsize=32)
def _view(players: int, plies: int, options: tuple[tuple[str, Any], ...] = ()) -> View:
    match, chance = Match(_game(players, options), players), random.Random(players)
    while not match.over and match.ply < plies:
        match.play(chance.choice(match.legal()))
    return view_of(match)


@lru_cache(maxsize=8)
def _crowded(players: int) -> View:
    """Five golems on a card, seven cards in every tower, long numbers everywhere."""
    cards, view = _game(players).board.cards, _view(players, 30)
    golems = tuple(MarketGolem(face % players, face, face, face) for face in range(1, 6))
    on_card = {(golem.seat, golem.golem) for golem in golems}
    towers = ByColour(*(tuple(card.id for card in cards if card.colour == colour)[:7] for colour in COLOURS))
    seats = tuple(
        replace(
            row,
            towers=towers,
            total=108,
            if_ended=replace(row.if_ended, cards=150),
            coins=107,
            golems=tuple(golem for golem in row.golems if (seat, golem.golem) not in on_card),
        )
        for seat, row in enumerate(view.seats)
    )
    card = view.market[0].card or next(card.id for card in cards if card.colour == view.market[0].colour)
    first = replace(view.market[0], card=card, golems=golems, taker=players - 1, rounds=5)
    guilds = tuple(replace(guild, scores=(24,) * players) for guild in view.guilds)
    return replace(view, market=(first, *view.market[1:]), seats=seats, guilds=guilds)


def _assert_readable(paper: Paper, view: View, *look: Any) -> list[dict[str, Any]]:
    return paper.assert_readable(_game(view.players).board, view, *look)


@pytest.mark.parametrize(
    ("players", "theme", "plies", "size", "language"),
    looks((players, *moment) for players in (2, 3, 4) for moment in (("day", 40), ("night", 10_000))),
)
def test_texts_are_readable_and_apart(paper, players, plies, theme, size, language):
    texts = _assert_readable(paper, _view(players, plies), theme, size, language)
    assert not [text for text in texts if "…" in text["words"]]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_a_crowded_table_keeps_its_texts_apart(paper, players, size):
    _assert_readable(paper, _crowded(players), "day", size, "pl", LONG_NAMES[:players])


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("size", ["wide", "narrow"])
@pytest.mark.parametrize("plies", [1, 4])
def test_tiles_and_sides_are_readable_while_they_are_chosen(paper, plies, size, language):
    options = (("abilities", "draft"), ("sides", "choice"))
    texts = _assert_readable(paper, _view(4, plies, options), "day", size, language)
    assert not [text for text in texts if "…" in text["words"]]
