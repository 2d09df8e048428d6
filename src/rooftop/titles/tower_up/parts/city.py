"""Tower Up: the parts of the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rooftop.game.parts import Fact, Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator, capital
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.parts.registry import PARTS, Question
from rooftop.titles.tower_up.parts.words import (
    building,
    colour_name,
    district_name,
    machine,
    price,
    price_text,
)
from rooftop.titles.tower_up.schema import COLOURS, Colour, Site
from rooftop.titles.tower_up.view import Building


def site(
    board: Board, spot: Site, stack: Building | None, new: bool, names: Sequence[str], say: Translator
) -> Seen:
    """A site with its building: colour, height and every roof with its level."""
    where = f"{spot.id}, {district_name(board.district(board.site_number[spot.id]), say)}"
    if spot.lakeside:
        where = say("{site}, by the lake", site=where)
    if spot.park:
        where = say("{site}, in a park", site=where)
    if stack is None:
        return Seen(where, say("empty"))
    height = say.many("{n} floor", "{n} floors", stack.height)
    shown = [f"{building(say, stack.colour)}, {height}"]
    if new:
        shown.append(say("new this turn"))
    shown += [
        say("level {level}: roof of {player}", level=level, player=names[owner])
        for level, owner in enumerate(stack.roofs, 1)
        if owner is not None
    ]
    return Seen(where, "; ".join(shown))


@PARTS.part("site-{name}")
def explain_site(asked: Question, name: str) -> Info | None:
    board, view = asked.board, asked.view
    if name not in board.site_number:
        return None
    spot, stack = board.sites[board.site_number[name]], view.buildings.get(name)
    seen = site(board, spot, stack, False, asked.names, asked.say)
    return _explain_empty(asked, spot, seen) if stack is None else _explain_built(asked, spot, seen, stack)


def _explain_empty(asked: Question, spot: Site, seen: Seen) -> Info:
    board, view, say = asked.board, asked.view, asked.say
    number = board.site_number[spot.id]
    cost = price(board, view, number)
    if cost:
        text = say(
            "An empty building site. A building here costs one floor of its own, and one for every building"
            " next door, in that building's colour. Its own colour must be none of theirs."
        )
    else:
        text = say(
            "An empty building site. No street joins it to a building yet, so nobody can build here now."
        )
    facts = [_neighbours(asked, spot)]
    if cost:
        free = [colour for colour in COLOURS if not cost[colour]]
        facts.append((say("For the neighbours"), price_text(say, cost)))
        facts.append((say("Possible colours"), _colours(free, say)))
        facts += _for_viewer(asked, cost, free)
    return seen.info(text, facts, ("TU-27", "TU-28", "TU-29", *_place(spot)))


def _for_viewer(asked: Question, cost: Counter[Colour], free: list[Colour]) -> list[Fact]:
    """Whether the viewer could pay for it."""
    view, say = asked.view, asked.say
    if view.seat < 0 or view.over:
        return []
    own = view.seats[view.seat]
    lacking = Counter({colour: cost[colour] - own.stock[colour] for colour in COLOURS})
    lacking = +lacking
    payable = [colour for colour in free if own.stock[colour]]
    if lacking:
        return [(say("You lack"), price_text(say, lacking))]
    return [(say("You can pay for"), _colours(payable, say))] if payable else []


def _explain_built(asked: Question, spot: Site, seen: Seen, row: Building) -> Info:
    say = asked.say
    text = say(
        "A {building}. Whoever builds next door adds a floor to it and may lay the roof here: then"
        " {machine} of that player moves one column for every floor. A roof that gets covered still counts"
        " for objectives.",
        building=building(say, row.colour),
        machine=machine(say, row.colour),
    )
    roofs = [
        say("level {level}: {player}", level=level, player=asked.names[owner])
        for level, owner in enumerate(row.roofs, 1)
        if owner is not None
    ]
    facts = [(say("Floors"), str(row.height)), (say("Roofs"), ", ".join(roofs) or say("none"))]
    facts.append(_neighbours(asked, spot))
    return seen.info(text, facts, ("TU-29", "TU-31", "TU-34", "TU-36", *_place(spot)))


def _place(spot: Site) -> tuple[str, ...]:
    return ("TU-67",) if spot.lakeside else ("TU-70",) if spot.park else ()


def _neighbours(asked: Question, spot: Site) -> Fact:
    say = asked.say
    around = asked.board.neighbours[asked.board.site_number[spot.id]]
    return say("Neighbours"), ", ".join(asked.board.sites[other].id for other in around)


def _colours(colours: Sequence[Colour], say: Translator) -> str:
    return ", ".join(colour_name(say, colour) for colour in colours) or say("none")


# --- the ground -------------------------------------------------------------------------------------


@PARTS.part("district-{district}")
def explain_district(asked: Question, district: str) -> Info | None:
    board, say = asked.board, asked.say
    area = next((area for area in board.city.district if area.id == district), None)
    if area is None:
        return None
    text = say(
        "One of the districts of the city. Objectives may ask for buildings in all districts, or on both"
        " sides of a border."
    )
    if area.grey:
        text += " " + say("It is a grey district: one objective counts the buildings in grey districts.")
    sites = [spot for spot in board.sites if spot.district == district]
    more = ("TU-65",) if area.grey else ()
    return Info(district_name(area, say), text, _counts(asked, sites), ("TU-2", "TU-63", *more, "TU-71"))


@PARTS.part("lake-{number}", number=lambda asked: len(asked.board.city.lake))
def explain_lake(asked: Question, number: int) -> Info:
    board, say = asked.board, asked.say
    text = say(
        "Nobody builds on the water. Sites with a blue front lie by the lake, and an objective may ask for"
        " them."
    )
    sites = [spot for spot in board.sites if spot.lakeside]
    return Info(say.name(board.city.lake[number]), text, _counts(asked, sites), ("TU-67",))


@PARTS.part("park-{number}", number=lambda asked: len(asked.board.city.park))
def explain_park(asked: Question, number: int) -> Info:
    board, say = asked.board, asked.say
    text = say("A park. Sites with a green front lie in one, and an objective may ask for them.")
    sites = [spot for spot in board.sites if spot.park]
    return Info(say.name(board.city.park[number]), text, _counts(asked, sites), ("TU-70",))


def _counts(asked: Question, sites: list[Site]) -> tuple[Fact, ...]:
    """The sites, how many have a building, and how many of these the viewer is present in."""
    say, buildings = asked.say, asked.view.buildings
    built = [buildings[spot.id] for spot in sites if spot.id in buildings]
    facts = [(say("Sites"), " ".join(spot.id for spot in sites)), (say("Buildings"), str(len(built)))]
    if asked.view.seat >= 0:
        present = sum(asked.view.seat in row.roofs for row in built)
        facts.append((say("You are present in"), str(present)))
    return tuple(facts)


@PARTS.part("streets")
def explain_streets(asked: Question) -> Info:
    say = asked.say
    text = say(
        "Streets make neighbours: two sites are next to each other only if a street joins them, however"
        " near they are."
    )
    return Info(
        capital(say("Streets")), text, ((say("Streets"), str(len(asked.board.city.streets))),), ("TU-2",)
    )
