"""Skyrise: facts about a part that are found by trying moves.

It stands apart from the other parts because it knows the moves, which themselves need the words of the parts.
"""

from __future__ import annotations

from rooftop.game.parts import Fact
from rooftop.game.position import Position
from rooftop.game.preview import follow
from rooftop.game.translation import Translator, points_text
from rooftop.titles.skyrise.actions import MOVES, PlaceWonder
from rooftop.titles.skyrise.view import OwnedStructure, View


def prospects(position: Position, view: View, part: str, say: Translator) -> list[Fact]:
    """What a wonder would score on the neighbourhoods of the current auction, if all others passed."""
    row = _wonder_at(view, part)
    if row is None or view.phase != "bid" or view.seats[row.seat].passed or row.seat == view.auction.bidder:
        return []
    board, owner = position.game.board, view.seats[row.seat]
    if board.wonder(row.wonder).effect == "reveal_objective" and owner.objective is None:
        return []
    position.state["to_act"] = row.seat
    found = []
    for action in position.legal():
        move = MOVES.move(board, action)
        if isinstance(move, PlaceWonder) and move.structure_id == row.id:
            built = position.clone()
            built.apply(action)
            follow(built, move.assumed())
            points = built.points(row.seat)["wonders"] - owner.points.wonders
            what = say("Built on {spot}", spot=board.cells[move.spot].id)
            found.append((what, points_text(say, points)))
    return found


def _wonder_at(view: View, part: str) -> OwnedStructure | None:
    """The wonder that a part shows, if everyone knows its card and it is ready."""
    for row in (row for seat in view.seats for row in seat.structures if row.wonder is not None):
        names = [f"wonder-{row.wonder}", f"seat-{row.seat}-{row.id}"]
        if row.seat == view.seat:
            names.append(f"structure-{row.id}")
        if part in names and row.state == "ready":
            return row
    return None
