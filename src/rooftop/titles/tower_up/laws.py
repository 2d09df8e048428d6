"""Tower Up: laws that hold after every decision."""

from __future__ import annotations

from rooftop.engine.bits import bit
from rooftop.engine.kernel import kernel
from rooftop.engine.state import NOBODY
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.scoring import floors_in_stock, progress, stars_reached
from rooftop.titles.tower_up.state import State, Tables


@kernel
def check(s: State, t: Tables) -> int:
    """The number of the first law that is broken, or 0."""
    if not floors_conserved(s, t):
        return n.FLOORS_CONSERVED
    if not cards_conserved(s, t):
        return n.CARDS_CONSERVED
    if not market_full(s, t):
        return n.MARKET_FULL
    city = city_law(s, t)
    if city != 0:
        return city
    for seat in range(s.seats):
        broken = seat_law(s, t, seat)
        if broken != 0:
            return broken
    if not tokens_in_order(s, t):
        return n.TOKENS_IN_ORDER
    if not tokens_met(s, t):
        return n.TOKENS_MET
    if not ending_makes_sense(s, t):
        return n.ENDING
    if not phase_makes_sense(s, t):
        return n.PHASE
    if not extra_turn_earned(s):
        return n.EXTRA
    return 0


@kernel
def floors_conserved(s: State, t: Tables) -> bool:
    for colour in range(n.COLOURS):
        floors = s.tray[colour]
        if floors < 0:
            return False
        for seat in range(s.seats):
            if s.stock[seat, colour] < 0:
                return False
            floors += s.stock[seat, colour]
        for site in range(t.sites):
            if s.colour[site] == colour:
                floors += s.height[site]
        if floors != t.floors_per_colour:
            return False
    return True


@kernel
def cards_conserved(s: State, t: Tables) -> bool:
    seen = 0
    cards = 0
    for k in range(s.pile_count):
        seen |= bit(s.pile[k])
        cards += 1
    for k in range(s.discard_count):
        seen |= bit(s.discard[k])
        cards += 1
    for slot in range(t.market_size):
        if s.market[slot] != n.EMPTY:
            seen |= bit(s.market[slot])
            cards += 1
    return cards == t.cards and seen == bit(t.cards) - 1


@kernel
def market_full(s: State, t: Tables) -> bool:
    """TU-25, TU-26: a card is missing only while floors are chosen or a held turn waits to be ended."""
    if s.phase == n.CHOOSE_FLOOR or s.phase == n.END_OF_TURN:
        return True
    for slot in range(t.market_size):
        if s.market[slot] == n.EMPTY:
            return False
    return True


@kernel
def city_law(s: State, t: Tables) -> int:
    """Colours, heights, roofs and the derived fields of the city."""
    is_open = 0
    for site in range(t.sites):
        price = 0
        later = 0
        for k in range(t.degree[site]):
            neighbour = t.neighbour[site, k]
            if s.colour[neighbour] != n.EMPTY:
                if s.colour[neighbour] == s.colour[site]:
                    return n.NEIGHBOURS
                price += 1 << (8 * s.colour[neighbour])
                if s.founded[neighbour] > s.founded[site]:
                    later += 1
        if s.colour[site] == n.EMPTY:
            if s.height[site] != 0:
                return n.HEIGHT
            if price != 0:
                is_open |= bit(site)
        elif s.height[site] != 1 + later:
            return n.HEIGHT
        for colour in range(n.COLOURS):
            if (s.of_colour[colour] & bit(site) != 0) != (s.colour[site] == colour):
                return n.CACHES
        if s.price[site] != price:
            return n.CACHES
        for level in range(s.height[site], n.LEVELS):
            if s.roof[site, level] != n.EMPTY:
                return n.ROOFS_CONSERVED
    if s.open != is_open:
        return n.CACHES
    return 0


