"""Skyrise: why something cannot be done now, in a sentence that also says what would be right."""

from __future__ import annotations

from typing import Any

from rooftop.core.title import View
from rooftop.core.words import Words
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.phrases import place_text, structure_text, wonder_text
from rooftop.titles.skyrise.view import neighbours


def why_not(board: Board, view: View, action: int, say: Words) -> str | None:
    """Why the seat to act cannot do this now; None if it can."""
    phase = view["phase"]
    if action < n.PASS:
        if phase not in ("start", "bid"):
            return _not_now(phase, say)
        structure, place = divmod(action - n.PLACE, n.PLACES)
        return _why_no_bid(board, view, structure, place, say)
    if action == n.PASS:
        if phase == "start":
            return say("Whoever starts an auction must place a bid; passing is not possible.")
        return None if phase == "bid" else _not_now(phase, say)
    if action < n.CARD:
        return None if phase == "colour" else _not_now(phase, say)
    if action < n.DISC:
        if phase != "wonder":
            return _not_now(phase, say)
        card = action - n.CARD
        if card < len(board.wonders) and board.wonders[card].id in view["seats"][view["to_act"]]["hand"]:
            return None
        return say("You have no such card: choose one from your hand.")
    if phase != "disc":
        return _not_now(phase, say)
    return None if action == n.DECLINE else _why_no_disc(board, view, action - n.DISC, say)


def _not_now(phase: str, say: Words) -> str:
    return {
        "start": say("It is time to start an auction: place a bid."),
        "bid": say("An auction is going on: bid higher or pass."),
        "colour": say("The wild disc needs a colour first."),
        "disc": say("The Vault comes first: take a disc next to it, or none."),
        "wonder": say("Wonder cards are chosen first."),
        "over": say("The game is over."),
    }[phase]


def _why_no_bid(board: Board, view: View, structure: int, place: int, say: Words) -> str | None:
    own = view["seats"][view["to_act"]]["structures"]
    row = next((row for row in own if row["id"] == board.structures[structure]), None)
    if row is None:
        return say("You have one wonder only in this game.")
    said = {"structure": structure_text(board, row, say)}
    if row["state"] == "locked":
        return say("{structure} joins in the second era.", **said)
    if row["state"] == "built":
        return say("{structure} is built already.", **said)
    if row["state"] == "bid":
        return say("{structure} is a bid of this auction already.", **said)
    if place >= len(board.cells) or board.cells[place].id not in view["places"]:
        return _why_too_weak(board, view, row, say) or say(
            "This neighbourhood is not on the map of this game."
        )
    return (
        _why_not_there(board, view, row, place, say)
        or _why_too_weak(board, view, row, say)
        or _why_not_tall(board, view, row, place, say)
    )


def _why_not_there(board: Board, view: View, row: dict[str, Any], place: int, say: Words) -> str | None:
    """Why nothing can be bid on a neighbourhood."""
    name, said = board.cells[place].id, {"place": place_text(board, place, say)}
    there = view["places"][name]["structure"]
    if there is not None and there["bid"]:
        return say("There is a bid on {place}; choose a free neighbourhood.", **said)
    if there is not None:
        return say("There is a structure on {place}; choose a free neighbourhood.", **said)
    if view["phase"] == "start":
        if _effect(board, row) == "capital" or name in view["start_places"]:
            return None
        return say(
            "{place} is neither on the central island nor next to a structure;"
            " auctions start only on the one or next to the other.",
            **said,
        )
    if name in view["auction"]["room"]:
        return None
    latest = place_text(board, board.place_number[view["auction"]["place"]], say)
    return say("{place} is not next to the latest bid on {latest}; bid next to it.", latest=latest, **said)


