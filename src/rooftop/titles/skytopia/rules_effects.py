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
from rooftop.titles.skytopia.state import (
    ACTIVATE,
    ACTIVATE_CREST,
    ACTIVATE_ROW,
    ACTIVATE_TOP,
    ACTIVATED,
    BEING_RESOLVED,
    BOUGHT_POINTS,
    BUILD,
    BUILD_CARD,
    CARD_GAVE,
    CITY,
    COINS_BITS,
    COLOURS,
    CRESTS,
    EMPTY,
    FACES,
    FOUNDATION,
    FREE,
    FREE_GOLEM,
    FROM_CARDS,
    FROM_FOUNDATIONS,
    GAIN,
    IN_VAIN,
    IS_LABORATORY,
    LABORATORY,
    LEVELS,
    MOVE,
    MOVE_GOLEM,
    MOVED,
    NO_CARD,
    NO_COINS,
    NO_EFFECT,
    NO_GOLEM_AT_HOME,
    NO_SLOTS,
    NOT_IN_CITY,
    NOT_ON_TOP,
    ON_CHAIN,
    ON_OWN_CARD,
    OTHER_CREST,
    OTHER_ROW,
    PAY_FOR_POINTS,
    PLACED_FREE,
    RECALLED,
    ROTATE,
    ROTATE_GOLEM,
    ROWS,
    SKIP,
    SKIPPED,
    SLOTS,
    SPOTS,
    STEPS,
    TAKEN,
    TOO_MANY_ROUNDS,
    TOWER,
    TOWER_GAVE,
    USE,
    State,
    Tables,
)

LOWEST_SLOTS = sum(1 << colour * ROWS for colour in range(COLOURS))
FOUNDATIONS = sum(1 << colour * LEVELS for colour in range(COLOURS))

# --- spots -------------------------------------------------------------------------------------------


@kernel
def card_at(s: State, spot: int) -> int:
    """The card at a spot of the market or of the acting player's city, or EMPTY."""
    if spot < CITY:
        return s.market[spot]
    colour = (spot - CITY) // LEVELS
    level = (spot - CITY) % LEVELS
    if level == 0:
        return FOUNDATION + colour
    if level > s.height[s.to_act, colour]:
        return EMPTY
    return s.tower[s.to_act, colour, level - 1]


@kernel
def source_of(card: int) -> int:
    return FROM_FOUNDATIONS if card >= FOUNDATION else FROM_CARDS


# --- activating --------------------------------------------------------------------------------------


@kernel
def may_refuse(s: State, t: Tables, card: int) -> bool:
    """ST-30: only a player who profits from having no coins may refuse a plain gain of coins."""
    return s.talent[s.to_act] == NO_COINS and t.effect_kind[card] == GAIN and t.effect_coins[card] > 0


@kernel
def open_effect(s: State, t: Tables, spot: int, card: int) -> bool:
    """Put the effect on the stack if it has a choice to offer. Return whether it has (ST-31)."""
    s.stack[s.depth] = spot
    s.depth += 1
    if t.effect_kind[card] == GAIN or changes_something(s, t, spot):
        return True
    s.depth -= 1
    return False


@kernel
def activate(s: State, t: Tables, spot: int) -> None:
    """ST-36, ST-52: activate one card: take what it gives, then offer its choice."""
    card = card_at(s, spot)
    kind = t.effect_kind[card]
    if s.depth > 0 and (kind == GAIN or kind == PAY_FOR_POINTS):  # ST-52: choosing it was using it
        s.depth = 0
        use(s, t, card)
        return
    refusable = may_refuse(s, t, card)
    given = 0
    if has(t.giving, card) and not refusable:
        given = t.effect_points[card] * COINS_BITS + t.effect_coins[card]
        gain(s, s.to_act, source_of(card), t.effect_points[card], t.effect_coins[card])  # ST-45
        note(s, CARD_GAVE, s.to_act, card, given)
    if (kind != GAIN or refusable) and open_effect(s, t, spot, card):
        return
    if given == 0:
        note(s, NO_EFFECT, s.to_act, card, 0)  # ST-31
    s.depth = 0


@kernel
def use(s: State, t: Tables, card: int) -> None:
    """ST-30, ST-54: take a gain that could have been refused, or pay coins for points."""
    seat = s.to_act
    points = t.effect_points[card]
    if t.effect_kind[card] == PAY_FOR_POINTS:
        s.coins[seat] -= t.effect_limit[card]
        gain(s, seat, source_of(card), points, 0)
        note(s, BOUGHT_POINTS, seat, t.effect_limit[card], points)
    else:
        gain(s, seat, source_of(card), points, t.effect_coins[card])
        note(s, CARD_GAVE, seat, card, points * COINS_BITS + t.effect_coins[card])


