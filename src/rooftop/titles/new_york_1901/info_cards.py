"""New York 1901: what cards, tiles, generations and the challenge are."""

from __future__ import annotations

from typing import NamedTuple

from rooftop.game.title import Info
from rooftop.game.translation import Translator, capital
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.phrases import card_text, kind_text, lot_list, points_text, tile_class
from rooftop.titles.new_york_1901.scene import describe
from rooftop.titles.new_york_1901.scene.tray import shown_seat
from rooftop.titles.new_york_1901.schema import ACTION_CARDS, GENERATIONS, Generation, Tile
from rooftop.titles.new_york_1901.view import Challenge, View, free_lots


class Asked(NamedTuple):
    """What an explanation depends on."""

    board: Board
    view: View
    names: tuple[str, ...]
    say: Translator


def indexed(text: str, count: int) -> int | None:
    """A number below `count` at the end of an id."""
    return int(text) if text in map(str, range(count)) else None


# --- lot cards ---------------------------------------------------------------------------------------


def market(at: Asked) -> Info:
    say = at.say
    cards = [(slot, card) for slot, card in enumerate(at.view.market) if card is not None]
    return Info(
        say("Open market"),
        say(
            "Lot cards for everyone to take. The colour, letter and emblem of a card stand for a district,"
            " the squares at its foot for the size of a lot. It is good for any free lot of that kind."
        ),
        tuple(
            (say("Card {number}", number=slot + 1), card_text(at.board, say, card)) for slot, card in cards
        ),
        ("NY-3", "NY-12", "NY-22", "NY-28"),
    )


def card(at: Asked, which: str) -> Info | None:
    """A place of the open market, with or without a card."""
    slot, say = indexed(which, len(at.view.market)), at.say
    if slot is None:
        return None
    row = at.view.market[slot]
    if row is None:
        return Info(
            say("Empty place"),
            say("The card from here has been taken. The market is refilled at the end of the turn."),
            ((say("Cards face down"), str(at.view.future.count)),),
            ("NY-12", "NY-28"),
        )
    free = free_lots(at.board, at.view, row)
    facts = [
        (say("Free lots of this kind"), f"{len(free)}: {lot_list(at.board, say, free)}"),
        (say("Such cards face down"), str(at.view.future.kinds.get(row.id, 0))),
    ]
    if at.view.seat >= 0:
        facts.append((say("Your workers in reserve"), str(at.view.seats[at.view.seat].workers)))
    return Info(
        say("Lot card: {kind}", kind=card_text(at.board, say, row)),
        say(
            "Take it and put a worker on any free lot of this colour and size. The lot is yours for the rest"
            " of the game, and you may build there at once."
        ),
        tuple(facts),
        ("NY-3", "NY-20", "NY-22", "NY-25"),
    )


def future(at: Asked) -> Info:
    board, say, row = at.board, at.say, at.view.future
    kinds = [
        (capital(kind_text(board, say, kind)), str(row.kinds[board.kind_id(kind)]))
        for kind in range(2 * len(board.districts))
        if board.kind_id(kind) in row.kinds
    ]
    return Info(
        say("Future market"),
        say(
            "The other lot cards, face down. They refill the open market at the end of each turn. When none"
            " are left to refill it, the end begins."
        ),
        ((say("Cards face down"), str(row.count)), *kinds),
        ("NY-11", "NY-15", "NY-28", "NY-45"),
    )


# --- skyscrapers -------------------------------------------------------------------------------------


def legends(at: Asked) -> Info:
    say = at.say
    return Info(
        say("Legendary skyscrapers"),
        say(
            "There is only one of each, for whoever builds it first; everyone may build one. They count as"
            " gold and need {points} points on the score track.",
            points=at.view.thresholds.gold,
        ),
        tuple(
            (
                say.name(at.board.tiles[number]),
                say("free") if (owner := at.view.legendary[at.board.tiles[number].id]) is None
                else at.names[owner],
            )
            for number in at.board.legendary_tiles
        ),
        ("NY-6", "NY-40", "NY-43"),
    )  # fmt: skip


def tile(at: Asked, which: str) -> Info | None:
    """A skyscraper in the tray, or a legendary one."""
    number = at.board.tile_number.get(which)
    if not number:  # the starting property is not in the tray
        return None
    row = at.board.tiles[number]
    return _legend(at, row) if row.legendary else _own_tile(at, number, row)


def _own_tile(at: Asked, number: int, row: Tile) -> Info:
    say, seat = at.say, at.view.seats[shown_seat(at.view)]
    status = seat.tiles[row.id]
    text = {
        "unbuilt": say(
            "Not built yet. It goes on vacant squares of one's own lots, in any rotation, with a side on a"
            " street or park, and gives {points} at once.",
            points=points_text(say, row.points),
        ),
        "standing": say("It stands on the map and has given {points}.", points=points_text(say, row.points)),
        "demolished": say(
            "It has been torn down. The {points} it gave stay; it cannot be built again.",
            points=points_text(say, row.points),
        ),
    }[status]
    facts = [(say("Generation"), tile_class(at.board, say, number)), *_size(row, say)]
    need = at.view.thresholds[row.generation]
    if status == "unbuilt" and seat.total < need:
        facts.append((say("Still locked"), say("{have} of {need} points", have=seat.total, need=need)))
    return Info(
        say.name(row), text, tuple(facts), ("NY-32", "NY-33", "NY-36", "NY-37", *_needed(row.generation))
    )


