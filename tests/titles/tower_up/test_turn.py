"""TU-20..26: cards, free floors, the limit of ten, the market."""

import pytest

import rooftop
from tests.titles.tower_up.tables import (
    NO_FLOORS,
    at,
    edition,
    floors,
    machines,
    notations,
    play,
    said,
    seat,
    view_of,
)

MARKET = ["E06", "A04", "B03"]  # 2 black + 2 white; any + 2 black machines; white + brown + grey machine


def table(**position):
    return at(
        **({"market": MARKET, "buildings": {"T1": "white: -"}, "stock": {"blue": NO_FLOORS}} | position)
    )


@pytest.mark.clause("TU-20")
def test_a_turn_is_a_card_or_a_building_and_nothing_else():
    match = table(stock={"blue": {"white": 1, "black": 1}})
    assert notations(match) == {"card 1", "card 2", "card 3"} | {
        f"build {site} black" for site in ("F6", "F10", "T2", "T5")
    }
    assert match.why_not("end") == "You cannot pass."


@pytest.mark.clause("TU-20", "TU-35")
def test_after_a_building_the_turn_passes_on():
    match = table(stock={"blue": {"white": 2, "black": 2}})
    play(match, "build T2 black", "roof T2")
    assert match.to_act == 1


@pytest.mark.clause("TU-21")
def test_the_floors_of_a_card_come_from_the_tray_and_the_card_goes_to_the_discards():
    match = table()
    tray = view_of(match).tray
    play(match, "card 1")
    assert floors(match, "blue") == {"white": 2, "black": 2}
    assert view_of(match).discards == ("E06",)
    after = view_of(match).tray
    assert (tray.white - after.white, tray.black - after.black) == (2, 2)
    assert (tray.grey, tray.brown) == (after.grey, after.brown)


@pytest.mark.clause("TU-22")
def test_a_floor_of_any_colour_is_chosen_from_the_tray():
    match = table(
        edition=edition(floors_per_colour=20),
        stock={"blue": NO_FLOORS, "yellow": {"grey": 10}, "green": {"grey": 10}},
    )
    play(match, "card 2")
    assert match.to_act == 0
    assert notations(match) == {"floor white", "floor brown", "floor black"}
    assert match.why_not("floor grey") == "The tray has 0 grey floors."
    play(match, "floor brown")
    assert floors(match, "blue") == {"brown": 1}
    assert match.to_act == 1
    assert view_of(match).ending is None


@pytest.mark.clause("TU-22")
def test_two_floors_of_any_colour_are_two_choices():
    match = table(market=["D01", "E06", "B03"])
    play(match, "card 1")
    assert view_of(match).free_floors == 2
    play(match, "floor grey")
    assert view_of(match).free_floors == 1
    play(match, "floor grey")
    assert floors(match, "blue") == {"grey": 2}
    assert match.to_act == 1


@pytest.mark.clause("TU-23", "TU-37")
def test_every_machine_on_a_card_moves_one_column():
    match = table()
    play(match, "card 2")
    assert machines(match, "blue") == {"white": 0, "grey": 0, "brown": 0, "black": 2}
    assert seat(match, "blue").points.black == 2
    match = table()
    play(match, "card 3")
    assert machines(match, "blue") == {"white": 0, "grey": 1, "brown": 0, "black": 0}
    assert floors(match, "blue") == {"white": 1, "brown": 1}


@pytest.mark.clause("TU-24")
def test_a_player_who_can_do_nothing_else_must_take_a_card():
    match = table(
        edition=edition(roofs_per_player=1),
        buildings={"T1": "white: -", "H1": "grey: green", "R9": "grey: blue"},
        ending="last-roof",
        last_turns=2,
        stock={"blue": {"white": 5, "black": 4}},
    )
    assert notations(match) == {"card 1", "card 2", "card 3"}
    play(match, "card 1")
    while notations(match, "return"):
        play(match, max(notations(match, "return")))
    assert match.to_act == 1


@pytest.mark.clause("TU-25")
def test_the_market_is_filled_at_the_end_of_the_turn_from_the_top_of_the_pile():
    match = table()
    count = int(match.position.state["pile_count"])
    top = match.game.board.cards[match.position.state["pile"][count - 1]].id
    play(match, "card 2")
    assert view_of(match).market == ("E06", None, "B03")
    play(match, "floor white")
    assert view_of(match).market == ("E06", top, "B03")
    assert view_of(match).pile == count - 1


