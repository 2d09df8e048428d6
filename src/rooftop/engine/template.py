"""The code that is generic over a title's rules. `kernel.specialise` executes it once per title, with that
title's functions in its namespace. Python calls only the functions below, always with (array, index): Numba
would infer the type of a bare record again at every call.

    S  states       T  tables (one)      Z  a blank state (one)
    C  streams      out  room for every action of the title

In a batch, T holds the tables of every kind of game in it; `kinds` says which one a slot plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rooftop.engine.kernel import inlined, kernel
from rooftop.engine.laws import ENDLESS, NO_RANKS, OWN_LAWS, POINTS_LOST, STUCK
from rooftop.engine.ranking import total
from rooftop.engine.record import Array
from rooftop.engine.refusals import LEGAL, OVER
from rooftop.engine.rng import bits32, draw
from rooftop.engine.state import NOBODY, RENEW, SKIP, UNKNOWN, SharedState

if TYPE_CHECKING:  # filled in by `specialise`
    from collections.abc import Callable

    ACTIONS: int
    setup: Callable[..., None]
    legal: Callable[..., int]
    apply: Callable[..., None]
    blind: Callable[..., None]
    known_to: Callable[..., int]
    observe: Callable[..., None]
    check: Callable[..., int]
    refresh: Callable[..., None]
    value: Callable[..., int]
    refusal: Callable[..., int]


if "legal" not in globals():

    @kernel
    def legal(s: SharedState, t: Any, out: Array) -> int:
        """The actions that `refusal` lets pass: for titles with so few that trying all of them is quick."""
        found = 0
        for action in range(ACTIONS):
            if refusal(s, t, action) == LEGAL:
                out[found] = action
                found += 1
        return found


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
    begin(S, i, T[0], Z, seats, options)


@kernel
def begin(S: Array, i: int, t: Any, Z: Array, seats: int, options: Array) -> None:
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
    setup(s, t, seats, options)


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
def why_not(S: Array, i: int, T: Array, action: int) -> int:
    """Why an action is not legal, as `refusals.because` packs it; LEGAL if it is."""
    return OVER if S[i].to_act == NOBODY else refusal(S[i], T[0], action)


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
def best(W: Array, t: Any, out: Array, more: Array) -> int:
    """The action in W[0] that leads to the highest value at the end of the seat's turn, played greedily.

    W[1] and W[2] are scratch space. W[0] should be blinded.
    """
    chosen = 0
    most = 0
    for k in range(legal(W[0], t, out)):
        W[1] = W[0]
        estimate = action_value(W, 1, t, out[k], more)
        if k == 0 or estimate > most:
            most = estimate
            chosen = out[k]
    return chosen


@kernel
def action_value(W: Array, at: int, t: Any, action: int, more: Array) -> int:
    """Play an action in W[at], and the turn to its end, greedily; return the value for the seat that played.

    W[at + 1] is scratch space.
    """
    seat = W[at].to_act
    turn = W[at].turn
    take(W[at], t, action)
    while W[at].to_act == seat and W[at].turn == turn:
        take(W[at], t, best_single(W, at, t, seat, more))
    return value(W[at], t, seat)


@kernel
def best_single(W: Array, at: int, t: Any, seat: int, more: Array) -> int:
    """The action in W[at] with the highest value right after it. W[at + 1] is scratch space."""
    chosen = 0
    most = 0
    for k in range(legal(W[at], t, more)):
        W[at + 1] = W[at]
        take(W[at + 1], t, more[k])
        estimate = value(W[at + 1], t, seat)
        if k == 0 or estimate > most:
            most = estimate
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

    With `checked`, check every law after every decision; a game that breaks one stops there, and `broken`
    holds the law's number.
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


# --- a batch: games side by side, one decision in each at a time -----------------------------------
# Row i of every array belongs to the game in slot i. On a GPU (`gpu_batch`) each slot has a thread. The CPU
# is a fifth faster if the loop over the slots and what it does are one function.


@inlined
def step_batch(
    first: int,
    last: int,
    S: Array,
    T: Array,
    Z: Array,
    C: Array,
    choices: Array,
    kinds: Array,
    players: Array,
    settings: Array,
    chosen: Array,
    resets: bool,
    actions: Array,
    counts: Array,
    random: Array,
    acting: Array,
    ended: Array,
    ranks: Array,
    points: Array,
    rewards: Array,
    by_margin: bool,
) -> None:
    """Make the chosen decision in the games from `first` to before `last`; SKIP leaves a game, RENEW starts a
    new one in its slot. Then list the legal actions, and draw one: with the list at hand, that is cheap.

    With `resets`, a new game replaces a finished one at once.
    """
    for i in range(first, last):
        s = S[i]
        t = T[kinds[i]]
        action = chosen[i]
        if action >= 0:
            take(s, t, action)
        if ended[i] or action == RENEW or (action >= 0 and s.to_act == NOBODY):
            settle_slot(
                i, S, T, Z, C, kinds, players, settings, action, resets, ended, ranks, points, rewards,
                by_margin,
            )  # fmt: skip
        if action != SKIP:
            counts[i] = 0 if s.to_act == NOBODY else legal(s, t, actions[i])
            acting[i] = s.to_act
        random[i] = SKIP if counts[i] == 0 else actions[i, draw(choices[i], counts[i])]


@kernel
def settle_slot(
    i: int,
    S: Array,
    T: Array,
    Z: Array,
    C: Array,
    kinds: Array,
    players: Array,
    settings: Array,
    action: int,
    resets: bool,
    ended: Array,
    ranks: Array,
    points: Array,
    rewards: Array,
    by_margin: bool,
) -> None:
    """Report a game that has just ended, or clear the previous report; start a new game if it is wanted. This
    is rare; a loop that contained it would be slower."""
    s = S[i]
    over = action >= 0 and s.to_act == NOBODY
    if over or ended[i]:
        report(s, over, ranks[i], points[i], rewards[i], by_margin)
    ended[i] = over
    if action == RENEW or (over and resets):
        for k in range(4):
            s.rng[k] = bits32(C[i])
        begin(S, i, T[kinds[i]], Z, players[kinds[i]], settings[kinds[i]])


@kernel
def show_batch(
    S: Array,
    T: Array,
    kinds: Array,
    chosen: Array,
    actions: Array,
    counts: Array,
    mask: Array,
    observers: Array,
    observation: Array,
) -> None:
    """Write the masks and observations of every game. An array without rows is not wanted."""
    for i in range(len(counts)):
        show_slot(i, S, T, kinds, chosen, actions, counts, mask, observers, observation)


@inlined
def show_slot(
    i: int,
    S: Array,
    T: Array,
    kinds: Array,
    chosen: Array,
    actions: Array,
    counts: Array,
    mask: Array,
    observers: Array,
    observation: Array,
) -> None:
    """Mark the legal actions, and write what the slot's observer knows: if it has none, the seat to act."""
    if chosen[i] == SKIP:
        return
    if len(mask) > 0:
        for k in range(mask.shape[1]):
            mask[i, k] = False
        for k in range(counts[i]):
            mask[i, actions[i, k]] = True
    seat = observers[i] if observers[i] >= 0 else S[i].to_act
    if seat >= 0 and len(observation) > 0:
        observe(S[i], T[kinds[i]], seat, observation[i])


