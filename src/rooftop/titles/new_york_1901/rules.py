"""New York 1901: setup, the turn, the end. Clause numbers refer to RULES.md."""

from __future__ import annotations

from rooftop.engine.bits import bit, count, first, has
from rooftop.engine.events import because, note
from rooftop.engine.kernel import kernel
from rooftop.engine.record import Array
from rooftop.engine.refusals import LEGAL, NOT_NOW
from rooftop.engine.rng import draw, one_of, shuffle
from rooftop.engine.state import NOBODY
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.rules_building import (
    can_build,
    clear_seat,
    disown_lot,
    find_tiles,
    list_placements,
    own_lot,
    put,
    raise_tile,
    recheck_tiles,
    refresh,
    tiles_offered,
    why_no_placement,
)
from rooftop.titles.new_york_1901.scoring import explain_ties, rank_all, score_end, score_tile, unlocked
from rooftop.titles.new_york_1901.state import State, Tables

__all__ = ["apply", "legal", "refresh", "refusal", "setup"]

# --- setup -------------------------------------------------------------------------------------------


@kernel
def setup(s: State, t: Tables, seats: int, options: Array) -> None:
    """NY-1..16: each player owns a start lot with a small building; four cards are open."""
    s.expert = options[n.EXPERT]
    s.hold = options[n.HOLD]
    clear_board(s, t)
    for seat in range(seats):
        s.workers[seat] = t.workers
        s.character[seat] = n.NONE
        for card in range(n.ACTION_CARDS):
            s.hand[seat, card] = 1
    if s.expert == 0:
        deal_characters(s, t)
    deal_lots(s, t)
    deal_streets(s, t, options[n.STREET_SET])
    deal_challenge(s, options[n.CHALLENGE_CHOICE])
    start_turn(s, t)
    s.event_count = 0


