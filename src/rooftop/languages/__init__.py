"""The languages that Rooftop speaks: English, which the sources are written in, and those of its catalogues.

A catalogue is `words/CODE.po` in a package; CODE is the language as HTML and Babel know it, such as `pl` or
`pt-BR`. The first catalogue of a language adds it everywhere: to pages, to the terminal and to what tests
look at. What it does not translate is English.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel import Locale

ENGLISH = "en"
PACKAGE = Path(__file__).resolve().parent.parent  # rooftop


@dataclass(frozen=True)
class Language:
    """A language, as its speakers call it and write it."""

    code: str
    name: str
    direction: str  # of writing, as in HTML: ltr or rtl


def folders() -> list[Path]:
    """Return the folders of the catalogues that come with Rooftop."""
    return sorted((*PACKAGE.glob("*/words"), *PACKAGE.glob("titles/*/words")))


def find() -> tuple[str, ...]:
    """Return English, and the languages of the catalogues."""
    codes = {file.stem for folder in folders() for file in folder.glob("*.po")}
    return (ENGLISH, *sorted(codes - {ENGLISH}))


LANGUAGES = find()


def spoken(code: str | None) -> str:
    """Return a language if it is one of ours, and English otherwise."""
    return code if code in LANGUAGES else ENGLISH


@cache
def locale(code: str) -> Locale:
    """Return what Babel knows about a language. Raises ValueError if it knows none with this code."""
    from babel import Locale, UnknownLocaleError  # not at the top: it takes a while to import

    try:
        return Locale.parse(code, sep="-")
    except UnknownLocaleError as error:
        raise ValueError(str(error)) from None


@cache
def language(code: str) -> Language:
    known = locale(code)
    return Language(code, known.get_display_name() or code, known.text_direction)
