"""Polish as players speak it: one word for each thing, and no capital letter when addressing the reader."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from tests.conftest import ROOT

SOURCES = ROOT / "src" / "rooftop"
FILES = [
    *sorted(SOURCES.glob("**/pl.po")),
    *sorted((SOURCES / "titles").glob("*/RULES.pl.md")),
    *sorted((SOURCES / "titles").glob("*/edition.toml")),
]
# Forms that must not be used in a folder, or anywhere, and the preferred ones.
NOT_SAID = [
    ("", r"Wskaż lub dotknij", "wskaż lub naciśnij cokolwiek: the verbs take different cases"),
    ("", r"[Pp]ostaw\w* ofertę", "złóż ofertę"),
    ("", r"[Dd]om dla gier|budowaniu w górę", "planszówki o wieżach"),
    ("", r"więcej: trudniej", "więcej = trudniej"),
    ("server", r"\b[Ii]mię\b|[Gg]ospodarz tego serwera", "nick, administrator"),
    ("web", r"\b[Ii]mię\b|[Gg]ospodarz tego serwera|gotowość", "nick, administrator, potwierdzone"),
    ("tower_up", r"\b(je|poje|doje)\w*dz\w+\b|\btac[aęy]\b|\bzapas", "przesuwa się, pojemnik, zasoby"),
    ("skyrise", r"jest w pogotowiu|kolej biegnie", "jest gotowy, gra toczy się"),
    ("skytopia", r"[Pp]rzydziel|wraca\w* na (swoj\w+ )?plansz", "przypisać, wraca do domu"),
    ("new_york_1901", r"[Pp]ierwszy dom", "posiadłość początkowa"),
]


def _strings(found: Any) -> Iterator[str]:
    """The Polish texts of a TOML file."""
    if isinstance(found, dict):
        for key, value in found.items():
            if isinstance(value, str) and key == "pl":
                yield value
            else:
                yield from _strings(value)
    elif isinstance(found, list):
        for value in found:
            yield from _strings(value)


def texts(path: Path) -> list[str]:
    if path.suffix == ".po":
        with path.open("rb") as file:
            forms = [row.string for row in read_po(file, locale="pl") if row.id]
        return [form or "" for row in forms for form in (row if isinstance(row, tuple | list) else (row,))]
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        return list(_strings(tomllib.loads(text)))
    return [" ".join(paragraph.split()) for paragraph in re.split(r"\n\n|\n- |\n\|", text)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_polish_texts_say_what_players_say(path):
    found = texts(path)
    assert found
    for text in found:
        # The reader is addressed as "ty" in lower case, except at the start of a sentence.
        assert not re.search(r"[\w,;] (Ci|Cię|Ciebie|Tobie|Tobą|Twój|Twoj\w*|Twoi\w*)\b", text), text
        # The full stop comes after the closing bracket, even if the bracket contains the whole sentence.
        assert not re.search(r"[^.]\.\)", text), text
        for folder, form, said in NOT_SAID:
            if not folder or folder in path.parts:
                assert not re.search(form, text), f"{text}: {said}"
