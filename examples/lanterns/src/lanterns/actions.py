"""Lanterns: the kinds of moves."""

from __future__ import annotations

from lanterns import state as n
from lanterns.board import Board
from lanterns.view import View
from rooftop.engine.refusals import NOT_NOW, Refusal
from rooftop.engine.state import SEATS
from rooftop.game.actions import Choice, Kind, Kinds, Things, numbered
from rooftop.game.translation import Translator, points_text

LANTERN = numbered("lantern", n.LANTERNS)
ROOF = Things[Board]("roof", lambda board: board.seats)


class Action(Kind[Board, View]):
    """What all kinds of moves share."""

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Your lantern"),)

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        return {
            NOT_NOW: prompt(self.board, self.view, frozenset(), say),
            n.NOT_IN_HAND: say("You do not hold this lantern."),
            n.NO_SUCH_ROOF: say("Nobody lives there in this game."),
        }[refusal.code]


class Light(Action):
    """Choose a lantern in secret."""

    first = n.LIGHT
    example = "light 7"
    lantern = Choice(LANTERN, n.LANTERNS, part="lantern")

    def text(self, say: Translator) -> str:
        return say("Light lantern {number}", number=self.lantern + 1)


class Over(Action):
    """Choose the roof over which the highest lantern shines."""

    first = n.OVER
    example = "over red"
    roof = Choice(ROOF, SEATS, part="roof")

    def text(self, say: Translator) -> str:
        won = self.view.wind + (self.board.evening.gift if self.roof != self.view.to_act else 0)
        roof = say("The roof of {player}", player=say.name(self.board.player_names[self.roof]))
        return f"{roof}: {points_text(say, won)}"


def prompt(board: Board, view: View, legal: frozenset[type[Kind[Board, View]]], say: Translator) -> str:
    if view.phase == "choose":
        return say("The wind is {wind}. Choose a lantern.", wind=view.wind)
    return say("Your lantern is the highest. Choose a roof.")


MOVES = Kinds(Light, Over, prompt=prompt)
