"""The head of a player's area: name and points never cover each other."""

import re
from xml.etree.ElementTree import Element

import pytest

from rooftop.drawing.layout import Box
from rooftop.drawing.players import Head, one_line, plain, player, points, two_lines
from rooftop.drawing.text_metrics import width
from rooftop.testing.pictures import SVG, ids_of, part, texts_of
from tests.drawing.kit import canvas, parsed

BOX = Box(100, 100, 190, 90)
LONG = "Maximiliana Wolkenkratzer"


def _drawn(
    head: Head, name: str = "Anna", total: int = 120, rank: int | None = None, turn: bool = False,
    above: bool = False, mark: str = "",
) -> Element:  # fmt: skip
    drawn = player(canvas(), 1, BOX, head, "Everything", name, total, rank, turn, above, mark)
    return parsed(drawn)


def _end_of_name(root: Element) -> float:
    """The right end of the first text."""
    written = next(element for element in root.iter(f"{SVG}text"))
    size = float(written.get("font-size", ""))
    return float(written.get("x", "")) + width(written.text or "", "strong", size)


@pytest.mark.parametrize("rank", [None, 1, 3])
def test_a_long_name_ends_before_the_points_and_the_medal(rank):
    head = one_line(BOX, 115, 14)
    root = _drawn(head, LONG, rank=rank)
    free = head.beside_points(120) if rank is None else head.mark(120)[0] - head.radius
    assert _end_of_name(root) <= free
    assert texts_of(root)[0].endswith("…") if rank else texts_of(root)[0] != LONG


def test_a_short_name_is_shown_in_full_at_its_size():
    assert texts_of(_drawn(one_line(BOX, 115, 14)))[:1] == ["Anna"]


@pytest.mark.parametrize("after_badge", [False, True])
def test_a_name_above_the_points_has_the_whole_line(after_badge):
    head = two_lines(BOX, 10.5, after_badge)
    assert head.room(120, marked=False) == BOX.width
    assert head.name[1] + head.size / 2 < head.points[1]


def test_a_medal_shows_the_rank_and_only_the_winner_has_a_frame():
    first, second = (_drawn(one_line(BOX, 115, 14), rank=rank) for rank in (1, 2))
    assert texts_of(part(first, "place-1")) == ["1"]
    assert texts_of(part(second, "place-1")) == ["2"]
    glow = canvas().palette.glow
    assert [element.get("stroke") for element in first.iter()].count(glow) == 1
    assert glow not in [element.get("stroke") for element in second.iter()]


@pytest.mark.parametrize("above", [False, True])
def test_the_player_to_act_has_a_frame_with_an_arrow_from_outside(above):
    root = _drawn(one_line(BOX, 115, 14), turn=True, above=above)
    arrow = part(root, "turn-mark")[1]
    found = re.match(r"M([\d.]+) ([\d.]+)[hl]", arrow.get("d", ""))
    assert found is not None
    assert float(found[2]) < BOX.y if above else float(found[1]) < BOX.x
    assert "turn-mark" not in ids_of(_drawn(one_line(BOX, 115, 14)))


def test_a_mark_of_the_title_stands_where_a_medal_would():
    root = _drawn(one_line(BOX, 115, 14), LONG, mark='<path id="extra-mark" d="M0 0"/>')
    assert "extra-mark" in ids_of(root)
    assert texts_of(root)[0].endswith("…")


def test_points_are_an_element_of_their_own():
    drawn = points(canvas(), 2, one_line(BOX, 115, 14), 33)
    assert drawn.startswith('<text id="seat-2-points"')
    assert texts_of(parsed(drawn)) == ["33"]


def test_a_plain_area_has_the_player_and_the_points():
    shown, score = plain(canvas("narrow"), 1, Box(4, 500, 80, 72), "Ann: 7 points", "Ann", 7, None, True)
    assert {"seat-1", "turn-mark"} <= set(ids_of(parsed(shown)))
    assert texts_of(parsed(score)) == ["7"]
