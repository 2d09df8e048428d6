"""Skytopia: what cards and foundations do when they are activated.

An effect that asks for a choice waits on the stack `s.stack[: s.depth]`, as the spot of its card. An effect
that activates another card stays below that card's effect, so the stack is the chain of cards being resolved.
"""

from __future__ import annotations

from rooftop.engine.bits import bit, first, has
from rooftop.engine.events import because, note
from rooftop.engine.kernel import kernel
from rooftop.engine.record import Array
from rooftop.engine.refusals import LEGAL, NOT_NOW
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.rules_golems import (
    arrive,
    can_rotate,
    can_rotate_any,
    can_touch,
    clear_card,
    compensate,
    face_in,
    fetch,
    fewest_steps,
    gain,
    golem_at_home,
    put,
    rotate,
    slots_without,
    why_no_rotation,
    why_not_elsewhere,
    why_not_there,
)
from rooftop.titles.skytopia.scoring import crest_of, enter_floor, measure_guilds
from rooftop.titles.skytopia.state import State, Tables

LOWEST_SLOTS = sum(1 << colour * n.ROWS for colour in range(n.COLOURS))
FOUNDATIONS = sum(1 << colour * n.LEVELS for colour in range(n.COLOURS))

# --- spots -------------------------------------------------------------------------------------------


@kernel
def card_at(s: State, spot: int) -> int:
    """The card at a spot of the market or of the acting player's city, or EMPTY."""
    if spot < n.CITY:
        return s.market[spot]
    colour = (spot - n.CITY) // n.LEVELS
    level = (spot - n.CITY) % n.LEVELS
    if level == 0:
        return n.FOUNDATION + colour
    if level > s.height[s.to_act, colour]:
        return n.EMPTY
    return s.tower[s.to_act, colour, level - 1]


@kernel
def source_of(card: int) -> int:
    return n.FROM_FOUNDATIONS if card >= n.FOUNDATION else n.FROM_CARDS


# --- activating --------------------------------------------------------------------------------------


@kernel
def may_refuse(s: State, t: Tables, card: int) -> bool:
    """ST-30: only a player who profits from having no coins may refuse a plain gain of coins."""
    return s.talent[s.to_act] == n.NO_COINS and t.effect_kind[card] == n.GAIN and t.effect_coins[card] > 0


@kernel
def open_effect(s: State, t: Tables, spot: int, card: int) -> bool:
    """Put the effect on the stack if it has a choice to offer. Return whether it has (ST-31)."""
    s.stack[s.depth] = spot
    s.depth += 1
    if t.effect_kind[card] == n.GAIN or changes_something(s, t, spot):
        return True
    s.depth -= 1
    return False


@kernel
def activate(s: State, t: Tables, spot: int) -> None:
    """ST-36, ST-52: activate one card: take what it gives, then offer its choice."""
    card = card_at(s, spot)
    kind = t.effect_kind[card]
    if s.depth > 0 and (kind == n.GAIN or kind == n.PAY_FOR_POINTS):  # ST-52: choosing it was using it
        s.depth = 0
        use(s, t, card)
        return
    refusable = may_refuse(s, t, card)
    given = 0
    if has(t.giving, card) and not refusable:
        given = t.effect_points[card] * n.COINS_BITS + t.effect_coins[card]
        gain(s, s.to_act, source_of(card), t.effect_points[card], t.effect_coins[card])  # ST-45
        note(s, n.CARD_GAVE, s.to_act, card, given)
    if (kind != n.GAIN or refusable) and open_effect(s, t, spot, card):
        return
    if given == 0:
        note(s, n.NO_EFFECT, s.to_act, card, 0)  # ST-31
    s.depth = 0


@kernel
def use(s: State, t: Tables, card: int) -> None:
    """ST-30, ST-54: take a gain that could have been refused, or pay coins for points."""
    seat = s.to_act
    points = t.effect_points[card]
    if t.effect_kind[card] == n.PAY_FOR_POINTS:
        s.coins[seat] -= t.effect_limit[card]
        gain(s, seat, source_of(card), points, 0)
        note(s, n.BOUGHT_POINTS, seat, t.effect_limit[card], points)
    else:
        gain(s, seat, source_of(card), points, t.effect_coins[card])
        note(s, n.CARD_GAVE, seat, card, points * n.COINS_BITS + t.effect_coins[card])


