"""The picture of New York 1901: every piece and state is drawn, in both languages, themes and sizes."""

from __future__ import annotations

import ast
import inspect
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from rooftop.core.errors import OptionError
from rooftop.core.match import Match
from rooftop.core.position import Game, game
from rooftop.core.svg import outline
from rooftop.core.title import title
from rooftop.core.words import words
from rooftop.titles.new_york_1901.scene import _stage, pieces_layer, scene, static_layer
from rooftop.titles.new_york_1901.scene.geometry import drawn_in, loops, lying
from rooftop.titles.new_york_1901.scene.palette import PALETTES, Palette, contrast, wash
from rooftop.titles.new_york_1901.scene.track import spots
from tests.contract import SceneContract


class TestScene(SceneContract):
    title = title("new-york-1901")
    every = 13  # all phases come up, for a turn has two to five decisions


SVG = "{http://www.w3.org/2000/svg}"
TITLE = title("new-york-1901")
THEMES, SIZES, LANGUAGES = ("day", "night"), ("wide", "narrow"), ("en", "pl")
SOURCE = Path(inspect.getfile(scene)).parent


@lru_cache(maxsize=8)
def _game(players: int, challenge: str = "random") -> Game:
    return game(TITLE, players, {"challenge": challenge}, compiled=False)


@lru_cache(maxsize=8)
def _whole(players: int) -> Match:
    """A game of chance, to its end."""
    match, chance = Match(_game(players), players), random.Random(players)
    while not match.over:
        match.play(chance.choice(match.legal()))
    return match


@lru_cache(maxsize=32)
def _at(players: int, stop: str, after: int = 0) -> Match:
    """A position of that game: after the start, in its middle, at its end, or with something chosen."""
    whole = _whole(players)
    plies = {"start": 1, "middle": 90, "over": whole.ply}
    if stop in plies:
        return Match.at(whole.position_at(plies[stop]))
    match = Match(whole.game, whole.seed)
    for decision in whole.decisions:
        if match.ply >= after and match.view()["phase"] == stop:
            break
        match.play(decision.action)
    return match


def _view(players: int, stop: str) -> dict[str, Any]:
    match = _at(players, stop)
    return match.view(max(match.to_act, 0))


def _drawn(view: dict[str, Any], theme: str = "day", size: str = "wide", language: str = "en") -> ET.Element:
    board = _game(view["players"]).board
    say = words(TITLE.package, language)
    return ET.fromstring(TITLE.scene(board, view, TITLE.moves.names(board, language), say, theme, size))  # type: ignore[arg-type]


def _ids(root: ET.Element) -> list[str]:
    return [element.get("id", "") for element in root.iter() if element.get("id")]


def _texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def _found(root: ET.Element, name: str) -> ET.Element:
    found = root.find(f".//*[@id='{name}']")
    assert found is not None, name
    return found


def _title(root: ET.Element, name: str) -> str:
    return _found(root, f"{name}-title").text or ""


def _arranged(players: int = 3, seat: int = 0, **table: Any) -> dict[str, Any]:
    view: dict[str, Any] = Match.at(_game(players).arranged(table)).view(seat)
    return view


BUILT = {
    "lots": {"blue": "Gc Ga Gd Rg", "green": "Bj Rj", "yellow": "Ya"},
    "tiles": {"blue": {"b1": "D2 E2", "s1": "E3 E4"}, "green": {"g2": "G13 H13 I13"}},
}

OLD = "b1 b2 b3 b4 b5 b6 s1 s2 s3 s4 s5 s6"

