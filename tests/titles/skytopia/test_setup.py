"""Before the first turn: cards, chronometer, guild masters, cities, abilities, first golems, variants."""

from collections import Counter

import pytest

import rooftop
from rooftop.titles.skytopia.schema import COLOURS
from rooftop.titles.skytopia.view import ByColour
from tests.titles.skytopia.tables import (
    TITLE,
    at,
    golems,
    new,
    no_blue_deck,
    notations,
    play,
    seat,
    slot,
    view_of,
)


@pytest.mark.clause("ST-1", "ST-16")
def test_two_to_four_players_sit_clockwise_and_seat_0_begins():
    for players in (2, 3, 4):
        match = new(players)
        assert match.players == players
        assert view_of(match).first == match.to_act == 0
    with pytest.raises(rooftop.OptionError, match="2, 3, 4 players, not 5"):
        new(5)


@pytest.mark.clause("ST-2")
def test_twelve_cards_of_each_colour_and_with_two_players_eight():
    for players, each in ((2, 8), (3, 12), (4, 12)):
        match = new(players)
        view, board = view_of(match), match.game.board
        for colour in COLOURS:
            market = sum(row.colour == colour and row.card is not None for row in view.market)
            assert market + view.decks[colour] == each
        left_out = [card for card in board.cards if card.id in view.left_out]
        assert len(left_out) == 48 - 4 * each
        assert all(card.three_plus for card in left_out)
    assert Counter(card.crest for card in board.cards).most_common()[-1][1] >= 9


@pytest.mark.clause("ST-3")
def test_the_market_has_a_column_for_each_colour_and_a_row_for_each_player():
    for players in (2, 3, 4):
        match = new(players)
        rows = view_of(match).market
        assert [row.slot for row in rows] == [f"{c}-{k + 1}" for c in COLOURS for k in range(players)]
        cards = {card.id: card.colour for card in match.game.board.cards}
        assert all(cards[row.card] == row.colour for row in rows)
    assert view_of(new(3, seed=1)).market != view_of(new(3, seed=2)).market


@pytest.mark.clause("ST-4", "ST-19", "ST-20")
def test_the_chronometer_starts_with_1_at_the_hammers_then_6_5_4_3_2():
    dial = view_of(new(2)).dial
    assert dial.hammers == 1
    faces = [(row.face, row.rounds, row.price) for row in dial.faces]
    assert faces == [(1, 0, None), (6, 1, 10), (5, 2, 6), (4, 3, 3), (3, 4, 1), (2, 5, 0)]


@pytest.mark.clause("ST-5")
def test_the_guild_masters_of_the_scoring_example_are_from_three_stacks():
    stacks = {guild.id: guild.stack for guild in TITLE.board(TITLE.edition(), 2).guilds}
    assert {stacks[name] for name in ("mechanics", "builders", "merchants")} == {1, 2, 3}
    assert Counter(stacks.values()) == {1: 4, 2: 4, 3: 4}


@pytest.mark.clause("ST-5")
def test_one_guild_master_of_each_stack_is_in_play():
    seen = set()
    for seed in range(60):
        match = new(2, seed=seed)
        stacks = {guild.id: guild.stack for guild in match.game.board.guilds}
        drawn = [guild.id for guild in view_of(match).guilds]
        assert [stacks[guild] for guild in drawn] == [1, 2, 3]
        seen |= set(drawn)
    assert len(seen) == 12


@pytest.mark.clause("ST-6")
def test_cities_have_four_foundations_with_a_crest_each():
    match = new(4)
    crests = [row.crests for row in view_of(match).seats]
    assert all(len(set(row)) == 4 for row in crests)
    assert [row.city for row in view_of(match).seats] == ["aurelle", "nimbara", "stratholm", "zephyria"]
    assert len({row.blue for row in crests}) == 4


@pytest.mark.clause("ST-7")
def test_everyone_has_five_golems_and_five_coins():
    for row in view_of(new(4)).seats:
        assert row.coins == 5
        assert len(row.golems) == 5
        assert row.home == 4  # one has been placed (ST-9)


@pytest.mark.clause("ST-8", "ST-11")
def test_ability_tiles_are_dealt_at_random_with_side_a():
    dealt: Counter[str] = Counter()
    for seed in range(80):
        abilities = [row.ability or "" for row in view_of(new(2, seed=seed)).seats]
        assert len(set(abilities)) == 2
        assert all(ability.endswith("A") for ability in abilities)
        dealt.update(abilities)
    assert set(dealt) == {"1A", "2A", "3A", "4A"}
    assert min(dealt.values()) > 20


@pytest.mark.clause("ST-11")
def test_all_tiles_may_show_side_b():
    assert all(row.side == "B" for row in view_of(new(4, sides="B")).seats)


@pytest.mark.clause("ST-9")
def test_first_golems_start_on_the_first_card_of_the_tiles_colour_and_activate_nothing():
    for seed in range(10):
        match = new(4, seed=seed)
        colours = {ability.tile: ability.colour for ability in match.game.board.abilities}
        for number, row in enumerate(view_of(match).seats):
            first = slot(match, f"{colours[row.tile]}-1").golems
            assert [(golem.seat, golem.face, golem.rounds) for golem in first] == [(number, 5, 2)]
            assert row.total == 0
            assert row.coins == 5


