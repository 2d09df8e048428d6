"""New York 1901: checks of an edition. Each function yields a line for every problem it finds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rooftop.engine.state import SEATS
from rooftop.game.edition_tables import duplicates, within
from rooftop.game.text import languages_of
from rooftop.titles.new_york_1901 import schema
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board.ground import (
    Ground,
    Placement,
    cells_of,
    has_frontage,
    is_connected,
    is_rectangle,
    placements,
    same_shape,
)
from rooftop.titles.new_york_1901.schema import ACTION_CARDS, CHALLENGES, GENERATIONS

if TYPE_CHECKING:
    from rooftop.titles.new_york_1901.board import Board


def name_problems(
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
    yield from within("board.district: number of districts", len(letters), 1, n.DISTRICTS)
    for index, row in enumerate(table.district):
        if len(row.letter) != 1 or not row.letter.isupper():
            yield f"board.district[{index}].letter: must be one capital letter, not {row.letter!r}"
    letters_shown = [row.letter_shown for row in table.district]
    for language in languages_of(letters_shown):
        shown = [letter[language] for letter in letters_shown]
        yield from duplicates("board.district", shown, f".letter_shown.{language}")
    yield from duplicates(
        "streets.card, board.park and board.printed",
        [row.code for row in (*streets.card, *table.park, *table.printed)],
        "",
    )
    for coded in (*streets.card, *table.park, *table.printed):
        if len(coded.code) != 2 or not coded.code[0].islower():
            yield f"code {coded.code!r}: must be two characters, the first a small letter"
    yield from within("streets.card: number of streets", len(streets.card), n.IN_PLAY, n.STREETS)
    if len({row.id for row in player_names}) != SEATS or len(player_names) != SEATS:
        yield f"player_colour: must be {SEATS} different colours"
    for language in languages_of(row.mark for row in player_names):
        marks = [row.mark[language] for row in player_names]
        if len(set(marks)) != len(marks) or not all(len(mark) == 1 for mark in marks):
            yield "player_colour: marks must be different letters"
    if player.colours != [row.id for row in player_names]:
        yield "player.colours: must list the colours of player_colour, in the same order"
    if [row.id for row in actions] != list(ACTION_CARDS) or player.action_cards != list(ACTION_CARDS):
        yield f"action and player.action_cards: must be {', '.join(ACTION_CARDS)}, in this order"
    if [row.id for row in challenges] != list(CHALLENGES):
        yield f"challenge: must be {', '.join(CHALLENGES)}, in this order"
    yield from duplicates("character", [row.id for row in characters], "")
    yield from duplicates("character: district", [row.district for row in characters], "")
    yield from within("character: number of characters", len(characters), SEATS, n.CHARACTERS)
    for index, character in enumerate(characters):
        if character.district not in letters:
            yield (
                f"character[{index}].district: must be one of {', '.join(letters)},"
                f" not {character.district!r}"
            )


def tile_problems(tiles: schema.Tiles) -> Iterator[str]:
    rows = [("tiles.start", tiles.start)]
    rows += [(f"tiles.tile[{index}]", tile) for index, tile in enumerate(tiles.tile)]
    rows += [(f"tiles.legendary[{index}]", tile) for index, tile in enumerate(tiles.legendary)]
    yield from duplicates("tiles", [tile.id for _, tile in rows], "")
    yield from within("tiles: number of tiles", len(rows), 2, n.TILES)
    if [row.id for row in tiles.generation] != list(GENERATIONS):
        yield f"tiles.generation: must be {', '.join(GENERATIONS)}, in this order"
    if len(tiles.tile) != tiles.per_player:
        yield f"tiles.per_player: is {tiles.per_player}, but there are {len(tiles.tile)} tiles"
    for generation in GENERATIONS[1:]:
        count = sum(tile.generation == generation for tile in tiles.tile)
        if count != tiles.per_generation:
            yield f"tiles.per_generation: is {tiles.per_generation}, but there are {count} {generation} tiles"
    for path, tile in rows:
        if set("".join(tile.shape)) - set("#.") or len({len(line) for line in tile.shape}) != 1:
            yield f"{path}.shape: must be lines of # and . of equal length"
            continue
        cells = cells_of(tile.shape)
        if not cells or not is_connected(cells):
            yield f"{path}.shape: must be connected squares"
            continue
        if len(cells) != tile.squares:
            yield f"{path}.squares: is {tile.squares}, but the shape has {len(cells)}"
        if (tile.icon == "circle") != is_rectangle(tile.shape):
            yield f"{path}.icon: must be circle for a rectangle, hexagon for any other shape"
        if " " in tile.id or not tile.id:
            yield f"{path}.id: must be one word"
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
        yield "tiles.start.generation: must be none, older than bronze"
    if tiles.start.points:
        yield "tiles.start.points: must be 0, since nobody builds the starting property"
    if tiles.start.squares != n.SMALL:
        yield f"tiles.start.squares: must be {n.SMALL}, since it fills a start lot"


def number_problems(
    technology: schema.Technology,
    end: schema.End,
    actions: list[schema.Action],
    challenges: list[schema.Challenge],
) -> Iterator[str]:
    for path, table in (("technology", technology), ("technology.expert", technology.expert)):
        if table.silver > table.gold:
            yield f"{path}.silver: must be at most {path}.gold ({table.gold}), not {table.silver}"
    if end.warn_at_unbuilt <= end.unbuilt_left:
        yield (
            f"end.warn_at_unbuilt: must be more than end.unbuilt_left ({end.unbuilt_left}),"
            f" not {end.warn_at_unbuilt}"
        )
    for index, action in enumerate(actions):
        if bool(action.needs_future_min) != (action.id == "grab"):
            yield f"action[{index}].needs_future_min: required for grab, not allowed for the others"
    for index, challenge in enumerate(challenges):
        for key in dict.fromkeys(key for keys in schema.CHALLENGE_NUMBERS.values() for key in keys):
            if bool(getattr(challenge, key)) != (key in schema.CHALLENGE_NUMBERS[challenge.id]):
                keys = ", ".join(schema.CHALLENGE_NUMBERS[challenge.id])
                yield f"challenge[{index}].{key}: {challenge.id} must have {keys} and no other numbers"
        counts, points = challenge.count, challenge.points
        if "count" in schema.CHALLENGE_NUMBERS[challenge.id]:
            if len(counts) != n.STEPS or counts != sorted(set(counts)):
                yield f"challenge[{index}].count: must be {n.STEPS} rising numbers"
            if len(points) != n.STEPS or points != sorted(points):
                yield f"challenge[{index}].points: must be {n.STEPS} numbers that never fall"


def ground_problems(ground: Ground, table: schema.BoardTable, lot_cards: schema.LotCards) -> Iterator[str]:
    yield from within("board.map: building squares", len(ground.squares), 1, n.SQUARES)
    yield from within("board.map: lots", len(ground.lots), 1, n.LOTS)
    yield from within("board.map: blocks", len(ground.blocks), 1, n.BLOCKS)
    for members in ground.blocks:
        yield from within(
            f"board.map: squares of the block at {ground.squares[members[0]].id}",
            len(members),
            1,
            n.BLOCK_SQUARES,
        )
    for lot in ground.lots:
        cells = [(ground.squares[square].column, ground.squares[square].row) for square in lot.squares]
        if lot.size not in (n.SMALL, n.BIG):
            yield f"board.map: lot {lot.id} must have {n.SMALL} or {n.BIG} squares, not {lot.size}"
        if not is_connected(cells):
            yield f"board.map: the squares of lot {lot.id} are not connected"
    if table.lot_sizes != [n.SMALL, n.BIG]:
        yield f"board.lot_sizes: must be [{n.SMALL}, {n.BIG}]"
    for path, lots in (("board.lots", table.lots), ("lot_cards.total", lot_cards.total)):
        if lots != len(ground.lots):
            yield f"{path}: is {lots}, but the map has {len(ground.lots)} lots"
    if len(table.district) != table.districts:
        yield f"board.districts: is {table.districts}, but there are {len(table.district)}"
    for number, district in enumerate(table.district):
        sizes = [lot.size for lot in ground.lots if lot.district == number]
        for path, wanted, found in (
            ("board.lots_per_district", table.lots_per_district, len(sizes)),
            ("lot_cards.per_district_two", lot_cards.per_district_two, sizes.count(n.SMALL)),
            ("lot_cards.per_district_three", lot_cards.per_district_three, sizes.count(n.BIG)),
        ):
            yield from within(path, wanted, 0, n.LOTS_OF_KIND)
            if found != wanted:
                yield f"{path}: is {wanted}, but district {district.letter} has {found} such lots on the map"
        start = district.letter + table.start_lot_letter
        if not any(lot.id == start and lot.size == n.SMALL for lot in ground.lots):
            yield f"board.map: district {district.letter} has no start lot {start} of {n.SMALL} squares"


def setup_problems(board: Board, index: int) -> Iterator[str]:
    """Problems that only the complete board shows; `index` is the position of its table in [[setup]]."""
    yield from within("tiles: placements", len(board.placements), 1, n.PLACEMENTS)
    yield from within("tiles: different shapes", len(board.shapes), 1, n.SHAPES)
    for district in board.districts:
        lot = board.lots[board.lot_number[district.letter + board.table.start_lot_letter]]
        if lot.squares not in board.placement_number:
            yield f"board.map: start lot {lot.id} has no side on a street or park"
    letters = [district.letter for district in board.districts]
    if not set(board.setup.removed_districts) <= set(letters):
        yield f"setup[{index}].removed_districts: must be among {', '.join(letters)}"
    lots = sum(board.lot_in_play(lot) for lot in range(len(board.lots)))
    dealt = {"deck": lots - board.players, "future": lots - board.players - n.MARKET, "expert_deck": lots}
    for key, count in dealt.items():
        if getattr(board.setup, key) != count:
            yield (
                f"setup[{index}].{key}: is {getattr(board.setup, key)}, but {board.players} players"
                f" play with {count} cards"
            )
    characters = len(board.characters_in_play)
    if characters < board.players:
        yield f"character: only {characters} are in a game of {board.players} players"


def count_problems(board: Board, plain: Ground, check: schema.Check) -> Iterator[str]:
    """Compare the counts of [check]. `plain` has frontage on streets and parks only, whatever the rulings."""
    everywhere = _placements_of_tiles(board, plain, mirror=False)
    without = [placement for placement in everywhere if has_frontage(plain, placement.squares)]
    mirrored = _placements_of_tiles(board, plain, mirror=True)
    last = board.districts[-1].letter
    counted = {
        "lots": len(board.lots),
        "squares": len(board.squares),
        "blocks": len(board.ground.blocks),
        "placements_all": len(everywhere),
        "placements_with_frontage": len(without),
        "footprints_with_frontage": len({placement.squares for placement in without}),
        "placements_two_players": sum(last not in _letters(board, placement) for placement in without),
        "placements_mirror": sum(has_frontage(plain, placement.squares) for placement in mirrored),
    }
    for key, count in counted.items():
        if getattr(check, key) != count:
            yield f"check.{key}: is {getattr(check, key)}, but the map and the tiles give {count}"


def _placements_of_tiles(board: Board, plain: Ground, mirror: bool) -> list[Placement]:
    """The placements of every tile except the starting property, counted once for each tile, with frontage or
    not."""
    shapes = {same_shape(mirror, tile.shape): tile.shape for tile in board.tiles[1:]}
    streets = [row.code for row in board.streets]
    found = placements(plain, list(shapes.values()), mirror, streets, frontage=False)
    by_shape: dict[int, list[Placement]] = {}
    for placement in found:
        by_shape.setdefault(placement.shape, []).append(placement)
    order = [list(shapes).index(same_shape(mirror, tile.shape)) for tile in board.tiles[1:]]
    return [placement for shape in order for placement in by_shape[shape]]


def _letters(board: Board, placement: Placement) -> set[str]:
    return {board.districts[district].letter for district in placement.districts}
