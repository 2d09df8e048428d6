"""The words of the page: English from the client's sources, and what browsers get of a catalogue."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from babel.messages.catalog import Catalog

from rooftop.languages import locale
from rooftop.languages.catalogues import Typeset, categories, forms, plural_header, problem, read

# By key. A message that depends on a number has two forms: for one, and for others.
Messages: TypeAlias = Mapping[str, str | tuple[str, str]]

COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
KEY = re.compile(r"^  (\w+):", re.MULTILINE)
LAST_COMMA = re.compile(r",(\s*[\]}])")


def english(source: str) -> Messages:
    """Read `web/src/english.ts`, which is JSON but for comments, keys without quotes and commas at an end."""
    rows = COMMENT.sub("", source[source.index("{\n") : source.rindex("}") + 1])
    found = json.loads(LAST_COMMA.sub(r"\1", KEY.sub(r'"\1":', rows)))
    return {key: text if isinstance(text, str) else (text[0], text[1]) for key, text in found.items()}


def script(messages: Messages, file: Path, code: str, typeset: Typeset) -> str:
    """Return a script with the words of a language: those of a catalogue, and English for what it lacks.

    See `web/src/words.ts`. Raises ValueError if browsers have other plural forms than the catalogue.
    """
    catalogue = read(file, code) if file.is_file() else Catalog(locale=locale(code))
    plurals = categories(catalogue, code)
    if not plurals:
        raise ValueError(f"{file}: Plural-Forms must be {plural_header(code)}")
    texts: dict[str, object] = {
        key: text if isinstance(text, str) else {"english": text} for key, text in messages.items()
    }
    for message in catalogue:
        key = message.context or ""
        if messages.get(key) == message.id and not problem(message, catalogue.num_plurals):
            translated = [typeset(form) for form in forms(message)]
            texts[key] = translated[0] if isinstance(message.id, str) else translated
    words = json.dumps({"plurals": plurals, "texts": texts}, ensure_ascii=False, separators=(",", ":"))
    return f"window.words={words};\n"
