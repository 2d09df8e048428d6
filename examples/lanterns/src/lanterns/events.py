"""Lanterns: what happens, in sentences."""

from __future__ import annotations

from lanterns import state as n
from lanterns.actions import LANTERN
from lanterns.board import Board
from rooftop.game.events import Events, Happened, Way
from rooftop.game.translation import Translator, points_text

EVENTS = Events[Board]()
Event = Happened[Board]


@EVENTS.row(n.CHOSE, LANTERN, secret=True, sound="card")
def chose(e: Event, say: Translator) -> str:
    if e.is_hidden:
        return say("{player} has chosen a lantern.", player=e.player)
    return say("{player} has chosen lantern {number}.", player=e.player, number=e.a + 1)


@EVENTS.row(n.ROSE, LANTERN, sound="slide", way=Way("seat-{seat}", "sky-{seat}"))
def rose(e: Event, say: Translator) -> str:
    return say("{player}: lantern {number} rises.", player=e.player, number=e.a + 1)


@EVENTS.row(n.SHONE, "points", sound="points")
def shone(e: Event, say: Translator) -> str:
    return say("{player} gets {points}.", player=e.player, points=points_text(say, e.a))


@EVENTS.row(n.BLEW, "wind", sound="turn")
def blew(e: Event, say: Translator) -> str:
    return say("The wind of the next night is {wind}.", wind=e.a)
