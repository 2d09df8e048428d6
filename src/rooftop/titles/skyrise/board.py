"""Skyrise: what an edition holds for a number of players, checked, and as tables for the rules."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rooftop.engine.record import Array
from rooftop.errors import EditionError, OptionError
from rooftop.game.edition import Edition, read
from rooftop.game.edition_tables import doubles, within
from rooftop.game.title import Option, OptionValue
from rooftop.titles.skyrise import schema as d
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.schema import COLOURS, FEATURES, HEADS, HEIGHTS, PLAYER_COLOURS

LETTERS = ("A", "B", "C", "D")
DISCS = (*COLOURS, "wild", "commissions", *LETTERS)
CENTRE = "centre"
SHORTEST_BORDER = 20  # what cells share less of is a corner

# --- the board ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """One edition for one number of players. Places in the lists are the numbers that the rules use."""

    players: int
    geometry: d.Geometry
    colour_names: list[d.NeighbourhoodColour]
    islands: list[d.Island]  # the centre first
    cells: list[d.Cell]  # the neighbourhoods of all islands, the centre's first
    slots: list[d.Slot]
    bridges: list[d.Bridge]  # of the layout
    layout: d.Layout
    seat_players: list[d.Player]  # the player colour of each seat
    setup: d.Setup
    bag: d.Bag
    buildings: list[list[d.Building]]  # by set (player colour), in the order of structures
    wonders: list[d.Wonder]
    panoramas: list[d.Panorama]
    objectives: list[d.Objective]
    tiles: list[int]
    patrons: list[d.Patron]
    row: d.DiscRow
    keys: d.Keys
    commissions: d.Commissions
    control: d.Control
    rulings: d.Rulings
    eras: list[d.Era]
    height_names: list[d.Named]
    structures: list[str]  # the ids of a player's structures: short-1, ... tall-3, wonder-1, wonder-2
    place_number: dict[str, int]
    island_number: list[int]  # of each neighbourhood

    def island_of(self, place: int) -> d.Island:
        return self.islands[self.island_number[place]]

    def features(self, kind: str) -> list[d.Lake | d.Round]:
        """The lakes, blimps or windmills of all islands."""
        return [feature for island in self.islands for feature in getattr(island, kind)]

    def building(self, number: int) -> d.Building:
        return next(row for rows in self.buildings for row in rows if row.number == number)

    @property
    def auctions(self) -> int:
        return self.players * (n.BUILDINGS + self.setup.wonders_per_player)

    @property
    def discs(self) -> list[int]:
        """How many there are of each kind, in the order of DISCS."""
        bag = self.bag
        letters = [bag.patron_per_letter] * n.LETTERS
        return [*[bag.neighbourhood_per_colour] * n.COLOURS, bag.wild, bag.commissions, *letters]

    @property
    def neighbourhoods(self) -> int:
        """On the map of a game: all outer islands have one size."""
        return len(self.islands[0].cell) + self.players * len(self.islands[1].cell)


def _structure_ids(buildings: list[d.Building]) -> list[str]:
    counts = dict.fromkeys(HEIGHTS, 0)
    ids = []
    for row in buildings:
        counts[row.height] += 1
        ids.append(f"{row.height}-{counts[row.height]}")
    return ids + [f"wonder-{figure + 1}" for figure in range(n.FIGURES)]


def board(edition: Edition, players: int) -> Board:
    """Read and check an edition; an EditionError has a line for everything that is wrong."""
    problems: list[str] = []
    data: dict[str, Any] = {}
    for key, kind in d.ONE.items():
        if not isinstance(edition.data.get(key), dict):
            problems.append(f"has no table [{key}]")
        else:
            data[key] = read(kind, edition.data[key], key, problems)
    for key, kind in d.SEVERAL.items():
        rows = edition.data.get(key)
        if not isinstance(rows, list) or not rows:
            problems.append(f"has no tables [[{key}]]")
        else:
            data[key] = [read(kind, row, f"{key}[{at}]", problems) for at, row in enumerate(rows)]
    for key in edition.data:
        if key not in {"edition", *d.ONE, *d.SEVERAL}:
            problems.append(f"{key}: is no table of Skyrise; those are {', '.join((*d.ONE, *d.SEVERAL))}")
    if problems:
        raise EditionError(edition.name, problems)
    problems += _island_problems(data)
    problems += _piece_problems(data)
    problems += _number_problems(data)
    for key in ("layout", "setup", "bag"):
        if [row.players for row in data[key]].count(players) != 1:
            problems.append(f"{key}: must have exactly one table with players = {players}")
    if problems:
        raise EditionError(edition.name, problems)
    made = _made(data, players)
    problems += _table_problems(made, data)
    if problems:
        raise EditionError(edition.name, problems)
    return made


def _made(data: dict[str, Any], players: int) -> Board:
    def for_players(key: str) -> Any:
        return next(row for row in data[key] if row.players == players)

    islands = sorted(data["island"], key=lambda island: island.role != CENTRE)
    cells = [cell for island in islands for cell in island.cell]
    layout, setup = for_players("layout"), for_players("setup")
    by_id = {row.id: row for row in data["player_colour"]}
    buildings = [_set_of_buildings(data["building"], colour) for colour in PLAYER_COLOURS]
    return Board(
        players=players,
        geometry=data["geometry"],
        colour_names=data["neighbourhood_colour"],
        islands=islands,
        cells=cells,
        slots=data["slot"],
        bridges=[bridge for bridge in data["bridge"] if bridge.id in layout.bridges],
        layout=layout,
        seat_players=[by_id[colour] for colour in setup.seat_colours],
        setup=setup,
        bag=for_players("bag"),
        buildings=buildings,
        wonders=data["wonder"],
        panoramas=data["panorama"],
        objectives=data["secret_objective"],
        tiles=[tile.value for tile in data["patron_tiles"].tile],
        patrons=data["patron"],
        row=data["disc_row"],
        keys=data["keys"],
        commissions=data["commissions"],
        control=data["island_control"],
        rulings=data["rulings"],
        eras=data["era"],
        height_names=data["height"],
        structures=_structure_ids(buildings[0]),
        place_number={cell.id: number for number, cell in enumerate(cells)},
        island_number=[at for at, island in enumerate(islands) for _ in island.cell],
    )


def _set_of_buildings(buildings: list[d.Building], colour: str) -> list[d.Building]:
    own = [row for row in buildings if row.colour == colour]
    return sorted(own, key=lambda row: (HEIGHTS.index(row.height), row.number))


# --- checks ---------------------------------------------------------------------------------------------


def _ids(place: str, rows: list[Any], wanted: tuple[str, ...]) -> Iterator[str]:
    if [row.id for row in rows] != list(wanted):
        yield f"{place}: must be {', '.join(wanted)}, in this order"


def _island_problems(data: dict[str, Any]) -> Iterator[str]:
    islands: list[d.Island] = data["island"]
    if sum(island.role == CENTRE for island in islands) != 1 or len(islands) > n.ISLANDS:
        yield f"island: must be one centre and at most {n.ISLANDS - 1} outer islands"
    yield from doubles("island", [island.id for island in islands])
    yield from doubles("island.cell", [cell.id for island in islands for cell in island.cell])
    cells = sum(len(island.cell) for island in islands)
    yield from within("island.cell: their number", cells, 2, n.PLACES)
    for kind in FEATURES:
        features = sum(len(getattr(island, kind)) for island in islands)
        yield from within(f"island.{kind}: their number", features, 0, n.FEATURES)
    for index, island in enumerate(islands):
        yield from _one_island(f"island[{index}]", island)


def _one_island(place: str, island: d.Island) -> Iterator[str]:
    around = {cell.id: cell.neighbours for cell in island.cell}
    for cell in island.cell:
        if " " in cell.id or not cell.id:
            yield f"{place}.cell: {cell.id!r}: the id must be one word"
    shared = _shared_borders(island)
    for a, near in around.items():
        for b in near:
            if b not in around:
                yield f"{place}.cell: {a}: its neighbour {b!r} is no cell of this island"
            elif a not in around[b]:
                yield f"{place}.cell: {a} has the neighbour {b}, but {b} has not the neighbour {a}"
        for b in around:
            long = shared.get(frozenset((a, b)), 0.0) >= SHORTEST_BORDER
            if a < b and long != (b in near):
                said = "share a border" if long else "share no border long enough"
                yield f"{place}.cell: {a} and {b} {said}, but their neighbours say otherwise"
    for kind in FEATURES:
        for feature in getattr(island, kind):
            for cell_id in feature.borders:
                if cell_id not in around:
                    yield f"{place}.{kind}: {feature.id}: {cell_id!r} is no cell of this island"
    sides = [head.side for head in island.head]
    if island.role != CENTRE and sorted(sides) != sorted(HEADS):
        yield f"{place}.head: an outer island has the heads {', '.join(HEADS)}"
    for head in island.head:
        if head.cell not in around:
            yield f"{place}.head: {head.side}: {head.cell!r} is no cell of this island"


def _shared_borders(island: d.Island) -> dict[frozenset[str], float]:
    """How long the common border of two cells is: the segments that both polygons have."""
    owners: dict[frozenset[d.Point], list[str]] = {}
    for cell in island.cell:
        for a, b in zip(cell.polygon, cell.polygon[1:] + cell.polygon[:1], strict=True):
            owners.setdefault(frozenset((a, b)), []).append(cell.id)
    found: dict[frozenset[str], float] = {}
    for segment, cells in owners.items():
        if len(set(cells)) == 2:
            pair = frozenset(cells)
            found[pair] = found.get(pair, 0.0) + math.dist(*segment)
    return found


def _piece_problems(data: dict[str, Any]) -> Iterator[str]:
    yield from _ids("neighbourhood_colour", data["neighbourhood_colour"], COLOURS)
    yield from _ids("player_colour", data["player_colour"], PLAYER_COLOURS)
    yield from _ids("height", data["height"], HEIGHTS)
    structures: d.Structures = data["structures"]
    counts = (structures.short, structures.medium, structures.tall)
    if sum(counts) != n.BUILDINGS:
        yield f"structures: short, medium and tall must make {n.BUILDINGS} buildings for each player"
    buildings: list[d.Building] = data["building"]
    yield from doubles("building", [row.number for row in buildings], ".number")
    for index, row in enumerate(buildings):
        yield from within(f"building[{index}].number", row.number, 1, n.WONDER_BID - 1)
    for colour in PLAYER_COLOURS:
        own = [row for row in buildings if row.colour == colour]
        for height, wanted in zip(HEIGHTS, counts, strict=True):
            there = sum(row.height == height for row in own)
            if there != wanted:
                yield f"building: {colour} has {there} {height} ones; structures.{height} says {wanted}"
        for split in structures.era:
            for height in HEIGHTS:
                there = sum(row.height == height and row.era == split.era for row in own)
                if there != getattr(split, height):
                    yield (
                        f"building: {colour} has {there} {height} ones in era {split.era};"
                        f" structures.era says {getattr(split, height)}"
                    )
    splits, eras = [row.era for row in structures.era], [row.number for row in data["era"]]
    for key, numbers in (("structures.era", splits), ("era", eras)):
        if numbers != [1, 2]:
            yield f"{key}: must be for era 1 and era 2, in this order"
    yield from _wonder_problems(data["wonder"])


def _wonder_problems(wonders: list[d.Wonder]) -> Iterator[str]:
    yield from doubles("wonder", [card.id for card in wonders])
    yield from doubles("wonder", [card.number for card in wonders], ".number")
    yield from doubles("wonder", [card.initiative for card in wonders], ".initiative")
    yield from within("wonder: their number", len(wonders), 2, n.CARDS)
    for index, card in enumerate(wonders):
        place = f"wonder[{index}]"
        if card.effect not in d.EFFECTS:
            yield f"{place}.effect: {card.effect!r} is not one of {', '.join(d.EFFECTS)}"
            continue
        reads = d.READS.get(card.effect, ("value",))
        for key in d.PARAMETERS:
            given = getattr(card, key) is not None
            if given and key not in reads:
                yield f"{place}.{key}: the effect {card.effect} does not read it; leave it out"
            elif not given and key in reads:
                yield f"{place}.{key}: is missing; the effect {card.effect} reads it"
        yield from within(f"{place}.number", card.number, 1, 99)
        for key in ("initiative", "value", "need"):
            yield from within(f"{place}.{key}", getattr(card, key) or 0, 0, 100)
        if len(card.scale or ()) > n.LEFT or not all(0 <= value <= 100 for value in card.scale or ()):
            yield f"{place}.scale: must be at most {n.LEFT} values from 0 to 100"
    if [card.effect for card in wonders].count("hammer") > 1:
        yield "wonder: there may be one Hammer only"


def _number_problems(data: dict[str, Any]) -> Iterator[str]:
    panoramas: list[d.Panorama] = data["panorama"]
    yield from doubles("panorama", [card.id for card in panoramas])
    yield from within("panorama: their number", len(panoramas), n.IN_PLAY, n.PANORAMAS)
    for index, card in enumerate(panoramas):
        yield from within(f"panorama[{index}].value", card.value, 0, 100)
        if card.feature != "bridge":
            yield from within(f"panorama[{index}].need", card.need, 1, 20)
        elif card.need != 0:
            yield f"panorama[{index}].need: a bridge always has two ends; leave it out"
    if sorted(card.colour for card in data["secret_objective"]) != sorted(COLOURS):
        yield f"secret_objective: must be one for each of {', '.join(COLOURS)}"
    for index, goal in enumerate(data["secret_objective"]):
        yield from within(f"secret_objective[{index}].value", goal.value, 0, 100)
        yield from within(f"secret_objective[{index}].need", goal.need, 1, 20)
    if tuple(patron.letter for patron in data["patron"]) != LETTERS:
        yield f"patron: their letters must be {', '.join(LETTERS)}, in this order"
    tiles = data["patron_tiles"].tile
    if len(tiles) != n.LETTERS or not all(0 <= tile.value <= 100 for tile in tiles):
        yield f"patron_tiles.tile: must be {n.LETTERS} values from 0 to 100"
    steps = data["disc_row"].step
    if [step.discs for step in steps] != list(range(n.ROW + 1)):
        yield f"disc_row.step: must be for 0 to {n.ROW} discs, in this order"
    for index, step in enumerate(steps):
        yield from within(f"disc_row.step[{index}].value", step.value, 0, 100)
    keys: d.Keys = data["keys"]
    yield from within("keys.large", keys.large, 1, 100)
    yield from within("keys.small", keys.small, 1, 100)
    for place, value in (
        ("disc_row.excess_value", data["disc_row"].excess_value),
        ("commissions.per_item", data["commissions"].per_item),
        ("island_control.value", data["island_control"].value),
    ):
        yield from within(place, value, 0, 100)
    yield from within("geometry.building_token_radius", data["geometry"].building_token_radius, 1, 60)
    yield from doubles("keys.small_used_with", keys.small_used_with, "")


def _table_problems(made: Board, data: dict[str, Any]) -> Iterator[str]:
    """What belongs to one number of players: islands, bridges, discs, cards."""
    players, layout, setup = made.players, made.layout, made.setup
    slots = [slot.id for slot in made.slots]
    if len(layout.slots) != players or len(set(layout.slots)) != players:
        yield f"layout: for {players} players: slots must be {players} different ones"
    for slot in layout.slots:
        if slot not in slots:
            yield f"layout: for {players} players: there is no slot {slot!r}"
    sizes = {len(island.cell) for island in made.islands[1:]}
    if len(made.islands) - 1 < players or len(sizes) != 1:
        yield f"island: {players} players need as many outer islands, all of one size"
        return
    if min(made.discs) < 0:
        yield f"bag: for {players} players: no number may be below 0"
    elif sum(made.discs) != made.neighbourhoods:
        yield f"bag: for {players} players: {sum(made.discs)} discs, but {made.neighbourhoods} neighbourhoods"
    if made.auctions >= made.neighbourhoods:
        yield (
            f"setup: for {players} players: {made.auctions} structures leave none of"
            f" {made.neighbourhoods} neighbourhoods free"
        )
    if len(setup.seat_colours) != players or len(set(setup.seat_colours)) != players:
        yield f"setup: for {players} players: seat_colours must be {players} different ones"
    if not setup.wonders_per_player <= setup.wonder_cards_dealt <= len(made.wonders) // players:
        yield f"setup: for {players} players: {setup.wonder_cards_dealt} wonder cards each cannot be dealt"
    known = {bridge.id for bridge in data["bridge"]}
    for name in layout.bridges:
        if name not in known:
            yield f"layout: for {players} players: there is no bridge {name!r}"
    yield from within("layout.bridges: their number", len(made.bridges), 1, n.BRIDGES)
    for bridge in made.bridges:
        for slot, head in ((bridge.a_slot, bridge.a_head), (bridge.b_slot, bridge.b_head)):
            if slot == CENTRE:
                if head not in [row.side for row in made.islands[0].head]:
                    yield f"bridge: {bridge.id}: the centre has no head {head!r}"
            elif slot not in layout.slots or head not in HEADS:
                yield f"bridge: {bridge.id}: {slot} {head} is no head of the layout for {players} players"
    reached = {CENTRE}
    for _ in made.bridges:
        for bridge in made.bridges:
            if {bridge.a_slot, bridge.b_slot} & reached:
                reached |= {bridge.a_slot, bridge.b_slot}
    for slot in layout.slots:
        if slot not in reached:
            yield f"layout: for {players} players: no bridges lead from the centre to {slot}"


# --- tables ---------------------------------------------------------------------------------------------


def fill(made: Board, rows: Array) -> None:
    """The board as the one record that the rules read."""
    t = rows[0]
    number = made.place_number
    t["islands"], t["places"] = len(made.islands), len(made.cells)
    for at, island in enumerate(made.islands):
        own = [number[cell.id] for cell in island.cell]
        t["island"][own] = at
        t["island_set"][at] = _set(own)
        if at > 0:
            sides = {head.side: number[head.cell] for head in island.head}
            t["head"][at] = [sides[side] for side in HEADS]
    for place, cell in enumerate(made.cells):
        t["colour"][place] = COLOURS.index(cell.colour)
        t["border"][place] = _set([number[other] for other in cell.neighbours])
    for colour in range(n.COLOURS):
        t["colour_set"][colour] = _set([p for p in range(len(made.cells)) if t["colour"][p] == colour])
    for kind, name in enumerate(FEATURES):
        features = made.features(name)
        t["feature_count"][kind] = len(features)
        for at, feature in enumerate(features):
            t["feature_set"][kind][at] = _set([number[cell] for cell in feature.borders])
    _fill_layout(made, t)
    t["bag"] = made.discs
    for at, buildings in enumerate(made.buildings):
        t["number"][at] = [row.number for row in buildings]
        t["later"][at] = _set([k for k, row in enumerate(buildings) if row.era == 2])
    t["height"] = [HEIGHTS.index(row.height) for row in made.buildings[0]]
    t["set_of"][: made.players] = [PLAYER_COLOURS.index(player.id) for player in made.seat_players]
    t["figures"], t["dealt"] = made.setup.wonders_per_player, made.setup.wonder_cards_dealt
    _fill_cards(made, t)
    t["tile_value"] = made.tiles
    t["row_value"] = [step.value for step in made.row.step]
    t["excess_value"] = made.row.excess_value
    small = made.keys.small if made.players in made.keys.small_used_with else 0
    t["key_value"] = [0, small, made.keys.large]
    t["commission_value"] = made.commissions.per_item
    t["control_value"] = made.control.value
    t["ban_blocks_atelier"] = made.rulings.hammer_ban_blocks_atelier
    bids = made.neighbourhoods + made.players + 3  # a bid for each neighbourhood, passes, choices
    t["max_plies"] = made.auctions * bids + made.players * n.FIGURES


def _fill_layout(made: Board, t: Any) -> None:
    slots = [slot.id for slot in made.slots]
    centre = {head.side: made.place_number[head.cell] for head in made.islands[0].head}
    t["slot_count"] = len(made.layout.slots)
    t["slot"][: len(made.layout.slots)] = [slots.index(slot) for slot in made.layout.slots]
    t["bridges"] = len(made.bridges)
    for at, bridge in enumerate(made.bridges):
        for end, (slot, head) in enumerate(((bridge.a_slot, bridge.a_head), (bridge.b_slot, bridge.b_head))):
            t["bridge_slot"][at][end] = n.EMPTY if slot == CENTRE else slots.index(slot)
            t["bridge_head"][at][end] = centre[head] if slot == CENTRE else HEADS.index(head)


def _fill_cards(made: Board, t: Any) -> None:
    t["cards"], t["panoramas"] = len(made.wonders), len(made.panoramas)
    for at, card in enumerate(made.wonders):
        t["card_initiative"][at] = card.initiative
        t["card_effect"][at] = d.EFFECTS.index(card.effect)
        t["card_value"][at] = card.value or 0
        t["card_need"][at] = card.need or 0
        t["card_feature"][at] = FEATURES.index(card.feature or FEATURES[0])
        t["card_scale"][at][: len(card.scale or ())] = card.scale or ()
        t["card_switch"][at] = bool(card.may_start_any_time or card.counts_itself)
    for at, panorama in enumerate(made.panoramas):
        t["panorama_kind"][at] = d.PANORAMA_KINDS.index(panorama.feature)
        t["panorama_value"][at] = panorama.value
        t["panorama_need"][at] = panorama.need
    for at, goal in enumerate(made.objectives):
        t["objective_colour"][at] = COLOURS.index(goal.colour)
        t["objective_need"][at] = goal.need
        t["objective_value"][at] = goal.value


def _set(members: list[int]) -> int:
    return sum(1 << member for member in members)


# --- options ------------------------------------------------------------------------------------------

OPTIONS = (
    Option(
        "panoramas",
        "random",
        'random, or two of them such as "blimps windmills"',
        "which two panorama cards are in play",
        (("blimps windmills", "for a first game"), ("random", "two at random")),
        free=True,
    ),
    Option(
        "numbers",
        "own",
        "own or dealt",
        "which numbers the structures of a player have",
        (("own", "each colour its own"), ("dealt", "dealt at random")),
    ),
)
FIRST_GAME: dict[str, OptionValue] = {"panoramas": "blimps windmills", "numbers": "own"}


def encode(made: Board, options: dict[str, OptionValue]) -> list[int]:
    """Options as `setup` reads them."""
    encoded = [0] * n.OPTIONS
    wanted = options["panoramas"]
    if wanted != "random":
        ids = [card.id for card in made.panoramas]
        chosen = wanted.split() if isinstance(wanted, str) else []
        if len(set(chosen)) != n.IN_PLAY or not all(name in ids for name in chosen):
            raise OptionError(
                f"option panoramas: {wanted!r} is neither random nor {n.IN_PLAY} different ones"
                f" of {' '.join(ids)}"
            )
        encoded[n.PANORAMA_SET] = _set([ids.index(name) for name in chosen])
    if options["numbers"] not in ("own", "dealt"):
        raise OptionError(f"option numbers: {options['numbers']!r} is neither own nor dealt")
    encoded[n.DEALT_NUMBERS] = int(options["numbers"] == "dealt")
    return encoded
