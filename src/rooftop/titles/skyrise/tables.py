"""The board as the record that the rules read."""

from __future__ import annotations

import numpy as np

from rooftop.engine.record import Array
from rooftop.titles.skyrise import schema as d
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.schema import CENTRE, COLOURS, FEATURES, HEADS, HEIGHTS, PLAYER_COLOURS


def fill(board: Board, rows: Array) -> None:
    """Write the board into the record that the rules read."""
    t = rows[0]
    spot = board.spot
    t["islands"], t["spots"] = len(board.islands), len(board.cells)
    for at, island in enumerate(board.islands):
        own = [spot[cell.id] for cell in island.cell]
        t["island"][own] = at
        t["island_set"][at] = _set(own)
        if at > 0:
            sides = {head.side: spot[head.cell] for head in island.head}
            t["head"][at] = [sides[side] for side in HEADS]
    for at, cell in enumerate(board.cells):
        t["colour"][at] = COLOURS.index(cell.colour)
        t["border"][at] = _set([spot[other] for other in cell.neighbours])
    for colour in range(n.COLOURS):
        t["colour_set"][colour] = _set([at for at in range(len(board.cells)) if t["colour"][at] == colour])
    for kind, name in enumerate(FEATURES):
        features = board.features(name)
        t["feature_count"][kind] = len(features)
        for at, feature in enumerate(features):
            t["feature_set"][kind][at] = _set([spot[cell] for cell in feature.borders])
    _fill_layout(board, t)
    t["bag"] = board.discs
    for at, buildings in enumerate(board.buildings):
        t["number"][at] = [row.number for row in buildings]
        t["later"][at] = _set([k for k, row in enumerate(buildings) if row.era == 2])
    t["height"] = [HEIGHTS.index(row.height) for row in board.buildings[0]]
    t["set_of"][: board.players] = [PLAYER_COLOURS.index(player.id) for player in board.seat_players]
    t["figures"], t["dealt"] = board.setup.wonders_per_player, board.setup.wonder_cards_dealt
    _fill_cards(board, t)
    t["tile_value"] = board.tiles
    t["row_value"] = [step.value for step in board.row.step]
    t["excess_value"] = board.row.excess_value
    small = board.keys.small if board.players in board.keys.small_used_with else 0
    t["key_value"] = [0, small, board.keys.large]
    t["commission_value"] = board.commissions.per_item
    t["control_value"] = board.control.value
    t["ban_blocks_atelier"] = board.rulings.hammer_ban_blocks_atelier
    bids = board.neighbourhoods + board.players + 3  # a bid for each neighbourhood, passes, choices
    t["max_plies"] = board.auctions * bids + board.players * n.FIGURES


def _fill_layout(board: Board, t: np.void) -> None:
    slots = [slot.id for slot in board.slots]
    centre = {head.side: board.spot[head.cell] for head in board.islands[0].head}
    t["slot_count"] = len(board.layout.slots)
    t["slot"][: len(board.layout.slots)] = [slots.index(slot) for slot in board.layout.slots]
    t["bridges"] = len(board.bridges)
    for at, bridge in enumerate(board.bridges):
        for end, (slot, head) in enumerate(((bridge.a_slot, bridge.a_head), (bridge.b_slot, bridge.b_head))):
            t["bridge_slot"][at][end] = n.EMPTY if slot == CENTRE else slots.index(slot)
            t["bridge_head"][at][end] = centre[head] if slot == CENTRE else HEADS.index(head)


def _fill_cards(board: Board, t: np.void) -> None:
    t["cards"], t["panoramas"] = len(board.wonders), len(board.panoramas)
    for at, card in enumerate(board.wonders):
        t["card_initiative"][at] = card.initiative
        t["card_effect"][at] = d.EFFECTS.index(card.effect)
        t["card_value"][at] = card.value or 0
        t["card_need"][at] = card.need or 0
        t["card_feature"][at] = FEATURES.index(card.feature or FEATURES[0])
        t["card_scale"][at][: len(card.scale or ())] = card.scale or ()
        t["card_switch"][at] = bool(card.may_start_any_time or card.counts_itself)
    for at, panorama in enumerate(board.panoramas):
        t["panorama_kind"][at] = d.PANORAMA_KINDS.index(panorama.feature)
        t["panorama_value"][at] = panorama.value
        t["panorama_need"][at] = panorama.need
    for at, goal in enumerate(board.objectives):
        t["objective_colour"][at] = COLOURS.index(goal.colour)
        t["objective_need"][at] = goal.need
        t["objective_value"][at] = goal.value


def _set(members: list[int]) -> int:
    return sum(1 << member for member in members)
