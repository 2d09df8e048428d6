"""The lesson of Skytopia can be played, and its sentences are true of the positions."""

from rooftop.game import title
from rooftop.game.match import Match
from rooftop.testing.lessons import Lessons
from tests.titles.skytopia.tables import seat, slot, view_of


class TestLesson(Lessons):
    title = title.title("skytopia")


def moment(name: str) -> Match:
    """The beginning of a step, after the first right answers."""
    contract = TestLesson()
    answers = next(contract.ways())
    for number, step in enumerate(contract.lesson.steps):
        if step.id == name:
            asked = sum(bool(before.moves) for before in contract.lesson.steps[:number])
            return contract.lesson.match(contract.title, number, answers[:asked])
    raise AssertionError(name)


def test_the_free_face_takes_five_rounds():
    faces = {row.face: (row.rounds, row.price) for row in view_of(moment("turn-assign")).dial.faces}
    assert faces[1] == (5, 0)
    assert seat(moment("turn-speed"), "yellow").coins == 12


def test_the_fast_golem_is_finished_in_the_next_turn():
    match = moment("turn-tower")
    assert seat(match, "yellow").towers.gold == ("G03", "G07")
    assert view_of(match).effect.spot == "gold-0"
    before, after = seat(match, "yellow"), seat(moment("turn-race"), "yellow")
    assert after.total - before.total == 1 + 1
    assert after.coins - before.coins == -1 + 2 + 4


def test_nimbara_can_be_overtaken():
    match = moment("turn-race")
    assert (slot(match, "blue-1").taker, slot(match, "blue-1").rounds) == (1, 3)
    match = moment("turn-rotate")
    assert [(golem.seat, golem.rounds) for golem in slot(match, "blue-2").golems] == [(1, 4), (0, 5)]
    match.play("rotate 1 2")
    assert slot(match, "blue-2").taker == 0


def test_only_one_card_of_the_market_has_the_heron():
    match = moment("scoring-crest")
    crests = {row.slot: match.game.board.card(row.card or "").crest for row in view_of(match).market}
    assert [name for name, crest in crests.items() if crest == "heron"] == ["gold-2"]


def test_the_learner_wins():
    match = moment("end-result")
    assert match.over
    assert match.ranks == [1, 2]


def test_it_takes_three_to_five_minutes():
    assert 3 <= TestLesson().lesson.minutes <= 5
