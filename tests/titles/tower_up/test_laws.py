"""Every law is broken on purpose, and a checked simulation reports it with a game file."""

import pytest

from rooftop.game.position import new_game
from rooftop.testing.laws import assert_all_broken, assert_reported
from tests.titles.tower_up.tables import TITLE

AT = 20  # the ply at which something goes wrong


def lose_a_floor(s):
    s.tray[0] -= 1


def make_a_card(s):
    s.discard[s.discard_count] = 5
    s.discard_count += 1


def paint_a_building(s):
    """Give F1 and its neighbour F3 the same colour; the tray balances the floors."""
    for site in (9, 11):
        old = s.colour[site]
        if old >= 0:
            s.tray[old] += s.height[site]
        s.colour[site] = 0
        s.height[site] = max(s.height[site], 1)
        s.tray[0] -= s.height[site]


def raise_a_building(s):
    for site in range(47):
        if s.colour[site] >= 0:
            s.height[site] += 1
            s.tray[s.colour[site]] -= 1
            return


def hoard_floors(s):
    other = (s.to_act + 1) % s.seats
    s.stock[other, 1] += 11
    s.tray[1] -= 11


def invent_points(s):
    s.points[0, 4] += 3


def lose_a_roof(s):
    s.roofs_left[0] -= 1


def forget_a_star(s):
    s.stars[0] += 1


def take_a_token_twice(s):
    s.tokens_taken[0] += 1


def forget_an_open_site(s):
    s.open = 0


def empty_a_slot(s):
    s.discard[s.discard_count] = s.market[0]
    s.discard_count += 1
    s.market[0] = -1


def give_a_token(s):
    s.token[0, 0] = 7
    s.points[0, 5] = 7
    s.tokens_taken[0] = 1


def count_too_early(s):
    s.cone[0] = 0


def promise_a_floor(s):
    s.choices = 1


def play_again(s):
    s.in_extra = 1


def lose_points(s):
    for colour in range(4):
        if s.points[0, colour] > 0:
            s.points[0, colour] = 0
            s.track[0, colour] = 0


def never_end(s):
    s.ply = 30000


def end_without_ranks(s):
    s.to_act = -1


def leave_no_move(s):
    s.phase = 5  # RETURN_FLOOR, with an empty stock
    for colour in range(4):
        s.tray[colour] += s.stock[s.to_act, colour]
        s.stock[s.to_act, colour] = 0


BREAKS = [
    (lose_a_floor, "floors are conserved"),
    (make_a_card, "cards are conserved"),
    (paint_a_building, "neighbouring buildings differ"),
    (raise_a_building, "one floor, plus one for every neighbour"),
    (hoard_floors, "no stock is over the limit"),
    (invent_points, "points are the values of tracks"),
    (lose_a_roof, "roofs are conserved"),
    (forget_a_star, "the star columns used"),
    (take_a_token_twice, "at most one token"),
    (forget_an_open_site, "cached sets and prices"),
    (empty_a_slot, "the market is full"),
    (give_a_token, "players who have met an objective"),
    (count_too_early, "the end begins with its cause"),
    (promise_a_floor, "open choices"),
    (play_again, "an extra turn was earned"),
    (lose_points, "nobody loses points"),
    (never_end, "no game is longer"),
    (end_without_ranks, "every seat has a rank"),
    (leave_no_move, "there is always a legal action"),
]


@pytest.mark.parametrize(("damage", "law"), BREAKS, ids=[damage.__name__ for damage, _ in BREAKS])
def test_a_broken_law_is_reported_with_a_game_file(damage, law, tmp_path):
    sound = new_game(TITLE, 3)
    assert_reported(sound, damage, lambda s: s.phase == 2, law, AT, tmp_path)


def test_every_law_is_broken_here():
    assert_all_broken(TITLE, (law for _, law in BREAKS))
