"""New York 1901: what a player has."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from rooftop.game.parts import Fact, Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator, capital, points_text
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.parts.registry import PARTS, Question
from rooftop.titles.new_york_1901.parts.table import action_state, explain_legend, size
from rooftop.titles.new_york_1901.parts.words import (
    feet,
    generation_name,
    lot_list,
    source_names,
    tile_class,
    tile_kind,
    tile_name,
)
from rooftop.titles.new_york_1901.schema import GENERATIONS, ActionId, Generation
from rooftop.titles.new_york_1901.view import Seat, Status, View

OWN = GENERATIONS[1:]  # the generations of a player's skyscrapers


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


def player(board: Board, row: Facts, name: str, to_act: bool, say: Translator) -> Seen:
    """Everything in a player's area."""
    parts = [points_text(say, row.total)]
    if row.rank:
        parts.append(say("place {rank}", rank=row.rank))
    if to_act:
        parts.append(say("to act"))
    if row.character:
        parts.append(_character(board, row.character, say))
    parts.append(say.many("{n} free worker", "{n} free workers", row.workers))
    held = [say.name(card) for card in board.actions if card.id in row.actions]
    parts.append(say("action cards: {cards}", cards=say.list(held)) if held else say("no action cards"))
    parts.append(say.many("{n} unbuilt skyscraper", "{n} unbuilt skyscrapers", row.unbuilt))
    if row.until_end is not None:
        parts.append(warning(row.until_end, say))
    if row.legendary:
        parts.append(_legendary(board, row.legendary, say))
    return Seen(name, "; ".join(parts))


def _character(board: Board, character: str, say: Translator) -> str:
    return say.name(next(person for person in board.characters if person.id == character))


def _legendary(board: Board, tile: str, say: Translator) -> str:
    """'Park Row, 391 feet'."""
    row = board.tiles[board.tile_number[tile]]
    return f"{say.name(row)}, {feet(row, say)}"


def few_left(board: Board, view: View, row: Seat) -> bool:
    """Whether to warn that a player is close to triggering the end."""
    return row.unbuilt <= board.end.warn_at_unbuilt and row.until_end > 0 and view.ending is None


def warning(until_end: int, say: Translator) -> str:
    return say.many("{n} more skyscraper triggers the end", "{n} more skyscrapers trigger the end", until_end)


@PARTS.part("seat-{seat}")
def explain_player(asked: Question, seat: int) -> Info:
    """A player: points by source, workers, cards and skyscrapers."""
    board, say, row = asked.board, asked.say, asked.view.seats[seat]
    text = say(
        "A player's points, workers, action cards and skyscrapers. Unbuilt skyscrapers are in full colour,"
        " standing ones pale, torn down ones dotted. The end begins with only {n} left to build.",
        n=board.end.unbuilt_left,
    )
    facts = _points(asked, row)
    facts += [
        (say("Workers in reserve"), str(row.workers)),
        (say("Action cards"), str(len(row.actions))),
        (say("Lots"), lot_list(board, say, map(board.lot_number.__getitem__, row.lots)) or "0"),
        (say("Left to build"), str(row.unbuilt)),
    ]
    if row.legendary:
        facts.append((say("Legendary"), _legendary(board, row.legendary, say)))
    if row.character:
        facts.append((say("Character"), _character(board, row.character, say)))
    return Info(asked.names[seat], text, tuple(facts), ("NY-5", "NY-44", "NY-72"))


def _points(asked: Question, row: Seat) -> list[Fact]:
    """The points by source, and what they would be if the game ended now."""
    say = asked.say
    facts = [(say("Points"), str(row.total))]
    named = source_names(say, asked.board, asked.view).values()
    facts += [
        (name, str(points))
        for name, points in zip(named, msgspec.structs.astuple(row.points), strict=True)
        if points
    ]
    if row.rank is None:
        ended = sum(msgspec.structs.astuple(row.if_ended))
        return [*facts, (say("If the game ended now"), points_text(say, ended))]
    return [(say("Place"), str(row.rank)), *facts]


def workers(name: str, count: int, say: Translator) -> Seen:
    """The workers in reserve."""
    return Seen(say("{player}'s workers", player=name), str(count))


@PARTS.part("workers-{seat}")
def explain_workers(asked: Question, seat: int) -> Info:
    board, say, row = asked.board, asked.say, asked.view.seats[seat]
    text = say(
        "Acquiring a lot takes a worker from the reserve. The worker stands on the lot until a skyscraper"
        " covers one of its squares, and then returns."
    )
    out = [board.lot_number[lot] for lot in row.lots if asked.view.lots[lot].worker]
    facts = [(say("Workers in reserve"), str(row.workers))]
    if out:
        facts.append((say("On lots"), lot_list(board, say, out)))
    seen = workers(asked.names[seat], row.workers, say)
    return seen.info(text, facts, ("NY-5", "NY-20", "NY-26", "NY-36"))


def hand(board: Board, actions: tuple[ActionId, ...], name: str, say: Translator) -> Seen:
    """A player's action cards."""
    held = [say.name(card) for card in board.actions if card.id in actions]
    return Seen(say("{player}'s action cards", player=name), say.list(held) or say("all played"))