@kernel
def seat_law(s: State, t: Tables, seat: int) -> int:
    """Points, stock, roofs, progress and stars of a seat."""
    for colour in range(n.COLOURS):
        if s.points[seat, n.TRACK + colour] != t.column_value[s.track[seat, colour]]:
            return n.POINTS
    in_turn = s.to_act == seat and (
        s.phase == n.CHOOSE_FLOOR or s.phase == n.CHOOSE_ROOF or s.phase == n.RETURN_FLOOR
    )
    if floors_in_stock(s, seat) > t.stock_limit and not in_turn:
        return n.LIMIT
    visible = s.cone[seat]
    worth = 0 if visible == n.UNSET else t.cone_value[min(visible, t.cone_fields)]
    if s.points[seat, n.CONE] != worth:
        return n.POINTS
    for slot in range(n.IN_PLAY):
        if s.points[seat, n.TOKEN + slot] != s.token[seat, slot]:
            return n.POINTS
    roofs = s.roofs_left[seat]
    present = 0
    for site in range(t.sites):
        for level in range(s.height[site]):
            if s.roof[site, level] == seat:
                roofs += 1
                present |= bit(site)
    if roofs != t.roofs:
        return n.ROOFS_CONSERVED
    if s.present[seat] != present:
        return n.CACHES
    for slot in range(n.IN_PLAY):
        objective = s.objective[slot]
        if s.progress[seat, slot] != min(progress(s, t, seat, objective), t.objective_total[objective]):
            return n.CACHES
    if s.stars[seat] != stars_reached(s, t, seat):
        return n.STARS_USED
    return 0


@kernel
def tokens_in_order(s: State, t: Tables) -> bool:
    """TU-55: players hold all tokens that were taken, and these are the best ones."""
    for slot in range(n.IN_PLAY):
        holders = 0
        for seat in range(s.seats):
            value = s.token[seat, slot]
            if value != 0:
                holders += 1
                held = 0
                for other in range(s.seats):
                    if s.token[other, slot] == value:
                        held += 1
                gone = 0
                for k in range(s.tokens_taken[slot]):
                    if t.token_value[k] == value:
                        gone += 1
                if held != gone:
                    return False
        if holders != s.tokens_taken[slot]:
            return False
    return True


@kernel
def tokens_met(s: State, t: Tables) -> bool:
    """TU-34, TU-55: tokens are won at once, and presence is never lost."""
    for seat in range(s.seats):
        for slot in range(n.IN_PLAY):
            met = s.progress[seat, slot] == t.objective_total[s.objective[slot]]
            if met != (s.token[seat, slot] != 0):
                return False
    return True


# --- the turn and the end ----------------------------------------------------------------------------


@kernel
def ending_makes_sense(s: State, t: Tables) -> bool:
    """TU-46..54: the cause, the turns left, and who has counted."""
    if s.to_act == NOBODY:
        return s.ending != n.GOING_ON and s.last_turns == 0 and counted(s) == s.seats
    if s.ending == n.GOING_ON:
        for seat in range(s.seats):
            if s.roofs_left[seat] == 0:
                return False
        return s.last_turns == 0 and counted(s) == 0 and s.quiet < t.stalemate_rounds * s.seats
    if s.last_turns < 0 or s.last_turns > s.seats:
        return False
    # From the seat to act on, seats with a turn left come first, then those who have counted. After a last
    # roof, the player who laid it is the first of these, or the seat to act itself in that turn.
    for k in range(s.seats):
        seat = (s.to_act + k) % s.seats
        if (s.cone[seat] != n.UNSET) != (s.last_turns > 0 and k >= s.last_turns):
            return False
    if s.ending == n.LAST_ROOF:
        return s.last_turns < s.seats and s.roofs_left[(s.to_act + s.last_turns) % s.seats] == 0
    return s.ending == n.SHORTAGE or s.last_turns > 0


@kernel
def counted(s: State) -> int:
    """How many players have counted their visible roofs."""
    found = 0
    for seat in range(s.seats):
        if s.cone[seat] != n.UNSET:
            found += 1
    return found


@kernel
def phase_makes_sense(s: State, t: Tables) -> bool:
    """Free floors, the new building and surplus floors belong to their phases."""
    if (s.choices > 0) != (s.phase == n.CHOOSE_FLOOR) or s.missing < 0 or s.missing > s.choices:
        return False
    if (s.site != n.EMPTY) != (s.phase == n.CHOOSE_ROOF):
        return False
    if s.phase == n.RETURN_FLOOR and floors_in_stock(s, s.to_act) <= t.stock_limit:
        return False
    # Between the cause of the end and the last turns, only extra turns of its player can begin.
    own = s.ending != n.GOING_ON and s.last_turns == 0
    return not (s.phase == n.TURN and own and s.in_extra == 0)


@kernel
def extra_turn_earned(s: State) -> bool:
    """TU-40: the player of an extra turn has reached a star column."""
    return (s.in_extra == 0 and s.extra == 0) or s.stars[s.to_act] > 0
