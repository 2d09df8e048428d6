from rooftop.titles.skyrise import TITLE
from tests.editions import EditionContract


class TestEditionKeys(EditionContract):
    title = TITLE
    real = (
        "wonder[1].may_start_any_time",
        "wonder[2].counts_itself",
        "rulings.hammer_ban_blocks_atelier",
    )
