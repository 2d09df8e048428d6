from rooftop.testing.arranging import ArrangingContract
from rooftop.titles.skytopia import TITLE


class TestArranging(ArrangingContract):
    title = TITLE
