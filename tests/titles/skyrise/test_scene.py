"""The picture: every piece and state, no secrets, both languages and themes."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from functools import lru_cache
from typing import Any, cast

import pytest
from msgspec.structs import replace

from rooftop.drawing.palette import contrast
from rooftop.game.position import Game, new_game
from rooftop.game.title import Layer, Size, Theme
from rooftop.game.translation import translator
from rooftop.testing import COMPLETE
from rooftop.testing.pictures import (
    LANGUAGES,
    SIZES,
    SVG,
    SceneContract,
    assert_contrast,
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
from rooftop.titles.skyrise.scene import cards, scene
from rooftop.titles.skyrise.scene.palette import PALETTES, Palette
from rooftop.titles.skyrise.schema import COLOURS, HEIGHTS
from rooftop.titles.skyrise.view import Objective, View
from tests.titles.skyrise.tables import TITLE, SkyriseMatch, lawful


class TestScene(SceneContract):
    title = TITLE


@lru_cache(maxsize=8)
def _game(players: int) -> Game:
    return new_game(TITLE, players)


@lru_cache(maxsize=8)
def _played(players: int, number: int = 1) -> list[list[View]]:
    """Views from a random game, for each seat and a spectator: every eighth decision and the first of each
    phase."""
    match, chance = SkyriseMatch(_game(players), number), random.Random(number)
    found, phases = [], set()
    while True:
        phase = match.view().phase
        if phase not in phases or match.ply % 8 == 0:
            phases.add(phase)
            found.append([match.view(seat) for seat in (*range(players), -1)])
        if match.over:
            return found
        match.play(chance.choice(match.legal()))


def _view(players: int, stop: str, seat: int = -1) -> View:
    """The first position of a phase, or the middle of a game."""
    views = _played(players)
    if stop == "middle":
        return views[len(views) // 2][seat]
    return next(view[seat] for view in views if view[-1].phase == stop)


def _at(players: int = 3, seat: int = 0, **table: Any) -> View:
    return cast(View, _game(players).arranged(lawful(players, table)).view(seat))


def _svg(
    view: View, theme: Theme = "day", size: Size = "wide", language: str = "en", layer: Layer = "all"
) -> str:
    return svg(TITLE, _game(view.players).board, view, theme, size, language, layer)


def _drawn(view: View, theme: Theme = "day", size: Size = "wide", language: str = "en") -> ET.Element:
    return ET.fromstring(_svg(view, theme, size, language))


def _number(view: View, neighbourhood: str) -> int | None:
    """The number of the structure on a neighbourhood."""
    structure = view.neighbourhoods[neighbourhood].structure
    return structure.number if structure else None


def _classes(root: ET.Element, name: str) -> int:
    return sum(element.get("class") == name for element in root.iter())


# --- form -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("stop", "seat", "theme", "language"),
    [
        ("start", 0, "day", "en"),
        ("middle", 1, "night", "pl"),
        ("wonder", 0, "day", "pl"),
        ("over", -1, "night", "en"),
    ],
)
def test_a_picture_is_well_formed_with_unique_ids_and_no_inline_style(
    players, stop, seat, theme, size, language
):
    view = _view(players, stop, seat)
    assert_well_formed(TITLE, _game(players).board, view, theme, size, language)


def test_the_empty_islands_are_equal_in_all_positions_of_a_game():
    views = _played(3)
    assert _svg(views[0][0], layer="board") == _svg(views[-1][-1], layer="board")
    other = next(
        view for number in (2, 3, 4) if (view := _played(3, number)[0][0]).islands != views[0][0].islands
    )
    assert _svg(other, layer="board") != _svg(views[0][0], layer="board")


def test_names_are_escaped():
    view, board = _view(2, "middle"), _game(2).board
    root = ET.fromstring(TITLE.scene(board, view, ["<b>&", "W" * 60], translator(TITLE.package, "en")))
    assert "<b>&" in texts_of(root)
    assert any(text.startswith("WW") and text.endswith("…") for text in texts_of(root))


# --- the map ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_island_and_neighbourhood_in_play_is_named(players, language):
    view, board = _view(players, "start"), _game(players).board
    root = _drawn(view, language=language)
    texts = texts_of(root)
    for island in board.islands:
        lies = island.id in view.islands.values()
        assert (f"island-{island.id}" in ids_of(root)) == lies
        assert (island.name[language].upper() in texts) == lies
        for cell in island.cell:
            assert (f"place-{cell.id}" in ids_of(root)) == lies
            assert (cell.id in texts) == lies


@pytest.mark.parametrize("size", SIZES)
def test_buildings_show_their_height_and_wonders_their_number(size):
    built = {"F1": "red short-1", "F2": "teal medium-2", "F3": "red tall-1", "F4": "yellow wonder-1"}
    view = _at(era=2, structures=built, wonders={"yellow": ["olmsted"]})
    root = _drawn(view, size=size)
    numbers = {cell: _number(view, cell) for cell in ("F1", "F2", "F3")}
    signs = {cell: part(root, f"piece-{number}").get("href") for cell, number in numbers.items()}
    assert signs == {"F1": "#short-red", "F2": "#medium-teal", "F3": "#tall-red"}
    assert part(root, "piece-2-wonder-1").get("href") == "#figure-yellow"
    assert "11" in texts_of(part(root, "place-F4"))  # the number of its card
    assert "The Olmsted of Yellow" in title_of(root, "place-F4")
    assert title_of(root, "place-F3").startswith("F3, Forum, white: borders on 1 blimp and a bridge head; ")
    assert {part(root, f"place-{cell}").get("class") for cell in numbers} == {"place target"}


@pytest.mark.parametrize("size", SIZES)
def test_bids_show_their_numbers_and_the_highest_is_marked(size):
    view = _at(
        bids=["red short-2 F1", "teal short-3 F2", "yellow medium-1 F3"], passed=["red"], to_act="teal"
    )
    root = _drawn(view, size=size)
    numbers = [row.number for row in view.auction.bids]
    for row in view.auction.bids:
        assert str(row.number) in texts_of(part(root, f"bid-{row.neighbourhood}"))
    assert part(root, f"piece-{numbers[-1]}").get("href") == "#plaque-yellow"
    assert "the bid to beat" in title_of(root, "place-F3")
    assert _classes(part(root, "place-F3"), "halo") == 1
    assert _classes(root, "halo") == 1
    free = {name for name in view.neighbourhoods if _classes(part(root, f"place-{name}"), "room")}
    assert free == set(view.auction.room)
    states = [part(root, f"bidder-{seat}").get("class") for seat in range(3)]
    assert states == ["bidder passed", "bidder decides", "bidder leads"]
    assert "turn-mark" in ids_of(part(root, "seat-1"))
    assert "pass" in ids_of(root)
    assert str(numbers[-1]) in texts_of(part(root, "auction-bid-2"))


def test_discs_lie_where_they_are_and_no_tower_hides_them():
    taken: dict[str, Any] = {
        "structures": {"F1": "red tall-1", "A10": "red wonder-1"},
        "wonders": {"red": ["vault"]},
    }
    view = _at(era=2, **taken, discs={"F2": "wild", "F3": "A", "F4": "none"})
    root = _drawn(view)
    assert part(root, "disc-at-F2").get("href") == "#disc-wild"
    assert part(root, "disc-at-F3").get("href") == "#disc-A"
    assert {"disc-at-F1", "disc-at-F4"}.isdisjoint(ids_of(root))
    order = ids_of(root)
    assert order.index(f"piece-{_number(view, 'F1')}") < order.index("disc-at-F2")


def test_the_hammer_shows_its_ban():
    root = _drawn(_at(era=2, structures={"F1": "red wonder-1"}, wonders={"red": ["hammer"]}))
    assert _classes(part(root, "place-F1"), "ban") == 1
    assert "others may not bid tall buildings next to it" in title_of(root, "place-F1")


# --- cards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_panoramas_patrons_keys_and_control_show_the_current_standing(size):
    view = _at(
        era=2, panoramas=["windmills", "bridges"], structures={"F1": "red tall-1", "F2": "red short-1"},
        boards={"red": {"B": 2, "commissions": 1}}, tiles={"A": 3, "B": 5}, finished=["teal"],
    )  # fmt: skip
    root = _drawn(view, size=size)
    assert title_of(root, "panorama-1").endswith("Now: Red 0, Teal 0, Yellow 0")
    assert texts_of(part(root, "patron-B"))[-1] == "5"
    assert texts_of(part(root, "patron-A"))[-1] == "?"
    assert "its value is hidden" in title_of(root, "patron-A")
    assert title_of(root, "key-large").endswith("Teal has it")
    assert title_of(root, "key-small").endswith("nobody has it yet")
    assert "flags-forum" in ids_of(root)
    assert "seat-0-held-B" in ids_of(root)
    assert "seat-0-held-commissions" in ids_of(root)
    if size == "wide":
        assert title_of(root, "control-forum") == "Forum: controlled by Red; Red 1 tall and 1 short"
        assert title_of(root, "control-aerie") == "Aerie: controlled by nobody"


def test_two_players_have_no_small_key():
    assert "key-small" not in ids_of(_drawn(_view(2, "start")))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_secrets_are_drawn_only_for_their_owner(players, size):
    """A picture never shows other players' hands, choices or objectives."""
    board = _game(players).board
    card_ids = {f"wonder-{card.id}" for card in board.wonders}
    views = [rows for rows in _played(players) if rows[-1].era == 1][::3]
    views.append(next(rows for rows in _played(players) if rows[-1].phase == "wonder"))
    for rows in views:
        for seat in (*range(players), -1):
            view = rows[seat]
            root = _drawn(view, size=size)
            own = view.seats[seat] if seat >= 0 else None
            known = {f"wonder-{card}" for card in (own.hand or ()) + (own.wonders or ())} if own else set()
            assert card_ids & set(ids_of(root)) == known
            titles = " ".join(element.text or "" for element in root.iter(f"{SVG}title"))
            shown = [goal.name["en"] for goal in board.objectives if goal.text["en"] in titles]
            assert len(shown) == (1 if own else 0)


