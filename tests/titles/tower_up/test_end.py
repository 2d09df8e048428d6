"""TU-46..54, TU-57, TU-60: how a game ends and who wins."""

from typing import Any

import pytest

from rooftop.game.preview import preview
from tests.titles.tower_up.tables import (
    NO_FLOORS,
    at,
    edition,
    floors,
    new,
    notations,
    play,
    said,
    seat,
    view_of,
)

MARKET = ["E06", "C09", "B03"]  # 2 black + 2 white; brown + white + black; white + brown + grey machine
LAST_ROOF: dict[str, Any] = {  # everyone has only one
    "edition": edition(roofs_per_player=1),
    "buildings": {"T9": "grey: -"},
    "stock": {"blue": {"grey": 1, "black": 1}},
    "market": MARKET,
}
FEW_FLOORS = edition(floors_per_colour=20)
FEW_FLOORS_IN_A_LARGE_STOCK = edition(floors_per_colour=20, stock_limit=100)
FEW_FLOORS_AND_ROOFS = edition(floors_per_colour=20, roofs_per_player=1)
NO_BLACK_LEFT = {"yellow": {"black": 10}, "green": {"black": 10}}


def shortage(**position):
    """The tray has no black floors; card 1 shows two of them."""
    base: dict[str, Any] = {
        "edition": FEW_FLOORS,
        "market": MARKET,
        "buildings": {"T9": "grey: -"},
        "stock": NO_BLACK_LEFT | {"blue": NO_FLOORS},
    }
    return at(**(base | position))


@pytest.mark.clause("TU-46")
def test_the_last_roof_triggers_the_end():
    match = at(**LAST_ROOF)
    play(match, "build T8 black", "roof T8")
    assert view_of(match).ending == "last-roof"
    assert "Blue has no roofs left: everyone else gets one more turn." in said(match)
    assert view_of(match).last_turns == 2


@pytest.mark.clause("TU-46")
def test_the_second_to_last_roof_does_not():
    match = at(**(LAST_ROOF | {"edition": edition(roofs_per_player=2)}))
    play(match, "build T8 black", "roof T8")
    assert view_of(match).ending is None


@pytest.mark.clause("TU-47")
def test_the_player_of_the_last_roof_plays_extra_turns_before_counting():
    match = at(**(LAST_ROOF | {"track": {"blue": {"white": 2, "grey": 2, "brown": 2, "black": 1}}}))
    play(match, "build T8 black", "roof T8")
    assert match.to_act == 0
    assert view_of(match).extra_turn
    assert seat(match, "blue").visible is None
    play(match, "end")
    assert seat(match, "blue").visible == 1
    assert match.to_act == 1


@pytest.mark.clause("TU-48")
def test_the_others_have_one_last_turn_each_and_count_right_after_it():
    match = at(**LAST_ROOF)
    play(match, "build T8 black", "roof T8")
    assert seat(match, "blue").visible == 1
    play(match, "card 1")
    assert seat(match, "yellow").visible == 0
    assert seat(match, "green").visible is None
    play(match, "card 2")
    assert match.over
    assert [row.visible for row in view_of(match).seats] == [1, 0, 0]


@pytest.mark.clause("TU-48")
def test_last_turns_can_earn_extra_turns():
    match = at(**(LAST_ROOF | {"track": {"yellow": {"white": 2, "grey": 1, "brown": 2, "black": 2}}}))
    play(match, "build T8 black", "roof T8", "card 3")
    assert match.to_act == 1
    assert view_of(match).extra_turn
    assert seat(match, "yellow").visible is None
    play(match, "card 1")
    assert seat(match, "yellow").visible == 0
    assert match.to_act == 2


