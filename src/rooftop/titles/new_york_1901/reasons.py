"""New York 1901: why a move is not legal, and what to do instead."""

from __future__ import annotations

from rooftop.game.translation import Translator
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.legality import (
    Land,
    apart,
    chosen_tile,
    fits,
    land,
    may_acquire,
    may_build_any,
    placements,
    ways,
    workers_missing,
)
from rooftop.titles.new_york_1901.schema import GENERATIONS
from rooftop.titles.new_york_1901.view import Phase, View


def why_not(board: Board, view: View, action: int, say: Translator) -> str | None:
    """Why the seat to act cannot do this; None if it can."""
    if action >= n.PLACE:
        return _why_not_now(view, ("place",), say) or _why_no_placement(board, view, action - n.PLACE, say)
    if action < n.LOT:
        return _why_not_now(view, ("turn", "grab"), say) or _why_no_card(view, action - n.CARD, say)
    if action < n.RETURN:
        return _why_not_now(view, ("lot",), say) or _why_no_lot(board, view, action - n.LOT, say)
    if action < n.TILE:
        return _why_not_now(view, ("blocked",), say) or _why_no_return(board, view, action - n.RETURN, say)
    if action < n.BOOM:
        return _why_not_now(view, ("turn", "build", "boom"), say) or _why_no_tile(
            board, view, action - n.TILE, say
        )
    if action == n.BOOM:
        return _why_no_boom(board, view, say)
    if action == n.SHIFT:
        return _why_no_shift(board, view, say)
    if action == n.GRAB:
        return _why_no_grab(board, view, say)
    if view.phase == "turn":
        if view.so_far.grabbed and not may_acquire(view):
            return None
        if may_acquire(view):
            return say("You cannot pass: take a lot card, or demolish and rebuild.")
        return say("You cannot pass: you have no worker in reserve, so you must build or rebuild.")
    return _why_not_now(view, ("build", "after", "done"), say)


def _why_not_now(view: View, wanted: tuple[Phase, ...], say: Translator) -> str | None:
    if view.phase in wanted:
        return None
    return {
        "turn": say("First take a lot card or choose a skyscraper."),
        "lot": say("You have taken a card: put the worker on a lot first."),
        "build": say("You have acquired land: build a skyscraper or end the turn."),
        "place": say("You have chosen a skyscraper: choose its squares first, or undo."),
        "after": say("You have built: play an action card or end the turn."),
        "grab": say("Finish Land Grab first: take a card for a two-square lot."),
        "boom": say("Finish Construction Boom first: choose the second skyscraper."),
        "blocked": say("You have no worker and nothing to build: you can only give a lot back."),
        "done": say("Your turn is complete: you can only end it."),
        "over": say("The game is over."),
    }[view.phase]


# --- land --------------------------------------------------------------------------------------------


def _why_no_card(view: View, slot: int, say: Translator) -> str | None:
    own, card = view.acting, view.market[slot]
    if own.workers == 0:
        return say("You have no worker in reserve: build or rebuild first.")
    if card is None:
        return say("There is no card there until the end of the turn.")
    if view.so_far.grabbed and card.size != n.SMALL:
        return say("In a turn with Land Grab you can only acquire two-square lots.")
    return None


def _why_no_lot(board: Board, view: View, lot: int, say: Translator) -> str | None:
    if lot >= len(board.lots):
        return say("There is no such lot on this board.")
    assert view.card is not None
    row, name = board.lots[lot], board.lot_name(say, lot)
    if not board.lot_in_play(lot):
        return say("Lot {lot} is not in this game: its district is left out.", lot=name)
    district = board.districts[row.district]
    if district.id != view.card.district:
        wanted = next(other for other in board.districts if other.id == view.card.district)
        return say(
            "Lot {lot} is {district}; the card is {wanted}.",
            lot=name,
            district=say.name(district),
            wanted=say.name(wanted),
        )
    if row.size != view.card.size:
        if row.size == n.BIG:
            return say("Lot {lot} has three squares; the card is for a two-square lot.", lot=name)
        return say("Lot {lot} has two squares; the card is for a three-square lot.", lot=name)
    if view.lots[row.id].owner is not None:
        return say("Lot {lot} already has an owner.", lot=name)
    return None


