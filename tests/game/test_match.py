"""Invalid calls to a match raise one family of errors, with a sentence, and change nothing."""

import copy
import pickle
import random
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rooftop
from rooftop.bots import BOTS, bot, choose
from rooftop.game.match import Match
from rooftop.game.title import title_ids


def fresh(**options):
    return rooftop.new("tower-up", players=3, seed=7, **options)


def snapshot(match):
    return match.position.rows.tobytes(), match.record(), match.undoable, match.redoable


garbage = st.one_of(
    st.text(),
    st.integers(),
    st.floats(),
    st.none(),
    st.booleans(),
    st.binary(),
    st.lists(st.integers(), max_size=3),
    st.sampled_from(
        ["card 0", "card 4", "build T5", "build T5 pink", "roof", "roof Q9", "floor", "end now", ""]
    ),
)


@given(garbage)
def test_garbage_is_no_move(thing):
    match = fresh()
    before = snapshot(match)
    legal = {move.notation for move in match.moves()} | set(match.legal())
    if not isinstance(thing, list) and not (isinstance(thing, float) and thing != thing) and thing in legal:
        return
    with pytest.raises(rooftop.MoveError) as refused:
        match.play(thing)
    assert str(refused.value)
    assert snapshot(match) == before


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("card 9", "'card 9': unknown card '9'; expected one of 1, 2, 3"),
        ("build T99 black", "unknown site 'T99'; expected one of T1, T2"),
        ("build T5 pink", "unknown colour 'pink'; expected one of white, grey, brown, black"),
        ("hello", "'hello' is not a move; moves look like 'build T5 black', 'roof T5', 'card 1'"),
        ("roof T5", "'roof T5' is not legal now: You must take a card or build now"),
        (9999, "action must be from 0 to 263, not 9999"),
        (None, "None is not a move; use its notation, such as 'card 1'"),
    ],
)
def test_a_refused_move_says_what_would_be_right(move, sentence):
    with pytest.raises(rooftop.MoveError, match=sentence.replace("(", r"\(")):
        fresh().play(move)


def test_a_move_is_played_by_notation_in_any_case_by_number_and_by_itself():
    by_word, by_number, by_move = fresh(), fresh(), fresh()
    by_word.play("  CARD   1 ")
    by_number.play(by_number.legal()[0])
    by_move.play(by_move.moves()[0])
    assert snapshot(by_word) == snapshot(by_number) == snapshot(by_move)


@given(st.one_of(st.none(), st.booleans(), st.floats(), st.text(), st.integers(-5, 0)))
def test_only_whole_positive_numbers_of_decisions_can_be_undone_or_redone(count):
    match = fresh(hold=True)
    match.play("card 1")
    before = snapshot(match)
    for act in (match.undo, match.redo):
        with pytest.raises(rooftop.UndoError):
            act(count)
    assert snapshot(match) == before


@given(
    st.one_of(
        st.none(), st.floats(), st.text(), st.integers().filter(lambda n: n not in range(3)), st.booleans()
    )
)
def test_only_seats_that_are_there_have_points(seat):
    with pytest.raises(rooftop.OptionError, match="seat must be from 0 to 2"):
        fresh().points(seat)
    with pytest.raises(rooftop.OptionError, match="seat must be from 0 to 2"):
        fresh().total(seat)


@pytest.mark.parametrize("seat", [3, 4, -2])
def test_only_seats_and_spectators_have_a_view(seat):
    with pytest.raises(rooftop.OptionError, match="or -1 for a spectator"):
        fresh().view(seat)


@pytest.mark.parametrize("seed", [-1, 2**256, 1.5, "seven", True, b"short"])
def test_a_seed_is_a_number_or_32_bytes(seed):
    with pytest.raises(rooftop.OptionError, match="seed"):
        rooftop.new("tower-up", seed=seed)


def test_without_a_seed_every_match_is_another():
    assert rooftop.new("tower-up").position.hash() != rooftop.new("tower-up").position.hash()


def test_an_unknown_title_is_named_with_those_that_are_there():
    with pytest.raises(rooftop.TitleError, match=r"unknown title 'chess'; installed: .*tower-up"):
        rooftop.new("chess")


def test_an_unknown_language_is_refused():
    with pytest.raises(rooftop.OptionError, match=r"must be one of en, .*, not 'xx'"):
        fresh().moves("xx")


def test_every_error_is_of_one_family():
    for name in rooftop.__all__:
        if name.endswith("Error"):
            assert issubclass(getattr(rooftop, name), rooftop.RooftopError)


def test_a_clone_goes_its_own_way():
    match = fresh(hold=True)
    match.play("card 1")
    other = match.clone()
    before = snapshot(match)
    other.undo()
    other.play("card 2")
    assert snapshot(match) == before
    match.undo()
    assert match.redoable == 1


def test_undo_ends_where_another_turn_began():
    match = fresh(hold=True)
    match.play("card 1")
    while match.moves()[0].notation != "end":
        match.play(match.legal()[0])
    match.play("end")
    with pytest.raises(rooftop.UndoError, match="only 0: earlier ones belong to another turn"):
        match.undo()


