"""Information-set tree search over a title's rules. `Search` specialises it for every title.

One tree serves all deals that are possible for the seat to act: every simulation starts from a fresh
blinding, goes down the tree along actions that are legal there, plays on for some turns, and adds each seat's
chance to win to every node on its way.

    S  the position to search      W  three states to play on     C  a random stream
    N  the nodes of the tree       M  room for another tree       H  what `Tree` counts (NODES, STAMP)
    P  settings, by number         R  each seat's chance to win   path  the nodes of a simulation
    mark  a number for every action: the last stamp under which it was legal
    named, also  actions           seen  a count for every action
    net  nothing, or the arrays of a network (`bots.network`), with room for logits and for shares
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from rooftop.bots.network.numbers import HINTS
from rooftop.bots.search.numbers import (
    CUT,
    DEEPEST,
    DELAY,
    END,
    EXPLORATION,
    FIRST_PLAY,
    HOPELESS,
    LEAF,
    LEAF_END,
    LEAST,
    LENGTH,
    LOOKAHEAD,
    MARGIN,
    NODES,
    NONE,
    OPENING,
    POLICY,
    PRIOR,
    ROOT,
    SAMPLES,
    SHARPNESS,
    SLIPS,
    STAMP,
    TEMPERATURE,
    TO_ACT,
    UNIFORM,
    WHOLE_TURNS,
    WIDENING,
    WIDTH,
)
from rooftop.engine.arithmetic import exponential
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import total
from rooftop.engine.record import Array
from rooftop.engine.rng import bits32, draw
from rooftop.engine.state import NOBODY

if TYPE_CHECKING:  # filled in by `specialise`
    from collections.abc import Callable

    legal: Callable[..., int]
    blind: Callable[..., None]
    value: Callable[..., int]
    take: Callable[..., None]
    best_single: Callable[..., int]
    # and from the template of networks
    think: Callable[..., int]
    judge_shares: Callable[..., None]
    judge_actions: Callable[..., None]


@kernel
def simulate(
    S: Array,
    i: int,
    T: Array,
    W: Array,
    C: Array,
    N: Array,
    H: Array,
    P: Array,
    R: Array,
    mark: Array,
    out: Array,
    more: Array,
    values: Array,
    path: Array,
    count: int,
) -> None:
    """Run `count` simulations for the seat to act in S[i]."""
    run(S, i, T, W, C, N, H, P, R, mark, out, more, values, path, (), count)


@kernel
def simulate_with(
    S: Array,
    i: int,
    T: Array,
    W: Array,
    C: Array,
    N: Array,
    H: Array,
    P: Array,
    R: Array,
    mark: Array,
    out: Array,
    more: Array,
    values: Array,
    path: Array,
    D: Array,
    F: Array,
    L: Array,
    U: Array,
    A: Array,
    B: Array,
    G: Array,
    V: Array,
    Y: Array,
    X: Array,
    K: Array,
    logits: Array,
    shares: Array,
    count: int,
) -> None:
    """Run `count` simulations with a network."""
    net = (D, F, L, U, A, B, G, V, Y, X, K, logits, shares)
    run(S, i, T, W, C, N, H, P, R, mark, out, more, values, path, net, count)


@kernel
def run(
    S: Array,
    i: int,
    T: Array,
    W: Array,
    C: Array,
    N: Array,
    H: Array,
    P: Array,
    R: Array,
    mark: Array,
    out: Array,
    more: Array,
    values: Array,
    path: Array,
    net: Any,
    count: int,
) -> None:
    """The body of both: compiled without a network, it contains no trace of one."""
    seat = S[i].to_act
    for _ in range(count):
        W[0] = S[i]
        high = bits32(C[0])
        blind(W[0], T[0], seat, high << 30 | bits32(C[0]))
        depth = descend(T, W, C, N, H, P, mark, out, more, values, path, net)
        if len(net) > 0:
            judge_leaf(T, W, C, P, R, S[i].ply, more, net)
        else:
            play_on(T, W, C, P, more)
            judge(W[0], T[0], S[i].ply, P, R)
        for k in range(depth + 1):
            node = N[path[k]]
            node.visits += 1
            for other in range(W[0].seats):
                node.value[other] += R[other]


# --- in the tree -------------------------------------------------------------------------------------


@kernel
def descend(
    T: Array,
    W: Array,
    C: Array,
    N: Array,
    H: Array,
    P: Array,
    mark: Array,
    out: Array,
    more: Array,
    values: Array,
    path: Array,
    net: Any,
) -> int:
    """Play W[0] down to a leaf and return its depth; `path` holds the nodes."""
    node = ROOT
    depth = 0
    path[0] = ROOT
    while W[0].to_act != NOBODY and depth < DEEPEST:
        n = legal(W[0], T[0], out)
        if n == 1:
            node = only_child(N, H, node, out[0])
        elif N[node].visits == 0 and node != ROOT:
            break
        else:
            node = select(T, W, N, H, P, node, n, mark, out, more, values, net)
        if node == NONE:
            break  # no room for more nodes
        take(W[0], T[0], N[node].action)
        depth += 1
        path[depth] = node
    return depth


@kernel
def only_child(N: Array, H: Array, node: int, action: int) -> int:
    """The child of a forced move; create it if it is missing."""
    child = N[node].first
    while child != NONE:
        if N[child].action == action:
            return child
        child = N[child].next
    if H[NODES] >= len(N):
        return NONE
    return add_child(N, H, node, action, 1.0)


@kernel
def add_child(N: Array, H: Array, node: int, action: int, prior: float) -> int:
    """Insert a child behind all that are at least as likely."""
    child = H[NODES]
    H[NODES] = child + 1
    new = N[child]
    new.action = action
    new.prior = prior
    new.visits = 0
    new.available = 0
    new.first = NONE
    new.next = NONE
    for seat in range(4):
        new.value[seat] = 0.0
    at = N[node].first
    if at == NONE or N[at].prior < prior:
        new.next = at
        N[node].first = child
        return child
    while N[at].next != NONE and N[N[at].next].prior >= prior:
        at = N[at].next
    new.next = N[at].next
    N[at].next = child
    return child


@kernel
def select(
    T: Array,
    W: Array,
    N: Array,
    H: Array,
    P: Array,
    node: int,
    n: int,
    mark: Array,
    out: Array,
    more: Array,
    values: Array,
    net: Any,
) -> int:
    """Choose a child among the actions in `out`, which are legal in W[0], by value and prior.

    A child's exploration grows with the number of times it was available, not with its parent's visits.
    """
    stamp = H[STAMP] + 1
    H[STAMP] = stamp
    for k in range(n):
        mark[out[k]] = stamp
    available = 0
    child = N[node].first
    while child != NONE:
        if mark[N[child].action] == stamp:
            mark[N[child].action] = -stamp  # has a node already
            available += 1
        child = N[child].next
    if available < n and H[NODES] + n <= len(N):
        expand(T, W, N, H, P, node, n, stamp, mark, out, more, values, net)
    width = n
    if P[WIDTH] > 0:
        width = min(n, int(P[WIDTH] + P[WIDENING] * math.sqrt(N[node].visits)))
    together = 0.0
    seen = 0
    child = N[node].first
    while child != NONE and seen < width:
        if mark[N[child].action] == -stamp:
            together += N[child].prior
            N[child].available += 1
            seen += 1
        child = N[child].next
    mover = W[0].to_act
    first_play = -P[FIRST_PLAY]
    if N[node].visits > 0:
        first_play += N[node].value[mover] / N[node].visits
    chosen = NONE
    most = 0.0
    left = seen
    child = N[node].first
    while child != NONE and left > 0:
        if mark[N[child].action] == -stamp:
            left -= 1
            visits = N[child].visits
            mean = first_play
            if visits > 0:
                mean = N[child].value[mover] / visits
            prior = (1.0 - P[UNIFORM]) * N[child].prior / together + P[UNIFORM] / seen
            score = mean + P[EXPLORATION] * prior * math.sqrt(N[child].available) / (1 + visits)
            if chosen == NONE or score > most:
                most = score
                chosen = child
        child = N[child].next
    return chosen


@kernel
def expand(
    T: Array,
    W: Array,
    N: Array,
    H: Array,
    P: Array,
    node: int,
    n: int,
    stamp: int,
    mark: Array,
    out: Array,
    more: Array,
    values: Array,
    net: Any,
) -> None:
    """Add a child for every action in `out` that has none. Its prior comes from the value after it, and from
    the network's policy."""
    compared = True
    if len(net) > 0:
        compared = needs_values(P, net)
    if compared:
        compare(T, W, P, node, n, out, more, values)
    if len(net) > 0:
        mix_priors(T, W, P, n, out, values, net)
    for k in range(n):
        if mark[out[k]] == stamp:
            prior = exponential(values[k] / P[PRIOR])
            if len(net) > 0:
                prior = values[k]
            add_child(N, H, node, out[k], prior)
            mark[out[k]] = -stamp


