"""Tower Up: what must hold after every decision. `check` returns the number of a law that does not."""

from __future__ import annotations

from rooftop.core.bits import bit
from rooftop.core.kernel import kernel
from rooftop.titles.tower_up.scoring import progress, stars_reached
from rooftop.titles.tower_up.state import (
    CACHES,
    CARDS_KEPT,
    CHOOSE_FLOOR,
    CHOOSE_ROOF,
    COLOURS,
    CONE,
    EMPTY,
    FLOORS_KEPT,
    HEIGHT,
    IN_PLAY,
    LEVELS,
    LIMIT,
    NEIGHBOURS,
    POINTS,
    RETURN_FLOOR,
    ROOFS_KEPT,
    STARS_USED,
    TOKEN,
    TOKENS_IN_ORDER,
    TRACK,
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
    city = city_law(s, t)
    if city != 0:
        return city
    for seat in range(s.seats):
        broken = seat_law(s, t, seat)
        if broken != 0:
            return broken
    if not tokens_in_order(s, t):
        return TOKENS_IN_ORDER
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
    stock = 0
    for colour in range(COLOURS):
        stock += s.stock[seat, colour]
        if s.points[seat, TRACK + colour] != t.column_value[s.track[seat, colour]]:
            return POINTS
    in_turn = s.to_act == seat and (
        s.phase == CHOOSE_FLOOR or s.phase == CHOOSE_ROOF or s.phase == RETURN_FLOOR
    )
    if stock > t.stock_limit and not in_turn:
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
        gone = 0
        for k in range(s.tokens_taken[place]):
            gone += t.token_value[k]
        held = 0
        holders = 0
        for seat in range(s.seats):
            held += s.token[seat, place]
            if s.token[seat, place] != 0:
                holders += 1
        if held != gone or holders != s.tokens_taken[place]:
            return False
    return True
