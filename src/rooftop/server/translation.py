"""Messages of the server in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rooftop.errors import OptionError
from rooftop.game.translation import translator
from rooftop.languages import ENGLISH, LANGUAGES
from rooftop.server.litestar_types import AnyConnection

OURS = {code.lower(): code for code in LANGUAGES}
QUALITY = re.compile(r"q *= *([01](?:\.\d{0,3})?)")
LANGUAGE_COOKIE = "rooftop-lang"  # set by the page when a visitor chooses a language


class Message(str):
    """An English sentence that remembers its template and values, so that it can be translated later."""

    template: str
    values: dict[str, object]


def message(template: str, **values: object) -> Message:
    """Fill in a template: `message("{name} must be a number", name="x")`."""
    filled = Message(template.format(**values))
    filled.template, filled.values = template, values
    return filled


def message_of(error: Exception) -> str:
    """Return the sentence of an error, as a `Message` if it was raised with one."""
    first = error.args[0] if error.args else ""
    return first if isinstance(first, Message) else str(error)


def translate(sentence: str, language: str) -> str:
    """Translate a sentence. One that is not in the catalogue is returned unchanged."""
    catalogue = translator("rooftop.server", language).catalogue
    if isinstance(sentence, Message):
        return str(catalogue.gettext(sentence.template)).format(**sentence.values)
    return str(catalogue.gettext(sentence)) if sentence else ""


def with_someone(names: Iterable[str], language: str) -> list[str]:
    """Return names to show: somebody who has been deleted has an empty one."""
    return [name or translate("someone", language) for name in names]


def negotiate_language(accept_language: str | None) -> str:
    """Return the language that an Accept-Language header likes best, or English.

    A header that asks for `de-AT` also gets `de`, and one that asks for `pt` also gets `pt-BR`.
    """
    for tag in _accepted((accept_language or "")[:200]):
        parts = tag.split("-")
        for length in range(len(parts), 0, -1):
            if found := OURS.get("-".join(parts[:length])):
                return found
        for name, code in OURS.items():
            if name.split("-")[0] == parts[0]:
                return code
    return ENGLISH


def _accepted(header: str) -> Iterator[str]:
    """Yield the tags of a header, the best first."""
    wanted = []
    for part in header.lower().split(","):
        tag, _, quality = part.partition(";")
        found = QUALITY.fullmatch(quality.strip())
        wanted.append((-float(found[1]) if found else -1.0, tag.strip()))
    return (tag for quality, tag in sorted(wanted, key=lambda one: one[0]) if quality)


def language_of(request: AnyConnection) -> str:
    """Return the language that a visitor has chosen, or that of the device."""
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    return chosen if chosen in LANGUAGES else negotiate_language(request.headers.get("accept-language"))


def check_language(lang: str) -> str:
    """Return `lang` if it is one of ours."""
    if lang not in LANGUAGES:
        raise OptionError(
            message(
                "lang must be one of {languages}, not {lang!r}", languages=", ".join(LANGUAGES), lang=lang
            )
        )
    return lang
