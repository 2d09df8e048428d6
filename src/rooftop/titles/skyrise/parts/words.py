"""Skyrise: the words for things on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rooftop.game.title import Colour as PlayersColour
from rooftop.game.title import OptionValue
from rooftop.game.translation import Translator, capital
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.schema import (
    COLOURS,
    DISCS,
    HEIGHTS,
    PLAYER_COLOURS,
    Colour,
    Height,
    PlayerColour,
)
from rooftop.titles.skyrise.view import Bid, Structure, View


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


def wonder_mark(board: Board, card: str) -> str:
    """A wonder in short: W and the number of its card."""
    return f"W{board.wonder(card).number}"


def bid_text(board: Board, bid: Bid, names: Sequence[str], say: Translator) -> str:
    """'Red bids 62 (medium) on A3'."""
    return say(
        "{player} bids {structure} on {spot}",
        player=names[bid.seat],
        structure=structure_text(board, bid, say),
        spot=bid.neighbourhood,
    )


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


# --- the game, its points and its players ----------------------------------------------------------


def blurb(say: Translator) -> str:
    return say(
        "Bid with your buildings for the neighbourhoods of a city in the sky: the highest bid gets built."
    )


def source_names(say: Translator, board: Board | None = None, view: View | None = None) -> dict[str, str]:
    """The sources of points in words; given a view, panoramas are named after its cards."""
    panoramas = say("Panoramas, first era"), say("Panoramas, second era")
    if board is not None and view is not None:
        both = ", ".join(say.name(board.panorama(row.id)) for row in view.panoramas)
        panoramas = f"{both} (I)", f"{both} (II)"
    return {
        "control-1": say("Islands, first era"),
        "panoramas-1": panoramas[0],
        "wonders": say("Wonders"),
        "control-2": say("Islands, second era"),
        "panoramas-2": panoramas[1],
        "objective": say("Secret objective"),
        "patrons": say("Patrons"),
        "excess": say("Discs beyond full rows"),
        "keys": say("Key to the city"),
        "commissions": say("Commissions"),
        "structures-yellow": say("Structures on yellow"),
        "structures-green": say("Structures on green"),
        "structures-white": say("Structures on white"),
        "structures-brown": say("Structures on brown"),
    }


def colours(board: Board, say: Translator, options: Mapping[str, OptionValue]) -> list[PlayersColour]:
    """The colours of the players, those of the seats first, each with the numbers of its buildings."""
    others = [player for player in board.player_colours if player not in board.seat_players]
    return [
        PlayersColour(
            player.id,
            say.name(player, "mark"),
            capital(say.name(player)),
            "" if options.get("numbers") == "dealt" else _numbers(board, player.id, say),
        )
        for player in [*board.seat_players, *others]
    ]


def _numbers(board: Board, colour: PlayerColour, say: Translator) -> str:
    """The numbers of a colour's buildings."""
    buildings = board.buildings[PLAYER_COLOURS.index(colour)]
    return say(
        "Numbers: {numbers}", numbers=", ".join(str(n) for n in sorted(row.number for row in buildings))
    )
