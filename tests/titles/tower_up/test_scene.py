"""The picture of Tower Up: every piece and state is drawn, in both languages, themes and sizes."""

from __future__ import annotations

import ast
import inspect
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

import rooftop
from rooftop.core.errors import OptionError
from rooftop.core.match import Match
from rooftop.core.position import Game, game
from rooftop.core.title import title
from rooftop.core.words import words
from rooftop.titles.tower_up.scene import pieces_layer, scene, static_layer
from rooftop.titles.tower_up.scene.palette import PALETTES, Palette, contrast, district_fill
from tests.contract import SceneContract


class TestScene(SceneContract):
    title = title("tower-up")


SVG = "{http://www.w3.org/2000/svg}"
TITLE = title("tower-up")
THEMES, SIZES, LANGUAGES = ("day", "night"), ("wide", "narrow"), ("en", "pl")
SOURCE = Path(inspect.getfile(scene)).parent


@lru_cache(maxsize=8)
def _game(players: int) -> Game:
    return game(TITLE, players, compiled=False)


def _played(players: int, number: int, stop: Callable[[Match], bool]) -> Match:
    """A game of chance until `stop`."""
    match, chance = Match(_game(players), number), random.Random(number)
    while not match.over and not stop(match):
        match.play(chance.choice(match.legal()))
    return match


@lru_cache(maxsize=32)
def _view(players: int, stop: str, number: int = 1) -> dict[str, Any]:
    """A position of a random game: after the start, in its middle, or at its end."""
    plies = {"start": 1, "middle": 45, "over": 10_000}[stop]
    return _played(players, number, lambda match: match.ply >= plies).view()


def _drawn(view: dict[str, Any], theme: str = "day", size: str = "wide", language: str = "en") -> ET.Element:
    board = _game(view["players"]).board
    say = words(TITLE.package, language)
    return ET.fromstring(TITLE.scene(board, view, TITLE.moves.names(board, language), say, theme, size))


def _ids(root: ET.Element) -> list[str]:
    return [element.get("id", "") for element in root.iter() if element.get("id")]


def _texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def _title(root: ET.Element, name: str) -> str:
    found = root.find(f".//*[@id='{name}-title']")
    assert found is not None, name
    return found.text or ""


def _arranged(**table: Any) -> dict[str, Any]:
    view: dict[str, Any] = Match.at(_game(3).arranged(table)).view()
    return view


EVERYTHING = [
    (players, stop, theme, size, language)
    for players in (2, 3, 4)
    for stop in ("middle", "over")
    for theme in THEMES
    for size in SIZES
    for language in LANGUAGES
]


@pytest.mark.parametrize(("players", "stop", "theme", "size", "language"), EVERYTHING)
def test_a_picture_is_well_formed_with_unique_ids_and_no_inline_style(players, stop, theme, size, language):
    view = _view(players, stop)
    board = _game(players).board
    say = words(TITLE.package, language)
    names = TITLE.moves.names(board, language)
    layers = [
        scene(board, view, names, say, theme, size),
        static_layer(board, say, theme, size) + pieces_layer(board, view, names, say, theme, size),
    ]
    for svg in layers:
        root = ET.fromstring(f"<page>{svg}</page>")
        doubles = [name for name, count in Counter(_ids(root)).items() if count > 1]
        assert doubles == []
        assert not [element for element in root.iter() if element.get("style") is not None]
        assert not [element for element in root.iter() if element.tag in (f"{SVG}style", f"{SVG}script")]
        assert {element.get("viewBox") for element in root} == {
            "0 0 1280 720" if size == "wide" else "0 0 360 640"
        }
        for reference in re.findall(r"url\(#([^)]+)\)|href=\"#([^\"]+)\"|aria-\w+=\"([^\"]+)\"", svg):
            assert next(filter(None, reference)) in _ids(root)


def test_the_empty_board_does_not_depend_on_a_position():
    board, say = _game(3).board, words(TITLE.package, "en")
    before = static_layer(board, say)
    scene(board, _view(3, "over"), ["a", "b", "c"], say)
    assert static_layer(board, say) == before
    fresh = TITLE.board(TITLE.edition(), 3)
    assert static_layer(fresh, say) == before


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_site_and_district_is_named_on_the_map(players, size, language):
    board = _game(players).board
    root = ET.fromstring(static_layer(board, words(TITLE.package, language), "day", size))
    texts = " ".join(_texts(root))
    for site in board.sites:
        assert f"plinth-{site.id}" in _ids(root)
        assert site.id in texts.split()
    for area in (*board.city.district, *board.city.lake):
        name = getattr(area, f"name_{language}")
        assert name in texts or name.upper() in texts


