"""New York 1901: where a tile fits, what it tears down, and how it changes land, workers and tallies."""

from __future__ import annotations

from rooftop.engine.bits import bit, count, first, has
from rooftop.engine.events import because, note
from rooftop.engine.kernel import kernel
from rooftop.engine.record import Array
from rooftop.engine.refusals import LEGAL
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.scoring import unlocked
from rooftop.titles.new_york_1901.state import State, Tables

# --- land and tiles ---------------------------------------------------------------------------------


@kernel
def covered(s: State, block: int) -> int:
    """The squares of a block under tiles of any player."""
    return s.built[n.GOLD, block]


@kernel
def vacant_land(s: State, seat: int, block: int) -> int:
    return s.land[seat, block] & ~covered(s, block)


@kernel
def replaceable_land(s: State, seat: int, block: int, generation: int) -> int:
    """NY-52, NY-53: the squares under the seat's tiles that a tile of this generation can replace."""
    return s.land[seat, block] & s.built[generation - 1, block]


@kernel
def lots_without(t: Tables, block: int, squares: int, tiles: int) -> int:
    """The number of lots with one of these squares and no square in the set `tiles`."""
    lots = 0
    while squares != 0:
        lot = t.lot_of[t.block_first[block] + first(squares)]
        squares &= ~t.lot_mask[lot]
        if t.lot_mask[lot] & tiles == 0:
            lots += 1
    return lots


# --- which tiles, and where --------------------------------------------------------------------------


@kernel
def available_tiles(s: State, t: Tables, seat: int) -> int:
    """NY-38..43: the unbuilt tiles whose generation the seat has unlocked, as a set."""
    return s.reserve[seat] & t.up_to[unlocked(s, t, seat)] & ~s.legends


@kernel
def tiles_offered(s: State, t: Tables, plain: bool, rebuild: bool) -> int:
    """The tiles that the seat to act can place, as a set: on vacant land if `plain`, replacing others if
    `rebuild`."""
    available = available_tiles(s, t, s.to_act)
    offered = available & s.fitting[s.to_act] if plain else 0
    if rebuild:
        offered |= replacing_tiles(s, t, available & ~offered)
    return offered


@kernel
def replacing_tiles(s: State, t: Tables, tiles: int) -> int:
    """The tiles of a set with which the seat to act can replace others."""
    found = 0
    blocks = s.blocks[s.to_act]
    while blocks != 0:
        block = first(blocks)
        blocks &= blocks - 1
        todo = tiles & ~found & s.replacing[s.to_act, block]
        while todo != 0:
            tile = first(todo)
            todo &= todo - 1
            if may_replace(s, t, tile, block):
                found |= bit(tile)
    return found


@kernel
def can_build(s: State, t: Tables, rebuild: bool) -> bool:
    """Whether the seat to act can place any tile."""
    return tiles_offered(s, t, True, rebuild) != 0


@kernel
def may_replace(s: State, t: Tables, tile: int, block: int) -> bool:
    """Whether the seat to act can replace something in a block with the tile."""
    shape = t.tile_shape[tile]
    old = replaceable_land(s, s.to_act, block, t.tile_generation[tile])
    room = vacant_land(s, s.to_act, block) | old
    for placement in range(t.shape_first[shape, block], t.shape_first[shape, block + 1]):
        mask = t.mask[placement]
        if mask & ~room == 0 and mask & old != 0 and may_tear_down(s, t, placement):
            return True
    return False


@kernel
def list_placements(s: State, t: Tables, plain: bool, rebuild: bool, out: Array) -> int:
    """NY-30..37, NY-48..57: all placements of the chosen tile."""
    size = 0
    blocks = s.blocks[s.to_act]
    while blocks != 0:
        block = first(blocks)
        blocks &= blocks - 1
        if rebuild and has(s.replacing[s.to_act, block], s.tile):
            size = list_replacing(s, t, block, plain, out, size)
        elif plain:
            size = list_vacant(s, t, block, out, size)
    return size


@kernel
def list_vacant(s: State, t: Tables, block: int, out: Array, size: int) -> int:
    """The placements of the chosen tile on the vacant land of a block."""
    shape = t.tile_shape[s.tile]
    vacant = vacant_land(s, s.to_act, block)
    if count(vacant) < t.shape_squares[shape]:
        return size
    for placement in range(t.shape_first[shape, block], t.shape_first[shape, block + 1]):
        out[size] = n.PLACE + placement
        size += 1 if t.mask[placement] & ~vacant == 0 else 0
    return size


