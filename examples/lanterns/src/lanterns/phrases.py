"""Lanterns: phrases that several sentences use."""

from __future__ import annotations

from lanterns.board import Board
from rooftop.game.translation import Translator, translator


def points(say: Translator, number: int) -> str:
    return say.many("{n} point", "{n} points", number)


def colour_name(say: Translator, colour: str) -> str:
    return {
        "red": say("Red"),
        "yellow": say("Yellow"),
        "green": say("Green"),
        "blue": say("Blue"),
    }[colour]


def names(board: Board, language: str) -> list[str]:
    """The default names of the seats."""
    say = translator(str(__package__), language)
    return [colour_name(say, colour) for colour in board.seats]
