"""What players read: prompts, previews, hints and the board in the terminal."""

import random

import pytest

from rooftop.game.preview import preview, reasons
from rooftop.game.translation import bound
from rooftop.titles.tower_up.parts.words import objective_name
from tests.titles.tower_up.tables import NO_FLOORS, at, edition, new, notations, play

MARKET = ["E06", "A04", "B03"]  # 2 black + 2 white; any + 2 black machines; white + brown + grey machine
ALL_ON_TWO = dict.fromkeys(("white", "grey", "brown", "black"), 2)
ENOUGH = {"white": 2, "grey": 2, "brown": 2, "black": 2}


@pytest.mark.parametrize(
    ("position", "english", "polish"),
    [
        (
            {"buildings": {"H1": "white: blue"}},
            "Your turn: take a card or build.",
            "Twoja tura: weź kartę albo postaw budynek.",
        ),
        (
            {
                "buildings": {"H1": "white: blue"},
                "stock": {"blue": {"white": 5}},
            },  # no other colour to build in
            "Your turn: take a card. You cannot build now.",
            "Twoja tura: weź kartę. Teraz nie możesz budować.",
        ),
        (
            {
                "buildings": {"H1": "white: blue"},
                "stock": {"blue": {"black": 5}},
            },  # no white floor to pay with
            "Your turn: take a card. You cannot build now.",
            "Twoja tura: weź kartę. Teraz nie możesz budować.",
        ),
        (
            {"extra_turn": True, "track": {"blue": ALL_ON_TWO}},  # no building to build next to
            "Extra turn: take a card or decline it. You cannot build now.",
            "Dodatkowa tura: weź kartę albo zrezygnuj. Teraz nie możesz budować.",
        ),
        (
            {
                "buildings": {"H1": "white: blue"},
                "ending": "shortage",
                "last_turns": 2,
                "stock": {"blue": {}},
            },
            "Your last turn: take a card. You cannot build now.",
            "Twoja ostatnia tura: weź kartę. Teraz nie możesz budować.",
        ),
        (
            {"buildings": {"H1": "white: blue"}, "extra_turn": True, "track": {"blue": ALL_ON_TWO}},
            "Extra turn: take a card, build, or decline it.",
            "Dodatkowa tura: weź kartę, postaw budynek albo zrezygnuj.",
        ),
        (
            {"buildings": {"H1": "white: blue"}, "ending": "shortage", "last_turns": 2},
            "Your last turn: take a card or build.",
            "Twoja ostatnia tura: weź kartę albo postaw budynek.",
        ),
        (
            {
                "edition": edition(roofs_per_player=1),
                "buildings": {"H1": "white: blue"},
                "ending": "shortage",
                "last_turns": 3,
            },
            "Your last turn: take a card. You have no roofs left, so you cannot build.",
            "Twoja ostatnia tura: weź kartę. Nie masz już dachów, więc nie możesz budować.",
        ),
        (
            {
                "edition": edition(roofs_per_player=1),
                "buildings": {"H1": "white: blue"},
                "ending": "last-roof",
                "extra_turn": True,
                "track": {"blue": ALL_ON_TWO},
            },
            "Extra turn: take a card or decline it. You have no roofs left, so you cannot build.",
            "Dodatkowa tura: weź kartę albo zrezygnuj. Nie masz już dachów, więc nie możesz budować.",
        ),
    ],
)
def test_the_prompt_names_the_kind_of_turn_and_what_to_do(position, english, polish):
    match = at(**position)
    assert match.prompt() == english
    assert match.prompt("pl") == polish
    assert ("build" in match.prompt() and "cannot" not in match.prompt()) is any(
        move.startswith("build") for move in notations(match)
    )


@pytest.mark.clause("TU-27", "TU-28", "TU-30", "TU-35")
def test_the_prompt_asks_to_build_exactly_when_it_is_possible():
    match, chance = new(players=4, seed=3), random.Random(3)
    asked = []
    while not match.over:
        if match.view(match.to_act).phase == "turn":
            asked.append("build" in match.prompt().split(".")[0])
            assert asked[-1] is any(move.startswith("build") for move in notations(match))
        play(match, chance.choice(sorted(notations(match))))
    assert {True, False} == set(asked)


def test_the_prompt_explains_the_extra_floors_of_later_players():
    match = new(compensation=True)
    assert match.prompt() == "Later players start with more: choose 1 floor from the tray."


def prices(match, move, language="en"):
    return [tuple(price) for price in preview(match, move, language).prices]


def test_a_preview_tells_the_price_the_machine_and_covered_roofs():
    match = at(
        buildings={"T9": "grey: yellow", "T7": "white: -"},
        stock={"blue": {"grey": 1, "white": 1, "black": 1}},
        options={"hold": True},
    )
    assert prices(match, "build T8 black") == [
        ("slab-white", -1, "1 white floor"),
        ("slab-grey", -1, "1 grey floor"),
        ("slab-black", -1, "1 black floor"),
    ]
    assert preview(match, "build T8 black").lines == ["It covers a roof of Yellow on T9."]
    play(match, "build T8 black")
    roof = preview(match, "roof T9")
    assert roof.lines == []
    assert prices(match, "roof T9") == [
        ("machine-grey", 2, "2 columns for the grey machine"),
        ("roof-blue", -1, "1 roof"),
    ]
    assert [(change.seat, change.source, change.points) for change in roof.changes] == [(0, "grey", 2)]


