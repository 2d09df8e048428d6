"""The code that is generic over a title's rules. `kernel.specialise` executes it once per title, with that
title's functions in its namespace. Python calls only the functions below, always with (array, index): Numba
would infer the type of a bare record again at every call.

    S  states       T  tables (one)      Z  a blank state (one)
    C  streams      out  room for every action of the title
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rooftop.engine.kernel import kernel
from rooftop.engine.laws import ENDLESS, NO_RANKS, OWN_LAWS, POINTS_LOST, STUCK
from rooftop.engine.ranking import total
from rooftop.engine.record import Array
from rooftop.engine.rng import bits32, draw
from rooftop.engine.state import NOBODY, UNKNOWN, SharedState

if TYPE_CHECKING:  # filled in by `specialise`
    from collections.abc import Callable

    setup: Callable[..., None]
    legal: Callable[..., int]
    apply: Callable[..., None]
    blind: Callable[..., None]
    known_to: Callable[..., int]
    observe: Callable[..., None]
    check: Callable[..., int]
    refresh: Callable[..., None]
    value: Callable[..., int]


@kernel
def take(s: SharedState, t: Any, action: int) -> None:
    """Make one decision, known to be legal, with the bookkeeping that all titles share."""
    s.event_count = 0
    s.ply += 1
    apply(s, t, action)


@kernel
def law_broken(s: SharedState, t: Any, out: Array) -> int:
    """The number of a law that does not hold, or 0."""
    if s.ply > t.max_plies:
        return ENDLESS
    if s.to_act == NOBODY:
        for seat in range(s.seats):
            if s.rank[seat] < 1 or s.rank[seat] > s.seats:
                return NO_RANKS
    elif legal(s, t, out) == 0:
        return STUCK
    own = check(s, t)
    if own != 0:
        return OWN_LAWS + own
    return 0


@kernel
def start(S: Array, i: int, T: Array, Z: Array, seats: int, options: Array) -> None:
    """Clear the state except for its generator, which the caller has seeded, and set up the game."""
    a = S[i].rng[0]
    b = S[i].rng[1]
    c = S[i].rng[2]
    d = S[i].rng[3]
    S[i] = Z[0]
    s = S[i]
    s.rng[0] = a
    s.rng[1] = b
    s.rng[2] = c
    s.rng[3] = d
    s.seats = seats
    setup(s, T[0], seats, options)


# --- one game, from Python ------------------------------------------------------------------------


@kernel
def moves(S: Array, i: int, T: Array, out: Array) -> int:
    return 0 if S[i].to_act == NOBODY else legal(S[i], T[0], out)


@kernel
def step(S: Array, i: int, T: Array, action: int, out: Array) -> bool:
    """Make the decision `action` if it is legal; otherwise change nothing."""
    if S[i].to_act == NOBODY:
        return False
    n = legal(S[i], T[0], out)
    for k in range(n):
        if out[k] == action:
            take(S[i], T[0], action)
            return True
    return False


@kernel
def blinded(S: Array, i: int, T: Array, W: Array, seat: int, salt: int) -> None:
    """Copy S[i] to W[0] and re-deal everything that `seat` cannot know."""
    W[0] = S[i]
    w = W[0]
    blind(w, T[0], seat, salt)
    for k in range(w.event_count):
        known = w.events[k, 4]
        if known >= 0 and (seat < 0 or (known >> seat) & 1 == 0):
            w.events[k, 2] = UNKNOWN
            w.events[k, 3] = UNKNOWN


@kernel
def refreshed(S: Array, i: int, T: Array) -> None:
    """Recompute the derived fields of S[i]."""
    refresh(S[i], T[0])


@kernel
def who_knows(S: Array, i: int, T: Array, action: int) -> int:
    return known_to(S[i], T[0], action)


@kernel
def features(S: Array, i: int, T: Array, seat: int, out: Array) -> None:
    observe(S[i], T[0], seat, out)


@kernel
def law(S: Array, i: int, T: Array, out: Array) -> int:
    return law_broken(S[i], T[0], out)


@kernel
def pick(C: Array, i: int, n: int) -> int:
    """A random choice among n."""
    return draw(C[i], n)


@kernel
def best(S: Array, i: int, T: Array, W: Array, out: Array, more: Array) -> int:
    """The action that leads to the most value at the end of the seat's turn, played greedily.

    W holds two states to try things on. S[i] should be blinded.
    """
    seat = S[i].to_act
    turn = S[i].turn
    chosen = 0
    most = 0
    for k in range(legal(S[i], T[0], out)):
        W[0] = S[i]
        take(W[0], T[0], out[k])
        while W[0].to_act == seat and W[0].turn == turn:
            take(W[0], T[0], best_single(W, 0, T, seat, more))
        worth = value(W[0], T[0], seat)
        if k == 0 or worth > most:
            most = worth
            chosen = out[k]
    return chosen


@kernel
def best_single(W: Array, at: int, T: Array, seat: int, more: Array) -> int:
    """The action in W[at] with the most value right after it. W[at + 1] is there to try things on."""
    chosen = 0
    most = 0
    for k in range(legal(W[at], T[0], more)):
        W[at + 1] = W[at]
        take(W[at + 1], T[0], more[k])
        worth = value(W[at + 1], T[0], seat)
        if k == 0 or worth > most:
            most = worth
            chosen = more[k]
    return chosen


# --- many games -----------------------------------------------------------------------------------


@kernel
def play_games(
    S: Array,
    T: Array,
    Z: Array,
    C: Array,
    seats: int,
    options: Array,
    checked: bool,
    out: Array,
    broken: Array,
) -> int:
    """Play a whole random game in each state and return the number of decisions.

    With `checked`, every law is checked after every decision; a game that breaks one stops there, and
    `broken` holds the law's number.
    """
    decisions = 0
    for i in range(len(broken)):
        start(S, i, T, Z, seats, options)
        s = S[i]
        t = T[0]
        broken[i] = law_broken(s, t, out) if checked else 0
        while s.to_act != NOBODY and broken[i] == 0:
            before = totals(s) if checked else 0
            take(s, t, out[draw(C[i], legal(s, t, out))])
            decisions += 1
            if checked:
                broken[i] = law_broken(s, t, out)
                if broken[i] == 0 and lost_points(before, totals(s)):
                    broken[i] = POINTS_LOST
    return decisions


@kernel
def totals(s: Any) -> int:
    """The points of all seats packed into one number, fifteen bits each."""
    packed = 0
    for seat in range(s.seats):
        packed |= total(s, seat) << (15 * seat)
    return packed


@kernel
def lost_points(before: int, after: int) -> bool:
    """Whether any seat has fewer points than before."""
    for seat in range(4):
        if (after >> (15 * seat)) & 0x7FFF < (before >> (15 * seat)) & 0x7FFF:
            return True
    return False


@kernel
def list_batch(S: Array, T: Array, actions: Array, counts: Array) -> None:
    """List the legal actions of every game, as a row and a count."""
    for i in range(len(counts)):
        counts[i] = legal(S[i], T[0], actions[i])


@kernel
def start_batch(S: Array, T: Array, Z: Array, C: Array, seats: int, options: Array, counts: Array) -> None:
    for i in range(len(counts)):
        seed_game(S, i, C)
        start(S, i, T, Z, seats, options)


@kernel
def seed_game(S: Array, i: int, C: Array) -> None:
    """Seed the next game in slot i of a batch from the stream of that slot."""
    for k in range(4):
        S[i].rng[k] = bits32(C[i])


@kernel
def refused(actions: Array, counts: Array, chosen: Array) -> int:
    """The first game whose chosen action is not legal, or -1."""
    for i in range(len(counts)):
        found = False
        for k in range(counts[i]):
            found = found or actions[i, k] == chosen[i]
        if not found:
            return i
    return -1


@kernel
def step_batch(
    S: Array,
    T: Array,
    Z: Array,
    C: Array,
    seats: int,
    options: Array,
    chosen: Array,
    actions: Array,
    counts: Array,
    ended: Array,
    ranks: Array,
) -> None:
    """Make one decision in every game. A game that ends reports its ranks and is replaced by a new one."""
    for i in range(len(counts)):
        take(S[i], T[0], chosen[i])
        ended[i] = S[i].to_act == NOBODY
        if ended[i]:
            for seat in range(seats):
                ranks[i, seat] = S[i].rank[seat]
            seed_game(S, i, C)
            start(S, i, T, Z, seats, options)
        counts[i] = legal(S[i], T[0], actions[i])


@kernel
def choose_batch(C: Array, actions: Array, counts: Array, chosen: Array) -> None:
    """Choose a random legal action for every game."""
    for i in range(len(counts)):
        chosen[i] = actions[i, draw(C[i], counts[i])]


@kernel
def copy_states(S: Array, W: Array, times: int) -> None:
    """Copy states, to measure how fast that is."""
    for k in range(times):
        W[k % len(W)] = S[k % len(S)]
