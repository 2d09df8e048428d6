"""Skytopia: laws that hold after every decision. `check` returns the number of one that is broken."""

from __future__ import annotations

from rooftop.engine.bits import bit, has
from rooftop.engine.kernel import kernel
from rooftop.engine.state import NOBODY
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.rules_effects import card_at
from rooftop.titles.skytopia.rules_golems import ability, rounds_left
from rooftop.titles.skytopia.scoring import crest_of, guild_points, laboratory_points
from rooftop.titles.skytopia.state import State, Tables


@kernel
def check(s: State, t: Tables) -> int:
    """The number of the first broken law, or 0."""
    if not cards_conserved(s, t):
        return n.CARDS_KEPT
    if not golems_conserved(s, t):
        return n.GOLEMS_KEPT
    if not faces_differ(s, t):
        return n.FACES_DIFFER
    if not hammers_clear(s, t):
        return n.HAMMERS
    for seat in range(s.seats):
        if s.coins[seat] < 0:
            return n.COINS
    if not gaps_explained(s):
        return n.GAPS
    if not turns_equal(s):
        return n.EQUAL_TURNS
    for seat in range(s.seats):
        if not counted_once(s, t, seat):
            return n.FINAL_COUNT
    if not chain_sound(s, t):
        return n.WAITING
    if not clock_right(s):
        return n.CLOCK
    for stack in range(n.IN_PLAY):
        if t.guild_stack[s.guild[stack]] != stack:
            return n.STACKS
    if not ending_right(s):
        return n.ENDING
    if not tiles_differ(s):
        return n.TILES_DIFFER
    return 0 if caches_agree(s, t) else n.CACHES


@kernel
def clock_right(s: State) -> bool:
    """ST-17: dial and first-player marker have moved once for each finished round."""
    ended = s.round - 1
    return s.dial == ended % n.FACES and (s.first + ended) % s.seats == 0


@kernel
def ending_right(s: State) -> bool:
    """ST-66."""
    empty = False
    for colour in range(n.COLOURS):
        empty = empty or s.deck_count[colour] == 0
    return empty == (s.ending != n.GOING_ON)


@kernel
def tiles_differ(s: State) -> bool:
    seen = 0
    for seat in range(s.seats):
        if s.phase >= n.COMPLETE and (s.tile[seat] == n.EMPTY or s.side[seat] == n.EMPTY):
            return False
        if s.tile[seat] != n.EMPTY:
            if has(seen, s.tile[seat]):
                return False
            seen |= bit(s.tile[seat])
    return True


@kernel
def cards_conserved(s: State, t: Tables) -> bool:
    for colour in range(n.COLOURS):
        seen = 0
        cards = 0
        for k in range(n.PER_COLOUR):
            if k < s.deck_count[colour]:
                if s.deck[colour, k] == n.EMPTY:
                    return False
                seen |= bit(s.deck[colour, k])
                cards += 1
            elif s.deck[colour, k] != n.EMPTY:
                return False
        for row in range(n.ROWS):
            if s.market[colour * n.ROWS + row] != n.EMPTY:
                seen |= bit(s.market[colour * n.ROWS + row])
                cards += 1
        for seat in range(s.seats):
            for level in range(n.PER_COLOUR):
                if (s.tower[seat, colour, level] != n.EMPTY) != (level < s.height[seat, colour]):
                    return False
                if level < s.height[seat, colour]:
                    seen |= bit(s.tower[seat, colour, level])
                    cards += 1
        twelve = (bit(n.PER_COLOUR) - 1) << (colour * n.PER_COLOUR)
        if seen != t.cards & twelve or seen != t.cards_of[colour]:
            return False
        whole = 0
        while seen != 0:
            seen &= seen - 1
            whole += 1
        if cards != whole:
            return False
    return True


@kernel
def golems_conserved(s: State, t: Tables) -> bool:
    for seat in range(s.seats):
        for k in range(n.GOLEMS):
            slot = s.golem_at[seat, k]
            face = s.golem_face[seat, k]
            if slot == n.HOME:
                if face != 0:
                    return False
            elif k >= t.golems or s.market[slot] == n.EMPTY or face < 1 or face > n.FACES:
                return False
    return True


@kernel
def faces_differ(s: State, t: Tables) -> bool:
    for slot in range(n.SLOTS):
        faces = 0
        for seat in range(s.seats):
            for k in range(t.golems):
                if s.golem_at[seat, k] == slot:
                    if faces & bit(s.golem_face[seat, k]) != 0:
                        return False
                    faces |= bit(s.golem_face[seat, k])
    return True


