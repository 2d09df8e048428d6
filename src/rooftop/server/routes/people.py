"""People: their games, profiles and leader boards; exporting and deleting what is stored about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from litestar import Response, Router, delete, get, post
from litestar.datastructures import Cookie
from litestar.di import Provide
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect
from markupsafe import Markup

from rooftop.errors import TitleError
from rooftop.game.title import title
from rooftop.game.translation import translator
from rooftop.server.auth import COOKIE
from rooftop.server.context import Context, InjectedContext, Person
from rooftop.server.errors import NOT_FOUND_PAGE, Refusal, errors
from rooftop.server.memory import games, personal, profiles, ratings
from rooftop.server.memory.charts import chart
from rooftop.server.memory.games import Cursor, Finished, Mate
from rooftop.server.memory.profiles import Profile, TitleProfile
from rooftop.server.protocol import Deleted, NextGame, ProfileOpening
from rooftop.server.routes import forms
from rooftop.server.routes.pages import InjectedPages, Pages, provide_pages
from rooftop.server.routes.template import Words
from rooftop.server.routes.titles import easiest_first

LEADERS = 50  # lines of a leader board
Export: TypeAlias = dict[str, list[dict[str, str | int | float | bool | None]]]  # rows by table


# --- pages -------------------------------------------------------------------------------------------------


@get("/games", responses={**errors(400)})
async def games_page(
    pages: InjectedPages, context: InjectedContext, before: FromQuery[str] = ""
) -> Response[str]:
    """The visitor's games: those that wait for them, the other running ones, and the finished ones."""
    cursor, person = Cursor.parse(before), pages.visitor.id if pages.visitor else ""
    now = context.registry.now()
    running = await context.store.read(lambda database: games.running(database, person, now))
    finished, more = await context.store.read(lambda database: games.finished(database, person, cursor))
    return await pages.respond(
        "games",
        head=pages.head("games", indexed=False),
        running=running,
        waiting=[row for row in running if row.my_turn],
        finished=finished,
        more=more,
        first_page=cursor is None,
        title_name=_title_name,
        notes=_notes,
        now=now,
        time_text=lambda time: forms.time_text(pages.words, time),
    )


def _notes(game: Finished, own: Mate) -> list[str]:
    """Return the words about the result of the visitor's own seat."""
    notes = []
    if own.conceded:
        notes.append("conceded")
    elif game.how in ("scores", "conceded"):
        notes.append(
            "history_alone"
            if game.how == "conceded" and (own.rank != 1 or own.lost)
            else f"history_{game.how}"
        )
    if own.lost:
        notes.append("forfeited" if own.forfeited else "history_lost")
    return notes


@get("/profile", responses=errors())
async def own_profile_page(pages: InjectedPages, context: InjectedContext) -> Response[str]:
    visitor = pages.visitor
    if visitor is None:
        return await pages.respond(
            "profile", head=pages.head("profile", indexed=False), own=True, profile=None, titles=[]
        )
    found = await context.store.read(lambda database: profiles.profile(database, visitor.id, visitor.id))
    return await _profile_page(pages, found, own=True) if found else await pages.missing()


@get("/people/{person_id:str}", responses={**errors(400), 404: NOT_FOUND_PAGE})
async def profile_page(
    pages: InjectedPages, context: InjectedContext, person_id: FromPath[str]
) -> Response[str]:
    """Somebody's profile. A hidden profile is answered like one that does not exist."""
    viewer = pages.visitor.id if pages.visitor else None
    found = await context.store.read(lambda database: profiles.profile(database, person_id, viewer))
    return await _profile_page(pages, found, own=False) if found else await pages.missing()


@get("/tables/{table_id:str}/people/{seat:int}", responses={**errors(400), 404: NOT_FOUND_PAGE})
async def seat_page(
    pages: InjectedPages, context: InjectedContext, table_id: FromPath[str], seat: FromPath[int]
) -> Response[str] | Redirect:
    """Redirect to the profile of somebody at a table, if the visitor may see it."""
    viewer = pages.visitor.id if pages.visitor else None
    found = await context.store.read(lambda database: profiles.at_seat(database, table_id, seat, viewer))
    return Redirect(f"/people/{found}", status_code=302) if found else await pages.missing()


async def _profile_page(pages: Pages, found: Profile, own: bool) -> Response[str]:
    head = pages.head("profile", indexed=False)
    about = [_about_title(row, pages.words) for row in found.titles]
    return await pages.respond("profile", head=head, own=own, profile=found, titles=about)


