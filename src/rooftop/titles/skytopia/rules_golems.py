"""Skytopia: golems on the market and at home, gains, and the abilities that react to them."""

from __future__ import annotations

from rooftop.engine.bits import bit, has
from rooftop.engine.events import because, note
from rooftop.engine.kernel import kernel
from rooftop.engine.refusals import LEGAL
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.state import State, Tables

# --- points and abilities ----------------------------------------------------------------------------


@kernel
def gain(s: State, seat: int, source: int, points: int, coins: int) -> None:
    s.points[seat, source] += points
    s.coins[seat] += coins  # ST-86: the bank never runs dry


@kernel
def ability(s: State, seat: int) -> int:
    """The number of a seat's ability; every seat has one once the turns begin."""
    return s.tile[seat] * n.SIDES + s.side[seat]


@kernel
def find_talent(s: State, t: Tables, seat: int) -> None:
    """Update the kind of a seat's ability. Only its tile and side change that."""
    known = s.tile[seat] != n.EMPTY and s.side[seat] != n.EMPTY
    s.talent[seat] = t.ability_kind[ability(s, seat)] if known else n.EMPTY


@kernel
def use_ability(s: State, t: Tables, seat: int, times: int) -> None:
    """ST-57: gain what an ability gives, `times` times."""
    number = ability(s, seat)
    points = times * t.ability_points[number]
    coins = times * t.ability_coins[number]
    gain(s, seat, n.FROM_ABILITY, points, coins)
    note(s, n.USED_ABILITY, seat, number, points * n.COINS_BITS + coins)


# --- faces -------------------------------------------------------------------------------------------


@kernel
def rounds_left(s: State, t: Tables, face: int) -> int:
    """ST-19: rounds until a face is at the hammers."""
    rounds = t.arrives[face] - s.dial
    return rounds + n.FACES if rounds < 0 else rounds


@kernel
def face_in(s: State, t: Tables, rounds: int) -> int:
    """The face that reaches the hammers in `rounds` rounds."""
    return t.faces[s.dial + rounds]


@kernel
def shows(s: State, slot: int, face: int) -> bool:
    """Whether a golem on the card shows the face."""
    return has(s.shown[face], slot)


@kernel
def slots_without(s: State, face: int) -> int:
    """ST-21: the cards on which no golem shows the face, as a set."""
    return s.present & ~s.shown[face]


@kernel
def why_not_there(s: State, slot: int, face: int) -> int:
    """ST-21: no card is there, or a golem on it shows the face."""
    if not has(s.present, slot):
        return because(n.NO_CARD, 0, 0)
    return because(n.FACE_SHOWN, face, 0) if shows(s, slot, face) else LEGAL


# --- golems come and go ------------------------------------------------------------------------------


@kernel
def golem_at_home(s: State, t: Tables, seat: int) -> int:
    """A golem that can be placed, or EMPTY."""
    for k in range(t.golems):
        if s.golem_at[seat, k] == n.HOME:
            return k
    return n.EMPTY


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
    s.golem_at[seat, k] = n.HOME
    s.golem_face[seat, k] = 0
    s.home[seat] += 1


@kernel
def arrive(s: State, t: Tables, seat: int, slot: int) -> None:
    """ST-61: a golem has come to a card; others with golems there may gain."""
    for other in range(s.seats):
        if s.talent[other] == n.OTHER_ARRIVES and other != seat and has(slots_with_golems(s, other), slot):
            use_ability(s, t, other, 1)


@kernel
def slots_with_golems(s: State, seat: int) -> int:
    """Where golems of a seat stand, as a set."""
    slots = 0
    for face in range(1, n.FACES + 1):
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
                sent += 1 << (n.GOLEM_BITS * seat)
    return sent


@kernel
def compensate(s: State, t: Tables, sent: int, taker: int, by_effect: int) -> None:
    """ST-25, ST-26: coins for the golems of other players that were sent home."""
    for seat in range(s.seats):
        golems = (sent >> (n.GOLEM_BITS * seat)) & (bit(n.GOLEM_BITS) - 1)
        if golems > 0:
            if seat != taker:
                s.coins[seat] += golems * t.compensation
            if s.talent[seat] == n.GOLEM_SENT_HOME and (seat != taker or by_effect == 1):
                use_ability(s, t, seat, golems)  # ST-58


# --- what an effect may touch ------------------------------------------------------------------------


@kernel
def can_touch(s: State, seat: int, k: int, spared: int) -> bool:
    """ST-41: whether a golem is on the market, but not on a spared card."""
    slot = s.golem_at[seat, k]
    return slot != n.HOME and not has(spared, slot)


@kernel
def why_not_touched(s: State, t: Tables, seat: int, k: int, spot: int, spared: int) -> int:
    """ST-41. `spot` is that of the effect, or EMPTY."""
    if can_touch(s, seat, k, spared):
        return LEGAL
    if k >= t.golems:
        return because(n.NO_SUCH_GOLEM, 0, 0)
    if s.golem_at[seat, k] == n.HOME:
        return because(n.GOLEM_AT_HOME, 0, 0)
    return because(n.ON_OWN_CARD if s.golem_at[seat, k] == spot else n.ON_CHAIN, 0, 0)


@kernel
def why_not_elsewhere(s: State, t: Tables, k: int, slot: int, face: int, spot: int, spared: int) -> int:
    """ST-41, ST-46, ST-55: why a golem on the market cannot go to another card and show this face there."""
    refused = why_not_touched(s, t, s.to_act, k, spot, spared)
    if refused == LEGAL and s.golem_at[s.to_act, k] == slot:
        refused = because(n.ALREADY_THERE, 0, 0)
    return refused if refused != LEGAL else why_not_there(s, slot, face)


# --- rotating ----------------------------------------------------------------------------------------


@kernel
def can_rotate(s: State, t: Tables, seat: int, k: int, steps: int, spared: int) -> bool:
    """ST-21, ST-22, ST-41: not on a spared card, not to the hammers, not to a face shown on its card."""
    if not can_touch(s, seat, k, spared):
        return False
    rounds = rounds_left(s, t, s.golem_face[seat, k]) - steps
    return rounds >= 1 and not shows(s, s.golem_at[seat, k], face_in(s, t, rounds))


@kernel
def fewest_steps(t: Tables, shown: int) -> int:
    """ST-22: exactly the steps shown, unless the edition says "up to"."""
    return 1 if t.rotate_up_to == 1 else shown


@kernel
def why_no_rotation(s: State, t: Tables, k: int, steps: int, shown: int, spot: int, spared: int) -> int:
    """ST-21, ST-22, ST-41."""
    seat = s.to_act
    refused = why_not_touched(s, t, seat, k, spot, spared)
    if refused != LEGAL:
        return refused
    if steps < fewest_steps(t, shown) or steps > shown:
        return because(n.OTHER_STEPS, fewest_steps(t, shown), shown)
    if can_rotate(s, t, seat, k, steps, spared):
        return LEGAL
    rounds = rounds_left(s, t, s.golem_face[seat, k]) - steps
    return because(n.PAST_HAMMERS, 0, 0) if rounds < 1 else because(n.FACE_SHOWN, face_in(s, t, rounds), 0)


@kernel
def can_rotate_any(s: State, t: Tables, seat: int, shown: int, spared: int) -> bool:
    slots = 0
    for steps in range(fewest_steps(t, shown), shown + 1):
        for rounds in range(1, n.FACES - steps):
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
    note(s, n.ROTATED, seat, s.market[slot], old * 8 + new)
