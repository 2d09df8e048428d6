"""Every clause of RULES.md has a test that names it, and tests name only existing clauses."""

from rooftop.testing.clauses import ClausesContract
from tests.titles.new_york_1901.tables import TITLE


class TestClauses(ClausesContract):
    title = TITLE
    prefix = "NY"
    more_than = 80
    rulings = (
        "demolished_must_touch", "board_edge_is_street", "printed_building_is_street",
        "shift_needs_future_cards", "stalemate_rounds",
    )  # fmt: skip
