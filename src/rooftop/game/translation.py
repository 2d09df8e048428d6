"""Messages in the player's language.

English messages are written where they are used; `words/<language>.po` in the package holds the translations
in gettext's format. Babel reads it and knows the plural forms.
"""

from __future__ import annotations

import io
import re
from functools import lru_cache
from gettext import NullTranslations
from importlib import resources

from rooftop.errors import OptionError

LANGUAGES = ("en", "pl")
# The words that a language does not leave at the end of a line; in a file, a line may end after them.
CLINGING = {"pl": re.compile(r"(?<![^\s(„])([aiouwzAIOUWZ])(?: |\n *)(?=[^\s#>|*-])")}


class Translator:
    """Translates messages into one language: `say("{player} builds", player="Blue")`."""

    def __init__(self, language: str, catalogue: NullTranslations) -> None:
        self.language = language
        self.catalogue = catalogue

    def __call__(self, message: str, **parts: object) -> str:
        return self.catalogue.gettext(message).format(**parts)

    def many(self, one: str, more: str, n: int, **parts: object) -> str:
        """The plural form for `n`, which the message may use as {n}."""
        return self.catalogue.ngettext(one, more, n).format(n=n, **parts)

    def name(self, row: object, key: str = "name") -> str:
        """A name or text from an edition's table."""
        return str(getattr(row, key)[self.language])

    def list(self, parts: list[str]) -> str:
        """'a, b and c'."""
        if len(parts) < 2:
            return "".join(parts)
        return self("{first} and {last}", first=", ".join(parts[:-1]), last=parts[-1])


def bound(text: str, language: str) -> str:
    """The text with a no-break space after each word that its language does not leave at the end of a line:
    "w\\u00a0mieście"."""
    clinging = CLINGING.get(language)
    return clinging.sub("\\1\u00a0", text) if clinging else text


def capital(text: str) -> str:
    """The text with its first letter capitalised."""
    return text[0].upper() + text[1:]


@lru_cache(maxsize=64)
def translator(package: str, language: str) -> Translator:
    """The translator for a package and a language."""
    if language not in LANGUAGES:
        raise OptionError(f"language must be one of {', '.join(LANGUAGES)}, not {language!r}")
    if language == "en":
        return Translator("en", NullTranslations())
    from babel.messages.mofile import write_mo  # not at the top: they take a while to import
    from babel.messages.pofile import read_po
    from babel.support import Translations

    source = resources.files(package) / "words" / f"{language}.po"
    with source.open("rb") as text:
        catalogue = read_po(text, locale=language)
    for row in catalogue:
        if isinstance(row.string, str):
            row.string = bound(row.string, language)
        else:  # the forms of a plural
            row.string = tuple(bound(form, language) for form in row.string or ())
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translator(language, Translations(compiled))
