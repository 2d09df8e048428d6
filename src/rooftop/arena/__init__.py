"""Bots against bots: games in rotated seats, results with intervals, a sequential test."""

from rooftop.arena.schedule import BotMaker, parse_bots
from rooftop.arena.statistics import Interval, Verdict
from rooftop.arena.tournament import BotResult, Report, run

__all__ = ["BotMaker", "BotResult", "Interval", "Report", "Verdict", "parse_bots", "run"]
