"""Every clause of RULES.md has a test that names it, and no test names an unknown clause."""

import pytest

from rooftop.testing.clauses import ClausesContract
from tests.titles.skyrise.tables import TITLE


class TestClauses(ClausesContract):
    title = TITLE
    prefix = "SR"
    more_than = 80
    rulings = ("hammer_ban_blocks_atelier",)

    @pytest.mark.parametrize("clause", ["SR-32", "SR-52", "SR-72", "SR-81", "SR-85"])
    def test_what_is_inferred_or_comes_from_a_review_is_marked(self, clause):
        assert dict(self.marked(self.english, "Ruling"))[clause][0] > 0
