"""Work on a Ray cluster. If the process or machine that does a piece dies, Ray does it again elsewhere.

Every machine needs its own Rooftop; the sources are compared before any work is done. Rules are compiled once
on each machine. Only the process that asked for the work writes files.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
import socket
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any

from rooftop.arena.jobs import Failure, Job, Result, attempt, everything_of
from rooftop.arena.results import arena_folder
from rooftop.errors import BotError, OptionError

RETRIES = 5  # of a piece whose worker died
STORE = 128 * 1024 * 1024  # bytes of shared memory for a local cluster: jobs and results are small
AHEAD = 2  # pieces handed out for each processor: the next one has arrived when one is done
DONE, STRANGER = "done", "stranger"  # what a worker answers
PATIENCE = 10.0  # seconds for a connection
START = 600  # seconds for a cluster to start on a slow or busy machine; Ray itself gives up after 30
DAEMONS = ("gcs_server", "raylet")  # without these there is no cluster
LOOK = 5.0  # seconds between two checks whether machines have joined


@contextmanager
def joined(address: str, workers: int | None = None) -> Iterator[None]:
    """Connect this process to the cluster at `address`; "local" starts one here. Does nothing if the process
    is already connected. Raises OptionError if Ray is missing or there is no cluster."""
    ray = _ray()
    if ray.is_initialized():
        yield
        return
    _check_listening(address)
    settings: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if address == "local":
        settings |= {"num_cpus": workers, "include_dashboard": False, "object_store_memory": STORE}
    try:
        with patient():
            ray.init(address=address, **settings)
    except Exception as error:  # Ray raises errors of all kinds
        reason = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise OptionError(f"no Ray cluster at {address!r}: {reason}") from None
    try:
        yield
    finally:
        ray.shutdown()


@contextmanager
def patient() -> Iterator[None]:
    """Let Ray wait for the processes of a cluster that it starts for as long as a busy machine needs."""
    _ray()
    from ray._private.node import Node  # Ray has no setting for this

    start = Node.start_ray_processes

    def start_and_wait(node: Any) -> None:
        start(node)
        try:
            _wait(node)
        except BaseException:
            node.kill_all_processes(check_alive=False)
            raise

    Node.start_ray_processes = start_and_wait
    try:
        yield
    finally:
        Node.start_ray_processes = start


def _wait(node: Any) -> None:
    """Wait until a machine that starts has joined its cluster."""
    from ray._private.services import wait_for_node

    end = time.monotonic() + START
    while time.monotonic() < end:
        with suppress(TimeoutError):
            wait_for_node(node.gcs_address, node.plasma_store_socket_name, 1)
            return
        for name, _ in node.dead_processes():
            if name in DAEMONS:
                raise ChildProcessError(f"its process {name} has ended; see {node.get_logs_dir_path()}")
    raise TimeoutError(f"it did not start within {START} seconds; see {node.get_logs_dir_path()}")


def _check_listening(address: str) -> None:
    """Raise OptionError if nobody listens at `address`: Ray itself would try for minutes."""
    found = re.fullmatch(r"(?:ray://)?\[?([^/\]]+)\]?:(\d+)", address)
    if found is None:
        return
    try:
        socket.create_connection((found[1], int(found[2])), PATIENCE).close()
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise OptionError(f"no Ray cluster at {address!r}: {reason}") from None


def work(
    job: Job[Result], numbers: Iterable[int], address: str, workers: int | None = None
) -> Generator[tuple[int, Result], None, None]:
    """Do these pieces of a job on a cluster; see `Crew.work`.

    If the generator is closed, pieces in progress end when this process leaves the cluster. They are not
    cancelled: `ray.cancel` ends this process if a piece finishes at the same moment.
    """
    with joined(address, workers):
        yield from _work(job, list(numbers), workers)


def _work(
    job: Job[Result], numbers: list[int], workers: int | None
) -> Generator[tuple[int, Result], None, None]:
    ray = _ray()
    pickled = ray.put(ray.cloudpickle.dumps(job))  # once, however many pieces there are
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(_by_value(job.title, everything_of(job.title)))
    waiting, running = numbers[::-1], dict[Any, int]()
    room, looked = 0, -LOOK
    while waiting or running:
        if time.monotonic() - looked > LOOK:
            room, looked = workers or AHEAD * _processors(ray), time.monotonic()
        while waiting and len(running) < room:
            number = waiting.pop()
            running[task.remote(pickled, number)] = number
        ready, _ = ray.wait(list(running), num_returns=1, timeout=LOOK)
        for reference in ready:
            number = running.pop(reference)
            yield number, _answer(job, number, ray, reference)


def _processors(ray: Any) -> int:
    return max(int(ray.cluster_resources().get("CPU", 1)), 1)


def _answer(job: Job[Result], number: int, ray: Any, reference: Any) -> Result:
    try:
        kind, answer = ray.get(reference)
    except ray.exceptions.WorkerCrashedError:
        raise BotError(f"{job.label(number)}: the worker process died {RETRIES + 1} times") from None
    except ray.exceptions.RayError as error:
        raise BotError(f"{job.label(number)}: {error}") from None
    if kind == STRANGER:
        raise OptionError(answer)
    if isinstance(answer, Failure):
        raise BotError(answer.text)
    result: Result = answer
    return result


def _by_value(title_id: str, code: str) -> Callable[[bytes, int], tuple[str, Any]]:
    """The function that workers run. Ray sends the code of an inner function, so that a machine without
    Rooftop, or with another version, can run it and say so."""

    def piece(pickled: bytes, number: int) -> tuple[str, Any]:
        import ray

        where = f"the machine {ray.util.get_node_ip_address()} of the cluster"
        try:
            from rooftop.arena.cluster import do_piece
            from rooftop.arena.jobs import everything_of

            same = everything_of(title_id) == code
        except Exception as error:
            return "stranger", f"{where} cannot load Rooftop: {type(error).__name__}: {error}"
        if not same:
            return "stranger", f"{where} has other sources of Rooftop; install the same version everywhere"
        return do_piece(pickled, number)

    return piece


def do_piece(pickled: bytes, number: int) -> tuple[str, Any]:
    """Do a piece of work. Runs in a worker."""
    return DONE, attempt(*_opened(pickled), number)


@lru_cache(maxsize=1)
def _opened(pickled: bytes) -> tuple[Job[Any], Callable[[int], Any]]:
    """The job and the function that does its pieces, opened when the first one is done."""
    job: Job[Any] = pickle.loads(pickled)
    do: Callable[[int], Any] | None = None

    def opened(number: int) -> Any:
        nonlocal do
        if do is None:
            do = _open(job)
        return do(number)

    return job, opened


def _open(job: Job[Result]) -> Callable[[int], Result]:
    """Open a job. If something must be compiled, one process of the machine does it while the others wait."""
    if not job.is_cold():
        return job.open()
    from filelock import FileLock  # Ray brings it

    with FileLock(arena_folder() / f"{job.title}.lock"):
        return job.open()


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_gcs_server_port_wait_time_s", str(START))
    os.environ.setdefault("RAY_agent_register_timeout_ms", str(1000 * START))
    os.environ.setdefault("RAY_worker_register_timeout_seconds", str(START))
    try:
        import ray
    except ImportError:
        raise OptionError('Ray is not installed: pip install "rooftop[ray]"') from None
    return ray
