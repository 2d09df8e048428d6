"""New York 1901: where a tile may stand, what it tears down, what it means for land, workers and tallies."""

from __future__ import annotations

from typing import Any

from rooftop.engine.bits import bit, count, first
from rooftop.engine.events import note
from rooftop.engine.kernel import kernel
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

# --- land and what stands on it ----------------------------------------------------------------------


@kernel
def covered(s: State, block: int) -> int:
    """The squares of a block that a tile stands on, whoever owns it."""
    return (
        s.built[NO_GENERATION, block] | s.built[BRONZE, block] | s.built[SILVER, block] | s.built[GOLD, block]
    )


@kernel
def too_new(s: State, block: int, generation: int) -> int:
    """NY-52, NY-53: the squares whose tiles a tile of this generation cannot replace."""
    squares = 0
    for other in range(generation, GENERATIONS):
        squares |= s.built[other, block]
    return squares


@kernel
def lots_without(t: Tables, block: int, squares: int, tiles: int) -> int:
    """How many lots have one of these squares and no square of the set `tiles`."""
    lots = 0
    while squares != 0:
        lot = t.lot_of[t.block_first[block] + first(squares)]
        squares &= ~t.lot_mask[lot]
        if t.lot_mask[lot] & tiles == 0:
            lots += 1
    return lots


# --- which tiles, and where --------------------------------------------------------------------------


@kernel
def tiles_to_hand(s: State, t: Tables, seat: int) -> int:
    """NY-38..43: the tiles that the seat has not built and may build by now, as a set."""
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
    """The tiles that the seat to act could place now, on vacant land or by tearing down, as a set; if any
    will do, the search ends with the first."""
    seat = s.to_act
    left = tiles_to_hand(s, t, seat)
    offered = 0
    for block in range(t.blocks):
        land = s.land[seat, block]
        if land == 0 or (any_will_do and offered != 0):
            continue
        vacant = land & ~covered(s, block)
        if plain:
            todo = left & ~offered & t.within[count(vacant)]
            offered |= those_that_fit(t, todo, block, vacant)
        if rebuild:
            replaceable = 0
            for generation in range(BRONZE, GENERATIONS):
                replaceable |= land & s.built[generation - 1, block]  # NY-52
                if replaceable != 0:
                    room = vacant | replaceable
                    todo = left & ~offered & t.of_generation[generation] & t.within[count(room)]
                    offered |= those_that_replace(s, t, todo, block, room, replaceable)
    return offered


@kernel
def those_that_fit(t: Tables, tiles: int, block: int, vacant: int) -> int:
    """Those of the tiles that find a place among the vacant squares of a block."""
    found = 0
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        if fits(t, tile, block, vacant):
            found |= bit(tile)
    return found


@kernel
def those_that_replace(s: State, t: Tables, tiles: int, block: int, room: int, replaceable: int) -> int:
    """Those of the tiles, all of one generation, for which something in the block can be torn down."""
    found = 0
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        if replaces(s, t, tile, block, room, replaceable):
            found |= bit(tile)
    return found


@kernel
def can_build(s: State, t: Tables, plain: bool, rebuild: bool) -> bool:
    """Whether the seat to act could place any tile at all."""
    return tiles_offered(s, t, plain, rebuild, True) != 0


@kernel
def fits(t: Tables, tile: int, block: int, vacant: int) -> bool:
    """Whether the tile finds a place among the vacant squares of a block."""
    shape = t.tile_shape[tile]
    for place in range(t.shape_first[shape, block], t.shape_first[shape, block + 1]):
        if t.mask[place] & ~vacant == 0:
            return True
    return False


@kernel
def replaces(s: State, t: Tables, tile: int, block: int, room: int, replaceable: int) -> bool:
    """Whether the tile finds a place in a block where something is torn down for it."""
    shape = t.tile_shape[tile]
    for place in range(t.shape_first[shape, block], t.shape_first[shape, block + 1]):
        if t.mask[place] & ~room == 0 and t.mask[place] & replaceable != 0:
            if may_tear_down(s, t, place):
                return True
    return False


@kernel
def list_places(s: State, t: Tables, plain: bool, rebuild: bool, out: Any) -> int:
    """NY-30..37, NY-48..57: every place of the chosen tile."""
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
        for place in range(t.shape_first[shape, block], t.shape_first[shape, block + 1]):
            mask = t.mask[place]
            if mask & ~within == 0:
                if mask & built == 0:
                    if plain:
                        out[n] = PLACE + place
                        n += 1
                elif may_tear_down(s, t, place):
                    out[n] = PLACE + place
                    n += 1
    return n


