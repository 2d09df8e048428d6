"""Prometheus metrics. They contain nothing about people or positions."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

MOVES = Counter("rooftop_moves_total", "Moves stored")
COMMANDS = Counter("rooftop_commands_total", "Commands by outcome", ["outcome"])
SOCKETS = Gauge("rooftop_sockets", "Open sockets")
LIVE_TABLES = Gauge("rooftop_live_tables", "Tables in memory")
COMMAND_SECONDS = Histogram("rooftop_command_seconds", "Time from receiving a command to storing its effect")
PAINT_SECONDS = Histogram("rooftop_paint_seconds", "Time for the words and pictures of one change of a table")
CONNECTIONS = Gauge("rooftop_connections", "Open connections, including sockets")
TURNED_AWAY = Counter("rooftop_turned_away_total", "Connections closed by the server", ["why"])
STORE_FAILURES = Counter("rooftop_store_failures_total", "Failed reads and writes of the database")
READY = Gauge("rooftop_ready", "1 while games can be stored and the rules are compiled")
