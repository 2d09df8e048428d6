"""What a host can watch: Prometheus metrics, without anything about people or positions."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

MOVES = Counter("rooftop_moves_total", "Decisions that were stored")
COMMANDS = Counter("rooftop_commands_total", "Commands by outcome", ["outcome"])
SOCKETS = Gauge("rooftop_sockets", "Open sockets")
LIVE_TABLES = Gauge("rooftop_live_tables", "Tables in memory")
COMMAND_SECONDS = Histogram("rooftop_command_seconds", "From a command's arrival to its stored effect")
CONNECTIONS = Gauge("rooftop_connections", "Open connections, sockets among them")
TURNED_AWAY = Counter("rooftop_turned_away_total", "Connections that were closed by the server", ["why"])
STORE_FAILURES = Counter("rooftop_store_failures_total", "Reads and writes that the database did not do")
READY = Gauge("rooftop_ready", "1 while games can be stored and played with compiled rules")
