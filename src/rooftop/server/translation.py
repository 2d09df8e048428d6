"""Messages of the server in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from babel import negotiate_locale

from rooftop.errors import OptionError
from rooftop.game.translation import LANGUAGES, translator
from rooftop.server.litestar_types import AnyConnection

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
    """Return the first language of an Accept-Language header that the server speaks, or English."""
    tags = [part.split(";")[0].strip()[:20] for part in (accept_language or "")[:200].split(",")]
    return negotiate_locale([tag for tag in tags if tag], LANGUAGES, sep="-") or LANGUAGES[0]


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