def test_floors_and_roofs_are_drawn_on_every_level():
    view = _arranged(buildings={"T5": "white: - blue - green", "T7": "black: yellow", "F1": "grey: -"})
    root = _drawn(view)
    ids = _ids(root)
    assert [name for name in ids if name.startswith("floor-T5")] == [
        f"floor-T5-{level}" for level in (1, 2, 3, 4)
    ]
    assert [name for name in ids if name.startswith("roof-T5")] == ["roof-T5-2", "roof-T5-4"]
    roof = root.find(".//*[@id='roof-T5-2']")
    assert roof is not None
    assert roof.get("href") == "#roof-blue"
    heights = {site: root.find(f".//*[@id='height-{site}']/{SVG}text").text for site in ("T5", "T7", "F1")}  # type: ignore[union-attr]
    assert heights == {"T5": "4", "T7": "1", "F1": "1"}
    assert "height-T1" not in ids
    assert _title(root, "site-T5") == (
        "T5, Old Town: white building, 4 floors; level 2: roof of Blue; level 4: roof of Green"
    )
    assert _title(root, "site-T1") == "T1, Old Town, by the lake: empty"


def test_starting_floors_that_wait_are_shown():
    match = rooftop.new("tower-up", players=4, seed=3, compiled=False, placement="first-player")
    view = match.view()
    root = _drawn(view)
    assert len(view["starters"]) > 0
    assert [name for name in _ids(root) if name.startswith("starter-")] == [
        f"starter-{number}" for number in range(len(view["starters"]))
    ]


def test_the_building_founded_in_this_turn_is_marked():
    match = _played(2, 1, lambda match: match.view()["new_building"] is not None)
    root = _drawn(match.view())
    marks = root.findall(f".//{SVG}path[@class='new']")
    assert len(marks) == 1
    assert "new in this turn" in _title(root, f"site-{match.view()['new_building']}")


def test_tokens_lie_on_objectives_until_someone_holds_them():
    view = _arranged(tokens={"green": [7, 0, 5]}, objectives=["D", "F", "J"])
    root = _drawn(view)
    ids = _ids(root)
    assert "seat-2-token-0" in ids
    assert "seat-2-token-1" not in ids
    assert "held-0-2" in ids
    assert [name for name in ids if name.startswith("objective-0-token")] == [
        "objective-0-token-2",
        "objective-0-token-1",
    ]
    assert "Green has won 7" in _title(root, "objective-0")
    assert "tokens left: 5 and 3" in _title(root, "objective-0")


def test_whose_turn_it_is_and_an_extra_turn_are_marked():
    root = _drawn(_arranged(to_act="yellow", extra_turn=True))
    area = root.find(".//*[@id='seat-1']")
    assert area is not None
    inside = _ids(area)
    assert "turn-mark" in inside
    assert "extra-mark" in inside
    assert _title(root, "status") == "Yellow: an extra turn"
    calm = _ids(_drawn(_arranged(to_act="yellow")))
    assert "turn-mark" in calm
    assert "extra-mark" not in calm


@pytest.mark.parametrize("size", SIZES)
def test_the_banner_says_that_the_end_has_begun(size):
    root = _drawn(_arranged(ending="shortage", last_turns=2), size=size)
    assert _title(root, "ending") == "The end has begun: 2 last turns"
    assert "ending" not in _ids(_drawn(_arranged(), size=size))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_the_end_shows_places_and_no_turn(players, size):
    view = _view(players, "over")
    root = _drawn(view, size=size)
    for seat, row in enumerate(view["seats"]):
        medal = root.find(f".//*[@id='place-{seat}']/{SVG}text")
        assert medal is not None
        assert medal.text == str(row["place"])
        points = root.find(f".//*[@id='seat-{seat}-points']")
        assert points is not None
        assert points.text == str(row["total"])
    assert "turn-mark" not in _ids(root)
    assert _title(root, "ending") == "The game is over"


