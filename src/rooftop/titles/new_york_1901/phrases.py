"""New York 1901: phrases that moves, events and pictures share."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rooftop.game.translation import Translator
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.schema import GENERATIONS
from rooftop.titles.new_york_1901.view import Card, View


def squares_text(say: Translator, count: int) -> str:
    return say.many("{n} square", "{n} squares", count)


def points_text(say: Translator, count: int) -> str:
    return say.many("{n} point", "{n} points", count)


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
def tile_text(board: Board, say: Translator, tile: int) -> str:
    """'Empire Building (silver, 3 squares, 4 points)'."""
    row = board.tiles[tile]
    parts = [tile_class(board, say, tile), squares_text(say, row.squares), points_text(say, row.points)]
    return f"{tile_name(board, say, tile)} ({', '.join(parts)})"


def tile_class(board: Board, say: Translator, tile: int) -> str:
    """The generation of a tile, or 'legendary'."""
    row = board.tiles[tile]
    if row.legendary:
        return say("legendary")
    return say.name(board.tile_table.generation[GENERATIONS.index(row.generation)])


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


def ending_text(view: View, say: Translator) -> str:
    """NY-46: that the end has begun, and how many last turns are left."""
    if view.over:
        return say("The game is over")
    if view.is_last_turn:
        return say.many("This is the last turn", "Final turns: {n} left", view.last_turns)
    return say.many(
        "End triggered: {n} last turn to come",
        "End triggered: {n} last turns to come",
        view.last_turns,
    )


def quiet_text(board: Board, view: View, say: Translator) -> str:
    """NY-82: the number of rounds without a new skyscraper, if it is shown."""
    if view.quiet_rounds is None:
        return ""
    return say.many(
        "no new skyscraper for {n} of {limit} rounds",
        "no new skyscraper for {n} of {limit} rounds",
        view.quiet_rounds,
        limit=board.rulings.stalemate_rounds,
    )
