"""The words: prompts, headings, moves, previews, hints, reasons and the terminal."""

import random
from typing import Any

import pytest

from rooftop.game.match import Match
from rooftop.game.position import new_game
from rooftop.game.preview import preview, reasons
from rooftop.game.translation import bound
from rooftop.titles.new_york_1901 import parts
from tests.titles.new_york_1901.tables import EIGHTEEN_POINTS, TITLE, at, new, notations, play

TWOS = ["red-2", "red-2", "blue-2", "blue-2"]
START: dict[str, Any] = {"lots": {"blue": "Ga Gc"}, "tiles": {"blue": {"start": "E3 E4"}}, "market": TWOS}


def texts(match: Match, verb: str, language: str = "en") -> list[str]:
    return [move.text for move in match.moves(language) if move.notation.startswith(verb)]


def test_every_legal_move_has_its_own_description():
    for players in (2, 3, 4):
        match, chance = new(players, seed=players), random.Random(players)
        while not match.over:
            for language in ("en", "pl"):
                offered = [move.text for move in match.moves(language)]
                assert len(set(offered)) == len(offered)
            match.play(chance.choice(match.legal()))


def test_a_turn_in_words():
    match = at(**START)
    assert match.prompt() == "Your turn: take a lot card, or demolish and rebuild."
    assert texts(match, "card")[0] == "Take a lot card: red, 2 squares (no. 1 from the left)"
    assert texts(match, "card", "pl")[0] == "Weź kartę działki: czerwona, 2 pola (1. od lewej)"
    assert "Demolish and rebuild with Tower Building (bronze, 2 squares, 2 points)" in texts(match, "tile")
    assert match.moves()[4].group == ("Demolish and rebuild", "bronze")
    play(match, "tile b3")
    assert match.prompt() == "Choose the squares for Havemeyer Building."
    assert texts(match, "place") == [
        "Tear down Starting property and build on E2, E3, E4 (lots Ga and Gc; Broadway; Cedar)"
    ]
    assert match.moves()[0].parts == ("square-E2", "square-E3", "square-E4")
    assert match.moves()[0].group == ("Place Havemeyer Building", "lots Ga and Gc")


def test_prompts_of_the_other_phases():
    match = play(at(**START), "card 1")
    assert match.prompt() == "Put a worker on a free lot: red, 2 squares."
    play(match, "lot Rg")
    assert match.prompt() == "Build a skyscraper on your land, or end the turn."
    assert texts(match, "end") == ["End the turn without building"]
    play(match, "grab")
    assert match.prompt() == "Land Grab: take a card for a two-square lot."
    play(match, "card 2", "lot Rl", "tile b1", "place B16 C16")
    assert match.prompt() == "Play an action card, or end the turn."
    assert texts(match, "end") == ["End the turn"]
    play(match, "boom")
    assert match.prompt("pl") == "Boom konstrukcyjny: wybierz drugi drapacz chmur."
    out = at(lots={"blue": "Gc Gf Rg Rl"})
    assert out.prompt() == "All your workers are on the map: choose a skyscraper to build."
    grabbed = play(at(market=TWOS, lots={"blue": "Gc Gf Yd"}), "grab")
    assert grabbed.prompt() == "Land Grab: take a card for a two-square lot."  # it may be the first
    play(grabbed, "card 1", "lot Rg")
    assert grabbed.why_not("place D2 E2") == "First take a lot card or choose a skyscraper."
    assert grabbed.prompt() == "Choose a skyscraper to build, or end the turn."
    assert "Build or rebuild with Tower Building" in texts(grabbed, "tile")[0]


def test_the_prompt_does_not_ask_to_build_when_nothing_fits():
    lots: dict[str, Any] = {"lots": {"blue": "Ga"}, "tiles": {"blue": {"start": "E3 E4"}}, "market": TWOS}
    match = at(**lots, demolished={"blue": "b1 b2"})  # the bronze ones of two squares
    assert match.prompt() == "Your turn: take a lot card. You cannot rebuild now."
    play(match, "card 1", "lot Rg")
    assert notations(match) == {"grab", "end"}
    assert match.prompt() == "No skyscraper fits on your land: end the turn, or play Land Grab if you can."


