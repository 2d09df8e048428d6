"""Tower Up: laws that hold after every decision."""

from __future__ import annotations

from rooftop.engine.bits import bit
from rooftop.engine.kernel import kernel
from rooftop.engine.state import NOBODY
from rooftop.titles.tower_up.scoring import floors_in_stock, progress, stars_reached
from rooftop.titles.tower_up.state import (
    CACHES,
    CARDS_CONSERVED,
    CHOOSE_FLOOR,
    CHOOSE_ROOF,
    COLOURS,
    CONE,
    EMPTY,
    END_OF_TURN,
    ENDING,
    EXTRA,
    FLOORS_CONSERVED,
    GOING_ON,
    HEIGHT,
    IN_PLAY,
    LAST_ROOF,
    LEVELS,
    LIMIT,
    MARKET_FULL,
    NEIGHBOURS,
    PHASE,
    POINTS,
    RETURN_FLOOR,
    ROOFS_CONSERVED,
    SHORTAGE,
    STARS_USED,
    TOKEN,
    TOKENS_IN_ORDER,
    TOKENS_MET,
    TRACK,
    TURN,
    UNSET,
    State,
    Tables,
)


@kernel
def check(s: State, t: Tables) -> int:
    """The number of the first law that is broken, or 0."""
    if not floors_conserved(s, t):
        return FLOORS_CONSERVED
    if not cards_conserved(s, t):
        return CARDS_CONSERVED
    if not market_full(s, t):
        return MARKET_FULL
    city = city_law(s, t)
    if city != 0:
        return city
    for seat in range(s.seats):
        broken = seat_law(s, t, seat)
        if broken != 0:
            return broken
    if not tokens_in_order(s, t):
        return TOKENS_IN_ORDER
    if not tokens_met(s, t):
        return TOKENS_MET
    if not ending_makes_sense(s, t):
        return ENDING
    if not phase_makes_sense(s, t):
        return PHASE
    if not extra_turn_earned(s):
        return EXTRA
    return 0


@kernel
def floors_conserved(s: State, t: Tables) -> bool:
    for colour in range(COLOURS):
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
        if s.market[slot] != EMPTY:
            seen |= bit(s.market[slot])
            cards += 1
    return cards == t.cards and seen == bit(t.cards) - 1


@kernel
def market_full(s: State, t: Tables) -> bool:
    """TU-25, TU-26: a card is missing only while floors are chosen or a held turn waits to be ended."""
    if s.phase == CHOOSE_FLOOR or s.phase == END_OF_TURN:
        return True
    for slot in range(t.market_size):
        if s.market[slot] == EMPTY:
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
            if s.colour[neighbour] != EMPTY:
                if s.colour[neighbour] == s.colour[site]:
                    return NEIGHBOURS
                price += 1 << (8 * s.colour[neighbour])
                if s.founded[neighbour] > s.founded[site]:
                    later += 1
        if s.colour[site] == EMPTY:
            if s.height[site] != 0:
                return HEIGHT
            if price != 0:
                is_open |= bit(site)
        elif s.height[site] != 1 + later:
            return HEIGHT
        for colour in range(COLOURS):
            if (s.of_colour[colour] & bit(site) != 0) != (s.colour[site] == colour):
                return CACHES
        if s.price[site] != price:
            return CACHES
        for level in range(s.height[site], LEVELS):
            if s.roof[site, level] != EMPTY:
                return ROOFS_CONSERVED
    if s.open != is_open:
        return CACHES
    return 0


@kernel
def seat_law(s: State, t: Tables, seat: int) -> int:
    """Points, stock, roofs, progress and stars of a seat."""
    for colour in range(COLOURS):
        if s.points[seat, TRACK + colour] != t.column_value[s.track[seat, colour]]:
            return POINTS
    in_turn = s.to_act == seat and (
        s.phase == CHOOSE_FLOOR or s.phase == CHOOSE_ROOF or s.phase == RETURN_FLOOR
    )
    if floors_in_stock(s, seat) > t.stock_limit and not in_turn:
        return LIMIT
    visible = s.cone[seat]
    worth = 0 if visible == UNSET else t.cone_value[min(visible, t.cone_fields)]
    if s.points[seat, CONE] != worth:
        return POINTS
    for slot in range(IN_PLAY):
        if s.points[seat, TOKEN + slot] != s.token[seat, slot]:
            return POINTS
    roofs = s.roofs_left[seat]
    present = 0
    for site in range(t.sites):
        for level in range(s.height[site]):
            if s.roof[site, level] == seat:
                roofs += 1
                present |= bit(site)
    if roofs != t.roofs:
        return ROOFS_CONSERVED
    if s.present[seat] != present:
        return CACHES
    for slot in range(IN_PLAY):
        objective = s.objective[slot]
        if s.progress[seat, slot] != min(progress(s, t, seat, objective), t.objective_total[objective]):
            return CACHES
    if s.stars[seat] != stars_reached(s, t, seat):
        return STARS_USED
    return 0


@kernel
def tokens_in_order(s: State, t: Tables) -> bool:
    """TU-55: players hold all tokens that were taken, and these are the best ones."""
    for slot in range(IN_PLAY):
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
        for slot in range(IN_PLAY):
            met = s.progress[seat, slot] == t.objective_total[s.objective[slot]]
            if met != (s.token[seat, slot] != 0):
                return False
    return True


# --- the turn and the end ----------------------------------------------------------------------------


@kernel
def ending_makes_sense(s: State, t: Tables) -> bool:
    """TU-46..54: the cause, the turns left, and who has counted."""
    if s.to_act == NOBODY:
        return s.ending != GOING_ON and s.last_turns == 0 and counted(s) == s.seats
    if s.ending == GOING_ON:
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
        if (s.cone[seat] != UNSET) != (s.last_turns > 0 and k >= s.last_turns):
            return False
    if s.ending == LAST_ROOF:
        return s.last_turns < s.seats and s.roofs_left[(s.to_act + s.last_turns) % s.seats] == 0
    return s.ending == SHORTAGE or s.last_turns > 0


@kernel
def counted(s: State) -> int:
    """How many players have counted their visible roofs."""
    found = 0
    for seat in range(s.seats):
        if s.cone[seat] != UNSET:
            found += 1
    return found


@kernel
def phase_makes_sense(s: State, t: Tables) -> bool:
    """Free floors, the new building and surplus floors belong to their phases."""
    if (s.choices > 0) != (s.phase == CHOOSE_FLOOR) or s.missing < 0 or s.missing > s.choices:
        return False
    if (s.site != EMPTY) != (s.phase == CHOOSE_ROOF):
        return False
    if s.phase == RETURN_FLOOR and floors_in_stock(s, s.to_act) <= t.stock_limit:
        return False
    # Between the cause of the end and the last turns, only extra turns of its player can begin.
    own = s.ending != GOING_ON and s.last_turns == 0
    return not (s.phase == TURN and own and s.in_extra == 0)


@kernel
def extra_turn_earned(s: State) -> bool:
    """TU-40: the player of an extra turn has reached a star column."""
    return (s.in_extra == 0 and s.extra == 0) or s.stars[s.to_act] > 0
