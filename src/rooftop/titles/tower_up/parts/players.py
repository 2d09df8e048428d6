"""Tower Up: what a player has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rooftop.game.parts import Fact, Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.parts.registry import PARTS, Question
from rooftop.titles.tower_up.parts.words import colour_floors, floors, millions, source_names
from rooftop.titles.tower_up.parts.words import machine as machine_name
from rooftop.titles.tower_up.schema import COLOURS, Colour
from rooftop.titles.tower_up.view import SOURCES, Seat


class Turn(NamedTuple):
    """The turn of the seat to act."""

    extra: bool  # it is an extra turn
    earned: bool  # an extra turn follows


def player(board: Board, own: Seat, visible: int, turn: Turn | None, name: str, say: Translator) -> Seen:
    """Everything in a player's area."""
    parts = [millions(say, own.total)]
    if own.rank:
        parts.append(say("rank {rank}", rank=own.rank))
    if turn:
        parts.append(say("to act"))
        if turn.extra:
            parts.append(say("this is an extra turn"))
        if turn.earned:
            parts.append(say("an extra turn follows"))
    stock = [floors(say, colour, own.stock[colour]) for colour in COLOURS]
    parts.append(say("in stock: {floors}", floors=say.list(stock)))
    parts.append(say.many("{n} roof left", "{n} roofs left", own.roofs))
    parts += [
        say(
            "{machine}: {value} million",
            machine=machine_name(say, colour),
            value=board.track.values[own.track[colour]],
        )
        for colour in COLOURS
    ]
    parts.append(_visible_roofs(own.visible, visible, say))
    tokens = [str(value) for value in own.tokens if value]
    if tokens:
        parts.append(say("tokens {values}", values=say.list(tokens)))
    return Seen(name, "; ".join(parts))


def _visible_roofs(counted: int | None, visible: int, say: Translator) -> str:
    if counted is None:
        return say.many("{n} visible roof", "{n} visible roofs", visible)
    return say.many("{n} visible roof counted", "{n} visible roofs counted", counted)


@PARTS.part("seat-{seat}")
def explain_player(asked: Question, seat: int) -> Info:
    say, own = asked.say, asked.view.seats[seat]
    text = say(
        "Everything this player has: floors to build with, roofs to lay, four machines and the tokens won."
        " The machines, the tokens and, at the end, the visible roofs bring millions."
    )
    facts = [
        (say("Millions"), str(own.total)),
        (say("Floors in stock"), asked.out_of(sum(own.stock), asked.board.setup.stock_limit)),
        (say("Roofs left"), asked.out_of(own.roofs, asked.board.components.roofs_per_player)),
        (say("Visible roofs"), str(_visible(asked, seat))),
    ]
    if own.rank:
        facts.append((say("Rank"), str(own.rank)))
    else:
        facts.insert(1, (say("If it ended now"), str(own.if_ended.total)))
    return Info(asked.names[seat], text, tuple(facts), ("TU-4", "TU-34", "TU-60"))


@PARTS.part("seat-{seat}-total")
def explain_points(asked: Question, seat: int) -> Info:
    """The points by source, and what they would be if the game ended now."""
    say, own = asked.say, asked.view.seats[seat]
    sources = source_names(say, asked.board, asked.view)
    text = say(
        "The millions so far: what the four machines are worth, and the tokens. Visible roofs are added"
        " right after the player's last turn. The most millions win; a tie goes to the player with more"
        " floors in stock."
    )
    facts = [(sources[source], str(own.points[source])) for source in SOURCES if own.points[source]]
    if own.rank is None:
        facts.append((say("If it ended now"), str(own.if_ended.total)))
    name = say.many("{player}: {n} million", "{player}: {n} million", own.total, player=asked.names[seat])
    return Info(name, text, tuple(facts), ("TU-57", "TU-60"))


def stock(name: str, colour: Colour, count: int, say: Translator) -> Seen:
    """The floors of a colour that a player has."""
    return Seen(name, floors(say, colour, count))


@PARTS.part("seat-{seat}-stock-{colour}", colour=COLOURS)
def explain_stock(asked: Question, seat: int, colour: Colour) -> Info:
    say, own = asked.say, asked.view.seats[seat]
    limit = asked.board.setup.stock_limit
    text = say.many(
        "Floors pay for buildings: one for the new building, and one for every building next door in its own"
        " colour. Cards bring more. A player may keep {n} floor at the end of a turn.",
        "Floors pay for buildings: one for the new building, and one for every building next door in its own"
        " colour. Cards bring more. A player may keep {n} floors at the end of a turn.",
        limit,
    )
    facts = (
        (colour_floors(say, colour), str(own.stock[colour])),
        (say("Whole stock"), asked.out_of(sum(own.stock), limit)),
    )
    seen = stock(asked.names[seat], colour, own.stock[colour], say)
    return Info(seen.label, text, facts, ("TU-4", "TU-26", "TU-29"))


