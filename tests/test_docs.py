"""The examples and links in the documentation work."""

import doctest
import re

import pytest

from tests.conftest import ROOT

PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "ARCHITECTURE.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_the_examples_of_a_page_run(page, monkeypatch, tmp_path):
    text = page.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    python = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    if ">>>" in python:
        test = doctest.DocTestParser().get_doctest(python, {}, page.name, str(page), 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        result = runner.run(test)
        assert result.attempted > 0
        assert result.failed == 0


def test_the_training_loop_has_ten_lines():
    text = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
    loop = text.partition("## A training loop")[2].partition("```python\n")[2].partition("```")[0]
    assert len([line for line in loop.splitlines() if line]) == 10
    assert "batch.step(" in loop


def test_the_readme_has_a_game_in_a_doctest():
    assert ">>> match.play(" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_links_to_files_exist(page):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_readme_has_the_two_commands_and_the_legal_note():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for phrase in ("make play", "make test", "not affiliated", "reconstructed"):
        assert phrase in text


def test_every_clause_number_in_the_docs_exists():
    rules = (ROOT / "src/rooftop/titles/tower_up/RULES.md").read_text(encoding="utf-8")
    clauses = set(re.findall(r"\*\*(TU-\d+)\*\*", rules))
    for page in PAGES:
        assert set(re.findall(r"TU-\d+", page.read_text(encoding="utf-8"))) <= clauses
