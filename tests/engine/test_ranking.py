"""Final ranks: 1 for the highest score, equal for ties, and each rank is one more than the number of better
scores. Random members of sets."""

from hypothesis import given
from hypothesis import strategies as st

from rooftop.engine.interpreted import InterpretedRecords
from rooftop.engine.kernel import load
from rooftop.engine.record import Record, digest, i8, i16, record
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


@record
class Scored(SharedState):
    points = i16(4, 2)


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=2, max_size=4))
def test_points_alone_rank_seats_and_the_best_of_the_others_is_known(points):
    totals = [sum(row) for row in points]
    for compiled in (True, False):
        [ranking] = load(["rooftop.engine.ranking"], compiled)
        rows = Scored.array()
        rows["seats"] = len(points)
        rows["points"][0][: len(points)] = points
        s = rows[0] if compiled else InterpretedRecords(rows)[0]
        for seat in range(len(points)):
            assert ranking.best_other(s, seat) == max(totals[:seat] + totals[seat + 1 :])
        ranking.rank_by_points(s)
        assert rows["rank"][0][: len(points)].tolist() == [
            1 + sum(other > total for other in totals) for total in totals
        ]


@given(st.integers(1, 2**20 - 1), st.integers(1, 2**32))
def test_random_members_are_members_and_different(members, salt):
    [rng] = load(["rooftop.engine.rng"], compiled=False)
    rows = State.array()
    s = InterpretedRecords(rows)[0]
    rng.reseed(s, salt)
    one, all_of = rng.one_of(s, members), rng.some_of(s, members, members.bit_count())
    assert members >> one & 1
    assert all_of == members
    some = rng.some_of(s, members, members.bit_count() // 2)
    assert some & ~members == 0
    assert some.bit_count() == members.bit_count() // 2


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