@pytest.mark.clause("NY-48", "NY-52")
def test_the_prompt_speaks_of_rebuilding_exactly_when_it_is_possible():
    asked = set()
    for seed in range(3):
        match, chance = new(2, seed=seed, expert=True), random.Random(seed)
        while not match.over:
            if match.view(match.to_act).phase == "turn" and match.prompt().startswith("Your"):
                fits = any(move.startswith("tile") for move in notations(match))
                assert ("demolish and rebuild" in match.prompt()) is fits
                asked.add(fits)
            play(match, chance.choice(sorted(notations(match))))
    assert asked == {True, False}


def test_a_preview_says_what_a_placement_tears_down_frees_and_counts_for():
    match = play(at(**START, streets="bw nb wa"), "tile b3")
    looked = preview(match, "place E2 E3 E4")
    assert [(change.source, change.points) for change in looked.changes] == [("bronze", 3)]
    assert looked.lines == [
        "Tears down Starting property.",
        "Counts on Broadway.",
    ]
    assert [tuple(price) for price in looked.prices] == [
        ("sign-bronze", -1, "Havemeyer Building"),
        ("worker-blue", 1, "1 worker"),
    ]
    small = at(lots={"blue": "Ga Gc Gd"}, tiles={"blue": {"b3": "E2 E3 E4"}}, demolished={"blue": "b4"},
               streets="nb pt wa", market=TWOS)  # fmt: skip
    assert preview(play(small, "tile s1"), "place D2 E2").lines == [
        "Tears down Havemeyer Building.", "Lot Ga becomes empty and takes 1 worker.",
    ]  # fmt: skip


def test_a_preview_says_what_a_move_unlocks_and_whether_it_triggers_the_end():
    match = play(
        at(lots={"blue": "Gc"}, demolished={"blue": "b3 b1"}, market=TWOS), "card 1", "lot Rg", "tile b2"
    )
    assert "Unlocks silver." in preview(match, "place D2 E2").lines
    late = at(lots={"blue": "Gc Yd"}, tiles={"blue": {"g1": "O2 O3"}}, market=TWOS,
              demolished={"blue": "b1 b3 b4 b5 b6 s1 s2 s3 s4 s5 s6"})  # fmt: skip
    play(late, "card 1", "lot Rg", "tile b2")
    assert "After that, your next skyscraper triggers the end." in preview(late, "place D2 E2").lines
    last = at(lots={"blue": "Gc Yd Yj"}, tiles={"blue": {"g1": "O2 O3", "g2": "O4 P4 Q4"}}, market=TWOS,
              demolished={"blue": "b1 b3 b4 b5 b6 s1 s2 s3 s4 s5 s6"})  # fmt: skip
    play(last, "card 1", "lot Rg", "tile b2")
    lines = preview(last, "place D2 E2").lines
    assert "Triggers the end: everyone else gets one more turn." in lines


def test_previews_of_a_lot_and_of_a_card():
    match = play(at(market=["green-2", *TWOS[1:]], streets="bw nb wa"), "card 1")
    assert preview(match, "lot Ga").lines == ["Lies on Broadway."]
    assert preview(match, "lot Gk").lines == ["Has no side on a street or park."]
    assert preview(at(market=["green-3", *TWOS[1:]]), "card 1").lines == [
        "4 free lots match: Gb, Gd, Gi and Gm."
    ]
    assert [tuple(price) for price in preview(match, "lot Ga", "pl").prices] == [
        ("worker-blue", -1, "1 robotnik")
    ]
    assert [tuple(price) for price in preview(at(market=TWOS), "grab").prices] == [
        ("sign-grab", -1, "Land Grab")
    ]
    assert preview(at(market=TWOS), "grab").lines == ["Unused, this card is worth 1 point at the end."]


