"""New York 1901: laws that hold after every decision. `check` returns the number of a broken one."""

from __future__ import annotations

from rooftop.engine.bits import bit, count, first, has
from rooftop.engine.kernel import kernel
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.rules_building import has_worker
from rooftop.titles.new_york_1901.scoring import source_of
from rooftop.titles.new_york_1901.state import State, Tables


@kernel
def check(s: State, t: Tables) -> int:
    """The number of the first broken law, or 0."""
    if not cards_match(s, t):
        return n.CARDS_MATCH
    for seat in range(s.seats):
        if not workers_kept(s, t, seat):
            return n.WORKERS_KEPT
    standing = tiles_law(s, t)
    if standing != 0:
        return standing
    if not legends_once(s, t):
        return n.LEGENDS
    for seat in range(s.seats):
        if not points_follow(s, t, seat):
            return n.POINTS
    if not market_full(s):
        return n.MARKET_FULL
    if not end_has_cause(s, t):
        return n.END_CAUSE
    for seat in range(s.seats):
        if not tallies_agree(s, t, seat):
            return n.TALLIES
    if not sets_agree(s, t):
        return n.TALLIES
    for seat in range(s.seats):
        if not tiles_have_room(s, t, seat):
            return n.TALLIES
    for seat in range(s.seats):
        if not technology_kept(s, t, seat):
            return n.TECHNOLOGY
    return 0


@kernel
def cards_match(s: State, t: Tables) -> bool:
    """The cards in both markets, plus a taken one, match the free lots."""
    cards = 0
    free = 0
    for kind in range(t.kinds):
        of_kind = 1 if s.card == kind else 0
        for slot in range(n.MARKET):
            if s.market[slot] == kind:
                of_kind += 1
        for k in range(s.future_count):
            if s.future[k] == kind:
                of_kind += 1
        lots = 0
        for k in range(t.kind_count[kind]):
            if s.owner[t.kind_lot[kind, k]] == n.FREE:
                lots += 1
        if of_kind != lots:
            return False
        cards += of_kind
        free += lots
    return cards == free


