"""Connections between the servers of a world, replacing `asyncio.start_server` and `open_connection`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.faults.loop import Loop
    from tests.faults.world import World

Factory = Callable[[], asyncio.Protocol]


class Wire(asyncio.Transport):
    """One end of a connection. Bytes arrive in order or not at all."""

    def __init__(self, world: World, loop: Loop, protocol: asyncio.Protocol) -> None:
        super().__init__()
        self.world, self.loop, self.protocol = world, loop, protocol
        self.other: Wire
        self.is_cut = False
        self.is_deaf = False  # nothing is delivered any more, unnoticed
        self._arrives = 0.0

    def write(self, data: Any) -> None:
        if not self.is_cut:
            self._carry(lambda: self.other.protocol.data_received(bytes(data)))

    def close(self) -> None:
        self.cut()

    def abort(self) -> None:
        self.cut()

    def is_closing(self) -> bool:
        return self.is_cut

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_protocol(self) -> Any:
        return self.protocol

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None:
        """Not needed: readers of messages read everything."""

    def resume_reading(self) -> None:
        """Not needed: readers of messages read everything."""

    def cut(self) -> None:
        """End the connection. Both sides notice, the other one with a delay."""
        if not self.is_cut:
            self.is_cut = True
            self.loop.call_soon(self.protocol.connection_lost, None)
            self._carry(self.other._lose)

    def _lose(self) -> None:
        if not self.is_cut:
            self.is_cut = True
            self.protocol.connection_lost(None)

    def _carry(self, event: Callable[[], object]) -> None:
        """Schedule an event at the other end."""
        if self.is_deaf:
            return
        self._arrives = max(self._arrives, self.world.time + self.world.some_seconds(0.002))

        def arrive() -> None:
            if not self.other.is_cut:
                self.other.loop.call_soon(event)

        self.world.after(self._arrives - self.world.time, arrive)


class Wires:
    """All connections between servers."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.all: list[Wire] = []
        self._listening: dict[int, tuple[Loop, Factory]] = {}

    def listen(self, loop: Loop, factory: Factory) -> Any:
        """Listen on a new port."""
        port = 1000 + self.world.next_number()
        self._listening[port] = (loop, factory)
        name = SimpleNamespace(getsockname=lambda: ("127.0.0.1", port))
        return SimpleNamespace(sockets=[name], close=lambda: self._listening.pop(port, None))

    def connect(self, loop: Loop, factory: Factory, port: int) -> tuple[Wire, asyncio.Protocol]:
        """Connect two servers."""
        there, there_factory = self._listening.get(port, (None, None))
        if there is None or there_factory is None or there.is_over:
            raise ConnectionRefusedError(f"nobody listens on port {port}")
        near = Wire(self.world, loop, factory())
        near.other = far = Wire(self.world, there, asyncio.Protocol())
        far.other = near
        self.all += [near, far]

        def welcome() -> None:
            far.protocol = there_factory()
            far.protocol.connection_made(far)

        near._carry(welcome)
        near.protocol.connection_made(near)
        return near, near.protocol

    def lose(self, loop: Loop) -> None:
        """A server has died: its connections end."""
        for wire in self.all:
            if wire.loop is loop:
                wire.cut()