@pytest.mark.clause("TU-48")
def test_a_roof_covered_after_the_count_still_counts_and_the_building_may_count_for_another_player():
    stock = {"blue": {"grey": 1, "black": 1}, "yellow": {"black": 1, "white": 1}}
    match = at(**(LAST_ROOF | {"stock": stock}))
    play(match, "build T8 black", "roof T8")
    play(match, "build T7 white", "roof T8")
    assert view_of(match).buildings["T8"].roofs == (0, 1)
    assert [seat(match, name).points.cone for name in ("blue", "yellow")] == [1, 1]


@pytest.mark.clause("TU-49")
@pytest.mark.parametrize(("visible", "worth"), [(0, 0), (1, 1), (3, 3), (7, 7), (8, 7)])
def test_the_cone_counts_visible_roofs_up_to_seven(visible, worth):
    tops = dict.fromkeys(("F2", "F3", "H4", "H8", "R9", "O1", "T2", "T6")[:visible], "white: blue")
    covered = {"O6": "white: blue -", "O9": "grey: -"}
    match = at(
        ending="shortage", last_turns=1, market=MARKET, buildings=tops | covered, stock={"blue": NO_FLOORS},
        objectives=["E", "G", "I"],
    )  # fmt: skip
    assert seat(match, "blue").points.cone == 0
    assert seat(match, "blue").if_ended.cone == worth
    play(match, "card 1")
    assert match.over
    assert seat(match, "blue").visible == visible
    assert seat(match, "blue").points.cone == worth
    assert seat(match, "blue").if_ended == seat(match, "blue").points


@pytest.mark.clause("TU-50")
def test_a_missing_colour_is_replaced_by_another_and_triggers_the_end():
    match = shortage()
    play(match, "card 1")
    assert view_of(match).ending == "shortage"
    assert view_of(match).free_floors == 2
    assert floors(match, "blue") == {"white": 2}
    assert notations(match) == {"floor white", "floor grey", "floor brown", "floor none"}
    assert match.prompt() == (
        "The tray lacks a colour on your card: take 2 floors of other colours, or decline."
    )
    play(match, "floor grey", "floor brown")
    assert floors(match, "blue") == {"white": 2, "grey": 1, "brown": 1}
    assert match.to_act == 1


@pytest.mark.clause("TU-50")
def test_every_replacement_may_be_declined():
    match = shortage()
    play(match, "card 1", "floor none")
    assert said(match) == ["Blue takes no replacement."]
    assert (view_of(match).free_floors, view_of(match).replacements) == (1, 1)
    assert notations(match) == {"floor white", "floor grey", "floor brown", "floor none"}
    one = play(match.clone(), "floor grey")
    assert floors(one, "blue") == {"white": 2, "grey": 1}
    play(match, "floor none")
    assert floors(match, "blue") == {"white": 2}
    for after in (one, match):
        assert after.to_act == 1
        assert view_of(after).ending == "shortage"
        assert view_of(after).last_turns == 3


@pytest.mark.clause("TU-50")
def test_a_floor_of_any_colour_cannot_be_declined():
    match = shortage(market=["D01", "C09", "B03"])
    play(match, "card 1")
    assert "floor none" not in notations(match)
    assert match.why_not("floor none") == "You can decline only a floor that the tray lacks."
    assert match.prompt() == "Choose 2 floors from the tray, one by one."
    assert shortage().why_not("floor none") == "You must take a card or build now."


@pytest.mark.clause("TU-22", "TU-50")
@pytest.mark.parametrize(
    ("moves", "stock"),
    [
        (("floor grey", "floor grey"), {"grey": 2}),
        (("floor grey", "floor none"), {"grey": 1}),
        (("floor none", "floor grey"), {"grey": 1}),
    ],
)
def test_only_the_replacement_can_be_declined_and_not_the_floor_of_any_colour(moves, stock):
    mixed = edition(
        'id = "D01"\nfloors = ["any", "any"]', 'id = "D01"\nfloors = ["black", "any"]', floors_per_colour=20
    )
    match = shortage(edition=mixed, market=["D01", "C09", "B03"])
    play(match, "card 1")
    assert (view_of(match).free_floors, view_of(match).replacements) == (2, 1)
    play(match, moves[0])
    assert ("floor none" in notations(match)) == (moves[0] != "floor none")
    play(match, moves[1])
    assert floors(match, "blue") == stock
    assert match.to_act == 1


