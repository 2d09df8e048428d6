"""The picture in words, for people who listen to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rooftop.game.translation import Translator, capital
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.ground import Lot, Square
from rooftop.titles.new_york_1901.phrases import card_text, ending_text, kind_text, quiet_text, tile_text
from rooftop.titles.new_york_1901.schema import ActionId, Challenge, Tile
from rooftop.titles.new_york_1901.view import Card, Future, Seat, Skyscraper, Status, Street, View


def picture(board: Board, view: View, names: Sequence[str], say: Translator) -> tuple[str, str]:
    """The title and the description of the whole picture."""
    title = say.many(
        "New York 1901, {n} player, turn {turn}",
        "New York 1901, {n} players, turn {turn}",
        board.players,
        turn=view.turn + 1,
    )
    points = say.list([f"{name} {row.total}" for name, row in zip(names, view.seats, strict=True)])
    late = ending_text(view, say) if view.ending else quiet_text(board, view, say)
    return title, " ".join(
        [
            status(board, view, names, say) + ".",
            *([capital(late) + "."] if late else []),
            say.many("There is {n} skyscraper.", "There are {n} skyscrapers.", len(view.skyscrapers)),
            say("Points: {points}.", points=points),
        ]
    )


def status(board: Board, view: View, names: Sequence[str], say: Translator) -> str:
    """Who is doing what, in a few words."""
    if view.over:
        winners = [name for name, row in zip(names, view.seats, strict=True) if row.rank == 1]
        if not winners:  # the players agreed on an end without a winner
            return say("The game is over")
        return say.many("{players} wins", "{players} win", len(winners), players=say.list(winners))
    player = names[view.to_act]
    if view.phase == "place" and view.tile:
        tile = say.name(board.tiles[board.tile_number[view.tile]])
        return say("{player} places {tile}", player=player, tile=tile)
    match view.phase:
        case "turn":
            return say("{player}'s turn", player=player)
        case "lot":
            return say("{player} chooses a lot", player=player)
        case "build":
            return say("{player} may build", player=player)
        case "place":
            return say("{player} places a skyscraper", player=player)
        case "after":
            return say("{player} has built", player=player)
        case "grab":
            return say("{player} grabs more land", player=player)
        case "boom":
            return say("{player} builds again", player=player)
        case "blocked":
            return say("{player} gives a lot back", player=player)
        case "done":
            return say("{player} ends the turn", player=player)
    return player


def few_left(board: Board, view: View, row: Seat) -> bool:
    """Whether to warn that a player is close to triggering the end."""
    return row.unbuilt <= board.end.warn_at_unbuilt and row.until_end > 0 and view.ending is None


def warning(until_end: int, say: Translator) -> str:
    return say.many("{n} more skyscraper triggers the end", "{n} more skyscrapers trigger the end", until_end)


# --- the map -----------------------------------------------------------------------------------------


def lot(
    board: Board, row: Lot, in_game: bool, owner: str | None, worker: bool, tiles: list[str], say: Translator
) -> str:
    """A lot and what is on it."""
    number = board.lot_number[row.id]
    where = say(
        "Lot {lot}, {kind}",
        lot=board.lot_name(say, number),
        kind=kind_text(board, say, board.kind(number)),
    )
    if not in_game:
        return say("{lot}: not in this game", lot=where)
    if owner is None:
        return say("{lot}: free", lot=where)
    if worker:
        return say("{lot}: {player}, with a worker", lot=where, player=owner)
    return say("{lot}: {player}, with {tiles}", lot=where, player=owner, tiles=say.list(tiles))


def square(board: Board, row: Square, say: Translator) -> str:
    lot = board.lot_name(say, board.lot_number[row.lot])
    return say("Square {square}, lot {lot}", square=row.id, lot=lot)


def tile(board: Board, row: Tile, say: Translator) -> str:
    """'World Building (bronze, 4 squares, 4 points)', and the height of a legendary one."""
    words = tile_text(board, say, board.tile_number[row.id])
    return f"{words}, {feet(row, say)}" if row.legendary else words


def feet(row: Tile, say: Translator) -> str:
    return say.many("{n} foot", "{n} feet", row.feet)


def skyscraper(board: Board, row: Skyscraper, owner: str, say: Translator) -> str:
    """A skyscraper on the map."""
    streets = [say.name(street) for street in board.streets if street.code in row.streets]
    words = say(
        "{tile}; {player}, on {squares}",
        tile=tile(board, board.tiles[board.tile_number[row.tile]], say),
        player=owner,
        squares=", ".join(row.squares),
    )
    return say("{tile}; touches {streets}", tile=words, streets=say.list(streets)) if streets else words


# --- cards -------------------------------------------------------------------------------------------


def card(board: Board, slot: int, row: Card | None, say: Translator) -> str:
    if row is None:
        return say("Card {number}: none", number=slot + 1)
    return say("Card {number}: {kind}", number=slot + 1, kind=card_text(board, say, row))


def future(board: Board, row: Future, say: Translator) -> str:
    """The number of cards in the future market, and how many of each kind."""
    words = say.many("Future market: {n} card", "Future market: {n} cards", row.count)
    kinds = [
        f"{row.kinds[board.kind_id(kind)]} × {kind_text(board, say, kind)}"
        for kind in range(2 * len(board.districts))
        if board.kind_id(kind) in row.kinds
    ]
    return f"{words}: {'; '.join(kinds)}" if kinds else words


def street(board: Board, row: Street, names: Sequence[str], say: Translator) -> str:
    """A street in play and everyone's skyscrapers on it."""
    name = say.name(next(street for street in board.streets if street.code == row.code))
    counts = [f"{player} {count}" for player, count in zip(names, row.tally, strict=True)]
    return f"{name}: {', '.join(counts)}; {leader(row, names, say)}"