def _why_too_weak(board: Board, view: View, row: dict[str, Any], say: Words) -> str | None:
    """Why a structure cannot start, or is no higher bid."""
    if view["phase"] == "start":
        if row["number"] is None and _effect(board, row) != "capital" and _buildings(view):
            return say(
                "A wonder starts an auction only when you have no building left; start with a building."
            )
        return None
    highest = view["auction"]["value"]
    if highest is None and _effect(board, row) != "hammer":
        return say("Only the Hammer outbids a wonder; otherwise pass.")
    if highest is not None and row["number"] is not None and row["number"] <= highest:
        return say("It must be more than {number}; bid higher or pass.", number=highest)
    return None


def _why_not_tall(board: Board, view: View, row: dict[str, Any], place: int, say: Words) -> str | None:
    """Why a tall building cannot stand by the Hammer."""
    if row["height"] != "tall" or place not in banned(board, view, view["to_act"]):
        return None
    if view["phase"] == "start" and not can_start(board, view):
        return None
    return _hammer(board, view, say)


def _hammer(board: Board, view: View, say: Words) -> str:
    return say(
        "The Hammer on {place} keeps other players' tall buildings away; bid a lower building there.",
        place=place_text(board, board.place_number[view["hammer"]], say),
    )


def _effect(board: Board, row: dict[str, Any]) -> str | None:
    return next((card.effect for card in board.wonders if card.id == row["wonder"]), None)


def _buildings(view: View) -> list[dict[str, Any]]:
    """The buildings that the seat to act could bid with."""
    own = view["seats"][view["to_act"]]["structures"]
    return [row for row in own if row["state"] == "ready" and row["number"] is not None]


def banned(board: Board, view: View, seat: int) -> set[int]:
    """SR-68, SR-69: where a seat may not bid tall buildings."""
    if view["hammer"] is None or view["places"][view["hammer"]]["structure"]["seat"] == seat:
        return set()
    near = set(neighbours(board, view, board.place_number[view["hammer"]]))
    free = {board.place_number[name] for name, row in view["places"].items() if row["structure"] is None}
    return near if free - near else set()


def can_start(board: Board, view: View) -> bool:
    """SR-69: whether the seat to act has a start that the Hammer does not keep away."""
    buildings = _buildings(view)
    starts = {board.place_number[name] for name in view["start_places"]}
    if not buildings or starts - banned(board, view, view["to_act"]):
        return True
    if any(row["height"] != "tall" for row in buildings):
        return True
    own = view["seats"][view["to_act"]]["structures"]
    return any(row["state"] == "ready" and _effect(board, row) == "capital" for row in own)


def can_answer(board: Board, view: View, seat: int) -> bool:
    """SR-24, SR-66: whether a seat could outbid the latest bid. All that it needs is open."""
    own, auction = view["seats"][seat], view["auction"]
    if own["passed"] or seat == auction["bidder"]:
        return False
    room = {board.place_number[name] for name in auction["room"]}
    for row in own["structures"]:
        stronger = _effect(board, row) == "hammer"
        if auction["value"] is not None:
            stronger = row["number"] is None or row["number"] > auction["value"]
        if row["state"] == "ready" and stronger:
            if room - (banned(board, view, seat) if row["height"] == "tall" else set()):
                return True
    return False


def _why_no_disc(board: Board, view: View, place: int, say: Words) -> str | None:
    if place >= len(board.cells) or board.cells[place].id not in view["places"]:
        return say("This neighbourhood is not on the map of this game.")
    row = view["places"][board.cells[place].id]
    vault = board.place_number[view["built_at"]]
    if place not in neighbours(board, view, vault):
        card = next(card.id for card in board.wonders if card.effect == "extra_disc")
        return say(
            "{place} is not next to {vault}; take a disc next to it, or none.",
            place=place_text(board, place, say),
            vault=wonder_text(board, card, say),
        )
    if row["structure"] is not None:
        return say(
            "{place} is built on; only free neighbourhoods give a disc.", place=place_text(board, place, say)
        )
    if row["disc"] is None:
        return say("There is no disc on {place}; choose another one.", place=place_text(board, place, say))
    return None
