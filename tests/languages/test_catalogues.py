"""Catalogues are translated sentence by sentence, with the plural forms of their language."""

import pytest
from babel import localedata
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from rooftop.game.translation import Translator
from rooftop.languages import ENGLISH, LANGUAGES, language, locale, spoken
from rooftop.languages.catalogues import categories, load, plural_header


def catalogue(code: str, *rows, header: str = "") -> Catalog:
    made = Catalog(locale=locale(code), fuzzy=False)
    made.mime_headers = [("Plural-Forms", header or plural_header(code))]
    for row in rows:
        made.add(*row)
    return made


def translator(folder, code: str, *rows) -> Translator:
    file = folder / f"{code}.po"
    with file.open("wb") as text:
        write_po(text, catalogue(code, *rows))
    return Translator(code, load(file, code, str))


def test_languages_are_those_of_the_catalogues_and_english():
    assert LANGUAGES[0] == ENGLISH
    assert "pl" in LANGUAGES
    assert [spoken(code) for code in ("pl", "xx", None)] == ["pl", ENGLISH, ENGLISH]


@pytest.mark.parametrize(
    ("code", "name", "direction"),
    [("en", "English", "ltr"), ("pl", "polski", "ltr"), ("pt-BR", "português (Brasil)", "ltr"),
     ("ar", "العربية", "rtl")],
)  # fmt: skip
def test_a_language_has_its_own_name_and_direction(code, name, direction):
    found = language(code)
    assert (found.name, found.direction) == (name, direction)


@pytest.mark.parametrize("code", ["xx", "", "../pl", "pl_PL", "en-"])
def test_babel_does_not_know_every_code(code):
    with pytest.raises(ValueError, match=r"expected|unknown|empty|valid"):
        locale(code)


def test_new_catalogues_have_the_plural_forms_that_browsers_know():
    """In every language that Babel knows."""
    for identifier in localedata.locale_identifiers():
        code = identifier.replace("_", "-")
        forms = categories(catalogue(code), code)
        assert forms, code
        assert forms == list(dict.fromkeys(forms)), code


@pytest.mark.parametrize(
    ("code", "forms"),
    [("en", ["one", "other"]), ("pl", ["one", "few", "many"]), ("ja", ["other"]), ("fr", ["one", "other"]),
     ("ar", ["zero", "one", "two", "few", "other", "many"])],
)  # fmt: skip
def test_forms_are_those_of_numbers_that_are_counted(code, forms):
    assert categories(catalogue(code), code) == forms


def test_other_plural_forms_are_noticed():
    assert categories(catalogue("pl", header="nplurals=2; plural=(n != 1)"), "pl") == []


def test_a_sentence_that_cannot_be_translated_is_english(tmp_path):
    say = translator(
        tmp_path, "eo",
        ("Good luck!", "Bonŝancon!"), ("Nothing yet", ""), ("Hello, {name}", "Saluton, {nomo}"),
        ("{n} of {all}", "{n} el {all"), ("Perhaps", "Eble", (), ["fuzzy"]),
        (("{n} move", "{n} moves"), ("{n} movo", "{n} movoj")),
        (("{n} card", "{n} cards"), ("{n} karto", "")),
    )  # fmt: skip
    assert say("Good luck!") == "Bonŝancon!"
    assert say("Nothing yet") == "Nothing yet"
    assert say("Not in the catalogue") == "Not in the catalogue"
    assert say("Hello, {name}", name="Ann") == "Hello, Ann"
    assert say("{n} of {all}", n=1, all=2) == "1 of 2"
    assert say("Perhaps") == "Perhaps"
    assert [say.many("{n} move", "{n} moves", n) for n in (1, 2)] == ["1 movo", "2 movoj"]
    assert [say.many("{n} card", "{n} cards", n) for n in (1, 2)] == ["1 card", "2 cards"]


def test_plural_forms_follow_the_rule_of_the_language(tmp_path):
    forms = tuple(f"{{n}} {name}" for name in ("zero", "one", "two", "few", "other", "many"))
    say = translator(tmp_path, "ar", (("{n} move", "{n} moves"), forms))
    said = {n: say.many("{n} move", "{n} moves", n) for n in (0, 1, 2, 7, 17, 100, 102, 103)}
    rule = locale("ar").plural_form
    assert said == {n: f"{n} {rule(n)}" for n in said}
    assert len({text.split()[1] for text in said.values()}) == 6


def test_a_package_without_a_catalogue_speaks_english(tmp_path):
    assert load(tmp_path / "eo.po", "eo", str).gettext("Good luck!") == "Good luck!"
