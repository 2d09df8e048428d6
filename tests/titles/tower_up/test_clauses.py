"""Every clause of RULES.md has a test that names it, and no test names an unknown clause."""

from rooftop.testing.clauses import ClausesContract
from tests.titles.tower_up.tables import TITLE


class TestClauses(ClausesContract):
    title = TITLE
    prefix = "TU"
    more_than = 60
    rulings_table = "setup.rulings"
    rulings = ("stalemate_rounds",)
