"""The servers of a world: production code, with the world as its machine."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
import warnings
from collections.abc import Callable, Coroutine, Iterator, Sequence
from email.message import EmailMessage
from functools import partial
from importlib.metadata import EntryPoint
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from rooftop.game import title as titles
from rooftop.game.position import Position
from rooftop.server import faults, lifespan
from rooftop.server.admin import Orders
from rooftop.server.bots import BotPool
from rooftop.server.context import Context
from rooftop.server.notify.mail import Mailer
from rooftop.server.processes import notices
from rooftop.server.processes.member import Member
from rooftop.server.processes.peer_handler import AppPeerHandler
from rooftop.server.processes.relay import Relay
from rooftop.server.settings import Settings
from rooftop.server.store.store import UnavailableError
from rooftop.server.system import System
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.registry import Registry
from tests.faults.disk import Disk, DiskStore
from tests.faults.loop import Loop, close, settle
from tests.faults.posts import answer

if TYPE_CHECKING:
    from tests.faults.network import Socket
    from tests.faults.world import World

SETTINGS = Settings(
    titles=(),
    database="sqlite:///nowhere",
    painter_processes=0,
    public_url="https://rooftop.example",
    smtp_url="smtp://mail.example",
    mail_from="Rooftop <games@rooftop.example>",
    commands_per_minute=10_000,
    commands_per_address=100_000,
    messages_per_minute=10_000,
)


class Crash(SystemExit):
    """A server dies at this point. asyncio does not catch this exception."""


class SimulatedSystem(System):
    """The machine of a server."""

    def __init__(self, world: World, server: Server) -> None:
        self.world, self.server = world, server
        self.random = random.Random(world.chance.getrandbits(64))

    def now(self) -> float:
        return self.world.wall + self.world.time

    def monotonic(self) -> float:
        return self.world.time


class Bots(BotPool):
    """Bots that think for a while and then play a random move."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def prepare(self) -> None:
        pass

    async def choose(
        self, table: str, name: str, position: Position, record: Sequence[int] = ()
    ) -> tuple[int, bool]:
        await asyncio.sleep(self.world.some_seconds(0.2))
        return self.world.chance.choice(position.legal()), True

    def close(self) -> None:
        pass


