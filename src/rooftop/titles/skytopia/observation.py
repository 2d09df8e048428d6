"""Skytopia: names for the numbers of an observation, in the order of `features.observe`."""

from __future__ import annotations

from rooftop.game.observation import SEATS, each, filled
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.schema import COLOURS

KINDS = (  # of effects, as the rules number them
    "gain", "pay-for-points", "rotate", "move", "build", "free-golem", "activate-top", "activate-row",
    "activate-crest", "laboratory",
)  # fmt: skip


def observation_names(board: Board) -> list[str]:
    crests = [crest.id for crest in board.crests]
    slots = [f"{colour}-{row + 1}" for colour in COLOURS for row in range(n.ROWS)]
    return [
        *each(
            slots,
            each(["crest"], crests),
            each(["effect"], KINDS),
            "points",
            "coins",
            each([f"golem-in-{rounds}" for rounds in range(n.FACES)], SEATS),
        ),
        *each(
            SEATS,
            "coins",
            "golems-at-home",
            "points",
            "laboratories",
            "first-player",
            each(["ability"], filled((row.id for row in board.abilities), n.ABILITIES, "ability")),
            [f"guild-{stack + 1}" for stack in range(n.IN_PLAY)],
            each(COLOURS, "height", each(["crest"], crests), "points", "coins", each(["top"], KINDS)),
        ),
        *each(["guild"], filled((guild.id for guild in board.guilds), n.GUILDS, "guild")),
        *each(["deck"], COLOURS),
        "phase",
        "asking-effect",
        "round",
        "ending",
        "players",
        "towers-to-activate",
        "tower",
        "level",
        "cards-added",
        "my-turn",
    ]
