"""Checks of an edition. Each yields a line for every problem it finds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from rooftop.game.edition_tables import duplicates, within
from rooftop.titles.skyrise import schema as d
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.schema import CENTRE, COLOURS, FEATURES, HEADS, HEIGHTS, LETTERS, PLAYER_COLOURS

if TYPE_CHECKING:
    from rooftop.titles.skyrise.board import Board

SHORTEST_BORDER = 20  # cells that share less only touch at a corner


def table_problems(tables: d.EditionTables, players: int) -> Iterator[str]:
    """Problems of the tables, and of those for one number of players."""
    yield from _island_problems(tables.island)
    yield from _piece_problems(tables)
    yield from _wonder_problems(tables.wonder)
    yield from _number_problems(tables)
    for key, rows in (("layout", tables.layout), ("setup", tables.setup), ("bag", tables.bag)):
        if [row.players for row in rows].count(players) != 1:
            yield f"{key}: must have exactly one table with players = {players}"


# --- islands ------------------------------------------------------------------------------------------


def _island_problems(islands: list[d.Island]) -> Iterator[str]:
    if sum(island.role == CENTRE for island in islands) != 1 or len(islands) > n.ISLANDS:
        yield f"island: must be one centre and at most {n.ISLANDS - 1} outer islands"
    yield from duplicates("island", [island.id for island in islands])
    yield from duplicates("island.cell", [cell.id for island in islands for cell in island.cell])
    cells = sum(len(island.cell) for island in islands)
    yield from within("island.cell: count", cells, 2, n.SPOTS)
    for kind in FEATURES:
        features = sum(len(island.features(kind)) for island in islands)
        yield from within(f"island.{kind}: count", features, 0, n.FEATURES)
    for index, island in enumerate(islands):
        yield from _one_island(f"island[{index}]", island)


def _one_island(path: str, island: d.Island) -> Iterator[str]:
    cells = {cell.id for cell in island.cell}
    for cell in island.cell:
        if " " in cell.id or not cell.id:
            yield f"{path}.cell: {cell.id!r}: the id must be one word"
    yield from _neighbour_problems(path, island)
    for kind in FEATURES:
        for feature in island.features(kind):
            for name in feature.borders:
                if name not in cells:
                    yield f"{path}.{kind}: {feature.id}: {name!r} is not a cell of this island"
    sides = [head.side for head in island.head]
    if island.role != CENTRE and sorted(sides) != sorted(HEADS):
        yield f"{path}.head: an outer island has the heads {', '.join(HEADS)}"
    for head in island.head:
        if head.cell not in cells:
            yield f"{path}.head: {head.side}: {head.cell!r} is not a cell of this island"


def _neighbour_problems(path: str, island: d.Island) -> Iterator[str]:
    """Neighbours must name each other, and have a border in the drawing."""
    near = {cell.id: cell.neighbours for cell in island.cell}
    shared = _shared_borders(island)
    for a in near:
        for b in near[a]:
            if b not in near:
                yield f"{path}.cell: {a}: its neighbour {b!r} is not a cell of this island"
            elif a not in near[b]:
                yield f"{path}.cell: {a} lists {b} as a neighbour, but {b} does not list {a}"
        for b in near:
            touch = shared.get(frozenset((a, b)), 0.0) >= SHORTEST_BORDER
            if a < b and touch and b not in near[a]:
                yield f"{path}.cell: {a} and {b} share a border but are not listed as neighbours"
            if a < b and not touch and b in near[a]:
                yield f"{path}.cell: {a} and {b} are listed as neighbours but share no border"


def _shared_borders(island: d.Island) -> dict[frozenset[str], float]:
    """The length of the border of each two cells: the segments that both polygons have."""
    owners: dict[frozenset[d.Point], list[str]] = {}
    for cell in island.cell:
        for a, b in zip(cell.polygon, cell.polygon[1:] + cell.polygon[:1], strict=True):
            owners.setdefault(frozenset((a, b)), []).append(cell.id)
    lengths: dict[frozenset[str], float] = {}
    for segment, cells in owners.items():
        if len(set(cells)) == 2:
            pair = frozenset(cells)
            lengths[pair] = lengths.get(pair, 0.0) + math.dist(*segment)
    return lengths


# --- structures ---------------------------------------------------------------------------------------


class HasId(Protocol):
    @property
    def id(self) -> str: ...


def _order(key: str, rows: Sequence[HasId], wanted: Sequence[str]) -> Iterator[str]:
    if [row.id for row in rows] != list(wanted):
        yield f"{key}: must be {', '.join(wanted)}, in this order"


def _piece_problems(tables: d.EditionTables) -> Iterator[str]:
    yield from _order("neighbourhood_colour", tables.neighbourhood_colour, COLOURS)
    yield from _order("player_colour", tables.player_colour, PLAYER_COLOURS)
    yield from _order("height", tables.height, HEIGHTS)
    structures = tables.structures
    if sum(structures.of(height) for height in HEIGHTS) != n.BUILDINGS:
        yield f"structures: short, medium and tall must add up to {n.BUILDINGS} buildings for each player"
    buildings = tables.building
    yield from duplicates("building", [row.number for row in buildings], ".number")
    for index, row in enumerate(buildings):
        yield from within(f"building[{index}].number", row.number, 1, n.WONDER_BID - 1)
    for colour in PLAYER_COLOURS:
        own = [row for row in buildings if row.colour == colour]
        for height in HEIGHTS:
            count, wanted = sum(row.height == height for row in own), structures.of(height)
            if count != wanted:
                yield f"building: {colour} has {count} {height} ones; structures.{height} says {wanted}"
        for split in structures.era:
            for height in HEIGHTS:
                count = sum(row.height == height and row.era == split.era for row in own)
                if count != split.of(height):
                    yield (
                        f"building: {colour} has {count} {height} ones in era {split.era};"
                        f" structures.era says {split.of(height)}"
                    )
    splits, eras = [row.era for row in structures.era], [row.number for row in tables.era]
    for key, numbers in (("structures.era", splits), ("era", eras)):
        if numbers != [1, 2]:
            yield f"{key}: must be era 1 and era 2, in this order"


def _wonder_problems(wonders: list[d.Wonder]) -> Iterator[str]:
    yield from duplicates("wonder", [card.id for card in wonders])
    yield from duplicates("wonder", [card.number for card in wonders], ".number")
    yield from duplicates("wonder", [card.initiative for card in wonders], ".initiative")
    yield from within("wonder: count", len(wonders), 2, n.CARDS)
    for index, card in enumerate(wonders):
        path = f"wonder[{index}]"
        if card.effect not in d.EFFECTS:
            yield f"{path}.effect: must be one of {', '.join(d.EFFECTS)}, not {card.effect!r}"
            continue
        reads = d.READS.get(card.effect, ("value",))
        for key in d.PARAMETERS:
            given = getattr(card, key) is not None
            if given and key not in reads:
                yield f"{path}.{key}: the effect {card.effect} does not use it; remove it"
            elif not given and key in reads:
                yield f"{path}.{key}: missing; the effect {card.effect} needs it"
        yield from within(f"{path}.number", card.number, 1, 99)
        yield from within(f"{path}.initiative", card.initiative, 0, 100)
        yield from within(f"{path}.value", card.value or 0, 0, 100)
        yield from within(f"{path}.need", card.need or 0, 0, 100)
        if len(card.scale or ()) > n.LEFT or not all(0 <= value <= 100 for value in card.scale or ()):
            yield f"{path}.scale: must have at most {n.LEFT} values from 0 to 100"
    if [card.effect for card in wonders].count("hammer") > 1:
        yield "wonder: only one card may have the effect hammer"


# --- numbers ------------------------------------------------------------------------------------------


def _number_problems(tables: d.EditionTables) -> Iterator[str]:
    yield from duplicates("panorama", [card.id for card in tables.panorama])
    yield from within("panorama: count", len(tables.panorama), n.IN_PLAY, n.PANORAMAS)
    for index, card in enumerate(tables.panorama):
        yield from within(f"panorama[{index}].value", card.value, 0, 100)
        if card.feature != "bridge":
            yield from within(f"panorama[{index}].need", card.need, 1, 20)
        elif card.need != 0:
            yield f"panorama[{index}].need: a bridge always has two ends; remove it"
    if sorted(goal.colour for goal in tables.secret_objective) != sorted(COLOURS):
        yield f"secret_objective: must be one for each of {', '.join(COLOURS)}"
    for index, goal in enumerate(tables.secret_objective):
        yield from within(f"secret_objective[{index}].value", goal.value, 0, 100)
        yield from within(f"secret_objective[{index}].need", goal.need, 1, 20)
    if tuple(patron.letter for patron in tables.patron) != LETTERS:
        yield f"patron: letters must be {', '.join(LETTERS)}, in this order"
    tiles = tables.patron_tiles.tile
    if len(tiles) != n.LETTERS or not all(0 <= tile.value <= 100 for tile in tiles):
        yield f"patron_tiles.tile: must have {n.LETTERS} values from 0 to 100"
    row, keys = tables.disc_row, tables.keys
    if [step.discs for step in row.step] != list(range(n.ROW + 1)):
        yield f"disc_row.step: must be for 0 to {n.ROW} discs, in this order"
    for index, step in enumerate(row.step):
        yield from within(f"disc_row.step[{index}].value", step.value, 0, 100)
    yield from within("keys.large", keys.large, 1, 100)
    yield from within("keys.small", keys.small, 1, 100)
    yield from within("disc_row.excess_value", row.excess_value, 0, 100)
    yield from within("commissions.per_item", tables.commissions.per_item, 0, 100)
    yield from within("island_control.value", tables.island_control.value, 0, 100)
    yield from within("geometry.building_token_radius", tables.geometry.building_token_radius, 1, 60)
    yield from duplicates("keys.small_used_with", keys.small_used_with, "")


# --- one number of players ----------------------------------------------------------------------------


def board_problems(board: Board, tables: d.EditionTables) -> Iterator[str]:
    """Problems of one number of players: islands, discs, cards, bridges."""
    players, layout, setup = board.players, board.layout, board.setup
    slots = [slot.id for slot in board.slots]
    if len(layout.slots) != players or len(set(layout.slots)) != players:
        yield f"layout: for {players} players: must have {players} different slots"
    for slot in layout.slots:
        if slot not in slots:
            yield f"layout: for {players} players: there is no slot {slot!r}"
    sizes = {len(island.cell) for island in board.islands[1:]}
    if len(board.islands) - 1 < players or len(sizes) != 1:
        yield f"island: {players} players need {players} outer islands, all of the same size"
        return
    if min(board.discs) < 0:
        yield f"bag: for {players} players: numbers must not be below 0"
    elif sum(board.discs) != board.neighbourhoods:
        yield (
            f"bag: for {players} players: {sum(board.discs)} discs, but {board.neighbourhoods} neighbourhoods"
        )
    if board.auctions >= board.neighbourhoods:
        yield (
            f"setup: for {players} players: {board.auctions} structures would fill all"
            f" {board.neighbourhoods} neighbourhoods; one must stay free"
        )
    if len(setup.seat_colours) != players or len(set(setup.seat_colours)) != players:
        yield f"setup: for {players} players: seat_colours must be {players} different colours"
    most = len(board.wonders) // players
    if not setup.wonders_per_player <= setup.wonder_cards_dealt <= most:
        yield (
            f"setup: for {players} players: wonder_cards_dealt must be from {setup.wonders_per_player}"
            f" to {most}, not {setup.wonder_cards_dealt}"
        )
    yield from _bridge_problems(board, tables.bridge)


def _bridge_problems(board: Board, bridges: list[d.Bridge]) -> Iterator[str]:
    players, layout = board.players, board.layout
    known = {bridge.id for bridge in bridges}
    for name in layout.bridges:
        if name not in known:
            yield f"layout: for {players} players: there is no bridge {name!r}"
    yield from within("layout.bridges: count", len(board.bridges), 1, n.BRIDGES)
    for bridge in board.bridges:
        for slot, head in ((bridge.a_slot, bridge.a_head), (bridge.b_slot, bridge.b_head)):
            if slot == CENTRE:
                if head not in [row.side for row in board.islands[0].head]:
                    yield f"bridge: {bridge.id}: the centre has no head {head!r}"
            elif slot not in layout.slots or head not in HEADS:
                yield f"bridge: {bridge.id}: the layout for {players} players has no head {slot} {head}"
    reached = {CENTRE}
    for _ in board.bridges:
        for bridge in board.bridges:
            if {bridge.a_slot, bridge.b_slot} & reached:
                reached |= {bridge.a_slot, bridge.b_slot}
    for slot in layout.slots:
        if slot not in reached:
            yield f"layout: for {players} players: no bridges lead from the centre to {slot}"
