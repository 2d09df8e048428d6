"""Tower Up: what must hold after every decision. `check` returns the number of a law that does not."""

from __future__ import annotations

from rooftop.engine.bits import bit
from rooftop.engine.kernel import kernel
from rooftop.engine.state import NOBODY
from rooftop.titles.tower_up.scoring import floors_in_stock, progress, stars_reached
from rooftop.titles.tower_up.state import (
    CACHES,
    CARDS_KEPT,
    CHOOSE_FLOOR,
    CHOOSE_ROOF,
    COLOURS,
    CONE,
    EMPTY,
    END_OF_TURN,
    ENDING,
    EXTRA,
    FLOORS_KEPT,
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
    ROOFS_KEPT,
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
    """The first law that does not hold, or 0."""
    if not floors_conserved(s, t):
        return FLOORS_KEPT
    if not cards_conserved(s, t):
        return CARDS_KEPT
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
    for place in range(t.market_size):
        if s.market[place] != EMPTY:
            seen |= bit(s.market[place])
            cards += 1
    return cards == t.cards and seen == bit(t.cards) - 1


@kernel
def market_full(s: State, t: Tables) -> bool:
    """TU-25, TU-26: a card may be missing only while floors are chosen or a held turn waits for its end."""
    if s.phase == CHOOSE_FLOOR or s.phase == END_OF_TURN:
        return True
    for place in range(t.market_size):
        if s.market[place] == EMPTY:
            return False
    return True


@kernel
def city_law(s: State, t: Tables) -> int:
    """Colours, heights, and what is kept beside them."""
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
                return ROOFS_KEPT
    if s.open != is_open:
        return CACHES
    return 0


@kernel
def seat_law(s: State, t: Tables, seat: int) -> int:
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
    for place in range(IN_PLAY):
        if s.points[seat, TOKEN + place] != s.token[seat, place]:
            return POINTS
    roofs = s.roofs_left[seat]
    present = 0
    for site in range(t.sites):
        for level in range(s.height[site]):
            if s.roof[site, level] == seat:
                roofs += 1
                present |= bit(site)
    if roofs != t.roofs:
        return ROOFS_KEPT
    if s.present[seat] != present:
        return CACHES
    for place in range(IN_PLAY):
        objective = s.objective[place]
        if s.progress[seat, place] != min(progress(s, t, seat, objective), t.objective_total[objective]):
            return CACHES
    if s.stars[seat] != stars_reached(s, t, seat):
        return STARS_USED
    return 0


@kernel
def tokens_in_order(s: State, t: Tables) -> bool:
    """As many tokens are gone as players hold, and they are the best ones."""
    for place in range(IN_PLAY):
        holders = 0
        for seat in range(s.seats):
            value = s.token[seat, place]
            if value != 0:
                holders += 1
                held = 0
                for other in range(s.seats):
                    if s.token[other, place] == value:
                        held += 1
                gone = 0
                for k in range(s.tokens_taken[place]):
                    if t.token_value[k] == value:
                        gone += 1
                if held != gone:
                    return False
        if holders != s.tokens_taken[place]:
            return False
    return True


@kernel
def tokens_met(s: State, t: Tables) -> bool:
    """TU-55: a token is taken at once; presence is never lost."""
    for seat in range(s.seats):
        for place in range(IN_PLAY):
            met = s.progress[seat, place] == t.objective_total[s.objective[place]]
            if met != (s.token[seat, place] != 0):
                return False
    return True


# --- the turn and the end ----------------------------------------------------------------------------


@kernel
def ending_makes_sense(s: State, t: Tables) -> bool:
    """TU-46..54: what brought it on, how many turns are left, who has counted."""
    if s.to_act == NOBODY:
        return s.ending != GOING_ON and s.last_turns == 0 and counted(s) == s.seats
    if s.ending == GOING_ON:
        for seat in range(s.seats):
            if s.roofs_left[seat] == 0:
                return False
        return s.last_turns == 0 and counted(s) == 0 and s.quiet < t.stalemate_rounds * s.seats
    if s.last_turns < 0 or s.last_turns > s.seats:
        return False
    # Counting on from the seat to act, those with a turn left come first, then those who have counted. After
    # a last roof its player, who had no turn more, is the first of these; in that turn it is the seat itself.
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
    if (s.choices > 0) != (s.phase == CHOOSE_FLOOR) or s.missing < 0 or s.missing > s.choices:
        return False
    if (s.site != EMPTY) != (s.phase == CHOOSE_ROOF):
        return False
    if s.phase == RETURN_FLOOR and floors_in_stock(s, s.to_act) <= t.stock_limit:
        return False
    # Once the end has begun outside final turns, a turn can only begin as an extra one of its cause.
    own = s.ending != GOING_ON and s.last_turns == 0
    return not (s.phase == TURN and own and s.in_extra == 0)


@kernel
def extra_turn_earned(s: State) -> bool:
    """TU-40: by the player who has it, or will have it."""
    return (s.in_extra == 0 and s.extra == 0) or s.stars[s.to_act] > 0