def test_everyone_sees_the_chosen_wonders_in_the_second_era():
    view = _at(era=2, seat=-1, wonders={"red": ["atlantis"], "teal": ["vault"], "yellow": ["shard"]})
    root = _drawn(view)
    assert {"wonder-atlantis", "wonder-vault", "wonder-shard"} <= set(ids_of(root))
    assert texts_of(part(root, "seat-1-wonder-1")) == ["W18"]


def test_everyone_sees_a_revealed_objective():
    view = _view(3, "middle", 1)
    goal = Objective(id="white", colour="white", progress=4, need=4, value=10, met=True)
    first = replace(view.seats[0], objective=goal, objective_shown=True)
    view = replace(view, seats=(first, *view.seats[1:]))
    assert "4/4" in texts_of(part(_drawn(view), "objective-0"))


# --- players ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_all_structures_show_their_number_and_state(size):
    view = _at(structures={"F1": "teal medium-1"}, bids=["red short-2 F2"], to_act="teal")
    root = _drawn(view, size=size)
    for seat, row in enumerate(view.seats):
        for structure in row.structures:
            name = f"structure-{structure.id}" if seat == 0 else f"seat-{seat}-{structure.id}"
            number = "W" if structure.number is None else str(structure.number)
            group = part(root, name)
            assert number in texts_of(group)
            piece = f"piece-{number}" if number != "W" else f"piece-{seat}-{structure.id}"
            assert (piece in ids_of(group)) == (structure.state in ("ready", "locked"))
    assert "a bid on F2" in title_of(root, f"structure-{view.auction.bids[0].id}")
    assert title_of(root, "seat-1-medium-1").endswith("built on F1")
    assert title_of(root, "structure-tall-3").endswith("from the second era on")


