from rooftop.testing.arranging import ArrangingContract
from rooftop.titles.new_york_1901 import TITLE


class TestArranging(ArrangingContract):
    title = TITLE
