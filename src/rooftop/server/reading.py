"""What there is to read: the titles, their rules and figures, their editions; and the pages."""

from __future__ import annotations

import asyncio
import re
import tomllib
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec
from litestar import Response, get
from litestar.enums import MediaType
from litestar.params import FromPath, FromQuery
from markdown_it import MarkdownIt

from rooftop.bots import BOTS
from rooftop.drawing.svg import num
from rooftop.errors import OptionError, TitleError
from rooftop.game.decoding import convert
from rooftop.game.edition import Edition
from rooftop.game.match import Match
from rooftop.game.position import new_game
from rooftop.game.title import AnyTitle, OptionValue, title
from rooftop.game.translation import LANGUAGES, Translator, translator
from rooftop.server import people
from rooftop.server.house import MISSING, Asker, errors, house
from rooftop.server.routes.template import page
from rooftop.server.speech import phrase, said, understood

WEB = Path(str(resources.files("rooftop"))) / "web"


def _language(lang: str) -> str:
    if lang not in LANGUAGES:
        raise OptionError(
            phrase("lang is one of {languages}, not {lang!r}", languages=", ".join(LANGUAGES), lang=lang)
        )
    return lang


# --- titles ------------------------------------------------------------------------------------------------


class OptionInfo(msgspec.Struct):
    name: str
    default: OptionValue
    values: str
    help: str
    choices: list[tuple[OptionValue, str]]
    free: bool


class TitleInfo(msgspec.Struct):
    """A title as it is offered on the home page."""

    id: str
    name: str
    blurb: str
    minutes: int
    players: list[int]
    bots: list[str]
    editions: list[str]
    options: list[OptionInfo]
    first_game: dict[str, OptionValue]
    sources: dict[str, str]


@get("/api/titles", sync_to_thread=False, responses=errors(400))
def api_titles(request: Asker, lang: FromQuery[str] = "en") -> list[TitleInfo]:
    """What can be played, with its options."""
    here = house(request)
    offered = [title(name) for name in here.titles]
    return [_described(kind, _language(lang), here.hub.editions_of(kind)) for kind in offered]


def _described(kind: AnyTitle, language: str, editions: list[Edition]) -> TitleInfo:
    say = translator(kind.package, language)
    return TitleInfo(
        id=kind.id,
        name=kind.name,
        blurb=kind.guide.blurb(say),
        minutes=kind.minutes,
        players=list(kind.players),
        bots=sorted(BOTS),
        editions=[edition.id for edition in editions],
        options=[
            OptionInfo(
                option.name,
                option.default,
                say(option.values),
                say(option.help),
                [(value, say(label)) for value, label in option.choices],
                option.free,
            )
            for option in kind.options
        ],
        first_game=kind.first_game,
        sources=kind.guide.sources(say),
    )


# --- rules and figures -------------------------------------------------------------------------------------


class Section(msgspec.Struct):
    id: str
    heading: str
    html: str


class Rules(msgspec.Struct):
    """The rules of a title in our words: by section, and by clause."""

    title: str
    sections: list[Section]
    clauses: dict[str, str]


FIGURE = re.compile(r"^!\[(?P<words>[^\]]*)\]\(figure:(?P<name>[a-z0-9-]+)\)$", re.MULTILINE)
CLAUSE = re.compile(r"^- \*\*(?P<id>[A-Z]+-\d+)\*\* (?P<text>.*(?:\n  .*)*)", re.MULTILINE)
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


@get("/api/rules/{title_id:str}", responses=errors(400))
async def api_rules(title_id: FromPath[str], lang: FromQuery[str] = "en") -> Rules:
    return await asyncio.to_thread(rules, title(title_id), _language(lang))


@lru_cache(maxsize=16)
def rules(kind: AnyTitle, language: str) -> Rules:
    folder = resources.files(kind.package)
    text = (folder / ("RULES.md" if language == "en" else f"RULES.{language}.md")).read_text(encoding="utf-8")
    first, *rest = re.split(r"^## ", text, flags=re.MULTILINE)
    heading, _, introduction = first.partition("\n")
    sections = [Section("introduction", heading.removeprefix("# "), _html(introduction))]
    for number, section in enumerate(rest, 1):
        heading, _, body = section.partition("\n")
        sections.append(Section(f"part-{number}", heading.strip(), _html(body)))
    clauses = {
        row["id"]: _markdown.renderInline(" ".join(row["text"].split())) for row in CLAUSE.finditer(text)
    }
    return Rules(kind.name, sections, clauses)


