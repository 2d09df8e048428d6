"""Reviews of games: who was winning when, and which decisions cost the most."""

from rooftop.arena.review.findings import Review
from rooftop.arena.review.judging import Budget, Judgement
from rooftop.arena.review.run import review

__all__ = ["Budget", "Judgement", "Review", "review"]