def _needed(generation: Generation) -> tuple[str, ...]:
    """The clause about the points that a generation needs."""
    return {"none": (), "bronze": ("NY-38",), "silver": ("NY-39",), "gold": ("NY-40",)}[generation]


def _size(row: Tile, say: Translator) -> list[tuple[str, str]]:
    shape = say("rectangle") if row.icon == "circle" else say("not a rectangle")
    return [(say("Points"), str(row.points)), (say("Squares"), str(row.squares)), (say("Shape"), shape)]


def _legend(at: Asked, row: Tile) -> Info:
    say, view = at.say, at.view
    owner, need = view.legendary[row.id], view.thresholds.gold
    facts = [*_size(row, say), (say("Height"), describe.feet(row, say))]
    if owner is not None:
        facts.append((say("Built by"), at.names[owner]))
    elif view.seat >= 0 and (have := view.seats[view.seat].total) < need:
        facts.append((say("Still locked"), say("{have} of {need} points", have=have, need=need)))
    return Info(
        say.name(row),
        say(
            "A legendary skyscraper: whoever builds it first owns it, and nobody tears it down. Everyone may"
            " build one. If points are tied at the end, the taller one wins."
        ),
        tuple(facts),
        ("NY-40", "NY-43", "NY-53", "NY-73"),
    )


def generation(at: Asked, which: str, seat: int | None = None) -> Info | None:
    """A generation, for the player whose tray is shown or for another one."""
    name = next((name for name in GENERATIONS[1:] if name == which), None)
    if name is None:
        return None
    say, seat = at.say, shown_seat(at.view) if seat is None else seat
    row, need = at.view.seats[seat], at.view.thresholds[name]
    title = capital(say.name(at.board.tile_table.generation[GENERATIONS.index(name)]))
    unbuilt = sum(
        row.tiles[tile.id] == "unbuilt" for tile in at.board.tile_table.tile if tile.generation == name
    )
    own = seat == at.view.seat
    texts = {
        "bronze": say("Bronze skyscrapers can be built from the start."),
        "silver": say(
            "Silver skyscrapers can be built from {points} points on, and may replace bronze ones.",
            points=need,
        ),
        "gold": say(
            "Gold skyscrapers can be built from {points} points on, may replace bronze and silver ones, and"
            " are never torn down.",
            points=need,
        ),
    }
    worth = say("The later the generation, the more points for the same land.")
    return Info(
        title if own else f"{title}: {at.names[seat]}",
        f"{texts[name]} {worth}",
        (
            (say("Points needed"), str(need)),
            (say("Your points") if own else say("Points"), str(row.total)),
            (say("Left to build"), str(unbuilt)),
            (say("Standing"), str(row.standing[name])),
        ),
        (*_needed(name), "NY-42", "NY-52"),
    )


# --- action cards ------------------------------------------------------------------------------------

_ACTION_CLAUSES = {
    "boom": ("NY-64", "NY-65"),
    "shift": ("NY-59",),
    "grab": ("NY-60", "NY-61", "NY-62", "NY-63"),
}


def action(at: Asked, which: str) -> Info | None:
    name = next((name for name in ACTION_CARDS if name == which), None)
    if name is None:
        return None
    say, row = at.say, at.board.actions[ACTION_CARDS.index(name)]
    unused = say(
        "Unused, this card is worth {points} at the end.",
        points=points_text(say, at.board.final.unused_action_card),
    )
    return Info(
        say.name(row),
        f"{say.name(row, 'text')} {unused}",
        tuple(
            (player, action_state(say, name in seat.actions))
            for player, seat in zip(at.names, at.view.seats, strict=True)
        ),
        ("NY-18", "NY-58", *_ACTION_CLAUSES[name], "NY-70"),
    )


def action_state(say: Translator, held: bool) -> str:
    return say("in hand") if held else say("played")


# --- the challenge -----------------------------------------------------------------------------------

_CHALLENGE_CLAUSES = {
    "tycoon": "NY-75", "architect": "NY-76", "prestige": "NY-77", "baron": "NY-78", "king": "NY-79",
}  # fmt: skip


def challenge(at: Asked) -> Info:
    say, row = at.say, at.view.challenge
    if row is None:
        return Info(
            say("Challenge"),
            say("This game has no challenge, which would give more points at the end."),
            (),
            ("NY-14",),
        )
    rule = next(rule for rule in at.board.challenges if rule.id == row.id)
    return Info(
        say.name(rule),
        say.name(rule, "text"),
        tuple((name, _progress(at, row, seat)) for seat, name in enumerate(at.names)),
        ("NY-14", "NY-66", _CHALLENGE_CLAUSES[row.id]),
    )


def _progress(at: Asked, row: Challenge, seat: int) -> str:
    """'2 of 3: 0 points': a player's progress, and what it would give now."""
    say, now = at.say, row.progress[seat]
    points = points_text(say, row.points[seat])
    if row.id == "prestige":
        return points
    if isinstance(now, dict):
        rows = at.board.districts if row.id == "tycoon" else at.board.tile_table.generation
        counts = [f"{say.name(rows_of)} {now[rows_of.id]}" for rows_of in rows if now.get(rows_of.id)]
        return f"{', '.join(counts)}: {points}" if counts else points
    rule = next(rule for rule in at.board.challenges if rule.id == row.id)
    need = next((count for count in rule.count if count > now), rule.count[-1])
    return f"{say('{have} of {all}', have=now, all=need)}: {points}"
