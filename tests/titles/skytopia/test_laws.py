"""Each law is broken on purpose, and a run of checked games reports it with a game file."""

import pytest

from rooftop.engine import simulation
from rooftop.game.position import new_game
from rooftop.testing.laws import assert_all_broken, assert_reported
from rooftop.titles.skytopia import state as n
from tests.titles.skytopia.tables import TITLE

AT = 20  # the ply at which something goes wrong
SEQUENCE = (1, 6, 5, 4, 3, 2)


def at_work(s, seat):
    """The golems of a seat that are on the market."""
    return [k for k in range(n.GOLEMS) if s.golem_at[seat, k] != n.HOME]


def lose_a_card(s):
    s.deck_count[0] -= 1


def show_a_face_at_home(s):
    for k in range(n.GOLEMS):
        if s.golem_at[s.to_act, k] == n.HOME:
            s.golem_face[s.to_act, k] = 3


def show_a_face_twice(s):
    other = (s.to_act + 1) % s.seats
    k, j = at_work(s, s.to_act)[0], at_work(s, other)[0]
    s.golem_at[other, j] = s.golem_at[s.to_act, k]
    s.golem_face[other, j] = s.golem_face[s.to_act, k]


def stay_at_the_hammers(s):
    s.golem_face[s.to_act, at_work(s, s.to_act)[0]] = SEQUENCE[s.dial]


def owe_coins(s):
    s.coins[(s.to_act + 1) % s.seats] = -1


def leave_a_gap(s):
    """A card without golems goes to a tower, as if it had not been taken in this turn."""
    used = {s.golem_at[seat, k] for seat in range(s.seats) for k in range(n.GOLEMS)}
    slot = next(slot for slot in range(n.SLOTS) if slot not in used and s.market[slot] != n.EMPTY)
    colour = slot // n.ROWS
    s.tower[0, colour, s.height[0, colour]] = s.market[slot]
    s.height[0, colour] += 1
    s.market[slot] = n.EMPTY
    s.added = 0


def play_twice(s):
    s.turns[s.to_act] += 3


def count_coins_early(s):
    s.points[0, n.FROM_COINS] += 2


def wait_for_itself(s):
    s.depth = 2
    s.stack[0] = s.stack[1] = n.CITY


def forget_a_golem(s):
    s.home[0] += 1


def misplace_a_golem(s):
    s.stands[0, 1] ^= 1


def misread_a_crest(s):
    s.crested[0, 0] ^= 1


def lose_a_laboratory(s):
    s.laboratories[0] ^= 2


def overlook_a_gain(s):
    s.giving[0] ^= 1


def forget_the_ability(s):
    s.talent[0] = n.EMPTY


def turn_the_dial(s):
    """Without moving the golems' faces."""
    s.dial = (s.dial + 1) % n.FACES


def keep_the_marker(s):
    s.first = (s.first + 1) % s.seats


def mix_the_stacks(s):
    s.guild[0], s.guild[1] = s.guild[1], s.guild[0]
    for seat in range(s.seats):
        one, other = s.guild_points[seat, 0], s.guild_points[seat, 1]
        s.guild_points[seat, 0], s.guild_points[seat, 1] = other, one


def end_too_early(s):
    s.ending = n.LAST_BUT_ONE


def share_a_tile(s):
    s.tile[0] = s.tile[1]


def have_no_side(s):
    s.side[0] = n.EMPTY


def lose_points(s):
    for seat in range(s.seats):
        s.points[seat, n.FROM_CARDS] = 0


def never_end(s):
    s.ply = 30001


def end_without_places(s):
    s.to_act = -1


def leave_no_move(s):
    s.phase = n.TOWERS
    s.grown = 0


BREAKS = [
    (lose_a_card, "every card is in exactly one"),
    (show_a_face_at_home, "every golem is at home, or"),
    (show_a_face_twice, "no two golems on a card"),
    (stay_at_the_hammers, "a golem at the hammers"),
    (owe_coins, "coins are never negative"),
    (leave_a_gap, "a gap in the market"),
    (play_twice, "more than one turn ahead"),
    (count_coins_early, "are counted once, at the end"),
    (wait_for_itself, "belong to different cards"),
    *(
        (damage, "derived fields agree")
        for damage in (
            forget_a_golem,
            misplace_a_golem,
            misread_a_crest,
            lose_a_laboratory,
            overlook_a_gain,
            forget_the_ability,
        )
    ),
    (keep_the_marker, "dial and first-player marker"),
    (mix_the_stacks, "one guild master of each stack"),
    (end_too_early, "the end has begun if and only if"),
    (share_a_tile, "a different ability tile"),
    (have_no_side, "a different ability tile"),
    (lose_points, "nobody loses points"),
    (never_end, "no game is longer"),
    (end_without_places, "every seat has a rank"),
    (leave_no_move, "there is always a legal action"),
]


@pytest.mark.parametrize(("damage", "law"), BREAKS, ids=[damage.__name__ for damage, _ in BREAKS])
def test_a_broken_law_is_reported_with_a_game_file(damage, law, tmp_path):
    sound = new_game(TITLE, 3)
    assert_reported(sound, damage, lambda s: s.phase == n.ASSIGN and s.home[s.to_act] > 0, law, AT, tmp_path)


def test_every_law_is_broken_here():
    assert_all_broken(TITLE, (law for _, law in BREAKS))


def test_a_run_of_games_counts_the_turns_without_a_placement():
    report = simulation.simulate(new_game(TITLE, 2), 20, seed=1)
    assert report.rarities == {"unplaced": 0}
