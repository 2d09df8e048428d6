"""New York 1901: where a tile fits, what it tears down, and how it changes land, workers and tallies."""

from __future__ import annotations

from rooftop.engine.bits import bit, count, first
from rooftop.engine.events import note
from rooftop.engine.kernel import kernel
from rooftop.engine.record import Array
from rooftop.titles.new_york_1901.scoring import unlocked
from rooftop.titles.new_york_1901.state import (
    BRONZE,
    BUILT,
    DEMOLISHED,
    FREE,
    GENERATIONS,
    GOLD,
    NO_GENERATION,
    NONE,
    OUT,
    PLACE,
    SILVER,
    START_TILE,
    WORKER_OUT,
    WORKERS_BACK,
    State,
    Tables,
)

# --- land and tiles ---------------------------------------------------------------------------------


@kernel
def covered(s: State, block: int) -> int:
    """The squares of a block under tiles of any player."""
    return (
        s.built[NO_GENERATION, block] | s.built[BRONZE, block] | s.built[SILVER, block] | s.built[GOLD, block]
    )


@kernel
def too_new(s: State, block: int, generation: int) -> int:
    """NY-52, NY-53: the squares under tiles that a tile of this generation cannot replace."""
    squares = 0
    for other in range(generation, GENERATIONS):
        squares |= s.built[other, block]
    return squares


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
    highest = unlocked(s, t, seat)
    found = s.reserve[seat] & t.up_to[highest]
    if highest == GOLD:
        legendary = bit(t.tiles) - bit(t.own)
        own = 0
        for tile in range(t.own, t.tiles):
            if s.placed[seat, tile] != NONE:
                own |= bit(tile)
        if own == 0:
            found |= legendary & ~s.legends
    return found


@kernel
def tiles_offered(s: State, t: Tables, plain: bool, rebuild: bool, any_will_do: bool) -> int:
    """The tiles that the seat to act can place, as a set: on vacant land if `plain`, replacing others if
    `rebuild`. With `any_will_do` the search stops at the first block that has one."""
    seat = s.to_act
    left = available_tiles(s, t, seat)
    offered = 0
    for block in range(t.blocks):
        land = s.land[seat, block]
        if land == 0 or (any_will_do and offered != 0):
            continue
        vacant = land & ~covered(s, block)
        if plain:
            todo = left & ~offered & t.within[count(vacant)]
            offered |= fitting_tiles(t, todo, block, vacant)
        if rebuild:
            replaceable = 0
            for generation in range(BRONZE, GENERATIONS):
                replaceable |= land & s.built[generation - 1, block]  # NY-52
                if replaceable != 0:
                    room = vacant | replaceable
                    todo = left & ~offered & t.of_generation[generation] & t.within[count(room)]
                    offered |= replacing_tiles(s, t, todo, block, room, replaceable)
    return offered


@kernel
def fitting_tiles(t: Tables, tiles: int, block: int, vacant: int) -> int:
    """The tiles of a set that fit on the vacant squares of a block."""
    found = 0
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        if fits(t, tile, block, vacant):
            found |= bit(tile)
    return found


@kernel
def replacing_tiles(s: State, t: Tables, tiles: int, block: int, room: int, replaceable: int) -> int:
    """The tiles of a set, all of one generation, that can replace something in a block."""
    found = 0
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        if replaces(s, t, tile, block, room, replaceable):
            found |= bit(tile)
    return found


@kernel
def can_build(s: State, t: Tables, plain: bool, rebuild: bool) -> bool:
    """Whether the seat to act can place any tile."""
    return tiles_offered(s, t, plain, rebuild, True) != 0


@kernel
def fits(t: Tables, tile: int, block: int, vacant: int) -> bool:
    """Whether the tile fits on the vacant squares of a block."""
    shape = t.tile_shape[tile]
    for placement in range(t.shape_first[shape, block], t.shape_first[shape, block + 1]):
        if t.mask[placement] & ~vacant == 0:
            return True
    return False


@kernel
def replaces(s: State, t: Tables, tile: int, block: int, room: int, replaceable: int) -> bool:
    """Whether the tile can replace something in a block."""
    shape = t.tile_shape[tile]
    for placement in range(t.shape_first[shape, block], t.shape_first[shape, block + 1]):
        if t.mask[placement] & ~room == 0 and t.mask[placement] & replaceable != 0:
            if may_tear_down(s, t, placement):
                return True
    return False


@kernel
def list_placements(s: State, t: Tables, plain: bool, rebuild: bool, out: Array) -> int:
    """NY-30..37, NY-48..57: all placements of the chosen tile."""
    n = 0
    seat = s.to_act
    shape = t.tile_shape[s.tile]
    for block in range(t.blocks):
        land = s.land[seat, block]
        if land == 0:
            continue
        built = covered(s, block)
        vacant = land & ~built
        within = land & ~too_new(s, block, t.tile_generation[s.tile]) if rebuild else vacant
        if count(within) < t.shape_squares[shape]:
            continue
        for placement in range(t.shape_first[shape, block], t.shape_first[shape, block + 1]):
            mask = t.mask[placement]
            if mask & ~within == 0:
                if mask & built == 0:
                    if plain:
                        out[n] = PLACE + placement
                        n += 1
                elif may_tear_down(s, t, placement):
                    out[n] = PLACE + placement
                    n += 1
    return n


