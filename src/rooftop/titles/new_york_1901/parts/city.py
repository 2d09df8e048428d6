"""New York 1901: the parts of the map, and the streets in play."""

from __future__ import annotations

from collections.abc import Sequence

from rooftop.game.parts import Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator, points_text
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.parts.registry import PARTS, Question
from rooftop.titles.new_york_1901.parts.words import (
    feet,
    kind_text,
    lot_text,
    lots_text,
    street_row,
    tile_class,
    tile_kind,
    tile_name,
)
from rooftop.titles.new_york_1901.view import Skyscraper, Street

SIDE = "side"  # all streets without a name, as one part of the picture

# --- lots and squares --------------------------------------------------------------------------------


def lot(
    board: Board,
    number: int,
    in_game: bool,
    owner: str | None,
    worker: bool,
    tiles: Sequence[str],
    say: Translator,
) -> Seen:
    """A lot and what is on it."""
    kind = kind_text(board, say, board.kind(number))
    where = say("Lot {lot}, {kind}", lot=board.lot_name(say, number), kind=kind)
    if not in_game:
        return Seen(where, say("not in this game"))
    if owner is None:
        return Seen(where, say("free"))
    if worker:
        return Seen(where, say("{player}, with a worker", player=owner))
    standing = say.list([tile_name(board, say, board.tile_number[tile]) for tile in tiles])
    return Seen(where, say("{player}, with {tiles}", player=owner, tiles=standing))


@PARTS.part("lot-{name}")
def explain_lot(asked: Question, name: str) -> Info | None:
    board, say = asked.board, asked.say
    if name not in board.lot_number:
        return None
    number, state = board.lot_number[name], asked.view.lots.get(name)
    squares, facts, clauses = board.lots[number].squares, [], ["NY-23", "NY-24", "NY-26", "NY-35"]
    tiles = _standing(asked, squares)
    owner = None if state is None or state.owner is None else asked.names[state.owner]
    worker = state is not None and state.worker
    if state is None:
        text = say("Its district is left out of this game: nobody can acquire land or build here.")
        clauses = ["NY-7"]
    elif owner is None:
        text = say(
            "Free land. Take a lot card of this colour and size, put a worker here, and the lot is yours for"
            " the rest of the game."
        )
        clauses = ["NY-3", "NY-22", "NY-23"]
    elif worker:
        text = say(
            "{player} owns this lot. The worker waits here until a skyscraper covers one of its squares.",
            player=owner,
        )
    else:
        text = say(
            "{player} owns this lot to the end of the game. Only {player} can build on it, or replace what"
            " stands here.",
            player=owner,
        )
        facts.append((say("Here"), _names(asked, tiles)))
    facts.append((say("Touches"), _sides(asked, squares)))
    if name[1:] == board.table.start_lot_letter:
        text += " " + say("The shield marks the start lot of its district.")
        clauses.append("NY-9")
    seen = lot(board, number, state is not None, owner, worker, tiles, say)
    return seen.info(text, facts, clauses)


def square(board: Board, number: int, say: Translator) -> Seen:
    row = board.squares[number]
    return Seen(say("Square {square}", square=row.id), lots_text(board, say, (board.lot_number[row.lot],)))


@PARTS.part("square-{name}")
def explain_square(asked: Question, name: str) -> Info | None:
    board, say = asked.board, asked.say
    if name not in board.square_number:
        return None
    number = board.square_number[name]
    lot = board.squares[number].lot
    state = asked.view.lots.get(lot)
    owner = None if state is None else state.owner
    text = say(
        "Skyscrapers cover squares like this one. You can build only on squares of your own lots, and a"
        " skyscraper may span several lots of a block."
    )
    facts = (
        (say("Lot"), lot_text(board, say, board.lot_number[lot])),
        (say("Owner"), say("nobody") if owner is None else asked.names[owner]),
        (say("Here"), _names(asked, _standing(asked, (number,)))),
        (say("Touches"), _sides(asked, (number,))),
    )
    return square(board, number, say).info(text, facts, ("NY-2", "NY-32", "NY-33", "NY-34"))


def _standing(asked: Question, squares: Sequence[int]) -> list[str]:
    """The skyscrapers on some squares."""
    ids = {asked.board.squares[number].id for number in squares}
    return [row.tile for row in asked.view.skyscrapers if ids.intersection(row.squares)]


def _names(asked: Question, tiles: Sequence[str]) -> str:
    board, say = asked.board, asked.say
    return ", ".join(tile_name(board, say, board.tile_number[tile]) for tile in tiles) or say("nothing")


def _sides(asked: Question, squares: Sequence[int]) -> str:
    """What some squares touch: named streets, other streets or parks, or nothing that a skyscraper needs."""
    say, rows = asked.say, [asked.board.squares[number] for number in squares]
    touched = {code for row in rows for code in row.streets}
    named = [say.name(street) for street in asked.board.streets if street.code in touched]
    if named:
        return say.list(named)
    return say("a street or park") if any(row.frontage for row in rows) else say("no street or park")


# --- skyscrapers -------------------------------------------------------------------------------------


def skyscraper(board: Board, row: Skyscraper, owner: str, say: Translator) -> Seen:
    number = board.tile_number[row.tile]
    shown = [
        tile_kind(board, say, number),
        say("{player}, on {squares}", player=owner, squares=", ".join(row.squares)),
    ]
    streets = [say.name(street) for street in board.streets if street.code in row.streets]
    if streets:
        shown.append(say("touches {streets}", streets=say.list(streets)))
    return Seen(tile_name(board, say, number), "; ".join(shown))


