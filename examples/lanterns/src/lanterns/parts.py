"""Lanterns: what the parts of the picture are, and words for the game and its points."""

from __future__ import annotations

from lanterns.board import Board
from lanterns.state import LANTERNS
from lanterns.view import Seat, View
from rooftop.game.parts import Asked, Parts, Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator, capital, points_text

PARTS = Parts[Board, View]()
Question = Asked[Board, View]
CLAUSES = {"choose": ("LA-3", "LA-4", "LA-5"), "send": ("LA-6", "LA-7")}


def blurb(say: Translator) -> str:
    return say("Paper lanterns rise over the rooftops. Only the highest brings points.")


def source_names(say: Translator, board: Board | None = None, view: View | None = None) -> dict[str, str]:
    """The sources of points in words."""
    return {"own": say("Own lanterns"), "guests": say("Lanterns of others")}


def clauses(board: Board, view: View) -> tuple[str, ...]:
    """The clauses of RULES.md for the current decision."""
    return ("LA-8",) if view.over else CLAUSES[view.phase]


@PARTS.part("scene")
def explain_game(asked: Question) -> Info:
    return Info("Lanterns", blurb(asked.say), clauses=("LA-1",))


@PARTS.part("status")
def explain_night(asked: Question) -> Info:
    """The line above the picture."""
    board, view, _, say = asked
    nights = board.evening.nights
    name = say("Night {night} of {nights}, wind {wind}", night=view.night, nights=nights, wind=view.wind)
    text = say("The strength of the wind is the points that the highest lantern brings tonight.")
    return Info(say("The game is over") if view.over else name, text, clauses=clauses(board, view))


def player(row: Seat, name: str, say: Translator) -> Seen:
    """A player, and their lantern in the sky."""
    shows = [points_text(say, row.total), say.many("{n} lantern in hand", "{n} lanterns in hand", row.held)]
    if row.lantern is not None:
        shows.append(say("lantern {number}", number=row.lantern) if row.lantern else say("has chosen"))
    return Seen(name, ", ".join(shows))


@PARTS.part("seat-{seat}")
def explain_player(asked: Question, seat: int) -> Info:
    text = asked.say("The most points win after the last night.")
    seen = player(asked.view.seats[seat], asked.names[seat], asked.say)
    return seen.info(text, (), ("LA-6", "LA-7", "LA-8"))


@PARTS.part("roof-{colour}")
def explain_roof(asked: Question, colour: str) -> Info | None:
    if colour not in asked.board.seats:
        return None
    player = asked.names[asked.board.seats.index(colour)]
    text = asked.say("A lantern of another player over it brings its owner as many points as the wind.")
    return Info(asked.say("The roof of {player}", player=player), text, clauses=("LA-6", "LA-7"))


@PARTS.part("lantern-{number}", number=lambda asked: LANTERNS + 1)
def explain_lantern(asked: Question, number: int) -> Info | None:
    """A lantern of one's own hand."""
    if number not in asked.view.hand:
        return None
    text = asked.say("Only you know it. Once it has risen, it is gone.")
    return Info(capital(asked.say("lantern {number}", number=number)), text, clauses=("LA-2", "LA-5"))
