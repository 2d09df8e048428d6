"""Before the game: board, deal, secrets, options."""

from collections import Counter

import msgspec
import pytest

import rooftop
from rooftop.titles.new_york_1901.board import board
from rooftop.titles.new_york_1901.view import ByGeneration
from tests.titles.new_york_1901.tables import TITLE, at, challenge, market, new, play, seat, standing

BOARD = board(TITLE.edition(), 4)
DISTRICTS = ("red", "blue", "yellow", "green", "pink")


def square(name: str):
    return BOARD.squares[BOARD.square_number[name]]


@pytest.mark.clause("NY-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_0_begins_and_the_turn_goes_round(players):
    match = new(players, expert=True, hold=True)
    for number in range(2 * players):
        assert match.to_act == number % players
        play(match, "card 1")
        play(match, match.moves()[0].notation, "end")


@pytest.mark.clause("NY-2")
def test_connected_squares_form_sixteen_blocks_of_four_to_fourteen_squares():
    sizes = [len(block) for block in BOARD.ground.blocks]
    assert len(sizes) == 16
    assert sum(sizes) == 150
    assert (min(sizes), max(sizes)) == (4, 14)
    assert square("B2").block == square("E4").block != square("G3").block


@pytest.mark.clause("NY-3")
def test_there_are_65_lots_13_in_each_district_of_two_or_three_squares():
    kinds = Counter((lot.district, lot.size) for lot in BOARD.lots)
    assert kinds == {(district, size): {2: 9, 3: 4}[size] for district in range(5) for size in (2, 3)}
    assert len(BOARD.lots) == 65


@pytest.mark.clause("NY-4")
def test_a_side_on_a_street_or_park_counts_and_the_edge_and_printed_buildings_do_not():
    assert square("B2").frontage  # two unnamed streets
    assert square("B2").streets == ()
    assert square("E4").streets == ("bw", "ce")  # a corner of two named streets
    assert square("G3").frontage  # under City Hall Park, and on Broadway
    assert square("H3").frontage  # under City Hall Park only
    assert square("H3").streets == ()
    assert not square("C3").frontage  # in the middle of its block
    assert not square("R3").frontage  # at the edge of the board
    assert not square("H7").frontage  # under a printed building


@pytest.mark.clause("NY-5")
def test_everyone_starts_with_18_skyscrapers_four_workers_three_action_cards_and_no_points():
    for row in new(4).view().seats:
        left = [tile for tile, status in row.tiles.items() if status == "unbuilt"]
        assert Counter(tile[0] for tile in left) == {"b": 6, "s": 6, "g": 6}
        assert (row.unbuilt, row.workers, row.total) == (18, 4, 0)
        assert row.actions == ("boom", "shift", "grab")


@pytest.mark.clause("NY-6")
def test_four_legendary_skyscrapers_are_available():
    assert new().view().legendary == {"l1": None, "l2": None, "l3": None, "l4": None}
    facts = {tile.name["en"]: (tile.feet, tile.points) for tile in BOARD.tiles if tile.legendary}
    assert facts == {
        "Park Row": (391, 9), "Singer": (612, 10), "Metropolitan Life": (700, 12), "Woolworth": (792, 13),
    }  # fmt: skip


@pytest.mark.clause("NY-7")
def test_two_players_play_without_the_pink_district():
    for seed in range(12):
        view = new(2, seed=seed).view()
        assert not any(lot.startswith("P") for lot in view.lots)
        assert len(view.lots) == 52
        assert "schneider" not in {row.character for row in view.seats}
        kinds = [card.id for card in view.market if card] + list(view.future.kinds)
        assert not any(kind.startswith("pink") for kind in kinds)
    match = at(2, market=["red-2", "red-2", "blue-2", "blue-2"])
    play(match, "card 1")
    assert match.why_not("lot Pa") == "Lot Pa is not in this game: its district is left out."
    assert TITLE.moves.parts(match.game.board, TITLE.moves.parse(match.game.board, "lot Pa")) == ()


@pytest.mark.clause("NY-8")
def test_characters_are_dealt_at_random_and_differ():
    seen = set()
    for seed in range(40):
        characters = [row.character for row in new(3, seed=seed).view().seats]
        assert len(set(characters)) == 3
        seen.add(characters[0])
    assert seen == {"fletcher", "schneider", "kavanagh", "bellandi", "halvorsen"}


@pytest.mark.clause("NY-9")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_owns_a_start_lot_with_the_starting_property_on_it_and_no_worker(players):
    homes = {"fletcher": "Ba", "schneider": "Pa", "kavanagh": "Ra", "bellandi": "Ya", "halvorsen": "Ga"}
    match = new(players)
    for row in match.view().seats:
        assert row.character is not None
        assert row.lots == (homes[row.character],)
        assert row.tiles["start"] == "standing"
        assert standing(match, row.id).keys() == {"start"}
        assert not match.view().lots[row.lots[0]].worker
        assert row.total == 0


@pytest.mark.clause("NY-10", "NY-11", "NY-12")
@pytest.mark.parametrize(("players", "deck"), [(2, 50), (3, 62), (4, 61)])
def test_the_deck_has_50_62_or_61_cards_and_four_of_them_are_open(players, deck):
    view = new(players).view()
    assert view.future.count == deck - 4
    assert len([card for card in view.market if card]) == 4
    cards = Counter(view.future.kinds) + Counter(card.id for card in view.market if card)
    free = Counter(BOARD.kind_id(BOARD.kind(BOARD.lot_number[lot])) for lot, row in view.lots.items()
                   if row.owner is None)  # fmt: skip
    assert cards == free


@pytest.mark.clause("NY-11")
def test_decks_are_shuffled():
    markets = {tuple(market(new(seed=seed))) for seed in range(30)}
    assert len(markets) > 20


@pytest.mark.clause("NY-13")
def test_three_of_five_streets_are_in_play():
    seen: Counter[str] = Counter()
    for seed in range(100):
        streets = [street.code for street in new(seed=seed).view().streets]
        assert len(set(streets)) == 3
        seen.update(streets)
    assert set(seen) == {"bw", "nb", "ce", "pt", "wa"}
    assert all(40 <= count <= 80 for count in seen.values())
    chosen = new(streets="wa bw pt").view().streets
    assert {street.code for street in chosen} == {"bw", "pt", "wa"}


@pytest.mark.clause("NY-13")
@pytest.mark.parametrize("streets", ["bw", "bw bw nb", "bw nb xx", "bw nb ce pt", 3])
def test_invalid_streets_are_rejected_with_the_valid_codes(streets):
    with pytest.raises(rooftop.OptionError, match="must be random or 3 different codes of bw nb ce pt wa"):
        new(streets=streets)


@pytest.mark.clause("NY-14")
def test_one_challenge_is_drawn_or_chosen_or_none():
    drawn = Counter(challenge(new(seed=seed)).id for seed in range(100))
    assert set(drawn) == {"tycoon", "architect", "prestige", "baron", "king"}
    assert all(8 <= count <= 35 for count in drawn.values())
    for name in drawn:
        assert challenge(new(challenge=name)).id == name
    assert new(challenge="none").view().challenge is None
    with pytest.raises(rooftop.OptionError, match="option challenge: must be one of random, tycoon"):
        new(challenge="chess")


@pytest.mark.clause("NY-15")
def test_everyone_sees_the_same_and_can_count_the_future_market():
    match = new(seed=5)
    views = [msgspec.structs.replace(match.view(seat), seat=-1) for seat in (-1, 0, 1, 2)]
    assert all(view == views[0] for view in views)
    assert sum(views[0].future.kinds.values()) == views[0].future.count == 58


@pytest.mark.clause("NY-80", "NY-83")
@pytest.mark.parametrize(("players", "deck"), [(2, 52), (3, 65), (4, 65)])
def test_experts_start_from_nothing_and_need_10_and_25_points(players, deck):
    view = new(players, expert=True).view()
    assert view.skyscrapers == ()
    assert all(row.owner is None for row in view.lots.values())
    assert all(row.character is None for row in view.seats)
    assert "start" not in view.seats[0].tiles
    assert view.future.count + 4 == deck
    assert view.thresholds == ByGeneration(none=0, bronze=0, silver=10, gold=25)
    assert new(players).view().thresholds == ByGeneration(none=0, bronze=0, silver=6, gold=18)


@pytest.mark.parametrize("name", ["expert", "hold"])
def test_flags_must_be_true_or_false(name):
    with pytest.raises(rooftop.OptionError, match=f"option {name}: must be true or false, not 1"):
        new(**{name: 1})


@pytest.mark.clause("NY-5")
def test_the_reconstructed_tiles_match_what_is_known_of_the_printed_ones():
    own = [tile for tile in BOARD.tiles[1:] if not tile.legendary]
    assert {tile.squares for tile in own} == {2, 3, 4, 5, 6}
    assert (min(tile.points for tile in own), max(tile.points for tile in own)) == (2, 8)
    sums = {generation: sum(t.points for t in own if t.generation == generation) for generation in
            ("bronze", "silver", "gold")}  # fmt: skip
    assert sums["bronze"] >= 10
    assert sums["bronze"] + sums["silver"] >= 25
    assert sum(tile.icon == "hexagon" for tile in BOARD.tiles) >= 6
    more = {"bronze": 0, "silver": 1, "gold": 2}
    assert all(tile.points == tile.squares + more[tile.generation] for tile in own)


def test_every_state_is_at_most_four_kilobytes():
    assert TITLE.state.dtype.itemsize <= 4096


def test_seats_three_and_four_have_their_own_names_and_marks():
    match = new(4)
    assert match.names() == ["Blue", "Green", "Yellow", "Brown"]
    assert match.names("pl") == ["Niebieski", "Zielony", "Żółty", "Brązowy"]
    assert seat(match, "brown").id == "brown"
