"""Tower Up: machines and extra turns, objectives and tokens, visible roofs, final ranks."""

from __future__ import annotations

from rooftop.engine.bits import bit, count, first, largest_group
from rooftop.engine.events import note
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import rank_seats, total
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.state import State, Tables

# --- machines ----------------------------------------------------------------------------------------


@kernel
def move_machine(s: State, t: Tables, seat: int, colour: int, steps: int) -> None:
    """TU-36..38: move a machine to the right, at most to the last column, and score its column."""
    column = min(s.track[seat, colour] + steps, t.last_column)
    if column != s.track[seat, colour]:
        s.track[seat, colour] = column
        s.points[seat, n.TRACK + colour] = t.column_value[column]
        note(s, n.MOVED_MACHINE, seat, colour, column)
    reached = stars_reached(s, t, seat)
    if reached > s.stars[seat]:
        s.stars[seat] = reached  # TU-42: several columns at once are used up together
        s.extra = 1  # TU-40


@kernel
def stars_reached(s: State, t: Tables, seat: int) -> int:
    """TU-41: the number of star columns that all four machines have reached."""
    slowest = slowest_machine(s, seat)
    reached = 0
    for k in range(t.star_count):
        if t.star[k] <= slowest:
            reached += 1
    return reached


@kernel
def slowest_machine(s: State, seat: int) -> int:
    """The column of the machine furthest behind."""
    slowest = s.track[seat, 0]
    for colour in range(1, n.COLOURS):
        slowest = min(slowest, s.track[seat, colour])
    return slowest


# --- objectives --------------------------------------------------------------------------------------


@kernel
def win_tokens(s: State, t: Tables, seat: int) -> None:
    """TU-55, TU-56: take the best token left for each objective that the seat has just met."""
    measure_progress(s, t, seat)
    for slot in range(n.IN_PLAY):
        if s.token[seat, slot] == 0 and s.progress[seat, slot] == t.objective_total[s.objective[slot]]:
            value = t.token_value[s.tokens_taken[slot]]
            s.tokens_taken[slot] += 1
            s.token[seat, slot] = value
            s.points[seat, n.TOKEN + slot] = value
            note(s, n.WON_TOKEN, seat, s.objective[slot], value)


@kernel
def measure_progress(s: State, t: Tables, seat: int) -> None:
    """Update the progress of a seat; only its own roofs change it."""
    for slot in range(n.IN_PLAY):
        objective = s.objective[slot]
        s.progress[seat, slot] = min(progress(s, t, seat, objective), t.objective_total[objective])


@kernel
def progress(s: State, t: Tables, seat: int, objective: int) -> int:
    """TU-62..71: how much of an objective a seat has with all its roofs; may exceed the total."""
    kind = t.objective_kind[objective]
    need = t.objective_need[objective]
    present = s.present[seat]
    if kind == n.EACH_COLOUR:
        colours = 0
        for colour in range(n.COLOURS):
            if count(present & s.of_colour[colour]) >= need:
                colours += 1
        return colours
    if kind == n.EACH_DISTRICT:
        districts = 0
        for district in range(t.districts):
            if count(present & t.district_set[district]) >= need:
                districts += 1
        return districts
    if kind == n.CONNECTED_GROUP:
        return largest_group(t.adjacent, present)
    if kind == n.GREY_DISTRICTS:
        return in_two_grey(t, present, need, t.objective_also[objective])
    if kind == n.SITES_IN_SET:
        return count(present & t.objective_set[objective])
    if kind == n.COLOUR_COUNT:
        return count(present & s.of_colour[t.objective_also[objective]])
    if kind == n.ROOFS_PER_BUILDING:
        return buildings_with_roofs(s, seat, need)
    if kind == n.ROOF_LEVELS:
        return count(t.objective_set[objective] & levels_roofed(s, seat))
    return borders_crossed(t, present)


@kernel
def in_two_grey(t: Tables, present: int, more: int, fewer: int) -> int:
    """TU-65: how many of `more` buildings in one grey district and `fewer` in another there are."""
    most = 0
    for one in range(t.districts):
        for other in range(t.districts):
            if one != other and t.grey_set & bit(one) != 0 and t.grey_set & bit(other) != 0:
                found = min(count(present & t.district_set[one]), more)
                most = max(most, found + min(count(present & t.district_set[other]), fewer))
    return most


@kernel
def buildings_with_roofs(s: State, seat: int, roofs: int) -> int:
    """TU-68: how many buildings have at least this many roofs of the seat."""
    found = 0
    sites = s.present[seat]
    while sites != 0:
        site = first(sites)
        sites &= sites - 1
        own = 0
        for level in range(s.height[site]):
            if s.roof[site, level] == seat:
                own += 1
        if own >= roofs:
            found += 1
    return found


@kernel
def levels_roofed(s: State, seat: int) -> int:
    """TU-69: the levels on which the seat has a roof, as a set."""
    levels = 0
    sites = s.present[seat]
    while sites != 0:
        site = first(sites)
        sites &= sites - 1
        for level in range(s.height[site]):
            if s.roof[site, level] == seat:
                levels |= bit(level + 1)
    return levels


@kernel
def borders_crossed(t: Tables, present: int) -> int:
    """TU-71: streets over different borders, the seat present at both ends, no building twice; at most 2."""
    crossed = 0
    for i in range(t.border_count):
        one = bit(t.border_site[i, 0]) | bit(t.border_site[i, 1])
        if present & one == one:
            crossed = max(crossed, 1)
            for j in range(i):
                other = bit(t.border_site[j, 0]) | bit(t.border_site[j, 1])
                if present & other == other and one & other == 0 and t.border_pair[i] != t.border_pair[j]:
                    return 2
    return crossed


# --- the end -----------------------------------------------------------------------------------------


@kernel
def visible_roofs(s: State, t: Tables, seat: int) -> int:
    """TU-49: the roofs on the top floors of buildings."""
    visible = 0
    for site in range(t.sites):
        if s.height[site] > 0 and s.roof[site, s.height[site] - 1] == seat:
            visible += 1
    return visible


@kernel
def count_roofs(s: State, t: Tables, seat: int) -> None:
    """TU-47..49: score visible roofs, once, right after the player's last turn."""
    visible = visible_roofs(s, t, seat)
    s.cone[seat] = visible
    s.points[seat, n.CONE] = t.cone_value[min(visible, t.cone_fields)]
    note(s, n.COUNTED_ROOFS, seat, visible, s.points[seat, n.CONE])


@kernel
def rank_all(s: State) -> None:
    """TU-57: by points, then by floors in stock; equal seats share a rank."""
    for seat in range(s.seats):
        s.final_score[seat] = final_score(s, seat)
    rank_seats(s)


@kernel
def note_ties(s: State) -> None:
    """TU-57: log what decided between players with equal points."""
    for seat in range(s.seats):
        for other in range(s.seats):
            if other != seat and total(s, other) == total(s, seat):
                note(s, n.TIED, seat, total(s, seat), floors_in_stock(s, seat))
                break


@kernel
def final_score(s: State, seat: int) -> int:
    """Points first, then floors."""
    return total(s, seat) * 128 + floors_in_stock(s, seat)


@kernel
def floors_in_stock(s: State, seat: int) -> int:
    floors = 0
    for colour in range(n.COLOURS):
        floors += s.stock[seat, colour]
    return floors
