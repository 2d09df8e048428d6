"""Catalogues in gettext's format, and the plural forms of a language, which Babel knows from CLDR."""

from __future__ import annotations

import io
from collections.abc import Callable
from gettext import NullTranslations, c2py
from pathlib import Path
from string import Formatter
from typing import TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.plural import PluralRule, to_gettext
from babel.support import Translations

from rooftop.languages import locale

MISSING = "missing"
Typeset: TypeAlias = Callable[[str], str]  # makes a text ready to be shown
ORDER = ("zero", "one", "two", "few", "many")
COUNTED = range(1001)  # some languages have a form for millions, which nobody needs here


def read(file: Path, code: str) -> Catalog:
    """Read a catalogue."""
    with file.open("rb") as text:
        return read_po(text, locale=locale(code))


def ids(message: Message) -> tuple[str, ...]:
    """Return the English of a message: one sentence, or two if it depends on a number."""
    return tuple(message.id) if isinstance(message.id, tuple | list) else (message.id,)


def forms(message: Message) -> tuple[str, ...]:
    """Return the translations of a message: one, or as many as the language has plural forms."""
    found = message.string
    return tuple(form or "" for form in found) if isinstance(found, tuple | list) else (found or "",)


def problem(message: Message, plurals: int) -> str:
    """Return why a translation cannot be used, in a few words; empty if it can."""
    texts = forms(message)
    if not any(texts):
        return MISSING
    if "fuzzy" in message.flags:
        return "to be checked"
    if len(texts) != (plurals if len(ids(message)) > 1 else 1) or not all(texts):
        return "plural forms missing"
    known = {name for text in ids(message) for name in fields(text)}
    try:
        strange = {name for text in texts for name in fields(text)} - known
    except ValueError:
        return "a brace { without its other one"
    return f"there is no {{{min(strange)}}}" if strange else ""


def fields(text: str) -> set[str]:
    """Return the names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def load(file: Path, code: str, typeset: Typeset) -> NullTranslations:
    """Return the translations of a catalogue. A sentence that it cannot translate is English."""
    if not file.is_file():
        return NullTranslations()
    catalogue = read(file, code)
    for message in list(catalogue):
        if not message.id:  # the header
            continue
        if problem(message, catalogue.num_plurals):
            catalogue.delete(message.id, message.context)
        else:
            texts = tuple(map(typeset, forms(message)))
            message.string = texts if len(ids(message)) > 1 else texts[0]
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)


# --- plural forms ------------------------------------------------------------------------------------------


def plural_header(code: str) -> str:
    """Return the rule as a new catalogue has it: as gettext's tools know it, if that agrees with CLDR."""
    usual = Catalog(locale=locale(code))
    if categories(usual, code):
        return usual.plural_forms.removesuffix(";")
    whole = locale(code).plural_form
    used = {whole(n) for n in COUNTED}
    rules = {form: rule for form, rule in whole.rules.items() if form in used}
    if "other" not in used:  # which is the name of the last form, if only fractions have it
        del rules[max(rules, key=ORDER.index)]
    return to_gettext(PluralRule(rules)).removesuffix(";")


def categories(catalogue: Catalog, code: str) -> list[str]:
    """Return CLDR's names of the plural forms of a catalogue, or none if its forms are others."""
    rule, index = locale(code).plural_form, c2py(catalogue.plural_expr)
    names = {index(n): rule(n) for n in COUNTED}
    agrees = len(set(names.values())) == len(names) and all(names[index(n)] == rule(n) for n in COUNTED)
    return [names[k] for k in sorted(names)] if agrees and len(names) == catalogue.num_plurals else []
