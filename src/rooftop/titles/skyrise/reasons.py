"""Skyrise: why something cannot be done now, in a sentence that also says what would be right."""

from __future__ import annotations

from typing import Any

from rooftop.game.title import View
from rooftop.game.translation import Translator
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.phrases import place_text, structure_text, wonder_text
from rooftop.titles.skyrise.schema import Wonder
from rooftop.titles.skyrise.view import neighbours


def why_not(board: Board, view: View, action: int, say: Translator) -> str | None:
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


def _not_now(phase: str, say: Translator) -> str:
    return {
        "start": say("It is time to start an auction: place a bid."),
        "bid": say("An auction is going on: bid higher or pass."),
        "colour": say("The wild disc needs a colour first."),
        "disc": say("The Vault comes first: take a disc next to it, or none."),
        "wonder": say("Wonder cards are chosen first."),
        "over": say("The game is over."),
    }[phase]


def _why_no_bid(board: Board, view: View, structure: int, place: int, say: Translator) -> str | None:
    row = _own(board, view, structure)
    if row is None:
        return say("You have one wonder only in this game.")
    return (
        _why_not_there(board, view, row, place, say)
        or _why_not_ready(board, row, say)
        or _why_too_weak(board, view, row, say)
        or _why_kept_away(board, view, row, place, say)
    )


def _own(board: Board, view: View, structure: int) -> dict[str, Any] | None:
    """A structure of the seat to act; None if nobody has it in this game."""
    own = view["seats"][view["to_act"]]["structures"]
    return next((row for row in own if row["id"] == board.structures[structure]), None)


def is_open(board: Board, view: View, structure: int, place: int) -> bool:
    """Whether a structure could stand on the neighbourhood now, if it were ready and strong enough."""
    row = _own(board, view, structure)
    if row is None or place >= len(board.cells):
        return False
    name = board.cells[place].id
    if view["phase"] == "bid":
        return name in view["auction"]["room"]
    free = name in view["places"] and view["places"][name]["structure"] is None
    return free and (_effect(board, row) == "capital" or name in view["start_places"])


def _why_not_ready(board: Board, row: dict[str, Any], say: Translator) -> str | None:
    said = {"structure": structure_text(board, row, say)}
    if row["state"] == "locked":
        return say("{structure} joins in the second era.", **said)
    if row["state"] == "built":
        return say("{structure} is built already.", **said)
    if row["state"] == "bid":
        return say("{structure} is a bid of this auction already.", **said)
    return None


def _why_not_there(board: Board, view: View, row: dict[str, Any], place: int, say: Translator) -> str | None:
    """Why nothing can be bid on a neighbourhood."""
    if place >= len(board.cells) or board.cells[place].id not in view["places"]:
        return say("This neighbourhood is not on the map of this game.")
    name, said = board.cells[place].id, {"place": place_text(board, place, say)}
    there = view["places"][name]["structure"]
    if there is not None and there["bid"]:
        return say("There is a bid on {place}; choose a free neighbourhood.", **said)
    if there is not None:
        return say("There is a structure on {place}; choose a free neighbourhood.", **said)
    if is_open(board, view, board.structures.index(row["id"]), place):
        return None
    if view["phase"] == "start":
        return say(
            "{place} is neither on the central island nor next to a structure;"
            " auctions start only on the one or next to the other.",
            **said,
        )
    latest = place_text(board, board.place_number[view["auction"]["place"]], say)
    return say("{place} is not next to the latest bid on {latest}; bid next to it.", latest=latest, **said)


def _why_too_weak(board: Board, view: View, row: dict[str, Any], say: Translator) -> str | None:
    """Why a structure cannot start, or is no higher bid."""
    if view["phase"] == "start":
        if not _may_start(board, view, row):
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


def _may_start(board: Board, view: View, row: dict[str, Any]) -> bool:
    """SR-19, SR-71: a wonder starts when no building is left; the Capital Building always, if the edition
    says so."""
    card = _card(board, row)
    return row["number"] is not None or not _buildings(view) or bool(card and card.may_start_any_time)


def _why_kept_away(board: Board, view: View, row: dict[str, Any], place: int, say: Translator) -> str | None:
    """Why a tall building cannot stand by the Hammer."""
    if not _is_kept_away(board, row) or place not in banned(board, view, view["to_act"]):
        return None
    if view["phase"] == "start" and _ban_is_lifted(board, view):
        return None
    return say(
        "The Hammer on {place} keeps other players' tall buildings away; bid a lower building there.",
        place=place_text(board, board.place_number[view["hammer"]], say),
    )


def _card(board: Board, row: dict[str, Any]) -> Wonder | None:
    return next((card for card in board.wonders if card.id == row["wonder"]), None)


def _effect(board: Board, row: dict[str, Any]) -> str | None:
    card = _card(board, row)
    return card.effect if card else None


def _is_kept_away(board: Board, row: dict[str, Any]) -> bool:
    """SR-68: tall buildings, and the Atelier unless the edition says otherwise."""
    atelier = _effect(board, row) == "own_tall" and board.rulings.hammer_ban_blocks_atelier
    return bool(row["height"] == "tall" or atelier)


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


def _ban_is_lifted(board: Board, view: View) -> bool:
    """SR-69: whether the seat to act has no start that the Hammer allows; the Capital Building apart."""
    starts = {board.place_number[name] for name in view["start_places"]}
    if starts - banned(board, view, view["to_act"]):
        return False
    own = view["seats"][view["to_act"]]["structures"]
    able = [row for row in own if row["state"] == "ready" and _may_start(board, view, row)]
    return all(_is_kept_away(board, row) for row in able if _effect(board, row) != "capital")


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
            if room - (banned(board, view, seat) if _is_kept_away(board, row) else set()):
                return True
    return False


def hammer_waits(board: Board, view: View) -> bool:
    """SR-66: whether an opponent of the seat to act who is still in has the Hammer to bid with."""
    return any(
        row["state"] == "ready" and _effect(board, row) == "hammer"
        for seat, own in enumerate(view["seats"])
        if seat != view["to_act"] and not own["passed"]
        for row in own["structures"]
    )


def _why_no_disc(board: Board, view: View, place: int, say: Translator) -> str | None:
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
