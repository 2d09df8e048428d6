"""Positions set up by hand are refused in a sentence or can be played."""

from rooftop.titles.skytopia import TITLE
from tests.arranging import ArrangingContract


class TestArranging(ArrangingContract):
    title = TITLE