def leader(row: Street, names: Sequence[str], say: Translator) -> str:
    """Who would score a street now."""
    most = max(row.tally)
    if not most:
        return say("nobody yet")
    if row.leader is not None:
        return say("{player} leads", player=names[row.leader])
    first = [player for player, count in zip(names, row.tally, strict=True) if count == most]
    return say("tie between {players}", players=say.list(first))


def challenge(row: Challenge | None, say: Translator) -> str:
    if row is None:
        return say("No bonus challenge in this game")
    return f"{say.name(row)}: {say.name(row, 'text')}"


def progress(points: Sequence[int], names: Sequence[str], say: Translator) -> str:
    """What the challenge would give everyone now."""
    counts = [f"{player} {count}" for player, count in zip(names, points, strict=True)]
    return say("Challenge so far: {counts}", counts=", ".join(counts))


def legend(board: Board, row: Tile, owner: int | None, names: Sequence[str], say: Translator) -> str:
    words = tile(board, row, say)
    return words if owner is None else say("{tile}; built by {player}", tile=words, player=names[owner])


def tray_tile(board: Board, row: Tile, status: Status, say: Translator) -> str:
    words = tile(board, row, say)
    return {
        "unbuilt": say("{tile}; unbuilt", tile=words),
        "standing": say("{tile}; standing", tile=words),
        "demolished": say("{tile}; demolished", tile=words),
    }[status]


def action(board: Board, card: int, held: bool, say: Translator) -> str:
    row = board.actions[card]
    text = say.name(row, "text")
    if held:
        return f"{say.name(row)}: {text}"
    return say("{card}: played", card=say.name(row))


class Facts(NamedTuple):
    """What a player's area says about its owner; `until_end` if the end is close."""

    total: int
    rank: int | None
    character: str | None
    workers: int
    actions: tuple[ActionId, ...]
    unbuilt: int
    until_end: int | None
    legendary: str | None


def player(board: Board, row: Facts, name: str, to_act: bool, say: Translator) -> str:
    """Everything in a player's area."""
    parts = [say.many("{player}: {n} point", "{player}: {n} points", row.total, player=name)]
    if row.rank:
        parts.append(say("place {rank}", rank=row.rank))
    if to_act:
        parts.append(say("to act"))
    if row.character:
        person = next(person for person in board.characters if person.id == row.character)
        parts.append(say.name(person))
    parts.append(say.many("{n} free worker", "{n} free workers", row.workers))
    held = [say.name(card) for card in board.actions if card.id in row.actions]
    parts.append(say("action cards: {cards}", cards=say.list(held)) if held else say("no action cards"))
    parts.append(say.many("{n} unbuilt skyscraper", "{n} unbuilt skyscrapers", row.unbuilt))
    if row.until_end is not None:
        parts.append(warning(row.until_end, say))
    if row.legendary:
        built = board.tiles[board.tile_number[row.legendary]]
        parts.append(f"{say.name(built)}, {feet(built, say)}")
    return "; ".join(parts)
