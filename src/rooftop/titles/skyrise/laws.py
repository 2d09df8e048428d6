"""Laws that must hold after every decision. `check` returns the number of a broken one."""

from __future__ import annotations

from rooftop.engine.bits import bit, count, first, has
from rooftop.engine.kernel import kernel
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.rules import can_outbid, is_in
from rooftop.titles.skyrise.rules_opening import on_map
from rooftop.titles.skyrise.rules_wonders import effect_of, height_of, strength_of
from rooftop.titles.skyrise.scoring import (
    commission_points,
    controllers,
    excess_discs,
    islands_controlled,
    objective_points,
    panorama_instances,
    patron_points,
    standing_points,
)
from rooftop.titles.skyrise.state import State, Tables


@kernel
def check(s: State, t: Tables) -> int:
    """The number of the first broken law, or 0."""
    if not pieces_on_the_map(s, t):
        return n.ONE_PIECE
    for kind in range(n.DISCS):
        if discs(s, t, kind) != t.bag[kind]:
            return n.DISCS_KEPT
    for seat in range(s.seats):
        if not rows_in_order(s, seat):
            return n.DISCS_KEPT
        if not structures_conserved(s, t, seat):
            return n.STRUCTURES_KEPT
    if not cards_conserved(s, t) or not tiles_conserved(s, t):
        return n.CARDS_KEPT
    if not discs_lie(s, t):
        return n.DISCS_LIE
    if not bids_rise(s, t):
        return n.BIDS_RISE
    if not right_bidder(s, t):
        return n.BIDDER
    if not auctions_counted(s, t):
        return n.AUCTIONS
    if not right_era(s, t):
        return n.ERAS
    if not keys_in_order(s, t):
        return n.KEYS_IN_ORDER
    for seat in range(s.seats):
        if not points_are_due(s, t, seat):
            return n.POINTS
        if not seat_caches(s, t, seat):
            return n.CACHES
    return 0 if map_caches(s, t) else n.CACHES


@kernel
def pieces_on_the_map(s: State, t: Tables) -> bool:
    spots = on_map(s, t)
    bids = 0
    for k in range(s.bids):
        bids |= bit(s.bid[k])
    if count(bids) != s.bids:
        return False
    for spot in range(t.spots):
        stands = s.owner[spot] != n.EMPTY
        if stands != (s.piece[spot] != n.EMPTY) or stands != has(s.built | bids, spot):
            return False
        if (stands or s.disc[spot] != n.EMPTY) and not has(spots, spot):
            return False
    return s.built & bids == 0


@kernel
def discs(s: State, t: Tables, kind: int) -> int:
    """The number of discs of a kind, anywhere."""
    found = 0
    for spot in range(t.spots):
        if s.disc[spot] == kind:
            found += 1
    if kind == n.WILD and s.phase == n.CHOOSE_COLOUR:
        found += 1  # waits for its colour
    for seat in range(s.seats):
        if kind < n.COLOURS:
            found += s.held[seat, kind] - s.wild[seat, kind]
        elif kind == n.COMMISSIONS:
            found += s.commissions[seat]
        elif kind >= n.PATRON:
            found += s.patron[seat, kind - n.PATRON]
        else:
            for colour in range(n.COLOURS):
                found += s.wild[seat, colour]
    return found


@kernel
def discs_lie(s: State, t: Tables) -> bool:
    """Built neighbourhoods have no disc; all others have one, unless a Vault took it."""
    gone = 0
    vaults = 0
    for spot in range(t.spots):
        if has(s.built, spot):
            if s.disc[spot] != n.EMPTY:
                return False
            if effect_of(s, t, s.owner[spot], s.piece[spot]) == n.EXTRA_DISC:
                vaults += 1
        elif has(on_map(s, t), spot) and s.disc[spot] == n.EMPTY:
            gone += 1
    return gone <= vaults


@kernel
def rows_in_order(s: State, seat: int) -> bool:
    """Rows are filled from the left with discs of their colour and wild discs."""
    for colour in range(n.COLOURS):
        wild = 0
        for space in range(n.ROW):
            disc = s.row[seat, colour, space]
            if (disc != n.EMPTY) != (space < s.held[seat, colour]):
                return False
            if disc == n.WILD:
                wild += 1
            elif disc != n.EMPTY and disc != colour:
                return False
        if wild > s.wild[seat, colour]:
            return False
    return True


