"""Auctions and eras. Clause numbers refer to RULES.md."""

from __future__ import annotations

from rooftop.engine.bits import bit, first, has
from rooftop.engine.events import because, note, note_for
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import total
from rooftop.engine.record import Array
from rooftop.engine.refusals import LEGAL, NOT_NOW
from rooftop.engine.state import NOBODY
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.rules_opening import on_map
from rooftop.titles.skyrise.rules_wonders import (
    banned,
    effect_of,
    height_of,
    kept_away,
    strength_of,
    wonder_points,
)
from rooftop.titles.skyrise.scoring import count_structure, measure_panoramas, rank_all, score_end, score_era
from rooftop.titles.skyrise.state import State, Tables

# --- legal actions -----------------------------------------------------------------------------------


@kernel
def legal(s: State, t: Tables, out: Array) -> int:
    """Write the legal actions of the seat to act; return their number."""
    if s.phase == n.BID:
        return legal_bids(s, t, out)
    if s.phase == n.START:
        return legal_starts(s, t, out)
    size = 0
    if s.phase == n.CHOOSE_COLOUR:
        for colour in range(n.COLOURS):
            out[size] = n.COLOUR + colour
            size += 1
    elif s.phase == n.CHOOSE_DISC:
        spots = discs_nearby(s)
        while spots != 0:
            out[size] = n.DISC + first(spots)
            size += 1
            spots &= spots - 1
        out[size] = n.DECLINE
        size += 1
    else:  # CHOOSE_WONDER
        cards = s.hand[s.to_act]
        while cards != 0:
            out[size] = n.CARD + first(cards)
            size += 1
            cards &= cards - 1
    return size


@kernel
def legal_bids(s: State, t: Tables, out: Array) -> int:
    """SR-20..22, SR-25: bid anything stronger next to the latest bid, or pass."""
    seat = s.to_act
    room = room_for_bid(s)
    ban = banned(s, seat)
    out[0] = n.PASS
    size = 1
    pool = s.pool[seat]
    while pool != 0:
        structure = first(pool)
        pool &= pool - 1
        if strength_of(s, t, seat, structure) > s.strength:
            size = offer(out, size, structure, room & ~ban if kept_away(s, t, seat, structure) else room)
    return size


@kernel
def room_for_bid(s: State) -> int:
    """SR-21: the free neighbourhoods next to the latest bid, as a set."""
    return s.adjacent[s.bid[s.bids - 1]] & s.free


@kernel
def legal_starts(s: State, t: Tables, out: Array) -> int:
    """SR-17..19, SR-69: start with any structure that may start."""
    seat = s.to_act
    ban = ban_on_starts(s, t, seat)
    size = 0
    pool = s.pool[seat]
    while pool != 0:
        structure = first(pool)
        pool &= pool - 1
        size = offer(out, size, structure, start_spots(s, t, seat, structure, ban))
    return size


@kernel
def start_spots(s: State, t: Tables, seat: int, structure: int, ban: int) -> int:
    """The neighbourhoods where a structure may start, as a set."""
    if not may_start(s, t, seat, structure):
        return 0
    room = room_for_start(s, t, seat, structure)
    return room & ~ban if kept_away(s, t, seat, structure) else room


@kernel
def may_start(s: State, t: Tables, seat: int, structure: int) -> bool:
    """SR-19, SR-71: wonders start only if no building is left; the Capital Building at any time with the
    edition's switch."""
    if structure < n.BUILDINGS or s.pool[seat] & (bit(n.BUILDINGS) - 1) == 0:
        return True
    card = s.wonder[seat, structure - n.BUILDINGS]
    return t.card_effect[card] == n.CAPITAL and t.card_switch[card] != 0


@kernel
def room_for_start(s: State, t: Tables, seat: int, structure: int) -> int:
    """SR-17, SR-18, SR-71: the free neighbourhoods of the centre and next to a structure; for the Capital
    Building all of them."""
    return s.free if effect_of(s, t, seat, structure) == n.CAPITAL else s.reach & s.free


@kernel
def ban_on_starts(s: State, t: Tables, seat: int) -> int:
    """SR-68, SR-69: where a seat may not start with a tall building."""
    return 0 if ban_is_lifted(s, t, seat) else banned(s, seat)


@kernel
def ban_is_lifted(s: State, t: Tables, seat: int) -> bool:
    """SR-69: whether the Hammer leaves a seat no start. The Capital Building does not count."""
    ban = banned(s, seat)
    stopped = False
    pool = s.pool[seat]
    while ban != 0 and pool != 0:
        structure = first(pool)
        pool &= pool - 1
        if effect_of(s, t, seat, structure) != n.CAPITAL:
            if start_spots(s, t, seat, structure, ban) != 0:
                return False
            if start_spots(s, t, seat, structure, 0) != 0:
                stopped = True
    return stopped


