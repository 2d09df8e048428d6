"""Final ranks: 1 for the highest score, equal for ties, and each rank is one more than the number of better
scores."""

from hypothesis import given
from hypothesis import strategies as st

from rooftop.engine.interpreted import InterpretedRecords
from rooftop.engine.kernel import load
from rooftop.engine.record import Record, digest, i8, record
from rooftop.engine.state import SharedState


@record
class State(SharedState):
    pass


@given(st.lists(st.integers(0, 2**31 - 1) | st.integers(0, 3), min_size=1, max_size=4))
def test_a_rank_is_one_more_than_the_seats_that_are_better(scores):
    expected = [1 + sum(other > score for other in scores) for score in scores]
    for compiled in (True, False):
        [ranking] = load(["rooftop.engine.ranking"], compiled)
        rows = State.array()
        rows["seats"] = len(scores)
        rows["final_score"][0][: len(scores)] = scores
        ranking.rank_seats(rows[0] if compiled else InterpretedRecords(rows)[0])
        assert rows["rank"][0][: len(scores)].tolist() == expected
        assert not rows["final_score"].any()


def test_a_renamed_field_keeps_its_hash():
    @record
    class Old(Record):
        place = i8(4)
        turn = i8()

    @record
    class New(Record):
        rank = i8(4, hashed_as="place")
        turn = i8()

    @record
    class Renamed(Record):
        rank = i8(4)
        turn = i8()

    old, new, renamed = Old.array(), New.array(), Renamed.array()
    old["place"] = new["rank"] = renamed["rank"] = (1, 2, 3, 4)
    assert digest(New, new) == digest(Old, old)
    assert digest(Renamed, renamed) != digest(Old, old)
