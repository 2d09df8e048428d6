"""What the server itself says, in the language of the one it speaks to."""

from __future__ import annotations

from babel import negotiate_locale

from rooftop.game.translation import LANGUAGES, translator


class Phrase(str):
    """A sentence in English that was made of parts, and so can be made in another language too."""

    template: str
    parts: dict[str, object]


def phrase(template: str, **parts: object) -> Phrase:
    """`phrase("there is no bot {name}", name="x")`, for errors and refusals."""
    made = Phrase(template.format(**parts))
    made.template, made.parts = template, parts
    return made


def reason(error: Exception) -> str:
    """The sentence of an error, still with its parts."""
    held = error.args[0] if error.args else ""
    return held if isinstance(held, Phrase) else str(error)


def said(sentence: str, language: str) -> str:
    """A sentence of ours; one that is not in the catalogue is said as it is."""
    catalogue = translator("rooftop.server", language).catalogue
    if isinstance(sentence, Phrase):
        return str(catalogue.gettext(sentence.template)).format(**sentence.parts)
    return str(catalogue.gettext(sentence)) if sentence else ""


def understood(accepted: str | None) -> str:
    """The first of our languages in an Accept-Language header."""
    wished = [part.split(";")[0].strip()[:20] for part in (accepted or "")[:200].split(",")]
    return negotiate_locale([tag for tag in wished if tag], LANGUAGES, sep="-") or LANGUAGES[0]
