"""The pages. A visitor's first page offers them an identity."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import TypeAlias
from urllib.parse import quote

from litestar import Response, Router, get
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.enums import MediaType
from litestar.params import FromPath, FromQuery, SkipValidation

from rooftop.bots.levels import common_levels
from rooftop.errors import TitleError
from rooftop.game.lesson import lesson
from rooftop.game.title import AnyTitle, title
from rooftop.game.translation import translator
from rooftop.server import auth
from rooftop.server.auth import ANONYMOUS, Identity
from rooftop.server.context import (
    NO_MORE_VISITORS,
    Context,
    InjectedContext,
    Visitor,
    address_of,
    check_access,
)
from rooftop.server.errors import NOT_FOUND_PAGE, Refusal, errors
from rooftop.server.litestar_types import AnyRequest
from rooftop.server.notify.webhook import SERVICES
from rooftop.server.routes import forms
from rooftop.server.routes.editions import describe_edition
from rooftop.server.routes.notifications import notifications, unsubscribe
from rooftop.server.routes.rules import rules
from rooftop.server.routes.tables import lists
from rooftop.server.routes.template import Head, Look, Words, look_of, render, words
from rooftop.server.routes.titles import easiest_first
from rooftop.server.settings import PUBLIC_URL
from rooftop.server.store.store import UnavailableError
from rooftop.server.tables import invitations
from rooftop.server.tables.log import MissingTableError, TableSummary
from rooftop.server.translation import translate, with_someone


@dataclass
class Pages:
    """Responds with pages in the visitor's language, and with a cookie if the visitor has none."""

    context: Context
    visitor: Identity | None
    look: Look
    path: str
    base: str  # the absolute address of this server
    address: str  # of the visitor

    @property
    def words(self) -> Words:
        return words(self.look.language)

    async def respond(
        self, name: str, status: int = 200, head: Head | None = None, **values: object
    ) -> Response[str]:
        visitor, cookies = await self._welcome()
        return Response(
            render(
                name,
                self.look,
                head,
                self.path,
                visitor=visitor,
                own_name="" if auth.is_guest(visitor) else visitor.name,
                docs=self.context.docs is not None,
                announcement=self.context.registry.announcement,
                notice="" if visitor.id else translate(NO_MORE_VISITORS, self.look.language),
                **values,
            ),
            status_code=status,
            media_type=MediaType.HTML,
            cookies=cookies,
            headers={"cache-control": "no-store"},
        )

    async def _welcome(self) -> tuple[Identity, list[Cookie]]:
        """Return the visitor. New visitors are offered an identity in a cookie; if too many have come from
        their address, they have none and can only read and watch."""
        if self.visitor is not None:
            if self.visitor.language != self.look.language:
                await self._remember_language(self.visitor.id)
            return self.visitor, []
        if self.context.identities.is_empty(self.address):
            return ANONYMOUS, []
        key, system = await self.context.cookie_key(), self.context.system
        person, cookie = auth.offer(key, self.look.language, system)
        return person, [self.context.cookie(cookie)]

    async def _remember_language(self, identity: str) -> None:
        """Remember the language of the last page, for messages. A page does not fail because of this."""
        language = self.look.language
        with contextlib.suppress(UnavailableError):
            await self.context.store.write(lambda database: auth.speak(database, identity, language))

    async def missing(self, kind: str = "missing_page") -> Response[str]:
        return await self.respond("missing", 404, kind=kind)

    def head(self, name: str, kind: AnyTitle | None = None, indexed: bool = True) -> Head:
        """The head of a page, which may be about a title."""
        say = self.words.say
        heading = f"{kind.name}: {say(f'{name}_title')} · Rooftop" if kind else say(f"page_{name}")
        about = say(f"describe_{name}", title=kind.name if kind else "")
        shown = kind or easiest_first(self.context.library)[0]
        return self.head_of(heading, about, f"/rules/{shown.id}/preview.png", indexed)

    def head_of(self, heading: str, about: str, image: str, indexed: bool) -> Head:
        return Head(heading, about, self.url_of(image), self.base and self.base + self.path, indexed)

    def url_of(self, image: str) -> str:
        """The absolute address of a picture."""
        return f"{self.base}{image}?lang={self.look.language}" if self.base else ""


