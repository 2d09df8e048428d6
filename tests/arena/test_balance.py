"""Balance reports: what titles declare, what is counted, and that runs are repeatable and can be merged."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner

from rooftop.arena.balance import (
    BalanceRun,
    Played,
    PlayedDeal,
    balance_page,
    compare,
    comparison_page,
    read_games,
    read_report,
    report,
    write_report,
)
from rooftop.arena.statistics import difference_interval, interval, mean_interval
from rooftop.arena.workers import Crew
from rooftop.cli import main
from rooftop.errors import OptionError
from rooftop.game.counting import Thing, rows_of
from rooftop.game.position import board_of
from rooftop.game.title import title, title_ids
from rooftop.game.translation import translator
from rooftop.testing.catalogues import package_folder

GAMES = 6


@lru_cache
def played(name: str) -> Played:
    """A few games with every player count. The file is not kept."""
    kind = title(name)
    deals = BalanceRun(kind, (), range(GAMES), "greedy", seed=5)
    games = {(one.players, number): one.play(number) for one in deals.deals for number in range(GAMES)}
    return Played(deals.terms, games)


@pytest.mark.parametrize("name", title_ids())
def test_everything_that_is_counted_is_declared_and_has_a_name(name):
    kind = title(name)
    assert kind.counts is not None
    counting, edition = kind.counts, kind.edition()
    rows = {sort.id: rows_of(edition, sort) for sort in counting.KINDS}
    assert all(rows.values())
    for game in played(name).games.values():
        assert set(game.in_play) == set(rows)
        for kind_id, names in game.in_play.items():
            assert len(set(names)) == len(names)
            assert set(names) <= set(rows[kind_id])
        for had in game.taken:
            assert all(set(of_kind) <= set(game.in_play[kind_id]) for kind_id, of_kind in had.items())
            assert all(amount > 0 for of_kind in had.values() for amount in of_kind.values())
        assert set(game.starts) <= {"", *rows[counting.KINDS[0].id]}
        assert set(game.rare) <= set(counting.RARE)
    for sort in counting.KINDS:
        assert any(game.in_play[sort.id] for game in played(name).games.values()), sort
        assert any(sort.id in had for game in played(name).games.values() for had in game.taken), sort
    board = board_of(kind, edition, 4)
    for language in ("en", "pl"):
        say = translator(kind.package, language)
        told = [counting.name(board, Thing(sort, one), say) for sort, found in rows.items() for one in found]
        assert all(told)


@pytest.mark.parametrize("name", title_ids())
def test_kinds_and_rare_rules_have_polish_words(name):
    kind = title(name)
    with (package_folder(kind.package) / "words" / "pl.po").open("rb") as file:
        there = {message.id for message in read_po(file, locale="pl")}
    assert {sort.name for sort in kind.counts.KINDS} | set(kind.counts.RARE.values()) <= there


@pytest.mark.parametrize("name", title_ids())
def test_the_numbers_of_a_report_add_up(name):
    found = report(played(name))
    kind = title(name)
    assert [table.players for table in found.tables] == [2, 3, 4]
    for table in found.tables:
        games = [game for (players, _), game in played(name).games.items() if players == table.players]
        assert table.games == len(games) == GAMES
        assert sum(share.wins.value for share in table.seats) == pytest.approx(1, abs=1e-5)
        for shares in (table.colours, table.starts):
            if shares:
                assert sum(share.games for share in shares) == GAMES * table.players
                won = sum(share.games * share.wins.value for share in shares)
                assert won == pytest.approx(GAMES, abs=1e-4)
        assert sum(table.sources.values()) == pytest.approx(table.points.value, abs=1e-3)
        assert table.winner_points.value >= table.points.value
        assert len(table.length.all_turns) == GAMES
        assert [row.id for row in table.rare] == list(kind.counts.RARE)
        expected = [(sort.id, one) for sort in kind.counts.KINDS for one in rows_of(kind.edition(), sort)]
        assert [(result.kind, result.id) for result in table.things] == expected
        for result in table.things:
            assert 0 <= result.taken <= result.in_play <= GAMES
            assert (result.wins is None) == (result.holders == 0)
            if result.wins is not None:
                assert result.wins.low is not None
                assert result.wins.high is not None
                assert result.wins.low <= result.wins.value <= result.wins.high
                assert result.times_parity.value == pytest.approx(table.players * result.wins.value, abs=1e-4)


@pytest.mark.parametrize("name", title_ids())
def test_reports_are_json_and_pages_in_both_languages(name):
    found = report(played(name))
    written = write_report(found)
    assert max(map(len, written.splitlines())) < 1000
    assert read_report(written) == found
    for language in ("en", "pl"):
        page = balance_page(found, language)
        assert f'<html lang="{language}">' in page
        assert "{" not in page.partition("</style>")[2]
        assert kind_headings(name, language) <= set(page.replace("</h2>", ">").split(">"))
    both = compare(played(name), played(name))
    assert read_report(write_report(both)) == both
    assert "<table>" in comparison_page(both, "pl")
    assert all(value.value == 0 for change in both.changes for value in (change.points, *change.seats))


def test_a_known_edition_is_not_written_into_a_report_and_a_strange_file_is_refused():
    found = report(played("tower-up"))
    terms = msgspec.structs.replace(found.terms, text=title("tower-up").edition().text)
    assert read_report(write_report(msgspec.structs.replace(found, terms=terms))) == found
    for text, why in {
        "[]": "not a balance report",
        "{": "not a balance",
        '{"terms": 1}': "terms: must be",
    }.items():
        with pytest.raises(OptionError, match=rf"^r\.json: {why}"):
            read_report(text, "r.json")


def kind_headings(name, language):
    say = translator(title(name).package, language)
    return {say(sort.name) for sort in title(name).counts.KINDS}


def deal(number, ranks, totals, taken, in_play=("bw", "nb", "wa")):
    return PlayedDeal(
        players=2, game=number, colours=("blue", "green"), starts=("fletcher", "bellandi"), ranks=ranks,
        points=tuple((total, 0, 0, 0, 0, 0, 0, 0, 0) for total in totals), plies=9, decisions=8, turns=6,
        in_play={"street": in_play}, taken=taken, rare={"blocked": 2} if number else {},
    )  # fmt: skip


def test_holders_are_counted_only_where_others_have_it_not():
    """Three deals: seat 0 holds Broadway and wins; both hold it; seat 1 holds it and shares the win."""
    street = {"street": {"bw": 5}}
    games = [
        deal(0, (1, 2), (30, 20), (street, {})),
        deal(1, (2, 1), (10, 40), (street, street)),
        deal(2, (1, 1), (25, 25), ({}, street)),
        deal(3, (1, 2), (50, 10), ({}, {}), in_play=("nb", "wa", "ce")),
    ]
    terms = BalanceRun(title("new-york-1901"), (2,), range(1)).terms
    (table,) = report(Played(terms, {(2, game.game): game for game in games})).tables
    assert [share.wins.value for share in table.seats] == [0.625, 0.375]
    broadway = next(result for result in table.things if result.id == "bw")
    assert (broadway.in_play, broadway.taken, broadway.holders) == (3, 3, 2)
    assert broadway.wins.value == 0.75
    assert broadway.times_parity.value == 1.5
    assert broadway.points_ahead.value == 5
    assert broadway.points_in_play.value == -5
    blocked = next(row for row in table.rare if row.id == "blocked")
    assert (blocked.games.value, blocked.times) == (0.75, 1.5)


def test_a_contested_thing_counts_for_those_who_have_most():
    king = ({"challenge": {"king": 5}}, {"challenge": {"king": 10}})
    game = msgspec.structs.replace(deal(0, (2, 1), (20, 30), king), in_play={"challenge": ("king",)})
    terms = BalanceRun(title("new-york-1901"), (2,), range(1)).terms
    (table,) = report(Played(terms, {(2, 0): game})).tables
    found = next(result for result in table.things if result.id == "king")
    assert (found.holders, found.wins.value) == (1, 1)


def test_bounds_name_what_wins_too_often():
    street = {"street": {"bw": 5}}
    games = {(2, n): deal(n, (2, 1), (10, 20), (street, {})) for n in range(60)}
    terms = BalanceRun(title("new-york-1901"), (2,), range(1)).terms
    found = report(Played(terms, games)).findings
    named = {(finding.what, finding.id) for finding in found if finding.sure}
    assert {("seat", "0"), ("seat", "1"), ("start", "fletcher"), ("street", "bw")} <= named
    assert not any(finding.what == "colour" for finding in found), "colours differ in their looks alone"


def run(numbers, **more):
    return BalanceRun(title("tower-up"), (2, 4), numbers, "greedy", seed=3, **more)


def test_runs_repeat_and_are_merged_from_several_machines(tmp_path):
    whole = run(range(6)).play(tmp_path / "whole.jsonl", crew=Crew(2))
    for first in (0, 3):
        run(range(first, first + 3)).play(tmp_path / f"{first}.jsonl")
    (merged,) = read_games([tmp_path / "3.jsonl", tmp_path / "0.jsonl"])
    assert merged.terms == whole.terms
    assert merged.games == whole.games
    assert report(merged) == report(whole)
    other = BalanceRun(title("tower-up"), (2, 4), range(6), "greedy", seed=4).play(tmp_path / "other.jsonl")
    assert report(other) != report(whole)
    assert len(read_games([tmp_path / "0.jsonl", tmp_path / "other.jsonl"])) == 2


def test_an_interrupted_run_goes_on_and_other_terms_are_refused(tmp_path):
    path = tmp_path / "games.jsonl"
    whole = run(range(3)).play(path)
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([*lines[:3], lines[3][:40]]))
    asked: list[int] = []
    assert run(range(3)).play(path, progress=asked.append) == whole
    assert asked == [2, 1, 1, 1, 1]
    with pytest.raises(OptionError, match=r"holds another run \(seed differ"):
        BalanceRun(title("tower-up"), (2,), range(3), "greedy").play(path)
    path.write_text("hello\n")
    with pytest.raises(OptionError, match="not a file of games"):
        read_games([path])


def test_a_changed_game_is_noticed_when_files_are_merged(tmp_path):
    run(range(2)).play(tmp_path / "a.jsonl")
    text = (tmp_path / "a.jsonl").read_text()
    (tmp_path / "b.jsonl").write_text(text.replace('"plies":', '"plies":1', 1))
    with pytest.raises(OptionError, match="differs from another"):
        read_games([tmp_path / "a.jsonl", tmp_path / "b.jsonl"])


def test_every_colour_sits_in_every_seat():
    (deals,) = BalanceRun(title("skyrise"), (4,), range(24), "greedy").deals
    orders = [deals.game(number).colours for number in range(24)]
    assert len(set(orders)) == 24


def test_the_command_plays_compares_and_reads_files(tmp_path):
    def command(*words: object) -> str:
        answer = CliRunner().invoke(main, ["balance", "tower-up", *map(str, words)])
        assert answer.exit_code == 0, answer.output
        return answer.stdout

    def file(name: str) -> Path:
        return tmp_path / name

    edition = title("tower-up").edition().text
    file("mine.toml").write_text(edition.replace("stalemate_rounds = ", "stalemate_rounds = 1", 1))
    words = ("--bots", "greedy", "--players", 2, "--games", 3, "--workers", 1)
    told = command(
        *words, "--out", file("run.jsonl"), "--against", file("mine.toml"), "--json", file("r.json")
    )
    assert "2 players, 3 deals" in told
    assert json.loads(file("r.json").read_text())["second"]["terms"]["text"] is not None
    assert command("--from", file("run.jsonl"), "--from", file("run-against.jsonl")) == told
    page = command("--from", file("run.jsonl"), "--html", file("r.html"), "--lang", "pl")
    assert "parity 50.0 %" in page
    assert "Równowaga gry Tower Up" in file("r.html").read_text()
    wrong = CliRunner().invoke(main, ["balance", "skyrise", "--from", str(file("run.jsonl"))])
    assert wrong.exit_code == 2


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path):
    out = tmp_path / "run.jsonl"
    for option in ("--html", "--json"):
        words = ["--bots", "greedy", "--games", "1", "--out", str(out), option, str(tmp_path / "no" / "r")]
        answer = CliRunner().invoke(main, ["balance", "tower-up", *words])
        assert (answer.exit_code, answer.stdout) == (2, "")
        assert "cannot write this file" in answer.stderr
    assert not out.exists()


def test_editions_that_played_different_deals_cannot_be_compared():
    whole = played("tower-up")
    first, second = ({key: whole.games[key] for key in whole.games if key[1] % 2 == odd} for odd in (0, 1))
    with pytest.raises(OptionError, match="no deal was played with both editions"):
        compare(Played(whole.terms, first), Played(whole.terms, second))


@pytest.mark.parametrize("share", [0.25, 0.5])
def test_the_interval_of_rounds_of_different_size_contains_the_truth(share):
    chance, good = np.random.default_rng(5), 0
    for _ in range(400):
        sizes = chance.integers(1, 4, 60)
        luck = chance.beta(4 * share, 4 * (1 - share), 60)
        scores = [float((chance.random(size) < p).mean()) for size, p in zip(sizes, luck, strict=True)]
        low, high = interval(scores, weights=sizes.astype(float).tolist())
        good += low <= share <= high
    assert good >= 0.93 * 400
    assert interval([0.2, 0.8, 0.5], weights=[2.0] * 3) == pytest.approx(interval([0.2, 0.8, 0.5]))


def test_intervals_of_means_contain_the_truth():
    chance = np.random.default_rng(6)
    means = [mean_interval(chance.normal(3, 2, 12).tolist()) for _ in range(400)]
    assert np.mean([low <= 3 <= high for low, high in means]) >= 0.93
    apart = [
        difference_interval(chance.normal(3, 2, 9).tolist(), chance.normal(1, 5, 30).tolist())
        for _ in range(400)
    ]
    assert np.mean([low <= 2 <= high for low, high in apart]) >= 0.93
