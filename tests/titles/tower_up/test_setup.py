"""TU-1..19, TU-59, TU-61: setup and options."""

from collections import Counter

import msgspec
import pytest

import rooftop
from rooftop.game.match import Match
from rooftop.titles.tower_up.schema import COLOURS
from rooftop.titles.tower_up.view import ByColour
from tests.titles.tower_up.tables import (
    NO_FLOORS,
    TITLE,
    at,
    edition,
    floors,
    new,
    notations,
    play,
    seat,
    view_of,
)

PLAYERS = (2, 3, 4)


@pytest.mark.clause("TU-1")
@pytest.mark.parametrize(("players", "city"), [(2, "city-small"), (3, "city-large"), (4, "city-large")])
def test_two_play_on_the_small_map_and_more_on_the_large_one(players, city):
    match = new(players)
    assert view_of(match).map == city
    assert len(view_of(match).seats) == players


@pytest.mark.clause("TU-1")
@pytest.mark.parametrize("players", [0, 1, 5, True, "3"])
def test_other_player_counts_are_refused(players):
    with pytest.raises(rooftop.OptionError, match="is for 2, 3, 4 players"):
        new(players)


@pytest.mark.clause("TU-2")
def test_only_streets_make_neighbours():
    # T1 and F6 are connected; F6 and T2 are close together but not connected
    match = at(buildings={"T1": "white: -"}, stock={"blue": {"white": 1, "grey": 1}})
    assert notations(match, "build") == {f"build {site} grey" for site in ("F6", "F10", "T2", "T5")}


@pytest.mark.clause("TU-2")
@pytest.mark.parametrize(("players", "sites"), [(2, 30), (3, 47), (4, 47)])
def test_both_maps_have_five_districts(players, sites):
    board = rooftop.new_game(TITLE, players).board
    assert len(board.sites) == sites
    assert len({site.district for site in board.sites}) == 5


@pytest.mark.clause("TU-3", "TU-11")
@pytest.mark.parametrize("players", PLAYERS)
def test_thirty_floors_of_each_colour_are_in_tray_stocks_and_city(players):
    view = view_of(new(players))
    placed = Counter(row.colour for row in view.buildings.values())
    for colour in COLOURS:
        stocks = sum(row.stock[colour] for row in view.seats)
        assert view.tray[colour] + stocks + placed[colour] == 30


@pytest.mark.clause("TU-4")
@pytest.mark.parametrize("players", PLAYERS)
def test_everyone_starts_with_one_floor_of_each_colour_ten_roofs_and_machines_on_the_first_column(players):
    for row in view_of(new(players)).seats:
        assert row.stock == ByColour(1, 1, 1, 1)
        assert row.track == ByColour(0, 0, 0, 0)
        assert row.roofs == 10
        assert row.visible is None
        assert row.total == 0


@pytest.mark.clause("TU-5")
def test_three_of_the_44_cards_are_face_up():
    view = view_of(new())
    assert len(view.market) == 3
    assert view.pile == 41
    assert view.discards == ()


@pytest.mark.clause("TU-6")
@pytest.mark.parametrize(("players", "tokens"), [(2, (7, 3)), (3, (7, 5, 3)), (4, (7, 5, 3, 3))])
def test_each_objective_has_its_tokens(players, tokens):
    assert [row.tokens for row in view_of(new(players)).objectives] == [tokens] * 3


@pytest.mark.clause("TU-7", "TU-9", "TU-18")
@pytest.mark.parametrize("seed", range(40))
def test_the_starting_floors_have_the_colours_of_the_lowest_floors_of_the_market(seed):
    match = new(seed=seed)
    cards = {card.id: card for card in match.game.board.cards}
    wanted = Counter(cards[card].floors[0] for card in view_of(match).market)
    free = wanted.pop("any", 0)
    placed = Counter(row.colour for row in view_of(match).buildings.values())
    assert sum(placed.values()) == 3
    assert (placed - wanted).total() == free


@pytest.mark.clause("TU-11")
def test_the_log_begins_with_the_first_decision():
    assert new().position.events() == []
    assert new().log() == []


@pytest.mark.clause("TU-8", "TU-11", "TU-18")
@pytest.mark.parametrize("players", PLAYERS)
def test_starting_floors_of_one_colour_are_never_neighbours_and_raise_nothing(players):
    most = 5 if players == 4 else 7
    for seed in range(60):
        match = new(players, seed=seed, starting_floors=most)
        buildings, board = view_of(match).buildings, match.game.board
        assert len(buildings) == most
        for site, row in buildings.items():
            assert row.height == 1
            assert row.roofs == (None,)
            around = [board.sites[other].id for other in board.neighbours[board.site_number[site]]]
            assert row.colour not in [buildings[other].colour for other in around if other in buildings]


@pytest.mark.clause("TU-18")
def test_random_starting_floors_reach_every_site_and_every_colour():
    sites, colours = set(), set()
    for seed in range(400):
        for site, row in view_of(new(2, seed=seed)).buildings.items():
            sites.add(site)
            colours.add(row.colour)
    assert len(sites) == 30
    assert colours == set(COLOURS)


