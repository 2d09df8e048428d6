"""Skytopia: setup, the turn, the end. Clause numbers refer to RULES.md."""

from __future__ import annotations

from rooftop.engine.bits import bit, count, first, has
from rooftop.engine.events import because, note
from rooftop.engine.kernel import kernel
from rooftop.engine.record import Array
from rooftop.engine.refusals import LEGAL, NOT_NOW
from rooftop.engine.rng import one_of, shuffle
from rooftop.engine.state import NOBODY
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.rules_effects import (
    LOWEST_SLOTS,
    activate,
    climb,
    legal_for_effect,
    legal_rotations,
    list_slots,
    refusal_for_effect,
    resolve,
    take_card,
)
from rooftop.titles.skytopia.rules_golems import (
    ability,
    arrive,
    can_rotate_any,
    clear_card,
    compensate,
    face_in,
    fetch,
    find_talent,
    golem_at_home,
    put,
    rotate,
    rounds_left,
    slots_with_golems,
    slots_without,
    use_ability,
    why_no_rotation,
    why_not_there,
)
from rooftop.titles.skytopia.scoring import final_scoring, rank_all, survey
from rooftop.titles.skytopia.state import State, Tables

# --- setup -------------------------------------------------------------------------------------------


@kernel
def setup(s: State, t: Tables, seats: int, options: Array) -> None:
    """ST-1..15: decks, market, guild masters, cities; then the choices before the first turn."""
    s.round = 1
    s.rows = t.tight_rows if options[n.TIGHT_MARKET] == 1 else t.rows  # ST-15
    s.hold = options[n.HOLD]
    s.sides = options[n.SIDES_IN_USE]
    s.preliminary = options[n.PRELIMINARY_TURN]
    s.strict_chains = options[n.STRICT_CHAINS]
    s.climbing = n.EMPTY
    s.paid = n.EMPTY
    deal_cards(s, t)
    deal_guilds(s, t)
    for seat in range(seats):
        s.coins[seat] = t.start_coins
        s.home[seat] = t.golems
        s.tile[seat] = n.EMPTY
        s.side[seat] = n.EMPTY
        for k in range(n.GOLEMS):
            s.golem_at[seat, k] = n.HOME
        for colour in range(n.COLOURS):
            for level in range(n.PER_COLOUR):
                s.tower[seat, colour, level] = n.EMPTY
        survey(s, t, seat)
        find_talent(s, t, seat)
    s.tiles_left = bit(n.TILES) - 1
    s.phase = n.DRAFT
    s.to_act = seats - 1
    if options[n.DRAFTED] == 0:
        while s.phase == n.DRAFT:  # ST-8
            take_tile(s, one_of(s, s.tiles_left))
            next_before(s, t)
    s.turn = 0
    s.event_count = 0


@kernel
def deal_cards(s: State, t: Tables) -> None:
    """ST-2, ST-3: a shuffled deck of each colour, and the market below it."""
    for colour in range(n.COLOURS):
        cards = t.cards_of[colour]
        for k in range(n.PER_COLOUR):
            s.deck[colour, k] = n.EMPTY
        k = 0
        while cards != 0:
            s.deck[colour, k] = first(cards)
            cards &= cards - 1
            k += 1
        s.deck_count[colour] = k
        shuffle(s, s.deck[colour], k)
        for row in range(n.ROWS):
            s.market[colour * n.ROWS + row] = n.EMPTY
            if row < s.rows:
                turn_over(s, colour * n.ROWS + row)


@kernel
def turn_over(s: State, slot: int) -> None:
    """Turn over the top card of a deck into a slot of the market."""
    colour = slot // n.ROWS
    s.deck_count[colour] -= 1
    s.market[slot] = s.deck[colour, s.deck_count[colour]]
    s.present |= bit(slot)
    s.deck[colour, s.deck_count[colour]] = n.EMPTY


@kernel
def deal_guilds(s: State, t: Tables) -> None:
    """ST-5: one of each stack."""
    for stack in range(n.IN_PLAY):
        guilds = 0
        for guild in range(t.guilds):
            if t.guild_stack[guild] == stack:
                guilds |= bit(guild)
        s.guild[stack] = one_of(s, guilds)


