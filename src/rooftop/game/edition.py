"""Editions: the data behind a title's rules, as TOML that an owner of the printed game can correct.

One schema for all titles:

* `[edition]` has `schema`, `id`, `title`, `version`, `players` and `languages`;
* every table says in `source` where it comes from: "rulebook", "derived" (it follows from the rulebook or
  from published facts) or "reconstructed" (ours); `<key>_source` says so where one key differs;
* what is shown to players stands in `<key>_en` and `<key>_pl`;
* `note`, or `note_en` and `note_pl`, is a remark for whoever reads the file; no rule reads it.

`Edition.load` checks this; what a title asks of its own tables, the title checks (`Title.problems`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from rooftop.errors import EditionError
from rooftop.game.decoding import convert
from rooftop.game.translation import LANGUAGES
from rooftop.game.validation import explain

SCHEMA = 1
SOURCES = ("rulebook", "derived", "reconstructed")
HEADER = ("schema", "id", "title", "version", "players", "languages")
SHOWN = ("name", "text", "label_text")  # keys that must name their language
NOTES = ("note", "note_en", "note_pl")

Row = TypeVar("Row")


@dataclass(frozen=True, eq=False)
class Edition:
    """One edition file, read and found sound."""

    name: str  # the file's name, for messages
    data: dict[str, Any] = field(repr=False)
    named: frozenset[str] = field(repr=False)  # the tables that have a header
    text: str = field(repr=False)  # the file as it was read

    @property
    def id(self) -> str:
        return str(self.data["edition"]["id"])

    @property
    def title(self) -> str:
        return str(self.data["edition"]["title"])

    @property
    def version(self) -> int:
        return int(self.data["edition"]["version"])

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(self.data["edition"]["players"])

    @classmethod
    def load(cls, path: str | Path) -> Edition:
        """Read a file; an EditionError has one line for each thing that is wrong with its form."""
        path = Path(path)
        try:
            text = path.read_text(encoding="utf-8-sig")  # some editors put a mark before the first letter
        except OSError as error:
            raise EditionError(path.name, [f"cannot be read: {error.strerror}"]) from None
        except UnicodeDecodeError:
            raise EditionError(path.name, ["is not UTF-8 text; an edition is a TOML file"]) from None
        return cls.parse(path.name, text)

    @classmethod
    def parse(cls, name: str, text: str) -> Edition:
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise EditionError(name, [f"is not TOML: {error}"]) from None
        named = headers(text)
        problems = list(_header_problems(data))
        for place, table in tables(data, named):
            problems += _table_problems(place, table)
        if problems:
            raise EditionError(name, problems)
        return cls(name, data, named, text)

    def tables_by_source(self) -> dict[str, list[str]]:
        """For each source the places of the tables and keys that come from there."""
        found: dict[str, list[str]] = {source: [] for source in SOURCES}
        for place, table in tables(self.data, self.named):
            found[table["source"]].append(place)
            for key, value in table.items():
                if key.endswith("_source"):
                    found[value].append(f"{place}.{key.removesuffix('_source')}")
        return found


def headers(text: str) -> frozenset[str]:
    """The dotted names of all `[header]`s and `[[header]]`s of a file. TOML readers do not tell tables with
    a header from rows and values written inline, and only the former carry marks."""
    outside_strings = re.sub(r'"""(?s:.*?)"""|\'\'\'(?s:.*?)\'\'\'', "", text)
    return frozenset(re.findall(r"^\s*\[\[?\s*([\w.-]+)\s*\]", outside_strings, re.MULTILINE))


def tables(
    data: dict[str, Any], named: frozenset[str], place: str = "", dotted: str = ""
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every table that has a header, with its place, such as `map[0].district[2]`."""
    for key, value in data.items():
        name = f"{dotted}.{key}" if dotted else key
        here = f"{place}.{key}" if place else key
        rows = [(here, value)] if isinstance(value, dict) else []
        if isinstance(value, list) and all(isinstance(row, dict) for row in value):
            rows = [(f"{here}[{index}]", row) for index, row in enumerate(value)]
        for where, row in rows:
            if name in named:
                yield where, row
            yield from tables(row, named, where, name)
        if not place and not rows:
            yield here, {}  # a key above the first table belongs to none


def is_remark(key: str) -> bool:
    """Whether a key is a mark or a note: about the data, not data itself."""
    return key == "source" or key.endswith("_source") or key in NOTES


def unmarked(table: dict[str, Any]) -> dict[str, Any]:
    """A table without its marks and notes: what rules and pictures read."""

    def strip(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: strip(item) for key, item in value.items() if not is_remark(key)}
        return [strip(item) for item in value] if isinstance(value, list) else value

    return dict(strip(table))


def read(kind: type[Row], table: Any, place: str, problems: list[str]) -> Row | None:
    """A table as the given msgspec structure; what does not fit is added to `problems` with its place."""
    try:
        return convert(unmarked(table) if isinstance(table, dict) else table, kind, str_keys=True)
    except msgspec.ValidationError as error:
        problems.append(explain(error, kind, place))
        return None


def _header_problems(data: dict[str, Any]) -> Iterator[str]:
    header = data.get("edition")
    if not isinstance(header, dict):
        yield f"has no table [edition] with {', '.join(HEADER)}"
        return
    for key in HEADER:
        if key not in header:
            yield f"edition: {key} is missing"
    if header.get("schema", SCHEMA) != SCHEMA:
        yield f"edition.schema: {header['schema']!r} is not {SCHEMA}, the schema that this Rooftop reads"
    for key in ("id", "title"):
        if not isinstance(header.get(key, "-"), str) or not header.get(key, "-"):
            yield f"edition.{key}: {header[key]!r} is not a word in quotes"
    if type(header.get("version", 1)) is not int:
        yield f"edition.version: {header['version']!r} is not a whole number"
    players = header.get("players", [2])
    if not (isinstance(players, list) and players and _rising(players) and set(players) <= {2, 3, 4}):
        yield f"edition.players: {players!r} is not a list of player counts from 2 to 4, the lowest first"
    languages = header.get("languages", list(LANGUAGES))
    if not isinstance(languages, list) or sorted(map(str, languages)) != sorted(LANGUAGES):
        yield f"edition.languages: {languages!r} must name {' and '.join(LANGUAGES)}"


def _rising(numbers: list[Any]) -> bool:
    return all(type(n) is int for n in numbers) and all(a < b for a, b in pairwise(numbers))


def _table_problems(place: str, table: dict[str, Any]) -> list[str]:
    problems = []
    if "source" not in table:
        problems.append(
            f"{place}: says nowhere where it comes from; add source = one of {', '.join(SOURCES)}"
        )
    for key, value in table.items():
        if key == "source" or key.endswith("_source"):
            if value not in SOURCES:
                problems.append(f"{place}.{key}: {value!r} is not one of {', '.join(SOURCES)}")
            if key != "source" and key.removesuffix("_source") not in table:
                problems.append(f"{place}.{key}: there is no key {key.removesuffix('_source')} beside it")
        if key in SHOWN:
            problems.append(f"{place}.{key}: is shown to players, so it must be {key}_en and {key}_pl")
        if "color" in key or "gray" in key or "center" in key:
            problems.append(f"{place}.{key}: is written with British spelling here (colour, grey, centre)")
        for language in LANGUAGES:
            if key.endswith(f"_{language}"):
                for other in LANGUAGES:
                    twin = f"{key[:-3]}_{other}"
                    if twin not in table:
                        problems.append(f"{place}.{key}: {twin} is missing")
    return problems
