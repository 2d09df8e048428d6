"""Every clause of RULES.md has a test that names it, and no test names a clause that is not there."""

from tests.clauses import ClausesContract
from tests.titles.skyrise.tables import TITLE


class TestClauses(ClausesContract):
    title = TITLE
    prefix = "SR"
    more_than = 80
    rulings = (
        "initiative_is_card_number", "start_with_wonder", "wonder_start_wins_at_once", "hammer_answer",
        "hammer_ban_blocks_atelier", "hammer_ban_lifted_if_no_legal_start", "two_player_wonder_choice",
        "empty_island", "lakes_block_adjacency", "feature_scores_once", "chains_shape",
        "wonders_count_for_objectives", "kahn_needs_objective_met", "wild_on_full_colour", "seat_colours",
    )  # fmt: skip
