"""Positions set up by hand are refused with a sentence where no game could have them."""

import pytest

from rooftop.core.errors import OptionError
from tests.titles.skyrise.tables import at


@pytest.mark.clause("SR-45")
@pytest.mark.parametrize(
    "position",
    [
        {"structures": {"A1": "red wonder-1"}},
        {"bids": ["red wonder-1 F1"]},
        {"pool": {"red": ["wonder-1"]}},
    ],
)
def test_there_are_no_wonders_in_the_first_era(position):
    with pytest.raises(OptionError, match="wonders join in the second era"):
        at(3, **position)


@pytest.mark.clause("SR-12")
@pytest.mark.parametrize(
    "position", [{"structures": {"A1": "red wonder-2"}}, {"pool": {"red": ["wonder-2"]}}]
)
def test_only_two_players_have_two_wonders_each(position):
    with pytest.raises(OptionError, match="one wonder only"):
        at(3, era=2, **position)
    at(2, era=2, **position)
