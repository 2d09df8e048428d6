"""A bot that searches a tree of what could happen, in every deal that is possible for its seat.

The search is compiled for every title (`template`). A bot keeps what it has learned: if the game continues
inside its tree and nothing hidden has been revealed since, its next search starts from there.
"""

from rooftop.bots.search.advice import Adviser
from rooftop.bots.search.bot import SearchBot
from rooftop.bots.search.program import Search, search
from rooftop.bots.search.tree import Judged

__all__ = ["Adviser", "Judged", "Search", "SearchBot", "search"]
