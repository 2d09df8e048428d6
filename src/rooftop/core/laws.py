"""The laws that positions and runs of games are checked against, by number and in words."""

from __future__ import annotations

from rooftop.core.title import Title

# Laws of every title; a title's own follow OWN_LAWS.
STUCK, ENDLESS, POINTS_LOST, NO_PLACES, OWN_LAWS = 1, 2, 3, 4, 10
SHARED_LAWS = {
    STUCK: "there is always a legal action before the end",
    ENDLESS: "no game is longer than max_plies",
    POINTS_LOST: "nobody loses points",
    NO_PLACES: "at the end every seat has a place",
}


def laws(kind: Title) -> dict[int, str]:
    """All laws of a title, in words, by their number."""
    return SHARED_LAWS | {OWN_LAWS + k: law for k, law in enumerate(kind.laws, 1)}
