"""Every clause of RULES.md has a test that names it, and no test names a clause that is not there."""

from rooftop.testing.clauses import ClausesContract
from tests.titles.skyrise.tables import TITLE


class TestClauses(ClausesContract):
    title = TITLE
    prefix = "SR"
    more_than = 80
    rulings = ("hammer_ban_blocks_atelier",)
