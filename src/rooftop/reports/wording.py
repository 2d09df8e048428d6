"""Numbers and the few words of every report, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from rooftop.game.translation import Translator, translator
from rooftop.languages import locale

Show: TypeAlias = Callable[[float, str], str]  # writes a number in a language


def words(language: str) -> Translator:
    """The translator of this package. Raises OptionError for an unknown language."""
    return translator("rooftop.reports", language)


def decimal(value: float, language: str, digits: int = 1) -> str:
    """A number with `digits` decimal places: `1,234.5`."""
    from babel.numbers import format_decimal  # not at the top: importing it takes a while

    pattern = "#,##0." + "0" * digits if digits else "#,##0"
    written = format_decimal(round(value, digits) + 0.0, pattern, locale=locale(language))
    return written.replace("-", "\N{MINUS SIGN}")


def whole(value: float, language: str) -> str:
    return decimal(value, language, 0)


def number(value: float, language: str) -> str:
    """A number rounded to a tenth; a small one to a hundredth."""
    return decimal(value, language, 1 if abs(value) >= 10 else 2)


def percent(value: float, language: str) -> str:
    """A share as a percentage: `0.125` is `12.5%`."""
    return decimal(100 * value, language) + percent_sign(language)


def percent_sign(language: str) -> str:
    """The sign as it follows a number: in some languages after a space."""
    sign: str = locale(language).percent_formats[None].suffix[0]
    return sign


def interval(low: float, high: float, show: Show, language: str) -> str:
    """`12.5–14.0%`: the unit appears once. With a minus sign it uses words: `−2.5 to −1.0`."""
    first, last = show(low, language), show(high, language)
    if "\N{MINUS SIGN}" in first + last:
        say = words(language)
        return say("{low} to {high}", low=first, high=last)
    sign = percent_sign(language)
    if last.endswith(sign):
        first = first.removesuffix(sign)
    return f"{first}–{last}"


def short(written: str, language: str) -> str:
    """A formatted number without trailing zeros, for axes: `20%` instead of `20.0%`."""
    from babel.numbers import get_decimal_symbol

    point = get_decimal_symbol(locale(language))
    pattern = rf"({re.escape(point)}\d*?)0+(?=\s?%?$)"
    return re.sub(pattern, lambda found: found[1].removesuffix(point), written)
