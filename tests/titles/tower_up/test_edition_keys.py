from rooftop.titles.tower_up import TITLE
from tests.editions import EditionContract


class TestEditionKeys(EditionContract):
    title = TITLE
