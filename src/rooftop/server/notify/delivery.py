"""Delivery of the outbox: at least once, with the same id in all attempts.

A message is marked as sent after it has been sent. A server that dies in between sends it again later; mail
programs, browsers and push services recognise the id. Messages that are no longer true are not sent: a turn
that is over, a chat line that has been read.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from itertools import groupby
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.game.decoding import decode_json
from rooftop.server.auth import hashed
from rooftop.server.faults import fail_point
from rooftop.server.metrics import MESSAGES
from rooftop.server.notify import letters, outbox
from rooftop.server.notify.channels import Channels
from rooftop.server.notify.letters import Letter, Receiver, Subject
from rooftop.server.notify.mail import MailError, RefusedMailError, token
from rooftop.server.notify.requests import Answer, ForbiddenAddressError, RequestError
from rooftop.server.protocol import Subscription
from rooftop.server.routes.template import asset
from rooftop.server.store import schema
from rooftop.server.store.store import Store, UnavailableError

log = logging.getLogger("rooftop")

POLL_SECONDS = 2.0
BATCH = 100  # messages that are read together
AT_ONCE = 8  # receivers
RETRY_SECONDS = (15.0, 60.0, 300.0, 1800.0, 7200.0, 21600.0)  # after each failure
MOST_ATTEMPTS = 13  # within two days
KEEP_SECONDS = 7 * outbox.DAY  # sent messages, for the limits below
CONFIRM_SECONDS = 2 * outbox.DAY  # an address that is not confirmed by then is deleted
CLEAN_SECONDS = 3600.0

TURN_SECONDS = 600.0  # between two messages about turns at one table
CHAT_SECONDS = outbox.DAY  # between two messages about chat at one table that was not visited
LOOK_SECONDS = 30.0  # until the next look at somebody who is at the table
SLOW_SECONDS = 300.0  # with days for a move, nobody looks at a page that has been open this long
HOURLY = 30  # messages over one channel
DIGEST_LINES = 20  # a push message has at most 4 kB

# Every server runs these all the time, so they are built once.
DUE = sa.select(schema.outbox).where(
    schema.outbox.c.sent.is_(None), schema.outbox.c.due <= sa.bindparam("now")
)
DUE = DUE.order_by(schema.outbox.c.due, schema.outbox.c.created)
FIRST_DUE = DUE.limit(BATCH)

Row: TypeAlias = sa.Row[tuple[Any, ...]]


class TryAgainError(Exception):
    """A message was not delivered; try again later."""

    def __init__(self, why: str, after: float | None = None) -> None:
        super().__init__(why)
        self.after = after  # seconds that the other side asks to wait


class Delivery:
    """Sends what is due. `is_here` says whether somebody is at a table; `now` is the clock. Of several
    processes, only the one that is `on_duty` sends."""

    def __init__(
        self,
        store: Store,
        channels: Channels,
        is_here: Callable[[str, str], Awaitable[bool]],
        now: Callable[[], float] = time.time,
        on_duty: Callable[[], bool] = lambda: True,
    ) -> None:
        self.store = store
        self.channels = channels
        self.is_here = is_here
        self.now = now
        self.on_duty = on_duty
        self._busy: set[tuple[str, str]] = set()  # receivers and channels in progress
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._cleaned = 0.0
        self._running: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Deliver until cancelled."""
        while True:
            try:
                if self.on_duty():
                    await self.start_due()
                    await self._clean()
            except UnavailableError:
                pass  # the messages are still there when the database is back
            except Exception:
                log.exception("messages will be tried again")
            await asyncio.sleep(POLL_SECONDS)

    async def once(self) -> None:
        """Deliver everything that is due now."""
        await self.start_due()
        while self._running:
            await asyncio.gather(*self._running)

    def came(self, table_id: str, identity: str) -> None:
        """Somebody has come to a table: they now know what the outbox has to say about it."""
        now = self.now()

        async def remember() -> None:
            with contextlib.suppress(UnavailableError):
                await self.store.write(lambda connection: outbox.came(connection, identity, table_id, now))

        self._start(remember())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def start_due(self) -> None:
        """Start a task for each receiver and channel with messages that are due."""

        def receiver(row: Row) -> tuple[str, str]:
            return row.identity, row.channel

        rows = sorted(await self._find_due(), key=receiver)
        for key, group in groupby(rows, receiver):
            if key in self._busy:
                continue
            self._busy.add(key)
            self._start(self._deliver(key, list(group)))

    async def _find_due(self, digest: tuple[str, str] | None = None) -> list[Row]:
        """Return messages that are due: the first ones, or all for the digest of a receiver and channel."""
        query, values = FIRST_DUE, {"now": self.now()}
        if digest:
            column = schema.outbox.c
            query = DUE.where(column.identity == digest[0], column.channel == digest[1], column.daily)
        return list(await self.store.read(lambda connection: connection.execute(query, values).all()))

    async def _deliver(self, key: tuple[str, str], rows: list[Row]) -> None:
        try:
            async with self._slots:
                if any(row.daily for row in rows):
                    await self._attempt(await self._find_due(key))
                for row in rows:
                    if not row.daily:
                        await self._attempt([row])
        except UnavailableError:
            pass  # the messages are still there when the database is back
        finally:
            self._busy.discard(key)

    # --- one message, or one digest ---

    async def _attempt(self, rows: list[Row]) -> None:
        """Send messages as one, and record the outcome."""
        now = self.now()
        try:
            first = rows[0]
            is_here = bool(first.table_id) and await self.is_here(first.table_id, first.identity)
            verdict = await self.store.read(lambda connection: self._judge(connection, rows, now, is_here))
            if isinstance(verdict, float):
                await self._postpone(rows, verdict, failed=False)
                return
            if verdict is None:
                await self._drop(rows)
                return
            fail_point("deliver")
            await self._send(rows[0], verdict)
            fail_point("delivered")
        except UnavailableError:
            raise
        except Exception as error:
            if not isinstance(error, TryAgainError):
                log.exception("a message by %s will be tried again", rows[0].channel)
            await self._retry(rows, error, now)
            return
        MESSAGES.labels(rows[0].channel, "sent").inc()
        ids = [row.id for row in rows]
        await self.store.write(
            lambda connection: connection.execute(
                schema.outbox.update().where(schema.outbox.c.id.in_(ids)).values(sent=now)
            )
        )

    async def _retry(self, rows: list[Row], error: Exception, now: float) -> None:
        """Try again later, unless there have been too many attempts."""
        channel, attempt = rows[0].channel, max(row.attempts for row in rows)
        MESSAGES.labels(channel, "failed").inc()
        if attempt + 1 >= MOST_ATTEMPTS:
            log.warning("a message by %s was given up: %s", channel, error)
            MESSAGES.labels(channel, "given up").inc()
            await self._drop(rows)
            return
        asked = error.after if isinstance(error, TryAgainError) and error.after else 0.0
        wait = RETRY_SECONDS[min(attempt, len(RETRY_SECONDS) - 1)]
        await self._postpone(rows, now + max(wait, min(asked, RETRY_SECONDS[-1])), failed=True)

    async def _postpone(self, rows: list[Row], until: float, failed: bool) -> None:
        ids = [row.id for row in rows]
        change = schema.outbox.update().where(schema.outbox.c.id.in_(ids)).values(due=until)
        if failed:
            change = change.values(attempts=schema.outbox.c.attempts + 1)
        await self.store.write(lambda connection: connection.execute(change))

    async def _drop(self, rows: list[Row]) -> None:
        ids = [row.id for row in rows]
        gone = schema.outbox.delete().where(schema.outbox.c.id.in_(ids))
        await self.store.write(lambda connection: connection.execute(gone))

    def _judge(
        self, connection: Connection, rows: list[Row], now: float, is_here: bool
    ) -> Letter | float | None:
        """Return what to send; or when to look again; or None if there is nothing to tell any more.
        `is_here`: the receiver is at the table."""
        first = rows[0]
        receiver = letters.find_receiver(connection, first.identity)
        if receiver is None or first.channel not in self.channels.names:
            return None
        if first.kind == outbox.CONFIRM:
            return letters.hello(first.id, receiver)  # the mailer has its own words for it
        busy_until = self._too_many(connection, first, now)
        if busy_until is not None:
            return busy_until
        if first.daily:
            return self._digest(connection, rows, receiver, now)
        subject = letters.find_subject(connection, first.table_id or "", first.identity, now)
        if subject is None:
            return None
        when = self._timely(connection, first, subject, now, is_here)
        return self._letter(connection, first, subject, receiver) if when is True else when

    def _timely(
        self, connection: Connection, row: Row, subject: Subject, now: float, is_here: bool
    ) -> bool | float | None:
        """Return True if the message is due, when to look again, or None if there is nothing to tell."""
        if not _is_true(row, subject):
            return None
        if is_here:
            if row.kind != "turn":
                return None  # they have seen it
            if not subject.is_slow:
                return now + LOOK_SECONDS
            if now < row.created + SLOW_SECONDS:
                return min(now + LOOK_SECONDS, float(row.created) + SLOW_SECONDS)
        last = self._last_sent(connection, row)
        if last is not None and row.kind == "turn" and now < last.sent + TURN_SECONDS:
            return float(last.sent) + TURN_SECONDS
        if last is not None and row.kind == "chat" and last.read is None and now < last.sent + CHAT_SECONDS:
            return None
        return True

    def _last_sent(self, connection: Connection, row: Row) -> sa.Row[Any, Any] | None:
        column = schema.outbox.c
        return connection.execute(
            sa.select(column.sent, column.read)
            .where(
                column.identity == row.identity,
                column.channel == row.channel,
                column.kind == row.kind,
                column.table_id == row.table_id,
                column.sent.is_not(None),
            )
            .order_by(column.sent.desc())
            .limit(1)
        ).first()

    def _too_many(self, connection: Connection, row: Row, now: float) -> float | None:
        """Return when somebody may be written to again, if they have had enough messages for an hour."""
        column = schema.outbox.c
        times = connection.execute(
            sa.select(column.sent)
            .where(column.identity == row.identity, column.channel == row.channel, column.sent > now - 3600)
            .order_by(column.sent.desc())
            .limit(HOURLY)
        ).scalars()
        sent = list(times)
        return float(sent[-1]) + 3600 if len(sent) == HOURLY else None

    def _digest(
        self, connection: Connection, rows: list[Row], receiver: Receiver, now: float
    ) -> Letter | None:
        """Return the messages of a day in one, without repeats."""
        told: dict[str, Letter] = {}
        for row in rows:
            subject = letters.find_subject(connection, row.table_id or "", row.identity, now)
            if subject is not None and _is_true(row, subject):
                found = self._letter(connection, row, subject, receiver)
                told[found.tag] = found
        if not told:
            return None
        same = hashlib.sha256(min(row.id for row in rows).encode()).hexdigest()[:32]
        told = dict(sorted(told.items(), key=lambda row: not row[0].startswith("turn-")))  # these come first
        return letters.digest(same, list(told.values())[:DIGEST_LINES], receiver)

    def _letter(self, connection: Connection, row: Row, subject: Subject, receiver: Receiver) -> Letter:
        by = letters.facts_of(row.body).by
        return letters.letter(
            row.id, row.kind, subject, letters.name_of(connection, by) if by else "", receiver
        )

    # --- channels ---

    async def _send(self, row: Row, letter: Letter) -> None:
        """Send a letter over its channel. Raises TryAgainError if it did not arrive."""
        try:
            if row.channel == "email":
                await self._send_mail(row, letter)
            elif row.channel == "push":
                await self._send_push(row.identity, letter)
            else:
                await self._send_webhook(row.identity, letter)
        except (RequestError, MailError) as error:
            raise TryAgainError(str(error)) from None
        except (ForbiddenAddressError, RefusedMailError) as error:
            log.warning("a message by %s was not sent: %s", row.channel, error)

    async def _send_mail(self, row: Row, letter: Letter) -> None:
        mailer, key = self.channels.email, self.channels.key
        assert mailer is not None
        email = schema.email
        found = await self.store.read(
            lambda connection: connection.execute(
                sa.select(email).where(email.c.identity == row.identity)
            ).first()
        )
        if found is None:
            return
        if row.kind == outbox.CONFIRM:
            if found.confirmed is None and letters.facts_of(row.body).address == hashed(found.address):
                secret = confirm_token(key, row.identity, found.address, found.asked)
                await mailer.send(mailer.confirmation(letter.id, found.address, secret, letter.language))
        elif found.confirmed is not None:
            stop = unsubscribe_token(key, row.identity, found.address)
            await mailer.send(mailer.letter(letter, found.address, stop))

    async def _send_push(self, identity: str, letter: Letter) -> None:
        pusher = self.channels.push
        assert pusher is not None
        push = schema.push
        rows = await self.store.read(
            lambda connection: connection.execute(sa.select(push).where(push.c.identity == identity)).all()
        )
        failure: TryAgainError | None = None
        for row in rows:
            try:
                answer = await pusher.send(
                    decode_json(row.subscription, Subscription), letter, asset("icon.svg")
                )
                if answer.is_gone:
                    await self.forget_push(row.id)
                else:
                    _check(answer)
            except (RequestError, TryAgainError) as error:
                failure = error if isinstance(error, TryAgainError) else TryAgainError(str(error))
            except ForbiddenAddressError:
                await self.forget_push(row.id)
        if failure is not None:
            raise failure

    async def forget_push(self, subscription_id: str) -> None:
        """Delete the subscription of a browser that has ended it."""
        gone = schema.push.delete().where(schema.push.c.id == subscription_id)
        await self.store.write(lambda connection: connection.execute(gone))

    async def _send_webhook(self, identity: str, letter: Letter) -> None:
        webhooks = self.channels.webhook
        assert webhooks is not None
        webhook = schema.webhook
        row = await self.store.read(
            lambda connection: connection.execute(
                sa.select(webhook).where(webhook.c.identity == identity)
            ).first()
        )
        if row is None:
            return
        answer = await webhooks.send(row.style, row.url, letter)
        if answer.is_gone:  # the person has deleted it there

            def forget(connection: Connection) -> None:
                connection.execute(webhook.delete().where(webhook.c.identity == identity))
                outbox.forget_channel(connection, identity, "webhook")

            await self.store.write(forget)
        else:
            _check(answer)

    # --- once in a while ---

    async def _clean(self) -> None:
        """Delete what was sent long ago, and addresses that were never confirmed."""
        now = self.now()
        if now < self._cleaned + CLEAN_SECONDS:
            return
        self._cleaned = now

        def clean(connection: Connection) -> None:
            connection.execute(schema.outbox.delete().where(schema.outbox.c.sent < now - KEEP_SECONDS))
            email = schema.email.c
            connection.execute(
                schema.email.delete().where(email.confirmed.is_(None), email.asked < now - CONFIRM_SECONDS)
            )

        with contextlib.suppress(UnavailableError):
            await self.store.write(clean)


def _is_true(row: Row, subject: Subject) -> bool:
    """Whether a message is still true."""
    if row.kind == "turn":
        return subject.status == "playing" and subject.my_turn
    if row.kind == "invitation":
        return subject.status == "waiting"
    return True


def _check(answer: Answer) -> None:
    if not answer.is_good:
        raise TryAgainError(f"answered with {answer.status}", answer.retry_after)


def confirm_token(key: bytes, identity: str, address: str, asked: float) -> str:
    """Return the secret of the link that confirms an address."""
    return token(key, "confirm", identity, address, repr(asked))


def unsubscribe_token(key: bytes, identity: str, address: str) -> str:
    """Return the secret of the link that stops all e-mails."""
    return token(key, "unsubscribe", identity, address)


def email_values(key: bytes, identity: str, address: str, now: float) -> dict[str, object]:
    """Return the row of an address that is to be confirmed."""
    return {
        "address": address,
        "token": hashed(confirm_token(key, identity, address, now)),
        "unsubscribe": hashed(unsubscribe_token(key, identity, address)),
        "asked": now,
        "confirmed": None,
    }
