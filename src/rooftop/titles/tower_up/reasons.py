"""Tower Up: why a move is not legal."""

from __future__ import annotations

from rooftop.game.translation import Translator
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.phrases import building, floors, price, site_text
from rooftop.titles.tower_up.schema import COLOURS, Colour
from rooftop.titles.tower_up.view import Phase, Seat, View


def why_not(board: Board, view: View, action: int, say: Translator) -> str | None:
    """Why the seat to act may not do this now; None if it may."""
    phase = view.phase
    if action < n.ROOF:
        site, colour = divmod(action - n.BUILD, n.COLOURS)
        if site >= len(board.sites):
            return say("There is no such site on this map.")
        if phase == "starter":
            return _why_no_starter(board, view, site, COLOURS[colour], say)
        return _why_not_now(phase, "turn", say) or _why_no_building(board, view, site, COLOURS[colour], say)
    if action < n.CARD:
        return _why_not_now(phase, "roof", say) or _why_no_roof(board, view, action - n.ROOF, say)
    if action < n.FLOOR:
        slot = action - n.CARD
        if slot >= len(view.market) or (phase == "turn" and view.market[slot] is None):
            return say("There is no card in that slot of the market.")
        return _why_not_now(phase, "turn", say)
    if action == n.NO_FLOOR:
        if phase == "floor" and not view.replacements:
            return say("You can decline only a floor that the tray lacks.")
        return _why_not_now(phase, "floor", say)
    if action < n.RETURN:
        colour_taken = COLOURS[action - n.FLOOR]
        reason = None if phase == "compensation" else _why_not_now(phase, "floor", say)
        if reason is None and view.tray[colour_taken] == 0:
            return say("The tray has {floors}.", floors=floors(say, colour_taken, 0))
        return reason
    if action < n.END:
        returned = COLOURS[action - n.RETURN]
        reason = _why_not_now(phase, "return", say)
        if reason is None and view.actor.stock[returned] == 0:
            return say("You have {floors}.", floors=floors(say, returned, 0))
        return reason
    if phase == "turn" and not view.extra_turn:
        return say("You cannot pass.")
    return None if phase == "turn" else _why_not_now(phase, "end", say)


def _why_not_now(phase: Phase, needed: Phase, say: Translator) -> str | None:
    """What must be decided before a move of the phase `needed`."""
    if phase == needed:
        return None
    return {
        "starter": say("Place the starting floors first."),
        "compensation": say("Choose your extra floors first."),
        "turn": say("You must take a card or build now."),
        "floor": say("Choose a floor first."),
        "roof": say("Lay the roof first, on one of the floors you have just laid."),
        "return": say("You have too many floors; return some first."),
        "end": say("Your turn is complete; end it now."),
        "over": say("The game is over."),
    }[phase]


def _why_no_starter(board: Board, view: View, site: int, colour: Colour, say: Translator) -> str | None:
    wanted = view.starters[0]
    if wanted not in (colour, "any"):
        return {
            "white": say("The next starting floor is white."),
            "grey": say("The next starting floor is grey."),
            "brown": say("The next starting floor is brown."),
            "black": say("The next starting floor is black."),
        }[wanted]
    if view.tray[colour] == 0:
        return say("The tray has {floors}.", floors=floors(say, colour, 0))
    return _why_not_on_site(board, view, site, colour, say)


def _why_not_on_site(board: Board, view: View, site: int, colour: Colour, say: Translator) -> str | None:
    if board.sites[site].id in view.buildings:
        return say("There is already a building on {site}.", site=site_text(board, say, site))
    for other in board.neighbours[site]:
        neighbour = view.buildings.get(board.sites[other].id)
        if neighbour and neighbour.colour == colour:
            return say(
                "Neighbours must differ in colour: there is a {building} on {site}.",
                site=site_text(board, say, other),
                building=building(say, colour),
            )
    return None


def _why_no_building(board: Board, view: View, site: int, colour: Colour, say: Translator) -> str | None:
    """Reasons that hold for the site in every colour come first."""
    own, cost = view.actor, price(board, view, site)
    if own.roofs == 0:
        return say("You have no roofs left.")
    if board.sites[site].id not in view.buildings:
        if not cost:
            return say("There is no building next to {site}.", site=site_text(board, say, site))
        for needed in COLOURS:
            if own.stock[needed] < cost[needed]:
                return _why_too_expensive(own, needed, cost[needed], say)
    reason = _why_not_on_site(board, view, site, colour, say)
    if reason is None and own.stock[colour] == 0:
        return _why_too_expensive(own, colour, 1, say)
    return reason


def _why_too_expensive(own: Seat, colour: Colour, count: int, say: Translator) -> str:
    return say(
        "You need {needed}; you have {owned}.", needed=floors(say, colour, count), owned=own.stock[colour]
    )


def _why_no_roof(board: Board, view: View, site: int, say: Translator) -> str | None:
    if site >= len(board.sites):
        return say("There is no such site on this map.")
    assert view.new_building is not None  # the phase is "roof"
    new = board.site_number[view.new_building]
    if site == new or (site in board.neighbours[new] and board.sites[site].id in view.buildings):
        return None
    return say("You laid no floor on {site} this turn.", site=site_text(board, say, site))