@kernel
def climb(s: State, t: Tables) -> None:
    """ST-29: activate the cards of a tower from the lowest up, until one asks or all are done."""
    seat = s.to_act
    tower = s.climbing
    level = s.level
    given = 0
    while s.depth == 0 and level <= s.height[seat, tower]:  # ST-48: includes a card just added
        card = s.tower[seat, tower, level - 1] if level > 0 else n.FOUNDATION + tower
        refusable = may_refuse(s, t, card)
        if has(t.giving, card) and not refusable:
            gain(s, seat, source_of(card), t.effect_points[card], t.effect_coins[card])
            given += t.effect_points[card] * n.COINS_BITS + t.effect_coins[card]
        if t.effect_kind[card] != n.GAIN or refusable:
            open_effect(s, t, n.CITY + tower * n.LEVELS + level, card)
        level += 1
    s.level = level
    if given > 0:
        note(s, n.TOWER_GAVE, seat, tower, given)
    if s.depth == 0:
        s.climbing = n.EMPTY


# --- legal choices -----------------------------------------------------------------------------------


@kernel
def activates(kind: int) -> bool:
    """Whether an effect of this kind activates other cards."""
    return kind >= n.ACTIVATE_TOP and kind <= n.ACTIVATE_CREST


@kernel
def changes_something(s: State, t: Tables, spot: int) -> bool:
    """ST-31: whether a card has anything to choose from, besides what it gives.

    A card that activates others has if a chain of activations reaches one that would give or change anything.
    """
    reached_slots = 0  # cards already looked at
    reached_floors = 0
    open_slots = 0  # and those still to look at
    open_floors = 0
    strict = s.strict_chains == 1
    chain = spared_slots(s, spot)
    # The cards of the market on every way into the city, as a set.
    entrance = ~n.NO_SLOTS if spot < n.CITY else n.NO_SLOTS
    here = spot
    while here != n.EMPTY:
        card = card_at(s, here)
        kind = t.effect_kind[card]
        spared = bit(here) if here < n.CITY else n.NO_SLOTS
        if strict:
            spared |= chain if here < n.CITY else chain | entrance
        if activates(kind):
            base = first_target(here, kind)
            if base == n.CITY:
                entrance &= spared
            found = targets(s, t, here, card)
            if giving_targets(s, t, base, found) != 0:
                return True
            if base < n.CITY:
                open_slots |= found
            else:
                open_floors |= found
        elif asks(s, t, card, spared):
            return True
        if here < n.CITY:
            reached_slots |= bit(here)
        else:
            reached_floors |= bit(here - n.CITY)
        open_slots &= ~reached_slots
        open_floors &= ~reached_floors
        here = n.EMPTY
        if open_slots != 0:
            here = first(open_slots)
        elif open_floors != 0:
            here = n.CITY + first(open_floors)
    return False


@kernel
def asks(s: State, t: Tables, card: int, spared: int) -> bool:
    """Whether a card that activates no other has anything to choose from, besides golems on spared cards."""
    kind = t.effect_kind[card]
    limit = t.effect_limit[card]
    seat = s.to_act
    if kind == n.PAY_FOR_POINTS:
        return s.coins[seat] >= limit
    if kind == n.ROTATE_GOLEM:
        return can_rotate_any(s, t, seat, limit, spared)
    if kind == n.MOVE_GOLEM:
        for k in range(t.golems):
            if slots_to_move(s, seat, k, spared) != 0:
                return True
        return False
    if kind == n.BUILD_CARD:
        return slots_to_build(s, t, seat, limit, spared) != 0
    if kind == n.FREE_GOLEM:
        if s.home[seat] > 0 and slots_for_free(s, t) != 0:
            return True
        for k in range(t.golems):
            if slots_to_fetch(s, t, seat, k, limit, spared) != 0:
                return True
    return False  # ST-51: a Laboratory does nothing


@kernel
def spared_slots(s: State, spot: int) -> int:
    """ST-41: the cards whose golems an effect does not touch, as a set: its own, and with strict chains also
    those that are being resolved."""
    slots = bit(spot) if spot < n.CITY else n.NO_SLOTS
    if s.strict_chains == 1:
        for k in range(s.depth):
            if s.stack[k] < n.CITY:
                slots |= bit(s.stack[k])
    return slots


@kernel
def slots_to_move(s: State, seat: int, k: int, spared: int) -> int:
    """ST-46, ST-41: cards that this golem may move to, as a set; none if it is on a spared card."""
    if not can_touch(s, seat, k, spared):
        return 0
    return slots_without(s, s.golem_face[seat, k])


