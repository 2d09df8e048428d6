"""Messages to people who are away."""

from __future__ import annotations

from typing import Annotated

import msgspec


class EmailInfo(msgspec.Struct):
    address: str
    confirmed: bool


class WebhookInfo(msgspec.Struct):
    """A webhook. The rest of its address is secret."""

    host: str
    style: str


class Wish(msgspec.Struct):
    """What a person wants to be told over a channel, and when: `now` or `daily`."""

    channel: str
    kind: str
    when: str


class Notifications(msgspec.Struct):
    """How a person can be reached. `channels` are those that this server offers."""

    channels: list[str]
    kinds: list[str]
    styles: list[str]  # of webhooks
    email: EmailInfo | None
    devices: list[str]  # the ids of push subscriptions
    webhook: WebhookInfo | None
    wishes: list[Wish]
    push_key: str | None  # browsers subscribe with it


class NewWishes(msgspec.Struct, forbid_unknown_fields=True):
    """All wishes of a person for a channel."""

    channel: str
    kinds: list[str]
    when: str = "now"


class NewEmail(msgspec.Struct, forbid_unknown_fields=True):
    """An address to confirm; empty to delete it."""

    address: Annotated[str, msgspec.Meta(max_length=300)]


class EmailToken(msgspec.Struct, forbid_unknown_fields=True):
    """The secret of a link that confirms an address."""

    token: Annotated[str, msgspec.Meta(max_length=100)]


class SubscriptionKeys(msgspec.Struct):
    p256dh: Annotated[str, msgspec.Meta(max_length=200)]
    auth: Annotated[str, msgspec.Meta(max_length=100)]


class Subscription(msgspec.Struct):
    """What a browser says about its push service (`PushSubscription.toJSON`)."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    keys: SubscriptionKeys


class NewDevice(msgspec.Struct, forbid_unknown_fields=True):
    """The push subscription of a browser."""

    subscription: Subscription


class Device(msgspec.Struct, forbid_unknown_fields=True):
    """The id of a push subscription: the SHA-256 of its endpoint."""

    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}\\Z")]


class NewWebhook(msgspec.Struct, forbid_unknown_fields=True):
    """A webhook; an empty address deletes it."""

    url: Annotated[str, msgspec.Meta(max_length=1000)]
    style: str
