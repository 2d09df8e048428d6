"""The search sees nothing hidden, keeps its tree, stops early if it can, and is the same interpreted."""

import itertools
import random
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rooftop
from rooftop.bots import bot, choose
from rooftop.bots.search import SearchBot, search, tree
from rooftop.bots.search.bot import CHUNK, GOOD, KEPT, any_good
from rooftop.bots.search.numbers import NODES, NONE, ROOT
from rooftop.bots.search.tree import Tree
from rooftop.engine.engine import engine
from rooftop.game.position import Position, new_game
from rooftop.game.title import title, title_ids
from tests.waiting import LIMIT, until

TITLES = title_ids()


def played(title, players, seed, plies):
    """A match after some random decisions."""
    match, chance = rooftop.new(title, players=players, seed=seed), random.Random(seed)
    while not match.over and match.ply < plies:
        match.play(chance.choice(match.legal()))
    return match


def at_a_choice(title, players=3, seed=1, plies=20):
    """The same, at a decision with several options."""
    match = played(title, players, seed, plies)
    while len(match.legal()) == 1:
        match.play(match.legal()[0])
    return match


@pytest.fixture
def counted(monkeypatch):
    """Counts the simulations."""
    counts = []
    simulate = Tree.simulate

    def counting(self, rows, count):
        counts.append(count)
        simulate(self, rows, count)

    monkeypatch.setattr(Tree, "simulate", counting)
    return counts


# --- what it sees ------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("players", [2, 4])
def test_what_a_seat_cannot_know_does_not_change_a_decision(title, players):
    match, chance = rooftop.new(title, players=players, seed=7), random.Random(7)
    compared = 0
    while not match.over:
        if len(match.legal()) > 1 and chance.random() < 0.3:
            seat, other = match.to_act, match.clone()
            other.position = match.position.blind(seat, chance.getrandbits(30))
            other.position.rows["events"] = match.position.rows["events"]
            assert other.position.rows.tobytes() != match.position.rows.tobytes()
            search = f"search:simulations=40,noise={chance.choice([0, 0.1])}"
            chosen = choose(match, bot(search, match.ply), salt=1)
            assert chosen == choose(other, bot(search, match.ply), salt=1)
            assert chosen == choose(other, bot(search, match.ply), salt=2)
            compared += 1
        match.play(chance.choice(match.legal()))
    assert compared > 5


@pytest.mark.parametrize("title", TITLES)
def test_equal_seeds_and_budgets_give_equal_searches(title):
    match = at_a_choice(title)
    position = match.position.blind(match.to_act)
    first, second, other = (SearchBot(seed, 200).judge(position) for seed in (1, 1, 2))
    assert first == second
    assert first != other


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("players", [2, 3])
def test_interpreted_and_compiled_searches_are_equal(title, players):
    match = at_a_choice(title, players, seed=3, plies=30)
    position = match.position.blind(match.to_act, 1)
    slow = new_game(title, players, match.game.options, compiled=False)
    compiled = SearchBot(5, 12, cut=2).judge(position)
    interpreted = SearchBot(5, 12, cut=2).judge(Position(slow, position.rows.copy()))
    assert [one.action for one in compiled] == [one.action for one in interpreted]
    assert compiled == interpreted


# --- how it ends -------------------------------------------------------------------------------------


def test_a_forced_move_is_played_without_a_search(counted):
    match = rooftop.new("new-york-1901", players=2, seed=1)
    chance, forced = random.Random(1), 0
    while not match.over:
        legal = match.legal()
        if len(legal) == 1:
            assert choose(match, SearchBot(1, 100)) == legal[0]
            forced += 1
        match.play(chance.choice(legal))
    assert forced > 0
    assert counted == []


@pytest.mark.parametrize("title", TITLES)
def test_a_bot_that_can_win_at_once_does(title, counted):
    """Play random games to the end. Where the last decision wins, the bot takes it or another winning one."""
    found = 0
    for seed in range(400):
        match, chance = rooftop.new(title, players=2, seed=seed), random.Random(seed)
        position = match.position
        while not position.over:
            before = position.clone()
            position.apply(chance.choice(position.legal()))
        winners = [seat for seat, rank in enumerate(position.ranks) if rank == 1]
        if len(before.legal()) > 1 and winners == [before.to_act]:
            seat = before.to_act
            after = before.clone()
            after.apply(SearchBot(seed, 64).choose(before.blind(seat)))
            if not counted:  # the win did not depend on anything hidden
                assert after.over
                assert after.ranks[seat] == 1
                found += 1
            counted.clear()
        if found == 3:
            break
    assert found == 3


