"""Tower Up: setup, the turn, the end. Clause numbers refer to RULES.md."""

from __future__ import annotations

from rooftop.engine.bits import bit, count, first, has
from rooftop.engine.events import because, note
from rooftop.engine.kernel import kernel
from rooftop.engine.record import Array
from rooftop.engine.refusals import LEGAL, NOT_NOW
from rooftop.engine.rng import draw, one_of, shuffle
from rooftop.engine.state import NOBODY
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.scoring import (
    count_roofs,
    floors_in_stock,
    measure_progress,
    move_machine,
    note_ties,
    rank_all,
    win_tokens,
)
from rooftop.titles.tower_up.state import State, Tables

# --- setup -------------------------------------------------------------------------------------------


@kernel
def setup(s: State, t: Tables, seats: int, options: Array) -> None:
    """TU-1..19: stocks, tracks, the market, the objectives, the starting floors."""
    for site in range(n.SITES):
        s.colour[site] = n.EMPTY
        for level in range(n.LEVELS):
            s.roof[site, level] = n.EMPTY
    s.site = n.EMPTY
    s.hold = options[n.HOLD]
    for colour in range(n.COLOURS):
        s.tray[colour] = t.floors_per_colour - seats * t.start_stock[colour]
    for seat in range(seats):
        for colour in range(n.COLOURS):
            s.stock[seat, colour] = t.start_stock[colour]
            s.track[seat, colour] = t.start_column
            s.points[seat, n.TRACK + colour] = t.column_value[t.start_column]
        s.roofs_left[seat] = t.roofs
        s.cone[seat] = n.UNSET
        if options[n.COMPENSATION] != 0:
            s.owed[seat] = t.compensation[seat]
    deal_cards(s, t)
    deal_objectives(s, t, options[n.OBJECTIVE_SET])
    draw_starters(s, t, options[n.STARTING_FLOORS])
    s.phase = n.PLACE_STARTER
    if options[n.PLACED_BY_FIRST] == 0:
        while s.phase == n.PLACE_STARTER:
            place_starter_at_random(s, t)
            next_starter(s, t)
    else:
        next_starter(s, t)
    s.event_count = 0


@kernel
def deal_cards(s: State, t: Tables) -> None:
    """TU-5: shuffle the pile and fill the market."""
    for card in range(t.cards):
        s.pile[card] = card
    s.pile_count = t.cards
    shuffle(s, s.pile, t.cards)
    for slot in range(n.MARKET):
        s.market[slot] = n.EMPTY
        if slot < t.market_size:
            s.pile_count -= 1
            s.market[slot] = s.pile[s.pile_count]


@kernel
def deal_objectives(s: State, t: Tables, chosen: int) -> None:
    """TU-14, TU-15: the chosen objectives, or three at random."""
    found = chosen
    while count(found) < n.IN_PLAY:
        found |= bit(draw(s, t.objectives))
    for slot in range(n.IN_PLAY):
        s.objective[slot] = first(found)
        found &= found - 1


@kernel
def draw_starters(s: State, t: Tables, wanted: int) -> None:
    """TU-7, TU-17: the colours of the starting floors. Cards beyond the market go back into the pile."""
    s.starter_count = wanted
    for k in range(wanted):
        card = s.market[k] if k < t.market_size else s.pile[s.pile_count - 1 - (k - t.market_size)]
        s.starter[k] = t.card_floor[card, 0]
    if wanted > t.market_size:
        shuffle(s, s.pile, s.pile_count)


@kernel
def may_start(s: State, t: Tables, site: int, colour: int) -> bool:
    """TU-8: whether the site is empty and has no neighbour of that colour."""
    return s.colour[site] == n.EMPTY and t.adjacent[site] & s.of_colour[colour] == 0


@kernel
def starter_allows(s: State, colour: int) -> bool:
    """TU-9: whether the next starting floor may have this colour."""
    wanted = s.starter[s.starters_placed]
    return wanted == n.ANY or wanted == colour


@kernel
def starter_sites(s: State, t: Tables, colour: int) -> int:
    """The sites for the next starting floor in this colour, as a set."""
    found = 0
    if starter_allows(s, colour) and s.tray[colour] > 0:
        for site in range(t.sites):
            if may_start(s, t, site, colour):
                found |= bit(site)
    return found


@kernel
def next_starter(s: State, t: Tables) -> None:
    """Move on to the next starting floor that has a site; after the last one the game begins."""
    s.to_act = 0  # TU-18, TU-19
    while s.starters_placed < s.starter_count:
        for colour in range(n.COLOURS):
            if starter_sites(s, t, colour) != 0:
                return
        s.starters_placed += 1  # TU-10
    s.phase = n.COMPENSATE
    next_compensation(s)


