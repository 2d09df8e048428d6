"""Evaluating a network over a title's rules. `Network` specialises it for every title.

It computes with 32 bits, in an order that is the same everywhere. Most observations are 0, so the first layer
skips those; its weights are whole numbers of 16 bits, in a unit for each observation.

    S  positions      W  three states to try things on      out, more  room for every action
    worth  the value after every action of `out`, for hints
    logits  of the actions in `out`                          R  each seat's share of the outcome

A network is a few arrays (`Evaluator`):

    D  sizes                                      F  the first layer: observations by width
    G  the other weights (`numbers`)              A  the policy: an action's weights, bias and scales
    V  room for an observation                    X  room for two layers
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rooftop.bots.network.numbers import (
    BIAS,
    FARTHEST,
    HIDDEN,
    HINT_PARTS,
    HINT_UNIT,
    HINTS,
    LANES,
    LAYERS,
    SCALES,
    UNITS,
    VALUE_BIAS,
    WIDTH,
)
from rooftop.engine.arithmetic import exponential, plus_product
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
    G: Array,
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
    row = think(W[0], T[0], D, F, G, V, X)
    judge_shares(D, G, X, row, W[0].to_act, W[0].seats, R)
    if D[HINTS] > 0:
        look_ahead(T, W, n, out, more, worth)
    judge_actions(D, G, A, X, row, n, out, worth, logits)
    return n


@kernel
def think(s: Any, t: Any, D: Array, F: Array, G: Array, V: Array, X: Array) -> int:
    """Compute the last layer for the seat to act; return the row of X that holds it."""
    width = D[WIDTH]
    hidden = D[HIDDEN]
    observe(s, t, s.to_act, V)
    at = UNITS + len(V)
    for j in range(width):
        X[0, j] = G[at + j]
    for k in range(len(V)):
        if V[k] != 0:
            x = np.float32(V[k] * G[UNITS + k])
            for j in range(width):
                X[0, j] = plus_product(X[0, j], x, np.float32(F[k, j]))
    for j in range(width):
        if X[0, j] < 0:
            X[0, j] = 0
    at += width
    row = 0
    before = width
    for _ in range(D[LAYERS]):
        layer(G, at, X, row, before, hidden)
        at += (before + 1) * hidden
        row = 1 - row
        before = hidden
    return row


@kernel
def layer(G: Array, at: int, X: Array, row: int, before: int, hidden: int) -> None:
    """Compute a layer from X[row] into the other row; its weights and then its bias are at G[at]."""
    other = 1 - row
    bias = at + before * hidden
    for j in range(hidden):
        X[other, j] = G[bias + j]
    for k in range(before):
        x = X[row, k]
        if x > 0:
            for j in range(hidden):
                X[other, j] = plus_product(X[other, j], x, G[at + j])
        at += hidden
    for j in range(hidden):
        if X[other, j] < 0:
            X[other, j] = 0
        if before == hidden:
            X[other, j] += X[row, j]


@kernel
def judge_shares(D: Array, G: Array, X: Array, row: int, seat: int, seats: int, R: Array) -> None:
    """Write the share of each seat to R. The network counts seats from the one that acts."""
    hidden = D[HIDDEN]
    at = len(G) - hidden * SEATS
    most = 0.0
    for k in range(seats):
        y = G[VALUE_BIAS + k]
        for j in range(hidden):
            y = plus_product(y, X[row, j], G[at + j * SEATS + k])
        R[(seat + k) % seats] = y
        if k == 0 or y > most:
            most = float(y)
    together = 0.0
    for k in range(seats):
        R[k] = exponential(R[k] - most)
        together += R[k]
    for k in range(seats):
        R[k] /= together


@kernel
def judge_actions(
    D: Array, G: Array, A: Array, X: Array, row: int, n: int, out: Array, worth: Array, logits: Array
) -> None:
    """Write the logits of the actions in `out`, with hints from `worth` if the network takes them."""
    hidden = D[HIDDEN]
    most = worth[0]
    for k in range(n):
        action = out[k]
        a = A[action, hidden + BIAS]
        b = c = d = e = f = g = h = np.float32(0)
        for j in range(0, hidden, LANES):
            a = plus_product(a, X[row, j], A[action, j])
            b = plus_product(b, X[row, j + 1], A[action, j + 1])
            c = plus_product(c, X[row, j + 2], A[action, j + 2])
            d = plus_product(d, X[row, j + 3], A[action, j + 3])
            e = plus_product(e, X[row, j + 4], A[action, j + 4])
            f = plus_product(f, X[row, j + 5], A[action, j + 5])
            g = plus_product(g, X[row, j + 6], A[action, j + 6])
            h = plus_product(h, X[row, j + 7], A[action, j + 7])
        logits[k] = ((a + e) + (b + f)) + ((c + g) + (d + h))
        most = max(most, worth[k])
    if D[HINTS] > 0:
        add_hints(D, G, A, X, row, n, out, worth, most, logits)


@kernel
def add_hints(
    D: Array,
    G: Array,
    A: Array,
    X: Array,
    row: int,
    n: int,
    out: Array,
    worth: Array,
    most: float,
    logits: Array,
) -> None:
    """Add what the values after the actions, the best of which is `most`, say about them."""
    hidden = D[HIDDEN]
    at = len(G) - hidden * (SEATS + HINT_PARTS)
    a = b = c = np.float32(0)
    for j in range(hidden):
        a = plus_product(a, X[row, j], G[at])
        b = plus_product(b, X[row, j], G[at + 1])
        c = plus_product(c, X[row, j], G[at + 2])
        at += HINT_PARTS
    scales = hidden + SCALES
    for k in range(n):
        action = out[k]
        hint = max(FARTHEST, (worth[k] - most) / G[HINT_UNIT])
        logits[k] += hint * (A[action, scales] + float(a))
        logits[k] += max(hint, -1.0) * (A[action, scales + 1] + float(b))
        if worth[k] == most:
            logits[k] += A[action, scales + 2] + float(c)


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
