"""Before the game: SR-1 to SR-15."""

from collections import Counter

import pytest

import rooftop
from tests.titles.skyrise.tables import PLAYERS, at, new, notations, seat


@pytest.mark.clause("SR-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_seat_has_its_colour(players):
    match = new(players)
    assert [row.id for row in match.view().seats] == PLAYERS[players]
    assert match.names()[0] == "Red"
    assert match.names("pl")[-1] == {2: "Niebieski", 3: "Żółty", 4: "Niebieski"}[players]


@pytest.mark.clause("SR-2")
def test_there_is_a_random_outer_island_for_each_player():
    seen: dict[int, set[tuple[str, ...]]] = {players: set() for players in (2, 3, 4)}
    for players in seen:
        for seed in range(40):
            islands = new(players, seed).view().islands
            assert islands["centre"] == "forum"
            outer = tuple(island for slot, island in islands.items() if slot != "centre")
            assert len(set(outer)) == players
            seen[players].add(outer)
    assert len(seen[2]) == 12
    assert len(seen[3]) > 15
    assert len(seen[4]) > 15
    assert Counter(row.island for row in new(2).view().neighbourhoods.values())["forum"] == 4
    assert len(new(2).view().neighbourhoods) == 4 + 2 * 14


@pytest.mark.clause("SR-3")
def test_corners_blimps_and_lakes_do_not_make_neighbours():
    match = at(4, bids=["blue short-2 A10"], to_act="red")
    room = set(match.view().auction.room)
    assert room == {"A4", "A5", "A9", "A11", "A13"}
    assert "A8" not in room  # across a blimp
    assert "A6" not in room  # across another
    assert "A14" not in room  # across a lake
    assert set(at(4, bids=["blue short-2 F1"]).view().auction.room) == {"F2", "F4", "A12", "M14"}


@pytest.mark.clause("SR-4")
@pytest.mark.parametrize(("players", "bridges"), [(2, 5), (3, 8), (4, 12)])
def test_bridges_join_the_islands_on_the_map(players, bridges):
    rows = at(players).view().bridges
    assert len(rows) == bridges
    pairs = {(row.a, row.b) for row in rows}
    assert {("F1", "A12"), ("F2", "A14"), ("F2", "C12"), ("F3", "C14"), ("A11", "C7")} <= pairs
    assert (("C11", "H8") in pairs) == (players == 4)
    match = at(players, bids=["red short-2 F2"], to_act=PLAYERS[players][1])
    assert {"A14", "C12"} <= set(match.view().auction.room)


@pytest.mark.clause("SR-5")
def test_a_neighbourhood_has_a_colour_and_room_for_one_bid_or_structure():
    match = at(4, structures={"F1": "teal short-2"}, bids=["blue short-2 F2"])
    spots = match.view().neighbourhoods
    assert [spots[name].colour for name in ("F1", "F2", "F3", "F4")] == [
        "yellow", "green", "white", "brown",
    ]  # fmt: skip
    assert Counter(row.colour for row in spots.values()) == {
        "yellow": 15, "green": 15, "white": 15, "brown": 15,
    }  # fmt: skip
    assert str(match.why_not("bid tall-1 F1")).startswith("There is already a structure on F1 (Forum)")
    assert str(match.why_not("bid tall-1 F2")).startswith("There is already a bid on F2 (Forum)")


@pytest.mark.clause("SR-6")
@pytest.mark.parametrize(
    ("players", "colour", "letter", "wild", "commissions"),
    [(2, 5, 2, 2, 2), (3, 7, 4, 1, 1), (4, 10, 4, 2, 2)],
)
def test_each_neighbourhood_gets_one_disc_and_the_bag_is_empty(players, colour, letter, wild, commissions):
    view = new(players, 5).view()
    assert all(row.disc is not None for row in view.neighbourhoods.values())
    assert view.discs_left == {
        **dict.fromkeys(("yellow", "green", "white", "brown"), colour),
        "wild": wild,
        "commissions": commissions,
        **dict.fromkeys("ABCD", letter),
    }
    other = new(players, 6).view().neighbourhoods
    assert [row.disc for row in other.values()] != [row.disc for row in view.neighbourhoods.values()]


@pytest.mark.clause("SR-7", "SR-8", "SR-14")
@pytest.mark.parametrize(("players", "cards"), [(2, 5), (3, 3), (4, 3)])
def test_wonder_cards_and_objectives_are_dealt_and_only_their_owners_see_them(players, cards):
    match = new(players, 2)
    hands = [match.view(k).seats[k].hand or () for k in range(players)]
    assert [len(hand) for hand in hands] == [cards] * players
    assert len({card for hand in hands for card in hand}) == cards * players
    goals = [goal.id for k in range(players) if (goal := match.view(k).seats[k].objective)]
    assert len(goals) == players
    assert len(set(goals)) == players
    for viewer in range(-1, players):
        for other, row in enumerate(match.view(viewer).seats):
            assert (row.hand is not None) == (other == viewer)
            assert (row.objective is not None) == (other == viewer)
            assert row.hand_count == cards
    assert all(row.tile is None for _, row in match.view(0).patrons.items())
    numbers = [[one.number for one in row.structures] for row in match.view().seats]
    assert all(number is not None for row in numbers for number in row[:12])


@pytest.mark.clause("SR-9")
def test_two_panoramas_are_drawn_or_chosen():
    seen = {tuple(row.id for row in new(3, seed).view().panoramas) for seed in range(60)}
    assert len(seen) == 10
    match = new(3, panoramas="chains lakes")
    assert {row.id for row in match.view().panoramas} == {"lakes", "chains"}
    with pytest.raises(rooftop.OptionError, match="must be random or 2 different ones of blimps"):
        new(3, panoramas="lakes lakes")


@pytest.mark.clause("SR-10")
def test_the_patron_tiles_are_shuffled():
    orders = {tuple(new(3, seed).position.state["tile"].tolist()) for seed in range(200)}
    assert len(orders) == 24
    assert new(3).view().tile_values == (2, 3, 4, 5)


@pytest.mark.clause("SR-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_small_key_is_for_three_and_four_players(players):
    keys = new(players).view().keys
    assert (keys.large.value, keys.large.seat) == (10, None)
    assert (keys.small is not None) == (players > 2)


@pytest.mark.clause("SR-12")
@pytest.mark.parametrize(("players", "wonders"), [(2, 2), (3, 1), (4, 1)])
def test_everyone_has_twelve_buildings_seven_of_them_ready_and_wonders_that_wait(players, wonders):
    match = new(players)
    seen = set()
    for row in match.view().seats:
        buildings = [one for one in row.structures if one.number is not None]
        assert Counter(one.height for one in buildings) == {"short": 4, "medium": 5, "tall": 3}
        ready = Counter(one.height for one in buildings if one.state == "ready")
        assert ready == {"short": 2, "medium": 4, "tall": 1}
        assert all(one.era == 2 for one in row.structures if one.state == "locked")
        assert sum(one.number is None for one in row.structures) == wonders
        numbers = [one.number or 0 for one in buildings]
        assert numbers == sorted(numbers)
        seen |= {one.number for one in buildings}
    assert len(seen) == 12 * players
    red = {one.number for one in seat(match, "red").structures}
    assert {24, 72} <= red


@pytest.mark.clause("SR-13")
def test_a_random_player_starts():
    assert {new(4, seed).to_act for seed in range(40)} == {0, 1, 2, 3}
    assert all(move.startswith("bid") for move in notations(new(4)))


@pytest.mark.clause("SR-15")
def test_sets_of_numbers_may_be_dealt():
    own, sets = new(4).view(), set()
    for seed in range(60):
        match = new(4, seed, numbers="dealt")
        firsts = tuple(row.structures[0].number or 0 for row in match.view().seats)
        assert sorted(firsts) == [11, 12, 13, 14]
        sets.add(firsts)
    assert len(sets) > 15
    assert [row.structures[0].number for row in own.seats] == [11, 14, 13, 12]
    two = {tuple(r.structures[0].number for r in new(2, k, numbers="dealt").view().seats) for k in range(80)}
    assert len(two) == 12
    with pytest.raises(rooftop.OptionError, match="must be own or dealt"):
        new(3, numbers="mine")