@pytest.mark.clause("ST-12")
def test_in_a_draft_the_last_player_chooses_first_and_the_first_player_last():
    match = new(3, abilities="draft")
    assert match.to_act == 2
    assert notations(match) == {"tile 1", "tile 2", "tile 3", "tile 4"}
    play(match, "tile 3")
    assert match.to_act == 1
    assert notations(match) == {"tile 1", "tile 2", "tile 4"}
    assert match.why_not("tile 3") == "That ability tile is taken; choose another one."
    play(match, "tile 1", "tile 4")
    assert [row.ability for row in view_of(match).seats] == ["4A", "1A", "3A"]
    assert view_of(match).phase == "assign"
    assert match.to_act == 0
    assert golems(match, "blue-1") == [("yellow", 5)]
    assert golems(match, "gold-1") == [("white", 5)]


@pytest.mark.clause("ST-12")
def test_the_last_of_four_gets_the_remaining_tile_without_a_choice():
    match = play(new(4, abilities="draft"), "tile 3", "tile 1", "tile 4")
    assert "Aurelle takes ability tile 2." in match.log()
    assert [row.tile for row in view_of(match).seats] == [2, 4, 1, 3]
    assert view_of(match).phase == "assign"


@pytest.mark.clause("ST-13")
def test_everyone_chooses_a_side_once_all_tiles_are_dealt():
    match = new(2, abilities="draft", sides="choice")
    play(match, "tile 2", "tile 1")
    assert view_of(match).phase == "side"
    assert match.to_act == 1
    play(match, "side B")
    assert match.to_act == 0
    play(match, "side A")
    assert [row.ability for row in view_of(match).seats] == ["1A", "2B"]
    assert new(3, sides="choice").to_act == 2  # dealt at random, sides chosen


@pytest.mark.clause("ST-14")
def test_in_a_preliminary_turn_first_golems_go_to_any_card_without_golems():
    match = new(3, preliminary=True)
    assert match.to_act == 2
    assert len(notations(match)) == 12
    assert all(move.endswith(" 5") for move in notations(match))
    play(match, "assign red-2 5")
    assert match.to_act == 1
    assert "assign red-2 5" not in notations(match)
    assert match.why_not("assign red-2 5") == "That card already has a golem; choose a card without golems."
    assert match.why_not("assign red-1 4") == "A first golem must show face 5."
    play(match, "assign blue-3 5", "assign gold-2 5")
    view = view_of(match)
    assert (view.phase, view.to_act, view.round, view.dial.hammers) == ("assign", 0, 1, 1)
    assert all(row.total == 0 and row.coins == 5 for row in view.seats)
    assert golems(match, "blue-3") == [("green", 5)]


@pytest.mark.clause("ST-15")
def test_four_players_may_have_a_market_of_three_rows():
    match = new(4, tight_market=True)
    assert view_of(match).rows == 3
    assert len(view_of(match).market) == 12
    assert view_of(match).decks == ByColour(9, 9, 9, 9)
    with pytest.raises(rooftop.OptionError, match="tight_market: not available with 3 players"):
        new(3, tight_market=True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"abilities": "chosen"}, "must be random or draft, not 'chosen'"),
        ({"sides": "C"}, "must be A, B or choice, not 'C'"),
        ({"preliminary": 1}, "must be true or false, not 1"),
        ({"hold": "yes"}, "must be true or false, not 'yes'"),
    ],
)
def test_invalid_options_are_refused(options, message):
    with pytest.raises(rooftop.OptionError, match=message):
        new(2, **options)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"market": {"gold-2": "B01"}}, "B01 is not gold"),
        ({"market": {"gold-9": "G01"}}, "market: must be one of .*, not 'gold-9'"),
        ({"market": {"gold-1": "G01: yellow 7"}}, "must look like 'yellow 5'"),
        ({"market": {"gold-1": "G01"}, "cities": {"yellow": {"gold": ["G01"]}}}, "G01 is used twice"),
        ({"market": {"gold-1": "G01"}, "next": ["G01"]}, "next: G01 is used twice"),
        ({"market": {"gold-1": "G01: yellow 5, green 5"}}, "market.gold-1: two golems show 5"),
        ({"cities": {"pink": {}}}, "cities: must be one of yellow, green, white, not 'pink'"),
        (
            {"guilds": ["builders", "builders", "priests"]},
            "guilds: must be one from each of 3 stacks; builders is from stack 1, builders is from stack 1",
        ),
        ({"guilds": []}, "guilds: must be one from each of 3 stacks; none are given"),
        ({"phase": "later"}, "phase"),
        ({"market": {"gold-1": "-: yellow 5"}}, "market.gold-1: a gap cannot hold golems"),
        (
            {"market": {"gold-1": "-"}},
            "market.gold-1: a gap needs an empty deck, but 10 gold cards",
        ),
        (
            {"market": {"gold-1": "G01: yellow 1"}},
            "gold-1: yellow shows 1, the face at the hammers, but yellow",
        ),
        ({"round": 2, "hammers": 1}, "hammers: face 6 is at the hammers in round 2, not 1"),
        ({"round": 2, "first": "yellow"}, "first: white is the first player in round 2, not yellow"),
        (
            {"hammers": 6, "first": "yellow"},
            "face 6 is never at the hammers when yellow is first player",
        ),
        ({"ending": "final"}, "ending: is 'final', but no deck is empty"),
        ({"to_act": "black"}, "to_act: must be one of yellow, green, white, not 'black'"),
        ({"abilities": {"yellow": "1A", "green": "1B"}}, "abilities: two seats have the same tile"),
        (
            {"market": {"gold-1": "G01: yellow 2, yellow 3, yellow 4, yellow 5, yellow 6, yellow 1"}},
            "no golem left",
        ),
    ],
)
def test_invalid_positions_are_refused(position, message):
    with pytest.raises(rooftop.OptionError, match=message):
        at(**position)