@kernel
def slots_to_build(s: State, t: Tables, seat: int, limit: int, spared: int) -> int:
    """ST-47, ST-41: other cards with a golem of the player that needs at most `limit` rounds, as a set."""
    slots = 0
    for rounds in range(min(limit + 1, n.FACES)):
        slots |= s.stands[seat, face_in(s, t, rounds)]
    return slots & ~spared


@kernel
def free_face(s: State, t: Tables) -> int:
    """ST-55: the face of a golem that is placed for free."""
    return face_in(s, t, n.FACES - 1)


@kernel
def slots_for_free(s: State, t: Tables) -> int:
    """ST-55: the cards where no golem shows the free face, as a set."""
    return slots_without(s, free_face(s, t))


@kernel
def slots_to_fetch(s: State, t: Tables, seat: int, k: int, from_market: int, spared: int) -> int:
    """ST-55, ST-41: other cards that a golem on the market may go to, if the edition allows it, as a set."""
    if from_market == 0 or not can_touch(s, seat, k, spared):
        return 0
    return slots_for_free(s, t) & ~bit(s.golem_at[seat, k])


@kernel
def first_target(spot: int, kind: int) -> int:
    """Targets are a set of slots or of floors. Return the spot of its member 0."""
    return 0 if kind == n.ACTIVATE_ROW and spot < n.CITY else n.CITY


@kernel
def targets(s: State, t: Tables, spot: int, card: int) -> int:
    """ST-42, ST-49, ST-50, ST-56: the cards in reach of an effect, whether or not they would do anything."""
    seat = s.to_act
    kind = t.effect_kind[card]
    base = first_target(spot, kind)
    if base < n.CITY:
        found = s.present & (LOWEST_SLOTS << (spot % n.ROWS))
    elif kind == n.ACTIVATE_CREST:
        found = s.crested[seat, crest_of(t, seat, card)]
    elif kind == n.ACTIVATE_ROW:
        found = floors_of(s, seat) & (FOUNDATIONS << ((spot - n.CITY) % n.LEVELS))
    else:
        found = 0
        for colour in range(n.COLOURS):
            found |= bit(colour * n.LEVELS + s.height[seat, colour])
    if base == n.CITY:
        found &= ~s.laboratories[seat]  # ST-51
    found = without_spot(found, base, spot)
    for k in range(s.depth):
        found = without_spot(found, base, s.stack[k])
    return found


@kernel
def floors_of(s: State, seat: int) -> int:
    """The floors of a city, as a set."""
    floors = 0
    for crest in range(n.CRESTS):
        floors |= s.crested[seat, crest]
    return floors


@kernel
def without_spot(members: int, base: int, spot: int) -> int:
    """Remove a spot from a set of slots or floors, if it is one of them."""
    return members & ~bit(spot - base) if (spot < n.CITY) == (base < n.CITY) else members


@kernel
def giving_targets(s: State, t: Tables, base: int, members: int) -> int:
    """Those of a set of slots or floors whose cards give something without a choice."""
    if base == n.CITY:
        return members & s.giving[s.to_act]
    found = members
    while members != 0:
        if not has(t.giving, s.market[first(members)]):
            found &= ~bit(first(members))
        members &= members - 1
    return found


@kernel
def working_targets(s: State, t: Tables, spot: int, card: int) -> int:
    """The targets that would give or change something (ST-31)."""
    base = first_target(spot, t.effect_kind[card])
    found = targets(s, t, spot, card)
    rest = found & ~giving_targets(s, t, base, found)
    while rest != 0:
        if not changes_something(s, t, base + first(rest)):
            found &= ~bit(first(rest))
        rest &= rest - 1
    return found


