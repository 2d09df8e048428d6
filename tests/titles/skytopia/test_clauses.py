"""Every clause of RULES.md has a test that names it, in both languages, and no test names another one."""

import ast
import re
from pathlib import Path

from tests.conftest import FIXTURES, ROOT

FOLDER = ROOT / "src" / "rooftop" / "titles" / "skytopia"
RULES = FOLDER / "RULES.md"
POLISH = FOLDER / "RULES.pl.md"


def clauses(path: Path = RULES) -> list[str]:
    return re.findall(r"^- \*\*(ST-\d+)\*\*", path.read_text(encoding="utf-8"), re.MULTILINE)


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


def test_clauses_are_numbered_in_order_without_gaps_in_both_languages():
    numbers = [int(clause.removeprefix("ST-")) for clause in clauses()]
    assert numbers == list(range(1, 87))
    assert clauses(POLISH) == clauses()


def test_rulings_and_options_are_marked_alike_in_both_languages():
    def marked(path: Path, ruling: str, option: str) -> list[tuple[str, int, int]]:
        parts = re.split(r"^- \*\*(ST-\d+)\*\*", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
        return [
            (number, len(re.findall(rf"\*{ruling}", text)), len(re.findall(rf"\*{option}", text)))
            for number, text in zip(parts[::2], parts[1::2], strict=True)
        ]

    assert marked(RULES, "Ruling", "Option") == marked(POLISH, "Ustalenie", "Opcja")


def test_every_clause_has_a_test_that_names_it():
    assert set(clauses()) - set(named_in_tests()) == set()


def test_no_test_names_a_clause_that_is_not_there():
    assert set(named_in_tests()) - set(clauses()) == set()


def test_the_sources_name_only_clauses_that_are_there():
    for path in FOLDER.glob("*.py"):
        for first, last in re.findall(r"ST-(\d+)(?:\.\.(\d+))?", path.read_text(encoding="utf-8")):
            assert {f"ST-{first}", f"ST-{last or first}"} <= set(clauses()), path.name


def test_the_worked_examples_listed_in_the_rules_are_there():
    listed = set(
        re.findall(r"`([\w-]+\.toml)`", RULES.read_text(encoding="utf-8").split("## The rulebook's")[1])
    )
    there = {path.name for path in (FIXTURES / "skytopia" / "positions").glob("*.toml")}
    assert listed == there
    tests = (Path(__file__).parent / "test_examples.py").read_text(encoding="utf-8")
    assert all(f'example("{name.removesuffix(".toml")}")' in tests for name in listed)


def test_every_ruling_about_data_stands_in_the_edition():
    edition = (FOLDER / "edition.toml").read_text(encoding="utf-8")
    table = edition.split("[rules.rulings]")[1].split("\n[")[0]
    assert 'source = "reconstructed"' in table
    for key in (
        "rotate_up_to", "rotate_over_occupied", "move_keeps_value", "move_activates_target",
        "own_golems_on_completed_card", "effect_may_reactivate_running_card", "no_placement",
        "bank_unlimited", "empty_deck_gap_stays", "foundation_row",
    ):  # fmt: skip
        assert key in table