@kernel
def take_tile(s: State, tile: int) -> None:
    """ST-8, ST-12: from the last player to the first."""
    s.tile[s.to_act] = tile
    s.tiles_left &= ~bit(tile)
    note(s, n.TOOK_TILE, s.to_act, tile, 0)


@kernel
def choose_side(s: State, t: Tables, side: int) -> None:
    """ST-13."""
    s.side[s.to_act] = side
    find_talent(s, t, s.to_act)
    note(s, n.CHOSE_SIDE, s.to_act, s.tile[s.to_act], side)


@kernel
def place_first(s: State, t: Tables, slot: int) -> None:
    """ST-9, ST-14: a golem with the start face; the card is not activated."""
    put(s, t, s.to_act, golem_at_home(s, t, s.to_act), slot, t.start_face)
    note(s, n.PLACED_FIRST, s.to_act, s.market[slot], t.start_face)


@kernel
def next_before(s: State, t: Tables) -> None:
    """Move on before the first turn, where play goes from the last player to the first."""
    s.turn += 1
    s.to_act -= 1
    if s.phase == n.DRAFT and s.to_act == 0 and count(s.tiles_left) == 1:  # ST-12: nothing to choose
        take_tile(s, first(s.tiles_left))
        s.turn += 1
        s.to_act -= 1
    while s.to_act < 0:
        s.to_act = s.seats - 1
        if s.phase == n.DRAFT:
            s.phase = n.CHOOSE_SIDE
            if s.sides != n.BY_CHOICE:  # ST-11
                for seat in range(s.seats):
                    s.side[seat] = s.sides
                    find_talent(s, t, seat)
                s.to_act = NOBODY
        elif s.phase == n.CHOOSE_SIDE:
            s.phase = n.PRELIMINARY
            if s.preliminary == 0:  # ST-9
                for seat in range(s.seats):
                    put(s, t, seat, 0, t.tile_colour[s.tile[seat]] * n.ROWS, t.start_face)
                s.to_act = NOBODY
        else:
            begin_turn(s, 0)
            s.phase = n.ABILITY  # ST-19: no golem is at the hammers in the first round
            end_of_phase_1(s, t)
            if not may_pay_rotate(s, t):
                s.phase = n.ASSIGN


# --- legal actions -----------------------------------------------------------------------------------


@kernel
def legal(s: State, t: Tables, out: Array) -> int:
    """The legal actions of the seat to act."""
    if s.depth > 0:
        return legal_for_effect(s, t, out)
    if s.phase == n.ASSIGN:
        return legal_recalls(s, t, out) if s.home[s.to_act] == 0 else legal_assignments(s, t, out)
    size = 0
    if s.phase == n.TOWERS:
        for colour in range(n.COLOURS):
            if s.grown & bit(colour) != 0:
                out[size] = n.TOWER + colour
                size += 1
    elif s.phase == n.ABILITY:
        size = legal_rotations(s, t, t.ability_steps[ability(s, s.to_act)], n.NO_SLOTS, out)
        out[size] = n.SKIP
        size += 1
    elif s.phase == n.COMPLETE:
        finished = to_choose(finished_cards(s, t))
        while finished != 0:
            out[size] = n.FINISH + first(finished)
            finished &= finished - 1
            size += 1
    elif s.phase == n.DRAFT:
        for tile in range(n.TILES):
            if s.tiles_left & bit(tile) != 0:
                out[size] = n.TAKE + tile
                size += 1
    elif s.phase == n.CHOOSE_SIDE:
        for side in range(n.SIDES):
            out[size] = n.SIDE + side
            size += 1
    elif s.phase == n.PRELIMINARY:
        slots = slots_without(s, t.start_face)
        while slots != 0:
            out[size] = n.ASSIGN_TO + first(slots) * n.FACES + t.start_face - 1
            slots &= slots - 1
            size += 1
    else:  # END_OF_TURN
        out[size] = n.END
        size += 1
    return size


