from rooftop.titles.tower_up import TITLE
from tests.arranging import ArrangingContract


class TestArranging(ArrangingContract):
    title = TITLE
