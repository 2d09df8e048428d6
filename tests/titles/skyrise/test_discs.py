"""Discs and where they go: SR-32 to SR-38."""

import pytest

from rooftop.titles.skyrise.view import ByColour
from tests.titles.skyrise.tables import at, bid, notations, play, said, seat


def take(disc: str, boards: dict[str, int] | None = None, **position):
    """Red has just won the disc on F1."""
    match = at(3, discs={"F1": disc}, boards={"red": boards or {}}, **position)
    return bid(match, "104 F1")


@pytest.mark.clause("SR-32")
@pytest.mark.parametrize(("held", "value"), [(0, 3), (1, 4), (2, 6), (3, 3)])
def test_a_disc_goes_into_its_row_and_changes_what_structures_there_are_worth(held, value):
    match = take("white", {"white": held})
    row = seat(match, "red")
    assert row.rows["white"] == ("white",) * (held + 1)
    assert row.row_value["white"] == value
    assert row.row_value["green"] == 2


@pytest.mark.clause("SR-33")
def test_the_fifth_disc_of_a_colour_goes_on_the_portrait():
    match = take("white", {"white": 4})
    row = seat(match, "red")
    assert len(row.rows["white"]) == 4
    assert row.row_value["white"] == 3
    assert row.excess == ByColour(yellow=0, green=0, white=1, brown=0)
    assert row.items == 1


@pytest.mark.clause("SR-34", "SR-35")
def test_a_patron_disc_lets_its_holder_look_under_the_tile():
    match = take("B", tiles={"A": 5, "B": 4, "C": 3, "D": 2})
    assert seat(match, "red").patrons["B"] == 1
    assert match.view(0).patrons["B"].tile == 4
    assert match.view(0).patrons["A"].tile is None
    assert match.view(1).patrons["B"].tile is match.view().patrons["B"].tile is None
    assert "Red may look under the tile of patron B: 4." in match.log(0)
    assert "Red may look under the tile of that patron." in match.log(1)
    assert not any(": 4." in line for line in match.log(1) + match.log())


@pytest.mark.clause("SR-35")
def test_the_second_disc_of_a_letter_reveals_nothing_new():
    match = take("B", {"B": 1})
    assert not any("look" in line for line in said(match))
    assert match.position.state["reveals"] == 0


@pytest.mark.clause("SR-36")
def test_a_wild_disc_gets_its_colour_at_once_and_keeps_it():
    match = take("wild", {"brown": 1})
    assert match.view().phase == "colour"
    assert match.to_act == 0
    assert notations(match) == {"colour yellow", "colour green", "colour white", "colour brown"}
    assert match.why_not("bid short-2 F2") == "First choose a colour for the wild disc."
    play(match, "colour brown")
    assert seat(match, "red").rows["brown"] == ("brown", "wild")
    assert "Red makes the wild disc brown." in said(match)
    assert match.view().phase == "start"


@pytest.mark.clause("SR-37")
def test_a_wild_disc_may_go_on_the_portrait_of_a_full_colour():
    match = play(take("wild", {"white": 4}), "colour white")
    assert seat(match, "red").excess["white"] == 1
    assert seat(match, "red").rows["white"] == ("white",) * 4
    assert "Red makes the wild disc white; it goes on the portrait." in said(match)


@pytest.mark.clause("SR-38")
def test_a_commissions_disc_goes_on_the_portrait():
    row = seat(take("commissions"), "red")
    assert row.commissions == row.items == 1


def test_the_colour_of_a_wild_disc_can_be_undone_until_the_next_bid():
    match = take("wild")
    play(match, "colour brown")
    assert match.undoable == 1
    match.undo()
    play(match, "colour green")
    assert seat(match, "red").rows["green"] == ("wild",)
    bid(match, "24 F2")
    assert match.undoable == 0
