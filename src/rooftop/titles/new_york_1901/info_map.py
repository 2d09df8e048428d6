"""New York 1901: what everything on the map is."""

from __future__ import annotations

from collections.abc import Sequence

from rooftop.game.title import Info
from rooftop.titles.new_york_1901.info_cards import Asked, indexed
from rooftop.titles.new_york_1901.phrases import kind_text, lot_text, points_text, tile_class, tile_name
from rooftop.titles.new_york_1901.scene import describe
from rooftop.titles.new_york_1901.scene.ground import SIDE
from rooftop.titles.new_york_1901.view import Skyscraper

# --- lots and squares --------------------------------------------------------------------------------


def lot(at: Asked, which: str) -> Info | None:
    number = at.board.lot_number.get(which)
    if number is None:
        return None
    board, say, state = at.board, at.say, at.view.lots.get(which)
    row = board.lots[number]
    facts = [(say("Kind"), kind_text(board, say, board.kind(number)))]
    if state is None:
        text = say("Its district is left out of this game: nobody can acquire land or build here.")
        clauses: tuple[str, ...] = ("NY-7",)
    elif state.owner is None:
        text = say(
            "Free land. Take a lot card of this colour and size, put a worker here, and the lot is yours for"
            " the rest of the game."
        )
        clauses = ("NY-3", "NY-22", "NY-23")
    else:
        owner = at.names[state.owner]
        facts.append((say("Owner"), owner))
        clauses = ("NY-23", "NY-24", "NY-26", "NY-35")
        if state.worker:
            text = say(
                "{player} owns this lot. The worker waits here until a skyscraper covers one of its squares.",
                player=owner,
            )
        else:
            text = say(
                "{player} owns this lot to the end of the game. Only {player} can build on it, or replace"
                " what stands here.",
                player=owner,
            )
            facts.append((say("Here"), ", ".join(_standing(at, row.squares)) or say("nothing")))
    facts.append((say("Touches"), _sides(at, row.squares)))
    if which[1:] == board.table.start_lot_letter:
        text += " " + say("The shield marks the start lot of its district.")
        clauses += ("NY-9",)
    return Info(say("Lot {lot}", lot=board.lot_name(say, number)), text, tuple(facts), clauses)


def square(at: Asked, which: str) -> Info | None:
    number = at.board.square_number.get(which)
    if number is None:
        return None
    board, say, row = at.board, at.say, at.board.squares[number]
    state = at.view.lots.get(row.lot)
    owner = None if state is None else state.owner
    return Info(
        say("Square {square}", square=which),
        say(
            "Skyscrapers cover squares like this one. You can build only on squares of your own lots, and a"
            " skyscraper may span several lots of a block."
        ),
        (
            (say("Lot"), lot_text(board, say, board.lot_number[row.lot])),
            (say("Owner"), say("nobody") if owner is None else at.names[owner]),
            (say("Here"), ", ".join(_standing(at, (number,))) or say("nothing")),
            (say("Touches"), _sides(at, (number,))),
        ),
        ("NY-2", "NY-32", "NY-33", "NY-34"),
    )


def _standing(at: Asked, squares: Sequence[int]) -> list[str]:
    """The skyscrapers on some squares."""
    ids = {at.board.squares[number].id for number in squares}
    rows = [row for row in at.view.skyscrapers if ids.intersection(row.squares)]
    return [tile_name(at.board, at.say, at.board.tile_number[row.tile]) for row in rows]


def _sides(at: Asked, squares: Sequence[int]) -> str:
    """What some squares touch: named streets, other streets or parks, or nothing that a skyscraper needs."""
    say, rows = at.say, [at.board.squares[number] for number in squares]
    touched = {code for row in rows for code in row.streets}
    named = [say.name(street) for street in at.board.streets if street.code in touched]
    if named:
        return say.list(named)
    return say("a street or park") if any(row.frontage for row in rows) else say("no street or park")


# --- skyscrapers -------------------------------------------------------------------------------------


def built(at: Asked, which: str) -> Info | None:
    """A skyscraper on the map: 'built-2-s4'."""
    seat, _, tile = which.partition("-")
    rows = [row for row in at.view.skyscrapers if (str(row.seat), row.tile) == (seat, tile)]
    return _built(at, rows[0]) if rows else None