@kernel
def offer(out: Array, size: int, structure: int, spots: int) -> int:
    """Offer the structure on each of these neighbourhoods; return the new number of actions."""
    while spots != 0:
        out[size] = n.PLACE_BID + structure * n.SPOTS + first(spots)
        size += 1
        spots &= spots - 1
    return size


@kernel
def can_outbid(s: State, t: Tables, seat: int) -> bool:
    """SR-24: whether a seat has a stronger structure and room for it."""
    room = room_for_bid(s)
    inside = room & ~banned(s, seat)
    pool = s.pool[seat]
    while pool != 0:
        structure = first(pool)
        pool &= pool - 1
        if strength_of(s, t, seat, structure) > s.strength:
            if (inside if kept_away(s, t, seat, structure) else room) != 0:
                return True
    return False


@kernel
def discs_nearby(s: State) -> int:
    """SR-87: the set of unoccupied neighbourhoods with a disc next to the Vault."""
    found = 0
    spots = s.adjacent[s.site] & s.free
    while spots != 0:
        spot = first(spots)
        spots &= spots - 1
        if s.disc[spot] != n.EMPTY:
            found |= bit(spot)
    return found


@kernel
def refusal(s: State, t: Tables, action: int) -> int:
    """Why the seat to act may not do this, or LEGAL."""
    if action < n.PASS:
        if s.phase != n.START and s.phase != n.BID:
            return NOT_NOW
        return why_no_bid(s, t, action // n.SPOTS, action % n.SPOTS)
    if action == n.PASS:
        if s.phase == n.START:
            return because(n.CANNOT_PASS, 0, 0)
        return LEGAL if s.phase == n.BID else NOT_NOW
    if action < n.CARD:
        return LEGAL if s.phase == n.CHOOSE_COLOUR else NOT_NOW
    if action < n.DISC:
        if s.phase != n.CHOOSE_WONDER:
            return NOT_NOW
        return LEGAL if has(s.hand[s.to_act], action - n.CARD) else because(n.NOT_IN_HAND, 0, 0)
    if s.phase != n.CHOOSE_DISC:
        return NOT_NOW
    return LEGAL if action == n.DECLINE else why_no_disc(s, t, action - n.DISC)


@kernel
def why_no_bid(s: State, t: Tables, structure: int, spot: int) -> int:
    """SR-17..25, SR-66..71: first what is wrong with the neighbourhood, then with the structure."""
    seat = s.to_act
    if structure >= n.BUILDINGS + t.figures:
        return because(n.ONE_WONDER, 0, 0)
    if not has(on_map(s, t), spot):
        return because(n.NOT_ON_MAP, 0, 0)
    if s.owner[spot] != n.EMPTY:
        return because(n.BUILT_THERE if has(s.built, spot) else n.BID_THERE, 0, 0)
    standing = s.spot[seat, structure]
    locked = standing == n.EMPTY and not has(s.pool[seat], structure)
    if s.phase == n.BID:
        if not has(room_for_bid(s), spot):
            return because(n.NOT_NEXT_TO_BID, s.bid[s.bids - 1], 0)
    elif not has(room_for_start(s, t, seat, 0 if locked else structure), spot):  # no card in the first era
        return because(n.NO_START_THERE, 0, 0)
    if standing != n.EMPTY:
        return because(n.ALREADY_BUILT if has(s.built, standing) else n.ALREADY_BID, 0, 0)
    if locked:
        return because(n.LOCKED, 0, 0)
    ban = banned(s, seat)
    if s.phase == n.START:
        if not may_start(s, t, seat, structure):
            return because(n.BUILDINGS_FIRST, 0, 0)
        ban = ban_on_starts(s, t, seat)
    elif strength_of(s, t, seat, structure) <= s.strength:
        return (
            because(n.ONLY_HAMMER, 0, 0) if s.strength >= n.WONDER_BID else because(n.TOO_LOW, s.strength, 0)
        )
    if has(ban, spot) and kept_away(s, t, seat, structure):
        return because(n.BANNED_BY_HAMMER, s.hammer, 0)
    return LEGAL


@kernel
def why_no_disc(s: State, t: Tables, spot: int) -> int:
    """SR-87."""
    if not has(on_map(s, t), spot):
        return because(n.NOT_ON_MAP, 0, 0)
    if has(discs_nearby(s), spot):
        return LEGAL
    if not has(s.adjacent[s.site], spot):
        return because(n.NOT_NEXT_TO_VAULT, 0, 0)
    return because(n.OCCUPIED if s.owner[spot] != n.EMPTY else n.NO_DISC, 0, 0)


# --- one decision ------------------------------------------------------------------------------------

# What follows a step of the end of an auction: a choice, the effect of the wonder, or the next auction.
WAIT, ENACT, FINISH = range(3)


@kernel
def apply(s: State, t: Tables, action: int) -> None:
    """Apply one decision of the seat to act."""
    step = WAIT
    if action <= n.PASS:
        if action < n.PASS:
            place_bid(s, t, action // n.SPOTS, action % n.SPOTS)
        else:
            s.passed |= bit(s.to_act)
            note(s, n.PASSED, s.to_act, 0, 0)
        s.turn += 1  # a bid or pass cannot be undone: others have seen it
        how = next_bidder(s, t)
        if how != n.GOING_ON:
            step = end_auction(s, t, how)
    elif action < n.CARD:
        step = assign_wild(s, action - n.COLOUR)
    elif action < n.DISC:
        choose_card(s, t, action - n.CARD)
    elif action < n.DECLINE:
        step = take_extra_disc(s, action - n.DISC)
    else:
        note(s, n.DECLINED, s.to_act, 0, 0)
        step = FINISH
    if step == ENACT:
        step = enact_wonder(s, t)
    if step == FINISH:
        finish_auction(s, t)


# --- bidding -----------------------------------------------------------------------------------------


@kernel
def place_bid(s: State, t: Tables, structure: int, spot: int) -> None:
    """SR-17, SR-21: place a structure from the pool on the map as a bid."""
    seat = s.to_act
    note(s, n.STARTED if s.bids == 0 else n.OUTBID, seat, piece_of(s, t, seat, structure), spot)
    s.pool[seat] &= ~bit(structure)
    s.owner[spot] = seat
    s.piece[spot] = structure
    s.spot[seat, structure] = spot
    s.free &= ~bit(spot)
    s.bid[s.bids] = spot
    s.bids += 1
    s.bidder = seat
    s.strength = strength_of(s, t, seat, structure)


@kernel
def piece_of(s: State, t: Tables, seat: int, structure: int) -> int:
    """The number that stands for a structure in events."""
    if structure < n.BUILDINGS:
        return t.number[s.number_set[seat], structure]
    return n.PIECE_OF_CARD + s.wonder[seat, structure - n.BUILDINGS]


@kernel
def next_bidder(s: State, t: Tables) -> int:
    """SR-20, SR-22..26: move clockwise to the next seat that can outbid. If there is none, return how the
    auction ended."""
    if room_for_bid(s) == 0:
        return n.NO_ROOM
    if s.strength >= n.WONDER_BID and not answerable(s, t):
        return n.WONDER_PLACED
    last = s.to_act
    for k in range(1, s.seats):
        seat = (last + k) % s.seats
        if is_in(s, seat):
            if can_outbid(s, t, seat):
                s.to_act = seat
                s.phase = n.BID
                return n.GOING_ON
            s.passed |= bit(seat)  # SR-24
            note(s, n.PASSED_OVER, seat, 0, 0)
    return n.ALL_PASSED


@kernel
def is_in(s: State, seat: int) -> bool:
    """Whether a seat is still in this auction and not the highest bidder."""
    return seat != s.bidder and not has(s.passed, seat) and s.finished[seat] == 0


@kernel
def answerable(s: State, t: Tables) -> bool:
    """SR-66: a wonder ends the auction unless someone still in can bid the Hammer."""
    for seat in range(s.seats):
        if is_in(s, seat) and can_outbid(s, t, seat):
            return True
    return False


# --- the end of an auction ---------------------------------------------------------------------------


@kernel
def end_auction(s: State, t: Tables, how: int) -> int:
    """SR-27..30: build the winning bid, return the others, take the disc."""
    seat = s.bidder
    site = s.bid[s.bids - 1]
    structure = s.piece[site]
    s.to_act = seat
    s.site = site
    s.built |= bit(site)
    note(s, n.ENDED, seat, how, 0)
    note(s, n.WON, seat, piece_of(s, t, seat, structure), site)
    return_bids(s)
    count_structure(s, t, seat, site, height_of(s, t, seat, structure))
    measure_panoramas(s, t, seat)
    if effect_of(s, t, seat, structure) == n.HAMMER:
        s.hammer = site
    s.auctions += 1
    s.bidder = n.EMPTY
    s.strength = n.NO_BID
    s.passed = 0
    if take_disc(s, site, n.TOOK_DISC):
        s.phase = n.CHOOSE_COLOUR  # SR-36
        return WAIT
    return ENACT


@kernel
def return_bids(s: State) -> None:
    """SR-28, SR-67: return losing bids to their owners' pools."""
    buildings = 0
    for k in range(s.bids):
        spot = s.bid[k]
        s.bid[k] = n.EMPTY
        if s.piece[spot] < n.BUILDINGS:
            s.bids_made += 1  # SR-72: the Palace counts them
        if spot != s.site:
            seat = s.owner[spot]
            if s.piece[spot] < n.BUILDINGS:
                buildings += 1
            else:
                note(s, n.WONDER_RETURNED, seat, s.wonder[seat, s.piece[spot] - n.BUILDINGS], 0)
            s.pool[seat] |= bit(s.piece[spot])
            s.spot[seat, s.piece[spot]] = n.EMPTY
            s.owner[spot] = n.EMPTY
            s.piece[spot] = n.EMPTY
            s.free |= bit(spot)
    if buildings > 0:
        note(s, n.RETURNED, s.to_act, buildings, 0)
    s.bids = 0


@kernel
def take_disc(s: State, spot: int, event: int) -> bool:
    """SR-29, SR-32..38: move a disc to the board of the seat to act; return whether it needs a colour."""
    disc = s.disc[spot]
    if disc == n.EMPTY:
        return False
    seat = s.to_act
    s.disc[spot] = n.EMPTY
    note(s, event, seat, disc, spot)
    if disc < n.COLOURS:
        lay_in_row(s, seat, disc, disc)
    elif disc == n.COMMISSIONS:
        s.commissions[seat] += 1
    elif disc >= n.PATRON:
        letter = disc - n.PATRON
        s.patron[seat, letter] += 1
        if s.patron[seat, letter] == 1:  # SR-35: from now on the seat knows the tile
            s.reveals += 1
            note_for(s, bit(seat), n.MAY_LOOK, seat, letter, s.tile[letter])
    return disc == n.WILD


@kernel
def lay_in_row(s: State, seat: int, colour: int, disc: int) -> None:
    """SR-32, SR-33: put a disc on the leftmost empty space, or on the portrait if the row is full."""
    if s.held[seat, colour] < n.ROW:
        s.row[seat, colour, s.held[seat, colour]] = disc
    s.held[seat, colour] += 1


@kernel
def assign_wild(s: State, colour: int) -> int:
    """SR-36, SR-37: a wild disc keeps the chosen colour."""
    seat = s.to_act
    note(s, n.CHOSE_COLOUR, seat, colour, 1 if s.held[seat, colour] >= n.ROW else 0)
    lay_in_row(s, seat, colour, n.WILD)
    s.wild[seat, colour] += 1
    step = FINISH if s.for_vault == 1 else ENACT
    s.for_vault = 0
    return step


@kernel
def enact_wonder(s: State, t: Tables) -> int:
    """SR-30, SR-65: apply the effect of a wonder just built."""
    seat = s.to_act
    structure = s.piece[s.site]
    if structure >= n.BUILDINGS:
        card = s.wonder[seat, structure - n.BUILDINGS]
        effect = t.card_effect[card]
        if effect == n.REVEAL_OBJECTIVE:  # SR-77
            s.objective_shown |= bit(seat)
            s.reveals += 1
            note(s, n.SHOWED_OBJECTIVE, seat, s.objective[seat], 0)
        points = wonder_points(s, t, seat, card, s.site)
        s.points[seat, n.WONDERS] += points
        if effect == n.EXTRA_DISC:
            if discs_nearby(s) != 0:
                s.phase = n.CHOOSE_DISC  # SR-87
                return WAIT
        else:
            note(s, n.WONDER_SCORED, seat, card, points)
    return FINISH


@kernel
def take_extra_disc(s: State, spot: int) -> int:
    """SR-87: take the Vault's second disc, of any kind."""
    if take_disc(s, spot, n.TOOK_EXTRA):
        s.for_vault = 1
        s.phase = n.CHOOSE_COLOUR
        return WAIT
    return FINISH


@kernel
def finish_auction(s: State, t: Tables) -> None:
    """SR-16, SR-39, SR-47..49: a winner with nothing left ends the first era, or finishes in the second."""
    seat = s.to_act
    s.site = n.EMPTY
    s.bids_made = 0
    if s.pool[seat] != 0:
        begin_auction(s, t, seat)
    elif s.era == 1:
        end_first_era(s, t)
    else:
        finish_seat(s, t, seat)
        if count_finished(s) == s.seats:
            end_game(s, t)
        else:
            begin_by_initiative(s, t)


@kernel
def begin_auction(s: State, t: Tables, seat: int) -> None:
    """SR-16, SR-17, SR-69: begin the next auction. The Hammer's ban is lifted if it leaves no start."""
    s.to_act = seat
    s.phase = n.START
    if ban_is_lifted(s, t, seat):
        note(s, n.BAN_LIFTED, seat, 0, 0)


# --- from the first era to the second ----------------------------------------------------------------


@kernel
def end_first_era(s: State, t: Tables) -> None:
    """SR-39..43: score control and panoramas, then choose wonder cards."""
    note(s, n.ERA_ENDED, s.to_act, 1, 0)
    score_era(s, t)
    s.phase = n.CHOOSE_WONDER
    s.to_act = 0


@kernel
def choose_card(s: State, t: Tables, card: int) -> None:
    """SR-43: choose a card in secret. The last choice reveals them all."""
    seat = s.to_act
    figure = 0
    while s.wonder[seat, figure] != n.EMPTY:
        figure += 1
    s.wonder[seat, figure] = card
    s.hand[seat] &= ~bit(card)
    note_for(s, bit(seat), n.CHOSE_CARD, seat, card, 0)
    if figure + 1 < t.figures:
        return
    s.to_act += 1
    if s.to_act == s.seats:
        begin_second_era(s, t)


@kernel
def begin_second_era(s: State, t: Tables) -> None:
    """SR-43..46: show the cards, return the others unseen, and make everything ready."""
    s.unveiled = s.ply
    s.reveals += 1
    s.turn += 1
    s.era = 2
    for seat in range(s.seats):
        s.hand[seat] = 0
        s.pool[seat] |= t.later[s.number_set[seat]]
        for figure in range(t.figures):
            s.pool[seat] |= bit(n.BUILDINGS + figure)
            note(s, n.SHOWED_CARD, seat, s.wonder[seat, figure], figure)
    begin_by_initiative(s, t)


@kernel
def begin_by_initiative(s: State, t: Tables) -> None:
    """SR-46, SR-48: the lowest initiative starts, among players who still have something to build."""
    chosen = n.EMPTY
    for seat in range(s.seats):
        if s.finished[seat] == 0:
            if chosen == n.EMPTY or initiative(s, t, seat) < initiative(s, t, chosen):
                chosen = seat
    lowest = initiative(s, t, chosen) // 128
    tied = 0
    for seat in range(s.seats):
        if seat != chosen and s.finished[seat] == 0 and initiative(s, t, seat) // 128 == lowest:
            tied = 1
    note(s, n.BEGINS, chosen, lowest, tied)
    begin_auction(s, t, chosen)


@kernel
def initiative(s: State, t: Tables, seat: int) -> int:
    """SR-46: the sum of a seat's cards. The lowest card is the last digit, to break ties."""
    together = 0
    lowest = 127
    for figure in range(t.figures):
        value = t.card_initiative[s.wonder[seat, figure]]
        together += value
        lowest = min(lowest, value)
    return together * 128 + lowest


# --- the end -----------------------------------------------------------------------------------------


@kernel
def count_finished(s: State) -> int:
    finished = 0
    for seat in range(s.seats):
        if s.finished[seat] != 0:
            finished += 1
    return finished


@kernel
def finish_seat(s: State, t: Tables, seat: int) -> None:
    """SR-49: the large key goes to the first, the small one to the second, if it is in the game."""
    before = count_finished(s)
    s.finished[seat] = before + 1
    note(s, n.FINISHED, seat, before, 0)
    if before == 0:
        s.key[seat] = n.LARGE_KEY
    elif before == 1 and t.key_value[n.SMALL_KEY] > 0:
        s.key[seat] = n.SMALL_KEY
    if s.key[seat] != 0:
        note(s, n.WON_KEY, seat, s.key[seat], t.key_value[s.key[seat]])


@kernel
def end_game(s: State, t: Tables) -> None:
    """SR-51..58: score the second era like the first, then everything else."""
    note(s, n.ERA_ENDED, s.to_act, 2, 0)
    score_era(s, t)
    score_end(s, t)
    s.reveals += 1
    s.turn += 1
    s.phase = n.OVER
    rank_all(s)
    winner = 0
    for seat in range(s.seats):
        if s.rank[seat] == 1:
            winner = seat
    tied = 0
    for seat in range(s.seats):
        if seat != winner and total(s, seat) == total(s, winner):
            tied = 1
    note(s, n.GAME_OVER, winner, tied, 0)
    s.to_act = NOBODY
