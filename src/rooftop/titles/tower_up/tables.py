"""Tower Up: the board as the tables that the rules read."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from rooftop.engine.record import Array
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.schema import CARD_FLOORS, COLOURS, Objective


def fill(board: Board, rows: Array) -> None:
    """Fill the one record of tables."""
    t = rows[0]
    _fill_map(board, t)
    _fill_cards_and_setup(board, t)
    _fill_scoring(board, t)
    t["max_plies"] = _longest_game(board)


def _fill_map(board: Board, t: np.void) -> None:
    t["sites"] = len(board.sites)
    for site, around in enumerate(board.neighbours):
        t["degree"][site] = len(around)
        t["neighbour"][site][: len(around)] = around
        t["adjacent"][site] = set_of(around)
    districts = [area.id for area in board.city.district]
    home = [districts.index(site.district) for site in board.sites]
    t["districts"] = len(districts)
    t["grey_set"] = set_of([number for number, area in enumerate(board.city.district) if area.grey])
    for number in range(len(districts)):
        t["district_set"][number] = set_of([site for site, own in enumerate(home) if own == number])
    crossing = [
        (a, b) for a, around in enumerate(board.neighbours) for b in around if a < b and home[a] != home[b]
    ]
    borders = sorted({frozenset((home[a], home[b])) for a, b in crossing}, key=sorted)
    t["border_count"] = len(crossing)
    for street, (a, b) in enumerate(crossing):
        t["border_site"][street] = (a, b)
        t["border_pair"][street] = borders.index(frozenset((home[a], home[b])))


def _fill_cards_and_setup(board: Board, t: np.void) -> None:
    setup = board.setup
    colours = {colour: number for number, colour in enumerate(CARD_FLOORS)}
    t["floors_per_colour"] = board.components.floors_per_colour
    t["start_stock"] = [setup.start_stock[colour] for colour in COLOURS]
    t["stock_limit"] = setup.stock_limit
    t["roofs"] = board.components.roofs_per_player
    t["market_size"] = setup.market_size
    t["cards"] = len(board.cards)
    for number, card in enumerate(board.cards):
        t["card_floors"][number] = len(card.floors)
        t["card_floor"][number][: len(card.floors)] = [colours[colour] for colour in card.floors]
        for colour in card.machines:
            t["card_machines"][number][colours[colour]] += 1
    t["compensation"][: board.players] = setup.seat_compensation.extra_floors[board.players]
    t["stalemate_rounds"] = setup.rulings.stalemate_rounds


def _fill_scoring(board: Board, t: np.void) -> None:
    t["last_column"] = len(board.track.values) - 1
    t["column_value"][: len(board.track.values)] = board.track.values
    t["start_column"] = board.track.start_column
    t["star_count"] = len(board.track.stars)
    t["star"][: len(board.track.stars)] = board.track.stars
    t["cone_fields"] = len(board.cone.values)
    t["cone_value"][1 : len(board.cone.values) + 1] = board.cone.values
    t["token_value"][: len(board.tokens)] = board.tokens
    t["objectives"] = len(board.objectives)
    for number, objective in enumerate(board.objectives):
        t["objective_kind"][number], t["objective_need"][number] = _kind_and_need(objective)
        t["objective_total"][number] = board.objective_total(objective)
        t["objective_also"][number] = _also(objective)
        t["objective_set"][number] = _members(board, objective)


def _kind_and_need(objective: Objective) -> tuple[int, int]:
    """The number of an objective's kind, and the first number it asks for."""
    return {
        "each_colour": (n.EACH_COLOUR, objective.per_colour),
        "each_district": (n.EACH_DISTRICT, objective.per_district),
        "connected_group": (n.CONNECTED_GROUP, objective.count),
        "grey_districts": (n.GREY_DISTRICTS, objective.first),
        "site_flag_count": (n.SITES_IN_SET, objective.count),
        "colour_count": (n.COLOUR_COUNT, objective.count),
        "roofs_per_building": (n.ROOFS_PER_BUILDING, objective.roofs),
        "roof_levels": (n.ROOF_LEVELS, 1),
        "border_pairs": (n.BORDER_PAIRS, 1),
    }[objective.kind]


def _also(objective: Objective) -> int:
    """The second number: a colour, or how many in the second district."""
    if objective.colour:
        return COLOURS.index(objective.colour)
    return objective.second


def _members(board: Board, objective: Objective) -> int:
    """The sites or the levels that count, as a set."""
    if objective.flag:
        return set_of([number for number, site in enumerate(board.sites) if getattr(site, objective.flag)])
    return set_of(objective.levels)


def set_of(members: Iterable[int]) -> int:
    """A set as the rules keep it: one bit for each member."""
    return sum(1 << member for member in members)


def _longest_game(board: Board) -> int:
    """An upper bound on decisions: the stalemate ruling (TU-54) limits the turns between two buildings."""
    buildings = board.players * board.components.roofs_per_player + 1
    turns = (buildings + 1) * board.setup.rulings.stalemate_rounds * board.players + board.players
    turns += board.players * len(board.track.stars)
    before = n.STARTERS + 5 * board.players
    return before + turns * (2 + 2 * n.CARD_FLOORS)