def test_cards_show_their_floors_and_machines_and_an_empty_place_shows_none():
    view = _arranged(market=["E06", "A04", "B03"], discards=["C01", "C02"])
    view["market"][1] = None
    root = _drawn(view)
    cards = [root.find(f".//*[@id='card-{place}']") for place in range(3)]
    signs = [[use.get("href") for use in card.iter(f"{SVG}use")] for card in cards]  # type: ignore[union-attr]
    assert signs[0] == ["#slab-black", "#slab-black", "#slab-white", "#slab-white"]
    assert signs[1] == []
    assert signs[2] == ["#slab-white", "#slab-brown", "#machine-grey"]
    assert _title(root, "card-1") == "Card 2: none"
    assert _title(root, "discards") == "Discards: 2 cards"
    assert root.find(".//*[@id='pile-count']").text == str(view["pile"])  # type: ignore[union-attr]
    assert root.find(".//*[@id='tray-brown-count']").text == str(view["tray"]["brown"])  # type: ignore[union-attr]


def test_machines_stand_in_their_columns():
    view = _arranged(track={"blue": {"white": 0, "grey": 3, "brown": 8, "black": 12}})
    root = _drawn(view)

    def x(colour: str) -> float:
        found = root.find(f".//*[@id='seat-0-track-{colour}']")
        assert found is not None
        return float(re.findall(r"translate\(([\d.]+)", found.get("transform", ""))[0])

    column = (x("black") - x("white")) / 12
    assert x("grey") - x("white") == pytest.approx(3 * column, abs=0.2)
    assert x("brown") - x("white") == pytest.approx(8 * column, abs=0.2)


def test_names_are_escaped_and_cut_to_their_room():
    say = words(TITLE.package, "en")
    names = ["<b>&\"'</b>", "A name that is by far too long for any area", "\x00\u202e"]
    for size in SIZES:
        root = ET.fromstring(TITLE.scene(_game(3).board, _view(3, "middle"), names, say, "day", size))
        assert any("…" in shown for shown in _texts(root))
        assert any(shown.startswith("<b>&") for shown in _texts(root))


def test_progress_agrees_with_the_tokens_that_the_rules_gave():
    """Whoever holds a token has met the objective; whoever has met it holds one."""
    for players in (2, 3, 4):
        for number in range(4):
            view = _view(players, "over", number)
            for place, row in enumerate(view["objectives"]):
                for seat in range(players):
                    met = row["progress"][seat] == row["total"]
                    assert met == (view["seats"][seat]["tokens"][place] is not None)


@pytest.mark.parametrize("rule", TITLE.board(TITLE.edition(), 3).objectives, ids=lambda rule: rule.id)
def test_progress_of_every_objective_is_counted(rule):
    full = {
        "A": {"T1": "white: blue", "T2": "grey: blue", "T3": "brown: blue", "T4": "black: blue"},
        "B": {
            "T1": "white: blue",
            "F1": "grey: blue",
            "H1": "brown: blue",
            "R1": "black: blue",
            "O1": "white: blue",
        },
        "C": dict.fromkeys(("T1", "T2", "T3", "T4", "T5"), "white: blue"),
        "D": dict.fromkeys(("F1", "F2", "F3", "R1", "R2"), "white: blue"),
        "E": dict.fromkeys(("F1", "F2", "H3", "R1"), "brown: blue"),
        "F": dict.fromkeys(("T1", "T2", "F5", "H5"), "white: blue"),
        "G": {"T1": "white: blue blue", "F1": "grey: blue - blue"},
        "H": {"T1": "white: blue blue", "F1": "grey: - - blue blue"},
        "I": dict.fromkeys(("T6", "T9", "R1", "O5"), "white: blue"),
        "J": dict.fromkeys(("F6", "T1", "H7", "T4"), "white: blue"),
    }[rule.id]
    three = [rule.id, *[letter for letter in "ABC" if letter != rule.id][:2]]

    def progress(buildings):
        row = _arranged(buildings=buildings, objectives=three)["objectives"][0]
        return row["progress"][0], row["total"]

    assert progress({})[0] == 0
    have, need = progress(full)
    assert have == need
    less = dict(list(full.items())[1:])
    assert progress(less)[0] < need


def test_what_is_unknown_is_refused_in_a_sentence():
    match = rooftop.new("tower-up", players=2, seed=1, compiled=False)
    with pytest.raises(OptionError, match="theme 'dusk' is not one of day, night"):
        match.svg(theme="dusk")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="size 'huge' is not one of wide, narrow"):
        match.svg(size="huge")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="3 names do not fit 2 players"):
        match.svg(names=["a", "b", "c"])
    assert match._repr_svg_() == match.svg(-1)


