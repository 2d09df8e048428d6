"""Every key of the edition is used by a rule or a picture, or rejected."""

from rooftop.errors import OptionError
from rooftop.game.edition import Edition
from rooftop.game.position import new_game
from rooftop.testing.editions import EditionContract
from tests.titles.tower_up.tables import TITLE


class TestEditionKeys(EditionContract):
    title = TITLE
    options = (
        {},
        {"compensation": True, "objectives": "D E F"},
        {"objectives": "G H I"},
        {"objectives": "A B J"},
    )

    def plays_otherwise(self, changed: Edition, games: int) -> bool:
        """Whether games differ, or the edition allows other numbers of starting floors."""
        return offered(changed) != offered(TITLE.edition()) or super().plays_otherwise(changed, games)


def offered(edition: Edition) -> list[list[int]]:
    """The allowed numbers of starting floors for each number of players."""
    return [
        [floors for floors in range(12) if may_agree(edition, players, floors)] for players in edition.players
    ]


def may_agree(edition: Edition, players: int, floors: int) -> bool:
    try:
        new_game(TITLE, players, {"starting_floors": floors}, edition)
    except OptionError:
        return False
    return True
