"""The life of a process among several: it joins, sends heartbeats, learns of the others, and leaves."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from functools import partial
from typing import TYPE_CHECKING

from rooftop.server.admin import Orders
from rooftop.server.processes.leases import BEAT, Leases
from rooftop.server.processes.messages import Counted, Spent
from rooftop.server.processes.notices import Listener
from rooftop.server.processes.peers import Peers
from rooftop.server.store import key_values
from rooftop.server.store.store import UnavailableError

if TYPE_CHECKING:
    from rooftop.server.context import Context

log = logging.getLogger("rooftop")

SECRET = "process-secret"  # the key in `key_values` of the secret that processes share
NEWS_SECONDS = 0.25  # between two messages about limits
STUCK_SECONDS = 10.0  # a process that has done nothing for this long is as good as dead


class Member:
    """This process among those that share its database."""

    def __init__(self, context: Context, peers: Peers, leases: Leases) -> None:
        self.context = context
        self.registry = context.registry
        self.peers, self.leases = peers, leases
        self._listener: Listener | None = None
        self._left = False
        self._pulse = context.system.monotonic()  # when the event loop last ran
        self._closed = threading.Event()

    @classmethod
    async def join(cls, context: Context) -> Member:
        """Join the others. Raises UnavailableError."""
        assert context.peer_handler is not None
        make = partial(context.system.token_hex, 32)
        secret = await context.store.write(
            lambda connection: key_values.get_or_create(connection, SECRET, make)
        )
        peers = Peers(context.peer_handler, bytes.fromhex(secret), context.system)
        address = await peers.listen(context.settings.internal_host, context.settings.internal_port)
        member = cls(context, peers, Leases(context.store, address, context.system))
        context.registry.leases, context.registry.peers = member.leases, peers
        for buckets in context.buckets.values():
            buckets.share()
        context.tally.share()
        await member._register()
        return member

    def listen(self, orders: Orders) -> None:
        """Listen for notices, and keep the lease while the event loop is busy."""
        self._listener = Listener(self.context.settings.url, orders.hear)
        threading.Thread(target=self._stay_alive, name="signs of life", daemon=True).start()

    def _stay_alive(self) -> None:
        """Send heartbeats for the event loop, which may be busy for some seconds."""
        clock = self.context.system.monotonic
        while not self._closed.wait(BEAT):
            if clock() - self._pulse < STUCK_SECONDS:
                with contextlib.suppress(UnavailableError):
                    self.context.store.run_urgent_now(self.leases.renew)

    async def _register(self) -> None:
        await self.leases.register()
        self.peers.me = self.leases.id

    async def run(self) -> None:
        """Send heartbeats while the server runs."""
        failing = False
        while True:
            try:
                await self.beat()
                failing = False
            except UnavailableError as error:
                if not failing:
                    log.error("no sign of life can be stored: %s", error)
                failing = True
            except Exception:
                log.exception("signs of life: trying again")
            await asyncio.sleep(BEAT)

    async def beat(self) -> None:
        """Send a heartbeat, and act on what it shows."""
        self._pulse = self.context.system.monotonic()
        beat = await self.leases.beat()
        if beat.was_buried:
            log.warning("the others have buried this process; it begins anew")
            self.registry.lose_all()
            self.peers.meet({})
            await self._register()
            return
        self.peers.meet(beat.peers)
        if beat.buried:
            self.registry.deadlines.look()

    async def tell(self) -> None:
        """Send the others the counts of limits while the server runs."""
        while True:
            await asyncio.sleep(NEWS_SECONDS)
            buckets = self.context.buckets.items()
            spent = {name: taken for name, bucket in buckets if (taken := bucket.taken())}
            counts = self.context.tally.changes()
            if spent:
                self.peers.tell(Spent(spent))
            if counts:
                self.peers.tell(Counted(counts))

    async def leave(self) -> None:
        """Give all tables back. Their clients, and other clients at these tables, reconnect."""
        if self._left:
            return
        self._left = self.leases.is_leaving = True
        self._closed.set()
        await self.registry.give_up()
        with contextlib.suppress(UnavailableError):
            await self.leases.leave()

    async def close(self) -> None:
        await self.leave()
        self.peers.close()
        if self._listener is not None:
            self._listener.close()
