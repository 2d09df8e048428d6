"""What the server itself says, in the language of the one it speaks to."""

from __future__ import annotations

from babel import negotiate_locale

from rooftop.core.words import LANGUAGES, words


def said(sentence: str, language: str) -> str:
    """A sentence of ours; one that is not in the catalogue is said as it is."""
    return str(words("rooftop.server", language).catalogue.gettext(sentence)) if sentence else ""


def understood(accepted: str | None) -> str:
    """The first of our languages in an Accept-Language header."""
    wished = [part.split(";")[0].strip()[:20] for part in (accepted or "")[:200].split(",")]
    return negotiate_locale([tag for tag in wished if tag], LANGUAGES, sep="-") or LANGUAGES[0]