EVERYTHING = [
    (players, stop, theme, size, language)
    for players, stop in ((2, "place"), (3, "middle"), (4, "over"))
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
        known = _ids(root)
        assert [name for name, count in Counter(known).items() if count > 1] == []
        assert not [element for element in root.iter() if element.get("style") is not None]
        assert not [element for element in root.iter() if element.tag in (f"{SVG}style", f"{SVG}script")]
        assert {element.get("viewBox") for element in root} == {
            "0 0 1280 720" if size == "wide" else "0 0 360 716"
        }
        for reference in re.findall(r"url\(#([^)]+)\)|href=\"#([^\"]+)\"|aria-\w+=\"([^\"]+)\"", svg):
            assert next(filter(None, reference)) in known


def test_the_empty_board_does_not_depend_on_a_position():
    board, say = _game(3).board, words(TITLE.package, "en")
    before = static_layer(board, say)
    scene(board, _view(3, "over"), ["a", "b", "c"], say)
    assert static_layer(board, say) == before
    assert static_layer(TITLE.board(TITLE.edition(), 3), say) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_lots_streets_parks_and_buildings_are_named_on_the_map(language):
    board = _game(4).board
    texts = " ".join(_texts(_drawn(_arranged(4), language=language)))
    for lot in board.lots:
        assert lot.id in texts.split()
    for street in board.streets:
        assert getattr(street, f"name_{language}").upper() in texts
    for row in (*board.table.park, *board.table.printed):
        for word in re.split(r"[ -]", getattr(row, f"name_{language}")):
            assert word in texts, row


@pytest.mark.parametrize("size", SIZES)
def test_owners_workers_and_skyscrapers_are_drawn(size):
    root = _drawn(_arranged(**BUILT), size=size)
    ids = _ids(root)
    assert {name for name in ids if re.fullmatch(r"worker-[A-Z]\w", name)} == {
        "worker-Gd", "worker-Rg", "worker-Rj", "worker-Ya",
    }  # fmt: skip
    assert {name for name in ids if re.fullmatch(r"built-\d-\w+", name)} == {
        "built-0-b1", "built-0-s1", "built-1-g2",
    }  # fmt: skip
    assert _title(root, "built-0-s1") == (
        "Gillender Building (silver, 2 squares, 3 points); Blue, on E3, E4; touches Broadway and Cedar"
    )
    assert _title(root, "lot-Gd") == "Lot Gd, green, 3 squares: Blue, a worker stands there"
    assert _title(root, "lot-Gc") == "Lot Gc, green, 2 squares: Blue, with Tower Building"
    assert _title(root, "lot-Gb") == "Lot Gb, green, 3 squares: free"


def test_a_skyscraper_shows_worth_letter_generation_and_shape():
    root = _drawn(_arranged(**BUILT))
    for name, signs, facade in (("built-0-b1", ["2", "B"], "bronze"), ("built-1-g2", ["5", "G"], "gold")):
        tile = _found(root, name)
        assert _texts(tile) == signs
        used = {use.get("href", "").split("-")[1] for use in tile.iter(f"{SVG}use")}
        assert used == {facade}


def test_lots_without_a_game_are_named_so():
    root = _drawn(_view(2, "middle"))
    assert _title(root, "lot-Pa") == "Lot Pa, pink, 2 squares: not in this game"
    assert "url(#ground-out)" in ET.tostring(root, "unicode")
    assert "url(#ground-out)" not in ET.tostring(_drawn(_view(3, "middle")), "unicode")


@pytest.mark.parametrize("size", SIZES)
def test_streets_show_everyones_tally_and_the_sole_leader(size):
    view = _arranged(**BUILT, streets="bw ce wa")
    root = _drawn(view, size=size)
    for place, row in enumerate(view["streets"]):
        shown = [_found(root, f"street-{place}-{seat}").text for seat in range(3)]
        assert shown == [str(count) for count in row["tally"]]
        assert (f"leader-{place}" in _ids(root)) == (row["leader"] is not None)
    assert _title(root, "street-0") == "Broadway: Blue 2, Green 1, Yellow 0; Blue leads"
    assert _title(root, "street-1") == "Cedar: Blue 1, Green 0, Yellow 0; Blue leads"


@pytest.mark.parametrize("challenge", ["tycoon", "architect", "prestige", "baron", "king"])
def test_every_challenge_is_told_and_counted(challenge):
    view = _arranged(**BUILT, challenge=challenge)
    for language in LANGUAGES:
        for size in SIZES:
            root = _drawn(view, size=size, language=language)
            rule = next(rule for rule in _game(3).board.challenges if rule.id == challenge)
            assert getattr(rule, f"text_{language}") in _title(root, "challenge")
            assert [_found(root, f"challenge-{seat}").text for seat in range(3)] == [
                f"+{points}" for points in view["challenge"]["points"]
            ]
            if size == "wide":
                shown = " ".join(_texts(_found(root, "challenge")))
                assert getattr(rule, f"text_{language}") in shown  # not a word is cut off


def test_a_game_without_a_challenge_says_so():
    assert _title(_drawn(_arranged(challenge="none")), "challenge") == "No bonus challenge in this game"


def test_cards_show_district_and_size_and_an_empty_place_shows_none():
    view = _arranged(market=["green-2", "red-3", "blue-2", "pink-3"])
    view["market"][1] = None
    root = _drawn(view)
    assert [_title(root, f"card-{place}") for place in range(4)] == [
        "Card 1: green, 2 squares", "Card 2: none", "Card 3: blue, 2 squares", "Card 4: pink, 3 squares",
    ]  # fmt: skip
    assert [len(list(_found(root, f"card-{place}").iter(f"{SVG}rect"))) for place in range(4)] == [2, 0, 2, 3]
    assert "G" in _texts(_found(root, "card-0"))
    assert _found(root, "future-count").text == str(view["future"]["count"])


@pytest.mark.parametrize("size", SIZES)
def test_a_taken_card_marks_the_free_lots_it_may_be_for(size):
    view = _view(3, "lot")
    board = _game(3).board
    root = _drawn(view, size=size)
    marked = {
        group.get("id", "").removeprefix("lot-")
        for group in root.iter(f"{SVG}g")
        if "lot" in group.get("class", "").split() and group.find(f"{SVG}path[@class='fits']") is not None
    }
    assert marked == {
        lot.id
        for number, lot in enumerate(board.lots)
        if board.kind_id(board.kind(number)) == view["card"]["id"] and view["lots"][lot.id]["owner"] is None
    }
    assert "taken-card" in _ids(root)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("number", range(3))
def test_a_chosen_skyscraper_marks_exactly_the_squares_it_may_cover(size, number):
    match = _at(3, "place", 60 * number)
    view = match.view(match.to_act)
    root = _drawn(view, size=size)
    marked = {
        group.get("id", "")
        for group in root.iter(f"{SVG}g")
        if "square" in group.get("class", "").split() and group.find(f"{SVG}path[@class='fits']") is not None
    }
    assert marked == {part for move in match.moves() for part in move.parts}
    assert len([name for name in _ids(root) if re.fullmatch(r"square-[A-Z]\d+", name)]) == 150
    picked = _found(root, f"tile-{view['tile']}")
    assert view["tile"].startswith("l") or picked.find(f"{SVG}path[@class='picked']") is not None
    assert not [name for name in _ids(_drawn(_view(3, "start"))) if name.startswith("square-")]


@pytest.mark.parametrize("size", SIZES)
def test_the_tray_shows_what_is_unbuilt_standing_and_gone(size):
    view = _arranged(**BUILT, demolished={"blue": "b2"})
    root = _drawn(view, size=size)
    assert _title(root, "tile-b1").endswith("; standing")
    assert _title(root, "tile-b2").endswith("; demolished")
    assert _title(root, "tile-b3").endswith("; unbuilt")
    for tile in _game(3).board.tiles[1:]:
        kind = (_found(root, f"tile-{tile.id}").get("class") or "").split()
        assert kind == ["tile", "target"]
    assert "3" in _texts(_found(root, "tile-b3"))
    assert _texts(_found(root, "tile-b1")) == []


def test_the_tray_is_that_of_the_one_who_looks_and_a_watcher_sees_the_player_to_act():
    view = _arranged(**BUILT, seat=1, to_act="yellow")
    assert _title(_drawn(view), "tile-g2").endswith("; standing")
    watching = _arranged(**BUILT, seat=-1, to_act="green")
    root = _drawn(watching)
    assert _title(root, "tile-g2").endswith("; standing")
    assert "Skyscrapers of Green" in _texts(root)


def test_action_cards_are_there_until_they_are_played():
    view = _arranged(actions={"blue": "boom", "green": ""})
    root = _drawn(view)
    board = _game(3).board
    assert _title(root, "action-boom") == f"Construction Boom: {board.actions[0].text_en}"
    assert _title(root, "action-shift") == "Market Shift: played"
    assert "stroke-dasharray" not in _found(root, "seat-0-boom").attrib
    assert "stroke-dasharray" in _found(root, "seat-1-boom").attrib


@pytest.mark.parametrize("size", SIZES)
def test_five_unbuilt_skyscrapers_are_a_warning(size):
    calm = _drawn(_arranged(demolished={"blue": OLD}), size=size)
    assert "warning" not in _ids(calm)
    built = {"lots": {"blue": "Ga"}, "tiles": {"blue": {"g1": "E3 E4"}}}
    root = _drawn(_arranged(demolished={"blue": OLD}, **built), size=size)
    assert {"warning", "seat-0-warning"} <= set(_ids(root))
    assert "1 more skyscraper brings on the end" in _title(root, "seat-0")


def test_a_picture_does_not_depend_on_games_that_were_drawn_before():
    """Parts that are drawn once and kept must be told apart by everything that they show."""
    for seed in range(4):
        view = Match(_game(3), seed).view(0)
        root = _drawn(view)
        for seat, row in enumerate(view["seats"]):
            person = next(person for person in _game(3).board.characters if person.id == row["character"])
            assert person.name_en in _title(root, f"seat-{seat}")


@pytest.mark.parametrize("size", SIZES)
def test_legendary_skyscrapers_show_height_and_builder(size):
    view = _arranged(lots={"blue": "Rg Ra Rh Ri Rk"}, tiles={"blue": {"l1": "B13 C13 D13 B14 C14 D14"}})
    root = _drawn(view, size=size)
    assert _title(root, "tile-l1").endswith("391 feet; built by Blue")
    assert _title(root, "tile-l4").endswith("792 feet")
    assert any("792" in words for words in _texts(_found(root, "tile-l4")))
    assert "B" in _texts(_found(root, "tile-l1"))
    assert {"B", "9"} <= set(_texts(_found(root, "built-0-l1")))


def test_markers_lie_on_their_points_and_begin_again_at_a_hundred():
    view = _arranged(**BUILT)
    for row, total in zip(view["seats"], (7, 42, 113), strict=True):
        row["total"] = total
    root = _drawn(view)
    fields = spots(_stage(_game(3).board, words(TITLE.package, "en"), "day", "wide"))
    assert len(fields) == 100
    for seat, spot in enumerate((7, 42, 13)):
        marker, box = _found(root, f"marker-{seat}"), fields[spot].box
        assert box.x < float(marker.get("cx", "")) < box.right
        assert box.y < float(marker.get("cy", "")) < box.bottom
    assert {"threshold-silver", "threshold-gold"} <= set(_ids(root))


def test_whose_turn_it_is_is_marked():
    root = _drawn(_arranged(to_act="yellow"))
    assert "turn-mark" in _ids(_found(root, "seat-2"))
    assert _title(root, "status") == "Yellow begins the turn"


@pytest.mark.parametrize("size", SIZES)
def test_the_banner_says_that_the_end_has_begun(size):
    built = {"lots": {"blue": "Ga Bj"}, "tiles": {"blue": {"g1": "E3 E4", "g2": "G13 H13 I13"}}}
    view = _arranged(ending="tiles", last_turns=2, demolished={"blue": OLD}, to_act="green", **built)
    assert _title(_drawn(view, size=size), "ending") == "The end has begun: 2 last turns"
    assert "ending" not in _ids(_drawn(_arranged(), size=size))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_the_end_shows_places_and_no_turn(players, size):
    view = _view(players, "over")
    root = _drawn(view, size=size)
    for seat, row in enumerate(view["seats"]):
        medal = _found(root, f"place-{seat}").find(f"{SVG}text")
        assert medal is not None
        assert medal.text == str(row["place"])
        assert _found(root, f"seat-{seat}-points").text == str(row["total"])
    assert "turn-mark" not in _ids(root)
    assert _title(root, "ending") == "The game is over"


def test_the_order_of_the_future_market_is_not_in_the_picture():
    """Two games that differ in nothing but the hidden order look alike."""
    one, other = (
        _arranged(market=["green-2"] * 4, future=future)
        for future in (["red-2", "blue-3"], ["blue-3", "red-2"])
    )
    assert ET.tostring(_drawn(one)) == ET.tostring(_drawn(other))


def test_names_are_escaped_and_cut_to_their_room():
    say = words(TITLE.package, "en")
    names = ["<b>&\"'</b>", "A name that is by far too long for any area", "\x00\u202e"]
    for size in SIZES:
        root = ET.fromstring(TITLE.scene(_game(3).board, _view(3, "middle"), names, say, "day", size))  # type: ignore[arg-type]
        assert any("…" in shown for shown in _texts(root))
        assert any(shown.startswith("<b>&") for shown in _texts(root))


def test_what_is_unknown_is_refused_in_a_sentence():
    match = Match(_game(2), 1)
    with pytest.raises(OptionError, match="theme 'dusk' is not one of day, night"):
        match.svg(theme="dusk")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="size 'huge' is not one of wide, narrow"):
        match.svg(size="huge")  # type: ignore[arg-type]