def test_parts_of_the_picture_say_why_they_cannot_be_chosen():
    match = play(at(**START), "card 1")
    assert reasons(match, "lot-Ga")[0] == "Lot Ga is green; the card is red."
    assert reasons(match, "square-E3") == ["You have taken a card: put the worker on a lot first."]
    assert "lot Rg" in notations(match)
    assert reasons(match, "lot-Rg") == []  # it can be selected, though it cannot be given back now


LAND: dict[str, Any] = {
    "lots": {"blue": "Ga Gc Gd Gf Rl", "green": "Gb"},
    "tiles": {"blue": {"g1": "E3 E4", "b1": "D2 E2"}},
    "demolished": {"blue": EIGHTEEN_POINTS.replace("b1 ", "") + " s3"},
    "market": TWOS,
}


@pytest.mark.parametrize(
    ("square", "reason"),
    [
        ("B2", "B2 is not your land: another player owns it."),
        ("Q3", "Q3 is not your land: nobody owns it."),
        (
            "E3",
            "Empire Building cannot replace Liberty Tower:"
            " it must be of a later generation, and gold is never replaced.",
        ),
        ("B16", "Empire Building does not fit around B16: you have too little land there."),
        ("B4", "You have a worker in reserve: acquire land first, or replace other skyscrapers."),
    ],
)
def test_a_square_says_why_the_chosen_skyscraper_cannot_cover_it(square, reason):
    match = play(at(**LAND), "tile s2")
    assert not any(square in move.split() for move in notations(match))
    assert reasons(match, f"square-{square}") == [reason]


def test_a_square_says_why_not_after_acquiring_land_and_in_a_removed_district():
    built = play(at(**LAND), "card 1", "lot Rg", "tile s2")
    assert reasons(built, "square-D2") == [
        "One of your skyscrapers is there; you can rebuild only instead of acquiring land."
    ]
    two = play(at(2, **LAND), "tile s2")
    assert reasons(two, "square-R7") == ["R7 is not in this game: its district is left out."]


@pytest.mark.clause("NY-33")
def test_a_square_says_that_the_shape_does_not_fit_in_the_block():
    match = play(at(lots={"blue": "Rd Ga Gc Gd"}, market=TWOS), "tile b6")
    assert reasons(match, "square-B10") == [
        "World Building cannot cover B10 and have a side on a street or park."
    ]


def test_only_placements_of_the_chosen_shape_get_reasons():
    match = play(at(**LAND), "tile s2")
    assert match.why_not("place B4 C4") == "Empire Building has a different shape."
    assert match.why_not(TITLE.actions - 1) == "Empire Building has a different shape."
    assert "a different shape" not in "".join(reasons(match, "square-B4"))
    assert match.why_not("place B4 C4 D4") in reasons(match, "square-D4")


@pytest.mark.clause("NY-46")
def test_a_last_turn_is_announced_with_the_number_of_last_turns():
    last = at(**START, ending="stalemate", last_turns=2)
    assert last.prompt() == "Your last turn: take a lot card, or demolish and rebuild."
    last = at(market=TWOS, ending="stalemate", last_turns=2)
    assert last.prompt() == "Your last turn: take a lot card. You cannot rebuild now."
    assert "Final turns: 2 left." in last.text()
    assert "To ostatnia tura." in at(market=TWOS, ending="stalemate", last_turns=1).text(language="pl")
    own = at(lots={"blue": "Gc Yd Yj"}, tiles={"blue": {"g1": "O2 O3", "g2": "O4 P4 Q4"}}, market=TWOS,
             demolished={"blue": "b1 b3 b4 b5 b6 s1 s2 s3 s4 s5 s6"}, options={"hold": True})  # fmt: skip
    play(own, "card 1", "lot Rg", "tile b2", "place D2 E2")
    assert (own.to_act, own.view().last_turns, own.view().is_last_turn) == (0, 2, False)
    assert "End triggered: 2 last turns to come." in own.text()


