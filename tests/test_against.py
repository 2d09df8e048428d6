"""`make against`: the table of two sides, how they take turns, and what it does when it cannot measure."""

import contextlib
import json
import subprocess
import sys

import pytest

from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))
sys.path.insert(0, str(ROOT / "bench"))
import against
import environment
import revisions
from ratios import Row, is_above, report, table, worst_first
from revisions import Side
from visit import imported_by, named_by


@pytest.fixture
def sides(tmp_path):
    for name in ("before", "after"):
        (tmp_path / name).mkdir()
    return Side("before", tmp_path / "before"), Side("after", tmp_path / "after")


def printing(found):
    """A job whose command prints what is found for a side, and notes in a file whose turn it was."""

    def command(side):
        code = "import sys; open('../turns', 'a').write(sys.argv[1] + ' '); print(sys.argv[2])"
        return [sys.executable, "-c", code, side.name, json.dumps(found[side.name])]

    return against.Job("rules", "tower-up", command)


def compared(jobs, sides, rounds):
    old, new = sides
    return against.compare(jobs, old, new, rounds, lambda line: None)


# --- the table ---------------------------------------------------------------------------------------------


def test_a_ratio_is_the_median_of_the_rounds_and_the_spread_goes_from_the_lowest_to_the_highest():
    row = Row("rules: a decision, ns", "skyrise", [100, 200, 100], [110, 260, 150])
    assert row.ratios == pytest.approx([1.1, 1.3, 1.5])
    [found] = report([row])
    assert (found["ratio"], found["spread"], found["slower"]) == (1.3, [1.1, 1.5], True)
    assert " ".join(table([row])[1].split()) == "rules: a decision, ns skyrise 100 150 1.30 1.10–1.50 slower"


def test_only_what_is_slower_in_every_round_is_marked():
    once = Row("a", "", [100, 100], [101, 160])
    assert not is_above(once)
    assert "slower" not in "".join(table([once]))
    assert is_above(Row("a", "", [100, 100], [104, 160]))
    assert is_above(Row("a", "", [100, 100], [112, 160]), 1.1)
    assert not is_above(Row("a", "", [100, 100], [109, 160]), 1.1)


def test_the_worst_comes_first_and_what_has_no_figures_last():
    rows = [
        Row("fair", "", [10.0], [10.0]),
        Row("search", "", note="not in 494b345a0139"),
        Row("bad", "", [10.0], [20.0]),
        Row("good", "", [10.0], [5.0]),
    ]
    assert [row.measure for row in worst_first(rows)] == ["bad", "fair", "good", "search"]
    assert table(rows)[-1].split(maxsplit=1)[1].endswith("not in 494b345a0139")
    assert "ratio" not in report(rows)[-1]


# --- turns -------------------------------------------------------------------------------------------------


def test_the_sides_take_turns_and_the_first_changes_with_every_round(sides, tmp_path):
    job = printing({"before": {"a decision, ns": 200}, "after": {"a decision, ns": 100}})
    rows, complete = compared([job], sides, rounds=3)
    turns = (tmp_path / "turns").read_text().split()
    assert turns == ["before", "after", "after", "before", "before", "after"]
    assert complete
    [row] = rows
    assert (row.measure, row.title, row.ratios) == ("rules: a decision, ns", "tower-up", [0.5, 0.5, 0.5])


def test_what_a_side_does_not_have_is_said_and_not_asked_again(sides, tmp_path):
    job = printing({"before": {"missing": "ImportError: no search"}, "after": {"a simulation, µs": 20}})
    rows, complete = compared([job], sides, rounds=3)
    assert [(row.measure, row.note, row.ratios) for row in rows] == [("rules", "not in before", [])]
    assert complete
    assert (tmp_path / "turns").read_text().split() == ["before"]