@kernel
def report(s: Any, over: bool, ranks: Array, points: Array, rewards: Array, by_margin: bool) -> None:
    """Write how a game has ended, or clear what the previous step has written."""
    for seat in range(len(ranks)):
        there = over and seat < s.seats
        ranks[seat] = s.rank[seat] if there else 0
        points[seat] = total(s, seat) if there else 0
        rewards[seat] = 0.0
        if there:
            rewards[seat] = margin(s, seat) if by_margin else standing(s, seat)


@kernel
def standing(s: Any, seat: int) -> float:
    """1 for the first place, -1 for the last, in even steps between; tied seats get the mean of their
    places."""
    below = 0
    for other in range(s.seats):
        if s.rank[other] > s.rank[seat]:
            below += 1
        elif s.rank[other] < s.rank[seat]:
            below -= 1
    return below / (s.seats - 1)


@kernel
def margin(s: Any, seat: int) -> float:
    """How many points the seat is ahead of the best other one, or behind it."""
    most = -(1 << 31)
    for other in range(s.seats):
        if other != seat and total(s, other) > most:
            most = total(s, other)
    return float(total(s, seat) - most)


@inlined
def offered(actions: Array, counts: Array, i: int, action: int) -> bool:
    """Whether an action may be chosen in slot i."""
    if action == SKIP or action == RENEW:
        return True
    found = False
    for k in range(counts[i]):
        found |= actions[i, k] == action
    return found


@kernel
def refused(actions: Array, counts: Array, chosen: Array) -> int:
    """The first slot whose chosen action is not legal, or -1."""
    for i in range(len(counts)):
        if not offered(actions, counts, i, chosen[i]):
            return i
    return -1


@kernel
def greedy(
    S: Array,
    T: Array,
    kinds: Array,
    C: Array,
    W: Array,
    out: Array,
    more: Array,
    blinding: bool,
    chosen: Array,
) -> None:
    """Choose the best action of the seat to act in every game, SKIP in finished ones.

    Without `blinding` the states are already blinded. W has three states as scratch space.
    """
    for i in range(len(chosen)):
        greedy_slot(i, S, T, kinds, C, W, out, more, blinding, chosen)


@kernel
def greedy_slot(
    i: int,
    S: Array,
    T: Array,
    kinds: Array,
    C: Array,
    W: Array,
    out: Array,
    more: Array,
    blinding: bool,
    chosen: Array,
) -> None:
    chosen[i] = SKIP
    if S[i].to_act != NOBODY:
        W[0] = S[i]
        if blinding:
            blind(W[0], T[kinds[i]], W[0].to_act, bits32(C[i]))
        chosen[i] = best(W, T[kinds[i]], out, more)


@kernel
def action_values(
    S: Array,
    T: Array,
    kinds: Array,
    C: Array,
    W: Array,
    more: Array,
    actions: Array,
    counts: Array,
    values: Array,
) -> None:
    """Write the value of each legal action for the seat to act, in games where it has a choice."""
    for i in range(len(counts)):
        if counts[i] > 0:
            blinded_slot(i, S, T, kinds, C, W, 0)
        if counts[i] > 1:
            for k in range(counts[i]):
                W[1] = W[0]
                values[i, actions[i, k]] = action_value(W, 1, T[kinds[i]], actions[i, k], more)


@kernel
def blinded_slot(i: int, S: Array, T: Array, kinds: Array, C: Array, W: Array, at: int) -> None:
    """Copy the game in slot i to W[at], and re-deal what its seat to act cannot know."""
    W[at] = S[i]
    blind(W[at], T[kinds[i]], W[at].to_act, bits32(C[i]))


@kernel
def copy_states(S: Array, W: Array, times: int) -> None:
    """Copy states, to measure the speed."""
    for k in range(times):
        W[k % len(W)] = S[k % len(S)]
