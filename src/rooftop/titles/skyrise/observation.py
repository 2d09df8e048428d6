"""Skyrise: names for the numbers of an observation, in the order of `features.observe`."""

from __future__ import annotations

from rooftop.game.observation import SEATS, each, filled
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.schema import COLOURS, DISCS, HEIGHTS, LETTERS


def observation_names(board: Board) -> list[str]:
    cards = filled((wonder.id for wonder in board.wonders), n.CARDS, "wonder")
    panoramas = filled((panorama.id for panorama in board.panoramas), n.PANORAMAS, "panorama")
    return [
        *each(
            filled((cell.id for cell in board.cells), n.SPOTS, "neighbourhood"),
            "in-play",
            each(["colour"], COLOURS),
            each(["disc"], DISCS),
            each(["bid"], SEATS),
            each(["structure"], SEATS),
            each(["height"], (*HEIGHTS, "none")),
            "open",
        ),
        *each(
            SEATS,
            each(["strength"], filled(board.structures, n.STRUCTURES, "structure")),
            "structures-built",
            each(["discs"], COLOURS),
            each(["patron"], LETTERS),
            "commissions",
            "key",
            each(["wonder"], cards),
            "has-passed",
            "highest-bidder",
            "points",
            each(["objective"], COLOURS),
            "finished",
            "islands",
            [f"panorama-{index + 1}" for index in range(n.IN_PLAY)],
        ),
        *each(["panorama"], panoramas),
        *each(["tile"], LETTERS),
        *each(["hand"], cards),
        "phase",
        "players",
        "era",
        "latest-bid",
        "auctions",
        "bids",
        "my-turn",
    ]