@kernel
def needs_values(P: Array, net: Any) -> bool:
    """Whether the values after the actions make a difference: for priors, or as hints."""
    sizes = net[0]
    return P[POLICY] < 1 or sizes[HINTS] > 0


@kernel
def compare(T: Array, W: Array, P: Array, node: int, n: int, out: Array, more: Array, values: Array) -> None:
    """Write the value after every action in `out`, relative to the best.

    With LOOKAHEAD (1: at the root, 2: everywhere) the turn is first played to its end: values in the middle
    of a turn are misleading.
    """
    seat = W[0].to_act
    turn = W[0].turn
    to_the_end = P[LOOKAHEAD] > 1 or (P[LOOKAHEAD] > 0 and node == ROOT)
    most = 0.0
    for k in range(n):
        W[1] = W[0]
        take(W[1], T[0], out[k])
        while to_the_end and W[1].to_act == seat and W[1].turn == turn:
            take(W[1], T[0], best_single(W, 1, T[0], seat, more))
        values[k] = value(W[1], T[0], seat)
        if k == 0 or values[k] > most:
            most = values[k]
    for k in range(n):
        values[k] -= most


@kernel
def mix_priors(T: Array, W: Array, P: Array, n: int, out: Array, values: Array, net: Any) -> None:
    """Replace `values`, relative to the best, by priors: POLICY of them is the network's."""
    D, F, L, U, A, B, G, V, Y, X, K, logits, _ = net
    unit = think(W[0], T[0], D, F, L, U, V, Y, X, K)
    judge_actions(D, A, B, G, X, unit, n, out, values, logits)
    most = logits[0]
    for k in range(n):
        most = max(most, logits[k])
    together = 0.0
    liked = 0.0
    for k in range(n):
        logits[k] = exponential((logits[k] - most) / P[TEMPERATURE])
        liked += logits[k]
        if P[POLICY] < 1:
            values[k] = exponential(values[k] / P[PRIOR])
            together += values[k]
    most = 0.0
    for k in range(n):
        prior = P[POLICY] * logits[k] / liked
        if P[POLICY] < 1:
            prior += (1.0 - P[POLICY]) * values[k] / together
        values[k] = prior
        most = max(most, prior)
    for k in range(n):
        values[k] /= most


