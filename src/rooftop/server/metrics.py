"""Prometheus metrics. They contain nothing about people or positions.

Processes on one port keep their numbers in a shared folder, so any of them answers for all.
"""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # the environment variable that names the folder

MOVES = Counter("rooftop_moves_total", "Moves stored")
COMMANDS = Counter("rooftop_commands_total", "Commands by outcome", ["outcome"])
SOCKETS = Gauge("rooftop_sockets", "Open sockets", multiprocess_mode="livesum")
LIVE_TABLES = Gauge("rooftop_live_tables", "Tables in memory", multiprocess_mode="livesum")
RELAYED = Gauge(
    "rooftop_relayed_sockets", "Open sockets for tables of other processes", multiprocess_mode="livesum"
)
COMMAND_SECONDS = Histogram("rooftop_command_seconds", "Time from receiving a command to storing its effect")
PAINT_SECONDS = Histogram("rooftop_paint_seconds", "Time for the words and pictures of one change of a table")
CONNECTIONS = Gauge("rooftop_connections", "Open connections, including sockets", multiprocess_mode="livesum")
TURNED_AWAY = Counter("rooftop_turned_away_total", "Connections closed by the server", ["why"])
STORE_FAILURES = Counter("rooftop_store_failures_total", "Failed reads and writes of the database")
READY = Gauge(
    "rooftop_ready", "1 while games can be stored and the rules are compiled", multiprocess_mode="livemax"
)
BOT_SECONDS = Histogram(
    "rooftop_bot_seconds", "Time for a bot's decision, waiting for a worker included", ["level"]
)
DECISIONS_REMADE = Counter("rooftop_decisions_remade_total", "Bots' decisions made again by another worker")
RANDOM_MOVES = Counter("rooftop_random_moves_total", "Moves made at random because no bot answered")
BROWSER_ANSWERS = Counter(
    "rooftop_browser_answers_total", "Questions to browsers that think for bots, by outcome", ["outcome"]
)
WORKERS_REPLACED = Counter("rooftop_workers_replaced_total", "Workers that died or were stuck", ["worker"])
MESSAGES = Counter("rooftop_messages_total", "Messages to people who are away", ["channel", "outcome"])


def exposition() -> bytes:
    """Return all metrics as text: of this process, or of all on this port."""
    if FOLDER not in os.environ:
        return generate_latest()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