def _html(text: str) -> str:
    """Markdown as HTML; every clause can be linked to, and figures say which they are."""
    made, at = [], 0
    for figure in FIGURE.finditer(text):
        made.append(_markdown.render(text[at : figure.start()]))
        shown = _markdown.renderInline(figure["words"])
        made.append(
            f'<figure><img data-figure="{figure["name"]}" alt=""/><figcaption>{shown}</figcaption></figure>'
        )
        at = figure.end()
    made.append(_markdown.render(text[at:]))
    return re.sub(
        r"<li>(\s*(?:<p>)?)<strong>([A-Z]+-\d+)</strong>", r'<li id="\2">\1<strong>\2</strong>', "".join(made)
    )


class Figure(msgspec.Struct, forbid_unknown_fields=True):
    """A piece of the picture of a position: `figures/NAME.toml` beside a title's rules."""

    players: int
    crop: tuple[float, float, float, float]  # of the wide picture: x, y, width, height
    position: dict[str, Any] = {}
    options: dict[str, OptionValue] = {}
    moves: list[str] = []
    seat: int = 0
    note: str = ""


@get("/api/figures/{title_id:str}/{name:str}", responses=errors(400))
async def api_figure(
    title_id: FromPath[str], name: FromPath[str], theme: FromQuery[str] = "day", lang: FromQuery[str] = "en"
) -> Response[str]:
    drawn = await asyncio.to_thread(
        figure, title(title_id), name.removesuffix(".svg"), theme, _language(lang)
    )
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})


def figures(kind: AnyTitle) -> dict[str, Traversable]:
    folder = resources.files(kind.package) / "figures"
    if not folder.is_dir():
        return {}
    return {file.name.removesuffix(".toml"): file for file in folder.iterdir() if file.name.endswith(".toml")}


@lru_cache(maxsize=256)
def figure(kind: AnyTitle, name: str, theme: str, language: str) -> str:
    known = figures(kind)
    if name not in known:
        raise OptionError(
            phrase(
                "{title} has no figure {name!r}; it has {figures}",
                title=kind.name,
                name=name,
                figures=", ".join(sorted(known)) or "-",
            )
        )
    shown = convert(tomllib.loads(known[name].read_text(encoding="utf-8")), Figure)
    played = new_game(kind, shown.players, shown.options, compiled=False)
    match = Match.at(played.arranged(shown.position)) if shown.position else Match(played, 1)
    for move in shown.moves:
        match.play(move)
    svg = match.svg(shown.seat, theme, language)  # type: ignore[arg-type]
    x, y, width, height = map(num, shown.crop)
    root = f'viewBox="{x} {y} {width} {height}" width="{width}" height="{height}"'
    return re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', root, svg, count=1)


# --- editions ----------------------------------------------------------------------------------------------


class EditionTable(msgspec.Struct):
    """One kind of thing in an edition: its rows, and how many entries come from where."""

    key: str
    note: str
    origins: dict[str, int]
    columns: list[str]
    rows: list[list[str]]


class EditionInfo(msgspec.Struct):
    id: str
    version: int
    title: str
    players: list[int]
    origins: dict[str, int]
    notes: list[str]
    tables: list[EditionTable]


@get("/api/editions/{title_id:str}", responses=errors(400))
async def api_edition(
    request: Asker,
    title_id: FromPath[str],
    lang: FromQuery[str] = "en",
    edition: FromQuery[str | None] = None,
) -> EditionInfo:
    """What is known of a game's boards and cards, what is reconstructed, from the file that is played."""
    kind = title(title_id)
    found = house(request).hub.edition(kind, edition)
    return await asyncio.to_thread(_edition, found, kind, _language(lang))


@get("/api/editions/{title_id:str}/file", sync_to_thread=False, responses=errors(400))
def api_edition_file(title_id: FromPath[str]) -> Response[str]:
    """The title's own edition as the TOML file that it is, for those who own the printed game."""
    return Response(title(title_id).edition().text, media_type="application/toml")


@lru_cache(maxsize=32)
def _edition(edition: Edition, kind: AnyTitle, language: str) -> EditionInfo:
    above = re.match(r"(?:#.*\n)*", edition.text)
    say = translator(kind.package, language)
    notes = [_note(line, say) for line in (above[0] if above else "").splitlines() if line.strip("# ")]
    tables = []
    for key, value in edition.data.items():
        rows = value if isinstance(value, list) else [value]
        if key != "edition" and rows and all(isinstance(row, dict) for row in rows):
            tables.append(_table(key, rows, edition, say))
    origins = {source: len(places) for source, places in edition.tables_by_source().items()}
    return EditionInfo(edition.id, edition.version, kind.name, list(edition.players), origins, notes, tables)