@kernel
def legal_recalls(s: State, t: Tables, out: Array) -> int:
    """ST-33: the golems after whose recall one can be assigned."""
    size = 0
    anywhere = can_assign(s, t)
    for k in range(t.golems):
        if anywhere or can_return(s, t, k):
            out[size] = n.RECALL + k
            size += 1
    return size


@kernel
def can_return(s: State, t: Tables, k: int) -> bool:
    """Whether a recalled golem could be assigned again with the same face."""
    return t.price[rounds_left(s, t, s.golem_face[s.to_act, k])] <= s.coins[s.to_act]


@kernel
def slots_for(s: State, t: Tables, rounds: int) -> int:
    """ST-21, ST-34: where a golem that needs `rounds` rounds can be placed and paid for, as a set."""
    if t.price[rounds] > s.coins[s.to_act]:
        return 0
    return slots_without(s, face_in(s, t, rounds))


@kernel
def legal_assignments(s: State, t: Tables, out: Array) -> int:
    """ST-34: every card with every face that is free there and affordable, except the one at the hammers."""
    size = 0
    for rounds in range(1, n.FACES):
        size = list_slots(
            slots_for(s, t, rounds), n.ASSIGN_TO + face_in(s, t, rounds) - 1, n.FACES, out, size
        )
    return size


@kernel
def can_assign(s: State, t: Tables) -> bool:
    """Whether a golem at home can be assigned."""
    for rounds in range(n.FACES - 1, 0, -1):  # the cheapest first
        if slots_for(s, t, rounds) != 0:
            return True
    return False


@kernel
def can_work(s: State, t: Tables) -> bool:
    """ST-32, ST-33: whether a golem can be assigned, after a recall if none is at home."""
    if can_assign(s, t):
        return True
    if s.home[s.to_act] == 0:
        for k in range(t.golems):
            if can_return(s, t, k):
                return True
    return False


@kernel
def refusal(s: State, t: Tables, action: int) -> int:
    """Why the seat to act may not do this, or LEGAL."""
    if s.depth > 0:
        return refusal_for_effect(s, t, action)
    if action < n.RECALL:
        slot = (action - n.ASSIGN_TO) // n.FACES
        face = (action - n.ASSIGN_TO) % n.FACES + 1
        if s.phase == n.PRELIMINARY:
            return (
                why_not_there(s, slot, face)
                if face == t.start_face
                else because(n.OTHER_FACE, t.start_face, 0)
            )
        if s.phase != n.ASSIGN or s.home[s.to_act] == 0:
            return NOT_NOW
        return why_no_assignment(s, t, slot, face)
    if action < n.ROTATE:
        if s.phase != n.ASSIGN or s.home[s.to_act] > 0:
            return NOT_NOW
        return why_no_recall(s, t, action - n.RECALL)
    if action < n.MOVE:
        if s.phase != n.ABILITY:
            return NOT_NOW
        k = (action - n.ROTATE) // n.STEPS
        shown = t.ability_steps[ability(s, s.to_act)]
        return why_no_rotation(s, t, k, (action - n.ROTATE) % n.STEPS + 1, shown, n.EMPTY, n.NO_SLOTS)
    if action < n.TOWER:
        return NOT_NOW
    if action < n.FINISH:
        if s.phase != n.TOWERS:
            return NOT_NOW
        return LEGAL if has(s.grown, action - n.TOWER) else because(n.NOT_GROWN, 0, 0)
    if action < n.TAKE:
        if s.phase != n.COMPLETE:
            return NOT_NOW
        return (
            LEGAL
            if has(to_choose(finished_cards(s, t)), action - n.FINISH)
            else because(n.NOT_TO_ORDER, 0, 0)
        )
    if action < n.SIDE:
        if s.phase != n.DRAFT:
            return NOT_NOW
        return LEGAL if has(s.tiles_left, action - n.TAKE) else because(n.TILE_TAKEN, 0, 0)
    if action < n.USE:
        return LEGAL if s.phase == n.CHOOSE_SIDE else NOT_NOW
    if action == n.SKIP:
        return LEGAL if s.phase == n.ABILITY else NOT_NOW
    return LEGAL if action == n.END and s.phase == n.END_OF_TURN else NOT_NOW


