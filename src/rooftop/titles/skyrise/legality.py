"""The rules of bidding over a view, for reasons, hints and previews. Clause numbers refer to RULES.md."""

from __future__ import annotations

from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.view import OwnedStructure, View, neighbours


def own_structure(board: Board, view: View, structure: int) -> OwnedStructure | None:
    """A structure of the player to act; None if players have no such structure in this game."""
    name = board.structures[structure]
    return next((row for row in view.actor.structures if row.id == name), None)


def effect(board: Board, row: OwnedStructure) -> str | None:
    """The effect of a wonder; None for buildings and hidden cards."""
    return None if row.wonder is None else board.wonder(row.wonder).effect


def is_open(board: Board, view: View, structure: int, spot: int) -> bool:
    """Whether the neighbourhood is open to this structure, if the structure is ready and strong enough."""
    row = own_structure(board, view, structure)
    if row is None or spot >= len(board.cells):
        return False
    name = board.cells[spot].id
    if view.phase == "bid":
        return name in view.auction.room
    free = name in view.neighbourhoods and view.neighbourhoods[name].structure is None
    return free and (effect(board, row) == "capital" or name in view.starts)


def may_start(board: Board, view: View, row: OwnedStructure) -> bool:
    """SR-19, SR-71: a wonder may start when no building is left; the Capital Building at any time, if the
    edition says so."""
    if row.number is not None or not _has_building(view):
        return True
    return row.wonder is not None and bool(board.wonder(row.wonder).may_start_any_time)


def _has_building(view: View) -> bool:
    return any(row.state == "ready" and row.number is not None for row in view.actor.structures)


def is_stronger(board: Board, view: View, row: OwnedStructure) -> bool:
    """SR-21, SR-25, SR-66: whether a structure outbids the highest bid."""
    highest = view.auction.value
    if highest is None:
        return effect(board, row) == "hammer"
    return row.number is None or row.number > highest


# --- the Hammer ---------------------------------------------------------------------------------------


def is_tall(board: Board, row: OwnedStructure) -> bool:
    """SR-68: whether the Hammer bans a structure: tall buildings, and the Atelier unless the edition says
    otherwise."""
    atelier = effect(board, row) == "own_tall" and board.rulings.hammer_ban_blocks_atelier
    return row.height == "tall" or atelier


def banned(board: Board, view: View, seat: int) -> set[int]:
    """SR-68, SR-69: where a seat may not bid tall buildings."""
    if view.hammer is None:
        return set()
    hammer = view.neighbourhoods[view.hammer].structure
    if hammer is not None and hammer.seat == seat:
        return set()
    near = set(neighbours(board, view, board.spot[view.hammer]))
    free = {board.spot[name] for name, row in view.neighbourhoods.items() if row.structure is None}
    return near if free - near else set()


def ban_is_lifted(board: Board, view: View, seat: int) -> bool:
    """SR-69: whether the Hammer leaves the seat to act no start. The Capital Building does not count."""
    starts = {board.spot[name] for name in view.starts}
    if starts - banned(board, view, seat):
        return False
    able = [row for row in view.actor.structures if row.state == "ready" and may_start(board, view, row)]
    return all(is_tall(board, row) for row in able if effect(board, row) != "capital")


# --- other players ------------------------------------------------------------------------------------


def can_outbid(board: Board, view: View, seat: int) -> bool:
    """SR-24, SR-66: whether a seat could outbid the highest bid."""
    own = view.seats[seat]
    return not own.passed and seat != view.auction.bidder and bool(outbidding(board, view, seat))


def outbidding(board: Board, view: View, seat: int) -> list[OwnedStructure]:
    """The structures of a seat that beat the highest bid and have a neighbourhood to go to."""
    room = {board.spot[name] for name in view.auction.room}
    return [
        row
        for row in view.seats[seat].structures
        if row.state == "ready" and is_stronger(board, view, row)
        if room - (banned(board, view, seat) if is_tall(board, row) else set())
    ]


def hammer_waits(board: Board, view: View) -> bool:
    """SR-66: whether an opponent who is still in the auction can bid the Hammer."""
    return any(
        row.state == "ready" and effect(board, row) == "hammer"
        for seat, own in enumerate(view.seats)
        if seat != view.to_act and not own.passed
        for row in own.structures
    )