# --- below the tree ----------------------------------------------------------------------------------


@kernel
def judge_leaf(T: Array, W: Array, C: Array, P: Array, R: Array, ply: int, more: Array, net: Any) -> None:
    """Write each seat's chance of winning to R. The network's share of it is LEAF, or LEAF_END in the last
    turns; playouts give the rest."""
    if W[0].to_act == NOBODY:
        judge(W[0], T[0], ply, P, R)
        return
    stage = min(1.0, W[0].ply / P[LENGTH])
    leaf = max(0.0, min(1.0, P[LEAF] + stage * (P[LEAF_END] - P[LEAF])))
    D, F, L, U, A, B, _, V, Y, X, K, _, shares = net
    if leaf > 0:
        unit = think(W[0], T[0], D, F, L, U, V, Y, X, K)
        judge_shares(D, A, B, X, unit, W[0].to_act, W[0].seats, P[SHARPNESS], shares)
    for seat in range(W[0].seats):
        R[seat] = 0.0
    if leaf < 1:
        play_on(T, W, C, P, more)
        judge(W[0], T[0], ply, P, R)
    for seat in range(W[0].seats):
        R[seat] = leaf * shares[seat] + (1.0 - leaf) * R[seat]


@kernel
def play_on(T: Array, W: Array, C: Array, P: Array, more: Array) -> None:
    """Play W[0] to the end of its turn and then CUT turns, or to the end of the game if CUT is negative."""
    cut = int(P[CUT])
    samples = int(P[SAMPLES])
    slips = int(1000 * P[SLIPS])
    turns = 0
    turn = W[0].turn
    while W[0].to_act != NOBODY and (cut < 0 or turns <= cut):
        if P[WHOLE_TURNS] > 0:
            play_turn(T, W, C, samples, more)
        elif samples == 0 and draw(C[0], 1000) >= slips:
            take(W[0], T[0], best_single(W, 0, T[0], W[0].to_act, more))
        else:
            take(W[0], T[0], sampled(T, W, C, samples, more))
        if W[0].turn != turn:
            turn = W[0].turn
            turns += 1