@kernel
def workers_kept(s: State, t: Tables, seat: int) -> bool:
    workers = s.workers[seat]
    for lot in range(t.lots):
        here = s.owner[lot] == seat and has_worker(s, t, lot)
        workers += 1 if here else 0
        if has(s.posts[seat, lot // n.HALF], lot % n.HALF) != here:
            return False
    return s.workers[seat] >= 0 and workers == t.workers


@kernel
def tiles_law(s: State, t: Tables) -> int:
    """Tiles and covered squares agree; tiles are on their owner's land and do not overlap."""
    squares = 0
    for square in range(t.squares):
        if s.cover[square] != n.NONE:
            squares += 1
    for seat in range(s.seats):
        for tile in range(t.tiles):
            placement = s.placed[seat, tile]
            if placement < n.OUT or placement >= t.placements:
                return n.TILES_KEPT
            if placement < 0:
                continue
            if t.tile_shape[tile] != shape_of(t, placement):
                return n.TILES_KEPT
            mask = t.mask[placement]
            while mask != 0:
                square = t.block_first[t.block[placement]] + first(mask)
                mask &= mask - 1
                squares -= 1
                if s.owner[t.lot_of[square]] != seat:
                    return n.ON_OWN_LAND
                if s.cover[square] != tile:
                    return n.ON_OWN_LAND
    return 0 if squares == 0 else n.TILES_KEPT


@kernel
def shape_of(t: Tables, placement: int) -> int:
    for shape in range(t.shapes):
        if t.shape_first[shape, 0] <= placement < t.shape_first[shape, t.blocks]:
            return shape
    return n.NONE


@kernel
def legends_once(s: State, t: Tables) -> bool:
    seen = 0
    for seat in range(s.seats):
        own = 0
        for tile in range(t.own, t.tiles):
            if s.placed[seat, tile] == n.OUT:
                return False
            if s.placed[seat, tile] >= 0:
                own += 1
                if seen & bit(tile) != 0:
                    return False
                seen |= bit(tile)
        if own > 1:
            return False
    return s.legends == seen


@kernel
def points_follow(s: State, t: Tables, seat: int) -> bool:
    """NY-36, NY-50: all tiles ever built have scored; nothing else but prestige scores before the end."""
    for source in range(n.BUILDINGS, n.LEGENDARY + 1):
        worth = 0
        for tile in range(n.START_TILE + 1, t.tiles):
            if source_of(t, tile) == source and s.placed[seat, tile] != n.NONE:
                worth += t.tile_points[tile]
        if s.points[seat, source] != worth:
            return False
    if s.phase != n.OVER:
        for source in range(n.STREET, n.SOURCES):
            prestige = source == n.CHALLENGE and s.challenge == n.PRESTIGE
            if s.points[seat, source] != 0 and not prestige:
                return False
    return s.points[seat, n.CHALLENGE] >= 0


@kernel
def market_full(s: State) -> bool:
    """NY-28: four open cards at the start of every turn."""
    fresh = (s.phase == n.TURN and s.grabbed == 0) or s.phase == n.BLOCKED
    if not fresh or s.ending != n.GOING_ON:
        return True
    for slot in range(n.MARKET):
        if s.market[slot] == n.NONE:
            return False
    return True


@kernel
def end_has_cause(s: State, t: Tables) -> bool:
    """NY-44..46, NY-82: the end has begun if and only if it has a cause, and the last turns left lead to the
    seat that triggered it."""
    if s.ending == n.GOING_ON:
        few = False
        for seat in range(s.seats):
            few = few or s.unbuilt[seat] <= t.unbuilt_left
        return not few and s.last_turns == 0 and s.quiet < t.stalemate_rounds * s.seats
    if s.last_turns < 0 or s.last_turns >= s.seats:
        return False
    if s.phase == n.TURN and s.grabbed == 0 and s.last_turns == 0:
        return False
    return cause_holds(s, t) and (s.phase == n.OVER or trigger_holds(s, t))


@kernel
def cause_holds(s: State, t: Tables) -> bool:
    """Each last turn may return one card or reset the count of quiet turns."""
    turns_done = s.seats - 1 - s.last_turns
    if s.ending == n.CARDS_GONE:
        cards = s.future_count
        for slot in range(n.MARKET):
            cards += 1 if s.market[slot] != n.NONE else 0
        return cards < n.MARKET + turns_done + 1
    limit = t.stalemate_rounds * s.seats
    return s.ending != n.STALEMATE or s.quiet == limit + turns_done or s.quiet < turns_done


@kernel
def trigger_holds(s: State, t: Tables) -> bool:
    """NY-44: the unbuilt tiles of the seat that triggered the end, and of those still to play."""
    trigger = (s.to_act + s.last_turns) % s.seats
    if (s.unbuilt[trigger] == t.unbuilt_left) != (s.ending == n.TILES_BUILT):
        return False
    if s.unbuilt[trigger] < t.unbuilt_left:
        return False
    waiting = s.last_turns if s.last_turns > 0 else s.seats
    for k in range(1, waiting):
        if s.unbuilt[(s.to_act + k) % s.seats] <= t.unbuilt_left:
            return False
    return True


@kernel
def technology_kept(s: State, t: Tables, seat: int) -> bool:
    """NY-39, NY-40: bronze tiles scored enough for silver, bronze and silver enough for gold."""
    bronze = s.points[seat, n.BUILDINGS]
    silver = s.points[seat, n.BUILDINGS + 1]
    for tile in range(n.START_TILE + 1, t.tiles):
        if s.placed[seat, tile] == n.NONE:
            continue
        if t.tile_generation[tile] == n.SILVER and bronze < t.threshold[s.expert, n.SILVER]:
            return False
        if t.tile_generation[tile] == n.GOLD and bronze + silver < t.threshold[s.expert, n.GOLD]:
            return False
    return True


@kernel
def tallies_agree(s: State, t: Tables, seat: int) -> bool:
    reserve = 0
    hexagons = 0
    for tile in range(n.START_TILE + 1, t.own):
        if s.placed[seat, tile] == n.NONE:
            reserve |= bit(tile)
    if s.unbuilt[seat] != count(reserve):
        return False
    legend = False
    for tile in range(t.own, t.tiles):
        legend = legend or s.placed[seat, tile] != n.NONE
    if not legend:
        reserve |= t.legendary
    for generation in range(n.GENERATIONS):
        standing = 0
        for tile in range(t.tiles):
            if s.placed[seat, tile] >= 0 and t.tile_generation[tile] == generation:
                standing += 1
                hexagons += t.tile_hexagon[tile]
        if s.standing[seat, generation] != standing:
            return False
    if s.reserve[seat] != reserve or s.hexagons[seat] != hexagons:
        return False
    for street in range(t.streets):
        touching = 0
        for tile in range(t.tiles):
            if s.placed[seat, tile] >= 0 and t.touches[s.placed[seat, tile]] & bit(street) != 0:
                touching += 1
        if s.on_street[seat, street] != touching:
            return False
    for district in range(t.districts):
        golden = 0
        for tile in range(n.BRONZE, t.tiles):
            if s.placed[seat, tile] >= 0 and t.tile_generation[tile] == n.GOLD:
                if t.lies_in[s.placed[seat, tile]] & bit(district) != 0:
                    golden += 1
        if s.golden[seat, district] != golden:
            return False
    return True


@kernel
def sets_agree(s: State, t: Tables) -> bool:
    """The sets `land`, `blocks` and `built` agree with the owners and the covered squares."""
    for block in range(t.blocks):
        for k in range(t.block_first[block + 1] - t.block_first[block]):
            square = t.block_first[block] + k
            owner = s.owner[t.lot_of[square]]
            for seat in range(s.seats):
                if has(s.land[seat, block], k) != (owner == seat):
                    return False
            tile = s.cover[square]
            for generation in range(n.GENERATIONS):
                under = tile != n.NONE and t.tile_generation[tile] <= generation
                if has(s.built[generation, block], k) != under:
                    return False
        for seat in range(s.seats):
            if has(s.blocks[seat], block) != (s.land[seat, block] != 0):
                return False
    return True


@kernel
def tiles_have_room(s: State, t: Tables, seat: int) -> bool:
    """The sets `fitting` and `replacing` agree with all placements of the tiles in the reserve."""
    fitting = 0
    for block in range(t.blocks):
        replacing = 0
        for tile in range(n.START_TILE + 1, t.tiles):
            if not has(s.reserve[seat], tile):
                continue
            shape = t.tile_shape[tile]
            for placement in range(t.shape_first[shape, block], t.shape_first[shape, block + 1]):
                mask = t.mask[placement]
                if mask & ~s.land[seat, block] != 0:
                    continue
                older = s.built[t.tile_generation[tile] - 1, block]
                if mask & s.built[n.GOLD, block] == 0:
                    fitting |= bit(tile)
                elif mask & s.built[n.GOLD, block] & ~older == 0:
                    replacing |= bit(tile)
        if s.replacing[seat, block] != replacing:
            return False
    return s.fitting[seat] == fitting