def test_a_measure_that_only_one_side_has_is_a_row_without_a_ratio(sides):
    job = printing({"before": {"a": 1}, "after": {"a": 1, "b": 2}})
    rows, complete = compared([job], sides, rounds=2)
    assert [(row.measure, row.note, row.ratios) for row in rows] == [
        ("rules: a", "", [1, 1]),
        ("rules: b", "not in before", []),
    ]
    assert complete


def test_a_bench_that_fails_is_named_with_its_last_line_and_the_others_go_on(sides):
    def failing(side):
        return [sys.executable, "-c", "import sys; sys.exit('first line\\nthe server did not start')"]

    fair = printing({"before": {"a": 1}, "after": {"a": 1}})
    rows, complete = compared([against.Job("page", "", failing), fair], sides, rounds=1)
    assert not complete
    assert [row.note for row in worst_first(rows)] == ["", "before failed: the server did not start"]


def test_a_run_of_a_server_with_lost_pictures_counts_as_failed():
    with pytest.raises(against.UnmeasuredError, match="5 of 6 pictures"):
        against.measures_of_server({"problems": 0, "pictures": 5, "pictures_expected": 6})


def test_both_sides_run_the_benches_of_the_working_tree_with_their_own_environment(sides, tmp_path):
    old, new = sides
    jobs = against.jobs_for(["rules", "server", "page"], ["skyrise"], tmp_path, 80, 10.0)
    assert [(job.name, job.title) for job in jobs] == [
        ("rules", "skyrise"),
        ("server", "skyrise"),
        ("page", ""),
    ]
    for job in jobs:
        before, after = job.command(old), job.command(new)
        assert [word.replace(str(old.folder), str(new.folder)) for word in before] == after
        assert old.python in before
        assert str(tmp_path) in before[1]
    first = against.preparations(jobs, tmp_path)
    assert [job.command(old)[-1] for job in first[:1]] == ["--little"]
    assert [job.name for job in first] == ["rules", "compile"]


def test_a_side_has_a_cache_of_its_own_and_no_setting_of_the_shell(sides, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "src")
    monkeypatch.setenv("ROOFTOP_QUICK", "0")
    old, new = sides
    assert old.variables["ROOFTOP_CACHE"] != new.variables["ROOFTOP_CACHE"]
    assert not {"PYTHONPATH", "ROOFTOP_QUICK"} & old.variables.keys()


# --- the command -------------------------------------------------------------------------------------------


@pytest.fixture
def given(monkeypatch, sides):
    """Arguments of a command that finds both sides installed. Returns what was set up."""
    made, (old, new) = [], sides

    def set_up(name):
        made.append(name)
        return old

    monkeypatch.setattr(against, "alone", contextlib.nullcontext)
    monkeypatch.setattr(against, "revision", set_up)
    monkeypatch.setattr(against, "working_tree", lambda: new)
    monkeypatch.setattr(against, "titles_of", lambda side: ["tower-up"])
    monkeypatch.setattr(against, "preparations", lambda jobs, benches: [])

    def give(*words):
        monkeypatch.setattr(sys, "argv", ["against.py", *words])
        return made

    return give


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no-such-revision"], "'no-such-revision' is not a revision of this repository."),
        (["--only", "sever", "HEAD"], "--only must be one of rules, game,"),
        (["--rounds", "0", "HEAD"], "--rounds must be at least 1"),
    ],
)
def test_a_wrong_argument_is_one_clear_line_and_sets_nothing_up(words, said, given, capsys):
    made = given(*words)
    with pytest.raises(SystemExit) as stopped:
        against.main()
    assert said in (stopped.value.code if isinstance(stopped.value.code, str) else capsys.readouterr().err)
    assert made == []


def test_a_title_must_be_one_that_both_sides_have(given):
    given("HEAD", "--titles", "chess")
    with pytest.raises(SystemExit, match="--titles must be one of tower-up, not 'chess'"):
        against.main()


