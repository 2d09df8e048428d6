"""Games, positions, matches and batches by value: copies, equality, and pickles for other processes."""

import copy
import multiprocessing
import pickle
import random
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import rooftop
from lanterns import TITLE as LANTERNS
from rooftop.engine.batch import RENEW, Batch
from rooftop.engine.gpu_batch import Gpu
from rooftop.errors import OptionError, TitleError
from rooftop.game import agreed
from rooftop.game.agreed import unpickled
from rooftop.game.edition import Edition
from rooftop.game.match import Match
from rooftop.game.position import Game, Position, new_game

COPIES = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]


def position_of(name="tower-up", players=3, plies=20, seed=1, **options):
    position, chance = new_game(name, players, **options).position(seed), random.Random(seed)
    for _ in range(plies):
        position.apply(chance.choice(position.legal()))
    return position


def match_of(name="tower-up", plies=20, **settings):
    match, chance = rooftop.new(name, players=3, seed=1, **settings), random.Random(2)
    for _ in range(plies):
        match.play(chance.choice(match.legal()))
    return match


def batch_of(name="tower-up", steps=30, **settings):
    batch = Batch([new_game(name, players) for players in (2, 3)], 8, 5, **settings)
    for _ in range(steps):
        batch.step(batch.random())
    return batch


def gone_on(value):
    """What happens when a position, match or batch is played further, as plain values."""
    chance = random.Random(3)
    if isinstance(value, Batch):
        for _ in range(40):
            value.step(value.random())
        return [
            value.states.tobytes(),
            value.random().tolist(),
            value.greedy().tolist(),
            value.legal.tolist(),
        ]
    if isinstance(value, Match):
        if value.undoable:
            value.undo()
            value.redo()
        while not value.over:
            value.play(chance.choice(value.legal()))
        return [value.hash(), value.record(0), value.log(1), value.ranks]
    while not value.over:
        value.apply(chance.choice(value.legal()))
    return [value.hash(), value.ranks, value.ply, value.rows.tobytes()]


def values():
    """One of each kind, of all titles."""
    for name in rooftop.title_ids():
        yield position_of(name)
        yield match_of(name)
        yield batch_of(name)
    yield position_of("skyrise", 2, options={"numbers": "own"}, colours=["blue", "teal"])
    yield position_of("tower-up", compiled=False, plies=60)
    yield batch_of(masks=True, observations=True, rewards="margin", auto_reset=False, observers=[1] * 8)
    yield Match.at(position_of())


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_is_equal_independent_and_goes_on_alike(copied):
    for value in values():
        other, before = copied(value), copied(value)
        assert other == value == before
        assert type(other) is type(value)
        outcome = gone_on(other)
        assert other != value == before  # nothing is shared
        assert gone_on(value) == outcome
        assert other == value != before
        assert pickle.loads(pickle.dumps(value)) == value


def test_another_process_goes_on_alike():
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as others:
        found = list(others.map(gone_on, values()))
        games = [new_game("tower-up", 2), new_game("skyrise", 4)]
        assert list(others.map(copy.copy, games)) == games
    assert found == [gone_on(value) for value in values()]


def test_values_differ_by_anything_that_was_agreed_or_played():
    position, match, batch = position_of(), match_of(hold=True), batch_of()
    text = rooftop.title("tower-up").edition().text
    mine = Edition.parse("mine", text.replace("market_size = 3", "market_size = 4"))
    for other in (
        position_of("skyrise"), position_of(plies=19), position_of(seed=2), position_of(players=4),
        position_of(options={"hold": True}), position_of(edition=mine),
        Position(new_game("tower-up", 3, {"hold": True}), position.rows),
        match, batch, None, position.rows.tobytes(),
    ):  # fmt: skip
        assert position != other
    assert position_of("skyrise", colours=["blue", "teal", "red"]) != position_of("skyrise")
    assert position == position_of() == position_of(compiled=False)
    undone, ended, forfeited = match.clone(), match.clone(), match.clone()
    undone.undo()
    ended.end()
    forfeited.forfeit(1)
    for other in (
        match_of(),
        match_of(plies=19, hold=True),
        undone,
        ended,
        forfeited,
        Match.at(match.position),
    ):
        assert match != other
    again = undone.clone()
    undone.redo()
    assert undone == match != again
    same = batch_of()
    assert same == batch != batch_of("skyrise")
    same.step(np.full(8, RENEW))
    assert same != batch
    for different in (
        batch_of(steps=29),
        batch_of(masks=True),
        batch_of("skyrise"),
        batch_of(rewards="margin"),
    ):
        assert different != batch


def test_games_are_equal_if_the_same_was_agreed():
    game = new_game("tower-up", 3, {"hold": True})
    same = new_game("tower-up", 3, {"hold": True})
    assert game == same
    assert len({game, same}) == 1
    assert copy.copy(game) is copy.deepcopy(game) is game
    assert pickle.loads(pickle.dumps(game)) == game
    assert pickle.loads(pickle.dumps(rooftop.title("tower-up"))) is rooftop.title("tower-up")
    for other in (new_game("tower-up", 3), new_game("tower-up", 2), None):
        assert game != other
    assert game != new_game("tower-up", 3, {"hold": True}, compiled=False)
    for changing in (game.position(1), Match(game, 1), Batch(game, 1)):
        with pytest.raises(TypeError, match="unhashable"):
            hash(changing)


def test_an_edition_of_ones_own_travels_with_the_game():
    text = rooftop.title("tower-up").edition().text
    mine = Edition.parse("mine", text.replace("market_size = 3", "market_size = 4"))
    position = position_of(edition=mine)
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert len(again.view(0).market) == 4


def stored(game: Game):
    """The parts of a pickled game."""
    found = agreed.pickled(game)[1]
    return dict(zip(("terms", "rules", "layout", "mark"), found, strict=True))


def test_a_game_that_is_not_here_is_refused():
    parts = stored(new_game("tower-up", 2))
    assert unpickled(**parts) == new_game("tower-up", 2)
    for name, value, message in (
        ("terms", parts["terms"]._replace(title="tower-down"), "unknown title 'tower-down'"),
        ("rules", 99, r"pickled with rules version 99 of tower-up; this Rooftop has version \d"),
        ("layout", "other", "pickled by a version of Rooftop whose states of tower-up have other fields"),
    ):
        with pytest.raises(TitleError, match=message):
            unpickled(**parts | {name: value})
    mark = type(parts["mark"])("rooftops", 7, "0" * 64)
    with pytest.raises(TitleError, match="edition 'rooftops' version 7 of tower-up, which is not here"):
        unpickled(**parts | {"mark": mark})
    with pytest.raises(TitleError, match="lanterns"):
        pickle.dumps(new_game(LANTERNS, 2, compiled=False).position(1))


def test_an_earlier_version_of_an_edition_is_found():
    latest, *earlier = rooftop.title("skyrise").editions()
    assert earlier
    parts = stored(new_game("skyrise", 2, edition=earlier[0]))
    game = unpickled(**parts | {"terms": parts["terms"]._replace(edition=None)})
    assert game.edition.version == earlier[0].version != latest.version


def test_a_batch_on_a_gpu_says_that_it_cannot_be_copied():
    batch = batch_of(steps=0)
    batch._device = object.__new__(Gpu)
    for use in (copy.copy, pickle.dumps, lambda one: one == batch_of(steps=0)):
        with pytest.raises(OptionError, match="a batch on a GPU cannot be copied, compared or pickled"):
            use(batch)