@kernel
def structures_conserved(s: State, t: Tables, seat: int) -> bool:
    """Each structure is in the pool, on the map or locked, exactly once."""
    standing = 0
    pieces = 0
    for spot in range(t.spots):
        if s.owner[spot] == seat:
            standing |= bit(s.piece[spot])
            pieces += 1
    if pieces != count(standing) or standing & s.pool[seat] != 0:
        return False
    everything = bit(n.BUILDINGS) - 1
    locked = t.later[s.number_set[seat]] if s.era == 1 else 0
    if s.era == 2:
        everything = bit(n.BUILDINGS + t.figures) - 1
    if (standing | s.pool[seat]) & locked != 0:
        return False
    return standing | s.pool[seat] | locked == everything


@kernel
def cards_conserved(s: State, t: Tables) -> bool:
    seen = 0
    objectives = 0
    for seat in range(s.seats):
        chosen = 0
        for figure in range(n.FIGURES):
            card = s.wonder[seat, figure]
            if card != n.EMPTY:
                if has(seen, card) or has(s.hand[seat], card):
                    return False
                seen |= bit(card)
                chosen += 1
        if seen & s.hand[seat] != 0:
            return False
        seen |= s.hand[seat]
        if s.era == 1 and count(s.hand[seat]) + chosen != t.dealt:
            return False
        if s.era == 2 and (s.hand[seat] != 0 or chosen != t.figures):
            return False
        objectives |= bit(s.objective[seat])
    return count(objectives) == s.seats


@kernel
def tiles_conserved(s: State, t: Tables) -> bool:
    for letter in range(n.LETTERS):
        lying = 0
        wanted = 0
        for other in range(n.LETTERS):
            if s.tile[other] == t.tile_value[letter]:
                lying += 1
            if t.tile_value[other] == t.tile_value[letter]:
                wanted += 1
        if lying != wanted:
            return False
    return True


@kernel
def bids_rise(s: State, t: Tables) -> bool:
    last = 0
    for k in range(s.bids):
        spot = s.bid[k]
        strength = strength_of(s, t, s.owner[spot], s.piece[spot])
        if strength <= last:
            return False
        if k > 0:
            before = s.bid[k - 1]
            if s.adjacent[before] & bit(spot) == 0 or s.owner[before] == s.owner[spot]:
                return False
        last = strength
    if s.bids > 0 and s.owner[s.bid[s.bids - 1]] != s.bidder:
        return False
    return last == s.strength


@kernel
def right_bidder(s: State, t: Tables) -> bool:
    if s.phase == n.BID:
        return s.bids > 0 and is_in(s, s.to_act) and can_outbid(s, t, s.to_act)
    if s.bids != 0 or s.bidder != n.EMPTY or s.passed != 0:
        return False
    return s.phase != n.START or (s.finished[s.to_act] == 0 and s.pool[s.to_act] != 0)


@kernel
def auctions_counted(s: State, t: Tables) -> bool:
    if count(s.built) != s.auctions:
        return False
    return (s.phase == n.OVER) == (s.auctions == s.seats * (n.BUILDINGS + t.figures)) or s.site != n.EMPTY


@kernel
def right_era(s: State, t: Tables) -> bool:
    """In the first era everyone has something to build until it ends. The second begins when somebody has
    built all of the first."""
    done = False
    for seat in range(s.seats):
        first_era = 0
        for structure in range(n.BUILDINGS):
            spot = s.spot[seat, structure]
            if not has(t.later[s.number_set[seat]], structure) and (
                spot == n.EMPTY or not has(s.built, spot)
            ):
                first_era += 1
        if first_era == 0:
            done = True
    under_way = s.phase == n.CHOOSE_WONDER or s.site != n.EMPTY
    return done if s.era == 2 else (not done or under_way)