def test_the_table_is_printed_and_a_limit_decides_about_the_status(given, monkeypatch, capsys, tmp_path):
    job = printing({"before": {"a decision, ns": 100}, "after": {"a decision, ns": 120}})
    monkeypatch.setattr(against, "jobs_for", lambda *given: [job])
    file = tmp_path / "found.json"
    for more, status in ([], 0), (["--fail-above", "1.1"], 1), (["--fail-above", "1.3"], 0):
        given("HEAD", "--rounds", "2", "--json", str(file), *more)
        assert against.main() == status
    assert "1.20–1.20  slower" in capsys.readouterr().out
    found = json.loads(file.read_text(encoding="utf-8"))
    assert (found["old"], found["new"], found["rounds"]) == ("before", "after", 2)
    assert found["rows"][0]["new"] == [120, 120]


# --- revisions ---------------------------------------------------------------------------------------------


@pytest.fixture
def repository(tmp_path):
    """A repository with two versions of a file, and one that is not committed."""
    root = tmp_path / "repository"
    root.mkdir()

    def git(*words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words], cwd=root, check=True)

    git("init", "--quiet")
    (root / ".gitignore").write_text("built\n")
    (root / "pyproject.toml").write_text(
        '[project]\nname = "a"\n[project.optional-dependencies]\nserver = []\n'
    )
    for version in ("1", "2"):
        (root / "version").write_text(version)
        git("add", "--all")
        git("commit", "--quiet", "--message", version)
    (root / "version").write_text("3")
    (root / "new").write_text("not committed")
    (root / "built").write_text("ignored")
    return root


@pytest.fixture
def installed(monkeypatch):
    found = []
    monkeypatch.setattr(
        environment,
        "make",
        lambda folder, extras, checkout: found.append((folder, extras, checkout)),
    )
    return found


def test_a_revision_has_its_files_and_is_installed_once(repository, installed, tmp_path):
    folder = tmp_path / "against"
    for _ in range(2):
        side = revisions.revision("HEAD~1", repository, folder)
        assert (side.tree / "version").read_text() == "1"
    [(environment, extras, checkout)] = installed
    assert (environment.parent, checkout) == (side.folder, side.tree)
    assert extras == ["server"]  # it has no extra `compile`


def test_the_working_tree_is_copied_as_it_is_now_without_what_git_ignores(repository, installed, tmp_path):
    side = revisions.working_tree(repository, tmp_path / "against")
    assert sorted(path.name for path in side.tree.iterdir()) == [
        ".gitignore",
        "new",
        "pyproject.toml",
        "version",
    ]
    assert (side.tree / "version").read_text() == "3"
    (repository / "new").unlink()
    assert not (revisions.working_tree(repository, tmp_path / "against").tree / "new").exists()


def test_a_revision_that_cannot_be_installed_leaves_nothing_behind(repository, monkeypatch, tmp_path):
    def fail(folder, extras, checkout):
        raise subprocess.CalledProcessError(1, "uv")

    monkeypatch.setattr(environment, "make", fail)
    with pytest.raises(SystemExit, match="could not be installed"):
        revisions.revision("HEAD", repository, tmp_path / "against")
    assert list((tmp_path / "against").iterdir()) == []


def test_two_runs_at_a_time_would_disturb_each_other(tmp_path):
    with (
        revisions.alone(tmp_path),
        pytest.raises(SystemExit, match="Another run"),
        revisions.alone(tmp_path),
    ):
        pass
    with revisions.alone(tmp_path):
        pass


# --- pages -------------------------------------------------------------------------------------------------


def test_a_visit_counts_what_a_page_names_and_what_its_scripts_import_at_once():
    page = """<link rel="icon" href="/static/icon.svg"><link rel="stylesheet" href="/static/a.css" />
      <link rel="alternate" href="/feed"><script type="module" src="/static/home.js"></script>
      <a href="/about">"""
    assert named_by(page) == ["/static/icon.svg", "/static/a.css", "/static/home.js"]
    script = """import{a as b}from"./chunk-A.js";import"./chunk-B.js";const later=import("./rules.js")"""
    assert imported_by(script) == ["./chunk-A.js", "./chunk-B.js"]