@kernel
def list_replacing(s: State, t: Tables, block: int, plain: bool, out: Array, size: int) -> int:
    """The placements of the chosen tile in a block that replace others and, if `plain`, on vacant land."""
    shape = t.tile_shape[s.tile]
    old = replaceable_land(s, s.to_act, block, t.tile_generation[s.tile])
    room = vacant_land(s, s.to_act, block) | old
    for placement in range(t.shape_first[shape, block], t.shape_first[shape, block + 1]):
        mask = t.mask[placement]
        if mask & ~room == 0 and (plain if mask & old == 0 else may_tear_down(s, t, placement)):
            out[size] = n.PLACE + placement
            size += 1
    return size


@kernel
def may_tear_down(s: State, t: Tables, placement: int) -> bool:
    """NY-51, NY-57: whether the tiles under the placement can be torn down."""
    return why_not_torn_down(s, t, placement) == LEGAL


@kernel
def why_not_torn_down(s: State, t: Tables, placement: int) -> int:
    """NY-51, NY-57: why the tiles under the placement cannot be torn down, or LEGAL."""
    block = t.block[placement]
    torn = torn_down(s, t, placement)
    if t.torn_must_touch == 1:
        group = touching(s, t, block, torn)
        if group != torn:
            one = lowest_tile(s, t, block, group)
            other = lowest_tile(s, t, block, torn & ~group)
            return because(n.APART, min(one, other), max(one, other))
    missing = workers_missing(s, t, placement, torn)
    return because(n.WORKERS_MISSING, missing, 0) if missing > 0 else LEGAL


@kernel
def workers_missing(s: State, t: Tables, placement: int, torn: int) -> int:
    """NY-56, NY-57: each emptied lot needs a worker; those that the new tile frees count too."""
    block = t.block[placement]
    mask = t.mask[placement]
    built = covered(s, block)
    emptied = lots_without(t, block, torn & ~mask, built & ~torn | mask)
    if emptied == 0:
        return 0
    return emptied - s.workers[s.to_act] - lots_without(t, block, mask, built)


@kernel
def torn_down(s: State, t: Tables, placement: int) -> int:
    """NY-51: all squares of the tiles that the placement overlaps; 0 on vacant land."""
    block = t.block[placement]
    hit = t.mask[placement] & covered(s, block)
    torn = 0
    while hit != 0:
        tile = s.cover[t.block_first[block] + first(hit)]
        squares = t.mask[s.placed[s.to_act, tile]]
        torn |= squares
        hit &= ~squares
    return torn


@kernel
def touching(s: State, t: Tables, block: int, torn: int) -> int:
    """NY-51: the squares of those tiles to tear down that form one group with the first."""
    block_first = t.block_first[block]
    reached = t.mask[s.placed[s.to_act, s.cover[block_first + first(torn)]]]
    grown = True
    while grown:
        grown = False
        left = torn & ~reached
        while left != 0:
            where = s.placed[s.to_act, s.cover[block_first + first(left)]]
            left &= ~t.mask[where]
            if t.around[where] & reached != 0:
                reached |= t.mask[where]
                grown = True
    return reached


@kernel
def lowest_tile(s: State, t: Tables, block: int, squares: int) -> int:
    """The tile with the lowest number on these squares of a block, which are all covered."""
    lowest = n.TILES
    while squares != 0:
        lowest = min(lowest, s.cover[t.block_first[block] + first(squares)])
        squares &= squares - 1
    return lowest


@kernel
def why_no_placement(s: State, t: Tables, placement: int, plain: bool, rebuild: bool) -> int:
    """Why the chosen tile cannot be placed there, or LEGAL."""
    shape = t.tile_shape[s.tile]
    if placement < t.shape_first[shape, 0] or placement >= t.shape_first[shape, n.BLOCKS]:
        return because(n.OTHER_SHAPE, 0, 0)
    block = t.block[placement]
    mask = t.mask[placement]
    foreign = mask & ~s.land[s.to_act, block]
    if foreign != 0:
        return because(n.NOT_YOUR_LAND, t.block_first[block] + first(foreign), 0)
    torn = mask & covered(s, block)
    if torn == 0:
        return LEGAL if plain else because(n.LAND_FIRST, 0, 0)
    if not rebuild:
        return because(n.NO_REBUILDING, 0, 0)
    too_new = torn & ~replaceable_land(s, s.to_act, block, t.tile_generation[s.tile])
    if too_new != 0:
        return because(n.TOO_NEW, lowest_tile(s, t, block, too_new), 0)
    return why_not_torn_down(s, t, placement)


# --- what fits where ----------------------------------------------------------------------------------


@kernel
def find_tiles(s: State, t: Tables, seat: int, block: int) -> None:
    """Add the tiles for which there is room now, after a change in a block."""
    others = s.reserve[seat] & ~s.fitting[seat]
    s.fitting[seat] |= fitting_tiles(s, t, seat, bit(block), others)
    others = s.reserve[seat] & ~s.replacing[seat, block]
    s.replacing[seat, block] |= overlapping_tiles(s, t, seat, block, others)


