"""The channels that a host has set up. Without settings a channel does not exist."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial

from sqlalchemy.engine import Connection

from rooftop.server.notify import outbox
from rooftop.server.notify.mail import Mailer
from rooftop.server.notify.push import Pusher, new_key
from rooftop.server.notify.requests import Requests
from rooftop.server.notify.webhook import Webhooks
from rooftop.server.settings import Settings
from rooftop.server.store import key_values
from rooftop.server.store.store import Store

LINK_KEY, PUSH_KEY = "link-key", "vapid-key"  # in `key_values`


@dataclass(frozen=True)
class Channels:
    """How people can be reached."""

    email: Mailer | None = None
    push: Pusher | None = None
    webhook: Webhooks | None = None
    key: bytes = b""  # of the links in e-mails

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name in outbox.CHANNELS if getattr(self, name) is not None)

    def close(self) -> None:
        if self.email is not None:
            self.email.close()


async def open_channels(settings: Settings, store: Store, requests: Requests) -> Channels:
    """Open the channels of a server. Its keys are made once and stored."""
    if not (settings.smtp_url or settings.vapid_contact or settings.webhooks):
        return Channels()

    def keys(connection: Connection) -> tuple[str, str]:
        return (
            key_values.get_or_create(connection, LINK_KEY, partial(secrets.token_hex, 32)),
            settings.vapid_key or key_values.get_or_create(connection, PUSH_KEY, new_key),
        )

    link_key, push_key = await store.write(keys)
    site = settings.public_url
    return Channels(
        email=Mailer(settings.smtp_url, settings.mail_from, site) if settings.smtp_url else None,
        push=Pusher(push_key, settings.vapid_contact, requests) if settings.vapid_contact else None,
        webhook=Webhooks(requests, site) if settings.webhooks else None,
        key=bytes.fromhex(link_key),
    )
