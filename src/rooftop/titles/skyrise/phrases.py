"""Skyrise: the things on the table in words."""

from __future__ import annotations

from typing import Any

from rooftop.game.translation import Translator
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import DISCS, Board
from rooftop.titles.skyrise.schema import HEIGHTS


def place_text(board: Board, place: int, say: Translator) -> str:
    """'A3 (Aerie)'."""
    return f"{board.cells[place].id} ({say.name(board.island_of(place))})"


def height_text(board: Board, height: str, say: Translator) -> str:
    return say.name(board.height_names[HEIGHTS.index(height)])


def wonder_text(board: Board, card: str, say: Translator) -> str:
    row = next(row for row in board.wonders if row.id == card)
    return say.name(row)


def structure_text(board: Board, row: dict[str, Any], say: Translator) -> str:
    """'62 (medium)', or the name of a wonder."""
    if row["number"] is not None:
        return f"{row['number']} ({height_text(board, row['height'], say)})"
    return wonder_text(board, row["wonder"], say) if row["wonder"] else say("Your wonder")


def piece_text(board: Board, piece: int, say: Translator) -> str:
    """The same for a structure as events name it."""
    if piece >= n.PIECE_OF_CARD:
        return wonder_text(board, board.wonders[piece - n.PIECE_OF_CARD].id, say)
    row = board.building(piece)
    return f"{row.number} ({height_text(board, row.height, say)})"


def disc_text(disc: str | None, say: Translator) -> str:
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


def disc_kind_text(disc: int, say: Translator) -> str:
    """The same for a disc by its number."""
    return disc_text(DISCS[disc], say)


def on_text(colour: str, say: Translator) -> str:
    """On which neighbourhoods: 'on yellow'."""
    return {
        "yellow": say("on yellow"),
        "green": say("on green"),
        "white": say("on white"),
        "brown": say("on brown"),
    }[colour]


def key_text(key: int, say: Translator) -> str:
    return say("the large key to the city") if key == n.LARGE_KEY else say("the small key to the city")


def colour_text(board: Board, colour: int, say: Translator) -> str:
    return say.name(board.colour_names[colour])