def test_lots_have_polish_letters_in_polish_and_moves_keep_theirs():
    match = play(at(market=["green-2", "pink-2", *TWOS[2:]]), "card 1")
    offered = {move.notation: move.text for move in match.moves("pl")}
    assert offered["lot Gc"] == "Postaw robotnika na działce Zc (zielona, 2 pola)"
    assert match.why_not("lot Ra", "pl") == bound("Działka Ca jest czerwona, a karta zielona.", "pl")
    assert match.why_not("lot Gb", "pl") == bound(
        "Działka Zb jest trójpolowa, a karta dotyczy dwupolowej.", "pl"
    )
    text = match.text(language="pl")
    assert "zapisie ruchów: C = R, N = B, Ż = Y, Z = G, R = P" in text
    assert "Letters" not in match.text()
    play(match, "lot Gc")
    assert "Niebieski nabywa działkę Zc (zielona, 2 pola)." in match.log(language="pl")


def test_several_emptied_lots_take_a_worker_each():
    wide = at(lots={"blue": "Gb Gc Gd Ga"}, tiles={"blue": {"b6": "C2 D2 E2 E3"}},
              demolished={"blue": "b3 b4"}, streets="nb pt wa", market=TWOS)  # fmt: skip
    play(wide, "tile s1")
    assert preview(wide, "place B2 C2").lines == [
        "Tears down World Building.", "Lots Ga and Gc become empty and take 2 workers.",
    ]  # fmt: skip
    assert preview(wide, "place B2 C2", "pl").lines[1] == (
        bound("Na opuszczonych działkach Za i Zc staną 2 robotnicy.", "pl")
    )


def test_a_street_says_who_leads_or_who_is_tied():
    tiles = {"blue": {"b1": "G4 H4"}, "green": {"b1": "D13 E13"}}
    match = at(lots={"blue": "Gg", "green": "Ra"}, tiles=tiles, streets="bw ce wa")
    board, rows, say = match.game.board, match.view().streets, match.translator("en")
    assert [parts.city.street(board, row, match.names(), say).label for row in rows] == [
        "Broadway: Blue 1, Green 1, Yellow 0; tie between Blue and Green",
        "Cedar: Blue 1, Green 0, Yellow 0; Blue leads",
        "Wall Street: Blue 0, Green 0, Yellow 0; nobody yet",
    ]


@pytest.mark.parametrize(
    ("position", "moves", "hint"),
    [
        ({"market": TWOS}, [], "goal"),
        ({"market": TWOS}, [], "first-turn"),
        ({"lots": {"blue": "Gc Gf Rg Rl"}}, [], "no-worker"),
        ({"market": TWOS}, ["card 1"], "lot"),
        ({"market": TWOS}, ["card 1", "lot Rg"], "silver"),
        ({"market": TWOS}, ["card 1", "lot Rg", "tile b1"], "place"),
        ({"market": TWOS, "lots": {"blue": "Gc"}}, ["card 1", "lot Rg", "tile b1", "place D2 E2"], "cards"),
        ({"market": TWOS, "ending": "stalemate", "last_turns": 2}, [], "last-turn"),
        ({"market": TWOS, "demolished": {"blue": EIGHTEEN_POINTS}}, [], "rebuild"),
        ({"market": TWOS, "turns_without_building": 59}, ["card 1", "lot Rg"], "quiet"),
    ],
)
def test_hints_appear_when_they_matter(position, moves, hint):
    match = play(at(**position), *moves)
    view = match.view(match.to_act)
    found = dict(TITLE.hints(match.game.board, view, match.translator("en")))
    assert hint in found
    assert 3 <= len(TITLE.clauses(match.game.board, view)) <= 9


