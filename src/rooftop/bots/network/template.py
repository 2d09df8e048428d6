"""Evaluating a network over a title's rules. `Network` specialises it for every title.

It computes with whole numbers, so the order of additions makes no difference. The first layer keeps the sums
of the last position that it saw from each seat, and adds what has changed. Later layers skip zeros.

    S  positions      W  three states to try things on      out, more  room for every action
    values  the value after each action of `out`, for hints
    logits  of the actions in `out`                          R  each seat's share of the outcome

A network is a few arrays (`Evaluator`). A number of a layer counts units of 2**-BITS.

    D  sizes                                      F  the first layer: a row for each observation
    L  the other layers: a row for each input     U  their units and biases: two rows for each layer
    A  the heads: rows for the policy's actions, the value's seats and the gates of hints
    B  their units, biases and scales of hints    G  single numbers
    V  the last observation of each seat, and room for another
    Y  the sums of the first layer for each seat, and room for two layers
    X  the last layer                             K  room for numbers of rows, and for factors
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rooftop.bots.network.numbers import (
    ACTIONS,
    BIAS,
    BITS,
    FARTHEST,
    GATE,
    HIDDEN,
    HINT_UNIT,
    HINTS,
    LARGEST,
    LAYERS,
    MOST_NUMBER,
    MOST_SUM,
    MOST_WEIGHT,
    SCALES,
    UNIT,
    VALUE,
    WIDTH,
)
from rooftop.engine.arithmetic import Single, exponential, plus_product, plus_whole
from rooftop.engine.kernel import kernel
from rooftop.engine.record import Array
from rooftop.engine.state import SEATS

if TYPE_CHECKING:  # filled in by `specialise`
    from collections.abc import Callable

    legal: Callable[..., int]
    blind: Callable[..., None]
    observe: Callable[..., None]
    value: Callable[..., int]
    take: Callable[..., None]
    best_single: Callable[..., int]


@kernel
def evaluate(
    S: Array,
    i: int,
    T: Array,
    W: Array,
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
    out: Array,
    more: Array,
    values: Array,
    logits: Array,
    R: Array,
) -> int:
    """List the legal actions of S[i] with their logits, and write each seat's share; return the number of
    actions. Nothing that the seat to act cannot know makes a difference."""
    W[0] = S[i]
    blind(W[0], T[0], S[i].to_act, 0)
    n = legal(W[0], T[0], out)
    unit = think(W[0], T[0], D, F, L, U, V, Y, X, K)
    judge_shares(D, A, B, X, unit, W[0].to_act, W[0].seats, 1.0, R)
    if D[HINTS] > 0:
        look_ahead(T, W, n, out, more, values)
    judge_actions(D, A, B, G, X, unit, n, out, values, logits)
    return n


# --- layers ------------------------------------------------------------------------------------------


@kernel
def think(
    s: Any, t: Any, D: Array, F: Array, L: Array, U: Array, V: Array, Y: Array, X: Array, K: Array
) -> float:
    """Write the last layer for the seat to act to X; return its unit."""
    seat = s.to_act
    hidden = D[HIDDEN]
    observe(s, t, seat, V[SEATS])
    add_rows(F, 0, K, changes(V[SEATS], V[seat], K), Y[seat], D[WIDTH])
    row = seat
    at = 0
    before = D[WIDTH]
    for layer in range(D[LAYERS]):
        to = SEATS + layer % 2
        add_layer(L, at, U[2 * layer], U[2 * layer + 1], Y[row], Y[to], K, before, hidden)
        row = to
        at += before
        before = hidden
    y = Y[row]
    shift = room_for(y, hidden)
    for j in range(hidden):
        X[j] = y[j] >> shift
    return (1 << shift) / (1 << D[BITS])


@kernel
def changes(new: Array, old: Array, K: Array) -> int:
    """List the differences between two observations, keep the new one, and return their number."""
    count = 0
    for k in range(len(new)):
        if new[k] != old[k]:
            K[0, count] = k
            K[1, count] = new[k] - old[k]
            old[k] = new[k]
            count += 1
    return count


@kernel
def add_rows(rows: Array, at: int, K: Array, count: int, y: Array, width: int) -> None:
    """Add the `count` rows that K lists from index `at`, times their factors, to `y`: four at a time."""
    for k in range(count, count + 3):
        K[0, k] = 0
        K[1, k] = 0
    for k in range(0, count, 4):
        a = rows[at + K[0, k]]
        b = rows[at + K[0, k + 1]]
        c = rows[at + K[0, k + 2]]
        d = rows[at + K[0, k + 3]]
        for_a = K[1, k]
        for_b = K[1, k + 1]
        for_c = K[1, k + 2]
        for_d = K[1, k + 3]
        for j in range(width):
            total = plus_whole(plus_whole(y[j], for_a, a[j]), for_b, b[j])
            y[j] = plus_whole(plus_whole(total, for_c, c[j]), for_d, d[j])


@kernel
def room_for(y: Array, count: int) -> int:
    """The number of bits by which to shorten `y`, so that no sum of its products with weights overflows."""
    most = np.int32(0)
    for j in range(count):
        most = max(most, y[j])
    longest = min(LARGEST, MOST_SUM // (MOST_WEIGHT * count))
    shift = 0
    while most >> shift > longest:
        shift += 1
    return shift


@kernel
def add_layer(
    L: Array, at: int, units: Array, biases: Array, x: Array, y: Array, K: Array, before: int, hidden: int
) -> None:
    """Compute the layer `y` from the positive numbers in `x`."""
    shift = room_for(x, before)
    count = 0
    for k in range(before):
        K[0, count] = k
        K[1, count] = x[k] >> shift
        if x[k] > 0:
            count += 1
    for j in range(hidden):
        y[j] = 0
    add_rows(L, at, K, count, y, hidden)
    longer: Single = np.float32(1 << shift)
    for j in range(hidden):
        number = plus_product(biases[j], np.float32(y[j]), np.float32(longer * units[j]))
        if number < 0:
            number = np.float32(0)
        if number > MOST_NUMBER:
            number = np.float32(MOST_NUMBER)
        y[j] = int(number)
    if before == hidden:
        for j in range(hidden):
            y[j] += max(0, x[j])


# --- heads -------------------------------------------------------------------------------------------


@kernel
def product(x: Array, weights: Array, hidden: int) -> int:
    """The sum of the products of two rows."""
    total: Any = np.int32(0)
    for j in range(hidden):
        total = plus_whole(total, x[j], weights[j])
    return int(total)


@kernel
def head(A: Array, B: Array, X: Array, unit: float, row: int, hidden: int) -> float:
    """One output of a head: a logit, or a gate."""
    return B[row, BIAS] + unit * B[row, UNIT] * product(X, A[row], hidden)


@kernel
def judge_shares(
    D: Array, A: Array, B: Array, X: Array, unit: float, seat: int, seats: int, sharpness: float, R: Array
) -> None:
    """Write the share of each seat to R. The network counts seats from the one that acts."""
    most = 0.0
    for k in range(seats):
        logit = sharpness * head(A, B, X, unit, D[ACTIONS] + VALUE + k, D[HIDDEN])
        R[(seat + k) % seats] = logit
        if k == 0 or logit > most:
            most = logit
    together = 0.0
    for k in range(seats):
        R[k] = exponential(R[k] - most)
        together += R[k]
    for k in range(seats):
        R[k] /= together


@kernel
def judge_actions(
    D: Array,
    A: Array,
    B: Array,
    G: Array,
    X: Array,
    unit: float,
    n: int,
    out: Array,
    values: Array,
    logits: Array,
) -> None:
    """Write the logits of the actions in `out`, with hints from `values` if the network takes them."""
    for k in range(n):
        logits[k] = head(A, B, X, unit, out[k], D[HIDDEN])
    if D[HINTS] > 0:
        add_hints(D, A, B, G, X, unit, n, out, values, logits)


@kernel
def add_hints(
    D: Array,
    A: Array,
    B: Array,
    G: Array,
    X: Array,
    unit: float,
    n: int,
    out: Array,
    values: Array,
    logits: Array,
) -> None:
    """Add hints from the values after the actions."""
    gate = D[ACTIONS] + GATE
    a = head(A, B, X, unit, gate, D[HIDDEN])
    b = head(A, B, X, unit, gate + 1, D[HIDDEN])
    c = head(A, B, X, unit, gate + 2, D[HIDDEN])
    most = values[0]
    for k in range(n):
        most = max(most, values[k])
    for k in range(n):
        scales = B[out[k]]
        hint = max(FARTHEST, (values[k] - most) / G[HINT_UNIT])
        logits[k] += hint * (scales[SCALES] + a)
        logits[k] += max(hint, -1.0) * (scales[SCALES + 1] + b)
        if values[k] == most:
            logits[k] += scales[SCALES + 2] + c


@kernel
def look_ahead(T: Array, W: Array, n: int, out: Array, more: Array, values: Array) -> None:
    """Write the value after every action in `out`, at the end of the turn of the seat to act in W[0], played
    greedily."""
    seat = W[0].to_act
    turn = W[0].turn
    for k in range(n):
        W[1] = W[0]
        take(W[1], T[0], out[k])
        while W[1].to_act == seat and W[1].turn == turn:
            take(W[1], T[0], best_single(W, 1, T[0], seat, more))
        values[k] = value(W[1], T[0], seat)
