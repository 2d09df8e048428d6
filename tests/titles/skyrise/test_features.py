"""The observation for learners, number by number."""

import pytest

from rooftop.titles.skyrise import state as n
from tests.titles.skyrise.tables import at

SPOTS_AT = 0
SEATS_AT = n.SPOTS * n.PER_SPOT
PANORAMAS_AT = SEATS_AT + 4 * n.PER_SEAT
TILES_AT = PANORAMAS_AT + n.PANORAMAS
HAND_AT = TILES_AT + n.LETTERS
GENERAL_AT = HAND_AT + n.CARDS


@pytest.fixture
def match():
    return at(
        3,
        structures={"F1": "teal tall-1"},
        bids=["yellow short-2 F2"],
        discs={"F3": "wild", "F4": "D", "F2": "green"},
        boards={"red": {"white": 2, "A": 1}, "teal": {"commissions": 1}},
        objectives={"red": "brown"},
        panoramas=["windmills", "bridges"],
        hands={"red": ["hammer", "shard", "vault"]},
        tiles={"A": 5, "B": 4, "C": 3, "D": 2},
    )


def part(match, seat, start, count):
    return match.position.observe(seat).tolist()[start : start + count]


def test_the_parts_fill_the_row():
    assert GENERAL_AT + n.GENERAL == n.OBSERVATION


def spot(match, seat, number):
    return part(match, seat, number * n.PER_SPOT, n.PER_SPOT)


def test_a_neighbourhood_is_colour_disc_owner_height_and_whether_it_is_open(match):
    #     in play, colour, discs by kind, bids by seat, structures by seat, heights, wonder, open
    f1 = [1, 1, 0, 0, 0, *[0] * 10, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]
    assert spot(match, 0, 0) == f1
    f1_teal = [1, 1, 0, 0, 0, *[0] * 10, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0]
    assert spot(match, 1, 0) == f1_teal
    f2 = [1, 0, 1, 0, 0, 0, 1, *[0] * 8, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert spot(match, 0, 1) == f2
    f3 = [1, 0, 0, 1, 0, 0, 0, 0, 0, 1, *[0] * 5, *[0] * 8, 0, 0, 0, 0, 1]
    assert spot(match, 0, 2) == f3  # next to the bid on F2
    assert spot(match, 0, 3)[-1] == 0
    assert spot(match, 0, 32) == [0] * n.PER_SPOT  # Halcyon is not on this map


def test_seats_are_ordered_from_the_observer(match):
    pool = [0, 24, 31, 0, 54, 61, 72, 0, 93, 104, 0, 0, 0, 0]
    #      built  discs       patrons     com key  wonders      passed bidder points  objective
    red = [*pool, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0, *[0] * 20, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert part(match, 0, SEATS_AT, n.PER_SEAT) == red
    hidden = red.copy()
    hidden[-8:-4] = [0, 0, 0, 0]  # others do not know the objective
    assert part(match, 1, SEATS_AT + 2 * n.PER_SEAT, n.PER_SEAT) == hidden
    teal = part(match, 1, SEATS_AT, n.PER_SEAT)
    assert teal[14] == 1
    assert teal[23] == 1  # commissions
    assert teal[-3] == 1  # controls the centre
    yellow = part(match, 0, SEATS_AT + 2 * n.PER_SEAT, n.PER_SEAT)
    assert yellow[1] == 0  # 23 is a bid
    assert yellow[46] == 1  # the highest bidder
    assert part(match, 0, SEATS_AT + 3 * n.PER_SEAT, n.PER_SEAT) == [0] * n.PER_SEAT


def test_panoramas_tiles_hand_and_the_general_part(match):
    assert part(match, 0, PANORAMAS_AT, n.PANORAMAS) == [0, 1, 0, 1, 0]
    assert part(match, 0, TILES_AT, 4) == [5, 0, 0, 0]
    assert part(match, 1, TILES_AT, 4) == [0, 0, 0, 0]
    hand = part(match, 0, HAND_AT, 20)
    assert [k + 1 for k, there in enumerate(hand) if there] == [1, 15, 18]
    assert part(match, 0, GENERAL_AT, n.GENERAL) == [n.BID, 3, 1, 23, 4, 1, 1]
    assert part(match, 1, GENERAL_AT, n.GENERAL)[-1] == 0


def test_wonders_and_their_cards_are_seen():
    match = at(3, era=2, structures={"F1": "teal wonder-1"}, wonders={"teal": ["atelier"], "red": ["shard"]})
    assert spot(match, 0, 0)[-5:] == [0, 0, 1, 0, 0]  # the Atelier is tall
    cards = part(match, 1, SEATS_AT + 2 * n.PER_SEAT + 25, 20)
    assert cards[14] == 1
    match = at(3, era=2, structures={"F1": "teal wonder-1"}, wonders={"teal": ["palace"]})
    assert spot(match, 0, 0)[-5:] == [0, 0, 0, 1, 0]


def test_names_stand_where_the_numbers_are(match):
    names = match.game.observation_names()
    assert names[0] == "F1.in-play"
    assert names[n.PER_SPOT + 15] == "F2.bid.me"
    assert names[SEATS_AT] == "me.strength.short-1"
    assert names[SEATS_AT + n.PER_SEAT + 46] == "next.highest-bidder"
    assert names[PANORAMAS_AT + 1] == "panorama.windmills"
    assert names[TILES_AT] == "tile.A"
    assert names[HAND_AT] == "hand.hammer"
    assert names[GENERAL_AT] == "phase"