def test_rows_show_their_discs_and_the_current_value():
    view = _at(era=2, boards={"red": {"yellow": 2, "wild-yellow": 1, "white": 6}}, finished=["teal"])
    root = _drawn(view)
    assert title_of(root, "colour-yellow") == "Yellow row: 3 discs, 6 for each structure, 0 built"
    assert title_of(root, "colour-white") == "White row: 4 discs, 3 for each structure, 0 built"
    assert "seat-0-held-white" in ids_of(root)
    for colour in COLOURS:
        assert _classes(part(root, f"colour-{colour}"), "now") == 1
        assert part(root, f"colour-{colour}").get("class") == "colour target"
        assert part(root, f"seat-1-{colour}").get("class") == "colour"
    small = _drawn(view, size="narrow")
    assert texts_of(part(small, "colour-yellow")) == ["0×6"]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_the_end_shows_ranks_and_points_and_no_turn(players, size):
    view = _view(players, "over")
    root = _drawn(view, size=size)
    for seat, row in enumerate(view.seats):
        assert part(root, f"seat-{seat}-points").text == str(row.total)
        assert part(root, f"bidder-{seat}").get("class") == f"bidder place-{row.rank}"
    assert {"turn-mark", "pass", "decline"}.isdisjoint(ids_of(root))
    assert title_of(root, "ending") == "The game is over"
    assert all(texts_of(part(root, f"patron-{letter}"))[-1].isdigit() for letter in "ABCD")


