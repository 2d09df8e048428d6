"""The lesson can be played, and its sentences are true."""

from typing import cast

from rooftop.game.match import Match
from rooftop.game.title import Move, title
from rooftop.testing.lessons import Lessons
from tests.titles.new_york_1901.tables import NewYorkMatch


class TestLesson(Lessons):
    title = title("new-york-1901")

    def reached(self, name: str) -> NewYorkMatch:
        """The match at the beginning of a step, or at the end of the lesson."""
        steps = self.lesson.steps
        number = next(k for k, step in enumerate(steps) if step.id == name)
        asked = sum(bool(step.moves) for step in steps[:number])
        return cast(NewYorkMatch, self.lesson.match(self.title, number, next(self.ways())[:asked]))

    def after(self, match: NewYorkMatch, move: Move) -> NewYorkMatch:
        copy = cast(NewYorkMatch, Match.at(match.position.clone()))
        copy.play(move)
        return copy

    def test_the_first_skyscraper_gives_two_points_and_the_worker_back(self) -> None:
        before, after = (self.reached(name).view().seats[0] for name in ("turn-build", "turn-end"))
        assert (before.total, before.workers) == (0, 3)
        assert (after.total, after.workers) == (2, 4)

    def test_all_workers_stand_on_empty_lots_before_the_large_skyscraper(self) -> None:
        match = self.reached("scoring-size")
        assert match.view().seats[0].workers == 0
        assert not [move for move in match.moves() if move.notation.startswith("card")]

    def test_exactly_the_right_places_touch_both_streets(self) -> None:
        match = self.reached("scoring-streets")
        step = next(step for step in self.lesson.steps if step.id == "scoring-streets")
        for move in match.moves():
            after = self.after(match, move)
            row = next(row for row in after.view().skyscrapers if row.tile == "b6")
            assert step.is_right(move.notation) == ({"bw", "ce"} <= {*row.streets}), move.notation
            assert after.view().seats[0].total == 6
            assert after.view().seats[0].generation == "silver"

    def test_the_rebuild_covers_the_first_house_and_keeps_all_points(self) -> None:
        match = self.reached("scoring-replace")
        step = next(step for step in self.lesson.steps if step.id == "scoring-replace")
        for move in match.moves():
            after = self.after(match, move)
            house = [row for row in after.view().skyscrapers if (row.seat, row.tile) == (0, "start")]
            assert step.is_right(move.notation) == (not house), move.notation
            assert after.view().seats[0].total == 11

    def test_the_last_turn_breaks_the_tie_on_a_street_and_wins_by_a_point(self) -> None:
        last = self.reached("end-build").view()
        assert last.is_last_turn
        assert last.last_turns == 1
        assert last.streets[0].tally[:2] == (5, 5)
        over = self.reached("end-result")
        assert over.over
        assert [row.total for row in over.view().seats] == [56, 55, 55]
        assert over.view().seats[0].points.street_1 == over.view().seats[0].points.street_2 == 5
