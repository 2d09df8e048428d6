"""Drawings are cached by their arguments, separately for each canvas."""

import msgspec
import pytest

from rooftop.drawing.canvas import cached
from tests.drawing.kit import Canvas, canvas


class Seat(msgspec.Struct, frozen=True):
    name: str
    tokens: tuple[int, ...]


drawn: list[tuple[Seat, bool]] = []


@cached
def player(canvas: Canvas, seat: Seat, turn: bool = False) -> str:
    drawn.append((seat, turn))
    return f"<g>{seat.name}{seat.tokens}{turn}</g>"


@pytest.fixture(autouse=True)
def _forget():
    drawn.clear()


def test_equal_arguments_are_drawn_once():
    here = canvas()
    assert player(here, Seat("Anna", (1, 2))) == player(here, Seat("Anna", (1, 2)))
    assert len(drawn) == 1


def test_any_other_argument_is_drawn_again():
    here, anna = canvas(), Seat("Anna", (1, 2))
    pictures = {player(here, anna), player(here, anna, True), player(here, Seat("Anna", (1, 3)))}
    assert len(pictures) == len(drawn) == 3


def test_each_canvas_has_its_own_drawings():
    anna = Seat("Anna", ())
    player(canvas(), anna)
    player(canvas(), anna)
    assert len(drawn) == 2


def test_a_full_canvas_forgets_what_was_not_used_again(monkeypatch):
    monkeypatch.setattr("rooftop.drawing.canvas.MOST_DRAWINGS", 100)
    here, anna = canvas(), Seat("Anna", ())
    for number in range(1000):
        player(here, anna)
        player(here, Seat("", (number,)))
    assert len(here.drawings) == 100
    assert len(drawn) == 1001
    player(here, Seat("", (1,)))
    assert len(drawn) == 1002


def test_arguments_that_are_not_hashable_are_refused():
    with pytest.raises(TypeError, match="unhashable"):
        player(canvas(), Seat("Anna", [1]))  # type: ignore[arg-type]
