"""Lanterns: the kinds of moves."""

from __future__ import annotations

from lanterns import state as n
from lanterns.board import Board
from lanterns.parts import colour_name, points
from lanterns.view import View
from rooftop.engine.refusals import NOT_NOW, Refusal
from rooftop.engine.state import SEATS
from rooftop.game.actions import Choice, Kind, Kinds, Things, numbered
from rooftop.game.translation import Translator

LANTERN = numbered("lantern", n.LANTERNS)
ROOF = Things[Board]("roof", lambda board: board.seats)


class Action(Kind[Board, View]):
    """What all kinds of moves share."""

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("The highest lantern"),)

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == NOT_NOW:
            return {
                "choose": say("Choose a lantern first."),
                "lead": say("Decide first whether the lantern stays or drifts."),
                "aim": say("Choose a roof first."),
            }[self.view.phase]
        return {
            n.NOT_IN_HAND: say("You do not hold this lantern."),
            n.NO_SUCH_ROOF: say("Nobody lives there in this game."),
            n.OWN_ROOF: say("This is your own roof: the lantern drifts over another one."),
        }[refusal.code]


class Light(Action):
    """Choose a lantern in secret."""

    first = n.LIGHT
    example = "light 7"
    lantern = Choice(LANTERN, n.LANTERNS)

    def text(self, say: Translator) -> str:
        return say("Light lantern {number}", number=self.lantern + 1)

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Light a lantern"),)

    def parts(self) -> tuple[str, ...]:
        return (f"lantern-{self.lantern + 1}",)


class Stay(Action):
    """Keep the highest lantern over one's own roof."""

    first = n.STAY
    example = "stay"

    def text(self, say: Translator) -> str:
        return say("Let it stay over your roof: {points}", points=points(say, self.view.wind))


class Drift(Action):
    """Let it drift; over whose roof is the next decision."""

    first = n.DRIFT
    example = "drift"

    def text(self, say: Translator) -> str:
        won = points(say, self.view.wind + self.board.evening.gift)
        return say("Let it drift over another roof: {points}", points=won)


class Over(Action):
    """Choose the roof over which it drifts."""

    first = n.OVER
    example = "over red"
    roof = Choice(ROOF, SEATS)

    def text(self, say: Translator) -> str:
        return say("Over the roof of {player}", player=colour_name(say, self.board.seats[self.roof]))

    def parts(self) -> tuple[str, ...]:
        return (f"roof-{self.roof}",) if self.roof < self.board.players else ()


def hints(board: Board, view: View, say: Translator) -> list[tuple[str, str]]:
    """At most two hints for the seat to act, as (id, sentence)."""
    if view.phase == "choose":
        return [("strong-wind", say("Save your highest lanterns for strong winds."))]
    return [("gift", say("Whoever owns the roof gets the wind, too: choose one who is far behind."))]


def prompt(board: Board, view: View, legal: frozenset[type[Kind[Board, View]]], say: Translator) -> str:
    if Light in legal:
        return say("The wind is {wind}. Choose a lantern.", wind=view.wind)
    if Stay in legal:
        return say("Your lantern is the highest: does it stay or drift?")
    return say("Over whose roof does your lantern drift?")


MOVES = Kinds(Light, Stay, Drift, Over, prompt=prompt)