@dataclass(frozen=True)
class AboutTitle:
    """A title of a profile in words."""

    name: str
    row: TitleProfile
    points: list[tuple[str, str]]
    chart: Markup | None


def _about_title(row: TitleProfile, words: Words) -> AboutTitle:
    try:
        kind = title(row.title)
        sources = kind.source_names(translator(kind.package, words.language), None, None)
    except TitleError:
        sources = {}
    ranked = sorted(row.means.items(), key=lambda mean: -mean[1])
    points = [(sources.get(source, source), words.decimal(mean)) for source, mean in ranked]
    won = words.say("chart_won")
    told = ", ".join(f"{game.total} ({won})" if game.won else str(game.total) for game in row.last)
    label = f"{words.count('chart_of', len(row.last))} {told}"
    return AboutTitle(_title_name(row.title), row, points, chart(row.last, label) if row.last else None)


@get("/leaders", responses=errors())
async def first_leaders_page(pages: InjectedPages, context: InjectedContext) -> Response[str]:
    """The leader board of the easiest title."""
    return await _leaders_page(pages, context, easiest_first(context.library)[0].id)


@get("/leaders/{title_id:str}", responses={**errors(), 404: NOT_FOUND_PAGE})
async def leaders_page(
    pages: InjectedPages, context: InjectedContext, title_id: FromPath[str]
) -> Response[str]:
    return await _leaders_page(pages, context, title_id)


async def _leaders_page(pages: Pages, context: Context, chosen: str) -> Response[str]:
    offered = [kind.id for kind in easiest_first(context.library)]
    if chosen not in offered:
        return await pages.missing()
    found = await context.store.read(lambda database: ratings.leaders(database, chosen, LEADERS))
    return await pages.respond(
        "leaders",
        head=pages.head("leaders"),
        titles=[(name, _title_name(name)) for name in offered],
        chosen=chosen,
        leaders=found,
        enough=ratings.ENOUGH_GAMES,
    )


def _title_name(title_id: str) -> str:
    try:
        return title(title_id).name
    except TitleError:
        return title_id


# --- the API -----------------------------------------------------------------------------------------------


@get("/api/games/next", responses=errors(401))
async def next_game(context: InjectedContext, person: Person, table: FromQuery[str] = "") -> NextGame:
    """Return how many other tables have the visitor's turn, and the one that has waited longest."""
    waiting = await context.store.read(lambda database: games.waiting_for(database, person.id))
    others = [found for found in waiting if found != table]
    return NextGame(others[0] if others else None, len(others))


@post("/api/me/profile", status_code=200, responses=errors(400, 401, 403))
async def open_profile(
    context: InjectedContext, person: Person, data: JSONBody[ProfileOpening]
) -> ProfileOpening:
    """Open the visitor's profile to everyone, or only to table mates."""
    await context.store.write(lambda database: profiles.open_profile(database, person.id, data.open))
    return data


@get("/api/me/export", responses=errors(401))
async def export(context: InjectedContext, person: Person) -> Response[Export]:
    """Return everything that is stored about the visitor, by table of the database."""
    _take(context, f"export {person.id}")
    found = await context.store.read(lambda database: personal.export(database, person.id))
    return Response(
        found,
        headers={
            "content-disposition": 'attachment; filename="rooftop-export.json"',
            "cache-control": "no-store",
        },
    )


@delete("/api/me", status_code=200, responses=errors(400, 401, 403))
async def delete_identity(context: InjectedContext, person: Person) -> Response[Deleted]:
    """Delete everything that is stored about the visitor. It cannot be undone."""
    _take(context, f"delete {person.id}")
    await personal.delete(context.registry, person.id)
    return Response(Deleted(person.name), cookies=[Cookie(COOKIE, path="/", value="", max_age=0)])


def _take(context: Context, key: str) -> None:
    if not context.commands.take(key):
        raise Refusal(status_code=429, detail="too many attempts; wait a moment")


HANDLERS = [
    Router(
        path="/",
        route_handlers=[
            games_page,
            own_profile_page,
            profile_page,
            seat_page,
            first_leaders_page,
            leaders_page,
        ],
        dependencies={"pages": Provide(provide_pages)},
    ),
    next_game,
    open_profile,
    export,
    delete_identity,
]
