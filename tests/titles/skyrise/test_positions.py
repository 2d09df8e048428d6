from rooftop.titles.skyrise import TITLE
from tests.arranging import ArrangingContract


class TestArranging(ArrangingContract):
    title = TITLE
