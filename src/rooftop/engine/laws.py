"""The laws that positions and runs of games are checked against, by number and in words."""

from __future__ import annotations

from rooftop.engine.program import Rules

# Laws of every title. A title's own laws are numbered from OWN_LAWS + 1.
STUCK, ENDLESS, POINTS_LOST, NO_RANKS, OWN_LAWS = 1, 2, 3, 4, 10
SHARED_LAWS = {
    STUCK: "before the end there is always a legal action",
    ENDLESS: "no game is longer than max_plies",
    POINTS_LOST: "nobody loses points",
    NO_RANKS: "at the end every seat has a rank",
}


def laws(rules: Rules) -> dict[int, str]:
    """All laws of a title by number, in words."""
    return SHARED_LAWS | {OWN_LAWS + k: law for k, law in enumerate(rules.laws, 1)}