def test_a_search_stops_when_the_rest_cannot_change_the_choice(counted):
    stopped = 0
    for ply in range(10, 60, 5):
        match = at_a_choice("tower-up", 2, seed=ply, plies=ply)
        if match.over:
            continue
        counted.clear()
        judged = SearchBot(1, 2000).judge(match.position.blind(match.to_act))
        left = 2000 - sum(counted)
        second = judged[1].visits if len(judged) > 1 else 0
        assert left <= 0 or judged[0].visits - second > left
        stopped += left > 0
    assert stopped > 0


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=6), st.integers(0, 1000))
def test_clear_means_that_no_other_action_can_catch_up(visits, left):
    counts = np.array(visits, np.int32)
    most, *rivals = sorted(visits, reverse=True)
    assert search(engine(title("tower-up"))).settled(counts, left) == (most > max(rivals, default=0) + left)
    assert not counts.any()  # ready for the next decision


def test_a_search_ends_when_its_time_is_up(counted, monkeypatch):
    """On a clock that advances by 0.1 seconds after each part of the search."""
    clock = SimpleNamespace(monotonic=lambda: 5 + 0.1 * len(counted))
    monkeypatch.setattr("rooftop.bots.search.bot.time", clock)
    match = at_a_choice("skyrise", 4)
    for seconds, parts in ((0.25, 3), (0.05, 1), (0, 1)):
        counted.clear()
        assert choose(match, SearchBot(1, 10**9, seconds)) in match.legal()
        assert counted == [CHUNK] * parts


def test_a_search_can_be_stopped():
    match = at_a_choice("skyrise", 4)
    position, player = match.position.blind(match.to_act), SearchBot(1, 10**9)
    with ThreadPoolExecutor(1) as pool:
        judged = pool.submit(player.judge, position)
        try:
            until(lambda: player._trees and player._trees[0].visits >= 500)
        finally:
            player.stop()
        assert judged.result(LIMIT)[0].action in match.legal()


# --- the tree ----------------------------------------------------------------------------------------


def children(nodes, node):
    child = int(nodes["first"][node])
    while child != NONE:
        yield child
        child = int(nodes["next"][child])


def check_tree(nodes, players):
    """Check that every visit goes to at most one child, and that the chances of all seats add up to the
    visits."""
    seen = 0
    for node in walk(nodes):
        seen += 1
        visits = int(nodes["visits"][node])
        below = [int(nodes["visits"][child]) for child in children(nodes, node)]
        assert sum(below) <= visits
        assert np.isclose(nodes["value"][node][:players].sum(), visits)
        assert (nodes["value"][node] >= 0).all()
        priors = [float(nodes["prior"][child]) for child in children(nodes, node)]
        assert priors == sorted(priors, reverse=True)
        actions = [int(nodes["action"][child]) for child in children(nodes, node)]
        assert len(actions) == len(set(actions))
    return seen


def walk(nodes):
    waiting = [ROOT]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += children(nodes, node)


@pytest.mark.parametrize("title", TITLES)
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(2, 4), plies=st.integers(0, 40))
def test_laws_of_the_tree(title, seed, players, plies):
    match = at_a_choice(title, players, seed, plies)
    player = SearchBot(seed, 150)
    judged = player.judge(match.position.blind(match.to_act))
    (grown,) = player._trees
    assert check_tree(grown.nodes, players) == grown.counts[NODES]
    assert grown.visits >= sum(one.visits for one in judged)
    assert {one.action for one in judged} <= set(match.legal())


@pytest.mark.parametrize("title", TITLES)
def test_the_subtree_of_what_was_played_is_kept(title, counted):
    """When the bot makes several decisions in a turn, each starts from the tree of the previous one."""
    kept = 0
    match, player = rooftop.new(title, players=2, seed=5), SearchBot(5, 300)
    while not match.over and kept < 8:
        seat = match.to_act
        if len(match.legal()) == 1 or seat == 1:
            match.play(match.legal()[0])
            continue
        known = match.known_actions(seat)
        counted.clear()
        judged = player.judge(match.position.blind(seat), known)
        reveals = int(match.position.state["reveals"])
        best = judged[0]
        match.play(best.action)
        if (
            match.to_act == seat
            and len(match.legal()) > 1
            and int(match.position.state["reveals"]) == reveals
        ):
            counted.clear()
            player.judge(match.position.blind(seat), match.known_actions(seat))
            (grown,) = player._trees
            assert check_tree(grown.nodes, 2) == grown.counts[NODES]
            assert grown.visits == best.visits + sum(counted)
            assert sum(counted) <= 300 - min(best.visits, int(KEPT * 300))
            kept += 1
    assert kept > 0 or title == "skyrise"  # in titles where a turn is a single decision