@kernel
def clear_board(s: State, t: Tables) -> None:
    """NY-3, NY-7: all lots are free; with two players one district is left out."""
    for lot in range(n.LOTS):
        in_play = lot < t.lots and t.district_out[t.lot_kind[lot] // 2] == 0
        s.owner[lot] = n.FREE if in_play else n.OUT
    for square in range(n.SQUARES):
        s.cover[square] = n.NONE
    for seat in range(s.seats):
        clear_seat(s, t, seat)
        for tile in range(n.TILES):
            s.placed[seat, tile] = n.NONE
        if s.expert == 1:
            s.placed[seat, n.START_TILE] = n.OUT  # NY-80
    s.card = n.NONE
    s.tile = n.NONE


@kernel
def deal_characters(s: State, t: Tables) -> None:
    """NY-8..10: a random character decides the start lot; that lot has no card in the deck."""
    left = bit(t.characters) - 1
    for seat in range(s.seats):
        character = one_of(s, left)
        left &= ~bit(character)
        s.character[seat] = character
        put(s, t, seat, n.START_TILE, t.start_place[character])  # first: its lot has no worker
        own_lot(s, t, seat, t.start_lot[character])
        find_tiles(s, t, seat, t.block[t.start_place[character]])


@kernel
def deal_lots(s: State, t: Tables) -> None:
    """NY-11, NY-12: a card for every free lot; four of them form the open market."""
    s.future_count = 0
    for lot in range(t.lots):
        if s.owner[lot] == n.FREE:
            s.future[s.future_count] = t.lot_kind[lot]
            s.future_count += 1
    shuffle(s, s.future, s.future_count)
    for slot in range(n.MARKET):
        s.market[slot] = top_card(s)


@kernel
def top_card(s: State) -> int:
    s.future_count -= 1
    kind = s.future[s.future_count]
    s.future[s.future_count] = 0
    s.layer[s.future_count] = 0
    return kind


@kernel
def deal_streets(s: State, t: Tables, chosen: int) -> None:
    """NY-13: three of the five streets."""
    found = chosen
    while count(found) < n.IN_PLAY:
        found |= bit(draw(s, t.streets))
    for k in range(n.IN_PLAY):
        s.street[k] = first(found)
        found &= found - 1


@kernel
def deal_challenge(s: State, chosen: int) -> None:
    """NY-14: one of the five challenges, or none."""
    if chosen == n.AT_RANDOM:
        s.challenge = draw(s, n.CHALLENGES)
    else:
        s.challenge = chosen if chosen < n.CHALLENGES else n.NONE


# --- legal actions ----------------------------------------------------------------------------------


@kernel
def legal(s: State, t: Tables, out: Array) -> int:
    """The legal actions of the seat to act."""
    if s.phase == n.CHOOSE_PLACE:
        return list_placements(s, t, may_build_plainly(s, t), s.came_from == n.TURN, out)
    if s.phase == n.CHOOSE_LOT:
        return list_lots(s, t, out)
    size = 0
    if s.phase == n.TURN or s.phase == n.GRAB_LAND:
        size = list_cards(s, t, out)
    if (
        s.phase == n.TURN
        or s.phase == n.BUILD
        or s.phase == n.BOOM_BUILD
        or (s.phase == n.AFTER and boom_ready(s))
    ):
        # NY-17..21: while land can be acquired, a tile must replace others; then it needs vacant land
        tiles = tiles_offered(s, t, s.phase != n.TURN or size == 0, s.phase == n.TURN)
        if s.phase != n.AFTER:
            size = list_tiles(tiles, out, size)
        elif tiles != 0:  # NY-64, NY-65: Construction Boom needs room for a second skyscraper
            out[size] = n.BOOM
            size += 1
    if may_shift(s, t):
        out[size] = n.SHIFT
        size += 1
    if (s.phase == n.TURN or s.phase == n.BUILD or s.phase == n.AFTER) and may_grab(s, t):
        out[size] = n.GRAB
        size += 1
    if s.phase == n.BLOCKED:
        return list_returns(s, out)
    if may_end(s, t):
        out[size] = n.END
        size += 1
    return size


@kernel
def list_cards(s: State, t: Tables, out: Array) -> int:
    """NY-20: the cards that may be taken; none without a worker in reserve."""
    size = 0
    if s.workers[s.to_act] > 0:
        for slot in range(n.MARKET):
            if may_take(s, t, slot):
                out[size] = n.CARD + slot
                size += 1
    return size


@kernel
def list_tiles(tiles: int, out: Array, size: int) -> int:
    while tiles != 0:
        out[size] = n.TILE + first(tiles)
        size += 1
        tiles &= tiles - 1
    return size


@kernel
def list_lots(s: State, t: Tables, out: Array) -> int:
    """NY-22: any free lot of the card's district and size."""
    size = 0
    for k in range(t.kind_count[s.card]):
        lot = t.kind_lot[s.card, k]
        out[size] = n.LOT + lot  # without a branch: the next one overwrites it
        size += 1 if s.owner[lot] == n.FREE else 0
    return size


@kernel
def list_returns(s: State, out: Array) -> int:
    """NY-47: the lots with a worker."""
    size = 0
    for half in range(2):
        lots = s.posts[s.to_act, half]
        while lots != 0:
            out[size] = n.RETURN + half * n.HALF + first(lots)
            size += 1
            lots &= lots - 1
    return size


@kernel
def can_acquire(s: State, t: Tables) -> bool:
    """NY-20: whether there is a worker in reserve and a card to take."""
    if s.workers[s.to_act] == 0:
        return False
    for slot in range(n.MARKET):
        if may_take(s, t, slot):
            return True
    return False


@kernel
def may_take(s: State, t: Tables, slot: int) -> bool:
    return why_not_taken(s, t, slot) == LEGAL


@kernel
def why_not_taken(s: State, t: Tables, slot: int) -> int:
    """NY-61: in a turn with Land Grab, only two-square lots."""
    kind = s.market[slot]
    if kind == n.NONE:
        return because(n.NO_CARD, 0, 0)
    return LEGAL if s.grabbed == 0 or t.kind_size[kind] == n.SMALL else because(n.ONLY_SMALL, 0, 0)


@kernel
def may_build_plainly(s: State, t: Tables) -> bool:
    """NY-21, NY-30: whether a tile may go on vacant land: after acquiring, or if that is impossible."""
    return s.came_from != n.TURN or not can_acquire(s, t)


@kernel
def may_shift(s: State, t: Tables) -> bool:
    return s.hand[s.to_act, n.SHIFT_CARD] == 1 and why_no_shift(s, t) == LEGAL


@kernel
def why_no_shift(s: State, t: Tables) -> int:
    """NY-59: first thing in a turn, with enough cards in the future market."""
    if s.phase != n.TURN or s.grabbed == 1:
        return because(n.TURN_BEGUN, 0, 0)
    return LEGAL if s.future_count >= t.shift_needs else because(n.FUTURE_TOO_SMALL, 0, 0)


@kernel
def may_grab(s: State, t: Tables) -> bool:
    return s.hand[s.to_act, n.GRAB_CARD] == 1 and why_no_grab(s, t) == LEGAL


@kernel
def why_no_grab(s: State, t: Tables) -> int:
    """NY-60..62: a worker, a face-down card, an open two-square card, and no three-square lot this turn."""
    if s.workers[s.to_act] == 0:
        return because(n.NO_WORKER, 0, 0)
    if s.big == 1:
        return because(n.BIG_LOT, 0, 0)
    if s.future_count < t.grab_needs:
        return because(n.FUTURE_TOO_SMALL, 0, 0)
    for slot in range(n.MARKET):
        if s.market[slot] != n.NONE and t.kind_size[s.market[slot]] == n.SMALL:
            return LEGAL
    return because(n.NO_SMALL_CARD, 0, 0)


@kernel
def boom_ready(s: State) -> bool:
    """NY-64, NY-65: after the first skyscraper of the turn, unless it triggered the end."""
    return s.hand[s.to_act, n.BOOM_CARD] == 1 and s.raised == 1 and s.barred == 0


@kernel
def may_end(s: State, t: Tables) -> bool:
    """NY-17, NY-63: only after the turn's main action, and not halfway through a choice."""
    if s.phase == n.TURN:
        return s.grabbed == 1 and not can_acquire(s, t)
    return s.phase == n.BUILD or s.phase == n.AFTER or s.phase == n.DONE


# --- refusals ---------------------------------------------------------------------------------------


@kernel
def refusal(s: State, t: Tables, action: int) -> int:
    """Why the seat to act may not do this, or LEGAL."""
    if action >= n.PLACE:
        if s.phase != n.CHOOSE_PLACE:
            return NOT_NOW
        return why_no_placement(s, t, action - n.PLACE, may_build_plainly(s, t), s.came_from == n.TURN)
    if action < n.LOT:
        if s.phase != n.TURN and s.phase != n.GRAB_LAND:
            return NOT_NOW
        return why_not_taken(s, t, action - n.CARD) if s.workers[s.to_act] > 0 else because(n.NO_WORKER, 0, 0)
    if action < n.RETURN:
        return why_no_lot(s, t, action - n.LOT)
    if action < n.TILE:
        return why_no_return(s, t, action - n.RETURN)
    if action < n.BOOM:
        return why_no_tile(s, t, action - n.TILE)
    if action < n.END:
        return why_no_action_card(s, t, action - n.BOOM)
    if s.phase == n.TURN and not may_end(s, t):
        return because(n.CANNOT_PASS if can_acquire(s, t) else n.MUST_BUILD, 0, 0)
    return LEGAL if may_end(s, t) else NOT_NOW


@kernel
def why_no_lot(s: State, t: Tables, lot: int) -> int:
    """NY-22: only a free lot of the card's district and size."""
    if s.phase != n.CHOOSE_LOT:
        return NOT_NOW
    if lot >= t.lots:
        return because(n.NO_SUCH_LOT, 0, 0)
    if s.owner[lot] == n.OUT:
        return because(n.LOT_OUT, 0, 0)
    if t.lot_kind[lot] // 2 != s.card // 2:
        return because(n.OTHER_DISTRICT, 0, 0)
    if t.lot_kind[lot] != s.card:
        return because(n.OTHER_SIZE, 0, 0)
    return LEGAL if s.owner[lot] == n.FREE else because(n.LOT_TAKEN, 0, 0)


@kernel
def why_no_return(s: State, t: Tables, lot: int) -> int:
    """NY-47: only a lot with a worker."""
    if s.phase != n.BLOCKED:
        return NOT_NOW
    if lot >= t.lots:
        return because(n.NO_SUCH_LOT, 0, 0)
    if s.owner[lot] != s.to_act:
        return because(n.NOT_YOUR_LOT, 0, 0)
    return LEGAL if has(s.posts[s.to_act, lot // n.HALF], lot % n.HALF) else because(n.LOT_BUILT_ON, 0, 0)


@kernel
def why_no_tile(s: State, t: Tables, tile: int) -> int:
    """NY-17..21, NY-38..43: only an unbuilt tile that is unlocked, where it can be placed now."""
    if s.phase != n.TURN and s.phase != n.BUILD and s.phase != n.BOOM_BUILD:
        return NOT_NOW
    if tile <= n.START_TILE or tile >= t.tiles:
        return because(n.NO_SUCH_TILE, 0, 0)
    if has(s.legends, tile):
        return because(n.LEGEND_BUILT, 0, 0)
    if not has(s.reserve[s.to_act], tile):
        return because(n.SECOND_LEGEND if tile >= t.own else n.TILE_BUILT, 0, 0)
    if not has(t.up_to[unlocked(s, t, s.to_act)], tile):
        return because(n.TILE_LOCKED, t.threshold[s.expert, t.tile_generation[tile]], 0)
    plain = s.phase != n.TURN or not can_acquire(s, t)
    if has(tiles_offered(s, t, plain, s.phase == n.TURN), tile):
        return LEGAL
    if has(tiles_offered(s, t, True, False), tile):
        return because(n.LAND_FIRST, 0, 0)
    return because(n.NO_REBUILDING if has(tiles_offered(s, t, False, True), tile) else n.NO_ROOM, 0, 0)


@kernel
def why_no_action_card(s: State, t: Tables, card: int) -> int:
    """NY-58..65: each card has its time and its conditions."""
    if s.hand[s.to_act, card] == 0:
        return because(n.CARD_PLAYED, 0, 0)
    if card == n.SHIFT_CARD:
        return NOT_NOW if s.phase == n.BLOCKED else why_no_shift(s, t)
    if card == n.GRAB_CARD:
        return why_no_grab(s, t) if s.phase == n.TURN or s.phase == n.BUILD or s.phase == n.AFTER else NOT_NOW
    if s.phase == n.TURN or s.phase == n.BUILD:
        return because(n.NOTHING_BUILT, 0, 0)
    if s.phase != n.AFTER:
        return NOT_NOW
    if s.barred == 1:
        return because(n.END_TRIGGERED, 0, 0)
    return LEGAL if boom_ready(s) and can_build(s, t, False) else because(n.NO_ROOM, 0, 0)


# --- one decision ------------------------------------------------------------------------------------


@kernel
def apply(s: State, t: Tables, action: int) -> None:
    """One decision of the seat to act. The turn ends if nothing is left to decide."""
    decide(s, t, action)
    if not anything_left(s, t):  # NY-29
        if s.phase != n.AFTER:
            note(s, n.NO_BUILD, s.to_act, 0, 0)
        s.phase = n.DONE
    if s.phase == n.DONE and (s.hold == 0 or action == n.END):  # NY-81: a held turn waits for `end`
        end_turn(s, t)


@kernel
def decide(s: State, t: Tables, action: int) -> None:
    if action >= n.PLACE:
        build(s, t, action - n.PLACE)
    elif action < n.LOT:
        take_card(s, action - n.CARD)
    elif action < n.RETURN:
        place_worker(s, t, action - n.LOT)
    elif action < n.TILE:
        give_back(s, t, action - n.RETURN)
    elif action < n.BOOM:
        s.tile = action - n.TILE
        s.came_from = s.phase
        s.phase = n.CHOOSE_PLACE
    elif action == n.BOOM:
        play_card(s, n.BOOM_CARD)
        s.phase = n.BOOM_BUILD
    elif action == n.SHIFT:
        shift_market(s, t)
    elif action == n.GRAB:
        play_card(s, n.GRAB_CARD)
        s.grabbed = 1
        s.grabbing = 1
        s.came_from = s.phase
        s.phase = n.GRAB_LAND
    else:
        if s.phase == n.BUILD or s.phase == n.TURN:
            note(s, n.NO_BUILD, s.to_act, 0, 0)
        s.phase = n.DONE


@kernel
def anything_left(s: State, t: Tables) -> bool:
    """Whether there is anything to choose besides ending the turn."""
    if s.phase != n.TURN and s.phase != n.BUILD and s.phase != n.AFTER:
        return True
    if may_grab(s, t) or (s.phase == n.TURN and can_acquire(s, t)):
        return True
    return (s.phase != n.AFTER or boom_ready(s)) and can_build(s, t, s.phase == n.TURN)


# --- land --------------------------------------------------------------------------------------------


@kernel
def take_card(s: State, slot: int) -> None:
    """NY-22: take a card of the open market; its slot stays empty until the turn ends (NY-28)."""
    s.card = s.market[slot]
    s.market[slot] = n.NONE
    if s.phase == n.TURN:
        s.came_from = n.TURN
    s.phase = n.CHOOSE_LOT
    note(s, n.TOOK_CARD, s.to_act, s.card, slot)


@kernel
def place_worker(s: State, t: Tables, lot: int) -> None:
    """NY-22..25: the worker marks the lot as owned."""
    seat = s.to_act
    own_lot(s, t, seat, lot)
    find_tiles(s, t, seat, t.lot_block[lot])
    s.workers[seat] -= 1
    s.card = n.NONE
    if t.kind_size[t.lot_kind[lot]] == n.BIG:
        s.big = 1
    note(s, n.ACQUIRED, seat, lot, 0)
    if s.grabbing == 1:
        s.grabbing = 0
        s.phase = s.came_from
    else:
        s.acquired += 1
        s.phase = n.BUILD


@kernel
def give_back(s: State, t: Tables, lot: int) -> None:
    """NY-47: the card goes under the future market, the worker returns, the turn ends."""
    seat = s.to_act
    disown_lot(s, t, lot)
    recheck_tiles(s, t, seat, t.lot_block[lot])
    s.workers[seat] += 1
    note(s, n.RETURNED, seat, lot, 0)
    make_room_below(s, 1)
    s.future[0] = t.lot_kind[lot]
    s.phase = n.DONE


@kernel
def make_room_below(s: State, cards: int) -> None:
    """NY-16: make room under the future market for cards that form a new layer."""
    layer = (s.layer[0] + 1) % 100 if s.future_count > 0 else 0
    for k in range(s.future_count - 1, -1, -1):
        s.future[k + cards] = s.future[k]
        s.layer[k + cards] = s.layer[k]
    for k in range(cards):
        s.layer[k] = layer
    s.future_count += cards


# --- action cards ------------------------------------------------------------------------------------


@kernel
def play_card(s: State, card: int) -> None:
    """NY-58: each card can be played once per game."""
    s.hand[s.to_act, card] = 0
    note(s, n.PLAYED, s.to_act, card, 0)


@kernel
def shift_market(s: State, t: Tables) -> None:
    """NY-59: deal four new cards; the old ones go to the bottom, shuffled."""
    play_card(s, n.SHIFT_CARD)
    s.shifted = 1
    shuffle(s, s.market, n.MARKET)
    make_room_below(s, n.MARKET)
    for slot in range(n.MARKET):
        s.future[slot] = s.market[slot]
    note(s, n.SHIFTED, s.to_act, n.MARKET, 0)
    for slot in range(n.MARKET):
        s.market[slot] = n.NONE
    refill(s)


# --- building ----------------------------------------------------------------------------------------


@kernel
def build(s: State, t: Tables, placement: int) -> None:
    """NY-36, NY-49: build the chosen tile and score it at once. NY-42: legendary tiles are not counted."""
    seat = s.to_act
    tile = s.tile
    s.tile = n.NONE
    raise_tile(s, t, tile, placement)
    score_tile(s, t, seat, tile, placement)
    s.raised += 1
    if tile < t.own:
        s.unbuilt[seat] -= 1
        if s.unbuilt[seat] == t.unbuilt_left and s.ending == n.GOING_ON:
            s.barred = 1
            trigger_end(s, n.TILES_BUILT)
        elif s.unbuilt[seat] == t.warn_at:
            note(s, n.FEW_LEFT, seat, t.warn_at, 0)
    s.phase = n.AFTER


# --- the end of a turn -------------------------------------------------------------------------------


@kernel
def end_turn(s: State, t: Tables) -> None:
    """NY-28: refill the open market last, so that the whole turn can be undone until then."""
    refill(s)
    for slot in range(n.MARKET):
        if s.market[slot] == n.NONE:
            trigger_end(s, n.CARDS_GONE)  # NY-45
    s.turn += 1
    pass_on(s, t)


@kernel
def refill(s: State) -> None:
    for slot in range(n.MARKET):
        if s.market[slot] == n.NONE and s.future_count > 0:
            s.market[slot] = top_card(s)
            s.reveals += 1
            note(s, n.NEW_CARD, s.to_act, s.market[slot], slot)


@kernel
def pass_on(s: State, t: Tables) -> None:
    """Pass to the next player, unless this was the last of the final turns (NY-46)."""
    s.quiet = 0 if s.raised > 0 else s.quiet + 1
    if s.last_turns > 0:
        s.last_turns -= 1
        if s.last_turns == 0:
            finish_game(s, t)
            return
    else:
        count_quiet_rounds(s, t)
        if s.ending != n.GOING_ON:
            s.last_turns = s.seats - 1
    s.to_act = s.to_act + 1 if s.to_act + 1 < s.seats else 0
    start_turn(s, t)


@kernel
def count_quiet_rounds(s: State, t: Tables) -> None:
    """NY-82: announce many rounds without a new skyscraper; too many trigger the end."""
    if s.ending != n.GOING_ON or s.quiet < s.seats * t.quiet_shown_from or s.quiet % s.seats != 0:
        return
    rounds = s.quiet // s.seats
    if rounds >= t.stalemate_rounds:
        trigger_end(s, n.STALEMATE)
    else:
        note(s, n.QUIET_ROUND, s.to_act, rounds, 0)


@kernel
def start_turn(s: State, t: Tables) -> None:
    """NY-17; NY-47, NY-84: a player with no worker and nothing to build must give a lot back."""
    s.acquired = 0
    s.grabbed = 0
    s.big = 0
    s.raised = 0
    s.barred = 0
    s.shifted = 0
    s.came_from = n.TURN
    s.phase = n.TURN
    if not can_acquire(s, t) and not can_build(s, t, True):
        s.phase = n.BLOCKED


# --- the end of the game -----------------------------------------------------------------------------


@kernel
def trigger_end(s: State, how: int) -> None:
    """NY-44, NY-45: only the first cause counts."""
    if s.ending == n.GOING_ON:
        s.ending = how
        note(s, n.END_BEGINS, s.to_act, how, 0)


@kernel
def finish_game(s: State, t: Tables) -> None:
    s.phase = n.OVER
    score_end(s, t)
    rank_all(s, t)
    explain_ties(s, t)
    note(s, n.GAME_OVER, s.to_act, 0, 0)
    s.to_act = NOBODY
