"""Prometheus metrics. They contain nothing about people or positions."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

MOVES = Counter("rooftop_moves_total", "Moves stored")
COMMANDS = Counter("rooftop_commands_total", "Commands by outcome", ["outcome"])
SOCKETS = Gauge("rooftop_sockets", "Open sockets")
LIVE_TABLES = Gauge("rooftop_live_tables", "Tables in memory")
RELAYED = Gauge("rooftop_relayed_sockets", "Open sockets for tables of other processes")
COMMAND_SECONDS = Histogram("rooftop_command_seconds", "Time from receiving a command to storing its effect")
PAINT_SECONDS = Histogram("rooftop_paint_seconds", "Time for the words and pictures of one change of a table")
CONNECTIONS = Gauge("rooftop_connections", "Open connections, including sockets")
TURNED_AWAY = Counter("rooftop_turned_away_total", "Connections closed by the server", ["why"])
STORE_FAILURES = Counter("rooftop_store_failures_total", "Failed reads and writes of the database")
READY = Gauge("rooftop_ready", "1 while games can be stored and the rules are compiled")
BOT_SECONDS = Histogram(
    "rooftop_bot_seconds", "Time for a bot's decision, waiting for a worker included", ["level"]
)
DECISIONS_REMADE = Counter("rooftop_decisions_remade_total", "Bots' decisions made again by another worker")
RANDOM_MOVES = Counter("rooftop_random_moves_total", "Moves made at random because no bot answered")
WORKERS_REPLACED = Counter("rooftop_workers_replaced_total", "Workers that died or were stuck", ["worker"])
MESSAGES = Counter("rooftop_messages_total", "Messages to people who are away", ["channel", "outcome"])
