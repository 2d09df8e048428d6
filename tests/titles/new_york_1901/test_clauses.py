"""Every clause of RULES.md has a test that names it, and no test names a clause that is not there."""

import ast
import re
from pathlib import Path

from tests.conftest import FIXTURES, ROOT

RULES = ROOT / "src" / "rooftop" / "titles" / "new_york_1901" / "RULES.md"


def clauses() -> list[str]:
    return re.findall(r"^- \*\*(NY-\d+)\*\*", RULES.read_text(encoding="utf-8"), re.MULTILINE)


def named_in_tests() -> dict[str, list[str]]:
    """For each clause the tests whose `clause` mark names it."""
    found: dict[str, list[str]] = {}
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                    for number in mark.args:
                        found.setdefault(ast.literal_eval(number), []).append(node.name)
    return found


def test_clauses_are_numbered_without_gaps():
    numbers = [int(clause.removeprefix("NY-")) for clause in clauses()]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert len(numbers) > 80


def test_every_clause_has_a_test_that_names_it():
    assert set(clauses()) - set(named_in_tests()) == set()


def test_no_test_names_a_clause_that_is_not_there():
    assert set(named_in_tests()) - set(clauses()) == set()


def test_the_sources_name_only_clauses_that_are_there():
    for path in RULES.parent.glob("*.py"):
        for first, last in re.findall(r"NY-(\d+)(?:\.\.(\d+))?", path.read_text(encoding="utf-8")):
            assert {f"NY-{first}", f"NY-{last or first}"} <= set(clauses()), path.name


def test_the_worked_examples_listed_in_the_rules_are_there():
    listed = set(
        re.findall(
            r"`([\w-]+\.toml)`", RULES.read_text(encoding="utf-8").split("## The rulebook's examples")[1]
        )
    )
    there = {path.name for path in (FIXTURES / "new-york-1901" / "positions").glob("*.toml")}
    assert listed == there
    tests = (Path(__file__).parent / "test_examples.py").read_text(encoding="utf-8")
    assert all(f'example("{name.removesuffix(".toml")}")' in tests for name in listed)


def test_the_polish_rules_have_the_same_clauses_in_the_same_order():
    polish = (RULES.parent / "RULES.pl.md").read_text(encoding="utf-8")
    assert re.findall(r"^- \*\*(NY-\d+)\*\*", polish, re.MULTILINE) == clauses()
    english = RULES.read_text(encoding="utf-8")
    marked = [len(re.findall(word, text)) for word, text in ((r"\*Ruling", english), (r"\*Rozstrz", polish))]
    assert marked[0] == marked[1]


def test_what_the_rules_call_a_ruling_about_data_stands_in_the_edition():
    edition = (RULES.parent / "edition.toml").read_text(encoding="utf-8")
    table = edition.split("[rulings]")[1].split("\n[")[0]
    assert 'source = "reconstructed"' in table
    for key in (
        "board_edge_is_street",
        "shift_needs_future_cards",
        "stalemate_rounds",
        "grab_after_demolition",
    ):
        assert key in table


def test_the_guide_names_only_clauses_that_are_there():
    guide = (RULES.parent / "guide.py").read_text(encoding="utf-8")
    assert set(re.findall(r"NY-\d+", guide)) <= set(clauses())