@pytest.mark.clause("TU-50")
def test_a_card_gives_the_last_floors_of_a_colour_before_any_is_missing():
    match = shortage(stock={"blue": NO_FLOORS, "yellow": {"black": 10}, "green": {"black": 9}})
    play(match, "card 1")
    assert floors(match, "blue") == {"white": 2, "black": 1}
    assert view_of(match).free_floors == 1
    assert view_of(match).ending == "shortage"
    match = shortage(stock={"blue": NO_FLOORS, "yellow": {"black": 9}, "green": {"black": 9}})
    play(match, "card 1")
    assert floors(match, "blue") == {"white": 2, "black": 2}
    assert view_of(match).ending is None


@pytest.mark.clause("TU-51")
def test_a_floor_of_any_colour_is_no_shortage_while_the_tray_has_one():
    match = shortage(market=["D01", "C09", "B03"])
    play(match, "card 1", "floor white", "floor white")
    assert view_of(match).ending is None


@pytest.mark.clause("TU-51")
def test_a_player_loses_floors_that_an_empty_tray_lacks_and_triggers_the_end():
    everything = {"white": 20, "grey": 18, "brown": 20, "black": 20}
    match = shortage(
        edition=FEW_FLOORS_IN_A_LARGE_STOCK,
        market=["D01", "C09", "B03"],
        stock={"blue": NO_FLOORS, "yellow": NO_FLOORS, "green": everything},
    )
    play(match, "card 1")
    assert notations(match) == {"floor grey"}
    assert match.prompt() == "Choose 1 floor from the tray."
    play(match, "floor grey")
    assert floors(match, "blue") == {"grey": 1}
    assert "The tray is empty: Blue gets 1 floor fewer." in said(match)
    assert view_of(match).ending == "shortage"
    assert match.to_act == 1


@pytest.mark.clause("TU-50", "TU-51")
def test_the_prompt_asks_for_no_more_replacements_than_the_tray_has():
    match = shortage(
        edition=FEW_FLOORS_IN_A_LARGE_STOCK,
        stock={
            "blue": NO_FLOORS,
            "yellow": NO_FLOORS,
            "green": {"white": 18, "grey": 18, "brown": 20, "black": 20},
        },
    )
    chosen = [(price.sign, price.change) for price in preview(match, "card 1").prices]
    assert chosen == [("slab-white", 2), ("slab-any", 1)]
    play(match, "card 1")
    assert (view_of(match).free_floors, notations(match)) == (2, {"floor grey", "floor none"})
    assert match.prompt() == (
        "The tray lacks a colour on your card: take 1 floor of another colour, or decline."
    )


@pytest.mark.clause("TU-51")
def test_a_card_may_be_taken_when_the_tray_is_empty():
    everything = {"white": 20, "grey": 19, "brown": 20, "black": 20}
    match = shortage(
        edition=FEW_FLOORS_IN_A_LARGE_STOCK,
        stock={"blue": NO_FLOORS, "yellow": NO_FLOORS, "green": everything},
    )
    play(match, "card 1")
    assert floors(match, "blue") == {}
    assert "The tray is empty: Blue gets 4 floors fewer." in said(match)
    assert match.to_act == 1
    assert view_of(match).ending == "shortage"


@pytest.mark.clause("TU-51")
def test_returned_floors_can_be_taken_again():
    match = shortage(stock={"blue": {"black": 10}, "yellow": NO_FLOORS, "green": {"black": 10}})
    play(match, "card 3", "return black", "return black")
    assert view_of(match).tray.black == 2
    play(match, "card 1")
    assert floors(match, "yellow") == {"white": 2, "black": 2}
    assert view_of(match).ending is None


