"""Tower Up: what happened, in sentences."""

from __future__ import annotations

from rooftop.game.title import Event
from rooftop.game.translation import Translator
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.phrases import building, card_text, floors, machine, site_text, starting_floor
from rooftop.titles.tower_up.schema import COLOURS


def tell(board: Board, event: Event, names: list[str], say: Translator) -> str:
    """An event as a sentence. In Tower Up everyone may know all of them."""
    kind, a, b, player = event.kind, event.a or 0, event.b or 0, names[event.seat]
    if kind in (n.PLACED_STARTER, n.BUILT, n.GREW, n.ROOFED):
        return _tell_site(board, kind, a, b, player, say)
    if kind in (n.TOOK_CARD, n.NEW_CARD, n.TOOK_FLOOR, n.WENT_WITHOUT, n.LOST_FLOOR, n.RETURNED_FLOOR):
        return _tell_supply(board, kind, a, player, say)
    if kind == n.MOVED_MACHINE:
        return say(
            "{player}: {machine} reaches column {column}.",
            player=player,
            machine=machine(say, COLOURS[a]),
            column=b,
        )
    if kind == n.WON_TOKEN:
        text = say.name(board.objectives[a], "text")
        return say(
            "{player} meets an objective ({objective}) and wins {value} million.",
            player=player,
            objective=text[0].lower() + text[1:],
            value=b,
        )
    if kind == n.EXTRA_TURN:
        return say("{player} gets an extra turn.", player=player)
    if kind == n.DECLINED:
        return say("{player} declines the extra turn.", player=player)
    if kind == n.RESHUFFLED:
        return say("The discards are shuffled into a new pile.")
    return _tell_end(kind, a, b, player, say)


def _tell_site(board: Board, kind: int, site: int, number: int, player: str, say: Translator) -> str:
    """`number` is a colour, a height or a level."""
    where = site_text(board, say, site)
    if kind == n.PLACED_STARTER:
        return say("A {floor} is placed on {site}.", floor=starting_floor(say, COLOURS[number]), site=where)
    if kind == n.BUILT:
        return say(
            "{player} builds a {building} on {site}.",
            player=player,
            building=building(say, COLOURS[number]),
            site=where,
        )
    if kind == n.GREW:
        return say.many("{site} grows to {n} floor.", "{site} grows to {n} floors.", number, site=where)
    return say("{player} lays a roof on {site}, level {level}.", player=player, site=where, level=number)


def _tell_supply(board: Board, kind: int, number: int, player: str, say: Translator) -> str:
    """`number` is a card, a colour or a number of floors."""
    if kind == n.TOOK_CARD:
        gains = card_text(board, say, board.cards[number].id)
        return say("{player} takes a card: {gains}.", player=player, gains=gains)
    if kind == n.NEW_CARD:
        return say("New card in the market: {gains}.", gains=card_text(board, say, board.cards[number].id))
    if kind == n.TOOK_FLOOR:
        return say("{player} takes {floors}.", player=player, floors=floors(say, COLOURS[number], 1))
    if kind == n.WENT_WITHOUT:
        return say("{player} takes no replacement.", player=player)
    if kind == n.LOST_FLOOR:
        return say.many(
            "The tray is empty: {player} gets {n} floor fewer.",
            "The tray is empty: {player} gets {n} floors fewer.",
            number,
            player=player,
        )
    return say("{player} returns {floors}.", player=player, floors=floors(say, COLOURS[number], 1))


def _tell_end(kind: int, a: int, b: int, player: str, say: Translator) -> str:
    if kind == n.END_BEGINS:
        return _tell_cause(a, player, say)
    if kind == n.COUNTED_ROOFS:
        return say.many(
            "{player} counts {n} visible roof: {value} million.",
            "{player} counts {n} visible roofs: {value} million.",
            a,
            player=player,
            value=b,
        )
    if kind == n.TIED:
        return say.many(
            "A tie at {points} million: {player} has {n} floor in stock.",
            "A tie at {points} million: {player} has {n} floors in stock.",
            b,
            points=a,
            player=player,
        )
    return say("The game is over.")


def _tell_cause(cause: int, player: str, say: Translator) -> str:
    """What triggered the end."""
    if cause == n.LAST_ROOF:
        return say("{player} has no roofs left: everyone else gets one more turn.", player=player)
    if cause == n.SHORTAGE:
        return say("Floors have run out: everyone gets one more turn, {player} last.", player=player)
    return say("Nobody has built for a long time: everyone gets one more turn, {player} last.", player=player)