@PARTS.part("built-{seat}-{tile}")
def explain_skyscraper(asked: Question, seat: int, tile: str) -> Info | None:
    rows = [row for row in asked.view.skyscrapers if (row.seat, row.tile) == (seat, tile)]
    return _explain_skyscraper(asked, rows[0]) if rows else None


def _explain_skyscraper(asked: Question, row: Skyscraper) -> Info:
    board, say, owner = asked.board, asked.say, asked.names[row.seat]
    number = board.tile_number[row.tile]
    in_play = {street.code for street in asked.view.streets}
    counts = [say.name(street) for street in board.streets if street.code in {*row.streets} & in_play]
    facts = [
        (say("Owner"), owner),
        (say("Generation"), tile_class(board, say, number)),
        (say("Points"), str(row.points)),
        (say("Squares"), ", ".join(row.squares)),
        (say("Counts on"), say.list(counts) or say("no street that scores")),
    ]
    if row.legendary:
        facts.append((say("Height"), feet(board.tiles[number], say)))
    if row.generation == "none":
        text = say("{player} began with this property. It gave no points.", player=owner)
    else:
        points = points_text(say, row.points)
        text = say(
            "{player} has built this skyscraper and scored {points} for it.", player=owner, points=points
        )
    text += " "
    if row.generation == "gold":
        text += say("Gold skyscrapers are never torn down.")
        clauses: tuple[str, ...] = ("NY-36", "NY-53", "NY-69")
    else:
        text += say("It may make room for a skyscraper of a later generation; its points stay.")
        clauses = ("NY-36", "NY-50", "NY-52", "NY-69")
    return skyscraper(board, row, owner, say).info(text, facts, clauses)


# --- streets, parks and printed buildings ------------------------------------------------------------


@PARTS.part("streets")
def explain_streets(asked: Question) -> Info:
    say, board = asked.say, asked.board
    text = say(
        "These streets were drawn for this game. At the end each gives {points} to the player with the"
        " most skyscrapers touching it; a tie gives nobody anything.",
        points=points_text(say, board.street_table.points),
    )
    leads = tuple(
        (say.name(street_row(board, row.code)), _leader(row, asked.names, say)) for row in asked.view.streets
    )
    return Info(say("Streets"), text, leads, ("NY-13", "NY-67", "NY-68", "NY-69"))


def street(board: Board, row: Street, names: Sequence[str], say: Translator) -> Seen:
    """A street in play and everyone's skyscrapers on it."""
    counts = [f"{player} {count}" for player, count in zip(names, row.tally, strict=True)]
    shows = f"{', '.join(counts)}; {_leader(row, names, say)}"
    return Seen(say.name(street_row(board, row.code)), shows)


def _leader(row: Street, names: Sequence[str], say: Translator) -> str:
    """Who would score a street now."""
    most = max(row.tally)
    if not most:
        return say("nobody yet")
    if row.leader is not None:
        return say("{player} leads", player=names[row.leader])
    first = [player for player, count in zip(names, row.tally, strict=True) if count == most]
    return say("tie between {players}", players=say.list(first))


@PARTS.part("street-{slot}", slot=lambda asked: len(asked.view.streets))
def explain_street(asked: Question, slot: int) -> Info:
    say, row = asked.say, asked.view.streets[slot]
    text = say(
        "At the end it gives {points} to the player with the most skyscrapers touching it, and nobody"
        " anything on a tie. Starting properties and legendary skyscrapers count, too.",
        points=points_text(say, asked.board.street_table.points),
    )
    tally = [(name, str(count)) for name, count in zip(asked.names, row.tally, strict=True)]
    facts = (*tally, (say("Now"), _leader(row, asked.names, say)))
    return street(asked.board, row, asked.names, say).info(text, facts, ("NY-67", "NY-68", "NY-69"))


@PARTS.part(f"road-{SIDE}")
def explain_side_street(asked: Question) -> Info:
    say = asked.say
    text = say(
        "A street without a name. It never gives points, but a skyscraper needs a side on some street or"
        " park, and this one will do. Nothing is built across a street."
    )
    return Info(say("Side street"), text, (), ("NY-4", "NY-33", "NY-34"))


@PARTS.part("road-{code}")
def explain_road(asked: Question, code: str) -> Info | None:
    """A street on the map."""
    say, scoring = asked.say, [row.code for row in asked.view.streets]
    if code in scoring:
        return explain_street(asked, scoring.index(code))
    row = next((row for row in asked.board.streets if row.code == code), None)
    if row is None:
        return None
    text = say(
        "This street gives no points in this game. A skyscraper still needs a side on some street or park,"
        " and this one will do."
    )
    return Info(say.name(row), text, (), ("NY-4", "NY-13", "NY-33"))


@PARTS.part("park-{code}")
def explain_park(asked: Question, code: str) -> Info | None:
    row, say = next((row for row in asked.board.table.park if row.code == code), None), asked.say
    if row is None:
        return None
    text = say(
        "A park. Nobody builds here, but a skyscraper needs a side on some street or park, and this one will"
        " do."
    )
    return Info(say.name(row), text, (), ("NY-2", "NY-4", "NY-33"))


@PARTS.part("printed-{code}")
def explain_printed(asked: Question, code: str) -> Info | None:
    row, say = next((row for row in asked.board.table.printed if row.code == code), None), asked.say
    if row is None:
        return None
    text = say("It belongs to nobody and stays: nobody can build here or tear it down.")
    if not asked.board.rulings.printed_building_is_street:
        text += " " + say("A side on it is not a side on a street.")
    return Info(say.name(row), text, (), ("NY-2", "NY-4"))
