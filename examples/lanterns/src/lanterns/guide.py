"""Lanterns for newcomers: the game in a sentence, hints, and the rules that matter now."""

from __future__ import annotations

from collections.abc import Mapping

from lanterns.board import Board
from lanterns.phrases import colour_name
from lanterns.view import Phase, View
from rooftop.game.title import Colour, OptionValue
from rooftop.game.translation import Translator

CLAUSES: dict[Phase, tuple[str, ...]] = {
    "choose": ("LA-3", "LA-4", "LA-5"),
    "lead": ("LA-6", "LA-7"),
    "aim": ("LA-7",),
}


def blurb(say: Translator) -> str:
    return say("Paper lanterns rise over the rooftops. Only the highest brings points.")


def hints(board: Board, view: View, say: Translator) -> list[tuple[str, str]]:
    """At most two hints for the seat to act, as (id, sentence)."""
    if view.phase == "choose":
        return [("strong-wind", say("Save your highest lanterns for strong winds."))]
    return [("gift", say("Whoever owns the roof gets the wind, too: choose one who is far behind."))]


def clauses(board: Board, view: View) -> tuple[str, ...]:
    """The clauses of RULES.md for the current decision."""
    return CLAUSES[view.phase]


def sources(say: Translator, board: Board | None = None, view: View | None = None) -> dict[str, str]:
    """The sources of points in words."""
    return {"own": say("Own lanterns"), "guests": say("Drifting lanterns")}


def marks(board: Board, say: Translator) -> list[tuple[str, str]]:
    """The colour and the letter of each seat."""
    return [(colour.id, colour.letter) for colour in colours(board, say)[: board.players]]


def colours(board: Board, say: Translator, options: Mapping[str, OptionValue] = {}) -> list[Colour]:
    """The colours of the players, those of the seats first."""
    rows = [(colour, colour_name(say, colour)) for colour in board.colours]
    return [Colour(colour, name[0], name) for colour, name in rows]
