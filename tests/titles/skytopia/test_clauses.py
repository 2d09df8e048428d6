"""Every clause of RULES.md has a test that names it."""

from rooftop.testing.clauses import ClausesContract
from tests.titles.skytopia.tables import TITLE


class TestClauses(ClausesContract):
    title = TITLE
    prefix = "ST"
    more_than = 80
    rulings_table = "rules.rulings"
    rulings = ("rotate_up_to",)

    def test_clauses_are_numbered_in_order_without_gaps_in_both_languages(self):
        clauses = [f"ST-{number}" for number in range(1, 87)]
        assert self.clauses(self.english) == self.clauses(self.polish) == clauses