@kernel
def sampled(T: Array, W: Array, C: Array, samples: int, more: Array) -> int:
    """The best, by value, of some random actions in W[0]."""
    seat = W[0].to_act
    n = legal(W[0], T[0], more)
    if samples <= 1 or n == 1:
        return more[draw(C[0], n)]
    chosen = 0
    most = 0
    for k in range(min(samples, n)):
        other = k + draw(C[0], n - k)
        action = more[other]
        more[other] = more[k]
        W[1] = W[0]
        take(W[1], T[0], action)
        estimate = value(W[1], T[0], seat)
        if k == 0 or estimate > most:
            most = estimate
            chosen = action
    return chosen


@kernel
def play_turn(T: Array, W: Array, C: Array, samples: int, more: Array) -> None:
    """Play the best, by value, of some random turns from W[0]."""
    seat = W[0].to_act
    turn = W[0].turn
    most = 0
    for k in range(samples):
        W[1] = W[0]
        while W[1].to_act == seat and W[1].turn == turn:
            take(W[1], T[0], more[draw(C[0], legal(W[1], T[0], more))])
        estimate = value(W[1], T[0], seat)
        if k == 0 or estimate > most:
            most = estimate
            W[2] = W[1]
    W[0] = W[2]


@kernel
def judge(s: Any, t: Any, ply: int, P: Array, R: Array) -> None:
    """Write each seat's chance of winning to R. `ply` is the ply of the search's root."""
    stage = min(1.0, s.ply / P[LENGTH])
    sharpness = (1.0 - stage) * P[OPENING] + stage * P[END]
    most = 0.0
    for seat in range(s.seats):
        if s.to_act == NOBODY:
            R[seat] = 100.0 * total(s, seat)
        else:
            R[seat] = value(s, t, seat)
            if s.to_act == seat:
                R[seat] += P[TO_ACT]
        if seat == 0 or R[seat] > most:
            most = R[seat]
    together = 0.0
    for seat in range(s.seats):
        R[seat] = exponential((R[seat] - most) * sharpness)
        together += R[seat]
    # Sooner is better for the leader, so that a winning player ends the game.
    late = min(0.05, P[DELAY] * (s.ply - ply))
    winners = 0
    if s.to_act == NOBODY:
        for seat in range(s.seats):
            if s.rank[seat] == 1:
                winners += 1
    for seat in range(s.seats):
        chance = R[seat] / together
        if winners > 0:
            won = 1.0 / winners if s.rank[seat] == 1 else 0.0
            chance = P[MARGIN] * chance + (1.0 - P[MARGIN]) * won
        R[seat] = (1.0 - late) * chance + late / s.seats


