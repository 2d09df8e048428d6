"""New York 1901: an edition for one number of players, read and checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from rooftop.game.edition import Edition
from rooftop.game.edition_tables import Reader
from rooftop.game.translation import Translator
from rooftop.titles.new_york_1901 import checks, schema
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board.ground import (
    Ground,
    Lot,
    Placement,
    Square,
    ground,
    map_problems,
    placements,
    same_shape,
)


@dataclass(frozen=True, eq=False)
class Board:
    """One edition for one number of players. The rules know things by their index in these lists."""

    players: int
    table: schema.BoardTable
    tile_table: schema.Tiles
    street_table: schema.Streets
    setup: schema.Setup
    player: schema.Player
    technology: schema.Technology
    end: schema.End
    final: schema.Final
    rulings: schema.Rulings
    characters: list[schema.Character]
    actions: list[schema.Action]  # boom, shift, grab
    challenges: list[schema.Challenge]  # tycoon, architect, prestige, baron, king
    player_names: list[schema.PlayerColour]  # the seats' first
    ground: Ground
    tiles: list[schema.Tile]  # the starting property, a player's 18, the legendary ones
    shapes: list[list[str]]
    tile_shape: list[int]
    placements: list[Placement]
    square_number: dict[str, int] = field(repr=False)
    lot_number: dict[str, int] = field(repr=False)
    tile_number: dict[str, int] = field(repr=False)
    placement_number: dict[tuple[int, ...], int] = field(repr=False)

    @cached_property
    def masks(self) -> list[int]:
        """The squares of each placement as a set over the whole board."""
        return [sum(1 << square for square in placement.squares) for placement in self.placements]

    @cached_property
    def square_ids(self) -> list[str]:
        return list(self.square_number)

    @cached_property
    def lot_ids(self) -> list[str]:
        return list(self.lot_number)

    @cached_property
    def tile_ids(self) -> list[str]:
        return list(self.tile_number)

    @cached_property
    def placement_ids(self) -> list[str]:
        """The squares of each placement: "B2 C2"."""
        return [" ".join(self.squares[square].id for square in row.squares) for row in self.placements]

    @cached_property
    def shape_placements(self) -> list[list[int]]:
        """The placements of each shape."""
        found: list[list[int]] = [[] for _ in self.shapes]
        for number, placement in enumerate(self.placements):
            found[placement.shape].append(number)
        return found

    @property
    def squares(self) -> list[Square]:
        return self.ground.squares

    @property
    def lots(self) -> list[Lot]:
        return self.ground.lots

    @property
    def districts(self) -> list[schema.District]:
        return self.table.district

    @property
    def streets(self) -> list[schema.Coded]:
        return self.street_table.card

    @property
    def own_tiles(self) -> range:
        return range(1, 1 + len(self.tile_table.tile))

    @property
    def legendary_tiles(self) -> range:
        return range(1 + len(self.tile_table.tile), len(self.tiles))

    @property
    def quiet_shown_from(self) -> int:
        """NY-82: players see the count of rounds without a new skyscraper from this number on."""
        return self.rulings.stalemate_rounds // 2

    @cached_property
    def characters_in_play(self) -> list[int]:
        """The characters whose district is in the game."""
        return [
            number
            for number, character in enumerate(self.characters)
            if character.district not in self.setup.removed_districts
        ]

    @cached_property
    def start_lots(self) -> list[int]:
        """The start lots of the characters in the game, in the same order."""
        letter = self.table.start_lot_letter
        return [self.lot_number[self.characters[k].district + letter] for k in self.characters_in_play]

    def lot_in_play(self, lot: int) -> bool:
        return self.districts[self.lots[lot].district].letter not in self.setup.removed_districts

    def lot_name(self, say: Translator, lot: int) -> str:
        """A lot as players read it: Gb, or Zb in Polish."""
        row = self.lots[lot]
        return say.name(self.districts[row.district], "letter_shown") + row.id[1:]

    def kind(self, lot: int) -> int:
        """The kind of card for a lot: district and size as one number."""
        return 2 * self.lots[lot].district + self.lots[lot].size - n.SMALL

    def kind_parts(self, kind: int) -> tuple[schema.District, int]:
        """The district and the size that a card shows."""
        return self.districts[kind // 2], kind % 2 + n.SMALL

    @cached_property
    def kind_ids(self) -> list[str]:
        parts = [self.kind_parts(kind) for kind in range(2 * len(self.districts))]
        return [f"{district.id}-{size}" for district, size in parts]

    def kind_id(self, kind: int) -> str:
        """The id of a kind of card, such as "green-2"."""
        return self.kind_ids[kind]

    def threshold(self, generation: int, expert: bool) -> int:
        """The points that unlock a generation."""
        table = self.technology.expert if expert else self.technology
        return (0, table.bronze, table.silver, table.gold)[generation]


_TABLES = (
    "board", "tiles", "streets", "character", "lot_cards", "setup", "player", "player_colour", "technology",
    "action", "challenge", "end", "final", "rulings", "check",
)  # fmt: skip


def board(edition: Edition, players: int) -> Board:
    """Read and check an edition. Raises EditionError with a line for each problem."""
    reader = Reader(edition)
    one, all_of, problems = reader.one, reader.all_of, reader.problems
    table: schema.BoardTable = one(schema.BoardTable, "board")
    tiles: schema.Tiles = one(schema.Tiles, "tiles")
    streets: schema.Streets = one(schema.Streets, "streets")
    lot_cards: schema.LotCards = one(schema.LotCards, "lot_cards")
    player, technology = one(schema.Player, "player"), one(schema.Technology, "technology")
    end, final, rulings = one(schema.End, "end"), one(schema.Final, "final"), one(schema.Rulings, "rulings")
    check: schema.Check = one(schema.Check, "check")
    characters, setups = all_of(schema.Character, "character"), all_of(schema.Setup, "setup")
    player_names, actions = all_of(schema.PlayerColour, "player_colour"), all_of(schema.Action, "action")
    challenges = all_of(schema.Challenge, "challenge")
    reader.no_others("New York 1901", _TABLES)
    reader.settle()

    letters = [row.letter for row in table.district]
    codes = {row.code: "street" for row in streets.card}
    codes |= {row.code: "park" for row in table.park} | {row.code: "printed" for row in table.printed}
    problems += map_problems(table.map, table.columns, table.rows, letters, codes, "board")
    problems += checks.name_problems(table, streets, player, player_names, actions, challenges, characters)
    problems += checks.tile_problems(tiles)
    problems += checks.number_problems(technology, end, actions, challenges)
    counts = [row.players for row in setups]
    if counts != list(edition.players):
        wrong = next((k for k, many in enumerate(counts) if many not in edition.players), len(counts) - 1)
        problems.append(f"setup[{wrong}].players: the tables must be for {list(edition.players)}, in order")
    reader.settle()
    index = counts.index(players)

    street_codes, park_codes = [row.code for row in streets.card], [row.code for row in table.park]
    also = {"edge"} if rulings.board_edge_is_street else set()
    also |= {"printed"} if rulings.printed_building_is_street else set()
    with_rulings = ground(table.map, letters, street_codes, park_codes, also)
    plain = ground(table.map, letters, street_codes, park_codes, set()) if also else with_rulings
    problems += checks.ground_problems(with_rulings, table, lot_cards)
    reader.settle()

    all_tiles = [tiles.start, *tiles.tile, *tiles.legendary]
    named = {same_shape(tiles.mirror, tile.shape): tile.shape for tile in reversed(all_tiles)}
    order = list(dict.fromkeys(same_shape(tiles.mirror, tile.shape) for tile in all_tiles))
    shapes = [named[shape] for shape in order]
    found = placements(with_rulings, shapes, tiles.mirror, street_codes)
    complete = Board(
        players, table, tiles, streets, setups[index], player, technology, end, final, rulings, characters,
        actions, challenges, player_names, with_rulings, all_tiles, shapes,
        [order.index(same_shape(tiles.mirror, tile.shape)) for tile in all_tiles], found,
        {square.id: number for number, square in enumerate(with_rulings.squares)},
        {lot.id: number for number, lot in enumerate(with_rulings.lots)},
        {tile.id: number for number, tile in enumerate(all_tiles)},
        {placement.squares: number for number, placement in enumerate(found)},
    )  # fmt: skip
    problems += checks.setup_problems(complete, index)
    problems += checks.count_problems(complete, plain, check)
    reader.settle()
    return complete