@kernel
def climb(s: State, t: Tables) -> None:
    """ST-29: activate the cards of a tower from the lowest up, until one asks or all are done."""
    seat = s.to_act
    tower = s.climbing
    level = s.level
    given = 0
    while s.depth == 0 and level <= s.height[seat, tower]:  # ST-48: includes a card just added
        card = s.tower[seat, tower, level - 1] if level > 0 else FOUNDATION + tower
        refusable = may_refuse(s, t, card)
        if has(t.giving, card) and not refusable:
            gain(s, seat, source_of(card), t.effect_points[card], t.effect_coins[card])
            given += t.effect_points[card] * COINS_BITS + t.effect_coins[card]
        if t.effect_kind[card] != GAIN or refusable:
            open_effect(s, t, CITY + tower * LEVELS + level, card)
        level += 1
    s.level = level
    if given > 0:
        note(s, TOWER_GAVE, seat, tower, given)
    if s.depth == 0:
        s.climbing = EMPTY


# --- legal choices -----------------------------------------------------------------------------------


@kernel
def activates(kind: int) -> bool:
    """Whether an effect of this kind activates other cards."""
    return kind >= ACTIVATE_TOP and kind <= ACTIVATE_CREST


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
    entrance = ~NO_SLOTS if spot < CITY else NO_SLOTS
    here = spot
    while here != EMPTY:
        card = card_at(s, here)
        kind = t.effect_kind[card]
        spared = bit(here) if here < CITY else NO_SLOTS
        if strict:
            spared |= chain if here < CITY else chain | entrance
        if activates(kind):
            base = first_target(here, kind)
            if base == CITY:
                entrance &= spared
            found = targets(s, t, here, card)
            if giving_targets(s, t, base, found) != 0:
                return True
            if base < CITY:
                open_slots |= found
            else:
                open_floors |= found
        elif asks(s, t, card, spared):
            return True
        if here < CITY:
            reached_slots |= bit(here)
        else:
            reached_floors |= bit(here - CITY)
        open_slots &= ~reached_slots
        open_floors &= ~reached_floors
        here = EMPTY
        if open_slots != 0:
            here = first(open_slots)
        elif open_floors != 0:
            here = CITY + first(open_floors)
    return False


@kernel
def asks(s: State, t: Tables, card: int, spared: int) -> bool:
    """Whether a card that activates no other has anything to choose from, besides golems on spared cards."""
    kind = t.effect_kind[card]
    limit = t.effect_limit[card]
    seat = s.to_act
    if kind == PAY_FOR_POINTS:
        return s.coins[seat] >= limit
    if kind == ROTATE_GOLEM:
        return can_rotate_any(s, t, seat, limit, spared)
    if kind == MOVE_GOLEM:
        for k in range(t.golems):
            if slots_to_move(s, seat, k, spared) != 0:
                return True
        return False
    if kind == BUILD_CARD:
        return slots_to_build(s, t, seat, limit, spared) != 0
    if kind == FREE_GOLEM:
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
    slots = bit(spot) if spot < CITY else NO_SLOTS
    if s.strict_chains == 1:
        for k in range(s.depth):
            if s.stack[k] < CITY:
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
    for rounds in range(min(limit + 1, FACES)):
        slots |= s.stands[seat, face_in(s, t, rounds)]
    return slots & ~spared


@kernel
def free_face(s: State, t: Tables) -> int:
    """ST-55: the face of a golem that is placed for free."""
    return face_in(s, t, FACES - 1)


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
    return 0 if kind == ACTIVATE_ROW and spot < CITY else CITY


@kernel
def targets(s: State, t: Tables, spot: int, card: int) -> int:
    """ST-42, ST-49, ST-50, ST-56: the cards in reach of an effect, whether or not they would do anything."""
    seat = s.to_act
    kind = t.effect_kind[card]
    base = first_target(spot, kind)
    if base < CITY:
        found = s.present & (LOWEST_SLOTS << (spot % ROWS))
    elif kind == ACTIVATE_CREST:
        found = s.crested[seat, crest_of(t, seat, card)]
    elif kind == ACTIVATE_ROW:
        found = floors_of(s, seat) & (FOUNDATIONS << ((spot - CITY) % LEVELS))
    else:
        found = 0
        for colour in range(COLOURS):
            found |= bit(colour * LEVELS + s.height[seat, colour])
    if base == CITY:
        found &= ~s.laboratories[seat]  # ST-51
    found = without_spot(found, base, spot)
    for k in range(s.depth):
        found = without_spot(found, base, s.stack[k])
    return found


