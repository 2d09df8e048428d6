"""How people can be reached while they are away: addresses, devices, webhooks and wishes."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa
from litestar import Response, get, post
from litestar.enums import MediaType
from litestar.params import FromPath, JSONBody
from sqlalchemy.engine import Connection

from rooftop.errors import OptionError
from rooftop.server.auth import Identity, hashed
from rooftop.server.context import Context, InjectedContext, Person, address_of
from rooftop.server.errors import Refusal, errors
from rooftop.server.limits import network
from rooftop.server.litestar_types import AnyRequest
from rooftop.server.notify import letters, outbox
from rooftop.server.notify.addresses import check_email
from rooftop.server.notify.delivery import email_values
from rooftop.server.notify.push import check_subscription, subscription_id
from rooftop.server.notify.requests import RequestError
from rooftop.server.notify.webhook import STYLES, check_style
from rooftop.server.protocol import (
    Device,
    EmailInfo,
    EmailToken,
    NewDevice,
    NewEmail,
    NewWebhook,
    NewWishes,
    Notifications,
    WebhookInfo,
    Wish,
)
from rooftop.server.store import schema
from rooftop.server.translation import message

DEVICES = 10  # of a person; the oldest makes room


def notifications(database: Connection, context: Context, identity: str) -> Notifications:
    """Return how a person can be reached, and what they want to be told."""
    email, push, webhook, wish = schema.email, schema.push, schema.webhook, schema.wish
    channels = context.channels
    mail = database.execute(sa.select(email).where(email.c.identity == identity)).first()
    hook = database.execute(sa.select(webhook).where(webhook.c.identity == identity)).first()
    devices = database.execute(sa.select(push.c.id).where(push.c.identity == identity)).scalars()
    wishes = database.execute(
        sa.select(wish.c.channel, wish.c.kind, wish.c.when)
        .where(wish.c.identity == identity, wish.c.channel.in_(channels.names))
        .order_by(wish.c.channel, wish.c.kind)
    )
    return Notifications(
        channels=list(channels.names),
        kinds=list(outbox.KINDS),
        styles=list(STYLES),
        email=EmailInfo(mail.address, mail.confirmed is not None) if mail and channels.email else None,
        devices=list(devices) if channels.push else [],
        webhook=WebhookInfo(_host(hook.url), hook.style) if hook and channels.webhook else None,
        wishes=[Wish(*row) for row in wishes],
        push_key=channels.push.public_key if channels.push else None,
    )


def _host(url: str) -> str:
    return urlsplit(url).netloc


def _check_offered(context: Context, channel: str) -> None:
    if channel not in context.channels.names:
        raise OptionError("this server sends no such messages")


def _check_pace(context: Context, request: AnyRequest, person: Identity) -> None:
    """Raise Refusal after many attempts, so that nobody can use this server to bother another one."""
    by_person = context.attempts.take(person.id)
    by_address = context.attempts_by_address.take(network(address_of(request)))
    if not (by_person and by_address):
        raise Refusal(status_code=429, detail="too many attempts; wait a moment")


@get("/api/me/notifications", responses=errors(401))
async def get_notifications(context: InjectedContext, person: Person) -> Notifications:
    return await context.store.read(lambda database: notifications(database, context, person.id))


@post("/api/me/notifications", status_code=200, responses=errors(400, 401, 403))
async def set_wishes(context: InjectedContext, person: Person, data: JSONBody[NewWishes]) -> Notifications:
    """Set the wishes for one channel. They replace all earlier ones; no kinds: no messages."""
    _check_offered(context, data.channel)
    if not set(data.kinds) <= set(outbox.KINDS):
        raise OptionError(message("kinds must be some of {kinds}", kinds=", ".join(outbox.KINDS)))
    if data.when not in (outbox.NOW, outbox.DAILY):
        raise OptionError("messages come now or daily")

    def write(database: Connection) -> Notifications:
        mine = (schema.wish.c.identity == person.id, schema.wish.c.channel == data.channel)
        database.execute(schema.wish.delete().where(*mine))
        for kind in sorted(set(data.kinds)):
            database.execute(
                schema.wish.insert().values(
                    identity=person.id, channel=data.channel, kind=kind, when=data.when
                )
            )
        unwanted = schema.outbox.c.kind.not_in([*data.kinds, outbox.CONFIRM])
        database.execute(
            schema.outbox.delete().where(
                schema.outbox.c.identity == person.id,
                schema.outbox.c.channel == data.channel,
                schema.outbox.c.sent.is_(None),
                unwanted,
            )
        )
        return notifications(database, context, person.id)

    return await context.store.write(write)


# --- e-mail ------------------------------------------------------------------------------------------------


@post("/api/me/email", status_code=200, responses=errors(400, 401, 403))
async def set_email(
    request: AnyRequest, context: InjectedContext, person: Person, data: JSONBody[NewEmail]
) -> Notifications:
    """Enter an address: it gets a link, and nothing else until somebody opens that. Empty: no e-mails."""
    _check_offered(context, "email")
    _check_pace(context, request, person)
    address = check_email(data.address) if data.address.strip() else ""
    now, table = context.registry.now(), schema.email

    def write(database: Connection) -> Notifications:
        row = database.execute(sa.select(table).where(table.c.identity == person.id)).first()
        if not address:
            forget_email(database, person.id)
        elif row is None or row.address != address or row.confirmed is None:
            outbox.ask(database, person.id, address, now)
            database.execute(table.delete().where(table.c.identity == person.id))
            values = email_values(context.channels.key, person.id, address, now)
            database.execute(table.insert().values(identity=person.id, **values))
        return notifications(database, context, person.id)

    return await context.store.write(write)


def forget_email(database: Connection, identity: str) -> None:
    database.execute(schema.email.delete().where(schema.email.c.identity == identity))
    outbox.forget_channel(database, identity, "email")


@post("/api/email/confirm", status_code=200, responses=errors(400, 403))
async def confirm_email(
    request: AnyRequest, context: InjectedContext, data: JSONBody[EmailToken]
) -> EmailInfo:
    """Confirm an address with the secret of its link, on any device."""
    _check_guesses(context, request)
    table = schema.email

    def write(database: Connection) -> EmailInfo:
        found = table.c.token == hashed(data.token)
        row = database.execute(sa.select(table).where(found)).first()
        if row is None:
            raise OptionError("this link is out of date; enter your address again in the settings")
        if row.confirmed is None:
            database.execute(table.update().where(found).values(confirmed=context.registry.now()))
        return EmailInfo(row.address, True)

    return await context.store.write(write)


@post("/unsubscribe/{token:str}", status_code=200, media_type=MediaType.TEXT, responses=errors(403))
async def unsubscribe(request: AnyRequest, context: InjectedContext, token: FromPath[str]) -> Response[str]:
    """Stop all e-mails with the link in one of them. Mail programs do it with one click, without a cookie."""
    _check_guesses(context, request)

    def write(database: Connection) -> None:
        table = schema.email.c
        for identity in database.execute(
            sa.select(table.identity).where(table.unsubscribe == hashed(token))
        ).scalars():
            forget_email(database, identity)

    await context.store.write(write)
    return Response("ok", media_type=MediaType.TEXT)


def _check_guesses(context: Context, request: AnyRequest) -> None:
    if not context.commands.take(f"links {network(address_of(request))}"):
        raise Refusal(status_code=429, detail="too many attempts; wait a moment")


# --- Web Push ----------------------------------------------------------------------------------------------


@post("/api/me/push", status_code=200, responses=errors(400, 401, 403))
async def add_device(
    request: AnyRequest, context: InjectedContext, person: Person, data: JSONBody[NewDevice]
) -> Notifications:
    """Add the browser of a push subscription. It may have belonged to another person before."""
    _check_offered(context, "push")
    _check_pace(context, request, person)
    subscription, push = data.subscription, schema.push
    device = subscription_id(subscription)
    await asyncio.to_thread(check_subscription, subscription)
    await _check_reachable(context, subscription.endpoint)

    def write(database: Connection) -> Notifications:
        database.execute(push.delete().where(push.c.id == device))
        mine = sa.select(push.c.id).where(push.c.identity == person.id).order_by(push.c.created.desc())
        for old in database.execute(mine).scalars().all()[DEVICES - 1 :]:
            database.execute(push.delete().where(push.c.id == old))
        database.execute(
            push.insert().values(
                id=device,
                identity=person.id,
                subscription=msgspec.json.encode(subscription).decode(),
                created=context.registry.now(),
            )
        )
        return notifications(database, context, person.id)

    return await context.store.write(write)


@post("/api/me/push/remove", status_code=200, responses=errors(400, 401, 403))
async def remove_device(context: InjectedContext, person: Person, data: JSONBody[Device]) -> Notifications:
    push = schema.push

    def write(database: Connection) -> Notifications:
        database.execute(push.delete().where(push.c.id == data.id, push.c.identity == person.id))
        return notifications(database, context, person.id)

    return await context.store.write(write)


# --- webhooks ----------------------------------------------------------------------------------------------


@post("/api/me/webhook", status_code=200, responses=errors(400, 401, 403))
async def set_webhook(
    request: AnyRequest, context: InjectedContext, person: Person, data: JSONBody[NewWebhook]
) -> Notifications:
    """Enter a webhook: it gets a first message at once, which must arrive. Empty: none."""
    _check_offered(context, "webhook")
    _check_pace(context, request, person)
    webhook, url = schema.webhook, data.url.strip()
    if url:
        context.outgoing.target(url)
        check_style(data.style, url)
        await _greet(context, person, data.style, url)

    def write(database: Connection) -> Notifications:
        database.execute(webhook.delete().where(webhook.c.identity == person.id))
        if url:
            database.execute(
                webhook.insert().values(
                    identity=person.id, url=url, style=data.style, created=context.registry.now()
                )
            )
        else:
            outbox.forget_channel(database, person.id, "webhook")
        return notifications(database, context, person.id)

    return await context.store.write(write)


async def _greet(context: Context, person: Identity, style: str, url: str) -> None:
    """Send the first message to a webhook. Raises OptionError if it is not accepted."""
    webhooks = context.channels.webhook
    assert webhooks is not None
    receiver = await context.store.read(lambda database: letters.find_receiver(database, person.id))
    if receiver is None:
        raise Refusal(status_code=403, detail="this server sends no messages to you")
    try:
        answer = await webhooks.send(style, url, letters.hello(context.system.token_hex(16), receiver))
    except RequestError:
        raise OptionError(message("{host} does not answer", host=_host(url))) from None
    if not answer.is_good:
        raise OptionError(
            message("{host} refused the message with status {n}", host=_host(url), n=answer.status)
        )


async def _check_reachable(context: Context, url: str) -> None:
    """Raise OptionError if nothing may ever be sent to a URL."""
    try:
        await context.outgoing.check(url)
    except RequestError:
        raise OptionError(message("{host} does not answer", host=_host(url))) from None


HANDLERS = [
    get_notifications,
    set_wishes,
    set_email,
    confirm_email,
    add_device,
    remove_device,
    set_webhook,
]