@kernel
def may_tear_down(s: State, t: Tables, placement: int) -> bool:
    """NY-51, NY-57: whether the tiles under the placement can be torn down."""
    return workers_suffice(s, t, placement) and (t.torn_must_touch == 0 or torn_touch(s, t, placement))


@kernel
def workers_suffice(s: State, t: Tables, placement: int) -> bool:
    """NY-56, NY-57: each emptied lot needs a worker; those that the new tile frees count too."""
    block = t.block[placement]
    mask = t.mask[placement]
    built = covered(s, block)
    torn = torn_down(s, t, placement)
    emptied = lots_without(t, block, torn & ~mask, built & ~torn | mask)
    if emptied == 0:
        return True
    return emptied <= s.workers[s.to_act] + lots_without(t, block, mask, built)


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
def torn_touch(s: State, t: Tables, placement: int) -> bool:
    """NY-51: whether the tiles that the placement overlaps form one group that touches side by side."""
    block_first = t.block_first[t.block[placement]]
    torn = torn_down(s, t, placement)
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
    return reached == torn


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
        note(s, DEMOLISHED, seat, old, s.placed[seat, old])
        take_away(s, t, seat, old)
    put(s, t, seat, tile, placement)
    note(s, BUILT, seat, tile, placement)
    freed = lots_without(t, block, mask, built)
    if freed > 0:
        s.workers[seat] += freed
        note(s, WORKERS_BACK, seat, freed, 0)
    emptied = torn & ~mask
    while emptied != 0:
        lot = t.lot_of[t.block_first[block] + first(emptied)]
        emptied &= ~t.lot_mask[lot]
        if t.lot_mask[lot] & (built & ~torn | mask) == 0:
            s.workers[seat] -= 1
            note(s, WORKER_OUT, seat, lot, 0)


@kernel
def put(s: State, t: Tables, seat: int, tile: int, placement: int) -> None:
    s.placed[seat, tile] = placement
    s.reserve[seat] &= ~bit(tile)
    block = t.block[placement]
    s.built[t.tile_generation[tile], block] |= t.mask[placement]
    if tile >= t.own:
        s.legends |= bit(tile)
    cover_squares(s, t, placement, tile)
    tally(s, t, seat, tile, placement, 1)


@kernel
def take_away(s: State, t: Tables, seat: int, tile: int) -> None:
    """NY-50: remove a demolished tile from the game."""
    placement = s.placed[seat, tile]
    s.placed[seat, tile] = OUT
    s.built[t.tile_generation[tile], t.block[placement]] &= ~t.mask[placement]
    cover_squares(s, t, placement, NONE)
    tally(s, t, seat, tile, placement, -1)


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
    if generation == GOLD:
        districts = t.lies_in[placement]
        while districts != 0:
            s.golden[seat, first(districts)] += change
            districts &= districts - 1


@kernel
def own_lot(s: State, t: Tables, seat: int, lot: int) -> None:
    s.owner[lot] = seat
    s.land[seat, t.lot_block[lot]] |= t.lot_mask[lot]


@kernel
def disown_lot(s: State, t: Tables, lot: int) -> None:
    s.land[s.owner[lot], t.lot_block[lot]] &= ~t.lot_mask[lot]
    s.owner[lot] = FREE


@kernel
def has_worker(s: State, t: Tables, lot: int) -> bool:
    """NY-26: an owned lot has a worker until a tile covers one of its squares."""
    return s.owner[lot] >= 0 and t.lot_mask[lot] & covered(s, t.lot_block[lot]) == 0


@kernel
def refresh(s: State, t: Tables) -> None:
    """Compute the derived fields from the others."""
    for block in range(t.blocks):
        for generation in range(GENERATIONS):
            s.built[generation, block] = 0
        for seat in range(s.seats):
            s.land[seat, block] = 0
    for lot in range(t.lots):
        if s.owner[lot] >= 0:
            own_lot(s, t, s.owner[lot], lot)
    s.legends = 0
    for seat in range(s.seats):
        s.reserve[seat] = 0
        s.hexagons[seat] = 0
        for generation in range(GENERATIONS):
            s.standing[seat, generation] = 0
        for street in range(t.streets):
            s.on_street[seat, street] = 0
        for district in range(t.districts):
            s.golden[seat, district] = 0
        for tile in range(t.tiles):
            if s.placed[seat, tile] >= 0:
                put(s, t, seat, tile, s.placed[seat, tile])
            elif s.placed[seat, tile] == NONE and START_TILE < tile < t.own:
                s.reserve[seat] |= bit(tile)
        s.unbuilt[seat] = count(s.reserve[seat])
