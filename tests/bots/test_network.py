"""Networks compute the same as NumPy, compiled and interpreted, reject bad files, and see nothing hidden."""

import random
from dataclasses import replace

import msgspec
import numpy as np
import pytest

import rooftop
from rooftop.bots import bot, choose
from rooftop.bots.levels import common_levels, levels_of
from rooftop.bots.network import Evaluator, Meta, NetworkBot, Weights
from rooftop.bots.network.weights import file_of, load, read, shapes, write
from rooftop.bots.search import SearchBot
from rooftop.engine.interpreted import InterpretedRecords
from rooftop.errors import NetworkError
from rooftop.game.position import Position, new_game
from rooftop.game.title import title, title_ids

TITLES = title_ids()


def random_weights(name, hints=True, seed=1, width=24, hidden=16, layers=2):
    """A small network with random weights."""
    kind, chance = title(name), np.random.default_rng(seed)
    meta = Meta(
        title=name,
        rules=kind.rules_version,
        observations=kind.observation,
        actions=kind.actions,
        hints=hints,
        width=width,
        hidden=hidden,
        layers=layers,
    )
    arrays = {array: chance.normal(0, 0.4, shape).astype(np.float16) for array, shape in shapes(meta).items()}
    arrays["scale"] = (1 / chance.integers(1, 100, kind.observation)).astype(np.float32)
    return Weights(meta, arrays)


@pytest.fixture
def networks(tmp_path, monkeypatch):
    """A folder with a small network for every title."""
    for name in TITLES:
        write(tmp_path / f"{name}.npz", random_weights(name))
    monkeypatch.setenv("ROOFTOP_NETWORKS", str(tmp_path))
    return tmp_path


def at_a_choice(name, players, seed=1, plies=25):
    match, chance = rooftop.new(name, players=players, seed=seed), random.Random(seed)
    while match.ply < plies or len(match.legal()) == 1:
        match.play(chance.choice(match.legal()))
    return match


def action_values(position):
    """The value after each legal action, at the end of the turn: greedy's lookahead in plain Python."""
    game, seat = position.game, position.to_act
    rules = new_game(game.title, game.players, game.options, compiled=False).engine.module
    turn, found = int(position.rows["turn"][0]), []

    def value(at):
        return rules.value(InterpretedRecords(at.rows)[0], InterpretedRecords(game.tables)[0], seat)

    for action in position.legal():
        after = position.clone()
        after.apply(action)
        while after.to_act == seat and int(after.rows["turn"][0]) == turn:
            tried: list[tuple[int, int, int]] = []
            for following in after.legal():
                further = after.clone()
                further.apply(following)
                tried.append((value(further), -len(tried), following))
            after.apply(max(tried)[2])
        found.append(value(after))
    return np.array(found, float)


def expected(weights, position):
    """The logits of the legal actions and the shares of the seats, computed with NumPy."""
    meta, seat = weights.meta, position.to_act
    a = {name: array.astype(np.float64) for name, array in weights.arrays.items()}
    x = np.maximum(0, (a["scale"] * position.observe(seat)) @ a["first"] + a["first_bias"])
    for number in range(1, meta.layers + 1):
        y = np.maximum(0, x @ a[f"layer{number}"] + a[f"layer{number}_bias"])
        x = y + x if x.shape == y.shape else y
    logits = (x @ a["policy"] + a["policy_bias"])[position.legal()]
    if meta.hints:
        values = action_values(position)
        h = np.maximum(-8, (values - values.max()) / position.game.title.search.prior)
        scales = a["hint_scales"][position.legal()] + x @ a["hint_gate"]
        logits += (scales * np.stack([h, np.maximum(h, -1), h == 0], axis=1)).sum(axis=1)
    players = position.game.players
    shares = np.exp((x @ a["value"] + a["value_bias"])[:players])
    return logits, np.roll(shares / shares.sum(), seat)


# --- what it computes --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize(("players", "hints", "layers"), [(2, True, 1), (3, False, 2), (4, True, 3)])
def test_a_network_computes_what_numpy_computes(name, players, hints, layers):
    weights = random_weights(name, hints, seed=players, layers=layers)
    match = at_a_choice(name, players, seed=players)
    position = match.position.blind(match.to_act, 0)
    actions, logits, shares = Evaluator(title(name), weights).evaluate(position)
    wanted, wanted_shares = expected(weights, position)
    assert actions.tolist() == position.legal()
    assert logits == pytest.approx(wanted, abs=0.03 * max(1, np.ptp(wanted)))  # weights are rounded to 8 bits
    assert shares == pytest.approx(wanted_shares, abs=0.05)
    assert shares.sum() == pytest.approx(1)