@kernel
def floors_of(s: State, seat: int) -> int:
    """The floors of a city, as a set."""
    floors = 0
    for crest in range(CRESTS):
        floors |= s.crested[seat, crest]
    return floors


@kernel
def without_spot(members: int, base: int, spot: int) -> int:
    """Remove a spot from a set of slots or floors, if it is one of them."""
    return members & ~bit(spot - base) if (spot < CITY) == (base < CITY) else members


@kernel
def giving_targets(s: State, t: Tables, base: int, members: int) -> int:
    """Those of a set of slots or floors whose cards give something without a choice."""
    if base == CITY:
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
    n = 0
    if kind == GAIN or kind == PAY_FOR_POINTS:
        out[n] = USE
        n += 1
    elif kind == ROTATE_GOLEM:
        n = legal_rotations(s, t, t.effect_limit[card], spared, out)
    elif kind == MOVE_GOLEM:
        for k in range(t.golems):
            n = list_slots(slots_to_move(s, s.to_act, k, spared), MOVE + k * SLOTS, 1, out, n)
    elif kind == BUILD_CARD:
        n = list_members(slots_to_build(s, t, s.to_act, t.effect_limit[card], spared), BUILD, out, n)
    elif kind == FREE_GOLEM:
        if s.home[s.to_act] > 0:
            n = list_members(slots_for_free(s, t), FREE, out, n)
        for k in range(t.golems):
            n = list_members(
                slots_to_fetch(s, t, s.to_act, k, t.effect_limit[card], spared), MOVE + k * SLOTS, out, n
            )
    else:
        base = ACTIVATE + first_target(spot, kind)
        n = list_members(working_targets(s, t, spot, card), base, out, n)
    out[n] = SKIP
    return n + 1


@kernel
def list_members(members: int, base: int, out: Array, n: int) -> int:
    """List one action for each member of a set."""
    while members != 0:
        out[n] = base + first(members)
        members &= members - 1
        n += 1
    return n


@kernel
def list_slots(slots: int, base: int, apart: int, out: Array, n: int) -> int:
    """List one action for each slot of a set, `apart` from each other.

    Writing every slot and counting only the members is faster than branching.
    """
    if slots != 0:
        for slot in range(SLOTS):
            out[n] = base + slot * apart
            n += (slots >> slot) & 1
    return n


@kernel
def legal_rotations(s: State, t: Tables, shown: int, spared: int, out: Array) -> int:
    n = 0
    for k in range(t.golems):
        for steps in range(fewest_steps(t, shown), shown + 1):
            if can_rotate(s, t, s.to_act, k, steps, spared):
                out[n] = ROTATE + k * STEPS + steps - 1
                n += 1
    return n


@kernel
def refusal_for_effect(s: State, t: Tables, action: int) -> int:
    """Why the effect at the top of the stack does not offer this, or LEGAL."""
    spot = s.stack[s.depth - 1]
    card = card_at(s, spot)
    kind = t.effect_kind[card]
    limit = t.effect_limit[card]
    spared = spared_slots(s, spot)
    if action == SKIP:
        return LEGAL
    if action == USE:
        return LEGAL if kind == GAIN or kind == PAY_FOR_POINTS else NOT_NOW
    if action < ROTATE or action >= TOWER:
        return NOT_NOW
    if action < MOVE:
        if kind != ROTATE_GOLEM:
            return NOT_NOW
        k = (action - ROTATE) // STEPS
        return why_no_rotation(s, t, k, (action - ROTATE) % STEPS + 1, limit, spot, spared)
    if action < FREE:
        k = (action - MOVE) // SLOTS
        slot = (action - MOVE) % SLOTS
        if kind == MOVE_GOLEM:
            return why_not_elsewhere(s, t, k, slot, s.golem_face[s.to_act, k], spot, spared)
        if kind == FREE_GOLEM and limit == 1:
            return why_not_elsewhere(s, t, k, slot, free_face(s, t), spot, spared)
        return NOT_NOW
    if action < BUILD:
        return why_not_free(s, t, action - FREE) if kind == FREE_GOLEM else NOT_NOW
    if action < ACTIVATE:
        if kind != BUILD_CARD:
            return NOT_NOW
        return why_no_building(s, t, action - BUILD, limit, spot, spared)
    return why_no_activation(s, t, action - ACTIVATE, spot, card) if activates(kind) else NOT_NOW


@kernel
def why_not_free(s: State, t: Tables, slot: int) -> int:
    """ST-55."""
    if has(s.present, slot) and s.home[s.to_act] == 0:
        return because(NO_GOLEM_AT_HOME, 0, 0)
    return why_not_there(s, slot, free_face(s, t))


