"""The contract of a title's RULES.md: numbered clauses, tests that name them, and translations that match."""

import ast
import inspect
import re
from pathlib import Path
from typing import ClassVar

from rooftop.game.title import AnyTitle
from rooftop.testing import recorded
from rooftop.testing.catalogues import package_folder

MARKS = {"pl": ("Rozstrzygnięcie", "Opcja"), "de": ("Auslegung", "Option")}  # of rulings and options


class ClausesContract:
    """Subclass it in `test_clauses.py`, in the folder of the title's tests."""

    title: ClassVar[AnyTitle]
    prefix: ClassVar[str]  # of the clauses: "TU"
    more_than: ClassVar[int] = 0  # clauses
    rulings: ClassVar[tuple[str, ...]] = ()  # about data: keys of the edition's table of rulings
    rulings_table = "rulings"

    @property
    def folder(self) -> Path:
        return package_folder(self.title.package)

    @property
    def tests(self) -> Path:
        return Path(inspect.getfile(type(self))).parent

    @property
    def english(self) -> str:
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    def clauses(self, rules: str) -> list[str]:
        return re.findall(rf"^- \*\*({self.prefix}-\d+)\*\*", rules, re.MULTILINE)

    def named_in_tests(self) -> dict[str, list[str]]:
        """The tests whose `clause` mark names a clause, by clause."""
        found: dict[str, list[str]] = {}
        for path in self.tests.glob("test_*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.FunctionDef):
                    continue
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                        for number in mark.args:
                            found.setdefault(ast.literal_eval(number), []).append(node.name)
        return found

    def marked(self, rules: str, *marks: str) -> list[tuple[str, list[int]]]:
        """How often each mark occurs before the first clause and in each clause."""
        parts = re.split(rf"^- \*\*({self.prefix}-\d+)\*\*", rules, flags=re.MULTILINE)
        named = zip(["", *parts[1::2]], parts[::2], strict=True)
        return [(number, [text.count(f"*{mark}") for mark in marks]) for number, text in named]

    def test_clauses_are_numbered_without_gaps(self) -> None:
        numbers = [int(clause.removeprefix(f"{self.prefix}-")) for clause in self.clauses(self.english)]
        assert sorted(numbers) == list(range(1, len(numbers) + 1))
        assert len(numbers) > self.more_than

    def test_every_clause_has_a_test_that_names_it(self) -> None:
        assert set(self.clauses(self.english)) - set(self.named_in_tests()) == set()

    def test_no_test_names_a_clause_that_is_not_there(self) -> None:
        assert set(self.named_in_tests()) - set(self.clauses(self.english)) == set()

    def test_the_sources_name_only_clauses_that_are_there(self) -> None:
        there = set(self.clauses(self.english))
        for path in self.folder.glob("*.py"):
            text = path.read_text(encoding="utf-8")
            for first, last in re.findall(rf"{self.prefix}-(\d+)(?:\.\.(\d+))?", text):
                assert {f"{self.prefix}-{first}", f"{self.prefix}-{last or first}"} <= there, path.name

    def test_the_worked_examples_listed_in_the_rules_are_there(self) -> None:
        """They stand in a section "The rulebook's examples"; a game of one's own has no other rulebook."""
        _, _, examples = self.english.partition("## The rulebook's")
        listed = set(re.findall(r"`([\w-]+\.toml)`", examples))
        there = {path.name for path in recorded.positions(self.title.id)}
        assert listed == there
        tests = (self.tests / "test_examples.py").read_text(encoding="utf-8") if listed else ""
        assert all(f'example("{name.removesuffix(".toml")}")' in tests for name in listed)

    def test_translated_rules_have_the_same_clauses_in_the_same_order(self) -> None:
        translations = list(self.folder.glob("RULES.*.md"))
        assert translations
        for file in translations:
            assert self.clauses(file.read_text(encoding="utf-8")) == self.clauses(self.english), file.name

    def test_rulings_and_options_are_marked_alike_in_all_languages(self) -> None:
        english = self.marked(self.english, "Ruling", "Option")
        for file in self.folder.glob("RULES.*.md"):
            if marks := MARKS.get(file.name.split(".")[1]):
                assert english == self.marked(file.read_text(encoding="utf-8"), *marks), file.name
        assert (sum(rulings for _, (rulings, _) in english) > 0) == bool(self.rulings)

    def test_rulings_about_data_stand_in_the_editions_table(self) -> None:
        if not self.rulings:
            return
        edition = (self.folder / "edition.toml").read_text(encoding="utf-8")
        table = edition.split(f"[{self.rulings_table}]")[1].split("\n[")[0]
        assert 'source = "reconstructed"' in table
        for key in self.rulings:
            assert key in table