@pytest.mark.parametrize("scale", [1e-3, 30])
def test_small_and_large_weights_keep_their_precision(scale):
    weights = random_weights("skytopia", hints=False, width=512, hidden=256)
    for array in ("first", "first_bias", "layer1", "layer1_bias"):
        weights.arrays[array] *= scale
    for array in ("policy", "value"):
        weights.arrays[array] *= 1e-3
    match = at_a_choice("skytopia", 2)
    _, logits, _ = Evaluator(title("skytopia"), weights).evaluate(match.position)
    wanted, _ = expected(weights, match.position.blind(match.to_act, 0))
    assert logits == pytest.approx(wanted, abs=0.03 * np.ptp(wanted))


@pytest.mark.parametrize("name", TITLES)
def test_a_network_forgets_the_positions_before(name):
    """The cached sums of its first layer match those of a fresh network."""
    weights, chance = random_weights(name), random.Random(3)
    match, used = rooftop.new(name, players=3, seed=3), Evaluator(title(name), weights)
    while match.ply < 60:
        if chance.random() < 0.5:
            fresh = Evaluator(title(name), weights).evaluate(match.position)
            for one, other in zip(used.evaluate(match.position), fresh, strict=True):
                assert one.tobytes() == other.tobytes()
        match.play(chance.choice(match.legal()))


@pytest.mark.parametrize("name", TITLES)
def test_interpreted_and_compiled_networks_are_equal(name):
    match = at_a_choice(name, 3)
    evaluator = Evaluator(title(name), random_weights(name))
    slow = new_game(name, 3, match.game.options, compiled=False)
    compiled = evaluator.evaluate(match.position)
    interpreted = evaluator.evaluate(Position(slow, match.position.rows.copy()))
    for one, other in zip(compiled, interpreted, strict=True):
        assert one.tobytes() == other.tobytes()


# --- files -------------------------------------------------------------------------------------------


def test_weights_survive_a_file(tmp_path):
    weights = random_weights("skytopia")
    path = tmp_path / "skytopia.npz"
    write(path, weights)
    found = read(path)
    assert found.meta == weights.meta
    for name, array in weights.arrays.items():
        assert found.arrays[name].dtype == array.dtype
        assert (found.arrays[name] == array).all()
    before = path.read_bytes()
    write(path, found)
    assert path.read_bytes() == before


def altered(weights, **changes):
    """The same network with some arrays replaced; None removes one."""
    arrays = weights.arrays | changes
    return Weights(weights.meta, {name: array for name, array in arrays.items() if array is not None})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"policy": None}, "net.npz: the array 'policy' is missing"),
        ({"extra": np.zeros(3)}, "net.npz: unknown array 'extra'; expected scale, first"),
        ({"value_bias": np.zeros(3)}, r"net.npz: value_bias must have the shape \(4,\), not \(3,\)"),
        ({"value_bias": np.zeros(4, int)}, "net.npz: value_bias must hold finite floating-point numbers"),
        ({"value_bias": np.full(4, np.nan)}, "net.npz: value_bias must hold finite"),
        ({"value_bias": np.full(4, 1e6)}, "net.npz: value_bias: a number is too large for float16"),
    ],
)
def test_bad_weights_are_refused(tmp_path, change, message):
    with pytest.raises(NetworkError, match=message):
        write(tmp_path / "net.npz", altered(random_weights("tower-up"), **change))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"title": "skyrise"}, "tower-up.npz: title must be 'tower-up' for Tower Up, not 'skyrise'"),
        ({"rules": 77}, r"tower-up.npz: rules must be \d+ for Tower Up, not 77"),
        ({"format": 2}, "tower-up.npz: format must be 1, not 2"),
        ({"layers": 0}, "tower-up.npz: layers must be at least 1, not 0"),
        ({"hidden": 12}, "tower-up.npz: hidden must be a multiple of 8, not 12"),
        ({"width": "wide"}, r"tower-up.npz: meta: Expected `int`, got `str` - at `\$.width`"),
    ],
)
def test_a_network_for_something_else_is_refused(tmp_path, change, message):
    path, weights = tmp_path / "tower-up.npz", random_weights("tower-up")
    meta = msgspec.json.encode(msgspec.to_builtins(weights.meta) | change)
    np.savez(path, meta=np.frombuffer(meta, np.uint8), **weights.arrays)
    with pytest.raises(NetworkError, match=message):
        load(title("tower-up"), path)


