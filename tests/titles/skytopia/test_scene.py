"""The picture of Skytopia: every piece and state is drawn, in both languages, themes and sizes."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest
from msgspec.structs import replace

from rooftop.drawing.palette import contrast
from rooftop.game import title
from rooftop.game.match import Match
from rooftop.game.position import Game, new_game
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
    signs_of,
    svg,
    targets_of,
    texts_of,
    title_of,
    without_colours,
    words_of,
)
from rooftop.titles.skytopia.scene.layout import layout
from rooftop.titles.skytopia.scene.palette import PALETTES, Palette
from rooftop.titles.skytopia.schema import COLOURS
from rooftop.titles.skytopia.view import ByColour, View
from tests.titles.skytopia.tables import no_blue_deck, view_of

TITLE = title.title("skytopia")


class TestScene(SceneContract):
    title = TITLE


@lru_cache(maxsize=32)
def _game(players: int, **options: Any) -> Game:
    return new_game(TITLE, players, options)


def _played(players: int, number: int, stop: Callable[[Match], bool], **options: Any) -> Match:
    """A random game until `stop`."""
    match, chance = Match(_game(players, **options), number), random.Random(number)
    while not match.over and not stop(match):
        match.play(chance.choice(match.legal()))
    return match


@lru_cache(maxsize=32)
def _view(players: int, stop: str, number: int = 1) -> View:
    """A position of a random game: after the start, in its middle, or at its end."""
    plies = {"start": 1, "middle": 45, "over": 10_000}[stop]
    return view_of(_played(players, number, lambda match: match.ply >= plies))


def _drawn(
    view: title.View, theme: title.Theme = "day", size: title.Size = "wide", language: str = "en"
) -> ET.Element:
    return ET.fromstring(svg(TITLE, _game(view.players).board, view, theme, size, language))


def _arranged(players: int = 3, *moves: str, **table: Any) -> View:
    match = Match.at(_game(players).arranged(table))
    for move in moves:
        match.play(move)
    return view_of(match)


EVERYTHING = [
    (players, stop, theme, size, language)
    for players in (2, 3, 4)
    for stop in ("middle", "over")
    for theme, size, language in LOOKS
]


@pytest.mark.parametrize(("players", "stop", "theme", "size", "language"), EVERYTHING)
def test_a_picture_is_well_formed_with_unique_ids_and_no_inline_style(players, stop, theme, size, language):
    view = _view(players, stop)
    assert_well_formed(TITLE, _game(players).board, view, theme, size, language)


# --- the chronometer ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_the_dial_shows_every_face_with_its_price_and_rounds(size):
    view = _arranged(round=4, hammers=4, to_act="yellow", market={"blue-1": "B01: green 3"})
    root = _drawn(view, size=size)
    assert title_of(root, "face-4") == "Face 4: at the hammers, not available"
    assert title_of(root, "face-3").startswith("Face 3: costs 10 coins, done in 1 round")
    assert title_of(root, "face-5") == "Face 5: costs 0 coins, done in 5 rounds"
    assert [text for text in texts_of(part(root, "prices")) if text.isdigit()] == ["10", "6", "3", "1", "0"]
    assert texts_of(part(root, "round")) == ["4"]


def test_the_wheel_turns_with_the_clock():
    """The next face is to the left of the hammers and moves under them."""

    def middle(view: View, face: int) -> tuple[float, float]:
        die = part(_drawn(view), f"face-{face}").find(f"{SVG}use")
        assert die is not None
        x, y = re.findall(r"[\d.]+", die.get("transform", ""))[:2]
        return float(x), float(y)

    before, after = _arranged(hammers=4), _arranged(hammers=3)
    assert middle(before, 3)[0] < middle(before, 4)[0]
    assert middle(after, 3) == pytest.approx(middle(before, 4), abs=0.1)
    assert middle(before, 5)[0] > middle(before, 4)[0]


def test_the_dial_says_who_takes_cards_then():
    view = _arranged(hammers=4, market={"blue-1": "B01: green 3, white 2", "red-1": "R02: green 3"})
    root = _drawn(view)
    assert title_of(root, "face-3").endswith("Nimbara takes 2 cards")
    assert texts_of(part(root, "face-3")) == ["N"]
    assert texts_of(part(root, "face-2")) == []


# --- the market -----------------------------------------------------------------------------------------


def test_cards_say_what_they_do_and_who_takes_them_when():
    market = {"blue-2": "B05", "red-1": "R02: yellow 3, green 5, white 2", "purple-3": "P04: white 6"}
    root = _drawn(_arranged(hammers=4, market=market))
    card = part(root, "card-red-1")
    assert "Piston Works" in texts_of(card)
    assert "takes it next round" in texts_of(part(root, "foot-red-1"))
    assert "takes it in 4 rounds" in texts_of(part(root, "foot-purple-3"))
    assert "nobody works here" in texts_of(part(root, "foot-blue-2"))
    assert {"crest-stag", "sign-rotate"} <= set(signs_of(card))
    assert title_of(root, "card-red-1").startswith("Piston Works: red column, row 1, House of the Stag; ")
    assert "Rotate one of your golems 2 steps" in title_of(root, "card-red-1")
    assert title_of(root, "foot-red-1") == "Aurelle takes it next round"
    for seat in range(3):
        assert title_of(root, f"golem-{seat}-1").endswith("on Piston Works")


def test_a_card_at_the_hammers_is_taken_in_this_round():
    root = _drawn(_arranged(hammers=4, market={"gold-1": "G07: green 4"}))
    assert "takes it this round" in texts_of(part(root, "foot-gold-1"))


def test_golems_stand_in_the_order_in_which_they_finish_and_show_their_face():
    root = _drawn(_arranged(hammers=4, market={"red-1": "R02: yellow 5, green 3, white 2"}))
    dice = [sign for name in ("golem-1-1", "golem-2-1", "golem-0-1") for sign in signs_of(part(root, name))]
    assert dice == ["die-green-3", "die-white-2", "die-yellow-5"]
    places = [
        float(part(root, name).find(f"{SVG}use").get("transform", "").split("(")[1].split(" ")[0])
        for name in ("golem-1-1", "golem-2-1", "golem-0-1")
    ]
    assert places == sorted(places)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_golem_is_drawn_once(players, size):
    for stop in ("start", "middle", "over"):
        ids = ids_of(_drawn(_view(players, stop), size=size))
        for seat in range(players):
            for golem in range(1, 6):
                assert ids.count(f"golem-{seat}-{golem}") == 1


def test_a_gap_and_an_empty_deck_are_shown():
    view = _arranged(2, "end", to_act="yellow", phase="end", market={"blue-2": "B05: green 1"})
    view = replace(view, decks=replace(view.decks, red=0))
    root = _drawn(view)
    assert title_of(root, "card-blue-2") == "An empty place: blue column, row 2"
    assert texts_of(part(root, "card-blue-2")) == []
    assert title_of(root, "deck-red") == "Red deck: 0 cards"


def test_a_tight_market_has_three_rows():
    match = Match(_game(4, tight_market=True), 1)
    root = _drawn(match.view())
    assert len([name for name in ids_of(root) if re.fullmatch(r"card-\w+-\d", name)]) == 12


KINDS = {card.effect: card.id for card in TITLE.board(TITLE.edition(), 3).cards}


@pytest.mark.parametrize("effect", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_has_signs_and_words_without_an_ellipsis(effect, language):
    colour = effect.split("-")[0]
    for players in (3, 4):
        view = _arranged(players, market={f"{colour}-1": KINDS[effect]})
        card = part(_drawn(view, language=language), f"card-{colour}-1")
        assert len(signs_of(card)) >= 2
        said = texts_of(card)
        assert not [text for text in said if "…" in text]
        assert len(said) >= 2  # its name, its effect


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_every_card_is_shown_in_full(size, language):
    board = _game(4).board
    by_colour = [[card for card in board.cards if card.colour == colour] for colour in COLOURS]
    for row in range(12):
        cards = [cards[row] for cards in by_colour]
        root = _drawn(
            _arranged(4, market={f"{card.colour}-1": card.id for card in cards}), size=size, language=language
        )
        for card in cards:
            shown = " ".join(texts_of(part(root, f"card-{card.colour}-1")))
            assert card.name[language] in shown


# --- decisions ------------------------------------------------------------------------------------------


def test_an_asking_effect_marks_its_card_and_has_a_skip_button():
    market = {"red-1": "R02", "blue-1": "B05: yellow 1"}
    view = _arranged(3, "assign red-1 5", hammers=4, to_act="yellow", coins={"yellow": 9}, market=market)
    assert view.effect.spot == "red-1"
    root = _drawn(view)
    assert [name for name in ids_of(root) if name.startswith("asking")] == ["asking-card-red-1"]
    assert {"skip", "golem-1"} <= targets_of(root)
    assert "use" not in targets_of(root)
    assert title_of(root, "status") == "Aurelle resolves Piston Works: Rotate a golem 2 steps"


def test_clicks_go_through_golems_that_are_not_part_of_a_move():
    root = _drawn(_arranged(market={"red-1": "R02: yellow 5, green 3"}, to_act="yellow"))
    assert not [name for name in targets_of(root) if name.startswith("golem")]
    for name in ("golem-0-1", "golem-1-1"):
        assert part(root, name).get("pointer-events") == "none"


@pytest.mark.parametrize("size", SIZES)
def test_tiles_are_laid_out_while_they_are_drafted_and_sides_chosen(size):
    match = Match(_game(3, abilities="draft", sides="choice"), 1)
    root = _drawn(match.view(), size=size)
    assert {"tile-1", "tile-2", "tile-3", "tile-4"} <= targets_of(root)
    match.play("tile 2")
    seen = {"tile-1", "tile-3", "tile-4"}
    while view_of(match).phase == "draft":
        assert {name for name in targets_of(_drawn(match.view(), size=size)) if "tile" in name} == seen
        match.play(match.legal()[0])
        seen = {f"tile-{left}" for left in view_of(match).tiles_left}
    assert {"side-A", "side-B"} <= targets_of(_drawn(match.view(), size=size))


@pytest.mark.parametrize("sides", ["A", "B", "choice"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_drafted_tiles_show_the_sides_in_use_in_full(sides, language):
    match = Match(_game(4, abilities="draft", sides=sides), 1)
    for size in SIZES:
        tiles = part(_drawn(match.view(), size=size, language=language), "draft")
        shown = [text for text in texts_of(tiles) if re.fullmatch(r"\d[AB]", text)]
        assert shown == [f"{tile}{side}" for tile in (1, 2, 3, 4) for side in sides.replace("choice", "AB")]
        if size == "wide" or sides != "choice":
            assert not [text for text in texts_of(tiles) if "…" in text]


def test_a_game_with_all_options_can_be_played_by_clicking():
    """Draft, choice of sides and preliminary turn, from the first decision on."""
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
    ids = ids_of(root)
    assert [name for name in ids if re.fullmatch(r"floor-1-blue-\d", name)] == [
        "floor-1-blue-0", "floor-1-blue-1", "floor-1-blue-2",
    ]  # fmt: skip
    assert [name for name in ids if re.fullmatch(r"floor-1-red-\d", name)] == ["floor-1-red-0"]
    assert signs_of(part(root, "floor-1-blue-0"))[0] == "crest-stag"
    assert signs_of(part(root, "floor-1-blue-2"))[0] == "crest-heron"
    assert title_of(root, "floor-1-purple-1").startswith("Cloud Laboratory: purple tower, level 1, ")
    assert title_of(root, "tower-1-blue") == "Blue tower: 2 cards on its foundation"
    assert {f"tower-{colour}" for colour in COLOURS} <= targets_of(root)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_the_tallest_tower_stays_in_its_city(players, size):
    """Twelve cards of a colour in one city, more than in any real game."""
    view = _view(players, "start")
    every = tuple(card.id for card in _game(players).board.cards if card.colour == "blue")
    seats = tuple(replace(row, towers=replace(row.towers, blue=every)) for row in view.seats)
    view = replace(view, seats=seats)
    root = _drawn(view, size=size)
    boxes = layout(size == "wide", players).seats
    for seat, box in enumerate(boxes):
        name = "tower-blue" if view.to_act == seat else f"tower-{seat}-blue"
        assert title_of(root, name) == "Blue tower: 12 cards on its foundation"
        drawn = ET.tostring(part(root, f"floor-{seat}-blue-12"), "unicode")
        assert min(float(y) for y in re.findall(r' y="([\d.]+)"', drawn)) > box.y


def test_coins_points_golems_ability_and_the_first_player_are_shown():
    view = _arranged(
        to_act="green", first="white", coins={"green": 17}, points={"green": 23}, abilities={"green": "3B"}
    )
    root = _drawn(view)
    assert part(root, "seat-1-coins").text == "17"
    assert title_of(root, "ability-1").startswith("Ability 3B: ")
    assert part(root, "seat-1-points").text == "23"
    assert "3B" in texts_of(part(root, "ability-1"))
    assert {"turn-mark", "first-player"} <= set(ids_of(root))
    assert "; to act" in title_of(root, "seat-1")
    assert "; first player" in title_of(root, "seat-2")
    assert "has 17 coins" in title_of(root, "seat-1")
    assert "5 golems at home" in title_of(root, "seat-1")


def test_guild_masters_show_the_points_of_everyone_now():
    view = _arranged(guilds=["builders", "merchants", "priests"], cities={"green": {"red": ["R01", "R05"]}})
    root = _drawn(view)
    scores = [[part(root, f"guild-{index}-score-{seat}").text for seat in range(3)] for index in range(3)]
    assert scores == [[str(score) for score in row.scores] for row in view.guilds]
    assert scores[0] == ["1", "3", "1"]
    assert title_of(root, "guild-0-scores").endswith("now: Aurelle 1, Nimbara 3 and Stratholm 1")


@pytest.mark.parametrize("guild", [row.id for row in TITLE.board(TITLE.edition(), 3).guilds])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_the_text_of_every_guild_master_fits(guild, language, size):
    stacks = {row.id: row.stack for row in _game(3).board.guilds}
    others = [name for name in ("builders", "merchants", "priests") if stacks[name] != stacks[guild]]
    root = _drawn(_arranged(guilds=[guild, *others]), size=size, language=language)
    panel = part(root, f"guild-{stacks[guild] - 1}")
    assert not [text for text in texts_of(panel) if "…" in text]


@pytest.mark.parametrize("ability", [row.id for row in TITLE.board(TITLE.edition(), 3).abilities])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_every_ability_fits(ability, language):
    for players in (2, 4):
        tile = part(_drawn(_arranged(players, abilities={"green": ability}), language=language), "ability-1")
        assert not [text for text in texts_of(tile) if "…" in text]
        assert ability in texts_of(tile)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_the_end_shows_ranks_and_no_turn(players, size):
    view = _view(players, "over")
    assert_ended(_drawn(view, size=size), view.seats)


@pytest.mark.parametrize("size", SIZES)
def test_the_banner_says_that_the_end_has_begun(size):
    cities = no_blue_deck(3, "white")
    root = _drawn(_arranged(cities=cities), size=size)
    assert title_of(root, "ending") == "One more round to go"
    root = _drawn(_arranged(cities=cities, ending="final"), size=size)
    assert title_of(root, "ending") == "The last round"
    assert "ending" not in ids_of(_drawn(_arranged(), size=size))


def test_the_order_of_the_decks_is_not_drawn():
    """Two positions that differ only in face-down cards look the same."""
    one = _view(3, "middle")
    other = replace(one, in_decks=ByColour(*(cards[::-1] for cards in one.in_decks)))
    assert ET.tostring(_drawn(one)) == ET.tostring(_drawn(other))


# --- words ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", ["start", "middle", "over"])
def test_nothing_english_is_left_in_the_polish_picture(stop):
    for size in SIZES:
        english, polish = (_drawn(_view(3, stop), size=size, language=language) for language in COMPLETE)
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
    written = inks(palette, palette.plate)
    written += [
        (palette.rim_ink, palette.rim),
        (palette.coin_ink, palette.coin),
        (palette.star_ink, palette.star),
        (palette.shield_ink, palette.shield),
        (palette.die_ink, palette.die),
        (palette.table, palette.ink),
    ]
    written += [(paint.ink, paint.paint) for paint in palette.towers.values()]
    assert_contrast(written, 4.5)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_pieces_have_a_contrast_of_three(palette: Palette):
    """By their fill or by their outline."""
    for ground in (palette.table, palette.panel, palette.inset, palette.plate):
        assert contrast(palette.edge, ground) >= 3, ground
        assert contrast(palette.glow, ground) >= 3, ground
    assert contrast(palette.brass, palette.panel) >= 3
    assert (
        contrast(palette.die_ink, palette.wheel_light) >= 3 or contrast(palette.die, palette.wheel_light) >= 3
    )


def test_nothing_depends_on_colour_alone():
    root = _drawn(_view(4, "middle"))
    names = [name for name in ids_of(root) if re.fullmatch(r"(paint|clad|crest|sign|die)-\w+", name)]
    bare = without_colours(root, names)
    assert len(set(bare)) == len(bare) >= 4 + 4 + 4 + 12 + 6
    for language in LANGUAGES:
        names = TITLE.names(_game(4).board, translator(TITLE.package, language))
        assert len({name[0] for name in names}) == 4


def test_a_golem_that_finishes_too_late_is_not_promised_a_card():
    """ST-66: nothing finishes after the final round."""
    match, chance = Match(new_game(TITLE, 2), 4), random.Random(4)
    promised = late = 0
    while not match.over:
        for slot in view_of(match).market:
            late += slot.too_late
            if view_of(match).ending == "final" and slot.golems:
                assert slot.too_late == (slot.rounds != 0)
        if view_of(match).ending == "final":
            promised += "takes it in" in match.svg() or "takes it next" in match.svg()
        match.play(chance.choice(match.legal()))
    assert late
    assert not promised
