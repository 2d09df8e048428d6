"""Tower Up: what an edition holds for a number of players, checked, and as tables for the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import msgspec

from rooftop.engine.record import Array
from rooftop.errors import EditionError, OptionError
from rooftop.game.edition import Edition
from rooftop.game.edition_tables import Reader, doubles, within
from rooftop.game.title import Option, OptionValue
from rooftop.titles.tower_up import state as n

Colour = Literal["white", "grey", "brown", "black"]
COLOURS: tuple[Colour, ...] = ("white", "grey", "brown", "black")
PLAYERS = ("blue", "yellow", "green", "orange")  # their paints and patterns belong to the scene
Point = tuple[int, int]

# --- the tables of edition.toml -------------------------------------------------------------------


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Components(_Table, frozen=True):
    supply_cards: int
    objective_cards: int
    roofs_per_player: int
    floors_per_colour: int


class Named(_Table, frozen=True):
    id: str
    name_en: str
    name_pl: str


class Rulings(_Table, frozen=True):
    stalemate_rounds: int


class Compensation(_Table, frozen=True):
    extra_floors: dict[int, list[int]]


class Setup(_Table, frozen=True):
    market_size: int
    first_game: list[str]
    start_stock: dict[Colour, int]
    stock_limit: int
    starting_floors: int
    starting_floors_max: dict[int, int]
    rulings: Rulings
    seat_compensation: Compensation


class Track(_Table, frozen=True):
    values: list[int]
    stars: list[int]
    start_column: int


class Cone(_Table, frozen=True):
    values: list[int]


class Bonus(_Table, frozen=True):
    per_players: dict[int, list[int]]


class Objective(_Table, frozen=True):
    """`NEEDS` says which of the numbers a kind has."""

    id: str
    kind: Literal[
        "each_colour",
        "each_district",
        "connected_group",
        "grey_districts",
        "site_flag_count",
        "colour_count",
        "roofs_per_building",
        "roof_levels",
        "border_pairs",
    ]
    text_en: str
    text_pl: str
    per_colour: int = 0
    per_district: int = 0
    count: int = 0
    first: int = 0
    second: int = 0
    colour: Colour | None = None
    flag: Literal["lakeside", "park"] | None = None
    roofs: int = 0
    buildings: int = 0
    levels: list[int] = []


NEEDS = {
    "each_colour": ("per_colour",),
    "each_district": ("per_district",),
    "connected_group": ("count",),
    "grey_districts": ("first", "second"),
    "site_flag_count": ("flag", "count"),
    "colour_count": ("colour", "count"),
    "roofs_per_building": ("roofs", "buildings"),
    "roof_levels": ("levels",),
    "border_pairs": (),
}
BORDERS = 2  # TU-71: so many are enough for border_pairs


class Card(_Table, frozen=True):
    id: str
    floors: list[Literal["white", "grey", "brown", "black", "any"]]
    machines: list[Colour]


class Site(_Table, frozen=True):
    id: str
    x: int
    y: int
    district: str
    lakeside: bool = False
    park: bool = False


class Area(_Table, frozen=True):
    """A lake or park, as it is drawn; the label is the middle of its name."""

    name_en: str
    name_pl: str
    label: Point
    polygon: list[Point]


class District(Area, frozen=True):
    id: str
    grey: bool
    fill: str


class Map(_Table, frozen=True):
    id: str
    players: list[int]
    width: int
    height: int
    sites: list[Site]
    streets: list[tuple[str, str]]
    district: list[District]
    lake: list[Area]
    park: list[Area]


# --- the board ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """One edition for one number of players. Places in the lists are the numbers that the rules use."""

    players: int
    components: Components
    setup: Setup
    track: Track
    cone: Cone
    tokens: list[int]
    objectives: list[Objective]
    cards: list[Card]
    city: Map
    player_names: list[Named]
    site_number: dict[str, int]
    neighbours: list[list[int]]

    @property
    def sites(self) -> list[Site]:
        return self.city.sites

    def district(self, site: int) -> District:
        return next(area for area in self.city.district if area.id == self.sites[site].district)

    def cone_value(self, visible: int) -> int:
        """TU-49: what so many visible roofs are worth."""
        return self.cone.values[min(visible, len(self.cone.values)) - 1] if visible else 0


def board(edition: Edition, players: int) -> Board:
    """Read and check an edition; an EditionError has a line for everything that is wrong."""
    reader = Reader(edition)
    one, all_of, problems = reader.one, reader.all_of, reader.problems
    components, setup = one(Components, "components"), one(Setup, "setup")
    track, cone, bonus = one(Track, "track"), one(Cone, "cone"), one(Bonus, "bonus")
    player_names = all_of(Named, "player")
    objectives, cards, maps = all_of(Objective, "objective"), all_of(Card, "card"), all_of(Map, "map")
    reader.no_others("Tower Up", _TABLES)
    reader.settle()

    at = [index for index, city in enumerate(maps) if players in city.players]
    if len(at) != 1:
        raise EditionError(edition.name, [f"map: {len(at)} maps are for {players} players; it must be one"])
    city: Map = maps[at[0]]
    problems += _number_problems(players, components, setup, track, cone, bonus)
    problems += _name_problems(player_names)
    problems += _card_problems(cards, components, setup)
    problems += _objective_problems(objectives, components, setup)
    site_number = {site.id: index for index, site in enumerate(city.sites)}
    problems += _map_problems(f"map[{at[0]}]", city, site_number, setup, players)
    reader.settle()

    neighbours: list[list[int]] = [[] for _ in city.sites]
    for a, b in city.streets:
        neighbours[site_number[a]].append(site_number[b])
        neighbours[site_number[b]].append(site_number[a])
    made = Board(
        players,
        components,
        setup,
        track,
        cone,
        bonus.per_players[players],
        objectives,
        cards,
        city,
        player_names,
        site_number,
        [sorted(found) for found in neighbours],
    )
    problems += _reach_problems(f"map[{at[0]}]", made)
    reader.settle()
    return made


_TABLES = ("components", "player", "setup", "track", "cone", "bonus", "objective", "card", "map")


# --- checks ---------------------------------------------------------------------------------------------


def _number_problems(
    players: int, components: Components, setup: Setup, track: Track, cone: Cone, bonus: Bonus
) -> Iterator[str]:
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
        yield f"setup.starting_floors_max: has no entry for {players} players"
    else:
        most = setup.starting_floors_max[players]
        yield from within(f"setup.starting_floors_max.{players}", most, STARTING_FLOORS, n.STARTERS)
    yield from within("setup.rulings.stalemate_rounds", setup.rulings.stalemate_rounds, 1, 50)
    extra = setup.seat_compensation.extra_floors.get(players, [])
    if len(extra) != players or not all(0 <= floors <= 5 for floors in extra):
        yield f"setup.seat_compensation.extra_floors.{players}: must be {players} numbers from 0 to 5"
    yield from _floor_problems(players, components, setup)
    yield from _scale_problems("track.values", track.values, n.COLUMNS)
    yield from _scale_problems("cone.values", cone.values, n.CONES - 1)
    yield from within("track.start_column", track.start_column, 0, len(track.values) - 1)
    if track.stars != sorted(set(track.stars)) or len(track.stars) > n.STARS:
        yield f"track.stars: must be at most {n.STARS} columns in rising order"
    for column in track.stars:
        yield from within("track.stars", column, track.start_column + 1, len(track.values) - 1)
    values = bonus.per_players.get(players, [])
    if not players <= len(values) <= n.TOKENS or values != sorted(values, reverse=True):
        yield (
            f"bonus.per_players.{players}: must be {players} to {n.TOKENS} values, best first,"
            " so that everyone can win one"
        )
    elif not all(1 <= value <= 100 for value in values):
        yield f"bonus.per_players.{players}: every token is worth 1 to 100"


def _floor_problems(players: int, components: Components, setup: Setup) -> Iterator[str]:
    """Everyone gets the floors that are due to them before the first turn, and may keep them."""
    stock, extra = sum(setup.start_stock.values()), setup.seat_compensation.extra_floors.get(players, [])
    yield from within("setup.stock_limit", setup.stock_limit, max(1, stock), 100)
    due = players * stock + sum(extra) + setup.starting_floors_max.get(players, 0)
    if due > n.COLOURS * components.floors_per_colour:
        yield f"components.floors_per_colour: setup needs {due} floors in all for {players} players"
    for colour, floors in setup.start_stock.items():
        if players * floors > components.floors_per_colour:
            yield f"setup.start_stock.{colour}: {players} players need more than there are"


def _scale_problems(place: str, values: list[int], most: int) -> Iterator[str]:
    if not 2 <= len(values) <= most:
        yield f"{place}: must have 2 to {most} values"
    elif values != sorted(values) or values[0] < 0 or values[-1] > 120:
        yield f"{place}: must rise from 0 or more to 120 or less"


def _name_problems(players: list[Named]) -> Iterator[str]:
    if sorted(row.id for row in players) != sorted(PLAYERS):
        yield f"player: must be {', '.join(PLAYERS)}, in any order"


def _card_problems(cards: list[Card], components: Components, setup: Setup) -> Iterator[str]:
    yield from doubles("card", [card.id for card in cards])
    fewest = setup.market_size + max(setup.starting_floors_max.values(), default=0)
    if not fewest <= len(cards) <= n.CARDS:
        yield f"card: there are {len(cards)} cards; they may be {fewest} to {n.CARDS}"
    if len(cards) != components.supply_cards:
        yield f"components.supply_cards: is {components.supply_cards}, but there are {len(cards)} cards"
    for index, card in enumerate(cards):
        if not 1 <= len(card.floors) <= n.CARD_FLOORS:
            yield f"card[{index}].floors: {card.id} must have 1 to {n.CARD_FLOORS} floors, the lowest first"
        if len(card.machines) > 8:
            yield f"card[{index}].machines: {card.id} has more than 8"


def _objective_problems(objectives: list[Objective], components: Components, setup: Setup) -> Iterator[str]:
    yield from doubles("objective", [objective.id for objective in objectives])
    if not n.IN_PLAY <= len(objectives) <= n.OBJECTIVES:
        yield f"objective: there are {len(objectives)}; they may be {n.IN_PLAY} to {n.OBJECTIVES}"
    if len(objectives) != components.objective_cards:
        yield f"components.objective_cards: is {components.objective_cards}, but there are {len(objectives)}"
    if len(setup.first_game) != n.IN_PLAY or len(set(setup.first_game)) != n.IN_PLAY:
        yield f"setup.first_game: must be {n.IN_PLAY} different objectives"
    ids = [objective.id for objective in objectives]
    for wanted in setup.first_game:
        if wanted not in ids:
            yield f"setup.first_game: the objective {wanted!r} is not one of {', '.join(ids)}"
    for index, objective in enumerate(objectives):
        if not objective.id or " " in objective.id:
            yield f"objective[{index}].id: {objective.id!r} must be one word"
        for key in ("per_colour", "per_district", "count", "first", "second", "roofs", "buildings"):
            if key in NEEDS[objective.kind]:
                yield from within(f"objective[{index}].{key}", getattr(objective, key), 1, 20)
        levels = objective.levels
        if len(set(levels)) != len(levels) or not all(1 <= level <= n.LEVELS for level in levels):
            yield f"objective[{index}].levels: must be different ones from 1 to {n.LEVELS}"
        for key in sorted({key for keys in NEEDS.values() for key in keys}):
            if bool(getattr(objective, key)) != (key in NEEDS[objective.kind]):
                wrong = "is missing" if key in NEEDS[objective.kind] else "is no key of this kind"
                yield f"objective[{index}].{key}: {wrong} ({objective.kind})"


def _map_problems(place: str, city: Map, number: dict[str, int], setup: Setup, players: int) -> Iterator[str]:
    yield from doubles(f"{place}.sites", [site.id for site in city.sites])
    yield from within(f"{place}.sites: their number", len(city.sites), setup.starting_floors + 1, n.SITES)
    yield from within(f"{place}.district: their number", len(city.district), 1, n.DISTRICTS)
    yield from within(f"{place}.streets: their number", len(city.streets), 1, n.STREETS)
    for index, area in enumerate(city.district):
        if not re.fullmatch("#[0-9a-fA-F]{6}", area.fill):
            yield f"{place}.district[{index}].fill: {area.fill!r} is not like '#c0a080'"
    polygons = {area.id: area.polygon for area in city.district}
    for index, site in enumerate(city.sites):
        here = f"{place}.sites[{index}]: {site.id}"
        if site.district not in polygons:
            yield f"{here}: district {site.district!r} is not one of {', '.join(polygons)}"
        elif not _inside((site.x, site.y), polygons[site.district]):
            yield f"{here}: lies outside the polygon of its district {site.district}"
        if not (0 <= site.x <= city.width and 0 <= site.y <= city.height):
            yield f"{here}: lies outside the canvas"
        if " " in site.id or not site.id:
            yield f"{here}: the id must be one word"
    known: dict[frozenset[str], int] = {}
    for index, (a, b) in enumerate(city.streets):
        for end in (a, b):
            if end not in number:
                yield f"{place}.streets[{index}]: there is no site {end!r}"
        if a == b:
            yield f"{place}.streets[{index}]: leads from {a} to itself"
            continue
        if frozenset((a, b)) in known:
            yield f"{place}.streets[{index}]: {a}-{b} stands twice"
        for other, earlier in known.items():
            if {a, b}.isdisjoint(other) and all(end in number for end in (a, b, *other)):
                c, d = sorted(other)
                ends = [city.sites[number[end]] for end in (a, b, c, d)]
                if _cross(*((site.x, site.y) for site in ends)):
                    yield f"{place}.streets[{index}]: {a}-{b} crosses {c}-{d}, street {earlier}"
        known[frozenset((a, b))] = index


def _reach_problems(place: str, made: Board) -> Iterator[str]:
    """What only the finished network shows: streets per site, one whole, objectives within reach."""
    for site, around in zip(made.sites, made.neighbours, strict=True):
        yield from within(f"{place}: site {site.id}: number of streets", len(around), 1, n.DEGREE)
    seen, edge = {0}, [0]
    while edge:
        for other in made.neighbours[edge.pop()]:
            if other not in seen:
                seen.add(other)
                edge.append(other)
    apart = [site.id for index, site in enumerate(made.sites) if index not in seen]
    if apart:
        yield f"{place}.streets: {', '.join(apart)} cannot be reached from {made.sites[0].id}"
    for index, objective in enumerate(made.objectives):
        if objective.flag:
            able = sum(getattr(site, objective.flag) for site in made.sites)
            if able < objective.count:
                need = f"{objective.count} {objective.flag} sites"
                yield f"objective[{index}]: needs {need}; {place} has {able}"
        if objective.kind == "grey_districts" and sum(area.grey for area in made.city.district) < 2:
            yield f"objective[{index}]: needs two grey districts; {place} has fewer"


def _inside(point: Point, polygon: list[Point]) -> bool:
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (ay > y) != (by > y) and (x - ax) * (by - ay) * (1 if by > ay else -1) < (bx - ax) * (y - ay) * (
            1 if by > ay else -1
        ):
            inside = not inside
    return inside


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> int:
        turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (turn > 0) - (turn < 0)

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


# --- tables ---------------------------------------------------------------------------------------------


def fill(made: Board, rows: Array) -> None:
    """The board as the one record that the rules read."""
    t = rows[0]
    setup = made.setup
    colours = {colour: number for number, colour in enumerate((*COLOURS, "any"))}
    t["sites"] = len(made.sites)
    for site, around in enumerate(made.neighbours):
        t["degree"][site] = len(around)
        t["neighbour"][site][: len(around)] = around
        t["adjacent"][site] = _set(around)
    districts = [area.id for area in made.city.district]
    home = [districts.index(site.district) for site in made.sites]
    t["districts"] = len(districts)
    t["grey_set"] = _set([number for number, area in enumerate(made.city.district) if area.grey])
    for number in range(len(districts)):
        t["district_set"][number] = _set([site for site, own in enumerate(home) if own == number])
    crossing = [
        (a, b) for a, around in enumerate(made.neighbours) for b in around if a < b and home[a] != home[b]
    ]
    borders = sorted({frozenset((home[a], home[b])) for a, b in crossing}, key=sorted)
    t["border_count"] = len(crossing)
    for street, (a, b) in enumerate(crossing):
        t["border_site"][street] = (a, b)
        t["border_pair"][street] = borders.index(frozenset((home[a], home[b])))

    t["floors_per_colour"] = made.components.floors_per_colour
    t["start_stock"] = [setup.start_stock[colour] for colour in COLOURS]
    t["stock_limit"] = setup.stock_limit
    t["roofs"] = made.components.roofs_per_player
    t["market_size"] = setup.market_size
    t["cards"] = len(made.cards)
    for number, card in enumerate(made.cards):
        t["card_floors"][number] = len(card.floors)
        t["card_floor"][number][: len(card.floors)] = [colours[colour] for colour in card.floors]
        for colour in card.machines:
            t["card_machines"][number][colours[colour]] += 1
    t["last_column"] = len(made.track.values) - 1
    t["column_value"][: len(made.track.values)] = made.track.values
    t["start_column"] = made.track.start_column
    t["star_count"] = len(made.track.stars)
    t["star"][: len(made.track.stars)] = made.track.stars
    t["cone_fields"] = len(made.cone.values)
    t["cone_value"][1 : len(made.cone.values) + 1] = made.cone.values
    t["token_value"][: len(made.tokens)] = made.tokens
    t["objectives"] = len(made.objectives)
    for number, objective in enumerate(made.objectives):
        t["objective_kind"][number], t["objective_need"][number] = _kind_and_need(objective)
        t["objective_total"][number] = objective_total(made, objective)
        t["objective_also"][number] = _also(objective)
        t["objective_set"][number] = _members(made, objective)
    t["compensation"][: made.players] = setup.seat_compensation.extra_floors[made.players]
    t["stalemate_rounds"] = setup.rulings.stalemate_rounds
    t["max_plies"] = _longest_game(made)


def _kind_and_need(objective: Objective) -> tuple[int, int]:
    return {
        "each_colour": (n.EACH_COLOUR, objective.per_colour),
        "each_district": (n.EACH_DISTRICT, objective.per_district),
        "connected_group": (n.CONNECTED_GROUP, objective.count),
        "grey_districts": (n.GREY_DISTRICTS, objective.first),
        "site_flag_count": (n.SITES_IN_SET, objective.count),
        "colour_count": (n.COLOUR_COUNT, objective.count),
        "roofs_per_building": (n.ROOFS_PER_BUILDING, objective.roofs),
        "roof_levels": (n.ROOF_LEVELS, 1),
        "border_pairs": (n.BORDER_PAIRS, 1),
    }[objective.kind]


def objective_total(made: Board, objective: Objective) -> int:
    """How many steps an objective has: what `progress` counts up to."""
    return {
        "each_colour": n.COLOURS,
        "each_district": len(made.city.district),
        "connected_group": objective.count,
        "grey_districts": objective.first + objective.second,
        "site_flag_count": objective.count,
        "colour_count": objective.count,
        "roofs_per_building": objective.buildings,
        "roof_levels": len(objective.levels),
        "border_pairs": BORDERS,
    }[objective.kind]


def _also(objective: Objective) -> int:
    if objective.colour:
        return COLOURS.index(objective.colour)
    return objective.second


def _members(made: Board, objective: Objective) -> int:
    if objective.flag:
        return _set([number for number, site in enumerate(made.sites) if getattr(site, objective.flag)])
    return _set(objective.levels)


def _set(members: list[int]) -> int:
    return sum(1 << member for member in members)


def _longest_game(made: Board) -> int:
    """More decisions than any game can have: the stalemate ruling bounds the turns between two buildings."""
    buildings = made.players * made.components.roofs_per_player + 1
    turns = (buildings + 1) * made.setup.rulings.stalemate_rounds * made.players + made.players
    turns += made.players * len(made.track.stars)
    before = n.STARTERS + 5 * made.players
    return before + turns * (2 + 2 * n.CARD_FLOORS)


# --- options ------------------------------------------------------------------------------------------

STARTING_FLOORS = 3  # the least, and what one gets without a word

OPTIONS = (
    Option(
        "objectives",
        "first-game",
        'first-game, random, or three letters such as "A C J"',
        "which three objectives are in play",
        (("first-game", "the three of a first game"), ("random", "three at random")),
        free=True,
    ),
    Option(
        "starting_floors",
        STARTING_FLOORS,
        "3 to 7 (5 with four players)",
        "floors on the board at the start; more: advanced",
    ),
    Option(
        "placement",
        "random",
        "random or first-player",
        "who places the starting floors",
        (("random", "at random"), ("first-player", "the first player")),
    ),
    Option("hold", False, "true or false", "a turn ends only when its player says so"),
    Option("compensation", False, "true or false", "house option: later seats start with more floors"),
)


def encode(made: Board, options: dict[str, OptionValue]) -> list[int]:
    """Options as `setup` reads them."""
    encoded = [0] * n.OPTIONS
    encoded[n.OBJECTIVE_SET] = _objective_set(made, options["objectives"])
    floors, setup = options["starting_floors"], made.setup
    most = setup.starting_floors_max[made.players]
    if isinstance(floors, bool) or not isinstance(floors, int) or not setup.starting_floors <= floors <= most:
        raise OptionError(
            f"option starting_floors: {floors!r} is not from {setup.starting_floors} to {most},"
            f" the most with {made.players} players"
        )
    encoded[n.STARTING_FLOORS] = floors
    if options["placement"] not in ("random", "first-player"):
        raise OptionError(f"option placement: {options['placement']!r} is neither random nor first-player")
    encoded[n.PLACED_BY_FIRST] = int(options["placement"] == "first-player")
    for name, place in (("hold", n.HOLD), ("compensation", n.COMPENSATION)):
        if not isinstance(options[name], bool):
            raise OptionError(f"option {name}: {options[name]!r} is neither true nor false")
        encoded[place] = int(options[name])
    start = sum(setup.start_stock.values()) + max(setup.seat_compensation.extra_floors[made.players])
    if options["compensation"] and start > setup.stock_limit:
        raise OptionError(
            f"option compensation: {start} floors at the start are over the limit of {setup.stock_limit}"
        )
    return encoded


def _objective_set(made: Board, wanted: OptionValue) -> int:
    if wanted == "random":
        return 0
    if wanted == "first-game":
        wanted = " ".join(made.setup.first_game)
    ids = [objective.id for objective in made.objectives]
    letters = wanted.split() if isinstance(wanted, str) else []
    if len(set(letters)) != n.IN_PLAY or not all(letter in ids for letter in letters):
        raise OptionError(
            f"option objectives: {wanted!r} is neither first-game, nor random,"
            f" nor {n.IN_PLAY} different ones of {' '.join(ids)}"
        )
    return _set([ids.index(letter) for letter in letters])