@pytest.mark.parametrize("content", [b"", b"not a file of weights", b"PK\x03\x04 and then nothing"])
def test_other_files_are_refused(tmp_path, content):
    path = tmp_path / "tower-up.npz"
    path.write_bytes(content)
    with pytest.raises(NetworkError, match=r"tower-up.npz: not a file of weights; expected arrays"):
        read(path)


def test_a_file_with_objects_is_refused(tmp_path):
    path = tmp_path / "tower-up.npz"
    np.savez(path, meta=np.array([{}], object))
    with pytest.raises(NetworkError, match="not a file of weights"):
        read(path)


def test_a_file_without_a_description_is_refused(tmp_path):
    path = tmp_path / "tower-up.npz"
    np.savez(path, policy=np.zeros(3))
    with pytest.raises(NetworkError, match="there is no array 'meta'"):
        read(path)


def test_a_missing_network_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("ROOFTOP_NETWORKS", str(tmp_path))
    match = rooftop.new("tower-up", players=2, seed=1)
    with pytest.raises(NetworkError, match=r"there is no network for Tower Up: .*tower-up.npz is missing"):
        choose(match, bot("network"))


def test_without_a_folder_the_networks_of_the_package_are_used(monkeypatch):
    monkeypatch.delenv("ROOFTOP_NETWORKS", raising=False)
    assert file_of("tower-up").parts[-4:] == ("bots", "network", "weights", "tower-up.npz")


# --- the bot -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("networks")
@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_bot_plays_whole_games(name, players):
    match, player = rooftop.new(name, players=players, seed=players), bot("network")
    while not match.over:
        match.play(choose(match, player))
    assert min(match.ranks) == 1


@pytest.mark.usefixtures("networks")
@pytest.mark.parametrize("name", TITLES)
def test_equal_views_give_equal_choices(name):
    match, chance, compared = rooftop.new(name, players=3, seed=5), random.Random(5), 0
    player = bot("network")
    while not match.over:
        chosen = choose(match, player, salt=1)
        if len(match.legal()) > 1 and chance.random() < 0.3:
            other = match.clone()
            other.position = match.position.blind(match.to_act, chance.getrandbits(30))
            assert choose(other, bot("network"), salt=2) == chosen
            compared += 1
        match.play(chosen if chance.random() < 0.5 else chance.choice(match.legal()))
    assert compared > 5


@pytest.mark.usefixtures("networks")
def test_one_bot_plays_several_titles():
    player = NetworkBot()
    for name in TITLES:
        match = at_a_choice(name, 2)
        assert choose(match, player) in match.legal()


# --- the search --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("networks")
@pytest.mark.parametrize("name", TITLES)
def test_equal_seeds_give_equal_searches_with_a_network(name):
    match = at_a_choice(name, 3)
    position = match.position.blind(match.to_act)
    first, second, other = (SearchBot(seed, 200, network=1).judge(position) for seed in (1, 1, 2))
    assert first == second
    assert first != other
    assert first != SearchBot(1, 200).judge(position)


@pytest.mark.usefixtures("networks")
@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize(
    "settings",
    [
        {"policy": 0.5, "leaf": 0, "leaf_end": 0},
        {"policy": 0.5, "leaf": 1.0, "leaf_end": 0, "temperature": 2},
        {"policy": 1, "leaf": 1, "leaf_end": 1, "sharpness": 1.5},
    ],
)
def test_interpreted_and_compiled_searches_with_a_network_are_equal(name, settings):
    match = at_a_choice(name, 2)
    position = match.position.blind(match.to_act, 1)
    slow = Position(new_game(name, 2, match.game.options, compiled=False), position.rows.copy())
    compiled, interpreted = (
        SearchBot(5, 8, network=1, cut=1, **settings).judge(one) for one in (position, slow)
    )
    assert compiled == interpreted


@pytest.mark.usefixtures("networks")
@pytest.mark.parametrize("name", TITLES)
def test_a_search_with_a_network_sees_nothing_hidden(name):
    match, chance, compared = rooftop.new(name, players=3, seed=7), random.Random(7), 0
    while not match.over:
        if len(match.legal()) > 1 and chance.random() < 0.2:
            other = match.clone()
            other.position = match.position.blind(match.to_act, chance.getrandbits(30))
            chosen = choose(match, bot("search:simulations=40,network=1", match.ply), salt=1)
            assert chosen == choose(other, bot("search:simulations=40,network=1", match.ply), salt=2)
            compared += 1
        match.play(chance.choice(match.legal()))
    assert compared > 3


