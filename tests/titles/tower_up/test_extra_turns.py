"""TU-40..45: star columns and extra turns."""

import pytest

from tests.titles.tower_up.tables import (
    NO_FLOORS,
    at,
    edition,
    machines,
    notations,
    play,
    said,
    seat,
    view_of,
)

MARKET = ["E06", "A04", "B03"]  # 2 black + 2 white; any + 2 black machines; white + brown + grey machine


def table(track, **position):
    base = {"market": MARKET, "buildings": {"T9": "grey: -"}, "stock": {"blue": NO_FLOORS}}
    return at(**(base | {"track": {"blue": track}} | position))


@pytest.mark.clause("TU-40")
def test_an_extra_turn_needs_all_four_machines():
    match = table({"white": 2, "grey": 2, "brown": 1, "black": 1})
    play(match, "card 2", "floor white")
    assert match.to_act == 1


@pytest.mark.clause("TU-40", "TU-41")
def test_machines_moved_by_a_card_can_earn_an_extra_turn():
    match = table({"white": 2, "grey": 3, "brown": 2, "black": 1})
    play(match, "card 2")
    assert view_of(match).extra_turn_earned
    play(match, "floor white")
    assert match.to_act == 0
    assert view_of(match).extra_turn
    assert "Blue gets an extra turn." in said(match)


@pytest.mark.clause("TU-41")
def test_reaching_the_star_column_is_enough():
    match = table({"white": 2, "grey": 1, "brown": 2, "black": 2})
    play(match, "card 3")
    assert seat(match, "blue").track.grey == 2
    assert view_of(match).extra_turn


@pytest.mark.clause("TU-40")
def test_each_star_column_gives_an_extra_turn_once():
    match = table({"white": 2, "grey": 2, "brown": 2, "black": 2})
    assert seat(match, "blue").stars == 1
    play(match, "card 2", "floor white")
    assert match.to_act == 1


@pytest.mark.clause("TU-40")
@pytest.mark.parametrize("star", [2, 4, 6, 8])
def test_the_star_columns_are_two_four_six_and_eight(star):
    match = table({"white": 12, "grey": star - 1, "brown": 12, "black": 12})
    play(match, "card 3")
    assert view_of(match).extra_turn
    match = table({"white": 12, "grey": star, "brown": 12, "black": 12})
    play(match, "card 3")
    assert match.to_act == 1


@pytest.mark.clause("TU-42")
def test_two_star_columns_in_one_move_give_one_extra_turn():
    match = table(
        {"white": 9, "grey": 1, "brown": 9, "black": 9},
        buildings={"T9": "grey: - -", "R5": "brown: -"},
        stock={"blue": {"grey": 2, "black": 2, "white": 2}},
    )
    play(match, "build T8 black", "roof T9")  # grey from 1 to 4, over 2 and 4
    assert seat(match, "blue").stars == 2
    assert view_of(match).extra_turn
    play(match, "card 3")  # grey to 5
    assert match.to_act == 1


@pytest.mark.clause("TU-43")
def test_an_extra_turn_is_a_full_turn_and_can_earn_another():
    match = table(
        {"white": 9, "grey": 1, "brown": 9, "black": 9},
        buildings={"T9": "grey: -"},
        stock={"blue": {"grey": 2, "black": 2, "white": 2}},
    )
    play(match, "card 3")  # grey to 2
    assert view_of(match).extra_turn
    assert {"card 1", "card 2", "card 3", "end"} < notations(match)
    play(match, "build T8 black", "roof T9")  # grey by 2 to 4
    assert match.to_act == 0
    assert view_of(match).extra_turn
    play(match, "card 1")
    assert match.to_act == 1


@pytest.mark.clause("TU-44")
def test_a_declined_extra_turn_is_lost():
    match = table({"white": 2, "grey": 1, "brown": 2, "black": 2})
    play(match, "card 3")
    play(match, "end")
    assert match.to_act == 1
    assert said(match) == ["Blue declines the extra turn."]
    assert not view_of(match).extra_turn
    assert "end" not in notations(match)


@pytest.mark.clause("TU-44", "TU-59")
def test_declining_an_extra_turn_ends_it_even_when_turns_are_held():
    match = table({"white": 2, "grey": 1, "brown": 2, "black": 2}, options={"hold": True})
    play(match, "card 3", "end")
    assert match.to_act == 0
    assert view_of(match).extra_turn
    play(match, "end")
    assert match.to_act == 1


@pytest.mark.clause("TU-45")
def test_a_turn_earns_at_most_one_extra_turn():
    """The grey machine completes the first star column, then the black one completes the second."""
    two_machines = edition(
        'floors = ["any"]\nmachines = ["black", "black"]',
        'floors = ["any"]\nmachines = ["grey", "grey", "grey", "black", "black"]',
    )
    match = table({"white": 4, "grey": 1, "brown": 4, "black": 2}, edition=two_machines)
    play(match, "card 2", "floor white")
    assert machines(match, "blue") == {"white": 4, "grey": 4, "brown": 4, "black": 4}
    assert seat(match, "blue").stars == 2
    assert view_of(match).extra_turn
    play(match, "card 1")
    assert match.to_act == 1
