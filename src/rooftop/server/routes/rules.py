"""The rules of the titles as HTML, with their figures."""

from __future__ import annotations

import asyncio
import html
import re
from functools import lru_cache
from typing import TYPE_CHECKING, cast, get_args

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from rooftop.drawing.figure import draw_figure as figure_of
from rooftop.errors import OptionError
from rooftop.game.rulebook import CLAUSE, FIGURE, Chapter, Figure, figures, rulebook
from rooftop.game.title import AnyTitle, Theme, title
from rooftop.languages import ENGLISH, LANGUAGES
from rooftop.server.context import InjectedContext
from rooftop.server.errors import errors
from rooftop.server.protocol import Rules, Section
from rooftop.server.routes.template import Look, figure
from rooftop.server.translation import check_language, message

THEMES = get_args(Theme)
PIXELS = 2  # for a unit of a figure
COVER_PIXELS = 1.5  # a decoration may be softer

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


@get("/api/rules/{title_id:str}", responses=errors(400))
async def get_rules(title_id: FromPath[str], lang: FromQuery[str] = ENGLISH) -> Rules:
    """Return the rules of a title, by section and by clause."""
    return await asyncio.to_thread(rules, title(title_id), check_language(lang))


@get("/api/figures/{title_id:str}/{name:str}", responses=errors(400))
async def get_figure(
    title_id: FromPath[str],
    name: FromPath[str],
    theme: FromQuery[str] = "day",
    lang: FromQuery[str] = ENGLISH,
) -> Response[str]:
    """Draw a figure of the rules."""
    drawing = await asyncio.to_thread(
        draw_figure, title(title_id), name.removesuffix(".svg"), cast(Theme, theme), check_language(lang)
    )
    return Response(drawing, media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})


@get("/figures/{title_id:str}/{name:str}", opt={"compressed": True}, responses=errors(400))
async def get_pixels(
    context: InjectedContext,
    title_id: FromPath[str],
    name: FromPath[str],
    theme: FromQuery[str] = "day",
    lang: FromQuery[str] = ENGLISH,
) -> Response[bytes]:
    """Return a figure as WebP, for pages: an SVG holds the whole board, and several of them are slow."""
    kind, language, name = title(title_id), check_language(lang), name.removesuffix(".webp")
    if theme not in THEMES:
        raise OptionError(
            message("theme must be one of {themes}, not {theme!r}", themes=", ".join(THEMES), theme=theme)
        )

    async def draw() -> str:
        return await asyncio.to_thread(draw_figure, kind, name, cast(Theme, theme), language)

    width = round(_figure(kind, name).crop[2] * (COVER_PIXELS if name == "cover" else PIXELS))
    picture = await context.previews.figure(f"{kind.id} {name} {theme} {language}", draw, width)
    return Response(picture, media_type="image/webp", headers={"cache-control": "public, max-age=86400"})


@get("/rules/{title_id:str}/preview.png", opt={"compressed": True}, responses=errors(400))
async def title_preview(
    context: InjectedContext, title_id: FromPath[str], lang: FromQuery[str] = ENGLISH
) -> Response[bytes]:
    """Draw the cover of a title for a link preview."""
    kind, language = title(title_id), check_language(lang)

    async def draw() -> str:
        return await asyncio.to_thread(draw_figure, kind, "cover", "day", language)

    picture = await context.previews.link(f"{kind.id} {language}", draw, fill=True)
    return Response(picture, media_type="image/png", headers={"cache-control": "public, max-age=86400"})


@lru_cache(maxsize=16 * len(LANGUAGES))
def rules(kind: AnyTitle, language: str, theme: Theme | None = None) -> Rules:
    """Render the rulebook of a title, with figures in a theme or in the device's."""
    book, look = rulebook(kind, language), Look(language, theme)
    sections = [
        Section(
            f"part-{number}" if number else "introduction",
            chapter.heading,
            _html(chapter, kind, look),
            number == 1 and not CLAUSE.search(chapter.text),
        )
        for number, chapter in enumerate(book.chapters)
    ]
    clauses = {clause: _markdown().renderInline(text) for clause, text in book.clauses.items()}
    return Rules(kind.name, sections, clauses)


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt  # not at the top: importing it takes a while

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _html(chapter: Chapter, kind: AnyTitle, look: Look) -> str:
    """Render Markdown. Every clause gets an id to link to, every figure its size, every table a box that
    scrolls."""
    parts, start, text = [], 0, chapter.text
    for found in FIGURE.finditer(text):
        parts.append(_markdown().render(text[start : found.start()]))
        caption = _markdown().renderInline(found["caption"])
        width, height = figures(kind)[found["name"]].crop[2:]
        alt = html.unescape(re.sub(r"<[^>]+>", "", caption))
        image = figure(look, kind.id, found["name"], alt, width, height)
        parts.append(f"<figure>{image}<figcaption>{caption}</figcaption></figure>")
        start = found.end()
    parts.append(_markdown().render(text[start:]))
    label = html.escape(chapter.heading)
    scroll = f'<div class="scroll" tabindex="0" role="region" aria-label="{label}"><table>'
    whole = "".join(parts).replace("<table>", scroll).replace("</table>", "</table></div>")
    return re.sub(
        r"<li>(\s*(?:<p>)?)<strong>([A-Z]+-\d+)</strong>", r'<li id="\2">\1<strong>\2</strong>', whole
    )


def _figure(kind: AnyTitle, name: str) -> Figure:
    shown = figures(kind).get(name)
    if shown is None:
        raise OptionError(
            message(
                "figure of {title} must be one of {figures}, not {name!r}",
                title=kind.name,
                figures=", ".join(figures(kind)) or "-",
                name=name,
            )
        )
    return shown


@lru_cache(maxsize=256)
def draw_figure(kind: AnyTitle, name: str, theme: Theme, language: str) -> str:
    """Draw a figure of a title as SVG."""
    shown = _figure(kind, name)
    return figure_of(shown, shown.match(kind), theme, language)


HANDLERS = [get_rules, get_figure, get_pixels, title_preview]
