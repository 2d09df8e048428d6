"""Reviews: every decision is judged by what its player knew, and the numbers add up."""

import io
import json
from itertools import pairwise

import msgspec
import pytest
from click.testing import CliRunner
from tqdm import tqdm

from rooftop.arena.review import Budget, Judgement, Review, review
from rooftop.arena.review.findings import Swing, kind_of, result_of, tell
from rooftop.arena.review.judging import AGAIN, LONGER, Question, Weighed, again, judge, questions
from rooftop.arena.review.page import html, text
from rooftop.bots import bot, choose
from rooftop.bots.search import Adviser
from rooftop.cli import main
from rooftop.errors import GameFileError, OptionError
from rooftop.game.match import Match, new
from rooftop.game.title import title_ids

QUICK = Budget(None, 24)


def played(title: str, players: int = 2, plies: int | None = None, seed: int = 5) -> Match:
    match, player = new(title, players, seed), bot("greedy", 1)
    while not match.over and (plies is None or match.ply < plies):
        match.play(choose(match, player, match.ply))
    return match


def middle(title: str) -> Match:
    """A match in which the seat to act has a choice and incomplete information."""
    match = played(title, 3, 14)
    while len(match.legal()) == 1:
        match.play(match.legal()[0])
    return match


@pytest.mark.parametrize("title", title_ids())
def test_equal_knowledge_gets_equal_advice(title):
    match = middle(title)
    seat, position = match.to_act, match.position
    adviser = Adviser(match.game)
    # Positions that the seat cannot tell apart: everything unknown to it has been dealt again.
    others = [position.blind(seat, salt) for salt in (11, 12, 13)]
    if not match.title.is_open:
        assert len({other.hash() for other in others}) > 1
    found = [
        adviser.advise(one.blind(seat, 0), match.legal()[:1], simulations=60) for one in (position, *others)
    ]
    assert found[0] == found[1] == found[2] == found[3]
    assert found[0] != adviser.advise(position.blind(seat, 0), seed=1, simulations=60)  # it is a search


@pytest.mark.parametrize("title", title_ids())
def test_judgements_do_not_depend_on_what_the_player_could_not_know(title):
    match = middle(title)
    seat = match.to_act
    first = judged_at(match.position.blind(seat, 0), match.legal()[-1])
    for salt in (21, 22):
        other = match.position.blind(seat, salt)
        assert msgspec.json.encode(judged_at(other.blind(seat, 0), match.legal()[-1])) == msgspec.json.encode(
            first
        )


def judged_at(position, action: int) -> Judgement:
    return judge(position.game, Question(position.ply, position.rows.tobytes(), action, None, 40))


def test_questions_are_blinded_and_leave_out_what_is_forced():
    match = played("skytopia", plies=30)
    asked = {question.ply: question for question in questions(match, QUICK)}
    for ply, decision in enumerate(match.decisions):
        position = match.position_at(ply)
        assert (ply in asked) == (len(position.legal()) > 1)
        if ply in asked:
            assert asked[ply].rows == position.blind(position.to_act, 0).rows.tobytes()
            assert asked[ply].played == decision.action


def test_the_move_that_was_made_is_judged_as_thoroughly_as_the_best():
    match = middle("skyrise")
    adviser = Adviser(match.game)
    position = match.position.blind(match.to_act, 0)
    liked = {one.action for one in adviser.advise(position, simulations=400)}
    dull = next(action for action in match.legal() if action not in liked)
    found = adviser.advise(position, [dull], simulations=400)
    visits = {one.action: one.visits for one in found}
    assert len(found) == 4
    assert visits[dull] >= 40
    assert [one.chance for one in found] == sorted((one.chance for one in found), reverse=True)
    assert all(0 <= one.chance <= 1 for one in found)
    assert adviser._tree.visits == pytest.approx(400, abs=40)


def test_a_sure_win_is_certain_and_missing_it_is_a_mistake():
    match = played("tower-up", plies=52, seed=9)
    seat, position = match.to_act, match.position
    wins = [action for action in match.legal() if wins_at_once(position, action, seat)]
    other = next(action for action in match.legal() if action not in wins)
    assert wins
    judged = judged_at(position.blind(seat, 0), other)
    assert judged.best[0].chance == 1.0
    assert match.action(judged.best[0].move) in wins
    assert judged.cost > 0


def wins_at_once(position, action: int, seat: int) -> bool:
    after = position.clone()
    after.apply(action)
    return after.over and after.ranks[seat] == 1 and after.ranks.count(1) == 1


def judgement(ply: int, seat: int, best: float, chance: float) -> Judgement:
    return Judgement(
        ply, seat, Weighed("take 1", chance), (Weighed("take 2", best), Weighed("take 1", chance))
    )


