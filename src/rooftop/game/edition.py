"""Editions: the data behind a title's rules, as TOML that an owner of the printed game can correct.

One schema for all titles:

* `[edition]` has `schema`, `id`, `title`, `version`, `players` and `languages`;
* every table has a `source`: "rulebook", "derived" (follows from the rulebook or from published facts) or
  "reconstructed" (ours); `<key>_source` overrides it for one key;
* text that players see is a table by language, `name = { en = "Blue", pl = "Niebieski" }`; English is
  required and stands in for a language that is missing; `name_source` can be such a table, too;
* `note` is a remark for readers of the file, as a string or by language; no rule reads it.

`Edition.load` checks all this. Each title checks its own tables (`Title.problems`).

In files of schema 1 a text was two keys, `name_en` and `name_pl`. They are read like the others.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TypeVar, cast

import msgspec

from rooftop.errors import EditionError
from rooftop.game.decoding import convert
from rooftop.game.text import is_text
from rooftop.game.validation import explain
from rooftop.languages import ENGLISH

SCHEMA = 2
SOURCES = ("rulebook", "derived", "reconstructed")
HEADER = ("schema", "id", "title", "version", "players", "languages")

Row = TypeVar("Row")
RawTable = dict[str, object]  # as TOML gives it; titles read it into structs


class Header(msgspec.Struct, frozen=True):
    """The table `[edition]`."""

    id: str
    title: str
    version: int
    players: tuple[int, ...]
    languages: tuple[str, ...]


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
        data, named = of_this_schema(data), headers(text)
        problems = list(_header_problems(data))
        for path, table in tables(data, named):
            problems += _table_problems(path, table)
        problems = problems or list(_language_problems(data))
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
                    for language, source in _by_language(value):
                        found[source].append(f"{path}.{key.removesuffix('_source')}{language}")
        return found


def of_this_schema(data: RawTable) -> RawTable:
    """What a file of schema 1 says, with its texts by language; other files as they are."""
    header = data.get("edition")
    if not isinstance(header, dict) or header.get("schema") != 1:
        return data
    languages = header.get("languages")
    endings = (
        "|".join(re.escape(str(language)) for language in languages) if isinstance(languages, list) else ""
    )
    of_language = re.compile(rf"(\w+)_({endings or ENGLISH})(_source)?")

    def joined(table: RawTable) -> RawTable:
        found: RawTable = {}
        for key, value in table.items():
            if isinstance(value, dict):
                value = joined(value)
            elif isinstance(value, list):
                value = [joined(row) if isinstance(row, dict) else row for row in value]
            written = of_language.fullmatch(key)
            if written is None:
                found[key] = value
                continue
            name = written[1] if written[1] not in table else f"{written[1]}_shown"
            by_language = found.setdefault(name + (written[3] or ""), {})
            if isinstance(by_language, dict):
                by_language[written[2]] = value
        return found

    return joined({**data, "edition": {**header, "schema": SCHEMA}})


def _by_language(source: object) -> list[tuple[str, str]]:
    """The sources of a key: one for all languages, or one for each."""
    if isinstance(source, dict):
        return [(f".{language}", str(one)) for language, one in source.items()]
    return [("", str(source))]


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


def texts(data: object, path: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """Every text of an edition, with its path."""
    if is_text(data):
        yield path, cast(dict[str, str], data)
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from texts(value, f"{path}.{key}" if path else key)
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from texts(value, f"{path}[{index}]")


def is_remark(key: str) -> bool:
    """Whether a key is a source or a note rather than data."""
    return key in ("source", "note") or key.endswith("_source")


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
    languages = header.get("languages", [ENGLISH])
    if (
        not isinstance(languages, list)
        or ENGLISH not in languages
        or not all(isinstance(one, str) for one in languages)
    ):
        yield f"edition.languages: must be a list of languages with {ENGLISH!r} among them, not {languages!r}"


def _rising(values: list[object]) -> bool:
    numbers = [value for value in values if type(value) is int]
    return len(numbers) == len(values) and all(a < b for a, b in pairwise(numbers))


def _table_problems(path: str, table: RawTable) -> list[str]:
    problems = []
    if "source" not in table:
        problems.append(f"{path}: missing `source`; use one of {', '.join(SOURCES)}")
    for key, value in table.items():
        if key == "source" or key.endswith("_source"):
            for language, source in _by_language(value):
                if source not in SOURCES:
                    problems.append(
                        f"{path}.{key}{language}: must be one of {', '.join(SOURCES)}, not {source!r}"
                    )
            if key != "source" and key.removesuffix("_source") not in table:
                problems.append(f"{path}.{key}: there is no key {key.removesuffix('_source')} in this table")
        if "color" in key or "gray" in key or "center" in key:
            problems.append(f"{path}.{key}: use British spelling (colour, grey, centre)")
    return problems


def _language_problems(data: RawTable) -> Iterator[str]:
    listed = cast(list[str], cast(RawTable, data["edition"])["languages"])
    for path, text in texts(data):
        for language in text:
            if language not in listed:
                yield f"{path}: edition.languages has no {language!r}"