@kernel
def may_tear_down(s: State, t: Tables, place: int) -> bool:
    """NY-51, NY-57: whether what is in the way of the placement can be torn down for it."""
    return workers_suffice(s, t, place) and (t.torn_must_touch == 0 or torn_touch(s, t, place))


@kernel
def workers_suffice(s: State, t: Tables, place: int) -> bool:
    """NY-56, NY-57: each lot that is emptied needs a worker; those that the new tile frees may go there."""
    block = t.block[place]
    mask = t.mask[place]
    built = covered(s, block)
    torn = torn_down(s, t, place)
    emptied = lots_without(t, block, torn & ~mask, built & ~torn | mask)
    if emptied == 0:
        return True
    return emptied <= s.workers[s.to_act] + lots_without(t, block, mask, built)


@kernel
def torn_down(s: State, t: Tables, place: int) -> int:
    """NY-51: all squares of the tiles that the placement overlaps; 0 for a plain build."""
    block = t.block[place]
    hit = t.mask[place] & covered(s, block)
    torn = 0
    while hit != 0:
        tile = s.cover[t.block_first[block] + first(hit)]
        squares = t.mask[s.placed[s.to_act, tile]]
        torn |= squares
        hit &= ~squares
    return torn


@kernel
def torn_touch(s: State, t: Tables, place: int) -> bool:
    """NY-51: whether the tiles that the placement overlaps form one group whose members share sides."""
    block_first = t.block_first[t.block[place]]
    torn = torn_down(s, t, place)
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
def raise_tile(s: State, t: Tables, tile: int, place: int) -> None:
    """NY-36, NY-50..57: tear down what is in the way, put the tile there, settle the workers."""
    seat = s.to_act
    block = t.block[place]
    mask = t.mask[place]
    built = covered(s, block)
    torn = torn_down(s, t, place)
    hit = mask & built
    while hit != 0:
        old = s.cover[t.block_first[block] + first(hit)]
        hit &= ~t.mask[s.placed[seat, old]]
        note(s, DEMOLISHED, seat, old, s.placed[seat, old])
        take_away(s, t, seat, old)
    put(s, t, seat, tile, place)
    note(s, BUILT, seat, tile, place)
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
def put(s: State, t: Tables, seat: int, tile: int, place: int) -> None:
    s.placed[seat, tile] = place
    s.reserve[seat] &= ~bit(tile)
    block = t.block[place]
    s.built[t.tile_generation[tile], block] |= t.mask[place]
    if tile >= t.own:
        s.legends |= bit(tile)
    cover_squares(s, t, place, tile)
    tally(s, t, seat, tile, place, 1)


@kernel
def take_away(s: State, t: Tables, seat: int, tile: int) -> None:
    """NY-50: a demolished tile leaves the game."""
    place = s.placed[seat, tile]
    s.placed[seat, tile] = OUT
    s.built[t.tile_generation[tile], t.block[place]] &= ~t.mask[place]
    cover_squares(s, t, place, NONE)
    tally(s, t, seat, tile, place, -1)


@kernel
def cover_squares(s: State, t: Tables, place: int, tile: int) -> None:
    squares = t.mask[place]
    while squares != 0:
        s.cover[t.block_first[t.block[place]] + first(squares)] = tile
        squares &= squares - 1


@kernel
def tally(s: State, t: Tables, seat: int, tile: int, place: int, change: int) -> None:
    """What is counted at the end, kept up to date."""
    generation = t.tile_generation[tile]
    s.standing[seat, generation] += change
    s.hexagons[seat] += change * t.tile_hexagon[tile]
    streets = t.touches[place]
    while streets != 0:
        s.on_street[seat, first(streets)] += change
        streets &= streets - 1
    if generation == GOLD:
        districts = t.lies_in[place]
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
    """NY-26: a worker stands on an owned lot as long as no tile covers a square of it."""
    return s.owner[lot] >= 0 and t.lot_mask[lot] & covered(s, t.lot_block[lot]) == 0


@kernel
def refresh(s: State, t: Tables) -> None:
    """The derived fields, from the others."""
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