@kernel
def keys_in_order(s: State, t: Tables) -> bool:
    orders = 0
    for seat in range(s.seats):
        order = s.finished[seat]
        everything = count(s.own[seat]) == n.BUILDINGS + t.figures
        if (order != 0) != everything and s.site == n.EMPTY:
            return False
        if order != 0:
            orders |= bit(order)
        wanted = n.NO_KEY
        if order == 1:
            wanted = n.LARGE_KEY
        elif order == 2 and t.key_value[n.SMALL_KEY] > 0:
            wanted = n.SMALL_KEY
        if s.key[seat] != wanted:
            return False
    return orders & (orders + 2) == 0  # 1, 2, ... without a gap


@kernel
def points_are_due(s: State, t: Tables, seat: int) -> bool:
    if s.era == 1 and s.phase != n.CHOOSE_WONDER:
        for source in range(n.SOURCES):
            if s.points[seat, source] != 0:
                return False
        return True
    if s.points[seat, n.CONTROL_1] % max(t.control_value, 1) != 0 or s.points[seat, n.PANORAMAS_1] < 0:
        return False
    if s.phase != n.OVER:
        for source in range(n.CONTROL_2, n.SOURCES):
            if s.points[seat, source] != 0:
                return False
        return True
    panoramas = 0
    for index in range(n.IN_PLAY):
        panoramas += s.instances[seat, index] * t.panorama_value[s.panorama[index]]
    for colour in range(n.COLOURS):
        if s.points[seat, n.STANDING + colour] != standing_points(s, t, seat, colour):
            return False
    return (
        s.points[seat, n.CONTROL_2] == islands_controlled(s, t, seat) * t.control_value
        and s.points[seat, n.PANORAMAS_2] == panoramas
        and s.points[seat, n.OBJECTIVE] == objective_points(s, t, seat)
        and s.points[seat, n.PATRONS] == patron_points(s, seat)
        and s.points[seat, n.EXCESS] == excess_discs(s, seat) * t.excess_value
        and s.points[seat, n.KEYS] == t.key_value[s.key[seat]]
        and s.points[seat, n.COMMISSION] == commission_points(s, t, seat)
    )


@kernel
def seat_caches(s: State, t: Tables, seat: int) -> bool:
    own = 0
    for spot in range(t.spots):
        if s.owner[spot] == seat:
            if s.spot[seat, s.piece[spot]] != spot:
                return False
            if has(s.built, spot):
                own |= bit(spot)
    if s.own[seat] != own:
        return False
    for structure in range(n.STRUCTURES):
        spot = s.spot[seat, structure]
        if spot != n.EMPTY and (s.owner[spot] != seat or s.piece[spot] != structure):
            return False
    for island in range(t.islands):
        for height in range(n.HEIGHTS):
            standing = 0
            here = own & t.island_set[island]
            while here != 0:
                if height_of(s, t, seat, s.piece[first(here)]) == height:
                    standing += 1
                here &= here - 1
            if s.tally[seat, island, height] != standing:
                return False
    for index in range(n.IN_PLAY):
        if s.instances[seat, index] != panorama_instances(s, t, seat, s.panorama[index], n.AROUND):
            return False
    return True


@kernel
def map_caches(s: State, t: Tables) -> bool:
    free = on_map(s, t)
    reach = t.island_set[0]
    bridges = 0
    for spot in range(t.spots):
        if s.owner[spot] != n.EMPTY:
            free &= ~bit(spot)
        if has(s.built, spot):
            reach |= s.adjacent[spot]
        across = s.adjacent[spot] & ~t.island_set[t.island[spot]]
        bridges += count(across)
        if has(on_map(s, t), spot) and s.adjacent[spot] & t.island_set[t.island[spot]] != t.border[spot]:
            return False
        while across != 0:
            if not has(s.adjacent[first(across)], spot):
                return False
            across &= across - 1
    for island in range(t.islands):
        if s.control[island] != controllers(s, island):
            return False
    pending = s.phase == n.CHOOSE_COLOUR or s.phase == n.CHOOSE_DISC
    if pending != (s.site != n.EMPTY):
        return False
    return s.free == free and s.reach == reach and bridges == 2 * s.bridge_count
