"""Each law is broken on purpose, and a run of checked games reports it with a game file."""

import pytest

import rooftop
from rooftop.core import simulation
from rooftop.core.engine import Engine
from rooftop.core.position import Game, game
from tests.titles.tower_up.tables import TITLE

AT = 20  # the ply at which something goes wrong


def lose_a_floor(s):
    s.tray[0] -= 1


def make_a_card(s):
    s.discard[s.discard_count] = 5
    s.discard_count += 1


def paint_a_building(s):
    """The building on F1 takes the colour of its neighbour F3, floors are moved to keep the count."""
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


def lose_points(s):
    for colour in range(4):
        if s.points[0, colour] > 0:
            s.points[0, colour] = 0
            s.track[0, colour] = 0


def never_end(s):
    s.ply = 30000


def end_without_places(s):
    s.to_act = -1


def leave_no_move(s):
    s.phase = 5  # RETURN_FLOOR, with an empty stock
    for colour in range(4):
        s.tray[colour] += s.stock[s.to_act, colour]
        s.stock[s.to_act, colour] = 0


BREAKS = [
    (lose_a_floor, "no floor is lost or made"),
    (make_a_card, "no card is lost or made"),
    (paint_a_building, "neighbouring buildings differ"),
    (raise_a_building, "one floor high and one more for every neighbour"),
    (hoard_floors, "no stock is over the limit"),
    (invent_points, "points are what tracks"),
    (lose_a_roof, "no roof is lost or made"),
    (forget_a_star, "star columns used"),
    (take_a_token_twice, "at most one token"),
    (forget_an_open_site, "sets and prices kept beside the city"),
    (lose_points, "nobody loses points"),
    (never_end, "no game is longer"),
    (end_without_places, "every seat has a place"),
    (leave_no_move, "there is always a legal action"),
]


@pytest.mark.parametrize(("damage", "law"), BREAKS, ids=[damage.__name__ for damage, _ in BREAKS])
def test_a_broken_law_is_reported_with_a_game_file(damage, law, tmp_path):
    sound = game(TITLE, 3, compiled=False)
    engine = Engine(TITLE, compiled=False)
    rule = engine.module.apply

    def damaged(s, t, action):
        rule(s, t, action)
        if s.ply >= AT and s.phase == 2:
            damage(s)

    engine.module.apply = damaged
    broken = Game(TITLE, sound.edition, 3, sound.options, engine, sound.board, sound.tables, sound.encoded)
    report = simulation.simulate(broken, 1, seed=4, check=True, findings=tmp_path)
    assert len(report.violations) == 1
    found = report.violations[0]
    assert law in found.text
    assert found.ply >= AT
    file = rooftop.core.gamefile.read(tmp_path / found.file)
    assert len(file.moves) == found.ply


def test_every_law_is_broken_here():
    broken = {law for _, law in BREAKS}
    for text in simulation.laws(game(TITLE, 3)).values():
        assert any(law in text for law in broken), text
