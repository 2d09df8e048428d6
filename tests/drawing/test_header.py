"""The header: title, status, and below them the turn or the ending."""

import pytest

from rooftop.drawing import header
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import num
from rooftop.drawing.text_metrics import width
from rooftop.engine.state import NOBODY
from rooftop.testing.pictures import SVG, texts_of, title_of
from tests.drawing.kit import Canvas, canvas, parsed

SLIM = Box(10, 10, 274, 100)
PHONE = Box(4, 3, 352, 30)
LONG = "Anna takes a card where her golem has at most three rounds left, and pays four coins for it"


def _texts(drawn: str) -> list[tuple[float, float, float, str]]:
    """The left and right ends, baseline and words of every text."""
    found = []
    for element in parsed(drawn).iter(f"{SVG}text"):
        x, words, anchor = float(element.get("x", "")), element.text or "", element.get("text-anchor")
        wide = width(words, "strong", float(element.get("font-size", "")))
        left = x - wide if anchor == "end" else x - wide / 2 if anchor == "middle" else x
        found.append((left, left + wide, float(element.get("y", "")), words))
    return found


CANVASES = [canvas(), canvas(header=SLIM), canvas("narrow", header=PHONE)]


@pytest.mark.parametrize("here", CANVASES)
@pytest.mark.parametrize("words", ["Anna bids", LONG])
@pytest.mark.parametrize("seat", [1, NOBODY])
def test_the_status_stays_in_the_header(here: Canvas, words, seat):
    drawn, box = header.status(here, words, seat), here.layout.header
    assert title_of(parsed(drawn), "status") == words
    for left, right, low, _ in _texts(drawn):
        assert box.x <= left
        assert right <= box.right + 0.5
        assert box.y < low < box.bottom


@pytest.mark.parametrize("here", [canvas(), canvas("narrow", header=PHONE)])
def test_the_status_ends_before_or_starts_after_the_title(here: Canvas):
    title = parsed(header.table(here))
    ends = [float(element.get("x", "")) for element in title.iter(f"{SVG}text")]
    for left, right, _, _ in _texts(header.status(here, LONG, 0)):
        assert left > ends[0] if here.wide else right < ends[0]


def test_a_slim_header_has_two_lines_for_the_status():
    assert len(_texts(header.status(canvas(header=SLIM), LONG, 0))) == 3  # with the letter on the badge
    assert len(_texts(header.status(canvas(), LONG, 0))) == 2


def test_nobody_has_no_badge():
    assert [words for *_, words in _texts(header.status(canvas(), "Anna wins", NOBODY))] == ["Anna wins"]


@pytest.mark.parametrize("here", CANVASES)
def test_the_end_has_a_banner_instead_of_the_turn(here: Canvas):
    turn, end = header.turn(here, "Turn 7"), header.ending(here, "The game is over")
    assert turn.startswith('<g id="turn" data-part="status"')
    root = parsed(end)
    assert texts_of(root) == ["The game is over"]
    field = next(root.iter(f"{SVG}rect"))
    assert field.get("width") == num(header.banner_width(here, "The game is over"))
    assert here.layout.header.y < float(field.get("y", "")) < here.layout.header.bottom
