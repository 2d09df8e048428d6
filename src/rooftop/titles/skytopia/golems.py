"""Skytopia: golems on the market and at home, gains, and the abilities that react to them."""

from __future__ import annotations

from rooftop.engine.bits import bit, has
from rooftop.engine.events import note
from rooftop.engine.kernel import kernel
from rooftop.titles.skytopia.state import (
    COINS_BITS,
    EMPTY,
    FACES,
    FROM_ABILITY,
    GOLEM_BITS,
    GOLEM_SENT_HOME,
    HOME,
    OTHER_ARRIVES,
    ROTATED,
    SIDES,
    USED_ABILITY,
    State,
    Tables,
)

# --- points and abilities ----------------------------------------------------------------------------


@kernel
def gain(s: State, seat: int, source: int, points: int, coins: int) -> None:
    s.points[seat, source] += points
    s.coins[seat] += coins  # ST-86: the bank never runs dry


@kernel
def ability(s: State, seat: int) -> int:
    """The number of a seat's ability; every seat has one once the turns begin."""
    return s.tile[seat] * SIDES + s.side[seat]


@kernel
def find_talent(s: State, t: Tables, seat: int) -> None:
    """Update the kind of a seat's ability. Only its tile and side change that."""
    known = s.tile[seat] != EMPTY and s.side[seat] != EMPTY
    s.talent[seat] = t.ability_kind[ability(s, seat)] if known else EMPTY


@kernel
def use_ability(s: State, t: Tables, seat: int, times: int) -> None:
    """ST-57: gain what an ability gives, `times` times."""
    number = ability(s, seat)
    points = times * t.ability_points[number]
    coins = times * t.ability_coins[number]
    gain(s, seat, FROM_ABILITY, points, coins)
    note(s, USED_ABILITY, seat, number, points * COINS_BITS + coins)


# --- faces -------------------------------------------------------------------------------------------


@kernel
def rounds_left(s: State, t: Tables, face: int) -> int:
    """ST-19: rounds until a face is at the hammers."""
    rounds = t.arrives[face] - s.dial
    return rounds + FACES if rounds < 0 else rounds


@kernel
def face_in(s: State, t: Tables, rounds: int) -> int:
    """The face that reaches the hammers in `rounds` rounds."""
    return t.faces[s.dial + rounds]


@kernel
def shows(s: State, slot: int, face: int) -> bool:
    """Whether a golem on the card shows the face."""
    return has(s.shown[face], slot)


# --- golems come and go ------------------------------------------------------------------------------


@kernel
def golem_at_home(s: State, t: Tables, seat: int) -> int:
    """A golem that can be placed, or EMPTY."""
    for k in range(t.golems):
        if s.golem_at[seat, k] == HOME:
            return k
    return EMPTY


@kernel
def put(s: State, t: Tables, seat: int, k: int, slot: int, face: int) -> None:
    """Put a golem from home on a card."""
    s.golem_at[seat, k] = slot
    s.golem_face[seat, k] = face
    s.shown[face] |= bit(slot)
    s.stands[seat, face] |= bit(slot)
    s.home[seat] -= 1


@kernel
def fetch(s: State, seat: int, k: int) -> None:
    """Take a golem home from the market."""
    face = s.golem_face[seat, k]
    s.shown[face] &= ~bit(s.golem_at[seat, k])
    s.stands[seat, face] &= ~bit(s.golem_at[seat, k])
    s.golem_at[seat, k] = HOME
    s.golem_face[seat, k] = 0
    s.home[seat] += 1


@kernel
def arrive(s: State, t: Tables, seat: int, slot: int) -> None:
    """ST-61: a golem has come to a card; others with golems there may gain."""
    for other in range(s.seats):
        if s.talent[other] == OTHER_ARRIVES and other != seat and has(slots_with_golems(s, other), slot):
            use_ability(s, t, other, 1)


@kernel
def slots_with_golems(s: State, seat: int) -> int:
    """Where golems of a seat stand, as a set."""
    slots = 0
    for face in range(1, FACES + 1):
        slots |= s.stands[seat, face]
    return slots


@kernel
def clear_card(s: State, t: Tables, slot: int) -> int:
    """Take all golems on a card home. Return their number by seat, packed into one number."""
    sent = 0
    for seat in range(s.seats):
        for k in range(t.golems):
            if s.golem_at[seat, k] == slot:
                fetch(s, seat, k)
                sent += 1 << (GOLEM_BITS * seat)
    return sent


@kernel
def compensate(s: State, t: Tables, sent: int, taker: int, by_effect: int) -> None:
    """ST-25, ST-26: coins for the golems of other players that were sent home."""
    for seat in range(s.seats):
        golems = (sent >> (GOLEM_BITS * seat)) & (bit(GOLEM_BITS) - 1)
        if golems > 0:
            if seat != taker:
                s.coins[seat] += golems * t.compensation
            if s.talent[seat] == GOLEM_SENT_HOME and (seat != taker or by_effect == 1):
                use_ability(s, t, seat, golems)  # ST-58


# --- rotating ----------------------------------------------------------------------------------------


@kernel
def can_rotate(s: State, t: Tables, seat: int, k: int, steps: int, spared: int) -> bool:
    """ST-21, ST-22, ST-41: not on a spared card, not to the hammers, not to a face shown on its card."""
    slot = s.golem_at[seat, k]
    if slot == HOME or has(spared, slot):
        return False
    rounds = rounds_left(s, t, s.golem_face[seat, k]) - steps
    return rounds >= 1 and not shows(s, slot, face_in(s, t, rounds))


@kernel
def fewest_steps(t: Tables, shown: int) -> int:
    """ST-22: exactly the steps shown, unless the edition says "up to"."""
    return 1 if t.rotate_up_to == 1 else shown


@kernel
def can_rotate_any(s: State, t: Tables, seat: int, shown: int, spared: int) -> bool:
    slots = 0
    for steps in range(fewest_steps(t, shown), shown + 1):
        for rounds in range(1, FACES - steps):
            turned = s.stands[seat, face_in(s, t, rounds + steps)]
            slots |= turned & ~spared & ~s.shown[face_in(s, t, rounds)]
    return slots != 0


@kernel
def rotate(s: State, t: Tables, seat: int, k: int, steps: int) -> None:
    """ST-22: towards the hammers."""
    slot = s.golem_at[seat, k]
    old = s.golem_face[seat, k]
    new = face_in(s, t, rounds_left(s, t, old) - steps)
    s.shown[old] &= ~bit(slot)
    s.shown[new] |= bit(slot)
    s.stands[seat, old] &= ~bit(slot)
    s.stands[seat, new] |= bit(slot)
    s.golem_face[seat, k] = new
    note(s, ROTATED, seat, s.market[slot], old * 8 + new)