def _note(text: str, say: Translator) -> str:
    """A comment of the file, in the reader's language if somebody has translated it."""
    return say.catalogue.gettext(" ".join(text.strip("#=- ").split()))


def _table(key: str, rows: list[dict[str, Any]], edition: Edition, say: Translator) -> EditionTable:
    hidden = tuple(f"_{other}" for other in LANGUAGES if other != say.language)
    keys = dict.fromkeys(
        name for row in rows for name in row if name != "source" and not name.endswith(("_source", *hidden))
    )
    columns = [*keys, "source"]
    comment = re.search(rf"((?:^#.*\n)+)\[\[?{re.escape(key)}\]", edition.text, re.MULTILINE)
    note = _note(" ".join(line.strip("#=- ") for line in comment[1].splitlines()), say) if comment else ""
    inside = re.compile(rf"{re.escape(key)}(?:[.\[]|$)")
    origins = {
        source: sum(bool(inside.match(place)) for place in places)
        for source, places in edition.tables_by_source().items()
    }
    return EditionTable(
        key,
        note,
        {source: count for source, count in origins.items() if count},
        columns,
        [[_cell(row, name, say.language) for name in columns] for row in rows],
    )


def _cell(row: dict[str, Any], name: str, language: str) -> str:
    """A value as a reader of the table wants it; an origin that differs from the row's stands beside it."""
    mark = row.get(f"{name}_source")
    shown = _shown(row.get(name, ""))
    return f"{shown} ({said(mark, language)})" if mark else shown


def _shown(value: Any) -> str:
    if isinstance(value, list):
        shown = ", ".join(map(_shown, value))
        return shown if len(shown) <= 120 else f"{shown[:117]}…"
    if isinstance(value, dict):
        shown = ", ".join(
            f"{key} {_shown(inner)}" for key, inner in value.items() if not key.endswith("source")
        )
        return shown if len(shown) <= 120 else f"{shown[:117]}…"
    return str(value).lower() if isinstance(value, bool) else str(value)


# --- pages -------------------------------------------------------------------------------------------------


async def _page(request: Asker, name: str, status: int = 200) -> Response[str]:
    """A page; the first one gives an identity."""
    here = house(request)
    cookies = []
    if await here.whose(request) is None:
        language = understood(request.headers.get("accept-language"))
        _, cookie = await here.store.write(lambda database: people.create(database, language))
        cookies.append(here.cookie(cookie))
    return Response(
        page(name),
        status_code=status,
        media_type=MediaType.HTML,
        cookies=cookies,
        headers={"cache-control": "no-store"},
    )


@get("/", responses=errors())
async def page_home(request: Asker) -> Response[str]:
    return await _page(request, "home")


@get("/new", responses=errors())
async def page_new(request: Asker) -> Response[str]:
    return await _page(request, "new")


@get("/tables/{table_id:str}", responses={**errors(400), 404: MISSING})
async def page_table(request: Asker, table_id: FromPath[str]) -> Response[str]:
    """The page of a table; one that cannot be replayed here says so itself."""
    if not await house(request).hub.exists(table_id):
        return await _page(request, "missing", 404)
    return await _page(request, "table")


@get("/join/{link:str}", responses=errors())
async def page_join(request: Asker, link: FromPath[str]) -> Response[str]:
    return await _page(request, "join")


async def _page_of_a_title(request: Asker, name: str, title_id: str) -> Response[str]:
    try:
        title(title_id)
    except TitleError:
        return await _page(request, "missing", 404)
    return await _page(request, name)


@get("/rules/{title_id:str}", responses={**errors(), 404: MISSING})
async def page_rules(request: Asker, title_id: FromPath[str]) -> Response[str]:
    return await _page_of_a_title(request, "rules", title_id)


@get("/editions/{title_id:str}", responses={**errors(), 404: MISSING})
async def page_edition(request: Asker, title_id: FromPath[str]) -> Response[str]:
    return await _page_of_a_title(request, "edition", title_id)


@get("/about", responses=errors())
async def page_about(request: Asker) -> Response[str]:
    return await _page(request, "about")


HANDLERS = [
    api_titles, api_rules, api_figure, api_edition, api_edition_file,
    page_home, page_new, page_table, page_join, page_rules, page_edition, page_about,
]  # fmt: skip
