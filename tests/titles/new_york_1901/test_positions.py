from rooftop.titles.new_york_1901 import TITLE
from tests.arranging import ArrangingContract


class TestArranging(ArrangingContract):
    title = TITLE