# --- words ------------------------------------------------------------------------------------------


def _messages() -> set[str]:
    """Every message that the picture's sources say."""
    found = set()
    for file in SOURCE.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in (
                "say", "say.many", "stage.say", "stage.say.many",
            ):  # fmt: skip
                assert isinstance(node.args[0], ast.Constant), ast.unparse(node)
                found.add(node.args[0].value)
    return found


def test_every_message_of_the_picture_has_polish_words():
    with (SOURCE.parent / "words" / "pl.po").open("rb") as file:
        catalogue = {
            message.id[0] if isinstance(message.id, tuple) else message.id: message.string
            for message in read_po(file, locale="pl")
        }
    assert len(_messages()) > 30
    for message in _messages():
        forms = catalogue.get(message)
        assert forms, message
        assert all(forms if isinstance(forms, tuple) else (forms,)), message


@pytest.mark.parametrize("stop", ["start", "middle", "over"])
def test_nothing_english_is_left_in_the_polish_picture(stop):
    for size in SIZES:
        english = _drawn(_view(3, stop), size=size)
        polish = _drawn(_view(3, stop), size=size, language="pl")

        def words_of(root: ET.Element) -> set[str]:
            said = [element.text or "" for element in root.iter() if element.text]
            return {word.lower() for text in said for word in re.findall(r"[^\W\d_]{3,}", text)}

        assert words_of(english) & words_of(polish) <= {"tower", "park"}  # both languages have them


# --- colours ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_texts_have_a_contrast_of_four_and_a_half(palette: Palette):
    written = [
        (ink, ground)
        for ink in (palette.ink, palette.soft)
        for ground in (palette.table, palette.panel, palette.inset, palette.sheet)
    ]
    written += [
        (palette.plinth_ink, palette.plinth_side),
        (palette.lakeside_ink, palette.lakeside),
        (palette.parkside_ink, palette.parkside),
        (palette.token_ink, palette.token),
        (palette.alert_ink, palette.alert),
        (palette.back_ink, palette.back),
        (palette.panel, palette.ink),
        (palette.water_ink, palette.deep),
        (palette.park_ink, palette.park),
    ]
    written += [(paint.ink, paint.paint) for paint in palette.players.values()]
    for board in (_game(2).board, _game(3).board):
        written += [(palette.ink, district_fill(palette, area.fill)) for area in board.city.district]
    for ink, ground in written:
        assert contrast(ink, ground) >= 4.5, (ink, ground)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_pieces_stand_out_from_their_ground_by_three(palette: Palette):
    """By their fill or by their outline."""
    areas = [area for board in (_game(2).board, _game(3).board) for area in board.city.district]
    grounds = {palette.panel, palette.inset, palette.sheet, palette.park, palette.plinth}
    grounds |= {district_fill(palette, area.fill) for area in areas}
    for ground in grounds:
        assert contrast(palette.edge, ground) >= 3, ground
    for ground in grounds - {palette.plinth, palette.inset}:
        assert max(contrast(palette.plinth_edge, ground), contrast(palette.plinth_side, ground)) >= 3, ground
    assert contrast(palette.glow, palette.table) >= 3
    assert contrast(palette.lakeside_mark, palette.deep) >= 1.5
    for mark in (palette.brass, palette.alert, palette.soft):
        assert contrast(mark, palette.panel) >= 3, mark


def test_colour_never_works_alone():
    root = _drawn(_view(4, "middle"))
    patterns = {name for name in _ids(root) if name.startswith("paint-")}
    assert patterns == {"paint-blue", "paint-yellow", "paint-green", "paint-orange"}
    drawn = {
        name: re.sub(r"#[0-9a-f]{6}", "#", ET.tostring(root.find(f".//*[@id='{name}']"), "unicode"))  # type: ignore[arg-type]
        for name in _ids(root)
        if re.fullmatch(r"(paint|ground|floor|machine|slab|token)-\w+", name)
    }
    bare = [re.sub(r'id="[^"]*"', "", text) for text in drawn.values()]
    assert len(set(bare)) == len(bare) > 20
    for language in LANGUAGES:
        letters = {name[0] for name in TITLE.moves.names(_game(4).board, language)}
        assert len(letters) == 4
