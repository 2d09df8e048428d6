"""Control, panoramas, the final scoring and the ranks. Clause numbers refer to RULES.md."""

from __future__ import annotations

from rooftop.engine.bits import bit, count, first, has, largest_group
from rooftop.engine.events import note
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import rank_seats, total
from rooftop.engine.state import SEATS
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.state import State, Tables

# --- both eras: control and panoramas ----------------------------------------------------------------


@kernel
def score_era(s: State, t: Tables) -> None:
    """SR-40, SR-42: score the islands, then the panorama cards."""
    later = (s.era - 1) * (n.CONTROL_2 - n.CONTROL_1)
    for island in range(t.islands):
        leaders = s.control[island]
        if leaders != 0:
            for seat in range(s.seats):
                if has(leaders, seat):
                    s.points[seat, n.CONTROL_1 + later] += t.control_value
            note(s, n.SCORED_CONTROL, first(leaders), island, (how_controlled(s, island) << SEATS) | leaders)
    for index in range(n.IN_PLAY):
        panorama = s.panorama[index]
        for seat in range(s.seats):
            points = s.instances[seat, index] * t.panorama_value[panorama]
            if points > 0:
                s.points[seat, n.PANORAMAS_1 + later] += points
                note(s, n.SCORED_PANORAMA, seat, panorama, points)


@kernel
def islands_controlled(s: State, t: Tables, seat: int) -> int:
    islands = 0
    for island in range(t.islands):
        if s.control[island] & bit(seat) != 0:
            islands += 1
    return islands


@kernel
def controllers(s: State, island: int) -> int:
    """SR-40, SR-41: the seats with the most tall buildings; ties are broken by medium, then by short ones.
    Nobody controls an island without buildings."""
    most = 1
    found = 0
    for seat in range(s.seats):
        # The counts are the digits of one number. No island has room for 64 buildings.
        weight = s.tally[seat, island, n.TALL]
        weight = weight * 64 + s.tally[seat, island, n.MEDIUM]
        weight = weight * 64 + s.tally[seat, island, n.SHORT]
        if weight > most:
            most = weight
            found = 0
        if weight == most:
            found |= bit(seat)
    return found


@kernel
def how_controlled(s: State, island: int) -> int:
    """SR-40: the height that decided, plus BROKEN if it broke a tie; or SHARED."""
    leaders = s.control[island]
    if count(leaders) > 1:
        return n.SHARED
    leader = first(leaders)
    level = (bit(s.seats) - 1) & ~leaders  # seats still tied with the leader
    broken = 0
    for height in range(n.TALL, n.SHORT, -1):
        most = s.tally[leader, island, height]
        for seat in range(s.seats):
            if has(level, seat) and s.tally[seat, island, height] < most:
                level &= ~bit(seat)
        if level == 0:
            return height + broken
        if most > 0:
            broken = n.BROKEN
    return n.SHORT + broken


@kernel
def panorama_instances(s: State, t: Tables, seat: int, panorama: int, island: int) -> int:
    """SR-59..64: how often a seat fulfils a panorama, on one island or on all of them (AROUND)."""
    kind = t.panorama_kind[panorama]
    need = t.panorama_need[panorama]
    if kind == n.AT_BRIDGES:
        return bridges_held(s, t, seat, island)
    if kind == n.IN_CHAINS:
        return islands_with_group(s, t, seat, need, island)
    here = s.own[seat]
    if island != n.AROUND:
        here &= t.island_set[island]
    return features_touched(t, here, kind, need)


@kernel
def features_touched(t: Tables, here: int, kind: int, need: int) -> int:
    """How many lakes, blimps or windmills touch at least `need` of these neighbourhoods."""
    found = 0
    for k in range(t.feature_count[kind]):
        if count(t.feature_set[kind, k] & here) >= need:
            found += 1
    return found


@kernel
def bridges_held(s: State, t: Tables, seat: int, island: int) -> int:
    """SR-62, SR-79: bridges with the seat at both ends. For one island, one of the ends must be there."""
    found = 0
    for k in range(s.bridge_count):
        a = s.bridge[k, 0]
        b = s.bridge[k, 1]
        if s.own[seat] & bit(a) != 0 and s.own[seat] & bit(b) != 0:
            if island == n.AROUND or t.island[a] == island or t.island[b] == island:
                found += 1
    return found


@kernel
def islands_with_group(s: State, t: Tables, seat: int, need: int, island: int) -> int:
    """SR-63: islands on which `need` structures of the seat are connected by borders."""
    found = 0
    for k in range(t.islands):
        if island == n.AROUND or island == k:
            if largest_group(t.border, s.own[seat] & t.island_set[k]) >= need:
                found += 1
    return found


# --- the end of the game -----------------------------------------------------------------------------