def _why_no_return(board: Board, view: View, lot: int, say: Translator) -> str | None:
    if lot >= len(board.lots):
        return say("There is no such lot on this board.")
    row = view.lots.get(board.lots[lot].id)
    if row is None or row.owner != view.to_act:
        return say("Lot {lot} is not yours.", lot=board.lot_name(say, lot))
    if not row.worker:
        return say(
            "Lot {lot} has a skyscraper on it; you can only give back a lot with a worker.",
            lot=board.lot_name(say, lot),
        )
    return None


# --- skyscrapers -------------------------------------------------------------------------------------


def _why_no_tile(board: Board, view: View, tile: int, say: Translator) -> str | None:
    if not n.START_TILE < tile < len(board.tiles):
        return say("There is no such skyscraper to build.")
    own, row = view.acting, board.tiles[tile]
    name = say.name(row)
    if row.legendary:
        if view.legendary[row.id] is not None:
            return say("{tile} is already built; there is only one of each legendary skyscraper.", tile=name)
        if own.legendary is not None:
            return say("You already have a legendary skyscraper; each player can build only one.")
    elif own.tiles[row.id] != "unbuilt":
        return say("You have already built {tile}.", tile=name)
    need = view.thresholds[row.generation]
    if own.total < need:
        return say(
            "{tile} needs {need} points on the score track; you have {have}.",
            tile=name,
            need=need,
            have=own.total,
        )
    plain, rebuild = ways(view, view.phase)
    ground = land(board, view)
    if placements(board, ground, tile, plain, rebuild):
        return None
    if not plain and placements(board, ground, tile, True, False):
        return say("You have a worker in reserve: acquire a lot first, then build {tile}.", tile=name)
    if not rebuild and placements(board, ground, tile, False, True):
        return say(
            "{tile} does not fit on your vacant land; you can rebuild only instead of acquiring land.",
            tile=name,
        )
    return say("{tile} does not fit on your land.", tile=name)


def _why_no_placement(board: Board, view: View, placement: int, say: Translator) -> str | None:
    tile = chosen_tile(board, view)
    name = say.name(board.tiles[tile])
    if placement >= len(board.placements) or board.placements[placement].shape != board.tile_shape[tile]:
        return say("{tile} has a different shape.", tile=name)
    plain, rebuild = ways(view, view.came_from)
    own, mask = land(board, view), board.masks[placement]
    if fits(board, own, tile, placement, plain, rebuild):
        return None
    foreign = mask & ~own.squares
    if foreign:
        return _not_own(board, view, (foreign & -foreign).bit_length() - 1, say)
    if not mask & own.built:
        return say("You have a worker in reserve: acquire land first, or replace other skyscrapers.")
    return _why_not_replaced(board, own, tile, mask, rebuild, say)


def _not_own(board: Board, view: View, square: int, say: Translator) -> str:
    row = board.squares[square]
    lot = view.lots.get(row.lot)
    if lot is None:
        return say("{square} is not in this game: its district is left out.", square=row.id)
    if lot.owner is None:
        return say("{square} is not your land: nobody owns it.", square=row.id)
    return say("{square} is not your land: another player owns it.", square=row.id)


def _why_not_replaced(
    board: Board, own: Land, tile: int, mask: int, rebuild: bool, say: Translator
) -> str | None:
    """Why the skyscrapers on some of the seat's own squares cannot be replaced."""
    if not rebuild:
        return say("One of your skyscrapers is there; you can rebuild only instead of acquiring land.")
    too_new = mask & own.too_new(GENERATIONS.index(board.tiles[tile].generation))
    if too_new:
        old = next(other for other, under in own.by_tile.items() if under & too_new)
        return say(
            "{new} cannot replace {old}: it must be of a later generation, and gold is never replaced.",
            new=say.name(board.tiles[tile]),
            old=say.name(board.tiles[board.tile_number[old]]),
        )
    pair = apart(board, own, mask)
    if pair:
        one, other = (say.name(board.tiles[board.tile_number[old]]) for old in pair)
        return say(
            "{one} and {other} do not touch; you can only tear down adjacent skyscrapers together.",
            one=one,
            other=other,
        )
    return say.many(
        "The emptied lots need {n} more worker than you have.",
        "The emptied lots need {n} more workers than you have.",
        workers_missing(board, own, mask),
    )


