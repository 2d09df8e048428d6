"""Lanterns: what the parts of the picture are, and words for the game, its points and its players."""

from __future__ import annotations

from collections.abc import Mapping

from lanterns.board import Board
from lanterns.state import LANTERNS
from lanterns.view import Phase, Seat, View
from rooftop.game.parts import Asked, Parts, Seen
from rooftop.game.title import Colour, Info, OptionValue
from rooftop.game.translation import Translator

PARTS = Parts[Board, View]()
Question = Asked[Board, View]

# --- the game, its points and its players --------------------------------------------------------------


def blurb(say: Translator) -> str:
    return say("Paper lanterns rise over the rooftops. Only the highest brings points.")


def points(say: Translator, number: int) -> str:
    return say.many("{n} point", "{n} points", number)


def source_names(say: Translator, board: Board | None = None, view: View | None = None) -> dict[str, str]:
    """The sources of points in words."""
    return {"own": say("Own lanterns"), "guests": say("Drifting lanterns")}


def colour_name(say: Translator, colour: str) -> str:
    return {"red": say("Red"), "yellow": say("Yellow"), "green": say("Green"), "blue": say("Blue")}[colour]


def colours(board: Board, say: Translator, options: Mapping[str, OptionValue]) -> list[Colour]:
    """The colours of the players, those of the seats first."""
    rows = [(colour, colour_name(say, colour)) for colour in board.colours]
    return [Colour(colour, name[0], name) for colour, name in rows]


# --- parts of the picture ------------------------------------------------------------------------------


@PARTS.part("scene")
def explain_game(asked: Question) -> Info:
    say = asked.say
    return Info("Lanterns", blurb(say), ((say("Nights"), str(asked.board.evening.nights)),), ("LA-1",))


def night(board: Board, view: View, say: Translator) -> str:
    """The line above the picture."""
    if view.over:
        return say("The game is over")
    nights = board.evening.nights
    return say("Night {night} of {nights}, wind {wind}", night=view.night, nights=nights, wind=view.wind)


CLAUSES: dict[Phase, tuple[str, ...]] = {
    "choose": ("LA-3", "LA-4", "LA-5"),
    "lead": ("LA-6", "LA-7"),
    "aim": ("LA-7",),
}


def clauses(board: Board, view: View) -> tuple[str, ...]:
    """The clauses of RULES.md for the current decision."""
    return ("LA-8",) if view.over else CLAUSES[view.phase]


@PARTS.part("status")
def explain_night(asked: Question) -> Info:
    board, view, _, say = asked
    text = say("The strength of the wind is the points that the highest lantern brings tonight.")
    return Info(night(board, view, say), text, ((say("Wind"), str(view.wind)),), clauses(board, view))


def player(row: Seat, name: str, say: Translator) -> Seen:
    """A player, and their lantern in the sky."""
    shows = [points(say, row.total), say.many("{n} lantern in hand", "{n} lanterns in hand", row.held)]
    if row.lantern:
        shows.append(say("lantern {number} in the sky", number=row.lantern))
    elif row.has_chosen:
        shows.append(say("has chosen"))
    return Seen(name, ", ".join(shows))


@PARTS.part("seat-{seat}")
def explain_player(asked: Question, seat: int) -> Info:
    say, row = asked.say, asked.view.seats[seat]
    called = source_names(say)
    facts = [(called["own"], str(row.points.own)), (called["guests"], str(row.points.guests))]
    text = say("The most points win after the last night.")
    return player(row, asked.names[seat], say).info(text, facts, ("LA-6", "LA-7", "LA-8"))


def roof(name: str, say: Translator) -> Seen:
    """A roof, over which lanterns can drift."""
    return Seen(say("The roof of {player}", player=name))


@PARTS.part("roof-{seat}")
def explain_roof(asked: Question, seat: int) -> Info:
    text = asked.say("A lantern that drifts over it brings its owner as many points as the wind.")
    return roof(asked.names[seat], asked.say).info(text, (), ("LA-7",))


def own_lantern(number: int, say: Translator) -> Seen:
    """A lantern of one's own hand."""
    return Seen(say("Your lantern {number}", number=number))


@PARTS.part("lantern-{number}", number=lambda asked: LANTERNS + 1)
def explain_lantern(asked: Question, number: int) -> Info | None:
    if number not in asked.view.hand:
        return None
    text = asked.say("Only you know it. Once it has risen, it is gone.")
    return own_lantern(number, asked.say).info(text, (), ("LA-2", "LA-5"))
