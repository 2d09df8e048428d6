"""Tower Up: checks of an edition. Each yields a line for every problem it finds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rooftop.drawing.geometry import inside
from rooftop.game.edition_tables import duplicates, within
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.schema import (
    COLOURS,
    KEYS,
    PLAYERS,
    STARTING_FLOORS,
    Bonus,
    Card,
    Components,
    Cone,
    Map,
    Objective,
    Player,
    Point,
    Setup,
    Track,
)

MOST_MACHINES = 8  # on a card


def numbers(
    players: int, components: Components, setup: Setup, track: Track, cone: Cone, bonus: Bonus
) -> Iterator[str]:
    """Whatever is a number or a list of numbers."""
    yield from within("components.floors_per_colour", components.floors_per_colour, 10, 120)
    yield from within("components.roofs_per_player", components.roofs_per_player, 1, 40)
    yield from within("setup.market_size", setup.market_size, 1, n.MARKET)
    if sorted(setup.start_stock) != sorted(COLOURS):
        yield f"setup.start_stock: must name {', '.join(COLOURS)}"
    for colour, floors in setup.start_stock.items():
        yield from within(f"setup.start_stock.{colour}", floors, 0, 5)
    if setup.starting_floors != STARTING_FLOORS:
        yield f"setup.starting_floors: must be {STARTING_FLOORS}, the default of the option starting_floors"
    if players not in setup.starting_floors_max:
        yield f"setup.starting_floors_max: missing entry for {players} players"
    else:
        most = setup.starting_floors_max[players]
        yield from within(f"setup.starting_floors_max.{players}", most, STARTING_FLOORS, n.STARTERS)
    yield from within("setup.rulings.stalemate_rounds", setup.rulings.stalemate_rounds, 1, 50)
    extra = setup.seat_compensation.extra_floors.get(players, [])
    if len(extra) != players or not all(0 <= floors <= 5 for floors in extra):
        yield f"setup.seat_compensation.extra_floors.{players}: must be {players} numbers from 0 to 5"
    yield from _floors(players, components, setup)
    yield from _scale("track.values", track.values, n.COLUMNS)
    yield from _scale("cone.values", cone.values, n.CONES - 1)
    yield from within("track.start_column", track.start_column, 0, len(track.values) - 1)
    if track.stars != sorted(set(track.stars)) or len(track.stars) > n.STARS:
        yield f"track.stars: must be at most {n.STARS} columns in rising order"
    for column in track.stars:
        yield from within("track.stars", column, track.start_column + 1, len(track.values) - 1)
    values = bonus.per_players.get(players, [])
    if not players <= len(values) <= n.TOKENS or values != sorted(values, reverse=True):
        yield f"bonus.per_players.{players}: must be {players} to {n.TOKENS} values, best first"
    elif not all(1 <= value <= 100 for value in values):
        yield f"bonus.per_players.{players}: values must be from 1 to 100"


def _floors(players: int, components: Components, setup: Setup) -> Iterator[str]:
    """The tray has enough floors for the setup, and every player may keep theirs."""
    stock, extra = sum(setup.start_stock.values()), setup.seat_compensation.extra_floors.get(players, [])
    yield from within("setup.stock_limit", setup.stock_limit, max(1, stock), 100)
    needed = players * stock + sum(extra) + setup.starting_floors_max.get(players, 0)
    if needed > n.COLOURS * components.floors_per_colour:
        yield f"components.floors_per_colour: setup needs {needed} floors in all for {players} players"
    for colour, floors in setup.start_stock.items():
        if players * floors > components.floors_per_colour:
            yield f"setup.start_stock.{colour}: not enough floors for {players} players"


def _scale(where: str, values: list[int], most: int) -> Iterator[str]:
    if not 2 <= len(values) <= most:
        yield f"{where}: must have 2 to {most} values"
    elif values != sorted(values) or values[0] < 0 or values[-1] > 120:
        yield f"{where}: values must rise and lie between 0 and 120"


def players(rows: list[Player]) -> Iterator[str]:
    if sorted(row.id for row in rows) != sorted(PLAYERS):
        yield f"player: must be {', '.join(PLAYERS)}, in any order"


def cards(rows: list[Card], components: Components, setup: Setup) -> Iterator[str]:
    yield from duplicates("card", [card.id for card in rows])
    fewest = setup.market_size + max(setup.starting_floors_max.values(), default=0)
    if not fewest <= len(rows) <= n.CARDS:
        yield f"card: must have {fewest} to {n.CARDS} cards, not {len(rows)}"
    if len(rows) != components.supply_cards:
        yield f"components.supply_cards: is {components.supply_cards}, but there are {len(rows)} cards"
    for index, card in enumerate(rows):
        if not 1 <= len(card.floors) <= n.CARD_FLOORS:
            yield f"card[{index}].floors: {card.id} must have 1 to {n.CARD_FLOORS} floors, the lowest first"
        if len(card.machines) > MOST_MACHINES:
            yield f"card[{index}].machines: {card.id} must have at most {MOST_MACHINES} machines"


def objectives(rows: list[Objective], components: Components, setup: Setup) -> Iterator[str]:
    ids = [objective.id for objective in rows]
    yield from duplicates("objective", ids)
    if not n.IN_PLAY <= len(rows) <= n.OBJECTIVES:
        yield f"objective: must have {n.IN_PLAY} to {n.OBJECTIVES} objectives, not {len(rows)}"
    if len(rows) != components.objective_cards:
        yield f"components.objective_cards: is {components.objective_cards}, but there are {len(rows)}"
    if len(setup.first_game) != n.IN_PLAY or len(set(setup.first_game)) != n.IN_PLAY:
        yield f"setup.first_game: must be {n.IN_PLAY} different objectives"
    for name in setup.first_game:
        if name not in ids:
            yield f"setup.first_game: the objective must be one of {', '.join(ids)}, not {name!r}"
    for index, objective in enumerate(rows):
        yield from _objective(f"objective[{index}]", objective)


def _objective(where: str, objective: Objective) -> Iterator[str]:
    used = KEYS[objective.kind]
    if not objective.id or " " in objective.id:
        yield f"{where}.id: must be one word, not {objective.id!r}"
    for key in ("per_colour", "per_district", "count", "first", "second", "roofs", "buildings"):
        if key in used:
            yield from within(f"{where}.{key}", getattr(objective, key), 1, 20)
    levels = objective.levels
    if len(set(levels)) != len(levels) or not all(1 <= level <= n.LEVELS for level in levels):
        yield f"{where}.levels: must be different levels from 1 to {n.LEVELS}"
    for key in sorted({key for keys in KEYS.values() for key in keys}):
        if bool(getattr(objective, key)) != (key in used):
            problem = "missing" if key in used else "not a key"
            yield f"{where}.{key}: {problem} for objectives of kind {objective.kind}"


# --- the map ------------------------------------------------------------------------------------------


def city(where: str, city: Map, site_number: dict[str, int], setup: Setup) -> Iterator[str]:
    yield from duplicates(f"{where}.sites", [site.id for site in city.sites])
    yield from within(f"{where}.sites: number of sites", len(city.sites), setup.starting_floors + 1, n.SITES)
    yield from within(f"{where}.district: number of districts", len(city.district), 1, n.DISTRICTS)
    yield from within(f"{where}.streets: number of streets", len(city.streets), 1, n.STREETS)
    for index, area in enumerate(city.district):
        if not re.fullmatch("#[0-9a-fA-F]{6}", area.fill):
            yield f"{where}.district[{index}].fill: must be a colour such as '#c0a080', not {area.fill!r}"
    polygons = {area.id: area.polygon for area in city.district}
    for index, site in enumerate(city.sites):
        here = f"{where}.sites[{index}]: {site.id}"
        if site.district not in polygons:
            yield f"{here}: district must be one of {', '.join(polygons)}, not {site.district!r}"
        elif not (polygons[site.district] and inside((site.x, site.y), polygons[site.district])):
            yield f"{here}: outside the polygon of its district {site.district}"
        if not (0 <= site.x <= city.width and 0 <= site.y <= city.height):
            yield f"{here}: outside the map"
        if " " in site.id or not site.id:
            yield f"{here}: the id must be one word"
    yield from _streets(where, city, site_number)


def _streets(where: str, city: Map, site_number: dict[str, int]) -> Iterator[str]:
    earlier: dict[frozenset[str], int] = {}
    for index, (a, b) in enumerate(city.streets):
        here = f"{where}.streets[{index}]"
        for end in (a, b):
            if end not in site_number:
                yield f"{here}: there is no site {end!r}"
        if a == b:
            yield f"{here}: leads from {a} to itself"
            continue
        if frozenset((a, b)) in earlier:
            yield f"{here}: {a}-{b} is a duplicate"
        for other, number in earlier.items():
            if {a, b}.isdisjoint(other) and all(end in site_number for end in (a, b, *other)):
                c, d = sorted(other)
                ends = [city.sites[site_number[end]] for end in (a, b, c, d)]
                if _cross(*((site.x, site.y) for site in ends)):
                    yield f"{here}: {a}-{b} crosses {c}-{d}, street {number}"
        earlier[frozenset((a, b))] = index


def network(where: str, city: Map, neighbours: list[list[int]]) -> Iterator[str]:
    """Every site has streets, and streets join all sites."""
    for site, around in zip(city.sites, neighbours, strict=True):
        yield from within(f"{where}: site {site.id}: number of streets", len(around), 1, n.DEGREE)
    reached, edge = {0}, [0]
    while edge:
        for other in neighbours[edge.pop()]:
            if other not in reached:
                reached.add(other)
                edge.append(other)
    apart = [site.id for index, site in enumerate(city.sites) if index not in reached]
    if apart:
        yield f"{where}.streets: no streets lead from {city.sites[0].id} to {', '.join(apart)}"


def reachable_objectives(where: str, city: Map, rows: list[Objective]) -> Iterator[str]:
    """The map has the sites and districts that the objectives need."""
    for index, objective in enumerate(rows):
        if objective.flag:
            sites = sum(getattr(site, objective.flag) for site in city.sites)
            if sites < objective.count:
                needed = f"{objective.count} {objective.flag} sites"
                yield f"objective[{index}]: needs {needed}; {where} has {sites}"
        if objective.kind == "grey_districts" and sum(area.grey for area in city.district) < 2:
            yield f"objective[{index}]: needs two grey districts; {where} has fewer"


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments a-b and c-d cross."""

    def side(p: Point, q: Point, r: Point) -> int:
        turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (turn > 0) - (turn < 0)

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