@pytest.mark.clause("TU-9", "TU-19")
def test_the_first_player_may_place_the_starting_floors_and_choose_their_colours():
    with_joker = next(
        match
        for seed in range(200)
        if "any" in view_of(match := new(seed=seed, placement="first-player")).starters
    )
    while view_of(with_joker).phase == "starter":
        assert with_joker.to_act == 0
        wanted = view_of(with_joker).starters[0]
        offered = {move.split()[2] for move in notations(with_joker, "build")}
        assert offered == (set(COLOURS) if wanted == "any" else {wanted})
        play(with_joker, min(notations(with_joker, "build")))
    assert len(view_of(with_joker).buildings) == 3
    assert with_joker.to_act == 0
    assert view_of(with_joker).phase == "turn"


@pytest.mark.clause("TU-19")
def test_the_log_tells_where_a_starting_floor_is_placed():
    match = new(placement="first-player")
    move = min(notations(match, "build"))
    play(match, move)
    _, site, colour = move.split()
    assert match.log()[0].startswith(f"A {colour} starting floor is placed on {site} (")


@pytest.mark.clause("TU-8", "TU-19")
def test_the_first_player_cannot_place_equal_colours_next_to_each_other():
    match = next(
        match
        for seed in range(300)
        if view_of(match := new(seed=seed, placement="first-player")).starters[:2] == ("white", "white")
    )
    play(match, "build T1 white")
    assert not {"build T1 white", "build T2 white", "build F6 white"} & notations(match, "build")
    assert "build H8 white" in notations(match, "build")
    assert (
        match.why_not("build T2 white")
        == "Neighbours must differ in colour: there is a white building on T1 (Old Town)."
    )
    assert match.why_not("build T2 black") == "The next starting floor is white."
    assert match.why_not("card 1") == "Place the starting floors first."


@pytest.mark.clause("TU-10")
def test_a_starting_floor_without_a_site_is_skipped():
    """Three white starting floors, but one in the tray: the others are skipped, and the game begins."""
    match = new(2, placement="first-player")
    state = match.position.state
    state["starter"][:3] = 0
    state["tray"][0] = 1
    play(match, "build C1 white")
    assert view_of(match).phase == "turn"
    assert list(view_of(match).buildings) == ["C1"]
    assert match.to_act == 0


@pytest.mark.clause("TU-10")
def test_a_later_starting_floor_is_placed_even_if_an_earlier_one_was_skipped():
    match = new(2, placement="first-player")
    state = match.position.state
    state["starter"][:3] = (0, 0, 3)
    state["tray"][0] = 1
    play(match, "build C1 white")
    assert view_of(match).starters == ("black",)
    play(match, "build M1 black")
    assert view_of(match).phase == "turn"


@pytest.mark.clause("TU-12")
@pytest.mark.parametrize("players", PLAYERS)
def test_seat_zero_goes_first_and_play_goes_clockwise(players):
    match = new(players)
    order = []
    for _ in range(2 * players):
        order.append(match.to_act)
        play(match, min(notations(match, "card")))
        while notations(match, "floor"):
            play(match, min(notations(match, "floor")))
        while notations(match, "return"):
            play(match, min(notations(match, "return")))
    assert order == list(range(players)) * 2


@pytest.mark.clause("TU-13", "TU-14")
def test_a_first_game_has_the_three_starter_objectives():
    assert [row.id for row in view_of(new()).objectives] == ["A", "B", "C"]


@pytest.mark.clause("TU-15")
def test_any_three_objectives_can_be_chosen_or_drawn():
    assert [row.id for row in view_of(new(objectives="J C E")).objectives] == ["C", "E", "J"]
    drawn = [
        tuple(row.id for row in view_of(new(seed=s, objectives="random")).objectives) for s in range(300)
    ]
    assert all(len(set(three)) == 3 for three in drawn)
    assert {letter for three in drawn for letter in three} == set("ABCDEFGHIJ")
    assert len(set(drawn)) > 80  # of 120


@pytest.mark.clause("TU-15")
@pytest.mark.parametrize("wanted", ["A B", "A A B", "A B C D", "A B X", "", "starters", 3, True])
def test_invalid_objectives_are_refused_with_a_message(wanted):
    with pytest.raises(
        rooftop.OptionError, match="option objectives: must be first-game, random or 3 different letters"
    ):
        new(objectives=wanted)


@pytest.mark.clause("TU-16")
def test_a_view_shows_everything_but_the_order_of_the_pile():
    match = new()
    assert msgspec.structs.replace(match.view(0), seat=-1) == match.view(-1)
    state = match.position.state
    state["pile"][:41] = state["pile"][:41][::-1].copy()
    assert msgspec.structs.replace(match.view(0), seat=-1) == match.view(-1)