def test_the_round_determines_the_face_at_the_hammers_and_the_first_player():
    for table in ({"round": 5}, {"hammers": 3}, {"round": 5, "hammers": 3, "first": "white"}):
        view = view_of(at(**table))
        assert (view.round, view.dial.hammers, view.first, view.to_act) == (5, 3, 2, 2)
    assert view_of(at(first="white")).round == 2
    assert view_of(at(2, hammers=5, first="yellow")).round == 3


def test_the_end_has_begun_if_a_deck_is_empty():
    cities = no_blue_deck(3, "white")
    assert view_of(at(cities=cities)).ending == "last-but-one"
    assert view_of(at(cities=cities, ending="final")).ending == "final"
    assert view_of(at()).ending is None


def test_a_position_set_up_by_hand_keeps_the_laws_and_takes_cards_from_the_decks():
    match = at(
        market={"gold-2": "G07: yellow 5, green 3"},
        cities={"white": {"gold": ["G01", "G02"]}},
        next=["R05", "R06"],
        coins={"green": 9},
        points={"white": 12},
    )
    assert match.position.law_broken() == 0
    assert golems(match, "gold-2") == [("yellow", 5), ("green", 3)]
    assert seat(match, "white").towers.gold == ("G01", "G02")
    assert seat(match, "white").track == 12
    assert seat(match, "green").coins == 9
    assert view_of(match).decks.gold == 12 - 3 - 2


def test_the_edition_has_no_problems_and_mistakes_are_reported():
    edition = TITLE.edition()
    assert TITLE.problems(edition) == []
    text = edition.text.replace('crest = "heron"', 'crest = "hawk"', 1).replace("coins = 10", "coins = 1", 1)
    broken = type(edition).parse("mine.toml", text.replace('effect = "blue-a"', 'effect = "gold-a"', 1))
    problems = "\n".join(TITLE.problems(broken))
    assert "guild[8].crest: must be one of heron, stag, thistle, comet, not 'hawk'" in problems
    assert (
        "chronometer.price[1].coins: must be from 0 to 1, not 6; a longer wait never costs more" in problems
    )
    assert "card: 11 cards have a blue effect, 12 must" in problems


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "steps = 2\n",
            "steps = 2\nmax_rounds_left = 2\n",
            "effect[6].max_rounds_left: not used for rotate",
        ),
        ("pp_end = 5\n", "pp_end = 5\npp = 1\n", "effect[12].pp: a Laboratory gives nothing during the game"),
        (
            'kind = "all_home"\n',
            'kind = "all_home"\ncount = 1\n',
            "ability[7].count: not used for all_home",
        ),
        (
            'kind = "pay_rotate"\n',
            'kind = "pay_rotate"\npp = 1\n',
            "ability[5].pp: not used for pay_rotate",
        ),
        (
            "pay = 1\npp = 1\n",
            "pay = 1\npp = 1\ncoins = 1\n",
            "foundation[1].coins: not used for pay_for_pp",
        ),
        ("min_cards = 4", "min_cards = 14", "guild[1].min_cards: must be from 1 to 13, not 14"),
        (
            "players = 3\nmarket",
            "players = 4\nmarket",
            "setup[1].players: must be 3; the tables are in the order of edition.",
        ),
        (
            "hammer_sequence = [1, 6",
            "hammer_sequence = [1, 1",
            "chronometer.hammer_sequence: must contain each face",
        ),
        (
            "start_die_face = 5",
            "start_die_face = 1",
            "chronometer.start_die_face: must be one of 2, 3, 4, 5, 6",
        ),
        ("coins = 0\n", "coins = 1\n", "chronometer.price[4].coins: must be 0; the longest wait is free"),
    ],
)
def test_unused_and_invalid_keys_are_reported_with_their_path(old, new, problem):
    edition = TITLE.edition()
    assert old in edition.text
    problems = TITLE.problems(type(edition).parse("mine.toml", edition.text.replace(old, new, 1)))
    assert any(line.startswith(f"mine.toml: {problem}") for line in problems), problems
