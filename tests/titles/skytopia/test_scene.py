"""The picture of Skytopia: every piece and state is drawn, in both languages, themes and sizes."""

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

from rooftop.core.errors import OptionError
from rooftop.core.match import Match
from rooftop.core.position import Game, game
from rooftop.core.title import title
from rooftop.core.words import words
from rooftop.titles.skytopia.board import COLOURS
from rooftop.titles.skytopia.scene import pieces_layer, scene, static_layer
from rooftop.titles.skytopia.scene.layout import layout
from rooftop.titles.skytopia.scene.palette import PALETTES, Palette, contrast
from tests.contract import SceneContract

SVG = "{http://www.w3.org/2000/svg}"
TITLE = title("skytopia")
THEMES, SIZES, LANGUAGES = ("day", "night"), ("wide", "narrow"), ("en", "pl")
SOURCE = Path(inspect.getfile(scene)).parent


class TestScene(SceneContract):
    title = TITLE


@lru_cache(maxsize=32)
def _game(players: int, **options: Any) -> Game:
    return game(TITLE, players, options, compiled=False)


def _played(players: int, number: int, stop: Callable[[Match], bool], **options: Any) -> Match:
    """A game of chance until `stop`."""
    match, chance = Match(_game(players, **options), number), random.Random(number)
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
    return ET.fromstring(TITLE.scene(board, view, TITLE.moves.names(board, language), say, theme, size))  # type: ignore[arg-type]


def _arranged(players: int = 3, *moves: str, **table: Any) -> dict[str, Any]:
    match = Match.at(_game(players).arranged(table))
    for move in moves:
        match.play(move)
    return match.view()


def _ids(root: ET.Element) -> list[str]:
    return [element.get("id", "") for element in root.iter() if element.get("id")]


def _at(root: ET.Element, name: str) -> ET.Element:
    found = root.find(f".//*[@id='{name}']")
    assert found is not None, name
    return found


def _texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def _signs(root: ET.Element) -> list[str]:
    return [str(element.get("href")).removeprefix("#") for element in root.iter(f"{SVG}use")]


def _title(root: ET.Element, name: str) -> str:
    return _at(root, f"{name}-title").text or ""


def _targets(root: ET.Element) -> set[str]:
    return {
        element.get("id", "") for element in root.iter() if "target" in (element.get("class") or "").split()
    }


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
        ids = _ids(root)
        assert [name for name, count in Counter(ids).items() if count > 1] == []
        assert not [element for element in root.iter() if element.get("style") is not None]
        assert not [element for element in root.iter() if element.tag in (f"{SVG}style", f"{SVG}script")]
        assert {element.get("viewBox") for element in root} == {
            "0 0 1280 720" if size == "wide" else "0 0 360 640"
        }
        for reference in re.findall(r"url\(#([^)]+)\)|href=\"#([^\"]+)\"|aria-\w+=\"([^\"]+)\"", svg):
            assert next(filter(None, reference)) in ids


def test_layers_are_what_the_contract_says():
    board, say = _game(3).board, words(TITLE.package, "en")
    view = _view(3, "middle")
    names = ["a", "b", "c"]
    assert scene(board, view, names, say, layer="board") == static_layer(board, say)
    assert scene(board, view, names, say, layer="pieces") == pieces_layer(board, view, names, say)
    for wrong in ({"layer": "roof"}, {"theme": "dusk"}, {"size": "huge"}):
        with pytest.raises(OptionError, match="is not one of"):
            scene(board, view, names, say, **wrong)  # type: ignore[arg-type]


def test_the_empty_board_does_not_depend_on_a_position():
    board, say = _game(3).board, words(TITLE.package, "en")
    before = static_layer(board, say)
    scene(board, _view(3, "over"), ["a", "b", "c"], say)
    assert static_layer(board, say) == before
    assert static_layer(TITLE.board(TITLE.edition(), 3), say) == before


