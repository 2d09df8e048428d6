"""Game files: a truncated, altered or foreign file is refused with a sentence, and nothing stays
half-loaded."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rooftop
from rooftop.game import gamefile
from rooftop.game import match as core_match
from rooftop.game.match import Match
from rooftop.game.seed import commitment
from rooftop.game.title import OptionValue


def played(plies=25):
    match = rooftop.new("tower-up", players=2, seed=3, objectives="random")
    for _ in range(plies):
        match.play(match.legal()[(7 * match.ply) % len(match.legal())])
    return match


def finished():
    match = rooftop.new("tower-up", players=2, seed=3)
    while not match.over:
        match.play(match.legal()[(7 * match.ply) % len(match.legal())])
    return match


MATCH = played()
RAW = MATCH.file().encode()
DATA = json.loads(RAW)


def load(raw: bytes) -> Match:
    return Match.load(gamefile.decode(raw, "x.json"))


def test_a_file_is_json_that_names_everything_a_replay_needs():
    assert set(DATA) == {
        "rooftop", "title", "rules", "edition", "players", "options", "moves", "commitment", "seed", "hashes",
    }  # fmt: skip
    assert DATA["title"] == "tower-up"
    assert DATA["moves"] == MATCH.record()
    assert len(DATA["hashes"]) == MATCH.ply + 1
    assert load(RAW).position.rows.tobytes() == MATCH.position.rows.tobytes()


@given(st.binary())
def test_garbage_is_no_game_file(raw):
    with pytest.raises(rooftop.GameFileError, match=r"x\.json"):
        load(raw)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_other_json_is_no_game_file(value):
    with pytest.raises(rooftop.GameFileError, match=r"x\.json"):
        load(json.dumps(value).encode())


@given(st.integers(0, len(RAW) - 3))
def test_a_file_that_was_cut_off_is_refused(length):
    with pytest.raises(rooftop.GameFileError):
        load(RAW[:length])


@given(
    st.sampled_from(sorted(DATA)),
    st.one_of(st.none(), st.integers(), st.text(), st.lists(st.text()), st.booleans()),
)
def test_an_altered_key_is_refused(key, value):
    if value == DATA[key] or (key == "rooftop" and value in (1, 2)):  # running games are equal in these
        return
    with pytest.raises(rooftop.GameFileError):
        load(json.dumps(DATA | {key: value}).encode())


@given(st.sampled_from(sorted(DATA)))
def test_a_missing_key_is_refused(key):
    with pytest.raises(rooftop.GameFileError):
        load(json.dumps({name: value for name, value in DATA.items() if name != key}).encode())


def test_an_unknown_key_is_refused():
    with pytest.raises(rooftop.GameFileError, match="unknown key 'note'; expected rooftop, title"):
        load(json.dumps(DATA | {"note": "hello"}).encode())


@given(st.integers(0, MATCH.ply - 1), st.text("0123456789abcdef", min_size=64, max_size=64))
def test_a_wrong_hash_is_found_at_its_ply(ply, wrong):
    hashes = list(DATA["hashes"])
    if hashes[ply] == wrong:
        return
    hashes[ply] = wrong
    with pytest.raises(rooftop.GameFileError, match=f"ply {ply}: "):
        load(json.dumps(DATA | {"hashes": hashes}).encode())


@given(
    st.integers(0, MATCH.ply - 1),
    st.sampled_from(["card 1", "card 2", "end", "build C1 white", "roof M1", "huh"]),
)
def test_another_move_is_found_at_its_ply(ply, move):
    moves = list(DATA["moves"])
    if moves[ply] == move:
        return
    moves[ply] = move
    with pytest.raises(rooftop.GameFileError, match=f"ply {ply + 1}: "):
        load(json.dumps(DATA | {"moves": moves}).encode())


def test_another_seed_is_found_by_the_commitment():
    with pytest.raises(rooftop.GameFileError, match="does not match the commitment"):
        load(json.dumps(DATA | {"seed": "00" * 32}).encode())
    seed = bytes(31) + b"\x09"
    promised = commitment(seed, "tower-up", DATA["options"])
    with pytest.raises(rooftop.GameFileError, match="ply 0: the start differs"):
        load(json.dumps(DATA | {"seed": seed.hex(), "commitment": promised}).encode())


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"rooftop": 4}, "unknown format 4; this version reads formats 1, 2 and 3"),
        ({"rooftop": True}, "unknown format True; this version reads formats 1, 2 and 3"),
        ({"players": 3}, "ply 0: players is 3, but 2 played this game"),
        (
            {"nonces": ["anna"]},
            "ply 0: .* the nonces, the colours, the first hash, or the seed and its commitment",
        ),
        (
            {"colours": ["blue", "mauve"]},
            "colours must be 2 different ones of blue, yellow, green, orange, not",
        ),
        ({"rules": 99}, "played with rules version 99 of tower-up; this Rooftop has version"),
        (
            {"edition": {"id": "mine", "version": 3, "hash": "0" * 64}},
            "played with edition 'mine' version 3",
        ),
        ({"players": 9}, "is for 2, 3, 4 players, not 9"),
        ({"title": "chess"}, "the seed does not match"),
        ({"hashes": []}, "0 hashes for 25 moves"),
    ],
)
def test_what_does_not_fit_is_said(change, sentence):
    with pytest.raises(rooftop.GameFileError, match=sentence):
        load(json.dumps(DATA | change).encode())


@pytest.mark.parametrize("opening", ["[", '{"rooftop":'])
def test_a_file_that_is_nested_too_deeply_is_refused(opening):
    with pytest.raises(rooftop.GameFileError, match=r"x\.json: nested too deeply"):
        gamefile.decode(opening.encode() * 100_000, "x.json")


# --- the result of a finished game ---


FINISHED = json.loads(finished().file().encode())


def test_a_finished_game_has_its_result_and_a_running_one_has_none():
    match = load(json.dumps(FINISHED).encode())
    assert FINISHED["result"] == {
        "places": match.ranks,
        "points": [match.points(seat) for seat in range(match.players)],
    }
    assert sorted(FINISHED["result"]["places"])[0] == 1
    assert any(sum(points.values()) for points in FINISHED["result"]["points"])
    assert "result" not in DATA


@pytest.mark.parametrize("plies", [1, 5])
def test_a_finished_game_that_was_cut_short_is_refused(plies):
    cut = {key: FINISHED[key][:-plies] for key in ("moves", "hashes")}
    with pytest.raises(rooftop.GameFileError, match="the last moves are missing"):
        load(json.dumps(FINISHED | cut).encode())


def test_a_finished_game_without_its_result_is_refused():
    without = {key: value for key, value in FINISHED.items() if key != "result"}
    with pytest.raises(rooftop.GameFileError, match=r"the game is over .* the file has no result"):
        load(json.dumps(without).encode())


def test_an_altered_result_is_refused():
    places = [3 - place for place in FINISHED["result"]["places"]]
    with pytest.raises(rooftop.GameFileError, match="the recorded result differs"):
        load(json.dumps(FINISHED | {"result": FINISHED["result"] | {"places": places}}).encode())


def test_the_result_of_a_game_of_other_rules_can_still_be_read():
    raw = json.dumps(FINISHED | {"rules": 99}).encode()
    result = gamefile.decode(raw).result
    assert result is not None
    assert result.ranks == FINISHED["result"]["places"]
    first = (
        f"place {FINISHED['result']['places'][0]} with {sum(FINISHED['result']['points'][0].values())} points"
    )
    with pytest.raises(rooftop.GameFileError, match=f"rules version 99 .*; recorded result: {first}"):
        load(raw)


def test_a_finished_game_of_format_1_had_no_result_and_is_still_read():
    old = {key: value for key, value in FINISHED.items() if key != "result"} | {"rooftop": 1}
    assert load(json.dumps(old).encode()).over


def test_a_file_for_others_cannot_be_replayed_before_the_seed_is_shown():
    raw = MATCH.file(secret=False).encode()
    assert b'"seed"' not in raw
    assert b'"hashes"' not in raw
    with pytest.raises(rooftop.GameFileError, match="has only a commitment"):
        load(raw)


def test_a_file_that_is_not_there_is_said():
    with pytest.raises(rooftop.GameFileError, match=r"nowhere.json: cannot read this file: No such file"):
        rooftop.load("nowhere.json")


def test_nonces_of_the_seats_change_the_game_and_are_kept(tmp_path):
    plain = Match(MATCH.game, 3)
    mixed = Match(MATCH.game, 3, nonces=["anna", "bolek"])
    assert mixed.position.hash() != plain.position.hash()
    assert mixed.file().commitment == plain.file().commitment
    mixed.save(tmp_path / "m.json")
    assert rooftop.load(tmp_path / "m.json").position.hash() == mixed.position.hash()
    other = json.loads((tmp_path / "m.json").read_text()) | {"nonces": ["anna", "lolek"]}
    with pytest.raises(rooftop.GameFileError, match="ply 0"):
        load(json.dumps(other).encode())


def test_colours_are_in_the_file_and_not_in_the_commitment():
    plain = Match(rooftop.new_game("skyrise", 2, compiled=False), 3).file()
    file = Match(rooftop.new_game("skyrise", 2, compiled=False, colours=["blue", "teal"]), 3).file()
    assert (plain.colours, file.colours) == ([], ["blue", "teal"])
    assert plain.commitment == file.commitment
    assert Match.load(file, compiled=False).file() == file
    other = json.loads(file.encode()) | {"colours": ["blue", "red"]}  # with other numbers
    with pytest.raises(rooftop.GameFileError, match="ply 0: the start differs"):
        Match.load(gamefile.decode(json.dumps(other).encode()), compiled=False)


def test_the_commitment_binds_seed_title_and_options():
    options: dict[str, OptionValue] = {"hold": True}
    first = commitment(bytes(32), "tower-up", options)
    assert first == commitment(bytes(32), "tower-up", dict(options))
    assert len({
        first,
        commitment(bytes(31) + b"1", "tower-up", options),
        commitment(bytes(32), "skyrise", options),
        commitment(bytes(32), "tower-up", {"hold": False}),
    }) == 4  # fmt: skip


def forfeited():
    """A finished game of three in which first the winner and then the second had forfeited."""
    match = rooftop.new("tower-up", players=3, seed=5)
    while not match.over:
        match.play(match.legal()[(7 * match.ply) % len(match.legal())])
    seats = sorted(range(3), key=match.ranks.__getitem__)
    other = rooftop.new("tower-up", players=3, seed=5)
    for move in match.file().moves:
        if other.ply in (10, 20):
            other.forfeit(seats[other.ply // 10 - 1])
        other.play(move)
    return other, seats


def test_seats_that_forfeited_are_ranked_last_the_later_the_better():
    match, (first, second, third) = forfeited()
    assert [match.ranks[seat] for seat in (third, second, first)] == [1, 2, 3]
    assert match.total(first) >= match.total(second) >= match.total(third)
    assert match.result.forfeited == match.forfeited == [first, second]
    assert [seat.rank for seat in match.view().seats] == match.ranks
    assert load(match.file().encode()).result == match.result
    assert json.loads(match.file().encode())["forfeits"] == [
        {"seat": first, "ply": 10}, {"seat": second, "ply": 20},
    ]  # fmt: skip


def test_ties_stay_ties_when_others_forfeit():
    assert core_match._ranked([2, 1, 2, 4], [1]) == [1, 4, 1, 3]
    assert core_match._ranked([1, 1], [1]) == [1, 2]
    assert core_match._ranked([1, 2], [1, 0]) == [1, 2]
    assert core_match._ranked([1, 2, 3], [2, 0]) == [2, 1, 3]


@pytest.mark.parametrize(
    "forfeits",
    [[{"seat": 3, "ply": 1}], [{"seat": -1, "ply": 1}], [{"seat": 0, "ply": 1}, {"seat": 0, "ply": 2}],
     [{"seat": 0, "ply": 2}, {"seat": 1, "ply": 1}], [{"seat": 0, "ply": -1}], [{"seat": 0, "ply": 9999}]],
)  # fmt: skip
def test_impossible_forfeits_are_refused(forfeits):
    data = json.loads(forfeited()[0].file().encode()) | {"forfeits": forfeits}
    with pytest.raises(rooftop.GameFileError, match="forfeits"):
        load(json.dumps(data).encode())


def test_altered_forfeits_are_noticed_by_the_result():
    data = json.loads(forfeited()[0].file().encode())
    with pytest.raises(rooftop.GameFileError, match="differs from the result"):
        load(json.dumps(data | {"forfeits": data["forfeits"][:1]}).encode())


def test_a_seat_forfeits_once_and_not_after_the_end():
    match = rooftop.new("tower-up", players=2, seed=3)
    match.forfeit(1)
    with pytest.raises(rooftop.MoveError):
        match.forfeit(1)
    with pytest.raises(rooftop.OptionError):
        match.forfeit(2)
    with pytest.raises(rooftop.MoveError):
        finished().forfeit(0)
    assert match.ranks == [0, 0]
    assert match.clone().forfeited == [1]


# --- conceding and ending early ----------------------------------------------------------------------------


def midway(players=3, plies=20):
    match = rooftop.new("tower-up", players=players, seed=5)
    for _ in range(plies):
        match.play(match.legal()[-1])
    return match


def test_whoever_concedes_is_last_of_those_still_playing():
    match, (first, second, third) = forfeited()
    other = rooftop.new("tower-up", players=3, seed=5)
    for move in match.file().moves:
        if other.ply == 10:
            other.concede(first)
        if other.ply == 20:
            other.forfeit(second)
        other.play(move)
    assert [other.ranks[seat] for seat in (third, second, first)] == [1, 2, 3]
    assert (other.conceded, other.forfeited, other.given_up) == ([first], [second], [first, second])
    assert (other.result.conceded, other.result.forfeited) == ([first], [second])
    with pytest.raises(rooftop.MoveError, match="over"):
        other.concede(third)
    assert load(other.file().encode()).result == other.result
    assert json.loads(other.file().encode())["forfeits"] == [
        {"seat": first, "ply": 10, "conceded": True}, {"seat": second, "ply": 20},
    ]  # fmt: skip


def test_a_game_ends_with_the_present_scores_and_its_file_says_so():
    match = midway()
    totals = [match.total(seat) for seat in range(3)]
    match.end("scores")
    assert match.ranks == [1 + sum(other > own for other in totals) for own in totals]
    assert len(set(totals)) > 1
    assert [seat.rank for seat in match.view().seats] == match.ranks
    data = json.loads(match.file().encode())
    assert (data["rooftop"], data["result"]["ended"]) == (3, "scores")
    again = load(match.file().encode())
    assert (again.ended, again.result) == ("scores", match.result)
    data["result"]["places"] = data["result"]["places"][::-1]
    with pytest.raises(rooftop.GameFileError, match="differs from the result"):
        load(json.dumps(data).encode())


def test_a_game_that_others_conceded_ends_and_the_last_one_wins():
    match = midway(players=2)
    leader = 0 if match.total(0) >= match.total(1) else 1
    with pytest.raises(rooftop.MoveError, match="no seat has forfeited or conceded"):
        match.end("conceded")
    match.concede(leader)
    with pytest.raises(rooftop.MoveError, match=f"seat {leader} has conceded already"):
        match.forfeit(leader)
    match.end("conceded")
    assert match.ranks[leader] == 2  # although they were leading
    assert match.ranks[1 - leader] == 1
    assert load(match.file().encode()).result == match.result
    data = json.loads(match.file().encode())
    del data["forfeits"], data["result"]["conceded"]
    with pytest.raises(rooftop.GameFileError, match="'conceded', but no seat has forfeited or conceded"):
        load(json.dumps(data).encode())
    with pytest.raises(rooftop.OptionError, match="not 'boredom'"):
        midway().end("boredom")


def test_earlier_formats_are_still_read():
    match = midway()
    match.end()
    data = json.loads(match.file().encode())
    assert data["result"]["ended"] == "agreement"
    for version in (1, 2):
        old = data | {"rooftop": version, "result": data["result"] | {"ended": True}}
        again = load(json.dumps(old).encode())
        assert (again.ended, again.ranks) == ("agreement", [0, 0, 0])
    stored = json.dumps({"places": [0, 0], "points": [{}, {}], "ended": True})
    assert gamefile.decode_result(stored).ended == "agreement"
    assert gamefile.decode_result(json.dumps({"places": [1, 2], "points": [{}, {}]})).ended == ""
    conceded = forfeited()[0].file().encode().replace(b'"ply": 10', b'"ply": 10, "conceded": true')
    with pytest.raises(rooftop.GameFileError, match="nobody could concede in format 2"):
        load(conceded.replace(b'"rooftop": 3', b'"rooftop": 2'))
