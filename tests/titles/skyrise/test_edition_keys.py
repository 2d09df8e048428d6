from rooftop.titles.skyrise import TITLE
from tests.editions import EditionContract


class TestEditionKeys(EditionContract):
    title = TITLE
