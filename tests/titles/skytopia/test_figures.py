"""The captions of the figures in the rules match the positions shown."""

from rooftop.game.match import Match
from rooftop.game.title import title
from tests import figures
from tests.titles.skytopia.tables import view_of

TITLE = title("skytopia")


def shown(name: str, moves: int | None = None) -> Match:
    return figures.shown(TITLE, name, moves)


def test_figures_follow_the_same_clauses_in_both_languages():
    figures.assert_figures_stand_alike(TITLE)


def test_every_figure_can_be_drawn():
    figures.assert_figures_can_be_drawn(TITLE)


def test_face_3_finishes_next_round_for_10_coins_and_face_5_is_free():
    dial = view_of(shown("chronometer")).dial
    assert dial.hammers == 4
    assert {row.face: (row.rounds, row.price) for row in dial.faces} == {
        4: (0, None), 3: (1, 10), 2: (2, 6), 1: (3, 3), 6: (4, 1), 5: (5, 0),
    }  # fmt: skip


def test_nimbara_overtakes_on_bellows_house():
    match = shown("overtaking")
    slot = next(slot for slot in view_of(match).market if slot.slot == "red-2")
    assert slot.card == "R05"
    assert (slot.taker, slot.rounds) == (1, 1)
    assert sorted(golem.seat for golem in slot.golems) == [0, 1, 2]


def test_the_red_tower_works_from_the_bottom_up():
    before, now = view_of(shown("tower", 1)), view_of(shown("tower"))
    assert now.to_act == 1
    assert now.seats[1].towers.red == ("R02", "R05")
    assert before.effect.spot == "red-0"
    assert now.effect.spot == "red-1"
    assert now.climbing == "red"


def test_only_zephyr_opera_can_be_taken():
    match = shown("taking")
    assert view_of(match).effect.card == "P02"
    assert {move.notation for move in match.moves()} == {"build blue-1", "skip"}
    slots = {slot.slot: slot for slot in view_of(match).market}
    assert (slots["blue-1"].card, slots["blue-1"].rounds) == ("B06", 2)
    assert (slots["gold-1"].card, slots["gold-1"].rounds) == ("G12", 5)


def test_the_other_three_cards_of_the_row_can_be_activated():
    match = shown("row")
    assert view_of(match).effect.card == "P08"
    offered = {move.notation for move in match.moves()}
    assert offered <= {"activate market blue-2", "activate market gold-2", "activate market red-2", "skip"}
    assert {"activate market blue-2", "activate market gold-2", "skip"} <= offered


def test_nimbara_would_get_6_9_and_12():
    view = view_of(shown("guilds"))
    assert [(row.id, row.scores[1]) for row in view.guilds] == [
        ("architects", 6), ("merchants", 9), ("priests", 12),
    ]  # fmt: skip


def test_aurelle_will_take_piston_works():
    slot = view_of(shown("glance-market")).slot("red-1")
    assert [(golem.seat, golem.face) for golem in slot.golems] == [(0, 2), (1, 6)]
    assert slot.taker == 0


def test_the_gold_tower_has_three_cards():
    assert len(view_of(shown("glance-city")).seats[0].towers.gold) == 3