# --- a decision ----------------------------------------------------------------------------------------
# What callers do between simulations. They check the clock, and hold several trees.


@kernel
def plant(N: Array, H: Array, mark: Array) -> None:
    """Prepare a search, in an empty tree unless `follow` has kept something."""
    for action in range(len(mark)):
        mark[action] = 0
    H[STAMP] = 0
    if H[NODES] > 0:
        return
    H[NODES] = 1
    root = N[ROOT]
    root.action = 0
    root.prior = 0.0
    root.visits = 0
    root.available = 0
    root.first = NONE
    root.next = NONE
    for seat in range(4):
        root.value[seat] = 0.0


@kernel
def tally(N: Array, seen: Array) -> None:
    """Add the visits of each action at the root to those in `seen`."""
    child = N[ROOT].first
    while child != NONE:
        seen[N[child].action] += N[child].visits
        child = N[child].next


@kernel
def settled(seen: Array, left: int) -> bool:
    """Whether the remaining simulations cannot change which action was visited most. Clears `seen`."""
    most = 0
    second = 0
    for action in range(len(seen)):
        count = seen[action]
        seen[action] = 0
        if count > most:
            second = most
            most = count
        elif count > second:
            second = count
    return most - second > left


@kernel
def visited(N: Array, part: int, named: Array) -> int:
    """List the actions at the root with at least a `part`th of the most visits (0: with any) in `named`;
    return their number."""
    most = 1
    child = N[ROOT].first
    while child != NONE:
        most = max(most, N[child].visits)
        child = N[child].next
    n = 0
    child = N[ROOT].first
    while child != NONE:
        visits = N[child].visits
        if visits > 0 and (part == 0 or part * visits >= most):
            named[n] = N[child].action
            n += 1
        child = N[child].next
    return n


@kernel
def judged(N: Array, seat: int, named: Array, count: int, sure: int, visits: Array, chances: Array) -> None:
    """Write how often each of the `count` actions in `named` was visited, and its chance of winning for the
    seat. The action `sure` wins, unless it is NONE."""
    for k in range(count):
        visits[k] = 0
        chances[k] = 0.0
        child = child_of_root(N, named[k])
        if child != NONE:
            visits[k] = N[child].visits
            if visits[k] > 0:
                chances[k] = chance(N, child, seat)
        if named[k] == sure:
            chances[k] = 1.0


@kernel
def child_of_root(N: Array, action: int) -> int:
    """The child of the root that an action leads to, or NONE."""
    child = N[ROOT].first
    while child != NONE and N[child].action != action:
        child = N[child].next
    return child


@kernel
def chance(N: Array, node: int, seat: int) -> float:
    """The chance of a seat to win at a node that has been visited."""
    return N[node].value[seat] / N[node].visits


# --- advice --------------------------------------------------------------------------------------------


@kernel
def candidates(N: Array, seat: int, sure: int, best: int, also: Array, count: int, named: Array) -> int:
    """List the moves to compare in `named`: the `best` ones at the root, preceded by `sure` unless it is
    NONE, and the `count` ones in `also`. Return their number."""
    n = 0
    if sure != NONE:
        named[0] = sure
        n = 1
    while n < best:
        chosen = NONE
        child = N[ROOT].first
        while child != NONE:
            if N[child].visits > 0 and not is_among(named, n, N[child].action):
                if chosen == NONE or is_better(N, child, chosen, seat):
                    chosen = child
            child = N[child].next
        if chosen == NONE:
            break
        named[n] = N[chosen].action
        n += 1
    for k in range(count):
        if not is_among(named, n, also[k]):
            named[n] = also[k]
            n += 1
    return n


