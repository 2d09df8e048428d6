"""Words: prompts, headings, parts, previews, hints, the text view."""

import random

import pytest

import rooftop
from rooftop.bots import bot, choose
from rooftop.game.preview import preview, reasons
from rooftop.game.translation import bound
from tests.titles.skyrise.tables import TITLE, at, new, notations, play, wonder


def offer(match, notation, language="en"):
    return next(move for move in match.moves(language) if move.notation == notation)


def test_a_bid_is_described_with_its_prize():
    match = at(3, bids=["teal medium-1 A10"], discs={"A9": "B"})
    move = offer(match, "bid medium-2 A9")
    assert move.text == "Bid 61 (medium) on A9 (Aerie): patron disc B"
    assert move.group == ("Bid higher", "61 (medium)")
    assert move.parts == ("structure-medium-2", "place-A9")
    assert offer(match, "pass").parts == ("pass",)
    polish = offer(match, "bid medium-2 A9", "pl")
    assert polish.text == bound("Licytuj 61 (średni) w dzielnicy A9 (Orle Gniazdo), żeton patrona B", "pl")
    assert match.prompt() == "Bid more than 52 next to A10 (Aerie), or pass."
    assert match.prompt("pl") == "Licytuj wyżej niż 52 obok dzielnicy A10 (Orle Gniazdo) albo spasuj."


def test_a_preview_names_the_prize_and_who_can_outbid():
    match = at(
        3,
        bids=["teal medium-1 A10"],
        discs={"A9": "white"},
        boards={"red": {"white": 2}},
        objectives={"red": "white"},
    )
    lines = preview(match, "bid tall-1 A9").lines
    assert lines == [
        "You win this auction at once.",
        "Each of your structures on white would be worth 6.",
        "Your objective: 1 of 4.",
        "You would control Aerie.",
    ]
    assert [tuple(price) for price in preview(match, "bid tall-1 A9").prices] == [
        ("tall-red", -1, "104 (tall)"),
        ("disc-white", 1, "1 white disc"),
    ]
    lower = preview(match, "bid medium-2 A9")
    assert lower.lines[:2] == ["Can still outbid you: Teal and Yellow.", "The prize: white disc."]
    assert [price.sign for price in lower.prices] == ["medium-red"]
    assert preview(match, "pass").lines == ["Teal leads the auction; you are out."]


def test_a_preview_of_the_last_decision_reveals_no_secret():
    """The end of the game reveals objectives and tiles, but a preview shows only what is certain."""
    match = at(
        3,
        era=2,
        finished=["teal", "yellow"],
        pool={"red": ["tall-1"]},
        discs={"F1": "green"},
        boards={"red": {"white": 1}, "teal": {"A": 1}},
        structures={"A4": "teal short-1", "A8": "teal short-2", "A11": "teal short-3", "C8": "teal short-4"},
    )
    told = {(change.seat, change.source) for change in preview(match, "bid tall-1 F1").changes}
    assert (1, "keys") in told
    assert (1, "structures-brown") in told
    assert (1, "patrons") not in told
    assert (1, "objective") not in told


def test_things_that_cannot_be_clicked_say_why():
    match = at(3, bids=["teal tall-1 A10"])  # 101
    assert reasons(match, "structure-short-2") == ["You must bid more than 101, or pass."]
    assert reasons(match, "structure-tall-3") == ["124 (tall) is not available until the second era."]
    assert reasons(match, "place-A1") == [
        "A1 (Aerie) is not next to the latest bid on A10 (Aerie); bid next to it."
    ]
    assert reasons(match, "colour-yellow") == ["An auction is in progress; bid higher or pass."]
    assert reasons(at(3), "pass") == ["You start this auction, so you cannot pass; place a bid."]
    assert TITLE.moves.parts(match.game.board, 13 * 60) == ()  # one wonder only with three players


