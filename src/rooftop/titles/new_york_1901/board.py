"""New York 1901: what an edition holds for a number of players, checked, and as tables for the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rooftop.engine.record import Array
from rooftop.engine.state import SEATS
from rooftop.errors import OptionError
from rooftop.game.edition import Edition
from rooftop.game.edition_tables import Reader, duplicates, within
from rooftop.game.title import Option, OptionValue
from rooftop.game.translation import LANGUAGES, Translator
from rooftop.titles.new_york_1901 import schema
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.ground import (
    Ground,
    Lot,
    Placement,
    Square,
    cells_of,
    ground,
    hangs_together,
    is_rectangle,
    map_problems,
    placements,
    same_shape,
)

GENERATIONS = ("none", "bronze", "silver", "gold")
ACTION_CARDS = ("boom", "shift", "grab")
CHALLENGES = ("tycoon", "architect", "prestige", "baron", "king")

# --- the board ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """One edition for one number of players. Places in the lists are the numbers that the rules use."""

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
    player_names: list[schema.PlayerColour]
    ground: Ground
    tiles: list[schema.Tile]  # the starting property, the 18, the legendary ones
    shapes: list[list[str]]
    tile_shape: list[int]
    placements: list[Placement]
    square_number: dict[str, int] = field(repr=False)
    lot_number: dict[str, int] = field(repr=False)
    tile_number: dict[str, int] = field(repr=False)
    placement_number: dict[tuple[int, ...], int] = field(repr=False)

    @cached_property
    def masks(self) -> list[int]:
        """The squares of every placement as one set over the whole board."""
        return [sum(1 << square for square in place.squares) for place in self.placements]

    @cached_property
    def _beside(self) -> list[int]:
        return [
            sum(1 << other for other in self.ground.neighbours(square)) for square in range(len(self.squares))
        ]

    def beside(self, squares: int) -> int:
        """The squares of the same block that share a side with one of a set."""
        found = 0
        for square, around in enumerate(self._beside):
            if squares >> square & 1:
                found |= around
        return found & ~squares

    @cached_property
    def lot_masks(self) -> list[int]:
        return [sum(1 << square for square in lot.squares) for lot in self.lots]

    @cached_property
    def shape_places(self) -> list[list[int]]:
        """The placements of each shape."""
        found: list[list[int]] = [[] for _ in self.shapes]
        for number, place in enumerate(self.placements):
            found[place.shape].append(number)
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
        """NY-82: from so many rounds without a new skyscraper on everyone sees their count."""
        return self.rulings.stalemate_rounds // 2

    @cached_property
    def start_lots(self) -> list[int]:
        """Those of the characters in the game, in their order."""
        letter = self.table.start_lot_letter
        return [self.lot_number[self.characters[k].district + letter] for k in characters_in_play(self)]

    def lot_in_play(self, lot: int) -> bool:
        return self.districts[self.lots[lot].district].letter not in self.setup.removed_districts

    def lot_name(self, say: Translator, lot: int) -> str:
        """A lot as players read it: Gb, and Zb in Polish."""
        row = self.lots[lot]
        return say.name(self.districts[row.district], "letter") + row.id[1:]

    def kind(self, lot: int) -> int:
        """What the card of a lot shows: district and size as one number."""
        return 2 * self.lots[lot].district + self.lots[lot].size - n.SMALL

    def kind_parts(self, kind: int) -> tuple[schema.District, int]:
        return self.districts[kind // 2], kind % 2 + n.SMALL

    @cached_property
    def kind_ids(self) -> list[str]:
        parts = [self.kind_parts(kind) for kind in range(2 * len(self.districts))]
        return [f"{district.id}-{size}" for district, size in parts]

    def kind_id(self, kind: int) -> str:
        """'green-2'."""
        return self.kind_ids[kind]

    def threshold(self, generation: int, expert: bool) -> int:
        """The points that unlock a generation."""
        table = self.technology.expert if expert else self.technology
        return (0, table.bronze, table.silver, table.gold)[generation]


# --- reading -----------------------------------------------------------------------------------------

_TABLES = (
    "board", "tiles", "streets", "character", "lot_cards", "setup", "player", "player_colour", "technology",
    "action", "challenge", "end", "final", "rulings", "check",
)  # fmt: skip


def board(edition: Edition, players: int) -> Board:
    """Read and check an edition; an EditionError has a line for everything that is wrong."""
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
    problems += _name_problems(table, streets, player, player_names, actions, challenges, characters)
    problems += _tile_problems(tiles)
    problems += _number_problems(technology, end, actions, challenges)
    counts = [row.players for row in setups]
    if counts != list(edition.players):
        wrong = next((k for k, many in enumerate(counts) if many not in edition.players), len(counts) - 1)
        problems.append(f"setup[{wrong}].players: the tables must be for {list(edition.players)}, in order")
    reader.settle()
    setup = setups[counts.index(players)]

    street_codes, park_codes = [row.code for row in streets.card], [row.code for row in table.park]
    also = {"edge"} if rulings.board_edge_is_street else set()
    also |= {"printed"} if rulings.printed_building_is_street else set()
    made_ground = ground(table.map, letters, street_codes, park_codes, also)
    plain_ground = ground(table.map, letters, street_codes, park_codes, set()) if also else made_ground
    problems += _ground_problems(made_ground, table, lot_cards)
    reader.settle()

    all_tiles = [tiles.start, *tiles.tile, *tiles.legendary]
    named = {same_shape(tiles.mirror, tile.shape): tile.shape for tile in reversed(all_tiles)}
    order = list(dict.fromkeys(same_shape(tiles.mirror, tile.shape) for tile in all_tiles))
    shapes = [named[shape] for shape in order]
    found = placements(made_ground, shapes, tiles.mirror, street_codes)
    made = Board(
        players, table, tiles, streets, setup, player, technology, end, final, rulings, characters, actions,
        challenges, player_names, made_ground, all_tiles, shapes,
        [order.index(same_shape(tiles.mirror, tile.shape)) for tile in all_tiles], found,
        {square.id: number for number, square in enumerate(made_ground.squares)},
        {lot.id: number for number, lot in enumerate(made_ground.lots)},
        {tile.id: number for number, tile in enumerate(all_tiles)},
        {place.squares: number for number, place in enumerate(found)},
    )  # fmt: skip
    problems += _whole_problems(made, counts.index(players))
    problems += _count_problems(made, plain_ground, check)
    reader.settle()
    return made


# --- checks ------------------------------------------------------------------------------------------


def _name_problems(
    table: schema.BoardTable,
    streets: schema.Streets,
    player: schema.Player,
    player_names: list[schema.PlayerColour],
    actions: list[schema.Action],
    challenges: list[schema.Challenge],
    characters: list[schema.Character],
) -> Iterator[str]:
    letters = [row.letter for row in table.district]
    yield from duplicates("board.district", letters, "")
    yield from within("board.district: their number", len(letters), 1, n.DISTRICTS)
    for index, row in enumerate(table.district):
        if len(row.letter) != 1 or not row.letter.isupper():
            yield f"board.district[{index}].letter: {row.letter!r} is not one capital letter"
    for language in LANGUAGES:
        shown = [str(getattr(row, f"letter_{language}")) for row in table.district]
        yield from duplicates("board.district", shown, f".letter_{language}")
    yield from duplicates(
        "streets.card, board.park and board.printed",
        [row.code for row in (*streets.card, *table.park, *table.printed)],
        "",
    )
    for coded in (*streets.card, *table.park, *table.printed):
        if len(coded.code) != 2 or not coded.code[0].islower():
            yield f"code {coded.code!r}: must be a small letter and one more sign"
    yield from within("streets.card: their number", len(streets.card), n.IN_PLAY, n.STREETS)
    if len({row.id for row in player_names}) != SEATS or len(player_names) != SEATS:
        yield f"player_colour: must be {SEATS} different colours"
    for marks in ([row.mark_en for row in player_names], [row.mark_pl for row in player_names]):
        if len(set(marks)) != len(marks) or not all(len(mark) == 1 for mark in marks):
            yield "player_colour: marks must be different letters"
    if player.colours != [row.id for row in player_names]:
        yield "player.colours: must be those of player_colour, in the same order"
    if [row.id for row in actions] != list(ACTION_CARDS) or player.action_cards != list(ACTION_CARDS):
        yield f"action and player.action_cards: must be {', '.join(ACTION_CARDS)}, in this order"
    if [row.id for row in challenges] != list(CHALLENGES):
        yield f"challenge: must be {', '.join(CHALLENGES)}, in this order"
    yield from duplicates("character", [row.id for row in characters], "")
    yield from duplicates("character: district", [row.district for row in characters], "")
    yield from within("character: their number", len(characters), SEATS, n.CHARACTERS)
    for index, character in enumerate(characters):
        if character.district not in letters:
            yield f"character[{index}].district: {character.district!r} is not one of {', '.join(letters)}"


def _tile_problems(tiles: schema.Tiles) -> Iterator[str]:
    rows = [("tiles.start", tiles.start)]
    rows += [(f"tiles.tile[{index}]", tile) for index, tile in enumerate(tiles.tile)]
    rows += [(f"tiles.legendary[{index}]", tile) for index, tile in enumerate(tiles.legendary)]
    yield from duplicates("tiles", [tile.id for _, tile in rows], "")
    yield from within("tiles: their number", len(rows), 2, n.TILES)
    if [row.id for row in tiles.generation] != list(GENERATIONS):
        yield f"tiles.generation: must be {', '.join(GENERATIONS)}, in this order"
    if len(tiles.tile) != tiles.per_player:
        yield f"tiles.per_player: is {tiles.per_player}, but there are {len(tiles.tile)} tiles"
    for generation in GENERATIONS[1:]:
        count = sum(tile.generation == generation for tile in tiles.tile)
        if count != tiles.per_generation:
            yield f"tiles.per_generation: is {tiles.per_generation}, but {count} tiles are {generation}"
    for place, tile in rows:
        if set("".join(tile.shape)) - set("#.") or len({len(line) for line in tile.shape}) != 1:
            yield f"{place}.shape: must be lines of # and . of equal length"
            continue
        cells = cells_of(tile.shape)
        if not cells or not hangs_together(cells):
            yield f"{place}.shape: must be squares that hang together"
            continue
        if len(cells) != tile.squares:
            yield f"{place}.squares: is {tile.squares}, but the shape has {len(cells)}"
        if (tile.icon == "circle") != is_rectangle(tile.shape):
            yield f"{place}.icon: a circle stands for a rectangle, a hexagon for any other shape"
        if " " in tile.id or not tile.id:
            yield f"{place}.id: must be one word"
    for index, tile in enumerate(tiles.tile):
        if tile.generation == "none":
            yield f"tiles.tile[{index}].generation: must be bronze, silver or gold"
        if tile.feet:
            yield f"tiles.tile[{index}].feet: only legendary skyscrapers have a height"
    for index, tile in enumerate(tiles.legendary):
        if tile.generation != "gold":
            yield f"tiles.legendary[{index}].generation: must be gold"
        yield from within(f"tiles.legendary[{index}].feet", tile.feet, 1, 1023)
    if tiles.start.generation != "none":
        yield "tiles.start.generation: must be none; it is older than bronze"
    if tiles.start.points:
        yield "tiles.start.points: must be 0; nobody builds the starting property"
    if tiles.start.squares != n.SMALL:
        yield f"tiles.start.squares: must be {n.SMALL}; it fills a start lot"


def _number_problems(
    technology: schema.Technology,
    end: schema.End,
    actions: list[schema.Action],
    challenges: list[schema.Challenge],
) -> Iterator[str]:
    for place, table in (("technology", technology), ("technology.expert", technology.expert)):
        if table.silver > table.gold:
            yield f"{place}.silver: is {table.silver}, more than {place}.gold, which is {table.gold}"
    if end.warn_at_unbuilt <= end.unbuilt_left:
        yield f"end.warn_at_unbuilt: must be more than end.unbuilt_left, which is {end.unbuilt_left}"
    for index, action in enumerate(actions):
        if bool(action.needs_future_min) != (action.id == "grab"):
            yield f"action[{index}].needs_future_min: only grab has this number, and it must"
    for index, challenge in enumerate(challenges):
        for key in dict.fromkeys(key for keys in schema.CHALLENGE_NUMBERS.values() for key in keys):
            if bool(getattr(challenge, key)) != (key in schema.CHALLENGE_NUMBERS[challenge.id]):
                has = ", ".join(schema.CHALLENGE_NUMBERS[challenge.id])
                yield f"challenge[{index}].{key}: the numbers of {challenge.id} are {has}"
        counts, points = challenge.count, challenge.points
        if "count" in schema.CHALLENGE_NUMBERS[challenge.id]:
            if len(counts) != n.STEPS or counts != sorted(set(counts)):
                yield f"challenge[{index}].count: must be {n.STEPS} rising numbers"
            if len(points) != n.STEPS or points != sorted(points):
                yield f"challenge[{index}].points: must be {n.STEPS} numbers that do not fall"


def _ground_problems(made: Ground, table: schema.BoardTable, lot_cards: schema.LotCards) -> Iterator[str]:
    yield from within("board.map: building squares", len(made.squares), 1, n.SQUARES)
    yield from within("board.map: lots", len(made.lots), 1, n.LOTS)
    yield from within("board.map: blocks", len(made.blocks), 1, n.BLOCKS)
    for members in made.blocks:
        yield from within(
            f"board.map: squares of the block at {made.squares[members[0]].id}",
            len(members),
            1,
            n.BLOCK_SQUARES,
        )
    for lot in made.lots:
        cells = [(made.squares[square].column, made.squares[square].row) for square in lot.squares]
        if lot.size not in (n.SMALL, n.BIG):
            yield f"board.map: lot {lot.id} has {lot.size} squares; lots have {n.SMALL} or {n.BIG}"
        if not hangs_together(cells):
            yield f"board.map: the squares of lot {lot.id} do not hang together"
    if table.lot_sizes != [n.SMALL, n.BIG]:
        yield f"board.lot_sizes: must be [{n.SMALL}, {n.BIG}]"
    for place, lots in (("board.lots", table.lots), ("lot_cards.total", lot_cards.total)):
        if lots != len(made.lots):
            yield f"{place}: is {lots}, but the map has {len(made.lots)} lots"
    if len(table.district) != table.districts:
        yield f"board.districts: is {table.districts}, but there are {len(table.district)}"
    for number, district in enumerate(table.district):
        sizes, here = [lot.size for lot in made.lots if lot.district == number], f"district {district.letter}"
        for place, wanted, found in (
            ("board.lots_per_district", table.lots_per_district, len(sizes)),
            ("lot_cards.per_district_two", lot_cards.per_district_two, sizes.count(n.SMALL)),
            ("lot_cards.per_district_three", lot_cards.per_district_three, sizes.count(n.BIG)),
        ):
            yield from within(place, wanted, 0, n.LOTS_OF_KIND)
            if found != wanted:
                yield f"{place}: is {wanted}, but {here} has {found} such lots on the map"
        start = district.letter + table.start_lot_letter
        if not any(lot.id == start and lot.size == n.SMALL for lot in made.lots):
            yield f"board.map: district {district.letter} has no start lot {start} of {n.SMALL} squares"


def _whole_problems(made: Board, setup: int) -> Iterator[str]:
    """What only the finished board shows: cards and start lots; `setup` is the place of its table."""
    yield from within("tiles: placements", len(made.placements), 1, n.PLACEMENTS)
    yield from within("tiles: different shapes", len(made.shapes), 1, n.SHAPES)
    for district in made.districts:
        lot = made.lots[made.lot_number[district.letter + made.table.start_lot_letter]]
        if lot.squares not in made.placement_number:
            yield f"board.map: start lot {lot.id} has no side on a street or park"
    letters = [district.letter for district in made.districts]
    if not set(made.setup.removed_districts) <= set(letters):
        yield f"setup[{setup}].removed_districts: must be among {', '.join(letters)}"
    lots = sum(made.lot_in_play(lot) for lot in range(len(made.lots)))
    dealt = {"deck": lots - made.players, "future": lots - made.players - n.MARKET, "expert_deck": lots}
    for key, count in dealt.items():
        if getattr(made.setup, key) != count:
            yield (
                f"setup[{setup}].{key}: is {getattr(made.setup, key)}, but the lots in play with"
                f" {made.players} players make {count}"
            )
    able = characters_in_play(made)
    if len(able) < made.players:
        yield f"character: {len(able)} are in the game with {made.players} players"


def _count_problems(made: Board, plain: Ground, check: schema.Check) -> Iterator[str]:
    """The counts of [check], which no ruling changes: `plain` has frontage on streets and parks alone."""
    with_mirror, without = _placements_of_tiles(made, plain, True), _placements_of_tiles(made, plain, False)
    counted = {
        "lots": len(made.lots),
        "squares": len(made.squares),
        "blocks": len(made.ground.blocks),
        "placements_all": len(_placements_of_tiles(made, plain, False, frontage=False)),
        "placements_with_frontage": len(without),
        "footprints_with_frontage": len({place.squares for place in without}),
        "placements_two_players": sum(made.districts[-1].letter not in _letters(made, p) for p in without),
        "placements_mirror": len(with_mirror),
    }
    for key, count in counted.items():
        if getattr(check, key) != count:
            yield f"check.{key}: is {getattr(check, key)}, but the map and the tiles make {count}"


def _placements_of_tiles(made: Board, plain: Ground, mirror: bool, frontage: bool = True) -> list[Placement]:
    """Those of every tile but the starting property; tiles of equal shape have them each."""
    shapes = {same_shape(mirror, tile.shape): tile.shape for tile in made.tiles[1:]}
    found = placements(plain, list(shapes.values()), mirror, [row.code for row in made.streets], frontage)
    by_shape: dict[int, list[Placement]] = {}
    for place in found:
        by_shape.setdefault(place.shape, []).append(place)
    order = [list(shapes).index(same_shape(mirror, tile.shape)) for tile in made.tiles[1:]]
    return [place for shape in order for place in by_shape[shape]]


def _letters(made: Board, place: Placement) -> set[str]:
    return {made.districts[district].letter for district in place.districts}


def characters_in_play(made: Board) -> list[int]:
    """Those whose district is in the game."""
    return [
        number
        for number, character in enumerate(made.characters)
        if character.district not in made.setup.removed_districts
    ]


# --- tables ------------------------------------------------------------------------------------------


def fill(made: Board, rows: Array) -> None:
    """The board as the one record that the rules read."""
    t = rows[0]
    _fill_ground(made, t)
    _fill_tiles(made, t)
    _fill_numbers(made, t)


def _fill_ground(made: Board, t: Any) -> None:
    t["squares"], t["blocks"], t["lots"] = len(made.squares), len(made.ground.blocks), len(made.lots)
    for block, members in enumerate(made.ground.blocks):
        t["block_first"][block] = members[0]
        t["block_first"][block + 1 :] = members[-1] + 1
    for square, row in enumerate(made.squares):
        t["lot_of"][square] = made.lot_number[row.lot]
    t["districts"], t["kinds"] = len(made.districts), 2 * len(made.districts)
    for number, district in enumerate(made.districts):
        t["district_out"][number] = district.letter in made.setup.removed_districts
    for kind in range(2 * len(made.districts)):
        t["kind_size"][kind] = kind % 2 + n.SMALL
    for number, lot in enumerate(made.lots):
        kind = made.kind(number)
        t["lot_kind"][number], t["lot_block"][number] = kind, lot.block
        t["lot_mask"][number] = block_set(made, lot.squares)
        t["kind_lot"][kind][t["kind_count"][kind]] = number
        t["kind_count"][kind] += 1
    t["characters"] = len(made.start_lots)
    for number, start in enumerate(made.start_lots):
        t["start_lot"][number] = start
        t["start_place"][number] = made.placement_number[made.lots[start].squares]


def _fill_tiles(made: Board, t: Any) -> None:
    t["tiles"], t["own"] = len(made.tiles), 1 + len(made.tile_table.tile)
    for number, tile in enumerate(made.tiles):
        t["tile_shape"][number] = made.tile_shape[number]
        t["tile_points"][number] = tile.points
        t["tile_generation"][number] = GENERATIONS.index(tile.generation)
        t["tile_hexagon"][number] = tile.icon == "hexagon"
        t["of_generation"][GENERATIONS.index(tile.generation)] |= 1 << number
        t["within"][tile.squares :] |= 1 << number
        t["feet"][number] = tile.feet
        if number in made.own_tiles:
            t["up_to"][GENERATIONS.index(tile.generation) :] |= 1 << number
    t["shapes"], t["placements"] = len(made.shapes), len(made.placements)
    for shape, drawn in enumerate(made.shapes):
        t["shape_squares"][shape] = len(cells_of(drawn))
    keys = [(place.shape, place.block) for place in made.placements]
    for shape in range(len(made.shapes)):
        for block in range(n.BLOCKS + 1):
            t["shape_first"][shape][block] = sum(key < (shape, block) for key in keys)
    for number, place in enumerate(made.placements):
        beside = {other for square in place.squares for other in made.ground.neighbours(square)}
        t["mask"][number] = block_set(made, place.squares)
        t["around"][number] = block_set(made, tuple(beside - set(place.squares)))
        t["block"][number] = place.block
        t["touches"][number] = sum(1 << street for street in place.streets)
        t["lies_in"][number] = sum(1 << district for district in place.districts)


def block_set(made: Board, squares: tuple[int, ...]) -> int:
    """Squares of one block as the set that the rules use."""
    return sum(1 << (square - made.ground.blocks[made.squares[square].block][0]) for square in squares)


def _fill_numbers(made: Board, t: Any) -> None:
    tycoon, architect, prestige, baron, king = made.challenges
    t["streets"], t["market_size"], t["workers"] = len(made.streets), n.MARKET, made.player.workers
    for generation in range(n.GENERATIONS):
        t["threshold"][0][generation] = made.threshold(generation, expert=False)
        t["threshold"][1][generation] = made.threshold(generation, expert=True)
    t["street_points"], t["card_points"] = made.street_table.points, made.final.unused_action_card
    t["shift_needs"] = made.rulings.shift_needs_future_cards
    t["grab_needs"] = made.actions[n.GRAB_CARD].needs_future_min
    t["tycoon_gold"], t["tycoon_points"] = tycoon.min_gold_per_district, tycoon.points_per_district
    for number, challenge in ((n.ARCHITECT, architect), (n.BARON, baron)):
        t["step_count"][number] = challenge.count
        t["step_points"][number] = challenge.points
    t["prestige_points"], t["king_points"] = prestige.points_each, king.points_each
    t["unbuilt_left"], t["warn_at"] = made.end.unbuilt_left, made.end.warn_at_unbuilt
    t["stalemate_rounds"] = made.rulings.stalemate_rounds
    t["quiet_shown_from"] = made.quiet_shown_from
    t["torn_must_touch"] = made.rulings.demolished_must_touch
    t["max_plies"] = _longest_game(made)


def _longest_game(made: Board) -> int:
    """More decisions than any game can have: the stalemate ruling bounds the turns between two buildings."""
    builds = made.players * len(made.tile_table.tile) + len(made.tile_table.legendary)
    turns = (builds + 1) * made.rulings.stalemate_rounds * made.players + made.players
    card_plies = 3 * made.players * n.ACTION_CARDS
    return 3 * turns + 2 * builds + card_plies  # a turn: card, lot, end; a build: tile, place


# --- options -----------------------------------------------------------------------------------------

OPTIONS = (
    Option(
        "challenge",
        "random",
        "random, none, tycoon, architect, prestige, baron or king",
        "the bonus challenge; a first game is easier without one",
        (
            ("none", "none"),
            ("random", "one at random"),
            ("tycoon", "Gold Tycoon"),
            ("architect", "Master Architect"),
            ("prestige", "Gold Prestige"),
            ("baron", "Bronze Baron"),
            ("king", "Generation King"),
        ),
    ),
    Option(
        "streets",
        "random",
        "random, or three of bw (Broadway), ce (Cedar), nb (Nassau & Broad), pt (Pine & Thames),"
        ' wa (Wall Street), such as "bw nb wa"',
        "which three streets give points at the end",
        (("random", "three at random"),),
        free=True,
    ),
    Option("expert", False, "true or false", "no starting property; silver from 10 points, gold from 25"),
    Option("hold", False, "true or false", "a turn ends only when its player says so"),
)


def encode(made: Board, options: dict[str, OptionValue]) -> list[int]:
    """Options as `setup` reads them."""
    encoded = [0] * n.OPTIONS
    encoded[n.STREET_SET] = _street_set(made, options["streets"])
    challenge = options["challenge"]
    known = ("random", *CHALLENGES, "none")
    if challenge not in known:
        raise OptionError(f"option challenge: {challenge!r} is not one of {', '.join(known)}")
    encoded[n.CHALLENGE_CHOICE] = known.index(str(challenge)) - 1
    for name, place in (("expert", n.EXPERT), ("hold", n.HOLD)):
        if not isinstance(options[name], bool):
            raise OptionError(f"option {name}: {options[name]!r} is neither true nor false")
        encoded[place] = int(options[name])
    return encoded


def _street_set(made: Board, wanted: OptionValue) -> int:
    if wanted == "random":
        return 0
    codes = [street.code for street in made.streets]
    chosen = wanted.split() if isinstance(wanted, str) else []
    if len(set(chosen)) != n.IN_PLAY or len(chosen) != n.IN_PLAY or not all(code in codes for code in chosen):
        raise OptionError(
            f"option streets: {wanted!r} is neither random nor"
            f" {n.IN_PLAY} different ones of {' '.join(codes)}"
        )
    return sum(1 << codes.index(code) for code in chosen)
