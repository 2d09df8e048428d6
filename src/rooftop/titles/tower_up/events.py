"""Tower Up: what happens, in sentences. Everyone may know all of it."""

from __future__ import annotations

from rooftop.game.actions import Things
from rooftop.game.events import Events, Happened, Way
from rooftop.game.translation import Translator
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.actions import COLOUR, SITE
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.parts.words import (
    building,
    card_text,
    floors,
    machine,
    site_text,
    starting_floor,
)
from rooftop.titles.tower_up.schema import COLOURS

CARD = Things[Board]("card", lambda board: [card.id for card in board.cards])
SLOT = Things[Board]("slot", lambda board: [str(slot) for slot in range(n.MARKET)])
OBJECTIVE = Things[Board]("objective", lambda board: [objective.id for objective in board.objectives])

# Parts and drawings of the picture.
TRAY, STOCK, ON_SITE, SLAB = "tray-{colour}", "seat-{seat}-stock-{colour}", "site-{site}", "slab-{colour}"

EVENTS = Events[Board]()
Event = Happened[Board]


def card_gains(e: Event, say: Translator) -> str:
    """What the card of the event gives."""
    return card_text(e.board, say, e.board.cards[e.a].id)


@EVENTS.row(n.PLACED_STARTER, SITE, COLOUR, sound="build", way=Way(TRAY, ON_SITE, SLAB))
def placed_starter(e: Event, say: Translator) -> str:
    floor, site = starting_floor(say, COLOURS[e.b]), site_text(e.board, say, e.a)
    return say("A {floor} is placed on {site}.", floor=floor, site=site)


@EVENTS.row(n.TOOK_CARD, CARD, SLOT, sound="card")
def took_card(e: Event, say: Translator) -> str:
    return say("{player} takes a card: {gains}.", player=e.player, gains=card_gains(e, say))


@EVENTS.row(
    n.TOOK_FLOOR,
    COLOUR,
    sound="place",
    way=Way(TRAY, STOCK, SLAB),
)
def took_floor(e: Event, say: Translator) -> str:
    return say("{player} takes {floors}.", player=e.player, floors=floors(say, COLOURS[e.a], 1))


@EVENTS.row(n.LOST_FLOOR, "floors")
def lost_floor(e: Event, say: Translator) -> str:
    return say.many(
        "The tray is empty: {player} gets {n} floor fewer.",
        "The tray is empty: {player} gets {n} floors fewer.",
        e.a,
        player=e.player,
    )


@EVENTS.row(n.MOVED_MACHINE, COLOUR, "column", sound="slide")
def moved_machine(e: Event, say: Translator) -> str:
    moved = machine(say, COLOURS[e.a])
    return say("{player}: {machine} reaches column {column}.", player=e.player, machine=moved, column=e.b)


@EVENTS.row(
    n.BUILT,
    SITE,
    COLOUR,
    sound="build",
    way=Way(STOCK, ON_SITE, SLAB),
)
def built(e: Event, say: Translator) -> str:
    new, site = building(say, COLOURS[e.b]), site_text(e.board, say, e.a)
    return say("{player} builds a {building} on {site}.", player=e.player, building=new, site=site)


@EVENTS.row(n.GREW, SITE, "height", sound="place")
def grew(e: Event, say: Translator) -> str:
    site = site_text(e.board, say, e.a)
    return say.many("{site} grows to {n} floor.", "{site} grows to {n} floors.", e.b, site=site)


@EVENTS.row(n.ROOFED, SITE, "level", sound="roof", way=Way("seat-{seat}-roofs", ON_SITE, "roof-{mark}"))
def roofed(e: Event, say: Translator) -> str:
    site = site_text(e.board, say, e.a)
    return say("{player} lays a roof on {site}, level {level}.", player=e.player, site=site, level=e.b)


@EVENTS.row(n.WON_TOKEN, OBJECTIVE, "millions", sound="points")
def won_token(e: Event, say: Translator) -> str:
    return say(
        "{player} meets an objective ({objective}) and wins {value} million.",
        player=e.player,
        objective=say.inside(say.name(e.board.objectives[e.a], "text")),
        value=e.b,
    )


@EVENTS.row(n.EXTRA_TURN, sound="turn")
def extra_turn(e: Event, say: Translator) -> str:
    return say("{player} gets an extra turn.", player=e.player)


@EVENTS.row(n.DECLINED, sound="pass")
def declined(e: Event, say: Translator) -> str:
    return say("{player} declines the extra turn.", player=e.player)


@EVENTS.row(
    n.RETURNED_FLOOR,
    COLOUR,
    sound="place",
    way=Way(STOCK, TRAY, SLAB),
)
def returned_floor(e: Event, say: Translator) -> str:
    return say("{player} returns {floors}.", player=e.player, floors=floors(say, COLOURS[e.a], 1))


@EVENTS.row(n.NEW_CARD, CARD, SLOT, sound="card", way=Way("pile", "card-{slot}"))
def new_card(e: Event, say: Translator) -> str:
    return say("New card in the market: {gains}.", gains=card_gains(e, say))


@EVENTS.row(n.RESHUFFLED, sound="shuffle", way=Way("discards", "pile"))
def reshuffled(e: Event, say: Translator) -> str:
    return say("The discards are shuffled into a new pile.")


@EVENTS.row(n.END_BEGINS, "cause", sound="end")
def end_begins(e: Event, say: Translator) -> str:
    if e.a == n.LAST_ROOF:
        return say("{player} has no roofs left: everyone else gets one more turn.", player=e.player)
    if e.a == n.SHORTAGE:
        return say("Floors have run out: everyone gets one more turn, {player} last.", player=e.player)
    return say(
        "Nobody has built for a long time: everyone gets one more turn, {player} last.", player=e.player
    )


@EVENTS.row(n.COUNTED_ROOFS, "roofs", "millions", sound="points")
def counted_roofs(e: Event, say: Translator) -> str:
    return say.many(
        "{player} counts {n} visible roof: {value} million.",
        "{player} counts {n} visible roofs: {value} million.",
        e.a,
        player=e.player,
        value=e.b,
    )


@EVENTS.row(n.GAME_OVER, sound="end")
def game_over(e: Event, say: Translator) -> str:
    return say("The game is over.")


@EVENTS.row(n.WENT_WITHOUT, sound="pass")
def went_without(e: Event, say: Translator) -> str:
    return say("{player} takes no replacement.", player=e.player)


@EVENTS.row(n.TIED, "millions", "floors")
def tied(e: Event, say: Translator) -> str:
    return say.many(
        "A tie at {points} million: {player} has {n} floor in stock.",
        "A tie at {points} million: {player} has {n} floors in stock.",
        e.b,
        points=e.a,
        player=e.player,
    )
