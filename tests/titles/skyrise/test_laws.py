"""Each law is broken on purpose, and a run of checked games reports it with a game file."""

import pytest

from rooftop.game.position import new_game
from rooftop.testing.laws import assert_all_broken, assert_reported
from rooftop.titles.skyrise import state as n
from tests.titles.skyrise.tables import TITLE

AT = 12  # the ply at which something goes wrong


def lose_a_disc(s):
    for spot in range(n.SPOTS):
        if s.disc[spot] >= 0:
            s.disc[spot] = n.EMPTY
            return


def take_a_disc_from_a_free_neighbourhood(s):
    """Without the Vault. Seat 0 gets the disc, so that none is lost."""
    for spot in range(n.SPOTS):
        disc = s.disc[spot]
        if 0 <= disc < n.COLOURS and s.owner[spot] == n.EMPTY:
            s.disc[spot] = n.EMPTY
            if s.held[0, disc] < n.ROW:
                s.row[0, disc, s.held[0, disc]] = disc
            s.held[0, disc] += 1
            return


def turn_a_disc_over(s):
    """A disc lies in a row of another colour."""
    for seat in range(s.seats):
        for colour in range(n.COLOURS):
            if s.row[seat, colour, 0] == colour:
                s.row[seat, colour, 0] = (colour + 1) % n.COLOURS
                return


def lose_a_building(s):
    for structure in range(n.BUILDINGS):
        if s.pool[0] >> structure & 1:
            s.pool[0] &= ~(1 << structure)
            return


def deal_a_card_twice(s):
    s.hand[1] = s.hand[0]


def turn_a_tile(s):
    s.tile[0] = 9


def build_beside_the_map(s):
    """A disc lies on an island that is not on the map."""
    for spot in range(4, n.SPOTS):
        if s.adjacent[spot] == 0:
            s.disc[spot] = 0
            return


def bid_too_low(s):
    if s.bids > 0:
        s.strength -= 1


def act_out_of_turn(s):
    if s.phase == n.BID:
        s.passed |= 1 << s.to_act


def ask_who_cannot_bid(s):
    """Nobody has anything higher than this bid, but a seat is to act."""
    if s.phase == n.BID:
        spot = s.bid[s.bids - 1]
        for k in range(1, s.seats):
            seat = (s.bidder + k) % s.seats
            if not s.passed >> seat & 1:
                s.to_act = seat
                s.free &= ~s.adjacent[spot]
                return


def forget_an_auction(s):
    s.auctions -= 1


def begin_the_second_era_early(s):
    """Everything is unlocked though nobody has built all seven."""
    if s.era == 1 and s.phase != n.CHOOSE_WONDER:
        s.era = 2
        for seat in range(s.seats):
            s.pool[seat] |= 0b0001110010001001 | 1 << n.BUILDINGS
            cards = s.hand[seat]
            s.wonder[seat, 0] = (cards & -cards).bit_length() - 1
            s.hand[seat] = 0


def give_a_key(s):
    s.key[2] = n.SMALL_KEY


def invent_points(s):
    s.points[0, n.PATRONS] += 3


def forget_a_free_neighbourhood(s):
    s.free &= s.free - 1


def forget_who_controls(s):
    s.control[0] ^= 8


def lose_points(s):
    if s.era == 2:
        s.points[0, n.CONTROL_1] = 0
        s.points[1, n.CONTROL_1] = 0
        s.points[2, n.CONTROL_1] = 0


def never_end(s):
    s.ply = 30000


def end_without_ranks(s):
    s.to_act = -1


def leave_no_move(s):
    s.phase = n.CHOOSE_WONDER
    s.hand[s.to_act] = 0


BREAKS = [
    (lose_a_disc, "no disc is lost or added"),
    (turn_a_disc_over, "no disc is lost or added"),
    (take_a_disc_from_a_free_neighbourhood, "a disc stays on its neighbourhood until"),
    (lose_a_building, "no structure is lost or added"),
    (deal_a_card_twice, "no card is lost or added"),
    (turn_a_tile, "no card is lost or added"),
    (build_beside_the_map, "each neighbourhood of the map has at most one"),
    (bid_too_low, "every bid of an auction is higher"),
    (act_out_of_turn, "the seat to act has not passed"),
    (ask_who_cannot_bid, "the seat to act has not passed"),
    (forget_an_auction, "every auction builds one structure"),
    (begin_the_second_era_early, "the second era begins when"),
    (give_a_key, "keys go to the first players to finish"),
    (invent_points, "points are scored when they are due"),
    (forget_a_free_neighbourhood, "derived fields agree with the map"),
    (forget_who_controls, "derived fields agree with the map"),
    (lose_points, "nobody loses points"),
    (never_end, "no game is longer"),
    (end_without_ranks, "every seat has a rank"),
    (leave_no_move, "there is always a legal action"),
]


@pytest.mark.parametrize(("damage", "law"), BREAKS, ids=[damage.__name__ for damage, _ in BREAKS])
def test_a_broken_law_is_reported_with_a_game_file(damage, law, tmp_path):
    sound = new_game(TITLE, 3)
    assert_reported(sound, damage, lambda s: s.to_act >= 0, law, AT, tmp_path)


def test_every_law_is_broken_here():
    assert_all_broken(TITLE, (law for _, law in BREAKS))