def test_the_vault_may_be_declined():
    view = replace(_view(3, "middle", 0), phase="disc")
    ids = ids_of(_drawn(view))
    assert "decline" in ids
    assert "pass" not in ids


def test_the_picture_is_described():
    root = _drawn(_at(bids=["red short-2 F1"], to_act="teal"))
    assert part(root, "scene-title").text == "Skyrise, 3 players, auction 1"
    said = part(root, "scene-words").text
    assert said == (
        "Teal bids or passes. Red bids 24 (short) on F1. 0 structures are built."
        " Prestige: Red 0, Teal 0 and Yellow 0."
    )


# --- words ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", ["start", "wonder", "over"])
def test_nothing_english_is_left_in_the_polish_picture(stop):
    board = _game(3).board
    both = " ".join(card.name["en"] for card in (*board.islands, *board.wonders, *board.patrons))  # names
    known = set(re.findall(r"[^\W\d_]{3,}", both.lower())) | {
        "skyrise",
        "era",
        "panorama",
        "patron",
        "prestige",
    }

    for size in SIZES:
        english, polish = (words_of(_drawn(_view(3, stop, 0), "day", size, lang)) for lang in COMPLETE)
        assert english & polish <= known


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_card_shows_all_its_words(players, language):
    """The viewer's wonders; with two and three players the whole hand and the objective, too."""
    board, say = _game(players).board, translator(TITLE.package, language)
    canvas = scene.canvases.of(board, say, "day", "wide")
    names, own = [card.id for card in board.wonders], board.setup.wonders_per_player
    dealt = board.setup.wonder_cards_dealt
    built = [tuple(names[k : k + own]) for k in range(0, len(names), own)]
    hands = [tuple(names[k : k + dealt]) for k in range(0, len(names), dealt)] if players < 4 else []
    for number, (wonders, hand) in enumerate([*((row, ()) for row in built), *(((), row) for row in hands)]):
        card = board.objectives[number % 4]
        goal = Objective(id=card.id, colour=card.colour, progress=4, need=4, value=10, met=True)
        objective, *faces = cards.cards(canvas, 0, 0, goal, wonders, hand, 0)
        if players < 4:
            assert _words(objective).endswith(say.name(card, "text"))
        for name, face in zip(hand or wonders, faces, strict=True):
            assert _words(face).endswith(say.name(board.wonder(name), "text"))


def _words(element: str) -> str:
    return " ".join(text.text or "" for text in ET.fromstring(element).iter("text"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_text_is_small_or_cut(players, size, language):
    """10 pixels on a laptop, which shows the wide picture at 82 %, and on a phone."""
    least = 12.2 if size == "wide" else 10
    for views in _played(players)[::3]:
        for element in _drawn(views[0], "day", size, language).iter(f"{SVG}text"):
            assert float(element.get("font-size", 0)) >= least, element.text
            assert "…" not in (element.text or ""), element.text


# --- colours ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_texts_have_a_contrast_of_four_and_a_half(palette: Palette):
    written = inks(palette)
    written += [(palette.ink, sky) for sky in palette.sky]
    written += [
        (palette.token_ink, palette.token),
        (palette.plaque_ink, palette.plaque),
        (palette.ivory_ink, palette.ivory),
        (palette.glow, palette.panel),
    ]
    for ground in palette.grounds.values():
        written += [(ground.ink, ground.fill), (ground.sign, ground.disc)]
    assert_contrast(written, 4.5)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_marks_stand_out_from_their_ground_by_three(palette: Palette):
    for mark in (palette.brass, palette.glow, palette.soft):
        assert contrast(mark, palette.panel) >= 3, mark
    assert contrast(palette.glow, palette.table) >= 3
    for ground in palette.grounds.values():
        edge = "#262a31" if palette.name == "day" else "#efe8d4"  # the outline of pieces, or of their fields
        assert contrast(edge, ground.fill) >= 3, ground


def test_colour_never_works_alone():
    root = _drawn(_view(4, "middle"))
    players = ("red", "teal", "yellow", "blue")
    names = [f"paint-{player}" for player in players] + [f"ground-{colour}" for colour in COLOURS]
    names += [f"disc-{kind}" for kind in (*COLOURS, "wild", "commissions")]
    names += [f"{height}-red" for height in (*HEIGHTS, "figure", "plaque")]
    bare = without_colours(root, names)
    assert len(set(bare)) == len(bare)
    for language in LANGUAGES:
        marks = [letter for _, letter in TITLE.marks(_game(4).board, translator(TITLE.package, language))]
        assert len(set(marks)) == 4
