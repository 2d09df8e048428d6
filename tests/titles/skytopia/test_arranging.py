"""Positions set up by hand are refused in a sentence or can be played."""

from rooftop.testing.arranging import ArrangingContract
from rooftop.titles.skytopia import TITLE


class TestArranging(ArrangingContract):
    title = TITLE
