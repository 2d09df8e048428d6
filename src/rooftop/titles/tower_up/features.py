"""Tower Up: observations for learning agents. Seats are numbered from the observing one."""

from __future__ import annotations

from rooftop.engine.kernel import kernel
from rooftop.engine.record import Array
from rooftop.engine.state import SEATS
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.state import State, Tables


@kernel
def observe(s: State, t: Tables, seat: int, out: Array) -> None:
    """Write OBSERVATION small integers to `out`."""
    for k in range(n.OBSERVATION):
        out[k] = 0
    at = 0
    for site in range(n.SITES):
        if site < t.sites:
            observe_site(s, site, seat, out, at)
        at += n.PER_SITE
    for k in range(s.seats):
        observe_seat(s, (seat + k) % s.seats, out, at + k * n.PER_SEAT)
    at += SEATS * n.PER_SEAT
    for slot in range(n.MARKET):
        if s.market[slot] != n.EMPTY:
            observe_card(t, s.market[slot], out, at)
        at += n.PER_CARD
    for colour in range(n.COLOURS):
        out[at + colour] = s.tray[colour]
    at += n.COLOURS
    for slot in range(n.IN_PLAY):
        out[at + s.objective[slot]] = 1
        out[at + n.OBJECTIVES + slot] = s.tokens_taken[slot]
    at += n.OBJECTIVES + n.IN_PLAY
    out[at] = s.phase
    out[at + 1] = s.seats
    out[at + 2] = s.choices
    out[at + 3] = s.missing
    out[at + 4] = s.in_extra
    out[at + 5] = s.ending
    out[at + 6] = s.last_turns
    out[at + 7] = s.pile_count
    out[at + 8] = 1 if s.to_act == seat else 0


@kernel
def observe_site(s: State, site: int, seat: int, out: Array, at: int) -> None:
    out[at] = s.height[site]
    for colour in range(n.COLOURS):
        out[at + 1 + n.COLOURS + colour] = (s.price[site] >> (8 * colour)) & 255
    if s.colour[site] == n.EMPTY:
        return
    out[at + 1 + s.colour[site]] = 1
    roofs = at + 1 + 2 * n.COLOURS
    for level in range(n.LEVELS):
        owner = s.roof[site, level]
        if owner != n.EMPTY:
            relative = (owner - seat + s.seats) % s.seats
            out[roofs + relative] += 1
            if level == s.height[site] - 1:
                out[roofs + SEATS + relative] = 1


@kernel
def observe_seat(s: State, seat: int, out: Array, at: int) -> None:
    for colour in range(n.COLOURS):
        out[at + colour] = s.stock[seat, colour]
        out[at + n.COLOURS + colour] = s.track[seat, colour]
    at += 2 * n.COLOURS
    out[at] = s.roofs_left[seat]
    out[at + 1] = s.stars[seat]
    out[at + 2] = s.cone[seat]
    total = 0
    for source in range(s.points.shape[1]):
        total += s.points[seat, source]
    for slot in range(n.IN_PLAY):
        out[at + 3 + slot] = s.token[seat, slot]
    out[at + 3 + n.IN_PLAY] = total


@kernel
def observe_card(t: Tables, card: int, out: Array, at: int) -> None:
    for k in range(t.card_floors[card]):
        out[at + t.card_floor[card, k]] += 1
    for colour in range(n.COLOURS):
        out[at + n.COLOURS + 1 + colour] = t.card_machines[card, colour]
