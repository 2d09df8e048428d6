"""Noun phrases for the things on the table."""

from __future__ import annotations

from functools import lru_cache

from rooftop.game.translation import Translator
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.schema import COLOURS, DISCS, HEIGHTS, Colour, Height
from rooftop.titles.skyrise.view import Structure


def spot_text(board: Board, spot: int, say: Translator) -> str:
    """A neighbourhood: 'A3 (Aerie)'."""
    return f"{board.cells[spot].id} ({say.name(board.island_of(spot))})"


def height_text(board: Board, height: Height, say: Translator) -> str:
    return say.name(board.height_names[HEIGHTS.index(height)])


def wonder_text(board: Board, card: str, say: Translator) -> str:
    """The name of a wonder card."""
    return say.name(board.wonder(card))


def structure_text(board: Board, structure: Structure, say: Translator) -> str:
    """'62 (medium)', or the name of a wonder."""
    if structure.number is not None and structure.height is not None:
        return f"{structure.number} ({height_text(board, structure.height, say)})"
    return wonder_text(board, structure.wonder, say) if structure.wonder else say("Your wonder")


def piece_text(board: Board, piece: int, say: Translator) -> str:
    """The same for the piece of an event."""
    if piece >= n.PIECE_OF_CARD:
        return say.name(board.wonders[piece - n.PIECE_OF_CARD])
    row = board.building(piece)
    return f"{row.number} ({height_text(board, row.height, say)})"


@lru_cache(maxsize=256)
def disc_text(disc: str | None, say: Translator) -> str:
    """A disc by its name."""
    if disc is None:
        return say("no disc")
    known = {
        "yellow": say("yellow disc"),
        "green": say("green disc"),
        "white": say("white disc"),
        "brown": say("brown disc"),
        "wild": say("wild disc"),
        "commissions": say("commissions disc"),
    }
    return known[disc] if disc in known else say("patron disc {letter}", letter=disc)


def discs_text(disc: str, count: int, say: Translator) -> str:
    """'2 white discs'."""
    known = {
        "yellow": say.many("{n} yellow disc", "{n} yellow discs", count),
        "green": say.many("{n} green disc", "{n} green discs", count),
        "white": say.many("{n} white disc", "{n} white discs", count),
        "brown": say.many("{n} brown disc", "{n} brown discs", count),
        "wild": say.many("{n} wild disc", "{n} wild discs", count),
        "commissions": say.many("{n} commissions disc", "{n} commissions discs", count),
    }
    if disc in known:
        return known[disc]
    return say.many("{n} disc of patron {letter}", "{n} discs of patron {letter}", count, letter=disc)


def disc_kind_text(disc: int, say: Translator) -> str:
    """A disc by its number."""
    return disc_text(DISCS[disc], say)


def on_text(colour: Colour, say: Translator) -> str:
    """'on yellow'."""
    return {
        "yellow": say("on yellow"),
        "green": say("on green"),
        "white": say("on white"),
        "brown": say("on brown"),
    }[colour]


def key_text(key: int, say: Translator) -> str:
    return say("the large key to the city") if key == n.LARGE_KEY else say("the small key to the city")


def colour_text(board: Board, colour: Colour, say: Translator) -> str:
    return say.name(board.colour_names[COLOURS.index(colour)])