# --- the chronometer ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_the_dial_shows_every_face_with_its_price_and_rounds(size):
    view = _arranged(round=4, hammers=4, to_act="yellow", market={"blue-1": "B01: green 3"})
    root = _drawn(view, size=size)
    assert _title(root, "face-4") == "Face 4: at the hammers, no golem may be put there"
    assert _title(root, "face-3").startswith("Face 3: costs 10 coins, done in 1 round")
    assert _title(root, "face-5") == "Face 5: costs 0 coins, done in 5 rounds"
    assert [text for text in _texts(_at(root, "prices")) if text.isdigit()] == ["10", "6", "3", "1", "0"]
    assert _texts(_at(root, "round")) == ["4"]


def test_the_wheel_turns_with_the_clock():
    """The face that is due next stands to the left of the hammers, and comes under them."""

    def middle(view: dict[str, Any], face: int) -> tuple[float, float]:
        hit = _at(_drawn(view), f"face-{face}").find(f"{SVG}circle[@class='hit']")
        assert hit is not None
        return float(hit.get("cx", 0)), float(hit.get("cy", 0))

    before, after = _arranged(hammers=4), _arranged(hammers=3)
    assert middle(before, 3)[0] < middle(before, 4)[0]
    assert middle(after, 3) == pytest.approx(middle(before, 4), abs=0.1)
    assert middle(before, 5)[0] > middle(before, 4)[0]


def test_the_dial_says_who_takes_cards_then():
    view = _arranged(hammers=4, market={"blue-1": "B01: green 3, white 2", "red-1": "R02: green 3"})
    root = _drawn(view)
    assert _title(root, "face-3").endswith("Nimbara takes 2 cards")
    assert _texts(_at(root, "face-3")) == ["N"]
    assert _texts(_at(root, "face-2")) == []


# --- the market -----------------------------------------------------------------------------------------


def test_cards_say_what_they_do_and_who_takes_them_when():
    market = {"blue-2": "B05", "red-1": "R02: yellow 3, green 5, white 2", "purple-3": "P04: white 6"}
    root = _drawn(_arranged(hammers=4, market=market))
    card = _at(root, "card-red-1")
    assert "Piston Works" in _texts(card)
    assert "takes it next round" in _texts(card)
    assert "takes it in 4 rounds" in _texts(_at(root, "card-purple-3"))
    assert "nobody works here" in _texts(_at(root, "card-blue-2"))
    assert {"crest-stag", "sign-rotate"} <= set(_signs(card))
    words = _title(root, "card-red-1")
    assert "Rotate one of your golems up to 2 steps" in words
    assert "Aurelle takes it next round" in words
    assert words.count("golem of") == 3


def test_a_card_at_the_hammers_is_taken_in_this_round():
    root = _drawn(_arranged(hammers=4, market={"gold-1": "G07: green 4"}))
    assert "takes it this round" in _texts(_at(root, "card-gold-1"))


def test_golems_stand_in_the_order_in_which_they_finish_and_show_their_face():
    root = _drawn(_arranged(hammers=4, market={"red-1": "R02: yellow 5, green 3, white 2"}))
    dice = [sign for name in ("golem-1-1", "golem-2-1", "golem-0-1") for sign in _signs(_at(root, name))]
    assert dice == ["die-green-3", "die-white-2", "die-yellow-5"]
    places = [
        float(_at(root, name).find(f"{SVG}use").get("transform", "").split("(")[1].split(" ")[0])  # type: ignore[union-attr]
        for name in ("golem-1-1", "golem-2-1", "golem-0-1")
    ]
    assert places == sorted(places)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_golem_is_drawn_once(players, size):
    for stop in ("start", "middle", "over"):
        ids = _ids(_drawn(_view(players, stop), size=size))
        for seat in range(players):
            for golem in range(1, 6):
                assert ids.count(f"golem-{seat}-{golem}") == 1


def test_a_gap_and_an_empty_deck_are_shown():
    view = _arranged(market={"blue-2": "-"})
    view["decks"]["red"] = 0
    root = _drawn(view)
    assert _title(root, "card-blue-2") == "blue column, row 2: no card"
    assert _texts(_at(root, "card-blue-2")) == []
    assert _title(root, "deck-red") == "red deck: 0 cards"


