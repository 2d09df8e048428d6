"""The pages. The first page that a visitor opens gives them an identity."""

from __future__ import annotations

from litestar import Response, get
from litestar.enums import MediaType
from litestar.params import FromPath

from rooftop.errors import TitleError
from rooftop.game.title import title
from rooftop.server import auth
from rooftop.server.auth import Identity
from rooftop.server.context import Context, InjectedContext, Visitor
from rooftop.server.errors import NOT_FOUND_PAGE, errors
from rooftop.server.litestar_types import AnyRequest
from rooftop.server.routes.template import page
from rooftop.server.translation import negotiate_language


async def _respond(
    request: AnyRequest, context: Context, visitor: Identity | None, name: str, status: int = 200
) -> Response[str]:
    cookies = []
    if visitor is None:
        language = negotiate_language(request.headers.get("accept-language"))
        _, cookie = await context.store.write(lambda database: auth.create(database, language))
        cookies.append(context.cookie(cookie))
    return Response(
        page(name),
        status_code=status,
        media_type=MediaType.HTML,
        cookies=cookies,
        headers={"cache-control": "no-store"},
    )


@get("/", responses=errors())
async def home_page(request: AnyRequest, context: InjectedContext, visitor: Visitor) -> Response[str]:
    return await _respond(request, context, visitor, "home")


@get("/new", responses=errors())
async def new_page(request: AnyRequest, context: InjectedContext, visitor: Visitor) -> Response[str]:
    return await _respond(request, context, visitor, "new")


@get("/about", responses=errors())
async def about_page(request: AnyRequest, context: InjectedContext, visitor: Visitor) -> Response[str]:
    return await _respond(request, context, visitor, "about")


@get("/join/{link:str}", responses=errors())
async def join_page(
    request: AnyRequest, context: InjectedContext, visitor: Visitor, link: FromPath[str]
) -> Response[str]:
    return await _respond(request, context, visitor, "join")


@get("/tables/{table_id:str}", responses={**errors(400), 404: NOT_FOUND_PAGE})
async def table_page(
    request: AnyRequest, context: InjectedContext, visitor: Visitor, table_id: FromPath[str]
) -> Response[str]:
    """The page of a table, also of one that this server cannot replay: the page shows why."""
    if not await context.registry.exists(table_id):
        return await _respond(request, context, visitor, "missing", 404)
    return await _respond(request, context, visitor, "table")


@get("/rules/{title_id:str}", responses={**errors(), 404: NOT_FOUND_PAGE})
async def rules_page(
    request: AnyRequest, context: InjectedContext, visitor: Visitor, title_id: FromPath[str]
) -> Response[str]:
    return await _respond_for_title(request, context, visitor, "rules", title_id)


@get("/editions/{title_id:str}", responses={**errors(), 404: NOT_FOUND_PAGE})
async def edition_page(
    request: AnyRequest, context: InjectedContext, visitor: Visitor, title_id: FromPath[str]
) -> Response[str]:
    return await _respond_for_title(request, context, visitor, "edition", title_id)


async def _respond_for_title(
    request: AnyRequest, context: Context, visitor: Identity | None, name: str, title_id: str
) -> Response[str]:
    try:
        title(title_id)
    except TitleError:
        return await _respond(request, context, visitor, "missing", 404)
    return await _respond(request, context, visitor, name)


HANDLERS = [home_page, new_page, about_page, join_page, table_page, rules_page, edition_page]
