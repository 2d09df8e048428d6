"""Positions set up by hand can be played or are rejected with a message."""

from rooftop.testing.arranging import ArrangingContract
from rooftop.titles.skytopia import TITLE


class TestArranging(ArrangingContract):
    title = TITLE
