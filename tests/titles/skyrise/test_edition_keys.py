from rooftop.testing.editions import EditionContract
from rooftop.titles.skyrise import TITLE


class TestEditionKeys(EditionContract):
    title = TITLE
    real = (
        "wonder[1].may_start_any_time",
        "wonder[2].counts_itself",
        "rulings.hammer_ban_blocks_atelier",
    )
