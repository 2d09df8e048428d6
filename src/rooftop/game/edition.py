"""Editions: the data behind a title's rules, as TOML that an owner of the printed game can correct.

One schema for all titles:

* `[edition]` has `schema`, `id`, `title`, `version`, `players` and `languages`;
* every table has a `source`: "rulebook", "derived" (follows from the rulebook or from published facts) or
  "reconstructed" (ours); `<key>_source` overrides it for one key;
* text that players see is in `<key>_en` and `<key>_pl`;
* `note`, or `note_en` and `note_pl`, is a remark for readers of the file; no rule reads it.

`Edition.load` checks all this. Each title checks its own tables (`Title.problems`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

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
RawTable = dict[str, object]  # as TOML gives it; titles read it into structs


class Header(msgspec.Struct, frozen=True):
    """The table `[edition]`."""

    id: str
    title: str
    version: int
    players: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Edition:
    """A valid edition file."""

    name: str  # the file's name, for messages
    header: Header
    data: RawTable = field(repr=False)
    named: frozenset[str] = field(repr=False)  # the tables that have a header
    text: str = field(repr=False)  # the file as it was read

    @property
    def id(self) -> str:
        return self.header.id

    @property
    def title(self) -> str:
        return self.header.title

    @property
    def version(self) -> int:
        return self.header.version

    @property
    def players(self) -> tuple[int, ...]:
        return self.header.players

    @classmethod
    def load(cls, path: str | Path) -> Edition:
        """Read a file. Raises EditionError with one line for each mistake."""
        path = Path(path)
        try:
            text = path.read_text(encoding="utf-8-sig")  # some editors add a byte order mark
        except OSError as error:
            raise EditionError(path.name, [f"cannot read this file: {error.strerror}"]) from None
        except UnicodeDecodeError:
            raise EditionError(path.name, ["not UTF-8 text; an edition is a TOML file"]) from None
        return cls.parse(path.name, text)

    @classmethod
    def parse(cls, name: str, text: str) -> Edition:
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise EditionError(name, [f"not valid TOML: {error}"]) from None
        named = headers(text)
        problems = list(_header_problems(data))
        for path, table in tables(data, named):
            problems += _table_problems(path, table)
        if problems:
            raise EditionError(name, problems)
        return cls(name, convert(data["edition"], Header), data, named, text)

    def tables_by_source(self) -> dict[str, list[str]]:
        """The paths of tables and keys, grouped by source."""
        found: dict[str, list[str]] = {source: [] for source in SOURCES}
        for path, table in tables(self.data, self.named):
            found[str(table["source"])].append(path)
            for key, value in table.items():
                if key.endswith("_source"):
                    found[str(value)].append(f"{path}.{key.removesuffix('_source')}")
        return found


def headers(text: str) -> frozenset[str]:
    """The dotted names of all `[header]`s and `[[header]]`s in a file. TOML parsers do not distinguish tables
    with a header from inline tables, and only the former need a `source`."""
    outside_strings = re.sub(r'"""(?s:.*?)"""|\'\'\'(?s:.*?)\'\'\'', "", text)
    return frozenset(re.findall(r"^\s*\[\[?\s*([\w.-]+)\s*\]", outside_strings, re.MULTILINE))


def tables(
    data: RawTable, named: frozenset[str], path: str = "", dotted: str = ""
) -> Iterator[tuple[str, RawTable]]:
    """Every table that has a header, with its path, such as `map[0].district[2]`."""
    for key, value in data.items():
        name = f"{dotted}.{key}" if dotted else key
        here = f"{path}.{key}" if path else key
        rows = [(here, value)] if isinstance(value, dict) else []
        if isinstance(value, list) and all(isinstance(row, dict) for row in value):
            rows = [(f"{here}[{index}]", row) for index, row in enumerate(value)]
        for where, row in rows:
            if name in named:
                yield where, row
            yield from tables(row, named, where, name)
        if not path and not rows:
            yield here, {}  # a key above the first table belongs to none


def is_remark(key: str) -> bool:
    """Whether a key is a source or a note rather than data."""
    return key == "source" or key.endswith("_source") or key in NOTES


def unmarked(table: RawTable) -> RawTable:
    """A table without its sources and notes: what rules and pictures read."""

    def strip(value: object) -> object:
        if isinstance(value, dict):
            return unmarked(value)
        return [strip(item) for item in value] if isinstance(value, list) else value

    return {key: strip(item) for key, item in table.items() if not is_remark(key)}


def read(kind: type[Row], table: object, path: str, problems: list[str]) -> Row | None:
    """A table as a msgspec struct. If it does not fit, add the reason to `problems` and return None."""
    try:
        return convert(unmarked(table) if isinstance(table, dict) else table, kind, str_keys=True)
    except msgspec.ValidationError as error:
        problems.append(explain(error, kind, path))
        return None


def _header_problems(data: RawTable) -> Iterator[str]:
    header = data.get("edition")
    if not isinstance(header, dict):
        yield f"missing table [edition] with {', '.join(HEADER)}"
        return
    for key in HEADER:
        if key not in header:
            yield f"edition: missing {key}"
    if header.get("schema", SCHEMA) != SCHEMA:
        yield f"edition.schema: must be {SCHEMA}, not {header['schema']!r}"
    for key in ("id", "title"):
        if not isinstance(header.get(key, "-"), str) or not header.get(key, "-"):
            yield f"edition.{key}: must be a non-empty string, not {header[key]!r}"
    if type(header.get("version", 1)) is not int:
        yield f"edition.version: must be an integer, not {header['version']!r}"
    players = header.get("players", [2])
    if not (isinstance(players, list) and players and _rising(players) and set(players) <= {2, 3, 4}):
        yield f"edition.players: must be a rising list of player counts from 2 to 4, not {players!r}"
    languages = header.get("languages", list(LANGUAGES))
    if not isinstance(languages, list) or sorted(map(str, languages)) != sorted(LANGUAGES):
        yield f"edition.languages: must be {' and '.join(LANGUAGES)}, not {languages!r}"


def _rising(values: list[object]) -> bool:
    numbers = [value for value in values if type(value) is int]
    return len(numbers) == len(values) and all(a < b for a, b in pairwise(numbers))


def _table_problems(path: str, table: RawTable) -> list[str]:
    problems = []
    if "source" not in table:
        problems.append(f"{path}: missing `source`; use one of {', '.join(SOURCES)}")
    for key, value in table.items():
        if key == "source" or key.endswith("_source"):
            if value not in SOURCES:
                problems.append(f"{path}.{key}: must be one of {', '.join(SOURCES)}, not {value!r}")
            if key != "source" and key.removesuffix("_source") not in table:
                problems.append(f"{path}.{key}: there is no key {key.removesuffix('_source')} in this table")
        if key in SHOWN:
            problems.append(f"{path}.{key}: players see this text; write {key}_en and {key}_pl")
        if "color" in key or "gray" in key or "center" in key:
            problems.append(f"{path}.{key}: use British spelling (colour, grey, centre)")
        for language in LANGUAGES:
            if key.endswith(f"_{language}"):
                for other in LANGUAGES:
                    twin = f"{key[:-3]}_{other}"
                    if twin not in table:
                        problems.append(f"{path}.{key}: missing {twin}")
    return problems