@PARTS.part("cards-{seat}")
def explain_hand(asked: Question, seat: int) -> Info:
    board, say, row = asked.board, asked.say, asked.view.seats[seat]
    text = say(
        "Everyone starts with the same three action cards. Each can be played once, on one's own turn; an"
        " unused card is worth {points} at the end.",
        points=points_text(say, board.final.unused_action_card),
    )
    facts = [(say.name(card), action_state(say, card.id in row.actions)) for card in board.actions]
    seen = hand(board, row.actions, asked.names[seat], say)
    return seen.info(text, facts, ("NY-5", "NY-58", "NY-70"))


# --- skyscrapers -------------------------------------------------------------------------------------

# The clause about the points that a generation needs.
UNLOCKED: dict[Generation, tuple[str, ...]] = {
    "none": (),
    "bronze": ("NY-38",),
    "silver": ("NY-39",),
    "gold": ("NY-40",),
}


def skyscrapers(board: Board, generation: Generation, owner: str, say: Translator) -> Seen:
    """A player's skyscrapers of a generation."""
    return Seen(f"{capital(generation_name(board, say, generation))}: {owner}")


@PARTS.part("mini-{seat}-{generation}", generation=OWN)
def explain_generation(asked: Question, seat: int, generation: Generation) -> Info:
    board, say = asked.board, asked.say
    row, need = asked.view.seats[seat], asked.view.thresholds[generation]
    text = {
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
    }[generation]
    worth = say("The later the generation, the more points for the same land.")
    tiles = [tile.id for tile in board.tile_table.tile if tile.generation == generation]
    facts = (
        (say("Points needed"), str(need)),
        (say("Points"), str(row.total)),
        (say("Left to build"), str(sum(row.tiles[tile] == "unbuilt" for tile in tiles))),
        (say("Standing"), str(row.standing[generation])),
    )
    seen = skyscrapers(board, generation, asked.names[seat], say)
    return seen.info(f"{text} {worth}", facts, (*UNLOCKED[generation], "NY-42", "NY-52"))


@PARTS.part("plate-{generation}", generation=OWN)
@PARTS.part("threshold-{generation}", generation=OWN)
def explain_threshold(asked: Question, generation: Generation) -> Info:
    """A generation, for the player whose tray is shown."""
    return explain_generation(asked, shown_seat(asked.view), generation)


# --- the tray ----------------------------------------------------------------------------------------


def shown_seat(view: View) -> int:
    """Whose tray is shown."""
    return view.seat if view.seat >= 0 else max(view.to_act, 0)


def tray(owner: str | None, say: Translator) -> Seen:
    """Whose tray it is; None: the viewer's."""
    return Seen(say("Your skyscrapers") if owner is None else say("{player}'s skyscrapers", player=owner))


@PARTS.part("tray")
def explain_tray(asked: Question) -> Info:
    view, say, seat = asked.view, asked.say, shown_seat(asked.view)
    text = say(
        "Everyone has the same skyscrapers: six bronze, six silver, six gold. The number is what one is"
        " worth, on a round sign for rectangles and on a six-sided one for other shapes. The plate before"
        " a row shows the points that unlock it."
    )
    facts = [(say("Left to build"), str(view.seats[seat].unbuilt))]
    if view.ending is None:
        facts.append((say("Until the end begins"), str(view.seats[seat].until_end)))
    seen = tray(None if view.seat >= 0 else asked.names[seat], say)
    return seen.info(text, facts, ("NY-5", "NY-30", "NY-39", "NY-40", "NY-42"))


def tile(board: Board, number: int, status: Status, say: Translator) -> Seen:
    """A skyscraper in the tray."""
    now = {"unbuilt": say("unbuilt"), "standing": say("standing"), "demolished": say("demolished")}[status]
    return Seen(tile_name(board, say, number), f"{tile_kind(board, say, number)}; {now}")


@PARTS.part("tile-{name}")
def explain_tile(asked: Question, name: str) -> Info | None:
    """A skyscraper in the tray, or a legendary one."""
    number = asked.board.tile_number.get(name)
    if not number:  # the starting property is not in the tray
        return None
    legendary = asked.board.tiles[number].legendary
    return explain_legend(asked, number) if legendary else _explain_tile(asked, number)


def _explain_tile(asked: Question, number: int) -> Info:
    board, say = asked.board, asked.say
    row, own = board.tiles[number], asked.view.seats[shown_seat(asked.view)]
    status, points = own.tiles[row.id], points_text(say, row.points)
    text = {
        "unbuilt": say(
            "Not built yet. It goes on vacant squares of one's own lots, in any rotation, with a side on a"
            " street or park, and gives {points} at once.",
            points=points,
        ),
        "standing": say("It stands on the map and has given {points}.", points=points),
        "demolished": say(
            "It has been torn down. The {points} it gave stay; it cannot be built again.", points=points
        ),
    }[status]
    facts = [(say("Generation"), tile_class(board, say, number)), *size(row, say)]
    need = asked.view.thresholds[row.generation]
    if status == "unbuilt" and own.total < need:
        facts.append((say("Still locked"), say("{have} of {need} points", have=own.total, need=need)))
    seen = tile(board, number, status, say)
    return seen.info(text, facts, ("NY-32", "NY-33", "NY-36", "NY-37", *UNLOCKED[row.generation]))
