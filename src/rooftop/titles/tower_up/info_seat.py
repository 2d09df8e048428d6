"""Tower Up: what the things in a player's area are."""

from __future__ import annotations

from rooftop.game.title import Info
from rooftop.game.translation import capital
from rooftop.titles.tower_up import guide
from rooftop.titles.tower_up.phrases import Asked, Fact, colour_floors
from rooftop.titles.tower_up.phrases import machine as machine_name
from rooftop.titles.tower_up.scene import describe
from rooftop.titles.tower_up.schema import COLOURS, Colour
from rooftop.titles.tower_up.view import SOURCES


def seat(asked: Asked, number: int) -> Info:
    say, own = asked.say, asked.view.seats[number]
    text = say(
        "Everything this player has: floors to build with, roofs to lay, four machines and the tokens won."
        " The machines, the tokens and, at the end, the visible roofs bring millions."
    )
    facts = [
        (say("Millions"), str(own.total)),
        (say("Floors in stock"), asked.out_of(sum(own.stock), asked.board.setup.stock_limit)),
        (say("Roofs left"), asked.out_of(own.roofs, asked.board.components.roofs_per_player)),
        (say("Visible roofs"), str(_visible(asked, number))),
    ]
    if own.rank:
        facts.append((say("Rank"), str(own.rank)))
    else:
        facts.insert(1, (say("If it ended now"), str(own.if_ended.total)))
    return Info(asked.names[number], text, tuple(facts), ("TU-4", "TU-34", "TU-60"))


def points(asked: Asked, number: int) -> Info:
    """The points by source, and what they would be if the game ended now."""
    say, own = asked.say, asked.view.seats[number]
    sources = guide.sources(say, asked.board, asked.view)
    text = say(
        "The millions so far: what the four machines are worth, and the tokens. Visible roofs are added"
        " right after the player's last turn. The most millions win; a tie goes to the player with more"
        " floors in stock."
    )
    facts = [(sources[source], str(own.points[source])) for source in SOURCES if own.points[source]]
    if own.rank is None:
        facts.append((say("If it ended now"), str(own.if_ended.total)))
    name = say.many("{player}: {n} million", "{player}: {n} million", own.total, player=asked.names[number])
    return Info(name, text, tuple(facts), ("TU-57", "TU-60"))


def stock(asked: Asked, number: int, colour: Colour) -> Info:
    say, own = asked.say, asked.view.seats[number]
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
    name = describe.stock(asked.names[number], colour, own.stock[colour], say)
    return Info(name, text, facts, ("TU-4", "TU-26", "TU-29"))


def machine(asked: Asked, number: int, colour: Colour) -> Info:
    say, track = asked.say, asked.board.track
    column = asked.view.seats[number].track[colour]
    text = say(
        "A machine is worth the number above its column. A roof on a building of its colour moves it one"
        " column for every floor of that building; each machine of its colour on a card moves it by one."
    )
    facts: list[Fact] = [(say("Worth now"), asked.millions(track.values[column]))]
    ahead = [star for star in track.stars if star > column]
    if ahead:
        facts.append((say("Columns to the next star"), str(ahead[0] - column)))
    facts.append((say("Columns to the end"), str(len(track.values) - 1 - column)))
    name = f"{asked.names[number]}: {machine_name(say, colour)}"
    return Info(name, text, tuple(facts), ("TU-23", "TU-36", "TU-37", "TU-38"))


def stars(asked: Asked, number: int) -> Info:
    """How far the machines are from the next star column."""
    say, own, all_stars = asked.say, asked.view.seats[number], asked.board.track.stars
    text = say(
        "The columns with a star. When all four machines have reached one or passed it, the player gets an"
        " extra turn, once for each star column."
    )
    facts: list[Fact] = [(say("Used"), asked.out_of(own.stars, len(all_stars)))]
    if own.stars < len(all_stars):
        star = all_stars[own.stars]
        machines = guide.sources(say)
        behind = [machines[colour] for colour in COLOURS if own.track[colour] < star]
        facts.append((say("Next star column"), str(star)))
        facts.append((say("Not there yet"), ", ".join(behind) or say("none")))
    name = f"{asked.names[number]}: {say('star columns')}"
    return Info(name, text, tuple(facts), ("TU-40", "TU-41", "TU-42", "TU-43"))


def roofs(asked: Asked, number: int) -> Info:
    say, left = asked.say, asked.view.seats[number].roofs
    text = say(
        "Every building needs a roof: it goes on the new building or on a neighbour that has just grown."
        " Whoever lays their last roof begins the end."
    )
    facts = ((say("Roofs left"), asked.out_of(left, asked.board.components.roofs_per_player)),)
    name = f"{asked.names[number]}: {say('roofs')}"
    return Info(name, text, facts, ("TU-32", "TU-35", "TU-46"))


def tokens(asked: Asked, number: int) -> Info:
    say = asked.say
    text = say("A token for each objective that the player has met, worth its number in millions.")
    facts = []
    for row, won in zip(asked.view.objectives, asked.view.seats[number].tokens, strict=True):
        have = asked.millions(won) if won else asked.out_of(row.progress[number], row.total)
        facts.append((say.name(asked.board.objective(row.id), "text"), have))
    name = f"{asked.names[number]}: {say('tokens')}"
    return Info(name, text, tuple(facts), ("TU-6", "TU-55", "TU-56"))


def cone(asked: Asked, number: int) -> Info:
    """What the visible roofs are worth, or would be."""
    say, counted = asked.say, asked.view.seats[number].visible
    text = say(
        "A roof is visible if no floor lies on it. Right after a player's last turn the cone marks the"
        " number of their visible roofs, and they get what its field is worth."
    )
    visible = _visible(asked, number) if counted is None else counted
    worth = asked.millions(asked.view.seats[number].if_ended.cone)
    label = say("If it ended now") if counted is None else say("Counted")
    facts = ((say("Visible roofs"), str(visible)), (label, worth))
    name = f"{asked.names[number]}: {say('visible roofs')}"
    return Info(capital(name), text, facts, ("TU-49",))


def _visible(asked: Asked, number: int) -> int:
    return sum(row.roofs[-1] == number for row in asked.view.buildings.values())