async def provide_pages(request: AnyRequest, context: InjectedContext, visitor: Visitor) -> Pages:
    base = context.settings.public_url or f"{request.url.scheme}://{request.headers.get('host', '')}"
    path = quote(request.url.path)
    base = base if PUBLIC_URL.fullmatch(base) else ""
    return Pages(context, visitor, look_of(request), path, base, address_of(request))


InjectedPages: TypeAlias = NamedDependency[SkipValidation[Pages]]


@get("/", responses=errors())
async def home_page(pages: InjectedPages, context: InjectedContext) -> Response[str]:
    """The titles, and the tables that matter to the visitor."""
    visitor = pages.visitor
    cards = await asyncio.to_thread(forms.cards, context.library, pages.look.language)
    tables = await lists(context.registry, visitor)
    return await pages.respond(
        "home",
        head=pages.head("home"),
        cards=cards,
        names={card.info.id: card.info.name for card in cards},
        levels=common_levels(map(context.library.title, context.library.offered)),
        lists=tables,
        watched=tables.public,
        newcomer=not tables.mine,
        idle={
            pace: int(days) if days % 1 == 0 else days for pace, days in context.registry.idle_days.items()
        },
        time_text=lambda time: forms.time_text(pages.words, time),
        now=context.registry.now(),
    )


@get("/new", responses=errors())
async def new_page(
    pages: InjectedPages,
    context: InjectedContext,
    title: FromQuery[str] = "",
    players: FromQuery[str] = "",
    seats: FromQuery[str] = "",
    edition: FromQuery[str] = "",
    options: FromQuery[str] = "",
) -> Response[str]:
    """The form for a new game of a title."""
    wanted = (title, players, seats, edition, options)
    form = await asyncio.to_thread(forms.new_game, context.library, pages.words, *wanted)
    return await pages.respond("new", head=pages.head("new"), form=form)


@get("/about", responses=errors())
async def about_page(pages: InjectedPages) -> Response[str]:
    return await pages.respond("about", head=pages.head("about"))


@get("/settings", responses=errors())
async def settings_page(pages: InjectedPages, context: InjectedContext) -> Response[str]:
    """Whether and how the visitor wants to be called when it is their turn."""
    me = pages.visitor.id if pages.visitor else ""
    found = await context.store.read(lambda database: notifications(database, context, me))
    wanted: dict[str, dict[str, str]] = {channel: {} for channel in found.channels}
    for wish in found.wishes:
        wanted[wish.channel][wish.kind] = wish.when
    head = pages.head("settings", indexed=False)
    return await pages.respond("settings", head=head, notifications=found, wanted=wanted, services=SERVICES)


@get("/confirm", responses=errors())
async def confirm_page(pages: InjectedPages) -> Response[str]:
    """A link in an e-mail leads here: it confirms the address."""
    return await pages.respond("confirm", head=pages.head("confirm", indexed=False))


@get("/unsubscribe/{token:str}", responses=errors())
async def unsubscribe_page(pages: InjectedPages, token: FromPath[str]) -> Response[str]:
    """A link in every e-mail leads here: a button stops them."""
    head = replace(pages.head("unsubscribe", indexed=False), url="")  # the address is a secret
    return await pages.respond("unsubscribe", head=head)


@get("/join/{table_id:str}", responses={**errors(), 404: NOT_FOUND_PAGE})
async def join_page(pages: InjectedPages, context: InjectedContext, table_id: FromPath[str]) -> Response[str]:
    """The page of an invitation: it names the host and the game, unless only invited people may know them.
    The secret stands after `#` and does not arrive here; in earlier versions it was in place of the table. An
    address that leads nowhere gets a page that says so."""
    head = replace(pages.head("join", indexed=False), url="")
    card, host = None, ""
    is_valid = await context.store.read(lambda database: invitations.leads_somewhere(database, table_id))
    with contextlib.suppress(MissingTableError, Refusal, StopIteration):
        table = await context.registry.summary(table_id)
        check_access(table, pages.visitor)
        cards = await asyncio.to_thread(forms.cards, context.library, pages.look.language)
        card, host = next(card for card in cards if card.info.id == table.title), table.host
        heading = pages.words.say("join_from", host=host, title=card.info.name)
        head = replace(
            head, title=f"{heading} · Rooftop", image=pages.url_of(f"/rules/{card.info.id}/preview.png")
        )
    return await pages.respond(
        "join", 200 if is_valid else 404, head=head, card=card, host=host, valid=is_valid
    )