@kernel
def why_no_assignment(s: State, t: Tables, slot: int, face: int) -> int:
    """ST-21, ST-34."""
    rounds = rounds_left(s, t, face)
    if rounds == 0 and has(s.present, slot):
        return because(n.AT_HAMMERS, 0, 0)
    if has(slots_for(s, t, rounds), slot):
        return LEGAL
    refused = why_not_there(s, slot, face)
    return refused if refused != LEGAL else because(n.TOO_DEAR, t.price[rounds], 0)


@kernel
def why_no_recall(s: State, t: Tables, k: int) -> int:
    """ST-33."""
    if k >= t.golems:
        return because(n.NO_SUCH_GOLEM, 0, 0)
    if can_assign(s, t) or can_return(s, t, k):
        return LEGAL
    face = s.golem_face[s.to_act, k]
    return because(n.LOST_FOR_GOOD, face, t.price[rounds_left(s, t, face)])


# --- one decision ------------------------------------------------------------------------------------


@kernel
def apply(s: State, t: Tables, action: int) -> None:
    """Apply one decision of the seat to act."""
    if s.phase < n.COMPLETE:
        if action >= n.SIDE:
            choose_side(s, t, action - n.SIDE)
        elif action >= n.TAKE:
            take_tile(s, action - n.TAKE)
        else:
            place_first(s, t, (action - n.ASSIGN_TO) // n.FACES)
        next_before(s, t)
        return
    chosen = 0  # a finished card
    spot = n.EMPTY  # a card to activate
    if s.depth > 0:
        spot = resolve(s, t, action)
    elif action < n.RECALL:
        spot = (action - n.ASSIGN_TO) // n.FACES
        assign(s, t, spot, (action - n.ASSIGN_TO) % n.FACES + 1)
    elif action < n.ROTATE:
        recall(s, action - n.RECALL)
    elif s.phase == n.ABILITY:
        pay_rotate(s, t, action)
    elif action < n.FINISH:
        start_tower(s, action - n.TOWER)
    elif action < n.TAKE:
        chosen = bit(action - n.FINISH)
    else:  # END
        s.phase = n.REFILL
    if spot != n.EMPTY:
        activate(s, t, spot)
    proceed(s, t, chosen)


@kernel
def proceed(s: State, t: Tables, chosen: int) -> None:
    """Go on to the next decision. `chosen` is the finished card to complete first, as a set.

    The phases stand in the order in which they follow most decisions: the rest of a turn, then the next one.
    """
    while s.depth == 0 and s.phase != n.END_OF_TURN and s.phase != n.OVER:
        if s.phase == n.ASSIGNED:
            end_of_phase_2(s, t)
            s.phase = n.END_OF_TURN if s.hold == 1 else n.REFILL  # ST-40
        if s.phase == n.REFILL:
            end_turn(s, t)
        if s.phase == n.COMPLETE:
            if not complete_cards(s, t, chosen):
                return
            s.phase = n.TOWERS
        if s.phase == n.TOWERS:
            if not activate_towers(s, t):
                return
            s.phase = n.ABILITY
            end_of_phase_1(s, t)
        if s.phase == n.ABILITY:
            if may_pay_rotate(s, t):
                return
            s.phase = n.ASSIGN
        if s.phase == n.ASSIGN:
            if can_work(s, t):
                return
            s.unplaced += 1  # ST-37
            note(s, n.NOT_PLACED, s.to_act, 0, 0)
            s.phase = n.ASSIGNED


# --- phase 1: finished projects ----------------------------------------------------------------------


@kernel
def begin_turn(s: State, seat: int) -> None:
    s.to_act = seat
    s.turns[seat] += 1
    s.added = 0
    s.paid = n.EMPTY
    s.phase = n.COMPLETE


@kernel
def finished_cards(s: State, t: Tables) -> int:
    """ST-23: the slots where a golem of the player shows the face at the hammers, as a set."""
    return s.stands[s.to_act, face_in(s, t, 0)]


@kernel
def to_choose(finished: int) -> int:
    """ST-24: the finished cards that share their colour with another, so that their order matters."""
    several = 0
    if finished & (finished - 1) == 0:  # at most one
        return several
    for colour in range(n.COLOURS):
        column = finished & ((bit(n.ROWS) - 1) << (colour * n.ROWS))
        if count(column) > 1:
            several |= column
    return several


@kernel
def complete_cards(s: State, t: Tables, chosen: int) -> bool:
    """Complete the chosen card, then all that need no choice. Return whether none are left."""
    finished = finished_cards(s, t)
    rest = chosen if chosen & finished != 0 else finished & ~to_choose(finished)
    while rest != 0:
        complete(s, t, first(rest))
        finished &= ~bit(first(rest))
        rest &= rest - 1
        if rest == 0:
            rest = finished & ~to_choose(finished)
    return finished == 0


@kernel
def complete(s: State, t: Tables, slot: int) -> None:
    """ST-23..27: add a finished card to the city and send all golems on it home."""
    seat = s.to_act
    sent = clear_card(s, t, slot)
    note(s, n.COMPLETED, seat, s.market[slot], sent)
    compensate(s, t, sent, seat, 0)
    take_card(s, t, seat, slot)
    s.grown |= bit(slot // n.ROWS)


@kernel
def activate_towers(s: State, t: Tables) -> bool:
    """ST-27, ST-28: activate the towers that have grown. Return whether none is left."""
    while s.climbing != n.EMPTY or s.grown != 0:
        if s.climbing == n.EMPTY:
            if count(s.grown) > 1:
                return False
            start_tower(s, first(s.grown))
        climb(s, t)
        if s.depth > 0:
            return False
    return True


@kernel
def start_tower(s: State, colour: int) -> None:
    """ST-27: begin to activate a tower; each is activated once."""
    s.grown &= ~bit(colour)
    s.climbing = colour
    s.level = 0
    note(s, n.CLIMBED, s.to_act, colour, 0)


@kernel
def end_of_phase_1(s: State, t: Tables) -> None:
    """ST-59, ST-64, ST-65."""
    seat = s.to_act
    number = ability(s, seat)
    kind = t.ability_kind[number]
    if kind == n.NO_COINS:
        met = s.coins[seat] == 0
    elif kind == n.CARDS_ADDED:
        met = s.added >= t.ability_need[number]
    else:
        met = kind == n.ALL_HOME and s.home[seat] == t.golems
    if met:
        use_ability(s, t, seat, 1)


@kernel
def may_pay_rotate(s: State, t: Tables) -> bool:
    """ST-63."""
    seat = s.to_act
    number = ability(s, seat)
    if t.ability_kind[number] != n.PAY_ROTATE or s.coins[seat] < t.ability_need[number]:
        return False
    return can_rotate_any(s, t, seat, t.ability_steps[number], n.NO_SLOTS)


@kernel
def pay_rotate(s: State, t: Tables, action: int) -> None:
    """ST-63: pay to rotate a golem, or skip."""
    seat = s.to_act
    s.phase = n.ASSIGN
    if action == n.SKIP:
        note(s, n.SKIPPED, seat, n.EMPTY, 0)
        return
    number = ability(s, seat)
    s.coins[seat] -= t.ability_need[number]
    note(s, n.PAID_ABILITY, seat, number, t.ability_need[number])
    rotate(s, t, seat, (action - n.ROTATE) // n.STEPS, (action - n.ROTATE) % n.STEPS + 1)


# --- phase 2: a golem to work ------------------------------------------------------------------------


@kernel
def recall(s: State, k: int) -> None:
    """ST-33: a golem goes home without compensation."""
    slot = s.golem_at[s.to_act, k]
    note(s, n.RECALLED, s.to_act, s.market[slot], s.golem_face[s.to_act, k])
    fetch(s, s.to_act, k)


@kernel
def assign(s: State, t: Tables, slot: int, face: int) -> None:
    """ST-32..35: pay for a golem and put it on a card."""
    seat = s.to_act
    price = t.price[rounds_left(s, t, face)]
    s.coins[seat] -= price
    s.paid = price
    s.phase = n.ASSIGNED
    put(s, t, seat, golem_at_home(s, t, seat), slot, face)
    note(s, n.ASSIGNED_TO, seat, s.market[slot], face * n.PRICES + price)
    arrive(s, t, seat, slot)


@kernel
def end_of_phase_2(s: State, t: Tables) -> None:
    """ST-60, ST-62."""
    seat = s.to_act
    number = ability(s, seat)
    kind = t.ability_kind[number]
    if kind == n.PAID_EXACTLY:
        met = s.paid == t.ability_need[number]
    else:
        met = kind == n.SAME_CREST and most_with_one_crest(s, t, seat) >= t.ability_need[number]
    if met:
        use_ability(s, t, seat, 1)


@kernel
def most_with_one_crest(s: State, t: Tables, seat: int) -> int:
    """ST-62: the most market cards with the same crest that golems of the seat stand on."""
    slots = slots_with_golems(s, seat)
    cards = 0  # one byte for each crest
    while slots != 0:
        cards += 1 << (8 * t.crest[s.market[first(slots)]])
        slots &= slots - 1
    most = 0
    for crest in range(n.CRESTS):
        most = max(most, (cards >> (8 * crest)) & 255)
    return most


# --- phase 3 and the end of a round ------------------------------------------------------------------


@kernel
def end_turn(s: State, t: Tables) -> None:
    """ST-38: the market is refilled last, so that a whole turn can be undone before that."""
    refill(s)
    s.turn += 1
    following = (s.to_act + 1) % s.seats
    if following != s.first:  # ST-16
        begin_turn(s, following)
    else:
        end_round(s, t)


@kernel
def refill(s: State) -> None:
    """ST-38, ST-39, ST-66."""
    gaps = (LOWEST_SLOTS * (bit(s.rows) - 1)) & ~s.present
    while gaps != 0:
        slot = first(gaps)
        colour = slot // n.ROWS
        if s.deck_count[colour] > 0:
            turn_over(s, slot)
            s.reveals += 1
            note(s, n.NEW_CARD, s.to_act, s.market[slot], slot)
            if s.deck_count[colour] == 0:
                note(s, n.DECK_EMPTY, s.to_act, colour, 1 if s.ending == n.GOING_ON else 0)
                if s.ending == n.GOING_ON:
                    s.ending = n.LAST_BUT_ONE
        gaps &= gaps - 1


@kernel
def end_round(s: State, t: Tables) -> None:
    """ST-17, ST-66, ST-67: turn the dial and pass the marker to the right, or end the game."""
    if s.ending == n.FINAL_ROUND:
        finish_game(s, t)
        return
    s.dial = (s.dial + 1) % n.FACES
    s.first = (s.first + s.seats - 1) % s.seats
    s.round += 1
    note(s, n.NEXT_ROUND, s.first, s.round, face_in(s, t, 0))
    if s.ending == n.LAST_BUT_ONE:
        s.ending = n.FINAL_ROUND
        note(s, n.LAST_ROUND, s.first, 0, 0)
    begin_turn(s, s.first)


@kernel
def finish_game(s: State, t: Tables) -> None:
    s.phase = n.OVER
    for seat in range(s.seats):
        final_scoring(s, t, seat)
    rank_all(s, t)
    note(s, n.GAME_OVER, s.to_act, 0, 0)
    s.to_act = NOBODY


# --- derived fields ----------------------------------------------------------------------------------


@kernel
def refresh(s: State, t: Tables) -> None:
    """Compute the derived fields from the others."""
    s.present = 0
    for slot in range(n.SLOTS):
        if s.market[slot] != n.EMPTY:
            s.present |= bit(slot)
    for face in range(n.FACES + 1):
        s.shown[face] = 0
    for seat in range(s.seats):
        s.home[seat] = 0
        for face in range(n.FACES + 1):
            s.stands[seat, face] = 0
        for k in range(t.golems):
            if s.golem_at[seat, k] == n.HOME:
                s.home[seat] += 1
            else:
                s.shown[s.golem_face[seat, k]] |= bit(s.golem_at[seat, k])
                s.stands[seat, s.golem_face[seat, k]] |= bit(s.golem_at[seat, k])
        survey(s, t, seat)
        find_talent(s, t, seat)
