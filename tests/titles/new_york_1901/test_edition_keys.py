"""Every key of the edition is used, rejected or a note."""

from typing import Any, ClassVar

from rooftop.game.title import OptionValue
from rooftop.testing.editions import EditionContract, Path, written_path
from tests.titles.new_york_1901.tables import TITLE


class TestEditionKeys(EditionContract):
    title = TITLE
    games = 160
    options: ClassVar[tuple[dict[str, OptionValue], ...]] = ({}, {"expert": True}, {"challenge": "baron"})
    real = (
        "rulings.demolished_must_touch",
        "rulings.board_edge_is_street",
        "rulings.printed_building_is_street",
        "tiles.mirror",
    )
    # Land Grab is rarely played with the last face-down card, few positions are just before the end, and
    # hardly any game has twenty rounds without a new skyscraper.
    far: ClassVar[dict[str, list[int]]] = {
        "action[2].needs_future_min": [60],
        "end.warn_at_unbuilt": [18],
        "rulings.stalemate_rounds": [6],
    }

    def others(self, path: Path, value: Any) -> list[Any]:
        return self.far.get(written_path(path), []) + super().others(path, value)
