"""The HTML pages: Jinja templates in `web/pages/`, rendered in the visitor's language.

All of them extend `base.html`. Elements get the text of their message (`data-say`, which the page's script
translates when the language changes; `data-first`, which it replaces) and their `aria-label` (`data-label`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import resources
from math import ceil
from typing import Literal

from babel.dates import format_date, format_timedelta
from babel.numbers import format_decimal
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup

from rooftop.game.decoding import decode_json
from rooftop.game.translation import translator
from rooftop.languages import ENGLISH, LANGUAGES, language, locale, spoken
from rooftop.server.litestar_types import AnyConnection
from rooftop.server.translation import language_of

THEME_COOKIE = "rooftop-theme"  # set by the page when a visitor chooses a theme
WEB = resources.files("rooftop") / "web"
SAID = re.compile(r'(<(\w+)\b[^<>]*\bdata-(?:say|first)="(\w+)"[^<>]*>)(</\2>)')
LABELLED = re.compile(r'\bdata-label="(\w+)"')
PRELOADED_FONTS = ("RooftopText-Regular.woff2", "RooftopText-SemiBold.woff2", "RooftopDisplay-SemiBold.woff2")


@dataclass(frozen=True)
class Manifest:
    """The names of the built files, and the scripts that each script imports."""

    files: dict[str, str]
    imports: dict[str, list[str]]


@cache
def manifest() -> Manifest:
    return decode_json((WEB / "static" / "manifest.json").read_bytes(), Manifest)


@cache
def texts() -> Mapping[str, str | tuple[str, str]]:
    """The messages of the pages in English, by key: one that depends on a number for one, and for others."""
    return decode_json((WEB / "static" / "texts.json").read_bytes(), dict[str, str | tuple[str, str]])


class Words:
    """The messages of the pages in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.locale = locale(language)
        self._own = translator("rooftop.web", language).catalogue

    def say(self, key: str, **values: object) -> str:
        """Return a message."""
        text = texts()[key]
        assert isinstance(text, str), key
        return _fill(self._own.pgettext(key, text), values)

    def count(self, key: str, n: int, **values: object) -> str:
        """Return a message whose form depends on a number."""
        forms = texts()[key]
        assert not isinstance(forms, str), key
        one, more = forms
        return _fill(self._own.npgettext(key, one, more, n), {"n": n, **values})

    def say_or(self, key: str, otherwise: str) -> str:
        """Return a message by a key that may not exist, or `otherwise`."""
        return self.say(key) if key in texts() else otherwise

    def ago(self, seconds: float) -> str:
        """Return how long ago something was."""
        return str(
            format_timedelta(-timedelta(seconds=max(1.0, seconds)), add_direction=True, locale=self.locale)
        )

    def duration(self, seconds: float) -> str:
        """Return how much time is left, as clocks at the table do: 3 days, 2 d 5 h, 5 h 12 m, 12:30."""
        left = ceil(max(0.0, seconds))
        days, rest = divmod(left, 86_400)
        hours, minutes = rest // 3600, rest % 3600 // 60
        if days:
            return self.count("clock_days" if hours else "clock_whole_days", days, h=hours)
        return self.say("clock_hours", h=hours, m=minutes) if hours else f"{minutes}:{left % 60:02}"

    def date(self, seconds: float) -> str:
        """Return a date."""
        return str(format_date(datetime.fromtimestamp(seconds, UTC), "medium", self.locale))

    def decimal(self, number: float) -> str:
        """Return a number with one decimal place."""
        return str(format_decimal(number, "#,##0.0", self.locale))


@cache
def words(language: str) -> Words:
    return Words(spoken(language))


def _fill(text: str, values: Mapping[str, object]) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], found[0])), text)


# --- pages -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Head:
    """What browsers, search engines and link previews learn about a page. `image` and `url` are absolute."""

    title: str
    description: str
    image: str = ""
    url: str = ""
    indexed: bool = True