@kernel
def place_starter_at_random(s: State, t: Tables) -> None:
    """TU-18: a random colour if the card allows any, then a random site."""
    colours = 0
    for colour in range(n.COLOURS):
        if starter_sites(s, t, colour) != 0:
            colours |= bit(colour)
    colour = one_of(s, colours)
    sites = starter_sites(s, t, colour)
    place_starter(s, t, one_of(s, sites), colour)


@kernel
def place_starter(s: State, t: Tables, site: int, colour: int) -> None:
    """TU-7, TU-11: place a floor for free and without a roof."""
    s.tray[colour] -= 1
    found_building(s, t, site, colour)
    s.starters_placed += 1
    note(s, n.PLACED_STARTER, s.to_act, site, colour)


@kernel
def next_compensation(s: State) -> None:
    """TU-61: the next seat that has extra floors to choose; then the first turn."""
    for seat in range(s.seats):
        if s.owed[seat] > 0:
            s.to_act = seat
            return
    s.to_act = 0
    s.phase = n.TURN


# --- legal moves -------------------------------------------------------------------------------------


@kernel
def legal(s: State, t: Tables, out: Array) -> int:
    """Write the legal actions of the seat to act to `out`; return their number."""
    if s.phase == n.TURN:
        return legal_in_turn(s, t, out)
    if s.phase == n.CHOOSE_ROOF:
        return legal_roofs(s, t, out)
    size = 0
    if s.phase == n.CHOOSE_FLOOR or s.phase == n.COMPENSATE:
        for colour in range(n.COLOURS):
            if s.tray[colour] > 0:
                out[size] = n.FLOOR + colour
                size += 1
        if s.missing > 0:  # TU-50
            out[size] = n.NO_FLOOR
            size += 1
    elif s.phase == n.RETURN_FLOOR:
        for colour in range(n.COLOURS):
            if s.stock[s.to_act, colour] > 0:
                out[size] = n.RETURN + colour
                size += 1
    elif s.phase == n.PLACE_STARTER:
        for colour in range(n.COLOURS):
            sites = starter_sites(s, t, colour)
            while sites != 0:
                out[size] = n.BUILD + first(sites) * n.COLOURS + colour
                size += 1
                sites &= sites - 1
    else:  # END_OF_TURN
        out[size] = n.END
        size += 1
    return size


@kernel
def legal_in_turn(s: State, t: Tables, out: Array) -> int:
    """TU-20: a card or a building; TU-44: an extra turn may be declined."""
    size = 0
    for slot in range(t.market_size):
        if s.market[slot] != n.EMPTY:
            out[size] = n.CARD + slot
            size += 1
    if s.in_extra == 1:
        out[size] = n.END
        size += 1
    if s.roofs_left[s.to_act] == 0:  # TU-35
        return size
    stock = purse(s, s.to_act)
    sites = s.open  # TU-27
    while sites != 0:
        site = first(sites)
        sites &= sites - 1
        price = s.price[site]
        if affordable(stock, price):  # TU-30
            for colour in range(n.COLOURS):
                # TU-28: no neighbour of that colour, so its floors are not part of the price
                if in_price(price, colour) == 0 and s.stock[s.to_act, colour] > 0:
                    out[size] = n.BUILD + site * n.COLOURS + colour
                    size += 1
    return size


@kernel
def purse(s: State, seat: int) -> int:
    """A stock as one number with a byte for each colour, like prices."""
    stock = 0
    for colour in range(n.COLOURS):
        stock |= s.stock[seat, colour] << (8 * colour)
    return stock


@kernel
def in_price(price: int, colour: int) -> int:
    """How many floors of a colour a price has."""
    return (price >> (8 * colour)) & 255


@kernel
def affordable(stock: int, price: int) -> bool:
    """Compare all four colours at once: a byte below zero would borrow its mark (stocks are below 128)."""
    marks = 0x80808080
    return ((stock | marks) - price) & marks == marks


@kernel
def legal_roofs(s: State, t: Tables, out: Array) -> int:
    """TU-32: on the new building, or on a neighbour that has grown."""
    size = 0
    sites = raised_sites(s, t)
    while sites != 0:
        out[size] = n.ROOF + first(sites)
        size += 1
        sites &= sites - 1
    return size


@kernel
def raised_sites(s: State, t: Tables) -> int:
    """The sites on which the player has laid a floor this turn, as a set."""
    return bit(s.site) | t.adjacent[s.site] & ~empty_sites(s, t)


