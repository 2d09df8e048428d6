"""Messages in the player's language.

English messages are written where they are used; `words/<language>.po` in the package holds the translations
in gettext's format. A sentence without a translation stays English.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from gettext import NullTranslations
from importlib import resources
from pathlib import Path

from rooftop.errors import OptionError
from rooftop.languages import ENGLISH, PACKAGE
from rooftop.languages import LANGUAGES as LANGUAGES  # which other modules import from here

TYPOGRAPHY = tomllib.loads((PACKAGE / "languages" / "typography.toml").read_text(encoding="utf-8"))
# The words that a language does not leave at the end of a line; in a file, a line may end after them.
CLINGING = {
    code: re.compile(rf"(?<![^\s(„])([{letters}{letters.upper()}])(?: |\n *)(?=[^\s#>|*-])")
    for code, about in TYPOGRAPHY.items()
    if (letters := about.get("clinging"))
}
CAPITAL_NOUNS = {code for code, about in TYPOGRAPHY.items() if about.get("capital_nouns")}


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

    def inside(self, text: str) -> str:
        """A text that can also stand alone, as part of a sentence: "Coins" becomes "coins"."""
        return text if self.language in CAPITAL_NOUNS else text[0].lower() + text[1:]

    def list(self, parts: list[str]) -> str:
        """'a, b and c'."""
        if len(parts) < 2:
            return "".join(parts)
        return self("{first} and {last}", first=", ".join(parts[:-1]), last=parts[-1])


def points_text(say: Translator, count: int) -> str:
    """'2 points', as most titles call them."""
    return say.many("{n} point", "{n} points", count)


def bound(text: str, language: str) -> str:
    """The text with a no-break space after each word that its language does not leave at the end of a line:
    "w\\u00a0mieście"."""
    clinging = CLINGING.get(language)
    return clinging.sub("\\1\u00a0", text) if clinging else text


def capital(text: str) -> str:
    """The text with its first letter capitalised."""
    return text[0].upper() + text[1:]


@lru_cache(maxsize=256)
def translator(package: str, language: str) -> Translator:
    """The translator for a package and a language."""
    if language not in LANGUAGES:
        raise OptionError(f"language must be one of {', '.join(LANGUAGES)}, not {language!r}")
    if language == ENGLISH:
        return Translator(ENGLISH, NullTranslations())
    from rooftop.languages.catalogues import load  # not at the top: Babel takes a while to import

    file = Path(str(resources.files(package))) / "words" / f"{language}.po"
    return Translator(language, load(file, language, lambda text: bound(text, language)))
