"""`rooftop serve` with longer timeouts than a busy machine needs: it does not mistake slow clients for absent
ones, and does not unload tables by itself. The tests of these limits run their servers in their own
process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rooftop import cli
from rooftop.cli import processes
from rooftop.server import bots, connections, lifespan
from rooftop.server.notify import mail
from rooftop.server.processes import peers, relay
from rooftop.server.store import claims, store
from rooftop.server.tables import browsers, programs, sockets
from tests.waiting import LIMIT

HOUR = 3600
ROOT = Path(__file__).parents[2]
PROGRAM = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests.server.patient import main; main()"
LIMITS: list[tuple[Any, str]] = [
    (bots, "GRACE"),
    (browsers, "PATIENCE"),
    (bots, "HINT_SECONDS"),
    (claims, "WAIT_SECONDS"),
    (mail, "SECONDS"),
    (peers, "ASK_SECONDS"),
    (processes, "STOP_SECONDS"),
    (programs, "TOKEN_SECONDS"),
    (relay, "SEARCH_SECONDS"),
    (sockets, "SEARCH_SECONDS"),
]


def wait_for_databases() -> None:
    """Wait long for other writers and for PostgreSQL. A process that freezes in a transaction still loses its
    locks before a test gives up."""
    store.BUSY_SECONDS = LIMIT
    store.NO_FREEZING = f"-c idle_in_transaction_session_timeout={round(1000 * LIMIT / 3)}"
    store.TIMEOUTS["connect_timeout"] = round(LIMIT)


def main() -> None:
    wait_for_databases()
    for module, name in LIMITS:
        assert getattr(module, name) < LIMIT
        setattr(module, name, LIMIT)
    connections.REQUEST_SECONDS = connections.UNREAD_SECONDS = connections.HEARTBEAT_SECONDS = HOUR
    lifespan.SWEEP_SECONDS = HOUR
    usual = connections.uvicorn_config
    more = {"timeout_keep_alive": HOUR, "timeout_graceful_shutdown": round(LIMIT / 2)}
    connections.uvicorn_config = lambda *given, **options: usual(*given, **options | more)
    processes.PROGRAM = PROGRAM  # for the children of `--processes`
    cli.main()
