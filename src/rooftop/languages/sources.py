"""The messages that the sources say: what a catalogue has to translate.

A message is known if it stands in a call such as `say("Pass")`. One that the sources keep elsewhere, such as
in a table, is known by the catalogues: it belongs to all while one has it and the sources have its text.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rooftop.languages import PACKAGE
from rooftop.languages.catalogues import ids, read
from rooftop.languages.page import english

SAYING = re.compile(r"(.+\.)?say(\.many)?")
# The server also translates its errors, but not those that its host reads in the terminal.
ANSWERING = (
    "OptionError", "BlockedError", "Refusal", "MissingTableError", "ConflictError", "UnavailableError",
    "UncertainError", "GameFileError", "ForbiddenAddressError", "message", "translate", "refuse",
    "table.refuse",
)  # fmt: skip
FOR_HOSTS = (
    "read_editions", "database_url", "check_public_url", "check_messages", "check_smtp_url", "check_sender",
    "check_contact", "check_docs", "check_key", "check_networks", "parse_listed",
)  # fmt: skip
SHARED = (PACKAGE / "game", PACKAGE / "drawing")  # they say some sentences of every title
JUDGED = ("wrong", "right")  # what a lesson says about a move
PAGE = PACKAGE.parents[1] / "web" / "src" / "english.ts"  # in a checkout


@dataclass(frozen=True)
class Message:
    """English sentences: one, or two if they depend on a number. The messages of the page have keys."""

    ids: tuple[str, ...]
    key: str = ""


def messages(folder: Path) -> list[Message]:
    """Return what the catalogues in a folder have to translate, in their order."""
    package = folder.parent
    if package.name == "web":
        found = english(PAGE.read_text(encoding="utf-8"))
        return [Message((text,) if isinstance(text, str) else text, key) for key, text in found.items()]
    said = [Message(texts) for texts in dict.fromkeys((*said_in(package), *taught_in(package)))]
    texts: set[str] = set().union(*(parsed(one).strings for one in (package, *SHARED)))
    notes = comments(package)
    known = [row for row in translated(folder) if row.ids[0] in texts or row.ids[0] in notes]
    return list(dict.fromkeys((*known, *said)))


def translated(folder: Path) -> list[Message]:
    """Return what the catalogues of a package translate, those of most lines first."""
    files = [(file, read(file, file.stem)) for file in folder.glob("*.po")]
    rows = [
        Message(ids(row), row.context or "")
        for _, catalogue in sorted(files, key=lambda one: (-len(one[1]), one[0].name))
        for row in catalogue
        if row.id
    ]
    return list(dict.fromkeys(rows))


def said_in(package: Path) -> Iterator[tuple[str, ...]]:
    """Yield every message that stands in a call."""
    is_server = package.name == "server"
    for call in parsed(package).calls:
        name = ast.unparse(call.func).removeprefix("self.")
        if is_server and name in ANSWERING:
            values = [*call.args, *(word.value for word in call.keywords if word.arg == "detail")]
            yield from ((text,) for value in values for text in sentences(value))
        elif (
            not is_server and SAYING.fullmatch(name) and call.args and isinstance(call.args[0], ast.Constant)
        ):
            number = 2 if name.endswith("many") else 1
            yield tuple(ast.literal_eval(argument) for argument in call.args[:number])


def taught_in(package: Path) -> Iterator[tuple[str, ...]]:
    """Yield the sentences of a title's lesson."""
    file = package / "lesson.toml"
    steps = tomllib.loads(file.read_text(encoding="utf-8"))["steps"] if file.is_file() else []
    for step in steps:
        for text in (
            step.get("text"),
            *(slip["text"] for slip in step.get("slips", ())),
            *map(step.get, JUDGED),
        ):
            if isinstance(text, str):
                yield (text,)


def sentences(value: ast.expr) -> list[str]:
    """Return the sentences that an argument can be. Nobody could translate an f-string: ValueError."""
    if isinstance(value, ast.JoinedStr):
        raise ValueError(f"not to be translated: {ast.unparse(value)}")
    if isinstance(value, ast.IfExp):
        return [*sentences(value.body), *sentences(value.orelse)]
    if isinstance(value, ast.Constant) and isinstance(value.value, str) and len(value.value) > 1:
        return [value.value]
    return []


def comments(package: Path) -> str:
    """Return the comments of an edition, which its page shows, in one line."""
    file = package / "edition.toml"
    lines = (
        re.findall(r"# *(.*?)[ -]*$", file.read_text(encoding="utf-8"), re.MULTILINE)
        if file.is_file()
        else []
    )
    return " ".join(" ".join(lines).split())


class Parsed(NamedTuple):
    """What the sources in a folder call and the strings in them."""

    calls: list[ast.Call]
    strings: set[str]


@cache
def parsed(folder: Path) -> Parsed:
    found = Parsed([], set())
    for file in sorted(folder.rglob("*.py")):
        for part in ast.parse(file.read_text(encoding="utf-8")).body:
            for node in ast.walk(part) if getattr(part, "name", "") not in FOR_HOSTS else ():
                if isinstance(node, ast.Call):
                    found.calls.append(node)
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.strings.add(node.value)
    return found
