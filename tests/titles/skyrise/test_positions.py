from rooftop.testing.arranging import ArrangingContract
from rooftop.titles.skyrise import TITLE


class TestArranging(ArrangingContract):
    title = TITLE
