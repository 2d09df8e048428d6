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
def has_ability(s: State, t: Tables, seat: int, kind: int) -> bool:
    return s.tile[seat] != EMPTY and s.side[seat] != EMPTY and t.ability_kind[ability(s, seat)] == kind


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
    return (t.arrives[face] - s.dial + FACES) % FACES


@kernel
def face_in(s: State, t: Tables, rounds: int) -> int:
    """The face that reaches the hammers in `rounds` rounds."""
    return t.face[(s.dial + rounds) % FACES]


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
    s.home[seat] -= 1


@kernel
def fetch(s: State, seat: int, k: int) -> None:
    """Take a golem home from the market."""
    s.shown[s.golem_face[seat, k]] &= ~bit(s.golem_at[seat, k])
    s.golem_at[seat, k] = HOME
    s.golem_face[seat, k] = 0
    s.home[seat] += 1


@kernel
def arrive(s: State, t: Tables, seat: int, slot: int) -> None:
    """ST-61: a golem has come to a card; others with golems there may gain."""
    for other in range(s.seats):
        if other != seat and has_ability(s, t, other, OTHER_ARRIVES):
            for k in range(t.golems):
                if s.golem_at[other, k] == slot:
                    use_ability(s, t, other, 1)
                    break


@kernel
def clear_card(s: State, t: Tables, slot: int, taker: int, by_effect: int) -> None:
    """ST-25, ST-26: send all golems on a card home, those of other players with coins."""
    for seat in range(s.seats):
        sent = 0
        for k in range(t.golems):
            if s.golem_at[seat, k] == slot:
                fetch(s, seat, k)
                sent += 1
        if seat != taker:
            s.coins[seat] += sent * t.compensation
        if sent > 0 and (seat != taker or by_effect == 1) and has_ability(s, t, seat, GOLEM_SENT_HOME):
            use_ability(s, t, seat, sent)  # ST-58


@kernel
def golems_on(s: State, t: Tables, slot: int) -> int:
    """The number of golems of each seat on a card, packed into one number."""
    packed = 0
    for seat in range(s.seats):
        for k in range(t.golems):
            if s.golem_at[seat, k] == slot:
                packed += 1 << (GOLEM_BITS * seat)
    return packed


# --- rotating ----------------------------------------------------------------------------------------


@kernel
def can_rotate(s: State, t: Tables, seat: int, k: int, steps: int, own: int) -> bool:
    """ST-21, ST-22, ST-41: not on the card `own`, not to the hammers, not to a face shown on its card."""
    slot = s.golem_at[seat, k]
    if slot == HOME or slot == own:
        return False
    rounds = rounds_left(s, t, s.golem_face[seat, k]) - steps
    return rounds >= 1 and not shows(s, slot, face_in(s, t, rounds))


@kernel
def fewest_steps(t: Tables, shown: int) -> int:
    """ST-22: exactly the steps shown, unless the edition says "up to"."""
    return 1 if t.rotate_up_to == 1 else shown


@kernel
def can_rotate_any(s: State, t: Tables, seat: int, shown: int, own: int) -> bool:
    for k in range(t.golems):
        for steps in range(fewest_steps(t, shown), shown + 1):
            if can_rotate(s, t, seat, k, steps, own):
                return True
    return False


@kernel
def rotate(s: State, t: Tables, seat: int, k: int, steps: int) -> None:
    """ST-22: towards the hammers."""
    slot = s.golem_at[seat, k]
    old = s.golem_face[seat, k]
    new = face_in(s, t, rounds_left(s, t, old) - steps)
    s.shown[old] &= ~bit(slot)
    s.shown[new] |= bit(slot)
    s.golem_face[seat, k] = new
    note(s, ROTATED, seat, s.market[slot], old * 8 + new)
