"""Why a move is not possible now: one sentence, which also says what is possible."""

from __future__ import annotations

from rooftop.game.translation import Translator
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.legality import (
    ban_is_lifted,
    banned,
    is_open,
    is_stronger,
    is_tall,
    may_start,
    own_structure,
)
from rooftop.titles.skyrise.phrases import spot_text, structure_text
from rooftop.titles.skyrise.view import OwnedStructure, Phase, View, neighbours


def why_not(board: Board, view: View, action: int, say: Translator) -> str | None:
    """Why the seat to act cannot do this now; None if it can."""
    phase = view.phase
    if action < n.PASS:
        if phase not in ("start", "bid"):
            return _not_now(phase, say)
        structure, spot = divmod(action - n.PLACE_BID, n.SPOTS)
        return _why_no_bid(board, view, structure, spot, say)
    if action == n.PASS:
        if phase == "start":
            return say("You start this auction, so you cannot pass; place a bid.")
        return None if phase == "bid" else _not_now(phase, say)
    if action < n.CARD:
        return None if phase == "colour" else _not_now(phase, say)
    if action < n.DISC:
        if phase != "wonder":
            return _not_now(phase, say)
        card = action - n.CARD
        if card < len(board.wonders) and board.wonders[card].id in (view.actor.hand or ()):
            return None
        return say("You do not have this card; choose one from your hand.")
    if phase != "disc":
        return _not_now(phase, say)
    return None if action == n.DECLINE else _why_no_disc(board, view, action - n.DISC, say)


def _not_now(phase: Phase, say: Translator) -> str:
    return {
        "start": say("You must start an auction now; place a bid."),
        "bid": say("An auction is in progress; bid higher or pass."),
        "colour": say("First choose a colour for the wild disc."),
        "disc": say("First use the Vault: take a disc next to it, or none."),
        "wonder": say("First choose a wonder card."),
        "over": say("The game is over."),
    }[phase]


# --- bids ---------------------------------------------------------------------------------------------


def _why_no_bid(board: Board, view: View, structure: int, spot: int, say: Translator) -> str | None:
    row = own_structure(board, view, structure)
    if row is None:
        return say("You have only one wonder in this game.")
    return (
        _why_not_there(board, view, structure, spot, say)
        or _why_not_ready(board, row, say)
        or _why_too_weak(board, view, row, say)
        or _why_banned(board, view, row, spot, say)
    )


def _why_not_there(board: Board, view: View, structure: int, spot: int, say: Translator) -> str | None:
    """Why the structure cannot be bid on the neighbourhood."""
    if not _is_on_map(board, view, spot):
        return say("This neighbourhood is not on the map of this game.")
    where = spot_text(board, spot, say)
    occupant = view.neighbourhoods[board.cells[spot].id].structure
    if occupant is not None and occupant.bid:
        return say("There is already a bid on {spot}; choose a free neighbourhood.", spot=where)
    if occupant is not None:
        return say("There is already a structure on {spot}; choose a free neighbourhood.", spot=where)
    if is_open(board, view, structure, spot):
        return None
    if view.phase == "start" or view.auction.neighbourhood is None:
        return say(
            "{spot} is neither on the central island nor next to a structure;"
            " start an auction in one of those places.",
            spot=where,
        )
    latest = spot_text(board, board.spot[view.auction.neighbourhood], say)
    return say("{spot} is not next to the latest bid on {latest}; bid next to it.", spot=where, latest=latest)


def _is_on_map(board: Board, view: View, spot: int) -> bool:
    return spot < len(board.cells) and board.cells[spot].id in view.neighbourhoods


def _why_not_ready(board: Board, row: OwnedStructure, say: Translator) -> str | None:
    structure = structure_text(board, row, say)
    if row.state == "locked":
        return say("{structure} is not available until the second era.", structure=structure)
    if row.state == "built":
        return say("{structure} is already built.", structure=structure)
    if row.state == "bid":
        return say("{structure} is already a bid in this auction.", structure=structure)
    return None


def _why_too_weak(board: Board, view: View, row: OwnedStructure, say: Translator) -> str | None:
    """Why a structure cannot start an auction, or cannot outbid the highest bid."""
    if view.phase == "start":
        if may_start(board, view, row):
            return None
        return say("You can start with a wonder only when you have no buildings left; start with a building.")
    if is_stronger(board, view, row):
        return None
    if view.auction.value is None:
        return say("Only the Hammer can outbid a wonder; bid it or pass.")
    return say("You must bid more than {number}, or pass.", number=view.auction.value)


def _why_banned(board: Board, view: View, row: OwnedStructure, spot: int, say: Translator) -> str | None:
    """Why a tall building cannot stand next to the Hammer."""
    seat = view.to_act
    if view.over or view.hammer is None or not is_tall(board, row):
        return None
    if spot not in banned(board, view, seat):
        return None
    if view.phase == "start" and ban_is_lifted(board, view, seat):
        return None
    return say(
        "The Hammer on {spot} bans other players' tall buildings next to it; bid a lower building there.",
        spot=spot_text(board, board.spot[view.hammer], say),
    )


# --- the Vault ----------------------------------------------------------------------------------------


def _why_no_disc(board: Board, view: View, spot: int, say: Translator) -> str | None:
    """Why the Vault cannot take the disc of the neighbourhood."""
    if not _is_on_map(board, view, spot) or view.built_at is None:
        return say("This neighbourhood is not on the map of this game.")
    where, row = spot_text(board, spot, say), view.neighbourhoods[board.cells[spot].id]
    if spot not in neighbours(board, view, board.spot[view.built_at]):
        vault = next(card for card in board.wonders if card.effect == "extra_disc")
        return say(
            "{spot} is not next to {vault}; take a disc next to it, or none.",
            spot=where,
            vault=say.name(vault),
        )
    if row.structure is not None:
        return say("{spot} is occupied; take a disc from a free neighbourhood.", spot=where)
    if row.disc is None:
        return say("There is no disc on {spot}; choose another neighbourhood.", spot=where)
    return None