@kernel
def empty_sites(s: State, t: Tables) -> int:
    """The sites without a building, as a set."""
    built = 0
    for colour in range(n.COLOURS):
        built |= s.of_colour[colour]
    return (bit(t.sites) - 1) & ~built


@kernel
def refusal(s: State, t: Tables, action: int) -> int:
    """Why the seat to act may not do this, or LEGAL."""
    if action < n.ROOF:
        return why_no_building(s, t, action // n.COLOURS, action % n.COLOURS)
    if action < n.CARD:
        return why_no_roof(s, t, action - n.ROOF)
    if action < n.FLOOR:
        slot = action - n.CARD
        if slot >= t.market_size or (s.phase == n.TURN and s.market[slot] == n.EMPTY):
            return because(n.NO_CARD, 0, 0)
        return LEGAL if s.phase == n.TURN else NOT_NOW
    if action < n.NO_FLOOR:
        if s.phase != n.CHOOSE_FLOOR and s.phase != n.COMPENSATE:
            return NOT_NOW
        return LEGAL if s.tray[action - n.FLOOR] > 0 else because(n.NOT_IN_TRAY, action - n.FLOOR, 0)
    if action == n.NO_FLOOR:
        if s.phase != n.CHOOSE_FLOOR:
            return NOT_NOW
        return LEGAL if s.missing > 0 else because(n.NOT_DECLINED, 0, 0)
    if action < n.END:
        if s.phase != n.RETURN_FLOOR:
            return NOT_NOW
        return (
            LEGAL
            if s.stock[s.to_act, action - n.RETURN] > 0
            else because(n.NOT_IN_STOCK, action - n.RETURN, 1)
        )
    if s.phase == n.TURN:
        return LEGAL if s.in_extra == 1 else because(n.CANNOT_PASS, 0, 0)
    return LEGAL if s.phase == n.END_OF_TURN else NOT_NOW


@kernel
def why_no_building(s: State, t: Tables, site: int, colour: int) -> int:
    """TU-8, TU-9, TU-27..30, TU-35. What holds for the site in every colour comes first."""
    seat = s.to_act
    if site >= t.sites:
        return because(n.NO_SUCH_SITE, 0, 0)
    if s.phase == n.PLACE_STARTER:
        if not starter_allows(s, colour):
            return because(n.OTHER_STARTER, s.starter[s.starters_placed], 0)
        if s.tray[colour] == 0:
            return because(n.NOT_IN_TRAY, colour, 0)
        return LEGAL if may_start(s, t, site, colour) else why_not_there(s, t, site, colour)
    if s.phase != n.TURN:
        return NOT_NOW
    if s.roofs_left[seat] == 0:
        return because(n.NO_ROOFS, 0, 0)
    if s.colour[site] == n.EMPTY:
        if not has(s.open, site):
            return because(n.NO_NEIGHBOUR, 0, 0)
        if not affordable(purse(s, seat), s.price[site]):
            for needed in range(n.COLOURS):
                if s.stock[seat, needed] < in_price(s.price[site], needed):
                    return because(n.NOT_IN_STOCK, needed, in_price(s.price[site], needed))
    if not may_start(s, t, site, colour):
        return why_not_there(s, t, site, colour)
    return LEGAL if s.stock[seat, colour] > 0 else because(n.NOT_IN_STOCK, colour, 1)


@kernel
def why_not_there(s: State, t: Tables, site: int, colour: int) -> int:
    """TU-28: a building is there, or one of the same colour next door."""
    if s.colour[site] != n.EMPTY:
        return because(n.SITE_TAKEN, 0, 0)
    return because(n.NEIGHBOUR_ALIKE, first(t.adjacent[site] & s.of_colour[colour]), 0)


@kernel
def why_no_roof(s: State, t: Tables, site: int) -> int:
    """TU-32."""
    if s.phase != n.CHOOSE_ROOF:
        return NOT_NOW
    if site >= t.sites:
        return because(n.NO_SUCH_SITE, 0, 0)
    return LEGAL if has(raised_sites(s, t), site) else because(n.NO_NEW_FLOOR, 0, 0)


# --- one decision ------------------------------------------------------------------------------------


@kernel
def apply(s: State, t: Tables, action: int) -> None:
    """Make one decision of the seat to act."""
    if action < n.ROOF:
        site = action // n.COLOURS
        colour = action % n.COLOURS
        if s.phase == n.PLACE_STARTER:
            place_starter(s, t, site, colour)
            next_starter(s, t)
        else:
            build(s, t, site, colour)
    elif action < n.CARD:
        lay_roof(s, t, action - n.ROOF)
        finish_turn(s, t)
    elif action < n.FLOOR:
        take_card(s, t, action - n.CARD)
        choose_floors(s, t)
    elif action < n.NO_FLOOR:
        take_floor(s, s.to_act, action - n.FLOOR)
        note(s, n.TOOK_FLOOR, s.to_act, action - n.FLOOR, 0)
        if s.phase == n.COMPENSATE:
            s.owed[s.to_act] -= 1
            next_compensation(s)
        else:
            s.choices -= 1
            s.missing = min(s.missing, s.choices)  # TU-50: floors of any colour come before replacements
            choose_floors(s, t)
    elif action == n.NO_FLOOR:
        note(s, n.WENT_WITHOUT, s.to_act, 0, 0)
        s.choices -= 1
        s.missing -= 1
        choose_floors(s, t)
    elif action < n.END:
        return_floor(s, action - n.RETURN)
        finish_turn(s, t)
    elif s.phase == n.TURN:  # TU-44
        note(s, n.DECLINED, s.to_act, 0, 0)
        s.turn += 1
        pass_on(s, t)
    else:
        end_turn(s, t)


# --- a card ------------------------------------------------------------------------------------------


@kernel
def take_card(s: State, t: Tables, slot: int) -> None:
    """TU-21..25: take the floors from the tray, move the machines, discard the card."""
    seat = s.to_act
    card = s.market[slot]
    note(s, n.TOOK_CARD, seat, card, slot)
    s.market[slot] = n.EMPTY
    s.discard[s.discard_count] = card
    s.discard_count += 1
    for k in range(t.card_floors[card]):
        colour = t.card_floor[card, k]
        if colour == n.ANY:
            s.choices += 1  # TU-22
        elif s.tray[colour] > 0:
            take_floor(s, seat, colour)
        else:
            s.choices += 1  # TU-50
            s.missing += 1
            trigger_end(s, n.SHORTAGE)
    for colour in range(n.COLOURS):
        if t.card_machines[card, colour] > 0:
            move_machine(s, t, seat, colour, t.card_machines[card, colour])  # TU-23


@kernel
def take_floor(s: State, seat: int, colour: int) -> None:
    s.tray[colour] -= 1
    s.stock[seat, colour] += 1


@kernel
def choose_floors(s: State, t: Tables) -> None:
    """TU-22, TU-51: choose free floors one by one while the tray has any."""
    tray = 0
    for colour in range(n.COLOURS):
        tray += s.tray[colour]
    if s.choices > 0 and tray > 0:
        s.phase = n.CHOOSE_FLOOR
        return
    if s.choices > 0:
        note(s, n.LOST_FLOOR, s.to_act, s.choices, 0)
        s.choices = 0
        s.missing = 0
        trigger_end(s, n.SHORTAGE)  # TU-51
    finish_turn(s, t)


@kernel
def return_floor(s: State, colour: int) -> None:
    """TU-26: return a floor to the tray."""
    s.stock[s.to_act, colour] -= 1
    s.tray[colour] += 1
    note(s, n.RETURNED_FLOOR, s.to_act, colour, 0)


# --- a building --------------------------------------------------------------------------------------


@kernel
def build(s: State, t: Tables, site: int, colour: int) -> None:
    """TU-27..31: found a building and pay for it with a floor on every neighbour."""
    seat = s.to_act
    s.stock[seat, colour] -= 1
    s.foundings += 1
    found_building(s, t, site, colour)
    s.founded[site] = s.foundings
    note(s, n.BUILT, seat, site, colour)
    for k in range(t.degree[site]):
        neighbour = t.neighbour[site, k]
        if s.colour[neighbour] != n.EMPTY:
            s.stock[seat, s.colour[neighbour]] -= 1
            s.height[neighbour] += 1
            note(s, n.GREW, seat, neighbour, s.height[neighbour])
    s.site = site
    s.built = 1
    s.phase = n.CHOOSE_ROOF  # TU-32: the roof is not optional


@kernel
def found_building(s: State, t: Tables, site: int, colour: int) -> None:
    """Put the first floor of a building on a site; update prices and open sites around it."""
    s.colour[site] = colour
    s.height[site] = 1
    s.of_colour[colour] |= bit(site)
    s.open &= ~bit(site)
    for k in range(t.degree[site]):
        neighbour = t.neighbour[site, k]
        s.price[neighbour] += 1 << (8 * colour)
        if s.colour[neighbour] == n.EMPTY:
            s.open |= bit(neighbour)


@kernel
def refresh(s: State, t: Tables) -> None:
    """Compute the derived fields from the others."""
    s.open = 0
    for colour in range(n.COLOURS):
        s.of_colour[colour] = 0
    for seat in range(s.seats):
        s.present[seat] = 0
    for site in range(t.sites):
        s.price[site] = 0
    for site in range(t.sites):
        if s.colour[site] != n.EMPTY:
            s.of_colour[s.colour[site]] |= bit(site)
            for k in range(t.degree[site]):
                s.price[t.neighbour[site, k]] += 1 << (8 * s.colour[site])
            for level in range(s.height[site]):
                if s.roof[site, level] != n.EMPTY:
                    s.present[s.roof[site, level]] |= bit(site)
    for site in range(t.sites):
        if s.colour[site] == n.EMPTY and s.price[site] != 0:
            s.open |= bit(site)
    for seat in range(s.seats):
        measure_progress(s, t, seat)


@kernel
def lay_roof(s: State, t: Tables, site: int) -> None:
    """TU-32..34: lay the roof, move the machine of the building's colour, win tokens."""
    seat = s.to_act
    level = s.height[site]
    s.roof[site, level - 1] = seat
    s.roofs_left[seat] -= 1
    s.present[seat] |= bit(site)
    s.site = n.EMPTY
    note(s, n.ROOFED, seat, site, level)
    move_machine(s, t, seat, s.colour[site], level)
    win_tokens(s, t, seat)
    if s.roofs_left[seat] == 0:
        trigger_end(s, n.LAST_ROOF)  # TU-46


# --- the end of a turn -------------------------------------------------------------------------------


@kernel
def finish_turn(s: State, t: Tables) -> None:
    """TU-26: return floors over the limit after the market is refilled; TU-59: a held turn waits for its
    player."""
    if floors_in_stock(s, s.to_act) > t.stock_limit:
        refill(s, t)
        s.phase = n.RETURN_FLOOR
    elif s.hold == 1:
        s.phase = n.END_OF_TURN
    else:
        end_turn(s, t)


@kernel
def end_turn(s: State, t: Tables) -> None:
    """TU-25: the market is refilled last, so that everything before it can be undone."""
    refill(s, t)
    s.turn += 1
    if s.extra == 1:  # TU-40
        s.extra = 0
        s.in_extra = 1
        s.phase = n.TURN
        note(s, n.EXTRA_TURN, s.to_act, 0, 0)
    else:
        pass_on(s, t)


@kernel
def refill(s: State, t: Tables) -> None:
    """TU-25, TU-58: fill empty slots of the market; an empty pile is made from the discards."""
    for slot in range(t.market_size):
        if s.market[slot] == n.EMPTY:
            if s.pile_count == 0:
                for k in range(s.discard_count):
                    s.pile[k] = s.discard[k]
                s.pile_count = s.discard_count
                s.discard_count = 0
                shuffle(s, s.pile, s.pile_count)
                note(s, n.RESHUFFLED, s.to_act, 0, 0)
            s.pile_count -= 1
            s.market[slot] = s.pile[s.pile_count]
            s.reveals += 1
            note(s, n.NEW_CARD, s.to_act, s.market[slot], slot)


@kernel
def pass_on(s: State, t: Tables) -> None:
    """Pass the turn to the next player, or finish the game after the last turn."""
    seat = s.to_act
    s.in_extra = 0
    if s.last_turns > 0:  # TU-48, TU-52
        count_roofs(s, t, seat)
        s.last_turns -= 1
        if s.last_turns == 0:
            finish_game(s)
            return
    else:
        s.quiet = 0 if s.built == 1 else s.quiet + 1
        if s.quiet >= t.stalemate_rounds * s.seats:
            trigger_end(s, n.STALEMATE)  # TU-54
        if s.ending == n.LAST_ROOF:  # TU-47
            count_roofs(s, t, seat)
            s.last_turns = s.seats - 1
        elif s.ending != n.GOING_ON:  # TU-52: the player who caused it plays last
            s.last_turns = s.seats
    s.built = 0
    s.to_act = (seat + 1) % s.seats
    s.phase = n.TURN


# --- the end of the game -----------------------------------------------------------------------------


@kernel
def trigger_end(s: State, cause: int) -> None:
    """TU-46, TU-50, TU-53: only the first cause counts."""
    if s.ending == n.GOING_ON:
        s.ending = cause
        note(s, n.END_BEGINS, s.to_act, cause, 0)


@kernel
def finish_game(s: State) -> None:
    s.phase = n.OVER
    rank_all(s)
    note_ties(s)
    note(s, n.GAME_OVER, s.to_act, 0, 0)
    s.to_act = NOBODY