@PARTS.part("stock-{colour}", colour=COLOURS)
def explain_own_stock(asked: Question, colour: Colour) -> Info | None:
    """The floors of the player to act, which are drawn as parts of their own."""
    return None if asked.view.over else explain_stock(asked, asked.view.to_act, colour)


def machine(name: str, colour: Colour, value: int, say: Translator) -> Seen:
    return Seen(f"{name}: {machine_name(say, colour)}", millions(say, value))


@PARTS.part("seat-{seat}-machine-{colour}", colour=COLOURS)
def explain_machine(asked: Question, seat: int, colour: Colour) -> Info:
    say, track = asked.say, asked.board.track
    column = asked.view.seats[seat].track[colour]
    text = say(
        "A machine is worth the number above its column. A roof on a building of its colour moves it one"
        " column for every floor of that building; each machine of its colour on a card moves it by one."
    )
    facts: list[Fact] = [(say("Worth now"), millions(say, track.values[column]))]
    ahead = [star for star in track.stars if star > column]
    if ahead:
        facts.append((say("Columns to the next star"), str(ahead[0] - column)))
    facts.append((say("Columns to the end"), str(len(track.values) - 1 - column)))
    seen = machine(asked.names[seat], colour, track.values[column], say)
    return seen.info(text, facts, ("TU-23", "TU-36", "TU-37", "TU-38"))


def stars(name: str, used: int, count: int, say: Translator) -> Seen:
    shows = say("{have} of {all}", have=used, all=count)
    return Seen(f"{name}: {say('star columns')}", shows)


@PARTS.part("seat-{seat}-stars")
def explain_stars(asked: Question, seat: int) -> Info:
    """How far the machines are from the next star column."""
    say, own, all_stars = asked.say, asked.view.seats[seat], asked.board.track.stars
    text = say(
        "The columns with a star. When all four machines have reached one or passed it, the player gets an"
        " extra turn, once for each star column."
    )
    facts: list[Fact] = [(say("Used"), asked.out_of(own.stars, len(all_stars)))]
    if own.stars < len(all_stars):
        star = all_stars[own.stars]
        machines = source_names(say)
        behind = [machines[colour] for colour in COLOURS if own.track[colour] < star]
        facts.append((say("Next star column"), str(star)))
        facts.append((say("Not there yet"), ", ".join(behind) or say("none")))
    seen = stars(asked.names[seat], own.stars, len(all_stars), say)
    return seen.info(text, facts, ("TU-40", "TU-41", "TU-42", "TU-43"))


def roofs(name: str, left: int, say: Translator) -> Seen:
    return Seen(f"{name}: {say('roofs left')}", str(left))


@PARTS.part("seat-{seat}-roofs")
def explain_roofs(asked: Question, seat: int) -> Info:
    say, left = asked.say, asked.view.seats[seat].roofs
    text = say(
        "Every building needs a roof: it goes on the new building or on a neighbour that has just grown."
        " Whoever lays their last roof begins the end."
    )
    facts = ((say("Roofs left"), asked.out_of(left, asked.board.components.roofs_per_player)),)
    return roofs(asked.names[seat], left, say).info(text, facts, ("TU-32", "TU-35", "TU-46"))


def tokens(name: str, won: Sequence[int | None], say: Translator) -> Seen:
    values = say.list([str(value) for value in won if value])
    return Seen(f"{name}: {say('tokens')}", values or say("none"))


@PARTS.part("seat-{seat}-tokens")
def explain_tokens(asked: Question, seat: int) -> Info:
    say = asked.say
    text = say("A token for each objective that the player has met, worth its number in millions.")
    facts = []
    for row, won in zip(asked.view.objectives, asked.view.seats[seat].tokens, strict=True):
        have = millions(say, won) if won else asked.out_of(row.progress[seat], row.total)
        facts.append((say.name(asked.board.objective(row.id), "text"), have))
    seen = tokens(asked.names[seat], asked.view.seats[seat].tokens, say)
    return seen.info(text, facts, ("TU-6", "TU-55", "TU-56"))


def cone(name: str, counted: int | None, visible: int, say: Translator) -> Seen:
    shows = str(visible) if counted is None else say("{n}, counted", n=counted)
    return Seen(f"{name}: {say('visible roofs')}", shows)


@PARTS.part("seat-{seat}-cone")
def explain_cone(asked: Question, seat: int) -> Info:
    """What the visible roofs are worth, or would be."""
    say, counted = asked.say, asked.view.seats[seat].visible
    text = say(
        "A roof is visible if no floor lies on it. Right after a player's last turn the cone marks the"
        " number of their visible roofs, and they get what its field is worth."
    )
    visible = _visible(asked, seat) if counted is None else counted
    worth = millions(say, asked.view.seats[seat].if_ended.cone)
    label = say("If it ended now") if counted is None else say("Counted")
    facts = ((say("Visible roofs"), str(visible)), (label, worth))
    return cone(asked.names[seat], counted, visible, say).info(text, facts, ("TU-49",))


def _visible(asked: Question, seat: int) -> int:
    return sum(row.roofs[-1] == seat for row in asked.view.buildings.values())