@get("/tables/{table_id:str}", responses={**errors(400), 404: NOT_FOUND_PAGE})
async def table_page(
    pages: InjectedPages, context: InjectedContext, table_id: FromPath[str]
) -> Response[str]:
    """The page of a table, even of one that this server cannot replay: the page shows why."""
    try:
        table = await context.registry.summary(table_id)
    except MissingTableError:
        return await pages.missing("missing")
    board = f"/tables/{table.id}/scene.svg" if table.status == "playing" else None
    return await pages.respond("table", head=_table_head(pages, table), board=board)


def _table_head(pages: Pages, table: TableSummary) -> Head:
    """What a link to a table says about it. It tells strangers nothing about a table by invitation."""
    try:
        check_access(table, pages.visitor)
        kind = title(table.title)
    except (Refusal, TitleError):
        return pages.head("table", indexed=False)
    say = pages.words.say
    names = with_someone((chair.name for chair in table.chairs), pages.look.language)
    heading, about = f"{kind.name} · Rooftop", say(f"describe_{table.status}", title=kind.name)
    if table.status == "playing":
        about = f"{about} {', '.join(names)}"
    if table.result:
        rows = sorted(zip(table.result.ranks, table.result.points, names, strict=True), key=itemgetter(0))
        winners = [names[seat] for seat in table.winners]
        points = sum(rows[0][1].values())
        about = ", ".join(f"{name} {sum(points.values())}" for _, points, name in rows)
        if table.result.ended:
            how = "alone" if table.result.ended == "conceded" else table.result.ended
            about = f"{about} ({say(f'history_{how}')})"
        if len(winners) == 1:
            heading = f"{kind.name}: {pages.words.count('winner', points, name=winners[0])}"
        elif winners:
            heading = f"{kind.name}: {say('winners', names=', '.join(winners))}"
    is_shown = table.visibility != "invitation" and (
        table.status == "over" or (table.status == "playing" and table.visibility == "public")
    )
    image = f"/tables/{table.id}/preview.png" if is_shown else f"/rules/{kind.id}/preview.png"
    return pages.head_of(heading, about, image, indexed=False)


@get("/rules/{title_id:str}", responses={**errors(), 404: NOT_FOUND_PAGE})
async def rules_page(pages: InjectedPages, title_id: FromPath[str]) -> Response[str]:
    try:
        kind = title(title_id)
    except TitleError:
        return await pages.missing()
    book = await asyncio.to_thread(rules, kind, pages.look.language, pages.look.theme)
    learn = f"/learn/{kind.id}" if lesson(kind) else ""
    return await pages.respond(
        "rules", head=pages.head("rules", kind), sections=book.sections, title=kind.name, lesson=learn
    )


@get("/learn/{title_id:str}", responses={**errors(), 404: NOT_FOUND_PAGE})
async def learn_page(pages: InjectedPages, title_id: FromPath[str]) -> Response[str]:
    """The lesson of a title."""
    try:
        kind = title(title_id)
        found = lesson(kind)
    except TitleError:
        found = None
    if found is None:
        return await pages.missing()
    first = translator(kind.package, pages.look.language)(found.steps[0].text)
    return await pages.respond(
        "learn", head=pages.head("learn", kind), title=kind.name, steps=found.steps, first=first
    )


@get("/editions/{title_id:str}", responses={**errors(), 404: NOT_FOUND_PAGE})
async def edition_page(pages: InjectedPages, title_id: FromPath[str]) -> Response[str]:
    try:
        kind = title(title_id)
    except TitleError:
        return await pages.missing()
    edition = await asyncio.to_thread(describe_edition, kind.edition(), kind, pages.look.language)
    return await pages.respond("edition", head=pages.head("edition", kind), edition=edition)


HANDLERS = [
    Router(
        path="/",
        route_handlers=[
            home_page,
            new_page,
            about_page,
            settings_page,
            confirm_page,
            unsubscribe_page,
            unsubscribe,  # has the same address
            join_page,
            table_page,
            learn_page,
            rules_page,
            edition_page,
        ],
        dependencies={"pages": Provide(provide_pages)},
    )
]