@pytest.mark.clause("TU-17")
@pytest.mark.parametrize(("players", "most"), [(2, 7), (3, 7), (4, 5)])
def test_the_advanced_variant_has_more_starting_floors_up_to_a_limit(players, most):
    match = new(players, starting_floors=most)
    assert len(view_of(match).buildings) == most
    assert view_of(match).pile == 41  # the cards drawn for their colours have been returned
    for wrong in (2, most + 1, True, "4"):
        with pytest.raises(rooftop.OptionError, match=f"starting_floors: must be 3 to {most}"):
            new(players, starting_floors=wrong)


@pytest.mark.clause("TU-17")
def test_cards_drawn_for_more_starting_floors_are_shuffled_back():
    """The cards drawn for their colours do not stay on top of the pile."""
    tops = set()
    for seed in range(30):
        plain, advanced = new(seed=seed), new(seed=seed, starting_floors=7)
        count = int(plain.position.state["pile_count"])
        looked_at = plain.position.state["pile"][count - 4 : count].tolist()
        tops.add(advanced.position.state["pile"][count - 4 : count].tolist() == looked_at)
    assert False in tops


@pytest.mark.clause("TU-17")
def test_more_starting_floors_take_their_colours_from_more_cards():
    for seed in range(30):
        plain, advanced = new(seed=seed), new(seed=seed, starting_floors=7, placement="first-player")
        cards, count = plain.game.board.cards, int(plain.position.state["pile_count"])
        drawn = [cards[card].floors[0] for card in plain.position.state["pile"][count - 4 : count][::-1]]
        assert view_of(advanced).starters[3:] == tuple(drawn)


@pytest.mark.clause("TU-59")
def test_a_held_turn_waits_for_its_player_and_reveals_no_card_before():
    match = at(
        options={"hold": True},
        buildings={"T1": "white: -"},
        stock={"blue": NO_FLOORS},
        market=["E06", "C09", "B03"],
    )
    play(match, "card 1")
    assert match.to_act == 0
    assert view_of(match).phase == "end"
    assert view_of(match).market == (None, "C09", "B03")
    assert notations(match) == {"end"}
    assert match.undoable == 1
    play(match, "end")
    assert match.to_act == 1
    assert None not in view_of(match).market
    assert match.undoable == 0


@pytest.mark.clause("TU-59")
def test_without_hold_a_turn_ends_by_itself():
    match = at(buildings={"T1": "white: -"}, stock={"blue": NO_FLOORS}, market=["E06", "C09", "B03"])
    play(match, "card 1")
    assert match.to_act == 1


@pytest.mark.clause("TU-61")
@pytest.mark.parametrize(("players", "more"), [(2, [0, 1]), (3, [0, 1, 2]), (4, [0, 1, 1, 2])])
def test_with_compensation_later_seats_choose_more_floors_before_the_first_turn(players, more):
    match = new(players, compensation=True)
    chose = []
    while view_of(match).phase == "compensation":
        chose.append(match.to_act)
        assert match.why_not("card 1") == "Choose your extra floors first."
        play(match, "floor brown")
    assert chose == [player for player, count in enumerate(more) for _ in range(count)]
    assert [row.stock.brown for row in view_of(match).seats] == [1 + count for count in more]
    assert match.to_act == 0
    assert view_of(match).phase == "turn"


@pytest.mark.clause("TU-61")
def test_without_compensation_all_seats_start_alike():
    assert {tuple(floors(new(), name).items()) for name in ("blue", "yellow", "green")} == {
        (("white", 1), ("grey", 1), ("brown", 1), ("black", 1))
    }


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("placement", "chance", "option placement: must be random or first-player, not 'chance'"),
        ("hold", 1, "option hold: must be true or false, not 1"),
        ("compensation", "yes", "option compensation: must be true or false, not 'yes'"),
        ("fast", True, "has no option 'fast'; expected one of objectives, starting_floors, placement, hold"),
    ],
)
def test_invalid_options_are_refused_with_a_message(option, value, sentence):
    with pytest.raises(rooftop.OptionError, match=sentence):
        new(**{option: value})


def test_seat_helper_reads_the_right_seat():
    assert seat(new(), "green").id == "green"


@pytest.mark.clause("TU-4", "TU-37")
def test_machines_start_on_the_editions_start_column_and_score_it():
    match = Match(rooftop.new_game(TITLE, 3, {}, edition(start_column=1)), 1)
    for row in view_of(match).seats:
        assert row.track == ByColour(1, 1, 1, 1)
        assert row.total == 4
    assert match.position.law_broken() == 0


@pytest.mark.clause("TU-14")
def test_an_edition_names_the_objectives_of_a_first_game():
    other = edition('first_game = ["A", "B", "C"]', 'first_game = ["D", "F", "J"]')
    match = Match(rooftop.new_game(TITLE, 3, {}, other), 1)
    assert [row.id for row in view_of(match).objectives] == ["D", "F", "J"]


@pytest.mark.clause("TU-61")
def test_compensation_over_the_limit_of_the_edition_is_refused():
    with pytest.raises(
        rooftop.OptionError, match="compensation: a player would start with 6 floors; the limit is 5"
    ):
        rooftop.new_game(TITLE, 3, {"compensation": True}, edition(stock_limit=5))
