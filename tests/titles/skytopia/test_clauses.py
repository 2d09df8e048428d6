"""Every clause of RULES.md has a test that names it."""

import pytest

from rooftop.testing.clauses import ClausesContract
from tests.titles.skytopia.tables import TITLE


class TestClauses(ClausesContract):
    title = TITLE
    prefix = "ST"
    more_than = 80
    rulings_table = "rules.rulings"
    rulings = ("rotate_up_to",)

    def test_clauses_are_numbered_in_order_without_gaps(self):
        clauses = [f"ST-{number}" for number in range(1, 87)]
        assert self.clauses(self.english) == clauses

    @pytest.mark.parametrize("clause", ["ST-6", "ST-9", "ST-14", "ST-45", "ST-47", "ST-57", "ST-71", "ST-73"])
    def test_what_is_matched_or_comes_from_a_review_is_marked(self, clause):
        assert dict(self.marked(self.english, "Ruling"))[clause][0] > 0
