"""The picture of New York 1901: every piece and state is drawn, in both languages, themes and sizes."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from functools import lru_cache
from typing import Any, cast

import msgspec
import pytest

from rooftop.drawing.palette import contrast
from rooftop.drawing.svg import outline
from rooftop.game.match import Match
from rooftop.game.position import Game, new_game
from rooftop.game.title import Size, Theme, title
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
    part,
    svg,
    texts_of,
    title_of,
    without_colours,
    words_of,
)
from rooftop.titles.new_york_1901.scene import scene
from rooftop.titles.new_york_1901.scene.geometry import inset, loops, lying
from rooftop.titles.new_york_1901.scene.palette import PALETTES, Palette, wash
from rooftop.titles.new_york_1901.scene.track import spots
from rooftop.titles.new_york_1901.view import View
from tests.titles.new_york_1901.tables import EIGHTEEN_POINTS, SIX_POINTS


class TestScene(SceneContract):
    title = title("new-york-1901")
    every = 23  # covers all phases: a turn has two to five decisions
    every_recorded = 40  # games are long; four more have held turns


TITLE = title("new-york-1901")


@lru_cache(maxsize=8)
def _game(players: int, challenge: str = "random") -> Game:
    return new_game(TITLE, players, {"challenge": challenge})


@lru_cache(maxsize=8)
def _whole(players: int) -> Match:
    """A complete game of random moves."""
    match, chance = Match(_game(players), players), random.Random(players)
    while not match.over:
        match.play(chance.choice(match.legal()))
    return match


@lru_cache(maxsize=32)
def _at(players: int, stop: str, after: int = 0) -> Match:
    """A position of that game: near the start, in the middle, at the end, or in phase `stop`."""
    whole = _whole(players)
    plies = {"start": 1, "middle": 90, "over": whole.ply}
    if stop in plies:
        return Match.at(whole.position_at(plies[stop]))
    match = Match(whole.game, whole.seed)
    for decision in whole.decisions:
        if match.ply >= after and match.view().phase == stop:
            break
        match.play(decision.action)
    return match


def _view(players: int, stop: str) -> View:
    match = _at(players, stop)
    return cast(View, match.view(max(match.to_act, 0)))


def _drawn(view: View, theme: Theme = "day", size: Size = "wide", language: str = "en") -> ET.Element:
    return ET.fromstring(svg(TITLE, _game(view.players).board, view, theme, size, language))


def _arranged(players: int = 3, seat: int = 0, **table: Any) -> View:
    return cast(View, Match.at(_game(players).arranged(table)).view(seat))


BUILT: dict[str, Any] = {
    "lots": {"blue": "Gc Ga Gd Rg", "green": "Bj Rj", "yellow": "Ya"},
    "tiles": {"blue": {"b1": "D2 E2", "s1": "E3 E4"}, "green": {"g2": "G13 H13 I13"}},
    "demolished": {"blue": SIX_POINTS, "green": EIGHTEEN_POINTS},
}

OLD = "b1 b2 b3 b4 b5 b6 s1 s2 s3 s4 s5 s6"

EVERYTHING = [
    (players, stop, theme, size, language)
    for players, stop in ((2, "place"), (3, "middle"), (4, "over"))
    for theme, size, language in LOOKS
]


@pytest.mark.parametrize(("players", "stop", "theme", "size", "language"), EVERYTHING)
def test_a_picture_is_well_formed_with_unique_ids_and_no_inline_style(players, stop, theme, size, language):
    view = _view(players, stop)
    assert_well_formed(TITLE, _game(players).board, view, theme, size, language, 730)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_lots_and_streets_are_named_on_the_map(language, size):
    board = _game(4).board
    texts = " ".join(texts_of(_drawn(_arranged(4), size=size, language=language)))
    for lot in range(len(board.lots)):
        assert board.lot_name(translator(TITLE.package, language), lot) in texts.split()
    for street in board.streets:
        assert street.name[language].upper() in texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_parks_and_buildings_are_named_on_the_map(language):
    """All but the one with a single square, which gives its name in its explanation."""
    board = _game(4).board
    root = _drawn(_arranged(4), language=language)
    texts = " ".join(texts_of(root))
    for kind, rows in (("park", board.table.park), ("printed", board.table.printed)):
        for row in rows:
            name = row.name[language]
            assert title_of(root, f"{kind}-{row.code}") == name
            assert row.code == "x3" or all(word in texts for word in name.split()), row


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "least"), [("wide", 12.2), ("narrow", 10)])
@pytest.mark.parametrize("players", [2, 4])
def test_no_letter_is_smaller_than_ten_pixels(players, size, least, language):
    for stop in ("place", "over"):
        root = _drawn(_view(players, stop), size=size, language=language)
        sizes = [
            float(element.get("font-size", "nan")) for element in root.iter() if element.get("font-size")
        ]
        assert min(sizes) >= least


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_polish_text_is_cut(players, size):
    for stop in ("start", "lot", "place", "grab", "boom", "over"):
        view = _view(players, stop)
        assert not [words for words in texts_of(_drawn(view, size=size, language="pl")) if "…" in words]


def test_a_long_name_is_cut_and_not_what_the_player_does():
    view = _view(3, "lot")
    names = ["A player whose name is by far too long for the header"] * 3
    for size in SIZES:
        drawn = TITLE.scene(_game(3).board, view, names, translator(TITLE.package, "en"), "day", size)
        assert texts_of(part(ET.fromstring(drawn), "status"))[0].endswith("… chooses a lot")


@pytest.mark.parametrize("size", SIZES)
def test_owners_workers_and_skyscrapers_are_drawn(size):
    root = _drawn(_arranged(**BUILT), size=size)
    ids = ids_of(root)
    assert {name for name in ids if re.fullmatch(r"worker-[A-Z]\w", name)} == {
        "worker-Gd", "worker-Rg", "worker-Rj", "worker-Ya",
    }  # fmt: skip
    assert {name for name in ids if re.fullmatch(r"built-\d-\w+", name)} == {
        "built-0-b1", "built-0-s1", "built-1-g2",
    }  # fmt: skip
    assert title_of(root, "built-0-s1") == (
        "Gillender Building: silver, 2 squares, 3 points; Blue, on E3, E4; touches Broadway and Cedar"
    )
    assert title_of(root, "lot-Gd") == "Lot Gd, green, 3 squares: Blue, with a worker"
    assert title_of(root, "lot-Gc") == "Lot Gc, green, 2 squares: Blue, with Tower Building"
    assert title_of(root, "lot-Gb") == "Lot Gb, green, 3 squares: free"


def test_a_skyscraper_shows_worth_letter_generation_and_shape():
    root = _drawn(_arranged(**BUILT))
    for name, signs, facade in (("built-0-b1", ["2", "B"], "bronze"), ("built-1-g2", ["5", "G"], "gold")):
        tile = part(root, name)
        assert texts_of(tile) == signs
        used = {use.get("href", "").split("-")[1] for use in tile.iter(f"{SVG}use")}
        assert used == {facade}


def test_lots_that_are_not_in_the_game_say_so():
    root = _drawn(_view(2, "middle"))
    assert title_of(root, "lot-Pa") == "Lot Pa, pink, 2 squares: not in this game"
    assert "url(#ground-out)" in ET.tostring(root, "unicode")
    assert "url(#ground-out)" not in ET.tostring(_drawn(_view(3, "middle")), "unicode")


@pytest.mark.parametrize("size", SIZES)
def test_streets_show_everyones_tally_and_the_sole_leader(size):
    view = _arranged(**BUILT, streets="bw ce wa")
    root = _drawn(view, size=size)
    for place, row in enumerate(view.streets):
        shown = [part(root, f"street-{place}-{seat}").text for seat in range(3)]
        assert shown == [str(count) for count in row.tally]
        assert (f"leader-{place}" in ids_of(root)) == (row.leader is not None)
    assert title_of(root, "street-0") == "Broadway: Blue 2, Green 1, Yellow 0; Blue leads"
    assert title_of(root, "street-1") == "Cedar: Blue 1, Green 0, Yellow 0; Blue leads"


@pytest.mark.parametrize("challenge", ["tycoon", "architect", "prestige", "baron", "king"])
def test_every_challenge_is_explained_and_counted(challenge):
    view = _arranged(**BUILT, challenge=challenge)
    assert view.challenge is not None
    for language in LANGUAGES:
        for size in SIZES:
            root = _drawn(view, size=size, language=language)
            rule = next(rule for rule in _game(3).board.challenges if rule.id == challenge)
            assert rule.text[language] in title_of(root, "challenge")
            assert [part(root, f"challenge-{seat}").text for seat in range(3)] == [
                f"+{points}" for points in view.challenge.points
            ]
            if size == "wide":
                shown = " ".join(texts_of(part(root, "challenge")))
                assert rule.text[language] in shown  # nothing is cut off


def test_a_game_without_a_challenge_says_so():
    assert title_of(_drawn(_arranged(challenge="none")), "challenge") == "No bonus challenge in this game"


def test_cards_show_district_and_size_and_an_empty_slot_says_so():
    view = _arranged(market=["green-2", "red-3", "blue-2", "pink-3"])
    view = msgspec.structs.replace(view, market=(view.market[0], None, *view.market[2:]))
    root = _drawn(view)
    assert [title_of(root, f"card-{place}") for place in range(4)] == [
        "Card 1: green, 2 squares", "Card 2: no card", "Card 3: blue, 2 squares", "Card 4: pink, 3 squares",
    ]  # fmt: skip
    assert [len(list(part(root, f"card-{place}").iter(f"{SVG}rect"))) for place in range(4)] == [2, 0, 2, 3]
    assert "G" in texts_of(part(root, "card-0"))
    assert part(root, "future-count").text == str(view.future.count)


@pytest.mark.parametrize("size", SIZES)
def test_a_taken_card_marks_the_free_lots_that_match(size):
    view = _view(3, "lot")
    assert view.card is not None
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
        if board.kind_id(board.kind(number)) == view.card.id and view.lots[lot.id].owner is None
    }
    assert "taken-card" in ids_of(root)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("number", range(3))
def test_a_chosen_skyscraper_marks_exactly_the_squares_it_may_cover(size, number):
    match = _at(3, "place", 60 * number)
    view = cast(View, match.view(match.to_act))
    assert view.tile is not None
    root = _drawn(view, size=size)
    marked = {
        group.get("id", "")
        for group in root.iter(f"{SVG}g")
        if "square" in group.get("class", "").split() and group.find(f"{SVG}path[@class='fits']") is not None
    }
    assert marked == {part for move in match.moves() for part in move.parts}
    own = [lot.squares for lot in _game(3).board.lots if lot.id in view.seats[match.to_act].lots]
    shown = [name for name in ids_of(root) if re.fullmatch(r"square-[A-Z]\d+", name)]
    assert len(shown) == sum(map(len, own))
    picked = part(root, f"tile-{view.tile}")
    assert view.tile.startswith("l") or picked.find(f"{SVG}path[@class='picked']") is not None
    assert not [name for name in ids_of(_drawn(_view(3, "start"))) if name.startswith("square-")]


@pytest.mark.parametrize("size", SIZES)
def test_the_tray_shows_unbuilt_standing_and_demolished_tiles(size):
    view = _arranged(**BUILT)
    root = _drawn(view, size=size)
    assert title_of(root, "tile-b1").endswith("; standing")
    assert title_of(root, "tile-b3").endswith("; demolished")
    assert title_of(root, "tile-b2").endswith("; unbuilt")
    for tile in _game(3).board.tiles[1:]:
        kind = (part(root, f"tile-{tile.id}").get("class") or "").split()
        assert kind == ["tile", "target"]
    assert "2" in texts_of(part(root, "tile-b2"))
    assert texts_of(part(root, "tile-b1")) == []


def test_players_see_their_own_tray_and_spectators_that_of_the_player_to_act():
    view = _arranged(**BUILT, seat=1, to_act="yellow")
    assert title_of(_drawn(view), "tile-g2").endswith("; standing")
    watching = _arranged(**BUILT, seat=-1, to_act="green")
    root = _drawn(watching)
    assert title_of(root, "tile-g2").endswith("; standing")
    assert "Green's skyscrapers" in texts_of(root)


def test_action_cards_are_shown_until_they_are_played():
    view = _arranged(actions={"blue": "boom", "green": ""})
    root = _drawn(view)
    board = _game(3).board
    assert title_of(root, "action-boom") == f"Construction Boom: {board.actions[0].text['en']}"
    assert title_of(root, "action-shift") == "Market Shift: played"
    assert "stroke-dasharray" not in part(root, "seat-0-boom").attrib
    assert "stroke-dasharray" in part(root, "seat-1-boom").attrib


@pytest.mark.parametrize("size", SIZES)
def test_five_unbuilt_skyscrapers_show_a_warning(size):
    calm = _drawn(_arranged(demolished={"blue": OLD}), size=size)
    assert "warning" not in ids_of(calm)
    built: dict[str, Any] = {"lots": {"blue": "Ga"}, "tiles": {"blue": {"g1": "E3 E4"}}}
    root = _drawn(_arranged(demolished={"blue": OLD}, **built), size=size)
    assert {"warning", "seat-0-warning"} <= set(ids_of(root))
    assert "1 more skyscraper triggers the end" in title_of(root, "seat-0")


def test_a_picture_does_not_depend_on_games_drawn_before():
    """The key of a cached drawing must include everything it shows."""
    for seed in range(4):
        view = cast(View, Match(_game(3), seed).view(0))
        root = _drawn(view)
        for seat, row in enumerate(view.seats):
            person = next(person for person in _game(3).board.characters if person.id == row.character)
            assert person.name["en"] in title_of(root, f"seat-{seat}")


@pytest.mark.parametrize("size", SIZES)
def test_legendary_skyscrapers_show_height_and_builder(size):
    view = _arranged(lots={"blue": "Rg Ra Rh Ri Rk"}, tiles={"blue": {"l1": "B13 C13 D13 B14 C14 D14"}},
                     demolished={"blue": EIGHTEEN_POINTS})  # fmt: skip
    root = _drawn(view, size=size)
    assert title_of(root, "tile-l1").endswith("391 feet; built by Blue")
    assert title_of(root, "tile-l4").endswith("792 feet")
    assert any("792" in words for words in texts_of(part(root, "tile-l4")))
    assert "B" in texts_of(part(root, "tile-l1"))
    assert {"B", "9"} <= set(texts_of(part(root, "built-0-l1")))


def test_markers_are_on_their_points_and_start_again_at_a_hundred():
    view = _arranged(**BUILT)
    seats = [
        msgspec.structs.replace(row, total=total) for row, total in zip(view.seats, (7, 42, 113), strict=True)
    ]
    view = msgspec.structs.replace(view, seats=tuple(seats))
    root = _drawn(view)
    fields = spots(scene.canvases.of(_game(3).board, translator(TITLE.package, "en"), "day", "wide"))
    assert len(fields) == 100
    for seat, spot in enumerate((7, 42, 13)):
        marker, box = part(root, f"marker-{seat}")[0], fields[spot].box
        assert box.x < float(marker.get("cx", "")) < box.right
        assert box.y < float(marker.get("cy", "")) < box.bottom
    assert {"threshold-silver", "threshold-gold"} <= set(ids_of(root))


def test_the_player_to_act_is_marked():
    root = _drawn(_arranged(to_act="yellow"))
    assert "turn-mark" in ids_of(root)
    assert "; to act" in title_of(root, "seat-2")
    assert title_of(root, "status") == "Yellow's turn"


@pytest.mark.parametrize("size", SIZES)
def test_the_banner_shows_the_last_turns(size):
    built: dict[str, Any] = {
        "lots": {"blue": "Ga Bj"},
        "tiles": {"blue": {"g1": "E3 E4", "g2": "G13 H13 I13"}},
    }
    view = _arranged(ending="tiles", last_turns=2, demolished={"blue": OLD}, to_act="green", **built)
    assert title_of(_drawn(view, size=size), "ending") == "Final turns: 2 left"
    last = _arranged(ending="stalemate", last_turns=1)
    assert title_of(_drawn(last, size=size), "ending") == "This is the last turn"
    assert "ending" not in ids_of(_drawn(_arranged(), size=size))


@pytest.mark.clause("NY-82")
@pytest.mark.parametrize("size", SIZES)
def test_many_quiet_rounds_are_counted_beside_the_turn(size):
    assert texts_of(part(_drawn(_arranged(turns_without_building=29), size=size), "turn")) == ["Turn 1"]
    root = _drawn(_arranged(turns_without_building=38), size=size)
    assert texts_of(part(root, "turn")) == ["Turn 1 · no new skyscraper for 12 of 20 rounds"]
    assert "No new skyscraper for 12 of 20 rounds." in (root.findtext(f"{SVG}desc") or "")


def test_lots_and_cards_use_the_letters_of_the_language():
    view = _arranged(market=["green-2", "pink-2", "red-2", "red-2"])
    for language, lot, letter in (("en", "Gc", "G"), ("pl", "Zc", "Z")):
        root = _drawn(view, language=language)
        assert lot in texts_of(part(root, "lot-Gc"))
        assert letter in texts_of(part(root, "card-0"))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_the_end_shows_ranks_and_no_turn(players, size):
    view = _view(players, "over")
    assert_ended(_drawn(view, size=size), view.seats)


def test_the_order_of_the_future_market_is_not_in_the_picture():
    """Two games that differ only in the hidden order look the same."""
    one, other = (
        _arranged(market=["green-2"] * 4, future=future)
        for future in (["red-2", "blue-3"], ["blue-3", "red-2"])
    )
    assert ET.tostring(_drawn(one)) == ET.tostring(_drawn(other))


# --- shapes -----------------------------------------------------------------------------------------


def test_outlines_go_around_shapes_and_can_be_inset():
    corner = [(0, 0), (0, 1), (1, 1)]
    assert len(loops(corner)) == 1
    assert len(loops(corner)[0]) == 6
    ring = [(column, row) for column in range(3) for row in range(3) if (column, row) != (1, 1)]
    assert sorted(len(loop) for loop in loops(ring)) == [4, 4]
    assert [len(loop) for loop in loops([(0, 0), (1, 0), (2, 0), (0, 1)])] == [6]
    square = [(float(x), float(y)) for x, y in loops([(0, 0)])[0]]
    assert outline(inset([(10 * x, 10 * y) for x, y in square], 1)) == "M1 1L9 1L9 9L1 9z"
    touching = loops([(0, 0), (1, 1)])
    assert sum(len(loop) for loop in touching) == 8


def test_tray_tiles_are_wide_and_never_mirrored():
    for tile in _game(2).board.tiles:
        cells = lying(tile.shape)
        assert len(cells) == tile.squares
        assert max(column for column, _ in cells) >= max(row for _, row in cells)
    assert lying(["##", "##", ".#"]) == [(1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]


# --- words ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", ["start", "place", "over"])
def test_nothing_english_is_left_in_the_polish_picture(stop):
    board = _game(3).board
    same = [row.name["en"] for row in (*board.tiles, *board.streets, *board.table.park, *board.table.printed)]
    same += [row.name["en"] for row in board.characters] + ["New York", "Boom"]
    allowed = {word.lower() for name in same for word in re.findall(r"[^\W\d_]{3,}", name)}
    for size in SIZES:
        english, polish = (_drawn(_view(3, stop), size=size, language=language) for language in COMPLETE)
        assert words_of(english) & words_of(polish) <= allowed


# --- colours ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_texts_have_a_contrast_of_at_least_4_5(palette: Palette):
    written = inks(palette, palette.sheet)
    written += [
        (palette.street_ink, palette.sheet),
        (palette.park_ink, palette.park),
        (palette.stone_ink, palette.stone),
        (palette.soft, palette.out),
        (palette.metals["gold"].ink, palette.token),
    ]
    written += [(metal.ink, metal.plate) for metal in palette.metals.values()]
    for district in _game(4).board.districts:
        ground = wash(palette, district.colour)
        written += [(palette.lot_ink, ground), (palette.ink, ground)]
    assert_contrast(written, 4.5)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_pieces_have_a_contrast_of_at_least_3(palette: Palette):
    """By fill, metal or outline."""
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


def test_nothing_depends_on_colour_alone():
    root = _drawn(_view(4, "middle"))
    patterns = {name for name in ids_of(root) if name.startswith("paint-")}
    assert patterns == {"paint-blue", "paint-yellow", "paint-green", "paint-brown"}
    names = [name for name in ids_of(root) if re.fullmatch(r"(paint|ground)-\w+|facade-\w+", name)]
    bare = without_colours(root, names)
    assert len(set(bare)) == len(bare) >= 14
    for language in LANGUAGES:
        board = _game(4).board
        assert len({player.mark[language] for player in board.player_names}) == 4
    assert len({district.mark for district in board.districts}) == 5