def test_a_hint_warns_of_the_build_that_triggers_the_end():
    match = at(lots={"blue": "Gc Yd Yj"}, tiles={"blue": {"g1": "O2 O3", "g2": "O4 P4 Q4"}}, market=TWOS,
               demolished={"blue": "b1 b3 b4 b5 b6 s1 s2 s3 s4 s5 s6"})  # fmt: skip
    play(match, "card 1", "lot Rg")
    hints = dict(TITLE.hints(match.game.board, match.view(0), match.translator("pl")))
    assert hints["warn"] == "Twój następny drapacz chmur wywoła koniec gry."


@pytest.mark.clause("NY-46", "NY-85")
def test_no_warnings_once_the_end_is_triggered():
    match = at(
        lots={"blue": "Gc Yd Yj"},
        tiles={"blue": {"g1": "O2 O3", "g2": "O4 P4 Q4"}},
        demolished={"blue": "b1 b3 b4 b5 b6 s1 s2 s3 s4 s5 s6"},
        market=TWOS,
        ending="stalemate",
        last_turns=2,
    )
    play(match, "card 1", "lot Rg")
    board, view, say = match.game.board, match.view(0), match.translator("en")
    assert view.seats[0].until_end == 1
    assert "warn" not in dict(TITLE.hints(board, view, say))
    assert not parts.players.few_left(board, view, view.seats[0])


@pytest.mark.clause("NY-82")
def test_the_player_who_would_trigger_the_end_of_a_quiet_game_is_warned():
    match = play(at(market=TWOS, turns_without_building=59), "card 1", "lot Rg")
    assert preview(match, "end").lines == ["Triggers the end: everyone else gets one more turn."]
    assert preview(match, "tile b1").lines == []
    early = play(at(market=TWOS, turns_without_building=58), "card 1", "lot Rg")
    assert preview(early, "end").lines == []
    assert "quiet" not in dict(TITLE.hints(early.game.board, early.view(0), early.translator("en")))


@pytest.mark.clause("NY-39", "NY-66")
def test_the_final_scoring_unlocks_nothing():
    match = at(lots={"yellow": "Gc"}, tiles={"yellow": {"b1": "D2 E2"}}, to_act="yellow", market=TWOS,
               streets="bw ce wa", ending="stalemate", last_turns=1)  # fmt: skip
    play(match, "card 1", "lot Rg")
    looked = preview(match, "end")
    assert ("street-1", 5) in [(change.source, change.points) for change in looked.changes]
    assert looked.lines == []


def test_the_terminal_shows_map_market_streets_challenge_and_players():
    text = at(**{**START, "challenge": "king", "streets": "bw ce wa"}).text()
    assert "st/B" in text
    assert "Gc/B" in text
    assert "card 1  red, 2 squares" in text
    assert "Broadway: Blue 1, Green 0, Yellow 0" in text
    assert "Generation King: " in text
    assert "> B Blue: 0 points; workers 3" in text
    assert "Otwarty rynek" in at(**START).text(language="pl")


@pytest.mark.clause("NY-7")
def test_the_terminal_hides_lots_that_are_not_in_the_game():
    assert "Pb" in new(3).text()
    two = new(2).text().splitlines()
    assert two[6].split()[-4:] == ["Yl", "Ym", "-", "-"]
    assert not any(f"P{letter}" in " ".join(two[:18]) for letter in "abcdefghijklm")


def test_unused_action_numbers_have_a_notation_and_no_parts():
    board = new_game(TITLE, 2).board
    for action in range(TITLE.actions):
        assert TITLE.moves.notation(board, action)
    spare = TITLE.actions - 1
    assert TITLE.moves.notation(board, spare).startswith("place #")
    assert TITLE.moves.parts(board, spare) == ()


def test_a_gold_offer_names_its_generation_in_polish():
    match = at(demolished={"blue": EIGHTEEN_POINTS}, lots={"blue": "Gc"}, market=TWOS)
    play(match, "card 1", "lot Rg")
    assert "tile g1" in notations(match)
    assert "Buduj: Liberty Tower (złoto, 2 pola, 4 punkty)" in texts(match, "tile", "pl")