@kernel
def why_no_building(s: State, t: Tables, slot: int, limit: int, spot: int, spared: int) -> int:
    """ST-47, ST-41."""
    if has(slots_to_build(s, t, s.to_act, limit, spared), slot):
        return LEGAL
    if not has(s.present, slot):
        return because(NO_CARD, 0, 0)
    if has(spared, slot):
        return because(ON_OWN_CARD if slot == spot else ON_CHAIN, 0, 0)
    return because(TOO_MANY_ROUNDS, limit, 0)


@kernel
def why_no_activation(s: State, t: Tables, target: int, spot: int, card: int) -> int:
    """ST-31, ST-42, ST-49..51, ST-56."""
    kind = t.effect_kind[card]
    base = first_target(spot, kind)
    if card_at(s, target) == EMPTY:
        return because(NO_CARD, 0, 0)
    for k in range(s.depth):
        if s.stack[k] == target:
            return because(BEING_RESOLVED, 0, 0)
    if t.effect_kind[card_at(s, target)] == LABORATORY:
        return because(IS_LABORATORY, 0, 0)
    if (target < CITY) == (base < CITY):
        if has(working_targets(s, t, spot, card), target - base):
            return LEGAL
        if has(targets(s, t, spot, card), target - base):
            return because(IN_VAIN, 0, 0)
    if kind == ACTIVATE_ROW:
        return because(OTHER_ROW, 0, 0)
    if target < CITY:
        return because(NOT_IN_CITY, 0, 0)
    return because(NOT_ON_TOP if kind == ACTIVATE_TOP else OTHER_CREST, 0, 0)


# --- resolving ---------------------------------------------------------------------------------------


@kernel
def resolve(s: State, t: Tables, action: int) -> int:
    """Apply the choice for the effect at the top of the stack. It ends the chain, unless it activates another
    card: then return the spot of that card."""
    spot = s.stack[s.depth - 1]
    card = card_at(s, spot)
    seat = s.to_act
    if action >= ACTIVATE and action < ACTIVATE + SPOTS:
        note(s, ACTIVATED, seat, card_at(s, action - ACTIVATE), card)
        return action - ACTIVATE
    s.depth = 0
    if action == SKIP:
        note(s, SKIPPED, seat, card, 0)
    elif action == USE:
        use(s, t, card)
    elif action < MOVE:
        rotate(s, t, seat, (action - ROTATE) // STEPS, (action - ROTATE) % STEPS + 1)
    elif action < FREE and t.effect_kind[card] == FREE_GOLEM:
        k = (action - MOVE) // SLOTS
        note(s, RECALLED, seat, s.market[s.golem_at[seat, k]], s.golem_face[seat, k])
        fetch(s, seat, k)
        place_free(s, t, seat, k, (action - MOVE) % SLOTS)
    elif action < FREE:
        move_golem(s, t, seat, (action - MOVE) // SLOTS, (action - MOVE) % SLOTS)
    elif action < BUILD:
        place_free(s, t, seat, golem_at_home(s, t, seat), action - FREE)
    else:
        slot = action - BUILD
        sent = clear_card(s, t, slot)
        note(s, TAKEN, seat, s.market[slot], sent)
        compensate(s, t, sent, seat, 1)
        take_card(s, t, seat, slot)  # ST-48: this does not activate the tower
    return EMPTY


@kernel
def move_golem(s: State, t: Tables, seat: int, k: int, slot: int) -> None:
    """ST-46: the golem keeps its face and does not activate the card."""
    face = s.golem_face[seat, k]
    note(s, MOVED, seat, s.market[s.golem_at[seat, k]], s.market[slot])
    fetch(s, seat, k)
    put(s, t, seat, k, slot, face)
    arrive(s, t, seat, slot)


@kernel
def place_free(s: State, t: Tables, seat: int, k: int, slot: int) -> None:
    """ST-55: for free, without activating the card."""
    face = free_face(s, t)
    put(s, t, seat, k, slot, face)
    note(s, PLACED_FREE, seat, s.market[slot], face)
    arrive(s, t, seat, slot)


@kernel
def take_card(s: State, t: Tables, seat: int, slot: int) -> None:
    """ST-23: put a card of the market on top of the player's tower of its colour."""
    colour = slot // ROWS
    height = s.height[seat, colour]
    s.tower[seat, colour, height] = s.market[slot]
    s.height[seat, colour] = height + 1
    enter_floor(s, t, seat, colour * LEVELS + height + 1, s.market[slot])
    s.market[slot] = EMPTY
    s.present &= ~bit(slot)
    s.added += 1
    measure_guilds(s, t, seat)
