"""An edition for one number of players: what the rules, the words and the pictures read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rooftop.game.edition import Edition
from rooftop.game.edition_tables import Named, Reader
from rooftop.titles.skyrise import checks
from rooftop.titles.skyrise import schema as d
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.schema import CENTRE, HEIGHTS, PLAYER_COLOURS


@dataclass(frozen=True)
class Board:
    """An edition for one number of players. The rules refer to its rows by their index."""

    players: int
    geometry: d.Geometry
    colour_names: list[d.NeighbourhoodColour]
    islands: list[d.Island]  # the centre first
    cells: list[d.Cell]  # the neighbourhoods of all islands, the centre's first
    slots: list[d.Slot]
    bridges: list[d.Bridge]  # of the layout
    layout: d.Layout
    player_colours: list[d.Player]
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
    height_names: list[Named]
    structures: list[str]  # the ids of a player's structures: short-1 ... tall-3, wonder-1, wonder-2
    spot: dict[str, int]  # the number of each neighbourhood: its index in `cells`
    island_number: list[int]  # of each neighbourhood

    def island_of(self, spot: int) -> d.Island:
        return self.islands[self.island_number[spot]]

    def features(self, kind: d.Feature) -> list[d.Lake | d.Round]:
        """The lakes, blimps or windmills of all islands."""
        return [feature for island in self.islands for feature in island.features(kind)]

    def wonder(self, card: str) -> d.Wonder:
        """The wonder card with an id."""
        return next(row for row in self.wonders if row.id == card)

    def building(self, number: int) -> d.Building:
        return next(row for rows in self.buildings for row in rows if row.number == number)

    @cached_property
    def spot_ids(self) -> list[str]:
        return list(self.spot)

    @cached_property
    def bridge_heads(self) -> dict[tuple[int, str], str]:
        """The neighbourhood at each bridge head, by the number of its island and its side."""
        return {
            (number, head.side): head.cell
            for number, island in enumerate(self.islands)
            for head in island.head
        }

    @property
    def auctions(self) -> int:
        return self.players * (n.BUILDINGS + self.setup.wonders_per_player)

    @property
    def discs(self) -> list[int]:
        """The number of discs of each kind, in the order of DISCS."""
        bag = self.bag
        letters = [bag.patron_per_letter] * n.LETTERS
        return [*[bag.neighbourhood_per_colour] * n.COLOURS, bag.wild, bag.commissions, *letters]

    @property
    def neighbourhoods(self) -> int:
        """How many neighbourhoods a game has. All outer islands have the same size."""
        return len(self.islands[0].cell) + self.players * len(self.islands[1].cell)


def board(edition: Edition, players: int) -> Board:
    """Read and check an edition; raise an EditionError with a line for each problem."""
    reader = Reader(edition)
    tables = d.read_tables(reader)
    reader.problems += checks.table_problems(tables, players)
    reader.settle()
    found = _board(tables, players)
    reader.problems += checks.board_problems(found, tables)
    reader.settle()
    return found


def coloured(board: Board, colours: Sequence[str]) -> Board:
    """The board with other colours, one for each seat, and with their numbers."""
    rows: dict[str, d.Player] = {row.id: row for row in board.player_colours}
    return replace(board, seat_players=[rows[colour] for colour in colours])


def _board(tables: d.EditionTables, players: int) -> Board:
    islands = sorted(tables.island, key=lambda island: island.role != CENTRE)
    cells = [cell for island in islands for cell in island.cell]
    layout = next(row for row in tables.layout if row.players == players)
    setup = next(row for row in tables.setup if row.players == players)
    colours = {row.id: row for row in tables.player_colour}
    buildings = [_set_of_buildings(tables.building, colour) for colour in PLAYER_COLOURS]
    return Board(
        players=players,
        geometry=tables.geometry,
        colour_names=tables.neighbourhood_colour,
        islands=islands,
        cells=cells,
        slots=tables.slot,
        bridges=[bridge for bridge in tables.bridge if bridge.id in layout.bridges],
        layout=layout,
        player_colours=tables.player_colour,
        seat_players=[colours[colour] for colour in setup.seat_colours],
        setup=setup,
        bag=next(row for row in tables.bag if row.players == players),
        buildings=buildings,
        wonders=tables.wonder,
        panoramas=tables.panorama,
        objectives=tables.secret_objective,
        tiles=[tile.value for tile in tables.patron_tiles.tile],
        patrons=tables.patron,
        row=tables.disc_row,
        keys=tables.keys,
        commissions=tables.commissions,
        control=tables.island_control,
        rulings=tables.rulings,
        eras=tables.era,
        height_names=tables.height,
        structures=_structure_ids(buildings[0]),
        spot={cell.id: spot for spot, cell in enumerate(cells)},
        island_number=[number for number, island in enumerate(islands) for _ in island.cell],
    )


def _set_of_buildings(buildings: list[d.Building], colour: str) -> list[d.Building]:
    own = [row for row in buildings if row.colour == colour]
    return sorted(own, key=lambda row: (HEIGHTS.index(row.height), row.number))


def _structure_ids(buildings: list[d.Building]) -> list[str]:
    counts = dict.fromkeys(HEIGHTS, 0)
    ids = []
    for row in buildings:
        counts[row.height] += 1
        ids.append(f"{row.height}-{counts[row.height]}")
    return ids + [f"wonder-{figure + 1}" for figure in range(n.FIGURES)]