@pytest.mark.clause("TU-52")
def test_after_a_shortage_everyone_gets_a_last_turn_and_the_player_who_caused_it_plays_last():
    match = shortage()
    play(match, "card 1", "floor grey", "floor brown")
    assert "Floors have run out: everyone gets one more turn, Blue last." in match.log()
    assert view_of(match).last_turns == 3
    assert seat(match, "blue").visible is None
    order = []
    while not match.over:
        order.append(match.to_act)
        play(match, min(notations(match, "card")))
        while not match.over and (more := notations(match, "floor") or notations(match, "return")):
            play(match, min(more))
    assert order == [1, 2, 0]
    assert all(row.visible is not None for row in view_of(match).seats)


@pytest.mark.clause("TU-52")
def test_the_player_who_caused_a_shortage_still_gets_the_extra_turn():
    match = shortage(
        market=["A04", "C09", "E06"], track={"blue": {"white": 2, "grey": 2, "brown": 2, "black": 1}}
    )
    play(match, "card 1", "floor white")
    play(match, "card 2", "floor white")  # black is missing
    assert view_of(match).ending == "shortage"
    assert match.to_act == 1
    assert view_of(match).last_turns == 3


@pytest.mark.clause("TU-53")
def test_a_last_roof_after_a_shortage_changes_nothing():
    match = shortage(
        edition=FEW_FLOORS_AND_ROOFS,
        stock=NO_BLACK_LEFT | {"blue": {"grey": 1, "white": 1}},
        market=["E06", "C09", "A02"],
        track={"blue": {"white": 4, "grey": 2, "brown": 4, "black": 4}},
        ending="shortage",
        extra_turn=True,
    )
    play(match, "build T8 white", "roof T9")
    assert view_of(match).ending == "shortage"
    assert view_of(match).extra_turn
    play(match, "end")
    assert view_of(match).last_turns == 3
    assert seat(match, "blue").visible is None


@pytest.mark.clause("TU-53")
def test_a_shortage_after_a_last_roof_changes_nothing():
    match = shortage(
        edition=FEW_FLOORS_AND_ROOFS,
        stock=NO_BLACK_LEFT | {"blue": {"grey": 1, "white": 1}},
        track={"blue": {"white": 2, "grey": 1, "brown": 2, "black": 2}},
    )
    play(match, "build T8 white", "roof T9")
    assert view_of(match).ending == "last-roof"
    play(match, "card 1", "floor white", "floor white")
    assert view_of(match).ending == "last-roof"
    assert view_of(match).last_turns == 2
    assert seat(match, "blue").visible is not None


@pytest.mark.clause("TU-53")
def test_nothing_in_the_last_turns_adds_more_turns():
    match = shortage(
        edition=FEW_FLOORS_AND_ROOFS,
        buildings={"T9": "grey: -", "H1": "white: green"},
        ending="last-roof",
        last_turns=2,
    )
    play(match, "card 1", "floor white", "floor white")
    assert view_of(match).ending == "last-roof"
    assert view_of(match).last_turns == 1
    match = at(**(LAST_ROOF | {"ending": "shortage", "last_turns": 2}))
    play(match, "build T8 black", "roof T8")
    assert view_of(match).ending == "shortage"
    assert view_of(match).last_turns == 1


@pytest.mark.clause("TU-54")
def test_after_five_rounds_without_a_new_building_the_end_begins_as_after_a_shortage():
    match = at(turns_without_building=13, market=MARKET, stock=dict.fromkeys(("blue", "yellow"), NO_FLOORS))
    play(match, "card 1")
    assert view_of(match).turns_without_building == 14
    assert view_of(match).ending is None
    play(match, "card 2")
    assert view_of(match).ending == "stalemate"
    assert view_of(match).last_turns == 3
    assert match.to_act == 2
    told = "Nobody has built for a long time: everyone gets one more turn, Yellow last."
    assert told in match.log()


