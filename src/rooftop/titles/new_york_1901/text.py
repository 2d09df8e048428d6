"""New York 1901 as text, for the terminal: the map, the cards, the players."""

from __future__ import annotations

from rooftop.game.translation import Translator, capital
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.guide import marks
from rooftop.titles.new_york_1901.phrases import action_name, card_text, ending_text, quiet_text, tile_name
from rooftop.titles.new_york_1901.schema import ACTION_CARDS
from rooftop.titles.new_york_1901.view import View

WIDTH = 5


def text(board: Board, view: View, names: list[str], say: Translator) -> str:
    """A position as text: everything that the board shows."""
    letters = [letter for _, letter in marks(board, say)]
    parts = [*_map(board, view, letters, say), *_legend(board, letters, names, say)]
    parts += _streets(board, view, names, say)
    parts += _challenge(board, view, names, say)
    parts.append(say("Open market ({n} cards in the future market):", n=view.future.count))
    parts += [
        f"  card {slot + 1}  {card_text(board, say, card) if card else '-'}"
        for slot, card in enumerate(view.market)
    ]
    if view.ending:
        parts.append(ending_text(view, say) + ".")
    elif quiet := quiet_text(board, view, say):
        parts.append(capital(quiet) + ".")
    parts += [_player(board, view, seat, names, letters, say) for seat in range(board.players)]
    return "\n".join(parts)


def _map(board: Board, view: View, letters: list[str], say: Translator) -> list[str]:
    """Gb: a free lot; Gb/B: Blue's land; s4/B: Blue's skyscraper s4; -: not in the game."""
    tiles = {square: row for row in view.skyscrapers for square in row.squares}
    lines = ["    " + "".join(chr(ord("A") + column).ljust(WIDTH) for column in range(board.table.columns))]
    squares = {(square.column, square.row): square for square in board.squares}
    for row, line in enumerate(board.ground.cells):
        shown = []
        for column, code in enumerate(line):
            square = squares.get((column, row))
            if square is None:
                shown.append("" if code[0] in ".+" else code)
            elif square.id in tiles:
                shown.append(f"{tiles[square.id].tile[:2]}/{letters[tiles[square.id].seat]}")
            elif square.lot not in view.lots:  # not in this game
                shown.append("-")
            else:
                owner = view.lots[square.lot].owner
                lot = board.lot_name(say, board.lot_number[square.lot])
                shown.append(lot if owner is None else f"{lot}/{letters[owner]}")
        lines.append(f"{row + 1:>2}  " + "".join(cell.ljust(WIDTH) for cell in shown).rstrip())
    return lines


def _legend(board: Board, letters: list[str], names: list[str], say: Translator) -> list[str]:
    """The signs of the map; and the lot letters of the notation, if the language has others."""
    lines = [
        say(
            "{lot} = free lot; {lot}/{letter} = {player}'s land; s4/{letter} = {player}'s skyscraper s4",
            lot=board.lot_name(say, 0),
            letter=letters[0],
            player=names[0],
        )
    ]
    other = [(say.name(row, "letter_shown"), row.letter) for row in board.districts]
    if any(shown != written for shown, written in other):
        signs = ", ".join(f"{shown} = {written}" for shown, written in other)
        lines.append(say("Lot letters in moves: {signs}", signs=signs))
    return lines


def _streets(board: Board, view: View, names: list[str], say: Translator) -> list[str]:
    lines = [say("Skyscrapers on the streets in play:")]
    for row in view.streets:
        street = next(street for street in board.streets if street.code == row.code)
        tally = ", ".join(f"{name} {count}" for name, count in zip(names, row.tally, strict=False))
        lines.append(f"  {say.name(street)}: {tally}")
    return lines


def _challenge(board: Board, view: View, names: list[str], say: Translator) -> list[str]:
    if view.challenge is None:
        return []
    row = next(row for row in board.challenges if row.id == view.challenge.id)
    worth = ", ".join(f"{name} {p}" for name, p in zip(names, view.challenge.points, strict=False))
    return [
        say(
            "Challenge: {name}. {text}",
            name=say.name(row),
            text=say.name(row, "text"),
        ),
        f"  {worth}",
    ]


def _player(
    board: Board, view: View, seat: int, names: list[str], letters: list[str], say: Translator
) -> str:
    row = view.seats[seat]
    left = [tile for tile, status in row.tiles.items() if status == "unbuilt"]
    cards = [action_name(board, say, ACTION_CARDS.index(card)) for card in row.actions]
    legend = "-" if row.legendary is None else tile_name(board, say, board.tile_number[row.legendary])
    return say.many(
        "{mark} {letter} {player}: {n} point; workers {workers}; to build {left}; legendary {legend};"
        " cards {cards}",
        "{mark} {letter} {player}: {n} points; workers {workers}; to build {left}; legendary {legend};"
        " cards {cards}",
        row.total,
        mark=">" if view.to_act == seat else " ",
        letter=letters[seat],
        player=names[seat],
        workers=row.workers,
        left=" ".join(left) or "-",
        legend=legend,
        cards=", ".join(cards) or "-",
    )
