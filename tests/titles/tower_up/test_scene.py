"""The picture of Tower Up: every piece and state is drawn, in both languages, themes and sizes."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
import pytest

import rooftop
from rooftop.drawing.palette import channels, contrast
from rooftop.errors import OptionError
from rooftop.game.match import Match
from rooftop.game.position import Game, new_game
from rooftop.game.title import Layer, Size, Theme, title
from rooftop.game.translation import translator
from rooftop.testing import COMPLETE
from rooftop.testing.pictures import (
    LANGUAGES,
    LOOKS,
    SIZES,
    SVG,
    SceneContract,
    assert_contrast,
    assert_ended,
    assert_well_formed,
    ids_of,
    inks,
    svg,
    texts_of,
    title_of,
    without_colours,
    words_of,
)
from rooftop.titles.tower_up.scene.layout import TALL
from rooftop.titles.tower_up.scene.palette import PALETTES, Palette, district_fill
from rooftop.titles.tower_up.view import View
from tests.titles.tower_up.tables import view_of


class TestScene(SceneContract):
    title = title("tower-up")


TITLE = title("tower-up")


@lru_cache(maxsize=8)
def _game(players: int) -> Game:
    return new_game(TITLE, players)


def _played(players: int, number: int, stop: Callable[[Match], bool]) -> Match:
    """A random game until `stop`."""
    match, chance = Match(_game(players), number), random.Random(number)
    while not match.over and not stop(match):
        match.play(chance.choice(match.legal()))
    return match


@lru_cache(maxsize=32)
def _view(players: int, stop: str, number: int = 1) -> View:
    """A random game at its start, in the middle or at the end."""
    plies = {"start": 1, "middle": 45, "over": 10_000}[stop]
    return view_of(_played(players, number, lambda match: match.ply >= plies))


def _svg(
    view: View, theme: Theme = "day", size: Size = "wide", language: str = "en", layer: Layer = "all"
) -> str:
    return svg(TITLE, _game(view.players).board, view, theme, size, language, layer)


def _drawn(view: View, theme: Theme = "day", size: Size = "wide", language: str = "en") -> ET.Element:
    return ET.fromstring(_svg(view, theme, size, language))


def _arranged(**table: Any) -> View:
    return view_of(Match.at(_game(3).arranged(table)))


EVERYTHING = [
    (players, stop, theme, size, language)
    for players in (2, 3, 4)
    for stop in ("middle", "over")
    for theme, size, language in LOOKS
]


@pytest.mark.parametrize(("players", "stop", "theme", "size", "language"), EVERYTHING)
def test_a_picture_is_well_formed_with_unique_ids_and_no_inline_style(players, stop, theme, size, language):
    view = _view(players, stop)
    assert_well_formed(TITLE, _game(players).board, view, theme, size, language, TALL)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_site_and_district_is_named_on_the_map(players, size, language):
    board = _game(players).board
    root = ET.fromstring(_svg(_view(players, "start"), "day", size, language, layer="board"))
    texts = " ".join(texts_of(root))
    for site in board.sites:
        assert f"plinth-{site.id}" in ids_of(root)
        assert site.id in texts.split()
    for area in (*board.city.district, *board.city.lake):
        name = area.name[language]
        assert name in texts or name.upper() in texts


def test_floors_and_roofs_are_drawn_on_every_level():
    view = _arranged(
        buildings={
            "T5": "white: - blue - green",
            "T7": "black: yellow",
            "O2": "grey: -",
            "T2": "grey: -",
            "F1": "grey: -",
        }
    )
    root = _drawn(view)
    ids = ids_of(root)
    assert [name for name in ids if name.startswith("floor-T5")] == [
        f"floor-T5-{level}" for level in (1, 2, 3, 4)
    ]
    assert [name for name in ids if name.startswith("roof-T5")] == ["roof-T5-2", "roof-T5-4"]
    roof = root.find(".//*[@id='roof-T5-2']")
    assert roof is not None
    assert roof.get("href") == "#roof-blue"
    heights = {site: root.find(f".//*[@id='height-{site}']/{SVG}text").text for site in ("T5", "T7", "F1")}
    assert heights == {"T5": "4", "T7": "1", "F1": "1"}
    assert "height-T1" not in ids
    assert title_of(root, "site-T5") == (
        "T5, Old Town: white building, 4 floors; level 2: roof of Blue; level 4: roof of Green"
    )
    assert title_of(root, "site-T1") == "T1, Old Town, by the lake: empty"


def test_the_picture_shows_the_starting_floors_to_place():
    match = rooftop.new("tower-up", players=4, seed=3, placement="first-player")
    view = view_of(match)
    root = _drawn(view)
    assert len(view.starters) > 0
    assert [name for name in ids_of(root) if name.startswith("starter-")] == [
        f"starter-{number}" for number in range(len(view.starters))
    ]


def test_a_building_that_is_new_this_turn_is_marked():
    match = _played(2, 1, lambda match: view_of(match).new_building is not None)
    root = _drawn(view_of(match))
    marks = root.findall(f".//{SVG}path[@class='new']")
    assert len(marks) == 1
    assert "new this turn" in title_of(root, f"site-{view_of(match).new_building}")


def test_tokens_lie_on_objectives_until_someone_holds_them():
    view = _arranged(
        tokens={"green": [7, 0, 0]},
        objectives=["A", "F", "J"],
        buildings={"F1": "grey: green", "H1": "brown: green", "R1": "black: green", "O1": "white: green"},
    )
    root = _drawn(view)
    ids = ids_of(root)
    assert "seat-2-token-0" in ids
    assert "seat-2-token-1" not in ids
    assert "held-0-2" in ids
    assert [name for name in ids if name.startswith("objective-0-token")] == [
        "objective-0-token-2",
        "objective-0-token-1",
    ]
    assert "Green has won 7" in title_of(root, "objective-0")
    assert "tokens left: 5 and 3" in title_of(root, "objective-0")


def test_whose_turn_it_is_and_an_extra_turn_are_marked():
    reached = {"yellow": dict.fromkeys(("white", "grey", "brown", "black"), 2)}
    root = _drawn(_arranged(to_act="yellow", extra_turn=True, track=reached))
    area = root.find(".//*[@id='seat-1']")
    assert area is not None
    inside = ids_of(area)
    assert "turn-mark" in inside
    assert "extra-mark" in inside
    assert title_of(root, "status") == "Yellow: extra turn"
    calm = ids_of(_drawn(_arranged(to_act="yellow")))
    assert "turn-mark" in calm
    assert "extra-mark" not in calm


def test_an_earned_extra_turn_and_the_extra_turn_itself_have_different_captions():
    """Both look alike except for the caption, and are drawn one after the other on the same canvas."""
    held = new_game(TITLE, 3, {"hold": True})
    position = {
        "market": ["E06", "A04", "B03"],
        "track": {"blue": {"white": 2, "grey": 1, "brown": 2, "black": 2}},
    }
    match = Match.at(held.arranged(position))
    match.play("card 3")
    assert "to act; an extra turn follows" in title_of(_drawn(view_of(match)), "seat-0")
    match.play("end")
    told = title_of(_drawn(view_of(match)), "seat-0")
    assert "to act; this is an extra turn" in told
    assert "follows" not in told


@pytest.mark.parametrize("size", SIZES)
def test_the_banner_says_that_the_end_has_begun(size):
    root = _drawn(_arranged(ending="shortage", last_turns=2), size=size)
    assert title_of(root, "ending") == "The end has begun: 2 turns left"
    assert "ending" not in ids_of(_drawn(_arranged(), size=size))
    reached = {"blue": dict.fromkeys(("white", "grey", "brown", "black"), 2)}
    own = _drawn(_arranged(ending="shortage", extra_turn=True, track=reached), size=size)
    assert title_of(own, "ending") == "The end has begun: 3 more turns after this one"


def test_after_the_count_the_caption_gives_the_counted_number():
    position = {
        "to_act": "blue", "ending": "shortage", "last_turns": 1, "counted": {"yellow": 1},
        "buildings": {"T9": "grey: yellow -", "T8": "white: -", "H1": "white: blue"},
    }  # fmt: skip
    root = _drawn(_arranged(**position))
    assert "; 1 visible roof counted" in title_of(root, "seat-1")
    assert "; 1 visible roof" in title_of(root, "seat-0")
    assert "counted" not in title_of(root, "seat-0")


def test_the_roof_track_has_seven_fields_and_the_cone_starts_beside_them():
    board = _game(3).board
    assert board.cone.values == [1, 2, 3, 4, 5, 6, 7]
    none, one = (
        _drawn(_arranged(buildings={"H1": f"white: {roof}"})).find(".//*[@id='seat-0-cone']")
        for roof in ("-", "blue")
    )
    assert none is not None
    assert one is not None
    assert none.find(f"{SVG}rect[@stroke]") is None
    assert one.find(f"{SVG}rect[@stroke]") is not None


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_the_end_shows_ranks_and_no_turn(players, size):
    view = _view(players, "over")
    assert_ended(_drawn(view, size=size), view.seats)


def test_cards_show_their_floors_and_machines_and_an_empty_slot_shows_none():
    view = _arranged(market=["E06", "A04", "B03"], discards=["C01", "C02"])
    view = msgspec.structs.replace(view, market=("E06", None, "B03"))
    root = _drawn(view)
    cards = [root.find(f".//*[@id='card-{slot}']") for slot in range(3)]
    signs = [[use.get("href") for use in card.iter(f"{SVG}use")] for card in cards]
    assert signs[0] == ["#slab-black", "#slab-black", "#slab-white", "#slab-white"]
    assert signs[1] == []
    assert signs[2] == ["#slab-white", "#slab-brown", "#machine-grey"]
    assert title_of(root, "card-1") == "Card 2: none"
    assert title_of(root, "discards") == "Discards: 2 cards"
    assert root.find(".//*[@id='pile-count']").text == str(view.pile)
    assert root.find(".//*[@id='tray-brown-count']").text == str(view.tray.brown)


def test_machines_are_drawn_in_their_columns():
    view = _arranged(track={"blue": {"white": 0, "grey": 3, "brown": 8, "black": 12}})
    root = _drawn(view)

    def x(colour: str) -> float:
        found = root.find(f".//*[@id='seat-0-track-{colour}']")
        assert found is not None
        return float(re.findall(r"translate\(([\d.]+)", found.get("transform", ""))[0])

    column = (x("black") - x("white")) / 12
    assert x("grey") - x("white") == pytest.approx(3 * column, abs=0.2)
    assert x("brown") - x("white") == pytest.approx(8 * column, abs=0.2)


def test_progress_agrees_with_the_tokens_won():
    """The players who hold a token are those who have met the objective."""
    for players in (2, 3, 4):
        for number in range(4):
            view = _view(players, "over", number)
            for slot, row in enumerate(view.objectives):
                for seat in range(players):
                    met = row.progress[seat] == row.total
                    assert met == (view.seats[seat].tokens[slot] is not None)


@pytest.mark.parametrize("rule", TITLE.board(TITLE.edition(), 3).objectives, ids=lambda rule: rule.id)
def test_progress_of_every_objective_is_counted(rule):
    """Buildings without a roof are there to raise their neighbours."""
    full = {
        "A": {"T1": "white: blue", "T2": "grey: blue", "T3": "brown: blue", "T4": "black: blue"},
        "B": {
            "T1": "white: blue",
            "F1": "grey: blue",
            "H1": "brown: blue",
            "R1": "black: blue",
            "O1": "white: blue",
        },
        "C": {
            "T1": "white: blue",
            "T2": "grey: blue",
            "T3": "white: blue",
            "T4": "grey: blue",
            "T5": "brown: blue",
        },
        "D": dict.fromkeys(("F1", "F2", "F9", "R1", "R4"), "white: blue"),
        "E": dict.fromkeys(("F1", "F2", "H3", "R1"), "brown: blue"),
        "F": dict.fromkeys(("T1", "T3", "F5", "H6"), "white: blue"),
        "G": {
            "T1": "white: blue blue",
            "F1": "grey: blue - blue",
            "F10": "grey: -",
            "F3": "white: -",
            "F4": "white: -",
        },
        "H": {"T1": "white: blue blue", "F7": "grey: - - blue blue", "T2": "grey: -"}
        | dict.fromkeys(("F3", "F8", "F9"), "white: -"),
        "I": dict.fromkeys(("T6", "R3", "O5", "O6"), "white: blue"),
        "J": {"F6": "white: blue", "T1": "grey: blue", "H7": "white: blue", "T4": "grey: blue"},
    }[rule.id]
    three = [rule.id, *[letter for letter in "EIG" if letter != rule.id][:2]]

    def progress(buildings, token=0):
        view = _arranged(buildings=buildings, objectives=three, tokens={"blue": [token, 0, 0]})
        row = view.objectives[0]
        return row.progress[0], row.total

    assert progress({})[0] == 0
    have, need = progress(full, 7)
    assert have == need
    less = dict(list(full.items())[1:])
    assert progress(less)[0] < need


def test_a_match_draws_itself_and_refuses_the_wrong_number_of_names():
    match = rooftop.new("tower-up", players=2, seed=1)
    with pytest.raises(OptionError, match="expected 2 names, one for each seat, not 3"):
        match.svg(names=["a", "b", "c"])
    assert match._repr_svg_() == match.svg(-1)


# --- words ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", ["start", "middle", "over"])
def test_nothing_english_is_left_in_the_polish_picture(stop):
    for size in SIZES:
        english, polish = (_drawn(_view(3, stop), size=size, language=language) for language in COMPLETE)
        assert words_of(english) & words_of(polish) <= {"tower", "park"}  # both languages have them


# --- colours ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_texts_have_a_contrast_of_four_and_a_half(palette: Palette):
    written = inks(palette, palette.sheet)
    written += [
        (palette.plinth_ink, palette.plinth_side),
        (palette.lakeside_ink, palette.lakeside),
        (palette.parkside_ink, palette.parkside),
        (palette.token_ink, palette.token),
        (palette.panel, palette.ink),
        (palette.water_ink, palette.deep),
        (palette.park_ink, palette.park),
    ]
    for board in (_game(2).board, _game(3).board):
        written += [(palette.ink, district_fill(palette, area)) for area in board.city.district]
    assert_contrast(written, 4.5)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_pieces_have_a_contrast_of_three_with_their_ground(palette: Palette):
    """By their fill or by their outline."""
    areas = [area for board in (_game(2).board, _game(3).board) for area in board.city.district]
    grounds = {palette.panel, palette.inset, palette.sheet, palette.park, palette.plinth}
    grounds |= {district_fill(palette, area) for area in areas}
    for ground in grounds:
        assert contrast(palette.edge, ground) >= 3, ground
    for ground in grounds - {palette.plinth, palette.inset}:
        assert max(contrast(palette.plinth_edge, ground), contrast(palette.plinth_side, ground)) >= 3, ground
    assert contrast(palette.glow, palette.table) >= 3
    assert contrast(palette.lakeside_mark, palette.deep) >= 1.5
    for mark in (palette.brass, palette.alert, palette.soft):
        assert contrast(mark, palette.panel) >= 3, mark


@pytest.mark.clause("TU-65")
@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_grey_districts_are_grey_and_the_others_are_not(palette: Palette):
    for board in (_game(2).board, _game(3).board):
        for area in board.city.district:
            red, green, blue = channels(district_fill(palette, area))
            assert (red == green == blue) == area.grey, area.id
            assert area.grey or max(red, green, blue) - min(red, green, blue) > 12, area.id


@pytest.mark.clause("TU-65")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("size", SIZES)
def test_grey_districts_are_labelled_grey_on_the_map_and_in_captions(players, size):
    board = _game(players).board
    root = _drawn(_view(players, "start"), size=size)
    texts = " ".join(texts_of(root))
    for area in board.city.district:
        assert (f"{area.name['en'].upper()} (grey)" in texts) == area.grey
    for number, site in enumerate(board.sites):
        assert ("(grey)" in title_of(root, f"site-{site.id}")) == board.district(number).grey


def test_colour_is_never_the_only_sign():
    root = _drawn(_view(4, "middle"))
    patterns = {name for name in ids_of(root) if name.startswith("paint-")}
    assert patterns == {"paint-blue", "paint-yellow", "paint-green", "paint-orange"}
    names = [
        name for name in ids_of(root) if re.fullmatch(r"(paint|ground|floor|machine|slab|token)-\w+", name)
    ]
    bare = without_colours(root, names)
    assert len(set(bare)) == len(bare) > 20
    for language in LANGUAGES:
        marks = TITLE.marks(_game(4).board, translator(TITLE.package, language))
        assert len({letter for _, letter in marks}) == 4