def test_a_preview_of_a_card_tells_the_floors_gained_and_to_return():
    match = at(market=MARKET, stock={"blue": {"white": 8}})
    assert prices(match, "card 1") == [
        ("slab-white", 2, "2 white floors"),
        ("slab-black", 2, "2 black floors"),
    ]
    assert preview(match, "card 1").lines == ["You must return 2 floors."]
    assert prices(match, "card 2") == [
        ("slab-any", 1, "1 floor of any colour"),
        ("machine-black", 2, "2 columns for the black machine"),
    ]
    assert prices(play(match, "card 2"), "floor white", "pl") == [("slab-white", 1, "1 białe piętro")]


def test_a_preview_tells_that_a_move_triggers_the_end():
    match = at(
        edition=edition(roofs_per_player=1),
        buildings={"T9": "grey: -"},
        stock={"blue": {"grey": 1, "black": 1}},
    )
    play(match, "build T8 black")
    assert "It triggers the end of the game." in preview(match, "roof T8").lines


@pytest.mark.clause("TU-27", "TU-28", "TU-30")
@pytest.mark.parametrize(
    ("stock", "site", "expected"),
    [
        ({"white": 3, "black": 3}, "T8", ["You need 1 grey floor; you have 0."]),
        (ENOUGH, "H1", ["There is no building next to H1 (Highgate)."]),
        (ENOUGH, "T9", ["There is already a building on T9 (Old Town)."]),
        (
            {"grey": 2},
            "T8",
            [
                "You need 1 white floor; you have 0.",
                "Neighbours must differ in colour: there is a grey building on T9 (Old Town).",
                "You need 1 brown floor; you have 0.",
            ],
        ),
    ],
)
def test_a_refusal_gives_the_reason_for_that_site(stock, site, expected):
    match = at(buildings={"T9": "grey: -"}, stock={"blue": stock})
    assert reasons(match, f"site-{site}") == expected


def test_a_hint_names_the_limit_of_the_edition():
    match = at(edition=edition(stock_limit=6), stock={"blue": {"white": 5}})
    hints = dict(match.title.hints(match.game.board, match.view(0), match.translator("en")))
    assert hints["full-stock"] == "You may keep 6 floors at the end of your turn. A building would use some."


def test_the_hint_about_the_last_roof_is_not_for_players_without_roofs():
    match = at(
        edition=edition(roofs_per_player=1), buildings={"H1": "white: blue"}, ending="shortage", last_turns=3
    )
    hints = dict(match.title.hints(match.game.board, match.view(0), match.translator("en")))
    assert "few-roofs" not in hints


def test_points_are_named_after_the_objectives_in_play():
    match = at(objectives=["B", "F", "H"])
    board, view, say = match.game.board, match.view(), match.translator("en")
    assert match.title.source_names(say, None, None)["token-2"] == "Second objective"
    named = match.title.source_names(say, board, view)
    assert list(named) == list(match.title.sources)
    assert [named[f"token-{k}"] for k in (1, 2, 3)] == ["All districts", "By the lake", "Roofs on 4 levels"]


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_names_of_objectives_fit_a_column_of_results(language):
    match = at()
    names = [objective_name(rule, match.translator(language)) for rule in match.game.board.objectives]
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= 24


# --- the terminal ---


def test_the_terminal_shows_every_roof_the_districts_the_lake_the_parks_and_the_end():
    text = at(
        buildings={"T1": "white: blue -", "T2": "grey: yellow"},
        ending="shortage",
        last_turns=2,
        stock={"blue": {}},
    ).text()
    assert "T1:wB-" in text
    assert "T2:gY" in text
    assert (
        "T5:w-B- = a white building of 3 floors on T5, with a covered roof of Blue on the second floor;"
        in text
    )
    assert "  Old Town: T1~ T2~ T3~ T4~ T5 T6^ T7 T8 T9^" in text
    assert "  Foundry (grey): F1 F2" in text
    assert "* The end has begun: 2 turns left" in text
    assert "* Blue takes a card or builds" in text


def test_the_terminal_distinguishes_players_with_the_same_first_letter():
    match = at(buildings={"T1": "white: blue -", "T2": "grey: yellow"}, stock={"blue": NO_FLOORS})
    text = match.text(names=["Ann", "Alice", "Adam"])
    assert "T1:wB-" in text
    assert "> B Ann: " in text
    assert "  Y Alice: " in text


def test_the_terminal_speaks_polish():
    text = at(ending="shortage", last_turns=2).text(language="pl")
    assert "  Odlewnia (szara): F1" in text
    assert "* Końcowa faza gry: zostały 2 tury" in text
    assert (
        bound(
            "w pojemniku: 27 białych pięter, 27 szarych pięter, 27 brązowych pięter i 27 czarnych pięter",
            "pl",
        )
        in text
    )
