"""Evaluating a network over a title's rules. `Network` specialises it for every title.

It computes with 32 bits, in an order that is the same everywhere. Most observations are 0, so the first layer
skips those; its weights are whole numbers of 16 bits, in a unit for each observation.

    S  positions      W  three states to try things on      out, more  room for every action
    worth  the value after every action of `out`, for hints
    logits  of the actions in `out`                          R  each seat's share of the outcome

A network is a few arrays (`Evaluator`):

    D  sizes                                      F  the first layer: a row for each observation
    G  single numbers, units, the first bias      L  heads (value, gates of hints) and the other layers
    A  the policy: an action's weights, bias and scales
    V  room for an observation                    X  room for two layers
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rooftop.bots.network.numbers import (
    BIAS,
    FARTHEST,
    GATE,
    HEADS,
    HIDDEN,
    HINT_UNIT,
    HINTS,
    LANES,
    LAYERS,
    SCALES,
    UNITS,
    VALUE,
    VALUE_BIAS,
    WIDTH,
)
from rooftop.engine.arithmetic import Single, exponential, plus_product
from rooftop.engine.kernel import kernel
from rooftop.engine.record import Array

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
    G: Array,
    L: Array,
    A: Array,
    V: Array,
    X: Array,
    out: Array,
    more: Array,
    worth: Array,
    logits: Array,
    R: Array,
) -> int:
    """List the legal actions of S[i] with their logits, and write each seat's share; return how many
    actions there are. Nothing that the seat to act cannot know makes a difference."""
    W[0] = S[i]
    blind(W[0], T[0], S[i].to_act, 0)
    n = legal(W[0], T[0], out)
    row = think(W[0], T[0], D, F, G, L, V, X)
    judge_shares(D, G, L, X, row, W[0].to_act, W[0].seats, R)
    if D[HINTS] > 0:
        look_ahead(T, W, n, out, more, worth)
    judge_actions(D, G, L, A, X, row, n, out, worth, logits)
    return n


@kernel
def think(s: Any, t: Any, D: Array, F: Array, G: Array, L: Array, V: Array, X: Array) -> int:
    """Compute the last layer for the seat to act; return the row of X that holds it."""
    width = D[WIDTH]
    hidden = D[HIDDEN]
    observe(s, t, s.to_act, V)
    y = X[0]
    for j in range(width):
        y[j] = G[UNITS + len(V) + j]
    for k in range(len(V)):
        if V[k] != 0:
            x = np.float32(V[k] * G[UNITS + k])
            weights = F[k]
            for j in range(width):
                y[j] = plus_product(y[j], x, np.float32(weights[j]))
    for j in range(width):
        if y[j] < 0:
            y[j] = 0
    at = HEADS
    row = 0
    before = width
    for _ in range(D[LAYERS]):
        add_layer(L, at, X[row], X[1 - row], before, hidden)
        at += before + 1
        row = 1 - row
        before = hidden
    return row


@kernel
def add_layer(L: Array, at: int, x: Array, y: Array, before: int, hidden: int) -> None:
    """Compute the layer `y` from `x`. L[at] is its bias, and the weights of each of `x` follow."""
    bias = L[at]
    for j in range(hidden):
        y[j] = bias[j]
    for k in range(before):
        if x[k] > 0:
            factor = x[k]
            weights = L[at + 1 + k]
            for j in range(hidden):
                y[j] = plus_product(y[j], factor, weights[j])
    for j in range(hidden):
        if y[j] < 0:
            y[j] = 0
        if before == hidden:
            y[j] += x[j]


@kernel
def product(start: Single, x: Array, weights: Array, hidden: int) -> Single:
    """The sum of the products of two rows, and `start`. Eight sums are kept apart: a processor can add them
    at once."""
    a = start
    b: Single = np.float32(0)
    c = d = e = f = g = h = b
    for j in range(0, hidden, LANES):
        a = plus_product(a, x[j], weights[j])
        b = plus_product(b, x[j + 1], weights[j + 1])
        c = plus_product(c, x[j + 2], weights[j + 2])
        d = plus_product(d, x[j + 3], weights[j + 3])
        e = plus_product(e, x[j + 4], weights[j + 4])
        f = plus_product(f, x[j + 5], weights[j + 5])
        g = plus_product(g, x[j + 6], weights[j + 6])
        h = plus_product(h, x[j + 7], weights[j + 7])
    return np.float64(((a + e) + (b + f)) + ((c + g) + (d + h)))


@kernel
def judge_shares(D: Array, G: Array, L: Array, X: Array, row: int, seat: int, seats: int, R: Array) -> None:
    """Write the share of each seat to R. The network counts seats from the one that acts."""
    most = 0.0
    for k in range(seats):
        logit = product(G[VALUE_BIAS + k], X[row], L[VALUE + k], D[HIDDEN])
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
    G: Array,
    L: Array,
    A: Array,
    X: Array,
    row: int,
    n: int,
    out: Array,
    worth: Array,
    logits: Array,
) -> None:
    """Write the logits of the actions in `out`, with hints from `worth` if the network takes them."""
    hidden = D[HIDDEN]
    for k in range(n):
        weights = A[out[k]]
        logits[k] = product(weights[hidden + BIAS], X[row], weights, hidden)
    if D[HINTS] > 0:
        add_hints(D, G, L, A, X, row, n, out, worth, logits)


@kernel
def add_hints(
    D: Array,
    G: Array,
    L: Array,
    A: Array,
    X: Array,
    row: int,
    n: int,
    out: Array,
    worth: Array,
    logits: Array,
) -> None:
    """Add what the values after the actions say about them."""
    hidden = D[HIDDEN]
    a = product(np.float32(0), X[row], L[GATE], hidden)
    b = product(np.float32(0), X[row], L[GATE + 1], hidden)
    c = product(np.float32(0), X[row], L[GATE + 2], hidden)
    most = worth[0]
    for k in range(n):
        most = max(most, worth[k])
    for k in range(n):
        weights = A[out[k]]
        hint = max(FARTHEST, (worth[k] - most) / G[HINT_UNIT])
        logits[k] += hint * (weights[hidden + SCALES] + a)
        logits[k] += max(hint, -1.0) * (weights[hidden + SCALES + 1] + b)
        if worth[k] == most:
            logits[k] += weights[hidden + SCALES + 2] + c


@kernel
def look_ahead(T: Array, W: Array, n: int, out: Array, more: Array, worth: Array) -> None:
    """Write the value after every action in `out`, at the end of the turn of the seat to act in W[0], played
    greedily."""
    seat = W[0].to_act
    turn = W[0].turn
    for k in range(n):
        W[1] = W[0]
        take(W[1], T[0], out[k])
        while W[1].to_act == seat and W[1].turn == turn:
            take(W[1], T[0], best_single(W, 1, T[0], seat, more))
        worth[k] = value(W[1], T[0], seat)