def test_the_policy_of_a_network_leads_the_search(networks):
    """The search tries an action most if the policy is sure of it; a search without the policy is
    unchanged."""
    match = at_a_choice("tower-up", 2)
    position, liked = match.position.blind(match.to_act), match.legal()[-1]
    weights = random_weights("tower-up", hints=False)
    weights.arrays["policy"][:] = 0
    weights.arrays["policy_bias"][:] = -20
    weights.arrays["policy_bias"][liked] = 20
    (networks / "sure").mkdir()
    write(networks / "sure" / "tower-up.npz", weights)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROOFTOP_NETWORKS", str(networks / "sure"))
        settings = {"network": 1, "uniform": 0, "exploration": 50}
        assert SearchBot(1, 100, policy=1, **settings).judge(position)[0].action == liked
        undecided = SearchBot(1, 100, policy=1, temperature=1e6, **settings).judge(position)
        ignored = SearchBot(1, 100, policy=0, leaf=0, **settings).judge(position)
    assert ignored == SearchBot(1, 100, uniform=0, exploration=50).judge(position)
    assert max(one.visits for one in undecided) - min(one.visits for one in undecided) <= 2


def test_a_search_with_a_network_that_judges_leaves_believes_it(networks, monkeypatch):
    (networks / "sure").mkdir()
    match = at_a_choice("tower-up", 2)
    position = match.position.blind(match.to_act)
    weights = random_weights("tower-up", hints=False)
    weights.arrays["value"][:] = 0
    weights.arrays["value_bias"][:] = 0
    write(networks / "tower-up.npz", weights)
    judged = SearchBot(1, 60, network=1, leaf=1, leaf_end=1).judge(position)
    assert [one.chance for one in judged] == pytest.approx([0.5] * len(judged))
    weights.arrays["value_bias"][:] = [0.3, 0, 0, 0]
    write(networks / "sure" / "tower-up.npz", weights)
    monkeypatch.setenv("ROOFTOP_NETWORKS", str(networks / "sure"))
    plain, sharp, blunt = (
        SearchBot(1, 1, network=1, leaf=1, leaf_end=1, sharpness=sharpness).judge(position)[0].chance
        for sharpness in (1, 10, 0)
    )
    assert abs(sharp - 0.5) > abs(plain - 0.5) > 0.05
    assert blunt == 0.5


@pytest.mark.usefixtures("networks")
@pytest.mark.parametrize(("early", "late"), [(True, False), (False, True)])
def test_a_network_judges_leaves_early_or_late(early, late):
    """LEAF applies at the start of a game and LEAF_END at its end."""
    for plies, judges in [(0, early), (52, late)]:
        match = at_a_choice("tower-up", 2, plies=plies)
        position = match.position.blind(match.to_act)
        # Values above 1 and below 0 switch abruptly, here in the middle of the game.
        faded = SearchBot(1, 40, network=1, leaf=9 if early else -8, leaf_end=9 if late else -8)
        plain = SearchBot(1, 40, network=1, leaf=judges, leaf_end=judges)
        assert faded.judge(position) == plain.judge(position)


@pytest.mark.parametrize("network", [2, -1, 0.5])
def test_the_network_of_a_search_is_there_or_not(network):
    with pytest.raises(rooftop.OptionError, match="network of the search must be 0 or 1"):
        bot(f"search:network={network}")


# --- the level ---------------------------------------------------------------------------------------


def test_only_titles_that_are_stronger_with_a_network_offer_a_grandmaster():
    kind = title("tower-up")
    without, offering = replace(kind, network_search=None), replace(kind, network_search=kind.search)
    assert levels_of(without) == ["novice", "apprentice", "builder", "architect", "master"]
    assert levels_of(offering) == [*levels_of(without), "grandmaster"]
    assert common_levels([offering, offering]) == levels_of(offering)
    assert common_levels([offering, without]) == levels_of(without)


@pytest.mark.usefixtures("networks")
def test_a_grandmaster_searches_with_the_network():
    match = at_a_choice("tower-up", 2)
    player = bot("grandmaster", 3)
    assert isinstance(player, SearchBot)
    assert player.network
    player.seconds = 0.05
    assert choose(match, player) in match.legal()


@pytest.mark.parametrize("name", TITLES)
def test_titles_with_a_grandmaster_have_a_network(name, monkeypatch):
    monkeypatch.delenv("ROOFTOP_NETWORKS", raising=False)
    if "grandmaster" in levels_of(title(name)):
        load(title(name), file_of(name))
