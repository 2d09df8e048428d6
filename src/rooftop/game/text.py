"""Texts of an edition: what players read, in English and other languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rooftop.game.translation import bound
from rooftop.languages import ENGLISH


class Text:
    """A text by language: `name = { en = "Blue", pl = "Niebieski" }`. A language that is missing gets the
    English text."""

    __slots__ = ("_shown", "_words")

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = dict(words)
        self._shown: dict[str, str] = {}  # what has been asked for, by language

    @classmethod
    def read(cls, value: object) -> Text:
        """A text as TOML gives it. Raises ValueError."""
        if not isinstance(value, dict):
            raise ValueError(f'must be a text by language, such as {{ en = "blue" }}, not {value!r}')
        if ENGLISH not in value:
            raise ValueError(f"missing {ENGLISH}")
        for language, words in value.items():
            if not isinstance(words, str):
                raise ValueError(f"{language}: must be a string, not {words!r}")
        return cls(value)

    def __getitem__(self, language: str) -> str:
        shown = self._shown.get(language)
        if shown is None:
            written = language if language in self._words else ENGLISH
            shown = self._shown[language] = bound(self._words[written], written)
        return shown

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(self._words)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self._words == other._words

    def __hash__(self) -> int:
        return hash(self._words[ENGLISH])

    def __repr__(self) -> str:
        return f"Text({self._words!r})"


def is_text(value: object) -> bool:
    """Whether a value of a TOML file is a text by language."""
    return (
        isinstance(value, dict)
        and ENGLISH in value
        and all(isinstance(words, str) for words in value.values())
    )


def languages_of(texts: Iterable[Text]) -> list[str]:
    """The languages in which any of these texts is written."""
    return list(dict.fromkeys(language for text in texts for language in text.languages))