@kernel
def recheck_tiles(s: State, t: Tables, seat: int, block: int) -> None:
    """Remove the tiles for which there is no room any more, after a change in a block."""
    s.fitting[seat] = fitting_tiles(s, t, seat, s.blocks[seat], s.fitting[seat])
    s.replacing[seat, block] = overlapping_tiles(s, t, seat, block, s.replacing[seat, block])


@kernel
def fitting_tiles(s: State, t: Tables, seat: int, blocks: int, tiles: int) -> int:
    """The tiles of a set that fit on the seat's vacant land in these blocks."""
    found = 0
    while blocks != 0:
        block = first(blocks)
        blocks &= blocks - 1
        vacant = vacant_land(s, seat, block)
        todo = tiles & ~found & t.within[count(vacant)]
        while todo != 0:
            tile = first(todo)
            todo &= ~t.alike[tile]
            if fits(t, tile, block, vacant):
                found |= tiles & t.alike[tile]
    return found


@kernel
def fits(t: Tables, tile: int, block: int, vacant: int) -> bool:
    """Whether the tile fits on the vacant squares of a block."""
    shape = t.tile_shape[tile]
    for placement in range(t.shape_first[shape, block], t.shape_first[shape, block + 1]):
        if t.mask[placement] & ~vacant == 0:
            return True
    return False


@kernel
def overlapping_tiles(s: State, t: Tables, seat: int, block: int, tiles: int) -> int:
    """NY-52: the tiles of a set that could replace something of the seat in a block with enough workers."""
    found = 0
    vacant = vacant_land(s, seat, block)
    for generation in range(n.BRONZE, n.GENERATIONS):
        old = replaceable_land(s, seat, block, generation)
        if old != 0:
            wanted = tiles & t.of_generation[generation]
            todo = wanted & t.within[count(vacant | old)]
            while todo != 0:
                tile = first(todo)
                todo &= ~t.alike[tile]
                if overlaps(t, tile, block, vacant | old, old):
                    found |= wanted & t.alike[tile]
    return found


@kernel
def overlaps(t: Tables, tile: int, block: int, room: int, old: int) -> bool:
    """Whether the tile fits on the squares `room` of a block so that it covers some of `old`."""
    shape = t.tile_shape[tile]
    for placement in range(t.shape_first[shape, block], t.shape_first[shape, block + 1]):
        if t.mask[placement] & ~room == 0 and t.mask[placement] & old != 0:
            return True
    return False


# --- building ----------------------------------------------------------------------------------------


@kernel
def raise_tile(s: State, t: Tables, tile: int, placement: int) -> None:
    """NY-36, NY-50..57: tear down what is in the way, put the tile there, move the workers."""
    seat = s.to_act
    block = t.block[placement]
    mask = t.mask[placement]
    built = covered(s, block)
    torn = torn_down(s, t, placement)
    hit = mask & built
    while hit != 0:
        old = s.cover[t.block_first[block] + first(hit)]
        hit &= ~t.mask[s.placed[seat, old]]
        note(s, n.DEMOLISHED, seat, old, s.placed[seat, old])
        take_away(s, t, seat, old)
    put(s, t, seat, tile, placement)
    note(s, n.BUILT, seat, tile, placement)
    call_workers_back(s, t, seat, block, mask & ~built)
    send_workers_out(s, t, seat, block, torn & ~mask)
    recheck_tiles(s, t, seat, block)
    find_tiles(s, t, seat, block)


