"""The data of the titles: what comes from the rulebook, what is derived and what is reconstructed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from rooftop.game.edition import Edition
from rooftop.game.text import Text, is_text
from rooftop.game.title import AnyTitle, title
from rooftop.game.translation import Translator, translator
from rooftop.languages import ENGLISH
from rooftop.server.context import InjectedContext
from rooftop.server.errors import errors
from rooftop.server.protocol import EditionInfo, EditionTable
from rooftop.server.translation import check_language, translate

Row: TypeAlias = Mapping[str, object]  # of an edition file

CELL_LENGTH = 120


@get("/api/editions/{title_id:str}", responses=errors(400))
async def get_edition(
    context: InjectedContext,
    title_id: FromPath[str],
    lang: FromQuery[str] = ENGLISH,
    edition: FromQuery[str | None] = None,
) -> EditionInfo:
    """Return the tables of an edition, and the source of each entry."""
    kind = title(title_id)
    found = context.library.edition(kind, edition)
    return await asyncio.to_thread(describe_edition, found, kind, check_language(lang))


@get("/api/editions/{title_id:str}/file", sync_to_thread=False, responses=errors(400))
def get_edition_file(title_id: FromPath[str]) -> Response[str]:
    """Return the title's own edition as a TOML file."""
    return Response(title(title_id).edition().text, media_type="application/toml")


@lru_cache(maxsize=32)
def describe_edition(edition: Edition, kind: AnyTitle, language: str) -> EditionInfo:
    say = translator(kind.package, language)
    header = re.match(r"(?:#.*\n)*", edition.text)
    lines = header[0].splitlines() if header else []
    tables = []
    for key, value in edition.data.items():
        values = value if isinstance(value, list) else [value]
        rows: list[Row] = [row for row in values if isinstance(row, dict)]
        if key != "edition" and rows:
            tables.append(_table(key, rows, edition, say))
    return EditionInfo(
        id=edition.id,
        version=edition.version,
        title=kind.name,
        players=list(edition.players),
        origins={source: len(paths) for source, paths in edition.tables_by_source().items()},
        notes=[_note(line, say) for line in lines if line.strip("# ")],
        tables=tables,
    )


def _note(text: str, say: Translator) -> str:
    """Return a comment of the file, translated if the catalogue has it."""
    return say.catalogue.gettext(" ".join(text.strip("#=- ").split()))


def _table(key: str, rows: list[Row], edition: Edition, say: Translator) -> EditionTable:
    keys = dict.fromkeys(
        name for row in rows for name in row if name != "source" and not name.endswith("_source")
    )
    columns = [*keys, "source"]
    comment = re.search(rf"((?:^#.*\n)+)\[\[?{re.escape(key)}\]", edition.text, re.MULTILINE)
    note = _note(" ".join(line.strip("#=- ") for line in comment[1].splitlines()), say) if comment else ""
    is_inside = re.compile(rf"{re.escape(key)}(?:[.\[]|$)").match
    origins = {
        source: sum(bool(is_inside(path)) for path in paths)
        for source, paths in edition.tables_by_source().items()
    }
    return EditionTable(
        key,
        note,
        {source: count for source, count in origins.items() if count},
        columns,
        [[_cell(row, name, say.language) for name in columns] for row in rows],
    )


def _cell(row: Row, name: str, language: str) -> str:
    """Return a value as text, with its source if that differs from the row's."""
    source = row.get(f"{name}_source")
    if isinstance(source, dict):
        source = source.get(language)
    text = _text(row.get(name, ""), language)
    return f"{text} ({translate(str(source), language)})" if source else text


def _text(value: object, language: str) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return _shorten(", ".join(_text(item, language) for item in value))
    if is_text(value):
        return Text.read(value)[language]
    if isinstance(value, dict):
        pairs = ((key, inner) for key, inner in value.items() if not key.endswith("source"))
        return _shorten(", ".join(f"{key} {_text(inner, language)}" for key, inner in pairs))
    return str(value)


def _shorten(text: str) -> str:
    return text if len(text) <= CELL_LENGTH else f"{text[: CELL_LENGTH - 3]}…"


HANDLERS = [get_edition, get_edition_file]
