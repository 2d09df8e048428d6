"""Bots against bots: games in rotated seats, results with intervals, a sequential test."""

from rooftop.arena.ratings import Pair, Rating
from rooftop.arena.schedule import BotMaker, parse_bots
from rooftop.arena.statistics import Interval, Verdict
from rooftop.arena.tournament import BotResult, TournamentReport, run

__all__ = [
    "BotMaker",
    "BotResult",
    "Interval",
    "Pair",
    "Rating",
    "TournamentReport",
    "Verdict",
    "parse_bots",
    "run",
]
