"""The titles that can be played."""

from __future__ import annotations

from litestar import get
from litestar.params import FromQuery

from rooftop.bots.levels import levels_of
from rooftop.game.edition import Edition
from rooftop.game.lesson import lesson
from rooftop.game.position import board_of
from rooftop.game.rulebook import rulebook
from rooftop.game.title import AnyTitle
from rooftop.game.translation import translator
from rooftop.languages import ENGLISH
from rooftop.server.context import InjectedContext
from rooftop.server.errors import errors
from rooftop.server.library import Library
from rooftop.server.protocol import ColourChoice, OptionInfo, TitleInfo
from rooftop.server.translation import check_language


@get("/api/titles", sync_to_thread=False, responses=errors(400))
def list_titles(context: InjectedContext, lang: FromQuery[str] = ENGLISH) -> list[TitleInfo]:
    """List the titles with their options, the easiest first."""
    language, library = check_language(lang), context.library
    return [describe(kind, language, library.editions_of(kind)) for kind in easiest_first(library)]


def easiest_first(library: Library) -> list[AnyTitle]:
    """Return the offered titles: those with short games and few rules first."""
    kinds = [library.title(name) for name in library.offered]
    return sorted(kinds, key=lambda kind: (kind.minutes, len(rulebook(kind, ENGLISH).clauses)))


def describe(kind: AnyTitle, language: str, editions: list[Edition]) -> TitleInfo:
    say = translator(kind.package, language)
    return TitleInfo(
        id=kind.id,
        name=kind.name,
        blurb=kind.blurb(say),
        minutes=kind.minutes,
        players=list(kind.players),
        bots=levels_of(kind),
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
        sources=kind.source_names(say, None, None),
        colours=[
            ColourChoice(*colour[:4])
            for colour in kind.colours(board_of(kind, kind.edition(), max(kind.players)), say, {})
        ],
        lesson=lesson(kind) is not None,
        open=kind.is_open,
    )


HANDLERS = [list_titles]
