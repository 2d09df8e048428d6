"""Browsers get the messages of one language: its catalogue, with English for missing ones."""

import json

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from rooftop.languages import locale
from rooftop.languages.page import english, script

SOURCE = """// The messages of the page.

export const english = {
  // home
  games: "Games",
  tagline: "Play “now”, or: later, {name}",
  quoted: "A \\"word\\" // and no comment",
  moves_n: ["{n} move", "{n} moves"],
  long: [
    "after {n} day",
    "after {n} days",
  ],
} as const satisfies Record<string, string | readonly [one: string, other: string]>;
"""
FORMS = ("{n} zero", "{n} one", "{n} two", "{n} few", "{n} other", "{n} many")


def words(folder, code: str, *rows) -> dict:
    catalogue = Catalog(locale=locale(code), fuzzy=False)
    for key, message, translated in rows:
        catalogue.add(message, translated, context=key)
    file = folder / f"{code}.po"
    with file.open("wb") as text:
        write_po(text, catalogue)
    return read(script(english(SOURCE), file, code, str.upper))


def read(text: str) -> dict:
    assert text.startswith("window.words=")
    found: dict = json.loads(text.removeprefix("window.words=").rstrip(";\n"))
    return found


def test_the_source_is_read():
    assert english(SOURCE) == {
        "games": "Games",
        "tagline": "Play “now”, or: later, {name}",
        "quoted": 'A "word" // and no comment',
        "moves_n": ("{n} move", "{n} moves"),
        "long": ("after {n} day", "after {n} days"),
    }


def test_english_needs_no_catalogue(tmp_path):
    found = read(script(english(SOURCE), tmp_path / "en.po", "en", str.upper))
    assert found["plurals"] == ["one", "other"]
    assert found["texts"]["games"] == "Games"


def test_what_is_not_translated_is_english(tmp_path):
    found = words(
        tmp_path, "eo", ("games", "Games", "Ludoj"), ("tagline", "Play “now”, or: later, {name}", ""),
        ("moves_n", ("{n} move", "{n} moves"), ("{n} movo", "{n} movoj")),
    )  # fmt: skip
    assert found["texts"] == {
        "games": "LUDOJ",
        "tagline": "Play “now”, or: later, {name}",
        "quoted": 'A "word" // and no comment',
        "moves_n": ["{N} MOVO", "{N} MOVOJ"],
        "long": {"english": ["after {n} day", "after {n} days"]},
    }


def test_a_message_whose_english_has_changed_is_english_until_it_is_translated_again(tmp_path):
    found = words(tmp_path, "eo", ("games", "All games", "Ludoj"), ("gone", "Games", "Ludoj"))
    assert found["texts"]["games"] == "Games"
    assert "gone" not in found["texts"]


def test_forms_have_the_names_that_browsers_know(tmp_path):
    found = words(tmp_path, "ar", ("moves_n", ("{n} move", "{n} moves"), FORMS))
    assert found["plurals"] == ["zero", "one", "two", "few", "other", "many"]
    assert [form.split()[1].lower() for form in found["texts"]["moves_n"]] == found["plurals"]


def test_other_plural_forms_are_an_error(tmp_path):
    (tmp_path / "pl.po").write_text('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n')
    with pytest.raises(ValueError, match=r"pl\.po: Plural-Forms must be nplurals=3; plural="):
        script(english(SOURCE), tmp_path / "pl.po", "pl", str)