@pytest.mark.clause("TU-54")
def test_a_new_building_resets_the_count_and_extra_turns_do_not_count():
    match = at(**(LAST_ROOF | {"edition": None, "turns_without_building": 14}))
    play(match, "build T8 black", "roof T8")
    assert view_of(match).turns_without_building == 0
    match = at(
        turns_without_building=3,
        market=MARKET,
        stock={"blue": NO_FLOORS},
        track={"blue": {"white": 2, "grey": 1, "brown": 2, "black": 2}},
    )
    play(match, "card 3")
    assert view_of(match).extra_turn
    assert view_of(match).turns_without_building == 3
    play(match, "end")
    assert view_of(match).turns_without_building == 4


@pytest.mark.clause("TU-54")
def test_a_building_in_an_extra_turn_resets_the_count_too():
    match = at(
        turns_without_building=14,
        buildings={"T9": "grey: -"},
        market=MARKET,
        stock={"blue": {"grey": 1, "black": 1}},
        track={"blue": {"white": 2, "grey": 1, "brown": 2, "black": 2}},
    )
    play(match, "card 3", "build T8 black", "roof T8")
    assert match.to_act == 1
    assert view_of(match).turns_without_building == 0
    assert view_of(match).ending is None


def final(**position):
    base: dict[str, Any] = {
        "ending": "shortage",
        "last_turns": 1,
        "market": ["E01", "C01", "B01"],
        "to_act": "green",
    }
    return at(**(base | position))


@pytest.mark.clause("TU-57", "TU-60")
def test_the_player_with_the_most_points_wins():
    match = final(track={"blue": {"white": 3}, "yellow": {"grey": 5}, "green": {"black": 4}})
    play(match, "card 1")
    assert match.ranks == [3, 1, 2]
    assert [match.total(player) for player in range(3)] == [3, 5, 4]


@pytest.mark.clause("TU-57")
def test_ties_go_to_the_player_with_more_floors_in_stock():
    match = final(
        track={"blue": {"white": 5}, "yellow": {"grey": 5}},
        stock={"blue": {"white": 3}, "yellow": {"white": 2, "black": 2}, "green": NO_FLOORS},
    )
    play(match, "card 1")
    assert match.ranks == [2, 1, 3]
    assert said(match)[-3:] == [
        "A tie at 5 million: Blue has 3 floors in stock.",
        "A tie at 5 million: Yellow has 4 floors in stock.",
        "The game is over.",
    ]


@pytest.mark.clause("TU-57")
def test_players_with_equal_points_and_floors_share_a_rank():
    match = final(
        track={"blue": {"white": 5}, "yellow": {"grey": 5}},
        stock={"blue": {"white": 4}, "yellow": {"white": 2, "black": 2}, "green": NO_FLOORS},
    )
    play(match, "card 1")
    assert match.ranks == [1, 1, 3]


@pytest.mark.clause("TU-57")
def test_points_come_before_floors():
    match = final(
        track={"blue": {"white": 6}, "yellow": {"grey": 5}},
        stock={"blue": NO_FLOORS, "yellow": {"white": 10}, "green": NO_FLOORS},
    )
    play(match, "card 1")
    assert match.ranks[:2] == [1, 2]


def test_nothing_can_be_played_after_the_end():
    match = final()
    play(match, "card 1")
    assert match.moves() == []
    assert match.why_not("card 1") == "The game is over."
    with pytest.raises(Exception, match="the game is over"):
        match.play("card 1")


def test_a_new_game_has_no_ranks_yet():
    assert new().ranks == [0, 0, 0]


@pytest.mark.clause("TU-47", "TU-48")
def test_the_log_tells_the_count_after_the_last_turn_and_the_end():
    match = final(buildings={"F1": "grey: green"}, track={"blue": {"white": 2}})
    play(match, "card 1")
    assert said(match)[-2:] == ["Green counts 1 visible roof: 1 million.", "The game is over."]