def test_a_tree_is_dropped_when_the_game_is_another_or_something_was_revealed(counted):
    match = at_a_choice("tower-up", 2, seed=2, plies=10)
    seat, known = match.to_act, match.known_actions(match.to_act)
    position = match.position.blind(seat)

    def searched_anew(record, change=None):
        player = SearchBot(1, 128)
        player.judge(position, known)
        again = position.clone()
        if change:
            again.rows[change] += 1
        counted.clear()
        player.judge(again, record)
        return player._trees[0].visits == sum(counted)

    assert not searched_anew(known)
    assert searched_anew(())  # there is no history
    assert searched_anew([*known[:-1], known[-1] ^ 1])
    assert searched_anew(known, change="reveals")


def test_a_full_tree_goes_on_with_the_nodes_it_has(monkeypatch):
    monkeypatch.setattr(tree, "ROOM", 60)
    match = at_a_choice("skytopia", 4)
    player = SearchBot(1, 500)
    assert choose(match, player) in match.legal()
    assert player._trees[0].counts[NODES] <= 60


def test_several_threads_share_the_simulations(counted):
    match = at_a_choice("new-york-1901", 4)
    player = SearchBot(1, 400, threads=2)
    judged = player.judge(match.position.blind(match.to_act))
    assert len(player._trees) == 2
    assert sum(tree.visits for tree in player._trees) == sum(counted) <= 2 * 200
    assert {one.action for one in judged} <= set(match.legal())


# --- noise -------------------------------------------------------------------------------------------


def test_noise_chooses_among_good_actions_only():
    match = at_a_choice("skytopia", 3)
    judged = SearchBot(1, 300).judge(match.position.blind(match.to_act, 1))
    good = {one.action for one in judged if one.visits >= GOOD * judged[0].visits}
    assert len(good) > 2
    chosen = [any_good(judged, 0.05, random.Random(seed)) for seed in range(300)]
    assert set(chosen) <= good
    assert len(set(chosen)) > 2
    best = max(judged, key=lambda one: one.chance).action
    assert all(chosen.count(best) >= chosen.count(action) for action in good)


def test_much_noise_is_more_noise():
    match = at_a_choice("tower-up", 2)
    judged = SearchBot(1, 300).judge(match.position.blind(match.to_act, 1))
    best = max(judged, key=lambda one: one.chance).action
    little, much = (
        sum(any_good(judged, noise, random.Random(seed)) == best for seed in range(300))
        for noise in (0.005, 1)
    )
    assert little > much


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("search:simulations=0", "simulations of the search must be at least 1, not 0"),
        ("search:simulations=2.5", "simulations of the search must be a whole number, not 2.5"),
        ("search:threads=0", "threads of the search must be at least 1, not 0"),
        ("search:seconds=-1", "seconds of the search must be at least 0, not -1"),
        ("search:depth=3", "the search has no setting 'depth'; expected one of exploration"),
        ("search:simulations", "bot 'search:simulations': expected name:key=number, for example"),
        ("search:simulations=many", "expected name:key=number"),
        ("search:simulations=nan", "expected name:key=number"),
        ("master:simulations=5", "bot 'master' has no setting 'simulations'"),
        ("greedy:noise=1", "bot 'greedy' has no setting 'noise'"),
    ],
)
def test_wrong_settings_are_errors(spec, message):
    with pytest.raises(rooftop.OptionError) as refused:
        bot(spec)
    assert message in str(refused.value)


def test_settings_of_a_bot_replace_those_of_the_title():
    match = at_a_choice("tower-up")
    position = match.position.blind(match.to_act)
    usual, other = (SearchBot(1, 200, **more).judge(position) for more in ({}, {"exploration": 9}))
    assert usual != other
    spread = [max(one.visits for one in judged) for judged in (usual, other)]
    assert spread[1] < spread[0]  # more exploration


def test_every_pair_of_levels_differs():
    from rooftop.bots.levels import EVERYWHERE, LEVELS

    assert EVERYWHERE == ["novice", "apprentice", "builder", "architect", "master"]
    assert list(LEVELS) == [*EVERYWHERE, "grandmaster"]
    for weaker, stronger in itertools.pairwise(LEVELS[name] for name in EVERYWHERE):
        assert (weaker.share, -weaker.noise) < (stronger.share, -stronger.noise)
        assert weaker.noise >= stronger.noise
        assert weaker.seconds <= stronger.seconds
