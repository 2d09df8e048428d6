"""Each law is broken on purpose, and a checked run reports it with a game file."""

import pytest

from rooftop.game.position import new_game
from rooftop.testing.laws import assert_all_broken, assert_reported
from tests.titles.new_york_1901.tables import TITLE

AT = 12  # the ply at which the law is broken


def lose_a_card(s):
    s.future_count -= 1


def lose_a_worker(s):
    s.workers[0] -= 1


def give_land_away(s):
    """A lot with a skyscraper changes hands; workers move to keep their count."""
    for lot in range(65):
        if s.owner[lot] == 0 and any(s.cover[square] >= 0 for square in lots()[lot]):
            s.owner[lot] = 1
            return


def lots():
    return [lot.squares for lot in new_game(TITLE, 3).board.lots]


def forget_a_tile(s):
    """A square is covered, but no tile is there."""
    for lot, squares in enumerate(lots()):
        if s.owner[lot] == -1:
            s.cover[squares[0]] = 3
            return


def build_a_legend_twice(s):
    s.placed[0, 19] = -2


def invent_points(s):
    s.points[0, 0] += 3


def leave_the_market_open(s):
    kind = s.market[0]
    s.market[0] = -1
    s.future[s.future_count] = kind
    s.future_count += 1


def end_without_a_cause(s):
    s.ending = 1


def end_late(s):
    s.quiet = 60


def count_last_turns_too_soon(s):
    s.last_turns = 1


def run_out_of_cards_with_many_left(s):
    s.ending, s.last_turns = 2, 2


def end_by_a_player_with_many_left(s):
    s.ending, s.last_turns, s.quiet = 1, 2, 0


def end_quietly_after_a_building(s):
    s.ending, s.last_turns, s.quiet = 3, 2, 5


def build_gold_too_soon(s):
    """A gold tile counts as built, with its points."""
    s.placed[0, 13], s.points[0, 2] = -2, 4
    s.unbuilt[0] -= 1
    s.reserve[0] &= ~(1 << 13)
    s.fitting[0] &= ~(1 << 13)
    for block in range(20):
        s.replacing[0, block] &= ~(1 << 13)


def forget_a_tally(s):
    s.on_street[0, 0] += 1


def forget_a_legend(s):
    s.reserve[0] &= ~(1 << 19)


def forget_a_block(s):
    s.blocks[0] &= s.blocks[0] - 1


def find_room_for_a_tile(s):
    s.fitting[0] ^= 1 << 18


def find_a_tile_to_replace(s):
    s.replacing[0, 0] ^= 1 << 18


def date_a_square_wrongly(s):
    """A square is under a tile of silver or an earlier generation, or not."""
    s.built[2, 0] ^= 1


def lose_points(s):
    """A tile returns to the reserve, and its points are taken away."""
    for tile in range(1, 19):
        if s.placed[0, tile] >= 0:
            square = next(k for k in range(150) if s.cover[k] == tile)
            source = 0 if tile < 7 else 1 if tile < 13 else 2
            if s.points[0, source] > 0 and square >= 0:
                s.points[0, source] = 0
                s.points[0, 7] = 0
                return


def never_end(s):
    s.ply = 30000


def end_without_ranks(s):
    s.to_act = -1


def leave_no_move(s):
    s.phase = 6  # BOOM_BUILD, with nothing to build
    s.fitting[s.to_act] = 0


BREAKS = [
    (lose_a_card, "as many cards in the markets as free lots"),
    (lose_a_worker, "each worker is in reserve or on an owned lot"),
    (give_land_away, "a skyscraper is on its owner's land"),
    (forget_a_tile, "each tile is unbuilt, on the board"),
    (build_a_legend_twice, "each legendary skyscraper is built at most once"),
    (invent_points, "points before the end come from all tiles ever built"),
    (leave_the_market_open, "the open market is full at the start of every turn"),
    (end_without_a_cause, "the end has begun if and only if it has a cause"),
    (end_late, "the end has begun if and only if it has a cause"),
    (count_last_turns_too_soon, "the end has begun if and only if it has a cause"),
    (run_out_of_cards_with_many_left, "the end has begun if and only if it has a cause"),
    (end_by_a_player_with_many_left, "the end has begun if and only if it has a cause"),
    (end_quietly_after_a_building, "the end has begun if and only if it has a cause"),
    (build_gold_too_soon, "nobody has built a generation without the points that unlock it"),
    (forget_a_tally, "derived sets and tallies agree with the board"),
    (forget_a_legend, "derived sets and tallies agree with the board"),
    (forget_a_block, "derived sets and tallies agree with the board"),
    (find_room_for_a_tile, "derived sets and tallies agree with the board"),
    (find_a_tile_to_replace, "derived sets and tallies agree with the board"),
    (date_a_square_wrongly, "derived sets and tallies agree with the board"),
    (lose_points, "nobody loses points"),
    (never_end, "no game is longer"),
    (end_without_ranks, "every seat has a rank"),
    (leave_no_move, "there is always a legal action"),
]


@pytest.mark.parametrize(("damage", "law"), BREAKS, ids=[damage.__name__ for damage, _ in BREAKS])
def test_a_broken_law_is_reported_with_a_game_file(damage, law, tmp_path):
    sound = new_game(TITLE, 3, {"challenge": "none"})
    checked = damage is not lose_points  # the law about points would notice it first
    assert_reported(sound, damage, lambda s: s.phase == 0 and s.grabbed == 0, law, AT, tmp_path, checked)


def test_every_law_is_covered():
    assert_all_broken(TITLE, (law for _, law in BREAKS))
