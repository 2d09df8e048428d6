"""Skytopia: what a seat knows, as numbers for learners. Seats are counted from the observing one."""

from __future__ import annotations

from rooftop.engine.bits import count, has
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import total
from rooftop.engine.record import Array
from rooftop.engine.state import SEATS
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.rules_effects import card_at
from rooftop.titles.skytopia.rules_golems import ability, rounds_left
from rooftop.titles.skytopia.scoring import crests_in_tower
from rooftop.titles.skytopia.state import State, Tables


@kernel
def observe(s: State, t: Tables, seat: int, out: Array) -> None:
    """Write OBSERVATION small integers to `out`."""
    for k in range(n.OBSERVATION):
        out[k] = 0
    for slot in range(n.SLOTS):
        if s.market[slot] != n.EMPTY:
            observe_card(t, s.market[slot], out, slot * n.PER_SLOT)
    observe_golems(s, t, seat, out)
    at = n.SLOTS * n.PER_SLOT
    for k in range(s.seats):
        observe_seat(s, t, (seat + k) % s.seats, out, at + k * n.PER_SEAT)
    at += SEATS * n.PER_SEAT
    for stack in range(n.IN_PLAY):
        out[at + s.guild[stack]] = 1
    at += n.GUILDS
    for colour in range(n.COLOURS):
        out[at + colour] = s.deck_count[colour]
    at += n.COLOURS
    out[at] = s.phase
    if s.depth > 0:
        out[at + 1] = 1 + t.effect_kind[card_at(s, s.stack[s.depth - 1])]
    out[at + 2] = s.round
    out[at + 3] = s.ending
    out[at + 4] = s.seats
    out[at + 5] = s.grown
    out[at + 6] = s.climbing + 1
    out[at + 7] = s.level if s.climbing != n.EMPTY else 0
    out[at + 8] = s.added
    out[at + 9] = 1 if s.to_act == seat else 0


@kernel
def observe_card(t: Tables, card: int, out: Array, at: int) -> None:
    out[at + t.crest[card]] = 1
    out[at + n.CRESTS + t.effect_kind[card]] = 1
    out[at + n.CRESTS + n.KINDS] = t.effect_points[card]
    out[at + n.CRESTS + n.KINDS + 1] = t.effect_coins[card]


@kernel
def observe_golems(s: State, t: Tables, seat: int, out: Array) -> None:
    """By card, rounds left and owner."""
    for owner in range(s.seats):
        relative = (owner - seat + s.seats) % s.seats
        for k in range(t.golems):
            slot = s.golem_at[owner, k]
            if slot != n.HOME:
                at = slot * n.PER_SLOT + n.PER_SLOT - n.FACES * SEATS
                out[at + rounds_left(s, t, s.golem_face[owner, k]) * SEATS + relative] = 1


@kernel
def observe_seat(s: State, t: Tables, seat: int, out: Array, at: int) -> None:
    out[at] = s.coins[seat]
    out[at + 1] = s.home[seat]
    out[at + 2] = total(s, seat)
    out[at + 3] = count(s.laboratories[seat])
    out[at + 4] = 1 if s.first == seat else 0
    if s.tile[seat] != n.EMPTY and s.side[seat] != n.EMPTY:
        out[at + 5 + ability(s, seat)] = 1
    for stack in range(n.IN_PLAY):
        out[at + 5 + n.ABILITIES + stack] = s.guild_points[seat, stack]
    for colour in range(n.COLOURS):
        observe_tower(s, t, seat, colour, out, at + n.SEAT_HEAD + colour * n.PER_TOWER)


@kernel
def observe_tower(s: State, t: Tables, seat: int, colour: int, out: Array, at: int) -> None:
    height = s.height[seat, colour]
    crests = crests_in_tower(s, seat, colour)
    out[at] = height
    for crest in range(n.CRESTS):
        out[at + 1 + crest] = 1 if has(crests, crest) else 0
    points = t.effect_points[n.FOUNDATION + colour]
    coins = t.effect_coins[n.FOUNDATION + colour]
    top = n.FOUNDATION + colour
    for level in range(height):
        top = s.tower[seat, colour, level]
        points += t.effect_points[top]
        coins += t.effect_coins[top]
    out[at + 1 + n.CRESTS] = points
    out[at + 2 + n.CRESTS] = coins
    out[at + 3 + n.CRESTS + t.effect_kind[top]] = 1
