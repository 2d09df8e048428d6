"""The contract of a title's Polish catalogue: every message is translated and used."""

import ast
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any, ClassVar

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from rooftop.game.title import AnyTitle

SAYING = ("say", "say.many", "canvas.say", "canvas.say.many")


class CatalogueContract:
    """`class TestCatalogue(CatalogueContract): title = TITLE` in each title's tests."""

    title: ClassVar[AnyTitle]
    more_than: ClassVar[int] = 100  # messages; a small title has fewer

    @property
    def folder(self) -> Path:
        return package_folder(self.title.package)

    def messages(self) -> list[Message]:
        with (self.folder / "words" / "pl.po").open("rb") as file:
            return [message for message in read_po(file, locale="pl") if message.id]

    def test_every_message_has_polish_words(self) -> None:
        there = {ids(message): message for message in self.messages()}
        said = set(said_in(self.folder))
        assert len(said) > self.more_than
        assert sorted(map(str, said - set(there))) == []

    def test_no_message_is_empty_doubtful_or_left_over(self) -> None:
        constants = set(strings_in(self.folder)) | set(strings_in(package_folder("rooftop.game")))
        edition = (self.folder / "edition.toml").read_text(encoding="utf-8")
        lines = re.findall(r"# *(.*?)[ -]*$", edition, re.MULTILINE)
        comments = " ".join(" ".join(lines).split())
        for message in self.messages():
            assert all(forms(message)), message.id
            assert "fuzzy" not in message.flags, message.id
            said = ids(message)[0] in constants or ids(message)[0] in comments  # which the edition page shows
            assert said, f"nobody says {message.id!r}"

    def test_plurals_have_every_polish_form_and_parts_keep_their_names(self) -> None:
        for message in self.messages():
            parts = set(re.findall(r"{(\w+)}", " ".join(ids(message))))
            assert len(forms(message)) == (3 if message.pluralizable else 1), message.id
            for form in forms(message):
                assert set(re.findall(r"{(\w+)}", form)) <= parts, form


def package_folder(package: str) -> Path:
    """Where the sources of an installed package lie."""
    return Path(str(resources.files(package)))


def ids(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if isinstance(message.id, tuple | list) else (message.id,)


def forms(message: Message) -> tuple[str, ...]:
    if isinstance(message.string, tuple | list):
        return tuple(message.string)
    return (message.string or "",)


def said_in(folder: Path) -> Iterator[tuple[str, ...]]:
    """Every message written literally in the sources of a title."""
    for call in (node for node in nodes_in(folder) if isinstance(node, ast.Call)):
        if ast.unparse(call.func).removeprefix("self.") in SAYING and isinstance(call.args[0], ast.Constant):
            many = ast.unparse(call.func).endswith("many")
            yield tuple(ast.literal_eval(argument) for argument in call.args[: 2 if many else 1])


def strings_in(folder: Path) -> Iterator[str]:
    for node in nodes_in(folder):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def nodes_in(folder: Path) -> Iterator[Any]:
    for file in folder.rglob("*.py"):
        yield from ast.walk(ast.parse(file.read_text(encoding="utf-8")))