@kernel
def call_workers_back(s: State, t: Tables, seat: int, block: int, squares: int) -> None:
    """NY-36: the workers on lots with one of these squares return to the reserve."""
    back = 0
    while squares != 0:
        lot = t.lot_of[t.block_first[block] + first(squares)]
        squares &= ~t.lot_mask[lot]
        if has(s.posts[seat, lot // n.HALF], lot % n.HALF):
            s.posts[seat, lot // n.HALF] &= ~bit(lot % n.HALF)
            back += 1
    if back > 0:
        s.workers[seat] += back
        note(s, n.WORKERS_BACK, seat, back, 0)


@kernel
def send_workers_out(s: State, t: Tables, seat: int, block: int, squares: int) -> None:
    """NY-56: a worker goes to each lot with one of these squares that no tile covers any more."""
    while squares != 0:
        lot = t.lot_of[t.block_first[block] + first(squares)]
        squares &= ~t.lot_mask[lot]
        if t.lot_mask[lot] & covered(s, block) == 0:
            s.posts[seat, lot // n.HALF] |= bit(lot % n.HALF)
            s.workers[seat] -= 1
            note(s, n.WORKER_OUT, seat, lot, 0)


@kernel
def put(s: State, t: Tables, seat: int, tile: int, placement: int) -> None:
    s.placed[seat, tile] = placement
    leave_reserve(s, seat, bit(tile))
    if tile >= t.own:
        s.legends |= bit(tile)
        leave_reserve(s, seat, t.legendary)  # NY-43
    for generation in range(t.tile_generation[tile], n.GENERATIONS):
        s.built[generation, t.block[placement]] |= t.mask[placement]
    cover_squares(s, t, placement, tile)
    tally(s, t, seat, tile, placement, 1)


@kernel
def take_away(s: State, t: Tables, seat: int, tile: int) -> None:
    """NY-50: remove a demolished tile from the game."""
    placement = s.placed[seat, tile]
    s.placed[seat, tile] = n.OUT
    for generation in range(t.tile_generation[tile], n.GENERATIONS):
        s.built[generation, t.block[placement]] &= ~t.mask[placement]
    cover_squares(s, t, placement, n.NONE)
    tally(s, t, seat, tile, placement, -1)


@kernel
def leave_reserve(s: State, seat: int, tiles: int) -> None:
    s.reserve[seat] &= ~tiles
    s.fitting[seat] &= ~tiles
    for block in range(n.BLOCKS):
        s.replacing[seat, block] &= ~tiles


@kernel
def cover_squares(s: State, t: Tables, placement: int, tile: int) -> None:
    squares = t.mask[placement]
    while squares != 0:
        s.cover[t.block_first[t.block[placement]] + first(squares)] = tile
        squares &= squares - 1


@kernel
def tally(s: State, t: Tables, seat: int, tile: int, placement: int, change: int) -> None:
    """Update what the final scoring counts."""
    generation = t.tile_generation[tile]
    s.standing[seat, generation] += change
    s.hexagons[seat] += change * t.tile_hexagon[tile]
    streets = t.touches[placement]
    while streets != 0:
        s.on_street[seat, first(streets)] += change
        streets &= streets - 1
    if generation == n.GOLD:
        districts = t.lies_in[placement]
        while districts != 0:
            s.golden[seat, first(districts)] += change
            districts &= districts - 1


@kernel
def own_lot(s: State, t: Tables, seat: int, lot: int) -> None:
    s.owner[lot] = seat
    s.land[seat, t.lot_block[lot]] |= t.lot_mask[lot]
    s.blocks[seat] |= bit(t.lot_block[lot])
    if has_worker(s, t, lot):
        s.posts[seat, lot // n.HALF] |= bit(lot % n.HALF)


@kernel
def disown_lot(s: State, t: Tables, lot: int) -> None:
    seat = s.owner[lot]
    block = t.lot_block[lot]
    s.owner[lot] = n.FREE
    s.posts[seat, lot // n.HALF] &= ~bit(lot % n.HALF)
    s.land[seat, block] &= ~t.lot_mask[lot]
    if s.land[seat, block] == 0:
        s.blocks[seat] &= ~bit(block)


@kernel
def has_worker(s: State, t: Tables, lot: int) -> bool:
    """NY-26: an owned lot has a worker until a tile covers one of its squares."""
    return s.owner[lot] >= 0 and t.lot_mask[lot] & covered(s, t.lot_block[lot]) == 0


@kernel
def refresh(s: State, t: Tables) -> None:
    """Compute the derived fields from the others."""
    for block in range(t.blocks):
        for generation in range(n.GENERATIONS):
            s.built[generation, block] = 0
    s.legends = 0
    for seat in range(s.seats):
        clear_seat(s, t, seat)
        for tile in range(t.tiles):
            if s.placed[seat, tile] >= 0:
                put(s, t, seat, tile, s.placed[seat, tile])
            elif s.placed[seat, tile] == n.OUT:
                leave_reserve(s, seat, bit(tile))
        s.unbuilt[seat] = count(s.reserve[seat] & t.own_tiles)
    for lot in range(t.lots):
        if s.owner[lot] >= 0:
            own_lot(s, t, s.owner[lot], lot)
            find_tiles(s, t, s.owner[lot], t.lot_block[lot])


@kernel
def clear_seat(s: State, t: Tables, seat: int) -> None:
    """The derived fields of a seat that has no land and has built nothing."""
    s.blocks[seat] = 0
    s.fitting[seat] = 0
    for half in range(2):
        s.posts[seat, half] = 0
    for block in range(n.BLOCKS):
        s.land[seat, block] = 0
        s.replacing[seat, block] = 0
    s.reserve[seat] = t.own_tiles | t.legendary
    s.unbuilt[seat] = count(t.own_tiles)
    s.hexagons[seat] = 0
    for generation in range(n.GENERATIONS):
        s.standing[seat, generation] = 0
    for street in range(t.streets):
        s.on_street[seat, street] = 0
    for district in range(t.districts):
        s.golden[seat, district] = 0
