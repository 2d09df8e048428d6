"""An event loop on the clock of a world. It never waits: the world runs its callbacks one by one."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import inspect
from asyncio import events
from collections import deque
from collections.abc import Callable
from contextvars import Context
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.faults.world import World


def settle(future: asyncio.Future[None]) -> None:
    """Resolve a future, so that its waiters continue."""
    if not future.done():
        future.set_result(None)


def close(work: Any) -> None:
    """Close a coroutine, even if it tries to await something first."""
    while inspect.getcoroutinestate(work) != inspect.CORO_CLOSED:
        with contextlib.suppress(BaseException):
            work.close()


class Loop(asyncio.AbstractEventLoop):
    """The event loop of one server. Work for threads also runs in the loop, after a delay."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.ready: deque[asyncio.Handle] = deque()
        self.timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self.frozen_until = 0.0
        self.tasks: list[asyncio.Task[Any]] = []
        self.is_over = False
        self._handler: Callable[[asyncio.AbstractEventLoop, dict[str, Any]], object] | None = None

    # --- what asyncio calls ---

    def time(self) -> float:
        return self.world.time

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        if not self.is_over:
            self.ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        if not self.is_over:
            heapq.heappush(self.timers, (when, self.world.next_number(), handle))
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        pass  # it is skipped when it is due

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coro: Any, *, name: str | None = None, context: Context | None = None) -> Any:
        task = asyncio.Task(coro, loop=self, name=name, context=context)
        self.tasks.append(task)
        return task

    def run_in_executor(  # type: ignore[override]
        self, executor: object, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        done = self.create_future()

        def work() -> None:
            if done.cancelled():
                return
            try:
                result = func(*args)
            except Exception as error:
                done.set_exception(error)
            else:
                done.set_result(result)

        self.call_later(self.world.seconds_of_thread(), work)
        return done

    async def create_server(self, protocol_factory: Any, host: Any = None, port: Any = None, **_: Any) -> Any:
        return self.world.wires.listen(self, protocol_factory)

    async def create_connection(
        self, protocol_factory: Any, host: Any = None, port: Any = None, **_: Any
    ) -> Any:
        await asyncio.sleep(self.world.some_seconds(0.002))
        return self.world.wires.connect(self, protocol_factory, int(port))

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    def set_exception_handler(self, handler: Any) -> None:
        self._handler = handler

    def get_exception_handler(self) -> Any:
        return self._handler

    def default_exception_handler(self, context: dict[str, Any]) -> None:
        self.world.complain(f"{context['message']}: {context.get('exception')!r}")

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self.is_over:
            self.default_exception_handler(context)

    # --- what the world calls ---

    @property
    def is_frozen(self) -> bool:
        return self.frozen_until > self.world.time

    def next_time(self) -> float | None:
        """The time of the next callback; None: never."""
        if self.ready:
            return self.frozen_until
        while self.timers and self.timers[0][2].cancelled():
            heapq.heappop(self.timers)
        return max(self.timers[0][0], self.frozen_until) if self.timers else None

    def collect(self) -> None:
        """Queue the timers that are due."""
        while self.timers and self.timers[0][0] <= self.world.time:
            handle = heapq.heappop(self.timers)[2]
            if not handle.cancelled():
                self.ready.append(handle)

    def run_one(self) -> None:
        """Run one callback."""
        handle = self.ready.popleft()
        if not handle.cancelled():
            events._set_running_loop(self)
            try:
                handle._run()
            finally:
                events._set_running_loop(None)

    def end(self) -> None:
        """Drop everything, like a killed process: no callback of this loop runs any more."""
        self.is_over = True
        self.ready.clear()
        self.timers.clear()

    def bury(self) -> None:
        """Close the coroutines of a loop that has ended, so that none is closed at a random time later."""
        self.end()
        events._set_running_loop(self)
        try:
            for task in self.tasks:
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                if not task.done():
                    close(task.get_coro())
        finally:
            events._set_running_loop(None)
            self.tasks.clear()
