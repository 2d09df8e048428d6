from rooftop.titles.new_york_1901 import TITLE
from tests.editions import EditionContract


class TestEditionKeys(EditionContract):
    title = TITLE
