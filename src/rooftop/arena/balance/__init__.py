"""Is an edition fair? Games between equal bots, what they say about it, and a page with plots."""

from rooftop.arena.balance.analysis import BalanceReport, Comparison, compare, report
from rooftop.arena.balance.files import GamesFile, Played, Terms, read_games
from rooftop.arena.balance.games import Deals, PlayedDeal
from rooftop.arena.balance.pages import balance_page, comparison_page
from rooftop.arena.balance.run import BalanceRun
from rooftop.arena.balance.stored import read_report, report_page, write_report

__all__ = [
    "BalanceReport",
    "BalanceRun",
    "Comparison",
    "Deals",
    "GamesFile",
    "Played",
    "PlayedDeal",
    "Terms",
    "balance_page",
    "compare",
    "comparison_page",
    "read_games",
    "read_report",
    "report",
    "report_page",
    "write_report",
]