def _built(at: Asked, row: Skyscraper) -> Info:
    board, say, owner = at.board, at.say, at.names[row.seat]
    number = board.tile_number[row.tile]
    in_play = {street.code for street in at.view.streets}
    counts = [say.name(street) for street in board.streets if street.code in {*row.streets} & in_play]
    facts = [
        (say("Owner"), owner),
        (say("Generation"), tile_class(board, say, number)),
        (say("Points"), str(row.points)),
        (say("Squares"), ", ".join(row.squares)),
        (say("Counts on"), say.list(counts) or say("no street that scores")),
    ]
    if row.legendary:
        facts.append((say("Height"), describe.feet(board.tiles[number], say)))
    if row.generation == "none":
        first = say("{player} began with this property. It gave no points.", player=owner)
    else:
        first = say(
            "{player} has built this skyscraper and scored {points} for it.",
            player=owner,
            points=points_text(say, row.points),
        )
    if row.generation == "gold":
        then = say("Gold skyscrapers are never torn down.")
    else:
        then = say("It may make room for a skyscraper of a later generation; its points stay.")
    clauses = (
        ("NY-36", "NY-50", "NY-52", "NY-69") if row.generation != "gold" else ("NY-36", "NY-53", "NY-69")
    )
    return Info(tile_name(board, say, number), f"{first} {then}", tuple(facts), clauses)


# --- streets, parks and printed buildings ------------------------------------------------------------


def streets(at: Asked) -> Info:
    say, board = at.say, at.board
    leads = [
        (
            say.name(next(street for street in board.streets if street.code == row.code)),
            describe.leader(row, at.names, say),
        )
        for row in at.view.streets
    ]
    return Info(
        say("Streets"),
        say(
            "These streets were drawn for this game. At the end each gives {points} to the player with the"
            " most skyscrapers touching it; a tie gives nobody anything.",
            points=points_text(say, board.street_table.points),
        ),
        tuple(leads),
        ("NY-13", "NY-67", "NY-68", "NY-69"),
    )


def scoring_street(at: Asked, which: str) -> Info | None:
    """A row of the streets in play."""
    index = indexed(which, len(at.view.streets))
    return None if index is None else road(at, at.view.streets[index].code)


def road(at: Asked, which: str) -> Info | None:
    """A street on the map."""
    say = at.say
    if which == SIDE:
        return Info(
            say("Side street"),
            say(
                "A street without a name. It never gives points, but a skyscraper needs a side on some street"
                " or park, and this one will do. Nothing is built across a street."
            ),
            (),
            ("NY-4", "NY-33", "NY-34"),
        )
    street = next((street for street in at.board.streets if street.code == which), None)
    if street is None:
        return None
    row = next((row for row in at.view.streets if row.code == which), None)
    if row is None:
        text = say(
            "This street gives no points in this game. A skyscraper still needs a side on some street or"
            " park, and this one will do."
        )
        return Info(say.name(street), text, (), ("NY-4", "NY-13", "NY-33"))
    text = say(
        "At the end it gives {points} to the player with the most skyscrapers touching it, and nobody"
        " anything on a tie. Starting properties and legendary skyscrapers count, too.",
        points=points_text(say, at.board.street_table.points),
    )
    tally = [(name, str(count)) for name, count in zip(at.names, row.tally, strict=True)]
    facts = (*tally, (say("Now"), describe.leader(row, at.names, say)))
    return Info(say.name(street), text, facts, ("NY-67", "NY-68", "NY-69"))


def park(at: Asked, which: str) -> Info | None:
    row = next((row for row in at.board.table.park if row.code == which), None)
    if row is None:
        return None
    say = at.say
    text = say(
        "A park. Nobody builds here, but a skyscraper needs a side on some street or park, and this one will"
        " do."
    )
    return Info(say.name(row), text, (), ("NY-2", "NY-4", "NY-33"))


def printed(at: Asked, which: str) -> Info | None:
    row = next((row for row in at.board.table.printed if row.code == which), None)
    if row is None:
        return None
    say = at.say
    text = say("It belongs to nobody and stays: nobody can build here or tear it down.")
    if not at.board.rulings.printed_building_is_street:
        text += " " + say("A side on it is not a side on a street.")
    return Info(say.name(row), text, (), ("NY-2", "NY-4"))