@kernel
def is_among(named: Array, count: int, action: int) -> bool:
    for k in range(count):
        if named[k] == action:
            return True
    return False


@kernel
def is_better(N: Array, node: int, other: int, seat: int) -> bool:
    """Whether a node was visited more often than another or, if as often, has the better chance."""
    if N[node].visits != N[other].visits:
        return N[node].visits > N[other].visits
    return chance(N, node, seat) > chance(N, other, seat)


@kernel
def least_known(N: Array, named: Array, count: int, wanted: int) -> int:
    """The action in `named` to look at next, the one with the fewest visits; NONE if there is nothing to
    compare, or if each has enough and the root has as many visits as wanted."""
    chosen = NONE
    fewest = 0
    for k in range(count):
        child = child_of_root(N, named[k])
        known = 0
        if child != NONE:
            known = N[child].visits
        if chosen == NONE or known < fewest:
            fewest = known
            chosen = named[k]
    if count < 2 or (fewest >= LEAST and N[ROOT].visits >= wanted):
        return NONE
    return chosen


@kernel
def narrow(N: Array, M: Array, seat: int, action: int) -> int:
    """Let the next simulations start with this action of the seat to act: it comes first at the root, however
    few are considered, and the others seem hopeless. M keeps what is known about the others. Return their
    number, or NONE if there is no such action."""
    before = NONE
    chosen = N[ROOT].first
    while chosen != NONE and N[chosen].action != action:
        before = chosen
        chosen = N[chosen].next
    if chosen == NONE:
        return NONE
    if before != NONE:
        N[before].next = N[chosen].next
        N[chosen].next = N[ROOT].first
        N[ROOT].first = chosen
    count = 0
    child = N[chosen].next
    while child != NONE:
        M[count] = N[child]
        M[count].first = child
        N[child].visits = 1
        N[child].value[seat] = HOPELESS
        count += 1
        child = N[child].next
    return count


@kernel
def widen(N: Array, M: Array, seat: int, count: int) -> None:
    """End what `narrow` began."""
    for k in range(count):
        child = M[k].first
        N[child].visits = M[k].visits
        N[child].value[seat] = M[k].value[seat]


# --- between two decisions -----------------------------------------------------------------------------


@kernel
def follow(N: Array, M: Array, H: Array, chosen: Array) -> int:
    """Descend from the root along the actions `chosen` and copy the subtree found there to M.

    Returns the visits of its root, or 0 if the tree does not reach that far.
    """
    node = ROOT
    for k in range(len(chosen)):
        child = N[node].first
        while child != NONE and N[child].action != chosen[k]:
            child = N[child].next
        if child == NONE:
            return 0
        node = child
    M[ROOT] = N[node]
    M[ROOT].next = NONE
    count = 1
    k = 0
    while k < count:
        child = M[k].first  # of the old tree
        if child != NONE:
            M[k].first = count
        while child != NONE:
            M[count] = N[child]
            child = N[child].next
            if child != NONE:
                M[count].next = count + 1
            count += 1
        k += 1
    H[NODES] = count
    return M[ROOT].visits


@kernel
def winning(S: Array, i: int, T: Array, W: Array, C: Array, out: Array, deals: int) -> int:
    """An action that ends the game at once, with the seat to act as the only winner in every deal tried; or
    NONE."""
    seat = S[i].to_act
    for k in range(legal(S[i], T[0], out)):
        sure = True
        for _ in range(deals):
            if sure:
                W[0] = S[i]
                blind(W[0], T[0], seat, bits32(C[0]))
                take(W[0], T[0], out[k])
                sure = W[0].to_act == NOBODY and W[0].rank[seat] == 1
                for other in range(W[0].seats):
                    if other != seat and W[0].rank[other] == 1:
                        sure = False
        if sure:
            return out[k]
    return NONE
