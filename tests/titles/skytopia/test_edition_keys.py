from rooftop.titles.skytopia import TITLE
from tests.editions import EditionContract


class TestEditionKeys(EditionContract):
    title = TITLE