def test_curves_swings_and_costs():
    found = Review(
        2,
        10,
        (1.0, 0.0),
        QUICK,
        (
            judgement(0, 0, 0.5, 0.5),
            judgement(1, 1, 0.5, 0.3),
            judgement(2, 1, 0.32, 0.315),
            judgement(4, 0, 0.7, 0.6),
            judgement(7, 1, 0.4, 0.35),
        ),
    )
    assert found.curve(0) == [(0, 0.5), (1, 0.5), (4, 0.7), (5, 0.6), (10, 1.0)]
    assert found.curve(1) == [(1, 0.5), (2, 0.32), (3, 0.315), (7, 0.4), (8, 0.35), (10, 0.0)]
    assert [one.ply for one in found.costliest(1)] == [1, 7]
    assert [kind_of(one.cost) for one in found.costliest(1)] == ["blunder", "slip"]
    assert found.swings(3) == [
        Swing(0, 1, 4, 0.5, 0.7, False),
        Swing(0, 5, 10, 0.6, 1.0, False),
        Swing(1, 8, 10, 0.35, 0.0, False),
    ]
    assert found.swings(4)[0] == Swing(1, 1, 2, 0.5, 0.32, True)


def test_what_seems_costly_is_judged_again_for_longer():
    match = played("tower-up", plies=40)
    asked = questions(match, QUICK)
    judged = [judgement(one.ply, one.ply % 2, 0.5, 0.5 - one.ply / 1000) for one in asked]
    more = again(asked, judged, QUICK)
    assert [one.ply for one in more] == [one.ply for one in asked][-2 * AGAIN :]
    assert {one.simulations for one in more} == {24 * LONGER}


def test_a_game_is_reviewed_in_words_and_as_a_page_in_both_languages(tmp_path):
    match = played("tower-up")
    found = review(match, QUICK)
    assert found == review(match, QUICK)
    assert [one.ply for one in found.judgements] == [one.ply for one in questions(match, QUICK)]
    told = list(tell(match, found.costliest(0), "pl"))
    assert told
    assert all(one.played != one.better for one in told)
    for language, heading in (("en", "costliest decisions"), ("pl", "najdroższe decyzje")):
        page = html(found, match, language, ["Ann", "<Bob>"])
        assert f'<html lang="{language}">' in page
        assert heading in page
        assert "&lt;Bob&gt;" in page
        assert "<Bob>" not in page
        assert told[0].judgement.best[0].move in text(found, match, language)
    file, out = tmp_path / "game.json", tmp_path / "review.html"
    match.save(file)
    run = CliRunner().invoke(
        main,
        [
            "review",
            str(file),
            "-o",
            str(out),
            "--simulations",
            "24",
            "--workers",
            "1",
            "--json",
            "--lang",
            "en",
        ],
    )
    assert run.exit_code == 0, run.output
    shown = json.loads(run.stdout)
    assert [[tuple(point) for point in seat["curve"]] for seat in shown["seats"]] == [
        found.curve(0),
        found.curve(1),
    ]
    assert out.read_text(encoding="utf-8") == html(found, match)


def test_progress_grows_to_the_whole_and_no_further():
    shares: list[float] = []
    review(played("tower-up"), Budget(None, 4), progress=shares.append)
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.02
    assert shares[-1] == 1.0
    assert max(b - a for a, b in pairwise([0.0, *shares])) < 0.25


def test_the_bar_of_the_command_ends_where_it_says(tmp_path, monkeypatch):
    bars: list[tqdm] = []

    def shown(total: int, what: str) -> tqdm:
        bars.append(tqdm(total=total, desc=what, file=io.StringIO()))
        return bars[0]

    monkeypatch.setattr("rooftop.cli.review.progress", shown)
    file = tmp_path / "game.json"
    played("tower-up").save(file)
    run = CliRunner().invoke(main, ["review", str(file), "--simulations", "4", "--workers", "1"])
    assert run.exit_code == 0, run.output
    assert bars[0].n == bars[0].total


def test_what_cannot_be_reviewed_says_why(tmp_path):
    with pytest.raises(GameFileError, match="not over yet"):
        review(played("tower-up", plies=3), QUICK)
    with pytest.raises(OptionError, match="seconds or of simulations"):
        Budget(0.1, 10)
    with pytest.raises(OptionError, match="more than 0"):
        Budget(0.0)
    with pytest.raises(OptionError, match="simulations must be"):
        Budget(None, 0)
    ended = played("tower-up", plies=6)
    ended.end()
    assert result_of(ended, QUICK, []).wins == ()
