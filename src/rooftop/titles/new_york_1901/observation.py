"""New York 1901: names for the numbers of an observation, in the order of `features.observe`."""

from __future__ import annotations

from rooftop.game.observation import SEATS, each, filled
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board import Board

GENERATIONS = ("starting", "bronze", "silver", "gold")


def observation_names(board: Board) -> list[str]:
    districts = filled((row.id for row in board.table.district), n.DISTRICTS, "district")
    streets = filled((row.code for row in board.street_table.card), n.STREETS, "street")
    kinds = [f"{district}-{size}" for district in districts for size in (n.SMALL, n.BIG)]
    return [
        *each(
            filled(board.square_number, n.SQUARES, "square"),
            each(["owner"], SEATS),
            each(["tile"], GENERATIONS),
            "legendary",
            "hexagon",
        ),
        *each(filled(board.lot_number, n.LOTS, "lot"), each(["worker"], SEATS)),
        *each(
            SEATS,
            "workers",
            each(["action"], (action.id for action in board.actions)),
            each(["tile"], filled((tile.id for tile in board.tiles), n.TILES, "tile")),
            each(["street"], streets),
            each(["standing"], GENERATIONS),
            "hexagons",
            each(["gold"], districts),
            "unbuilt",
            "legendary-feet",
            "points",
        ),
        *each(kinds, "open", "future", "below"),
        *each(["street"], streets),
        *each(["challenge"], (challenge.id for challenge in board.challenges)),
        "phase",
        "players",
        "tile",
        "card",
        "future-cards",
        "acquired",
        "grabbed",
        "raised",
        "ending",
        "last-turns",
        "expert",
        "my-turn",
    ]