def test_a_match_from_a_position_cannot_be_saved(tmp_path):
    match = Match.at(fresh().position)
    with pytest.raises(rooftop.GameFileError, match="started from a position and cannot be saved"):
        match.save(tmp_path / "x.json")
    assert not list(tmp_path.iterdir())


def test_cost_of_a_match_stays_flat_as_it_grows():
    """Only the states of this turn are kept; each ply permanently adds just a few numbers."""
    match = fresh()
    while not match.over:
        match.play(match.legal()[-1])
        assert len(match._before) <= 14
    assert len(pickle.dumps(match._played)) < 700 * match.ply


def test_points_are_told_by_source():
    match = fresh()
    assert list(match.points(0)) == [
        "white",
        "grey",
        "brown",
        "black",
        "cone",
        "token-1",
        "token-2",
        "token-3",
    ]
    assert match.total(0) == sum(match.points(0).values())


def test_a_match_shows_what_it_is():
    assert repr(fresh()) == "<Match tower-up, 3 players, ply 0, seat 0 to act>"


@pytest.mark.parametrize("seat", [3, 99, -2, 1.5, "0", None, True])
def test_a_position_knows_its_seats(seat):
    match = fresh()
    for ask in (match.position.blind, match.position.events, match.view, match.log, match.record):
        with pytest.raises(rooftop.OptionError, match=r"seat must be from 0 to 2 \(or -1 for a spectator\)"):
            ask(seat)
    for ask in (match.position.observe, match.position.points, match.position.total):
        with pytest.raises(rooftop.OptionError, match="seat must be from 0 to 2"):
            ask(seat)


@pytest.mark.parametrize("salt", [2**63, 1.5, "x"])
def test_a_salt_is_a_number_of_64_bits(salt):
    with pytest.raises(rooftop.OptionError, match="salt must be a 64-bit integer"):
        fresh().position.blind(0, salt)


def test_titles_and_editions_are_given_by_name_or_as_themselves(tmp_path):
    kind, file = rooftop.title("tower-up"), tmp_path / "mine.toml"
    file.write_text(kind.edition().text, encoding="utf-8")
    starts = [
        rooftop.new_game(one, 2, edition=other).position(seed).hash()
        for one, other, seed in (
            (kind, None, 7),
            ("tower-up", file, (7).to_bytes(32, "big")),
            (kind, str(file), 7),
        )
    ]
    assert len(set(starts)) == 1
    match = rooftop.new("tower-up", edition=file)
    match.save(tmp_path / "game.json")
    assert rooftop.load(tmp_path / "game.json", edition=file).hash() == match.hash()


def test_a_game_that_cannot_be_saved_is_said(tmp_path):
    with pytest.raises(rooftop.GameFileError, match="cannot write this file: No such file or directory"):
        fresh().save(tmp_path / "nowhere" / "game.json")


def test_names_fit_the_seats_or_are_refused():
    match = fresh()
    match.play(match.moves()[0])
    for tell in (match.text, match.log, match.svg):
        with pytest.raises(rooftop.OptionError, match="expected 3 names, one for each seat, not 1"):
            tell(names=["Ann"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, "cannot read this file: No such file"),
        ("a =", "not valid TOML"),
        ('title = "chess"\nplayers = 2\n[position]', "mine.toml: unknown title 'chess'"),
        (
            'title = "tower-up"\nplayers = 2\n[position]\nto_act = "pink"',
            "mine.toml: position: to_act: must be one of blue, yellow, not 'pink'",
        ),
    ],
)
def test_a_wrong_position_file_is_named(tmp_path, text, sentence):
    file = tmp_path / "mine.toml"
    if text is not None:
        file.write_text(text)
    with pytest.raises(rooftop.OptionError, match=sentence):
        rooftop.read_position(file)


def test_nothing_is_chosen_when_a_game_is_over():
    match = fresh()
    while not match.over:
        match.play(match.legal()[-1])
    for name in BOTS:
        with pytest.raises(rooftop.MoveError, match="the game is over"):
            choose(match, bot(name))


def test_nothing_of_the_package_hides_what_it_offers():
    for name in rooftop.title_ids():
        rooftop.title(name)
    assert not [name for name in rooftop.__all__ if isinstance(getattr(rooftop, name), ModuleType)]


@pytest.mark.parametrize("how", ["scores", "agreement"])
@pytest.mark.parametrize("name", title_ids())
def test_after_an_early_end_nobody_is_to_act_in_a_view_or_a_picture(name, how):
    match, chance = rooftop.new(name, players=2, seed=4), random.Random(4)
    phases: set[str] = set()
    while not match.over:
        phase = match.view().phase
        if phase not in phases:
            phases.add(phase)
            ended = copy.deepcopy(match)
            ended.end(how)
            seen = [ended.view(seat) for seat in (-1, 0, 1)]
            assert {view.to_act for view in seen} == {ended.to_act} == {-1}
            assert all(view.over for view in seen)
            names = ended.names()
            won = " and ".join(player for player, rank in zip(names, ended.ranks, strict=True) if rank == 1)
            status = "The game is over" if how == "agreement" else f"{won} win"
            for size in ("wide", "narrow"):
                assert status in ended.svg(size=size)
            assert ended.text()
        match.play(chance.choice(match.legal()))
    assert len(phases) > 1