@dataclass(frozen=True)
class Look:
    """How a visitor wants to see pages. Without a chosen theme, pages follow the device."""

    language: str = ENGLISH
    theme: Literal["day", "night"] | None = None


def look_of(request: AnyConnection) -> Look:
    """Return how the visitor wants to see pages: as they chose, or as their device does."""
    theme = request.cookies.get(THEME_COOKIE)
    return Look(language_of(request), "day" if theme == "day" else "night" if theme == "night" else None)


def render(name: str, look: Look, head: Head | None = None, path: str = "", **values: object) -> str:
    """Return the HTML of a page. `path` is its address, which the menu marks."""
    known = words(look.language)
    if head is None:
        about = known.say_or(f"describe_{name}", known.say("describe_home"))
        head = Head(known.say(f"page_{name}"), about)
    return (
        _environment()
        .get_template(f"{name}.html")
        .render(
            {"board": None, "docs": False, "notice": "", "announcement": None, **values},
            name=name,
            here=lambda link: Markup(' aria-current="page"') if link == path else "",
            look=look,
            direction=language(look.language).direction,
            head=head,
            say=known.say,
            count=known.count,
            say_or=known.say_or,
            ago=known.ago,
            duration=known.duration,
            date=known.date,
        )
    )


def asset(name: str) -> str:
    """Return the address of a built file."""
    return f"/static/{manifest().files[name]}"


def words_script(code: str) -> str:
    """Return the address of the words of a language; English, until the page is built with a new one."""
    name = f"words-{code}.js"
    return asset(name if name in manifest().files else f"words-{ENGLISH}.js")


def _scripts(name: str) -> list[str]:
    """Return the addresses of the scripts that a page's script imports."""
    return [f"/static/{file}" for file in manifest().imports.get(f"{name}.js", [])]


def figure(look: Look, title_id: str, name: str, alt: str, width: float, height: float) -> Markup:
    """Return the element of a figure of the rules; it loads when the reader comes near."""
    address = f"/figures/{title_id}/{name}.webp?lang={look.language}&theme="
    attributes = Markup('data-figure="{}" alt="{}" width="{:g}" height="{:g}" loading="lazy"').format(
        name, alt, width, height
    )
    return _themed(look, address, attributes)


def cover(look: Look, title_id: str, width: float, height: float, is_first: bool) -> Markup:
    """Return the element of a title's cover, a decoration."""
    urgent = Markup('fetchpriority="high"' if is_first else 'loading="lazy"')
    attributes = Markup('data-figure="cover" alt="" width="{:g}" height="{:g}" {}').format(
        width, height, urgent
    )
    return _themed(look, f"/figures/{title_id}/cover.webp?lang={look.language}&theme=", attributes)


def _themed(look: Look, address: str, attributes: Markup) -> Markup:
    """Return an image with its size reserved: in the chosen theme, or in that of the device."""
    image = Markup('<img src="{}{}" {} />').format(address, look.theme or "day", attributes)
    if look.theme:
        return image
    dark = Markup('<source media="(prefers-color-scheme: dark)" srcset="{}night" />').format(address)
    return Markup("<picture>{}{}</picture>").format(dark, image)


class WordsInElements(Extension):
    """Puts expressions for the words into elements that name a message."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        source = SAID.sub(r'\1{{ say("\3") }}\4', source)
        return LABELLED.sub(r'data-label="\1" aria-label="{{ say("\1") }}"', source)


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(str(WEB / "pages")),
        extensions=[WordsInElements],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    art = decode_json((WEB / "static" / "art.json").read_bytes(), dict[str, str])
    made.globals |= {
        "asset": asset,
        "scripts": _scripts,
        "fonts": [asset(font) for font in PRELOADED_FONTS],
        "cover": cover,
        "languages": [language(code) for code in LANGUAGES],
        "words_script": words_script,
        "art": {name: Markup(drawing) for name, drawing in art.items()},
    }
    return made