@kernel
def hammers_clear(s: State, t: Tables) -> bool:
    """Only a seat that has not begun its turn of this round, or is completing cards, has golems there."""
    for seat in range(s.seats):
        waiting = s.turns[seat] < s.round or (s.to_act == seat and s.phase == n.COMPLETE)
        for k in range(t.golems):
            there = s.golem_at[seat, k] != n.HOME and rounds_left(s, t, s.golem_face[seat, k]) == 0
            if there and not waiting:
                return False
    return True


@kernel
def gaps_explained(s: State) -> bool:
    """Cards are missing only during a turn, or when their deck is empty."""
    for colour in range(n.COLOURS):
        gaps = 0
        for row in range(n.ROWS):
            if row >= s.rows:
                if s.market[colour * n.ROWS + row] != n.EMPTY:
                    return False
            elif s.market[colour * n.ROWS + row] == n.EMPTY:
                gaps += 1
        if gaps > 0 and s.deck_count[colour] > 0 and (s.added == 0 or s.phase == n.OVER):
            return False
    return True


@kernel
def turns_equal(s: State) -> bool:
    fewest = s.turns[0]
    most = s.turns[0]
    for seat in range(1, s.seats):
        fewest = min(fewest, s.turns[seat])
        most = max(most, s.turns[seat])
    return most - fewest <= 1 and (s.to_act != NOBODY or most == fewest)


@kernel
def counted_once(s: State, t: Tables, seat: int) -> bool:
    if s.phase != n.OVER:
        for source in range(n.FROM_GUILD, n.SOURCES):
            if s.points[seat, source] != 0:
                return False
        return True
    for stack in range(n.IN_PLAY):
        if s.points[seat, n.FROM_GUILD + stack] != guild_points(s, t, seat, s.guild[stack]):
            return False
    out = 0
    for k in range(t.golems):
        if s.golem_at[seat, k] != n.HOME:
            out += 1
    return (
        s.points[seat, n.FROM_LABORATORIES] == laboratory_points(s, t, seat)
        and s.points[seat, n.FROM_COINS] == s.coins[seat] // t.coins_per_point
        and s.points[seat, n.FROM_GOLEMS] == out * t.golem_points
    )


@kernel
def chain_sound(s: State, t: Tables) -> bool:
    if s.depth > 0 and (s.to_act == NOBODY or s.phase <= n.PRELIMINARY or s.phase > n.ASSIGNED):
        return False
    for k in range(s.depth):
        card = card_at(s, s.stack[k])
        if card == n.EMPTY or t.effect_kind[card] == n.LABORATORY:
            return False
        for earlier in range(k):
            if s.stack[earlier] == s.stack[k]:
                return False
    return True


@kernel
def caches_agree(s: State, t: Tables) -> bool:
    for slot in range(n.SLOTS):
        if has(s.present, slot) != (s.market[slot] != n.EMPTY):
            return False
    for face in range(n.FACES + 1):
        shown = 0
        for seat in range(s.seats):
            slots = 0
            for k in range(t.golems):
                if s.golem_at[seat, k] != n.HOME and s.golem_face[seat, k] == face:
                    slots |= bit(s.golem_at[seat, k])
            if s.stands[seat, face] != slots:
                return False
            shown |= slots
        if s.shown[face] != shown:
            return False
    for seat in range(s.seats):
        home = 0
        for k in range(t.golems):
            if s.golem_at[seat, k] == n.HOME:
                home += 1
        if s.home[seat] != home or not city_known(s, t, seat):
            return False
        known = s.tile[seat] != n.EMPTY and s.side[seat] != n.EMPTY
        if s.talent[seat] != (t.ability_kind[ability(s, seat)] if known else n.EMPTY):
            return False
        for stack in range(n.IN_PLAY):
            if s.guild_points[seat, stack] != guild_points(s, t, seat, s.guild[stack]):
                return False
    return True


@kernel
def city_known(s: State, t: Tables, seat: int) -> bool:
    """Whether the sets of floors with a crest, with a Laboratory and with a gain agree with the towers."""
    for colour in range(n.COLOURS):
        for level in range(n.LEVELS):
            floor = colour * n.LEVELS + level
            card = n.FOUNDATION + colour if level == 0 else s.tower[seat, colour, level - 1]
            built = level <= s.height[seat, colour]
            for crest in range(n.CRESTS):
                if has(s.crested[seat, crest], floor) != (built and crest_of(t, seat, card) == crest):
                    return False
            if has(s.laboratories[seat], floor) != (built and t.effect_kind[card] == n.LABORATORY):
                return False
            gives = built and t.effect_kind[card] != n.PAY_FOR_POINTS
            if has(s.giving[seat], floor) != (gives and t.effect_points[card] + t.effect_coins[card] > 0):
                return False
    return True