@kernel
def score_end(s: State, t: Tables) -> None:
    """SR-51: score objectives, discs, keys and structures, after control and panoramas."""
    s.objective_shown = bit(s.seats) - 1
    for seat in range(s.seats):
        points = objective_points(s, t, seat)
        s.points[seat, n.OBJECTIVE] = points
        note(s, n.SCORED_OBJECTIVE, seat, s.objective[seat], points)
    s.tiles_shown = 1
    note(
        s, n.SHOWED_TILES, s.to_act, s.tile[0] * n.TILE_BASE + s.tile[1], s.tile[2] * n.TILE_BASE + s.tile[3]
    )
    for seat in range(s.seats):
        score_portrait(s, t, seat)
    for seat in range(s.seats):
        points = 0
        for colour in range(n.COLOURS):
            s.points[seat, n.STANDING + colour] = standing_points(s, t, seat, colour)
            points += s.points[seat, n.STANDING + colour]
        note(s, n.SCORED_STRUCTURES, seat, count(s.own[seat]), points)


@kernel
def objective_points(s: State, t: Tables, seat: int) -> int:
    """SR-52: all or nothing."""
    objective = s.objective[seat]
    there = count(s.own[seat] & t.colour_set[t.objective_colour[objective]])
    return t.objective_value[objective] if there >= t.objective_need[objective] else 0


@kernel
def score_portrait(s: State, t: Tables, seat: int) -> None:
    """SR-53..56: patron discs, excess discs, the key, and commissions for each of these."""
    s.points[seat, n.PATRONS] = patron_points(s, seat)
    if s.points[seat, n.PATRONS] > 0:
        note(s, n.SCORED_PATRONS, seat, patron_discs(s, seat), s.points[seat, n.PATRONS])
    excess = excess_discs(s, seat)
    s.points[seat, n.EXCESS] = excess * t.excess_value
    if excess > 0:
        note(s, n.SCORED_EXCESS, seat, excess, s.points[seat, n.EXCESS])
    s.points[seat, n.KEYS] = t.key_value[s.key[seat]]
    if s.key[seat] != n.NO_KEY:
        note(s, n.SCORED_KEY, seat, s.key[seat], s.points[seat, n.KEYS])
    s.points[seat, n.COMMISSION] = commission_points(s, t, seat)
    if s.commissions[seat] > 0:
        note(s, n.SCORED_COMMISSIONS, seat, s.commissions[seat], s.points[seat, n.COMMISSION])


@kernel
def patron_discs(s: State, seat: int) -> int:
    discs = 0
    for letter in range(n.LETTERS):
        discs += s.patron[seat, letter]
    return discs


@kernel
def patron_points(s: State, seat: int) -> int:
    points = 0
    for letter in range(n.LETTERS):
        points += s.patron[seat, letter] * s.tile[letter]
    return points


@kernel
def excess_discs(s: State, seat: int) -> int:
    """SR-33: discs beyond full rows."""
    discs = 0
    for colour in range(n.COLOURS):
        discs += max(s.held[seat, colour] - n.ROW, 0)
    return discs


@kernel
def commission_points(s: State, t: Tables, seat: int) -> int:
    """SR-56: each commissions disc scores every item on the portrait, commissions discs included."""
    items = patron_discs(s, seat) + excess_discs(s, seat) + s.commissions[seat]
    if s.key[seat] != n.NO_KEY:
        items += 1
    return items * s.commissions[seat] * t.commission_value


@kernel
def standing_points(s: State, t: Tables, seat: int, colour: int) -> int:
    """SR-57: each structure on a colour scores the value of that colour's row."""
    worth = t.row_value[min(s.held[seat, colour], n.ROW)]
    return worth * count(s.own[seat] & t.colour_set[colour])


@kernel
def rank_all(s: State) -> None:
    """SR-58: the most prestige wins; ties go to the player who finished first."""
    for seat in range(s.seats):
        s.final_score[seat] = final_score(s, seat)
    rank_seats(s)


@kernel
def final_score(s: State, seat: int) -> int:
    """Points, with the number of players who finished later as the last digit."""
    return total(s, seat) * 8 + s.seats - s.finished[seat]


# --- derived fields ---------------------------------------------------------------------------------


@kernel
def count_structure(s: State, t: Tables, seat: int, spot: int, height: int) -> None:
    """Add a built structure to the derived fields. `height` is HEIGHTS for a wonder without one."""
    s.own[seat] |= bit(spot)
    s.reach |= s.adjacent[spot]
    island = t.island[spot]
    if height < n.HEIGHTS:
        s.tally[seat, island, height] += 1
        s.control[island] = controllers(s, island)


@kernel
def measure_panoramas(s: State, t: Tables, seat: int) -> None:
    for index in range(n.IN_PLAY):
        s.instances[seat, index] = panorama_instances(s, t, seat, s.panorama[index], n.AROUND)
