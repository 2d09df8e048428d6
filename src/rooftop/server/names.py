"""Names and other words that people enter: what may be shown, which names look alike, and which look like
ours."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from rooftop.bots.levels import LEVELS
from rooftop.errors import OptionError
from rooftop.languages import LANGUAGES
from rooftop.server.translation import message, translate

NAME_LENGTH = 24
MARKS = 3  # accents and vowel signs per letter; some scripts need that many
ZWNJ, ZWJ, VS16 = "\u200c", "\u200d", "\ufe0f"
JOINERS = frozenset((ZWNJ, ZWJ, VS16))  # Persian needs the first one, joined emoji the others
ROLES = message("server admin administrator moderator somebody")  # all words that a language has for them
HIDDEN_KINDS = ("Cc", "Cf", "Co", "Cs", "Cn")  # characters that show nothing, or nothing certain
# Characters that show nothing, although Unicode classifies them as letters and marks.
INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))))
)

# --- what is shown -----------------------------------------------------------------------------------------


def clean_name(name: str) -> str:
    """Return a name as it will be shown. Raises OptionError if it is not acceptable."""
    shown = keep_joining(unicodedata.normalize("NFC", " ".join(name.split())))
    if not 1 <= len(shown) <= NAME_LENGTH:
        raise OptionError("a name must have 1 to 24 characters")
    if any(is_hidden(letter) for letter in shown):
        raise OptionError("a name must have visible characters only")
    kinds = [unicodedata.category(letter) for letter in shown]
    marks = "".join("m" if kind in ("Mn", "Me") else "." for kind in kinds)
    if marks.startswith("m") or "m" * (MARKS + 1) in marks:
        raise OptionError("a name must have visible letters with at most a few accents on each")
    if is_ours(shown):
        raise OptionError("this name looks like one of the server's own; choose another one")
    return shown


def is_hidden(letter: str) -> bool:
    """Whether a character shows nothing, and does not join others."""
    is_nothing = unicodedata.category(letter) in HIDDEN_KINDS or letter in INVISIBLE
    return is_nothing and letter not in JOINERS


def keep_joining(text: str) -> str:
    """Return a text without joiners that join nothing: at its ends, beside spaces and Latin letters, or
    several in a row."""
    kept = ""
    for letter in text:
        last = kept[-1:]
        if letter in (ZWJ, ZWNJ) and (last in (ZWJ, ZWNJ) or last.isascii() or last.isspace()):
            continue
        if letter == VS16 and (not last or last in JOINERS or last.isalpha() or last.isspace()):
            continue
        if letter.isspace():
            kept = kept.rstrip(ZWJ + ZWNJ)
        kept += letter
    return " ".join(kept.rstrip(ZWJ + ZWNJ).split())


# --- names that look alike ---------------------------------------------------------------------------------

# Latin letters, and characters that look like them after case folding: Cyrillic, Greek, digits and signs.
_ALIKE = str.maketrans(
    {
        other: letter
        for letter, others in {
            "a": "\u0430\u03b1\u0251",
            "b": "\u0432\u03b2\u044c",
            "c": "\u0441\u03f2",
            "d": "\u0501\u0111",
            "e": "\u0435\u03b5",
            "h": "\u04bb\u043d\u03b7",
            "k": "\u043a\u03ba",
            "l": "i1|!\u0131\u0142\u0456\u03b9\u04cf",
            "j": "\u0458",
            "m": "\u043c\u03bc",
            "n": "\u043f",
            "o": "0\u043e\u03bf\u00f8",
            "p": "\u0440\u03c1",
            "r": "\u0433",
            "s": "\u0455",
            "t": "\u0442\u03c4",
            "v": "\u03bd\u0475",
            "w": "\u051d\u03c9",
            "x": "\u0445\u03c7",
            "y": "\u0443\u03c5\u03b3",
        }.items()
        for other in others
    }
)


def folded(name: str) -> str:
    """Return the form in which names are compared: names that look alike have the same one."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    seen = (letter for letter in plain if unicodedata.category(letter) not in (*HIDDEN_KINDS, "Mn", "Me"))
    return " ".join("".join(seen).translate(_ALIKE).split())


def numbered(names: Sequence[str]) -> list[str]:
    """Return names of which no two look alike: of two people called Ann, the second is "Ann (2)". People
    without a name keep none."""
    taken = {folded(name) for name in names}
    first: set[str] = set()
    found = []
    for name in names:
        form, shown, number = folded(name), name, 1
        if name and form in first:
            while folded(shown) in taken:
                number += 1
                shown = f"{name} ({number})"
            taken.add(folded(shown))
        first.add(form)
        found.append(shown)
    return found


# --- names that look like ours -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Reserved:
    """Words of names that look like ours, as they are compared: in all languages."""

    bots: frozenset[str]
    of_bots: frozenset[str]  # levels, and names of bots
    roles: frozenset[str]  # what the page calls somebody without naming them, and the server itself


@cache
def _reserved() -> Reserved:
    from rooftop.server.routes.template import words  # not at the top: painters need no pages
    from rooftop.server.tables.log import BOT_NAMES

    bots, of_bots, roles = set[str](), set(BOT_NAMES), {"rooftop", "the"}
    for language in LANGUAGES:
        say = words(language).say
        bots |= {say("seat_bot", name=""), say("bots")}
        of_bots |= {say(f"level_{level}") for level in (*LEVELS, "random", "greedy")}
        roles |= {say(key) for key in ("host", "you", "seat_me", "someone")}
        roles |= {translate("someone", language), translate(ROLES, language)}
    return Reserved(_folded(bots), _folded(of_bots), _folded(roles))


def _folded(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for text in texts for word in _words(text))


def _words(text: str) -> list[str]:
    return "".join(letter if letter.isalnum() else " " for letter in folded(text)).split()


def is_ours(name: str) -> bool:
    """Whether a name looks like what the page calls bots, hosts or the server: "bot: master", "host",
    "Rooftop"."""
    ours, words = _reserved(), _words(name)
    joined = "".join(words)  # r o o f t o p
    if not words:
        return False
    if joined in ours.roles | ours.bots or all(word in ours.roles for word in words) or "rooftop" in joined:
        return True
    is_bot = any(word in ours.bots for word in words)
    is_level = any(word in ours.of_bots for word in words)
    return (is_bot and (is_level or all(word in ours.bots or len(word) == 1 for word in words))) or any(
        joined in (f"{bot}{word}", f"{word}{bot}") for bot in ours.bots for word in ours.of_bots
    )