@pytest.mark.clause("TU-25", "TU-58")
def test_an_empty_pile_is_replaced_by_the_shuffled_discards():
    board = table().game.board
    rest = [card.id for card in board.cards if card.id not in MARKET]
    match = table(discards=rest)
    assert view_of(match).pile == 0
    play(match, "card 1")
    assert view_of(match).pile == 41
    assert view_of(match).discards == ()
    assert "The discards are shuffled into a new pile." in said(match)
    assert view_of(match).market[0] in {*rest, "E06"}
    orders = set()
    for seed in range(5):
        other = rooftop.new_game(match.title, 3).arranged(
            {"market": MARKET, "discards": rest, "buildings": {"T1": "white: -"}}, seed.to_bytes(32, "big")
        )
        other.apply(match.title.moves.parse(match.game.board, "card 1"))
        orders.add(tuple(other.state["pile"][:41]))
    assert len(orders) == 5


@pytest.mark.clause("TU-26")
def test_a_player_with_more_than_ten_floors_returns_floors_one_by_one():
    match = table(stock={"blue": {"white": 5, "grey": 4}})
    play(match, "card 1")
    assert match.to_act == 0
    assert view_of(match).phase == "return"
    assert notations(match) == {"return white", "return grey", "return black"}
    assert match.why_not("return brown") == "You have 0 brown floors."
    assert match.why_not("card 2") == "You have too many floors; return some first."
    tray = view_of(match).tray.grey
    play(match, "return grey", "return grey", "return black")
    assert floors(match, "blue") == {"white": 7, "grey": 2, "black": 1}
    assert view_of(match).tray.grey == tray + 2
    assert match.to_act == 1


@pytest.mark.clause("TU-26")
def test_ten_floors_may_be_kept():
    match = table(stock={"blue": {"white": 4, "grey": 2}})
    play(match, "card 1")
    assert sum(floors(match, "blue").values()) == 10
    assert match.to_act == 1


@pytest.mark.clause("TU-26", "TU-45")
def test_the_limit_applies_before_an_extra_turn_too():
    match = table(
        stock={"blue": {"white": 10}}, track={"blue": {"white": 2, "grey": 2, "brown": 2, "black": 1}}
    )
    play(match, "card 2", "floor grey")
    assert view_of(match).phase == "return"
    play(match, "return white")
    assert match.to_act == 0
    assert view_of(match).extra_turn
    assert sum(floors(match, "blue").values()) == 10


@pytest.mark.clause("TU-25", "TU-26")
@pytest.mark.parametrize("hold", [False, True])
def test_the_market_is_filled_before_floors_are_returned(hold):
    match = table(options={"hold": hold}, stock={"blue": {"white": 8}})
    count = int(match.position.state["pile_count"])
    top = match.game.board.cards[match.position.state["pile"][count - 1]].id
    play(match, "card 1")
    assert match.prompt() == "You have too many floors: return 2, one by one."
    assert view_of(match).market == (top, "A04", "B03")
    assert match.undoable == 0  # a card was turned over
    play(match, "return white")
    assert match.undoable == 1
    play(match, "return black")
    assert view_of(match).market == (top, "A04", "B03")
    assert view_of(match).pile == count - 1


@pytest.mark.clause("TU-26")
def test_the_market_is_filled_after_free_floors_are_chosen_and_before_floors_are_returned():
    match = table(stock={"blue": {"white": 10}})
    play(match, "card 2")
    assert view_of(match).market[1] is None
    assert match.undoable == 1
    play(match, "floor grey")
    assert None not in view_of(match).market
    assert view_of(match).phase == "return"
    assert match.undoable == 0


@pytest.mark.clause("TU-25", "TU-26")
def test_taking_a_card_can_be_undone_until_the_turn_ends_if_no_floors_are_returned():
    match = table(options={"hold": True}, stock={"blue": {"white": 6}})
    play(match, "card 1")
    assert view_of(match).market[0] is None
    assert match.undoable == 1


@pytest.mark.clause("TU-21", "TU-22", "TU-25", "TU-26")
def test_the_log_tells_a_card_step_by_step():
    match = table(stock={"blue": {"grey": 10}})
    play(match, "card 2")
    assert said(match) == [
        "Blue takes a card: 1 floor of any colour and 2 columns for the black machine.",
        "Blue: the black machine reaches column 2.",
    ]
    play(match, "floor brown")
    told = said(match)
    assert told[0] == "Blue takes 1 brown floor."
    assert told[1].startswith("New card in the market: ")
    assert len(told) == 2
    play(match, "return grey")
    assert said(match) == ["Blue returns 1 grey floor."]