@kernel
def legal_for_effect(s: State, t: Tables, out: Array) -> int:
    """ST-30: the choices of the effect at the top of the stack. It can always be skipped."""
    spot = s.stack[s.depth - 1]
    card = card_at(s, spot)
    kind = t.effect_kind[card]
    spared = spared_slots(s, spot)
    size = 0
    if kind == n.GAIN or kind == n.PAY_FOR_POINTS:
        out[size] = n.USE
        size += 1
    elif kind == n.ROTATE_GOLEM:
        size = legal_rotations(s, t, t.effect_limit[card], spared, out)
    elif kind == n.MOVE_GOLEM:
        for k in range(t.golems):
            size = list_slots(slots_to_move(s, s.to_act, k, spared), n.MOVE + k * n.SLOTS, 1, out, size)
    elif kind == n.BUILD_CARD:
        size = list_members(slots_to_build(s, t, s.to_act, t.effect_limit[card], spared), n.BUILD, out, size)
    elif kind == n.FREE_GOLEM:
        if s.home[s.to_act] > 0:
            size = list_members(slots_for_free(s, t), n.FREE, out, size)
        for k in range(t.golems):
            size = list_members(
                slots_to_fetch(s, t, s.to_act, k, t.effect_limit[card], spared),
                n.MOVE + k * n.SLOTS,
                out,
                size,
            )
    else:
        base = n.ACTIVATE + first_target(spot, kind)
        size = list_members(working_targets(s, t, spot, card), base, out, size)
    out[size] = n.SKIP
    return size + 1


@kernel
def list_members(members: int, base: int, out: Array, size: int) -> int:
    """List one action for each member of a set."""
    while members != 0:
        out[size] = base + first(members)
        members &= members - 1
        size += 1
    return size


@kernel
def list_slots(slots: int, base: int, apart: int, out: Array, size: int) -> int:
    """List one action for each slot of a set, `apart` from each other.

    Writing every slot and counting only the members is faster than branching.
    """
    if slots != 0:
        for slot in range(n.SLOTS):
            out[size] = base + slot * apart
            size += (slots >> slot) & 1
    return size


@kernel
def legal_rotations(s: State, t: Tables, shown: int, spared: int, out: Array) -> int:
    size = 0
    for k in range(t.golems):
        for steps in range(fewest_steps(t, shown), shown + 1):
            if can_rotate(s, t, s.to_act, k, steps, spared):
                out[size] = n.ROTATE + k * n.STEPS + steps - 1
                size += 1
    return size


@kernel
def refusal_for_effect(s: State, t: Tables, action: int) -> int:
    """Why the effect at the top of the stack does not offer this, or LEGAL."""
    spot = s.stack[s.depth - 1]
    card = card_at(s, spot)
    kind = t.effect_kind[card]
    limit = t.effect_limit[card]
    spared = spared_slots(s, spot)
    if action == n.SKIP:
        return LEGAL
    if action == n.USE:
        return LEGAL if kind == n.GAIN or kind == n.PAY_FOR_POINTS else NOT_NOW
    if action < n.ROTATE or action >= n.TOWER:
        return NOT_NOW
    if action < n.MOVE:
        if kind != n.ROTATE_GOLEM:
            return NOT_NOW
        k = (action - n.ROTATE) // n.STEPS
        return why_no_rotation(s, t, k, (action - n.ROTATE) % n.STEPS + 1, limit, spot, spared)
    if action < n.FREE:
        k = (action - n.MOVE) // n.SLOTS
        slot = (action - n.MOVE) % n.SLOTS
        if kind == n.MOVE_GOLEM:
            return why_not_elsewhere(s, t, k, slot, s.golem_face[s.to_act, k], spot, spared)
        if kind == n.FREE_GOLEM and limit == 1:
            return why_not_elsewhere(s, t, k, slot, free_face(s, t), spot, spared)
        return NOT_NOW
    if action < n.BUILD:
        return why_not_free(s, t, action - n.FREE) if kind == n.FREE_GOLEM else NOT_NOW
    if action < n.ACTIVATE:
        if kind != n.BUILD_CARD:
            return NOT_NOW
        return why_no_building(s, t, action - n.BUILD, limit, spot, spared)
    return why_no_activation(s, t, action - n.ACTIVATE, spot, card) if activates(kind) else NOT_NOW


@kernel
def why_not_free(s: State, t: Tables, slot: int) -> int:
    """ST-55."""
    if has(s.present, slot) and s.home[s.to_act] == 0:
        return because(n.NO_GOLEM_AT_HOME, 0, 0)
    return why_not_there(s, slot, free_face(s, t))


@kernel
def why_no_building(s: State, t: Tables, slot: int, limit: int, spot: int, spared: int) -> int:
    """ST-47, ST-41."""
    if has(slots_to_build(s, t, s.to_act, limit, spared), slot):
        return LEGAL
    if not has(s.present, slot):
        return because(n.NO_CARD, 0, 0)
    if has(spared, slot):
        return because(n.ON_OWN_CARD if slot == spot else n.ON_CHAIN, 0, 0)
    return because(n.TOO_MANY_ROUNDS, limit, 0)