class Server:
    """One server, from its start to its end. It is reachable while it `listens`."""

    def __init__(self, world: World, disk: Disk, name: str) -> None:
        self.world, self.disk, self.name = world, disk, name
        self.loop = Loop(world)  # type: ignore[abstract]
        self.listens = False
        self.is_over = False
        self.is_cut_off = False  # from the database
        self.is_settled = False  # it serves pages, and knows that the clocks are right
        self.shaken = 0.0  # the time until which something was wrong with it
        self.sockets: list[Socket] = []
        self.context: Context
        self._works: list[Coroutine[Any, Any, None]] = []
        self._stopping: asyncio.Future[None] = self.loop.create_future()
        world.loops.append(self.loop)
        disk.laws.servers.append(self)
        disk.laws.attendance.start(name)
        self.start(self._run())

    @property
    def id(self) -> str:
        """Its id among the processes; empty until it has one."""
        return self.context.registry.leases.id if hasattr(self, "context") else ""

    def shake(self, seconds: float = 0.0) -> None:
        """Mark this server as disturbed for at least some seconds."""
        self.shaken = max(self.shaken, self.world.time + seconds)

    def is_steady(self, seconds: float) -> bool:
        """Whether it has been ready for some time, with nothing wrong."""
        return self.is_settled and not self.is_cut_off and self.shaken + seconds < self.world.time

    async def get_ready(self) -> None:
        """Serve pages from now on."""
        self.world.note(self.name, "is ready")
        self.disk.laws.attendance.come(self.disk.laws.now)
        deadlines = self.context.registry.deadlines
        await deadlines.ready()
        while deadlines._is_waking:
            await asyncio.sleep(0.3)
        self.is_settled = True
        self.shake()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task of the server."""
        self._works.append(work)
        self.loop.call_soon(lambda: self.loop.create_task(work))

    async def _run(self) -> None:
        self.context = Context(SETTINGS, SimulatedSystem(self.world, self), DiskStore(self), Bots(self.world))
        app: Any = SimpleNamespace(state={"context": self.context})
        handler: Any = partial(answer, self)
        self.context.peer_handler = AppPeerHandler(app, handler, self.context)
        self.relay = Relay(handler, self.context)
        try:
            async with lifespan.lifespan(app):
                self.listens = True
                self.world.note(self.name, "listens")
                await self._stopping
                self.listens = False
                for socket in list(self.sockets):
                    socket.cut()
        except UnavailableError:
            self.world.note(self.name, "cannot start")
        self.crash()

    def stop(self) -> None:
        """Shut down gracefully, as after SIGTERM."""
        if not self._stopping.done():
            self.world.note(self.name, "stops")
            self.loop.call_soon(settle, self._stopping)

    def crash(self) -> None:
        """Stop at once, as after kill -9."""
        if not self.is_over:
            self.world.note(self.name, "is gone")
            self.is_over, self.listens, self.is_settled = True, False, False
            self.disk.laws.servers.remove(self)
            self.disk.laws.attendance.go(self.name, self.disk.laws.now)
            self.world.loops.remove(self.loop)
            self.world.wires.lose(self.loop)
            self.loop.end()
            self.disk.listeners = [one for one in self.disk.listeners if one.loop is not self.loop]
            for socket in list(self.sockets):
                socket.cut()

    def bury(self) -> None:
        """Make sure that no code of this server runs any more, not even cleanup."""
        for socket in self.sockets:
            socket.is_cut = True
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # warnings about coroutines that never started
            self.loop.bury()
            for work in self._works:
                close(work)


class Listener:
    """Receives the notifications of the database."""

    def __init__(self, disk: Disk, hear: Callable[[str], object]) -> None:
        self.disk, self.hear = disk, hear
        self.loop = asyncio.get_running_loop()
        disk.listeners.append(self)

    def close(self) -> None:
        if self in self.disk.listeners:
            self.disk.listeners.remove(self)


async def _warm_up(context: Context) -> None:
    """Nothing is compiled, but a server takes a while until it serves pages."""
    context.library.interpreted.clear()
    system = context.system
    assert isinstance(system, SimulatedSystem)
    await asyncio.sleep(min(10.0, system.world.some_seconds(system.world.chance.choice((0.1, 0.5, 4.0)))))
    context.warm = True
    await system.server.get_ready()


def no_thread(thread: threading.Thread) -> None:
    """Threads are not deterministic, so no seed could reproduce them."""
    raise AssertionError(f"{thread.name}: there are no threads in a world")


@contextlib.contextmanager
def machine(
    disk: Disk, arrive: Callable[[str], None], sent: Callable[[EmailMessage], None]
) -> Iterator[None]:
    """Connect production code to a world: its database notifications, fail points and mail, and the example
    title."""

    def listen(self: Any, orders: Orders) -> None:  # without threads
        self._listener = Listener(disk, orders.hear)

    taken = Registry._taken

    async def take(registry: Registry, table_id: str) -> LiveTable:
        table = await taken(registry, table_id)
        disk.laws.check_opened(table)
        return table

    installed = {"lanterns": EntryPoint("lanterns", "lanterns:TITLE", "rooftop.titles")}
    with (
        patch.object(titles, "_installed", lambda: installed),
        patch.object(faults, "arrive", arrive),
        patch.object(lifespan, "_warm_up", _warm_up),
        patch.object(Registry, "_taken", take),
        patch.object(Mailer, "_send", lambda _, mail: sent(mail)),
        patch.object(Member, "listen", listen),
        patch.object(threading.Thread, "start", no_thread),
        patch.object(notices, "notify", lambda _, table_ids: disk.notices.extend(table_ids)),
    ):
        try:
            yield
        finally:
            titles.title.cache_clear()  # other tests do not have this title
