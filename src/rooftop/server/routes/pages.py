"""The pages. The first page that a visitor opens gives them an identity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from litestar import Response, Router, get
from litestar.di import NamedDependency, Provide
from litestar.enums import MediaType
from litestar.params import FromPath, SkipValidation

from rooftop.errors import TitleError
from rooftop.game.lesson import lesson
from rooftop.game.title import title
from rooftop.server import auth
from rooftop.server.auth import Identity
from rooftop.server.context import Context, InjectedContext, Visitor
from rooftop.server.errors import NOT_FOUND_PAGE, errors
from rooftop.server.litestar_types import AnyRequest
from rooftop.server.routes.template import page
from rooftop.server.translation import negotiate_language


@dataclass(frozen=True)
class Pages:
    """Responds with pages, and with a cookie if the visitor has none."""

    context: Context
    visitor: Identity | None
    language: str

    async def respond(self, name: str, status: int = 200) -> Response[str]:
        cookies = []
        if self.visitor is None:
            _, cookie = await self.context.store.write(lambda database: auth.create(database, self.language))
            cookies.append(self.context.cookie(cookie))
        return Response(
            page(name),
            status_code=status,
            media_type=MediaType.HTML,
            cookies=cookies,
            headers={"cache-control": "no-store"},
        )

    async def respond_for_title(self, name: str, title_id: str) -> Response[str]:
        try:
            title(title_id)
        except TitleError:
            return await self.respond("missing", 404)
        return await self.respond(name)


async def provide_pages(request: AnyRequest, context: InjectedContext, visitor: Visitor) -> Pages:
    return Pages(context, visitor, negotiate_language(request.headers.get("accept-language")))


InjectedPages: TypeAlias = NamedDependency[SkipValidation[Pages]]


@get("/", responses=errors())
async def home_page(pages: InjectedPages) -> Response[str]:
    return await pages.respond("home")


@get("/new", responses=errors())
async def new_page(pages: InjectedPages) -> Response[str]:
    return await pages.respond("new")


@get("/about", responses=errors())
async def about_page(pages: InjectedPages) -> Response[str]:
    return await pages.respond("about")


@get("/join/{link:str}", responses=errors())
async def join_page(pages: InjectedPages, link: FromPath[str]) -> Response[str]:
    return await pages.respond("join")


@get("/tables/{table_id:str}", responses={**errors(400), 404: NOT_FOUND_PAGE})
async def table_page(
    pages: InjectedPages, context: InjectedContext, table_id: FromPath[str]
) -> Response[str]:
    """The page of a table, also of one that this server cannot replay: the page shows why."""
    if not await context.registry.exists(table_id):
        return await pages.respond("missing", 404)
    return await pages.respond("table")


@get("/rules/{title_id:str}", responses={**errors(), 404: NOT_FOUND_PAGE})
async def rules_page(pages: InjectedPages, title_id: FromPath[str]) -> Response[str]:
    return await pages.respond_for_title("rules", title_id)


@get("/learn/{title_id:str}", responses={**errors(), 404: NOT_FOUND_PAGE})
async def learn_page(pages: InjectedPages, title_id: FromPath[str]) -> Response[str]:
    """The lesson of a title."""
    try:
        found = lesson(title(title_id))
    except TitleError:
        found = None
    return await (pages.respond("learn") if found else pages.respond("missing", 404))


@get("/editions/{title_id:str}", responses={**errors(), 404: NOT_FOUND_PAGE})
async def edition_page(pages: InjectedPages, title_id: FromPath[str]) -> Response[str]:
    return await pages.respond_for_title("edition", title_id)


HANDLERS = [
    Router(
        path="/",
        route_handlers=[
            home_page,
            new_page,
            about_page,
            join_page,
            table_page,
            learn_page,
            rules_page,
            edition_page,
        ],
        dependencies={"pages": Provide(provide_pages)},
    )
]