@kernel
def why_no_activation(s: State, t: Tables, target: int, spot: int, card: int) -> int:
    """ST-31, ST-42, ST-49..51, ST-56."""
    kind = t.effect_kind[card]
    base = first_target(spot, kind)
    if card_at(s, target) == n.EMPTY:
        return because(n.NO_CARD, 0, 0)
    for k in range(s.depth):
        if s.stack[k] == target:
            return because(n.BEING_RESOLVED, 0, 0)
    if t.effect_kind[card_at(s, target)] == n.LABORATORY:
        return because(n.IS_LABORATORY, 0, 0)
    if (target < n.CITY) == (base < n.CITY):
        if has(working_targets(s, t, spot, card), target - base):
            return LEGAL
        if has(targets(s, t, spot, card), target - base):
            return because(n.IN_VAIN, 0, 0)
    if kind == n.ACTIVATE_ROW:
        return because(n.OTHER_ROW, 0, 0)
    if target < n.CITY:
        return because(n.NOT_IN_CITY, 0, 0)
    return because(n.NOT_ON_TOP if kind == n.ACTIVATE_TOP else n.OTHER_CREST, 0, 0)


# --- resolving ---------------------------------------------------------------------------------------


@kernel
def resolve(s: State, t: Tables, action: int) -> int:
    """Apply the choice for the effect at the top of the stack. It ends the chain, unless it activates another
    card: then return the spot of that card."""
    spot = s.stack[s.depth - 1]
    card = card_at(s, spot)
    seat = s.to_act
    if action >= n.ACTIVATE and action < n.ACTIVATE + n.SPOTS:
        note(s, n.ACTIVATED, seat, card_at(s, action - n.ACTIVATE), card)
        return action - n.ACTIVATE
    s.depth = 0
    if action == n.SKIP:
        note(s, n.SKIPPED, seat, card, 0)
    elif action == n.USE:
        use(s, t, card)
    elif action < n.MOVE:
        rotate(s, t, seat, (action - n.ROTATE) // n.STEPS, (action - n.ROTATE) % n.STEPS + 1)
    elif action < n.FREE and t.effect_kind[card] == n.FREE_GOLEM:
        k = (action - n.MOVE) // n.SLOTS
        note(s, n.RECALLED, seat, s.market[s.golem_at[seat, k]], s.golem_face[seat, k])
        fetch(s, seat, k)
        place_free(s, t, seat, k, (action - n.MOVE) % n.SLOTS)
    elif action < n.FREE:
        move_golem(s, t, seat, (action - n.MOVE) // n.SLOTS, (action - n.MOVE) % n.SLOTS)
    elif action < n.BUILD:
        place_free(s, t, seat, golem_at_home(s, t, seat), action - n.FREE)
    else:
        slot = action - n.BUILD
        sent = clear_card(s, t, slot)
        note(s, n.TAKEN, seat, s.market[slot], sent)
        compensate(s, t, sent, seat, 1)
        take_card(s, t, seat, slot)  # ST-48: this does not activate the tower
    return n.EMPTY


@kernel
def move_golem(s: State, t: Tables, seat: int, k: int, slot: int) -> None:
    """ST-46: the golem keeps its face and does not activate the card."""
    face = s.golem_face[seat, k]
    note(s, n.MOVED, seat, s.market[s.golem_at[seat, k]], s.market[slot])
    fetch(s, seat, k)
    put(s, t, seat, k, slot, face)
    arrive(s, t, seat, slot)


@kernel
def place_free(s: State, t: Tables, seat: int, k: int, slot: int) -> None:
    """ST-55: for free, without activating the card."""
    face = free_face(s, t)
    put(s, t, seat, k, slot, face)
    note(s, n.PLACED_FREE, seat, s.market[slot], face)
    arrive(s, t, seat, slot)


@kernel
def take_card(s: State, t: Tables, seat: int, slot: int) -> None:
    """ST-23: put a card of the market on top of the player's tower of its colour."""
    colour = slot // n.ROWS
    height = s.height[seat, colour]
    s.tower[seat, colour, height] = s.market[slot]
    s.height[seat, colour] = height + 1
    enter_floor(s, t, seat, colour * n.LEVELS + height + 1, s.market[slot])
    s.market[slot] = n.EMPTY
    s.present &= ~bit(slot)
    s.added += 1
    measure_guilds(s, t, seat)
