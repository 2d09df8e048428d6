"""Earlier versions of an edition are stored as patches of the next newer one."""

import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rooftop
from rooftop.game.edition import Edition
from rooftop.game.edition_patches import Patch, earlier_editions, written_patch
from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))
from keep_editions import keep

TITLES = ROOT / "src" / "rooftop" / "titles"
KINDS = [rooftop.title(name) for name in rooftop.title_ids()]
SKYRISE, TOWER_UP = rooftop.title("skyrise"), rooftop.title("tower-up")
TEXT = TOWER_UP.edition().text
HEAD = "--- b\n+++ a\n"


def edition(old="", new=""):
    assert old in TEXT
    return Edition.parse("mine.toml", TEXT.replace(old, new, 1) if old else TEXT)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_earlier_versions_come_in_order_and_can_be_played(kind):
    editions = kind.editions()
    versions = [one.version for one in editions]
    assert versions == sorted(versions, reverse=True)
    assert [kind.problems(one) for one in editions] == [[]] * len(editions)
    folder = TITLES / kind.id.replace("-", "_") / "editions"
    assert {one.id for one in editions[1:]} == {path.stem for path in folder.glob("*")}


@given(st.integers(0, 10_000))
def test_a_written_patch_leads_back_to_the_earlier_text(seed):
    """Lines are dropped, doubled and changed at random."""
    chance, newer = random.Random(seed), edition()
    lines = TEXT.splitlines()
    for number in range(chance.randint(1, 4)):
        at = chance.randrange(20, len(lines))
        comment = f"# {number}"
        lines[at : at + 1] = chance.choice([[], [comment], [lines[at], comment], [comment, lines[at], ""]])
    # only the text matters here
    older = Edition("older", newer.header, newer.data, newer.named, "\n".join(lines) + "\n")
    patch = Patch.parse("p", written_patch(newer, older))
    assert patch.applied(newer.text) == older.text


@pytest.mark.parametrize(
    ("patch", "text", "sentence"),
    [
        ("", "x\n", "p: must begin with two lines, `--- <newer id>` and `+++ <older id>`"),
        ("--- b\n@@ -1 +1 @@\n", "x\n", "p: must begin with two lines"),
        (HEAD + "-x\n+y\n", "x\n", "p: line 3: must begin with a space, - or +, or be `@@ ... @@`"),
        (HEAD + "@@ -1 +1 @@\nx\n", "x\n", "p: line 4: must begin with a space"),
        (HEAD + "@@ -1 +1 @@\n-x\n+y\n", "z\n", "p: line 3: the lines of this hunk are not in b"),
        (
            HEAD + "@@ -1 +1 @@\n-x\n+y\n",
            "x\nx\n",
            "p: line 3: the lines of this hunk stand in 2 places in b",
        ),
        (
            HEAD + "@@ -2 +2 @@\n-y\n+Y\n@@ -1 +1 @@\n-x\n+X\n",
            "x\ny\n",
            "p: line 6: the lines of this hunk are not in b",
        ),
    ],
)
def test_a_patch_that_does_not_fit_is_refused_with_its_line(patch, text, sentence):
    with pytest.raises(rooftop.EditionError) as refused:
        Patch.parse("p", patch).applied(text)
    assert refused.value.problems[0].startswith(sentence)


def test_lines_may_have_moved():
    patch = Patch.parse("p", HEAD + "@@ -1,2 +1,2 @@\n x\n-y\n+Y\n")
    assert patch.applied("new\nx\ny\n") == "new\nx\nY\n"


def test_a_better_text_goes_into_the_earlier_versions_and_keeps_their_hashes():
    latest, *earlier = SKYRISE.editions()
    text = latest.text.replace('en = "Aerie"', 'en = "Eyrie"', 1)
    corrected = Edition.parse("edition.toml", "# A new first line.\n" + text)
    found = earlier_editions(TITLES / "skyrise" / "editions", corrected)
    assert [SKYRISE.hash(one) for one in found] == [SKYRISE.hash(one) for one in earlier]
    assert all(any(isle.name["en"] == "Eyrie" for isle in SKYRISE.board(one, 2).islands) for one in found)


def test_a_change_of_the_lines_of_a_patch_is_an_error():
    text = SKYRISE.edition().text.replace("version = 4", "version = 5", 1)
    with pytest.raises(rooftop.EditionError, match=r"^skyrise-reconstructed-2\.patch: line 3: .* are not in"):
        earlier_editions(TITLES / "skyrise" / "editions", Edition.parse("edition.toml", text))


def test_a_patch_that_leads_nowhere_is_an_error(tmp_path):
    latest = edition()
    older = edition('id = "tower-up-reconstructed-1"', 'id = "older"')
    text = written_patch(latest, older)
    (tmp_path / "older.patch").write_text(text.replace("+++ older", "+++ oldest"), encoding="utf-8")
    with pytest.raises(rooftop.EditionError, match=r"^older\.patch: leads to 'older', not to 'oldest'"):
        earlier_editions(tmp_path, latest)
    (tmp_path / "older.patch").write_text(text.replace("--- tower", "--- no-tower"), encoding="utf-8")
    with pytest.raises(rooftop.EditionError, match=r"^older\.patch: there is no edition 'no-tower-up"):
        earlier_editions(tmp_path, latest)


@pytest.fixture
def checkout(tmp_path):
    """A title's folder in a repository, with its first version committed."""

    def git(*words):
        name = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *name, *words], cwd=tmp_path, check=True, capture_output=True)

    def commit():
        git("add", "--all")
        git("commit", "--quiet", "--message", "x")

    git("init", "--quiet")
    (tmp_path / "edition.toml").write_text(TEXT, encoding="utf-8")
    commit()
    return tmp_path, commit


def change(folder, *changes):
    text = (folder / "edition.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "edition.toml").write_text(text, encoding="utf-8")


def kept(folder):
    latest = Edition.load(folder / "edition.toml")
    return [TOWER_UP.hash(one) for one in (latest, *earlier_editions(folder / "editions", latest))]


def test_new_versions_are_kept_one_after_the_other(checkout):
    folder, commit = checkout
    first = kept(folder)
    change(folder, ('"tower-up-reconstructed-1"', '"second"'), ("version = 2", "version = 3"))
    change(folder, ("stock_limit = 10", "stock_limit = 9"))
    assert keep(folder, "HEAD") == folder / "editions" / "tower-up-reconstructed-1.patch"
    assert kept(folder)[1:] == first
    commit()
    second = kept(folder)
    change(folder, ('"second"', '"third"'), ("version = 3", "version = 4"))
    change(folder, ("stock_limit = 9", "stock_limit = 8"))
    assert keep(folder, "HEAD") == folder / "editions" / "second.patch"
    assert kept(folder)[1:] == second


def test_a_patch_is_written_anew_only_where_it_no_longer_leads_back(checkout):
    folder, commit = checkout
    change(folder, ('"tower-up-reconstructed-1"', '"second"'), ("version = 2", "version = 3"))
    change(folder, ("stock_limit = 10", "stock_limit = 9"))
    assert keep(folder, "HEAD")
    assert keep(folder, "HEAD") is None
    commit()
    before = kept(folder)
    change(folder, ('en = "Blue"', 'en = "Azure"'))
    assert keep(folder, "HEAD") is None
    change(folder, ("stock_limit = 9", "stock_limit = 8"))  # a line of the patch
    assert keep(folder, "HEAD")
    assert kept(folder)[1:] == before[1:]
    change(folder, ("market_size = 3", "market_size = 4"))  # would also be true of the earlier version
    assert keep(folder, "HEAD")
    assert kept(folder)[1:] == before[1:]
