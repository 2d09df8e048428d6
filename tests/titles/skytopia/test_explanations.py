"""Everything in Skytopia's picture has an explanation."""

from rooftop.game import title
from rooftop.game.title import Info
from rooftop.testing.explanations import Explanations
from tests.titles.skytopia.tables import at, new, play

GUILDS = ["builders", "merchants", "priests"]


class TestExplanations(Explanations):
    title = title.title("skytopia")
    every = 24
    every_recorded = 3


def told(match, part, seat=0, language="en") -> Info:
    info = match.explain(part, seat, language)
    assert info is not None
    return info


def fact(info: Info, what: str) -> str:
    return dict(info.facts)[what]


def test_a_red_card_says_what_it_does_and_who_takes_it():
    match = at(
        market={"red-1": "R02: yellow 3, green 5"}, hammers=4, guilds=["builders", "merchants", "priests"]
    )
    info = told(match, "card-red-1")
    assert info.name == "Piston Works"
    assert info.text == (
        "Rotate one of your golems 2 steps towards the hammers. It works once when you put a golem here, and"
        " in your city each time its tower works. An effect never touches golems on its own card. You may"
        " always skip it."
    )
    assert fact(info, "Crest") == "House of the Stag"
    assert fact(info, "Counts for") == "Guild of Builders"
    assert fact(info, "Aurelle") == "face 3, finished in 1 round"
    assert fact(info, "Nimbara") == "face 5, finished in 5 rounds"
    assert fact(info, "Taken by") == "Aurelle, in 1 round"
    assert "ST-44" in info.clauses
    assert told(match, "foot-red-1").name == "Aurelle takes it next round"


def test_a_purple_card_says_what_it_does_in_both_languages():
    match = at(market={"purple-1": "P02"})
    assert told(match, "card-purple-1").text.startswith(
        "Take another market card that carries one of your golems with at most 3 rounds left and add it to"
        " your tower of its colour without activating the tower."
    )
    assert told(match, "card-purple-1", language="pl").text.startswith(
        "Weź inną kartę rynku, na której twojemu golemowi zostały najwyżej 3 rundy,"
    )


def test_a_foundation_says_what_it_does():
    match = at(cities={"green": {"blue": ["B05"]}})
    info = told(match, "floor-1-gold-0")
    assert info.name == "The gold foundation"
    assert info.text.startswith("Pay 1 coin to gain 1 PP. It works first each time")
    assert fact(info, "Crest") == "House of the Thistle"
    assert told(match, "floor-1-blue-1").text.startswith("Gain 2 PP. It works each time this tower works")
    assert match.explain("floor-1-blue-2", 0) is None


def test_abilities_say_when_they_work_and_how_far_they_are():
    market = {"blue-1": "B05: yellow 3", "blue-2": "B04: yellow 2", "gold-1": "G07: yellow 1"}
    match = at(abilities={"yellow": "3A", "green": "1A"}, market=market, hammers=4)
    info = told(match, "ability-0")
    assert info.name == "Ability 3A"
    crests = [match.game.board.card(card).crest for card in ("B05", "B04", "G07")]
    most = max(map(crests.count, crests))
    assert fact(info, "Cards with the same crest now") == f"{most} of 3"
    assert "ST-62" in info.clauses
    assert told(match, "ability-1").text.startswith("Gain 1 PP each time another player's action")


def test_every_ability_has_a_sentence_of_its_own():
    match = at()
    board = match.game.board
    said = set()
    for row in board.abilities:
        owner = at(abilities={"yellow": row.id})
        info = told(owner, "ability-0")
        assert info.name == f"Ability {row.id}"
        said.add(info.text)
    assert len(said) == 8


def test_tiles_and_sides_say_what_they_do_while_they_are_chosen():
    match = new(2, abilities="draft", sides="choice")
    info = told(match, "tile-4")
    assert "A: Gain 1 PP if you added at least 2 cards to your city this turn." in info.text
    assert "B: Gain 5 coins if all your golems are at home." in info.text
    assert told(match, "ability-0").text.startswith("This player has no ability yet.")
    assert match.explain("side-A", 0) is None
    play(match, "tile 4")
    while match.view().phase == "draft":
        play(match, match.moves()[0].notation)
    assert told(match, "side-B").name == "Ability 4B"
    assert told(match, "status").name == "Nimbara chooses a side of the tile"
    assert (
        told(match, "status").text == "Each player chooses a side of their ability tile for the whole game."
    )


def test_a_guild_master_shows_what_everyone_would_get():
    match = at(guilds=GUILDS, cities={"green": {"gold": ["G01", "G04"]}})
    info = told(match, "guild-1")
    assert info.name == "Guild of Merchants"
    assert fact(info, "Aurelle") == "1 × 3 = 3"
    assert fact(info, "Nimbara") == "3 × 3 = 9"
    assert "ST-75" in info.clauses
    assert told(match, "guild-1-scores") == info


def test_points_are_told_by_source_as_if_the_game_ended_now():
    market = {"blue-1": "B05: green 2"}
    match = at(points={"green": 12}, coins={"green": 11}, market=market, guilds=GUILDS)
    info = told(match, "seat-1-points")
    assert info.facts == (
        ("Cards", "12"),
        ("Foundations", "0"),
        ("Ability", "0"),
        ("Guild of Builders", "1"),
        ("Guild of Merchants", "3"),
        ("Guild of Priests", "3"),
        ("Laboratories", "0"),
        ("Coins", "2"),
        ("Golems on the market", "1"),
    )
    assert info.name == "Nimbara: 12 prestige points"
    assert told(match, "seat-1-coins").name == "Nimbara has 11 coins"
    assert "12 points won so far" in info.text
    assert "22 points if the game ended now" in info.text


def test_faces_and_prices_speak_of_the_present():
    match = at(hammers=4, market={"blue-1": "B05: green 3"}, coins={"yellow": 8})
    info = told(match, "face-3")
    assert info.text.startswith("A golem with this face finishes in 1 round and costs 10 coins.")
    assert info.facts == (
        ("Price", "10"),
        ("Rounds", "1"),
        ("Your coins", "8"),
        ("Then", "Nimbara takes 1 card"),
    )
    assert told(match, "face-4").text.startswith("This face is at the hammers")
    assert fact(told(match, "price-2"), "Face now") == "2"


def test_golems_know_whether_they_get_their_card():
    match = at(hammers=4, market={"blue-1": "B05: green 3, yellow 1"})
    assert told(match, "golem-1-1").text.startswith("It works on a card. When face 3 is at the hammers")
    late = told(match, "golem-0-1")
    assert late.text == "It works on a card, but will not get it as things stand."
    assert fact(late, "First to finish") == "Nimbara"
    assert late.name == "Golem 1 of Aurelle"
    assert told(match, "golem-2-5").text.startswith("It waits at home.")


def test_the_game_says_how_it_ends_and_where_it_is():
    match = at(round=4, points={"green": 9})
    info = told(match, "scene")
    assert info.name == "Skytopia"
    assert fact(info, "Round") == "4"
    assert fact(info, "Nimbara").startswith("9, ")