def test_a_tight_market_has_three_rows():
    match = Match(_game(4, tight_market=True), 1)
    root = _drawn(match.view())
    assert len([name for name in _ids(root) if re.fullmatch(r"card-\w+-\d", name)]) == 12


KINDS = {card.effect: card.id for card in TITLE.board(TITLE.edition(), 3).cards}


@pytest.mark.parametrize("effect", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_has_signs_and_words_without_an_ellipsis(effect, language):
    colour = effect.split("-")[0]
    for players in (3, 4):
        view = _arranged(players, market={f"{colour}-1": KINDS[effect]})
        card = _at(_drawn(view, language=language), f"card-{colour}-1")
        assert len(_signs(card)) >= 2
        said = _texts(card)
        assert not [text for text in said if "…" in text]
        assert len(said) >= 3  # its name, its effect, who takes it


# --- decisions ------------------------------------------------------------------------------------------


def test_an_effect_that_asks_marks_its_card_and_offers_a_key_to_skip_it():
    market = {"red-1": "R02", "blue-1": "B05: yellow 2"}
    view = _arranged(3, "assign red-1 5", hammers=4, to_act="yellow", coins={"yellow": 9}, market=market)
    assert view["asking"]["place"] == "red-1"
    root = _drawn(view)
    assert _at(root, "card-red-1").find(f"{SVG}path[@class='asking']") is not None
    assert _at(root, "card-blue-1").find(f"{SVG}path[@class='asking']") is None
    assert {"skip", "golem-1"} <= _targets(root)
    assert "use" not in _targets(root)
    assert _title(root, "status") == "Aurelle resolves Piston Works: Rotate a golem up to 2 steps"


def test_golems_that_are_not_asked_for_let_clicks_through():
    root = _drawn(_arranged(market={"red-1": "R02: yellow 5, green 3"}, to_act="yellow"))
    assert not [name for name in _targets(root) if name.startswith("golem")]
    for name in ("golem-0-1", "golem-1-1"):
        assert _at(root, name).get("pointer-events") == "none"


@pytest.mark.parametrize("size", SIZES)
def test_tiles_are_laid_out_while_they_are_drafted_and_sides_chosen(size):
    match = Match(_game(3, abilities="draft", sides="choice"), 1)
    root = _drawn(match.view(), size=size)
    assert {"tile-1", "tile-2", "tile-3", "tile-4"} <= _targets(root)
    match.play("tile 2")
    seen = {"tile-1", "tile-3", "tile-4"}
    while match.view()["phase"] == "draft":
        assert {name for name in _targets(_drawn(match.view(), size=size)) if "tile" in name} == seen
        match.play(match.legal()[0])
        seen = {f"tile-{left}" for left in match.view()["tiles_left"]}
    assert {"side-A", "side-B"} <= _targets(_drawn(match.view(), size=size))


@pytest.mark.parametrize("sides", ["A", "B", "choice"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_drafted_tiles_show_the_sides_in_use_in_full(sides, language):
    match = Match(_game(4, abilities="draft", sides=sides), 1)
    for size in SIZES:
        tiles = _at(_drawn(match.view(), size=size, language=language), "draft")
        shown = [text for text in _texts(tiles) if re.fullmatch(r"\d[AB]", text)]
        assert shown == [f"{tile}{side}" for tile in (1, 2, 3, 4) for side in sides.replace("choice", "AB")]
        if size == "wide" or sides != "choice":
            assert not [text for text in _texts(tiles) if "…" in text]


def test_the_whole_of_an_option_game_can_be_clicked():
    """Drafting, sides by choice and the preliminary turn, from the first decision on."""
    contract = TestScene()
    options = {"abilities": "draft", "sides": "choice", "preliminary": True, "hold": True}
    match, chance = Match(_game(3, **options), 2), random.Random(2)
    while not match.over and match.ply < 60:
        for size in SIZES:
            contract.assert_clickable(match, size)
        match.play(chance.choice(match.legal()))


# --- cities -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_towers_grow_from_their_foundations(size):
    cities = {"green": {"blue": ["B01", "B05"], "purple": ["P10"]}}
    root = _drawn(_arranged(to_act="yellow", cities=cities), size=size)
    ids = _ids(root)
    assert [name for name in ids if re.fullmatch(r"floor-1-blue-\d", name)] == [
        "floor-1-blue-0", "floor-1-blue-1", "floor-1-blue-2",
    ]  # fmt: skip
    assert [name for name in ids if re.fullmatch(r"floor-1-red-\d", name)] == ["floor-1-red-0"]
    assert _signs(_at(root, "floor-1-blue-0"))[0] == "crest-stag"
    assert _signs(_at(root, "floor-1-blue-2"))[0] == "crest-heron"
    assert _title(root, "floor-1-purple-1").startswith("Level 1: Cloud Laboratory")
    assert _title(root, "tower-1-blue") == "blue tower: 2 cards on its foundation"
    assert {f"tower-{colour}" for colour in COLOURS} <= _targets(root)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_the_tallest_tower_stays_in_its_city(players, size):
    """Twelve cards of a colour in one city, though no game will see that."""
    view = dict(_view(players, "start"))
    every = [card.id for card in _game(players).board.cards if card.colour == "blue"]
    view["seats"] = [{**row, "towers": {**row["towers"], "blue": every}} for row in view["seats"]]
    root = _drawn(view, size=size)
    boxes = layout(size == "wide", players).seats
    for seat, box in enumerate(boxes):
        name = "tower-blue" if view["to_act"] == seat else f"tower-{seat}-blue"
        assert _title(root, name) == "blue tower: 12 cards on its foundation"
        drawn = ET.tostring(_at(root, f"floor-{seat}-blue-12"), "unicode")
        assert min(float(y) for y in re.findall(r' y="([\d.]+)"', drawn)) > box.y


def test_coins_points_golems_ability_and_the_first_player_are_shown():
    view = _arranged(
        to_act="green", first="white", coins={"green": 17}, points={"green": 23}, abilities={"green": "3B"}
    )
    root = _drawn(view)
    assert _at(root, "seat-1-coins").text == "17"
    assert _at(root, "seat-1-points").text == "23"
    assert "3B" in _texts(_at(root, "ability-1"))
    assert "turn-mark" in _ids(_at(root, "seat-1"))
    assert "first-player" in _ids(_at(root, "seat-2"))
    assert "has 17 coins" in _title(root, "seat-1")
    assert "5 golems at home" in _title(root, "seat-1")


def test_guild_masters_show_what_everyone_would_get_now():
    view = _arranged(guilds=["builders", "merchants", "priests"], cities={"green": {"red": ["R01", "R05"]}})
    root = _drawn(view)
    scores = [[_at(root, f"guild-{place}-score-{seat}").text for seat in range(3)] for place in range(3)]
    assert scores == [[str(score) for score in row["scores"]] for row in view["guilds"]]
    assert scores[0] == ["1", "3", "1"]
    assert _title(root, "guild-0").endswith("Now: Aurelle 1, Nimbara 3 and Stratholm 1")


@pytest.mark.parametrize("guild", [row.id for row in TITLE.board(TITLE.edition(), 3).guilds])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_guild_master_is_told_in_full(guild, language, size):
    others = [name for name in ("builders", "merchants", "priests") if name != guild][:2]
    panel = _at(_drawn(_arranged(guilds=[guild, *others]), size=size, language=language), "guild-0")
    assert not [text for text in _texts(panel) if "…" in text]


@pytest.mark.parametrize("ability", [row.id for row in TITLE.board(TITLE.edition(), 3).abilities])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ability_is_told_in_full(ability, language):
    for players in (2, 4):
        tile = _at(_drawn(_arranged(players, abilities={"green": ability}), language=language), "ability-1")
        assert not [text for text in _texts(tile) if "…" in text]
        assert ability in _texts(tile)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_the_end_shows_places_and_no_turn(players, size):
    view = _view(players, "over")
    root = _drawn(view, size=size)
    for seat, row in enumerate(view["seats"]):
        assert _texts(_at(root, f"place-{seat}")) == [str(row["place"])]
        assert _at(root, f"seat-{seat}-points").text == str(row["total"])
    assert "turn-mark" not in _ids(root)
    assert _title(root, "ending") == "The game is over"


@pytest.mark.parametrize("size", SIZES)
def test_the_banner_says_that_the_end_has_begun(size):
    root = _drawn(_arranged(ending="last-but-one"), size=size)
    assert _title(root, "ending") == "One more round follows"
    assert _title(_drawn(_arranged(ending="final"), size=size), "ending") == "The last round"
    assert "ending" not in _ids(_drawn(_arranged(), size=size))


def test_the_order_of_the_decks_is_not_drawn():
    """Two positions that differ only in what lies face down look the same."""
    one = _view(3, "middle")
    other = {**one, "in_decks": {colour: cards[::-1] for colour, cards in one["in_decks"].items()}}
    assert ET.tostring(_drawn(one)) == ET.tostring(_drawn(other))


def test_names_are_escaped_and_cut_to_their_room():
    say = words(TITLE.package, "en")
    names = ["<b>&\"'</b>", "A name that is by far too long for any area", "\x00\u202e"]
    for size in SIZES:
        root = ET.fromstring(TITLE.scene(_game(3).board, _view(3, "middle"), names, say, "day", size))  # type: ignore[arg-type]
        assert any("…" in shown for shown in _texts(root))
        assert any(shown.startswith("<b>&") for shown in _texts(root))


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
    assert len(_messages()) > 60
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

        both = {
            "skytopia",
            "golem",
            "nimbara",
            "stratholm",
            "opera",
            "bank",
            "rotunda",
        }  # both languages have them
        assert words_of(english) & words_of(polish) <= both


# --- colours ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_texts_have_a_contrast_of_four_and_a_half(palette: Palette):
    written = [
        (ink, ground)
        for ink in (palette.ink, palette.soft)
        for ground in (palette.table, palette.panel, palette.inset, palette.plate)
    ]
    written += [
        (palette.rim_ink, palette.rim),
        (palette.coin_ink, palette.coin),
        (palette.star_ink, palette.star),
        (palette.alert_ink, palette.alert),
        (palette.shield_ink, palette.shield),
        (palette.die_ink, palette.die),
        (palette.table, palette.ink),
    ]
    written += [(paint.ink, paint.paint) for paint in palette.players.values()]
    written += [(paint.ink, paint.paint) for paint in palette.towers.values()]
    for ink, ground in written:
        assert contrast(ink, ground) >= 4.5, (ink, ground)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_pieces_stand_out_from_their_ground_by_three(palette: Palette):
    """By their fill or by their outline."""
    for ground in (palette.table, palette.panel, palette.inset, palette.plate):
        assert contrast(palette.edge, ground) >= 3, ground
        assert contrast(palette.glow, ground) >= 3, ground
    assert contrast(palette.brass, palette.panel) >= 3
    assert (
        contrast(palette.die_ink, palette.wheel_light) >= 3 or contrast(palette.die, palette.wheel_light) >= 3
    )


def test_colour_never_works_alone():
    root = _drawn(_view(4, "middle"))
    drawn = {
        name: re.sub(r"#[0-9a-f]{6}", "#", ET.tostring(_at(root, name), "unicode"))
        for name in _ids(root)
        if re.fullmatch(r"(paint|clad|crest|sign|die)-\w+", name)
    }
    bare = [re.sub(r'id="[^"]*"', "", text) for text in drawn.values()]
    assert len(set(bare)) == len(bare) >= 4 + 4 + 4 + 12 + 6
    for language in LANGUAGES:
        assert len({name[0] for name in TITLE.moves.names(_game(4).board, language)}) == 4


def test_a_golem_that_comes_too_late_is_not_promised_a_card():
    """ST-66: after the final round nothing is finished any more."""
    match, chance = Match(game(TITLE, 2, compiled=False), 4), random.Random(4)
    promised = late = 0
    while not match.over:
        for slot in match.view()["market"]:
            late += slot["too_late"]
            if match.view()["ending"] == "final" and slot["golems"]:
                assert slot["too_late"] == (slot["rounds"] > 0)
        if match.view()["ending"] == "final":
            promised += "takes it in" in match.svg() or "takes it next" in match.svg()
        match.play(chance.choice(match.legal()))
    assert late
    assert not promised
