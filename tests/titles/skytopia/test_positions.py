from rooftop.titles.skytopia import TITLE
from tests.arranging import ArrangingContract


class TestArranging(ArrangingContract):
    title = TITLE
