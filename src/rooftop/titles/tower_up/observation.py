"""Tower Up: names for the numbers of an observation, in the order of `features.observe`."""

from __future__ import annotations

from rooftop.game.observation import SEATS, each, filled
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.schema import COLOURS


def observation_names(board: Board) -> list[str]:
    sites = filled((site.id for site in board.sites), n.SITES, "site")
    tokens = [f"token-{slot + 1}" for slot in range(n.IN_PLAY)]
    objectives = filled((row.id for row in board.objectives), n.OBJECTIVES, "objective")
    return [
        *each(
            sites,
            "height",
            each(["colour"], COLOURS),
            each(["price"], COLOURS),
            each(["roofs"], SEATS),
            each(["top-roof"], SEATS),
        ),
        *each(
            SEATS,
            each(["stock"], COLOURS),
            each(["track"], COLOURS),
            "roofs-left",
            "star-columns-used",
            "counted-roofs",
            tokens,
            "points",
        ),
        *each(
            [f"card-{slot + 1}" for slot in range(n.MARKET)],
            each(["floors"], (*COLOURS, "any")),
            each(["machines"], COLOURS),
        ),
        *each(["supply"], COLOURS),
        *each(["objective"], objectives),
        *each(["taken"], tokens),
        "phase",
        "players",
        "free-floors",
        "replacements",
        "extra-turn",
        "ending",
        "last-turns",
        "pile",
        "my-turn",
    ]
