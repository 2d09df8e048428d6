"""The lesson can be played, and its sentences are true of the positions."""

from typing import cast

import pytest

from rooftop.game.lesson import lesson
from rooftop.game.match import Match
from rooftop.testing.lessons import Lessons
from rooftop.titles.skyrise.view import View
from tests.titles.skyrise.tables import TITLE


class TestLesson(Lessons):
    title = TITLE


def stages(step: str) -> tuple[View, View]:
    """The learner's view before and after the first right move of a step, and the moves of the others."""
    course = lesson(TITLE)
    assert course is not None
    number = [row.id for row in course.steps].index(step)
    answers = [row.moves[0] for row in course.steps[:number] if row.moves]
    match: Match = course.match(TITLE, number, answers)
    before = cast(View, match.view(0))
    for move in (course.steps[number].moves[0], *course.steps[number].others):
        match.play(move)
    return before, cast(View, match.view(0))


def test_turn_outbid_wins_the_place_and_its_white_disc():
    _, after = stages("turn-outbid")
    structure = after.neighbourhoods["F3"].structure
    assert structure is not None
    assert (structure.seat, structure.number, structure.bid) == (0, 54, False)
    assert after.seats[0].rows.white == ("white",)
    assert {row.number: row.state for row in after.seats[0].structures}[31] == "ready"
    assert (after.phase, after.to_act) == ("start", 0)


def test_turn_pass_leaves_only_104_above_94():
    before, after = stages("turn-pass")
    higher = [
        row.number for row in before.actor.structures if row.state == "ready" and (row.number or 0) > 94
    ]
    assert higher == [104]
    assert after.seats[1].built == 1


def test_scoring_rows_raises_yellow_from_4_to_6():
    before, after = stages("scoring-rows")
    assert (before.seats[0].row_value.yellow, after.seats[0].row_value.yellow) == (4, 6)
    assert (before.seats[0].standing.yellow, after.seats[0].standing.yellow) == (2, 3)


def test_scoring_objective_is_met_by_the_fourth_structure_on_white():
    before, after = stages("scoring-objective")
    goals = before.seats[0].objective, after.seats[0].objective
    assert [goal and (goal.progress, goal.met) for goal in goals] == [(3, False), (4, True)]


def test_scoring_islands_takes_aerie_by_medium_buildings():
    before, after = stages("scoring-islands")
    assert (before.control["aerie"].leaders, after.control["aerie"].leaders) == ((1,), (0,))
    assert [row.tall for row in after.control["aerie"].tally] == [1, 1, 0]


def test_scoring_panoramas_is_worth_8():
    before, after = stages("scoring-panoramas")
    assert sum(row.worth[0] for row in before.panoramas) == 0
    assert sum(row.worth[0] for row in after.panoramas) == 8


def test_scoring_wonder_scores_6_at_once():
    before, after = stages("scoring-wonder")
    assert (before.seats[0].total, after.seats[0].points.wonders) == (0, 6)


def test_end_last_brings_the_key_and_a_brown_row_worth_6():
    before, after = stages("end-last")
    assert (before.seats[0].left, after.seats[0].left, after.seats[0].key) == (1, 0, "large")
    assert after.seats[0].row_value.brown == 6


@pytest.mark.parametrize("step", ["scoring-rows", "scoring-objective", "scoring-panoramas"])
def test_any_medium_number_will_do(step):
    before, _ = stages(step)
    offered = {
        row.number for row in before.actor.structures if row.state == "ready" and row.height == "medium"
    }
    assert {61, 72, 93} <= offered