# --- shapes -----------------------------------------------------------------------------------------


def test_outlines_go_around_shapes_and_can_be_drawn_in():
    corner = [(0, 0), (0, 1), (1, 1)]
    assert len(loops(corner)) == 1
    assert len(loops(corner)[0]) == 6
    ring = [(column, row) for column in range(3) for row in range(3) if (column, row) != (1, 1)]
    assert sorted(len(loop) for loop in loops(ring)) == [4, 4]
    assert [len(loop) for loop in loops([(0, 0), (1, 0), (2, 0), (0, 1)])] == [6]
    square = [(float(x), float(y)) for x, y in loops([(0, 0)])[0]]
    assert outline(drawn_in([(10 * x, 10 * y) for x, y in square], 1)) == "M1 1L9 1L9 9L1 9z"
    touching = loops([(0, 0), (1, 1)])
    assert sum(len(loop) for loop in touching) == 8


def test_tiles_of_the_tray_lie_and_keep_their_hand():
    for tile in _game(2).board.tiles:
        cells = lying(tile.shape)
        assert len(cells) == tile.squares
        assert max(column for column, _ in cells) >= max(row for _, row in cells)
    assert lying(["##", "##", ".#"]) == [(1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]


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
    assert len(_messages()) > 40
    for message in _messages():
        forms = catalogue.get(message)
        assert forms, message
        assert all(forms if isinstance(forms, tuple) else (forms,)), message


@pytest.mark.parametrize("stop", ["start", "place", "over"])
def test_nothing_english_is_left_in_the_polish_picture(stop):
    board = _game(3).board
    same = [row.name_en for row in (*board.tiles, *board.streets, *board.table.park, *board.table.printed)]
    same += [row.name_en for row in board.characters] + ["New York", "Boom"]
    allowed = {word.lower() for name in same for word in re.findall(r"[^\W\d_]{3,}", name)}
    for size in SIZES:
        english = _drawn(_view(3, stop), size=size)
        polish = _drawn(_view(3, stop), size=size, language="pl")

        def words_of(root: ET.Element) -> set[str]:
            said = [element.text or "" for element in root.iter() if element.text]
            return {word.lower() for text in said for word in re.findall(r"[^\W\d_]{3,}", text)}

        assert words_of(english) & words_of(polish) <= allowed


# --- colours ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_texts_have_a_contrast_of_four_and_a_half(palette: Palette):
    written = [
        (ink, ground)
        for ink in (palette.ink, palette.soft)
        for ground in (palette.table, palette.panel, palette.inset, palette.sheet)
    ]
    written += [
        (palette.street_ink, palette.sheet),
        (palette.park_ink, palette.park),
        (palette.stone_ink, palette.stone),
        (palette.soft, palette.out),
        (palette.alert_ink, palette.alert),
        (palette.back_ink, palette.back),
        (palette.metals["gold"].ink, palette.crown),
    ]
    written += [(paint.ink, paint.paint) for paint in palette.players.values()]
    written += [(metal.ink, metal.plate) for metal in palette.metals.values()]
    for district in _game(4).board.districts:
        ground = wash(palette, district.colour)
        written += [(palette.lot_ink, ground), (palette.ink, ground)]
    for ink, ground in written:
        assert contrast(ink, ground) >= 4.5, (ink, ground)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_pieces_stand_out_from_their_ground_by_three(palette: Palette):
    """By their fill, their metal or their outline."""
    grounds = {palette.panel, palette.inset, palette.sheet}
    grounds |= {wash(palette, district.colour) for district in _game(4).board.districts}
    for ground in grounds:
        assert contrast(palette.edge, ground) >= 3, ground
        assert contrast(palette.lot_edge, ground) >= 3, ground
        for metal in palette.metals.values():
            lines = (palette.block_edge, metal.plate, metal.rim)
            assert max(contrast(line, ground) for line in lines) >= 3, (metal, ground)
    assert contrast(palette.glow, palette.table) >= 3
    for mark in (palette.brass, palette.alert, palette.soft):
        assert contrast(mark, palette.panel) >= 3, mark


def test_colour_never_works_alone():
    root = _drawn(_view(4, "middle"))
    patterns = {name for name in _ids(root) if name.startswith("paint-")}
    assert patterns == {"paint-blue", "paint-yellow", "paint-green", "paint-brown"}
    drawn = {
        name: re.sub(r"#[0-9a-f]{6}", "#", ET.tostring(_found(root, name), "unicode"))
        for name in _ids(root)
        if re.fullmatch(r"(paint|ground)-\w+|facade-\w+", name)
    }
    bare = [re.sub(r'id="[^"]*"', "", text) for text in drawn.values()]
    assert len(set(bare)) == len(bare) >= 14
    for language in LANGUAGES:
        board = _game(4).board
        assert len({getattr(player, f"mark_{language}") for player in board.player_names}) == 4
    assert len({district.mark for district in board.districts}) == 5
