"""Sentences of the log and of refusals, in both languages."""

import pytest

from rooftop.game.preview import preview
from rooftop.game.translation import bound
from tests.titles.skyrise.tables import at, play


def wonder_bid():
    """Teal leads with a building; red answers with the Shard."""
    match = at(3, era=2, bids=["teal short-1 F1"], wonders={"red": ["shard"]}, discs={"F2": "A"})
    return play(match, "bid wonder-1 F2")


@pytest.mark.clause("SR-25")
def test_a_wonder_is_placed_and_not_bid():
    assert wonder_bid().log()[0] == "Red places The Shard on F2 (Forum)."


@pytest.mark.clause("SR-25")
def test_polish_names_of_wonders_are_never_declined():
    told = wonder_bid().log(language="pl")
    assert told[0] == bound("Czerwony stawia cud Drzazga w dzielnicy F2 (Forum).", "pl")
    assert told[1] == "Cud kończy licytację."
    assert told[2] == bound("Czerwony wygrywa licytację i buduje w dzielnicy F2 (Forum): Drzazga.", "pl")
    assert told[-1] == "Czerwony: 2 prestiżu za cud Drzazga."


@pytest.mark.clause("SR-18")
def test_a_refused_start_says_where_auctions_start():
    match = at(3)
    assert match.why_not("bid tall-1 A1") == (
        "A1 (Aerie) is neither on the central island nor next to a structure;"
        " start an auction in one of those places."
    )
    refused = str(match.why_not("bid tall-1 A1", "pl"))
    assert bound("tylko w takich miejscach otwiera się licytację", "pl") in refused


@pytest.mark.clause("SR-21")
def test_a_refused_neighbourhood_names_the_latest_bid_without_nested_brackets():
    match = at(3, bids=["teal short-2 F1"])
    refused = match.why_not("bid tall-1 C1", "pl")
    assert refused == bound(
        "Dzielnica C1 (Cirrus) nie sąsiaduje z ostatnią ofertą w dzielnicy F1 (Forum);"
        " licytuj obok tej oferty.",
        "pl",
    )


@pytest.mark.clause("SR-32")
def test_polish_colours_agree_with_neighbourhoods_not_players():
    match = at(3, discs={"F1": "white"})
    lines = preview(match, "bid short-2 F1", "pl").lines
    assert bound("Każda twoja budowla w dzielnicach białych będzie warta 3.", "pl") in lines
