"""New York 1901: the words for things on the table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rooftop.game.translation import Translator, points_text
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.schema import GENERATIONS, Challenge, ChallengeId, Coded, Generation, Tile
from rooftop.titles.new_york_1901.view import Card, View


def squares_text(say: Translator, count: int) -> str:
    return say.many("{n} square", "{n} squares", count)


def workers_text(say: Translator, count: int) -> str:
    return say.many("{n} worker", "{n} workers", count)


@lru_cache(maxsize=256)
def kind_text(board: Board, say: Translator, kind: int) -> str:
    """What a lot card shows: 'green, 2 squares'."""
    district, size = board.kind_parts(kind)
    return f"{say.name(district)}, {squares_text(say, size)}"


def card_text(board: Board, say: Translator, card: Card) -> str:
    return kind_text(board, say, board.kind_ids.index(card.id))


@lru_cache(maxsize=1024)
def lot_text(board: Board, say: Translator, lot: int) -> str:
    """'Gb (green, 2 squares)'."""
    return f"{board.lot_name(say, lot)} ({kind_text(board, say, board.kind(lot))})"


def lot_list(board: Board, say: Translator, lots: Iterable[int]) -> str:
    """'Ga, Gb and Gc'."""
    return say.list([board.lot_name(say, lot) for lot in lots])


def lots_text(board: Board, say: Translator, lots: tuple[int, ...]) -> str:
    """'lots Ga and Gb'."""
    return say.many("lot {lots}", "lots {lots}", len(lots), lots=lot_list(board, say, lots))


def tile_name(board: Board, say: Translator, tile: int) -> str:
    return say.name(board.tiles[tile])


@lru_cache(maxsize=512)
def tile_kind(board: Board, say: Translator, tile: int) -> str:
    """'silver, 3 squares, 4 points'."""
    row = board.tiles[tile]
    return ", ".join(
        [tile_class(board, say, tile), squares_text(say, row.squares), points_text(say, row.points)]
    )


def tile_text(board: Board, say: Translator, tile: int) -> str:
    """'Empire Building (silver, 3 squares, 4 points)'."""
    return f"{tile_name(board, say, tile)} ({tile_kind(board, say, tile)})"


def tile_class(board: Board, say: Translator, tile: int) -> str:
    """The generation of a tile, or 'legendary'."""
    row = board.tiles[tile]
    if row.legendary:
        return say("legendary")
    return generation_name(board, say, row.generation)


def generation_name(board: Board, say: Translator, generation: Generation) -> str:
    return say.name(board.tile_table.generation[GENERATIONS.index(generation)])


def threshold(board: Board, say: Translator, generation: Generation, points: int) -> str:
    """The points that unlock a generation: 'silver at 6'."""
    return say("{generation} at {points}", generation=generation_name(board, say, generation), points=points)


def feet(row: Tile, say: Translator) -> str:
    return say.many("{n} foot", "{n} feet", row.feet)


def action_name(board: Board, say: Translator, card: int) -> str:
    return say.name(board.actions[card])


def square_ids(board: Board, placement: int) -> list[str]:
    return [board.squares[square].id for square in board.placements[placement].squares]


def placement_text(board: Board, say: Translator, placement: int) -> str:
    """'B2, C2 (lot Gb; Broadway)': squares, lots, named streets."""
    row = board.placements[placement]
    streets = [say.name(board.streets[street]) for street in row.streets]
    words = [lots_text(board, say, row.lots), *streets]
    return f"{', '.join(square_ids(board, placement))} ({'; '.join(words)})"


def street_row(board: Board, code: str) -> Coded:
    return next(street for street in board.streets if street.code == code)


def challenge_row(board: Board, challenge: ChallengeId) -> Challenge:
    return next(rule for rule in board.challenges if rule.id == challenge)


# --- the game, its points and its players ------------------------------------------------------------


def blurb(say: Translator) -> str:
    return say(
        "Acquire land in Lower Manhattan, and build, tear down and rebuild ever taller skyscrapers on it."
    )


def source_names(say: Translator, board: Board | None = None, view: View | None = None) -> dict[str, str]:
    """The sources of points; in a game, the streets and the challenge by their names."""
    found = {
        "bronze": say("Bronze skyscrapers"),
        "silver": say("Silver skyscrapers"),
        "gold": say("Gold skyscrapers"),
        "legendary": say("Legendary skyscraper"),
        "street-1": say("First street"),
        "street-2": say("Second street"),
        "street-3": say("Third street"),
        "challenge": say("Challenge"),
        "cards": say("Unused action cards"),
    }
    if board is not None and view is not None:
        for number, street in enumerate(view.streets, start=1):
            found[f"street-{number}"] = say.name(street_row(board, street.code))
        if view.challenge is not None:
            found["challenge"] = say.name(challenge_row(board, view.challenge.id))
    return found