def test_hints_appear_when_they_matter():
    def names(match):
        view = match.view(match.to_act)
        return [name for name, _ in TITLE.hints(match.game.board, view, match.translator("en"))]

    assert names(at(3)) == ["goal", "first-auction"]
    assert names(at(3, structures={"F1": "red short-2"})) == ["start-low"]
    assert names(at(3, bids=["teal short-2 F1"])) == ["goal", "outbid"]
    assert "last-room" in names(at(3, bids=["teal short-2 A1"], structures={"A2": "red short-2"}))
    assert "four-discs" in names(at(3, boards={"red": {"white": 3}}, structures={"F1": "red short-2"}))
    assert "wonder" in names(at(3, era=2, bids=["teal short-2 F1", "yellow short-4 F2"]))
    assert names(wonder("palace", "A10", "A9", disc="wild")) == ["wild"]
    low = [*(f"short-{k}" for k in range(1, 5)), *(f"medium-{k}" for k in range(1, 6)), "tall-1"]
    built = {f"C{k}": f"red {one}" for k, one in enumerate(low, 1)}
    match = at(3, era=2, structures=built, boards={"red": {}})
    assert names(match) == ["start-low", "key"]


def test_the_text_shows_the_table():
    match = at(3, structures={"F1": "red tall-1"}, bids=["teal short-2 F2"], to_act="yellow")
    text = match.text(2)
    assert "Forum [centre], controlled by Red:" in text
    assert "#104 (tall) Red" in text
    assert "Bids: Teal 22 (short) F2; passed: -" in text
    assert "\n    Objective: " in text
    assert "Objective: " not in match.text()
    assert "Wyspa" not in match.text(2)
    assert "Mosty:" in match.text(2, "pl")
    assert "Forum [środek], kontrola: Czerwony:" in match.text(2, "pl")


@pytest.mark.parametrize(("players", "share"), [(2, 0.9), (3, 0.85), (4, 0.75)])
def test_greedy_beats_random_players_even_alone_against_three(players, share):
    games, won = 24, 0
    for number in range(games):
        match = new(players, number)
        seat, greedy, other = number % players, bot("greedy"), bot("random", number)
        while not match.over:
            match.position.apply(choose(match, greedy if match.to_act == seat else other, salt=number))
        won += match.ranks[seat] == 1
    assert won / games >= share


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"structures": {"Z1": "red tall-1"}}, "structures: must be one of F1, F2"),
        ({"structures": {"F1": "pink tall-1"}}, "F1: must be one of red, teal, yellow, not 'pink'"),
        ({"structures": {"F1": "red tower"}}, "F1: must be one of short-1"),
        ({"structures": {"F1": "red tall-1", "F2": "red tall-1"}}, "red's tall-1 is on the map twice"),
        ({"structures": {"H1": "red tall-1"}}, "H1 is not on this map"),
        ({"structures": {"F1": "red tall-1"}, "bids": ["teal tall-1 F1"]}, "there are two structures on F1"),
        ({"islands": {"N": "aerie", "E": "aerie"}}, "islands: 'aerie' is a duplicate"),
        ({"islands": {"S": "aerie"}}, "islands: must be one of W, N, E, not 'S'"),
        (
            {"era": 2, "wonders": {"red": ["hammer", "vault"]}},
            "wonders.red: too many cards (2; at most 1)",
        ),
        ({"panoramas": ["lakes", "lakes"]}, "panoramas: 'lakes' is a duplicate"),
        ({"panoramas": ["lakes", "chains", "blimps"]}, "panoramas: must be at most 2, not 3"),
        ({"discs": {"F1": "gold"}}, "discs.F1: must be one of yellow"),
        ({"turn": 3}, "unknown key 'turn'"),
    ],
)
def test_an_invalid_position_is_refused(position, sentence):
    with pytest.raises(rooftop.OptionError, match=r"position: ") as refused:
        at(3, **position)
    assert sentence in str(refused.value)


@pytest.mark.clause("SR-21", "SR-24", "SR-25")
def test_the_prompt_asks_for_a_number_exactly_when_one_can_be_bid():
    asked = set()
    for seed in range(4):
        match, chance = new(3, seed), random.Random(seed)
        while not match.over:
            prompt, offered = match.prompt(), sorted(notations(match))
            if prompt.startswith(("Bid more", "Place a wonder")):
                numbers = [move for move in offered if move.startswith("bid") and "wonder" not in move]
                assert prompt.startswith("Bid more") is bool(numbers)
                asked.add(bool(numbers))
            play(match, chance.choice(offered))
    assert asked == {True, False}