def why_nothing(board: Board, view: View, target: str, refused: object, say: Translator) -> list[str]:
    """Why no placement of the chosen skyscraper covers a square; empty for other targets."""
    square = board.square_number.get(target.removeprefix("square-"))
    if view.phase != "place" or square is None or not target.startswith("square-"):
        return []
    tile, own = chosen_tile(board, view), land(board, view)
    name, here = say.name(board.tiles[tile]), 1 << square
    if not here & own.squares:
        return [_not_own(board, view, square, say)]
    _, rebuild = ways(view, view.came_from)
    if here & own.built and (
        not rebuild or here & own.too_new(GENERATIONS.index(board.tiles[tile].generation))
    ):
        return list(filter(None, [_why_not_replaced(board, own, tile, here, rebuild, say)]))
    around = [
        placement
        for placement in board.shape_placements[board.tile_shape[tile]]
        if board.masks[placement] & here
    ]
    if not around:
        return [
            say(
                "{tile} cannot cover {square} and have a side on a street or park.",
                tile=name,
                square=board.squares[square].id,
            )
        ]
    able = [placement for placement in around if not board.masks[placement] & ~own.squares]
    if not able:
        return [
            say(
                "{tile} does not fit around {square}: you have too little land there.",
                tile=name,
                square=board.squares[square].id,
            )
        ]
    found = [_why_no_placement(board, view, placement, say) for placement in able]
    if None in found:
        return []
    return list(dict.fromkeys(filter(None, found)))


# --- action cards ------------------------------------------------------------------------------------


def _spent(board: Board, view: View, card: int, say: Translator) -> str | None:
    row = board.actions[card]
    if row.id in view.acting.actions:
        return None
    return say("You have already played {card}.", card=say.name(row))


def _why_no_boom(board: Board, view: View, say: Translator) -> str | None:
    spent = _spent(board, view, n.BOOM_CARD, say)
    if spent:
        return spent
    if view.phase in ("turn", "build"):
        return say("You can play Construction Boom only after the first skyscraper of the turn.")
    reason = _why_not_now(view, ("after",), say)
    if reason:
        return reason
    if view.so_far.boom_barred:
        return say("Your first skyscraper triggered the end of the game, so you cannot build a second one.")
    if view.so_far.built != 1 or not may_build_any(board, view):
        return say("No second skyscraper fits on your vacant land.")
    return None


def _why_no_shift(board: Board, view: View, say: Translator) -> str | None:
    spent = _spent(board, view, n.SHIFT_CARD, say)
    if spent:
        return spent
    if view.phase == "blocked":
        return _why_not_now(view, (), say)
    if view.phase != "turn" or view.so_far.grabbed:
        return say("You can play Market Shift only at the start of a turn, before anything else.")
    if view.future.count < board.rulings.shift_needs_future_cards:
        return say("The future market has too few cards for Market Shift: {n}.", n=view.future.count)
    return None


def _why_no_grab(board: Board, view: View, say: Translator) -> str | None:
    spent = _spent(board, view, n.GRAB_CARD, say)
    if spent:
        return spent
    reason = _why_not_now(view, ("turn", "build", "after"), say)
    if reason:
        return reason
    if view.acting.workers == 0:
        return say("Land Grab needs a worker in reserve.")
    if view.so_far.three_square_lot:
        return say("You cannot play Land Grab in a turn in which you acquire a three-square lot.")
    if view.future.count < board.actions[n.GRAB_CARD].needs_future_min:
        return say("You cannot play Land Grab when the future market is empty.")
    if not any(card and card.size == n.SMALL for card in view.market):
        return say("The open market has no card for a two-square lot.")
    return None
