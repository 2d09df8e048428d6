"""New York 1901: the board as the tables that the rules read."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

import numpy as np

from rooftop.engine.record import Array
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.board.ground import cells_of
from rooftop.titles.new_york_1901.schema import GENERATIONS


@lru_cache(maxsize=64)
def tables(board: Board) -> Array:
    """The tables of a board."""
    rows = n.Tables.array()
    fill(board, rows)
    return rows


def fill(board: Board, rows: Array) -> None:
    """Write the board into the one record that the rules read."""
    t = rows[0]
    _fill_ground(board, t)
    _fill_tiles(board, t)
    _fill_numbers(board, t)


def _fill_ground(board: Board, t: np.void) -> None:
    t["squares"], t["blocks"], t["lots"] = len(board.squares), len(board.ground.blocks), len(board.lots)
    for block, members in enumerate(board.ground.blocks):
        t["block_first"][block] = members[0]
        t["block_first"][block + 1 :] = members[-1] + 1
    for square, row in enumerate(board.squares):
        t["lot_of"][square] = board.lot_number[row.lot]
    t["districts"], t["kinds"] = len(board.districts), 2 * len(board.districts)
    for number, district in enumerate(board.districts):
        t["district_out"][number] = district.letter in board.setup.removed_districts
    for kind in range(2 * len(board.districts)):
        t["kind_size"][kind] = kind % 2 + n.SMALL
    for number, lot in enumerate(board.lots):
        kind = board.kind(number)
        t["lot_kind"][number], t["lot_block"][number] = kind, lot.block
        t["lot_mask"][number] = block_set(board, lot.squares)
        t["kind_lot"][kind][t["kind_count"][kind]] = number
        t["kind_count"][kind] += 1
    t["characters"] = len(board.start_lots)
    for number, start in enumerate(board.start_lots):
        t["start_lot"][number] = start
        t["start_place"][number] = board.placement_number[board.lots[start].squares]


def _fill_tiles(board: Board, t: np.void) -> None:
    t["tiles"], t["own"] = len(board.tiles), 1 + len(board.tile_table.tile)
    for number, tile in enumerate(board.tiles):
        t["tile_shape"][number] = board.tile_shape[number]
        t["tile_points"][number] = tile.points
        t["tile_generation"][number] = GENERATIONS.index(tile.generation)
        t["tile_hexagon"][number] = tile.icon == "hexagon"
        t["of_generation"][GENERATIONS.index(tile.generation)] |= 1 << number
        t["within"][tile.squares :] |= 1 << number
        t["alike"][number] = sum(
            1 << k for k, shape in enumerate(board.tile_shape) if shape == board.tile_shape[number]
        )
        t["feet"][number] = tile.feet
        if number != n.START_TILE:
            t["own_tiles" if number in board.own_tiles else "legendary"] |= 1 << number
            t["up_to"][GENERATIONS.index(tile.generation) :] |= 1 << number
    t["shapes"], t["placements"] = len(board.shapes), len(board.placements)
    for shape, lines in enumerate(board.shapes):
        t["shape_squares"][shape] = len(cells_of(lines))
    keys = [(placement.shape, placement.block) for placement in board.placements]
    for shape in range(len(board.shapes)):
        for block in range(n.BLOCKS + 1):
            t["shape_first"][shape][block] = bisect_left(keys, (shape, block))
    around = [set(board.ground.neighbours(square)) for square in range(len(board.squares))]
    for number, placement in enumerate(board.placements):
        beside: set[int] = set().union(*(around[square] for square in placement.squares))
        t["mask"][number] = block_set(board, placement.squares)
        t["around"][number] = block_set(board, tuple(beside - set(placement.squares)))
        t["block"][number] = placement.block
        t["touches"][number] = sum(1 << street for street in placement.streets)
        t["lies_in"][number] = sum(1 << district for district in placement.districts)


def block_set(board: Board, squares: tuple[int, ...]) -> int:
    """Squares of one block as a set, as the rules use it."""
    return sum(1 << (square - board.ground.blocks[board.squares[square].block][0]) for square in squares)


def _fill_numbers(board: Board, t: np.void) -> None:
    tycoon, architect, prestige, baron, king = board.challenges
    t["streets"], t["market_size"], t["workers"] = len(board.streets), n.MARKET, board.player.workers
    for generation in range(n.GENERATIONS):
        t["threshold"][0][generation] = board.threshold(generation, expert=False)
        t["threshold"][1][generation] = board.threshold(generation, expert=True)
    t["street_points"], t["card_points"] = board.street_table.points, board.final.unused_action_card
    t["shift_needs"] = board.rulings.shift_needs_future_cards
    t["grab_needs"] = board.actions[n.GRAB_CARD].needs_future_min
    t["tycoon_gold"], t["tycoon_points"] = tycoon.min_gold_per_district, tycoon.points_per_district
    for number, challenge in ((n.ARCHITECT, architect), (n.BARON, baron)):
        t["step_count"][number] = challenge.count
        t["step_points"][number] = challenge.points
    t["prestige_points"], t["king_points"] = prestige.points_each, king.points_each
    t["unbuilt_left"], t["warn_at"] = board.end.unbuilt_left, board.end.warn_at_unbuilt
    t["stalemate_rounds"] = board.rulings.stalemate_rounds
    t["quiet_shown_from"] = board.quiet_shown_from
    t["torn_must_touch"] = board.rulings.demolished_must_touch
    t["max_plies"] = _longest_game(board)


def _longest_game(board: Board) -> int:
    """An upper bound for decisions: the stalemate ruling limits the turns between two skyscrapers."""
    builds = board.players * len(board.tile_table.tile) + len(board.tile_table.legendary)
    turns = (builds + 1) * board.rulings.stalemate_rounds * board.players + board.players
    card_plies = 3 * board.players * n.ACTION_CARDS
    return 3 * turns + 2 * builds + card_plies  # a turn: card, lot, end; a skyscraper: tile, squares
